package controller_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// walker is a body that sees where it is: in a wood logs are near and wool is far, on a hill it is the other way round.
type walker struct {
	shore
	sees  []float64
	steps int
	far   map[interaction.Action]int // steps to where an action is done
}

var wood, hill = []float64{.9, .1, .5}, []float64{.2, .9, .5}

func newWalker(sees []float64) *walker {
	w := &walker{shore: shore{have: map[string]int{}}, sees: sees, far: map[interaction.Action]int{"a": 30, "d": 2}}
	if len(sees) > 0 && sees[0] > .5 {
		w.far = map[interaction.Action]int{"a": 2, "d": 40}
	}
	return w
}

func (w *walker) Act(ctx context.Context, a interaction.Action) (interaction.State, error) {
	w.steps += w.far[a]
	if a == "d" {
		w.have["wool"]++
	}
	return w.shore.Act(ctx, a)
}

func (w *walker) Features(context.Context) ([]float64, error) { return w.sees, nil }

func (w *walker) Steps() int { return w.steps }

// fleece is the graph of logs, by a, and wool, by d.
func fleece() *graphstore.Graph {
	g := boatGraph()
	d := g.Actions[0]
	d.ID, d.Effects = "d", append([]graphstore.Effect{}, d.Effects...)
	d.Effects[0].Factor = "wool"
	g.Actions, g.Factors = append(g.Actions, d), append(g.Factors, graphstore.Factor{Name: "wool", Number: 3})
	return g
}

func carry(t *testing.T, w *walker, m *controller.Memory, text string) (events []controller.Event) {
	t.Helper()
	g := fleece()
	actor := &controller.Actor{Graph: g, Body: w, Config: controller.DefaultActorConfig(), Memory: m, Trace: func(e controller.Event) { events = append(events, e) }}
	r, err := actor.Run(t.Context(), taskOf(g, t, text))
	if err != nil || !r.Solved {
		t.Fatalf("%s: %+v, %v", text, r, err)
	}
	return events
}

// What is near is chosen where things look as they did where it was near; without pictures, what was near on average; and
// where too little is remembered, what costs least.
func TestPicturesChoose(t *testing.T) {
	l := &graphstore.Memory{}
	m, err := controller.NewMemory(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	choose := func(sees, really []float64) string {
		t.Helper()
		w := newWalker(really)
		w.sees = sees
		again, err := controller.NewMemory(t.Context(), l) // what counts is in the ledger
		if err != nil {
			t.Fatal(err)
		}
		carry(t, w, again, "1 wool or 1 log")
		for _, x := range []string{"wool", "log"} {
			if w.have[x] > 0 {
				return x
			}
		}
		return ""
	}
	if got := choose(wood, wood); got != "wool" {
		t.Errorf("with nothing remembered it gets %s: equal plans, and wool is named first", got)
	}
	for range 5 {
		for _, at := range [][]float64{wood, hill} {
			carry(t, newWalker(at), m, "1 log")
			carry(t, newWalker(at), m, "1 wool")
		}
	}
	for _, c := range []struct {
		name   string
		sees   []float64
		really []float64
		want   string
	}{
		{"in a wood", wood, wood, "log"},
		{"on a hill", hill, hill, "wool"},
		{"on what is rather a hill", []float64{.4, .7, .4}, hill, "wool"},
		{"on a hill with closed eyes: logs are nearer on average", nil, hill, "log"},
		{"on a hill, with other eyes than remembered", []float64{.2, .9}, hill, "log"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := choose(c.sees, c.really); got != c.want {
				t.Errorf("it gets %s, not %s", got, c.want)
			}
		})
	}
}

