package controller_test

import (
	"context"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/interaction"
)

// rambler is a world whose walker notes what it is asked for.
type rambler struct {
	interaction.Walker
	did []string
}

func (r *rambler) Spec() interaction.Spec {
	return interaction.Spec{ID: "hills", Caps: interaction.Caps{Starts: interaction.Episodes}}
}
func (r *rambler) Open(context.Context) (interaction.Session, error) { return r, nil }
func (r *rambler) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	return interaction.State{}, nil
}
func (r *rambler) Bound(interaction.Action) bool { return true }
func (r *rambler) Steps() int                    { return len(r.did) }
func (r *rambler) note(what string) (interaction.State, error) {
	r.did = append(r.did, what)
	return interaction.State{}, nil
}
func (r *rambler) Approach(_ context.Context, a interaction.Action, _ interaction.Where) (interaction.State, error) {
	return r.note("to " + string(a))
}
func (r *rambler) Here(_ context.Context, a interaction.Action) (interaction.State, error) {
	return r.note(string(a))
}
func (r *rambler) Wait(context.Context) (interaction.State, error) { return r.note("wait") }
func (r *rambler) Return(context.Context, []string, int) (interaction.State, error) {
	return r.note("back")
}

// An action is done where the avatar went for it, and after anything else it goes there again.
func TestActsWhereItWentTo(t *testing.T) {
	for _, meanwhile := range []struct {
		name string
		do   func(*controller.Avatar) error
		want []string
	}{
		{"nothing", func(*controller.Avatar) error { return nil }, []string{"to chop", "chop"}},
		{"a wait", func(a *controller.Avatar) error { return a.Survive(t.Context(), 1) }, []string{"to chop", "wait", "to chop", "chop"}},
		{"a way back", func(a *controller.Avatar) error { _, err := a.Return(t.Context(), []string{"near_table"}); return err }, []string{"to chop", "back", "to chop", "chop"}},
		{"the action itself", func(a *controller.Avatar) error { _, err := a.Act(t.Context(), "chop"); return err }, []string{"to chop", "chop", "to chop", "chop"}},
	} {
		r := &rambler{}
		a, err := controller.Enter(t.Context(), r, interaction.State{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Approach(t.Context(), "chop"); err != nil {
			t.Fatal(err)
		}
		if err := meanwhile.do(a); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Act(t.Context(), "chop"); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(r.did, meanwhile.want) {
			t.Errorf("%s meanwhile: it did %q, want %q", meanwhile.name, r.did, meanwhile.want)
		}
	}
}
