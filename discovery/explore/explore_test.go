package explore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/export"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

func config(seed uint64) explore.Config {
	return explore.Config{Seed: seed, Width: 8, Delta: .01, Floor: .3, Stock: 64, Chances: explore.ChancesShared, Unlock: explore.UnlockWorld,
		Refiner: refine.Group{}, Hypothesizer: statistical.Hypothesizer{}, Attempts: 3}
}

func load(t testing.TB, name string) *sim.File {
	t.Helper()
	f, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// run explores over the ledger; wrap, if not nil, may look at what the pool is
// asked to run.
func run(ctx context.Context, t testing.TB, f *sim.File, cfg explore.Config, l graphstore.Ledger, sessions int,
	wrap func(interaction.Runner) interaction.Runner) (explore.Summary, error) {
	t.Helper()
	var w interaction.World = sim.New(f)
	if sessions > 1 {
		w = conformance.Watched{World: w} // or there would be one
	}
	x, err := explore.New(ctx, cfg, w.Spec(), l)
	if err != nil {
		t.Fatal(err)
	}
	p, err := pool.New(w, pool.Config{Sessions: sessions, Seed: cfg.Seed})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var r interaction.Runner = p
	if wrap != nil {
		r = wrap(r)
	}
	return x.Run(ctx, r, nil)
}

func graph(t testing.TB, l graphstore.Ledger) *graphstore.Graph {
	t.Helper()
	f, err := graphstore.Fold(context.Background(), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f.Graph
}

func exported(t testing.TB, l graphstore.Ledger) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := export.Write(&b, graph(t, l), export.JSON, export.ViewAndOr); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The metamorphic matrix: whatever the number of sessions, the design, the
// refiner, the hypothesizer and the unlock rule, what is learned is the truth; and
// the number of sessions doesn't change a byte.
func TestMatrix(t *testing.T) {
	for _, world := range []string{"tiny", "minecraft-41-paper", "minecraft-41"} {
		f := load(t, world)
		truth := scenarios.NewTruth(f)
		for _, width := range []int{1, 8} {
			for _, r := range []discovery.Refiner{refine.Group{}, refine.OneAtATime{}} {
				for _, h := range []discovery.Hypothesizer{statistical.Hypothesizer{}, discovery.NoHypothesis{}} {
					for _, u := range []explore.Unlock{explore.UnlockWorld, explore.UnlockNone} {
						if slow := width == 1 || u == explore.UnlockNone || r.Name() != "group"; world != "tiny" && slow && h.Name() == "none" ||
							world == "minecraft-41" && slow {
							continue // with the race detector these take minutes
						}
						cfg := config(3)
						cfg.Width, cfg.Refiner, cfg.Hypothesizer, cfg.Unlock = width, r, h, u
						name := fmt.Sprintf("%s/width=%d/%s/%s/%s", world, width, r.Name(), h.Name(), u)
						t.Run(name, func(t *testing.T) {
							t.Parallel()
							var first []byte
							for _, sessions := range []int{1, 3} {
								l := &graphstore.Memory{}
								sum, err := run(t.Context(), t, f, cfg, l, sessions, nil)
								if err != nil {
									t.Fatal(err)
								}
								s := scenarios.NewScore(truth, graph(t, l))
								if s.SHD != 0 || s.WaysExact != s.WaysTotal || s.CountsExact != s.WaysTotal || len(s.WrongCertificates) > 0 || !sum.Complete {
									t.Errorf("seed %d: SHD %d, %d and %d of %d ways, wrong %v, not learned %v",
										cfg.Seed, s.SHD, s.WaysExact, s.CountsExact, s.WaysTotal, s.WrongCertificates, sum.NotLearned)
								}
								if got := exported(t, l); first == nil {
									first = got
								} else if !bytes.Equal(first, got) {
									t.Error("another number of sessions gave another graph")
								}
							}
						})
					}
				}
			}
		}
	}
}

// A run that is stopped at random instants and continued each time ends in the
// graph of a run that wasn't, and never runs a trial that the ledger has.
func TestStopAndGoOn(t *testing.T) {
	for _, world := range []string{"tiny", "minecraft-41-paper"} {
		t.Run(world, func(t *testing.T) {
			f := load(t, world)
			f.Faults = sim.Faults{Chance: .1, Kinds: []sim.FaultKind{sim.Lost, sim.Refused}}
			cfg := config(5)
			whole := &graphstore.Memory{}
			want, err := run(t.Context(), t, f, cfg, whole, 2, nil)
			if err != nil {
				t.Fatal(err)
			}
			const seed = 11
			rng := rand.New(rand.NewPCG(seed, 1))
			l := &graphstore.Memory{}
			stops, ran := 0, map[interaction.Key]bool{}
			note := func(outcomes []interaction.Outcome) {
				for _, o := range outcomes {
					ran[o.Key] = ran[o.Key] || o.Status != interaction.Cancelled
				}
			}
			for {
				ctx, cancel := context.WithCancel(t.Context())
				left := 1 + rng.IntN(max(2, want.Steps/25))
				var mu sync.Mutex
				got, err := run(ctx, t, f, cfg, l, 2, func(next interaction.Runner) interaction.Runner {
					return interaction.RunnerFunc(func(ctx context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
						mu.Lock()
						defer mu.Unlock()
						for _, tr := range trials {
							if ran[tr.Key()] {
								t.Errorf("seed %d: trial %s was run again", seed, tr.Key())
							}
						}
						if left <= len(trials) { // stopped in the middle of a round
							out, err := next.Run(ctx, trials[:left])
							note(out)
							cancel()
							for _, tr := range trials[len(out):] {
								out = append(out, interaction.Outcome{Key: tr.Key(), Status: interaction.Cancelled})
							}
							return out, errors.Join(err, ctx.Err())
						}
						left -= len(trials)
						out, err := next.Run(ctx, trials)
						note(out)
						return out, err
					})
				})
				cancel()
				if err == nil {
					if got.Steps != want.Steps || got.Rounds != want.Rounds || got.Faults != want.Faults || !slices.EqualFunc(got.NotLearned, want.NotLearned, func(a, b explore.NotLearned) bool { return a == b }) {
						t.Errorf("seed %d: %+v after %d stops, want %+v", seed, got.Mark, stops, want.Mark)
					}
					break
				}
				if !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
				if stops++; stops > 10000 {
					t.Fatal("no end")
				}
			}
			if stops < 5 {
				t.Fatalf("only %d stops", stops)
			}
			if !bytes.Equal(exported(t, whole), exported(t, l)) {
				t.Errorf("seed %d: after %d stops the graph is another", seed, stops)
			}
		})
	}
}

// Trials that break are no evidence: the graph is the same, and the faults are
// counted.
func TestFaultsAreNoEvidence(t *testing.T) {
	f := load(t, "minecraft-41-paper")
	f.Faults = sim.Faults{Chance: .1, Kinds: []sim.FaultKind{sim.Lost, sim.Refused}}
	l := &graphstore.Memory{}
	sum, err := run(t.Context(), t, f, config(2), l, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := scenarios.NewScore(scenarios.NewTruth(f), graph(t, l))
	if s.SHD != 0 || s.CountsExact != s.WaysTotal {
		t.Errorf("SHD %d, %d of %d counts", s.SHD, s.CountsExact, s.WaysTotal)
	}
	if share := float64(sum.Faults) / float64(sum.Steps); share < .07 || share > .13 {
		t.Errorf("%d faults in %d steps, want about a tenth", sum.Faults, sum.Steps)
	}
	if sum.Steps != sum.Trials+sum.Faults {
		t.Errorf("%d steps are not %d trials and %d faults", sum.Steps, sum.Trials, sum.Faults)
	}
}

// What can't be learned is reported with the reason, and isn't complete.
func TestNotLearned(t *testing.T) {
	f, err := sim.Parse("w.json", []byte(`{"format": 1, "id": "w", "items": ["moonstone"], "actions": [
		{"label": "dig", "effects": [{"gives": {"clay": 1}, "ways": [{}]}]},
		{"label": "fly", "effects": [{"gives": {"cheese": 1}, "ways": [{"needs": {"moonstone": 1}}]}]},
		{"label": "hide", "unlock": ["moonstone"], "effects": [{"gives": {"den": 1}, "ways": [{"needs": {"clay": 1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	l := &graphstore.Memory{}
	sum, err := run(t.Context(), t, f, config(1), l, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if sum.Complete || len(sum.NotLearned) != 1 || sum.NotLearned[0].Action != "b" {
		t.Fatalf("not learned: %+v, complete %v", sum.NotLearned, sum.Complete)
	}
	// The hint of the third action never comes true; it is tried all the same.
	if a := graph(t, l).Action("c"); !a.Learned {
		t.Errorf("the action with a wrong hint: %+v", a)
	}
}

func TestConfigValidate(t *testing.T) {
	err := explore.Config{Unlock: "x", Budget: -1}.Validate()
	if err == nil {
		t.Fatal("an empty configuration is valid")
	}
	for _, word := range []string{"width", "delta", "floor", "stock", "chances", "unlock", "refiner", "hypothesizer", "budget", "attempts"} {
		if !bytes.Contains([]byte(err.Error()), []byte(word)) {
			t.Errorf("%q isn't reported: %v", word, err)
		}
	}
}
