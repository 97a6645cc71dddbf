package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/sqlite"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/queue"
	"github.com/adam-discovery/adam/scenarios"
)

// design holds the flags that decide which trials are asked.
type design struct {
	refiner, hypothesizer, unlock, chances string
	cfg                                    explore.Config
	autoWidth                              bool // is chosen when it is known how many workers there are
	llm                                    modelFlags
	advice                                      // of commands that offer it
	plays                                  bool // the model plays where it was named, of commands that offer that
}

var refiners = choices[discovery.Refiner]{
	{"group", "adaptive group testing", refine.Group{}},
	{"one-at-a-time", "ADAM, section 3.4", refine.OneAtATime{}},
}

// guesser is a source of guesses: a language model, or not, and what guesses without one.
type guesser struct {
	model    bool
	fallback discovery.Hypothesizer
}

var hypothesizers = choices[guesser]{
	{"statistical", "by what the trials show", guesser{false, statistical.Hypothesizer{}}},
	{"llm", "a language model", guesser{true, statistical.Hypothesizer{}}},
	{"none", "no guesses", guesser{false, discovery.NoHypothesis{}}},
}

func (d *design) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Uint64Var(&d.cfg.Seed, "seed", 1, "seed of chance; equal seeds give equal runs")
	d.cfg.Width = 8
	f.Var(&widthValue{&d.cfg.Width, &d.autoWidth}, "width", "trials that the design asks for in one round: 1 is the paper's serial agent, 8 its parallel one; auto, with --workers: by how many sessions they have (default for worlds that take batches: 512; where one lives, lives, in a world of another process: 2)")
	f.Float64Var(&d.cfg.Delta, "delta", .01, "bound on the probability that anything certified is wrong")
	f.Float64Var(&d.cfg.Floor, "floor", .3, "least chance of an effect that the search for further effects is sure to notice")
	f.BoolVar(&d.cfg.Proved, "proved", false, "keep --delta by a proof, whenever the run stops and whatever it tests; without, by calibration, for fewer trials")
	f.StringVar(&d.chances, "chances", "shared", "what is assumed: shared (an effect has one chance, whichever of its ways is used) or own (each way has its own, at least --floor; needs more trials)")
	f.IntVar(&d.cfg.Stock, "stock", 64, "how many count as plenty of an item of which the world says nothing else (default for worlds that are lived in: 9)")
	f.IntVar(&d.cfg.Attempts, "attempts", 3, "how often a trial that breaks is run in all")
	f.StringVar(&d.unlock, "unlock", "world", "world: actions become available as the world says; none: all are tried from the start")
	f.StringVar(&d.refiner, "refiner", refiners[0].name, "how ways are found: "+refiners.usage())
	f.StringVar(&d.hypothesizer, "hypothesizer", hypothesizers[0].name, "where guesses come from: "+hypothesizers.usage())
	d.llm.add(cmd)
}

// config resolves the flags. With a language model, its replies are kept in memory
// unless the caller has it remember them elsewhere; the caller closes the model,
// which is nil if none is asked, and has no hypothesizer if it isn't to guess.
func (d *design) config() (explore.Config, *model, error) {
	cfg := d.cfg
	if d.autoWidth {
		return cfg, nil, usage(errorf("--width auto is for adam explore --workers"))
	}
	cfg.Unlock, cfg.Chances = explore.Unlock(d.unlock), explore.Chances(d.chances)
	var errs []error
	var err error
	cfg.Refiner, err = refiners.pick("refiner", d.refiner)
	errs = append(errs, err)
	guesses, err := hypothesizers.pick("hypothesizer", d.hypothesizer)
	errs = append(errs, err)
	if err := errors.Join(errs...); err != nil {
		return cfg, nil, usage(err)
	}
	cfg.Hypothesizer = guesses.fallback
	if err := cfg.Validate(); err != nil {
		return cfg, nil, usage(err)
	}
	if !guesses.model && !d.asked() && !(d.plays && len(d.llm.given()) > 0) {
		return cfg, nil, d.llm.noModel("add: --hypothesizer llm")
	}
	m, err := d.llm.open(cfg.Seed)
	if err != nil {
		return cfg, nil, err
	}
	if guesses.model {
		cfg.Hypothesizer = m.remember(&graphstore.Memory{})
	}
	return cfg, m, nil
}

