package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/scenarios/bench"
	"github.com/adam-discovery/adam/scenarios/mcu"
)

// mcuAgents are the agents that a run can have, in the order of their description.
var mcuAgents = []string{"ours", "no-patroller", "no-perception", "no-memory", "one-at-a-time", "adam-published", "scripted", "random", "react", "reflexion", "autogpt", "voyager"}

func newMCURun() *cobra.Command {
	var s mcuSuite
	var r mcuRun
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Have agents play a suite, and judge them by what they did",
		Long: `Have agents play the scenes of a suite that an expert solved, all of them the same ones, and
judge each episode by its trace. All have the same body, which finds its way to where an
action can be done; they differ in what they decide.

  ours            plans on what it learned in the laboratory of the world's rules, looks
                  whether what happens is what it claims, remembers plans, and what it saw where
  no-patroller    ours without a look at what happens
  no-perception   ours that isn't told what is around it
  no-memory       ours that forgets, whenever it thinks where to go, what is out of view, and
                  plans of earlier episodes
  one-at-a-time   ours that learned as ADAM does: one cause removed after the other
  adam-published  ours on what ADAM's published loop believes after it learned
  scripted        the best plan from nothing, on the true rules, with no look at anything
  random          any move
  react, reflexion, autogpt, voyager: a language model in the style of these agents; with
                  --llm-model, or --played for a stand-in that knows nothing; else skipped

With --out, each episode is recorded (adam mcu replay), and its scores are kept in
rows.jsonl there: the same command goes on where it was interrupted.

With --scenes, what is played are the scenes of a file, such as a language model wrote.`,
		Example: `  adam mcu run --suite wilds-35 --agent ours,random --difficulty hard --episodes 10 --out games
  adam mcu run --agent react --played --episodes 1 --json`,
		RunE: func(cmd *cobra.Command, _ []string) error { return r.run(cmd, &s) },
	}
	s.flags(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&r.agents, "agent", []string{"ours", "random"}, "who plays: "+strings.Join(mcuAgents, ", ")+", or all")
	f.IntVar(&r.episodes, "episodes", 10, "of each task, agent and difficulty")
	recordedFlag(cmd, &r.world)
	f.StringVar(&r.scenes, "scenes", "", "play the scenes of this file, of adam mcu scenes --json, in the place of a suite's")
	f.StringVar(&r.out, "out", "", "keep recordings and rows in this folder")
	f.IntVar(&r.parallel, "parallel", 2, "episodes played at once")
	f.IntVar(&r.trials, "trials", 0, "by how many trials of the laboratory ours and its ablations learn; 0: as many as it takes (default: as the suite says)")
	f.BoolVar(&r.played, "played", false, "a stand-in plays the language model: it knows nothing, and what it scores says nothing of a real one")
	r.llm.add(cmd)
	f.BoolVar(&r.asJSON, "json", false, "write JSON: rows, ratings and agreement")
	return cmd
}

type mcuRun struct {
	agents   []string
	episodes int
	scenes   string
	world    string // of the scenes, where that is a file
	out      string
	parallel int
	trials   int
	played   bool
	llm      modelFlags
	asJSON   bool
}

