package scenarios_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/scenarios"
)

func TestPerfectAndEmptyScores(t *testing.T) {
	for _, name := range scenarios.Names() {
		truth := scenarios.NewTruth(load(t, name))
		s := scenarios.NewScore(truth, truth.Graph())
		if s.SHD != 0 || s.Precision != 1 || s.Recall != 1 || s.WaysExact != s.WaysTotal || s.CountsExact != s.WaysTotal ||
			s.EffectsFound != s.EffectsTotal || len(s.WrongCertificates) != 0 || s.TrueEdges != s.LearnedEdges || s.WaysLearned != s.WaysTotal {
			t.Errorf("%s: the truth scores %+v", name, s)
		}
		s = scenarios.NewScore(truth, &graphstore.Graph{})
		if want := len(truth.Edges()); s.SHD != want || len(s.Missing) != want || s.Recall != 0 || s.Precision != 1 || s.EffectsFound != 0 {
			t.Errorf("%s: the empty graph scores %+v", name, s)
		}
	}
	// The paper's number for the empty graph.
	truth := scenarios.NewTruth(load(t, "minecraft-41-paper"))
	if s := scenarios.NewScore(truth.Only(truth.Path("diamond")...), &graphstore.Graph{}); s.SHD != 32 {
		t.Errorf("the empty graph is %d from the diamond path, want 32", s.SHD)
	}
}

// TestScoresOfMistakes makes one mistake at a time in the graph of tiny's axe, and
// says what the score must make of it.
func TestScoresOfMistakes(t *testing.T) {
	for name, c := range map[string]struct {
		change func(a *graphstore.Action, e *graphstore.Effect)
		want   string // shd, missing, extra, ways exact, counts exact, effects found, wrong certificates
	}{
		"nothing":       {func(*graphstore.Action, *graphstore.Effect) {}, "0 [] [] 8 8 7 []"},
		"count":         {func(_ *graphstore.Action, e *graphstore.Effect) { e.Ways[0].Members[0].Count = 2 }, "0 [] [] 8 7 7 [d -> axe]"},
		"consumption":   {func(_ *graphstore.Action, e *graphstore.Effect) { e.Ways[0].Members[0].Consumed = 0 }, "0 [] [] 8 7 7 []"},
		"yield":         {func(_ *graphstore.Action, e *graphstore.Effect) { e.Ways[0].Yield.Max = 2 }, "0 [] [] 8 7 7 []"},
		"yield unknown": {func(_ *graphstore.Action, e *graphstore.Effect) { e.Ways[0].Yield = graphstore.Yield{} }, "0 [] [] 8 8 7 []"},
		"member":        {func(_ *graphstore.Action, e *graphstore.Effect) { e.Ways[0].Members[0].Item = "log" }, "2 [d: flint -> axe] [d: log -> axe] 7 7 7 [d -> axe]"},
		"way":           {func(_ *graphstore.Action, e *graphstore.Effect) { e.Ways = e.Ways[1:] }, "1 [d: flint -> axe] [] 7 7 7 [d -> axe]"},
		"proven way":    {func(_ *graphstore.Action, e *graphstore.Effect) { e.Ways, e.Grade = e.Ways[1:], graphstore.Proven }, "1 [d: flint -> axe] [] 7 7 7 []"},
		"only reached":  {func(_ *graphstore.Action, e *graphstore.Effect) { e.Grade = graphstore.Reached }, "4 [d -> axe d: flint -> axe d: planks -> axe d: stick -> axe] [] 6 6 6 []"},
		"effect": {func(a *graphstore.Action, e *graphstore.Effect) {
			extra := *e
			extra.Item, extra.Ways = "zeal", []graphstore.Way{{}}
			a.Effects = append(a.Effects, extra)
		}, "1 [] [d -> zeal] 8 8 7 [d -> zeal]"},
	} {
		t.Run(name, func(t *testing.T) {
			truth := scenarios.NewTruth(load(t, "tiny"))
			// The graph is made of another truth, so that changing it changes nothing else.
			g := scenarios.NewTruth(load(t, "tiny")).Graph()
			a := g.Action("d")
			c.change(a, &a.Effects[0])
			s := scenarios.NewScore(truth, g)
			if got := fmt.Sprint(s.SHD, s.Missing, s.Extra, s.WaysExact, s.CountsExact, s.EffectsFound, s.WrongCertificates); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestMixturesAreNotMistakes: a class that mixes has true ways that the truth
// doesn't list.
func TestMixturesAreNotMistakes(t *testing.T) {
	truth := scenarios.NewTruth(load(t, "minecraft-41"))
	for name, c := range map[string]struct {
		sapling int
		wrong   int
	}{"mixture": {1, 0}, "too much of it": {2, 1}} {
		g := truth.Graph()
		e := &g.Action("u").Effects[0]
		e.Ways = append(e.Ways[:len(e.Ways):len(e.Ways)], graphstore.Way{Members: []graphstore.Member{
			{Item: "furnace", Count: 1}, {Item: "raw_iron", Count: 1, Consumed: 1}, {Item: "sapling", Count: c.sapling, Consumed: 1}, {Item: "stick", Count: 1, Consumed: 1},
		}})
		if s := scenarios.NewScore(truth, g); len(s.WrongCertificates) != c.wrong {
			t.Errorf("%s: wrong certificates %v, want %d", name, s.WrongCertificates, c.wrong)
		}
	}
}

func TestScoreIsWrittenInSnakeCase(t *testing.T) {
	truth := scenarios.NewTruth(load(t, "tiny"))
	data, err := json.Marshal(scenarios.NewScore(truth, truth.Graph()))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"shd":0`, `"missing":[]`, `"ways_exact":8`, `"edges_true":{"item_item":6,"action_effect":7}`, `"wrong_certificates":[]`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("no %s in %s", want, data)
		}
	}
}
