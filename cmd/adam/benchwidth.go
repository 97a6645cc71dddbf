package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction/queue"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// newBenchWidth measures what the width of a round costs, and how long fleets would take.
func newBenchWidth() *cobra.Command {
	var d design
	var world string
	var asJSON bool
	b := bench.Width{Fleet: bench.Fleet{Beat: 1, Redelivery: queue.AckWait.Seconds(), Batch: queue.DefaultBatch}}
	var perTrial, perBatch, perBeat float64
	cmd := &cobra.Command{
		Use:   "width",
		Short: "Trials and rounds against the width of a round, and how long a fleet of workers would take",
		Long: `Explore a world once with each width, until every action is certified: the wider a round, the
fewer rounds and the more trials, as what is asked for in one doesn't know what comes of the
others. The sizes of the rounds are then played through with fleets of workers (--workers),
each of one session, by simulation: trials that differ in length, workers that die over a
batch, results that queue up at the coordinator. What the queue itself takes was measured
(docs/fleet.md). The best width is the one that takes least time.`,
		Example: `  adam bench width --widths 1,8,64,512,4096
  adam bench width --world minecraft-1.19 --widths 64,512,4096 --workers 1,1000 --trial-seconds 60`,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if len(b.Widths) == 0 || len(b.Workers) == 0 {
				return usage(errorf("--widths and --workers need at least one number each"))
			}
			for _, n := range b.Widths {
				if n < 1 || n > explore.MaxWidth {
					return usage(errorf("widths %d: a width is from 1 to %d", n, explore.MaxWidth))
				}
			}
			for _, n := range b.Workers {
				if n < 1 || n > 10_000_000 {
					return usage(errorf("workers %d: there can be 1 to 10000000", n))
				}
			}
			l := &b.Fleet
			if l.Sessions < 1 {
				return usage(errorf("sessions %d: there must be at least 1", l.Sessions))
			}
			if l.Trial <= 0 || l.Spread < 0 || l.Life < 0 || l.Again < 0 || perTrial < 0 || perBatch < 0 || perBeat < 0 {
				return usage(errorf("times can't be negative, and a trial takes some"))
			}
			if l.Life > 0 && l.Life < 2*l.Trial {
				return usage(errorf("life-seconds %v: workers that die before they have done two trials get nowhere", l.Life))
			}
			l.PerTrial, l.PerBatch, l.PerBeat = perTrial/1e6, perBatch/1e6, perBeat/1e6
			cfg, model, err := d.config()
			if err != nil {
				return err
			}
			defer model.finish(cmd.ErrOrStderr(), &err)
			if b.World, err = scenarios.Load(world); err != nil {
				return err
			}
			b.Config, l.Seed = cfg, cfg.Seed
			w, m := cmd.OutOrStdout(), newMeter(cmd.ErrOrStderr())
			if !asJSON {
				fmt.Fprintf(w, "%s; %s\n%s\n", b.World.ID, l, b.Header())
			}
			rows, err := b.Run(cmd.Context(), func(r bench.WidthRow) {
				m.end()
				if !asJSON {
					fmt.Fprintln(w, r)
				}
			}, func(width int, p explore.Progress) {
				m.line(func() string {
					return fmt.Sprintf("width %d (%d of %d): %d/%d actions certified, %d trials", width, slices.Index(b.Widths, width)+1, len(b.Widths), p.ActionsCertified, p.ActionsCertifiable, p.Trials)
				})
			})
			m.end()
			if asJSON {
				if jerr := writeJSON(w, rows); err == nil {
					err = jerr
				}
			} else if err == nil {
				for i, n := range b.Workers {
					if best, ok := b.Best(rows, i); ok {
						t := best.Times[i]
						fmt.Fprintf(w, "%s: width %d is best; the coordinator is busy %.0f%% of the time, and %d batches are handed out again\n", plural(n, "worker"), best.Width, 100*t.Busy, t.Redelivered)
					} else {
						fmt.Fprintf(w, "%s: the coordinator has no time but for hearing that they live\n", plural(n, "worker"))
					}
				}
			}
			return err
		},
	}
	d.flags(cmd)
	fileFlag(cmd, &world, "minecraft-41-paper")
	f := cmd.Flags()
	f.IntSliceVar(&b.Widths, "widths", []int{1, 8, 64, 512, 4096}, "the widths to explore with")
	f.IntSliceVar(&b.Workers, "workers", []int{1, 10, 100, 1000, 100_000}, "the numbers of workers to simulate, of one session each (see --sessions)")
	f.IntVar(&b.Fleet.Sessions, "sessions", 1, "how many of those are sessions of one worker, which says for all of them that they live")
	f.Float64Var(&b.Fleet.Trial, "trial-seconds", 1, "how long a trial takes, in the median")
	f.Float64Var(&b.Fleet.Spread, "spread", .25, "by how much trials differ in length: the standard deviation of its logarithm")
	f.Float64Var(&b.Fleet.Life, "life-seconds", 86400, "after how long a worker dies, in the mean; 0: never")
	f.Float64Var(&b.Fleet.Again, "again-seconds", 60, "after how long it is there again")
	f.Float64Var(&perTrial, "trial-us", 20, "what the coordinator takes for a trial, in microseconds")
	f.Float64Var(&perBatch, "batch-us", 200, "what it takes for a batch")
	f.Float64Var(&perBeat, "beat-us", 20, "what it takes to hear that a worker lives, once a second")
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}
