package chance

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// naivePValue is the bound of OneSided, in whole numbers: of all ways to spread the
// hits over all trials, the part that leaves out the last misses; or where nothing else
// missed, hits^hits misses^misses / (hits+misses)^(hits+misses).
func naivePValue(c Tally, misses int) float64 {
	power := func(n int) *big.Int { return new(big.Int).Exp(big.NewInt(int64(n)), big.NewInt(int64(n)), nil) }
	n := c.Hits + c.Misses
	p := new(big.Rat)
	if c.Misses == 0 {
		p.SetFrac(new(big.Int).Mul(power(c.Hits-1), power(misses)), power(n-1+misses))
	} else {
		choose := func(n int) *big.Int { return new(big.Int).Binomial(int64(n), int64(c.Hits)) }
		p.SetFrac(choose(n), choose(n+misses))
	}
	out, _ := p.Float64()
	return out / spent
}

func TestWeighIsTheFormula(t *testing.T) {
	for _, hits := range []int{1, 2, 3, 7, 20, 150} {
		for _, missed := range []int{0, 1, 2, 9, 80} {
			for _, m := range []int{0, 1, 2, 5, 13, 60} {
				c := Tally{hits, missed}
				got, _ := OneSided{}.Weigh(c, m, .01)
				want := min(1, naivePValue(c, m))
				if math.Abs(got-want) > 1e-9*want {
					t.Errorf("%+v, %d misses: %v, by the formula %v", c, m, got, want)
				}
				if f := min(1, Fisher(c, Tally{0, m})/spent); missed > 0 && math.Abs(got-f) > 1e-6*f {
					t.Errorf("%+v, %d misses: %v, by Fisher's test %v", c, m, got, f)
				}
			}
		}
	}
}

// The maximum that the formula uses must be one: no chance on a fine grid may do
// better.
func TestLogMaximum(t *testing.T) {
	for _, hits := range []float64{0, 1, 3, 50} {
		for _, misses := range []float64{0, 1, 4, 90} {
			top := logMaximum(int(hits), int(misses))
			near := false
			for k := 1; k < 2000; k++ {
				p := float64(k) / 2000
				l := hits*math.Log(p) + misses*math.Log1p(-p)
				if l > top+1e-9 {
					t.Errorf("%v hits, %v misses: %v at chance %v, over the maximum %v", hits, misses, l, p, top)
				}
				near = near || l > top-.06
			}
			if !near {
				t.Errorf("%v hits, %v misses: nothing comes near the maximum %v", hits, misses, top)
			}
		}
	}
}

func TestPosterior(t *testing.T) {
	for _, prior := range []*Prior{DefaultPrior, NewPrior(.99), NewPrior(.01)} {
		for _, c := range []Tally{{}, {1, 0}, {0, 5}, {3, 9}, {1 << 30, 0}, {1 << 30, 1 << 29}, {0, 1 << 30}} {
			sum := 0.0
			for _, w := range prior.Posterior(c) {
				if !(w >= 0 && w <= 1) {
					t.Errorf("%+v: weight %v", c, w)
				}
				sum += w
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Errorf("%+v: weights sum to %v", c, sum)
			}
			last := 1.0
			for n := range 50 {
				l := prior.MissLikelihood(c, n)
				if !(l >= 0 && l <= last+1e-12) {
					t.Errorf("%+v: %d misses have likelihood %v, one less %v", c, n, l, last)
				}
				last = l
			}
		}
	}
	// By hand: one hit, one miss. Bayes on three chances of the grid.
	w := DefaultPrior.Posterior(Tally{1, 1})
	if w[GridSize-1] != 0 {
		t.Error("a chance of 1 survives a miss")
	}
	if got, want := w[7]/w[13], (.5*.5)/(.8*.2); math.Abs(got-want) > 1e-9 {
		t.Errorf("odds of chance 0.5 to 0.8 are %v, want %v", got, want)
	}
	if got, want := w[0]/w[7], (.05*.95*.02/3)/(.5*.5*.48/14); math.Abs(got-want) > 1e-9 {
		t.Errorf("odds of chance 0.05 to 0.5 are %v, want %v", got, want)
	}
	// A lucky streak doesn't make one miss conclusive.
	if l := DefaultPrior.MissLikelihood(Tally{1000, 0}, 1); l < .03 {
		t.Errorf("after 1000 hits, a single miss has likelihood %v", l)
	}
}

func TestMissesToExclude(t *testing.T) {
	for _, c := range []struct {
		floor, err float64
		want       int
	}{
		{1, .01, 1}, {.95, .01, 2}, {.8, .05, 2}, {.8, .01, 3}, {.5, .05, 5}, {.5, .01, 7},
		{.3, .05, 9}, {.3, .01, 13}, {.3, .001, 20}, {.1, .05, 29}, {.1, .01, 44}, {.05, .01, 90}, {.01, .01, 459},
	} {
		if got := MissesToExclude(c.floor, c.err); got != c.want {
			t.Errorf("MissesToExclude(%v, %v) = %d, want %d", c.floor, c.err, got, c.want)
		}
		if c.floor == 1 {
			continue
		}
		if p := math.Pow(1-c.floor, float64(c.want)); p > c.err {
			t.Errorf("%d misses at chance %v: probability %v", c.want, c.floor, p)
		}
		if p := math.Pow(1-c.floor, float64(c.want-1)); p <= c.err {
			t.Errorf("one less than %d would do at chance %v: %v", c.want, c.floor, p)
		}
	}
}

func FuzzWeigh(f *testing.F) {
	for _, seed := range [][3]int{{0, 0, 0}, {1, 0, 1}, {1, 1 << 30, 1}, {1 << 40, 0, 3}, {1 << 40, 1 << 40, 1 << 40}, {0, 1 << 40, 1 << 40}, {5, 3, 1 << 30}} {
		for _, d := range []float64{.5, .01, 1e-12, 1e-300, 1} {
			f.Add(seed[0], seed[1], seed[2], d)
		}
	}
	rng := rand.New(rand.NewPCG(4, 4))
	for range 300 {
		f.Add(rng.IntN(1<<rng.IntN(42)), rng.IntN(1<<rng.IntN(42)), rng.IntN(1<<rng.IntN(42)), math.Pow(10, -12*rng.Float64()))
	}
	f.Fuzz(func(t *testing.T, hits, missed, misses int, d float64) {
		const most = 1 << 42 // far beyond any history, and sums don't overflow
		if min(hits, missed, misses) < 0 || max(hits, missed, misses) > most || !(d > 0 && d <= 1) {
			t.Skip()
		}
		bound, more := OneSided{}.Weigh(Tally{hits, missed}, misses, d)
		at := fmt.Sprintf("%d hits, %d misses, then %d, threshold %v", hits, missed, misses, d)
		if !(bound >= 0 && bound <= 1) || more < 0 {
			t.Fatalf("%s: bound %v, %d more", at, bound, more)
		}
		if more == 0 || more == math.MaxInt32 {
			return
		}
		if _, m := (OneSided{}).Weigh(Tally{hits, missed}, misses+more, d); m != 0 {
			t.Fatalf("%s: after %d more, %d more", at, more, m)
		}
		// Beyond such numbers rounding hides single misses.
		if max(hits, missed, misses) < 1<<20 {
			if _, m := (OneSided{}).Weigh(Tally{hits, missed}, misses+more-1, d); m == 0 {
				t.Fatalf("%s: %d more are asked for, one less will do", at, more)
			}
		}
	})
}
