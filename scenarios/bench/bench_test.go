package bench_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/adam-discovery/adam/discovery/baseline"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/sqlite"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

func config(seed uint64) explore.Config {
	return explore.Config{Seed: seed, Width: 8, Delta: .01, Floor: .3, Stock: 64, Chances: explore.ChancesShared, Unlock: explore.UnlockWorld,
		Refiner: refine.Group{}, Hypothesizer: statistical.Hypothesizer{}, Attempts: 3}
}

func load(t testing.TB, name string, faults float64) *sim.File {
	t.Helper()
	f, err := scenarios.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	if faults > 0 {
		f.Faults = sim.Faults{Chance: faults, Kinds: []sim.FaultKind{sim.Lost, sim.Refused}}
	}
	return f
}

// BenchmarkFaults is ADAM's loop as published, which reads a broken trial as "no
// effect", beside ours: the same world in which 10% of trials break, the same
// seeds. Reported per run: edges that are wrong (SHD), the share of runs whose
// graph isn't exact, and the steps spent.
func BenchmarkFaults(b *testing.B) {
	for _, world := range []string{"minecraft-41-paper", "minecraft-41"} {
		f := load(b, world, .1)
		truth := scenarios.NewTruth(f)
		run := func(name string, one func(seed uint64) (shd, steps int)) {
			b.Run(world+"/"+name, func(b *testing.B) {
				shd, wrong, steps, n := 0, 0, 0, 0
				for b.Loop() {
					n++
					d, s := one(uint64(n))
					shd += d
					steps += s
					if d > 0 {
						wrong++
					}
				}
				b.ReportMetric(float64(shd)/float64(n), "SHD/run")
				b.ReportMetric(float64(wrong)/float64(n), "inexact/run")
				b.ReportMetric(float64(steps)/float64(n), "steps/run")
			})
		}
		published := func(faultsAreNo bool) func(seed uint64) (int, int) {
			return func(seed uint64) (int, int) {
				r, s, err := bench.Baseline(context.Background(), f, baseline.Config{FaultsAreNo: faultsAreNo,
					Guess: bench.Planted(truth, bench.Quality{Redundancy: .2}, seed)}, seed)
				if err != nil {
					b.Fatal(err)
				}
				return s.SHD, r.Steps
			}
		}
		run("published", published(true))
		run("published-faults-retried", published(false))
		run("ours", func(seed uint64) (int, int) {
			r, err := bench.Explore(context.Background(), f, config(seed))
			if err != nil {
				b.Fatal(err)
			}
			return r.Score.SHD, r.Summary.Steps
		})
	}
}

// BenchmarkExplore is the whole exploration of a world, in memory and with the
// ledger in SQLite: ns/trial is what the engine costs per trial, world included.
func BenchmarkExplore(b *testing.B) {
	for _, world := range []string{"tiny", "minecraft-41-paper", "minecraft-41"} {
		f := load(b, world, 0)
		for _, store := range []string{"memory", "sqlite"} {
			b.Run(world+"/"+store, func(b *testing.B) {
				trials := 0
				for b.Loop() {
					var l graphstore.Ledger = &graphstore.Memory{}
					if store == "sqlite" {
						var err error
						if l, err = sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "x.db"), sqlite.ReadWrite); err != nil {
							b.Fatal(err)
						}
					}
					r, err := bench.ExploreInto(b.Context(), f, config(1), l)
					if err != nil {
						b.Fatal(err)
					}
					if err := l.Close(); err != nil {
						b.Fatal(err)
					}
					trials += r.Trials
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(trials), "ns/trial")
				b.ReportMetric(float64(trials)/float64(b.N), "trials/run")
			})
		}
	}
}
