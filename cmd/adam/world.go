package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/rpc"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

func newWorld() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "world",
		Short: "List, show, check and modify worlds",
		Long: `Worlds are files of data: what each action needs, takes and gives. Some are embedded;
your own is used by its path (adam world schema), or speaks for itself from another
process (adam world template).`,
		Example: `  adam world list
  adam world check --world ./my-world.json`,
	}
	cmd.AddCommand(newWorldList(), newWorldShow(), newWorldLook(), newWorldCheck(), newWorldMutate(), newWorldSynth(), newWorldSchema(), newWorldTemplate(), newWorldServe(), newWorldInstall())
	return cmd
}

func newWorldList() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the embedded worlds",
		Example: "  adam world list",
		RunE: func(cmd *cobra.Command, _ []string) error {
			type row struct {
				ID      string `json:"id"`
				Title   string `json:"title"`
				Actions int    `json:"actions"`
				Items   int    `json:"items"`
				Default bool   `json:"default"`
			}
			var rows []row
			for _, n := range scenarios.Names() {
				f, err := scenarios.Load(n)
				if err != nil {
					return err
				}
				rows = append(rows, row{f.ID, f.Title, len(f.Actions), len(f.AllFactors()), n == scenarios.Default})
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), rows)
			}
			for _, r := range rows {
				mark := ""
				if r.Default {
					mark = " (default)"
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%-24s %4d actions %5d items  %s%s\n", r.ID, r.Actions, r.Items, r.Title, mark)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

func newWorldShow() *cobra.Command {
	var world string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Show a world's rules: this spoils the game",
		Long: `Show the exact truth of a world: for every action what it gives and all the ways to
get it. Explorations never see this. With --json: the world file itself.`,
		Example: "  adam world show --world tiny",
		RunE: func(cmd *cobra.Command, _ []string) error {
			w, err := openWorld(cmd.Context(), world, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // it was only asked
			f, err := w.rules(cmd.Context())
			if err != nil {
				return err
			}
			if asJSON {
				_, err := cmd.OutOrStdout().Write(f.Marshal())
				return err
			}
			printTruth(cmd.OutOrStdout(), f)
			return nil
		},
	}
	worldFlag(cmd, &world)
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the world file")
	return cmd
}

func printTruth(w io.Writer, f *sim.File) {
	fmt.Fprintf(w, "%s: %s\n", f.ID, interaction.Shown(f.Title))
	truth := scenarios.NewTruth(f)
	g := truth.Graph()
	for i := range g.Actions {
		printAction(w, &g.Actions[i])
		for _, e := range truth.Actions[i].Effects {
			if len(e.Blockers) > 0 {
				fmt.Fprintf(w, "  %s can be blocked by %s\n", e.Factor, strings.Join(e.Blockers, ", "))
			}
		}
	}
}

func newWorldCheck() *cobra.Command {
	var world, command string
	var timeout time.Duration
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Check a world file and report what can't be reached; or check a world of yours",
		Long: `Check a world file: every fault is reported with its line. A sound file is summed up,
with what can't be reached from nothing and which actions are never listed because
what unlocks them can't be had. The exit code is 1 if there are any of these, but for
items that the file lists among its "items": those are meant so.

With --command, check that a world in another process keeps every promise that
experiments rest on: it is started and tried out, check by check. A check ends where an
answer takes longer than --timeout; when it is interrupted, what was checked is told.`,
		Example: `  adam world check --world ./my-world.json
  adam world check --command "python3 my_world.py"`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("command") {
				if cmd.Flags().Changed("world") {
					return usage(errors.New("give either --world or --command"))
				}
				if timeout <= 0 {
					return usage(errorf("timeout %v: it must be more than nothing", timeout))
				}
				return checkCommand(cmd, command, timeout, asJSON)
			}
			if cmd.Flags().Changed("timeout") {
				return usage(errors.New("--timeout is for --command: a file answers at once"))
			}
			f, err := scenarios.Load(strings.TrimPrefix(world, "lived:"))
			if err != nil {
				return err
			}
			if f.Map != nil || strings.HasPrefix(world, "lived:") { // what can't be lived in is told now
				if _, err := land.New(f); err != nil {
					return quiet{err, errInput}
				}
			}
			r := sim.Check(f)
			if asJSON {
				if err := writeJSON(cmd.OutOrStdout(), r); err != nil {
					return err
				}
			} else {
				w := cmd.OutOrStdout()
				fmt.Fprintf(w, "%s: %d actions, %d items, %d effects (%d need nothing), %d ways, %d effects with alternatives\n",
					r.ID, r.Actions, r.Items, r.Effects, r.Ambient, r.Ways, r.OrCauses)
				for _, l := range []struct {
					text  string
					names []string
				}{
					{"actions that can do nothing", r.UnreachableActions},
					{"items that can't be had", r.UnreachableItems},
					{"actions that the listed ones never lead to", r.Locked},
					{"actions with ways that differ in chance (explore with --chances own)", r.MixedChances},
					{"actions that an item can block (what they give can't be certified)", r.Blocked},
					{"actions that depend on a hidden phase", r.Hidden},
				} {
					if len(l.names) > 0 {
						fmt.Fprintf(w, "%s: %s\n", l.text, strings.Join(l.names, ", "))
					}
				}
			}
			// Items that the file lists though nothing gives them are meant so.
			unmeant := slices.DeleteFunc(slices.Clone(r.UnreachableItems), func(item string) bool { return slices.Contains(f.Items, item) })
			if len(r.UnreachableActions)+len(unmeant)+len(r.Locked) > 0 {
				return errNo
			}
			return nil
		},
	}
	fileFlag(cmd, &world, scenarios.Default)
	cmd.Flags().StringVar(&command, "command", "", "a command that is a world on its standard input and output (adam world template), or tcp://HOST:PORT")
	cmd.Flags().DurationVar(&timeout, "timeout", trialTime, "with --command: how long an answer of the world is waited for")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

func newWorldMutate() *cobra.Command {
	var world, out string
	var o scenarios.Options
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "mutate",
		Short: "Make a modified game of a world",
		Long: `Make a modified game: ingredients swapped, added and removed, counts changed, tiers
permuted, outputs exchanged, alternative recipes and decoys added. The goal stays
obtainable unless --unsolvable. Equal worlds and seeds give equal games.`,
		Example: "  adam world mutate --seed 7 --edits 5 --goal diamond -o modified.json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkEdits(o.Edits); err != nil {
				return err
			}
			f, err := scenarios.Load(world)
			if err != nil {
				return err
			}
			g, edits, err := scenarios.Mutate(cmd.Context(), f, o)
			if err != nil {
				return err
			}
			if toStdout(out) {
				_, err := cmd.OutOrStdout().Write(g.Marshal())
				return err
			}
			if err := writeFile(out, g.Marshal()); err != nil {
				return err
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), map[string]any{"id": g.ID, "file": out, "edits": edits})
			}
			for _, e := range edits {
				fmt.Fprintln(cmd.OutOrStdout(), e)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "written to %s; explore it with: adam explore --world %s --db %s\n", out, pasted(out), pasted(strings.TrimSuffix(filepath.Base(out), filepath.Ext(out))+".db"))
			return nil
		},
	}
	fileFlag(cmd, &world, scenarios.Default)
	f := cmd.Flags()
	f.Uint64Var(&o.Seed, "seed", 1, "decides which edits are made")
	f.IntVar(&o.Edits, "edits", 5, "how many edits")
	f.StringVar(&o.Goal, "goal", "", "the item that must stay obtainable (default: diamond, or the item of the highest level)")
	f.BoolVar(&o.Unsolvable, "unsolvable", false, "make a game in which the goal can't be had")
	f.StringVarP(&out, "output", "o", "", "the file to write (default, and -: standard output)")
	f.BoolVar(&asJSON, "json", false, "with -o FILE: write what was done as JSON")
	return cmd
}

