package land_test

import (
	"errors"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/scenarios"
)

// BenchmarkSteps walks about and looks, and now and then tries an action: steps of the world a second, on
// one core.
func BenchmarkSteps(b *testing.B) {
	for _, name := range []string{"minecraft-41-paper", "meadow"} { // where nothing passes by itself, and where all does
		b.Run(name, func(b *testing.B) { steps(b, name) })
	}
}

func steps(b *testing.B, name string) {
	f, err := scenarios.Load(name)
	if err != nil {
		b.Fatal(err)
	}
	w, err := land.New(f)
	if err != nil {
		b.Fatal(err)
	}
	s, err := w.Open(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	ground, actions := w.Spec().Ground, w.Spec().Actions
	if _, err := s.Begin(b.Context(), interaction.State{}, 1); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		a := ground.Moves[i/9%4]
		if i%5 == 0 {
			a = actions[i/5%len(actions)].ID
		}
		if _, err := s.Step(b.Context(), a); errors.Is(err, interaction.ErrEnded) {
			if _, err := s.Begin(b.Context(), interaction.State{}, uint64(i)); err != nil {
				b.Fatal(err)
			}
		} else if err != nil {
			b.Fatal(err)
		}
		_ = s.(interaction.Seer).Look()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
}
