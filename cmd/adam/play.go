package main

import (
	"bytes"
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// player holds the flags of the benchmarks that play tasks many times.
type player struct {
	design                design
	suite                 bench.Suite
	noPatroller, noMemory bool
	world, raw            string
	maxSteps              int
	players               modelPlayers
	asJSON                bool
}

func (p *player) flags(cmd *cobra.Command, world string) {
	p.design.flags(cmd)
	p.players.flags(cmd, &p.design.plays)
	f := cmd.Flags()
	fileFlag(cmd, &p.world, world)
	f.IntVar(&p.suite.Games, "games", 30, "how many games of each task")
	f.IntVar(&p.suite.Parallel, "parallel", runtime.NumCPU(), "tasks played at once")
	f.Float64Var(&p.suite.Drop, "random-drop", 0, "MP5's Random Drop: the probability that one kind of the things in the inventory vanishes at the start of a sub-goal")
	f.Lookup("random-drop").NoOptDefVal = "0.2"
	f.BoolVar(&p.noPatroller, "no-patroller", false, "carry plans out without looking, each step as often as it takes on average")
	f.BoolVar(&p.noMemory, "no-memory", false, "don't remember sub-plans from game to game")
	f.StringVar(&p.raw, "rows", "", "write every game into this file, a line of JSON each")
	f.BoolVar(&p.asJSON, "json", false, "write JSON")
}

// play plays the tasks and reports, below the intro that people get. Where it is interrupted or fails, it reports what was
// played until then.
func (p *player) play(cmd *cobra.Command, intro string, tasks []scenarios.SuiteTask, groups []scenarios.SuiteGroup, method string) (err error) {
	cfg, model, err := p.design.config()
	if err != nil {
		return err
	}
	defer model.finish(cmd.ErrOrStderr(), &err)
	if p.suite.Games < 1 || p.suite.Parallel < 1 {
		return usage(errorf("games and parallel must be at least 1"))
	}
	if slices.ContainsFunc(tasks, func(t scenarios.SuiteTask) bool { return t.MaxSteps < 1 }) {
		return usage(errorf("max steps %d: there must be at least 1", p.maxSteps))
	}
	if !(p.suite.Drop >= 0 && p.suite.Drop <= 1) {
		return usage(errorf("random-drop %v: it must be from 0 to 1", p.suite.Drop))
	}
	if p.suite.World, err = scenarios.Load(p.world); err != nil {
		return err
	}
	known := &world{World: sim.New(p.suite.World), file: p.suite.World}
	for _, t := range tasks {
		for _, g := range append(t.Goal, t.Start...) {
			if err := known.knows(g.Name, p.world); err != nil {
				return err
			}
		}
	}
	p.suite.Tasks, p.suite.Seed, p.suite.Config = tasks, cfg.Seed, cfg
	p.suite.Actor, p.suite.Memory = controller.DefaultActorConfig(), !p.noMemory
	p.suite.Actor.Blind = p.noPatroller
	if !p.asJSON {
		fmt.Fprint(cmd.OutOrStdout(), intro)
	}
	m, finished := newMeter(cmd.ErrOrStderr()), 0
	results, err := p.suite.Run(cmd.Context(), func(r bench.TaskResult) {
		finished++
		m.line(func() string {
			solved, _ := r.Solved()
			return fmt.Sprintf("%d of %d tasks played; %s: %d of %d solved", finished, len(tasks), r.Name, solved, len(r.Games))
		})
	})
	m.end()
	if err != nil && len(results) == 0 {
		return err
	}
	if err := p.keep(results, nil); err != nil { // before a model plays, which may take hours and fail
		return err
	}
	w := cmd.OutOrStdout()
	if !p.asJSON {
		if err := bench.PrintSuite(w, results, groups, method); err != nil {
			return err
		}
	}
	stopped := err
	var others []bench.GameRow
	var skipped []bench.Skipped
	if stopped == nil {
		others, skipped, stopped = p.others(cmd, model, tasks)
	}
	if err := p.keep(results, others); err != nil {
		return err
	}
	if p.asJSON {
		rows := []bench.GameRow{}
		for _, r := range results {
			rows = append(rows, r.Games...)
		}
		if err := writeJSON(w, append(rows, others...)); err != nil {
			return err
		}
		bench.PrintPlayers(cmd.ErrOrStderr(), nil, skipped)
	} else {
		bench.PrintPlayers(w, others, skipped)
	}
	return cmp.Or(stopped, bench.SuiteErr(results))
}

// keep writes the games into the file of --rows, if there is one.
func (p *player) keep(results []bench.TaskResult, others []bench.GameRow) error {
	if p.raw == "" {
		return nil
	}
	var b bytes.Buffer
	if err := bench.SuiteRows(&b, results, others); err != nil {
		return err
	}
	return writeFile(p.raw, b.Bytes())
}

// others has the agents of a language model play the same tasks.
func (p *player) others(cmd *cobra.Command, model *model, tasks []scenarios.SuiteTask) ([]bench.GameRow, []bench.Skipped, error) {
	agents, closed, err := p.players.open(model, p.suite.Seed)
	if err != nil {
		return nil, nil, err
	}
	defer closed()
	m := newMeter(cmd.ErrOrStderr())
	rows, skipped, err := agents.Suite(cmd.Context(), p.suite.World, tasks, p.suite.Games, p.suite.Seed, func(n, of int) { m.share("task", n, of) })
	m.end()
	return rows, skipped, err
}

// newBenchSuite plays the tasks of a paper.
func newBenchSuite(name, paper string) *cobra.Command {
	var p player
	var group string
	cmd := &cobra.Command{
		Use:   name,
		Short: "How often the tasks of " + paper + " are solved from nothing",
		Long: `Measure how often the tasks of ` + paper + ` are solved, at the paper's step limits. The way to
each goal is explored once, from nothing, then the games are played, each with the seed
that follows from --seed. "steps" are executed actions of the games that were solved,
"most" the most of them, "plans" how often a plan was made, "learned in" the trials of
the exploration. "quoted" is what the paper prints, for what comes nearest to the flags.
It plays another game: pixels, places and enemies, where a step is a twentieth of a
second; here a step is a whole action, and what differs is said above the table.

` + playersHelp + ` A move is an action.`,
		Example: "  adam bench " + name + " --random-drop --rows games.jsonl",
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := scenarios.LoadSuite(name)
			if err != nil {
				return err
			}
			var names []string
			for _, g := range s.Groups {
				names = append(names, g.Name)
			}
			if group != "" && !slices.Contains(names, group) {
				return usage(errorf("group %q: it must be one of %s", group, strings.Join(names, ", ")))
			}
			var tasks []scenarios.SuiteTask
			for _, t := range s.Tasks {
				if group == "" || t.Group == group {
					if cmd.Flags().Changed("max-steps") {
						t.MaxSteps = min(t.MaxSteps, p.maxSteps)
					}
					tasks = append(tasks, t)
				}
			}
			return p.play(cmd, fmt.Sprintf("%s\n%s\n\n", s.Source, s.Note), tasks, s.Groups, p.quoted(name))
		},
	}
	p.flags(cmd, "minecraft-1.19")
	cmd.Flags().IntVar(&p.maxSteps, "max-steps", 0, "how many actions a game may take at most (default: what the paper allows)")
	cmd.Flags().StringVar(&group, "group", "", "play the tasks of this group only")
	return cmd
}

