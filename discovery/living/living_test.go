package living_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// world is the rules of the file on a map, with a body.
func world(t testing.TB, f *sim.File) (*body.World, *sim.File) {
	t.Helper()
	l, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	w, err := body.New(l)
	if err != nil {
		t.Fatal(err)
	}
	return w, l.Rules()
}

func load(t testing.TB, name string) *sim.File {
	t.Helper()
	f, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func config(seed uint64) explore.Config {
	cfg := explore.Default()
	cfg.Stock, cfg.Seed = living.DefaultStock, seed
	return cfg
}

// lived explores the rules by living in them, and scores what came of it.
func lived(t testing.TB, f *sim.File, cfg explore.Config, parallel int, l graphstore.Ledger) (explore.Summary, scenarios.Score) {
	t.Helper()
	w, rules := world(t, f)
	sum, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: parallel}, nil)
	if err != nil {
		t.Fatal(err)
	}
	folded, err := graphstore.Fold(t.Context(), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	return sum, scenarios.NewScore(scenarios.NewTruth(rules).Lived(), folded.Graph)
}

// What is learned by living is the truth, and all of it, whatever the maps and the chances. The
// larger world is for make soak, and for .ci/run, which explores it by the program.
func TestExact(t *testing.T) {
	for name, seeds := range map[string]uint64{"tiny": 6, "minecraft-41-paper": 0} {
		if os.Getenv("ADAM_SOAK") != "" {
			seeds = map[string]uint64{"tiny": 100, "minecraft-41-paper": 3}[name]
		}
		for seed := uint64(1); seed <= seeds; seed++ {
			t.Run(fmt.Sprint(name, seed), func(t *testing.T) {
				t.Parallel()
				sum, score := lived(t, load(t, name), config(seed), 1, &graphstore.Memory{})
				if score.SHD != 0 || len(score.WrongCertificates) > 0 || sum.ActionsCertified != sum.ActionsTotal || !sum.Complete {
					t.Errorf("%d of %d certified in %d steps, %d lives; SHD %d, missing %v, extra %v, wrong %v; not learned %v", sum.ActionsCertified, sum.ActionsTotal,
						sum.Steps, sum.Episodes, score.SHD, score.Missing, score.Extra, score.WrongCertificates, sum.NotLearned)
				}
			})
		}
	}
}

