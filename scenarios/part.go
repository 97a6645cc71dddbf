package scenarios

import (
	"fmt"
	"maps"
	"slices"

	"github.com/adam-discovery/adam/interaction/sim"
)

// Part returns the world of n of the file's actions, in the file's order, for
// measuring how cost grows: those that somebody who starts with nothing and does
// everything that is listed can do first, action by action of each round. So it is
// closed: every action of it can be done with what the others of it give. It may
// hold fewer ways than the whole, as alternatives come with other actions; items
// that nothing gives any more stay items of the world. With n at least the number of
// actions it is the file itself; fewer can be had if the file has actions that
// can't be done.
func Part(f *sim.File, n int) (*sim.File, error) {
	if n < 1 {
		return nil, fmt.Errorf("a part of %s with %d actions: there must be at least 1", f.ID, n)
	}
	if n >= len(f.Actions) {
		return f, nil
	}
	in := firstDone(f, n)
	out := *f
	out.ID = fmt.Sprintf("%s-first-%d", f.ID, len(in))
	out.Title = fmt.Sprintf("%s: the first %d actions", f.Title, len(in))
	out.Actions = nil
	for _, i := range slices.Sorted(maps.Keys(in)) {
		out.Actions = append(out.Actions, f.Actions[i])
	}
	// What the others gave may still be asked for.
	given := map[string]bool{}
	for _, it := range (&sim.File{Actions: out.Actions}).AllFactors() {
		given[it] = true
	}
	out.Items = nil
	for _, it := range f.AllFactors() {
		if !given[it] {
			out.Items = append(out.Items, it)
		}
	}
	return &out, nil
}

// firstDone returns the positions of the first n actions that can be done.
func firstDone(f *sim.File, n int) map[int]bool {
	in, have := map[int]bool{}, map[string]bool{}
	listed := func(a *sim.Action) bool {
		return !slices.ContainsFunc(a.Unlock, func(it string) bool { return !have[it] })
	}
	open := func(e sim.Effect) bool {
		return slices.ContainsFunc(e.Ways, func(w sim.Way) bool {
			return canHave(f, w.Consumes, have) && canHave(f, w.Needs, have) && !f.Excluded(&w)
		})
	}
	for {
		// What an action of this round gives is there in the next.
		var fresh []int
		for i := range f.Actions {
			a := &f.Actions[i]
			if !in[i] && listed(a) && (len(a.Ambient) > 0 || slices.ContainsFunc(a.Effects, open)) {
				fresh = append(fresh, i)
			}
		}
		for _, i := range fresh[:min(len(fresh), n-len(in))] {
			in[i] = true
		}
		if len(in) == n {
			return in
		}
		// Also of actions that were in before: more of their effects may be open.
		var gifts []sim.Gift
		for i := range in {
			for _, e := range f.Actions[i].Effects {
				if open(e) {
					gifts = append(gifts, e.Gives...)
				}
			}
			for _, am := range f.Actions[i].Ambient {
				gifts = append(gifts, am.Gives...)
			}
		}
		before := len(have)
		for _, g := range gifts {
			have[g.Item] = true
		}
		if len(fresh) == 0 && len(have) == before {
			return in
		}
	}
}
