package controller_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

var conditions = []controller.Condition{{Aspect: controller.Near, Name: "river_water"}, {Aspect: controller.Near, Name: "pig"}, {Aspect: controller.In, Name: "forest"},
	{Aspect: controller.At, Name: "night"}, {Aspect: controller.At, Name: "day"}, {Aspect: controller.During, Name: "rain"}, {Aspect: controller.While, Name: "dim"}}

func TestConditions(t *testing.T) {
	g := controller.Grammar{Factors: []string{"log", "stone_pickaxe", "flint_in_steel"}, Conditions: conditions}
	for text, want := range map[string][]controller.Condition{
		"gather 1 log near river water":                                 {conditions[0]},
		"a stone pickaxe in the forest at night, near a pig":            {conditions[2], conditions[3], conditions[1]},
		"2 logs and a stone pickaxe by day and in the rain":             {conditions[4], conditions[5]},
		"a log with a stone pickaxe, near pigs while it is dim":         {conditions[1], conditions[6]},
		"flint in steel in the forest":                                  {conditions[2]},
		"3 logs":                                                        nil,
		"a log in the forest or a stone pickaxe at night then two logs": {conditions[2]},
	} {
		task, err := g.Parse(t.Context(), text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := task.Stages[0][0].Where; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v", text, got)
		}
		// What it prints it reads.
		again, err := g.Parse(t.Context(), task.String())
		if err != nil || !reflect.DeepEqual(again.Stages, task.Stages) {
			t.Errorf("%s: printed as %q, read as %+v, %v", text, task, again, err)
		}
	}
	for text, says := range map[string]string{"a log near the moon": "there is near pig, river_water", "a log near draim": "there is near pig, river_water; and during rain, while dim", "a log near a pik": "there is pig", "a log in": "ends", "a log at night night": "isn't expected"} {
		if _, err := g.Parse(t.Context(), text); !errors.Is(err, controller.ErrTask) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := (controller.Grammar{Factors: g.Factors}).Parse(t.Context(), "a log near a pig"); err == nil {
		t.Error("conditions are read that nobody knows")
	}
}

// shore is a body in a world of two places: at home there is a bench, at the shore water.
type shore struct {
	at      string
	have    map[string]int
	acts    []string
	sought  int
	strays  int  // how often the way to what it works at leads away from the shore
	steady  bool // but never twice in a row
	dies    bool // and then the world is gone
	strayed bool
}

func (s *shore) Act(_ context.Context, a interaction.Action) (interaction.State, error) {
	s.acts = append(s.acts, string(a)+"@"+s.at)
	switch {
	case a == "a":
		s.have["log"]++
	case a == "b" && s.have["log"] >= 2:
		s.have["log"] -= 2
		s.have["near_bench"] = 1
	case a == "c" && s.have["near_bench"] > 0 && s.have["log"] > 0:
		s.have["log"]--
		s.have["boat"]++
	}
	return interaction.StateOf(s.have), nil
}

func (s *shore) Observe(context.Context) (interaction.State, error) {
	if s.dies && s.at == "way" {
		return interaction.State{}, errGone
	}
	return interaction.StateOf(s.have), nil
}

func (s *shore) Seek(_ context.Context, all []controller.Condition, a interaction.Action) (bool, error) {
	if s.sought++; all[0].Name != "river_water" {
		return false, nil
	}
	if s.at != "shore" {
		s.at = "shore"
		delete(s.have, "near_bench")
	}
	return true, nil
}

func (s *shore) Holds(context.Context, []controller.Condition) (bool, error) {
	return s.at == "shore", nil
}

func (s *shore) Approach(context.Context, interaction.Action) error {
	if s.strayed = s.at == "shore" && s.strays > 0 && !(s.steady && s.strayed); s.strayed {
		s.strays--
		s.at = "way"
	}
	return nil
}

func (s *shore) Return(context.Context, []string) (bool, error) { return false, nil }

// A boat is built where there is water, with a bench that is put up there; what can't be found ends the task.
func TestSituated(t *testing.T) {
	graph := boatGraph()
	run := func(where controller.Condition, bound func(interaction.Action) bool) (*shore, controller.Result) {
		t.Helper()
		body := &shore{at: "home", have: map[string]int{"boat": 1}}
		actor := &controller.Actor{Graph: graph, Body: body, Config: controller.DefaultActorConfig(), Bound: bound}
		r, err := actor.Run(t.Context(), controller.Task{Stages: [][]controller.Goal{{{Want: []interaction.Amount{{Name: "boat", Level: 1}}, Where: []controller.Condition{where}}}}})
		if err != nil {
			t.Fatal(err)
		}
		return body, r
	}
	body, r := run(conditions[0], func(a interaction.Action) bool { return a == "a" })
	if want := "a@home a@home a@home b@shore c@shore"; !r.Solved || strings.Join(body.acts, " ") != want {
		t.Errorf("%v (%s): %v, not %s", r.Solved, r.Reason, body.acts, want)
	}
	if body, r = run(conditions[1], nil); r.Solved || !strings.Contains(r.Reason, "near pig") || body.sought != 1 {
		t.Errorf("%v (%s) after %d searches", r.Solved, r.Reason, body.sought)
	}
	blind := &controller.Actor{Graph: graph, Body: struct{ controller.Body }{&shore{have: map[string]int{}}}, Config: controller.DefaultActorConfig()}
	if r, err := blind.Run(t.Context(), controller.Task{Stages: [][]controller.Goal{{{Want: []interaction.Amount{{Name: "boat", Level: 1}}, Where: conditions[:1]}}}}); err != nil || r.Solved || !strings.Contains(r.Reason, "nothing perceives") {
		t.Errorf("%+v, %v", r, err)
	}
}

// Where the way to what is done leads away from where the conditions hold, that is noticed before anything is done: it goes
// back, and gives up where that happens again and again.
func TestConditionsLapse(t *testing.T) {
	for strays, want := range map[int]string{1: "a@shore", 2: "a@shore", 100: ""} {
		body := &shore{at: "home", have: map[string]int{}, strays: strays}
		cfg := controller.DefaultActorConfig()
		cfg.Retries = 3
		actor := &controller.Actor{Graph: boatGraph(), Body: body, Config: cfg, Bound: func(a interaction.Action) bool { return a == "a" }}
		r, err := actor.Run(t.Context(), controller.Task{Stages: [][]controller.Goal{{{Want: []interaction.Amount{{Name: "log", Level: 1}}, Where: conditions[:1]}}}})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Join(body.acts, " ") != want || r.Solved != (want != "") || body.sought > cfg.Retries {
			t.Errorf("straying %d times: %v (%s), %v after %d searches", strays, r.Solved, r.Reason, body.acts, body.sought)
		}
	}
	// Each of many times may lapse once.
	body := &shore{at: "home", have: map[string]int{}, strays: 100, steady: true}
	cfg := controller.DefaultActorConfig()
	cfg.Retries = 3
	actor := &controller.Actor{Graph: boatGraph(), Body: body, Config: cfg, Bound: func(a interaction.Action) bool { return a == "a" }}
	r, err := actor.Run(t.Context(), controller.Task{Stages: [][]controller.Goal{{{Want: []interaction.Amount{{Name: "log", Level: 6}}, Where: conditions[:1]}}}})
	if err != nil || !r.Solved || strings.Contains(strings.Join(body.acts, " "), "@way") {
		t.Errorf("%v (%s), %v: %v", r.Solved, r.Reason, err, body.acts)
	}
	// A world that is gone while it looks again is an error, and not the task's end.
	body = &shore{at: "home", have: map[string]int{}, strays: 100, dies: true}
	actor.Body = body
	if r, err = actor.Run(t.Context(), controller.Task{Stages: [][]controller.Goal{{{Want: []interaction.Amount{{Name: "log", Level: 1}}, Where: conditions[:1]}}}}); !errors.Is(err, errGone) {
		t.Errorf("%+v, %v", r, err)
	}
}

var errGone = errors.New("the world is gone")

// boatGraph: a gives a log, b a bench beside the agent for two, c a boat there for one.
func boatGraph() *graphstore.Graph {
	effect := func(factor string, members ...graphstore.Member) []graphstore.Effect {
		return []graphstore.Effect{{Factor: factor, Ways: []graphstore.Way{{Members: members, Yield: graphstore.Yield{Min: 1, Max: 1, Mean: 1}}}, Grade: graphstore.Certified, Chance: graphstore.Interval{Estimate: 1, Low: 1, High: 1}}}
	}
	log := func(n int) graphstore.Member {
		return graphstore.Member{Factors: []string{"log"}, Count: n, Consumed: n}
	}
	return &graphstore.Graph{World: "shore", Factors: []graphstore.Factor{{Name: "boat"}, {Name: "log", Number: 1}, {Name: "near_bench", Number: 2, Kind: interaction.Fact}},
		Actions: []graphstore.Action{{ID: "a", Effects: effect("log")}, {ID: "b", Effects: effect("near_bench", log(2))},
			{ID: "c", Effects: effect("boat", log(1), graphstore.Member{Factors: []string{"near_bench"}, Count: 1})}}}
}
