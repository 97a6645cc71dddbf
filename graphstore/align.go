package graphstore

import (
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Align returns the old graph with its actions called as the new one calls those with the
// same labels: in another version of a game the same action may stand at another place.
// Actions that only the old one has get names that the new one doesn't use. Where labels are
// missing or not unique actions are told apart by their names, as before. Shared is how many
// actions both have. The graphs aren't changed; what is returned shares with old all but the
// list of actions.
func Align(old, new *Graph) (aligned *Graph, shared int) {
	byLabel := make(map[string]interaction.Action, len(new.Actions))
	for _, a := range new.Actions {
		byLabel[a.Label] = a.ID
	}
	if !labelled(old) || len(byLabel) != len(new.Actions) || !labelled(new) {
		for _, a := range old.Actions {
			if b := new.Action(a.ID); b != nil && (a.Label == b.Label || a.Label == "" || b.Label == "") {
				shared++
			}
		}
		return old, shared
	}
	g := *old
	g.Actions = slices.Clone(old.Actions)
	next := len(new.Actions)
	for i := range g.Actions {
		a := &g.Actions[i]
		if id, ok := byLabel[a.Label]; ok {
			a.ID = id
			shared++
			continue
		}
		for a.ID = interaction.ActionName(next); new.Action(a.ID) != nil; a.ID = interaction.ActionName(next) {
			next++
		}
		next++
	}
	return &g, shared
}

// labelled reports whether every action has a label that no other has.
func labelled(g *Graph) bool {
	seen := map[string]bool{"": true}
	for _, a := range g.Actions {
		if seen[a.Label] {
			return false
		}
		seen[a.Label] = true
	}
	return true
}
