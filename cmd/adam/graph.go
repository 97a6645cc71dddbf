package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/export"
	"github.com/adam-discovery/adam/graphstore/sqlite"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

func newGraph() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "graph",
		Short: "Show, export, score and check what was learned",
		Example: `  adam graph show
  adam graph why iron_ingot
  adam graph export --format dot --view dag | dot -Tpng > tree.png`,
	}
	cmd.AddCommand(newGraphShow(), newGraphExport(), newGraphScore(), newGraphDiff(), newGraphWhy(), newGraphCheck())
	return cmd
}

// readLedger opens a database for reading.
func readLedger(ctx context.Context, db string) (*sqlite.Ledger, error) {
	l, err := sqlite.Open(ctx, db, sqlite.ReadOnly)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, hinted(quiet{fmt.Errorf("there is no database %s", db), errDatabase}, "make one with: adam explore --db "+db)
	}
	return l, err
}

// loadGraph folds a database.
func loadGraph(ctx context.Context, db string) (*graphstore.Graph, error) {
	l, err := readLedger(ctx, db)
	if err != nil {
		return nil, err
	}
	defer func() { _ = l.Close() }() // it was only read
	f, err := graphstore.Fold(ctx, l, nil)
	if err != nil {
		return nil, err
	}
	return f.Graph, nil
}

func newGraphShow() *cobra.Command {
	var db string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show [ITEM]",
		Short: "Show the technology tree as text, level by level",
		Long: `Show the items by tech level with all known ways to get them; or, given an item, what
gives it and what it is good for.`,
		Example: `  adam graph show
  adam graph show iron_pickaxe`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := loadGraph(cmd.Context(), db)
			if err != nil {
				return err
			}
			if asJSON {
				return export.Write(cmd.OutOrStdout(), g, export.JSON, export.ViewAndOr)
			}
			if len(args) == 1 {
				return printItem(cmd.OutOrStdout(), g, args[0])
			}
			printLevels(cmd.OutOrStdout(), g)
			return nil
		},
	}
	dbFlag(cmd, &db)
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the graph as JSON, like graph export")
	return cmd
}

func printLevels(w io.Writer, g *graphstore.Graph) {
	certified, learned := 0, 0
	for _, a := range g.Actions {
		if a.Learned {
			learned++
		}
		if len(a.Effects) > 0 && !slices.ContainsFunc(a.Effects, func(e graphstore.Effect) bool { return e.Grade != graphstore.Certified }) {
			certified++
		}
	}
	fmt.Fprintf(w, "%s: %d items, %d of %d actions certified\n", g.World, len(g.Items), certified, len(g.Actions))
	items := slices.Clone(g.Items)
	slices.SortStableFunc(items, func(a, b graphstore.Item) int {
		rank := func(l int) int {
			if l == 0 {
				return 1 << 30
			}
			return l
		}
		return rank(a.Level) - rank(b.Level)
	})
	level := -1
	for _, it := range items {
		if it.Level != level {
			level = it.Level
			if level == 0 {
				fmt.Fprintf(w, "\nno proven way yet\n")
			} else {
				fmt.Fprintf(w, "\nlevel %d\n", level)
			}
		}
		fmt.Fprintf(w, "  %s\n", it.Name)
		for _, a := range g.Actions {
			for _, e := range a.Effects {
				if e.Item == it.Name {
					printWays(w, "    ", actionName(a.Label, a.ID), e)
				}
			}
		}
	}
	if learned < len(g.Actions) {
		fmt.Fprintf(w, "\nnot learned\n")
		for _, a := range g.Actions {
			if !a.Learned {
				fmt.Fprintf(w, "  %s: %s\n", actionName(a.Label, a.ID), a.Reason)
			}
		}
	}
}

// mostWays is how many alternatives are listed before the rest is counted.
const mostWays = 6

