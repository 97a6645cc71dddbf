package living

import (
	"cmp"
	"fmt"
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
	if len(vain) > 0 && k.reach.Bag() > 0 && !slices.ContainsFunc(k.limits, graphstore.LimitEntry{}.Replaces) {
		if l, ok := k.bag(nil); ok { // what is made takes room for what it is made of
			out = append(out, l)
		}
	}
	for stage := range 2 {
		if len(out) > 0 {
			break
		}
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
			if n := to[f]; n > 0 && k.reach.Lowered(f, n) < k.reach.Plenty(f) {
				out = append(out, graphstore.LimitEntry{Factor: k.vocabulary.Name(f), Most: n, Why: "more of it was never had with all else that can be"})
			}
		}
	}
	if len(out) == 0 {
		out = k.parted(vain)
	}
	for i := range out {
		l := &out[i]
		if was := slices.IndexFunc(k.limits, l.Replaces); was >= 0 {
			l.Alone, l.Beside = k.limits[was].Alone, k.limits[was].Beside
		}
		k.limit(*l)
	}
	return out
}

// limit enters that no more is asked for, in place of what was entered of the same.
func (k *knowledge) limit(l graphstore.LimitEntry) {
	if slices.ContainsFunc(k.limits, l.Same) {
		return
	}
	k.limits = append(slices.DeleteFunc(slices.Clone(k.limits), l.Replaces), l)
	l.Enter(&k.setting, k.vocabulary)
	if k.reach != nil {
		k.survey()
	}
}

// limited are the assumptions that come of it.
func (k *knowledge) limited() (out []discovery.Assumption) {
	for _, l := range k.limits {
		if l.Factor != "" {
			out = append(out, discovery.Assumption{Name: discovery.Few, Value: float64(l.Most), Factor: l.Factor})
		}
	}
	slices.SortFunc(out, func(a, b discovery.Assumption) int { return cmp.Compare(k.number(a.Factor), k.number(b.Factor)) })
	if n := k.reach.Together(); n > 0 {
		out = append(out, discovery.Assumption{Name: discovery.Together, Value: float64(n)})
	}
	return out
}

func (k *knowledge) number(factor string) int {
	f, _ := k.vocabulary.Index(factor)
	return f
}

// parted says of which items no more than some were ever had together, where one of each was too much: of those that are made of what
// was missing, or take the same, or else, as of a bag, of all. Nothing, where that was asked for down to one at a time.
func (k *knowledge) parted(vain []ask) (out []graphstore.LimitEntry) {
	var all []int
	for f, n := range k.reach.Without(nil).Levels {
		if n > 0 && k.item(f) {
			all = append(all, f)
		}
	}
	for _, q := range vain {
		levels := q.levels
		if levels == nil {
			levels = k.reach.Without(q.caps).Levels
		}
		of := k.rivals(k.lacks(q, levels))
		if l, ok := k.share(slices.DeleteFunc(slices.Clone(all), func(f int) bool { return !of[f] })); ok && !slices.ContainsFunc(out, l.Replaces) {
			out = append(out, l)
		}
	}
	if l, ok := k.bag(all); ok && len(vain) > 0 && len(out) == 0 {
		out = append(out, l)
	}
	return out
}

// share says how many of the items are asked for together, where all never were: as many as there were at most, or one less than before.
func (k *knowledge) share(items []int) (l graphstore.LimitEntry, ok bool) {
	l = graphstore.LimitEntry{Why: "more of these were never had together"}
	for _, f := range items {
		l.Factors = append(l.Factors, k.vocabulary.Name(f))
	}
	slices.Sort(l.Factors)
	l.Slots, _ = k.atOnce(items)
	if i := slices.IndexFunc(k.limits, l.Replaces); i >= 0 {
		l.Slots = min(l.Slots, k.limits[i].Slots-1)
	}
	return l, l.Slots > 0 && l.Slots < len(items)
}

// bag says how many kinds of items are asked for at once: one less than fit, or than before, as something may need room on the way.
func (k *knowledge) bag(items []int) (l graphstore.LimitEntry, ok bool) {
	l.Why = "more kinds of items were never had together"
	l.Slots = k.reach.Bag() - 1
	if l.Slots < 0 {
		most, times := k.atOnce(items)
		l.Slots = most - 1
		return l, times >= crowds && l.Slots > 0
	}
	return l, l.Slots > 0
}

// atOnce is how many of the items were there at once when something was tried, at most, and how many sets of as many there were.
func (k *knowledge) atOnce(items []int) (most, times int) {
	sets := map[string]bool{}
	for _, a := range k.actions {
		for _, r := range a.records {
			var had []int
			for _, f := range items {
				if r.level(f) > 0 {
					had = append(had, f)
				}
			}
			if len(had) > most {
				most = len(had)
				clear(sets)
			}
			if len(had) == most {
				sets[fmt.Sprint(had)] = true
			}
		}
	}
	return most, len(sets)
}

// crowds is how many different sets of items are to be as large as any for it to be believed that there is no room for more.
const crowds = 3

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
