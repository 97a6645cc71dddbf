package controller

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

const (
	// mostVain is how often in a row a place for an action is looked for in vain before plans do without it.
	mostVain = 12
	// meanwhile is how many steps of the world pass between two such searches, where the body can wait: what roams may come by.
	meanwhile = 25
)

// mostLost is how many sessions with what there was in them are lost before a task is given up.
const mostLost = 20

// lost takes note of a session that is gone with what there was in it, as another began, and tells it. Where nothing is lost
// with the session it does nothing. An error says that it was so too often.
func (t *task) lost(before interaction.State, err error) error {
	if !interaction.AsFault(err).Dead || t.now.Equal(before) {
		return nil
	}
	t.tell(Event{Kind: EventLost, Changes: interaction.Changes(before, t.now), Why: fmt.Sprintf("the session broke, and it begins anew: %v", err)})
	if t.sessions++; t.sessions < mostLost {
		return nil
	}
	return fmt.Errorf("%w: %d sessions were lost, the last as: %v", ErrBroken, t.sessions, err)
}

// interrupted is for a search or a way back that broke: the plan is made again.
func (t *task) interrupted(ctx context.Context, before interaction.State, err error) error {
	t.tell(Event{Kind: EventReplan, Why: err.Error()})
	if lerr := t.look(ctx); lerr != nil {
		return lerr
	}
	return t.lost(before, err)
}

// vain takes note that no place for the step's action was found, and waits a while, or has plans do without the action from now on:
// true.
func (t *task) vain(ctx context.Context, s Step) (without bool, err error) {
	if t.searches[s.Action]++; t.searches[s.Action] < mostVain {
		if body, ok := t.Body.(Enduring); ok {
			if err := t.pass(ctx, body, meanwhile); err != nil && !isFault(err) && !errors.Is(err, errNoMap) {
				return false, err
			}
		}
		return false, nil
	}
	if !slices.Contains(t.placeless, s.name()) {
		t.placeless = append(t.placeless, s.name())
	}
	if t.whole == nil {
		t.whole = t.Graph
	}
	t.tell(Event{Kind: EventReplan, Goal: s.Factor, Action: s.Action, Why: fmt.Sprintf("no place for it was found in %d searches", mostVain)})
	g := *t.Graph
	g.Actions = slices.DeleteFunc(slices.Clone(g.Actions), func(a graphstore.Action) bool { return a.ID == s.Action })
	return true, t.know(&g, s.Action)
}

// vainly is why a goal is out of reach: that no place was found for something, if it is in reach with that, and else what there was to
// say.
func (t *task) vainly(ctx context.Context, goals []Goal, why error) error {
	if t.whole == nil {
		return why
	}
	p, err := NewExact(t.whole, t.Config.Planner)
	if err != nil {
		return err
	}
	if _, err := Best(ctx, p, t.counted(), goals); err != nil {
		return why
	}
	return fmt.Errorf("%w: no place was found for %s, and nothing else that is known leads there", ErrGaveUp, strings.Join(t.placeless, ", "))
}