// What the world fixes comes and goes in a life. It isn't drawn anew for each action, which would have it look like chance.
func TestFixed(t *testing.T) {
	f, err := sim.Parse("coast.json", []byte(`{"format":1,"id":"coast","factors":{"tide":{"kind":"fact","fixed":true}},"actions":[
		{"label":"chop","effects":[{"gives":{"log":1},"ways":[{}]}]},
		{"label":"fish","effects":[{"gives":{"fish":1},"ways":[{"needs":{"tide":1}}]}]},
		{"label":"smoke","effects":[{"gives":{"smoked":1},"ways":[{"consumes":{"fish":1,"log":1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(3) {
		sum, score := lived(t, f, config(seed+1), 1, &graphstore.Memory{})
		if score.SHD != 0 || len(score.WrongCertificates) > 0 || sum.ActionsCertified != 3 {
			t.Errorf("seed %d: %d of %d certified; SHD %d, wrong %v; not learned %v", seed+1, sum.ActionsCertified, sum.ActionsTotal, score.SHD, score.WrongCertificates, sum.NotLearned)
		}
	}
}

// In this game sets of answers follow from each other in turn, some of which ask for nothing: the end of a run was one of these,
// and its ledger told the other. It is for make soak.
func TestComesToRest(t *testing.T) {
	if os.Getenv("ADAM_SOAK") == "" {
		t.Skip("it takes minutes: make soak")
	}
	f, _, err := scenarios.Mutate(t.Context(), load(t, "minecraft-41-paper"), scenarios.Options{Seed: 66, Edits: 5, Goal: "diamond"})
	if err != nil {
		t.Fatal(err)
	}
	sum, score := lived(t, f, config(66), 1, &graphstore.Memory{})
	if score.SHD != 0 || len(score.WrongCertificates) > 0 || sum.ActionsCertified != sum.ActionsTotal || !sum.Complete {
		t.Errorf("%d of %d certified; SHD %d; not learned %v", sum.ActionsCertified, sum.ActionsTotal, score.SHD, sum.NotLearned)
	}
}

// However many sessions live side by side, the ledger is the same.
func TestParallel(t *testing.T) {
	var want []graphstore.Entry
	for _, parallel := range []int{1, 4, 8} {
		l := &graphstore.Memory{}
		lived(t, load(t, "tiny"), config(3), parallel, l)
		got := entries(t, l)
		if want == nil {
			want = got
		}
		if len(got) != len(want) {
			t.Fatalf("%d at once: %d entries, not %d", parallel, len(got), len(want))
		}
		for i := range got {
			if got[i].Kind != want[i].Kind || string(got[i].Body) != string(want[i].Body) {
				t.Fatalf("%d at once: entry %d is %s, not %s", parallel, i, got[i].Body, want[i].Body)
			}
		}
	}
}

func entries(t testing.TB, l graphstore.Ledger) (out []graphstore.Entry) {
	t.Helper()
	for e, err := range l.Since(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

// A run that is stopped between any two rounds goes on to the same graph, and loses nothing.
func TestGoesOn(t *testing.T) {
	whole := &graphstore.Memory{}
	lived(t, load(t, "tiny"), config(5), 2, whole)
	l := &graphstore.Memory{}
	var sum explore.Summary
	for stops := 0; ; stops++ {
		w, _ := world(t, load(t, "tiny"))
		ctx, cancel := context.WithCancel(t.Context())
		rounds := 0
		var err error
		sum, err = living.World(ctx, w, l, config(5), pool.Config{Sessions: 2}, func(explore.Progress) {
			if rounds++; rounds == 2 {
				cancel()
			}
		})
		cancel()
		if err == nil {
			if stops == 0 {
				t.Error("it wasn't stopped")
			}
			break
		}
	}
	trials := func(l graphstore.Ledger) (out []string) {
		for _, e := range entries(t, l) {
			if e.Kind == graphstore.KindOutcome || e.Kind == graphstore.KindEpisode {
				out = append(out, string(e.Body))
			}
		}
		return out
	}
	a, b := trials(whole), trials(l)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("trial %d is %s, not %s", i, b[i], a[i])
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d trials, not %d", len(b), len(a))
	}
	if n := len(slices.DeleteFunc(entries(t, l), func(e graphstore.Entry) bool { return e.Kind != graphstore.KindEpisode })); sum.Rounds != n {
		t.Errorf("it says %d lives, and there were %d", sum.Rounds, n)
	}
}

// Whoever looks while it goes on, or after it was killed, sees what is known by then; and that follows from the trials.
func TestTellsOnTheWay(t *testing.T) {
	whole := &graphstore.Memory{}
	lived(t, load(t, "tiny"), config(5), 2, whole)
	all := entries(t, whole)
	most := 0
	for end := len(all) / 6; end < len(all)-12; end += len(all) / 6 { // the last entries are those of the end
		part := &graphstore.Memory{}
		if err := part.Append(t.Context(), all[:end]...); err != nil {
			t.Fatal(err)
		}
		f, err := graphstore.Fold(t.Context(), part, nil)
		if err != nil {
			t.Fatal(err)
		}
		effects := 0
		for _, a := range f.Graph.Actions {
			effects += len(a.Effects)
		}
		if effects < most {
			t.Errorf("after %d entries %d effects are known, and before there were %d", end, effects, most)
		}
		most = effects
		if r, err := graphstore.Check(t.Context(), part); err != nil || !r.OK() {
			t.Errorf("after %d entries: %v, %v", end, r.Problems, err)
		}
	}
	if most < 4 {
		t.Errorf("%d effects were told of before the end", most)
	}
}

// What is claimed follows from the trials.
func TestChecked(t *testing.T) {
	names := []string{"tiny"}
	if os.Getenv("ADAM_SOAK") != "" {
		names = append(names, "minecraft-41-paper")
	}
	for _, name := range names {
		l := &graphstore.Memory{}
		sum, score := lived(t, load(t, name), config(2), 1, l)
		if score.SHD != 0 || len(score.WrongCertificates) > 0 || !sum.Complete {
			t.Errorf("%s: SHD %d, wrong %v, not learned %v", name, score.SHD, score.WrongCertificates, sum.NotLearned)
		}
		r, err := graphstore.Check(t.Context(), l)
		if err != nil || !r.OK() || r.Findings == 0 {
			t.Errorf("%s: %v %v", name, r.Problems, err)
		}
	}
}

// Whoever practises does in each life all that it knows how to do.
func TestPractise(t *testing.T) {
	l := &graphstore.Memory{}
	f := load(t, "tiny")
	lived(t, f, config(3), 1, l)
	w, _ := world(t, f)
	before := len(entries(t, l))
	cfg := config(4)
	cfg.Budget = 2000
	sum, err := living.Practise(t.Context(), w, l, cfg, pool.Config{Sessions: 2}, nil)
	if err != nil || sum.Episodes < 10 {
		t.Fatalf("%d lives, %d steps, %s: %v", sum.Episodes, sum.Steps, sum.End, err)
	}
	v := interaction.NewVocabulary(living.DefaultStock, nil)
	did := map[interaction.Action]bool{}
	lives, whole := 0, 0
	for _, e := range entries(t, l)[before:] {
		switch e.Kind {
		case graphstore.KindOutcome:
			trial, o, err := graphstore.DecodeOutcome(e, v)
			if err != nil {
				t.Fatal(err)
			}
			if len(o.Changes) > 0 {
				did[trial.Action] = true
			}
		case graphstore.KindEpisode:
			if lives++; len(did) == len(w.Spec().Actions) {
				whole++
			}
			clear(did)
		}
	}
	if lives < 10 || whole < lives-2 { // the last ones may be cut short
		t.Errorf("all was done in %d of %d lives", whole, lives)
	}
}

// A way can need weather, which is waited for, and a thing that fits in only a few times can be as many as that:
// trials with all of it there tell nothing.
func TestWeatherAndFullStacks(t *testing.T) {
	f, err := sim.Parse("rain.json", []byte(`{"format": 1, "id": "rain",
		"factors": {"rain": {"kind": "fact"}, "log": {"kind": "item", "max": 7}, "jar": {"kind": "item", "max": 7}},
		"map": {"size": 16, "biomes": {"plain": {"ground": "grass"}}, "weather": {"rain": 0.3}, "things": {"tree": {"share": 0.1}}},
		"actions": [
			{"label": "chop", "at": "tree", "effects": [{"gives": {"log": 1}, "ways": [{}]}]},
			{"label": "catch", "effects": [{"gives": {"jar": 1}, "ways": [{"consumes": {"log": 1}, "needs": {"rain": 1}}]}]},
			{"label": "boil", "effects": [{"gives": {"salt": 1}, "ways": [{"consumes": {"jar": 2}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(6) {
		cfg := config(seed)
		cfg.Budget = 200_000
		l := &graphstore.Memory{}
		sum, score := lived(t, f, cfg, 1, l)
		// Rain that began while something was done is no doing of that: the action is learned all the same.
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Errorf("seed %d: %v %v", seed, r.Problems, err)
		}
		if folded, err := graphstore.Fold(t.Context(), l, nil); err != nil || sum.Complete && slices.ContainsFunc(folded.Graph.Actions, func(a graphstore.Action) bool { return !a.Learned }) {
			t.Errorf("seed %d: all is learned, and the graph says otherwise (%v)", seed, err)
		}
		if score.SHD != 0 || len(score.WrongCertificates) > 0 || sum.ActionsCertified != sum.ActionsTotal {
			t.Errorf("seed %d: %d of %d certified in %d steps; SHD %d, missing %v, extra %v, wrong %v; not learned %v", seed, sum.ActionsCertified, sum.ActionsTotal,
				sum.Steps, score.SHD, score.Missing, score.Extra, score.WrongCertificates, sum.NotLearned)
		}
	}
}
