package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

func newBench() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "bench",
		Short:   "Measure what discovery costs and what it is good for, beside bounds and baselines",
		Example: "  adam bench interventions --items 40 --causes 3",
	}
	cmd.AddCommand(newBenchInterventions(), newBenchGrowth(), newBenchGraphs(), newBenchModels(), newBenchPlay(), newBenchCrafter(), newBenchContext(), newBenchFactors(), newBenchOpen(), newBenchLived(), newBenchWidth(), newBenchPictures(),
		newBenchSuite("mp5-process", "MP5"), newBenchSuite("jarvis-1", "JARVIS-1"),
		newBenchPaper("adam-4.2", "minecraft-41-paper", bench.TableQuoted42),
		newBenchPaper("adam-E.1", "minecraft-41-modified", bench.TableQuotedE1))
	return cmd
}

// newBenchPaper measures a table of the ADAM paper again.
func newBenchPaper(name, world string, quoted []bench.QuotedRow) *cobra.Command {
	var d design
	t := bench.PaperTable{Name: name, Quoted: quoted}
	var players modelPlayers
	var raw, picture string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   name,
		Short: "Exploration steps, as in table " + strings.TrimPrefix(name, "adam-") + " of the ADAM paper",
		Long: `Measure exploration steps until a wooden, a stone and an iron tool and a diamond are
had, as in the paper's table, in ` + world + `: ours at width 1 (steps) and 8 (rounds), each
at three grades, and re-implemented baselines in the same world with the same seeds.
The baselines get a planted guess that is right in the paper's original game, with 0.2
needless items on average; ours gets none. The last of them gets the original game's
causes exactly and trusts them: it looks at what actions give, and tests nothing.
"exact" is the share of runs whose graph on the way to diamond is exact. The paper's
own figures are quoted below; its world isn't this one: its noise is estimated.

` + playersHelp + `

Below comes the frontier of cost against error: the share of exact graphs and the mean
distance (SHD) when a method is stopped early, with what it has found by then; --json
has the whole curves, and --plot draws them.`,
		Example: "  adam bench " + name + " --seeds 100 --plot frontier.svg",
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if t.Seeds < 1 || t.Parallel < 1 {
				return usage(errorf("seeds and parallel must be at least 1"))
			}
			if err := checkPlot(picture); err != nil {
				return err
			}
			cfg, model, err := d.config()
			if err != nil {
				return err
			}
			defer model.finish(cmd.ErrOrStderr(), &err)
			if t.World, err = scenarios.Load(world); err != nil {
				return err
			}
			if t.Prior, err = scenarios.Load("minecraft-41-paper"); err != nil {
				return err
			}
			t.Config, t.Seed = cfg, cfg.Seed
			var closed func()
			if t.Players, closed, err = players.open(model, cfg.Seed); err != nil {
				return err
			}
			defer closed()
			m := newMeter(cmd.ErrOrStderr())
			report, err := t.Run(cmd.Context(), func(n, of int) {
				m.line(func() string { return fmt.Sprintf("%d of %d methods measured", n, of) })
			})
			m.end()
			if err != nil && len(report.Curves) == 0 {
				return err
			}
			stopped := err // while the agents of a model played: all else is measured
			if picture != "" {
				if err := t.Plot(picture, report); err != nil {
					return err
				}
			}
			if raw != "" {
				var b bytes.Buffer
				t.Rows(&b, report)
				if err := writeFile(raw, b.Bytes()); err != nil {
					return err
				}
			}
			return cmp.Or(show(cmd.OutOrStdout(), report, nil, asJSON, func(w io.Writer) { t.Print(w, report) }), stopped)
		},
	}
	d.flags(cmd)
	players.flags(cmd, &d.plays)
	f := cmd.Flags()
	f.IntVar(&t.Seeds, "seeds", 100, "how many runs")
	f.IntVar(&t.Parallel, "parallel", runtime.NumCPU(), "runs measured at once")
	f.StringVar(&raw, "rows", "", "write every seed's numbers into this file, in Go benchmark format")
	f.StringVar(&picture, "plot", "", "draw the frontier into this file (svg, png, pdf)")
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

func newBenchInterventions() *cobra.Command {
	var b bench.Interventions
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "interventions",
		Short: "Trials to find and certify one effect's causes",
		Long: `Measure how many trials it takes to find and certify the precondition of one effect,
with no hypothesis and an unknown chance, beside one-at-a-time removal as published
(a fixed number of tries, nothing certified) and the lower bounds: information, what
any certificate with this error needs, and both together (docs/cost.md has the proofs).
"ways" counts alternatives for the last cause. "trials" is one trial at a time, "rounds"
--width at once; "wrong" is the share of worlds in which what was certified is wrong,
"none" that of worlds in which nothing was.
"ratio" is trials to the largest bound.`,
		Example: `  adam bench interventions
  adam bench interventions --items 40,200 --causes 3 --ways 1,8 --chances 0.8 --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, c := range []struct {
				bad  bool
				what string
			}{
				{b.Worlds < 1, "worlds"}, {b.Width < 1, "width"}, {b.Parallel < 1, "parallel"}, {b.Tries < 1, "tries"},
				{!(b.Delta > 0 && b.Delta < .5), "delta"},
			} {
				if c.bad {
					return usage(errorf("%s is out of range", c.what))
				}
			}
			for _, n := range append(append([]int{}, b.Items...), append(b.Causes, b.Ways...)...) {
				if n < 1 {
					return usage(errorf("%d: numbers of items, causes and ways must be at least 1", n))
				}
			}
			for _, n := range b.Items { // what is left out is left out of the defaults only
				for _, k := range b.Causes {
					if k > n && cmd.Flags().Changed("causes") {
						return usage(errorf("%d items, %d causes: there can't be more causes than items", n, k))
					}
				}
				for _, w := range b.Ways {
					if w > 1 && w+2 > n && cmd.Flags().Changed("ways") {
						return usage(errorf("%d items, %d ways: that takes at least %d items", n, w, w+2))
					}
				}
			}
			for _, p := range b.Chances {
				if !(p >= .01 && p <= 1) {
					return usage(errorf("chance %v: it must be from 0.01 to 1", p))
				}
			}
			w := cmd.OutOrStdout()
			if !asJSON {
				fmt.Fprintln(w, b.Header())
			}
			cells, err := b.Run(cmd.Context(), func(c bench.Cell) {
				if !asJSON {
					fmt.Fprintln(w, c)
				}
			})
			if asJSON && err == nil {
				err = writeJSON(w, cells)
			}
			return err
		},
	}
	f := cmd.Flags()
	f.IntSliceVar(&b.Items, "items", []int{10, 40, 200, 1000}, "numbers of factors")
	f.IntSliceVar(&b.Causes, "causes", []int{1, 2, 3, 4, 5}, "numbers of causes")
	f.IntSliceVar(&b.Ways, "ways", []int{2, 4, 8}, "numbers of alternatives for the last of 3 causes")
	f.Float64SliceVar(&b.Chances, "chances", []float64{1, .8, .5}, "chances of success")
	f.IntVar(&b.Worlds, "worlds", 300, "worlds a cell")
	f.Uint64Var(&b.Seed, "seed", 1, "seed of the first world")
	f.Float64Var(&b.Delta, "delta", .01, "error allowed for one effect")
	f.IntVar(&b.Width, "width", 8, "trials in a round, for the column of rounds")
	f.IntVar(&b.Parallel, "parallel", runtime.NumCPU(), "worlds measured at once")
	f.IntVar(&b.Tries, "tries", 3, "tries of each removal, one at a time")
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}
