package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

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
