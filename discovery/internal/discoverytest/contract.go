package discoverytest

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/discovery/internal/starts"
	"github.com/adam-discovery/adam/interaction"
)

// Judge is the contract suite of [chance.Judge], for a judge that promises its
// error whatever the chance is.
func Judge(t *testing.T, j chance.Judge) {
	t.Run("no hit, no claim", func(t *testing.T) {
		for _, misses := range []int{0, 1, 100, 1 << 20} {
			if bound, more := j.Weigh(chance.Tally{Misses: misses}, 1000, .05); bound < 1 || more == 0 {
				t.Errorf("without a hit, %d misses: bound %v, %d more; a chance of zero explains everything", misses, bound, more)
			}
		}
	})
	JudgeFrom(t, j, 0)
}

// JudgeFrom is the contract suite of a judge that promises its error for chances
// of at least least only.
func JudgeFrom(t *testing.T, j chance.Judge, least float64) {
	t.Run("exact", func(t *testing.T) {
		for _, d := range []float64{.5, .05, .01, 1e-4, 1e-9} {
			for hits := range 12 {
				for misses := range 12 {
					judgeRow(t, j, chance.Tally{Hits: hits, Misses: misses}, d)
				}
			}
			judgeRow(t, j, chance.Tally{Hits: 1000, Misses: 300}, d)
			judgeRow(t, j, chance.Tally{Hits: 1 << 20}, d)
		}
	})
	for _, p := range []float64{1, .9, .8, .5, .3, .1} {
		for _, d := range []float64{.05, .01} {
			if p >= least {
				t.Run(fmt.Sprintf("error rate/p=%v/d=%v", p, d), func(t *testing.T) { judgeErrors(t, j, p, d) })
			}
		}
	}
}

// judgeRow weighs growing numbers of misses against one tally.
func judgeRow(t *testing.T, j chance.Judge, c chance.Tally, d float64) {
	t.Helper()
	last := 1.0
	for misses := range 10 {
		bound, more := j.Weigh(c, misses, d)
		switch {
		case math.IsNaN(bound) || bound < 0 || bound > 1:
			t.Fatalf("%+v, %d misses: bound %v", c, misses, bound)
		case misses == 0 && bound < 1-1e-9:
			t.Fatalf("%+v: bound %v without a single miss", c, bound)
		case bound > last*(1+1e-9):
			t.Fatalf("%+v: bound rises from %v to %v at %d misses", c, last, bound, misses)
		case more < 0 || more == 0 && bound > d*(1+1e-9) || more > 0 && bound < d*(1-1e-9):
			t.Fatalf("%+v, %d misses, threshold %v: bound %v, %d more", c, misses, d, bound, more)
		}
		last = bound
		if more == 0 || more == math.MaxInt32 {
			continue
		}
		if b, m := j.Weigh(c, misses+more, d); m != 0 {
			t.Fatalf("%+v, %d misses, threshold %v: after the %d more that were asked for, %d more (%v)", c, misses, d, more, m, b)
		}
		if b, m := j.Weigh(c, misses+more-1, d); m == 0 {
			t.Fatalf("%+v, %d misses, threshold %v: one less than the %d that were asked for is enough (%v)", c, misses, d, more, b)
		}
	}
}

// judgeErrors counts how often a start that suffices is ever declared not to,
// when one looks after every trial and picks the next one by what was seen.
func judgeErrors(t *testing.T, j chance.Judge, p, d float64) {
	const seed, runs, most = 1, 4000, 300
	rng := rand.New(rand.NewPCG(seed, math.Float64bits(p*d)))
	hit := func() bool { return rng.Float64() < p }
	errors := 0
	for run := range runs {
		var c chance.Tally
		other := func() { // a trial at a start that is proven
			if hit() {
				c.Hits++
			} else {
				c.Misses++
			}
		}
		for c.Hits == 0 {
			other()
		}
		mix := float64(run%4) * .25
		if run%4 == 3 { // wait for a lucky streak, which makes misses weigh most
			for range 40 {
				if c.Hits >= 4*(c.Misses+1) {
					break
				}
				other()
			}
		}
		for misses := 0; misses < most; {
			if rng.Float64() < mix {
				other()
			} else if hit() {
				break // now it is proven
			} else {
				misses++
			}
			if _, more := j.Weigh(c, misses, d); more == 0 {
				errors++
				break
			}
		}
	}
	if limit := Binomial(runs, d); errors > limit {
		t.Errorf("seed %d: %d of %d inventories that suffice were declared not to, at error %v; at most %d by chance", seed, errors, runs, d, limit)
	}
}

// Binomial is a number of events that n trials of probability at most p exceed
// with a probability of about 1e-5.
func Binomial(n int, p float64) int {
	term, tail := math.Exp(float64(n)*math.Log1p(-p)), 1.0
	for k := 0; ; k++ {
		if tail -= term; tail < 1e-5 || k == n {
			return k
		}
		term *= float64(n-k) / float64(k+1) * p / (1 - p)
	}
}

