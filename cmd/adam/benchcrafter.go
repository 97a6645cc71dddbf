package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// newBenchCrafter measures the score of the benchmark Crafter.
func newBenchCrafter() *cobra.Command {
	c := bench.Crafter{Config: explore.Default()}
	var eyes sight
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "crafter",
		Short: "The score of the benchmark Crafter, learning included",
		Long: `Play Crafter from nothing: in each episode have every action do once what it is known to
do, and try those that nobody has seen do anything. What is seen on the way is what is known
in the next episode. With --learn it inquires first, as adam explore does, for so many steps.
The score is the benchmark's: over all episodes, the first ones included, the geometric mean
of the rates at which its 22 achievements are unlocked. The agent never learns of achievements
or rewards: the game writes them into a file that is read at the end.

Ctrl-C ends it with the score until then. It needs the package crafter from PyPI.`,
		Example: `  adam bench crafter --steps 1000000
  adam bench crafter --percipient learned
  adam bench crafter --episodes 20 --learn 5000 --json`,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if c.Steps < 1 || c.Learn < 0 || c.Sessions < 1 || c.Episodes < 0 {
				return usage(errorf("steps and parallel must be at least 1, and learn and episodes can't be negative"))
			}
			if c.Learn > c.Steps {
				return usage(errorf("learn %d is more than steps %d, of which it is a part", c.Learn, c.Steps))
			}
			if c.Sessions > explore.MaxWidth {
				return usage(errorf("parallel %d: there can be at most %d sessions", c.Sessions, explore.MaxWidth))
			}
			if err := eyes.check(); err != nil {
				return err
			}
			dir, err := os.MkdirTemp("", "adam-crafter-score-")
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
			c.Log = filepath.Join(dir, "episodes")
			w, err := startCrafter(cmd.Context(), c.Log)
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // it was only played
			seen, err := eyes.see(cmd.Context(), w)
			if err != nil {
				return err
			}
			if c.World, err = body.New(seen); err != nil {
				return err
			}
			c.Percipient = eyes.percipient
			c.Config.Width, c.Config.Stock, c.Ledger = c.Sessions, living.DefaultStock, &graphstore.Memory{}
			m := newMeter(cmd.ErrOrStderr())
			score, err := c.Run(cmd.Context(), func(p explore.Progress) {
				m.line(func() string { return crafterText(p, c.Steps) })
			})
			m.end()
			if err != nil && score.Episodes == 0 {
				return err
			}
			return errors.Join(err, show(cmd.OutOrStdout(), score, nil, asJSON, func(w io.Writer) { score.Print(w) }))
		},
	}
	eyes.flags(cmd)
	f := cmd.Flags()
	f.IntVar(&c.Steps, "steps", 1_000_000, "steps of the world, those of --learn included")
	f.IntVar(&c.Learn, "learn", 0, "of these, how many go into an inquiry at most before it plays; 0: it learns by playing")
	f.IntVar(&c.Episodes, "episodes", 0, "end after this many episodes; 0: steps decide")
	f.IntVar(&c.Sessions, "parallel", 2, "games played at once")
	f.Uint64Var(&c.Config.Seed, "seed", c.Config.Seed, "seed of the run")
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// crafterText says how far it is on its way to the number of steps asked for.
func crafterText(p explore.Progress, most int) string {
	far := fmt.Sprintf("%d of %d steps", p.Steps, most)
	if p.Steps > most { // games aren't cut short
		far = fmt.Sprintf("%d steps (%d, and to the end of the games that were played then)", p.Steps, most)
	}
	return fmt.Sprintf("%s, %d episodes, %d of %d actions certified so far", far, p.Episodes, p.ActionsCertified, p.ActionsCertifiable)
}
