package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/export"
	"github.com/adam-discovery/adam/interaction"
)

func newGraphShow() *cobra.Command {
	var db string
	var asJSON, unlearned, all bool
	cmd := &cobra.Command{
		Use:   "show [FACTOR]",
		Short: "Show the technology tree as text, level by level",
		Long: `Show the factors by tech level with all known ways to get them; or, given one, what
gives it and what it is good for; or the actions that aren't learned, and why. Several words are one name: iron pickaxe is iron_pickaxe.`,
		Example: `  adam graph show
  adam graph show iron_pickaxe
  adam graph show iron_pickaxe --json
  adam graph show --unlearned`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := loadGraph(cmd.Context(), db)
			if err != nil {
				return err
			}
			item := strings.Join(args, "_")
			if unlearned && (item != "" || asJSON) {
				return usage(errorf("--unlearned is a list of its own: with --json all actions have their reason"))
			}
			if all && (item == "" || asJSON) {
				return usage(errorf("--all is of FACTOR: what it is needed for"))
			}
			if item != "" {
				if g.Factor(item) == nil {
					return unknownFactor(g, item)
				}
				g = g.About(item)
			}
			if asJSON {
				return export.Write(cmd.OutOrStdout(), g, export.JSON, export.ViewAndOr)
			}
			if unlearned {
				printUnlearned(cmd.OutOrStdout(), g)
				return nil
			}
			if item != "" {
				printItem(cmd.OutOrStdout(), g, item, all)
				return nil
			}
			printLevels(cmd.OutOrStdout(), g, db)
			return nil
		},
	}
	dbFlag(cmd, &db)
	cmd.Flags().BoolVar(&all, "all", false, "with FACTOR: list everything that it is needed for")
	cmd.Flags().BoolVar(&unlearned, "unlearned", false, "list all actions that aren't learned, by reason")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the graph as JSON, like graph export; with FACTOR, the part of it that is about that")
	return cmd
}

func printLevels(w io.Writer, g *graphstore.Graph, db string) {
	certified, useful := 0, 0
	lived := slices.ContainsFunc(g.Assumptions, func(a discovery.Assumption) bool { return a.Name == discovery.Closed })
	for _, a := range g.Actions {
		own := slices.DeleteFunc(slices.Clone(a.Effects), func(e graphstore.Effect) bool { return e.Grade == graphstore.Reached && lived }) // that came by itself
		if len(own) > 0 {
			useful++
		}
		if len(own) > 0 && !slices.ContainsFunc(own, func(e graphstore.Effect) bool { return e.Grade != graphstore.Certified }) {
			certified++
		}
	}
	idle := ""
	if n := len(g.Actions) - useful; n > 0 {
		idle = fmt.Sprintf(", nothing came of %d more", n)
	}
	fmt.Fprintf(w, "%s: %d factors, %d of %d actions certified%s\n", g.World, len(g.Factors), certified, useful, idle)
	factors := slices.Clone(g.Factors)
	slices.SortStableFunc(factors, func(a, b graphstore.Factor) int {
		rank := func(l int) int {
			if l == 0 {
				return 1 << 30
			}
			return l
		}
		return rank(a.Level) - rank(b.Level)
	})
	level := -1
	for _, f := range factors {
		if f.Level != level {
			level = f.Level
			if level == 0 {
				fmt.Fprintf(w, "\nno proven way yet\n")
			} else {
				fmt.Fprintf(w, "\nlevel %d\n", level)
			}
		}
		fmt.Fprintf(w, "  %s%s\n", f.Name, kindText(f))
		for _, a := range g.Actions {
			for _, e := range a.Effects {
				if e.Factor == f.Name {
					printWays(w, "    ", a, e)
				}
			}
		}
	}
	if groups := g.NotLearned(); len(groups) > 0 {
		fmt.Fprintf(w, "\nnot learned\n")
		listReasons(w, groups, actionOf(g), reasonOf(g), "see: adam graph show --unlearned"+dbText(db))
	}
}

// printUnlearned lists every action that isn't learned.
func printUnlearned(w io.Writer, g *graphstore.Graph) {
	groups := g.NotLearned()
	if len(groups) == 0 {
		fmt.Fprintln(w, "all actions are learned")
	}
	listReasons(w, groups, actionOf(g), reasonOf(g), "")
}

