package bench_test

import (
	"testing"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// Agents that set themselves tasks get better at tasks that they aren't told of, and what they share is in the ledger.
func TestAgents(t *testing.T) {
	f, err := scenarios.Load("tiny")
	if err != nil {
		t.Fatal(err)
	}
	l, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	w, err := body.New(l)
	if err != nil {
		t.Fatal(err)
	}
	var held []scenarios.SuiteTask
	for _, name := range f.AllFactors() {
		held = append(held, scenarios.SuiteTask{Name: name, Goal: []interaction.Amount{{Name: name, Level: 1}}})
	}
	memory := &graphstore.Memory{}
	cfg := explore.Default()
	cfg.Stock = living.DefaultStock
	a := bench.Agents{World: w, Config: cfg, Numbers: []int{2}, Checks: []int{1, 8}, Held: held, Steps: 200, Games: 1, Sessions: 2, Ledger: memory}
	curves, err := a.Run(t.Context(), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(curves) != 2 || curves[0].Shared || !curves[1].Shared {
		t.Fatalf("%+v", curves)
	}
	for _, c := range curves {
		first, last := c.Points[0], c.Points[len(c.Points)-1]
		if last.Success < .5 || last.Success < first.Success || last.Memory <= first.Memory || last.Steps <= 0 {
			t.Errorf("%+v", c)
		}
	}
	n := 0
	for e, err := range memory.Since(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == graphstore.KindOutcome {
			n++
		}
	}
	if shared := curves[1].Points; float64(n) != shared[len(shared)-1].Memory {
		t.Errorf("the ledger holds %d trials: %+v", n, shared)
	}
}
