package living_test

import (
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// renamed has the rules of one world, and the name and fingerprint of another.
type renamed struct {
	interaction.World
	spec interaction.Spec
}

func (r renamed) Spec() interaction.Spec { return r.spec }

// After a dispute an action is learned again from new trials only, and what is claimed then holds.
func TestLearnsAgain(t *testing.T) {
	const rules = `{"format": 1, "id": "yard", "map": {"size": 16, "things": {"tree": {"share": 0.1}}}, "actions": [
		{"label": "chop", "at": "tree", "effects": [{"gives": {"log": 1}, "ways": [{}]}]},
		{"label": "build", "effects": [{"gives": {"stool": 1}, "ways": [{"consumes": {"log": 2}}]}]}]}`
	parse := func(text string) *sim.File {
		f, err := sim.Parse("yard.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	l := &graphstore.Memory{}
	if sum, score := lived(t, parse(rules), config(1), 1, l); score.SHD != 0 || !sum.Complete {
		t.Fatalf("SHD %d, not learned %v", score.SHD, sum.NotLearned)
	}
	was, _ := world(t, parse(rules))
	now, truth := world(t, parse(strings.ReplaceAll(rules, `"log": 2`, `"log": 4`)))
	e, err := graphstore.NewEntry(graphstore.DisputeEntry{Action: was.Spec().Actions[1].ID, Reason: "it changed"})
	if err == nil {
		err = l.Append(t.Context(), e)
	}
	if err != nil {
		t.Fatal(err)
	}
	sum, err := living.World(t.Context(), renamed{now, was.Spec()}, l, config(1), pool.Config{Sessions: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := graphstore.Fold(t.Context(), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s := scenarios.NewScore(scenarios.NewTruth(truth), f.Graph); s.SHD != 0 || s.CountsExact != s.WaysTotal || len(s.WrongCertificates) > 0 || !sum.Complete {
		t.Errorf("SHD %d, wrong %v, %d of %d ways, not learned %v", s.SHD, s.WrongCertificates, s.CountsExact, s.WaysTotal, sum.NotLearned)
	}
	if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
		t.Errorf("%v %v", r.Problems, err)
	}
}

// Who eats what is carried gets it in time, and doesn't starve beside it.
func TestMeals(t *testing.T) {
	f, err := sim.Parse("orchard.json", []byte(`{"format": 1, "id": "orchard",
		"factors": {"food": {"kind": "vital", "max": 9}, "health": {"kind": "vital", "max": 9}},
		"map": {"size": 32, "things": {"bush": {"share": 0.05}}, "vitals": {"food": {"lasts": 25}, "health": {"life": true}}},
		"actions": [
			{"label": "pick", "at": "bush", "effects": [{"gives": {"berry": 1}, "ways": [{}]}]},
			{"label": "eat", "effects": [{"gives": {"food": 2}, "ways": [{"consumes": {"berry": 1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	l := &graphstore.Memory{}
	lived(t, f, config(1), 1, l)
	w, _ := world(t, f)
	kept, err := living.Kept(t.Context(), w, l, config(1))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		s, err := kept.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		state, err := s.Begin(t.Context(), interaction.State{}, seed)
		least := state.Level("food")
		for n := 0; n < 600 && err == nil; n++ {
			state, err = s.(interaction.Walker).Wait(t.Context())
			least = min(least, state.Level("food"))
		}
		if err != nil || least < 1 {
			t.Errorf("seed %d: food came down to %d (%v)", seed, least, err)
		}
	}
}
