package living

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/sim"
)

// Standing near a thing is nothing that comes by itself, as rain does: nothing is assumed of it, and no test is made in wait for it.
func TestStandingNearIsNoWeather(t *testing.T) {
	for weather, assumed := range map[string]bool{``: false, `"weather": {"rain": 0.2},`: true} {
		rain := ""
		if assumed {
			rain = `"factors": {"rain": {"kind": "fact"}},`
		}
		f, err := sim.Parse("bench", []byte(`{"format": 1, "id": "bench", `+rain+` "map": {"size": 32, `+weather+` "things": {"tree": {"share": 0.05}}, "stations": ["bench"]}, "actions": [
			{"label": "chop", "at": "tree", "effects": [{"gives": {"log": 1}, "ways": [{}]}]},
			{"label": "bench", "effects": [{"gives": {"bench": 1}, "ways": [{"consumes": {"log": 1}}]}]},
			{"label": "carve", "effects": [{"gives": {"peg": 1}, "ways": [{"consumes": {"log": 1}, "needs": {"bench": 1}}]}]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		on, err := land.New(f)
		if err != nil {
			t.Fatal(err)
		}
		w, err := body.New(on)
		if err != nil {
			t.Fatal(err)
		}
		k := newKnowledge(explore.Default(), w.Spec())
		r := &run{cfg: explore.Default(), k: k}
		if got := slices.ContainsFunc(r.assumptions(), func(a discovery.Assumption) bool { return a.Name == discovery.NoVital }); got != assumed {
			t.Errorf("rain %v, no-vital is assumed: %v", assumed, got)
		}
		asks := k.weathered(&effect{action: k.actions[0]}, nil, discovery.Closure{Levels: make([]int, k.vocabulary.Len())}, chance.Tally{Hits: 9})
		if len(asks) > 0 != assumed {
			t.Errorf("rain %v: %d questions are asked in wait for something", assumed, len(asks))
		}
	}
}
