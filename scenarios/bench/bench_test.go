package bench_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/sqlite"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
	"github.com/adam-discovery/adam/scenarios/internal/baseline"
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

// The loop as published gets the paper's clean game right with a right guess, and
// can't get alternatives right at all.
func TestBaseline(t *testing.T) {
	for world, exact := range map[string]bool{"minecraft-41-paper": true, "minecraft-41": false} {
		f := load(t, world, 0)
		for i := range f.Actions {
			for j := range f.Actions[i].Effects {
				f.Actions[i].Effects[j].Chance = 1
			}
		}
		r, s, err := bench.Baseline(t.Context(), f, baseline.Config{Guess: bench.Planted(scenarios.NewTruth(f), bench.Quality{}, 1)}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if (s.SHD == 0) != exact {
			t.Errorf("%s: SHD %d, exact should be %v", world, s.SHD, exact)
		}
		before := 0
		for _, l := range r.Lessons {
			if l.Steps <= before || l.Steps > r.Steps {
				t.Errorf("%s: %s was learned at step %d of %d, after step %d", world, l.Action, l.Steps, r.Steps, before)
			}
			before = l.Steps
			if !reflect.DeepEqual(r.Graph.Action(l.Action).Effects, l.Effects) {
				t.Errorf("%s: what was learned of %s isn't in the graph", world, l.Action)
			}
		}
		if len(r.Lessons) == 0 {
			t.Errorf("%s: nothing was learned", world)
		}
	}
}

// Equal seeds give equal tables and frontiers, whatever runs at once; what is
// certified is exact; the frontier begins with nothing known and ends where the
// table does.
func TestPaperTable(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	for _, world := range []string{"minecraft-41-paper", "minecraft-41-modified"} {
		f, prior := load(t, world, 0), load(t, "minecraft-41-paper", 0)
		table := bench.PaperTable{Name: "x", World: f, Prior: prior, Seeds: 3, Seed: 1, Parallel: 1, Config: config(1)}
		report, err := table.Run(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		table.Parallel = 4
		again, err := table.Run(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(report, again) {
			t.Errorf("%s: another number of runs at once gave another report", world)
		}
		ends := map[string]float64{}
		for _, r := range report.Rows {
			ends[strings.Replace(r.Name, "certified, ", "", 1)] = r.Exact
			if strings.HasPrefix(r.Name, "ours, certified") && r.Exact != 1 {
				t.Errorf("%s: %s: %v of the graphs are exact", world, r.Name, r.Exact)
			}
			if strings.HasPrefix(r.Name, "ours") && r.Cells[3].Success != 1 {
				t.Errorf("%s: %s: %v got to the diamond", world, r.Name, r.Cells[3].Success)
			}
		}
		truth := scenarios.NewTruth(f)
		edges := len(truth.Only(truth.Path("diamond")...).Edges())
		for _, c := range report.Curves {
			if first := c.Points[0]; first != (bench.CurvePoint{At: 0, SHD: float64(edges)}) {
				t.Errorf("%s: %s begins at %+v, not with all %d edges missing", world, c.Name, first, edges)
			}
			if want, known := ends[c.Name]; !known || c.End().Exact != want {
				t.Errorf("%s: %s ends with %v exact, the table says %v", world, c.Name, c.End().Exact, want)
			}
			for i, p := range c.Points {
				if i > 0 && p.At <= c.Points[i-1].At {
					t.Errorf("%s: %s: the places don't ascend: %d after %d", world, c.Name, p.At, c.Points[i-1].At)
				}
				if (p.Exact == 1) != (p.SHD == 0) || p.Exact < 0 || p.Exact > 1 {
					t.Errorf("%s: %s: %+v contradicts itself", world, c.Name, p)
				}
			}
			if c.Name == "planted prior, trusted" && (c.End().Exact == 1) != (f.ID == prior.ID) {
				t.Errorf("%s: %v of the graphs of who trusts the original game are exact", world, c.End().Exact)
			}
		}
	}
}

// The bounds of an effect with n = 40, k = 3 (docs/theory.md, "Lower bounds").
func TestBounds(t *testing.T) {
	for _, c := range []struct{ p, info, cert float64 }{{1, 13.1, 11.8}, {.8, 21.1, 20.7}} {
		info, cert := bench.InformationBound(bench.Log2Choose(40, 3), c.p, .01), bench.CertificateBound(1, 3, c.p, .01)
		if math.Abs(info-c.info) > .1 || math.Abs(cert-c.cert) > .1 {
			t.Errorf("chance %v: bounds %.2f and %.2f, want %v and %v", c.p, info, cert, c.info, c.cert)
		}
		// Both together are no less than the certificate, and no more than one after the
		// other.
		joint := bench.JointBound(bench.Log2Choose(40, 3), 1, 3, 0, c.p, .01)
		if joint <= max(info, cert) || joint > info+cert {
			t.Errorf("chance %v: both together need %.2f, one or the other %.2f and %.2f", c.p, joint, info, cert)
		}
		if known := bench.JointBound(0, 1, 3, 0, c.p, .01); math.Abs(known-cert) > 1e-9 {
			t.Errorf("chance %v: with nothing to find out it is %.2f, not %.2f", c.p, known, cert)
		}
	}
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
// ledger in SQLite. run-ns/trial is what the engine costs per trial until everything is
// in the ledger, world included; making the file before and closing it after (which
// sync the disk several times) are file-ns/run.
func BenchmarkExplore(b *testing.B) {
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(400)) // as adam sets it where little is in use
	}
	for _, world := range []string{"tiny", "minecraft-41-paper", "minecraft-41"} {
		f := load(b, world, 0)
		for _, store := range []string{"memory", "sqlite"} {
			b.Run(world+"/"+store, func(b *testing.B) {
				trials := 0
				var ran time.Duration
				for b.Loop() {
					var l graphstore.Ledger = &graphstore.Memory{}
					if store == "sqlite" {
						var err error
						if l, err = sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "x.db"), sqlite.ReadWrite); err != nil {
							b.Fatal(err)
						}
					}
					began := time.Now()
					r, err := bench.ExploreInto(b.Context(), f, config(1), l)
					ran += time.Since(began)
					if err != nil {
						b.Fatal(err)
					}
					if err := l.Close(); err != nil {
						b.Fatal(err)
					}
					trials += r.Trials
				}
				b.ReportMetric(float64(ran.Nanoseconds())/float64(trials), "run-ns/trial")
				b.ReportMetric(float64((b.Elapsed()-ran).Nanoseconds())/float64(b.N), "file-ns/run")
				b.ReportMetric(float64(trials)/float64(b.N), "trials/run")
			})
		}
	}
}
