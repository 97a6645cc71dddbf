package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/scenarios/mcu"
)

// authors are the stand-ins for a model that writes scenes and criteria.
var authors = []string{"careful", "errs", "refuses", "rubbish"}

// authoring are the flags of commands that a language model can write for.
type authoring struct {
	played string
	tries  int
	llm    modelFlags
}

func (a *authoring) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&a.played, "played", "", "a stand-in plays the language model: "+strings.Join(authors, ", "))
	f.IntVar(&a.tries, "tries", 4, "how often a language model is asked for one thing")
	a.llm.add(cmd)
}

// open returns who writes; nil: nobody, the tree does. Done must be called.
func (a *authoring) open(cmd *cobra.Command, g *mcu.Game, seed uint64) (*mcu.Author, func(*error), error) {
	if a.tries < 1 {
		return nil, nil, usage(errorf("tries must be at least 1"))
	}
	out := &mcu.Author{Game: g, Tries: a.tries}
	switch {
	case a.played != "":
		if !slices.Contains(authors, a.played) {
			return nil, nil, usage(errorf("--played %q: it is one of %s%s", a.played, strings.Join(authors, ", "), interaction.Meant(a.played, authors)))
		}
		server, err := llmsim.Serve(llmsim.Config{Say: mcu.PlayedAuthor{Kind: a.played}.Say})
		if err != nil {
			return nil, nil, err
		}
		cfg := llm.Default()
		cfg.Model, cfg.BaseURL = "played-"+a.played, server.URL()
		out.Ask, out.Model = llm.NewClient(cfg, llm.Secret{}), cfg.Model
		return out, func(*error) { server.Close() }, nil
	case len(a.llm.given()) > 0:
		m, err := a.llm.open(seed)
		if err != nil {
			return nil, nil, err
		}
		out.Ask, out.Model = m.metered(), m.cfg.Model
		return out, func(err *error) { m.finish(cmd.ErrOrStderr(), err) }, nil
	}
	return nil, func(*error) {}, nil
}

// writtenJSON says what became of scenes that a model was to write.
type writtenJSON struct {
	Model  string `json:"model"`
	Asked  int    `json:"asked"` // the number of scenes
	Before int    `json:"solvable_before"`
	After  int    `json:"solvable_after"`
	// Faults are why answers went back, by scene.
	Faults [][]string `json:"faults"`
}

// writeScenes has the model write n scenes. Those that an expert solved are returned.
func writeScenes(ctx context.Context, a *mcu.Author, t mcu.Task, d mcu.Difficulty, n int, seed uint64, each func(i, of int)) (scenes []mcu.Scene, out *writtenJSON, err error) {
	out = &writtenJSON{Model: interaction.Shown(a.Model), Asked: n, Faults: [][]string{}}
	for i := range n {
		w, err := a.Scene(ctx, t, d, i, seed)
		if err != nil {
			return scenes, out, err
		}
		out.Faults = append(out.Faults, w.Faults)
		if w.First {
			out.Before++
		}
		if w.Solved {
			out.After++
			scenes = append(scenes, w.Scene)
		}
		each(i+1, n)
	}
	return scenes, out, nil
}

func (w writtenJSON) print(out io.Writer) {
	fmt.Fprintf(out, "%s was asked for %d scenes: an expert solved %d as they were written first, and %d in the end\n", w.Model, w.Asked, w.Before, w.After)
	for i, faults := range w.Faults {
		for _, f := range faults {
			fmt.Fprintf(out, "  scene %d went back: %s\n", i+1, f)
		}
	}
}

// criteriaJSON is what is looked for in a task.
type criteriaJSON struct {
	Task string `json:"task"`
	// By is who wrote it: a model's name, or "tree".
	By string `json:"by"`
	mcu.Criteria
	// Faults are why a model's answers went back.
	Faults []string `json:"faults"`
}