// livedWidth is how many lives are chosen at once in a world of another process: to begin an episode there
// takes long, and so few are begun.
const livedWidth = 2

// fit adapts what wasn't asked for to the kind of world, and refuses what has no meaning there.
func (d *design) fit(cmd *cobra.Command, w *world, cfg *explore.Config) error {
	changed := cmd.Flags().Changed
	if w.batches() && !changed("width") {
		cfg.Width = batchWidth
	}
	if !w.lived() {
		return nil
	}
	if !changed("stock") {
		cfg.Stock = living.DefaultStock
	}
	if !w.Spec().Caps.Prompt && !changed("width") {
		cfg.Width = livedWidth
	}
	for _, flag := range []string{"proved", "refiner", "hypothesizer", "unlock", "attempts"} {
		if changed(flag) && !(flag == "attempts" && changed("workers")) {
			return hinted(usage(errorf("--%s isn't for a world whose starts can't be chosen: %s is lived in", flag, w.Spec().ID)), "leave it out")
		}
	}
	return nil
}

func newExplore() *cobra.Command {
	var d design
	var eyes sight
	var far fleet
	var pages pageFlags
	var mc minecraftFlags
	var world, db string
	var parallel int
	var timeout time.Duration
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explore",
		Short: "Explore a world until every action is certified",
		Long: `Explore a world: try its actions from chosen starts, find out what each needs, takes
and gives, and certify it. What was tried and found is kept in the
database; run the same command again after an interruption, and it goes on where it
was. A run with other settings in the same database builds on what is known: it keeps
what is certified, and tests it again only if it asks for more. (Another --stock takes a
database of its own.)

--parallel says how many sessions run at once and changes time only; a world of rules
that never waits is played in one, as that is faster. --width says how many trials the
design asks for before it looks at their outcomes.

A world that can't be set to a chosen start is lived in: an episode begins with nothing, and
what is to be tried is brought about by plans on what is known. --width then says how many
lives are chosen at once, and --budget counts steps of the world. Any world file can be lived
in, on a map: --world lived:minecraft-41-paper.

With --workers the trials are run, and lives are lived, by adam worker, on this machine and on others:
what is found is the same, whichever workers come, go or die (docs/fleet.md).

With --hypothesizer llm a language model guesses causes: any OpenAI-compatible server,
see the flags --llm-... It sees records of trials in which items are letters, and is
never trusted: a wrong answer costs trials. Every reply is kept in the database, so
the same exploration asks nothing twice; where there is no answer, or the budget is
used up, the statistical hypothesizer guesses, and the summary says so.`,
		Example: `  adam explore --parallel 8
  adam explore --world minecraft-41-modified --goal diamond --db modified.db
  adam explore --world ./my-world.json --unlock none --json
  adam explore --world lived:minecraft-41-paper --db lived.db
  adam explore --world luanti --parallel 8 --db luanti.db
  adam explore --world crafter --percipient learned --weights letters.gz --budget 6000 --db letters.db
  adam explore --world luanti --workers embedded --db luanti.db
  adam explore --world lived:minecraft-41-paper --db lived.db --serve
  adam explore --world minecraft:localhost --parallel 8 --db minecraft.db
  adam explore --hypothesizer llm --llm-model llama3.1 --llm-base-url http://localhost:11434/v1`,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if parallel > explore.MaxWidth {
				return usage(errorf("parallel %d: there can be at most %d sessions", parallel, explore.MaxWidth))
			}
			if timeout <= 0 {
				return usage(errorf("timeout %v: it must be more than nothing", timeout))
			}
			if pages.listen == "" && cmd.Flags().Changed("token") {
				return hinted(usage(errorf("--token is for --serve: without, nobody visits")), "add: --serve")
			}
			if parallel < 1 {
				return hinted(usage(errorf("parallel %d: there must be at least 1 session", parallel)), "try: --parallel 8")
			}
			far.chooses, d.autoWidth = d.autoWidth, false
			if err := far.check(cmd); err != nil {
				return err
			}
			cfg, model, err := d.config()
			if err != nil {
				return err
			}
			defer model.done(&err)
			if world, err = worldOf(cmd, world, db); err != nil {
				return err
			}
			world = mc.named(world)
			w, err := eyes.open(cmd.Context(), world, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // what it holds goes with this process
			if err := w.knows(cfg.Goal, world); err != nil {
				return err
			}
			if w.remote != nil {
				w.remote.Within(timeout)
			}
			if err := d.fit(cmd, w, &cfg); err != nil {
				return err
			}
			pages.frames = eyes.frames
			return exploreWorld(cmd, w, db, cfg, model, pool.Config{Sessions: parallel, Timeout: timeout}, hands{&far, world}, pages, asJSON)
		},
	}
	d.flags(cmd)
	eyes.flags(cmd)
	far.flags(cmd)
	mc.flags(cmd)
	f := cmd.Flags()
	keptWorldFlag(cmd, &world)
	dbFlag(cmd, &db)
	f.StringVar(&pages.listen, "serve", "", "show it in the browser meanwhile, and until Ctrl-C: --serve, or --serve=HOST:PORT")
	f.Lookup("serve").NoOptDefVal = defaultListen
	pages.flags(cmd)
	f.IntVar(&parallel, "parallel", runtime.NumCPU(), "how many sessions run at once, of a world that waits for something")
	f.DurationVar(&timeout, "timeout", trialTime, "how long a trial, or a step of a life, may take before its session is replaced")
	f.StringVar(&d.cfg.Goal, "goal", "", "a factor: reach it and certify the way to it, then stop")
	f.IntVar(&d.cfg.Budget, "budget", 0, fmt.Sprintf("after how many trials a run ends, or after how many steps of a world that is lived in, where what is under way is ended first; one that is gone on with counts those before (default, or 0: no limit, or %d steps)", living.DefaultBudget))
	f.BoolVar(&asJSON, "json", false, "write the result as one JSON object on standard output")
	return cmd
}

