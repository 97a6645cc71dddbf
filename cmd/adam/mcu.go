package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/mcu"
)

// newMCU makes tasks without end, and judges how they are done.
func newMCU() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcu",
		Short: "Tasks without end, scenes for them, agents that play them, and judges",
		Long: `The pipeline of MCU (Zheng et al., "Towards Evaluating Generalist Agents"): atomic tasks of
a world, composed ones, scenes at three difficulties, an expert that tries them, agents that
play, and ratings. All of it runs offline, and exactly where the rules are known. See
docs/mcu.md.`,
		Example: `  adam mcu tasks --world minecraft-1.19 --json
  adam mcu run --suite wilds-35 --agent ours,random --difficulty hard --episodes 2 --out games`,
	}
	cmd.AddCommand(newMCUTasks(), newMCUScenes(), newMCUCriteria(), newMCUVerify(), newMCURun(), newMCURate(), newMCUReport(), newMCUReplay())
	return cmd
}

// openGame makes the game of a world file, or of one that is lived in.
func openGame(name string) (*mcu.Game, error) {
	rest, lived := strings.CutPrefix(name, "lived:")
	f, err := scenarios.Load(rest)
	if err != nil {
		return nil, err
	}
	g, err := mcu.NewGame(f, lived)
	if err != nil {
		return nil, quiet{err, errInput}
	}
	return g, nil
}

// openRecorded opens the world of this name that a recording, or a scene, is of: where it is no world that comes with the program, from
// its file.
func openRecorded(name, file string) (*mcu.Game, error) {
	if file == "" {
		g, err := openGame(name)
		if errors.Is(err, scenarios.ErrUnknownWorld) {
			return nil, hinted(err, "of a world of your own give the file: --world lived:FILE")
		}
		return g, err
	}
	g, err := openGame(file)
	if err == nil && g.Name != name {
		err = inputf("%s is the world %s, and this is of %s", interaction.Shown(file), interaction.Shown(g.Name), interaction.Shown(name))
		if name == "lived:"+g.Name {
			err = hinted(err, "it was lived in: --world lived:"+pasted(file))
		}
		return nil, err
	}
	return g, err
}

// recordedFlag is the flag for the file of a world of one's own.
func recordedFlag(cmd *cobra.Command, file *string) {
	cmd.Flags().StringVar(file, "world", "", "the file of the world, where it is one of your own: lived:PATH, or PATH")
}

func newMCUTasks() *cobra.Command {
	var world, db, family string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "tasks [TASK]...",
		Short: "List the atomic tasks of a world, or read composed ones",
		Long: `List the atomic tasks that a world has, each with a goal that says nothing of method, tool
or place and with an end that a machine can check; no two are the same skill on the same
thing. With arguments, read tasks in the grammar of adam run, with and, or, then, near, in,
at, during, while, with, without, bare-handed and without losing, and print them as they
are understood. With --db, tasks are of what was learned of a world that is no file.`,
		Example: `  adam mcu tasks --world lived:wilds
  adam mcu tasks --world minecraft-1.19 --family craft --json
  adam mcu tasks --world lived:wilds "hunt pork by day near grass, then survive 60 steps"`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			var g *mcu.Game
			if db != "" {
				w, err := openWorld(cmd.Context(), world, cmd.ErrOrStderr())
				if err != nil {
					return err
				}
				defer func() { _ = w.Close() }() // only its name is needed
				graph, err := loadGraph(cmd.Context(), db)
				if err != nil {
					return err
				}
				if err := graph.Foreign(w.Spec()); err != nil {
					return err
				}
				g = mcu.Learned(w, graph)
			} else if g, err = openGame(world); err != nil {
				return err
			}
			var tasks []mcu.Task
			for _, text := range args {
				t, err := g.Composed(text)
				if err != nil {
					return err
				}
				tasks = append(tasks, t)
			}
			if len(args) == 0 {
				tasks = g.Atomic()
			}
			if family != "" {
				if !slices.Contains(mcu.Families, mcu.Family(family)) {
					return usage(errorf("--family %q: it is one of %s", family, strings.Trim(fmt.Sprint(mcu.Families), "[]")))
				}
				tasks = slices.DeleteFunc(tasks, func(t mcu.Task) bool { return t.Family != mcu.Family(family) })
			}
			return show(cmd.OutOrStdout(), append([]mcu.Task{}, tasks...), nil, asJSON, func(w io.Writer) {
				count := map[mcu.Family]int{}
				for _, t := range tasks {
					fmt.Fprintf(w, "%-40s %s\n", t.ID, t.Goal())
					count[t.Family]++
				}
				fmt.Fprintf(w, "\n%d tasks:", len(tasks))
				for _, f := range mcu.Families {
					if count[f] > 0 {
						fmt.Fprintf(w, " %d %s", count[f], f)
					}
				}
				fmt.Fprintln(w)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&world, "world", "minecraft-1.19", "a world file, embedded or by its path, or lived:WORLD; with --db, any world")
	f.StringVar(&db, "db", "", "make tasks of what this database knows of the world")
	f.StringVar(&family, "family", "", "only tasks of this family")
	f.BoolVar(&asJSON, "json", false, "write JSON: id, family, text, goal and checkable of each")
	return cmd
}

// mcuSuite is what commands have in common that play a suite.
type mcuSuite struct {
	suite  string
	levels []string
	seed   uint64
	tries  int
	trials int // those of the suite's file, when it was opened
}

func (s *mcuSuite) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.suite, "suite", "wilds-35", "tasks: "+strings.Join(mcu.SuiteNames(), ", ")+", or a file as docs/mcu.md says")
	f.StringSliceVar(&s.levels, "difficulty", []string{"simple", "medium", "hard"}, "simple, medium, hard")
	f.Uint64Var(&s.seed, "seed", 1, "of scenes, and of agents")
	f.IntVar(&s.tries, "tries", 5, "how often a scene that the expert fails is drawn anew")
}