func (r *mcuRun) run(cmd *cobra.Command, s *mcuSuite) (err error) {
	if r.episodes < 1 || r.parallel < 1 || r.trials < 0 {
		return usage(errorf("episodes and parallel must be at least 1, and trials can't be negative"))
	}
	if r.world != "" && r.scenes == "" {
		return usage(errorf("--world is that of --scenes: a suite names its own"))
	}
	if slices.Equal(r.agents, []string{"all"}) {
		r.agents = mcuAgents
	}
	for _, a := range r.agents {
		if !slices.Contains(mcuAgents, a) {
			return usage(errorf("--agent %q: there are %s%s", a, strings.Join(mcuAgents, ", "), interaction.Meant(a, mcuAgents)))
		}
	}
	g, tasks, levels, set, err := r.open(cmd, s)
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("trials") {
		r.trials = s.trials
	}
	casts, done, err := r.casts(cmd, g, s.seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	if len(casts) == 0 {
		return hinted(usage(errorf("nobody is left to play")), "add: --llm-model NAME, or --played")
	}
	settings := mcuSettings{World: g.Name, Seed: s.seed, Tries: s.tries, Trials: r.trials}
	if r.scenes != "" {
		data, err := os.ReadFile(r.scenes)
		if err != nil {
			return err
		}
		settings.Scenes = fmt.Sprintf("%x", sha256.Sum256(data))
	}
	book, err := openBook(r.out, settings)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, book.close()) }()
	byID := map[string]mcu.Task{}
	for _, t := range tasks {
		byID[t.ID] = t
	}
	m := newMeter(cmd.ErrOrStderr())
	run := mcu.Run{Game: g, Tasks: tasks, Agents: casts, Levels: levels, Episodes: r.episodes, Parallel: r.parallel,
		Known: book.known, Scenes: set,
		Keep: func(p mcu.Played) error {
			c, err := g.Criteria(cmd.Context(), p.Scene)
			if err != nil {
				return err
			}
			return book.keep(g.RowOf(byID[p.Task], c, p.Trace), p.Trace)
		},
	}
	err = run.Play(cmd.Context(), func(n, of int) { m.share("episode", n, of) })
	m.end()
	if errors.Is(err, context.Canceled) && r.out != "" {
		err = hinted(err, "go on with the same command: what was played is kept in "+r.out)
	}
	stopped := errors.Is(err, context.Canceled)
	if mute := (*llm.Fault)(nil); errors.As(err, &mute) {
		stopped = true
		hint := modelHint(err, "see to the model's server and key (--llm-base-url, OPENAI_API_KEY), or leave its agents out") + "; with --out DIR what was played would be kept"
		if r.out != "" {
			hint = modelHint(err, "see to the model's server and key (--llm-base-url, OPENAI_API_KEY)") + ", then go on with the same command: what was played is kept in " + r.out
		}
		err = hinted(err, hint)
	}
	report := mcu.NewReport(book.rows())
	if stopped { // what was played until then is worth something
		return cmp.Or(show(cmd.OutOrStdout(), report, nil, r.asJSON, func(w io.Writer) { report.Print(w) }), err)
	}
	return show(cmd.OutOrStdout(), report, err, r.asJSON, func(w io.Writer) { report.Print(w) })
}

// setter sets the n-th scene of a task.
type setter = func(ctx context.Context, t mcu.Task, d mcu.Difficulty, n int) (mcu.Scene, error)

// open says what is played: a suite, or the scenes of a file.
func (r *mcuRun) open(cmd *cobra.Command, s *mcuSuite) (*mcu.Game, []mcu.Task, []mcu.Difficulty, setter, error) {
	if r.scenes != "" {
		return r.openScenes(cmd)
	}
	g, tasks, levels, err := s.open()
	if err != nil {
		return nil, nil, nil, nil, err
	}
	v := &mcu.Verifier{Generator: mcu.Generator{Game: g, Seed: s.seed}, Tries: s.tries}
	return g, tasks, levels, func(ctx context.Context, t mcu.Task, d mcu.Difficulty, n int) (mcu.Scene, error) {
		x, err := v.Verify(ctx, t, d, n)
		if err == nil && !x.Solved {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s, %s, scene %d: no expert solved it in %d draws; the last is played\n", interaction.Shown(t.ID), d, n+1, max(1, s.tries))
		}
		return x.Scene, err
	}, nil
}

// casts are those who play. What they know they learn here, once.
func (r *mcuRun) casts(cmd *cobra.Command, g *mcu.Game, seed uint64) (out []mcu.Cast, done func() error, err error) {
	done = func() error { return nil }
	ctx := cmd.Context()
	var ask llm.Completer
	name := "played"
	styles := slices.ContainsFunc(r.agents, func(a string) bool { return slices.Contains(mcu.Styles, mcu.Style(a)) })
	switch {
	case !styles:
	case r.played:
		server, err := llmsim.Serve(llmsim.Config{Say: mcu.PlayedPlayer{Guesses: .3, Rubbish: .02, Seed: seed}.Say})
		if err != nil {
			return nil, done, err
		}
		cfg := llm.Default()
		cfg.Model, cfg.BaseURL = name, server.URL()
		ask, done = llm.NewClient(cfg, llm.Secret{}), func() error { server.Close(); return nil }
	case len(r.llm.given()) > 0:
		model, err := r.llm.open(seed)
		if err != nil {
			return nil, done, err
		}
		ask, name = model.metered(), model.cfg.Model
		done = func() (err error) { model.finish(cmd.ErrOrStderr(), &err); return err }
	}
	learned := map[string]*graphstore.Graph{}
	learn := func(how string) (*graphstore.Graph, error) {
		if learned[how] != nil {
			return learned[how], nil
		}
		var graph *graphstore.Graph
		var err error
		if how == "published" {
			graph, err = bench.Published(ctx, g.Rules, seed)
		} else {
			cfg := explore.Default()
			cfg.Seed, cfg.Budget = seed, r.trials
			if how == "one-at-a-time" {
				cfg.Refiner = refine.OneAtATime{}
			}
			var x bench.Result
			x, err = bench.Explore(ctx, g.Rules, cfg)
			graph = x.Graph
		}
		learned[how] = graph
		return graph, err
	}
	for _, a := range r.agents {
		how := map[string]string{"one-at-a-time": "one-at-a-time", "adam-published": "published"}[a]
		var graph *graphstore.Graph
		if !slices.Contains([]string{"scripted", "random"}, a) && !slices.Contains(mcu.Styles, mcu.Style(a)) {
			if graph, err = learn(how); err != nil {
				return nil, done, err
			}
		}
		var agent func() mcu.Agent
		switch a {
		case "scripted":
			agent = func() mcu.Agent { return mcu.Scripted{Graph: g.Graph} }
		case "random":
			agent = func() mcu.Agent { return mcu.Random{Seed: seed} }
		case "react", "reflexion", "autogpt", "voyager":
			if ask == nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s is skipped: it needs a language model (--llm-model, or --played for a stand-in)\n", a)
				continue
			}
			agent = func() mcu.Agent { return &mcu.Modelled{Style: mcu.Style(a), Model: name, Ask: ask} }
		default:
			agent = func() mcu.Agent {
				return &mcu.Planning{Graph: graph, Patrols: a != "no-patroller", Sees: a != "no-perception", Remembers: a != "no-memory"}
			}
		}
		called := a
		if slices.Contains(mcu.Styles, mcu.Style(a)) && r.played {
			called += " (played)"
		}
		out = append(out, mcu.Cast{Name: called, New: agent})
	}
	return out, done, nil
}