func worldFlag(cmd *cobra.Command, world *string) {
	cmd.Flags().StringVar(world, "world", scenarios.Default, worldUsage())
}

// keptWorldFlag is the world of a command that has a database.
func keptWorldFlag(cmd *cobra.Command, world *string) {
	cmd.Flags().StringVar(world, "world", scenarios.Default, worldUsage()+"; if the database has a world that can be opened by its name, that is the default")
}

// fileFlag is the world of a command that reads its rules.
func fileFlag(cmd *cobra.Command, world *string, def string) {
	cmd.Flags().StringVar(world, "world", def, "an embedded world (adam world list) or the path of a world file")
}

// defaultDB is the database of commands that aren't told of another.
const defaultDB = "adam.db"

func dbFlag(cmd *cobra.Command, db *string) {
	cmd.Flags().StringVar(db, "db", defaultDB, "the database")
}

// openLedger opens the database for writing what is found of the world; it makes the
// file, not its folder.
func openLedger(ctx context.Context, db string, w *world) (*sqlite.Ledger, error) {
	if db == "" || db == ":memory:" {
		return nil, usage(errorf("db %q: it must be a file, or nothing is kept", db))
	}
	ledger, err := sqlite.Open(ctx, db, sqlite.ReadWrite)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, hinted(quiet{err, errDatabase}, "make its folder first, or choose another file with --db")
	}
	if err != nil {
		return nil, err
	}
	if err := labelOnce(ctx, ledger, w); err != nil {
		return nil, errors.Join(err, ledger.Close())
	}
	return ledger, nil
}

// closeInto closes what was written to, and reports in err that it couldn't be
// finished unless something was wrong already.
func closeInto(err *error, c io.Closer) {
	if cerr := c.Close(); *err == nil {
		*err = cerr
	}
}

