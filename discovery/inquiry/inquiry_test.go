package inquiry_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/discovery/internal/discoverytest"
	"github.com/adam-discovery/adam/discovery/internal/starts"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/interaction"
)

const (
	delta = .01
	limit = 5000
)

var refiners = []discovery.Refiner{refine.Group{}, refine.OneAtATime{}}

func req(count int, items ...int) discovery.Member {
	return discovery.Member{Factors: items, Count: count}
}

func newInquiry(r discovery.Refiner) *inquiry.Inquiry {
	return inquiry.New(inquiry.Subject{Judge: chance.OneSided{}, Refiner: r, Budget: delta, History: discovery.NewHistory(starts.Items)})
}

// try enters one trial.
func try(q *inquiry.Inquiry, o *discoverytest.Oracle, at interaction.State) bool {
	used, got := o.Run(at)
	starts.Add(q.History, at, used, got)
	return len(got) > 0
}

// finish asks until there is nothing to ask.
func finish(t *testing.T, q *inquiry.Inquiry, o *discoverytest.Oracle, all interaction.State, slots int) inquiry.Step {
	t.Helper()
	for range limit {
		step := q.Next(discovery.FixedCeilings(all), slots)
		if len(step.Ask) == 0 {
			return step
		}
		for _, at := range step.Ask {
			try(q, o, at)
		}
	}
	t.Fatalf("not done after %d rounds; %s; known %s", limit, discoverytest.Text(o.Ways...), discoverytest.Text(q.Ways()...))
	return inquiry.Step{}
}

// Every step of an inquiry keeps its word, and asking again changes nothing.
func TestSteps(t *testing.T) {
	for seed := range uint64(24) {
		for _, r := range refiners {
			slots := 1 + int(seed%8)
			p := []float64{1, .8, .5}[seed%3]
			o := discoverytest.Random(rand.New(rand.NewPCG(seed, 20)), discoverytest.Small, p)
			q := newInquiry(r)
			all := o.All(16)
			for !try(q, o, all) {
			}
			fail := func(s inquiry.Step, what string, args ...any) {
				t.Helper()
				t.Fatalf("seed %d, %s, %d slots, %s: %s; %+v", seed, r.Name(), slots, discoverytest.Text(o.Ways...), fmt.Sprintf(what, args...), s)
			}
			known := 0
			for rounds := 0; ; rounds++ {
				s := q.Next(discovery.FixedCeilings(all), slots)
				if again := q.Next(discovery.FixedCeilings(all), slots); !reflect.DeepEqual(s, again) {
					fail(s, "asked again it says %+v", again)
				}
				done := s.Phase == inquiry.Settled || s.Phase == inquiry.Refused
				switch {
				case done != (len(s.Ask) == 0):
					fail(s, "phase %d with %d questions", s.Phase, len(s.Ask))
				case len(s.Ask) > slots:
					fail(s, "%d questions", len(s.Ask))
				case (s.Phase == inquiry.Refused) != (s.Reason != ""):
					fail(s, "phase %d with reason %q", s.Phase, s.Reason)
				case (s.Phase == inquiry.Searching) != (!done && len(s.Ways) == 0):
					fail(s, "phase %d with %d ways", s.Phase, len(s.Ways))
				case rounds > limit:
					fail(s, "no end")
				}
				for _, at := range s.Ask {
					if !all.Covers(at) {
						fail(s, "asks for %v, which isn't there", at)
					}
				}
				if len(s.Ways) > known {
					known = len(s.Ways)
					// A pure way was seen to suffice, by itself.
					for _, w := range s.Ways {
						if pure := len(w.Pure()) == 1; pure {
							if rec := q.History.Find(discovery.At(starts.Items, w)); rec == nil || rec.Hits(0).Hits == 0 {
								fail(s, "%s was never seen to suffice", discoverytest.Text(w))
							}
						}
					}
				}
				if done {
					break
				}
				for _, at := range s.Ask {
					try(q, o, at)
				}
			}
		}
	}
}

