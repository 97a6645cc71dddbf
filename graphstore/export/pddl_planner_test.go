package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/export"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

func truth(t testing.TB, world string) (*sim.File, *graphstore.Graph) {
	t.Helper()
	f, err := scenarios.Load(world)
	if err != nil {
		t.Fatal(err)
	}
	return f, scenarios.NewTruth(f).Graph()
}

func domainText(t testing.TB, g *graphstore.Graph) string {
	t.Helper()
	var b bytes.Buffer
	if err := export.Write(&b, g, export.PDDL, ""); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func problemText(t testing.TB, g *graphstore.Graph, goal, from map[string]int) string {
	t.Helper()
	var b bytes.Buffer
	if err := export.WritePDDLProblem(&b, g, interaction.SortedAmounts(goal), interaction.SortedAmounts(from)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPDDLIsPDDL reads every export with the strict reader, and finds every way that
// is known in it.
func TestPDDLIsPDDL(t *testing.T) {
	all := export.Graphs()
	for _, world := range scenarios.Names() {
		_, all[world] = truth(t, world)
	}
	for name, g := range all {
		t.Run(name, func(t *testing.T) {
			text := domainText(t, g)
			if again := domainText(t, g); again != text {
				t.Error("the same graph gave other bytes")
			}
			d, err := readDomain(text)
			if err != nil {
				t.Fatalf("%v\n%.2000s", err, text)
			}
			names := export.NewPDDLNames(g)
			for a := range d.actions {
				if s, err := names.Step(a); err != nil || s.Pool == 0 && g.Action(s.Action) == nil {
					t.Errorf("%s is no step of the graph: %+v, %v", a, s, err)
				}
			}
			known := 0
			for _, a := range g.Actions {
				for _, e := range a.Effects {
					for k := range e.Ways {
						s := export.PDDLStep{Action: a.ID, Factor: e.Factor, Way: k + 1}
						if _, ok := d.actions[names.Name(s)]; ok {
							known++
						} else if e.Grade >= graphstore.Proven && !e.Disputed && len(a.Effects) == 1 {
							t.Errorf("%s is missing", names.Name(s))
						}
					}
				}
			}
			pools := 0
			for a := range d.actions {
				if s, _ := names.Step(a); s.Pool > 0 {
					pools++
				}
			}
			if known != len(d.actions)-pools {
				t.Errorf("%d actions of the domain, %d of them ways, %d of pools", len(d.actions), known, pools)
			}
			for i, it := range g.Factors {
				if i%50 == 0 {
					problem := problemText(t, g, map[string]int{it.Name: i + 1}, map[string]int{it.Name: i})
					if p, err := readProblem(problem, d); err != nil || len(p.goal) != 1 || p.goal[0].value != float64(i+1) {
						t.Errorf("%v\n%s", err, problem)
					}
				}
			}
		})
	}
}

func TestStrictReaderIsStrict(t *testing.T) {
	_, g := truth(t, "tiny")
	good := domainText(t, g)
	goodProblem := problemText(t, g, map[string]int{"axe": 1}, nil)
	d, err := readDomain(good)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{{"(i-axe)", "(i-ax)"}, {"(i-log)\n", ""}, {":fluents", ":typing"}, {"a-make-planks--", "1-make-planks--"}, {">= ", "> "}, {"))\n)", ")\n)"}, {"increase", "enlarge"}, {"(define", "define"}, {" 4)", " four)"}, {"domain w", "domain w w"}} {
		if bad := string(bytes.Replace([]byte(good), []byte(c[0]), []byte(c[1]), 1)); bad == good {
			t.Errorf("%q isn't in the domain", c[0])
		} else if _, err := readDomain(bad); err == nil {
			t.Errorf("with %q for %q it is read", c[1], c[0])
		}
	}
	for _, c := range [][2]string{{"(= (i-axe) 0)", ""}, {"(i-axe)", "(i-ax)"}, {"w-tiny", "w-tin"}, {"minimize", "maximize"}, {">= (i-axe)", "= (i-axe)"}} {
		if bad := string(bytes.Replace([]byte(goodProblem), []byte(c[0]), []byte(c[1]), 1)); bad == goodProblem {
			t.Errorf("%q isn't in the problem", c[0])
		} else if _, err := readProblem(bad, d); err == nil {
			t.Errorf("with %q for %q it is read", c[1], c[0])
		}
	}
}

// planScript reads domains and problems with unified-planning and has ENHSP solve them.
const planScript = `
import json, sys
from unified_planning.io import PDDLReader
from unified_planning.shortcuts import OneshotPlanner, get_environment
get_environment().credits_stream = None
for domain, problem, planner in json.load(sys.stdin):
    p = PDDLReader().parse_problem(domain, problem)
    if planner:
        with OneshotPlanner(name=planner) as solver:
            plan = solver.solve(p, timeout=60).plan
        print(json.dumps([a.action.name for a in plan.actions]))
    else:
        print(json.dumps([a.name for a in p.actions]))
`

// planners runs planScript on jobs of domain, problem and planner; it skips the test
// if there is no planner.
func planners(t *testing.T, jobs [][3]string) [][]string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	if _, err := exec.LookPath("java"); err != nil {
		t.Skip("java is not installed, which the planner ENHSP needs")
	}
	if err := exec.Command(python, "-c", "import unified_planning, up_enhsp").Run(); err != nil {
		t.Skip("no planner is installed (pip install unified-planning up-enhsp)")
	}
	dir := t.TempDir()
	files := make([][3]string, len(jobs))
	for i, j := range jobs {
		files[i][2] = j[2]
		for k := range 2 {
			files[i][k] = filepath.Join(dir, fmt.Sprintf("%d-%d.pddl", i, k))
			if err := os.WriteFile(files[i][k], []byte(j[k]), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	input, err := json.Marshal(files)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, python, "-c", planScript)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var plans [][]string
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var plan []string
		if err := dec.Decode(&plan); err != nil {
			t.Fatal(err)
		}
		plans = append(plans, plan)
	}
	if len(plans) != len(jobs) {
		t.Fatalf("%d answers to %d problems", len(plans), len(jobs))
	}
	return plans
}

// TestPlannersTakeIt: a public planner solves what is exported, its plans are right by
// the strict reader's arithmetic, and they work in the world.
func TestPlannersTakeIt(t *testing.T) {
	type job struct {
		world, planner string
		goal, from     map[string]int
	}
	list := []job{
		{"tiny", "enhsp-opt", map[string]int{"axe": 1}, nil},
		{"tiny", "enhsp", map[string]int{"axe": 2, "sapling": 1}, map[string]int{"log": 3, "flint": 1}},
		{"minecraft-41", "enhsp", map[string]int{"diamond": 1}, nil},
	}
	var jobs [][3]string
	for _, j := range list {
		_, g := truth(t, j.world)
		jobs = append(jobs, [3]string{domainText(t, g), problemText(t, g, j.goal, j.from), j.planner})
	}
	jobs = append(jobs, [3]string{domainText(t, export.Graphs()["odd"]), problemText(t, export.Graphs()["odd"], map[string]int{"%": 1}, nil), ""})
	plans := planners(t, jobs)
	for i, j := range jobs {
		d, err := readDomain(j[0])
		if err != nil {
			t.Fatal(err)
		}
		if j[2] == "" {
			if len(plans[i]) != len(d.actions) {
				t.Errorf("the planner's reader finds %d actions, ours %d", len(plans[i]), len(d.actions))
			}
			continue
		}
		p, err := readProblem(j[1], d)
		if err != nil {
			t.Fatal(err)
		}
		cost, err := d.follow(p, plans[i])
		if err != nil {
			t.Errorf("%s for %v: %v\n%v", j[2], list[i].goal, err, plans[i])
			continue
		}
		f, g := truth(t, list[i].world)
		acts, left := play(t, f, export.NewPDDLNames(g), list[i].from, plans[i])
		for item, n := range list[i].goal {
			if left.Level(item) < n {
				t.Errorf("%v in %s: the plan left %s", list[i].goal, list[i].world, left)
			}
		}
		t.Logf("%s, %v from %v: %d steps, %.1f acts expected, %d made", list[i].world, list[i].goal, list[i].from, len(plans[i]), cost, acts)
	}
}

// play does each step of a plan until it gives its factor.
func play(t *testing.T, f *sim.File, names *export.PDDLNames, from map[string]int, plan []string) (acts int, now interaction.State) {
	t.Helper()
	s, err := sim.New(f).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if now, err = s.Begin(t.Context(), interaction.StateOf(from), 1); err != nil {
		t.Fatal(err)
	}
	for i, name := range plan {
		step, err := names.Step(name)
		if err != nil {
			t.Fatal(err)
		}
		if step.Pool > 0 {
			continue
		}
		for had, tries := now.Level(step.Factor), 0; now.Level(step.Factor) <= had; tries++ {
			if tries == 100 {
				t.Fatalf("step %d, %s, gave nothing in 100 tries from %s", i+1, name, now)
			}
			if now, err = s.Step(t.Context(), step.Action); err != nil {
				t.Fatal(err)
			}
			acts++
		}
	}
	return acts, now
}
