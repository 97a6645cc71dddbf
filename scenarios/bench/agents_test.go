package bench_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/controller/curriculum"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// Tasks in the words of adam run, proposed by what is known and by a model, are tried, and what came of them is in the
// memory that agents share, with the plans; the games of held-out tasks leave nothing there.
func TestAgentsTeachThemselves(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	w, _ := tiny(t)
	held := []scenarios.SuiteTask{{Name: "a log", Goal: []interaction.Amount{{Name: "log", Level: 1}}}}
	run := func(sessions int) (*graphstore.Memory, *curriculum.Curriculum, bench.LearningPoint) {
		memory, cfg := &graphstore.Memory{}, explore.Default()
		cfg.Stock = living.DefaultStock
		c := &curriculum.Curriculum{Complete: func(context.Context, string) (string, error) { return "1 dragon\n2 log\n", nil }}
		a := bench.Agents{World: w, Config: cfg, Numbers: []int{2}, Checks: []int{6}, Held: held, Steps: 200, Games: 2, Sessions: sessions, Ledger: memory, Curriculum: c}
		curves, err := a.Run(t.Context(), func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		points := curves[1].Points
		return memory, c, points[len(points)-1]
	}
	memory, c, point := run(2)
	edges, solved, plans := map[string]int{}, 0, 0
	for e, err := range memory.Since(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		switch e.Kind {
		case graphstore.KindTask:
			x, err := graphstore.DecodeTask(e)
			if err != nil {
				t.Fatal(err)
			}
			if edges[x.Edge]++; x.Solved {
				solved++
			}
		case graphstore.KindMemory:
			plans++
		}
	}
	if edges["new"] == 0 || edges["model"] == 0 || solved == 0 || plans == 0 || c.Dropped == 0 {
		t.Errorf("edges %v, %d solved, %d plans; %+v", edges, solved, plans, c)
	}
	if n := edges["new"] + edges["failed"] + edges["rare"] + edges["far"] + edges["model"]; point.Proposed != n || point.Solved != solved || point.Tasks != 6 || point.Dropped == 0 || point.Dropped >= c.Dropped {
		t.Errorf("%+v, not %d tasks of which %d were solved", point, n, solved)
	}
	again, _, _ := run(1)
	if a, b := whole(t, memory), whole(t, again); a != b {
		t.Error("side by side or one after the other, what is remembered differs")
	}
}

// tiny is a small world to live in, and its factors.
func tiny(t *testing.T) (interaction.World, []string) {
	t.Helper()
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
	return w, f.AllFactors()
}

// whole is all that a ledger holds.
func whole(t *testing.T, l graphstore.Ledger) string {
	t.Helper()
	var b strings.Builder
	for e, err := range l.Since(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, e.Kind, string(e.Body))
	}
	return b.String()
}

// Who has no time left is measured all the same.
func TestAgentsOutOfTime(t *testing.T) {
	w, _ := tiny(t)
	cfg := explore.Default()
	cfg.Stock = living.DefaultStock
	a := bench.Agents{World: w, Config: cfg, Numbers: []int{1}, Checks: []int{1 << 10, 1 << 20}, Steps: 10, Games: 1, Sessions: 1, For: 1,
		Held: []scenarios.SuiteTask{{Name: "a log", Goal: []interaction.Amount{{Name: "log", Level: 1}}}}}
	curves, err := a.Run(t.Context(), func(string) {})
	if err != nil || len(curves) != 2 || len(curves[1].Points) != 1 || curves[1].Points[0].Games != 1 {
		t.Errorf("%+v, %v", curves, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	a.Away = nobody{}
	for _, a.For = range []time.Duration{1, 100 * time.Millisecond} {
		curves, err := a.Run(ctx, func(string) {})
		if err != nil || len(curves) != 2 || len(curves[1].Points) != 1 || curves[1].Points[0].Games != 1 {
			t.Errorf("without a worker: %+v, %v", curves, err)
		}
	}
}

// nobody is there who lives lives.
type nobody struct{}

func (nobody) Live(ctx context.Context, _, _ [][]byte, _ func(int, []byte, string) error) error {
	<-ctx.Done()
	return ctx.Err()
}

// Agents that set themselves tasks get better at tasks that they aren't told of, and what they share is in the ledger.
func TestAgents(t *testing.T) {
	w, factors := tiny(t)
	var held []scenarios.SuiteTask
	for _, name := range factors {
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
