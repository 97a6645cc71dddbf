package body_test

import (
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// BenchmarkWalk goes to where each action can be done, and explores for a while, on one map.
func BenchmarkWalk(b *testing.B) {
	spec, s := open(b, "minecraft-41-paper")
	placer := s.(interaction.Placer)
	b.ReportAllocs()
	b.ResetTimer()
	steps := 0
	for n := range b.N {
		if _, err := s.Begin(b.Context(), interaction.State{}, uint64(n%10)); err != nil {
			b.Fatal(err)
		}
		before := s.Steps()
		for _, a := range spec.Actions {
			if _, err := s.Approach(b.Context(), a.ID, interaction.Where{}); err != nil {
				b.Fatal(err)
			}
		}
		for range 40 {
			if _, _, err := placer.Explore(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
		steps += s.Steps() - before
	}
	b.ReportMetric(float64(steps)/float64(b.N), "steps/op")
}
