package bench

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// Robustness says which modified games to explore; the experiment of ADAM,
// section 4.3 and appendix E, with many games instead of one.
type Robustness struct {
	World     *sim.File
	Mutations int    // how many games, at least 1
	Edits     int    // edits to each, from 1 to scenarios.MaxEdits
	Seed      uint64 // of the first game; the others count up
	Goal      string // empty: see scenarios.Options
	Parallel  int    // games explored at once, at least 1
	Config    explore.Config
	// Modify makes the modified game of a seed, with its rules and what was changed,
	// in words; nil: scenarios.Mutate of World. The world is closed if it can be.
	Modify func(ctx context.Context, seed uint64) (w interaction.World, rules *sim.File, edits []string, err error)
}

// Game is how one modified game fared.
type Game struct {
	Seed  uint64   `json:"seed"`
	Edits []string `json:"edits"`
	// Solved: a chain of proven ways led to the goal from nothing.
	Solved            bool              `json:"solved"`
	SHD               int               `json:"shd"`
	WaysExact         int               `json:"ways_exact"`
	WaysTotal         int               `json:"ways_total"`
	Certified         int               `json:"actions_certified"`
	NotLearned        int               `json:"actions_not_learned"`
	WrongCertificates int               `json:"wrong_certificates"`
	Steps             int               `json:"steps"`
	Rounds            int               `json:"rounds"`
	Goal              explore.Milestone `json:"goal"`
	Error             string            `json:"error,omitempty"`
}

// Grade is the spread of one milestone over the games that reached it.
type Grade struct {
	Games        int     `json:"games"`
	MedianSteps  float64 `json:"median_steps"`
	MedianRounds float64 `json:"median_rounds"`
	MaxSteps     int     `json:"max_steps"`
}

// RobustnessReport is all games together.
type RobustnessReport struct {
	World             string  `json:"world"`
	Goal              string  `json:"goal"`
	Mutations         int     `json:"mutations"`
	EditsEach         int     `json:"edits"`
	Solved            int     `json:"solved"`
	Exact             int     `json:"shd_zero"`
	WrongCertificates int     `json:"wrong_certificates"`
	Delta             float64 `json:"delta"`
	Reached           Grade   `json:"reached"`
	Proven            Grade   `json:"proven"`
	Certified         Grade   `json:"certified"`
	Games             []Game  `json:"games"`
}

// Run explores every game from nothing; done, if not nil, is called after each
// game with the number finished. When ctx ends early the report holds the games
// that were finished.
func (r Robustness) Run(ctx context.Context, done func(n int)) (RobustnessReport, error) {
	goal := r.Goal
	games := make([]*Game, r.Mutations)
	finished := make(chan struct{}, r.Mutations)
	quit := make(chan struct{})
	go func() {
		defer close(quit)
		n := 0
		for range finished {
			if n++; done != nil {
				done(n)
			}
		}
	}()
	err := each(ctx, r.Mutations, r.Parallel, func(i int) {
		g, gerr := r.play(ctx, r.Seed+uint64(i))
		if gerr != nil && ctx.Err() != nil {
			return
		}
		if gerr != nil {
			g.Error = gerr.Error()
		}
		games[i] = &g
		finished <- struct{}{}
	})
	close(finished)
	<-quit
	report := RobustnessReport{World: r.World.ID, Goal: goal, Mutations: r.Mutations, EditsEach: r.Edits, Delta: r.Config.Delta}
	for _, g := range games {
		if g == nil {
			continue
		}
		report.Games = append(report.Games, *g)
		report.WrongCertificates += g.WrongCertificates
		if g.Solved {
			report.Solved++
		}
		if g.SHD == 0 && g.Error == "" {
			report.Exact++
		}
	}
	report.Reached = report.grade(func(m explore.Milestone) *explore.Mark { return m.Reached })
	report.Proven = report.grade(func(m explore.Milestone) *explore.Mark { return m.Proven })
	report.Certified = report.grade(func(m explore.Milestone) *explore.Mark { return m.Certified })
	return report, err
}

