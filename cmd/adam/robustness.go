package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/luanti"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

func newRobustness() *cobra.Command {
	var d design
	var r bench.Robustness
	var world, picture, rows string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "robustness",
		Short: "Explore many modified games, each from nothing",
		Long: `Make modified games of a world (adam world mutate), explore each from nothing, and
compare what was learned with the game's exact truth: was the goal solved, how far
is the graph from the truth (SHD), after how many steps was the goal reached, proven
and certified, and how many certificates are wrong.

The first game has seed --seed, the others count up; --parallel games are explored at
once, which changes time only. Where a game needs more of an item than counts as plenty,
and that is seen, it is explored anew with more of it. A game that takes more than --budget is
scored by what was learned until then, and said not to be finished.

--rows keeps each game as it ends: the same command goes on where it was interrupted. Games
of other rules, as of a file that was edited since, aren't taken over.`,
		Example: `  adam robustness --mutations 100 --parallel 8
  adam robustness --world minecraft-41-paper --edits 10 --plot robustness.svg --json
  adam robustness --world lived:minecraft-41-paper --mutations 100 --rows games.jsonl`,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			switch {
			case r.Parallel < 1:
				return usage(errorf("parallel %d: there must be at least 1", r.Parallel))
			case r.Mutations < 1:
				return usage(errorf("mutations %d: there must be at least 1", r.Mutations))
			}
			if err := checkEdits(r.Edits); err != nil {
				return err
			}
			if err := checkPlot(picture); err != nil {
				return err
			}
			cfg, model, err := d.config()
			if err != nil {
				return err
			}
			defer model.finish(cmd.ErrOrStderr(), &err)
			w, err := openWorld(cmd.Context(), world, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // it was only asked
			if r.World, err = w.rules(cmd.Context()); err != nil {
				return err
			}
			if err := d.fit(cmd, w, &cfg); err != nil {
				return err
			}
			if w.source != nil {
				r.Modify = func(ctx context.Context, seed uint64) (interaction.World, *sim.File, []string, error) {
					return modifiedLived(ctx, w.source, scenarios.Options{Seed: seed, Edits: r.Edits, Goal: r.Goal})
				}
			}
			if w.game != nil {
				if world != "luanti" {
					return usage(errorf("world %q: --seed says how it is modified; use --world luanti", world))
				}
				r.Modify = func(ctx context.Context, seed uint64) (interaction.World, *sim.File, []string, error) {
					return modifiedLuanti(ctx, seed, r.Edits)
				}
				if r.Goal == "" {
					r.Goal = luantiGoal
				}
			}
			if r.Goal, err = scenarios.ResolveGoal(r.World, r.Goal); err != nil {
				return err
			}
			if w.lived() && cfg.Budget == 0 {
				cfg.Budget = livedGame
			}
			r.Config, r.Seed = cfg, cfg.Seed
			kept, known, err := openGameRows(rows, w.rulesModified(r.World), r)
			if err != nil {
				return err
			}
			r.Known, r.Beyond = known, beyondPlenty
			far := newGamesMeter(newMeter(cmd.ErrOrStderr()), r)
			r.Show = far.progress
			report, err := r.Run(cmd.Context(), func(g bench.Game) {
				kept.add(g)
				far.ended(g)
			})
			far.end()
			if kerr := kept.close(); err == nil {
				err = kerr
			}
			if errors.Is(err, context.Canceled) {
				if rows != "" {
					err = hinted(err, "go on with the same command: the games that ended are kept in "+rows)
				} else {
					err = hinted(err, "with --rows FILE the games that ended would be kept, and the same command would go on")
				}
			}
			if picture != "" && err == nil {
				err = report.Plot(picture)
			}
			if asJSON {
				if jerr := writeJSON(cmd.OutOrStdout(), report); err == nil {
					err = jerr
				}
			} else {
				printRobustness(cmd.OutOrStdout(), report)
			}
			if err == nil && report.Solved < report.Mutations {
				err = errNo
			}
			return err
		},
	}
	d.flags(cmd)
	worldFlag(cmd, &world)
	f := cmd.Flags()
	f.IntVar(&r.Mutations, "mutations", 100, "how many modified games")
	f.IntVar(&r.Edits, "edits", 5, "edits to each game")
	f.StringVar(&r.Goal, "goal", "", "the item that counts as solved (default: diamond, or the item of the highest level)")
	f.IntVar(&r.Parallel, "parallel", runtime.NumCPU(), "how many games are explored at once")
	f.IntVar(&d.cfg.Budget, "budget", 0, fmt.Sprintf("how many trials, or steps of a world that is lived in, a game takes at most (default: no limit, or %d steps)", livedGame))
	f.StringVar(&rows, "rows", "", "write every game into this file as it ends, a line of JSON each, and go on where it ends")
	f.StringVar(&picture, "plot", "", "draw the share of games against steps into this file (svg, png, pdf)")
	f.BoolVar(&asJSON, "json", false, "write the report as one JSON object on standard output")
	return cmd
}

