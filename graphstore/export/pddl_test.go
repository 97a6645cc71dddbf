package export

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

func TestPDDLOperators(t *testing.T) {
	certain := graphstore.Interval{Estimate: 1, Trials: 9}
	rare := graphstore.Interval{Estimate: .3, Trials: 9}
	effect := func(item string, chance graphstore.Interval, ways ...graphstore.Way) graphstore.Effect {
		return graphstore.Effect{Factor: item, Grade: graphstore.Proven, Chance: chance, Ways: ways}
	}
	saw := graphstore.Way{Members: graphstore.Members{{Factors: []string{"log"}, Count: 3, Consumed: 1}, {Factors: []string{"saw"}, Count: 1}}, Yield: graphstore.Yield{Min: 2, Max: 4, Mean: 3}}
	disputed := effect("ash", certain, saw)
	disputed.Disputed = true
	a := &graphstore.Action{ID: "b", Label: "split;\n(", Effects: []graphstore.Effect{
		disputed,
		effect("bark", certain, saw), effect("board", certain, graphstore.Way{}, saw), effect("dust", rare, saw),
		{Factor: "gem", Grade: graphstore.Reached},
	}}
	var b bytes.Buffer
	d := newDomain(&graphstore.Graph{Actions: []graphstore.Action{*a}})
	for _, op := range d.operators(a) {
		d.write(&b, op)
	}
	want := ` ; split;%A;(: 3 log (1 used) + saw (kept)
 (:action a-split-3b--0a--28---bark--1
  :parameters ()
  :precondition (and (>= (i-log) 3) (>= (i-saw) 1))
  :effect (and (increase (i-bark) 2) (increase (i-board) 2) (decrease (i-log) 1) (increase (total-cost) 1)))
 ; split;%A;(: nothing
 (:action a-split-3b--0a--28---board--1
  :parameters ()
  :precondition (and)
  :effect (and (increase (i-board) 1) (increase (total-cost) 1)))
 ; split;%A;(: 3 log (1 used) + saw (kept)
 (:action a-split-3b--0a--28---dust--1
  :parameters ()
  :precondition (and (>= (i-log) 3) (>= (i-saw) 1))
  :effect (and (increase (i-dust) 2) (decrease (i-log) 1) (increase (total-cost) 3.333333)))
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// oddNames are hard to tell apart, or to write, in PDDL.
var oddNames = []string{"a", "A", "a-b", "a_b", "a b", "a--b", "aB", "AB", "-x-", "-41-", "41", "", "é", "É", "木", "x", "-", "--", "minecraft:oak/log", "\x00"}

func TestPDDLNames(t *testing.T) {
	g := &graphstore.Graph{}
	for i, label := range append(oddNames, "A", "41", "twice", "twice", "c") {
		g.Actions = append(g.Actions, graphstore.Action{ID: interaction.ActionName(i), Label: label})
	}
	names := NewPDDLNames(g)
	seen := map[string]PDDLStep{}
	for _, a := range g.Actions {
		for _, item := range oddNames {
			for _, s := range []PDDLStep{{Action: a.ID, Factor: item, Way: 12}, {Factor: item, Pool: 3}} {
				name := names.Name(s)
				if !regexp.MustCompile("^[a-z][a-z0-9_-]*$").MatchString(name) {
					t.Errorf("%q isn't legal", name)
				}
				if other, ok := seen[name]; ok && other != s {
					t.Errorf("%+v and %+v are both %q", s, other, name)
				}
				seen[name] = s
				for _, form := range []string{name, strings.ToUpper(name)} {
					if got, err := names.Step(form); err != nil || got != s {
						t.Errorf("%q reads as %+v, %v, not %+v", form, got, err, s)
					}
				}
			}
		}
	}
	for s, want := range map[PDDLStep]string{
		{Action: "b", Factor: "oak_log", Way: 1}:  "a--a--b--oak_log--1", // A, as another is
		{Action: "f", Factor: "a:b", Way: 2}:      "a-a-2d--2d-b--a-3a-b--2",
		{Action: "g", Factor: "aB c", Way: 1}:     "a-a-b--a-b-_c--1",
		{Action: "none", Factor: "oak_log"}:       "",
		{Factor: "raw_iron", Pool: 2}:             "u-raw_iron--2",
		{Action: "i", Factor: "oak_log", Way: 10}: "a--2d-x-2d---oak_log--10",
	} {
		if got := names.Name(s); got != want {
			t.Errorf("%+v is %q, want %q", s, got, want)
		}
	}
	g.Actions = append(g.Actions, graphstore.Action{ID: "zz", Label: "further"})
	for name, s := range seen {
		if got := NewPDDLNames(g).Name(s); got != name {
			t.Errorf("with one action more %q is %q", name, got)
		}
	}
	for _, bad := range []string{"", "a-", "a-x", "a-x--c", "a-x--c--0", "a-x--c---2d-1", "a-x--c--01", "a-x--c--1--1", "i-x--c--1", "a-x--c--1 ", "a-x--c-61---1", "a-x--c-0ffffff---1", "a-x--c-0d800---1", "a-unknown--c--1", "u-x", "u-x--0", "a-x--c-"} {
		if s, err := names.Step(bad); !errors.Is(err, ErrPDDLName) {
			t.Errorf("%q reads as %+v, %v", bad, s, err)
		}
	}
}

func FuzzPDDLNames(f *testing.F) {
	for _, s := range []string{"a-x--oak_log--1", "A-X--C--12", "a-b--0d800---1", "u-b-_c--2", "\xff-"} {
		f.Add(s)
	}
	names := NewPDDLNames(&graphstore.Graph{Actions: []graphstore.Action{{ID: "x"}, {ID: "b", Label: "aB c"}}})
	f.Fuzz(func(t *testing.T, name string) {
		s, err := names.Step(name)
		if err == nil && names.Name(s) != strings.ToLower(name) {
			t.Errorf("%q reads as %+v, which is %q", name, s, names.Name(s))
		}
	})
}

func TestPDDLProblemsThatAreNone(t *testing.T) {
	stack := func(name string, n int) []interaction.Amount { return []interaction.Amount{{Name: name, Level: n}} }
	for _, c := range []struct {
		about, want string
		goal, from  []interaction.Amount
	}{
		{"no goal", "there is no goal", nil, nil},
		{"unknown goal", `goal "cheese" isn't known in tiny`, stack("cheese", 1), nil},
		{"none of it", `goal "ore": 0 is below 1`, stack("ore", 0), nil},
		{"unknown start", `start "cheese" isn't known`, stack("ore", 1), stack("cheese", 1)},
		{"less than none", `start "ore": -1 is below 0`, stack("ore", 1), stack("ore", -1)},
	} {
		var b bytes.Buffer
		err := WritePDDLProblem(&b, tiny(), c.goal, c.from)
		if !errors.Is(err, ErrGoal) || !strings.Contains(err.Error(), c.want) || b.Len() > 0 {
			t.Errorf("%s: %v, wrote %d bytes", c.about, err, b.Len())
		}
	}
	broken := tiny()
	broken.Factors = append(broken.Factors, broken.Factors[0])
	for _, err := range []error{Write(&bytes.Buffer{}, broken, PDDL, ""), WritePDDLProblem(&bytes.Buffer{}, broken, stack("ore", 1), nil)} {
		if err == nil {
			t.Error("a graph with a factor that is there twice was written")
		}
	}
}

// Graphs are for the tests outside of the package.
var Graphs = graphs
