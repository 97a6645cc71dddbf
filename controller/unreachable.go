package controller

import (
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Unreachable says what is missing for a goal. It is an [ErrUnreachable].
type Unreachable struct {
	Goal Goal
	// Missing are the factors at which it fails, the first first.
	Missing []Missing
	// Unproven are actions that were seen to give something that is out of reach
	// and on the way to the goal; what that takes isn't known.
	Unproven []interaction.Action

	room bool // nothing is missing but room for more of what is missing
}

// Missing is a factor that can't be had, and why.
type Missing struct {
	Factor string `json:"factor"`
	Why    string `json:"why"`
}

// Error names what is missing (JARVIS-1, prompt 3, in meaning).
func (u *Unreachable) Error() string {
	parts := make([]string, len(u.Missing))
	for i, m := range u.Missing {
		parts[i] = fmt.Sprintf("%s is missing: %s", m.Factor, m.Why)
	}
	return fmt.Sprintf("%s %v: %s", u.Goal, ErrUnreachable, strings.Join(parts, "; "))
}

// Is makes it an [ErrUnreachable].
func (u *Unreachable) Is(target error) bool { return target == ErrUnreachable }

// missing explains why the goal is out of reach: from what is wanted back to the
// factors that no known action gives. Nil if everything can be had.
func (r *run) missing() (out []Missing, unproven []interaction.Action) {
	seen := map[int32]bool{}
	var walk func(i int32)
	walk = func(i int32) {
		if r.r.can(i) || seen[i] {
			return
		}
		seen[i] = true
		if r.class[i] != nil {
			for _, m := range r.makers[i] {
				walk(r.ops[m].needs[0].item)
			}
			return
		}
		for _, a := range r.unproven(r.names[i]) {
			if !slices.Contains(unproven, a) {
				unproven = append(unproven, a)
			}
		}
		if len(r.makers[i]) == 0 {
			out = append(out, Missing{r.names[i], r.whyNone(r.names[i])})
			return
		}
		before := len(out)
		for _, m := range r.makers[i] {
			for _, n := range r.ops[m].needs {
				walk(n.item)
			}
		}
		if len(out) == before {
			out = append(out, Missing{r.names[i], "every known way to it needs it first"})
		}
	}
	for _, w := range r.want {
		walk(w)
	}
	return out, unproven
}

// unproven lists the actions that gave the factor by ways that aren't known.
func (n *net) unproven(factor string) []interaction.Action {
	var out []interaction.Action
	for i := range n.graph.Actions {
		if e := n.graph.Actions[i].Effect(factor); e != nil && e.Grade < graphstore.Proven {
			out = append(out, n.graph.Actions[i].ID)
		}
	}
	return out
}

// whyNone says why no action is known to give the factor.
func (n *net) whyNone(factor string) string {
	f := n.graph.Factor(factor)
	fact := f != nil && f.Kind == interaction.Fact
	for _, a := range n.graph.Actions {
		for _, e := range a.Effects {
			if e.Factor != factor {
				continue
			}
			switch {
			case e.Disputed:
				return "what is known of how to get it is disputed"
			case e.Grade < graphstore.Proven && !fact: // a fact may have come with it by chance
				return "it was obtained, but what that needs isn't known"
			}
		}
	}
	switch {
	case fact:
		return "no known action brings it about: it holds at times, or near something; adam run waits for what comes by itself in a world that is lived in"
	case f != nil && f.Kind == interaction.Vital:
		return "no known action raises it"
	}
	return "no known action gives it"
}

// scarce names the factors that nothing makes and of which there is too little, when
// the search found that no plan exists, of those that lead to what is wanted.
func (r *run) scarce() []Missing {
	var out []Missing
	leads := make([]bool, len(r.names))
	for next := slices.Clone(r.want); len(next) > 0; next = next[1:] {
		if i := next[0]; !leads[i] {
			leads[i] = true
			for _, m := range r.makers[i] {
				for _, n := range r.ops[m].needs {
					next = append(next, n.item)
				}
			}
		}
	}
	for i := range r.names {
		if leads[i] && r.r.rank[i] == 0 && !r.renewed.can(int32(i)) {
			out = append(out, Missing{r.names[i], fmt.Sprintf("the %d there are don't suffice, and nothing that can be done makes more", r.have[i])})
		}
	}
	if len(out) == 0 {
		for _, w := range r.want {
			out = append(out, Missing{r.names[w], "no order of the known actions leads to it"})
		}
	}
	return out
}