func exploreWorld(cmd *cobra.Command, w *world, db string, cfg explore.Config, m *model, pc pool.Config, far hands, pages pageFlags, asJSON bool) (err error) {
	ctx := cmd.Context()
	ledger, err := openLedger(ctx, db, w)
	if err != nil {
		return err
	}
	watch, shut, err := pages.watch(ctx, db, w.Label, cmd.ErrOrStderr())
	if err != nil {
		return errors.Join(err, ledger.Close())
	}
	defer func() {
		closeInto(&err, ledger) // others may write while the page stays
		err = errors.Join(err, shut(err == nil))
	}()
	if m != nil {
		cfg.Hypothesizer = m.remember(ledger)
	}
	shown := newMeter(cmd.ErrOrStderr())
	start := time.Now()
	reading := time.AfterFunc(time.Second, func() { fmt.Fprintf(cmd.ErrOrStderr(), "reading what is in %s\n", db) })
	show := func(p explore.Progress) {
		reading.Stop()
		shown.progress(p, w.Label)
		watch(p)
	}
	var sum explore.Summary
	var stats *queue.Stats
	if far.workers == "" {
		sum, err = living.World(ctx, w, ledger, cfg, pc, show)
	} else {
		reading.Stop() // the line is for what else takes long
		var s queue.Stats
		sum, s, err = far.explore(ctx, w, far.world, db, ledger, &cfg, pc.Timeout, cmd.ErrOrStderr(), shown)
		stats = &s
	}
	reading.Stop()
	if sum.End == "" { // it didn't begin
		return goOn(err)
	}
	if w.file != nil {
		sum.Warnings = append(sum.Warnings, fileWarnings(w.file, cfg, w.Spec().Caps.Starts == interaction.Episodes)...)
	}
	if len(w.unshown) > 0 {
		sum.Warnings = append(sum.Warnings, "no picture that was learned from showed "+strings.Join(w.unshown, "; ")+": such a level is read as another each time, and what is certified may be wrong; adam percipient collect with more places shows more")
	}
	shown.end()
	if err = goOn(err); w.peer != "" && errors.Is(err, explore.ErrBroken) {
		err = hinted(err, "find out what is wrong with it, by: adam world check --command "+strconv.Quote(w.peer))
	}
	wall := time.Since(start)
	if asJSON {
		if jerr := writeJSON(cmd.OutOrStdout(), newExploreJSON(w.Spec().ID, cfg, m, pc.Sessions, sum, stats, wall, w.Label)); err == nil {
			err = jerr
		}
	} else {
		printSummary(cmd.OutOrStdout(), w.Spec().ID, db, cfg, m, sum, wall, w.Label)
		if stats != nil {
			fmt.Fprintf(cmd.OutOrStdout(), "%s; batches handed out again: %d\n", plural(stats.Seen, "worker"), stats.Redelivered)
		}
	}
	return err
}

// hands are what runs the trials where it isn't this process.
type hands struct {
	*fleet
	world string // as the person called it
}

// goOn adds to an interruption how to go on.
func goOn(err error) error {
	if errors.Is(err, context.Canceled) {
		return hinted(err, "run the same command again to go on where it was")
	}
	return err
}

// labelOnce enters what people call the actions, for reports, into a ledger that
// is new.
func labelOnce(ctx context.Context, l graphstore.Ledger, w *world) error {
	for _, err := range l.Since(ctx, 0) {
		return err // not new, or not readable
	}
	labels := graphstore.LabelsEntry{Labels: map[interaction.Action]string{}}
	for _, a := range w.Spec().Actions {
		labels.Labels[a.ID] = w.Label(a.ID)
	}
	e, err := graphstore.NewEntry(labels)
	if err != nil {
		return err
	}
	return l.Append(ctx, e)
}

