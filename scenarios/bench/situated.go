package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/active"
	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// SituatedTask is a task with conditions on what is around the agent. Find is a context to find, as [active.ParseContext]
// reads it, or else Task is what to get, as [controller.Grammar] reads it.
type SituatedTask struct {
	Name, Find, Task string
	Quoted           map[string]string // by column, what the paper prints
}

// FactorTasks are those of ADAM's table 4.3, in the paper's order.
var FactorTasks = []SituatedTask{
	{"find a river", "river_water", "", map[string]string{"voyager": "2/3, 16 steps", "voyager-blind": "0/3", "ours": "2/3, 21 steps", "blind": "0/3"}},
	{"gather a log near a river", "", "gather 1 log near river water", map[string]string{"voyager": "1/3, 36 steps", "voyager-blind": "0/3", "ours": "2/3, 40 steps", "blind": "0/3"}},
	{"smelt iron near grass", "", "smelt 1 iron near grass", map[string]string{"voyager": "0/3", "voyager-blind": "0/3", "ours": "1/3, 95 steps", "blind": "0/3"}},
}

// OpenTasks mix context and process, as the open-ended tasks of MP5 (section 4.2.3 and supplement F.3) do; the first is that
// of its figure 1, as far as this world has what it takes.
var OpenTasks = []SituatedTask{
	{"kill a pig by day near water and grass", "", "1 pork near water, near grass, by day", nil},
	{"a pickaxe in the forest at night, near a pig", "", "a pickaxe in the forest at night, near a pig", nil},
	{"a stone near water at night", "", "a stone near water at night", nil},
	{"hay near a river while it is bright", "", "hay near river water while bright", nil},
	{"a spine in the desert by day", "", "a spine in the desert by day", nil},
	{"iron near grass in the plains", "", "iron near grass in the plains", nil},
}

// SituatedColumns are how an agent perceives: ours by pictures, and without any; one in the style of Voyager, which is told
// what is around it, and the same without being told.
var SituatedColumns = []SituatedColumn{
	{"voyager", active.Strategy{Around: true}, told},
	{"voyager-blind", active.Strategy{Around: true}, blind},
	{"ours", active.Strategy{Around: true, Doubts: true}, pictures},
	{"blind", active.Strategy{Around: true, Doubts: true}, blind},
}

// SituatedColumn is a kind of agent.
type SituatedColumn struct {
	Name     string
	Strategy active.Strategy
	sees     sense
}

type sense uint8

const (
	pictures sense = iota + 1
	told
	blind
)

// Situated plays tasks with conditions in a world that tells what its pictures show: the judge needs that.
type Situated struct {
	Contexts
	Graph   *graphstore.Graph // what is known of the world
	Factors []string
	// Conditions are those that tasks can have.
	Conditions []controller.Condition
	// Actions is how many an agent has, as [active.Agent.Actions] counts them; zero: Steps decides.
	Actions int
	What    []SituatedTask
	Columns []SituatedColumn
}

// SituatedGame is one game.
type SituatedGame struct {
	Column  string `json:"column"`
	Task    string `json:"task"`
	Biome   string `json:"biome"` // where it began
	Seed    uint64 `json:"seed"`  // of its map
	Success bool   `json:"success"`
	End     string `json:"end"` // done, wrong (it said so, and it wasn't), or why it gave up
	Actions int    `json:"actions"`
	Steps   int    `json:"steps"`
}

// SituatedRate is how many games were won, and in how many actions.
type SituatedRate struct {
	Rate  float64 `json:"rate"` // from 0 to 1
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Games int     `json:"games"`
	// Mean and Deviation are of the actions of the games that were won.
	Mean      float64 `json:"steps_mean"`
	Deviation float64 `json:"steps_deviation"`
	Wrong     int     `json:"wrong"`
}

// SituatedResult is what was found.
type SituatedResult struct {
	World string                             `json:"world"`
	Tasks map[string]map[string]SituatedRate `json:"tasks"` // by column and task
	Games []SituatedGame                     `json:"games"`
	// Skipped are columns of a language model that weren't measured.
	Skipped []Skipped `json:"skipped,omitempty"`
}

// Add adds the games of further columns.
func (r *SituatedResult) Add(games []SituatedGame, skipped []Skipped) {
	r.Games, r.Skipped = append(r.Games, games...), append(r.Skipped, skipped...)
	for _, g := range games {
		if r.Tasks[g.Column] == nil {
			r.Tasks[g.Column] = map[string]SituatedRate{}
		}
		if _, known := r.Tasks[g.Column][g.Task]; !known {
			r.Tasks[g.Column][g.Task] = situatedRate(games, g.Column, g.Task)
		}
	}
}

