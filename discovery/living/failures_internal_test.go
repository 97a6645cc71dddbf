package living

import (
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// Where the search fails at many situations, certificates don't wait for its end: every other life asks for what certifies, too.
func TestCertificatesDontWaitForAll(t *testing.T) {
	cfg := explore.Default()
	cfg.Stock = DefaultStock
	k := newKnowledge(cfg, interaction.Spec{ID: "w", Actions: []interaction.ActionSpec{{ID: "saw"}, {ID: "dig"}}, Caps: interaction.Caps{Starts: interaction.Episodes, Prompt: true}})
	for id, gives := range map[interaction.Action]string{"saw": "board", "dig": "clay"} {
		for range 50 {
			k.learn(k.byID[id], interaction.StateOf(map[string]int{"log": 1}), []interaction.Change{{Factor: gives, To: 1}})
		}
	}
	sure, find := k.byID["saw"], k.byID["dig"]
	sure.effects[0].answer = answer{phase: certifying, asks: []ask{{action: sure, times: 1}}}
	find.effects[0].answer = answer{phase: searching, asks: []ask{{action: find, times: 1}}}
	certifies := func() bool {
		return slices.ContainsFunc(k.questions(), func(q ask) bool { return q.action == sure && !q.sweeps })
	}
	for lives := range 2 {
		if k.lives = lives; certifies() {
			t.Error("a certificate is asked for before the search is over")
		}
	}
	for f := range manyFailed {
		k.attempted(nil, []string{key([]interaction.Level{{Factor: f}}, nil) + byPlans + "some"})
	}
	if k.lives = 2; certifies() {
		t.Error("each life asks for certificates")
	}
	if k.lives = 3; !certifies() {
		t.Error("no certificate is asked for, though the search fails at much")
	}
}

// What bad luck spoils again and again is as what plans seldom bring about, and what fails under many plans as what fails under one.
func TestFailures(t *testing.T) {
	cfg := explore.Default()
	cfg.Stock = DefaultStock
	k := newKnowledge(cfg, interaction.Spec{ID: "w", Actions: []interaction.ActionSpec{{ID: "saw"}}, Caps: interaction.Caps{Starts: interaction.Episodes, Prompt: true}})
	k.learn(k.byID["saw"], interaction.State{}, []interaction.Change{{Factor: "board", To: 1}})
	k.survey()
	caps := []interaction.Level{{Factor: 0}}
	c := k.reach.Without(caps)
	if k.unlucky(c, caps, nil) || k.hopeless(caps, nil) {
		t.Fatal("nothing was tried yet")
	}
	k.attempted(nil, []string{key(caps, nil) + byPlans + spoiled + k.plans(c)})
	if !k.unlucky(c, caps, nil) || k.hopeless(caps, nil) {
		t.Error("bad luck isn't noted, or is taken for more")
	}
	for n := range manyPlans * mostLives / wholeLife {
		if k.hopeless(caps, nil) {
			t.Errorf("it is given up after %d lives", n)
		}
		k.attempted(nil, []string{key(caps, nil) + byPlans + k.opened(c)})
	}
	if !k.hopeless(caps, nil) {
		t.Error("it isn't given up, as plans change")
	}
}

// Where more of something is asked for than anybody ever had, it is said.
func TestSaysWhatThereIsFewOf(t *testing.T) {
	cfg := explore.Default()
	cfg.Stock = DefaultStock
	k := newKnowledge(cfg, interaction.Spec{ID: "w", Actions: []interaction.ActionSpec{{ID: "saw"}}, Caps: interaction.Caps{Starts: interaction.Episodes, Prompt: true}})
	k.learn(k.byID["saw"], interaction.StateOf(map[string]int{"idol": 2, "log": 9}), nil)
	idol, _ := k.vocabulary.Index("idol")
	log, _ := k.vocabulary.Index("log")
	for _, c := range []struct {
		levels map[int]int
		want   bool
	}{{map[int]int{idol: 9, log: 9}, true}, {map[int]int{idol: 2, log: 9}, false}} {
		q := ask{levels: make([]int, k.vocabulary.Len())}
		for f, n := range c.levels {
			q.levels[f] = n
		}
		if text := k.nearest(q); strings.Contains(text, "it takes 9 idol, and nobody ever had more than 2") != c.want {
			t.Errorf("of %v it says %q", c.levels, text)
		}
	}
}