func printWays(w io.Writer, indent, action string, e graphstore.Effect) {
	mark := e.Grade.String()
	if e.Disputed {
		mark += ", disputed"
	}
	chance := ""
	if e.Chance.Trials > 0 {
		chance = fmt.Sprintf(", chance %.2f (%.2f to %.2f)", e.Chance.Estimate, e.Chance.Low, e.Chance.High)
	}
	if len(e.Ways) == 0 {
		fmt.Fprintf(w, "%s%s: %s%s\n", indent, action, mark, chance)
		return
	}
	for i, way := range e.Ways {
		if i == mostWays && len(e.Ways) > mostWays+1 {
			fmt.Fprintf(w, "%s%s: ... and %d more ways\n", indent, action, len(e.Ways)-mostWays)
			break
		}
		fmt.Fprintf(w, "%s%s: %s -> %s %s  [%s%s]\n", indent, action, way, yieldText(way.Yield), e.Item, mark, chance)
	}
	for _, c := range e.Classes {
		if c.Mixes {
			fmt.Fprintf(w, "%s%s: %s\n", indent, action, c)
		}
	}
}

func yieldText(y graphstore.Yield) string {
	switch {
	case y.Max == 0:
		return "?"
	case y.Min == y.Max:
		return fmt.Sprint(y.Min)
	}
	return fmt.Sprintf("%d to %d", y.Min, y.Max)
}

func printAction(w io.Writer, a *graphstore.Action) {
	fmt.Fprintf(w, "%s\n", actionName(a.Label, a.ID))
	for _, e := range a.Effects {
		for _, way := range e.Ways {
			fmt.Fprintf(w, "  %s -> %s %s\n", way, yieldText(way.Yield), e.Item)
		}
	}
	for _, e := range a.Effects {
		for _, c := range e.Classes {
			if c.Mixes {
				fmt.Fprintf(w, "  %s\n", c)
			}
		}
	}
	if len(a.Effects) == 0 {
		fmt.Fprintf(w, "  nothing that can be reached\n")
	}
}

func printItem(w io.Writer, g *graphstore.Graph, name string) error {
	it := g.Item(name)
	if it == nil {
		return unknownItem(g, name)
	}
	fmt.Fprintf(w, "%s, level %d\n", it.Name, it.Level)
	var uses []string
	for _, a := range g.Actions {
		for _, e := range a.Effects {
			if e.Item == name {
				printWays(w, "  ", actionName(a.Label, a.ID), e)
			}
			for _, way := range e.Ways {
				if slices.ContainsFunc(way.Members, func(m graphstore.Member) bool { return m.Item == name }) {
					uses = append(uses, fmt.Sprintf("  %s: %s -> %s", actionName(a.Label, a.ID), way, e.Item))
				}
			}
		}
	}
	if len(uses) > 0 {
		fmt.Fprintf(w, "needed for\n%s\n", strings.Join(uses, "\n"))
	}
	return nil
}

func unknownItem(g *graphstore.Graph, name string) error {
	var names []string
	for _, it := range g.Items {
		names = append(names, it.Name)
	}
	err := inputf("nothing called %q was observed in %s", name, g.World)
	if near := sim.Nearest(name, names); near != "" {
		return hinted(err, fmt.Sprintf("did you mean %q?", near))
	}
	return hinted(err, "list what was observed with: adam graph show")
}

