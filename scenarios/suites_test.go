package scenarios_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

func suite(t *testing.T, name string) scenarios.Suite {
	t.Helper()
	s, err := scenarios.LoadSuite(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSuiteNames(t *testing.T) {
	if got := fmt.Sprint(scenarios.SuiteNames()); got != "[jarvis-1 mp5-process]" {
		t.Error(got)
	}
	_, err := scenarios.LoadSuite("jarvis1")
	if !errors.Is(err, scenarios.ErrUnknownSuite) || !strings.Contains(err.Error(), `did you mean "jarvis-1"?`) {
		t.Error(err)
	}
}

// TestSuitesCanBePlayed: the suite's world has everything that a task starts with,
// and everything it asks for can be had there, by actions that the world lists.
func TestSuitesCanBePlayed(t *testing.T) {
	for _, name := range scenarios.SuiteNames() {
		s := suite(t, name)
		f := load(t, s.World)
		have, items := sim.Reach(f, true).Items, f.AllFactors()
		if s.Name != name {
			t.Errorf("%s calls itself %s", name, s.Name)
		}
		for _, task := range s.Tasks {
			for _, st := range task.Goal {
				if have[st.Name] == 0 {
					t.Errorf("%s, %s: %s can't be had in %s", name, task.Name, st.Name, s.World)
				}
			}
			for _, st := range task.Start {
				if !slices.Contains(items, st.Name) {
					t.Errorf("%s, %s: %s has no %s", name, task.Name, s.World, st.Name)
				}
			}
		}
	}
}

// averages compares the average of a method over each group's tasks with what the
// paper prints for the group: a check of the transcription, by figures that were
// transcribed from another table. Tables print two decimals.
func averages(t *testing.T, s scenarios.Suite, method string, differ ...string) {
	t.Helper()
	for _, g := range s.Groups {
		sum, n := 0.0, 0.0
		for _, task := range s.Tasks {
			if task.Group == g.Name {
				sum += task.Quoted[method]
				n++
			}
		}
		if same := math.Abs(sum/n-g.Quoted[method]) < .0101; same == slices.Contains(differ, g.Name) {
			t.Errorf("%s, %s, %s: the average over the tasks is %.3f, the paper prints %v", s.Name, g.Name, method, sum/n, g.Quoted[method])
		}
	}
}

// counts are the tasks by group, in the order of the groups.
func counts(s scenarios.Suite) string {
	n := map[string]int{}
	for _, t := range s.Tasks {
		n[t.Group]++
	}
	var out []string
	for _, g := range s.Groups {
		out = append(out, fmt.Sprint(g.Name, " ", n[g.Name]))
	}
	return strings.Join(out, ", ")
}

func TestMP5(t *testing.T) {
	s := suite(t, "mp5-process")
	if got := counts(s); len(s.Tasks) != 25 || got != "basic 5, wooden 5, stone 5, iron 5, diamond 5" {
		t.Errorf("%d tasks: %s", len(s.Tasks), got)
	}
	steps := 0
	for _, task := range s.Tasks {
		if task.ReasoningSteps < steps {
			t.Errorf("%s: %d reasoning steps after %d; the paper's table ascends", task.Name, task.ReasoningSteps, steps)
		}
		steps = task.ReasoningSteps
		if task.MaxSteps != 10*60*20 || task.Games != 30 || len(task.Start) > 0 {
			t.Errorf("%s: %+v", task.Name, task)
		}
	}
	averages(t, s, "MP5")
	averages(t, s, "MP5 without situation-aware planning")
	averages(t, s, "MP5 without embodied execution")
	for _, g := range s.Groups {
		if len(g.Quoted) != 6 {
			t.Errorf("%s has %d figures, want those of tables 4 and 7", g.Name, len(g.Quoted))
		}
	}
}

func TestJARVIS1(t *testing.T) {
	s := suite(t, "jarvis-1")
	if got := counts(s); got != "wood 34, stone 10, iron 22, gold 9, diamond 7, redstone 7, blocks 15, armor 17" {
		t.Error(got)
	}
	for _, task := range s.Tasks {
		// All begin with an axe, but for wood and for the axe itself.
		bare := task.Group == "wood" || task.Name == "iron_axe"
		axe := []interaction.Amount{{Name: "iron_axe", Level: 1}}
		if bare && len(task.Start) > 0 || !bare && !slices.Equal(task.Start, axe) {
			t.Errorf("%s starts with %v", task.Name, task.Start)
		}
		if task.MaxSteps != 12000 && task.MaxSteps != 36000 || !strings.Contains("Plains/Forest", task.Biome) || task.Biome == "" {
			t.Errorf("%s: %d steps in %q", task.Name, task.MaxSteps, task.Biome)
		}
		if task.Games < 23 || task.Games > 728 {
			t.Errorf("%s: %d games", task.Name, task.Games)
		}
		if (task.Goal[0].Name != task.Name) != (task.Note != "") {
			t.Errorf("%s asks for %v: %q", task.Name, task.Goal, task.Note)
		}
	}
	// The paper's own averages of these two groups aren't those of its tables.
	averages(t, s, "JARVIS-1", "wood", "blocks")
}
