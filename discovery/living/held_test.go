package living

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// seen is what came of an action, so often.
type seen struct {
	action    string
	at, after map[string]int
	times     int
}

// knowing is what is known after that.
func knowing(all ...seen) *knowledge {
	spec := interaction.Spec{ID: "smithy"}
	for _, s := range all {
		a := interaction.ActionSpec{ID: interaction.Action(s.action)}
		if !slices.ContainsFunc(spec.Actions, func(b interaction.ActionSpec) bool { return b.ID == a.ID }) {
			spec.Actions = append(spec.Actions, a)
		}
	}
	cfg := explore.Default()
	cfg.Stock = DefaultStock
	k := newKnowledge(cfg, spec)
	for _, s := range all {
		for range s.times {
			k.learn(k.byID[interaction.Action(s.action)], interaction.StateOf(s.at), interaction.Changes(interaction.StateOf(s.at), interaction.StateOf(s.after)))
		}
	}
	k.consider()
	return k
}

type bag = map[string]int

// smithy is a world of a table that nothing is known to get rid of.
func smithy(more ...seen) *knowledge {
	return knowing(append([]seen{
		{"build", bag{}, bag{"table": 1}, 50},
		{"dig", bag{"table": 1}, bag{"table": 1, "stone": 1}, 50},
		{"dig", bag{}, bag{}, 100},
		{"make", bag{"table": 1, "stone": 1}, bag{"table": 1, "furnace": 1}, 50},
		{"make", bag{"table": 1}, bag{"table": 1}, 100},
	}, more...)...)
}

func (k *knowledge) answerOf(action, factor string) (answer, string) {
	f, _ := k.vocabulary.Index(factor)
	a := k.seen(interaction.Action(action), f).answer
	text := ""
	for _, w := range a.planned() {
		for _, m := range w {
			text += fmt.Sprintf("%d %s, ", m.Count, k.vocabulary.Name(m.Factors[0]))
		}
	}
	return a, text
}

// What nothing gets rid of is left out of a way, as nothing tells whether it is needed, unless something did.
func TestMissesTellWhatPlansDont(t *testing.T) {
	if _, got := smithy().answerOf("make", "furnace"); got != "1 stone, " {
		t.Errorf("a furnace is made of %s and not of a stone: all that had one had a table", got)
	}
	if _, got := smithy(seen{"make", bag{"stone": 1}, bag{"stone": 1}, 100}).answerOf("make", "furnace"); got != "1 table, 1 stone, " {
		t.Errorf("a furnace is made of %s: it was never made of a stone alone", got)
	}
}

// What rests on something that nothing is known to get rid of isn't certified before it is known what burns.
func TestHeld(t *testing.T) {
	k := smithy(fires...)
	table, _ := k.vocabulary.Index("table")
	leans := answer{phase: settled, tests: []test{{closure: discovery.Closure{Never: []int{table}}}}}
	for name, c := range map[string]struct {
		k       *knowledge
		a       answer
		leaning bool
		want    phase
	}{
		"a test without what nothing gets rid of": {k, leans, false, certifying},
		"a way that may lack a member":            {k, answer{phase: settled}, true, certifying},
		"neither":                                 {k, answer{phase: settled}, false, settled},
		"where there is no fire":                  {smithy(), leans, true, settled},
	} {
		if got := c.k.hold(c.a, c.leaning); got.phase != c.want || (got.reason != "") != (c.want == certifying) {
			t.Errorf("%s: phase %d, not %d: %q", name, got.phase, c.want, got.reason)
		}
	}
	if a, _ := k.answerOf("make", "furnace"); !a.leaning {
		t.Error("the furnace's way lacks the table, and isn't said to")
	}
}

// fires take one thing or another.
var fires = []seen{
	{"fire", bag{"table": 1, "stone": 1, "leaf": 1}, bag{"table": 1, "stone": 1, "warm": 1}, 50},
	{"fire", bag{"table": 1, "stone": 1, "twig": 1}, bag{"table": 1, "stone": 1, "warm": 1}, 50},
	{"pluck", bag{}, bag{"leaf": 1}, 50},
	{"pick", bag{}, bag{"twig": 1}, 50},
}

// What misses say is needed isn't left out because less of it than there always was leads to nothing.
func TestSomeIsNeeded(t *testing.T) {
	k := knowing(
		seen{"build", bag{}, bag{"table": 1}, 50},
		seen{"build", bag{"table": 1}, bag{"table": 2}, 50},
		seen{"dig", bag{"table": 2}, bag{"table": 2, "stone": 1}, 50},
		seen{"dig", bag{"table": 1}, bag{"table": 1}, 100},
		seen{"dig", bag{}, bag{}, 100},
		seen{"make", bag{"table": 2, "stone": 1}, bag{"table": 2, "furnace": 1}, 50},
		seen{"make", bag{"stone": 1}, bag{"stone": 1}, 100},
		seen{"make", bag{"table": 2}, bag{"table": 2}, 100},
	)
	a, got := k.answerOf("make", "furnace")
	if a.phase == refused || got == "1 stone, " {
		t.Errorf("a furnace is made of %s (%s)", got, a.reason)
	}
}

// In the end, too, nothing is certified that rests on what nothing gets rid of, where a certificate of what burns is taken back.
func TestHeldInTheEnd(t *testing.T) {
	k := smithy(fires...)
	furnace, _ := k.vocabulary.Index("furnace")
	warm, _ := k.vocabulary.Index("warm")
	e, fire := k.seen("make", furnace), k.seen("fire", warm)
	for _, x := range k.effects {
		x.answer.phase, x.answer.asks, x.answer.ways = settled, nil, x.answer.planned()
	}
	fire.answer.ways = []discovery.Way{{discovery.One(0, 1)}}
	k.burner = nil
	if k.confirm(); fire.answer.phase == settled || e.answer.phase == settled {
		t.Errorf("phases %d and %d: fire isn't understood", fire.answer.phase, e.answer.phase)
	}
}

// Lives side by side work out what burns from the same knowledge.
func TestBurningSideBySide(t *testing.T) {
	k := smithy(append([]seen{{"fire", bag{"table": 2, "stone": 2}, bag{"table": 1, "stone": 2, "warm": 1}, 50}}, fires...)...)
	table, _ := k.vocabulary.Index("table")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			p := &pilot{life: &life{}, k: k, burns: map[int]map[int][]discovery.Way{}}
			if got := p.burning(table); len(got) != 1 {
				t.Errorf("%d rules burn a table, not one", len(got))
			}
		})
	}
	wg.Wait()
}
