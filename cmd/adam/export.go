package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/export"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// exportWriter is what the flags of adam graph export ask for.
func exportWriter(format, view string, goal []string, from string) (func(io.Writer, *graphstore.Graph) error, error) {
	if format != "pddl-problem" && (len(goal) > 0 || from != "") {
		return nil, hinted(usage(errorf("--goal and --from are of a problem, not of %s", format)), "try: --format pddl-problem")
	}
	switch format {
	case "pddl":
		return export.WritePDDL, nil
	case "pddl-problem":
		want, err := parseStacks(strings.Join(goal, ","))
		if err != nil {
			return nil, usage(fmt.Errorf("goal: %w", err))
		}
		have, err := parseStacks(from)
		if err != nil {
			return nil, usage(fmt.Errorf("from: %w", err))
		}
		if len(want) == 0 {
			return nil, hinted(usage(errorf("a problem has a goal")), "try: --goal iron_pickaxe")
		}
		return func(w io.Writer, g *graphstore.Graph) error {
			err := export.WritePDDLProblem(w, g, want, have)
			if errors.Is(err, export.ErrGoal) {
				for _, s := range append(want, have...) {
					if g.Item(s.Item) == nil {
						return unknownItem(g, s.Item)
					}
				}
			}
			return err
		}, nil
	}
	f, err := export.ParseFormat(format)
	if err != nil {
		return nil, hinted(usage(fmt.Errorf("%w, pddl, pddl-problem", err)), "without --format, the ending of the output file decides")
	}
	v, err := export.ParseView(view)
	if err != nil {
		return nil, usage(err)
	}
	return func(w io.Writer, g *graphstore.Graph) error { return export.Write(w, g, f, v) }, nil
}

// parseStacks reads "log=3,stick": quantities of at least 1, 1 if left out.
func parseStacks(text string) ([]interaction.Stack, error) {
	var out []interaction.Stack
	if text == "" {
		return nil, nil
	}
	for _, part := range strings.Split(text, ",") {
		name, number, given := strings.Cut(strings.TrimSpace(part), "=")
		n := 1
		if given {
			var err error
			if n, err = strconv.Atoi(number); err != nil || n < 1 || n > sim.MaxCount {
				return nil, fmt.Errorf("%q: the quantity must be a whole number from 1 to %d", part, sim.MaxCount)
			}
		}
		if name == "" {
			return nil, fmt.Errorf("%q names no item: it is ITEM or ITEM=N", text)
		}
		out = append(out, interaction.Stack{Item: name, Count: n})
	}
	return out, nil
}