// Equal outcomes, equal questions: an inquiry that is fed what another was
// answered asks what the other asked.
func TestReplay(t *testing.T) {
	for seed := range uint64(20) {
		for _, r := range refiners {
			type answer struct{ used, got []interaction.Level }
			var asked []string
			var answers []answer
			o := discoverytest.Random(rand.New(rand.NewPCG(seed, 21)), discoverytest.Small, .7)
			all := o.All(8)
			first, second := newInquiry(r), newInquiry(r)
			for len(first.History.Effects()) == 0 {
				try(first, o, all)
			}
			trials := first.History.Find(all).Trials
			for k := range trials { // one after the other, the last is the hit
				var a answer
				if k == trials-1 {
					a.used, _ = first.History.Find(all).Used(0)
					a.got = []interaction.Level{{Factor: o.Effect(), Level: 1}}
				}
				starts.Add(second.History, all, a.used, a.got)
			}
			for s := first.Next(discovery.FixedCeilings(all), 3); len(s.Ask) > 0 && len(asked) < limit; s = first.Next(discovery.FixedCeilings(all), 3) {
				asked = append(asked, fmt.Sprint(s.Phase, s.Ask, s.Ways))
				for _, at := range s.Ask {
					used, got := o.Run(at)
					answers = append(answers, answer{used, got})
					starts.Add(first.History, at, used, got)
				}
			}
			for k, want := range asked {
				s := second.Next(discovery.FixedCeilings(all), 3)
				if got := fmt.Sprint(s.Phase, s.Ask, s.Ways); got != want {
					t.Fatalf("seed %d, %s: round %d: %s, the first time %s", seed, r.Name(), k, got, want)
				}
				for _, at := range s.Ask {
					starts.Add(second.History, at, answers[0].used, answers[0].got)
					answers = answers[1:]
				}
			}
		}
	}
}

// An effect that comes from nothing is ambient: one way, which is empty, and there
// is nothing to test.
func TestAmbient(t *testing.T) {
	all, wrong := 0, 0
	for _, r := range refiners {
		for _, width := range []int{1, 8} {
			for _, p := range []float64{1, .9, .3, .1} {
				worlds, items := 12, 12
				if _, slow := r.(refine.OneAtATime); slow && p < .3 {
					worlds, items = 3, 4 // of 12 items it would take some 1700 trials each
				}
				for seed := range uint64(worlds) {
					o := &discoverytest.Oracle{Items: items, Ways: []discovery.Way{nil}, Chance: p, Rand: rand.New(rand.NewPCG(seed, 22))}
					cost := o.Learn(newInquiry(r), width, limit)
					all++
					if s := cost.Step; s.Phase != inquiry.Settled || len(s.Ways) != 1 || len(s.Ways[0]) != 0 || len(s.Tests) != 0 {
						wrong++
						t.Logf("seed %d, %s, width %d, chance %v: %+v after %d trials", seed, r.Name(), width, p, s, cost.Trials)
					}
				}
			}
		}
	}
	if most := discoverytest.Binomial(all, delta); wrong > most {
		t.Errorf("%d of %d ambient effects aren't recognised, at most %d by chance", wrong, all, most)
	}
}

// An item that blocks: the effect was seen before the item was there, and fails
// with everything since. That must be refused, and soon, and must not be refused
// where the item does nothing.
func TestBlocked(t *testing.T) {
	for seed := range uint64(30) {
		for _, blocks := range []bool{true, false} {
			for _, p := range []float64{1, .8, .5} {
				o := &discoverytest.Oracle{Items: 6, Ways: []discovery.Way{{req(1, 0), req(2, 3)}}, Chance: p, Rand: rand.New(rand.NewPCG(seed, 23))}
				if blocks {
					o.Blocks = []int{5}
				}
				q := newInquiry(refine.Group{})
				before := starts.Of(9, 9, 9, 9, 9)
				for !try(q, o, before) {
				}
				if s := finish(t, q, o, before, 1); s.Phase != inquiry.Settled {
					t.Fatalf("seed %d, chance %v: %+v before the item is there", seed, p, s)
				}
				all, tries := o.All(9), 0
				for tries < 80 && q.Next(discovery.FixedCeilings(all), 1).Phase != inquiry.Refused {
					try(q, o, all)
					tries++
				}
				s := q.Next(discovery.FixedCeilings(all), 1)
				if refused := s.Phase == inquiry.Refused; refused != blocks {
					t.Errorf("seed %d, chance %v, blocked %v: %+v after %d trials with everything", seed, p, blocks, s, tries)
				} else if refused && (!strings.Contains(s.Reason, "monotone") || tries < 3) {
					t.Errorf("seed %d, chance %v: refused after %d trials: %s", seed, p, tries, s.Reason)
				}
			}
		}
	}
}

