package chance

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// exact is Fisher's one-sided p-value in whole numbers.
func exact(with, without Tally) float64 {
	n1, n2 := int64(with.Hits+with.Misses), int64(without.Hits+without.Misses)
	hits := int64(with.Hits + without.Hits)
	sum := new(big.Int)
	for h := int64(with.Hits); h <= min(hits, n1); h++ {
		if hits-h <= n2 {
			x := new(big.Int).Binomial(n1, h)
			sum.Add(sum, x.Mul(x, new(big.Int).Binomial(n2, hits-h)))
		}
	}
	p, _ := new(big.Rat).SetFrac(sum, new(big.Int).Binomial(n1+n2, hits)).Float64()
	return p
}

func TestFisher(t *testing.T) {
	for _, c := range []struct {
		with, without Tally
		want          float64
	}{
		// Fisher's tea (The Design of Experiments, 1935): three, or all, of four cups.
		{Tally{Hits: 3, Misses: 1}, Tally{Hits: 1, Misses: 3}, 17. / 70},
		{Tally{Hits: 4}, Tally{Misses: 4}, 1. / 70},
		// Twins of convicts (Fisher 1935): 10 of 13 against 2 of 17, p = 0.000465.
		{Tally{Hits: 10, Misses: 3}, Tally{Hits: 2, Misses: 15}, .00046518},
		// The item makes it rarer.
		{Tally{Misses: 4}, Tally{Hits: 4}, 1},
		// Nothing to compare.
		{Tally{Hits: 5, Misses: 5}, Tally{}, 1},
		{Tally{}, Tally{Hits: 5, Misses: 5}, 1},
		{Tally{Misses: 5}, Tally{Misses: 3}, 1},
		{Tally{Hits: 5}, Tally{Hits: 3}, 1},
	} {
		if got := Fisher(c.with, c.without); math.Abs(got-c.want) > 1e-5*c.want {
			t.Errorf("with %+v, without %+v: %v, want %v", c.with, c.without, got, c.want)
		}
	}
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 30))
		with := Tally{Hits: rng.IntN(40), Misses: rng.IntN(40)}
		without := Tally{Hits: rng.IntN(40), Misses: rng.IntN(40)}
		if with.Hits+with.Misses == 0 || without.Hits+without.Misses == 0 {
			continue
		}
		got, want := Fisher(with, without), exact(with, without)
		if !(got >= 0 && got <= 1) || math.Abs(got-want) > 1e-9*want {
			t.Errorf("seed %d, with %+v, without %+v: %v, in whole numbers %v", seed, with, without, got, want)
		}
	}
}
