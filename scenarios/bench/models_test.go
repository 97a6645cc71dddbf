package bench_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/scenarios/bench"
)

// Table 4.4: whatever guesses, ours is exact; worse models name more that is wrong.
func TestModels(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	m := bench.Models{Original: load(t, "minecraft-41-paper", 0), Modified: load(t, "minecraft-41-modified", 0), Seeds: 1, Seed: 1, Parallel: 1, Config: config(1)}
	first, err := m.Run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	bench.PrintModels(&b, first, m.Seeds)
	if n := strings.Count(b.String(), "35.0 (35)/35"); n != 12 {
		t.Errorf("%d lines say that all is exact:\n%s", n, b.String())
	}
	if len(first) != 12 {
		t.Fatalf("%d rows", len(first))
	}
	wrong := map[string]float64{}
	for _, r := range first {
		if r.Actions != 35 || r.OursLeast != 35 || r.OursExact != 35 {
			t.Errorf("%s, %s: %v of %d exact, at least %d", r.World, r.Guess, r.OursExact, r.Actions, r.OursLeast)
		}
		played := strings.HasPrefix(r.Guess, "played ")
		if played != (r.Calls >= 35) || played != (r.Quoted != "") {
			t.Errorf("%s, %s: %v calls, %q", r.World, r.Guess, r.Calls, r.Quoted)
		}
		wrong[r.World+" "+r.Guess] = r.Wrong
	}
	for _, w := range []string{"minecraft-41-paper ", "minecraft-41-modified "} {
		if best, worst := wrong[w+"played gpt-4-turbo"], wrong[w+"played Llama-2-13B-finetuned"]; best > .5 || worst < best+.8 {
			t.Errorf("%s: the best names %v wrong items, the worst %v", w, best, worst)
		}
	}
}

// Figure 4.2: with a poor model, interventions help; what succeeds is within the
// paper's 20 steps, and equal seeds give equal rows.
func TestCollecting(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	c := bench.Collecting{World: load(t, "minecraft-41-paper", 0), Seeds: 6, Seed: 1, Parallel: 3}
	rows, err := c.Run(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	c.Parallel = 1
	if again, err := c.Run(t.Context(), false); err != nil || !reflect.DeepEqual(rows, again) {
		t.Errorf("again: %+v, %v", again, err)
	}
	for _, r := range rows {
		if r.Actions != 8 || max(r.WithoutSteps, r.RemovingSteps, r.GroupingSteps) > 20 || min(r.WithoutSteps, r.RemovingSteps, r.GroupingSteps) < 1 {
			t.Errorf("%+v", r)
		}
	}
	if last := rows[len(rows)-1]; last.Guess != "played Llama-2-13B-finetuned" || last.RemovingSuccess < last.WithoutSuccess+.15 {
		t.Errorf("%+v", last)
	}
}
