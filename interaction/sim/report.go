package sim

import (
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Report is what can be said of a world without playing it.
type Report struct {
	ID          string `json:"id"`
	Fingerprint string `json:"fingerprint"`
	// Actions, Items, Classes and Ways count what the file has. Effects counts
	// pairs of an action and an item it gives, ambient gains included; Ambient
	// counts those that need nothing.
	Actions int `json:"actions"`
	Items   int `json:"items"`
	Classes int `json:"classes"`
	Effects int `json:"effects"`
	Ambient int `json:"ambient"`
	Ways    int `json:"ways"`
	// OrCauses counts the effects that can be had in more than one way, by
	// another way or by another member of a class.
	OrCauses int `json:"or_causes"`
	// UnreachableActions can do nothing and UnreachableItems can't be had,
	// whoever starts with nothing and may do everything that is listed or not.
	UnreachableActions []string `json:"unreachable_actions,omitempty"`
	UnreachableItems   []string `json:"unreachable_items,omitempty"`
	// MixedChances are the actions with an effect whose ways differ in chance:
	// what learns under the assumption of one chance per effect may miss the rarer
	// way.
	MixedChances []string `json:"mixed_chances,omitempty"`
	// Blocked are the actions with an effect that the presence of an item can
	// prevent: more isn't always better, and nothing that assumes so can certify
	// it. Hidden are those with an effect that depends on a hidden phase.
	Blocked []string `json:"blocked,omitempty"`
	Hidden  []string `json:"hidden,omitempty"`
	// Locked are reachable actions that the listed ones never lead to: what unlocks them,
	// or what they need, can't be had by these.
	Locked []string `json:"locked,omitempty"`
}

// Check reports on a valid file.
func Check(f *File) Report {
	r := Report{ID: f.ID, Fingerprint: f.Fingerprint(), Actions: len(f.Actions), Classes: len(f.Classes)}
	items := f.AllFactors()
	r.Items = len(items)
	for i := range f.Actions {
		a := &f.Actions[i]
		mixed, blocked, hidden := false, false, false
		for j := range a.Effects {
			e := &a.Effects[j]
			r.Ways += len(e.Ways)
			r.Effects += len(e.Gives)
			hidden = hidden || len(e.Phases) > 0
			blocked = blocked || slices.ContainsFunc(e.Ways, func(w Way) bool { return len(w.Without) > 0 })
			or, free := len(e.Ways) > 1, false
			mixed = mixed || slices.ContainsFunc(e.Ways, func(w Way) bool { return e.ChanceOf(&w) != e.ChanceOf(&e.Ways[0]) })
			for _, w := range e.Ways {
				for _, req := range append(w.Consumes[:len(w.Consumes):len(w.Consumes)], w.Needs...) {
					or = or || len(f.Members(req)) > 1
				}
				free = free || len(w.Consumes)+len(w.Needs)+len(w.Without) == 0
			}
			switch {
			case free:
				r.Ambient += len(e.Gives)
			case or:
				r.OrCauses += len(e.Gives)
			}
		}
		for _, l := range []struct {
			is   bool
			list *[]string
		}{{mixed, &r.MixedChances}, {blocked, &r.Blocked}, {hidden, &r.Hidden}} {
			if l.is {
				*l.list = append(*l.list, actionTitle(f, i))
			}
		}
		for _, am := range a.Ambient {
			r.Effects += len(am.Gives)
			r.Ambient += len(am.Gives)
		}
	}
	all, listed := Reach(f, false), Reach(f, true)
	for i := range f.Actions {
		switch {
		case len(f.Actions[i].Effects) == 0 && len(f.Actions[i].Ends) > 0: // that is all it does
		case !all.Actions[i]:
			r.UnreachableActions = append(r.UnreachableActions, actionTitle(f, i))
		case !listed.Actions[i]:
			r.Locked = append(r.Locked, actionTitle(f, i))
		}
	}
	for _, it := range items {
		if all.Items[it] == 0 {
			r.UnreachableItems = append(r.UnreachableItems, it)
		}
	}
	return r
}

func actionTitle(f *File, i int) string {
	name := string(interaction.ActionName(i))
	if l := f.Actions[i].Label; l != "" {
		return fmt.Sprintf("%s (%s)", name, interaction.Shown(l))
	}
	return name
}

// Given lists the facts and vitals that no action raises, ascending: the world brings them
// about by itself.
func (f *File) Given() []string {
	raised := map[string]bool{}
	note := func(gives []Gift) {
		for _, g := range gives {
			raised[g.Item] = true
		}
	}
	for i := range f.Actions {
		for _, am := range f.Actions[i].Ambient {
			note(am.Gives)
		}
		for _, e := range f.Actions[i].Effects {
			note(e.Gives)
		}
	}
	var out []string
	for _, d := range f.Factors {
		if d.Kind != interaction.Item && !raised[d.Name] {
			out = append(out, d.Name)
		}
	}
	slices.Sort(out)
	return out
}

// Chosen lists the facts and vitals that a start may hold from the beginning where starts can be chosen, in the order of the file: all
// but the fixed ones.
func (f *File) Chosen() (out []string) {
	for _, d := range f.Factors {
		if d.Kind != interaction.Item && !d.Fixed {
			out = append(out, d.Name)
		}
	}
	return out
}

// Reached is what can be had and done, starting with nothing but what is given.
type Reached struct {
	// Items says in which round of trying everything a factor can first be had,
	// counting from one, as what is given can; what can't be had isn't there.
	Items map[string]int
	// Actions says, by position, whether the action can do anything.
	Actions []bool
}

// Reach computes what can be had and done in the world of a valid file, starting
// with what is given; if unlock is set, only by actions that are listed. Counts don't
// matter: what can be had once can be had again. Nor does what closes a way, which
// can be left behind, or the hidden phase, which changes. More is given where starts can be chosen, see [File.Chosen].
func Reach(f *File, unlock bool, given ...string) Reached {
	r := Reached{Items: map[string]int{}, Actions: make([]bool, len(f.Actions))}
	for _, name := range slices.Concat(f.Given(), given) {
		r.Items[name] = 1
	}
	for round := 1; ; round++ {
		var fresh []Gift
		for i := range f.Actions {
			a := &f.Actions[i]
			if unlock && !r.hasAll(a.Unlock) {
				continue
			}
			for j := range a.Effects {
				if _, ok := r.Open(f, &a.Effects[j]); ok {
					r.Actions[i] = true
					fresh = append(fresh, a.Effects[j].Gives...)
				}
			}
			for _, am := range a.Ambient {
				r.Actions[i] = true
				fresh = append(fresh, am.Gives...)
			}
		}
		grown := false
		for _, g := range fresh {
			if r.Items[g.Item] == 0 {
				r.Items[g.Item] = round
				grown = true
			}
		}
		if !grown {
			return r
		}
	}
}

// Excluded reports whether what the way asks for can't be there at the same time. What classes ask for isn't looked at.
func (f *File) Excluded(w *Way) bool {
	return slices.ContainsFunc(f.Exclusions, func(x interaction.Exclusion) bool {
		slots := 0
		for _, reqs := range [2][]Requirement{w.Consumes, w.Needs} {
			for _, m := range reqs {
				d := f.Factor(m.Name)
				if m.Kind == OfItem && (slices.Contains(x.Factors, m.Name) || len(x.Factors) == 0 && d.Kind == interaction.Item) {
					slots += d.Slots(m.Count)
				}
			}
		}
		return slots > max(x.Slots, 1)
	})
}

// Open returns the first way of the effect all of whose requirements can be had.
func (r Reached) Open(f *File, e *Effect) (*Way, bool) {
	for k := range e.Ways {
		if w := &e.Ways[k]; r.has(f, w.Consumes) && r.has(f, w.Needs) && !f.Excluded(w) {
			return w, true
		}
	}
	return nil, false
}

func (r Reached) has(f *File, reqs []Requirement) bool {
	for _, req := range reqs {
		found := false
		for _, it := range f.Members(req) {
			found = found || r.Items[it] > 0
		}
		if !found {
			return false
		}
	}
	return true
}

func (r Reached) hasAll(items []string) bool {
	for _, it := range items {
		if r.Items[it] == 0 {
			return false
		}
	}
	return true
}
