package main

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// newBenchModels measures table 4.4 and figure 4.2 of the ADAM paper again.
func newBenchModels() *cobra.Command {
	var d design
	var t bench.Models
	var asJSON, figure bool
	cmd := &cobra.Command{
		Use:   "adam-4.4",
		Short: "Success and steps against the quality of guesses, as in table 4.4 and figure 4.2 of the ADAM paper",
		Long: `Measure what becomes of explorations when guesses come from language models of
different quality, in the original game and in a modified one, with the statistical
hypothesizer and none beside them: ours, and ADAM's loop with the same guesses.

The models are played by a server on this machine: it reads the records in the prompt,
infers what they allow, and leaves out and adds at the rates of the paper's table. No
network and no key is needed. With --hypothesizer llm a real model is measured, too.

--figure measures figure 4.2 instead: the collecting actions with and without
interventions.`,
		Example: `  adam bench adam-4.4 --seeds 20
  adam bench adam-4.4 --figure --json`,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if t.Seeds < 1 || t.Parallel < 1 {
				return usage(errorf("seeds and parallel must be at least 1"))
			}
			cfg, model, err := d.config()
			if err != nil {
				return err
			}
			defer model.finish(cmd.ErrOrStderr(), &err)
			if t.Original, err = scenarios.Load("minecraft-41-paper"); err != nil {
				return err
			}
			if t.Modified, err = scenarios.Load("minecraft-41-modified"); err != nil {
				return err
			}
			t.Config, t.Seed = cfg, cfg.Seed
			if model != nil {
				t.Real, t.RealName = model.hypothesizer, model.cfg.Model
			}
			if figure {
				return benchCollecting(cmd, t, asJSON)
			}
			m := newMeter(cmd.ErrOrStderr())
			rows, err := t.Run(cmd.Context(), func(n, of int) {
				m.line(func() string { return fmt.Sprintf("%d of %d rows measured", n, of) })
			})
			m.end()
			return show(cmd.OutOrStdout(), rows, err, asJSON, func(w io.Writer) { bench.PrintModels(w, rows, t.Seeds) })
		},
	}
	d.flags(cmd)
	f := cmd.Flags()
	f.IntVar(&t.Seeds, "seeds", 10, "how many runs of each row")
	f.IntVar(&t.Parallel, "parallel", runtime.NumCPU(), "runs measured at once")
	f.BoolVar(&figure, "figure", false, "figure 4.2: collecting actions with and without interventions")
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

func benchCollecting(cmd *cobra.Command, t bench.Models, asJSON bool) error {
	var rows []bench.CollectRow
	for _, c := range []bench.Collecting{
		{World: t.Original, Seeds: t.Seeds, Seed: t.Seed, Parallel: t.Parallel},
		{World: t.Modified, Seeds: t.Seeds, Seed: t.Seed, Parallel: t.Parallel},
	} {
		r, err := c.Run(cmd.Context(), c.World == t.Modified)
		if err != nil {
			return err
		}
		rows = append(rows, r...)
	}
	return show(cmd.OutOrStdout(), rows, nil, asJSON, func(w io.Writer) { bench.PrintCollecting(w, rows, t.Seeds) })
}

// show writes rows as JSON or by print, unless err says that there are none.
func show(w io.Writer, rows any, err error, asJSON bool, print func(io.Writer)) error {
	switch {
	case err != nil:
		return err
	case asJSON:
		return writeJSON(w, rows)
	}
	print(w)
	return nil
}
