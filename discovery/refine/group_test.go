package refine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/discovery/internal/discoverytest"
	"github.com/adam-discovery/adam/discovery/internal/starts"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/interaction"
)

func TestGroup(t *testing.T)      { discoverytest.Refiner(t, refine.Group{}) }
func TestOneAtATime(t *testing.T) { discoverytest.Refiner(t, refine.OneAtATime{}) }

func TestOneAtATimeWithOneTry(t *testing.T) { discoverytest.Refiner(t, refine.OneAtATime{Tries: 1}) }

// One way of k items out of n, all else unknown, at an unknown chance p: what Group
// took on average when this was written, and half as much again. A search that got
// worse is noticed here; what is aimed at is in the benchmarks.
func TestGroupNeedsFewTrials(t *testing.T) {
	for _, c := range []struct {
		n, k   int
		p      float64
		trials float64
	}{{10, 1, 1, 12}, {10, 3, .8, 51}, {40, 3, 1, 31}, {40, 3, .8, 61}, {40, 3, .5, 138}, {200, 3, .8, 73}} {
		const worlds = 20
		sum := 0
		for seed := range uint64(worlds) {
			o := single(rand.New(rand.NewPCG(seed, 4)), c.n, c.k, c.p)
			q := inquiry.New(inquiry.Subject{Judge: chance.OneSided{}, Refiner: refine.Group{}, Budget: delta})
			sum += o.Learn(q, 1, limit).Trials
		}
		mean := float64(sum) / worlds
		t.Logf("n = %d, k = %d, p = %v: %.1f trials", c.n, c.k, c.p, mean)
		if mean > 1.5*c.trials {
			t.Errorf("n = %d, k = %d, p = %v: %.1f trials on average, it was %v", c.n, c.k, c.p, mean, c.trials)
		}
	}
}

// Of seven items that were looked at, three stand for each other: then it is likely that
// one of the next two does, and these are asked for, with what was seen not to matter. It
// isn't any more once nearly all missed together, nor where many others were looked at in
// between, nor if two requirements aren't met.
func TestFurther(t *testing.T) {
	any3 := discovery.Way{req(1, 0), req(1, 5, 6, 7)}
	for _, c := range []struct {
		name   string
		like   discovery.Way
		lacks  []int
		misses int
		want   string
	}{
		{"likely", any3, []int{5, 6, 7}, 0, "[1 item0, 1 item1, 1 item2, 1 item3, 1 item4, 1 item8, 1 item9]"},
		{"missed", any3, []int{5, 6, 7}, 4, "[]"},
		{"far between", discovery.Way{req(1, 0), req(1, 2, 30)}, []int{2, 30}, 0, "[]"},
		{"two are missing", discovery.Way{req(1, 0), req(1, 5, 6, 7)}, []int{0, 5, 6, 7}, 0, "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			const items = 40
			all, h := starts.Full(items, 1), discovery.NewHistory(starts.Items)
			effect := []interaction.Level{{Factor: items, Level: 1}}
			for range 5 {
				for _, w := range c.like.Pure() {
					starts.Add(h, discovery.At(starts.Items, w), nil, effect)
				}
				starts.Add(h, starts.Of(1, 1, 1, 1, 1), nil, nil)
			}
			within := all
			for _, i := range c.lacks {
				within = within.With(i, 0)
			}
			for range c.misses {
				starts.Add(h, within.With(39, 0), nil, nil)
			}
			kase := &discovery.Case{History: h, All: all, Prior: chance.DefaultPrior, Like: c.like, Remove: .5, Slots: 1}
			got := fmt.Sprint(refine.Group{}.Further(kase, within))
			if got != c.want {
				t.Errorf("asks for %v, want %v", got, c.want)
			}
		})
	}
}

// single is a world of one way of k items, one of each, kept.
func single(rng *rand.Rand, n, k int, p float64) *discoverytest.Oracle {
	needed := rng.Perm(n)[:k]
	slices.Sort(needed)
	var w discovery.Way
	for _, i := range needed {
		w = append(w, discovery.Member{Factors: []int{i}, Count: 1})
	}
	return &discoverytest.Oracle{Items: n, Ways: []discovery.Way{w}, Chance: p, Rand: rng}
}

// BenchmarkNext is one step: to ask what to try next, and to enter the answer.
func BenchmarkNext(b *testing.B) {
	for _, n := range []int{40, 1000} {
		b.Run(fmt.Sprintf("n=%d/k=3/p=0.8", n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 5))
			var (
				o    *discoverytest.Oracle
				q    *inquiry.Inquiry
				all  interaction.State
				used []interaction.Level
				got  []interaction.Level
			)
			fresh := func() {
				o = single(rng, n, 3, .8)
				all = o.All(64)
				q = inquiry.New(inquiry.Subject{Judge: chance.OneSided{}, Refiner: refine.Group{}, Budget: delta, History: discovery.NewHistory(starts.Items)})
				for len(q.History.Effects()) == 0 {
					used, got = o.Run(all)
					starts.Add(q.History, all, used, got)
				}
			}
			fresh()
			b.ReportAllocs()
			for b.Loop() {
				step := q.Next(discovery.FixedCeilings(all), 1)
				if len(step.Ask) == 0 {
					fresh() // rare: once in some sixty steps
					continue
				}
				used, got = o.Run(step.Ask[0])
				starts.Add(q.History, step.Ask[0], used, got)
			}
		})
	}
}

// BenchmarkLearn is a whole inquiry, to its certificate.
func BenchmarkLearn(b *testing.B) {
	for _, r := range refiners {
		for _, p := range []float64{1, .8, .5} {
			b.Run(fmt.Sprintf("%s/n=40/k=3/p=%v", r.Name(), p), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 6))
				trials, worlds := 0, 0
				for b.Loop() {
					q := inquiry.New(inquiry.Subject{Judge: chance.OneSided{}, Refiner: r, Budget: delta})
					trials += single(rng, 40, 3, p).Learn(q, 1, limit).Trials
					worlds++
				}
				b.ReportMetric(float64(trials)/float64(worlds), "trials/op")
			})
		}
	}
}