func (r Robustness) play(ctx context.Context, seed uint64) (Game, error) {
	g := Game{Seed: seed}
	modify := r.Modify
	if modify == nil {
		modify = func(ctx context.Context, seed uint64) (interaction.World, *sim.File, []string, error) {
			f, edits, err := scenarios.Mutate(ctx, r.World, scenarios.Options{Seed: seed, Edits: r.Edits, Goal: r.Goal})
			if err != nil {
				return nil, nil, nil, err
			}
			return sim.New(f), f, edits, nil
		}
	}
	w, file, edits, err := modify(ctx, seed)
	if err != nil {
		return g, err
	}
	if c, ok := w.(io.Closer); ok {
		defer c.Close()
	}
	g.Edits = edits
	cfg := r.Config
	cfg.Seed = seed
	res, err := ExploreWorld(ctx, w, file, cfg)
	if err != nil {
		return g, err
	}
	g.SHD, g.WaysExact, g.WaysTotal = res.Score.SHD, res.Score.WaysExact, res.Score.WaysTotal
	g.WrongCertificates = len(res.Score.WrongCertificates)
	g.Certified, g.NotLearned = res.Summary.ActionsCertified, len(res.Summary.NotLearned)
	g.Steps, g.Rounds = res.Summary.Steps, res.Summary.Rounds
	g.Goal = res.Summary.Milestones[r.Goal]
	g.Solved = g.Goal.Proven != nil
	return g, nil
}

func (r *RobustnessReport) marks(pick func(explore.Milestone) *explore.Mark) (steps, rounds []float64) {
	for _, g := range r.Games {
		if m := pick(g.Goal); m != nil {
			steps = append(steps, float64(m.Steps))
			rounds = append(rounds, float64(m.Rounds))
		}
	}
	slices.Sort(steps)
	slices.Sort(rounds)
	return steps, rounds
}

func (r *RobustnessReport) grade(pick func(explore.Milestone) *explore.Mark) Grade {
	steps, rounds := r.marks(pick)
	if len(steps) == 0 {
		return Grade{}
	}
	return Grade{Games: len(steps), MedianSteps: stat.Quantile(.5, stat.Empirical, steps, nil),
		MedianRounds: stat.Quantile(.5, stat.Empirical, rounds, nil), MaxSteps: int(steps[len(steps)-1])}
}

// Plot draws the share of games that reached, proved and certified the goal
// against the steps spent. The file's ending chooses the form: svg, png or pdf.
func (r *RobustnessReport) Plot(path string) error {
	p := newPlot(fmt.Sprintf("%s in %d modified games of %s (%d edits each)", r.Goal, len(r.Games), r.World, r.EditsEach),
		"steps (executed actions)", "share of games")
	p.Y.Min, p.Y.Max = 0, 1
	right := 0.0
	for _, g := range r.Games {
		if m := g.Goal.Certified; m != nil {
			right = math.Max(right, float64(m.Steps))
		}
	}
	for i, c := range []struct {
		name string
		pick func(explore.Milestone) *explore.Mark
	}{
		{"reached", func(m explore.Milestone) *explore.Mark { return m.Reached }},
		{"proven", func(m explore.Milestone) *explore.Mark { return m.Proven }},
		{"certified", func(m explore.Milestone) *explore.Mark { return m.Certified }},
	} {
		steps, _ := r.marks(c.pick)
		pts := plotter.XYs{{X: 0, Y: 0}}
		for j, s := range steps {
			pts = append(pts, plotter.XY{X: s, Y: float64(j+1) / float64(max(1, len(r.Games)))})
		}
		pts = append(pts, plotter.XY{X: math.Max(right, pts[len(pts)-1].X), Y: pts[len(pts)-1].Y})
		line, err := newLine(pts, i)
		if err != nil {
			return err
		}
		line.StepStyle = plotter.PostStep
		p.Add(line)
		p.Legend.Add(c.name, line)
		if n := len(steps); n > 0 {
			p.X.Max = math.Max(p.X.Max, steps[n-1])
		}
	}
	return p.Save(18*vg.Centimeter, 11*vg.Centimeter, path)
}
