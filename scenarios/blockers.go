package scenarios

import (
	"maps"
	"slices"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/sim"
)

// blockers returns the factors that can be had and close some way of the effect, if
// there is a start that suffices and, with some of them added, doesn't; nil if
// more is always better all the same.
func blockers(f *sim.File, e *sim.Effect, ways []TruthWay, have map[string]bool) []string {
	all := map[string]bool{}
	for _, w := range e.Ways {
		for _, it := range w.Without {
			if have[it] {
				all[it] = true
			}
		}
	}
	if len(all) == 0 || !slices.ContainsFunc(ways, func(w TruthWay) bool { return canClose(f, e, countsOf(w.Members), have) }) {
		return nil
	}
	return slices.Sorted(maps.Keys(all))
}

// canClose reports whether factors can be added to the start such that no way is
// open. Whatever closes all ways holds a blocker of the first open one, and a way
// that is blocked stays so: adding blockers way by way finds it.
func canClose(f *sim.File, e *sim.Effect, inv counts, have map[string]bool) bool {
	for k := range e.Ways {
		w := &e.Ways[k]
		if _, open := takes(f, w, inv); !open {
			continue
		}
		return slices.ContainsFunc(w.Without, func(it string) bool {
			if !have[it] {
				return false
			}
			more := maps.Clone(inv)
			more[it]++
			return canClose(f, e, more, have)
		})
	}
	return true
}

// countsOf is what a way of single factors takes.
func countsOf(w graphstore.Members) counts {
	out := counts{}
	for _, m := range w {
		out[m.Factors[0]] = m.Count
	}
	return out
}
