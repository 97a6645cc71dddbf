package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"text/tabwriter"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/learner"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// Task is one task of a suite.
type Task struct {
	Name  string
	Group string
	Goal  []interaction.Stack
	// Start is what the inventory holds at the beginning of each game.
	Start []interaction.Stack
	// MaxSteps is how many actions a game may take, at least 1.
	MaxSteps int
	// Quoted is the success rate that a paper gives for the task, in percent;
	// below zero: none.
	Quoted float64
}

// Suite measures how often tasks are solved in a world. For each task the way to
// its goal is explored once, from nothing; then it is played, one game after the
// other, so that what is remembered of one can serve the next.
type Suite struct {
	World    *sim.File
	Tasks    []Task
	Games    int    // of each task, at least 1
	Parallel int    // tasks at once, at least 1
	Seed     uint64 // decides everything
	Config   explore.Config
	Actor    controller.ActorConfig // MaxSteps is the task's
	// Drop is the probability that, at the start of each sub-goal, one kind of the
	// things in the inventory vanishes: MP5's Random Drop, from 0 to 1.
	Drop   float64
	Memory bool // remember sub-plans from game to game
}

// GameRow is one game of a task.
type GameRow struct {
	Task     string `json:"task"`
	Group    string `json:"group"`
	Game     int    `json:"game"`
	Solved   bool   `json:"solved"`
	Steps    int    `json:"steps"`
	Plans    int    `json:"plans"`
	Recalled int    `json:"plans_recalled"`
	Disputes int    `json:"disputes"`
	Lost     int    `json:"lost"` // how often things vanished
	Reason   string `json:"reason,omitempty"`
}

// TaskResult is how a task fared.
type TaskResult struct {
	Task
	// LearnTrials is how many trials the exploration took before the games.
	LearnTrials int
	Games       []GameRow
	// Err says why the task couldn't be played.
	Err error
}

// Solved counts the games that were solved, and the actions of these on average.
func (r TaskResult) Solved() (n int, steps float64) {
	for _, g := range r.Games {
		if g.Solved {
			n++
			steps += float64(g.Steps)
		}
	}
	return n, steps / float64(max(1, n))
}

// Run plays the suite. When ctx ends early, the tasks that were finished are
// returned with its error.
func (s Suite) Run(ctx context.Context, done func(TaskResult)) ([]TaskResult, error) {
	out := make([]*TaskResult, len(s.Tasks))
	told := make(chan struct{}, 1)
	told <- struct{}{}
	err := each(ctx, len(s.Tasks), s.Parallel, func(i int) {
		r := s.task(ctx, s.Tasks[i], uint64(i))
		if ctx.Err() != nil {
			return
		}
		out[i] = &r
		if done != nil {
			<-told
			done(r)
			told <- struct{}{}
		}
	})
	var finished []TaskResult
	for _, r := range out {
		if r != nil {
			finished = append(finished, *r)
		}
	}
	return finished, err
}

func (s Suite) task(ctx context.Context, t Task, number uint64) TaskResult {
	r := TaskResult{Task: t}
	w := sim.New(s.World)
	l := &graphstore.Memory{}
	cfg := s.Config
	cfg.Seed = s.Seed
	school := &learner.Explorer{World: w, Ledger: l, Config: cfg, Pool: pool.Config{Sessions: 1, Seed: cfg.Seed}}
	graph := &graphstore.Graph{}
	for _, g := range t.Goal {
		learned, err := school.Learn(ctx, controller.Lesson{Goal: g.Item})
		if err != nil {
			r.Err = fmt.Errorf("%s: %w", t.Name, err)
			return r
		}
		graph = learned
	}
	r.LearnTrials = school.Trials
	var memory *controller.Memory
	if s.Memory {
		var err error
		if memory, err = controller.NewMemory(ctx, nil); err != nil {
			r.Err = err
			return r
		}
	}
	for game := range s.Games {
		row, err := s.game(ctx, w, graph, school, memory, t, game, s.Seed<<32^number<<16^uint64(game))
		if err != nil {
			r.Err = fmt.Errorf("%s, game %d: %w", t.Name, game, err)
			return r
		}
		r.Games = append(r.Games, row)
	}
	return r
}

