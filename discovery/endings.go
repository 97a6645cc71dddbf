package discovery

import (
	"maps"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// endings tells which facts end by actions only, as a field is bare until it is hoed: who has no hoe can't be rid of a bare field. All others end in
// other ways, too, as night falls and one walks away from a table.
type endings struct {
	arose map[int]bool // facts that came within an episode, by an action or by themselves
	loose map[int]bool // facts that were gone between two trials
	lasts map[int]int  // in how many trials a fact held, before and after
	by    map[int]map[interaction.Action]*ending
	life  int
	after []int // facts that held when the latest trial ended
}

// ending is what an action does to a fact, by the trials in which that held and the action raised anything or ended a fact.
type ending struct {
	did   int         // these trials
	ended int         // of these, those that ended it
	held  map[int]int // of these, those in which the other fact held, too
	both  map[int]int // of these, those that ended that as well
}

// A fact ends by an action where that ended it in endsShare of the trials in which it did something, and in endsSurely of them at least: what
// burns down by itself now and then does so after any action. Before that it has to have outlasted that many trials: what holds for a moment tells nothing.
// A fact that ended with another one as often, each time that both held, ends with it.
const endsSurely, endsShare, outlasting = 8, .9, 200

// saw enters a trial; anew: another episode may have begun since the latest one.
func (e *endings) saw(a interaction.Action, life int, d deed, anew bool) {
	if e.by == nil {
		e.arose, e.loose, e.lasts, e.by = map[int]bool{}, map[int]bool{}, map[int]int{}, map[int]map[interaction.Action]*ending{}
	}
	if life == e.life && !anew {
		for _, f := range e.after {
			if !slices.Contains(d.before, f) {
				e.loose[f] = true
			}
		}
		for _, f := range d.before {
			if !slices.Contains(e.after, f) {
				e.arose[f] = true
			}
		}
	}
	for _, f := range d.came {
		e.arose[f] = true
	}
	e.life, e.after = life, d.after
	for _, f := range d.before {
		if !slices.Contains(d.ended, f) {
			e.lasts[f]++
		}
	}
	if len(d.ended) == 0 && !slices.ContainsFunc(d.gains, func(l interaction.Level) bool { return l.Level > 0 }) {
		return
	}
	for _, f := range d.before {
		x := e.of(f, a)
		if x.did++; !slices.Contains(d.ended, f) {
			continue
		}
		x.ended++
		for _, g := range d.before {
			if g == f {
				continue
			}
			if x.held[g]++; slices.Contains(d.ended, g) {
				x.both[g]++
			}
		}
	}
}

func (e *endings) of(f int, a interaction.Action) *ending {
	if e.by[f] == nil {
		e.by[f] = map[interaction.Action]*ending{}
	}
	x := e.by[f][a]
	if x == nil {
		x = &ending{held: map[int]int{}, both: map[int]int{}}
		e.by[f][a] = x
	}
	return x
}

// ender is an action that ends a fact, with the facts that end with it each time, ascending.
type ender struct {
	action interaction.Action
	along  []int
}

func (e ender) equal(o ender) bool { return e.action == o.action && slices.Equal(e.along, o.along) }

// enders are, by fact, what ends it, in the order of their names, where nothing else does as far as was seen.
func (e *endings) enders() map[int][]ender {
	out := map[int][]ender{}
	for f := range e.by {
		if all := e.end(f); len(all) > 0 && !e.loose[f] && e.lasts[f] >= outlasting {
			out[f] = all
		}
	}
	return out
}

// passes reports whether the fact never came within an episode, and only actions end it, as they did leaving times at least.
func (e *endings) passes(f int) bool {
	n := 0
	for _, x := range e.by[f] {
		if x.ended > 0 && float64(x.ended) < endsShare*float64(x.did) {
			return false
		}
		n += x.ended
	}
	return n >= leaving && !e.arose[f] && !e.loose[f]
}

// end is what ends the fact; nil where some action seldom does, so that it may end by itself.
func (e *endings) end(f int) (all []ender) {
	for _, a := range slices.Sorted(maps.Keys(e.by[f])) {
		x := e.by[f][a]
		switch {
		case x.ended == 0:
			continue
		case x.ended < endsSurely || float64(x.ended) < endsShare*float64(x.did):
			return nil
		}
		end := ender{action: a}
		for _, g := range slices.Sorted(maps.Keys(x.both)) {
			if x.both[g] == x.held[g] && x.both[g] >= endsSurely {
				end.along = append(end.along, g)
			}
		}
		all = append(all, end)
	}
	return all
}

// Ended reports whether actions end the fact, and nothing else does.
func (r *Reach) Ended(f int) bool { return len(r.enders[f]) > 0 }

// ends are those that end the fact, where nothing else does, and it mustn't hold at all; nil: it ends otherwise, too.
func (r *Reach) ends(f int, limit []int) []ender {
	if limit[f] > 0 {
		return nil
	}
	return r.enders[f]
}

// ending are those of them that can be done, and needn't give more than the caps allow, unless that can be got rid of: what comes by chance may
// stay away.
func (r *Reach) ending(f int, limit []int, capped, done, open []bool) (out []ender) {
	for _, x := range r.ends(f, limit) {
		gives := r.gives[x.action]
		can := len(gives) == 0 || slices.ContainsFunc(gives, func(i int) bool { return open[i] })
		if can && !slices.ContainsFunc(gives, func(i int) bool {
			y := r.rules[i]
			return open[i] && y.Chance >= 1 && capped[y.Factor] && !done[y.Factor] && (y.Factor == f || limit[y.Factor] < y.Least)
		}) {
			out = append(out, x)
		}
	}
	return out
}
