package discovery_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
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

// TestTogetherIsTrue: whichever of what competes for slots, as many as Together says, are in some ceiling together, at their levels there.
func TestTogetherIsTrue(t *testing.T) {
	said := 0
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 2))
		v := interaction.NewVocabulary(64, nil)
		n := 2 + rng.IntN(5)
		for i := range n {
			stack := 1 + rng.IntN(16)
			v.Declare(interaction.Factor{Name: string(rune('a' + i)), Stack: stack, Ample: stack * (1 + rng.IntN(3))})
			v.Add(string(rune('a' + i)))
		}
		c := discovery.NewCeilings(v, []interaction.Exclusion{{Slots: 2 + rng.IntN(8)}})
		k := c.Together()
		if k == 0 {
			continue
		}
		said++
		for set := range 1 << n {
			all := v.Cut(interaction.None, 0)
			for i := range n {
				if set>>i&1 == 1 {
					all = all.With(i, c.Level(i))
				}
			}
			if bits.OnesCount(uint(set)) == k && !slices.ContainsFunc(c.All(), func(top interaction.State) bool { return top.Covers(all) }) {
				t.Fatalf("seed %d: any %d are said to be together, but %s is in no ceiling of %v", seed, k, all, c.All())
			}
		}
	}
	if said < 500 {
		t.Errorf("%d cases tell too little", said)
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
