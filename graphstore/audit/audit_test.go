package audit_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/audit"
	"github.com/adam-discovery/adam/interaction"
)

// graph makes one of lines: "label: 2 log + axe* -> 4 planks", where a star marks
// what is kept; a label alone is an action that does nothing.
// What comes beside, rarely or often, doesn't make what an action is done for cheaper.
func TestByproductsDontLowerCosts(t *testing.T) {
	g := graph(t, "chop:-> bug + log", "split: log -> stick", "glue: 4 stick -> log")
	g.Actions[0].Effects[0].Chance.Estimate = .35
	want := []audit.Bargain{{Factor: "log", Cheap: "chop", CheapCost: 1, Dear: "glue", DearCost: 9}}
	if r := audit.New(g); !reflect.DeepEqual(r.Bargains, want) {
		t.Errorf("bargains: %v", r.Bargains)
	}
}

func graph(t *testing.T, lines ...string) *graphstore.Graph {
	t.Helper()
	g := &graphstore.Graph{World: "w"}
	items := map[string]bool{}
	stack := func(s string) (name string, n int) {
		if _, err := fmt.Sscan(s, &n, &name); err != nil {
			return strings.TrimSpace(s), 1
		}
		return name, n
	}
	for _, l := range lines {
		label, rest, ok := strings.Cut(l, ":")
		i := slices.IndexFunc(g.Actions, func(a graphstore.Action) bool { return a.Label == label })
		if i < 0 {
			i = len(g.Actions)
			g.Actions = append(g.Actions, graphstore.Action{ID: interaction.ActionName(i), Label: label})
		}
		if !ok {
			g.Actions[i].Reason = "nothing was seen"
			continue
		}
		left, right, _ := strings.Cut(rest, "->")
		var w graphstore.Way
		for m := range strings.SplitSeq(left, "+") {
			if m = strings.TrimSpace(m); m == "" {
				continue
			}
			bare, kept := strings.CutSuffix(m, "*")
			name, n := stack(bare)
			mem := graphstore.Member{Factors: []string{name}, Count: n, Consumed: n}
			if kept {
				mem.Consumed = 0
			}
			items[name] = true
			w.Members = append(w.Members, mem)
		}
		slices.SortFunc(w.Members, func(a, b graphstore.Member) int { return discovery.CompareMembers(a, b) })
		for out := range strings.SplitSeq(right, "+") {
			name, n := stack(strings.TrimSpace(out))
			items[name] = true
			w.Yield = graphstore.Yield{Min: n, Max: n, Mean: float64(n)}
			a := &g.Actions[i]
			k := slices.IndexFunc(a.Effects, func(e graphstore.Effect) bool { return e.Factor == name })
			if k < 0 {
				k = len(a.Effects)
				a.Effects = append(a.Effects, graphstore.Effect{Factor: name, Grade: graphstore.Certified, Chance: graphstore.Interval{Estimate: 1}})
			}
			a.Effects[k].Ways = append(a.Effects[k].Ways, w)
		}
	}
	for name := range items {
		g.Factors = append(g.Factors, graphstore.Factor{Name: name})
	}
	return g
}

func TestWhatCantBeHad(t *testing.T) {
	r := audit.New(graph(t, "dig:-> clay", "bake: clay + kiln* -> brick", "make kiln: brick -> kiln", "sing"))
	if want := []string{"brick", "kiln"}; !reflect.DeepEqual(r.Unreachable, want) {
		t.Errorf("unreachable: %v", r.Unreachable)
	}
	if len(r.Useless) != 1 || r.Useless[0].Label != "sing" || r.Useless[0].Reason == "" {
		t.Errorf("useless: %v", r.Useless)
	}
}

func TestDeadEndsAndThreads(t *testing.T) {
	r := audit.New(graph(t, "dig:-> clay", "wash: clay -> clay", "mould: 2 clay -> brick", "find:-> brick", "stack: 4 brick -> wall"))
	if want := []string{"wall"}; !reflect.DeepEqual(r.DeadEnds, want) {
		t.Errorf("dead ends: %v", r.DeadEnds)
	}
	if want := []audit.Single{{Factor: "wall", Action: "stack", Way: "4 brick"}}; !reflect.DeepEqual(r.Single, want) {
		t.Errorf("single: %v", r.Single)
	}
}

// TestKeys: removing the axe loses planks and what is made of them; coal has a
// substitute.
func TestKeys(t *testing.T) {
	r := audit.New(graph(t, "find axe:-> axe", "chop: axe* -> log", "saw: log -> 4 planks", "dig:-> coal", "burn: log -> charcoal",
		"torch: coal + planks -> torch", "torch: charcoal + planks -> torch"))
	want := []audit.Key{{Factor: "axe", Lost: 4, Tool: true}, {Factor: "log", Lost: 3}, {Factor: "planks", Lost: 1}}
	if !reflect.DeepEqual(r.Keys, want) {
		t.Errorf("keys: %v", r.Keys)
	}
}

