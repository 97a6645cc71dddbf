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
	var entry int64
	cmd := &cobra.Command{
		Use:   "why ITEM|ACTION",
		Short: "Show the trials behind what is claimed of an item",
		Long: `Show, for every way to get the item, the trials in which it sufficed, and for every
test that there is no other way, the trials in which everything else was present and
the item never came. Several words are one item: iron ingot is iron_ingot. Of an action
all that it gives is shown; of an entry (--entry), or of the key of a trial, what is in it.`,
		Example: `  adam graph why iron_ingot
  adam graph why iron_ingot --all
  adam graph why smeltRawIron
  adam graph why --entry 2569
  adam graph why cobblestone --action gatherStone --json`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			var key interaction.Key
			if len(args) == 1 && len(args[0]) == 32 && key.UnmarshalText([]byte(args[0])) != nil {
				key = interaction.Key{}
			}
			switch asked := cmd.Flags().Changed("entry"); {
			case asked && (len(args) > 0 || entry < 1):
				return hinted(usage(errorf("--entry takes the number of one entry, and nothing else")), "try: adam graph why --entry 1")
			case !asked && len(args) == 0:
				return hinted(usage(errorf("adam graph why takes ITEM or ACTION")), "usage: "+cmd.UseLine())
			}
			l, err := readLedger(ctx, db)
			if err != nil {
				return err
			}
			defer func() { _ = l.Close() }() // it was only read
			if entry > 0 || !key.IsZero() {
				r, err := graphstore.RecordAt(ctx, l, graphstore.Seq(entry), key)
				switch {
				case err != nil:
					return err
				case asJSON:
					return writeJSON(cmd.OutOrStdout(), r)
				}
				_, err = fmt.Fprint(cmd.OutOrStdout(), r)
				return err
			}
			most := graphstore.Listed
			if all {
				most = math.MaxInt
			}
			why, err := graphstore.Why(ctx, l, interaction.Action(action), strings.Join(args, "_"), most)
			if errors.Is(err, graphstore.ErrUnknown) && action == "" {
				of, werr := graphstore.WhyAction(ctx, l, interaction.Action(strings.Join(args, " ")), most)
				if unknown := (*graphstore.UnknownError)(nil); !errors.As(werr, &unknown) { // there is such an action
					why, err = of, werr
				}
			}
			if err != nil {
				return nearby(err)
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), why)
			}
			text, cut := why.Text(most)
			if cut {
				text += "\nto see all of it, add: --all\n"
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), text)
			return err
		},
	}
	dbFlag(cmd, &db)
	cmd.Flags().StringVar(&action, "action", "", "only this action, by label or opaque name")
	cmd.Flags().Int64Var(&entry, "entry", 0, "show one entry of the database, by its number")
	cmd.Flags().BoolVar(&all, "all", false, fmt.Sprintf("list every claim, way, test and trial, not the first %d of each", graphstore.Listed))
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