// Small is the shape of worlds on which a refiner is tried: several ways of
// several members and counts, no mixtures.
var Small = Shape{MinItems: 6, MaxItems: 12, Ways: 4, Members: 4, Count: 5}

// Refiner is the contract suite of [discovery.Refiner].
func Refiner(t *testing.T, r discovery.Refiner) {
	if r.Name() == "" {
		t.Errorf("name %q", r.Name())
	}
	const limit = 3000
	for seed := range uint64(60) {
		for _, p := range []float64{1, .8, .4} {
			rng := rand.New(rand.NewPCG(seed, 2))
			o := Random(rng, Small, p)
			if seed%10 == 0 {
				o.Ways = []discovery.Way{nil} // ambient
			}
			slots := 1 + int(seed%8)
			fail := func(format string, args ...any) {
				t.Helper()
				t.Fatalf("seed %d, chance %v, %d slots, %s: %s", seed, p, slots, Text(o.Ways...), fmt.Sprintf(format, args...))
			}
			all, h := o.All(9), discovery.NewHistory(starts.Items)
			for len(h.Effects()) == 0 {
				used, got := o.Run(all)
				starts.Add(h, all, used, got)
			}
			within := h.Find(all)
			// Others' questions are in the history too, of which some were a hit.
			for range rng.IntN(4) * 10 {
				at := o.All(9)
				for i := range o.Items {
					at = at.With(i, rng.IntN(2)*rng.IntN(7))
				}
				used, got := o.Run(at)
				starts.Add(h, at, used, got)
			}
			c := &discovery.Case{History: h, All: all, Slots: slots, Prior: chance.DefaultPrior, Guess: discovery.Hypothesis{Causes: map[int]float64{
				rng.IntN(o.Items): .9, rng.IntN(o.Items): rng.Float64(), rng.IntN(o.Items): 0, rng.IntN(o.Items): 1, o.Items + 3: .9}}}
			if seed%2 == 0 {
				c.Like = o.Ways[rng.IntN(len(o.Ways))]
			}
			if c.Like != nil {
				lack := c.Like[rng.IntN(len(c.Like))]
				less := all
				for _, i := range lack.Factors {
					less = less.With(i, 0)
				}
				if !h.Seen(0, less) {
					before := digest(h)
					ask := r.Further(c, less)
					switch {
					case digest(h) != before:
						fail("looking for more changed the history")
					case !reflect.DeepEqual(r.Further(c, less), ask):
						fail("looking for more, asked twice, it says %v, then %v", ask, r.Further(c, less))
					case len(ask) > slots:
						fail("looking for more, it asks %d questions", len(ask))
					case slices.ContainsFunc(ask, func(at interaction.State) bool { return !all.Covers(at) }):
						fail("looking for more inside %v, it asks for %v, which isn't there", less, ask)
					}
				}
			}
			for trials := 0; ; {
				before := digest(h)
				way, ask := r.FindWay(c, within)
				if digest(h) != before {
					fail("the history was changed")
				}
				if again, asks := r.FindWay(c, within); !again.Equal(way) || !reflect.DeepEqual(ask, asks) {
					fail("asked twice, it says %v %v, then %v %v", way, ask, again, asks)
				}
				if len(ask) == 0 {
					rec := h.Find(way)
					switch {
					case ask != nil:
						fail("asks for no inventories")
					case !within.At.Covers(way):
						fail("%v isn't inside %v", way, within.At)
					case rec == nil || rec.Hits(0).Hits == 0:
						fail("the effect was never seen at %v", way)
					}
					break
				}
				if len(ask) > slots || !way.IsEmpty() {
					fail("way %v and %d questions", way, len(ask))
				}
				for _, at := range ask {
					if !all.Covers(at) {
						fail("asks for %v, which isn't there", at)
					}
					used, got := o.Run(at)
					starts.Add(h, at, used, got)
					trials++
				}
				if trials > limit {
					fail("no way after %d trials", trials)
				}
			}
		}
	}
}

// digest is everything that a history says.
func digest(h *discovery.History) string {
	s := fmt.Sprint(h.Effects())
	for _, r := range h.Records() {
		s += fmt.Sprint(r.At, r.Asked, r.Trials)
		for e := range h.Effects() {
			used, same := r.Used(e)
			s += fmt.Sprint(r.Hits(e), r.Proven(e), used, same, r.Given(e))
		}
	}
	return s
}

