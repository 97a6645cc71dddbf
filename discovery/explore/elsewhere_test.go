package explore_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// Several actions burn any of many things. The first that is learned finds what burns piece by
// piece, and the others wait for it and try that at once: also those where it takes more of
// each, or where one of the things doesn't burn or another does. All of it is right.
func TestWhatBurnsIsFoundOnce(t *testing.T) {
	const ores, fuels = 5, 30
	var actions []string
	for j := range fuels + 1 {
		actions = append(actions, fmt.Sprintf(`{"label": "gather %d", "effects": [{"gives": {"fuel%d": 1}, "ways": [{}]}]}`, j, j))
	}
	for i := range ores {
		actions = append(actions, fmt.Sprintf(`{"label": "dig %d", "effects": [{"gives": {"ore%d": 1}, "ways": [{}]}]}`, i, i))
	}
	for i := range ores {
		var ways []string
		for j := range fuels + 1 {
			count := 1 + j%3
			switch {
			case i == 1:
				count *= 2
			case i == 2 && j == 7, i != 3 && j == fuels:
				continue
			}
			ways = append(ways, fmt.Sprintf(`{"consumes": {"ore%d": 1, "fuel%d": %d}}`, i, j, count))
		}
		actions = append(actions, fmt.Sprintf(`{"label": "cook %d", "effects": [{"gives": {"ingot%d": 1}, "ways": [%s]}]}`, i, i, strings.Join(ways, ", ")))
	}
	f, err := sim.Parse("w.json", []byte(fmt.Sprintf(`{"format": 1, "id": "cooks", "actions": [%s]}`, strings.Join(actions, ",\n"))))
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{8, 512} {
		l := &graphstore.Memory{}
		cfg := config(1)
		cfg.Width = width
		sum, err := run(t.Context(), t, f, cfg, l, 1, nil)
		if err != nil || !sum.Complete {
			t.Fatalf("width %d: %v, %v", width, err, sum.NotLearned)
		}
		s := scenarios.NewScore(scenarios.NewTruth(f), graph(t, l))
		if s.SHD != 0 || s.CountsExact != s.WaysTotal || s.WaysLearned != s.WaysTotal || len(s.WrongCertificates) > 0 {
			t.Errorf("width %d: %+v", width, s)
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Errorf("width %d: check: %v %v", width, r.Problems, err)
		}
		trials := map[interaction.Action]int{}
		for e, err := range l.Since(t.Context(), 0) {
			if err != nil {
				t.Fatal(err)
			}
			if e.Kind == graphstore.KindOutcome {
				var o struct {
					Action interaction.Action `json:"a"`
				}
				if err := json.Unmarshal(e.Body, &o); err != nil {
					t.Fatal(err)
				}
				trials[o.Action]++
			}
		}
		most, all := 0, 0
		for i := range ores {
			n := trials[sim.New(f).Spec().Actions[fuels+1+ores+i].ID]
			most, all = max(most, n), all+n
		}
		others := (all - most) / (ores - 1)
		t.Logf("width %d: %d trials of the action that led, %d of the others on average", width, most, others)
		if others*2 > most {
			t.Errorf("width %d: %d trials of the action that led, and %d of the others on average", width, most, others)
		}
	}
}

// A guess isn't tried where it can't be had, or where the effect couldn't be seen: things that exclude what stands beside
// them, and the effect's own.
func TestGuessesThatCannotBeTried(t *testing.T) {
	gather := func(n int, but ...int) (actions []string) {
		for i := range n {
			if !slices.Contains(but, i) {
				actions = append(actions, fmt.Sprintf(`{"label": "gather f%d", "effects": [{"gives": {"f%d": 1}, "ways": [{}]}]}`, i, i))
			}
		}
		return actions
	}
	for name, c := range map[string]struct {
		rest    string
		actions []string
	}{
		"what excludes the rest": {`"factors": {"day": {"kind": "fact"}, "night": {"kind": "fact"}}, "exclusions": [{"factors": ["day", "night"]}]`, append(gather(5),
			`{"label": "wake", "effects": [{"gives": {"day": 1}, "ways": [{}]}]}`,
			`{"label": "sleep", "effects": [{"gives": {"night": 1}, "ways": [{}]}]}`,
			`{"label": "glow", "effects": [{"gives": {"lamp": 1}, "ways": [{"needs": {"f0": 1}}, {"needs": {"f1": 1}}, {"needs": {"f2": 1}}, {"needs": {"night": 1}}]}]}`,
			`{"label": "dance", "effects": [{"gives": {"joy": 1}, "ways": [{"needs": {"day": 1, "f0": 2}}, {"needs": {"day": 1, "f1": 2}}]}]}`)},
		"the effect's own": {`"factors": {"f2": {"max": 1}}`, append(gather(12, 2),
			`{"label": "glow", "effects": [{"gives": {"lamp": 1}, "ways": [{"needs": {"f0": 1}}, {"needs": {"f1": 1}}, {"needs": {"f2": 1}}, {"needs": {"f3": 1}}]}]}`,
			`{"label": "breed", "effects": [{"gives": {"f2": 1}, "ways": [{"needs": {"f0": 2, "f4": 1, "f5": 3, "f6": 1, "f7": 1, "f8": 1}}, {"needs": {"f1": 2, "f4": 1, "f5": 3, "f6": 1, "f7": 1, "f8": 1}}]}]}`)},
	} {
		f, err := sim.Parse("w.json", []byte(fmt.Sprintf(`{"format": 1, "id": "w", %s, "actions": [%s]}`, c.rest, strings.Join(c.actions, ",\n"))))
		if err != nil {
			t.Fatal(name, err)
		}
		cfg := config(1)
		cfg.Budget = 5000
		l := &graphstore.Memory{}
		sum, err := run(t.Context(), t, f, cfg, l, 1, nil)
		if err != nil || !sum.Complete || sum.Faults > 0 {
			t.Errorf("%s: %v, complete %v, %d broken of %d", name, err, sum.Complete, sum.Faults, sum.Trials)
			continue
		}
		if s := scenarios.NewScore(scenarios.NewTruth(f), graph(t, l)); s.SHD != 0 || len(s.WrongCertificates) > 0 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}
