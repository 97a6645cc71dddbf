package scenarios_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

func synth(t testing.TB, o scenarios.SynthOptions) *sim.File {
	t.Helper()
	f, err := scenarios.Synth(o)
	if err != nil {
		t.Fatalf("%+v: %v", o, err)
	}
	return f
}

// TestSynthPromises checks what every synthetic world promises, over sizes and
// seeds.
func TestSynthPromises(t *testing.T) {
	for _, actions := range []int{1, 2, 3, 5, 8, 13, 41, 150} {
		for seed := range uint64(40) {
			o := scenarios.SynthOptions{Actions: actions, Seed: seed}
			switch seed % 4 {
			case 1:
				o.Items = actions
			case 2:
				o.Items = (actions + 2) / 3
			case 3:
				o.Layers = 1
			}
			f := synth(t, o)
			name := fmt.Sprintf("%+v", o)
			if again := synth(t, o); !reflect.DeepEqual(f, again) {
				t.Errorf("%s: not the same a second time", name)
			}
			if parsed, err := sim.Parse(f.ID, f.Marshal()); err != nil || !reflect.DeepEqual(f, parsed) {
				t.Fatalf("%s: doesn't read back equal: %v", name, err)
			}
			r := sim.Check(f)
			if len(r.UnreachableActions)+len(r.UnreachableItems)+len(r.Locked) > 0 {
				t.Errorf("%s: not everything can be done: %+v", name, r)
			}
			if r.Actions != actions || o.Items > 0 && r.Items != o.Items {
				t.Errorf("%s: %d actions and %d items", name, r.Actions, r.Items)
			}
			for _, a := range f.Actions {
				for _, e := range a.Effects {
					if e.Chance < 0.45 {
						t.Errorf("%s: %s has the chance %g", name, a.Label, e.Chance)
					}
					for _, w := range e.Ways {
						if n := len(w.Consumes) + len(w.Needs); n > 4 {
							t.Errorf("%s: a way of %s has %d members", name, a.Label, n)
						}
					}
				}
			}
			checkTruth(t, name, f)
		}
	}
}

// checkTruth checks that the truth knows every action and scores full marks.
func checkTruth(t *testing.T, name string, f *sim.File) {
	t.Helper()
	truth := scenarios.NewTruth(f)
	if len(truth.Unreachable) > 0 || len(truth.Actions) != len(f.Actions) {
		t.Errorf("%s: %d actions are unreachable", name, len(truth.Unreachable))
	}
	if s := scenarios.NewScore(truth, truth.Graph()); s.SHD != 0 {
		t.Errorf("%s: the truth scores %d", name, s.SHD)
	}
}

// TestSynthShape checks the shares that make a world look like a crafting game.
func TestSynthShape(t *testing.T) {
	f := synth(t, scenarios.SynthOptions{Actions: 4000, Seed: 1})
	truth := scenarios.NewTruth(f)
	var effects, or, noisy, kept, ambient, spread int
	for i, a := range truth.Actions {
		for _, e := range a.Effects {
			switch {
			case e.Unconditional:
				ambient++
			default:
				effects++
				if choices(e) > 1 {
					or++
				}
				if e.Ways[0].Chance < 1 {
					noisy++
				}
				for _, m := range e.Ways[0].Members {
					if m.Consumed == 0 {
						kept++
						break
					}
				}
			}
			if y := e.Ways[0].Yield; y.Min < y.Max {
				spread++
			}
		}
		if len(f.Actions[i].Unlock) == 0 != (len(f.Actions[i].Effects[0].Ways[0].Consumes)+len(f.Actions[i].Effects[0].Ways[0].Needs) == 0) {
			t.Errorf("%s: unlock %v doesn't fit its needs", a.Label, f.Actions[i].Unlock)
		}
	}
	for what, c := range map[string][3]int{
		"or-causes": {or, 15, 25}, "noisy": {noisy, 15, 35}, "kept": {kept, 40, 70}, "spread": {spread, 5, 25},
	} {
		if share := 100 * c[0] / effects; share < c[1] || share > c[2] {
			t.Errorf("%s: %d of %d effects, %d%%, not %d%% to %d%%", what, c[0], effects, share, c[1], c[2])
		}
	}
	if ambient < 100 {
		t.Errorf("only %d ambient gains", ambient)
	}
	deepest := 0
	for _, l := range truth.Levels() {
		deepest = max(deepest, l)
	}
	if deepest < 10 || deepest > 20 {
		t.Errorf("%d levels, want 10 to 20", deepest)
	}
}

func TestSynthRefuses(t *testing.T) {
	for _, o := range []scenarios.SynthOptions{
		{}, {Actions: -1}, {Actions: scenarios.MaxSynthActions + 1}, {Actions: 5, Items: 6}, {Actions: 5, Items: -1},
		{Actions: 5, Items: 2, Layers: 3}, {Actions: 5, Layers: -1},
	} {
		if _, err := scenarios.Synth(o); !errors.Is(err, scenarios.ErrSynthOptions) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestSynthTruthAgreesWithTheWorld plays small synthetic worlds from every subset of
// their items.
func TestSynthTruthAgreesWithTheWorld(t *testing.T) {
	for seed := range uint64(60) {
		o := scenarios.SynthOptions{Actions: 4 + int(seed%7), Seed: seed}
		compareWithWorld(t, certain(synth(t, o)))
	}
}

// TestSynthDiffers shows that the seed matters.
func TestSynthDiffers(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(50) {
		seen[synth(t, scenarios.SynthOptions{Actions: 20, Seed: seed}).Fingerprint()] = true
	}
	if len(seen) != 50 {
		t.Errorf("%d different worlds of 50 seeds", len(seen))
	}
}

// TestSynthLarge makes the largest world; its truth is taken in the benchmark.
func TestSynthLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("short: the largest world takes seconds")
	}
	f := synth(t, scenarios.SynthOptions{Actions: scenarios.MaxSynthActions, Seed: 1})
	if reached := sim.Reach(f, true); len(reached.Items) != 80_000 {
		t.Errorf("%d items can be had, want 80000", len(reached.Items))
	}
}

func BenchmarkSynth(b *testing.B) {
	for _, actions := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(actions), func(b *testing.B) {
			for b.Loop() {
				synth(b, scenarios.SynthOptions{Actions: actions, Seed: 1})
			}
		})
	}
}

func BenchmarkTruth(b *testing.B) {
	for _, actions := range []int{1000, 10_000, 100_000} {
		f := synth(b, scenarios.SynthOptions{Actions: actions, Seed: 1})
		b.Run(fmt.Sprint(actions), func(b *testing.B) {
			for b.Loop() {
				scenarios.NewTruth(f)
			}
		})
	}
	f := load(b, "minecraft-1.19")
	b.Run(f.ID, func(b *testing.B) {
		for b.Loop() {
			scenarios.NewTruth(f)
		}
	})
}
