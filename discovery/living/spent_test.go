package living_test

import (
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// claims explores the world that the rules make, and returns what is certified of the action, a way a line.
func claims(t *testing.T, rules, action string, seed uint64) string {
	t.Helper()
	f, err := sim.Parse("claims", []byte(rules))
	if err != nil {
		t.Fatal(err)
	}
	w, _ := world(t, f)
	l := &graphstore.Memory{}
	cfg := config(seed)
	cfg.Budget = 40_000
	if _, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil); err != nil {
		t.Fatal(err)
	}
	if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
		t.Errorf("seed %d: %v, %v", seed, r.Problems, err)
	}
	folded, err := graphstore.Fold(t.Context(), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, a := range folded.Graph.Actions {
		if w.Label(a.ID) != action {
			continue
		}
		for _, e := range a.Effects {
			if e.Grade == graphstore.Certified {
				for _, w := range e.Ways {
					out = append(out, w.String())
				}
			}
		}
	}
	return strings.Join(out, "\n")
}

// Two of tin and iron are used up, and iron comes by twos: one of each does, too. What a success used up tells, and where one by two pieces of
// iron was never seen with tin beside, it is asked for.
func TestMixturesOfWhatComesByTwos(t *testing.T) {
	const rules = `{"format":1,"id":"mix","classes":{"ore":["tin","iron"]},"actions":[
		{"label":"pan","effects":[{"gives":{"tin":1},"chance":0.5,"ways":[{}]}]},
		{"label":"dig","effects":[{"gives":{"iron":2},"ways":[{}]}]},
		{"label":"smelt","effects":[{"gives":{"ingot":2},"chance":0.4,"ways":[{"consumes":{"class:ore":2}}]}]},
		{"label":"ring","effects":[{"gives":{"ring":1},"ways":[{"consumes":{"ingot":1}}]}]}]}`
	for seed := uint64(1); seed <= 9; seed++ {
		if got := claims(t, rules, "smelt", seed); strings.Count(got, "\n") != 2 || !strings.Contains(got, "1 iron + 1 tin") {
			t.Errorf("seed %d: smelting takes %q", seed, got)
		}
	}
}

// One rope comes of two of four logs, which leaves two, and these do by themselves. That one rope alone is nothing is tried, though who begins
// with logs can't bring it about any more.
func TestWhatIsSpoiledAtFirst(t *testing.T) {
	const rules = `{"format":1,"id":"rope","actions":[
		{"label":"fell","effects":[{"gives":{"log":4},"ways":[{}]}]},
		{"label":"reap","effects":[{"gives":{"reed":1},"ways":[{}]}]},
		{"label":"twist","effects":[{"gives":{"rope":1},"ways":[{"consumes":{"log":2}},{"consumes":{"reed":1}}]}]},
		{"label":"hang","effects":[{"gives":{"swing":1},"ways":[{"needs":{"rope":2}},{"needs":{"log":2}}]}]}]}`
	for seed := uint64(1); seed <= 4; seed++ {
		for _, way := range strings.Split(claims(t, rules, "hang", seed), "\n") {
			if way == "rope (kept)" {
				t.Errorf("seed %d: one rope is certified to be enough", seed)
			}
		}
	}
}