// Hypothesizer is the contract suite of [discovery.Hypothesizer].
func Hypothesizer(t *testing.T, hy discovery.Hypothesizer) {
	if hy.Name() == "" {
		t.Errorf("name %q", hy.Name())
	}
	propose := func(t *testing.T, v discovery.View) {
		t.Helper()
		before := digest(v.History)
		g, err := hy.Propose(context.Background(), v)
		if err != nil {
			return // it has no guess
		}
		for i, p := range g.Causes {
			if i < 0 || i >= len(v.Factors) {
				t.Errorf("guesses factor %d of %d", i, len(v.Factors))
			}
			if !(p >= 0 && p <= 1) { // also what isn't a number
				t.Errorf("item %d is a cause with probability %v", i, p)
			}
		}
		if digest(v.History) != before {
			t.Error("the history was changed")
		}
	}
	t.Run("nothing seen", func(t *testing.T) {
		propose(t, discovery.View{History: discovery.NewHistory(starts.Items)})
		propose(t, discovery.View{History: discovery.NewHistory(starts.Items), Factors: named("a", "b"), Effect: 7})
		h := discovery.NewHistory(starts.Items)
		starts.Add(h, starts.Of(1, 0, 2), nil, nil)
		propose(t, discovery.View{History: h, Factors: named("a", "b", "c"), Effect: 3})
	})
	t.Run("random worlds", func(t *testing.T) {
		for seed := range uint64(200) {
			rng := rand.New(rand.NewPCG(seed, 3))
			o := Random(rng, Small, []float64{1, .8, .3}[seed%3])
			v := discovery.View{History: discovery.NewHistory(starts.Items), Effect: o.Effect()}
			for i := range o.Items + 1 {
				v.Factors = append(v.Factors, named(name(i))...)
			}
			if seed%2 == 0 { // what the world and other actions say
				v.Unlock = []int{rng.IntN(o.Items)}
				v.Kept, v.Others = map[int]int{rng.IntN(o.Items): rng.IntN(5), rng.IntN(o.Items): 4}, 4
			}
			for range rng.IntN(60) {
				at := o.All(9)
				for i := range o.Items {
					at = at.With(i, rng.IntN(2)*rng.IntN(10))
				}
				used, got := o.Run(at)
				starts.Add(v.History, at, used, got)
			}
			propose(t, v)
			if t.Failed() {
				t.Fatalf("seed %d, %s", seed, Text(o.Ways...))
			}
		}
	})
	t.Run("long record", func(t *testing.T) {
		// An effect that an item decides, so often that no number of its
		// improbability is left.
		v := discovery.View{History: discovery.NewHistory(starts.Items), Factors: named("a", "b", "c"), Effect: 2}
		for range 3000 {
			starts.Add(v.History, starts.Of(1, 1), nil, []interaction.Level{{Factor: 2, Level: 1}})
			starts.Add(v.History, starts.Of(0, 1), nil, nil)
		}
		propose(t, v)
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		// Either answer will do; that it comes back is the point.
		g, err := hy.Propose(ctx, discovery.View{History: discovery.NewHistory(starts.Items), Factors: named("a")})
		if err != nil && len(g.Causes) > 0 {
			t.Errorf("error %v with the guess %v", err, g)
		}
	})
}

// Transcript runs an inquiry as [Oracle.Learn] does and writes down every question
// and its answer, what was known then, and the end.
func (o *Oracle) Transcript(q *inquiry.Inquiry, width, limit int) (lines []string, end Cost) {
	known := ""
	o.watch = func(at interaction.State, consumed, obtained []interaction.Level) {
		if now := Text(q.Ways()...); now != known {
			lines = append(lines, "ways  "+now)
			known = now
		}
		answer := "-"
		if len(obtained) > 0 {
			answer = "effect"
			if len(consumed) > 0 {
				answer += ", uses " + amounts(consumed)
			}
		}
		lines = append(lines, fmt.Sprintf("ask   %-40s %s", inventory(at), answer))
	}
	defer func() { o.watch = nil }()
	end = o.Learn(q, width, limit)
	if now := Text(end.Step.Ways...); now != known {
		lines = append(lines, "ways  "+now)
	}
	for _, x := range end.Step.Tests {
		lines = append(lines, fmt.Sprintf("test  %-40s %d misses, %.2g of %.2g", inventory(x.At), x.Misses, x.PValue, x.Threshold))
	}
	phase := map[inquiry.Phase]string{inquiry.Unreached: "unreached", inquiry.Searching: "searching", inquiry.Certifying: "certifying", inquiry.Settled: "settled", inquiry.Refused: "refused"}[end.Step.Phase]
	lines = append(lines, fmt.Sprintf("%s after %d trials in %d rounds %s", phase, end.Trials, end.Rounds, end.Step.Reason))
	return lines, end
}

// start writes a point: "2a c".
func inventory(p interaction.State) string {
	var a []interaction.Level
	for i, n := range p.All() {
		a = append(a, interaction.Level{Factor: i, Level: n})
	}
	if len(a) == 0 {
		return "nothing"
	}
	return amounts(a)
}

func amounts(a []interaction.Level) string {
	s := ""
	for k, x := range a {
		if k > 0 {
			s += " "
		}
		if x.Level != 1 {
			s += fmt.Sprint(x.Level)
		}
		s += name(x.Factor)
	}
	return s
}

// named are items with these names.
func named(names ...string) []interaction.Factor {
	var out []interaction.Factor
	for _, n := range names {
		out = append(out, interaction.Factor{Name: n})
	}
	return out
}