// exploreJSON is the result of adam explore --json; docs/json-formats.md
// describes it.
type exploreJSON struct {
	World            string                       `json:"world"`
	Seed             uint64                       `json:"seed"`
	Parallel         int                          `json:"parallel"`
	Width            int                          `json:"width"`
	Goal             string                       `json:"goal,omitempty"`
	ActionsTotal     int                          `json:"actions_total"`
	ActionsCertified int                          `json:"actions_certified"`
	Certifiable      int                          `json:"actions_certifiable"`
	NotLearned       []notLearnedJSON             `json:"not_learned"`
	ItemsFound       int                          `json:"items_found"`
	Trials           int                          `json:"trials"`
	NewTrials        int                          `json:"new_trials"`
	Steps            int                          `json:"steps"`
	Rounds           int                          `json:"rounds"`
	Episodes         int                          `json:"episodes,omitempty"`
	Faults           int                          `json:"faults"`
	Contradicted     int                          `json:"contradicted,omitempty"`
	WallSeconds      float64                      `json:"wall_seconds"`
	Delta            float64                      `json:"delta"`
	Proved           bool                         `json:"proved"`
	Floor            float64                      `json:"floor"`
	Complete         bool                         `json:"complete"`
	End              explore.End                  `json:"end"`
	Warnings         []string                     `json:"warnings"`
	Assumptions      []string                     `json:"assumptions"`
	Milestones       map[string]explore.Milestone `json:"milestones"`
	LLM              *modelJSON                   `json:"llm,omitempty"`
	WorkersSeen      *int                         `json:"workers_seen,omitempty"`
	Redelivered      *int                         `json:"redelivered,omitempty"`
}

type notLearnedJSON struct {
	Action interaction.Action `json:"action"`
	Label  string             `json:"label"`
	Reason string             `json:"reason"`
}

func newExploreJSON(id string, cfg explore.Config, m *model, parallel int, s explore.Summary, far *queue.Stats, wall time.Duration, label func(interaction.Action) string) exploreJSON {
	out := exploreJSON{World: id, Seed: cfg.Seed, Parallel: parallel, Width: cfg.Width, Goal: cfg.Goal,
		ActionsTotal: s.ActionsTotal, ActionsCertified: s.ActionsCertified, Certifiable: s.ActionsCertifiable, NotLearned: []notLearnedJSON{},
		ItemsFound: s.ItemsFound, Trials: s.Trials, NewTrials: s.NewTrials, Steps: s.Steps, Rounds: s.Rounds, Episodes: s.Episodes, Faults: s.Faults, Contradicted: s.Contradicted,
		WallSeconds: wall.Seconds(), Delta: s.Delta, Proved: cfg.Proved, Floor: cfg.Floor, Complete: s.Complete, End: s.End,
		Warnings: append([]string{}, s.Warnings...), Assumptions: assumptions(s), Milestones: s.Milestones, LLM: m.json()}
	if far != nil {
		out.Parallel, out.WorkersSeen, out.Redelivered = 0, &far.Seen, &far.Redelivered
	}
	for _, n := range s.NotLearned {
		out.NotLearned = append(out.NotLearned, notLearnedJSON{n.Action, label(n.Action), n.Reason})
	}
	if out.Milestones == nil {
		out.Milestones = map[string]explore.Milestone{}
	}
	return out
}

