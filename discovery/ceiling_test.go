package discovery_test

import (
	"math/rand/v2"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// TestCeilingsFit: whatever is excluded, each ceiling fits, there is one, and every factor is
// in some, with as much of it as can be there.
func TestCeilingsFit(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		v := interaction.NewVocabulary(1+rng.IntN(64), nil)
		for i := range 1 + rng.IntN(8) {
			f := interaction.Factor{Name: string(rune('a' + i)), Kind: interaction.Kind(rng.IntN(3)), Stack: rng.IntN(3) * rng.IntN(17)}
			v.Declare(f)
			v.Add(f.Name)
		}
		x := interaction.Exclusion{Slots: 1 + rng.IntN(9)}
		for _, f := range v.Factors() {
			if rng.IntN(2) == 0 {
				x.Factors = append(x.Factors, f.Name)
			}
		}
		c := discovery.NewCeilings(v, []interaction.Exclusion{x})
		had := map[int]bool{}
		for _, s := range c.All() {
			taken := 0
			for i, n := range s.All() {
				had[i] = true
				if f := v.Factor(i); len(x.Factors) == 0 && f.Kind == interaction.Item || contains(x.Factors, f.Name) {
					taken += f.Slots(n)
				}
			}
			if taken > x.Slots {
				t.Fatalf("seed %d: %s takes %d of %d slots", seed, s, taken, x.Slots)
			}
		}
		for i := range v.Len() {
			if !had[i] && v.Factor(i).Ample > 0 {
				t.Fatalf("seed %d: %q is at no ceiling: %v", seed, v.Name(i), c.All())
			}
		}
	}
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}
