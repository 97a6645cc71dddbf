package main

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

func newGraphWhy() *cobra.Command {
	var db, action string
	var asJSON, all bool
	cmd := &cobra.Command{
		Use:   "why ITEM",
		Short: "Show the trials behind what is claimed of an item",
		Long: `Show, for every way to get the item, the trials in which it sufficed, and for every
test that there is no other way, the trials in which everything else was present and
the item never came. Several words are one item: iron ingot is iron_ingot.`,
		Example: `  adam graph why iron_ingot
  adam graph why iron_ingot --all
  adam graph why cobblestone --action gatherStone --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			l, err := readLedger(ctx, db)
			if err != nil {
				return err
			}
			defer func() { _ = l.Close() }() // it was only read
			most := graphstore.Listed
			if all {
				most = math.MaxInt
			}
			why, err := graphstore.Why(ctx, l, interaction.Action(action), strings.Join(args, "_"), most)
			if err != nil {
				return nearby(err)
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
	cmd.Flags().BoolVar(&all, "all", false, fmt.Sprintf("list every trial, not the first %d of each kind", graphstore.Listed))
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// nearby adds what may have been meant to an error about something unknown.
func nearby(err error) error {
	var u *graphstore.UnknownError
	switch {
	case !errors.As(err, &u) || len(u.Near) == 0:
		return err
	case u.What == "effect":
		return hinted(err, "the action gives: "+strings.Join(u.Near, ", "))
	}
	return hinted(err, fmt.Sprintf("did you mean %q?", u.Near[0]))
}
