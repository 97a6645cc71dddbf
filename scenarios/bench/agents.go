package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/curriculum"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/scenarios"
)

// Agents measures how agents that set themselves tasks get better at tasks that others set them (JARVIS-1, section 3.5,
// figure 6): agents of a world of episodes live side by side, each in a world of its own, and what one sees goes into one
// memory, the ledger, or, without sharing, into one of its own. A task is a life: what the agent, of all that it doesn't
// know yet, chose to bring about and try.
type Agents struct {
	World   interaction.World // of episodes, with a body in it
	Config  explore.Config    // Seed is that of the first agent; others have the next
	Numbers []int             // of agents
	// Checks are after how many tasks of each agent it is measured, ascending.
	Checks []int
	// Held are the tasks that are held out: no agent is ever told of them, and the worlds they are played in are others.
	Held []scenarios.SuiteTask
	// Steps is how many actions one of them may take, and Games how often each is played.
	Steps, Games int
	Sessions     int // lives at once
	// Ledger, if set, is the memory that the first setting with sharing uses.
	Ledger graphstore.Ledger
	// Curriculum, if set, proposes a task in the grammar of tasks to each agent after each of its lives, which it tries in a
	// world of its own. Plans that solved one are remembered, also in the games of held-out tasks.
	Curriculum *curriculum.Curriculum
	// Away, if set, has the lives lived elsewhere; tasks in words and games are played here.
	Away living.Away
	// For is how long the agents of a setting live at most, their measurements among it; zero: it doesn't matter. Lives that
	// are under way then are lived to their end, but not Away, where there may be nobody who lives them.
	For time.Duration
}

// LearningPoint is how agents fare at the held-out tasks.
type LearningPoint struct {
	Tasks int `json:"tasks"` // that each agent had set itself
	// Memory is how many trials the memory holds; without sharing, that of an agent in the mean.
	Memory float64 `json:"memory"`
	// Success is the share of games that were won, and Steps what these took in the mean.
	Success float64 `json:"success"`
	Steps   float64 `json:"steps"`
	Games   int     `json:"games"`
	// Proposed counts the tasks that were proposed and tried, and Solved those of them that were solved.
	Proposed int `json:"proposed,omitempty"`
	Solved   int `json:"solved,omitempty"`
	// Dropped counts what a language model proposed that was no task, or none that could be planned for.
	Dropped int `json:"dropped,omitempty"`
}

// LearningCurve is the learning curve of a setting.
type LearningCurve struct {
	Agents int             `json:"agents"`
	Shared bool            `json:"shared"`
	Points []LearningPoint `json:"curve"`
}

// Run measures every setting, and shows where it is.
func (a Agents) Run(ctx context.Context, show func(what string)) ([]LearningCurve, error) {
	most := slices.Max(a.Numbers)
	alone := make([][]LearningPoint, most)
	for i := range most {
		var err error
		alone[i], err = a.learn(ctx, 1, a.Config.Seed+uint64(i), &graphstore.Memory{}, func(tasks int) {
			show(fmt.Sprintf("agent %d of %d alone: %d tasks", i+1, most, tasks))
		})
		if err != nil {
			return nil, err
		}
	}
	var out []LearningCurve
	ledger := a.Ledger
	for _, n := range a.Numbers {
		out = append(out, LearningCurve{Agents: n, Points: together(alone[:n])})
		if ledger == nil {
			ledger = &graphstore.Memory{}
		}
		points, err := a.learn(ctx, n, a.Config.Seed, ledger, func(tasks int) {
			show(fmt.Sprintf("%d agents that share: %d tasks each", n, tasks))
		})
		if err != nil {
			return out, err
		}
		ledger = nil
		out = append(out, LearningCurve{Agents: n, Shared: true, Points: points})
	}
	return out, nil
}

