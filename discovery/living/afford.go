package living

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// A season of a farm has four hundred steps, and nine loaves with nine of all else take longer. What an episode is too short for isn't asked
// for life after life: less is asked for of what takes longest, and what is certified then takes it that nothing needs more ([discovery.Few]).

// pace is how long episodes are, and how many steps actions take.
type pace struct {
	since         map[int]int // steps of the episode that a life ended in, by life, as far as it is known when that began
	longest       int         // of these, the most
	ended         []int       // of these, those of episodes that ended before their lives did
	steps, trials int
}

// took takes in a life.
func (p *pace) took(l *life) {
	if p.since == nil {
		p.since = map[int]int{}
	}
	p.steps, p.trials = p.steps+l.steps, p.trials+len(l.trials)
	switch {
	case l.begun == 0:
		p.since[l.number] = l.steps + p.since[l.continues]
	case l.begun == 1 && l.continues == 0:
		p.since[l.number] = l.steps
	}
	n := p.since[l.number]
	p.longest = max(p.longest, n)
	if l.ended == dead && n > 0 {
		p.ended = append(p.ended, n)
	}
}

// Episodes have a length where no longer one was seen, and seasons of them ended within a twentieth of that: of such that end by
// chance few are nearly as long as the longest.
const seasons, nearlyAll = 5, .95

// affordable is how many actions there is time for in an episode, where one walks to do them, or doesn't; infinite where episodes have no length.
func (p *pace) affordable(walks bool) float64 {
	n := 0
	for _, steps := range p.ended {
		if float64(steps) >= nearlyAll*float64(p.longest) {
			n++
		}
	}
	if n < seasons {
		return math.Inf(1)
	}
	if !walks {
		return float64(p.longest)
	}
	return float64(p.longest) * float64(p.trials) / float64(p.steps)
}

const (
	// tooShort is how much is tried in vain for a situation until it is looked at how long that takes: two lives that end on the way.
	tooShort = 2
	// gathering is the part of an episode that all that is asked for may take to get: the rest is for being rid of some of it, and for bad luck.
	gathering = .5
)

// afford lowers what is asked for where episodes end before it is there, and says of what to how much; nothing, where that isn't what lives
// fail at. Where there is no time even for one of each, what takes longest and nothing known needs is left out.
func (k *knowledge) afford() (out []graphstore.LimitEntry) {
	there := k.pace.affordable(slices.ContainsFunc(k.actions, func(a *action) bool { return a.bound }))
	if math.IsInf(there, 1) || k.mortal() || !k.cutShort() {
		return nil
	}
	cost, levels := k.prices(k.lean()), slices.Clone(k.reach.Without(nil).Levels)
	for f := range levels {
		if !k.item(f) || math.IsInf(cost[f], 1) {
			levels[f] = 0
		}
	}
	lowered := map[int]int{}
	for _, c := range k.everything() {
		k.lessOf(c, levels, cost, 1, gathering*there, lowered)
		k.lessOf(c, levels, cost, 0, there, lowered)
	}
	for _, f := range sorted(lowered) {
		l := graphstore.LimitEntry{Factor: k.vocabulary.Name(f), Most: lowered[f],
			Why: fmt.Sprintf("an episode of %d steps is too short for more of it with all else that can be had", k.pace.longest)}
		l.Alone, l.Beside = k.beside(f, lowered[f], levels, cost, gathering*there)
		k.limit(l)
		out = append(out, l)
	}
	return out
}

// lessOf halves what saves the most actions, down to least or what a known way takes, until so many actions give all of the situation; it enters what it lowered.
func (k *knowledge) lessOf(c discovery.Closure, levels []int, cost []float64, least int, actions float64, lowered map[int]int) {
	for {
		all, dearest, to, saved := 0., -1, 0, 0.
		for f, n := range levels {
			if c.Levels[f] == 0 {
				continue
			}
			all += float64(n) * cost[f]
			if less := k.reach.Lowered(f, max(least, n/2)); float64(n-less)*cost[f] > saved {
				dearest, to, saved = f, less, float64(n-less)*cost[f]
			}
		}
		if all <= actions || dearest < 0 {
			return
		}
		levels[dearest], lowered[dearest] = to, to
	}
}

