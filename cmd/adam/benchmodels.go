package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
	"github.com/adam-discovery/adam/scenarios/mcu"
)

// modelPlayers are the flags of benchmarks that agents of a language model play, too.
type modelPlayers struct{ played bool }

// playersHelp says who they are.
const playersHelp = `Agents in the style of ReAct, Reflexion, AutoGPT and Voyager play, too, with at most 200 moves,
if a language model is named (--llm-model) that doesn't make guesses, or --played has a stand-in
play it; without, they are listed as skipped.`

// flags adds theirs; plays is told that a model may be named for them.
func (p *modelPlayers) flags(cmd *cobra.Command, plays *bool) {
	*plays = true
	cmd.Flags().BoolVar(&p.played, "played", false, "a stand-in plays the language model of agents: it knows nothing, and what it scores says nothing of a real one")
}

// open returns the agents: of the model, if it isn't nil, or of the stand-in. They must be closed.
func (p *modelPlayers) open(m *model, seed uint64) (bench.Players, func(), error) {
	if p.played {
		server, err := llmsim.Serve(llmsim.Config{Say: bench.PlayedPlayers{PlayedPlayer: mcu.PlayedPlayer{Guesses: .3, Seed: seed}}.Say})
		if err != nil {
			return bench.Players{}, nil, err
		}
		cfg := llm.Default()
		cfg.Model, cfg.BaseURL = "played", server.URL()
		return bench.Players{Ask: llm.NewClient(cfg, llm.Secret{}), Model: cfg.Model, Called: cfg.Model}, server.Close, nil
	}
	if m == nil || m.hypothesizer != nil {
		return bench.Players{}, func() {}, nil
	}
	return bench.Players{Ask: m.metered(), Model: m.cfg.Model, Called: interaction.Shown(m.cfg.Model)}, func() {}, nil
}

// newBenchGraphs measures table 4.1 of the ADAM paper again.
func newBenchGraphs() *cobra.Command {
	var d design
	var t bench.GraphTable
	var players modelPlayers
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "adam-4.1",
		Short: "How far learned graphs are from the truth, as in table 4.1 of the ADAM paper",
		Long: `Measure the distance (SHD) of the graph of the actions on the way to a diamond, edges from
items and actions to items as the paper counts them: ours, ADAM's loop as published and
without temporal modelling and decomposition, and SDI, the causal discovery of CDHRL, which is
given the trials that the others made, as the paper did; for all actions at once, and
action by action (the paper's subgraph decomposition, SD; TM is its temporal modelling).

` + playersHelp + ` Their graphs are what the model says by the records of its games.`,
		Example: "  adam bench adam-4.1 --seeds 10 --json",
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if t.Seeds < 1 || t.Parallel < 1 {
				return usage(errorf("seeds and parallel must be at least 1"))
			}
			cfg, model, err := d.config()
			if err != nil {
				return err
			}
			defer model.finish(cmd.ErrOrStderr(), &err)
			if t.World, err = scenarios.Load("minecraft-41-paper"); err != nil {
				return err
			}
			t.Prior, t.Config, t.Seed = t.World, cfg, cfg.Seed
			var closed func()
			if t.Players, closed, err = players.open(model, cfg.Seed); err != nil {
				return err
			}
			defer closed()
			m := newMeter(cmd.ErrOrStderr())
			report, err := t.Run(cmd.Context(), func(n, of int) { m.share("seed", n, of) })
			m.end()
			if len(report.Rows) == 0 {
				return err
			}
			// An error with rows is of the agents of a model: all else is measured.
			return cmp.Or(show(cmd.OutOrStdout(), report, nil, asJSON, func(w io.Writer) { bench.PrintGraphs(w, report, t.Seeds) }), err)
		},
	}
	d.flags(cmd)
	players.flags(cmd, &d.plays)
	f := cmd.Flags()
	f.IntVar(&t.Seeds, "seeds", 10, "how many runs of each method")
	f.IntVar(&t.Parallel, "parallel", runtime.NumCPU(), "runs measured at once")
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

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
