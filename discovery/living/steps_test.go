package living_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
)

// What came of an action that was done for a task is no evidence, for the check as little as for an exploration: a body may have gone
// somewhere between what was noted and what was done.
func TestStepsOfTasks(t *testing.T) {
	long(t)
	w, _ := world(t, load(t, "tiny"))
	l, cfg := &graphstore.Memory{}, config(1)
	cfg.Budget = 60_000
	explore := func() (certified int) {
		sum, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Errorf("%v %v", r.Problems, err)
		}
		return sum.ActionsCertified
	}
	before := explore()
	p := &graphstore.Page{}
	step := graphstore.StepEntry{Task: "1 axe", Goal: "axe", Action: "d", Before: map[string]int{"stick": 1, "planks": 1}, Expected: map[string]int{"axe": 1}}
	for step.N = range 12 {
		step.Verdict = "broke"
		p.Add(graphstore.NewEntry(step))
	}
	step.N, step.Verdict, step.Changes = 12, "succeeded", map[string]int{"axe": 1, "stick": -1}
	p.Add(graphstore.NewEntry(step))
	if err := p.AppendTo(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	if after := explore(); after != before {
		t.Errorf("%d actions are certified, were %d", after, before)
	}
}