// beside is more of the factor than most that so many actions give, with some of the other things that are to be had, the cheapest first. Zero: they
// don't give more.
func (k *knowledge) beside(f, most int, levels []int, cost []float64, actions float64) (alone int, others map[string]int) {
	alone = min(k.vocabulary.Factor(f).Ample, max(most+1, int(actions/2/cost[f])))
	if actions -= float64(alone) * cost[f]; actions < 0 || alone <= most {
		return 0, nil
	}
	var order []int
	for g, n := range levels {
		if n > 0 && g != f {
			order = append(order, g)
		}
	}
	slices.SortStableFunc(order, func(g, h int) int { return cmp.Compare(cost[g], cost[h]) })
	others = map[string]int{}
	for range few {
		for _, g := range order {
			if name := k.vocabulary.Name(g); cost[g] <= actions && others[name] < levels[g] {
				others[name]++
				actions -= cost[g]
			}
		}
	}
	return alone, others
}

// cutShort reports whether episodes ended on the way to a situation that is asked for with all that can be had.
func (k *knowledge) cutShort() bool {
	cut := func(q ask) bool {
		f := k.failed[q.key()]
		return f != nil && f[k.plans(k.reach.Without(q.caps))] >= tooShort
	}
	for _, e := range k.effects {
		if e.answer.phase == certifying && slices.ContainsFunc(e.answer.asks, func(q ask) bool { return !q.heap && cut(q) }) {
			return true
		}
	}
	whole := k.reach.Without(nil)
	return slices.ContainsFunc(k.everything(), func(c discovery.Closure) bool { return cut(ask{levels: short(c, whole)}) })
}

// prices are how many actions it takes to get one of each factor by these rules; infinite where it can't be had.
func (k *knowledge) prices(r *discovery.Reach) []float64 {
	out := make([]float64, k.vocabulary.Len())
	for f := range out {
		if r.Begins(f) == 0 {
			out[f] = math.Inf(1)
		}
	}
	for range out {
		for _, x := range r.Rules() {
			for _, w := range x.Ways {
				c := 1 / x.Chance
				for _, m := range w {
					part := float64(m.Consumed)
					if part == 0 {
						part = max(discovery.Kept, k.endsOften(x.Action, m.Factors[0]))
					}
					c += part * out[m.Factors[0]]
				}
				out[x.Factor] = min(out[x.Factor], c/float64(max(1, x.Least)))
			}
		}
	}
	return out
}

// endsOften is in what part of the trials in which it gave something the action ended the fact.
func (k *knowledge) endsOften(id interaction.Action, f int) float64 {
	a := k.byID[id]
	if a == nil || a.ends[f] == 0 {
		return 0
	}
	gave := 0
	for _, r := range a.records {
		if slices.ContainsFunc(r.came, func(c came) bool { return c.hits > 0 }) {
			gave += r.trials
		}
	}
	return min(1, float64(a.ends[f])/float64(max(1, gave)))
}

// aplenty asks for a certificate's test with more of each thing of which there is no time for so much with all else, with some of others and the facts
// that can hold: a way that takes more of it shows then. Where no life brings that about, it is tried without facts, and then left at the assumption that there is none.
func (k *knowledge) aplenty(e *effect, caps []interaction.Level, c discovery.Closure, t chance.Tally) (asks []ask) {
	for _, l := range k.limits {
		f, known := k.vocabulary.Index(l.Factor)
		if !known || l.Alone == 0 || f >= len(c.Levels) || c.Levels[f] < l.Most || capOf(caps, f) < math.MaxInt || !k.given(f, c) {
			continue
		}
		for _, facts := range [2]bool{true, false} {
			q := ask{caps: caps, levels: make([]int, len(c.Levels)), action: e.action, till: []*effect{e}, heap: true, out: c.Out}
			for g, n := range c.Levels {
				if facts && !k.item(g) {
					q.levels[g] = n
				} else if name := k.vocabulary.Name(g); l.Beside[name] > 0 {
					q.levels[g] = min(n, l.Beside[name])
				}
			}
			q.levels[f] = min(l.Alone, k.vocabulary.Factor(f).Ample)
			for n := k.misses(e, caps, q.levels); luck(t, n+q.times) >= final; {
				q.times++
			}
			if q.times == 0 {
				break
			}
			if !k.hopelessAfter(wholeLife, q.caps, q.levels) {
				asks = append(asks, q)
				break
			}
		}
	}
	return asks
}

// given reports whether something gives the factor that plans within the closure may use.
func (k *knowledge) given(f int, c discovery.Closure) bool {
	for i, x := range k.reach.Rules() {
		if x.Factor == f && c.Open[i] {
			return true
		}
	}
	return false
}