// checkEdits makes sure that so many edits can be made to a game.
func checkEdits(n int) error {
	if n < 1 || n > scenarios.MaxEdits {
		return usage(errorf("edits %d: there must be at least 1, and at most %d", n, scenarios.MaxEdits))
	}
	return nil
}

func newWorldSynth() *cobra.Command {
	var o scenarios.SynthOptions
	var out string
	cmd := &cobra.Command{
		Use:   "synth",
		Short: "Make a synthetic world of any size",
		Long: `Make a synthetic world shaped like a crafting game: layers, one to four members a way,
alternatives, kept tools, quantities, noisy collecting, side effects. Every action can
be reached. Equal options give equal worlds.`,
		Example: "  adam world synth --actions 1000 --seed 7 -o synth.json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			f, err := scenarios.Synth(o)
			if errors.Is(err, scenarios.ErrSynthOptions) {
				return usage(err)
			}
			if err != nil {
				return err
			}
			if toStdout(out) {
				_, err := cmd.OutOrStdout().Write(f.Marshal())
				return err
			}
			return writeFile(out, f.Marshal())
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.Actions, "actions", 100, "how many actions")
	f.Uint64Var(&o.Seed, "seed", 1, "decides everything")
	f.StringVarP(&out, "output", "o", "", "the file to write (default, and -: standard output)")
	return cmd
}

func newWorldSchema() *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON Schema of world files",
		Example: "  adam world schema > world.schema.json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(sim.Schema())
			return err
		},
	}
}

func newWorldTemplate() *cobra.Command {
	var lived bool
	cmd := &cobra.Command{
		Use:   "template",
		Short: "Print a world in Python, to begin your own with",
		Long: `Print a whole world in Python that speaks the protocol of worlds in other processes, with
comments that explain it, to begin your own with. --lived prints a base class for worlds whose
starts can't be chosen, such as environments of Gymnasium: docs/rpc.md shows one.`,
		Example: `  adam world template > my_world.py
  adam world template --lived > adam_world.py
  adam world check --command "python3 my_world.py"
  adam explore --world "rpc:python3 my_world.py" --db my_world.db`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			text := rpc.Template()
			if lived {
				text = rpc.Base()
			}
			_, err := io.WriteString(cmd.OutOrStdout(), text)
			return err
		},
	}
	cmd.Flags().BoolVar(&lived, "lived", false, "a base class for worlds that are lived in")
	return cmd
}

// actionName is the label of an action, or its opaque name if it has none.
func actionName(label string, id interaction.Action) string {
	if label == "" {
		return string(id)
	}
	return label
}
