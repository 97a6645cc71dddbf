package living_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// What a test takes can be had in certain numbers, or in a certain order, only: a search finds how.
func TestSituationsAreSoughtFor(t *testing.T) {
	long(t)
	for name, rules := range map[string]string{
		// Seven logs, and no eight ever, come of four and of three, which are two at other times.
		"a number": `{"format": 1, "id": "number", "actions": [
			{"label": "make", "effects": [{"gives": {"box": 3}, "ways": [{"consumes": {"log": 8}}]}]},
			{"label": "pick", "effects": [{"gives": {"log": {"2": 0.5, "3": 0.5}}, "chance": 0.45, "ways": [{}]}]},
			{"label": "fell", "effects": [{"gives": {"log": 4}, "chance": 0.6, "ways": [{}]}]}]}`,
		// Clay is got rid of by what gives bricks, and these by fours only.
		"an order": `{"format": 1, "id": "order", "classes": {"warm": ["kiln", "wool"]}, "actions": [
			{"label": "build", "effects": [{"gives": {"kiln": 4}, "ways": [{"consumes": {"ash": 6, "brick": 4}}]}]},
			{"label": "spin", "effects": [{"gives": {"wool": 4}, "chance": 0.55, "ways": [{"needs": {"kiln": 1}}]}]},
			{"label": "bake", "effects": [{"gives": {"brick": 3}, "ways": [{"consumes": {"ash": 4, "clay": 2}}]}]},
			{"label": "burn", "effects": [{"gives": {"ash": 1}, "chance": 0.65, "ways": [{"needs": {"clay": 1}}]}]},
			{"label": "fire", "effects": [{"gives": {"brick": 4}, "ways": [{"consumes": {"ash": 6, "clay": 3}}]}]},
			{"label": "dig", "effects": [{"gives": {"clay": {"4": 0.5, "5": 0.5}}, "chance": 0.9, "ways": [{}]}]},
			{"label": "scrape", "effects": [{"gives": {"clay": {"2": 0.5, "3": 0.5}}, "chance": 0.45, "ways": [{}]}]}]}`,
	} {
		f, err := sim.Parse(name, []byte(rules))
		if err != nil {
			t.Fatal(err)
		}
		w, _ := world(t, f)
		cfg := config(3)
		cfg.Budget = 30_000
		sum, err := living.World(t.Context(), w, &graphstore.Memory{}, cfg, pool.Config{Sessions: 1}, nil)
		if err != nil || sum.ActionsCertified < sum.ActionsTotal {
			t.Errorf("%s: %d of %d certified in %d steps, %v %v", name, sum.ActionsCertified, sum.ActionsTotal, sum.Steps, sum.NotLearned, err)
		}
	}
}
