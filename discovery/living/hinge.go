package living

import (
	"fmt"
	"math"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// coincidence is how improbable it has to be that successes fall so where a vital is high, or low, by chance. It is small, as that is
// looked at again and again.
const coincidence = 1e-9

// hinges says which vital an effect seems to depend on, as daylight, from situations that meet its ways; empty: none. No way is taken
// to need a vital (docs/theory.md), so nothing can be certified of such an effect.
func (k *knowledge) hinges(e *effect, ways []discovery.Way) string {
	anywhere := func(*record) bool { return true }
	why := k.hinge(e, ways, anywhere)
	plenty := k.vocabulary.Factor(e.factor)
	if why == "" || plenty.Kind != interaction.Item || plenty.Top() > 0 {
		return why
	}
	trials, few := 0, func(r *record) bool { return r.level(e.factor) < plenty.Ample }
	for _, r := range e.action.records {
		if few(r) && r.meets(ways) {
			trials += r.trials
		}
	}
	if trials >= telling && k.hinge(e, ways, few) == "" {
		why += fmt.Sprintf("; but as long as there are fewer than %d of it that isn't seen: if there can't be any number, the world has to say so, as its max", plenty.Ample)
	}
	return why
}

// telling is how many trials should show what others do.
const telling = 200

// hinge is hinges, of some situations.
func (k *knowledge) hinge(e *effect, ways []discovery.Way, of func(*record) bool) string {
	for f := range k.vocabulary.Len() {
		if !k.vital(f) || f == e.factor {
			continue
		}
		var at []chance.Tally // by level
		var all chance.Tally
		for _, r := range e.action.records {
			if k.full(e, r) || !r.meets(ways) || !of(r) {
				continue
			}
			for len(at) <= r.level(f) {
				at = append(at, chance.Tally{})
			}
			hits := r.of(e.number).hits
			t := &at[r.level(f)]
			t.Hits, t.Misses = t.Hits+hits, t.Misses+r.trials-hits
			all.Hits, all.Misses = all.Hits+hits, all.Misses+r.trials-hits
		}
		if all.Misses == 0 {
			return "" // it never failed
		}
		var below chance.Tally
		why, least := "", coincidence/float64(len(at))
		for n := range len(at) - 1 {
			below.Hits, below.Misses = below.Hits+at[n].Hits, below.Misses+at[n].Misses
			above := chance.Tally{Hits: all.Hits - below.Hits, Misses: all.Misses - below.Misses}
			if len(ways) == 1 && len(ways[0]) == 0 && k.comes(above) && k.comes(below) {
				continue // it needs nothing, and no test rests on its chance
			}
			if !striking(above, below) {
				continue
			}
			if p := min(chance.Fisher(above, below), chance.Fisher(below, above)); p < least {
				least, why = p, fmt.Sprintf("it came in %d of %d trials with at least %d %s, and in %d of %d with less: no way is taken to need a vital", above.Hits, above.Hits+above.Misses,
					n+1, interaction.Shown(k.vocabulary.Name(f)), below.Hits, below.Hits+below.Misses)
			}
		}
		if why != "" {
			return why
		}
	}
	return ""
}

// comes reports whether it surely comes as often as an effect does.
func (k *knowledge) comes(t chance.Tally) bool { return graphstore.NewInterval(t).Low >= k.cfg.Floor }

// striking reports whether two shares are so far apart that it is worth to work out how improbable that is.
func striking(a, b chance.Tally) bool {
	n, m := float64(a.Hits+a.Misses), float64(b.Hits+b.Misses)
	if n == 0 || m == 0 {
		return false
	}
	p := float64(a.Hits+b.Hits) / (n + m)
	return math.Abs(float64(a.Hits)/n-float64(b.Hits)/m) > 3*math.Sqrt(p*(1-p)*(1/n+1/m))
}
