package main

import (
	"bytes"
	"cmp"
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
	var world, db, since, picture string
	var asJSON, all bool
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Say what a maker of the game should know",
		Long: `Say what a maker of the game should know, by what was learned of it: actions that do
nothing, items that can't be had or are good for nothing, items that hang by a single
way, items that one action gives for a third or less of what another costs, items
without which most else can't be had, and loops that multiply items.

A learned graph is read, from adam.db unless --db says another. With --world, that
world is explored first, and what was learned is not kept.

With --since OLD.db it says instead what became of the game since that version of it was
explored: what can't be had any more, which loops appeared, which actions do nothing any
more, and what is new. The exit code is 1 if there is any of the first three, so that it can
be a step of a game's tests.`,
		Example: `  adam audit --db luanti.db
  adam audit --world minecraft-41 --svg audit.svg
  adam audit --world ./my-world.json --json
  adam audit --since before.db --db after.db`,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if world != "" && db != "" {
				return hinted(usage(errors.New("give either a graph that was learned or a world to learn")), "leave out --db, or --world")
			}
			if world == "" && db == "" {
				db = defaultDB
			}
			if since != "" && picture != "" {
				return hinted(usage(errors.New("a comparison isn't drawn")), "leave out --svg, or --since")
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
			if since != "" {
				return auditSince(cmd, since, g, asJSON, all)
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
	f.StringVar(&since, "since", "", "compare with what was learned of an older version, in this database")
	f.StringVar(&picture, "svg", "", "draw the report into this file")
	f.BoolVar(&all, "all", false, "list everything, not the first of each")
	f.BoolVar(&asJSON, "json", false, "write the report as one JSON object on standard output")
	return cmd
}

// auditSince compares with an older version of the game.
func auditSince(cmd *cobra.Command, db string, now *graphstore.Graph, asJSON, all bool) error {
	before, err := loadGraph(cmd.Context(), db)
	if err != nil {
		return err
	}
	if before, err = versionOf(before, now, db, "the newer one"); err != nil {
		return err
	}
	c := audit.Compare(before, now)
	if asJSON {
		err = writeJSON(cmd.OutOrStdout(), c)
	} else {
		printComparison(cmd.OutOrStdout(), c, all)
	}
	if err == nil && c.Worse() {
		err = errNo
	}
	return err
}

func printComparison(w io.Writer, c audit.Comparison, all bool) {
	fmt.Fprintf(w, "%s since %s: %s, %d lost, %d won, %s appeared\n", c.New, c.Old, plural(c.Changes, "difference"), len(c.Lost), len(c.Won), plural(len(c.Loops), "loop"))
	if c.Incomplete {
		fmt.Fprintln(w, "not all of the newer one is known yet: what seems lost may be only not known; adam explore, without --goal, goes on")
	}
	list := lister(w, all)
	names := func(title string, of []string) { list(title, len(of), func(i int) string { return of[i] }) }
	names("can't be had any more", c.Lost)
	list("loops that appeared", len(c.Loops), func(i int) string { return c.Loops[i].String() })
	names("actions that do nothing any more", c.Idle)
	names("actions that are gone", c.Gone)
	names("good for nothing else any more", c.DeadEnds)
	list("cheaper than it looks, since", len(c.Bargains), func(i int) string { return c.Bargains[i].String() })
	list("loops that are closed", len(c.Closed), func(i int) string { return c.Closed[i].String() })
	names("can be had now", c.Won)
	if !c.Worse() {
		fmt.Fprintln(w, "nothing was lost, and nothing can be multiplied that couldn't be before")
	}
}

// lister prints lists, each with a title; of long ones the first few unless all is wanted.
func lister(w io.Writer, all bool) func(title string, n int, line func(i int) string) {
	return func(title string, n int, line func(i int) string) {
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
	list := lister(w, all)
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
		return fmt.Sprintf("%s: %s%s", k.Factor, plural(k.Lost, "other"), tool)
	})
	list("one single way", len(r.Single), func(i int) string {
		return fmt.Sprintf("%s: %s (%s)", r.Single[i].Factor, r.Single[i].Action, r.Single[i].Way)
	})
	list("good for nothing else", len(r.DeadEnds), func(i int) string { return r.DeadEnds[i] })
	list("can't be had from nothing", len(r.Unreachable), func(i int) string { return r.Unreachable[i] })
	list("seen, but not known yet how to be had", len(r.Unexplained), func(i int) string { return r.Unexplained[i] })
	if n := len(r.Useless); n > 0 {
		fmt.Fprintf(w, "actions that never did anything: %d\n", n)
		see := "see --all"
		if all {
			see = ""
		}
		useless := func(i int) string { return actionName(r.Useless[i].Label, r.Useless[i].Action) }
		reason := func(i int) string { return cmp.Or(r.Useless[i].Reason, "no reason is recorded") }
		listReasons(w, graphstore.GroupReasons(n, reason, nil), useless, reason, see)
	}
}
