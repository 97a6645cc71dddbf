package graphstore

import (
	"maps"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// maxTransversals bounds the work of untested, which is quadratic in it.
const maxTransversals = 4096

// caps is a minimal transversal of ways: of every way it caps a member below its
// count, by item.
type caps map[string]int

// untested lists what would have to be tested too, before the ways may be called
// all: the minimal transversals of the ways that no co-point allows at least as
// much as. By duality (Fredman and Khachiyan 1996) there is none exactly when every
// inventory either holds a way or is within a co-point. It is empty where it can't
// tell: when items of a class can be mixed, as mixtures aren't written out as ways,
// and when there are too many.
func (c *Certificate) untested(e Effect) [][]interaction.Stack {
	if slices.ContainsFunc(e.Classes, func(k Class) bool { return k.Mixes }) {
		return nil
	}
	ts := []caps{{}}
	for _, w := range e.Ways {
		var next []caps
		for _, t := range ts {
			if slices.ContainsFunc(w.Members, func(m Member) bool { n, capped := t[m.Item]; return capped && n < m.Count }) {
				next = append(next, t)
				continue
			}
			for _, m := range w.Members {
				u := maps.Clone(t)
				u[m.Item] = m.Count - 1
				next = append(next, u)
			}
		}
		if len(next) > maxTransversals {
			return nil
		}
		ts = minimal(next)
	}
	var out [][]interaction.Stack
	for _, t := range ts {
		if slices.ContainsFunc(c.CoPoints, func(p CoPoint) bool { return t.within(p.Caps) }) {
			continue
		}
		var stacks []interaction.Stack
		for _, item := range slices.Sorted(maps.Keys(t)) {
			stacks = append(stacks, interaction.Stack{Item: item, Count: t[item]})
		}
		out = append(out, stacks)
	}
	return out
}

// within reports whether t leaves no more than the caps of a co-point do.
func (t caps) within(coPoint []interaction.Stack) bool {
	for _, s := range coPoint {
		if n, capped := t[s.Item]; !capped || n > s.Count {
			return false
		}
	}
	return true
}

// minimal drops the transversals that leave no more than another one does.
func minimal(ts []caps) []caps {
	var out []caps
	for i, t := range ts {
		needless := false
		for j, u := range ts {
			if i != j && t.below(u) && (!u.below(t) || j < i) {
				needless = true
				break
			}
		}
		if !needless {
			out = append(out, t)
		}
	}
	return out
}

// below reports whether t leaves no more than u does.
func (t caps) below(u caps) bool {
	for item, n := range u {
		if m, capped := t[item]; !capped || m > n {
			return false
		}
	}
	return true
}
