package controller_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// ruled is a world of these rules and its exact graph.
func ruled(t testing.TB, text string) (*sim.World, *graphstore.Graph) {
	t.Helper()
	f, err := sim.Parse("w.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return sim.New(f), scenarios.NewTruth(f).Graph()
}

// What ends a fact comes before what brings it about.
const bench = `{"format": 1, "id": "bench", "factors": {"near_table": {"kind": "fact"}}, "actions": [
	{"label": "gather", "ends": ["near_table"], "effects": [{"gives": {"log": 1}, "ways": [{}]}]},
	{"label": "walk", "effects": [{"gives": {"near_table": 1}, "ways": [{"needs": {"table": 1}}]}]},
	{"label": "build", "effects": [{"gives": {"table": 1}, "ways": [{"consumes": {"log": 4}}]}]},
	{"label": "carve", "effects": [{"gives": {"bowl": 1}, "ways": [{"needs": {"near_table": 1}, "consumes": {"log": 2}}]}]},
	{"label": "polish", "effects": [{"gives": {"cup": 1}, "ways": [{"needs": {"near_table": 1}, "consumes": {"bowl": 1, "log": 1}}]}]}]}`

// TestPlansBringFactsAbout: a plan walks to the table after the last gathering, and its
// steps hold in the world.
func TestPlansBringFactsAbout(t *testing.T) {
	w, g := ruled(t, bench)
	for _, c := range []struct {
		goal  controller.Goal
		from  map[string]int
		acts  float64
		steps int
	}{
		{want("near_table", 1), nil, 6, 3},
		{want("bowl", 1), nil, 9, 4},
		{want("cup", 2), nil, 4 + 1 + 6 + 1 + 2 + 2, 5},
		{want("bowl", 1), map[string]int{"near_table": 1, "log": 2}, 1, 1},
		{want("bowl", 1), map[string]int{"table": 1, "log": 2}, 2, 2},
	} {
		from := interaction.StateOf(c.from)
		plan, err := exact(t, g, 1000).Plan(context.Background(), from, c.goal)
		if err != nil {
			t.Fatal(err)
		}
		if plan.Cost != c.acts || len(plan.Steps) != c.steps || plan.Optimal && c.goal.Want[0].Name != "near_table" {
			t.Errorf("%v from %s: %v actions, optimal %v:\n%s", c.goal.Want, from, plan.Cost, plan.Optimal, plan.Explain())
		}
		if _, err := controller.SelfCheck(from, plan.Steps, plan.Goal); err != nil {
			t.Error(err)
		}
		body, err := controller.Enter(t.Context(), w, from, 1)
		if err != nil {
			t.Fatal(err)
		}
		a := controller.Actor{Graph: g, Body: body, Config: controller.DefaultActorConfig()}
		r, err := a.Run(t.Context(), controller.Task{Stages: [][]controller.Goal{{c.goal}}})
		if err != nil || !r.Solved || float64(r.Executed) != c.acts {
			t.Errorf("%v: %+v, %v", c.goal.Want, r, err)
		}
		_ = body.Close()
	}
}

// A fact that comes with something that the draft makes anyway, as whoever drinks tea has the bottle again, is left to that.
func TestPlansLeaveFactsToWhatGivesMore(t *testing.T) {
	_, g := ruled(t, `{"format": 1, "id": "cliff", "factors": {"vigour": {"kind": "fact"}}, "actions": [
		{"label": "dig", "effects": [{"gives": {"sand": 2}, "ways": [{}]}]},
		{"label": "blow", "effects": [{"gives": {"bottle": 1}, "ways": [{"consumes": {"sand": 3}}]}]},
		{"label": "brew", "effects": [{"gives": {"tea": 1}, "ways": [{"consumes": {"bottle": 1}}]}]},
		{"label": "drink", "effects": [{"gives": {"bottle": 1, "vigour": 1}, "ways": [{"consumes": {"tea": 1}}]}]},
		{"label": "climb", "effects": [{"gives": {"edelweiss": 1}, "ways": [{"needs": {"vigour": 1}}]}]}]}`)
	plan, err := exact(t, g, 1000).Plan(context.Background(), interaction.StateOf(nil), want("edelweiss", 1))
	if err != nil || plan.Cost != 6 {
		t.Errorf("%v: %+v", err, plan)
	}
}

// TestPlansBringFactsAboutAgain: a table that each use of it ends is laid for each, of logs that are gathered before, and that is found
// without a search.
func TestPlansBringFactsAboutAgain(t *testing.T) {
	_, g := ruled(t, `{"format": 1, "id": "camp", "factors": {"near_table": {"kind": "fact"}}, "actions": [
		{"label": "gather", "effects": [{"gives": {"log": 1}, "ways": [{}]}]},
		{"label": "lay", "effects": [{"gives": {"near_table": 1}, "ways": [{"consumes": {"log": 2}}]}]},
		{"label": "carve", "ends": ["near_table"], "effects": [{"gives": {"bowl": 1}, "ways": [{"needs": {"near_table": 1}, "consumes": {"log": 1}}]}]},
		{"label": "turn", "ends": ["near_table"], "effects": [{"gives": {"cup": 1}, "ways": [{"needs": {"near_table": 1}, "consumes": {"log": 1}}]}]},
		{"label": "bend", "ends": ["near_table"], "effects": [{"gives": {"bow": 1}, "ways": [{"needs": {"near_table": 1}, "consumes": {"log": 1}}]}]},
		{"label": "join", "effects": [{"gives": {"chest": 1}, "ways": [{"needs": {"near_table": 1, "bowl": 1, "cup": 1, "bow": 1}}]}]}]}`)
	for from, acts := range map[string]float64{"": 4*(2+1) + 3*(1+1) + 1, "near_table": 3*(2+1) + 3*(1+1) + 1} {
		start := interaction.State{}
		if from != "" {
			start = interaction.StateOf(map[string]int{from: 1})
		}
		plan, err := exact(t, g, 1).Plan(context.Background(), start, want("chest", 1))
		if err != nil {
			t.Fatal(err)
		}
		if plan.Cost != acts {
			t.Errorf("from %s: %v actions:\n%s", start, plan.Cost, plan.Explain())
		}
		if _, err := controller.SelfCheck(start, plan.Steps, plan.Goal); err != nil {
			t.Error(err)
		}
	}
}

// TestFactsOfTheWorld: a fact that no action brings about must be there; where it isn't,
// that is what is missing.
func TestFactsOfTheWorld(t *testing.T) {
	_, g := ruled(t, `{"format": 1, "id": "day", "factors": {"daylight": {"kind": "fact"}}, "actions": [
		{"label": "sow", "effects": [{"gives": {"wheat": 1}, "ways": [{"needs": {"daylight": 1}}]}]}]}`)
	p := exact(t, g, 1000)
	if plan, err := p.Plan(context.Background(), interaction.StateOf(map[string]int{"daylight": 1}), want("wheat", 2)); err != nil || plan.Cost != 2 {
		t.Errorf("by day: %+v, %v", plan, err)
	}
	_, err := p.Plan(context.Background(), interaction.State{}, want("wheat", 2))
	var u *controller.Unreachable
	if !errors.As(err, &u) || len(u.Missing) == 0 || u.Missing[0].Factor != "daylight" {
		t.Errorf("by night: %v", err)
	}
}

// TestPlansMixClasses: eight of any stone, of three kinds of which there is too little of
// each.
func TestPlansMixClasses(t *testing.T) {
	w, g := ruled(t, `{"format": 1, "id": "stones", "classes": {"stone": ["basalt", "granite", "slate"]}, "actions": [
		{"label": "dig", "effects": [{"gives": {"slate": 1}, "ways": [{}]}]},
		{"label": "quarry", "effects": [{"gives": {"basalt": 1}, "ways": [{}]}]},
		{"label": "mine", "effects": [{"gives": {"granite": 1}, "ways": [{}]}]},
		{"label": "build", "effects": [{"gives": {"furnace": 1}, "ways": [{"consumes": {"class:stone": 8}}]}]}]}`)
	from := interaction.StateOf(map[string]int{"basalt": 3, "granite": 2, "slate": 2})
	plan, err := exact(t, g, 1000).Plan(context.Background(), from, want("furnace", 1))
	if err != nil || plan.Cost != 2 {
		t.Fatalf("%v\n%s", err, plan.Explain())
	}
	end, err := controller.SelfCheck(from, plan.Steps, plan.Goal)
	if err != nil || end.Level("basalt")+end.Level("granite")+end.Level("slate") != 0 {
		t.Errorf("%s, %v", end, err)
	}
	body, err := controller.Enter(t.Context(), w, from, 1)
	if err != nil {
		t.Fatal(err)
	}
	a := controller.Actor{Graph: g, Body: body, Config: controller.DefaultActorConfig()}
	if r, err := a.Run(t.Context(), controller.Task{Stages: [][]controller.Goal{{want("furnace", 2)}}}); err != nil || !r.Solved || r.Executed != 11 {
		t.Errorf("%+v, %v", r, err)
	}
	_ = body.Close()
}

// lived is a world that begins where it will.
type lived struct {
	*sim.World
	starts interaction.Starts
}

func (l lived) Spec() interaction.Spec {
	s := l.World.Spec()
	s.Caps.Starts = l.starts
	return s
}

func (l lived) Open(ctx context.Context) (interaction.Session, error) {
	s, err := l.World.Open(ctx)
	return livedSession{s}, err
}

type livedSession struct{ interaction.Session }

// Begin gives everybody two logs, whatever was wished for.
func (s livedSession) Begin(ctx context.Context, _ interaction.State, seed uint64) (interaction.State, error) {
	return s.Session.Begin(ctx, interaction.StateOf(map[string]int{"log": 2}), seed)
}

// TestActsWithoutReset: in a world that can't begin at a start, a known graph is acted on
// from where the world is; a start can't be asked for.
func TestActsWithoutReset(t *testing.T) {
	w, g := ruled(t, bench)
	for _, starts := range []interaction.Starts{interaction.Episodes, interaction.OneLife} {
		if _, err := controller.Enter(t.Context(), lived{w, starts}, interaction.StateOf(map[string]int{"log": 1}), 1); !errors.Is(err, interaction.ErrNoStarts) {
			t.Errorf("%s: a start was asked for: %v", starts, err)
		}
		body, err := controller.Enter(t.Context(), lived{w, starts}, interaction.State{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		l := &graphstore.Memory{}
		a := controller.Actor{Graph: g, Body: body, Config: controller.DefaultActorConfig(), Ledger: l}
		r, err := a.Run(t.Context(), controller.Task{Stages: [][]controller.Goal{{want("bowl", 1)}}})
		if err != nil || !r.Solved || r.Executed != 7 {
			t.Errorf("%s: %+v, %v", starts, r, err)
		}
		if err := body.Become(t.Context(), interaction.State{}); !errors.Is(err, interaction.ErrNoStarts) {
			t.Errorf("%s: it became something else: %v", starts, err)
		}
		_ = body.Close()
	}
}

// TestALevelThatNothingReaches: a fact that is wanted at a level that no action brings it to is out of reach, however it
// is to be made.
func TestALevelThatNothingReaches(t *testing.T) {
	_, g := ruled(t, bench)
	for _, level := range []int{2, 3, 30} {
		for _, with := range [][]string{nil, {"table"}} {
			goal := want("near_table", level)
			goal.With = with
			_, err := exact(t, g, 1000).Plan(t.Context(), interaction.StateOf(map[string]int{"table": 1}), goal)
			if !errors.Is(err, controller.ErrUnreachable) || !strings.Contains(err.Error(), "no known action gives as much of it") {
				t.Errorf("%s: %v", goal, err)
			}
		}
	}
}
