package main

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/cmd/adam/internal/page"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/export"
	"github.com/adam-discovery/adam/interaction"
)

// formatHTML is one file with the tree and its evidence: it is made of the ledger, not of the graph.
const formatHTML = "html"

// lookFlags say what of a graph is exported.
type lookFlags struct {
	view, fold, near, grade string
	goal, kinds             []string
	depth                   int
}

func (l *lookFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&l.view, "view", "", "and-or or dag (default: and-or; dag for html, and for an svg of many factors)")
	f.StringVar(&l.fold, "fold", "", "with svg and the view dag: none, level (a box for each) or station (a box for what is had at one level with one thing) (default: none; station for many factors)")
	f.StringVar(&l.near, "near", "", "a factor: only what is at most --depth steps before or behind it")
	f.IntVar(&l.depth, "depth", 0, "how many steps --goal and --near look (default: no limit for --goal, 1 for --near)")
	f.StringSliceVar(&l.kinds, "kind", nil, "only factors of this kind: item, fact or vital; may be repeated")
	f.StringVar(&l.grade, "grade", "", "only factors that are given by an effect that is at least reached, proven or certified")
}

// check refuses what has no meaning for the format.
func (l *lookFlags) check(cmd *cobra.Command, format string) error {
	shows := slices.Contains([]string{string(export.SVG), string(export.DOT), formatHTML}, format)
	for _, flag := range []string{"fold", "near", "depth", "kind", "grade", "goal"} {
		if cmd.Flags().Changed(flag) && !shows && (flag != "goal" || format != "pddl-problem") {
			return hinted(usage(errorf("--%s is of svg, dot and html: %s has all of the graph", flag, format)), "try: --format svg")
		}
	}
	if cmd.Flags().Changed("fold") && format != string(export.SVG) {
		return hinted(usage(errorf("--fold is of svg")), "try: --format svg --view dag")
	}
	if cmd.Flags().Changed("depth") && l.near == "" && len(l.goal) == 0 {
		return usage(errorf("--depth is how far --goal and --near look, and there is neither"))
	}
	if l.depth < 0 {
		return usage(errorf("depth %d: it can't be negative", l.depth))
	}
	var err error
	if l.view != "" {
		_, err = export.ParseView(l.view)
	}
	if l.fold != "" {
		_, bad := export.ParseFold(l.fold)
		err = errors.Join(err, bad)
	}
	if l.fold != "" && l.fold != string(export.FoldNone) && l.view == string(export.ViewAndOr) {
		err = errors.Join(err, errorf("--fold is of the view dag"))
	}
	_, bad := l.filter()
	if err = errors.Join(err, bad); err != nil {
		return usage(err)
	}
	return nil
}

func (l *lookFlags) filter() (export.Filter, error) {
	f := export.Filter{Goals: l.goal, Near: l.near, Depth: l.depth}
	for _, name := range l.kinds {
		var k interaction.Kind
		if err := k.UnmarshalText([]byte(name)); err != nil {
			return f, err
		}
		f.Kinds = append(f.Kinds, k)
	}
	if l.grade != "" {
		return f, f.Least.UnmarshalText([]byte(l.grade))
	}
	return f, nil
}

// look is what the flags ask for, of a graph; a picture of too much is folded.
func (l *lookFlags) look(g *graphstore.Graph, picture bool) (export.Look, error) {
	out := export.Look{View: export.View(l.view), Fold: export.Fold(l.fold)}
	f, err := l.filter()
	if err != nil {
		return out, usage(err)
	}
	for _, name := range append(slices.Clone(f.Goals), f.Near) {
		if name != "" && g.Factor(name) == nil {
			return out, unknownFactor(g, name)
		}
	}
	if out.Only, err = export.Select(g, f); err != nil {
		return out, err
	}
	n := len(g.Factors)
	if out.Only != nil && len(out.Only) == 0 {
		return out, hinted(inputf("nothing of %s is what these flags ask for", g.World), "leave out one of --goal, --near, --depth, --kind and --grade")
	}
	if out.Only != nil {
		n = len(out.Only)
	}
	if picture && n > export.Large && l.view != string(export.ViewAndOr) && l.fold == "" {
		out.View, out.Fold = export.ViewDAG, export.FoldStation
	}
	if l.fold != "" && l.view == "" {
		out.View = export.ViewDAG
	}
	return out, nil
}

// page writes one file with the tree and its evidence.
func (l *lookFlags) page(ctx context.Context, w io.Writer, g *graphstore.Graph, db string) error {
	look, err := l.look(g, false)
	if err != nil {
		return err
	}
	if look.View == "" {
		look.View = export.ViewDAG
	}
	ledger, err := readLedger(ctx, db)
	if err != nil {
		return err
	}
	defer func() { _ = ledger.Close() }() // it was only read
	return page.WriteFile(ctx, w, ledger, look)
}
