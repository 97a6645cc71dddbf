package bench

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

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
	// Beyond names what needs more of something than is told apart, by the rules: a reason why a game isn't solved; nil:
	// that isn't looked at.
	Beyond func(rules *sim.File, cfg explore.Config) []string
	// Known are games of these settings that were explored before: they aren't again.
	Known []Game
	// Show, if set, is told how far the game of a seed is: its steps are those of all its explorations. It isn't called while
	// Run's done is, nor for two games at once.
	Show func(seed uint64, p explore.Progress)
}

// Game is how one modified game fared.
type Game struct {
	Seed  uint64   `json:"seed"`
	Edits []string `json:"edits"`
	// Solved: a chain of proven ways led to the goal from nothing.
	Solved            bool `json:"solved"`
	SHD               int  `json:"shd"`
	WaysExact         int  `json:"ways_exact"`
	WaysTotal         int  `json:"ways_total"`
	Certified         int  `json:"actions_certified"`
	NotLearned        int  `json:"actions_not_learned"`
	WrongCertificates int  `json:"wrong_certificates"`
	// Stock is how many of an item counted as plenty, where that had to be more than Config says: the game was explored
	// anew then, and its steps and rounds are those of all explorations. Zero: what Config says was enough.
	Stock  int               `json:"stock,omitempty"`
	End    explore.End       `json:"end,omitempty"`
	Steps  int               `json:"steps"`
	Rounds int               `json:"rounds"`
	Goal   explore.Milestone `json:"goal"`
	Error  string            `json:"error,omitempty"`
	// Reason is why the game wasn't solved, where that is known and neither End nor Error says it.
	Reason string `json:"reason,omitempty"`
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
	Unfinished        int     `json:"unfinished"` // games whose budget was used up
	WrongCertificates int     `json:"wrong_certificates"`
	Delta             float64 `json:"delta"`
	Reached           Grade   `json:"reached"`
	Proven            Grade   `json:"proven"`
	Certified         Grade   `json:"certified"`
	Games             []Game  `json:"games"`
}

// Run explores every game from nothing but those that are known; done, if not nil, is called with each that was
// explored, one at a time. When ctx ends early the report holds the games that were finished.
func (r Robustness) Run(ctx context.Context, done func(Game)) (RobustnessReport, error) {
	goal := r.Goal
	games := make([]*Game, r.Mutations)
	var mu sync.Mutex
	show := func(seed uint64, p explore.Progress) {
		mu.Lock()
		defer mu.Unlock()
		if r.Show != nil {
			r.Show(seed, p)
		}
	}
	err := each(ctx, r.Mutations, r.Parallel, func(i int) {
		seed := r.Seed + uint64(i)
		if k := slices.IndexFunc(r.Known, func(g Game) bool { return g.Seed == seed }); k >= 0 {
			games[i] = &r.Known[k]
			return
		}
		g, gerr := r.play(ctx, seed, show)
		if gerr != nil && ctx.Err() != nil {
			return
		}
		if gerr != nil {
			g.Error = gerr.Error()
		}
		games[i] = &g
		if mu.Lock(); done != nil {
			done(g)
		}
		mu.Unlock()
	})
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
		if g.End == explore.EndBudget {
			report.Unfinished++
		}
	}
	report.Reached = report.grade(func(m explore.Milestone) *explore.Mark { return m.Reached })
	report.Proven = report.grade(func(m explore.Milestone) *explore.Mark { return m.Proven })
	report.Certified = report.grade(func(m explore.Milestone) *explore.Mark { return m.Certified })
	return report, err
}

func (r Robustness) play(ctx context.Context, seed uint64, show func(uint64, explore.Progress)) (Game, error) {
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
	var spent explore.Mark
	far := func(p explore.Progress) {
		p.Mark = spent.Plus(p.Mark)
		show(seed, p)
	}
	res, err := exploreWorld(ctx, w, file, cfg, far)
	for err == nil && res.Summary.End == explore.EndStock && (cfg.Budget == 0 || res.Summary.Steps < cfg.Budget) {
		spent = spent.Plus(res.Summary.Mark)
		if g.Stock, cfg.Stock = res.Summary.Stock, res.Summary.Stock; cfg.Budget > 0 {
			cfg.Budget -= res.Summary.Steps
		}
		res, err = exploreWorld(ctx, w, file, cfg, far)
	}
	if err != nil {
		return g, err
	}
	g.SHD, g.WaysExact, g.WaysTotal = res.Score.SHD, res.Score.WaysExact, res.Score.WaysTotal
	g.WrongCertificates = len(res.Score.WrongCertificates)
	g.Certified, g.NotLearned = res.Summary.ActionsCertified, len(res.Summary.NotLearned)
	all := spent.Plus(res.Summary.Mark)
	g.Steps, g.Rounds, g.End = all.Steps, all.Rounds, res.Summary.End
	g.Goal = res.Summary.Milestones[r.Goal]
	for _, m := range []**explore.Mark{&g.Goal.Reached, &g.Goal.Proven, &g.Goal.Certified} {
		if *m != nil {
			at := spent.Plus(**m)
			*m = &at
		}
	}
	if g.Solved = g.Goal.Proven != nil; !g.Solved && g.End != explore.EndBudget {
		g.Reason = r.unsolved(res.Summary, file, cfg)
	}
	return g, nil
}

// unsolved is why the goal wasn't proven, as the rules or the exploration say; empty: neither does.
func (r Robustness) unsolved(s explore.Summary, rules *sim.File, cfg explore.Config) string {
	if r.Beyond != nil {
		if names := r.Beyond(rules, cfg); len(names) > 0 {
			return fmt.Sprintf("more of something is needed than the %d that are told apart (%s)", cfg.Stock, strings.Join(names, ", "))
		}
	}
	for i, a := range rules.Actions {
		if !slices.ContainsFunc(a.Effects, func(e sim.Effect) bool {
			return slices.ContainsFunc(e.Gives, func(g sim.Gift) bool { return g.Item == r.Goal })
		}) {
			continue
		}
		for _, n := range s.NotLearned {
			if n.Action == interaction.ActionName(i) {
				return interaction.Shown(a.Label) + " isn't learned: " + n.Reason
			}
		}
	}
	return ""
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