// What was settled is opened again when there is more to take away: a certificate
// is relative to what was observed.
func TestMoreIsObserved(t *testing.T) {
	for seed := range uint64(20) {
		for _, r := range refiners {
			// b is needed until f is there, which does as well.
			o := &discoverytest.Oracle{Items: 6, Ways: []discovery.Way{{req(1, 0), req(2, 1)}, {req(1, 0), req(1, 5)}}, Chance: .9, Rand: rand.New(rand.NewPCG(seed, 24))}
			q := newInquiry(r)
			before := starts.Of(9, 9, 9, 9, 9)
			for !try(q, o, before) {
			}
			first := finish(t, q, o, before, 4)
			if wrong, _ := discoverytest.Compare(o.Ways[:1], first.Ways); wrong != "" || first.Phase != inquiry.Settled {
				t.Errorf("seed %d, %s, without the substitute: %s", seed, r.Name(), wrong)
			}
			if s := q.Next(discovery.FixedCeilings(o.All(9)), 4); s.Phase != inquiry.Certifying {
				t.Errorf("seed %d, %s: %+v when there is a new item", seed, r.Name(), s)
			}
			second := finish(t, q, o, o.All(9), 4)
			if wrong, _ := discoverytest.Compare(o.Ways, second.Ways); wrong != "" || second.Phase != inquiry.Settled {
				t.Errorf("seed %d, %s, with the substitute: %s", seed, r.Name(), wrong)
			}
			for _, at := range second.Tests {
				if at.Threshold > delta {
					t.Errorf("seed %d: a threshold of %v", seed, at.Threshold)
				}
			}
		}
	}
}

// An effect that was seen only with what isn't there now.
func TestUnreached(t *testing.T) {
	q := newInquiry(refine.Group{})
	starts.Add(q.History, starts.Of(0, 0, 1), nil, []interaction.Level{{Factor: 3, Level: 1}})
	all := starts.Of(5, 5)
	s := q.Next(discovery.FixedCeilings(all), 3)
	if s.Phase != inquiry.Unreached || len(s.Ask) != 3 || !s.Ask[0].Equal(all) {
		t.Errorf("%+v, want everything, three times", s)
	}
}

// A mixture that holds a smaller way is no evidence of a class. This world was
// learned as 4{e,f} even though no trial was unlucky; and then, with misses, asked
// for 2e 2f for ever, as misses at what isn't proven don't count.
func TestFalseClass(t *testing.T) {
	ways := []discovery.Way{{req(4, 4)}, {req(4, 5)}, {req(3, 4)}, {req(5, 0), req(5, 2), req(1, 3)}}
	for _, p := range []float64{1, .8, .5} {
		for seed := range uint64(40) {
			o := &discoverytest.Oracle{Items: 6, Ways: ways, Chance: p, Consume: true, Rand: rand.New(rand.NewPCG(seed, 25))}
			cost := o.Learn(newInquiry(refine.Group{}), 1, limit)
			// Misses may make a class look true until one of its mixtures is seen to
			// fail; then it is refused, never claimed.
			if cost.Step.Phase != inquiry.Settled && (p == 1 || cost.Step.Phase != inquiry.Refused) {
				t.Errorf("seed %d, chance %v: phase %d after %d trials, known %s", seed, p, cost.Step.Phase, cost.Trials, discoverytest.Text(cost.Step.Ways...))
			}
			if wrong, untidy := discoverytest.Compare(ways, cost.Step.Ways); p == 1 && wrong+untidy != "" {
				t.Errorf("seed %d: %s%s; found %s", seed, wrong, untidy, discoverytest.Text(cost.Step.Ways...))
			}
		}
	}
}