func (s *mcuSuite) open() (g *mcu.Game, tasks []mcu.Task, levels []mcu.Difficulty, err error) {
	if s.tries < 1 {
		return nil, nil, nil, usage(errorf("tries must be at least 1"))
	}
	for _, l := range s.levels {
		if !slices.Contains(mcu.Difficulties, mcu.Difficulty(l)) {
			return nil, nil, nil, usage(errorf("--difficulty %q: it is simple, medium or hard", l))
		}
		levels = append(levels, mcu.Difficulty(l))
	}
	suite, err := mcu.LoadSuite(s.suite)
	if err != nil {
		return nil, nil, nil, quiet{err, errInput}
	}
	if g, err = openGame(suite.World); err != nil {
		return nil, nil, nil, err
	}
	suite.World = g.Name // a file is opened by its path
	s.trials = suite.Trials
	tasks, err = g.Tasks(suite)
	if err != nil {
		return nil, nil, nil, quiet{err, errInput}
	}
	return g, tasks, levels, nil
}

func newMCUScenes() *cobra.Command {
	var world, level, file string
	var n int
	var seed uint64
	var a authoring
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "scenes TASK",
		Short: "Set scenes for a task, or check a scene file",
		Long: `Draw scenes for a task: what is at hand, where and when it begins and what is near. TASK is
the ID of an atomic task (adam mcu tasks) or a task in the grammar. How much the scenes
differ is said; --json has the scenes, each as a scene file. With --check, a scene file, or
what --json wrote, is read and its faults are told.

With --llm-model, a language model writes the scenes (--played: a stand-in does), by the paper's
soft constraints. What can't be read, or what an expert can't do the task from, goes back with
the reason, --tries times in all; scenes that an expert solved are written, and why others
aren't is said. If none is left, the exit code is 1.`,
		Example: `  adam mcu scenes craft/pickaxe --difficulty hard --count 100
  adam mcu scenes mine/log --llm-model some-model --llm-base-url http://localhost:8000/v1
  adam mcu scenes "mine a log at night" --json
  adam mcu scenes --check scene.json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			g, err := openGame(world)
			if err != nil {
				return err
			}
			if file != "" {
				data, err := os.ReadFile(file)
				if err != nil {
					return err
				}
				return checkScenes(cmd.OutOrStdout(), g, file, data)
			}
			if len(args) == 0 || n < 1 || !slices.Contains(mcu.Difficulties, mcu.Difficulty(level)) {
				return usage(errorf("name a task, a difficulty of simple, medium and hard, and a count of at least 1"))
			}
			t, err := findTask(g, world, args[0])
			if err != nil {
				return err
			}
			out := struct {
				Scenes    []mcu.Scene   `json:"scenes"`
				Diversity mcu.Diversity `json:"diversity"`
				Written   *writtenJSON  `json:"written,omitempty"`
			}{Scenes: []mcu.Scene{}}
			author, done, err := a.open(cmd, g, seed)
			if err != nil {
				return err
			}
			defer done(&err)
			if author != nil {
				m := newMeter(cmd.ErrOrStderr())
				out.Scenes, out.Written, err = writeScenes(cmd.Context(), author, t, mcu.Difficulty(level), n, seed, func(i, of int) { m.share("scene", i, of) })
				m.end()
				if err != nil {
					return err
				}
			}
			for i := range n {
				if author != nil {
					break
				}
				s, err := (&mcu.Generator{Game: g, Seed: seed}).Scene(cmd.Context(), t, mcu.Difficulty(level), i, nil)
				if err != nil {
					return err
				}
				out.Scenes = append(out.Scenes, s)
			}
			out.Diversity = mcu.Diverse(out.Scenes)
			if err := show(cmd.OutOrStdout(), out, nil, asJSON, func(w io.Writer) {
				for i, s := range out.Scenes {
					if i < 10 {
						fmt.Fprintf(w, "%3d. %s\n", i+1, sceneText(s))
					}
				}
				if len(out.Scenes) > 0 {
					fmt.Fprintf(w, "%d of %d scenes are different\n", out.Diversity.Different, out.Diversity.Scenes)
				}
				for _, k := range []string{"inventory", "biome", "time", "weather", "vitals", "near"} {
					if len(out.Scenes) == 0 {
						break // nothing is spread
					}
					fmt.Fprintf(w, "  %-10s %4d values, %.1f bits\n", k, out.Diversity.Spread[k].Values, out.Diversity.Spread[k].Entropy)
				}
				if out.Written != nil {
					out.Written.print(w)
				}
			}); err != nil {
				return err
			}
			if len(out.Scenes) == 0 {
				return errNo
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&world, "world", "lived:wilds", "a world file, embedded or by its path, or lived:WORLD")
	f.StringVar(&level, "difficulty", "medium", "simple, medium or hard")
	f.IntVar(&n, "count", 10, "how many scenes")
	f.Uint64Var(&seed, "seed", 1, "of the scenes")
	a.flags(cmd)
	f.StringVar(&file, "check", "", "read this scene file, and tell its faults")
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// findTask is an atomic task of the game by its ID, or one in the grammar. The world is what a person called it.
func findTask(g *mcu.Game, world, text string) (mcu.Task, error) {
	family, _, slash := strings.Cut(text, "/")
	if !slash || !slices.Contains(mcu.Families, mcu.Family(family)) {
		return g.Composed(text)
	}
	var ids []string
	for _, t := range g.Atomic() {
		if t.ID == text {
			return t, nil
		}
		ids = append(ids, t.ID)
	}
	return mcu.Task{}, hinted(inputf("%s has no atomic task %q%s", g.Name, interaction.Shown(text), interaction.Meant(text, ids)), "list them with: adam mcu tasks --world "+pasted(world))
}

func newMCUVerify() *cobra.Command {
	var s mcuSuite
	var n, parallel int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Have an expert try the scenes of a suite, and a second one those that it solved",
		Long: `Draw scenes and have an expert, which plans on the true tree, try each. What it fails goes
back to the generator with the reason, and is drawn anew. A second expert, which shares
nothing with the first but the body, tries what was solved.`,
		Example: "  adam mcu verify --suite wilds-35 --scenes 3 --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if n < 1 || parallel < 1 {
				return usage(errorf("scenes and parallel must be at least 1"))
			}
			g, tasks, levels, err := s.open()
			if err != nil {
				return err
			}
			v := &mcu.Verifier{Generator: mcu.Generator{Game: g, Seed: s.seed}, Tries: s.tries}
			m := newMeter(cmd.ErrOrStderr())
			r, err := v.Suite(cmd.Context(), tasks, levels, n, parallel, func(i, of int) { m.share("scene", i, of) })
			m.end()
			return show(cmd.OutOrStdout(), r, err, asJSON, func(w io.Writer) { r.Print(w) })
		},
	}
	f := cmd.Flags()
	s.flags(cmd)
	f.IntVar(&n, "scenes", 10, "of each task and difficulty")
	f.IntVar(&parallel, "parallel", 2, "scenes tried at once")
	f.BoolVar(&asJSON, "json", false, "write JSON: scenes, solvable_before, solvable_after, second_expert")
	return cmd
}

// readTrace reads a recording. What is whole of one that is cut is returned with the error.
func readTrace(path string) (*mcu.Trace, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	t, err := mcu.ReadTrace(f)
	if err != nil {
		err = quiet{fmt.Errorf("%s: %w", path, err), errInput}
		if errors.Is(err, mcu.ErrCut) {
			err = hinted(err, "what is whole of it can be seen with: adam mcu replay --whole "+pasted(path))
		}
	}
	return t, err
}

func newMCUReplay() *cobra.Command {
	var picture, world string
	var whole bool
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Play a recorded episode again, or make an animated picture of it",
		Long: `Play a recorded episode again, by its actions and seed, and tell what happened. It is an
error if anything else happens than was recorded. With --gif, an animated picture (GIF) of
it is written.`,
		Example: `  adam mcu replay games/ours/mine_log/hard-1.jsonl
  adam mcu replay games/ours/mine_log/hard-1.jsonl --gif log.gif
  adam mcu replay mine/ours/mine_log/hard-1.jsonl --world lived:mygame.json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if whole && picture != "" {
				return usage(errorf("--gif needs a recording that isn't cut off: leave out --whole"))
			}
			t, err := readTrace(args[0])
			if whole && errors.Is(err, mcu.ErrCut) && t != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "%v: %d events are whole\n", err, len(t.Events))
				printTrace(cmd.OutOrStdout(), t)
				return nil
			}
			if err != nil {
				return err
			}
			g, err := openRecorded(t.World, world)
			if err != nil {
				return err
			}
			if picture != "" {
				if err := checkWrite(picture); err != nil {
					return err
				}
				var b bytes.Buffer
				if err := g.WriteGIF(cmd.Context(), t, &b); err != nil {
					return quiet{fmt.Errorf("%s: %w", args[0], err), errInput}
				}
				return writeFile(picture, b.Bytes())
			}
			if err := g.Replay(cmd.Context(), t, interaction.Shot{}, func(mcu.View) error { return nil }); err != nil {
				return quiet{fmt.Errorf("%s: %w", args[0], err), errInput}
			}
			printTrace(cmd.OutOrStdout(), t)
			return nil
		},
	}
	recordedFlag(cmd, &world)
	f := cmd.Flags()
	f.StringVar(&picture, "gif", "", "write an animated picture into this file")
	f.BoolVar(&whole, "whole", false, "of a recording that is cut off, tell what is whole")
	return cmd
}

