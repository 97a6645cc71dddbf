package living

import (
	"maps"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
)

// A map has three rabbits, and nine pelts are never had. When nothing else is left to ask, what lives never had together is
// asked for in smaller numbers, down to one of each: what is certified then takes it that nothing needs more ([discovery.Few]).

// lower lowers what is asked for in situations that were never brought about, and says of what to how much; nothing, where one of
// each was too much. First it lowers what was missing in the trial that came nearest to such a situation, then what takes the same things.
func (k *knowledge) lower() (out []graphstore.LimitEntry) {
	vain := k.vain()
	for stage := range 2 {
		to := map[int]int{}
		for _, q := range vain {
			levels, all := q.levels, q.levels == nil
			if all {
				levels = k.reach.Without(q.caps).Levels
			}
			lacks := k.lacks(q, levels)
			if len(lacks) == 0 && q.action != nil { // the places were used up by what was got there
				for _, e := range q.action.effects {
					lacks[e.factor] = true
				}
			}
			if stage > 0 {
				lacks = k.rivals(lacks)
			}
			for f := range lacks {
				if f < len(levels) && levels[f] > 1 && k.item(f) {
					n := k.reach.Plenty(f)
					if all {
						n = levels[f] // an episode may begin with less than plenty
					}
					to[f] = max(to[f], n/2)
				}
			}
		}
		for f := range k.vocabulary.Len() {
			if n := to[f]; n > 0 && k.reach.Limited(map[int]int{f: n}).Plenty(f) < k.reach.Plenty(f) {
				l := graphstore.LimitEntry{Factor: k.vocabulary.Name(f), Most: n, Why: "more of it was never had with all else that can be"}
				k.limit(l.Factor, l.Most)
				out = append(out, l)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// limit enters that no more of it is asked for.
func (k *knowledge) limit(factor string, most int) {
	if f, ok := k.vocabulary.Index(factor); ok && k.limits[f] != most {
		k.limits = maps.Clone(k.limits) // what can be had by now knows the old ones
		k.limits[f] = most
		k.reach = k.reach.Limited(k.limits)
		k.version++
	}
}

// limited are the assumptions that come of it.
func (k *knowledge) limited() (out []discovery.Assumption) {
	for _, f := range slices.Sorted(maps.Keys(k.limits)) {
		out = append(out, discovery.Assumption{Name: discovery.Few, Value: float64(k.limits[f]), Factor: k.vocabulary.Name(f)})
	}
	return out
}

// vain are the situations that were never brought about, and without which something isn't certified.
func (k *knowledge) vain() (out []ask) {
	for _, e := range k.effects {
		if e.answer.phase == refused && e.answer.vain != nil {
			out = append(out, *e.answer.vain)
		}
	}
	whole := k.reach.Without(nil)
	for _, c := range k.everything() {
		if levels := short(c, whole); k.hopeless(nil, levels) {
			out = append(out, ask{levels: levels})
		}
	}
	return out
}

// lacks are the items of which some were missing in the trial that came nearest to the situation with these levels.
func (k *knowledge) lacks(q ask, levels []int) map[int]bool {
	least, missing := map[int]bool{}, math.MaxInt
	for _, a := range k.actions {
		for _, r := range a.records {
			if !r.within(q.caps) {
				continue
			}
			lacks, n := map[int]bool{}, 0
			for f, wanted := range levels {
				if had := r.level(f); had < wanted && k.item(f) {
					lacks[f] = true
					n += wanted - had
				}
			}
			if n < missing {
				least, missing = lacks, n
			}
		}
	}
	return least
}

// rivals are what is missing, what that is made of, and what takes any of this.
func (k *knowledge) rivals(lacks map[int]bool) map[int]bool {
	out := maps.Clone(lacks)
	for _, down := range [2]bool{true, false} {
		for grown := true; grown; {
			grown = false
			for _, x := range k.reach.Rules() {
				for _, w := range x.Ways {
					for _, m := range w {
						from, to := x.Factor, m.Factors[0]
						if !down {
							from, to = to, from
						}
						if m.Consumed > 0 && out[from] && !out[to] {
							out[to], grown = true, true
						}
					}
				}
			}
		}
	}
	return out
}
