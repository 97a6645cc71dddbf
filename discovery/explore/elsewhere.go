package explore

import (
	"iter"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/interaction"
)

// What stands for each other in one effect's ways is a guess for the others; it is part of no
// certificate.

// relate notes which factors were found to stand for each other in the effect's ways.
func (k *knowledge) relate(e *effect) {
	if e.step.Phase != inquiry.Settled && !e.refused() {
		return
	}
	for _, a := range e.inquiry.Alternatives() {
		for _, l := range a.Levels {
			if known := k.substitutes[l.Factor]; !slices.ContainsFunc(known, func(g []interaction.Level) bool { return contains(g, a.Levels, true) }) {
				known = append(known, a.Levels)
				slices.SortStableFunc(known, func(a, b []interaction.Level) int { return len(a) - len(b) })
				k.substitutes[l.Factor] = known
			}
		}
	}
}

// contains reports whether the group has all the factors of the other, and, if it matters, takes
// as many of each. Both ascend.
func contains(group, other []interaction.Level, counts bool) bool {
	for _, l := range other {
		if i, ok := discovery.Holds(group, l.Factor); !ok || counts && group[i] != l {
			return false
		}
	}
	return true
}

// waiting is which of the effects do better to wait: two factors at least stand for each other in
// their ways, as in those of another effect that is being worked on, and it isn't known elsewhere
// what else does. What is found of that one is a guess for all that wait; else each would find it
// piece by piece. Where less is taken of each there is less to find: such effects lead, and
// of these the first.
func (k *knowledge) waiting(effects iter.Seq[*effect]) map[*effect]bool {
	type follower struct {
		e     *effect
		open  []discovery.Alternatives
		least int
	}
	var fs []follower
	for e := range effects {
		f := follower{e: e}
		for _, a := range e.inquiry.Alternatives() {
			if slices.ContainsFunc(k.substitutes[a.Levels[0].Factor], func(g []interaction.Level) bool { return contains(g, a.Levels, false) }) {
				continue
			}
			f.open = append(f.open, a)
			for _, l := range a.Levels {
				if f.least == 0 || l.Level < f.least {
					f.least = l.Level
				}
			}
		}
		if len(f.open) > 0 {
			fs = append(fs, f)
		}
	}
	slices.SortStableFunc(fs, func(a, b follower) int { return a.least - b.least })
	waits := map[*effect]bool{}
	led := map[int]*effect{} // by factor
	for _, f := range fs {
		if slices.ContainsFunc(f.open, func(a discovery.Alternatives) bool {
			shared := map[*effect]int{}
			for _, l := range a.Levels {
				if by := led[l.Factor]; by != nil && by.action != f.e.action {
					if shared[by]++; shared[by] > 1 {
						return true
					}
				}
			}
			return false
		}) {
			waits[f.e] = true
			continue
		}
		for _, a := range f.open {
			for _, l := range a.Levels {
				if led[l.Factor] == nil {
					led[l.Factor] = f.e
				}
			}
		}
	}
	return waits
}