func newGraphExport() *cobra.Command {
	var db, format, view, out, from string
	var goal []string
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write the graph as dot, json, graphml, svg or pddl",
		Long: `Write the graph for other programs: dot for Graphviz, json for networkx (node-link
form, docs/json-formats.md), graphml for Gephi and networkx, svg to look at.

The view and-or has a node for every way of every action; the view dag is the
technology tree, items only, without cycles.

For planners: pddl writes what is proven as a domain in PDDL 2.1 with numeric fluents,
pddl-problem the problem of getting --goal --from an inventory, at the least number of
steps to be expected.`,
		Example: `  adam graph export --format svg --view dag -o tree.svg
  adam graph export --format pddl -o domain.pddl
  adam graph export --format pddl-problem --goal iron_pickaxe=2 --from log=3,stick -o problem.pddl
  adam graph export --format json > graph.json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if ending := strings.TrimPrefix(filepath.Ext(out), "."); ending != "" && !cmd.Flags().Changed("format") {
				format = ending
			}
			write, err := exportWriter(format, view, goal, from)
			if err != nil {
				return err
			}
			g, err := loadGraph(cmd.Context(), db)
			if err != nil {
				return err
			}
			if out == "" {
				return write(cmd.OutOrStdout(), g)
			}
			var b bytes.Buffer
			if err := write(&b, g); err != nil {
				return err
			}
			return writeFile(out, b.Bytes())
		},
	}
	dbFlag(cmd, &db)
	f := cmd.Flags()
	f.StringVar(&format, "format", "json", "dot, json, graphml, svg, pddl or pddl-problem (default: by the ending of -o, else json)")
	f.StringVar(&view, "view", "and-or", "and-or or dag")
	f.StringVarP(&out, "output", "o", "", "the file to write (default: standard output)")
	f.StringArrayVar(&goal, "goal", nil, "with pddl-problem: ITEM or ITEM=N, what to get; may be repeated")
	f.StringVar(&from, "from", "", "with pddl-problem: what is there at first, such as log=3,stick (default: nothing)")
	return cmd
}

func newGraphScore() *cobra.Command {
	var db, world string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "score",
		Short: "Compare the graph with the exact truth of its world",
		Long: `Compare what was learned with what the world file implies: structural Hamming
distance (missing and extra edges), ways and counts that are exact, certificates that
are wrong. Edges are counted as in the papers: item to item and action to effect.`,
		Example: "  adam graph score --world minecraft-41 --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := loadGraph(cmd.Context(), db)
			if err != nil {
				return err
			}
			if world == "" {
				world = g.World
			}
			w, err := openWorld(cmd.Context(), world)
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // it was only asked
			if spec := w.Spec(); g.Fingerprint != spec.Fingerprint {
				return fmt.Errorf("%w: %s is about %s, not %s", graphstore.ErrOtherWorld, db, g.World, spec.ID)
			}
			f, err := w.rules(cmd.Context())
			if err != nil {
				return err
			}
			s := scenarios.NewScore(scenarios.NewTruth(f), g)
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), s)
			}
			printScore(cmd.OutOrStdout(), s)
			return nil
		},
	}
	dbFlag(cmd, &db)
	cmd.Flags().StringVar(&world, "world", "", worldUsage+" (default: the world that the database names)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

func printScore(w io.Writer, s scenarios.Score) {
	fmt.Fprintf(w, "%s: SHD %d (%d missing, %d extra), precision %.3f, recall %.3f\n", s.World, s.SHD, len(s.Missing), len(s.Extra), s.Precision, s.Recall)
	fmt.Fprintf(w, "ways    %d of %d exact, %d with exact counts\n", s.WaysExact, s.WaysTotal, s.CountsExact)
	fmt.Fprintf(w, "effects %d of %d found\n", s.EffectsFound, s.EffectsTotal)
	fmt.Fprintf(w, "edges   %d item to item, %d action to effect (truth: %d, %d)\n",
		s.LearnedEdges.ItemItem, s.LearnedEdges.ActionEffect, s.TrueEdges.ItemItem, s.TrueEdges.ActionEffect)
	fmt.Fprintf(w, "wrong certificates %d\n", len(s.WrongCertificates))
	for _, l := range []struct {
		name  string
		edges []scenarios.Edge
	}{{"missing", s.Missing}, {"extra", s.Extra}, {"wrong", s.WrongCertificates}} {
		const most = 20
		for i, e := range l.edges {
			if i == most {
				fmt.Fprintf(w, "%s: ... and %d more, see --json\n", l.name, len(l.edges)-most)
				break
			}
			fmt.Fprintf(w, "%s: %v\n", l.name, e)
		}
	}
}

func newGraphDiff() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "diff OLD.db NEW.db",
		Short: "Show how two learned graphs differ",
		Long: `Show what changed between two databases: items, actions, effects, ways, counts and
grades. Evidence that merely grew is no change. The exit code is 1 if they differ.`,
		Example: "  adam graph diff before.db after.db",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			before, err := loadGraph(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			after, err := loadGraph(cmd.Context(), args[1])
			if err != nil {
				return err
			}
			changes := graphstore.Diff(before, after)
			if asJSON {
				if changes == nil {
					changes = []graphstore.Change{}
				}
				if err := writeJSON(cmd.OutOrStdout(), changes); err != nil {
					return err
				}
			} else {
				for _, c := range changes {
					fmt.Fprintln(cmd.OutOrStdout(), c)
				}
				if len(changes) == 0 {
					fmt.Fprintln(cmd.OutOrStdout(), "no differences")
				}
			}
			if len(changes) > 0 {
				return errNo
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

func newGraphWhy() *cobra.Command {
	var db, action string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "why ITEM",
		Short: "Show the trials behind what is claimed of an item",
		Long: `Show, for every way to get the item, the trials in which it sufficed, and for every
test that there is no other way, the trials in which everything else was present and
the item never came.`,
		Example: `  adam graph why iron_ingot
  adam graph why cobblestone --action gatherStone --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			l, err := readLedger(ctx, db)
			if err != nil {
				return err
			}
			defer func() { _ = l.Close() }() // it was only read
			id, err := findAction(ctx, l, action)
			if err != nil {
				return err
			}
			why, err := graphstore.Why(ctx, l, id, args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), why)
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), why)
			return err
		},
	}
	dbFlag(cmd, &db)
	cmd.Flags().StringVar(&action, "action", "", "only this action, by label or opaque name")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// findAction finds an action by its opaque name or its label; no name is no
