package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// newBenchContext runs MP5's context-dependent tasks.
func newBenchContext() *cobra.Command {
	var b bench.Contexts
	var world string
	var sees seeing
	var strategies, tasks []string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "mp5-context",
		Short: "The context-dependent tasks of MP5: find things by looking",
		Long: `Play the 16 context-dependent tasks of MP5 (tables 3, 11 and 14) in the embedded world
wilds: find a pig, near a grass, in the plains, on a clear and bright day. Games begin in
each of ten biomes, on maps that have what the tasks ask for. An agent is given pictures of what is before its eyes, and nothing else;
a game is won if what it says it found is so in that picture, as the world tells it.

Strategies: active asks one question at a time, looks around, goes nearer and asks again
until it is sure; fixed looks around, asks once and believes; passive takes what is ahead as
it comes; metadata is active, and the world itself answers; none can't see.`,
		Example: `  adam bench mp5-context
  adam bench mp5-context --strategies active --tasks 4-4 --seeds 2 --json`,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if b.Seeds < 1 || b.Seeds > 1000 || b.Steps < 1 || b.Parallel < 1 {
				return usage(errorf("seeds, steps and parallel must be at least 1"))
			}
			for _, s := range bench.ContextStrategies {
				if slices.Contains(strategies, s.Name) {
					b.Strategies = append(b.Strategies, s)
				}
			}
			for _, t := range bench.ContextTasks {
				if len(tasks) == 0 || slices.Contains(tasks, t.ID) {
					b.Tasks = append(b.Tasks, t)
				}
			}
			if len(b.Strategies) < len(strategies) || len(tasks) > 0 && len(b.Tasks) < len(tasks) {
				return hinted(usage(errorf("an unknown strategy or task among %s", strings.Join(append(slices.Clone(strategies), tasks...), ", "))), "strategies are active, fixed, passive, metadata and none; tasks are 1-1 to 4-4")
			}
			w, err := openWilds(cmd, &b, world, &sees)
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // it was only played
			defer sees.finish(cmd.ErrOrStderr(), &err)
			m := newMeter(cmd.ErrOrStderr())
			kinds := sayGames(cmd.ErrOrStderr(), len(b.Strategies), "strategies", len(b.Tasks), &b)
			r, err := b.Run(cmd.Context(), func(games, of int) { m.shareOf("game", games, of, kinds) })
			m.end()
			return show(cmd.OutOrStdout(), r, err, asJSON, func(w io.Writer) { r.Print(w) })
		},
	}
	f := cmd.Flags()
	f.StringVar(&world, "world", "lived:wilds", "a world that is lived in, and has what the tasks ask for")
	f.StringSliceVar(&strategies, "strategies", []string{"active", "fixed", "passive", "metadata", "none"}, "how the agent perceives")
	f.StringSliceVar(&tasks, "tasks", nil, "only these, as 1-1,4-4")
	f.IntVar(&b.Seeds, "seeds", 5, "games of each task in each biome by each strategy: with 5 strategies, 16 tasks and 10 biomes 1 makes 800 games")
	f.IntVar(&b.Steps, "steps", 10_000, "steps of a game at most")
	f.Uint64Var(&b.Seed, "seed", 1, "from where on seeds of maps are taken")
	f.IntVar(&b.Parallel, "parallel", runtime.NumCPU(), "games played at once")
	sees.flags(cmd)
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// sayGames says how many games there will be, and returns how many kinds of them: a task by an agent is one.
func sayGames(w io.Writer, agents int, what string, tasks int, b *bench.Contexts) (kinds int) {
	kinds = agents * tasks
	fmt.Fprintf(w, "%d games: %d %s x %d tasks x %d biomes x --seeds %d\n", kinds*len(b.Biomes)*b.Seeds, agents, what, tasks, len(b.Biomes), b.Seeds)
	return kinds
}

// openWilds fills in what the world and what sees say. The world must be closed.
func openWilds(cmd *cobra.Command, b *bench.Contexts, name string, sees *seeing) (*world, error) {
	w, err := openWorld(cmd.Context(), name, cmd.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	if w.land == nil {
		return nil, errors.Join(hinted(inputf("%s has no map to look around on", w.Spec().ID), "try: --world lived:wilds"), w.Close())
	}
	if b.Sees, err = sees.open(w.Spec().ID); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	if sees.vision != nil && sees.llm.record+sees.llm.replay != "" {
		b.Parallel = 1 // how often a question is asked depends on those before, of all games: a recording holds one order of them
	}
	m := w.land.Rules().Map
	for _, x := range m.Biomes {
		b.Biomes = append(b.Biomes, x.Name)
	}
	b.Vitals = pains(m)
	b.Creature, b.Census = w.creature, w.land.Census
	b.World, b.Size = interaction.World(w.land), pictureSize
	return w, nil
}
