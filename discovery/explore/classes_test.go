package explore_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// TestMixingClasses: what takes several of any of a class, in whatever mixture, ends
// certified, without every mixture being tried: the furnace of minetest_game, 8 of any stone of
// three, and larger ones. Where not all are tried, that is an assumption of the run.
func TestMixingClasses(t *testing.T) {
	for _, c := range []struct {
		stones, count int
		carve         string // ways of a statue
		exchange      bool
	}{
		{3, 8, "", false},
		{12, 8, "", true},
		{12, 8, `, {"label": "carve", "effects": [{"gives": {"statue": 1}, "ways": [
			{"consumes": {"class:stone": 5}}, {"needs": {"furnace": 1}, "consumes": {"class:hard": 4}}]}]}`, true},
		{30, 20, "", true},
	} {
		var stones, actions []string
		for i := range c.stones {
			stones = append(stones, fmt.Sprintf("%q", fmt.Sprint("stone", i)))
			actions = append(actions, fmt.Sprintf(`{"label": "dig %d", "effects": [{"gives": {"stone%d": 1}, "ways": [{}]}]}`, i, i))
		}
		f, err := sim.Parse("w.json", []byte(fmt.Sprintf(`{"format": 1, "id": "stones", "classes": {"stone": [%s], "hard": [%s]}, "actions": [%s,
			{"label": "build", "effects": [{"gives": {"furnace": 1}, "ways": [{"consumes": {"class:stone": %d}}]}]}%s]}`,
			strings.Join(stones, ", "), strings.Join(stones[:len(stones)/2], ", "), strings.Join(actions, ",\n"), c.count, c.carve)))
		if err != nil {
			t.Fatal(err)
		}
		l := &graphstore.Memory{}
		sum, err := run(t.Context(), t, f, config(1), l, 1, nil)
		if err != nil || !sum.Complete {
			t.Fatalf("%d of %d stones: %v, %v", c.count, c.stones, err, sum.NotLearned)
		}
		s := scenarios.NewScore(scenarios.NewTruth(f), graph(t, l))
		if s.SHD != 0 || s.CountsExact != s.WaysTotal || s.WaysLearned != s.WaysTotal || len(s.WrongCertificates) > 0 {
			t.Errorf("%d of %d stones: %+v", c.count, c.stones, s)
		}
		if assumed := slices.Contains(sum.Assumptions, discovery.Assumption{Name: discovery.Exchange}); assumed != c.exchange {
			t.Errorf("%d of %d stones: assumes %v", c.count, c.stones, sum.Assumptions)
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Errorf("%d of %d stones: check: %v %v", c.count, c.stones, r.Problems, err)
		}
	}
}
