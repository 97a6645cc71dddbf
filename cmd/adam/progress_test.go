package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
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
	if s := line(160); s != "game 160 of 1600, about 9m0s left\n" {
		t.Errorf("%q", s)
	}
}
