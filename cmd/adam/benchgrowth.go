package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/sqlite"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// newBenchGrowth measures how cost grows with the world.
func newBenchGrowth() *cobra.Command {
	var d design
	var g bench.Growth
	var games, before []string
	var picture string
	var asJSON, onDisk bool
	cmd := &cobra.Command{
		Use:   "growth",
		Short: "Trials, seconds and memory against the size of the world",
		Long: `Explore worlds of growing size, each until every action is learned, one world at a
time: games (--games), whole or the first of their actions that can be done from
nothing (WORLD:ACTIONS), and synthetic worlds (--actions, as adam world synth makes
them). Each is compared with its exact truth.

A world that takes longer than --limit is cut: its line says so and shows how far it
was. Actions that can do nothing count as actions of a world, and can't be certified:
341 of those of minecraft-1.19.

Large worlds take long: what --json wrote can be listed and drawn with later
measurements (--with).`,
		Example: `  adam bench growth --limit 2m --plot growth.svg
  adam bench growth --games tiny,minecraft-1.19:100 --actions 20,50 --seeds 3 --json >a.json
  adam bench growth --games tiny --actions 0 --with a.json --plot growth.svg`,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if g.Seeds < 1 || g.Sessions < 1 {
				return usage(errorf("seeds and parallel must be at least 1"))
			}
			if g.Sessions > explore.MaxWidth {
				return usage(errorf("parallel %d: there can be at most %d sessions", g.Sessions, explore.MaxWidth))
			}
			if g.Limit < 0 {
				return usage(errorf("limit %v: it can't be negative", g.Limit))
			}
			if slices.Equal(g.Synthetic, []int{0}) {
				g.Synthetic = nil
			}
			for _, n := range g.Synthetic {
				if n < 1 || n > scenarios.MaxSynthActions {
					return usage(errorf("actions %d: a synthetic world has from 1 to %d", n, scenarios.MaxSynthActions))
				}
			}
			if err := checkPlot(picture); err != nil {
				return err
			}
			cfg, model, err := d.config()
			if err != nil {
				return err
			}
			defer model.finish(cmd.ErrOrStderr(), &err)
			if g.Games, err = gameSizes(games); err != nil {
				return err
			}
			earlier, err := growthRows(before)
			if err != nil {
				return err
			}
			g.Config, g.Seed = cfg, cfg.Seed
			if onDisk {
				g.Ledger = temporaryLedger
			}
			w, m := cmd.OutOrStdout(), newMeter(cmd.ErrOrStderr())
			if !asJSON {
				fmt.Fprintln(w, g.Header())
				for _, r := range earlier {
					fmt.Fprintln(w, r)
				}
			}
			rows, err := g.Run(cmd.Context(), func(r bench.GrowthRow) {
				m.end()
				if !asJSON {
					fmt.Fprintln(w, r)
				}
			}, func(world string, p explore.Progress) {
				m.line(func() string {
					return fmt.Sprintf("%s: %d/%d actions certified, %d items, %d trials", world, p.ActionsCertified, p.ActionsCertifiable, p.ItemsFound, p.Trials)
				})
			})
			m.end()
			rows = append(earlier, rows...)
			if err == nil && picture != "" {
				err = bench.PlotGrowth(picture, rows)
			}
			if asJSON {
				if jerr := writeJSON(w, rows); err == nil {
					err = jerr
				}
			} else if err == nil {
				bench.PrintGrowth(w)
			}
			return err
		},
	}
	d.flags(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&games, "games", []string{"minecraft-41", "minecraft-1.19:300", "minecraft-1.19:1000", "minecraft-1.19"}, "worlds, or WORLD:ACTIONS for the first of their actions")
	f.IntSliceVar(&g.Synthetic, "actions", []int{100, 1000, 10_000, 100_000}, "sizes of synthetic worlds; 0: none")
	f.IntVar(&g.Seeds, "seeds", 1, "how many explorations of each world; every one has a synthetic world of its own")
	f.IntVar(&g.Sessions, "parallel", runtime.NumCPU(), "how many sessions run at once, of a world that waits for something")
	f.DurationVar(&g.Limit, "limit", 0, "how long one world may take, such as 2m (default: no limit)")
	f.BoolVar(&onDisk, "sqlite", false, "keep each ledger in a temporary database, as adam explore does, instead of in memory")
	f.StringVar(&picture, "plot", "", "draw trials, seconds and memory against actions into this file (svg, png, pdf)")
	f.StringSliceVar(&before, "with", nil, "files that --json wrote: what was measured before")
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// growthRows reads what was measured before.
func growthRows(files []string) ([]bench.GrowthRow, error) {
	rows := []bench.GrowthRow{}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, usage(errorf("with %s: %v", name, err))
		}
		var more []bench.GrowthRow
		if err := json.Unmarshal(data, &more); err != nil {
			return nil, usage(errorf("with %s: not what adam bench growth --json writes: %v", name, err))
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// gameSizes reads what --games lists.
func gameSizes(names []string) ([]bench.GameSize, error) {
	var out []bench.GameSize
	for _, name := range names {
		var size bench.GameSize
		if i := strings.LastIndex(name, ":"); i >= 0 {
			n, err := strconv.Atoi(name[i+1:])
			if err != nil || n < 1 {
				return nil, usage(errorf("games %q: a world, or WORLD:ACTIONS with at least 1 action", name))
			}
			name, size.Actions = name[:i], n
		}
		var err error
		if size.World, err = scenarios.Load(name); err != nil {
			return nil, err
		}
		out = append(out, size)
	}
	return out, nil
}

// temporaryLedger is a database that goes when it is released.
func temporaryLedger(ctx context.Context) (graphstore.Ledger, func() error, error) {
	dir, err := os.MkdirTemp("", "adam-growth-")
	if err != nil {
		return nil, nil, err
	}
	l, err := sqlite.Open(ctx, filepath.Join(dir, "adam.db"), sqlite.ReadWrite)
	if err != nil {
		_ = os.RemoveAll(dir) // the error is why
		return nil, nil, err
	}
	return l, func() error {
		err := l.Close()
		if rerr := os.RemoveAll(dir); err == nil {
			err = rerr
		}
		return err
	}, nil
}
