package main

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// newBenchLived measures what it saves to try many things in one life.
func newBenchLived() *cobra.Command {
	var b bench.Lived
	var world string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "lived",
		Short: "Steps to learn a world by living in it, beside one episode for each trial",
		Long: `Learn a world where starts can't be chosen twice, each time from nothing: with lives
that try as much as they can in what they have brought about, and with lives that try one
thing once. --budget bounds the steps of each.

"certified" is how many actions are, of those that can be as far as is known, as adam explore
counts them in the end. On the way it says how many are so far: what the last lives show can
take a certificate back.`,
		Example: `  adam bench lived
  adam bench lived --world lived:minecraft-41-paper --budget 3000000 --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if b.Sessions < 1 || b.Sessions > explore.MaxWidth {
				return usage(errorf("parallel %d: it is from 1 to %d", b.Sessions, explore.MaxWidth))
			}
			if b.Config.Budget < 0 {
				return usage(errorf("budget %d: it can't be negative", b.Config.Budget))
			}
			w, err := openWorld(cmd.Context(), world, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // it was only played
			if !w.lived() {
				return hinted(inputf("world %q isn't lived in: its starts can be chosen", world), "try: --world lived:tiny")
			}
			cfg := explore.Default()
			cfg.Seed, cfg.Budget, cfg.Stock = b.Config.Seed, b.Config.Budget, living.DefaultStock
			b.World, b.Config = w, cfg
			m := newMeter(cmd.ErrOrStderr())
			rows, err := b.Run(cmd.Context(), func(manner string, p explore.Progress) {
				m.line(func() string {
					return fmt.Sprintf("%s: %d steps, %d of %d actions certified so far", manner, p.Steps, p.ActionsCertified, p.ActionsCertifiable)
				})
			})
			m.end()
			return show(cmd.OutOrStdout(), rows, err, asJSON, func(w io.Writer) { bench.PrintLived(w, rows) })
		},
	}
	f := cmd.Flags()
	f.StringVar(&world, "world", "lived:tiny", "the world: "+worldUsage())
	f.IntVar(&b.Config.Budget, "budget", 0, "steps of each at most; 0: no bound")
	f.IntVar(&b.Sessions, "parallel", runtime.NumCPU(), "lives lived at once")
	f.Uint64Var(&b.Config.Seed, "seed", 1, "seed of the runs")
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}