// actionOf is what the graph's actions are called.
func actionOf(g *graphstore.Graph) func(i int) string {
	return func(i int) string { return actionName(g.Actions[i].Label, g.Actions[i].ID) }
}

// reasonOf is why they aren't learned.
func reasonOf(g *graphstore.Graph) func(i int) string {
	return func(i int) string { return g.Actions[i].Reason }
}

// dbText is the flag that a hint has to have to be about the same database.
func dbText(db string) string {
	if db == defaultDB {
		return ""
	}
	return " --db " + pasted(db)
}

// mostWays is how many alternatives are listed before the rest is counted.
const mostWays = 6

// perilous is in how many trials an action has to end the episode, and in one of how many, for that to be told of each of its effects.
const perilous, often = 3, 20

func printWays(w io.Writer, indent string, a graphstore.Action, e graphstore.Effect) {
	action, mark := actionName(a.Label, a.ID), e.Grade.String()
	if e.Disputed {
		mark += ", disputed"
	}
	chance := ""
	if e.Chance.Trials > 0 {
		chance = fmt.Sprintf(", chance %.2f (%.2f to %.2f)", e.Chance.Estimate, e.Chance.Low, e.Chance.High)
	}
	if a.Ended >= perilous && a.Ended*often >= a.Tried+a.Ended {
		chance += fmt.Sprintf("; the episode ended in %d of %d trials", a.Ended, a.Tried+a.Ended)
	}
	if len(e.Ways) == 0 {
		fmt.Fprintf(w, "%s%s: %s%s\n", indent, action, mark, chance)
		return
	}
	for i, way := range e.Ways {
		if i == mostWays && len(e.Ways) > mostWays+1 {
			fmt.Fprintf(w, "%s%s: ... and %d more ways, see: adam graph why %s\n", indent, action, len(e.Ways)-mostWays, e.Factor)
			break
		}
		fmt.Fprintf(w, "%s%s: %s -> %s %s  [%s%s]\n", indent, action, way, way.Yield.Text(), e.Factor, mark, chance)
	}
}

// kindText says what the factor is, unless it is an item.
func kindText(f graphstore.Factor) string {
	switch {
	case f.Kind == interaction.Item:
		return ""
	case f.Max > 1:
		return fmt.Sprintf(" (%s, up to %d)", f.Kind, f.Max)
	}
	return fmt.Sprintf(" (%s)", f.Kind)
}

func printAction(w io.Writer, a *graphstore.Action) {
	fmt.Fprintf(w, "%s\n", actionName(a.Label, a.ID))
	for _, e := range a.Effects {
		for _, way := range e.Ways {
			fmt.Fprintf(w, "  %s -> %s %s\n", way, way.Yield.Text(), e.Factor)
		}
	}
	if len(a.Ends) > 0 {
		fmt.Fprintf(w, "  ends %s\n", strings.Join(a.Ends, ", "))
	}
	if len(a.Effects) == 0 {
		fmt.Fprintf(w, "  nothing that can be reached\n")
	}
}

func printItem(w io.Writer, g *graphstore.Graph, name string, all bool) {
	f := g.Factor(name)
	fmt.Fprintf(w, "%s%s, level %d\n", name, kindText(*f), f.Level)
	var uses []string
	for _, a := range g.Actions {
		for _, e := range a.Effects {
			if e.Factor == name {
				printWays(w, "  ", a, e)
			}
			for _, way := range e.Ways {
				if way.Members.Overlaps([]string{name}) {
					uses = append(uses, fmt.Sprintf("  %s: %s -> %s", actionName(a.Label, a.ID), way, e.Factor))
				}
			}
		}
	}
	const most = 20
	if n := len(uses) - most; n > 1 && !all {
		uses = append(uses[:most], fmt.Sprintf("  and %d more, see --all", n))
	}
	if len(uses) > 0 {
		fmt.Fprintf(w, "needed for\n%s\n", strings.Join(uses, "\n"))
	}
}

func unknownFactor(g *graphstore.Graph, name string) error {
	err := inputf("nothing called %q was observed in %s", name, g.World)
	for i := range g.Actions {
		if a := &g.Actions[i]; actionName(a.Label, a.ID) == name || string(a.ID) == name {
			return hinted(err, "it is an action: adam graph why "+pasted(name))
		}
	}
	for _, near := range interaction.Near(name, factorNames(g), 1) {
		return hinted(err, fmt.Sprintf("did you mean %q?", near))
	}
	return hinted(err, "list what was observed with: adam graph show")
}