// book keeps the rows and recordings of a run, in a folder if there is one. It is safe for concurrent use.
type book struct {
	dir  string
	mu   sync.Mutex
	file *os.File
	all  map[string]mcu.Row
	keys []string
}

// rowsFile is where rows are kept.
const rowsFile = "rows.jsonl"

// settingsFile says by which settings a folder's rows were played.
const settingsFile = "settings.json"

// mcuSettings are what decides, beside agents, tasks and difficulties, which row an episode gets.
type mcuSettings struct {
	World  string `json:"world"`
	Seed   uint64 `json:"seed"`
	Tries  int    `json:"tries"`
	Trials int    `json:"trials"`
	Scenes string `json:"scenes,omitempty"` // SHA-256 of a file of scenes
}

// settle keeps the settings in a new folder, and refuses a folder of other ones.
func (s mcuSettings) settle(dir string) error {
	path := filepath.Join(dir, settingsFile)
	now, err := json.Marshal(s)
	if err != nil {
		return err
	}
	was, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(filepath.Join(dir, rowsFile)); err == nil {
			return hinted(inputf("%s has rows, and no %s that says by which settings they were played", dir, settingsFile), "choose another folder")
		}
		if err := writeFile(path, append(now, '\n')); err != nil {
			return quiet{err, errOutput}
		}
		return nil
	}
	if err != nil {
		return quiet{err, errInput}
	}
	if !bytes.Equal(bytes.TrimSpace(was), now) {
		return hinted(inputf("%s has rows that were played by other settings: %s, and not %s", dir, interaction.Shown(string(bytes.TrimSpace(was))), now), "choose another folder, or those settings")
	}
	return nil
}

func openBook(dir string, settings mcuSettings) (*book, error) {
	b := &book{dir: dir, all: map[string]mcu.Row{}}
	if dir == "" {
		return b, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, quiet{err, errInput}
	}
	if err := settings.settle(dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, rowsFile)
	rows, _, err := readRows(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, r := range rows {
		b.enter(r)
	}
	if b.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644); err != nil {
		return nil, quiet{err, errInput}
	}
	if err := endLine(b.file); err != nil {
		return nil, errors.Join(quiet{err, errOutput}, b.file.Close())
	}
	return b, nil
}

// endLine ends the last line of a file that is appended to, where that was cut off: a row that isn't whole is played again.
func endLine(f *os.File) error {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	var last [1]byte
	if _, err := f.ReadAt(last[:], info.Size()-1); err != nil || last[0] == '\n' {
		return err
	}
	_, err = f.WriteString("\n")
	return err
}

// mostRows is how many bytes of packed rows are read at most.
const mostRows = 1 << 30

