package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/sqlite"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
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
		return nil, hinted(quiet{fmt.Errorf("there is no database %s", db), errDatabase}, "make one with: adam explore --db "+pasted(db))
	}
	return l, err
}

// loadGraph folds a database in which something was learned.
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
	if f.World == nil {
		return nil, hinted(quiet{fmt.Errorf("nothing was explored in %s yet", db), errDatabase}, "explore, with: adam explore --db "+pasted(db))
	}
	return f.Graph, nil
}

// otherTruth is where the truth about a graph is to be had.
const otherTruth = "name the world that it was learned from with --world, or a file with the truth with --rules"

func newGraphScore() *cobra.Command {
	var db, world, rules string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "score",
		Short: "Compare the graph with the exact truth of its world",
		Long: `Compare what was learned with what the world file implies: structural Hamming
distance (missing and extra edges), ways and counts that are exact, certificates that
are wrong. Edges are counted as in the papers: item to item and action to effect. What a graph
says is doubtful is no edge; how far it would be off if that were one is said as well.

The truth about a world in another process, where somebody knows it, is a world file with
the same id and the same actions in the same order: --rules.`,
		Example: `  adam graph score --world minecraft-41 --json
  adam graph score --db my_world.db --rules my_rules.json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := loadGraph(cmd.Context(), db)
			if err != nil {
				return err
			}
			if world == "" {
				world = g.World
			}
			if rules != "" {
				return scoreByRules(cmd, g, rules, asJSON)
			}
			w, err := openWorld(cmd.Context(), world, cmd.ErrOrStderr())
			if errors.Is(err, scenarios.ErrUnknownWorld) && world == g.World {
				hint := "give the file that it was learned from: --world FILE; of a world in another process one with its rules: --rules FILE"
				if strings.HasPrefix(world, land.ID) {
					hint = "give the file that it was learned from: --world " + land.ID + "FILE"
				}
				return hinted(inputf("%s is about %s, which isn't an embedded world", db, world), hint)
			}
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // it was only asked
			if spec := w.Spec(); g.World != spec.ID {
				return hinted(fmt.Errorf("%w: %s is about %s, not %s", graphstore.ErrOtherWorld, db, g.World, spec.ID), otherTruth)
			} else if !percipient.SameRules(g.Fingerprint, spec.Fingerprint) {
				return hinted(fmt.Errorf("%w: %s is about %s by other rules", graphstore.ErrOtherWorld, db, g.World), otherTruth)
			}
			f, err := w.rules(cmd.Context())
			if err != nil {
				return err
			}
			return writeScore(cmd, f, w.lived(), g, w.Label, asJSON)
		},
	}
	dbFlag(cmd, &db)
	cmd.Flags().StringVar(&world, "world", "", worldUsage()+" (default: the world that the database names)")
	cmd.Flags().StringVar(&rules, "rules", "", "a world file with the truth, in place of --world's own")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	cmd.MarkFlagsMutuallyExclusive("world", "rules")
	return cmd
}

// scoreByRules compares with a world file whose author vouches for it.
func scoreByRules(cmd *cobra.Command, g *graphstore.Graph, rules string, asJSON bool) error {
	f, err := scenarios.Load(rules)
	if err != nil {
		return err
	}
	// What `world show` wrote of a game is called by its name with hyphens.
	if g.World == land.ID+f.ID { // a world behind a process is asked for what is so where one lives
		if f, err = land.Derive(f); err != nil {
			return err
		}
	}
	if f.ID != g.World && (!strings.HasPrefix(g.World, "luanti") || f.ID != scenarios.LuantiID(g.World)) {
		return fmt.Errorf("%w: it is about %s, and %s about %s", graphstore.ErrOtherWorld, g.World, rules, f.ID)
	}
	if len(f.Actions) != len(g.Actions) {
		return inputf("%s has %d actions, and the world that was learned has %d: it takes the same ones, in the same order", rules, len(f.Actions), len(g.Actions))
	}
	for i, a := range g.Actions {
		if here := interaction.Shown(f.Actions[i].Label); a.Label != "" && here != "" && here != a.Label {
			return inputf("action %d of %s is %q, and that of the world that was learned is %q: it takes the same ones, in the same order", i+1, rules, here, a.Label)
		}
	}
	lived := slices.ContainsFunc(g.Assumptions, func(a discovery.Assumption) bool { return a.Name == discovery.Closed })
	return writeScore(cmd, f, lived, g, (&world{World: sim.New(f)}).Label, asJSON)
}

func writeScore(cmd *cobra.Command, f *sim.File, lived bool, g *graphstore.Graph, label func(interaction.Action) string, asJSON bool) error {
	truth := scenarios.NewTruth(f)
	if lived {
		truth = truth.Lived()
	}
	s := scenarios.NewScore(truth, g)
	if asJSON {
		return writeJSON(cmd.OutOrStdout(), s)
	}
	printScore(cmd.OutOrStdout(), s, label)
	return nil
}

func printScore(w io.Writer, s scenarios.Score, label func(interaction.Action) string) {
	fmt.Fprintf(w, "%s: SHD %d (%d missing, %d extra), precision %.3f, recall %.3f\n", s.World, s.SHD, len(s.Missing), len(s.Extra), s.Precision, s.Recall)
	if len(s.Doubtful) > 0 {
		fmt.Fprintf(w, "doubtful %d edges, which aren't counted; SHD %d if they are\n", len(s.Doubtful), s.SHDWithDoubtful)
	}
	fmt.Fprintf(w, "ways    %d of %d exact, %d with exact counts\n", s.WaysExact, s.WaysTotal, s.CountsExact)
	fmt.Fprintf(w, "effects %d of %d found\n", s.EffectsFound, s.EffectsTotal)
	fmt.Fprintf(w, "edges   %d item to item, %d action to effect (truth: %d, %d)\n",
		s.LearnedEdges.ItemItem, s.LearnedEdges.ActionEffect, s.TrueEdges.ItemItem, s.TrueEdges.ActionEffect)
	fmt.Fprintf(w, "wrong certificates %d\n", len(s.WrongCertificates))
	for _, l := range []struct {
		name  string
		edges []scenarios.Edge
	}{{"missing", s.Missing}, {"extra", s.Extra}, {"wrong", s.WrongCertificates}, {"out of reach", s.OutOfReach}} {
		const most = 20
		for i, e := range l.edges {
			if i == most {
				fmt.Fprintf(w, "%s: ... and %d more, see --json\n", l.name, len(l.edges)-most)
				break
			}
			e.Action = interaction.Action(label(e.Action))
			fmt.Fprintf(w, "%s: %v\n", l.name, e)
		}
	}
}

func newGraphDiff() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "diff OLD.db NEW.db",
		Short: "Show how two learned graphs differ",
		Long: `Show what changed between two databases: factors, actions, effects, ways, counts and
grades. Evidence that merely grew is no change. What NEW doesn't deny, and only doesn't
know (yet), is listed last. The exit code is 1 if they differ.

The databases may be of two versions of a game: actions are taken for the same by what they
are called. What such a change did to the game as a whole says adam audit --since.`,
		Example: "  adam graph diff before.db after.db",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			before, after, err := versions(cmd.Context(), args[0], args[1])
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
				printDiff(cmd.OutOrStdout(), before, after, changes)
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

func printDiff(w io.Writer, before, after *graphstore.Graph, changes []graphstore.Change) {
	if len(changes) == 0 {
		fmt.Fprintln(w, "no differences")
		return
	}
	title := func(g *graphstore.Graph) string {
		certified, effects := 0, 0
		for _, a := range g.Actions {
			effects += len(a.Effects)
			for _, e := range a.Effects {
				if e.Grade == graphstore.Certified && !e.Disputed {
					certified++
				}
			}
		}
		return fmt.Sprintf("%s: %d factors, %d of %d effects certified", g.World, len(g.Factors), certified, effects)
	}
	fmt.Fprintf(w, "old  %s\nnew  %s\n", title(before), title(after))
	open := 0
	for _, c := range changes {
		if c.Open {
			open++
		} else {
			fmt.Fprintln(w, c)
		}
	}
	if open > 0 {
		fmt.Fprintf(w, "not known in the new one, or not yet: %d\n", open)
	}
	for _, c := range changes {
		if c.Open {
			fmt.Fprintln(w, c)
		}
	}
}

// versions reads two graphs of versions of one game, the actions of the older called as those
// of the newer.
func versions(ctx context.Context, oldDB, newDB string) (before, after *graphstore.Graph, err error) {
	if before, err = loadGraph(ctx, oldDB); err != nil {
		return nil, nil, err
	}
	if after, err = loadGraph(ctx, newDB); err != nil {
		return nil, nil, err
	}
	before, err = versionOf(before, after, oldDB, newDB)
	return before, after, err
}

// versionOf is before with its actions called as after calls them; an error where they have
// too little in common to be versions of one game: less than half of the actions of the
// smaller one.
func versionOf(before, after *graphstore.Graph, oldName, newName string) (*graphstore.Graph, error) {
	aligned, shared := graphstore.Align(before, after)
	if before.World != after.World && 2*shared < min(len(before.Actions), len(after.Actions)) {
		return nil, fmt.Errorf("%w: %s is about %s, %s about %s, and their actions are others", graphstore.ErrOtherWorld,
			oldName, before.World, newName, after.World)
	}
	return aligned, nil
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
