package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/controller/curriculum"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// newLive has agents set themselves tasks, and measures what that is good for.
func newLive() *cobra.Command {
	var d design
	var far fleet
	var world, suite, db, picture string
	var tasks int
	var hours float64
	var held []string
	var propose, asJSON bool
	a := bench.Agents{}
	cmd := &cobra.Command{
		Use:   "live",
		Short: "Have agents set themselves tasks, share what they see, and measure whether they get better",
		Long: `Agents live side by side in a world of episodes, each in a world of its own. A task is a life:
each agent sets itself what lies at the edge of what is known, such as what no life has brought
about yet, and tries it. What one sees goes into one memory, a ledger that all plan on; and, to
compare, agents that don't share have a memory each.

With --workers the lives are lived by adam worker, on this machine and on others (docs/fleet.md).

With --propose each agent also sets itself a task in the words of adam run after each life, tries it
in a world of its own, and remembers the plan if that solved it: an item that is new, one it failed
at, one that was seldom got, or two that lie far apart in the tree, of what can be planned for by what
is known. With --llm-propose a language model says half of the tasks; what is no task, or can't be
planned for, is dropped and counted.

After some tasks they are measured, as in JARVIS-1 (section 3.5): the tasks of a suite, of which
no agent is told, are played in worlds that no life was lived in, with what is known by then.
Nothing is learned from them. What is said: the share of games that were won and the steps
these took, by how many trials the memory holds, for each number of agents, with sharing and
without.`,
		Example: `  adam live --agents 8 --world lived:minecraft-41-paper --tasks 64
  adam live --agents 1,2,4,8 --world lived:minecraft-41-paper --tasks 32 --plot agents.svg
  adam live --agents 8 --hours 0.5 --propose --db agents.db
  adam live --agents 4 --world lived:mygame.json --held cart,wheel --tasks 16
  adam live --agents 64 --workers embedded --db agents.db`,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if len(a.Numbers) == 0 || slices.Min(a.Numbers) < 1 || slices.Max(a.Numbers) > 256 {
				return usage(errorf("agents: numbers from 1 to 256, such as 1,2,4,8"))
			}
			if hours < 0 || hours > maxHours {
				return usage(errorf("hours %g: from 0, for no limit, to %d", hours, maxHours))
			}
			if hours > 0 && !cmd.Flags().Changed("tasks") {
				tasks = manyTasks
			}
			a.For = time.Duration(hours * float64(time.Hour))
			if tasks < 1 || tasks > manyTasks || a.Games < 1 || a.Steps < 1 || a.Sessions < 1 {
				return usage(errorf("tasks (up to %d), games, steps and parallel must be at least 1", manyTasks))
			}
			if db != "" && len(a.Numbers) != 1 {
				return usage(errorf("--db keeps the memory of one number of agents"))
			}
			if err := checkPlot(picture); err != nil {
				return err
			}
			if far.workers == "" { // with workers, --parallel still says how many games go on at once
				if err := far.check(cmd); err != nil {
					return err
				}
			}
			if cmd.Flags().Changed("suite") && len(held) > 0 {
				return usage(errorf("--held says what is held out: leave out --suite"))
			}
			a.Checks = checks(tasks, hours > 0)
			cfg, model, err := d.config()
			if err != nil {
				return err
			}
			defer model.finish(cmd.ErrOrStderr(), &err)
			w, err := openWorld(cmd.Context(), world, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // what it holds goes with this process
			if !w.lived() {
				return hinted(usage(errorf("%s isn't lived in: there is nothing to set oneself tasks for", w.Spec().ID)), "try: --world lived:"+world)
			}
			if err := d.fit(cmd, w, &cfg); err != nil {
				return err
			}
			if a.Held, err = heldOut(suite, held, w); err != nil {
				return err
			}
			a.World, a.Config = w, cfg
			if propose || d.propose {
				a.Curriculum = &curriculum.Curriculum{}
			}
			if d.propose {
				a.Curriculum.Complete = model.complete
			}
			if db != "" {
				ledger, lerr := openLedger(cmd.Context(), db, w)
				if lerr != nil {
					return lerr
				}
				defer closeInto(&err, ledger)
				a.Ledger = ledger
			}
			m := newMeter(cmd.ErrOrStderr())
			show, stop := func(what string) { m.line(func() string { return what }) }, func() {}
			if far.workers != "" {
				var g *gathered
				if g, err = far.muster(cmd, w, db, world, &cfg); err != nil {
					return err
				}
				defer func() { err = errors.Join(err, g.end(err == nil)) }()
				a.Away = g
				watcher := watch(cmd.Context(), g, m, w, "no task is done yet")
				show, stop = watcher.say, watcher.stop
			}
			curves, err := a.Run(cmd.Context(), show)
			stop()
			m.end()
			if err != nil {
				return err
			}
			if picture != "" {
				if err := bench.PlotAgents(picture, curves); err != nil {
					return err
				}
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), curves)
			}
			of := " of " + suite
			if len(held) > 0 {
				of = ""
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %d held-out tasks%s, each played %s, of at most %d steps\n", w.Spec().ID, len(a.Held), of, times(a.Games), a.Steps)
			bench.PrintAgents(cmd.OutOrStdout(), curves)
			if c := a.Curriculum; c != nil && c.Dropped+c.Unanswered > 0 {
				fmt.Fprintf(cmd.OutOrStdout(), "of what the model proposed, %d lines were no tasks that can be planned for; %s it didn't answer\n", c.Dropped, times(c.Unanswered))
			}
			return nil
		},
	}
	d.flags(cmd)
	far.serverFlags(cmd)
	f := cmd.Flags()
	f.StringVar(&world, "world", "lived:minecraft-41-paper", worldUsage())
	f.IntSliceVar(&a.Numbers, "agents", []int{8}, "how many agents there are; several numbers are measured one after the other")
	f.IntVar(&tasks, "tasks", 32, "how many tasks each agent sets itself; it is measured then, and after half as many, and so on")
	f.Float64Var(&hours, "hours", 0, "how long the agents of a setting live at most; without --tasks they set themselves as many as they come to; with --workers, what is under way then is lost (default: no limit)")
	f.BoolVar(&propose, "propose", false, "have each agent also set itself tasks in the words of adam run")
	f.BoolVar(&d.propose, "llm-propose", false, "have a language model propose half of these tasks (see --llm-...)")
	f.StringVar(&suite, "suite", "mp5-process", "the held-out tasks: those of a suite (jarvis-1, mp5-process) whose goals the world has")
	f.StringSliceVar(&held, "held", nil, "in place of a suite's, the held-out tasks: to have one of each of these, in a world of your own")
	f.IntVar(&a.Games, "games", 1, "how often each held-out task is played")
	f.IntVar(&a.Steps, "steps", 500, "how many actions a game may take")
	f.IntVar(&a.Sessions, "parallel", runtime.NumCPU(), "how many lives and games go on at once")
	f.StringVar(&db, "db", "", "the database that keeps the memory of the agents that share (default: none)")
	f.StringVar(&picture, "plot", "", "draw success and steps against the memory into this file (svg, png, pdf)")
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