// readRows reads rows, packed ones (.gz), too. Of an episode that was played again the last counts. A last one that is cut off is left
// out, and said to be torn; a broken one is an error.
func readRows(path string) (rows []mcu.Row, torn bool, err error) {
	data, err := os.ReadFile(path)
	if err == nil && strings.HasSuffix(path, ".gz") {
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(data)); err == nil {
			data, err = io.ReadAll(io.LimitReader(z, mostRows))
		}
		if err != nil {
			return nil, false, inputf("%s isn't whole: %w", path, err)
		}
	}
	if err != nil {
		return nil, false, err
	}
	lines := strings.Split(string(data), "\n")
	at := map[string]int{}
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		var r mcu.Row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			if i == len(lines)-1 {
				return rows, true, nil
			}
			if bad := (*json.SyntaxError)(nil); errors.As(err, &bad) && bad.Offset >= int64(len(line)) {
				continue // it was cut off, and played again
			}
			return rows, false, inputf("%s: line %d is no row: %w", path, i+1, err)
		}
		k := rowKey(r.Agent, r.Task, r.Difficulty, r.Episode)
		if n, again := at[k]; again {
			rows[n] = r
			continue
		}
		at[k] = len(rows)
		rows = append(rows, r)
	}
	return rows, false, nil
}

func rowKey(agent, task string, d mcu.Difficulty, n int) string {
	return fmt.Sprintf("%s|%s|%s|%d", agent, task, d, n)
}

func (b *book) enter(r mcu.Row) {
	k := rowKey(r.Agent, r.Task, r.Difficulty, r.Episode)
	if _, known := b.all[k]; !known {
		b.keys = append(b.keys, k)
	}
	b.all[k] = r
}

func (b *book) known(agent, task string, d mcu.Difficulty, n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, known := b.all[rowKey(agent, task, d, n)]
	return known
}

// keep keeps an episode: first the recording, and then the row that says it is there.
func (b *book) keep(r mcu.Row, t *mcu.Trace) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.enter(r)
	if b.dir == "" {
		return nil
	}
	path := recording(b.dir, r)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return quiet{err, errOutput}
	}
	var text strings.Builder
	if err := t.Write(&text); err != nil {
		return err
	}
	if err := writeFile(path, []byte(text.String())); err != nil {
		return err
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := b.file.Write(append(line, '\n')); err != nil {
		return quiet{err, errOutput}
	}
	return nil
}

// rows are all, in a fixed order.
func (b *book) rows() []mcu.Row {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := make([]mcu.Row, 0, len(b.keys))
	for _, k := range b.keys {
		out = append(out, b.all[k])
	}
	mcu.SortRows(out)
	return out
}

func (b *book) close() error {
	if b.file == nil {
		return nil
	}
	return b.file.Close()
}

// fileName is a name as that of a file.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '_'
	}, name)
}

func newMCUReport() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "report FILE...",
		Short: "Make the tables and figures of the paper of what was played",
		Long: `Read rows of episodes (rows.jsonl of adam mcu run --out, or the folder that has it; or the
raw rows in scenarios/results) and write tables 1 to 5 and figures 5 and 6 of the paper as
far as the rows have them: means in each dimension, ratings with intervals, what was done by
family, and the drop from simple to hard. What people said of recordings (adam serve --vote) is
told beside it, with how far they agree with the exact rater.`,
		Example: `  adam mcu report games
  adam mcu report scenarios/results/mcu-wilds-35.jsonl.gz --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var rows []mcu.Row
			var votes []mcu.Preference
			var graded []mcu.Graded
			var offset int64 // of ballots, so that those of different folders are different ones
			agreement := map[string]mcu.Agreeing{}
			for _, path := range args {
				dir := ""
				if info, err := os.Stat(path); err == nil && info.IsDir() {
					said, err := readAgreement(path)
					if err != nil {
						return err
					}
					for name, r := range said {
						if r.Distrust != "" {
							name += " (can't be relied on: " + r.Distrust + ")"
						}
						agreement[interaction.Shown(name)] = r.Agreement
					}
					dir, path = path, filepath.Join(path, rowsFile)
				}
				more, torn, err := readRows(path)
				if err != nil {
					return err
				}
				if torn {
					fmt.Fprintf(cmd.ErrOrStderr(), "%s: the last row is cut off, and left out\n", path)
				}
				if dir != "" {
					v, g, lost, err := heard(cmd.Context(), dir, more)
					if err != nil {
						return err
					}
					if lost > 0 {
						fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d votes are of recordings that have no row, and left out\n", dir, lost)
					}
					for i := range v {
						v[i].Ballot += offset
					}
					for i := range g {
						g[i].Ballot += offset
					}
					votes, graded, offset = append(votes, v...), append(graded, g...), offset+1<<40
				}
				rows = append(rows, more...)
			}
			if len(rows) == 0 {
				return inputf("there are no rows in %s", strings.Join(args, ", "))
			}
			mcu.SortRows(rows)
			report := mcu.NewReport(rows)
			report.Agreement = agreement
			report.Hear(votes, graded)
			return show(cmd.OutOrStdout(), report, nil, asJSON, func(w io.Writer) { report.Print(w) })
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON: rows, ratings, agreement")
	return cmd
}