func newMCUCriteria() *cobra.Command {
	var world, level string
	var seed uint64
	var a authoring
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "criteria TASK...",
		Short: "Write by what a task is judged: from the tree, or by a language model",
		Long: `Write the criteria of tasks in the six dimensions, for a scene of each: critical steps, materials,
and what is looked for, from the tree; or with --llm-model by a language model (--played: by a
stand-in). What a model writes must name what there is, say something of each dimension, and
call nothing critical that an expert does without; else it goes back with the reason, and after
--tries of these the tree's criteria are taken and the exit code is 1.

--json is what adam mcu rate --criteria reads.`,
		Example: `  adam mcu criteria craft/pickaxe --difficulty hard
  adam mcu criteria mine/log --llm-model some-model --llm-base-url http://localhost:8000/v1 --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if !slices.Contains(mcu.Difficulties, mcu.Difficulty(level)) {
				return usage(errorf("--difficulty %q: it is simple, medium or hard", level))
			}
			g, err := openGame(world)
			if err != nil {
				return err
			}
			by, done, err := a.open(cmd, g, seed)
			if err != nil {
				return err
			}
			defer done(&err)
			var out []criteriaJSON
			failed := false
			for _, arg := range args {
				t, err := findTask(g, world, arg)
				if err != nil {
					return err
				}
				s, err := (&mcu.Generator{Game: g, Seed: seed}).Scene(cmd.Context(), t, mcu.Difficulty(level), 0, nil)
				if err != nil {
					return err
				}
				c := criteriaJSON{Task: t.ID, By: "tree", Faults: []string{}}
				if by == nil {
					if c.Criteria, err = g.Criteria(cmd.Context(), s); err != nil {
						return err
					}
				} else {
					w, err := by.Criteria(cmd.Context(), s)
					if err != nil {
						return err
					}
					if c.Criteria, c.Faults = w.Criteria, w.Faults; w.Held {
						c.By = interaction.Shown(by.Model)
					}
					failed = failed || !w.Held
				}
				out = append(out, c)
			}
			if err := show(cmd.OutOrStdout(), out, nil, asJSON, func(w io.Writer) { printCriteria(w, out) }); err != nil {
				return err
			}
			if failed {
				return errNo
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&world, "world", "lived:wilds", "a world file, embedded or by its path, or lived:WORLD")
	f.StringVar(&level, "difficulty", "medium", "simple, medium or hard")
	f.Uint64Var(&seed, "seed", 1, "of the scenes")
	a.flags(cmd)
	f.BoolVar(&asJSON, "json", false, "write JSON: task, by, critical_steps, best_moves, materials, text, faults of each")
	return cmd
}

func printCriteria(w io.Writer, all []criteriaJSON) {
	for _, c := range all {
		fmt.Fprintf(w, "%s, by %s\n", c.Task, c.By)
		fmt.Fprintf(w, "  critical steps: %s\n  best plan: %.0f moves\n", strings.Join(c.Steps, ", "), c.Moves)
		for _, d := range mcu.Dimensions {
			fmt.Fprintf(w, "  %-18s %s\n", d, interaction.Shown(c.Text[d]))
		}
		for _, f := range c.Faults {
			fmt.Fprintf(w, "  went back: %s\n", f)
		}
	}
}

// readCriteria reads what adam mcu criteria --json wrote, by task.
func readCriteria(path string) (map[string]map[mcu.Dimension]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []criteriaJSON
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, inputf("%s: these are no criteria of adam mcu criteria --json: %w", path, err)
	}
	out := map[string]map[mcu.Dimension]string{}
	for _, c := range all {
		for _, d := range mcu.Dimensions {
			if strings.TrimSpace(c.Text[d]) == "" {
				return nil, inputf("%s: nothing is said of %s of the task %q", path, d, interaction.Shown(c.Task))
			}
		}
		out[c.Task] = c.Text
	}
	return out, nil
}

// openScenes reads the scenes that are to be played: of every task as many at each difficulty that the file has, and at least as
// many as there are to be episodes.
func (r *mcuRun) openScenes(cmd *cobra.Command) (*mcu.Game, []mcu.Task, []mcu.Difficulty, setter, error) {
	fail := func(err error) (*mcu.Game, []mcu.Task, []mcu.Difficulty, setter, error) {
		return nil, nil, nil, nil, err
	}
	if cmd.Flags().Changed("suite") || cmd.Flags().Changed("difficulty") {
		return fail(usage(errorf("--scenes says itself what is played: leave out --suite and --difficulty")))
	}
	data, err := os.ReadFile(r.scenes)
	if err != nil {
		return fail(err)
	}
	var file struct {
		Scenes []json.RawMessage `json:"scenes"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return fail(inputf("%s: these are no scenes of adam mcu scenes --json: %w", r.scenes, err))
	}
	if len(file.Scenes) == 0 {
		return fail(inputf("%s has no scenes", r.scenes))
	}
	var first struct{ World string }
	if err := json.Unmarshal(file.Scenes[0], &first); err != nil {
		return fail(inputf("%s, scene 1: %w", r.scenes, err))
	}
	g, err := openRecorded(first.World, r.world)
	if err != nil {
		return fail(err)
	}
	type of struct {
		task  string
		level mcu.Difficulty
	}
	scenes := map[of][]mcu.Scene{}
	var tasks []mcu.Task
	levels := slices.Clone(mcu.Difficulties)
	for i, raw := range file.Scenes {
		s, err := g.ReadScene(bytes.NewReader(raw))
		if err != nil {
			return fail(quiet{fmt.Errorf("%s, scene %d: %w", r.scenes, i+1, err), errInput})
		}
		if !slices.ContainsFunc(tasks, func(t mcu.Task) bool { return t.ID == s.Task }) {
			t, err := taskOf(g, cmp.Or(r.world, first.World), s)
			if err != nil {
				return fail(quiet{fmt.Errorf("%s, scene %d: %w", r.scenes, i+1, err), errInput})
			}
			tasks = append(tasks, t)
		}
		k := of{s.Task, s.Difficulty}
		scenes[k] = append(scenes[k], s)
	}
	levels = slices.DeleteFunc(levels, func(d mcu.Difficulty) bool {
		return !slices.ContainsFunc(tasks, func(t mcu.Task) bool { return len(scenes[of{t.ID, d}]) > 0 })
	})
	fewest := len(file.Scenes)
	for _, t := range tasks {
		for _, d := range levels {
			n := len(scenes[of{t.ID, d}])
			if fewest = min(fewest, n); n == 0 || n < r.episodes && cmd.Flags().Changed("episodes") {
				return fail(inputf("%s has %d scenes of %q, %s: too few", r.scenes, n, interaction.Shown(t.ID), d))
			}
		}
	}
	if !cmd.Flags().Changed("episodes") {
		r.episodes = fewest
	}
	return g, tasks, levels, func(_ context.Context, t mcu.Task, d mcu.Difficulty, n int) (mcu.Scene, error) {
		return scenes[of{t.ID, d}][n], nil
	}, nil
}

// taskOf is the task of a scene, which says it twice: by its ID and by its goal. The world is what a person called the game's.
func taskOf(g *mcu.Game, world string, s mcu.Scene) (mcu.Task, error) {
	t, err := g.Composed(s.Goal)
	if err != nil {
		return t, err
	}
	goal := t.Spec.String()
	if !strings.HasPrefix(s.Task, "composed/") {
		if t, err = findTask(g, world, s.Task); err != nil {
			return t, err
		}
	}
	if t.ID != s.Task || t.Spec.String() != goal {
		return t, fmt.Errorf("the task %q isn't that of the goal %q", interaction.Shown(s.Task), interaction.Shown(s.Goal))
	}
	return t, nil
}