func printSummary(w io.Writer, id string, db string, cfg explore.Config, m *model, s explore.Summary, wall time.Duration, label func(interaction.Action) string) {
	fmt.Fprintf(w, "%s: %d of %d actions certified, %d items found\n", id, s.ActionsCertified, s.ActionsCertifiable, s.ItemsFound)
	if n := s.ActionsTotal - s.ActionsCertifiable; n > 0 && s.End == explore.EndDone {
		fmt.Fprintf(w, "%s can't be certified, see below\n", plural(n, "more action"))
	} else if n > 0 {
		fmt.Fprintf(w, "of %s nothing was seen yet that can be certified\n", plural(n, "more action"))
	}
	if s.Episodes > 0 {
		fmt.Fprintf(w, "%s in %s of %d lives, %d broken, %.2f s", plural(s.Trials, "trial"), plural(s.Steps, "step"), s.Episodes, s.Faults, wall.Seconds())
	} else {
		fmt.Fprintf(w, "%s in %s of at most %d, %d broken, %.2f s", plural(s.Trials, "trial"), plural(s.Rounds, "round"), cfg.Width, s.Faults, wall.Seconds())
	}
	if s.NewTrials > 0 && s.Trials > 0 && wall > 0 { // of attempts that all broke or ended there is no pace
		fmt.Fprintf(w, " (%.0f trials/s)", float64(s.NewTrials)/wall.Seconds())
	}
	fmt.Fprintln(w)
	if s.Contradicted > 0 {
		fmt.Fprintf(w, "%d beliefs were contradicted by what was seen later\n", s.Contradicted)
	}
	if s.ActionsCertified > 0 {
		fmt.Fprintf(w, "anything certified is wrong with probability at most %g, by %s, among the factors found\n", s.Delta, map[bool]string{false: "calibration", true: "proof"}[cfg.Proved])
		fmt.Fprintf(w, "assumed: %s\n", strings.Join(assumptions(s), "; "))
	}
	if g, ok := s.Milestones[cfg.Goal]; ok && cfg.Goal != "" {
		fmt.Fprintf(w, "%s: %s\n", cfg.Goal, milestoneText(g))
	} else if cfg.Goal != "" {
		fmt.Fprintf(w, "%s: not reached\n", cfg.Goal)
	}
	m.print(w)
	if s.End != explore.EndDone {
		printOpen(w, s)
	}
	if s.End != explore.EndGoal {
		groups := graphstore.GroupReasons(len(s.NotLearned), func(i int) string { return s.NotLearned[i].Reason }, slices.Collect(maps.Keys(s.Milestones)))
		name := func(i int) string { return actionName(label(s.NotLearned[i].Action), s.NotLearned[i].Action) }
		printNotLearned(w, groups, name, "adam graph show --unlearned --db "+pasted(db))
	}
	for _, t := range s.Warnings {
		fmt.Fprintf(w, "warning: %s\n", t)
	}
	switch {
	case s.End == explore.EndInterrupted: // the error says how to go on
		if s.NewTrials == 0 {
			fmt.Fprintf(w, "stopped while the trials in %s were gone through again: what is known, see: adam graph show --db %s\n", db, pasted(db))
		}
	case s.End == explore.EndBudget:
		printSpent(w, s, cfg.Budget)
	case s.End == explore.EndStock: // why actions aren't learned says what to do
	case s.End == explore.EndBroken:
		fmt.Fprintf(w, "given up; what was recorded is in %s\n", db)
	case s.NewTrials == 0:
		fmt.Fprintf(w, "there was nothing left to learn: every trial was in %s already\n", db)
	default:
		fmt.Fprintf(w, "kept in %s; see it with: adam graph show --db %s\n", db, pasted(db))
	}
}

// printSpent says that the budget is used up, and how to go on.
func printSpent(w io.Writer, s explore.Summary, budget int) {
	switch {
	case s.Episodes > 0 && 2*s.Faults > s.Episodes:
		fmt.Fprintf(w, "the budget of %d steps is used up, and most lives broke: what takes longer than they did can't be learned; look at the world first: adam world check\n", cmp.Or(budget, living.DefaultBudget))
	case budget == 0:
		budget = living.DefaultBudget
		fallthrough
	case s.Episodes > 0: // steps count from the beginning
		fmt.Fprintf(w, "the budget of %d steps is used up; run the same command again with a larger --budget to go on\n", budget)
	default:
		fmt.Fprintf(w, "the budget of %d is used up, counting those of a last round that it cut short;\nrun the same command again to go on\n", budget)
	}
}

// printOpen says how much a run that was stopped, or went towards a goal, left open.
func printOpen(w io.Writer, s explore.Summary) {
	certified := 0
	for _, n := range s.NotLearned {
		if n.Certified {
			certified++
		}
	}
	if n := len(s.NotLearned) - certified; n > 0 && s.End == explore.EndGoal {
		fmt.Fprintf(w, "not certified: %s, which the goal didn't need\n", plural(n, "action"))
	} else if n > 0 {
		fmt.Fprintf(w, "not certified yet: %s\n", plural(n, "action"))
	}
	if certified > 0 {
		fmt.Fprintf(w, "of the certified, %d may do more than was seen: that wasn't ruled out yet\n", certified)
	}
}

func milestoneText(m explore.Milestone) string {
	var parts []string
	for _, g := range []struct {
		name string
		mark *explore.Mark
	}{{"reached", m.Reached}, {"proven", m.Proven}, {"certified", m.Certified}} {
		switch {
		case g.mark == nil:
		case *g.mark == (explore.Mark{}):
			parts = append(parts, g.name+" before")
		default:
			parts = append(parts, fmt.Sprintf("%s after %d steps (%d rounds)", g.name, g.mark.Steps, g.mark.Rounds))
		}
	}
	return strings.Join(parts, ", ")
}
