package main

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// player holds the flags of the benchmarks that play tasks many times.
type player struct {
	design                design
	suite                 bench.Suite
	noPatroller, noMemory bool
	world, raw            string
	asJSON                bool
}

func (p *player) flags(cmd *cobra.Command, world string) {
	p.design.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&p.world, "world", world, "an embedded world (adam world list) or the path of a world file")
	f.IntVar(&p.suite.Games, "games", 30, "how many games of each task")
	f.IntVar(&p.suite.Parallel, "parallel", runtime.NumCPU(), "tasks played at once")
	f.Float64Var(&p.suite.Drop, "random-drop", 0, "MP5's Random Drop: the probability that one kind of the things in the inventory vanishes at the start of a sub-goal")
	f.Lookup("random-drop").NoOptDefVal = "0.2"
	f.BoolVar(&p.noPatroller, "no-patroller", false, "carry plans out without looking, each step as often as it takes on average")
	f.BoolVar(&p.noMemory, "no-memory", false, "don't remember sub-plans from game to game")
	f.StringVar(&p.raw, "rows", "", "write every game into this file, a line of JSON each")
	f.BoolVar(&p.asJSON, "json", false, "write JSON")
}

// play plays the tasks and reports.
func (p *player) play(cmd *cobra.Command, tasks []bench.Task) error {
	cfg, err := p.design.config()
	if err != nil {
		return err
	}
	if p.suite.Games < 1 || p.suite.Parallel < 1 {
		return usage(errorf("games and parallel must be at least 1"))
	}
	if !(p.suite.Drop >= 0 && p.suite.Drop <= 1) {
		return usage(errorf("random-drop %v: it must be from 0 to 1", p.suite.Drop))
	}
	if p.suite.World, err = scenarios.Load(p.world); err != nil {
		return err
	}
	for _, t := range tasks {
		for _, g := range append(t.Goal, t.Start...) {
			if err := knownItem(p.suite.World, g.Item); err != nil {
				return err
			}
		}
	}
	p.suite.Tasks, p.suite.Seed, p.suite.Config = tasks, cfg.Seed, cfg
	p.suite.Actor, p.suite.Memory = controller.DefaultActorConfig(), !p.noMemory
	p.suite.Actor.Blind = p.noPatroller
	m, finished := newMeter(cmd.ErrOrStderr()), 0
	results, err := p.suite.Run(cmd.Context(), func(r bench.TaskResult) {
		finished++
		m.line(func() string {
			solved, _ := r.Solved()
			return fmt.Sprintf("%d of %d tasks played; %s: %d of %d solved", finished, len(tasks), r.Name, solved, len(r.Games))
		})
	})
	m.end()
	if err != nil {
		return err
	}
	if p.raw != "" {
		var b bytes.Buffer
		if err := bench.SuiteRows(&b, results); err != nil {
			return err
		}
		if err := writeFile(p.raw, b.Bytes()); err != nil {
			return err
		}
	}
	w := cmd.OutOrStdout()
	if p.asJSON {
		rows := []bench.GameRow{}
		for _, r := range results {
			rows = append(rows, r.Games...)
		}
		if err := writeJSON(w, rows); err != nil {
			return err
		}
	} else if err := bench.PrintSuite(w, results); err != nil {
		return err
	}
	return bench.SuiteErr(results)
}

func newBenchPlay() *cobra.Command {
	var p player
	var steps int
	cmd := &cobra.Command{
		Use:   "play ITEM...",
		Short: "How often, and in how many actions, items are got from nothing",
		Long: `Measure how often items are got from an empty inventory: the way to each is explored
once, from nothing, then so many games are played, each with the seed that follows from
--seed. "steps" are executed actions of the games that were solved, "plans" how often
one was made, "learned in" the trials of the exploration.`,
		Example: "  adam bench play iron_pickaxe diamond --games 100 --random-drop --rows games.jsonl",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := scenarios.Load(p.world)
			if err != nil {
				return err
			}
			if steps < 1 {
				return usage(errorf("max steps %d: there must be at least 1", steps))
			}
			var tasks []bench.Task
			for _, a := range args {
				task, err := controller.Grammar{Items: f.AllItems()}.Parse(cmd.Context(), a)
				if err != nil {
					return err
				}
				if len(task.Stages) != 1 || len(task.Stages[0]) != 1 || len(task.Stages[0][0].With) > 0 {
					return usage(errorf("%q: only items with quantities can be played, joined by and", a))
				}
				tasks = append(tasks, bench.Task{Name: strings.Join(strings.Fields(a), "_"), Group: "own", Goal: task.Stages[0][0].Want,
					Start: task.Given, MaxSteps: steps, Quoted: -1})
			}
			return p.play(cmd, tasks)
		},
	}
	p.flags(cmd, scenarios.Default)
	cmd.Flags().IntVar(&steps, "max-steps", 300, "how many actions a game may take")
	return cmd
}