// quoted names the method of the paper that comes nearest to the flags.
func (p *player) quoted(suite string) string {
	switch {
	case suite != "mp5-process":
		return "JARVIS-1"
	case p.suite.Drop > 0 && p.noPatroller:
		return "MP5 with random drop, without patroller"
	case p.suite.Drop > 0:
		return "MP5 with random drop"
	case p.noPatroller:
		return "" // the paper has it by task only
	case p.noMemory:
		return "MP5 without performer memory"
	}
	return "MP5"
}

func newBenchPlay() *cobra.Command {
	var p player
	cmd := &cobra.Command{
		Use:   "play ITEM...",
		Short: "How often, and in how many actions, items are got from nothing",
		Long: `Measure how often items are got from an empty inventory: the way to each is explored
once, from nothing, then so many games are played, each with the seed that follows from
--seed. "steps" are executed actions of the games that were solved, "plans" how often
one was made, "learned in" the trials of the exploration.

` + playersHelp + ` A move is an action.`,
		Example: "  adam bench play iron_pickaxe diamond --games 100 --random-drop --rows games.jsonl",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := scenarios.Load(p.world)
			if err != nil {
				return err
			}
			var tasks []scenarios.SuiteTask
			for _, a := range args {
				task, err := controller.Grammar{Factors: f.AllFactors()}.Parse(cmd.Context(), a)
				if err != nil {
					return err
				}
				if len(task.Stages) != 1 || len(task.Stages[0]) != 1 || len(task.Stages[0][0].With) > 0 {
					return usage(errorf("%q: only items with quantities can be played, joined by and", a))
				}
				tasks = append(tasks, scenarios.SuiteTask{Name: strings.Join(strings.Fields(a), "_"), Group: "own", Goal: task.Stages[0][0].Want,
					Start: task.Given, MaxSteps: p.maxSteps})
			}
			return p.play(cmd, "", tasks, nil, "")
		},
	}
	p.flags(cmd, scenarios.Default)
	cmd.Flags().IntVar(&p.maxSteps, "max-steps", 300, "how many actions a game may take")
	return cmd
}
