package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/export"
	"github.com/adam-discovery/adam/interaction/sim"
)

func newGraphShow() *cobra.Command {
	var db string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show [ITEM]",
		Short: "Show the technology tree as text, level by level",
		Long: `Show the items by tech level with all known ways to get them; or, given an item, what
gives it and what it is good for. Several words are one item: iron pickaxe is iron_pickaxe.`,
		Example: `  adam graph show
  adam graph show iron_pickaxe
  adam graph show iron_pickaxe --json`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := loadGraph(cmd.Context(), db)
			if err != nil {
				return err
			}
			item := strings.Join(args, "_")
			if item != "" {
				if g.Item(item) == nil {
					return unknownItem(g, item)
				}
				g = g.About(item)
			}
			if asJSON {
				return export.Write(cmd.OutOrStdout(), g, export.JSON, export.ViewAndOr)
			}
			if item != "" {
				printItem(cmd.OutOrStdout(), g, item)
				return nil
			}
			printLevels(cmd.OutOrStdout(), g)
			return nil
		},
	}
	dbFlag(cmd, &db)
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the graph as JSON, like graph export; with ITEM, the part of it that is about the item")
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
			fmt.Fprintf(w, "%s%s: ... and %d more ways, see: adam graph why %s\n", indent, action, len(e.Ways)-mostWays, e.Item)
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

func printItem(w io.Writer, g *graphstore.Graph, name string) {
	fmt.Fprintf(w, "%s, level %d\n", name, g.Item(name).Level)
	var uses []string
	for _, a := range g.Actions {
		for _, e := range a.Effects {
			if e.Item == name {
				printWays(w, "  ", actionName(a.Label, a.ID), e)
			}
			for _, way := range e.Ways {
				if way.Needs(name) {
					uses = append(uses, fmt.Sprintf("  %s: %s -> %s", actionName(a.Label, a.ID), way, e.Item))
				}
			}
		}
	}
	if len(uses) > 0 {
		fmt.Fprintf(w, "needed for\n%s\n", strings.Join(uses, "\n"))
	}
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
