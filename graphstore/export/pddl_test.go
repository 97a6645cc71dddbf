package export

import (
	"bytes"
	"errors"
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
 (:action a-b-x-bark-x-1
  :parameters ()
  :precondition (and (>= (i-log) 3) (>= (i-saw) 1))
  :effect (and (increase (i-bark) 2) (increase (i-board) 2) (decrease (i-log) 1) (increase (total-cost) 1)))
 ; split;%A;(: nothing
 (:action a-b-x-board-x-1
  :parameters ()
  :precondition (and)
  :effect (and (increase (i-board) 1) (increase (total-cost) 1)))
 ; split;%A;(: 3 log (1 used) + saw (kept)
 (:action a-b-x-dust-x-1
  :parameters ()
  :precondition (and (>= (i-log) 3) (>= (i-saw) 1))
  :effect (and (increase (i-dust) 2) (decrease (i-log) 1) (increase (total-cost) 3.333333)))
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestPDDLNames(t *testing.T) {
	names := []string{"a", "A", "a-b", "a_b", "a-x-b", "-x-", "-41-", "41", "", "é", "木", "x", "-", "--", "minecraft:oak/log", "a b", "\x00"}
	seen := map[string]string{}
	for _, item := range names {
		for _, action := range names {
			s := PDDLStep{Action: interaction.Action(action), Factor: item, Way: 12}
			name := s.String()
			if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
				t.Errorf("%q isn't legal", name)
			}
			if other, ok := seen[name]; ok {
				t.Errorf("%q and %q are both %q", item, other, name)
			}
			seen[name] = item
			for _, form := range []string{name, strings.ToUpper(name)} {
				if got, err := ParsePDDLAction(form); err != nil || got != s {
					t.Errorf("%q reads as %+v, %v", form, got, err)
				}
			}
		}
	}
	for _, bad := range []string{"", "a-", "a-b", "a-b-x-c", "a-b-x-c-x-0", "a-b-x-c-x--2d-1", "a-b-x-c-x-01", "a-b-x-c-x-1-x-1", "i-b-x-c-x-1", "a-b-x-c-x-1 ", "a--61--x-c-x-1", "a--ffffff--x-c-x-1", "a--d800--x-c-x-1"} {
		if s, err := ParsePDDLAction(bad); !errors.Is(err, ErrPDDLName) {
			t.Errorf("%q reads as %+v, %v", bad, s, err)
		}
	}
}

func FuzzParsePDDLAction(f *testing.F) {
	for _, s := range []string{"a-b-x-oak_log-x-1", "A--41--X-C-X-12", "a-b-x--d800--x-1", "a-x-x-x-1", "\xff-"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		s, err := ParsePDDLAction(name)
		if err == nil && s.String() != strings.ToLower(name) {
			t.Errorf("%q reads as %+v, which is %q", name, s, s)
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