// printTrace tells what happened.
func printTrace(w io.Writer, t *mcu.Trace) {
	fmt.Fprintf(w, "%s: %s (%s), by %s\n", interaction.Shown(t.World), interaction.Shown(t.Goal), interaction.Shown(string(t.Difficulty)), interaction.Shown(t.Agent))
	for _, e := range t.Events {
		var changes []interaction.Change
		for f, n := range e.Changes {
			changes = append(changes, interaction.Change{Factor: interaction.Shown(f), To: n})
		}
		slices.SortFunc(changes, func(a, b interaction.Change) int { return strings.Compare(a.Factor, b.Factor) })
		switch {
		case e.Intent != "":
			fmt.Fprintf(w, "step %5d  move %d: %s\n", e.Step, e.Move, interaction.Shown(e.Intent))
		case e.Label != "":
			fmt.Fprintf(w, "step %5d    %s: %s\n", e.Step, interaction.Shown(e.Label), interaction.FormatChanges(changes))
		case len(changes) > 0:
			fmt.Fprintf(w, "step %5d    %s\n", e.Step, interaction.FormatChanges(changes))
		}
	}
	fmt.Fprintf(w, "%s, after %d moves and %d steps\n", interaction.Shown(t.End), t.Moves, t.Steps)
}

// sceneText is a scene in a line.
func sceneText(s mcu.Scene) string {
	parts := []string{"has " + interaction.FormatAmounts(interaction.SortedAmounts(s.Inventory))}
	if s.Biome != "" {
		parts = append(parts, fmt.Sprintf("in %s at %d", s.Biome, s.Time))
	}
	if s.Weather != "" {
		parts = append(parts, s.Weather)
	}
	var near []string
	for _, n := range s.Near {
		near = append(near, fmt.Sprintf("%s (%d cells)", n.Thing, n.Far))
	}
	if near != nil {
		parts = append(parts, "near "+strings.Join(near, ", "))
	}
	return strings.Join(append(parts, plural(s.Moves, "move")), "; ")
}

// checkScenes tells what the scene of a file is, or the scenes that adam mcu scenes --json wrote, or the first fault.
func checkScenes(w io.Writer, g *mcu.Game, file string, data []byte) error {
	var list struct {
		Scenes []json.RawMessage `json:"scenes"`
	}
	if json.Unmarshal(data, &list) != nil || list.Scenes == nil {
		list.Scenes = []json.RawMessage{data}
	}
	for i, scene := range list.Scenes {
		s, err := g.ReadScene(bytes.NewReader(scene))
		if err != nil {
			if len(list.Scenes) > 1 {
				file = fmt.Sprintf("%s, scene %d", file, i+1)
			}
			return quiet{fmt.Errorf("%s: %w", file, err), errInput}
		}
		fmt.Fprintf(w, "a scene of %s, %s, %s\n", s.World, s.Goal, s.Difficulty)
	}
	return nil
}
