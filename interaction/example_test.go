package interaction_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/interaction"
)

// room is a world of one action: who has a match strikes it, and then there is light.
type room struct{}

func (room) Spec() interaction.Spec {
	return interaction.Spec{ID: "room", Fingerprint: "1",
		Actions: []interaction.ActionSpec{{ID: "a"}},
		Factors: []interaction.Factor{{Name: "light", Kind: interaction.Fact}},
		Caps:    interaction.Caps{Starts: interaction.AnyStart}}
}

func (room) Open(context.Context) (interaction.Session, error) { return &visit{}, nil }

// visit is a session of it.
type visit struct{ now interaction.State }

func (v *visit) Begin(_ context.Context, wish interaction.State, _ uint64) (interaction.State, error) {
	v.now = wish
	return v.now, nil
}

func (v *visit) Step(context.Context, interaction.Action) (interaction.State, error) {
	if n := v.now.Level("match"); n > 0 {
		v.now = v.now.After([]interaction.Change{{Factor: "match", From: n, To: n - 1}, {Factor: "light", To: 1}})
	}
	return v.now, nil
}

func (v *visit) Close() error { return nil }

// A world is two small types. A trial begins a session of it at a chosen start, does one
// thing, and says what changed; that nothing did is an outcome, too.
func Example() {
	ctx := context.Background()
	session, err := room{}.Open(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer session.Close()
	for _, start := range []map[string]int{{"match": 3}, {}} {
		trial := interaction.Trial{Action: "a", Start: interaction.StateOf(start)}
		o, fault := interaction.Execute(ctx, session, trial, 1)
		if fault != nil {
			fmt.Println(fault)
			return
		}
		fmt.Printf("%s from %s: %s\n", o.Status, o.Start, interaction.FormatChanges(o.Changes))
	}
	// Output:
	// completed from 3 match: +1 light, -1 match
	// completed from nothing: nothing
}