const (
	// maxHours is how long agents live at most, and manyTasks how many tasks one sets itself.
	maxHours  = 10_000
	manyTasks = 1 << 20
)

// checks are after how many tasks it is measured, ascending: at the end and after half as many, and so on; where the end
// isn't known, after each power of two.
func checks(tasks int, open bool) (out []int) {
	if open {
		for n := 1; n < tasks; n *= 2 {
			out = append(out, n)
		}
		return append(out, tasks)
	}
	for n := tasks; n > 0 && len(out) < 6; n /= 2 {
		out = append(out, n)
	}
	slices.Reverse(out)
	return out
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// heldOut are the tasks of the suite whose goals are among the factors, or to have one of each of those that are named.
func heldOut(suite string, named []string, w *world) (tasks []scenarios.SuiteTask, err error) {
	factors := w.factors()
	slices.Sort(named)
	for _, name := range slices.Compact(named) {
		if slices.ContainsFunc(w.Spec().Factors, func(f interaction.Factor) bool { return f.Name == name && f.Kind == interaction.Vital }) {
			return nil, inputf("%s is no thing to get: there is some from the start", interaction.Shown(name))
		}
		if !slices.Contains(factors, name) {
			return nil, inputf("the world has no %s to hold out%s", interaction.Shown(name), interaction.Meant(name, factors))
		}
		tasks = append(tasks, scenarios.SuiteTask{Name: name, Goal: []interaction.Amount{{Name: name, Level: 1}}})
	}
	if len(tasks) > 0 {
		return tasks, nil
	}
	s, err := scenarios.LoadSuite(suite)
	if err != nil {
		return nil, quiet{err, errInput}
	}
	tasks = slices.DeleteFunc(slices.Clone(s.Tasks), func(t scenarios.SuiteTask) bool {
		return slices.ContainsFunc(t.Goal, func(g interaction.Amount) bool { return !slices.Contains(factors, g.Name) })
	})
	if len(tasks) == 0 {
		return nil, hinted(inputf("suite %q: the world has the goal of none of its tasks", suite), "name what is to be had: --held ITEM,ITEM")
	}
	return tasks, nil
}