// together are curves of agents that don't share as one, in the mean. One who has nothing left to learn stays as it is.
func together(curves [][]LearningPoint) (out []LearningPoint) {
	for k := range slices.MaxFunc(curves, func(a, b []LearningPoint) int { return len(a) - len(b) }) {
		var p LearningPoint
		won := 0.0
		for _, c := range curves {
			at := c[min(k, len(c)-1)]
			p.Tasks = max(p.Tasks, at.Tasks)
			p.Memory += at.Memory / float64(len(curves))
			p.Success += at.Success / float64(len(curves))
			p.Games += at.Games
			p.Proposed += at.Proposed
			p.Solved += at.Solved
			p.Dropped += at.Dropped
			won += at.Success * float64(at.Games)
			p.Steps += at.Steps * at.Success * float64(at.Games)
		}
		p.Steps /= max(1, won)
		out = append(out, p)
	}
	return out
}

// learn has n agents set themselves tasks, and measures them on the way: they are stopped, and go on after it as if they
// hadn't been.
func (a Agents) learn(ctx context.Context, n int, seed uint64, l graphstore.Ledger, show func(tasks int)) (points []LearningPoint, err error) {
	cfg := a.Config
	cfg.Width, cfg.Seed = n, seed
	dropped := 0 // before
	if a.Curriculum != nil {
		dropped = a.Curriculum.Dropped
	}
	start := time.Now()
	late := func() bool { return a.For > 0 && time.Since(start) >= a.For }
	lives, cancel := ctx, context.CancelFunc(func() {})
	if a.For > 0 && a.Away != nil {
		lives, cancel = context.WithDeadline(ctx, start.Add(a.For))
	}
	defer cancel()
	tasks, known := 0, false // nothing is left that they don't know
	for _, check := range a.Checks {
		for tasks < check && (!known || a.Curriculum != nil) && !late() {
			var err error
			if known { // there are tasks still
				tasks++
				show(tasks)
			} else if known, err = a.live(lives, l, cfg, func() bool {
				tasks++ // a round: a life of each
				show(tasks)
				return tasks >= check || a.Curriculum != nil || late()
			}); err != nil && (ctx.Err() != nil || lives.Err() == nil || !errors.Is(err, context.DeadlineExceeded)) {
				return nil, err
			}
			if a.Curriculum != nil {
				if err := a.teach(ctx, n, seed, l); err != nil {
					return nil, err
				}
			}
		}
		p, err := a.measure(ctx, l)
		if err != nil {
			return nil, err
		}
		if p.Tasks = tasks; a.Curriculum != nil {
			p.Dropped = a.Curriculum.Dropped - dropped
		}
		points = append(points, p)
		if known && a.Curriculum == nil || late() {
			break
		}
	}
	return points, nil
}

// live has rounds of lives lived until enough says so after one, or nothing is left that they don't know: known.
func (a Agents) live(ctx context.Context, l graphstore.Ledger, cfg explore.Config, enough func() bool) (known bool, err error) {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	show := func(explore.Progress) {
		if enough() {
			stop()
		}
	}
	if a.Away != nil {
		_, err = living.Afar(inner, a.World, l, cfg, a.Away, show)
	} else {
		_, err = living.World(inner, a.World, l, cfg, pool.Config{Sessions: a.Sessions}, show)
	}
	if err != nil && ctx.Err() == nil && errors.Is(err, context.Canceled) {
		return false, nil
	}
	return err == nil, err
}

