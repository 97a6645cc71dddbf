package refine_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/discovery/internal/discoverytest"
	"github.com/adam-discovery/adam/discovery/refine"
)

// Where items stand for each other, or quantities are asked for that aren't used up, and
// trials are run one at a time, the search chooses what to claim by misses that count in
// the tests of it. Of all that was tried, certificates are wrong most often in such
// worlds, and the budget has to leave room for it: for all of them together, as the number
// of one strays by a third.
func TestWorstWorldsKeepTheirError(t *testing.T) {
	if testing.Short() {
		t.Skip("a share of the worlds says little")
	}
	t.Parallel()
	const worlds = 1500
	var certified, allWrong atomic.Int64
	kinds := []kind{
		{"two and any of eight", 10, discovery.Way{req(1, 0), req(1, 1), anyOf(2, 10)}},
		{"any of eight", 8, discovery.Way{anyOf(0, 8)}},
		{"three of one", 12, discovery.Way{req(3, 0)}},
		{"one of forty", 40, discovery.Way{req(1, 0)}},
	}
	t.Cleanup(func() { // after all of them
		wrong, of := allWrong.Load(), certified.Load()
		t.Logf("%d of %d certificates are wrong, the budget is %v", wrong, of, delta)
		if float64(wrong) > delta*float64(of) { // the seeds are fixed
			t.Errorf("%d of %d certificates are wrong, the budget is %v", wrong, of, delta)
		}
	})
	for _, w := range kinds {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			const proved = false
			wrong, refused := w.learn(worlds, delta, proved)
			t.Logf("%d of %d certificates are wrong, the budget is %v; %d were refused", wrong, worlds, delta, refused)
			if float64(wrong) > 4./3*delta*worlds {
				t.Errorf("%d of %d certificates are wrong, the budget is %v", wrong, worlds, delta)
			}
			if refused*200 > worlds {
				t.Errorf("%d of %d were refused", refused, worlds)
			}
			certified.Add(int64(worlds - refused))
			allWrong.Add(int64(wrong))
		})
	}
}

// Where it is proven that the budget is kept, it is kept in the worst worlds, too, by each.
func TestProvedKeepsItsBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("a share of the worlds says little")
	}
	const worlds = 600
	for _, w := range []kind{
		{"two and any of eight", 10, discovery.Way{req(1, 0), req(1, 1), anyOf(2, 10)}},
		{"two of one", 12, discovery.Way{req(2, 0)}},
		{"one of forty", 40, discovery.Way{req(1, 0)}},
	} {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			const proved = true
			wrong, refused := w.learn(worlds, delta, proved)
			t.Logf("%d of %d certificates are wrong, the budget is %v; %d were refused", wrong, worlds, delta, refused)
			if float64(wrong) > delta*worlds || refused*200 > worlds {
				t.Errorf("%d of %d certificates are wrong, the budget is %v; %d were refused", wrong, worlds, delta, refused)
			}
		})
	}
}

// The less a certificate may be wrong, the longer the search looks at what it can choose
// to claim: an effect of a run with dozens of actions has a budget as small as the last of
// these. (It takes minutes: make soak.)
func TestSmallBudgetsKeepTheirError(t *testing.T) {
	if os.Getenv("ADAM_SOAK") == "" {
		t.Skip("make soak runs it: ADAM_SOAK isn't set")
	}
	t.Parallel()
	kinds := []kind{
		{"two of one", 12, discovery.Way{req(2, 0)}},
		{"three of one", 12, discovery.Way{req(3, 0)}},
		{"any of eight", 8, discovery.Way{anyOf(0, 8)}},
		{"one of twelve", 12, discovery.Way{req(1, 0)}},
	}
	for i, budget := range []float64{.001, .00024, .001, .00024} {
		proved := i >= 2
		for _, w := range kinds {
			t.Run(fmt.Sprint(w.name, " ", budget, map[bool]string{false: ", calibrated", true: ", proved"}[proved]), func(t *testing.T) {
				t.Parallel()
				worlds := int(15 / budget)
				wrong, refused := w.learn(worlds, budget, proved)
				t.Logf("%d of %d certificates are wrong, %.1f are expected at most; %d were refused", wrong, worlds, budget*float64(worlds), refused)
				if wrong > 22 { // 15 are expected at most: more than 22 with a probability of 3%
					t.Errorf("%d of %d certificates are wrong, the budget is %v", wrong, worlds, budget)
				}
			})
		}
	}
}

// Where several of a class are asked for, every mixture is looked at, and bad luck at one
// of them is no reason to refuse.
func TestMixedClassesAreLearned(t *testing.T) {
	if testing.Short() {
		t.Skip("a share of the worlds says little")
	}
	t.Parallel()
	two := anyOf(0, 3)
	two.Count = 2
	const worlds = 400
	wrong, refused := kind{"two of any of three", 8, discovery.Way{two}}.learn(worlds, delta, false)
	t.Logf("%d of %d certificates are wrong, %d were refused", wrong, worlds, refused)
	if refused*200 > worlds || float64(wrong) > 2*delta*worlds {
		t.Errorf("%d of %d certificates are wrong, %d were refused", wrong, worlds, refused)
	}
}

// kind is worlds with one effect, of one way.
type kind struct {
	name  string
	items int
	way   discovery.Way
}

// learn counts the worlds of the kind, with a chance of a half, in which one trial at a
// time ends in a wrong certificate, and those without one; proved or calibrated.
func (k kind) learn(worlds int, budget float64, proved bool) (wrong, refused int) {
	for seed := range uint64(worlds) {
		rng := rand.New(rand.NewPCG(seed, 7))
		perm := rng.Perm(k.items)
		o := &discoverytest.Oracle{Items: k.items, Chance: .5, Rand: rng, Ways: []discovery.Way{renamed(k.way, perm)}}
		var j chance.Judge = chance.OneSided{}
		if proved {
			j = chance.Anytime{}
		}
		q := inquiry.New(inquiry.Subject{Judge: j, Proved: proved, Refiner: refine.Group{}, Budget: budget})
		cost := o.Learn(q, 1, limit)
		if cost.Step.Phase != inquiry.Settled {
			refused++
		} else if why, _ := discoverytest.Compare(o.Ways, cost.Step.Ways); why != "" {
			wrong++
		}
	}
	return wrong, refused
}

// anyOf is a class of the items from one to another.
func anyOf(from, to int) (r discovery.Member) {
	for i := from; i < to; i++ {
		r.Factors = append(r.Factors, i)
	}
	r.Count = 1
	return r
}

// renamed is the way with its items renamed.
func renamed(w discovery.Way, names []int) (out discovery.Way) {
	for _, r := range w {
		v := discovery.Member{Count: r.Count}
		for _, i := range r.Factors {
			v.Factors = append(v.Factors, names[i])
		}
		slices.Sort(v.Factors)
		out = append(out, v)
	}
	return out
}