func (s Suite) game(ctx context.Context, w *sim.World, graph *graphstore.Graph, school *learner.Explorer, memory *controller.Memory, t Task, number int, seed uint64) (GameRow, error) {
	start := map[string]int{}
	for _, st := range t.Start {
		start[st.Item] += st.Count
	}
	body, err := controller.Enter(ctx, w, interaction.StateOf(start), seed)
	if err != nil {
		return GameRow{}, err
	}
	row := GameRow{Task: t.Name, Group: t.Group, Game: number}
	a := controller.Actor{Graph: graph, Body: body, Config: s.Actor, Learner: school, Memory: memory, Ledger: school.Ledger}
	a.Config.MaxSteps = t.MaxSteps
	if s.Drop > 0 {
		rng := rand.New(rand.NewPCG(seed, 1))
		a.Between = func(ctx context.Context) error {
			if rng.Float64() >= s.Drop {
				return nil
			}
			now, err := body.Observe(ctx)
			if held := now.Stacks(); err == nil && len(held) > 0 {
				lost := held[rng.IntN(len(held))]
				row.Lost++
				err = body.Become(ctx, now.With([]interaction.Stack{{Item: lost.Item, Count: -lost.Count}}))
			}
			return err
		}
	}
	before := 0
	if memory != nil {
		before = memory.Recalled
	}
	res, err := a.Run(ctx, controller.Task{Text: t.Name, Stages: [][]controller.Goal{{{Want: t.Goal}}}})
	if err = errors.Join(err, body.Close()); err != nil {
		return row, err
	}
	row.Solved, row.Steps, row.Plans, row.Disputes, row.Reason = res.Solved, res.Executed, res.Plans, res.Disputes, res.Reason
	if memory != nil {
		row.Recalled = memory.Recalled - before
	}
	return row, nil
}

// PrintSuite writes a table: tasks, and groups in the order of their first task.
func PrintSuite(w io.Writer, results []TaskResult) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "group\ttask\tsolved\tsteps\tlimit\tplans\tlearned in\tquoted")
	quoted := func(q float64, n int) string {
		if n == 0 {
			return "-"
		}
		return fmt.Sprintf("%.1f%%", q/float64(n))
	}
	var groups []string
	type sum struct {
		solved, games, tasks, quoted int
		rate                         float64
	}
	sums := map[string]*sum{}
	for _, r := range results {
		n, steps := r.Solved()
		plans := 0
		for _, g := range r.Games {
			plans += g.Plans
		}
		q := quoted(r.Quoted, 1)
		if r.Quoted < 0 {
			q = "-"
		}
		solved := fmt.Sprintf("%d of %d", n, len(r.Games))
		if r.Err != nil {
			solved = "not played: " + r.Err.Error()
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%.1f\t%d\t%.1f\t%d trials\t%s\n", r.Group, r.Name, solved, steps, r.MaxSteps,
			float64(plans)/float64(max(1, len(r.Games))), r.LearnTrials, q)
		if sums[r.Group] == nil {
			sums[r.Group] = &sum{}
			groups = append(groups, r.Group)
		}
		s := sums[r.Group]
		s.solved, s.games, s.tasks = s.solved+n, s.games+len(r.Games), s.tasks+1
		if r.Quoted >= 0 {
			s.quoted, s.rate = s.quoted+1, s.rate+r.Quoted
		}
	}
	fmt.Fprintln(tw)
	fmt.Fprintln(tw, "group\ttasks\tsolved\tquoted")
	for _, g := range groups {
		s := sums[g]
		fmt.Fprintf(tw, "%s\t%d\t%.1f%% of %d\t%s\n", g, s.tasks, 100*float64(s.solved)/float64(max(1, s.games)), s.games, quoted(s.rate, s.quoted))
	}
	return tw.Flush()
}

// SuiteRows writes every game as a line of JSON.
func SuiteRows(w io.Writer, results []TaskResult) error {
	e := json.NewEncoder(w)
	for _, r := range results {
		for _, g := range r.Games {
			if err := e.Encode(g); err != nil {
				return err
			}
		}
	}
	return nil
}

// SuiteErr joins what kept tasks from being played.
func SuiteErr(results []TaskResult) error {
	var errs []error
	for _, r := range results {
		errs = append(errs, r.Err)
	}
	return errors.Join(errs...)
}