// livedGame is how many steps of the world a modified game takes at most where that isn't told: of those that were
// measured none took half as many.
const livedGame = 1_000_000

// modifiedLived is a modified game of the file, on a map.
func modifiedLived(ctx context.Context, source *sim.File, o scenarios.Options) (interaction.World, *sim.File, []string, error) {
	f, edits, err := scenarios.Mutate(ctx, source, o)
	if err != nil {
		return nil, nil, nil, err
	}
	w, err := onMap(f)
	if err != nil {
		return nil, nil, nil, err
	}
	return w, w.file, edits, nil
}

// checkPlot makes sure that a plot can be written to the file, if any: rather now
// than after the work.
func checkPlot(file string) error {
	if file == "" {
		return nil
	}
	if e := filepath.Ext(file); e != ".svg" && e != ".png" && e != ".pdf" {
		return usage(errorf("plot %q: the file must end in .svg, .png or .pdf", file))
	}
	return checkWrite(file)
}

// luantiGoal is the item that counts as solved in minetest_game.
const luantiGoal = "default:pick_diamond"

// modifiedLuanti starts a modified game and reads its rules.
func modifiedLuanti(ctx context.Context, seed uint64, edits int) (interaction.World, *sim.File, []string, error) {
	w, err := luanti.New(ctx, luanti.Config{Modified: seed, Edits: edits})
	if err != nil {
		return nil, nil, nil, err
	}
	reg, err := w.Registry(ctx)
	if err == nil {
		var f *sim.File
		if f, err = scenarios.Luanti(w.Spec().ID, reg); err == nil {
			return w, f, reg.Edits, nil
		}
	}
	_ = w.Close() // the error is why
	return nil, nil, nil, err
}

func printRobustness(w io.Writer, r bench.RobustnessReport) {
	fmt.Fprintf(w, "%d games of %s with %d edits each, goal %s\n", len(r.Games), r.World, r.EditsEach, r.Goal)
	fmt.Fprintf(w, "solved            %d of %d\n", r.Solved, len(r.Games))
	fmt.Fprintf(w, "exact (SHD 0)     %d of %d\n", r.Exact, len(r.Games))
	fmt.Fprintf(w, "wrong certificates %d (bound: each game is wrong with probability at most %g)\n", r.WrongCertificates, r.Delta)
	for _, g := range []struct {
		name  string
		grade bench.Grade
	}{{"reached", r.Reached}, {"proven", r.Proven}, {"certified", r.Certified}} {
		if g.grade.Games == 0 {
			fmt.Fprintf(w, "goal %-10s   never\n", g.name)
			continue
		}
		fmt.Fprintf(w, "goal %-10s   %d games, median %.0f steps, %.0f rounds, at most %d steps\n",
			g.name, g.grade.Games, g.grade.MedianSteps, g.grade.MedianRounds, g.grade.MaxSteps)
	}
	if r.Unfinished > 0 {
		fmt.Fprintf(w, "not finished      %d, as their budget was used up\n", r.Unfinished)
	}
	for _, g := range r.Games {
		if g.SHD > 0 || !g.Solved || g.WrongCertificates > 0 || g.Error != "" || endNote(g) != "" {
			notes := slices.DeleteFunc([]string{endNote(g), g.Reason, g.Error}, func(s string) bool { return s == "" })
			line := fmt.Sprintf("seed %d: solved %v, SHD %d, %d wrong certificates", g.Seed, g.Solved, g.SHD, g.WrongCertificates)
			if len(notes) > 0 {
				line += ", " + strings.Join(notes, "; ")
			}
			fmt.Fprintln(w, line)
		}
	}
}