// Run plays all games of the columns, and tells of each as it ends.
func (b Situated) Run(ctx context.Context, done func(games, of int)) (SituatedResult, error) {
	out := SituatedResult{World: b.World.Spec().ID, Tasks: map[string]map[string]SituatedRate{}}
	starts, err := b.starts(ctx)
	if err != nil {
		return out, err
	}
	type kind struct {
		column SituatedColumn
		task   SituatedTask
	}
	var kinds []kind
	for _, c := range b.Columns {
		for _, t := range b.What {
			kinds = append(kinds, kind{c, t})
		}
	}
	out.Games, err = playMixed(ctx, b.Parallel, len(kinds), len(starts), done, func(ctx context.Context, k, i int) (SituatedGame, error) {
		return b.game(ctx, kinds[k].column, kinds[k].task, starts[i])
	})
	if err != nil {
		return out, err
	}
	for _, c := range b.Columns {
		out.Tasks[c.Name] = map[string]SituatedRate{}
		for _, t := range b.What {
			out.Tasks[c.Name][t.Name] = situatedRate(out.Games, c.Name, t.Name)
		}
	}
	return out, nil
}

// playAll plays the games, at most parallel of them at once, and tells of each as it ends; the first error ends it.
func playAll[G any](ctx context.Context, parallel, games int, done func(games, of int), play func(ctx context.Context, i int) (G, error)) ([]G, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	out := make([]G, games)
	var mu sync.Mutex
	ended := 0
	_ = each(ctx, games, parallel, func(i int) { // its error is that of ctx, whose cause is returned
		g, err := play(ctx, i)
		if err != nil {
			cancel(err)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		out[i] = g
		ended++
		done(ended, games)
	})
	return out, context.Cause(ctx)
}

// playMixed plays a number of games of each of the kinds, the first ones of all kinds first, so that the time that these take tells how
// long the others will. It returns them kind by kind.
func playMixed[G any](ctx context.Context, parallel, kinds, each int, done func(games, of int), play func(ctx context.Context, kind, i int) (G, error)) ([]G, error) {
	out := make([]G, kinds*each)
	played, err := playAll(ctx, parallel, len(out), done, func(ctx context.Context, n int) (G, error) { return play(ctx, n%kinds, n/kinds) })
	for n, g := range played {
		out[n%kinds*each+n/kinds] = g
	}
	return out, err
}

func situatedRate(games []SituatedGame, column, task string) SituatedRate {
	var r SituatedRate
	var took []float64
	for _, g := range games {
		if g.Column != column || g.Task != task {
			continue
		}
		r.Games++
		if g.Success {
			took = append(took, float64(g.Actions))
		}
		if g.End == "wrong" {
			r.Wrong++
		}
	}
	r.Rate = float64(len(took)) / max(1, float64(r.Games))
	r.Low, r.High = interval(len(took), r.Games)
	if len(took) > 0 {
		r.Mean = stat.Mean(took, nil)
	}
	if len(took) > 1 {
		r.Deviation = stat.StdDev(took, nil)
	}
	return r
}

// game is one game.
func (b Situated) game(ctx context.Context, c SituatedColumn, t SituatedTask, at start) (SituatedGame, error) {
	g := SituatedGame{Column: c.Name, Task: t.Name, Biome: at.biome, Seed: at.seed}
	a, teller, err := b.enter(ctx, c, at)
	if err != nil {
		return g, err
	}
	defer func() { _ = teller.Close() }() // the game is over
	if t.Find != "" {
		err = b.find(ctx, a, teller, t, &g)
	} else {
		err = b.act(ctx, a, teller, t, &g)
	}
	g.Actions, g.Steps = a.Actions(), a.Steps()
	return g, err
}

// enter begins a game, and returns its agent. The session must be closed.
func (b Situated) enter(ctx context.Context, c SituatedColumn, at start) (*active.Agent, interaction.Teller, error) {
	session, err := b.World.Open(ctx)
	if err != nil {
		return nil, nil, err
	}
	teller := session.(interaction.Teller)
	state, err := session.Begin(ctx, interaction.State{}, at.seed)
	if err != nil {
		return nil, nil, errors.Join(err, session.Close())
	}
	sees := map[sense]percipient.Percipient{pictures: b.Sees, told: percipient.Told{World: teller}, blind: percipient.None{}}[c.sees]
	return active.New(teller, b.World.Spec().Ground, b.Vitals, state, sees, active.Config{Strategy: c.Strategy, Steps: b.Steps, Actions: b.Actions, Size: b.Size, Seed: at.seed}), teller, nil
}

// find plays a task that is to find something.
func (b Situated) find(ctx context.Context, a *active.Agent, teller interaction.Teller, t SituatedTask, g *SituatedGame) error {
	c, err := active.ParseContext(t.Find, b.Creature)
	if err != nil {
		return err
	}
	seen, err := a.Find(ctx, c)
	switch {
	case errors.Is(err, active.ErrNotFound), errors.Is(err, interaction.ErrEnded):
		g.End = err.Error()
		return nil
	case err != nil:
		return err
	}
	scene, err := teller.Tell(seen.Shot)
	if err != nil {
		return err
	}
	g.finish(c.In(scene))
	return nil
}

// act plays a task that is to get something.
func (b Situated) act(ctx context.Context, a *active.Agent, teller interaction.Teller, t SituatedTask, g *SituatedGame) error {
	task, err := controller.Grammar{Factors: b.Factors, Conditions: b.Conditions}.Parse(ctx, t.Task)
	if err != nil {
		return err
	}
	r, err := b.actor(active.NewBody(a, b.Creature)).Run(ctx, task)
	if errors.Is(err, controller.ErrBroken) { // it worked at something else than it believed, again and again
		g.End = err.Error()
		return nil
	}
	if err != nil && !errors.Is(err, interaction.ErrEnded) {
		return err
	}
	if !r.Solved {
		g.End = r.Reason
		return nil
	}
	holds, err := around(teller, task.Stages[len(task.Stages)-1][0].Where)
	if err != nil {
		return err
	}
	g.finish(holds)
	return nil
}

// actor carries out tasks with a body.
func (b Situated) actor(body *active.Body) *controller.Actor {
	cfg := controller.DefaultActorConfig()
	cfg.Retries = 20
	return &controller.Actor{Graph: b.Graph, Body: body, Config: cfg, Bound: body.Bound}
}

func (g *SituatedGame) finish(holds bool) {
	if g.Success, g.End = holds, "done"; !holds {
		g.End = "wrong"
	}
}

// withinSight is how many cells off a thing may be that something is near (ADAM's success test looks eight blocks around).
const withinSight = 8

// around reports whether the conditions hold where the agent is, as the world tells it: for the judge.
func around(teller interaction.Teller, all []controller.Condition) (bool, error) {
	left := slices.Clone(all)
	shots := []interaction.Shot{{View: interaction.Above, Width: 90, Height: 70}} // near things can hide others
	for yaw := 0; yaw < 360; yaw += 60 {
		shots = append(shots, interaction.Shot{View: interaction.Eyes, Width: 64, Height: 64, Yaw: yaw})
	}
	for _, shot := range shots {
		scene, err := teller.Tell(shot)
		if err != nil {
			return false, err
		}
		left = slices.DeleteFunc(left, func(c controller.Condition) bool {
			switch c.Aspect {
			case controller.Near:
				return slices.ContainsFunc(scene.Things, func(x interaction.InView) bool { return x.Name == c.Name && x.Far <= withinSight })
			case controller.In:
				return scene.Ecology == c.Name
			case controller.At:
				return scene.Time == c.Name
			case controller.During:
				return scene.Weather == c.Name
			}
			return scene.Brightness == c.Name
		})
	}
	return len(left) == 0, nil
}

// published is the paper's column that one of a model stands for: Voyager's agents are models there.
func published(column string) string {
	column, _, _ = strings.Cut(column, " ")
	return strings.Replace(column, "-llm", "", 1)
}

// Print writes the rates for people: the columns, and behind them those of models.
func (r SituatedResult) Print(w io.Writer, columns []SituatedColumn, tasks []SituatedTask) {
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	for _, c := range slices.Sorted(maps.Keys(r.Tasks)) {
		if !slices.Contains(names, c) {
			names = append(names, c)
		}
	}
	fmt.Fprintf(w, "%-46s", "")
	for _, c := range names {
		fmt.Fprintf(w, "  %-26s", c)
	}
	fmt.Fprintln(w)
	for _, t := range tasks {
		fmt.Fprintf(w, "%-46s", t.Name)
		for _, c := range names {
			x := r.Tasks[c][t.Name]
			cell := fmt.Sprintf("%3.0f%% (%.0f to %.0f)", 100*x.Rate, 100*x.Low, 100*x.High)
			if x.Mean > 0 {
				cell += fmt.Sprintf(" %.0f +/- %.0f", x.Mean, x.Deviation)
			}
			fmt.Fprintf(w, "  %-26s", cell)
		}
		fmt.Fprintln(w)
		if t.Quoted != nil {
			fmt.Fprintf(w, "%-46s", "  the paper, of another game")
			for _, c := range names {
				fmt.Fprintf(w, "  %-26s", t.Quoted[published(c)])
			}
			fmt.Fprintln(w)
		}
	}
	printSkipped(w, r.Skipped)
}