// measure plays the held-out tasks with what the ledger knows. Nothing is learned from them.
func (a Agents) measure(ctx context.Context, l graphstore.Ledger) (p LearningPoint, err error) {
	for e, err := range l.Since(ctx, 0) {
		if err != nil {
			return p, err
		}
		if e.Kind == graphstore.KindOutcome {
			p.Memory++
		}
	}
	f, err := graphstore.Fold(ctx, l, nil)
	if err != nil {
		return p, err
	}
	tried, plans, err := taught(ctx, l)
	if err != nil {
		return p, err
	}
	for _, t := range tried {
		if p.Proposed++; t.Solved {
			p.Solved++
		}
	}
	won := make([]int, len(a.Held)*a.Games)
	errs := make([]error, len(won))
	err = each(ctx, len(won), a.Sessions, func(i int) {
		t := a.Held[i/a.Games]
		var body *controller.Avatar
		// Seeds of worlds that no life was lived in.
		if body, errs[i] = controller.Enter(ctx, a.World, interaction.State{}, 1<<40+uint64(i)); errs[i] != nil {
			return
		}
		actor := controller.Actor{Graph: f.Graph, Body: body, Config: controller.DefaultActorConfig()}
		actor.Config.MaxSteps = a.Steps
		if a.Curriculum != nil {
			if actor.Memory, errs[i] = remembered(ctx, plans); errs[i] != nil {
				return
			}
		}
		res, rerr := actor.Run(ctx, controller.Task{Text: t.Name, Stages: [][]controller.Goal{{{Want: t.Goal}}}})
		if errs[i] = errors.Join(rerr, body.Close()); res.Solved {
			won[i] = max(1, res.Executed)
		}
	})
	if err = errors.Join(append(errs, err)...); err != nil {
		return p, err
	}
	p.Games = len(won)
	n := 0
	for _, steps := range won {
		if steps > 0 {
			n++
			p.Steps += float64(steps)
		}
	}
	p.Success = float64(n) / float64(max(1, len(won)))
	p.Steps /= float64(max(1, n))
	return p, nil
}

// PlotAgents draws success, with 95% intervals (Clopper and Pearson's), and steps against the memory of an agent, a line for each
// setting: a colour for each number of agents, dashed where they don't share. The file's ending chooses the form: svg, png or pdf.
func PlotAgents(path string, curves []LearningCurve) error {
	success := newPlot("held-out tasks, by what is remembered", "", "share of games won")
	steps := newPlot("", "trials in the memory of an agent", "steps of a game that was won")
	hues := map[int]int{}
	for _, c := range curves {
		if _, known := hues[c.Agents]; !known {
			hues[c.Agents] = len(hues) % len(palette)
		}
		for _, panel := range []struct {
			p     *plot.Plot
			value func(LearningPoint) float64
		}{{success, func(p LearningPoint) float64 { return p.Success }}, {steps, func(p LearningPoint) float64 { return p.Steps }}} {
			var pts plotter.XYs
			for _, p := range c.Points {
				pts = append(pts, plotter.XY{X: max(1, p.Memory), Y: panel.value(p)})
			}
			dashes := 1
			if c.Shared {
				dashes = 0
			}
			line, err := styledLine(pts, hues[c.Agents], dashes)
			if err != nil {
				return err
			}
			if panel.p == success {
				bars := plotter.YErrorBars{XYs: pts, LineStyle: line.LineStyle, CapWidth: vg.Points(5)}
				bars.Width, bars.Dashes = vg.Points(.75), nil
				for _, p := range c.Points {
					low, high := interval(int(math.Round(p.Success*float64(p.Games))), p.Games)
					bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{p.Success - low, high - p.Success})
				}
				panel.p.Add(&bars)
			}
			panel.p.Add(line)
			if panel.p == success {
				panel.p.Legend.Add(c.name(), line)
			}
		}
	}
	success.Y.Min, success.Y.Max, steps.Y.Min = 0, 1, 0
	success.Legend.Top, success.Legend.Left = true, true
	success.Legend.YOffs, success.Legend.XOffs = -success.Legend.YOffs, -success.Legend.XOffs
	var points []LearningPoint
	for _, c := range curves {
		points = append(points, c.Points...)
	}
	for _, p := range []*plot.Plot{success, steps} {
		logarithmic(&p.X, func(p LearningPoint) float64 { return max(1, p.Memory) }, points)
	}
	return savePanels(path, success, steps)
}

func (c LearningCurve) name() string {
	if c.Shared {
		return fmt.Sprintf("%d sharing", c.Agents)
	}
	return fmt.Sprintf("%d alone", c.Agents)
}

// PrintAgents writes the curves for people.
func PrintAgents(w io.Writer, curves []LearningCurve) {
	fmt.Fprintf(w, "%-10s %6s %9s %8s %7s\n", "agents", "tasks", "memory", "won", "steps")
	for _, c := range curves {
		for _, p := range c.Points {
			fmt.Fprintf(w, "%-10s %6d %9.0f %7.1f%% %7.1f\n", c.name(), p.Tasks, p.Memory, 100*p.Success, p.Steps)
		}
	}
}
