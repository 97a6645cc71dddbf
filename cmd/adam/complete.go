package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/export"
	"github.com/adam-discovery/adam/scenarios"
)

// completer lists what may stand somewhere.
type completer = cobra.CompletionFunc

// fixed completes from a list.
func fixed[T ~string](words []T) completer {
	var out []string
	for _, w := range words {
		out = append(out, string(w))
	}
	return cobra.FixedCompletions(out, cobra.ShellCompDirectiveNoFileComp)
}

// known completes from what the database of the command line knows.
func known(of func(*graphstore.Graph) []string) completer {
	return func(cmd *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		db := defaultDB
		if f := cmd.Flags().Lookup("db"); f != nil && f.Value.String() != "" {
			db = f.Value.String()
		}
		g, err := loadGraph(cmd.Context(), db)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp // there is none: nothing is known
		}
		var out []string
		for _, name := range of(g) {
			// A shell splits what has blanks in it, and reads the rest of what has tabs as help.
			if strings.HasPrefix(name, begun) && !strings.ContainsAny(name, " \t\n") {
				out = append(out, name)
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}

func actionNames(g *graphstore.Graph) []string {
	var out []string
	for i := range g.Actions {
		out = append(out, actionName(g.Actions[i].Label, g.Actions[i].ID))
	}
	return out
}

func worldNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var out []string
	for _, name := range scenarios.Names() {
		out = append(out, name, "lived:"+name)
	}
	for _, k := range worldKinds() {
		if k.word != "lived" && k.word != "rpc" {
			out = append(out, k.word)
		}
	}
	return out, cobra.ShellCompDirectiveDefault // or a file
}

// addCompletion says what shells can complete: flags by their names, wherever they are, and
// words of commands that take items.
func addCompletion(root *cobra.Command) {
	flags := map[string]completer{
		"world": worldNames, "view": fixed(export.Views()), "fold": fixed(export.Folds()),
		"format": fixed(strings.Split(strings.NewReplacer(" or ", ",", ", ", ",").Replace(formatNames()), ",")),
		"kind":   fixed([]string{"item", "fact", "vital"}),
		"grade":  fixed([]string{"reached", "proven", "certified"}),
		"goal":   known(factorNames), "near": known(factorNames), "action": known(actionNames),
		"prefer": known(actionNames), "avoid": known(actionNames),
		"refiner": fixed(refiners.names()), "hypothesizer": fixed(hypothesizers.names()),
		"unlock": fixed([]explore.Unlock{explore.UnlockWorld, explore.UnlockNone}), "chances": fixed([]explore.Chances{explore.ChancesShared, explore.ChancesOwn}),
	}
	words := map[string]completer{"why": known(func(g *graphstore.Graph) []string { return append(factorNames(g), actionNames(g)...) }),
		"show": known(factorNames), "plan": known(factorNames), "run": known(factorNames)}
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		for name, c := range flags {
			if cmd.Flags().Lookup(name) != nil {
				_ = cmd.RegisterFlagCompletionFunc(name, c) // the flag is there, and has none yet
			}
		}
		if c := words[cmd.Name()]; c != nil && cmd.ValidArgsFunction == nil && (cmd.Name() != "show" || cmd.Parent().Name() == "graph") {
			cmd.ValidArgsFunction = c
		}
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(root)
}
