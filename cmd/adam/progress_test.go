package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// Where the budget ends before the rest would be certified, that is what the line says.
func TestProgressOfABudget(t *testing.T) {
	line := func(spent float64, certified, certifiable int) string {
		var out bytes.Buffer
		m := &meter{w: &out, start: time.Now().Add(-time.Minute)}
		ago := time.Now().Add(-20 * time.Second)
		m.pace.Add(ago, 0, 0)
		m.spending.Add(ago, 0, 0)
		m.progress(explore.Progress{Spent: spent, ActionsCertified: certified, ActionsCertifiable: certifiable}, func(interaction.Action) string { return "" })
		return out.String()
	}
	if s := line(0.5, 10, 100); !strings.Contains(s, "the budget ends in about 20s") {
		t.Errorf("half of it took 20 s, the rest of the actions would take three minutes: %q", s)
	}
	if s := line(0.1, 50, 100); !strings.Contains(s, "about 20s left") || strings.Contains(s, "budget") {
		t.Errorf("a tenth of it took 20 s, and half of the actions: %q", s)
	}
	if s := line(0, 0, 10); strings.Contains(s, "about") {
		t.Errorf("nothing was seen: %q", s)
	}
}

// Who waits for a world that breaks sees why it does, as text that can be shown.
func TestProgressOfWhatBreaks(t *testing.T) {
	var out bytes.Buffer
	m := &meter{w: &out, start: time.Now().Add(-time.Minute)}
	m.progress(explore.Progress{Broke: "it \x1b[2Jended"}, func(interaction.Action) string { return "" })
	if s := out.String(); !strings.Contains(s, "; it broke: ") || strings.Contains(s, "\x1b") {
		t.Errorf("%q", s)
	}
}

// Where what is to be done differs, nothing is said of the rest before some of each kind was done.
func TestShareWaitsForAllKinds(t *testing.T) {
	line := func(done int) string {
		var out bytes.Buffer
		m := &meter{w: &out, start: time.Now().Add(-time.Minute)}
		m.shareOf("game", done, 1600, 80)
		return out.String()
	}
	if s := line(79); s != "game 79 of 1600\n" {
		t.Errorf("%q", s)
	}
	if s := line(160); !strings.HasPrefix(s, "game 160 of 1600, about 9m") {
		t.Errorf("%q", s)
	}
}

// Of many games each is shown that is under way, and what the rest takes by those that are done, or by their budgets.
func TestProgressOfGames(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	show := func(done, of int, under ...uint64) string {
		g := newGamesMeter(newMeter(&bytes.Buffer{}), bench.Robustness{Mutations: of, Seed: 1, Config: explore.Config{Budget: 1000}, Known: []bench.Game{{Seed: 1}, {Seed: 99}}})
		for range done {
			g.ended(bench.Game{Steps: 100})
		}
		for _, seed := range under {
			g.progress(seed, explore.Progress{Mark: explore.Mark{Steps: 300}, ActionsCertified: 5, ActionsCertifiable: 14})
		}
		g.pace.Add(now.Add(-30*time.Second), 0, 0)
		return g.text(now)
	}
	for _, c := range []struct{ got, want string }{
		{show(0, 3, 2), "1 of 3 games explored, about 2m50s left if they use up their budgets; seed 2: 300 of at most 1000 steps, 5 of 14 actions certified so far"},
		{show(6, 17, 9), "7 of 17 games explored, about 23s left; seed 9: 300 of at most 1000 steps, 5 of 14 actions certified so far"},
		{show(0, 9, 2, 3, 4), "1 of 9 games explored, about 3m57s left if they use up their budgets; seed 2: 300 of at most 1000 steps, 5 of 14 actions certified so far; seed 3: 300 of at most 1000 steps, 5 of 14 actions certified so far; 1 more"},
		{show(0, 3), "1 of 3 games explored"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// What goes on past its number of steps says why.
func TestProgressPastTheSteps(t *testing.T) {
	p := explore.Progress{Mark: explore.Mark{Steps: 4000}, Episodes: 9, ActionsCertified: 2, ActionsCertifiable: 7}
	if s := crafterText(p, 5000); s != "4000 of 5000 steps, 9 episodes, 2 of 7 actions certified so far" {
		t.Error(s)
	}
	p.Steps = 5668
	if s := crafterText(p, 5000); !strings.HasPrefix(s, "5668 steps (5000, and to the end of the games that were played then), 9 episodes") {
		t.Error(s)
	}
}

// Where no trial was made there is no pace of trials.
func TestSummaryOfNoTrials(t *testing.T) {
	var out bytes.Buffer
	none := explore.Summary{Episodes: 21, NewTrials: 1}
	none.Steps = 21
	printSummary(&out, "w", defaultDB, explore.Default(), nil, none, time.Second, func(interaction.Action) string { return "" })
	if s := out.String(); !strings.Contains(s, "0 trials in 21 steps of 21 lives, 0 broken, 1.00 s\n") {
		t.Error(s)
	}
}
