package living

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// What ends the episode isn't seen to do anything, and is no plan's way to anything. What breaks the world ends it, too.

// deadly reports whether the episode ended, or the world broke, most times that it was tried.
func (a *action) deadly() bool { return a.ended+a.broke > a.trials }

// killed reports whether the life ended as an action was tried that is deadly.
func (k *knowledge) killed(l *life) bool {
	n := len(l.trials)
	return n > 0 && l.trials[n-1].Status != interaction.Completed && k.byID[l.trials[n-1].Trial.Action].deadly()
}

// mostBlamed is how often the world may break as an action is done that was never seen to come to its end, each time after a life that didn't
// break: a server that is down breaks whatever is done. When nothing else is left to ask, mostBroke times will do.
const mostBlamed, mostBroke = 3, 6

// broke enters that the session broke as the action was done.
func (k *knowledge) broke(a *action) {
	if a.broke++; k.unbroken > a.whole {
		a.blamed++
	}
	a.whole = k.unbroken
}

// breaks reports whether the world broke each time that it was done: then it isn't tried in passing, or before all else.
func (a *action) breaks() bool { return a.trials == 0 && a.broke > 0 }

// wrecks reports whether it did so often that it isn't tried again.
func (a *action) wrecks() bool {
	return a.breaks() && (a.blamed >= mostBlamed || a.blamed > 0 && a.broke >= mostBroke)
}

// mostDeaths is how many situations are kept in which an action ended the episode.
const mostDeaths = 64

// died enters that the episode ended as the action was tried.
func (k *knowledge) died(a *action, at interaction.State) {
	a.ended++
	levels := make([]int, k.vocabulary.Len())
	for f, n := range k.vocabulary.Adopt(at).All() {
		if f < len(levels) {
			levels[f] = n
		}
	}
	if a.deaths = append(a.deaths, levels); len(a.deaths) > mostDeaths {
		a.deaths = a.deaths[1:]
	}
}

// kills reports whether the action may be expected to end the episode with these levels: it did twice with as much of everything, or more,
// and was never seen to do anything else with as little.
func (k *knowledge) kills(a *action, levels []int) bool {
	if a == nil || len(a.deaths) == 0 {
		return false
	}
	at := func(levels []int, f int) int {
		if f < len(levels) {
			return levels[f]
		}
		return 0
	}
	below := func(x, y []int) bool {
		for f, n := range x {
			if n > at(y, f) && !k.vital(f) {
				return false
			}
		}
		return true
	}
	times := 0
	for _, d := range a.deaths {
		if below(levels, d) {
			times++
		}
	}
	return times > 1 && !slices.ContainsFunc(a.records, func(r *record) bool { return below(r.at, levels) })
}

// kills reports whether the action may be expected to end the episode here, where there is no map: on one, a body looks after itself.
func (p *pilot) kills(a *action) bool { return p.walker == nil && p.k.kills(a, p.levels) }

// guarded is the way with what was there each time that the action didn't end the episode, and never when it did, where it may be expected
// to with what there is now.
func (p *pilot) guarded(a *action, w discovery.Way) discovery.Way {
	if !p.kills(a) || a.trials == 0 {
		return w
	}
	w = slices.Clip(w)
	for f := range p.k.vocabulary.Len() {
		if p.k.vital(f) || w.Overlaps([]int{f}) || slices.ContainsFunc(a.deaths, func(d []int) bool { return f < len(d) && d[f] > 0 }) ||
			slices.ContainsFunc(a.records, func(r *record) bool { return r.level(f) == 0 }) {
			continue
		}
		w = append(w, discovery.One(f, 1))
	}
	return w
}
