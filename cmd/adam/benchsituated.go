package main

import (
	"context"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/scenarios/bench"
	"github.com/adam-discovery/adam/scenarios/mcu"
)

// newBenchFactors runs the tasks of ADAM's table 4.3.
func newBenchFactors() *cobra.Command {
	return newBenchSituated("adam-4.3", 100, bench.FactorTasks, &cobra.Command{
		Short: "Tasks that need something around, with and without perception: table 4.3 of the ADAM paper",
		Long: `Play the tasks of ADAM's table 4.3 in the embedded world wilds: find a river; gather a log
near a river; smelt iron near grass, each from nothing, within 100 steps as the paper counts
them (appendix D): a movement of up to ten cells, a look elsewhere than ahead, or an action with
the search for what it is done to, of up to 100 cells.
What actions do was learned before, in the laboratory of the same rules.

The columns are the paper's: an agent in the style of Voyager, which is told what is around
it, and without that; ours, which is given pictures and its inventory, and without pictures.
Those of Voyager are scripted: they plan as ours does. voyager-llm and voyager-llm-blind have
a language model write programs, as Voyager does, if one is named (--llm-model), or --played
has a stand-in do it; without, they are listed as skipped. "Near" is within eight cells and in
sight, or within four; the world itself judges. For a model that plays, it is within the 9 by 7
cells around it, and its game is won as soon as it is so, whether it says that or not.`,
		Example: `  adam bench adam-4.3
  adam bench adam-4.3 --seeds 1 --columns ours --json`,
	})
}

// newBenchOpen runs tasks that mix context and process.
func newBenchOpen() *cobra.Command {
	return newBenchSituated("mp5-open", 0, bench.OpenTasks, &cobra.Command{
		Short: "Tasks that mix context and process, as the open-ended ones of MP5: a pickaxe in the forest at night, near a pig",
		Long: `Play tasks in the embedded world wilds that ask both for something to be made and for where
and when that is: plans on what was learned, with eyes for what is around. The first task is
that of MP5's figure 1. Columns are as in adam bench adam-4.3.`,
		Example: `  adam bench mp5-open
  adam bench mp5-open --seeds 1 --columns ours,blind --json`,
	})
}

func newBenchSituated(name string, actions int, tasks []bench.SituatedTask, cmd *cobra.Command) *cobra.Command {
	b := bench.Situated{What: tasks}
	var world string
	var sees seeing
	var columns, modelled []string
	var players modelPlayers
	var asJSON bool
	cmd.Use = name
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		if b.Seeds < 1 || b.Seeds > 1000 || b.Steps < 1 || b.Parallel < 1 || b.Actions < 0 {
			return usage(errorf("seeds, steps and parallel must be at least 1, and actions can't be negative"))
		}
		var names []string
		for _, c := range bench.SituatedColumns {
			if names = append(names, c.Name); slices.Contains(columns, c.Name) {
				b.Columns = append(b.Columns, c)
			}
		}
		for _, c := range bench.ModelColumns {
			if names = append(names, c); slices.Contains(columns, c) {
				modelled = append(modelled, c)
			}
		}
		if len(b.Columns)+len(modelled) < len(columns) {
			return usage(errorf("an unknown column: there are %s", strings.Join(names, ", ")))
		}
		w, err := openWilds(cmd, &b.Contexts, world, &sees)
		if err != nil {
			return err
		}
		defer func() { _ = w.Close() }() // it was only played
		defer sees.finish(cmd.ErrOrStderr(), &err)
		if err := learnSituated(cmd.Context(), &b, w); err != nil {
			return err
		}
		m := newMeter(cmd.ErrOrStderr())
		kinds := sayGames(cmd.ErrOrStderr(), len(b.Columns), "columns", len(tasks), &b.Contexts)
		r, err := b.Run(cmd.Context(), func(games, of int) { m.shareOf("game", games, of, kinds) })
		m.end()
		if err == nil && len(modelled) > 0 {
			err = playModelled(cmd, &b, w, &r, &sees, &players, modelled)
		}
		return show(cmd.OutOrStdout(), r, err, asJSON, func(w io.Writer) { r.Print(w, b.Columns, tasks) })
	}
	f := cmd.Flags()
	f.StringVar(&world, "world", "lived:wilds", "a world that is lived in, and has what the tasks ask for")
	f.StringSliceVar(&columns, "columns", []string{"voyager", "voyager-blind", "ours", "blind", "voyager-llm", "voyager-llm-blind"}, "the agents")
	f.IntVar(&b.Seeds, "seeds", 5, "games of each task in each biome, in each column")
	f.IntVar(&b.Steps, "steps", 10_000, "steps of the world that a game takes at most")
	f.IntVar(&b.Actions, "actions", actions, "actions that an agent has, as ADAM counts them; 0: the steps decide")
	f.Uint64Var(&b.Seed, "seed", 1, "from where on seeds of maps are taken")
	f.IntVar(&b.Parallel, "parallel", runtime.NumCPU(), "games played at once")
	sees.flags(cmd)
	players.flags(cmd, &sees.plays)
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// playModelled has a language model, or its stand-in, play the same games.
func playModelled(cmd *cobra.Command, b *bench.Situated, w *world, r *bench.SituatedResult, sees *seeing, players *modelPlayers, columns []string) error {
	agents, closed, err := players.open(sees.player, b.Seed)
	if err != nil {
		return err
	}
	defer closed()
	m := newMeter(cmd.ErrOrStderr())
	games, skipped, err := agents.Situated(cmd.Context(), w.source, *b, columns, func(tasks, of int) { m.share("task", tasks, of) })
	m.end()
	r.Add(games, skipped)
	return err
}

// learnSituated has what actions do learned in the laboratory.
func learnSituated(ctx context.Context, b *bench.Situated, w *world) error {
	cfg := explore.Default()
	cfg.Seed = b.Seed
	learned, err := bench.Explore(ctx, w.land.Rules(), cfg)
	if err != nil {
		return err
	}
	b.Graph, b.Factors, b.Conditions = learned.Graph, w.factors(), conditionsOf(w)
	return nil
}

// conditionsOf are the conditions that a world with a map can meet; nil: it has none.
func conditionsOf(w *world) []controller.Condition {
	if w.land == nil {
		return controller.MapConditions(w.ground(), w.Spec().Factors)
	}
	return mcu.Conditions(w.land.Rules().Map)
}