// Of two plans from equal states that one is recalled that was made where it looked like here; and the tree still has the
// last word.
func TestRecallRanksByPicture(t *testing.T) {
	g := fleece()
	g.Actions[3].Effects[0].Factor = "log" // two actions give logs
	l := &graphstore.Memory{}
	way := g.Actions[0].Effects[0].Ways[0]
	for _, x := range []struct {
		action interaction.Action
		around []float64
	}{{"a", wood}, {"d", hill}} {
		e, err := graphstore.NewEntry(graphstore.MemoryEntry{Task: "1 log", Goal: map[string]int{"log": 1}, From: map[string]int{}, Executed: 1, Took: 3, Around: x.around,
			Steps: []graphstore.MemoryStepBody{{Action: x.action, Factor: "log", Way: way.String(), Times: 1}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	m, err := controller.NewMemory(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	plan := func(g *graphstore.Graph, sees []float64) interaction.Action {
		t.Helper()
		if err := m.See(sees); err != nil {
			t.Fatal(err)
		}
		p := exact(t, g, 1000)
		got, err := m.Over(p, p).Plan(t.Context(), interaction.State{}, want("log", 1))
		if err != nil {
			t.Fatal(err)
		}
		return got.Steps[0].Action
	}
	if a, d := plan(g, wood), plan(g, hill); a != "a" || d != "d" {
		t.Errorf("in the wood %s is recalled, on the hill %s", a, d)
	}
	if m.Recalled != 2 {
		t.Errorf("%d recalled", m.Recalled)
	}
	only := *g
	only.Actions = g.Actions[:3]
	if a := plan(&only, hill); a != "a" {
		t.Errorf("%s is recalled, which isn't claimed any more", a)
	}
}

// Features that can't be are refused with one line, from the body and from the ledger; the task goes on without.
func TestBrokenFeatures(t *testing.T) {
	m, err := controller.NewMemory(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, around := range map[string][]float64{"NaN": {.1, math.NaN()}, "infinite": {math.Inf(1)}, "too large": {1.01}, "negative": {-.1}} {
		t.Run(name, func(t *testing.T) {
			if err := m.See(around); err == nil || strings.Contains(err.Error(), "\n") {
				t.Errorf("seen: %v", err)
			}
			lines := 0
			for _, e := range carry(t, newWalker(around), m, "1 wool or 1 log") {
				if e.Kind == controller.EventSee {
					lines++
				}
			}
			if lines != 1 {
				t.Errorf("%d lines say so", lines)
			}
		})
	}
	for name, body := range map[string]string{"out of range": `"around":[2]`, "negative steps": `"took":-1`, "no numbers": `"around":["x"]`} {
		t.Run(name, func(t *testing.T) {
			l := &graphstore.Memory{}
			if err := l.Append(t.Context(), graphstore.Entry{Kind: graphstore.KindMemory, Body: []byte(`{"v":2,"goal":{"log":1},` + body + `}`)}); err != nil {
				t.Fatal(err)
			}
			if _, err := controller.NewMemory(t.Context(), l); !errors.Is(err, graphstore.ErrCorrupt) || strings.Contains(err.Error(), "\n") {
				t.Errorf("read: %v", err)
			}
		})
	}
	t.Run("another number", func(t *testing.T) {
		carry(t, newWalker(wood), m, "1 log")
		if err := m.See([]float64{.1}); err == nil || !strings.Contains(err.Error(), "1 features are seen, and what is remembered has 3") {
			t.Errorf("seen: %v", err)
		}
		if err := m.See(nil); err != nil {
			t.Errorf("closed eyes: %v", err)
		}
	})
}

// What a goal takes is said of it alone: where it says how it is to be reached, nothing is known by what it takes otherwise.
func TestExpectsNothingOfGoalsThatSayHow(t *testing.T) {
	l := &graphstore.Memory{}
	for i := range 5 {
		e, err := graphstore.NewEntry(graphstore.MemoryEntry{Goal: map[string]int{"log": 1}, From: map[string]int{}, Took: 10 + i, Executed: 1,
			Steps: []graphstore.MemoryStepBody{{Action: "a", Factor: "log", Way: "nothing", Times: 1}}})
		if err == nil {
			err = l.Append(t.Context(), e)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	m, err := controller.NewMemory(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	for how, g := range map[string]controller.Goal{"anyhow": {}, "bare": {Bare: true}, "without": {Without: []string{"axe"}}, "unhurt": {Unhurt: []string{"health"}}, "with": {With: []string{"axe"}}} {
		g.Want = []interaction.Amount{{Name: "log", Level: 1}}
		if steps, known := m.Expect(interaction.State{}, g); known != (how == "anyhow") {
			t.Errorf("%s: %v steps, known: %v", how, steps, known)
		}
	}
}