func TestBargains(t *testing.T) {
	// By the recipe a gem costs 1 + 9*(1+1) = 19; the bush gives it for 1.
	r := audit.New(graph(t, "dig:-> ore", "smelt: ore -> ingot", "forge: 9 ingot -> gem", "bush:-> gem"))
	want := []audit.Bargain{{Factor: "gem", Cheap: "bush", CheapCost: 1, Dear: "forge", DearCost: 19}}
	if !reflect.DeepEqual(r.Bargains, want) {
		t.Errorf("bargains: %v", r.Bargains)
	}
	// A block and back isn't one: (1 + 1 + 9) / 9.
	if r := audit.New(graph(t, "dig:-> ore", "press: 9 ore -> block", "break: block -> 9 ore")); len(r.Bargains) != 0 {
		t.Errorf("bargains: %v", r.Bargains)
	}
}

func TestLoops(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		gains string // of each loop
		steps int    // in all loops
	}{
		"none":          {[]string{"dig:-> a", "x: a -> b", "y: 2 b -> a"}, "", 0},
		"even":          {[]string{"dig:-> a", "x: 9 a -> b", "y: b -> 9 a"}, "", 0},
		"simple":        {[]string{"dig:-> a", "x: 9 a -> b", "y: b -> 10 a"}, "a", 2},
		"itself":        {[]string{"dig:-> a", "x: a -> 2 a"}, "a", 1},
		"tools":         {[]string{"dig:-> a", "make:-> t", "x: 2 a + t* -> b", "y: b + t* -> 3 a"}, "a", 2},
		"needs a third": {[]string{"dig:-> a", "dig c:-> c", "x: a + c -> b", "y: b -> 5 a"}, "", 0},
		// Two inputs that come from one: a log and a stick make what gives both back.
		"two inputs":      {[]string{"dig:-> a", "x: a -> 2 b", "y: a + b -> c", "z: c -> 2 a"}, "b", 3},
		"two inputs even": {[]string{"dig:-> a", "x: a -> b", "y: a + b -> c", "z: c -> 2 a"}, "", 0},
		// What comes beside: the cycle is even, and leaves slag.
		"beside": {[]string{"dig:-> a", "x: a -> b + slag", "y: b -> a"}, "slag", 2},
		// One exploit feeds another.
		"fed":         {[]string{"dig:-> a", "x: a -> 2 a", "p: a + u -> v", "q: v -> 2 u"}, "a|u", 3},
		"free supply": {[]string{"dig: pick* -> stone", "make:-> pick"}, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := audit.New(graph(t, c.lines...))
			var gains []string
			steps := 0
			for _, l := range r.Loops {
				var names []string
				for _, g := range l.Gains {
					names = append(names, g.Factor)
				}
				gains = append(gains, strings.Join(names, " "))
				steps += len(l.Steps)
			}
			if got := strings.Join(gains, "|"); len(r.Undecided) > 0 || (got == "") != (c.gains == "") || len(gains) != len(strings.Split(c.gains, "|")) && c.gains != "" {
				t.Errorf("loops %+v, undecided %v", r.Loops, r.Undecided)
			}
			if c.gains != "" && c.steps != steps {
				t.Errorf("%d steps: %+v", steps, r.Loops)
			}
			for _, l := range r.Loops {
				verify(t, r.World, c.lines, l)
			}
		})
	}
}

// verify adds a loop up by hand: nothing is lost.
func verify(t *testing.T, _ string, lines []string, l audit.Loop) {
	t.Helper()
	g := graph(t, lines...)
	net := map[string]float64{}
	for _, s := range l.Steps {
		for _, a := range g.Actions {
			if a.Label != s.Action {
				continue
			}
			taken := false
			for _, e := range a.Effects {
				for _, w := range e.Ways {
					if w.String() != s.Way {
						continue
					}
					net[e.Factor] += s.Times * w.Yield.Mean
					for _, m := range w.Members {
						if !taken {
							net[m.Factors[0]] -= s.Times * float64(m.Consumed)
						}
					}
					taken = true
				}
			}
		}
	}
	free := map[string]bool{"a": len(l.Steps) == 2 && l.Steps[0].Action == "p"} // of "fed"
	for item, n := range net {
		if n < -1e-6 && !free[item] {
			t.Errorf("%+v loses %g %s", l, -n, item)
		}
	}
	for _, gain := range l.Gains {
		if d := net[gain.Factor] - gain.Count; d > .01 || d < -.01 {
			t.Errorf("%+v gains %g %s", l, net[gain.Factor], gain.Factor)
		}
	}
}

func TestEmpty(t *testing.T) {
	if r := audit.New(&graphstore.Graph{}); len(r.Loops)+len(r.Keys)+len(r.Single) != 0 {
		t.Errorf("%+v", r)
	}
}

func TestByproductsAreNoBargains(t *testing.T) {
	r := audit.New(graph(t, "dig:-> dirt", "make:-> pick", "mine: 9 pick -> gem", "mine: 9 pick -> dirt"))
	if len(r.Bargains) != 0 {
		t.Errorf("bargains: %v", r.Bargains)
	}
}

func TestSVG(t *testing.T) {
	r := audit.New(graph(t, "dig:-> a", "x: 9 a -> b<&", "y: b<& -> 10 a"))
	var b strings.Builder
	if err := r.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v: %s", err, b.String())
		}
	}
	if !strings.Contains(b.String(), "exploit: x (9 a), y (1 b&lt;&amp;) gain 1 a") {
		t.Error(b.String())
	}
}
