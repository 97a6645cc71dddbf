package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// gamesMeter shows how far the exploration of many games is.
type gamesMeter struct {
	*meter
	of, known int // games in all, and those that were explored before
	budget    int // steps of a game at most; 0: there is no bound
	done      int
	steps     int                         // of those that are done
	now       map[uint64]explore.Progress // those under way, by seed
}

func newGamesMeter(m *meter, r bench.Robustness) *gamesMeter {
	known := 0
	for _, g := range r.Known {
		if g.Seed >= r.Seed && g.Seed-r.Seed < uint64(r.Mutations) {
			known++
		}
	}
	return &gamesMeter{meter: m, of: r.Mutations, known: known, budget: r.Config.Budget, now: map[uint64]explore.Progress{}}
}

func (g *gamesMeter) progress(seed uint64, p explore.Progress) {
	g.now[seed] = p
	g.show()
}

func (g *gamesMeter) ended(game bench.Game) {
	delete(g.now, game.Seed)
	g.done++
	g.steps += game.Steps
	g.show()
}

func (g *gamesMeter) show() { g.line(func() string { return g.text(time.Now()) }) }

// text says which games are done, how far the others are and about how long the rest takes.
func (g *gamesMeter) text(now time.Time) string {
	text := fmt.Sprintf("%d of %d games explored", g.known+g.done, g.of)
	most := ""
	if g.budget > 0 {
		most = fmt.Sprintf(" of at most %d", g.budget)
	}
	const listed = 2
	var parts []string
	for _, seed := range slices.Sorted(maps.Keys(g.now)) {
		p := g.now[seed]
		parts = append(parts, fmt.Sprintf("seed %d: %d%s steps, %d of %d actions certified so far", seed, p.Steps, most, p.ActionsCertified, p.ActionsCertifiable))
	}
	if n := len(parts) - listed; n > 0 {
		parts = append(parts[:listed], fmt.Sprintf("%d more", n))
	}
	return strings.Join(append([]string{text + g.left(now)}, parts...), "; ")
}

// left is how long the rest takes at the pace of the last minute: by the games that are done, and while these are few if each
// uses its budget up.
func (g *gamesMeter) left(now time.Time) string {
	const fewest = 5
	steps, under := g.steps, 0
	for _, p := range g.now {
		steps += p.Steps
		under += p.Steps
	}
	g.pace.Add(now, steps, g.done)
	games := g.of - g.known - g.done
	rest, unless := games*g.budget-under, " if they use up their budgets"
	if g.done >= fewest {
		rest, unless = games*g.steps/g.done-under, ""
	}
	rate := g.pace.Rate()
	if rest <= 0 || rate <= 0 {
		return ""
	}
	d := time.Duration(float64(rest) / rate * float64(time.Second))
	return fmt.Sprintf(", about %v left%s", max(time.Second, d.Round(time.Second)), unless)
}
