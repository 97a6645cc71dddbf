package scenarios_test

import (
	"encoding/json"
	"fmt"
	"slices"
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
		"member":        {func(_ *graphstore.Action, e *graphstore.Effect) { e.Ways[0].Members[0].Factors = []string{"log"} }, "2 [d: flint -> axe] [d: log -> axe] 7 7 7 [d -> axe]"},
		"doubtful": {func(_ *graphstore.Action, e *graphstore.Effect) {
			e.Grade, e.Ways[0].Doubtful = graphstore.Proven, []string{"stick"}
		}, "0 [] [] 7 7 7 []"},
		"doubtful more": {func(_ *graphstore.Action, e *graphstore.Effect) {
			e.Grade = graphstore.Proven
			e.Ways[0].Members = append(slices.Clone(e.Ways[0].Members), graphstore.Member{Factors: []string{"zeal"}, Count: 1})
			e.Ways[0].Doubtful = []string{"zeal"}
		}, "0 [] [] 8 8 7 []"},
		"way":          {func(_ *graphstore.Action, e *graphstore.Effect) { e.Ways = e.Ways[1:] }, "1 [d: flint -> axe] [] 7 7 7 [d -> axe]"},
		"proven way":   {func(_ *graphstore.Action, e *graphstore.Effect) { e.Ways, e.Grade = e.Ways[1:], graphstore.Proven }, "1 [d: flint -> axe] [] 7 7 7 []"},
		"only reached": {func(_ *graphstore.Action, e *graphstore.Effect) { e.Grade = graphstore.Reached }, "4 [d -> axe d: flint -> axe d: planks -> axe d: stick -> axe] [] 6 6 6 []"},
		"effect": {func(a *graphstore.Action, e *graphstore.Effect) {
			extra := *e
			extra.Factor, extra.Ways = "zeal", []graphstore.Way{{}}
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

// TestOtherWords: what a claim means counts, not how it is written.
func TestOtherWords(t *testing.T) {
	member := func(count int, factors ...string) graphstore.Member {
		return graphstore.Member{Factors: factors, Count: count, Consumed: count}
	}
	kept := graphstore.Member{Factors: []string{"furnace"}, Count: 1}
	truth := scenarios.NewTruth(load(t, "minecraft-41"))
	for name, c := range map[string]struct {
		instead []graphstore.Member // of two of sapling and stick
		more    []graphstore.Member // beside it
		wrong   int
	}{
		"as it is":         {[]graphstore.Member{member(2, "sapling", "stick")}, nil, 0},
		"a mixture":        {[]graphstore.Member{member(2, "sapling", "stick")}, []graphstore.Member{member(1, "sapling"), member(1, "stick")}, 0},
		"more than needed": {[]graphstore.Member{member(2, "sapling", "stick")}, []graphstore.Member{member(2, "sapling"), member(1, "stick")}, 0},
		"too little":       {[]graphstore.Member{member(1, "sapling", "stick")}, nil, 1},
		"one kind only":    {[]graphstore.Member{member(2, "sapling")}, nil, 1},
	} {
		g := truth.Graph()
		e := &g.Action("u").Effects[0]
		for i := range e.Ways {
			if e.Ways[i].Members.Overlaps([]string{"sapling"}) {
				e.Ways[i].Members = append(graphstore.Members{kept, member(1, "raw_iron")}, c.instead...)
			}
		}
		if c.more != nil {
			e.Ways = append(e.Ways, graphstore.Way{Members: append(graphstore.Members{kept, member(1, "raw_iron")}, c.more...)})
		}
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