// action.
func findAction(ctx context.Context, l graphstore.Ledger, name string) (interaction.Action, error) {
	if name == "" {
		return "", nil
	}
	f, err := graphstore.Fold(ctx, l, nil)
	if err != nil {
		return "", err
	}
	var names []string
	for _, a := range f.Graph.Actions {
		if string(a.ID) == name || a.Label == name {
			return a.ID, nil
		}
		names = append(names, actionName(a.Label, a.ID))
	}
	err = inputf("%s has no action %q", f.Graph.World, name)
	if near := sim.Nearest(name, names); near != "" {
		return "", hinted(err, fmt.Sprintf("did you mean %q?", near))
	}
	return "", err
}

func newGraphCheck() *cobra.Command {
	var db string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Check the database and every claim in it against its trials",
		Long: `Check that the file is sound, that its entries hang together, and that every claim
in it follows from the trials in it. The exit code is 1 if a claim doesn't.`,
		Example: "  adam graph check",
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			l, err := readLedger(ctx, db)
			if err != nil {
				return err
			}
			defer func() { _ = l.Close() }() // it was only read
			if err := l.Check(ctx); err != nil {
				return err
			}
			r, err := graphstore.Check(ctx, l)
			if err != nil {
				return err
			}
			if asJSON {
				r.Problems = append([]graphstore.Problem{}, r.Problems...) // never null
				if err := writeJSON(cmd.OutOrStdout(), r); err != nil {
					return err
				}
			} else {
				for _, p := range r.Problems {
					fmt.Fprintln(cmd.OutOrStdout(), p)
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%d entries, %d outcomes, %d findings checked, %d problems\n", r.Entries, r.Outcomes, r.Findings, len(r.Problems))
			}
			if len(r.Problems) > 0 {
				return errNo
			}
			return nil
		},
	}
	dbFlag(cmd, &db)
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}
