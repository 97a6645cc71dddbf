package controller

import (
	"context"
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/graphstore"
)

const (
	// mostVain is how often in a row a place for an action is looked for in vain before plans do without it.
	mostVain = 12
	// meanwhile is how many steps of the world pass between two such searches, where the body can wait: what roams may come by.
	meanwhile = 25
)

// vain takes note that no place for the step's action was found, and waits a while, or has plans do without the action from now on:
// true.
func (t *task) vain(ctx context.Context, s Step) (without bool, err error) {
	if t.searches[s.Action]++; t.searches[s.Action] < mostVain {
		if body, ok := t.Body.(Enduring); ok {
			if err := body.Survive(ctx, meanwhile); err != nil && !isFault(err) {
				return false, err
			}
		}
		return false, t.look(ctx)
	}
	t.placeless = append(t.placeless, s.name())
	t.tell(Event{Kind: EventReplan, Goal: s.Factor, Action: s.Action, Why: fmt.Sprintf("no place for it was found in %d searches", mostVain)})
	g := *t.Graph
	g.Actions = slices.DeleteFunc(slices.Clone(g.Actions), func(a graphstore.Action) bool { return a.ID == s.Action })
	return true, t.know(&g, s.Action)
}
