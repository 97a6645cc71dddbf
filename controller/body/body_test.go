package body_test

import (
	"fmt"
	"testing"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/scenarios"
)

func open(t testing.TB, name string) (interaction.Spec, interaction.Walker) {
	t.Helper()
	f, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	l, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	w, err := body.New(l)
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return w.Spec(), s.(interaction.Walker)
}

// The body finds the way to whatever an action is done to, in every map.
func TestFindsWays(t *testing.T) {
	spec, s := open(t, "minecraft-41-paper")
	for seed := range uint64(50) {
		if _, err := s.Begin(t.Context(), interaction.State{}, seed); err != nil {
			t.Fatal(err)
		}
		for _, a := range spec.Actions {
			if _, err := s.Approach(t.Context(), a.ID, interaction.Where{}); err != nil {
				t.Fatalf("seed %d: action %q: %v", seed, a.ID, err)
			}
		}
		log := 0
		for range 20 {
			st, err := s.Step(t.Context(), "a")
			if err != nil {
				t.Fatal(err)
			}
			log = st.Level("log")
		}
		if log == 0 {
			t.Errorf("seed %d: no log in 20 trials", seed)
		}
		if testing.Verbose() && seed < 5 {
			fmt.Println(seed, s.Steps(), log)
		}
	}
}

// The body leaves what it put down, and goes back to it.
func TestLeavesAndReturns(t *testing.T) {
	spec, s := open(t, "minecraft-41-paper")
	place := spec.Actions[len(spec.Actions)-2].ID
	for seed := range uint64(300) {
		if _, err := s.Begin(t.Context(), interaction.State{}, seed); err != nil {
			t.Fatal(err)
		}
		var st interaction.State
		var err error
		for _, a := range []interaction.Action{"a", "a", "a", "a", "a", "a", "a", "a", "b", "b", "c", place} {
			if st, err = s.Step(t.Context(), a); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil || st.Level("near_crafting_table") != 1 {
			t.Fatalf("seed %d: %v %v", seed, st, err)
		}
		if st, err = s.Leave(t.Context(), []string{"near_crafting_table"}); err != nil || st.Level("near_crafting_table") != 0 {
			t.Fatalf("seed %d: not left: %v %v", seed, st, err)
		}
		if st, err = s.Return(t.Context(), []string{"near_crafting_table"}, 1000); err != nil || st.Level("near_crafting_table") != 1 {
			t.Fatalf("seed %d: not back: %v %v", seed, st, err)
		}
	}
}
