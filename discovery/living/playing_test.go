package living

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// aWorld is a run in a world of two actions that are done to things, of which so many lives were lived and ended early.
func aWorld(prompt bool, lives, deaths int) *run {
	spec := interaction.Spec{ID: "w", Actions: []interaction.ActionSpec{{ID: "mine"}, {ID: "carve"}}, Caps: interaction.Caps{Starts: interaction.Episodes, Prompt: prompt}}
	cfg := explore.Default()
	cfg.Width, cfg.Stock = 8, DefaultStock
	r := &run{cfg: cfg, k: newKnowledge(cfg, spec)}
	for _, a := range r.k.actions {
		a.bound = true
	}
	r.k.lives, r.k.deaths = lives, deaths
	return r
}

func TestLivesThatEndEarlyArePlayed(t *testing.T) {
	for _, c := range []struct {
		name          string
		prompt        bool
		lives, deaths int
		want          bool
	}{
		{"none lived yet", false, 0, 0, false},
		{"half died", false, 4, 2, false},
		{"most died", false, 4, 3, true},
		{"an episode costs nothing to begin", true, 4, 3, false},
	} {
		r := aWorld(c.prompt, c.lives, c.deaths)
		asks := r.k.questions()
		for _, l := range r.choose(asks) {
			if played := l.practice != nil; played != c.want {
				t.Errorf("%s: played %v", c.name, played)
			}
			if c.want && len(l.play.situations) == 0 {
				t.Errorf("%s: nothing is asked on the way", c.name)
			}
		}
	}
}

// A gem came each time with a pick and a sword. Nothing is known to fail without either, so each is done without in turn, by
// those lives that aren't for everything.
func TestLivesDoWithoutWhatMayNotBeNeeded(t *testing.T) {
	r := aWorld(false, 4, 3)
	a := r.k.actions
	gain := func(f string) []interaction.Change { return []interaction.Change{{Factor: f, From: 0, To: 1}} }
	none := interaction.State{}
	r.k.learn(a[1], none, gain("pick"))
	r.k.learn(a[1], none, gain("sword"))
	both := none.After(gain("pick")).After(gain("sword"))
	r.k.learn(a[0], both, gain("gem"))
	r.k.survey()
	r.k.consider()
	seen := map[int]bool{}
	for turn := range 8 {
		for _, f := range r.k.spare(turn) {
			seen[f] = true
		}
	}
	for _, name := range []string{"pick", "sword"} {
		if f, _ := r.k.vocabulary.Index(name); !seen[f] {
			t.Errorf("no life can do without the %s", name)
		}
	}
	for _, l := range r.choose(r.k.questions()) {
		if l.play.whole && len(l.play.without) > 0 {
			t.Error("a life for everything does without something")
		}
	}
	// What it was seen to fail without isn't done without any more.
	pick, _ := r.k.vocabulary.Index("pick")
	for range 40 {
		r.k.learn(a[0], none.After(gain("sword")), nil)
	}
	r.k.consider()
	for turn := range 8 {
		if slices.Contains(r.k.spare(turn), pick) {
			t.Error("a life does without what it is known to take")
		}
	}
}
