package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/audit"
	"github.com/adam-discovery/adam/interaction/pool"
)

func newAudit() *cobra.Command {
	var d design
	var world, db, picture string
	var asJSON, all bool
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Say what a maker of the game should know",
		Long: `Say what a maker of the game should know, by what was learned of it: actions that do
nothing, items that can't be had or are good for nothing, items that hang by a single
way, items that one action gives for a third or less of what another costs, items
without which most else can't be had, and loops that multiply items.

A learned graph is read, from adam.db unless --db says another. With --world, that
world is explored first, and what was learned is not kept.`,
		Example: `  adam audit --db luanti.db
  adam audit --world minecraft-41 --svg audit.svg
  adam audit --world ./my-world.json --json`,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if world != "" && db != "" {
				return hinted(usage(errors.New("give either a graph that was learned or a world to learn")), "leave out --db, or --world")
			}
			if world == "" && db == "" {
				db = defaultDB
			}
			cfg, model, err := d.config()
			if err != nil {
				return err
			}
			defer model.done(&err)
			g, err := d.learned(cmd, world, db, cfg)
			if err != nil {
				return err
			}
			r := audit.New(g)
			if picture != "" {
				var b bytes.Buffer
				if err := r.WriteSVG(&b); err != nil {
					return err
				}
				if err := writeFile(picture, b.Bytes()); err != nil {
					return err
				}
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), r)
			}
			printAudit(cmd.OutOrStdout(), r, all)
			return nil
		},
	}
	d.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&world, "world", "", worldUsage()+"; it is explored first")
	f.StringVar(&db, "db", "", "a database with what was learned (default: adam.db, without --world)")
	f.StringVar(&picture, "svg", "", "draw the report into this file")
	f.BoolVar(&all, "all", false, "list everything, not the first of each")
	f.BoolVar(&asJSON, "json", false, "write the report as one JSON object on standard output")
	return cmd
}

// learned reads a graph, or makes one by exploring and keeps nothing.
func (d *design) learned(cmd *cobra.Command, name, db string, cfg explore.Config) (*graphstore.Graph, error) {
	ctx := cmd.Context()
	if db != "" {
		return loadGraph(ctx, db)
	}
	w, err := openWorld(ctx, name, cmd.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	defer func() { _ = w.Close() }() // it was only asked
	if err := d.fit(cmd, w, &cfg); err != nil {
		return nil, err
	}
	ledger := &graphstore.Memory{}
	if err := labelOnce(ctx, ledger, w); err != nil {
		return nil, err
	}
	m := newMeter(cmd.ErrOrStderr())
	_, err = living.World(ctx, w, ledger, cfg, pool.Config{Sessions: runtime.NumCPU()}, func(p explore.Progress) { m.progress(p, w.Label) })
	m.end()
	if err != nil {
		return nil, err
	}
	folded, err := graphstore.Fold(context.WithoutCancel(ctx), ledger, nil)
	if err != nil {
		return nil, err
	}
	return folded.Graph, nil
}

func printAudit(w io.Writer, r audit.Report, all bool) {
	fmt.Fprintf(w, "%s: %d factors, %d actions, %d of %d effects certified\n", r.World, r.Factors, r.Actions, r.Certified, r.Effects)
	if r.Learned < r.Actions-len(r.Useless) {
		fmt.Fprintln(w, "not all is known yet: more may be had, in more ways, than is said here; adam explore, without --goal, goes on")
	}
	list := func(title string, n int, line func(i int) string) {
		if n == 0 {
			return
		}
		fmt.Fprintf(w, "%s: %d\n", title, n)
		const most = 8
		for i := range n {
			if i == most && !all {
				fmt.Fprintf(w, "  ... and %d more, see --all\n", n-most)
				return
			}
			fmt.Fprintf(w, "  %s\n", line(i))
		}
	}
	if len(r.Loops) == 0 {
		fmt.Fprintln(w, "loops that multiply items: none")
	}
	list("loops that multiply items", len(r.Loops), func(i int) string { return r.Loops[i].String() })
	list("cycles of which it isn't known whether they gain", len(r.Undecided), func(i int) string { return strings.Join(r.Undecided[i], ", ") })
	list("cheaper than it looks (actions for one more)", len(r.Bargains), func(i int) string { return r.Bargains[i].String() })
	list("without it other items can't be had", len(r.Keys), func(i int) string {
		k := r.Keys[i]
		tool := ""
		if k.Tool {
			tool = ", a tool"
		}
		return fmt.Sprintf("%s: %d others%s", k.Factor, k.Lost, tool)
	})
	list("one single way", len(r.Single), func(i int) string {
		return fmt.Sprintf("%s: %s (%s)", r.Single[i].Factor, r.Single[i].Action, r.Single[i].Way)
	})
	list("good for nothing else", len(r.DeadEnds), func(i int) string { return r.DeadEnds[i] })
	list("can't be had from nothing", len(r.Unreachable), func(i int) string { return r.Unreachable[i] })
	list("seen, but not known yet how to be had", len(r.Unexplained), func(i int) string { return r.Unexplained[i] })
	list("actions that never did anything", len(r.Useless), func(i int) string {
		u := r.Useless[i]
		return fmt.Sprintf("%s: %s", actionName(u.Label, u.Action), u.Reason)
	})
}