// A true class of which several are needed is found as one.
func TestClass(t *testing.T) {
	ways := []discovery.Way{{req(3, 0, 2, 4), req(1, 3)}}
	for seed := range uint64(10) {
		for _, consume := range []bool{true, false} {
			o := &discoverytest.Oracle{Items: 7, Ways: ways, Chance: 1, Consume: consume, Rand: rand.New(rand.NewPCG(seed, 26))}
			cost := o.Learn(newInquiry(refine.Group{}), 1, limit)
			if got := discoverytest.Text(cost.Step.Ways...); got != "3{a,c,e} + d" {
				t.Errorf("seed %d, consumed %v: found %s after %d trials", seed, consume, got, cost.Trials)
			}
		}
	}
}

// Two ways of which one works far more often: a judge that takes them to have one
// chance must not certify them, one that knows the least chance must be right.
func TestChancesOfTheirOwn(t *testing.T) {
	const worlds = 60
	refused, own, rare := 0, 0, 0
	for seed := range uint64(worlds) {
		ways := []discovery.Way{{req(1, 0)}, {req(1, 3), req(1, 4)}}
		learn := func(j chance.Judge) inquiry.Step {
			o := &discoverytest.Oracle{Items: 6, Ways: ways, Chances: []float64{1, .3}, Rand: rand.New(rand.NewPCG(seed, 27))}
			q := newInquiry(refine.Group{})
			q.Judge = j
			all := o.All(9)
			for !try(q, o, all) {
			}
			s := finish(t, q, o, all, 4)
			// Whoever uses the ways goes on: evidence of the difference comes in.
			for range 60 {
				for _, w := range s.Ways {
					try(q, o, discovery.At(starts.Items, w))
				}
			}
			return q.Next(discovery.FixedCeilings(all), 4)
		}
		switch s := learn(chance.OneSided{}); {
		case s.Phase == inquiry.Refused && strings.Contains(s.Reason, "differ in chance"):
			refused++
		case len(s.Ways) == 1:
			rare++ // the other was never seen: what is assumed is wrong, and nothing shows it
		}
		if s := learn(chance.Floor{Least: .25}); s.Phase == inquiry.Settled {
			if wrong, _ := discoverytest.Compare(ways, s.Ways); wrong == "" {
				own++
			}
		}
	}
	t.Logf("of %d: refused %d, the rarer way missed %d; certified with chances of their own %d", worlds, refused, rare, own)
	if refused == 0 || refused+rare != worlds {
		t.Errorf("of %d: refused %d, the rarer way missed %d", worlds, refused, rare)
	}
	if most := discoverytest.Binomial(worlds, delta); own < worlds-most {
		t.Errorf("certified with chances of their own: %d of %d", own, worlds)
	}
}

// Two items that stand for each other in one mixture and not in another are no
// class, whatever was seen of the one.
func TestMixturesThatDiffer(t *testing.T) {
	ways := []discovery.Way{{req(4, 0)}, {req(4, 1)}, {req(1, 0), req(3, 1)}}
	for seed := range uint64(10) {
		o := &discoverytest.Oracle{Items: 3, Ways: ways, Chance: 1, Rand: rand.New(rand.NewPCG(seed, 26))}
		cost := o.Learn(newInquiry(refine.Group{}), 1, limit)
		if wrong, _ := discoverytest.Compare(ways, cost.Step.Ways); cost.Step.Phase == inquiry.Settled && wrong != "" {
			t.Errorf("seed %d: certified, and %s", seed, wrong)
		}
	}
}
