package living_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// equipped is a world in which an episode begins with a compass, which stays, and with two coins, of which each buys a map. A club takes
// two logs. What is refused is never done.
type equipped struct{}

func (equipped) Spec() interaction.Spec {
	return interaction.Spec{ID: "equipped", Fingerprint: "1", Actions: []interaction.ActionSpec{{ID: "chop"}, {ID: "carve"}, {ID: "buy"}, {ID: "fly"}},
		Caps: interaction.Caps{Starts: interaction.Episodes, Seeds: true}}
}

func (w equipped) Open(context.Context) (interaction.Session, error) { return &equippedSession{}, nil }

type equippedSession struct{ has map[string]int }

func (s *equippedSession) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	s.has = map[string]int{"compass": 1, "coin": 2}
	return interaction.StateOf(s.has), nil
}

func (s *equippedSession) Step(_ context.Context, a interaction.Action) (interaction.State, error) {
	switch {
	case a == "fly":
		return interaction.State{}, &interaction.Fault{Class: interaction.FaultRefused, Err: errors.New("nobody flies")}
	case a == "chop":
		s.has["log"]++
	case a == "carve" && s.has["log"] >= 2:
		s.has["log"] -= 2
		s.has["club"]++
	case a == "buy" && s.has["coin"] > 0:
		s.has["coin"]--
		s.has["map"]++
	}
	return interaction.StateOf(s.has), nil
}

func (s *equippedSession) Close() error { return nil }

// What an episode begins with is there on the way, also where nothing gives it; that nothing takes away is taken for no cause, as nothing
// tells whether it is one. An action that the world refuses is left.
func TestEpisodesThatBeginWithSomething(t *testing.T) {
	for seed := range uint64(4) {
		cfg := config(seed + 1)
		cfg.Budget = 50_000
		l := &graphstore.Memory{}
		sum, err := living.World(t.Context(), equipped{}, l, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil || sum.Steps >= cfg.Budget {
			t.Errorf("seed %d: %v after %d steps", seed+1, err, sum.Steps)
		}
		folded, err := graphstore.Fold(t.Context(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := map[interaction.Action]string{"chop": "nothing", "carve": "2 log", "buy": "1 coin", "fly": ""}
		for _, a := range folded.Graph.Actions {
			got := ""
			for _, e := range a.Effects {
				if e.Grade == graphstore.Certified {
					for _, w := range e.Ways {
						got += w.String()
					}
				}
			}
			if got != want[a.ID] {
				t.Errorf("seed %d: %s is certified by %q, not %q", seed+1, a.ID, got, want[a.ID])
			}
		}
		if i := slices.IndexFunc(folded.Graph.Actions, func(a graphstore.Action) bool { return strings.Contains(a.Reason, "refused") }); i < 0 || folded.Graph.Actions[i].ID != "fly" {
			t.Errorf("seed %d: it isn't said that one is refused", seed+1)
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Errorf("seed %d: %v %v", seed+1, r.Problems, err)
		}
	}
}

// purse is a world in which an episode begins with a coin, each round earns another, and who has enough of them gets a ticket.
type purse struct{ need int }

func (purse) Spec() interaction.Spec {
	return interaction.Spec{ID: "purse", Fingerprint: "1", Actions: []interaction.ActionSpec{{ID: "earn"}, {ID: "enter"}, {ID: "chop"}},
		Caps: interaction.Caps{Starts: interaction.Episodes, Seeds: true, Prompt: true}}
}

func (w purse) Open(context.Context) (interaction.Session, error) {
	return &purseSession{purse: w}, nil
}

type purseSession struct {
	purse
	has map[string]int
}

func (s *purseSession) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	s.has = map[string]int{"coin": 1}
	return interaction.StateOf(s.has), nil
}

func (s *purseSession) Step(_ context.Context, a interaction.Action) (interaction.State, error) {
	switch {
	case a == "earn":
		s.has["coin"]++
	case a == "chop":
		s.has["log"]++
	case a == "enter" && s.has["coin"] >= s.need:
		s.has["ticket"]++
	}
	return interaction.StateOf(s.has), nil
}

func (s *purseSession) Close() error { return nil }

// Of what is always there, more than that may be needed.
func TestMoreThanEpisodesBeginWith(t *testing.T) {
	for _, need := range []int{2, 3, 9} {
		cfg := config(1)
		cfg.Budget = 50_000
		l := &graphstore.Memory{}
		sum, err := living.World(t.Context(), purse{need}, l, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil || sum.ActionsCertified != 3 {
			t.Errorf("%d needed: %v, %d certified after %d steps, not learned %v", need, err, sum.ActionsCertified, sum.Steps, sum.NotLearned)
		}
		folded, err := graphstore.Fold(t.Context(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := folded.Graph.Action("enter").Effects[0].Ways[0].String(); got != fmt.Sprintf("%d coin (kept)", need) {
			t.Errorf("%d needed: by %s", need, got)
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Errorf("%d needed: %v %v", need, r.Problems, err)
		}
	}
}

// A dispute drops trials, and with them what an episode was seen to begin with: what is certified after it is sound by what is left.
func TestBeginningAfterADispute(t *testing.T) {
	cfg := config(1)
	cfg.Budget = 50_000
	l := &graphstore.Memory{}
	for range 2 {
		if _, err := living.World(t.Context(), equipped{}, l, cfg, pool.Config{Sessions: 1}, nil); err != nil {
			t.Fatal(err)
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Errorf("%v %v", r.Problems, err)
		}
		e, err := graphstore.NewEntry(graphstore.DisputeEntry{Action: "buy", Reason: "it changed"})
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
}
