package living_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
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
func equipped() played {
	return played{id: "equipped", actions: []interaction.Action{"chop", "carve", "buy", "fly"},
		begin: func() map[string]int { return map[string]int{"compass": 1, "coin": 2} },
		act: func(has map[string]int, a interaction.Action) error {
			switch {
			case a == "fly":
				return &interaction.Fault{Class: interaction.FaultRefused, Err: errors.New("nobody flies")}
			case a == "chop":
				has["log"]++
			case a == "carve" && has["log"] >= 2:
				has["log"] -= 2
				has["club"]++
			case a == "buy" && has["coin"] > 0:
				has["coin"]--
				has["map"]++
			}
			return nil
		}}
}

// What an episode begins with is there on the way, also where nothing gives it; that nothing takes away is taken for no cause, as nothing
// tells whether it is one. An action that the world refuses is left.
func TestEpisodesThatBeginWithSomething(t *testing.T) {
	for seed := range uint64(4) {
		cfg := config(seed + 1)
		cfg.Budget = 50_000
		l := &graphstore.Memory{}
		sum, err := living.World(t.Context(), equipped(), l, cfg, pool.Config{Sessions: 1}, nil)
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
func purse(need int) played {
	return played{id: "purse", actions: []interaction.Action{"earn", "enter", "chop"}, prompt: true,
		begin: func() map[string]int { return map[string]int{"coin": 1} },
		act: func(has map[string]int, a interaction.Action) error {
			switch {
			case a == "earn":
				has["coin"]++
			case a == "chop":
				has["log"]++
			case a == "enter" && has["coin"] >= need:
				has["ticket"]++
			}
			return nil
		}}
}

// Of what is always there, more than that may be needed.
func TestMoreThanEpisodesBeginWith(t *testing.T) {
	for _, need := range []int{2, 3, 9} {
		cfg := config(1)
		cfg.Budget = 50_000
		l := &graphstore.Memory{}
		sum, err := living.World(t.Context(), purse(need), l, cfg, pool.Config{Sessions: 1}, nil)
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

// shop is a world in which an episode begins with a coin, which buys a map, and a club takes two logs.
func shop() played {
	return played{id: "shop", actions: []interaction.Action{"pay", "chop", "carve"}, prompt: true,
		begin: func() map[string]int { return map[string]int{"coin": 1} },
		act: func(has map[string]int, a interaction.Action) error {
			switch {
			case a == "pay" && has["coin"] > 0:
				has["coin"]--
				has["map"]++
			case a == "chop":
				has["log"]++
			case a == "carve" && has["log"] >= 2:
				has["log"] -= 2
				has["club"]++
			}
			return nil
		}}
}

// A dispute drops trials, and with them what an episode was seen to begin with: what is certified after it is sound by what is left.
func TestBeginningAfterADispute(t *testing.T) {
	cfg := config(1)
	cfg.Budget = 50_000
	l := &graphstore.Memory{}
	for range 2 {
		if _, err := living.World(t.Context(), shop(), l, cfg, pool.Config{Sessions: 1}, nil); err != nil {
			t.Fatal(err)
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Errorf("%v %v", r.Problems, err)
		}
		e, err := graphstore.NewEntry(graphstore.DisputeEntry{Action: "pay", Reason: "it changed"})
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
}

// A life that begins anew, as by bad luck there is what must not be, doesn't show that what is there for good went away: lit is a lamp that
// nobody can put out, and sifting gives dust now and then, which nothing gets rid of.
func TestLifeBegunAnewInTheDark(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	w := played{id: "lamp", prompt: true, actions: []interaction.Action{"light", "sift", "cut", "ring", "crown", "paint"}, facts: []string{"lit"},
		begin: func() map[string]int { return map[string]int{} },
		act: func(has map[string]int, a interaction.Action) error {
			switch {
			case a == "light":
				has["lit"] = 1
			case a == "sift":
				has["gold"]++
				if rnd.IntN(8) == 0 {
					has["dust"]++
				}
			case a == "cut" && has["lit"] > 0:
				has["gem"]++
			case a == "ring" && has["gold"] > 0:
				has["gold"]--
				has["ring"]++
			case a == "crown" && has["ring"] > 0 && has["lit"] > 0:
				has["ring"]--
				has["crown"]++
			case a == "paint" && has["dust"] > 0 && has["gold"] > 2:
				has["paint"]++
			}
			return nil
		}}
	cfg := config(1)
	cfg.Budget = 100_000
	sum, err := living.World(t.Context(), w, &graphstore.Memory{}, cfg, pool.Config{Sessions: 1}, nil)
	if err != nil || sum.ActionsCertified != len(w.actions) {
		t.Errorf("%d of %d are certified: %v, %v", sum.ActionsCertified, len(w.actions), sum.NotLearned, err)
	}
}

// What each of the first episodes was, as a desert, the next one may not be: that salt takes it is found out by beginning anew.
func TestWhatMostEpisodesAre(t *testing.T) {
	for _, prompt := range []bool{false, true} {
		n := 0
		w := played{id: "desert", prompt: prompt, actions: []interaction.Action{"chop", "dig"}, facts: []string{"desert", "ground"},
			begin: func() map[string]int {
				has := map[string]int{"ground": 1}
				if n++; n%9 != 0 {
					has["desert"] = 1
				}
				return has
			},
			act: func(has map[string]int, a interaction.Action) error {
				switch {
				case a == "chop":
					has["wood"]++
				case has["desert"] > 0:
					has["salt"]++
				}
				return nil
			}}
		l := &graphstore.Memory{}
		sum, err := living.World(t.Context(), w, l, config(1), pool.Config{Sessions: 1}, nil)
		if err != nil || sum.ActionsCertified != 2 {
			t.Errorf("%d certified: %v, %v", sum.ActionsCertified, sum.NotLearned, err)
		}
		folded, err := graphstore.Fold(t.Context(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		if ways := fmt.Sprint(folded.Graph.Actions[1].Effects[0].Ways); ways != "[desert (kept)]" {
			t.Errorf("salt takes %s", ways)
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Error(r.Problems, err)
		}
	}
}

// What is a desert or a forest, as one episode is drawn, and now and then neither, isn't taken for day and night; and nobody waits in a
// desert for the forest until the budget is spent.
func TestDesertOrForest(t *testing.T) {
	for _, prompt := range []bool{false, true} {
		n := 0
		w := played{id: "biomes", prompt: prompt, actions: []interaction.Action{"chop", "dig", "pan"}, facts: []string{"desert", "forest"},
			begin: func() map[string]int {
				has := map[string]int{}
				if n++; n%15 != 0 {
					has[[]string{"desert", "forest"}[n%2]] = 1
				}
				return has
			},
			act: func(has map[string]int, a interaction.Action) error {
				switch {
				case a == "chop":
					has["wood"]++
				case a == "dig" && has["desert"]+has["forest"] > 0:
					has["salt"]++
				case a == "pan" && has["salt"] > 0:
					has["salt"]--
					has["gold"]++
				}
				return nil
			}}
		cfg := config(1)
		cfg.Budget = 50_000
		l := &graphstore.Memory{}
		sum, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil || sum.ActionsCertified != 3 {
			t.Errorf("prompt %v: %d certified in %d steps: %v, %v", prompt, sum.ActionsCertified, sum.Steps, sum.NotLearned, err)
		}
		folded, err := graphstore.Fold(t.Context(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		if ways := fmt.Sprint(folded.Graph.Actions[1].Effects[0].Ways); ways != "[desert (kept) forest (kept)]" {
			t.Errorf("prompt %v: salt takes %s", prompt, ways)
		}
	}
}
