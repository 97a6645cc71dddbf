package main

import (
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/scenarios/bench"
)

// newBenchPictures measures what pictures add to memory.
func newBenchPictures() *cobra.Command {
	b := bench.MemoryPictures{Tasks: bench.PictureTasks}
	var world string
	var sees seeing
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "memory-pictures",
		Short: "What pictures add to memory, where the inventory tells nothing: beef or pork or wool",
		Long: `Play tasks with alternatives in the embedded world wilds, each from nothing: which of them is
near depends on the biome, and the inventory doesn't tell. Memory (JARVIS-1, section 3.3) is
filled with games on other maps, in which each alternative was to be got alone.

The agent chooses by the plan that costs least, and the first named of equal ones (none); by
what the alternatives took in like states (state); or in states and surroundings like these
(picture): features are what it sees in a look around, whose steps count.
Steps are compared on the same maps; a game that is given up counts with the steps it took.`,
		Example: `  adam bench memory-pictures
  adam bench memory-pictures --seeds 1 --teach 1 --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if b.Seeds < 1 || b.Seeds > 1000 || b.Teach < 1 || b.Teach > 1000 || b.Steps < 1 || b.TeachSteps < 1 || b.Parallel < 1 {
				return usage(errorf("seeds and teach must be from 1 to 1000, steps, teach-steps and parallel at least 1"))
			}
			if b.Seed == b.TeachSeed {
				return usage(errorf("memory would be filled on the maps that are played: seed and teach-seed must differ"))
			}
			w, err := openWilds(cmd, &b.Contexts, world, &sees)
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // it was only played
			defer sees.finish(cmd.ErrOrStderr(), &err)
			if err := learnSituated(cmd.Context(), &b.Situated, w); err != nil {
				return err
			}
			m := newMeter(cmd.ErrOrStderr())
			r, err := b.Run(cmd.Context(), func(games, of int) { m.share("game", games, of) })
			m.end()
			return show(cmd.OutOrStdout(), r, err, asJSON, func(w io.Writer) { r.Print(w, b.Tasks) })
		},
	}
	f := cmd.Flags()
	f.StringVar(&world, "world", "lived:wilds", "a world that is lived in, and has what the tasks ask for")
	f.IntVar(&b.Seeds, "seeds", 5, "games of each task that begin in each biome")
	f.IntVar(&b.Steps, "steps", 2_000, "steps of the world that a game takes at most")
	f.IntVar(&b.Teach, "teach", 5, "games of each alternative that begin in each biome, to fill memory")
	f.IntVar(&b.TeachSteps, "teach-steps", 4_000, "steps of the world that each of these takes at most")
	f.Uint64Var(&b.Seed, "seed", 1, "from where on seeds of maps are taken")
	f.Uint64Var(&b.TeachSeed, "teach-seed", 2, "the same, of the games that fill memory")
	f.IntVar(&b.Parallel, "parallel", runtime.NumCPU(), "games played at once")
	sees.flags(cmd)
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}
