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
	"github.com/adam-discovery/adam/scenarios"
)

// Suite measures how often tasks are solved in a world. For each task the way to
// its goal is explored once, from nothing; then it is played, one game after the
// other, so that what is remembered of one can serve the next.
type Suite struct {
	World    *sim.File
	Tasks    []scenarios.SuiteTask
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
	// Agent is whose game it is; empty: ours.
	Agent    string `json:"agent,omitempty"`
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
	scenarios.SuiteTask
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

func (s Suite) task(ctx context.Context, t scenarios.SuiteTask, number uint64) TaskResult {
	r := TaskResult{SuiteTask: t}
	w := sim.New(s.World)
	l := &graphstore.Memory{}
	cfg := s.Config
	cfg.Seed = s.Seed
	school := &learner.Explorer{World: w, Ledger: l, Config: cfg, Pool: pool.Config{Sessions: 1, Seed: cfg.Seed}}
	graph := &graphstore.Graph{}
	for _, g := range t.Goal {
		learned, err := school.Learn(ctx, controller.Lesson{Goal: g.Name})
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
		row, learned, err := s.game(ctx, w, graph, school, memory, t, game, s.Seed<<32^number<<16^uint64(game))
		graph = learned
		if err != nil {
			r.Err = fmt.Errorf("%s, game %d: %w", t.Name, game, err)
			return r
		}
		r.Games = append(r.Games, row)
	}
	return r
}

func levels(amounts []interaction.Amount) map[string]int {
	out := map[string]int{}
	for _, a := range amounts {
		out[a.Name] += a.Level
	}
	return out
}

// game plays one game, and returns what is known afterwards.
func (s Suite) game(ctx context.Context, w *sim.World, graph *graphstore.Graph, school *learner.Explorer, memory *controller.Memory, t scenarios.SuiteTask, number int, seed uint64) (GameRow, *graphstore.Graph, error) {
	body, err := controller.Enter(ctx, w, interaction.StateOf(levels(t.Start)), seed)
	if err != nil {
		return GameRow{}, graph, err
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
			if held := now.Amounts(); err == nil && len(held) > 0 {
				lost := held[rng.IntN(len(held))]
				row.Lost++
				err = body.Become(ctx, now.After([]interaction.Change{{Factor: lost.Name, From: lost.Level}}))
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
		return row, a.Graph, err
	}
	row.Solved, row.Steps, row.Plans, row.Disputes, row.Reason = res.Solved, res.Executed, res.Plans, res.Disputes, res.Reason
	if memory != nil {
		row.Recalled = memory.Recalled - before
	}
	return row, a.Graph, nil
}

// PrintSuite writes a table of the tasks, and one of the groups, beside what the
// paper quotes for the method; of groups that aren't listed nothing is quoted.
func PrintSuite(w io.Writer, results []TaskResult, groups []scenarios.SuiteGroup, method string) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	quote := func(figures map[string]float64) string {
		if q, ok := figures[method]; ok {
			return fmt.Sprintf("%.1f%%", q)
		}
		return "-"
	}
	fmt.Fprintln(tw, "group\ttask\tsolved\tsteps\tmost\tplans\tlearned in\tquoted")
	type sum struct{ solved, games, tasks int }
	sums := map[string]*sum{}
	var names []string
	for _, r := range results {
		n, steps := r.Solved()
		plans, most := 0, 0
		for _, g := range r.Games {
			plans += g.Plans
			if g.Solved {
				most = max(most, g.Steps)
			}
		}
		solved := fmt.Sprintf("%d of %d", n, len(r.Games))
		if r.Err != nil {
			solved = "not played"
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%.1f\t%d\t%.1f\t%d trials\t%s\n", r.Group, r.Name, solved, steps, most,
			float64(plans)/float64(max(1, len(r.Games))), r.LearnTrials, quote(r.Quoted))
		if sums[r.Group] == nil {
			sums[r.Group] = &sum{}
			names = append(names, r.Group)
		}
		s := sums[r.Group]
		s.solved, s.games, s.tasks = s.solved+n, s.games+len(r.Games), s.tasks+1
	}
	fmt.Fprintln(tw)
	fmt.Fprintln(tw, "group\ttasks\tgames\tsolved\tquoted")
	for _, name := range names {
		s, q := sums[name], "-"
		for _, g := range groups {
			if g.Name == name {
				q = quote(g.Quoted)
			}
		}
		fmt.Fprintf(tw, "%s\t%d\t%d\t%.1f%%\t%s\n", name, s.tasks, s.games, 100*float64(s.solved)/float64(max(1, s.games)), q)
	}
	return tw.Flush()
}

// SuiteRows writes every game as a line of JSON.
func SuiteRows(w io.Writer, results []TaskResult, others []GameRow) error {
	e := json.NewEncoder(w)
	for _, r := range results {
		for _, g := range r.Games {
			if err := e.Encode(g); err != nil {
				return err
			}
		}
	}
	for _, g := range others {
		if err := e.Encode(g); err != nil {
			return err
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
