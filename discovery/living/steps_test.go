package living_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
)

// What came of an action that was done for a task counts: what it contradicts isn't certified any more, and the check agrees.
func TestStepsOfTasksCount(t *testing.T) {
	w, _ := world(t, load(t, "tiny"))
	l, cfg := &graphstore.Memory{}, config(1)
	cfg.Budget = 60_000
	check := func() graphstore.Report {
		r, err := graphstore.Check(t.Context(), l)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	explore := func() (certified int) {
		sum, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return sum.ActionsCertified
	}
	before := explore()
	p := &graphstore.Page{}
	p.Add(graphstore.NewEntry(graphstore.StepEntry{Task: "1 axe", N: 1, Goal: "axe", Action: "d", Before: map[string]int{"stick": 1, "planks": 1},
		Changes: map[string]int{"axe": 1, "stick": -1}, Expected: map[string]int{"axe": 1}, Verdict: "succeeded"}))
	if err := p.AppendTo(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	if check().OK() {
		t.Error("an axe came by no way that is known, and the check finds nothing")
	}
	if after := explore(); after >= before {
		t.Errorf("%d actions are certified as before, %d", after, before)
	}
	if r := check(); !r.OK() {
		t.Errorf("explored again: %v", r.Problems)
	}
}
