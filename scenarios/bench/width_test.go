package bench

import (
	"context"
	"math"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/scenarios"
)

func TestWidthTakesRoundsForTrials(t *testing.T) {
	f, err := scenarios.Load("minecraft-41-paper")
	if err != nil {
		t.Fatal(err)
	}
	b := Width{World: f, Config: explore.Default(), Widths: []int{1, 8, 64}, Workers: []int{1, 64}, Fleet: Fleet{Trial: 1, Batch: 512}}
	rows, err := b.Run(context.Background(), func(WidthRow) {}, func(int, explore.Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		if !r.Complete || i > 0 && (r.Rounds >= rows[i-1].Rounds || r.Trials < rows[0].Trials) {
			t.Errorf("%+v", r)
		}
		// One worker takes a second for each trial, and nothing else takes any time.
		if got := r.Times[0].Seconds; math.Abs(got-float64(r.Trials)) > 1e-6 {
			t.Errorf("width %d: one worker takes %v s for %d trials", r.Width, got, r.Trials)
		}
	}
	one, ok := b.Best(rows, 0)
	many, ok2 := b.Best(rows, 1)
	if !ok || !ok2 || one.Width != 1 || many.Width != 64 {
		t.Errorf("the best are %d with one worker and %d with 64", one.Width, many.Width)
	}
}

func TestFleet(t *testing.T) {
	rounds := []int{100, 100, 7}
	for name, c := range map[string]struct {
		f       Fleet
		workers int
		want    float64
	}{
		"a hundred at once":        {Fleet{Trial: 1, Batch: 512}, 100, 3},
		"ten at once":              {Fleet{Trial: 1, Batch: 512}, 10, 21},
		"the coordinator's trials": {Fleet{Trial: 1, Batch: 512, PerTrial: .1}, 1 << 20, 3 + 20.7},
		"the coordinator's beats":  {Fleet{Trial: 1, Batch: 512, PerTrial: .1, PerBeat: .005, Beat: 1}, 100, 3 + 2*20.7},
	} {
		if got := c.f.Time(c.workers, rounds); got.Saturated || math.Abs(got.Seconds-c.want) > 1e-6 {
			t.Errorf("%s: %+v, want %v s", name, got, c.want)
		}
	}
	if got := (Fleet{Trial: 1, Batch: 1, PerBeat: .01, Beat: 1}).Time(100, rounds); !got.Saturated {
		t.Errorf("nothing is left for results: %+v", got)
	}
	deadly := Fleet{Trial: 1, Batch: 1, Life: 10, Again: 5, Redelivery: 3, Seed: 1}
	if got := deadly.Time(10, rounds); got.Redelivered == 0 || got.Seconds <= 21 || got != deadly.Time(10, rounds) {
		t.Errorf("workers that die: %+v", got)
	}
}
