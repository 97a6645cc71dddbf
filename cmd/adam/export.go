package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/export"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

func newGraphExport() *cobra.Command {
	var db, format, out, from string
	var goal []string
	var shown lookFlags
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write the graph as dot, json, graphml, svg, html or pddl",
		Long: `Write the graph for other programs: dot for Graphviz, json for networkx (node-link
form, docs/json-formats.md), graphml for Gephi and networkx, svg to look at, html to send
to somebody: the tree and its evidence in one file.

The view and-or has a node for every way of every action; the view dag is the
technology tree, factors only, without cycles. svg, dot and html can show a part: what
leads to --goal, what is --near an item, each within --depth steps; of a --kind or at least
of a --grade. A picture of more than ` + strconv.Itoa(export.Large) + ` factors is folded unless the flags say otherwise.

For planners: pddl writes what is proven as a domain in PDDL 2.1 with numeric fluents (its
actions are called by label, what is gotten, and the number of the way; i-log counts
log), pddl-problem the problem of getting --goal --from an inventory, at the least number of
steps to be expected.`,
		Example: `  adam graph export --format svg --view dag -o tree.svg
  adam graph export -o tree.html
  adam graph export --view dag --goal iron_pickaxe -o pickaxe.svg
  adam graph export --format pddl -o domain.pddl
  adam graph export --format pddl-problem --goal iron_pickaxe=2 --from log=3,stick -o problem.pddl
  adam graph export --format json > graph.json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if ending := strings.TrimPrefix(filepath.Ext(out), "."); ending != "" && !cmd.Flags().Changed("format") {
				format = ending
			}
			shown.goal = goal
			write, err := exportWriter(cmd, format, &shown, from)
			if err != nil {
				return err
			}
			g, err := loadGraph(cmd.Context(), db)
			if err != nil {
				return err
			}
			if format == formatHTML {
				write = func(w io.Writer, g *graphstore.Graph) error { return shown.page(cmd.Context(), w, g, db) }
			}
			if toStdout(out) {
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
	f.StringVar(&format, "format", "json", formatNames()+" (default: by the ending of -o, else json)")
	shown.flags(cmd)
	f.StringVarP(&out, "output", "o", "", "the file to write (default, and -: standard output)")
	f.StringArrayVar(&goal, "goal", nil, "a factor: only what leads to it; with pddl-problem: FACTOR or FACTOR=N, what to get; may be repeated")
	f.StringVar(&from, "from", "", "with pddl-problem: what is there at first, such as log=3,stick (default: nothing)")
	return cmd
}

// formatNames lists what can be written.
func formatNames() string {
	var names []string
	for _, f := range export.Formats() {
		names = append(names, string(f))
	}
	return alternatives(append(names, formatHTML, "pddl-problem"))
}

// exportWriter is what the flags of adam graph export ask for.
func exportWriter(cmd *cobra.Command, format string, shown *lookFlags, from string) (func(io.Writer, *graphstore.Graph) error, error) {
	if format != "pddl-problem" && from != "" {
		return nil, hinted(usage(errorf("--from is of a problem, not of %s", format)), "try: --format pddl-problem")
	}
	if err := shown.check(cmd, format); err != nil {
		return nil, err
	}
	if format == formatHTML {
		return nil, nil // it is made of more than the graph
	}
	if format == "pddl-problem" {
		want, err := parseAmounts(strings.Join(shown.goal, ","))
		if err != nil {
			return nil, usage(fmt.Errorf("goal: %w", err))
		}
		have, err := parseAmounts(from)
		if err != nil {
			return nil, usage(fmt.Errorf("from: %w", err))
		}
		if len(want) == 0 {
			return nil, hinted(usage(errorf("a problem has a goal")), "try: --goal iron_pickaxe")
		}
		return func(w io.Writer, g *graphstore.Graph) error {
			err := export.WritePDDLProblem(w, g, want, have)
			if errors.Is(err, export.ErrGoal) {
				for _, a := range append(want, have...) {
					if g.Factor(a.Name) == nil {
						return unknownFactor(g, a.Name)
					}
				}
			}
			return err
		}, nil
	}
	f, err := export.ParseFormat(format)
	if err != nil {
		return nil, hinted(usage(fmt.Errorf("%w, html, pddl-problem", err)), "without --format, the ending of the output file decides")
	}
	return func(w io.Writer, g *graphstore.Graph) error {
		look, err := shown.look(g, f == export.SVG)
		if err != nil {
			return err
		}
		return export.WriteLook(w, g, f, look)
	}, nil
}

// parseAmounts reads "log=3,stick", or "3 log, stick": quantities of at least 1, 1 if left
// out.
func parseAmounts(text string) ([]interaction.Amount, error) {
	var out []interaction.Amount
	if text == "" {
		return nil, nil
	}
	for _, part := range strings.Split(text, ",") {
		name, number, given := strings.Cut(strings.TrimSpace(part), "=")
		if words := strings.Fields(part); !given && len(words) == 2 {
			number, name, given = words[0], words[1], true
		}
		n := 1
		if given {
			var err error
			if n, err = strconv.Atoi(number); err != nil || n < 1 || n > sim.MaxCount {
				return nil, fmt.Errorf("%q: the quantity must be a whole number from 1 to %d", part, sim.MaxCount)
			}
		}
		if name == "" {
			return nil, fmt.Errorf("%q names no factor: it is FACTOR or FACTOR=N", text)
		}
		out = append(out, interaction.Amount{Name: name, Level: n})
	}
	return out, nil
}
