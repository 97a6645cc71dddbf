package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/active"
	"github.com/adam-discovery/adam/controller/learner"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/mcu"
)

// runner holds the flags of adam run.
type runner struct {
	eyes              sight
	mc                minecraftFlags
	world, db, drift  string
	design            design
	cfg               controller.ActorConfig
	tips              tipFlags
	noMemory, noLearn bool
	parallel, steps   int
	asJSON            bool
	trace             trace
}

func newRun() *cobra.Command {
	r := &runner{cfg: controller.DefaultActorConfig()}
	cmd := &cobra.Command{
		Use:   "run TASK...",
		Short: "Carry out a task in a world, from an empty inventory",
		Long: `Carry out a task in a world, from an empty inventory or from what the task says is
given. The plan is made on what the database knows; what leads to the goal and isn't
known is explored first. After every action a patroller compares what happened with
what is claimed: bad luck is tried again; what the claims make impossible is disputed,
learned again, and the plan repaired. Every step is kept in the database. Where a world can't
be begun at a chosen start, nothing is explored on the way: what is known has to do.

In a world that is lived in from episode to episode it looks after itself on its way, as the
lives of an exploration do: it eats, drinks and takes shelter as far as the database knows how.
What it does for that is in no plan, and --max-steps doesn't count it. There a task can also be
to survive so many steps, or to travel so many cells; who has time gets what a shelter takes,
and eats and drinks, before it lacks it. What comes by itself, as rain, is waited for where a
plan needs it, up to 1,000 steps.

A task can have conditions on what is around the agent, in a world with a map: near a thing, and
in an embedded world in a biome, at a time of day, during a weather, while it is bright, dim or
dark; elsewhere while a fact holds. Then the agent goes about until they hold, and does the last
steps there. With --percipient learned, the agent asks pictures of an embedded world about them:
it looks around, goes nearer to what isn't clear, strikes back at what hurts it or runs from it, and
eats and drinks as the database knows how, where it sees by them; it takes no shelter.

With --llm-task a language model may say in the grammar what that doesn't understand;
with --llm-plan it names the sub-goals of each plan. It sees the names of factors, and
can name nothing that isn't known.

The exit code is 1 if the task wasn't solved; why is said.`,
		Example: `  adam run obtain 1 iron_pickaxe
  adam run "craft 8 planks and a fence, then a furnace or a fence gate" --json
  adam run a diamond pickaxe given 3 diamonds, 2 sticks --max-steps 200
  adam run an iron pickaxe --drift 7:5 --db copy.db
  adam run obtain 1 diamond --world crafter --db crafter.db
  adam run survive 400 steps --world crafter --db crafter.db
  adam run obtain 1 default:pick_diamond --world luanti --db luanti.db
  adam run a log near river water by day --world lived:wilds --percipient learned --db wilds.db`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return r.run(cmd, strings.Join(args, " "))
		},
	}
	f := cmd.Flags()
	keptWorldFlag(cmd, &r.world)
	dbFlag(cmd, &r.db)
	r.eyes.flags(cmd)
	r.mc.flags(cmd)
	r.design.flags(cmd)
	r.design.advice.flags(cmd)
	f.IntVar(&r.cfg.MaxSteps, "max-steps", r.cfg.MaxSteps, "how many actions may be executed")
	f.IntVar(&r.steps, "steps", 10_000, "how many steps of a world with a map a task with conditions may take")
	f.IntVar(&r.cfg.Retries, "retries", r.cfg.Retries, "how often in a row an action may miss, or the world break")
	f.Float64Var(&r.cfg.Alpha, "alpha", r.cfg.Alpha, "bound on the probability that a true claim is disputed, for each claim")
	f.IntVar(&r.cfg.Planner.Nodes, "nodes", r.cfg.Planner.Nodes, "how many drafts the search for a plan looks at")
	f.BoolVar(&r.cfg.Blind, "no-patroller", false, "don't look at what happens: carry out the plan, each step as often as it takes on average")
	f.StringVar(&r.drift, "drift", "", "change a recipe on the way to the goal under the agent: SEED or SEED:AFTER so many actions, such as 7:20; the database learns the new rules, so use a copy")
	f.BoolVar(&r.noMemory, "no-memory", false, "neither recall nor remember sub-plans")
	f.BoolVar(&r.noLearn, "no-learning", false, "don't explore: do with what is known")
	f.IntVar(&r.parallel, "parallel", runtime.NumCPU(), "how many sessions explore at once, of a world that waits for something")
	r.tips.flags(cmd)
	f.BoolVar(&r.asJSON, "json", false, "write the result, with its trace, as one JSON object on standard output")
	return cmd
}

func (r *runner) run(cmd *cobra.Command, text string) (err error) {
	ctx := cmd.Context()
	if r.parallel < 1 || r.parallel > explore.MaxWidth {
		return usage(errorf("parallel %d: it must be from 1 to %d", r.parallel, explore.MaxWidth))
	}
	if err := r.cfg.Validate(); err != nil {
		return usage(err)
	}
	if r.steps < 1 {
		return usage(errorf("steps %d: there must be at least 1", r.steps))
	}
	exploring, model, err := r.design.config()
	if err != nil {
		return err
	}
	defer model.finish(cmd.ErrOrStderr(), &err)
	if err := r.eyes.check(); err != nil {
		return err
	}
	name, err := worldOf(cmd, r.world, r.db)
	if err != nil {
		return err
	}
	w, err := openWorld(ctx, r.eyes.named(r.mc.named(name)), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer func() { _ = w.Close() }() // what it holds goes with this process
	if w.batches() && !cmd.Flags().Changed("width") {
		exploring.Width = batchWidth
	}
	task, err := r.task(ctx, w, text, model)
	if err != nil {
		return err
	}
	episodes := w.Spec().Caps.Starts != interaction.AnyStart
	if episodes && len(task.Given) > 0 {
		return hinted(inputf("%s begins where it begins: nothing can be given there", w.Spec().ID), "leave out what follows \"given\"")
	}
	holds, err := r.perceive(ctx, w, task)
	if err != nil {
		return err
	}
	if err := r.change(cmd.ErrOrStderr(), w, task); err != nil {
		return err
	}
	ledger, err := openLedger(ctx, r.db, w)
	if err != nil {
		return err
	}
	defer closeInto(&err, ledger)
	if model != nil && model.hypothesizer != nil {
		exploring.Hypothesizer = model.remember(ledger)
	}
	graph, err := knownOf(ctx, ledger, w.Spec())
	if err != nil {
		return err
	}
	var actions []graphstore.Action
	for _, a := range w.Spec().Actions {
		actions = append(actions, graphstore.Action{ID: a.ID, Label: w.Label(a.ID)})
	}
	if err := r.tips.apply(&r.cfg.Planner, actions); err != nil {
		return err
	}
	kept, err := living.Kept(ctx, w, ledger, exploring)
	if err != nil {
		return err
	}
	body, bound, err := r.enter(ctx, w, kept, graph, task, holds, exploring.Seed)
	if err != nil {
		return err
	}
	defer func() { _ = body.Close() }() // the task is over
	actor := &controller.Actor{Graph: graph, Body: body, Bound: bound, Config: r.cfg, Ledger: ledger,
		Picture: func() (string, error) { return r.eyes.picture(body) }}
	if r.design.plan {
		actor.Plan = func(e *controller.Exact) controller.Planner { return r.design.planner(e, model) }
	}
	r.trace = trace{w: cmd.OutOrStdout(), keep: r.asJSON, label: w.Label, factors: w.Spec().Factors, known: actor}
	m := newMeter(cmd.ErrOrStderr())
	actor.Trace = func(e controller.Event) {
		m.end()
		r.trace.show(e)
	}
	if b, ok := body.(interface{ Pace(func(steps int)) }); ok {
		b.Pace(func(steps int) {
			m.line(func() string { return fmt.Sprintf("step %d of the world, of at most %d", steps, r.steps) })
		})
	}
	school := &learner.Explorer{World: w, Ledger: ledger, Config: exploring, Pool: pool.Config{Sessions: r.parallel},
		Show: func(p explore.Progress) { m.progress(p, w.Label) }}
	if !r.noLearn && !episodes { // else what is known has to do
		actor.Learner = school
	}
	if !r.noMemory {
		if actor.Memory, err = controller.NewMemory(ctx, ledger); err != nil {
			return err
		}
	}
	result, err := actor.Run(ctx, task)
	r.trace.again()
	m.end()
	switch {
	case errors.Is(err, context.Canceled):
		result.Reason = "interrupted"
	case err != nil:
		result.Reason = err.Error()
	}
	out := runJSON{World: w.Spec().ID, Task: text, Result: result, Steps: body.Steps(), LearnTrials: school.Trials, Trace: append([]traceJSON{}, r.trace.kept...)}
	if actor.Memory != nil {
		out.Recalled = actor.Memory.Recalled
	}
	if werr := r.report(cmd.OutOrStdout(), out); werr != nil {
		return werr
	}
	switch {
	case err != nil:
		return err
	case result.Solved:
		return nil
	case r.asJSON:
		return errNo
	}
	err = quiet{errorf("%s wasn't solved: %s", text, result.Reason), errNo}
	if episodes && !slices.ContainsFunc(graph.Actions, func(a graphstore.Action) bool { return len(a.Effects) > 0 }) {
		return hinted(err, "nothing is known of that world; explore it first: adam explore --world "+name+dbText(r.db))
	}
	return err
}

// report says how the task went, as it was asked for.
func (r *runner) report(w io.Writer, out runJSON) error {
	if r.asJSON {
		return writeJSON(w, out)
	}
	printResult(w, out.Result, out.Steps, out.LearnTrials)
	return nil
}

// task understands the text. Names are checked against the world, as those of adam explore --goal are; what leads to
// them is for the agent to find out.
func (r *runner) task(ctx context.Context, w *world, text string, m *model) (controller.Task, error) {
	names := w.factors()
	if names == nil { // then what is known of it must do
		g, err := loadGraph(ctx, r.db)
		if err != nil {
			return controller.Task{}, err
		}
		names = factorNames(g)
	}
	task, err := r.design.parser(controller.Grammar{Factors: names, Conditions: conditionsOf(w)}, m).Parse(ctx, text)
	if err == nil {
		return task, nil
	}
	// A name is also unknown where the database is about another world.
	if l, lerr := readLedger(ctx, r.db); lerr == nil {
		_, werr := knownOf(ctx, l, w.Spec())
		if _ = l.Close(); errors.Is(werr, graphstore.ErrOtherWorld) { // it was only read
			return controller.Task{}, werr
		}
	}
	if u := (*controller.UnknownFactor)(nil); errors.As(err, &u) {
		if c := (controller.Condition{Aspect: controller.Near, Name: u.Name}); slices.Contains(conditionsOf(w), c) {
			return controller.Task{}, hinted(err, fmt.Sprintf("it can't be had, but be near: say \"%s\"", c))
		}
	}
	if len(conditionsOf(w)) == 0 && conditional.MatchString(text) {
		return controller.Task{}, hinted(err, "conditions such as \"near water\" are for worlds with a map, such as lived:wilds")
	}
	return controller.Task{}, err
}

// conditional matches what looks like a condition.
var conditional = regexp.MustCompile(`(?i)\b(near|beside|during|while)\b`)

// entered is a body whose episode must be closed.
type entered struct {
	*active.Body
	io.Closer
}

var _ controller.Sighted = entered{} // else memory wouldn't know what is seen

// asks reports whether the agent asks pictures what is around it: a task has conditions on that, and nothing else tells of an
// embedded world what they name.
func (r *runner) asks(w *world, task controller.Task) bool {
	return task.Situated() && w.land != nil && r.eyes.percipient == learned
}

// perceive has the world's agent perceive as asked for, and returns what tells it whether conditions hold around it; nil: its map.
func (r *runner) perceive(ctx context.Context, w *world, task controller.Task) (func(controller.Condition, interaction.State) bool, error) {
	switch {
	case r.asks(w, task):
		return nil, nil
	case !task.Situated() || w.land == nil:
		return nil, r.eyes.look(ctx, w)
	}
	seen := &surveyed{World: w.land}
	if err := r.eyes.wrap(ctx, w, seen); err != nil {
		return nil, err
	}
	return seen.holds, nil
}

// surveyed is an embedded world that tells what is around the agent in the session that was opened last, as a player sees it. One
// goroutine opens its sessions: a task has one agent, and doesn't learn on the way where one lives.
type surveyed struct {
	*land.World
	last land.Surveyor
}

// Open implements [interaction.World].
func (w *surveyed) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.World.Open(ctx)
	if err == nil {
		w.last = s.(land.Surveyor)
	}
	return s, err
}

func (w *surveyed) holds(c controller.Condition, _ interaction.State) bool {
	return mcu.Holds(c, w.last.Survey())
}

// enter puts an agent into the world: one that is kept alive or, where the task has conditions on what is around it and it goes by
// pictures, one that asks these.
func (r *runner) enter(ctx context.Context, w *world, kept interaction.World, known *graphstore.Graph, task controller.Task, holds func(controller.Condition, interaction.State) bool, seed uint64) (interface {
	controller.Body
	io.Closer
	Steps() int
}, func(interaction.Action) bool, error) {
	if !r.asks(w, task) {
		a, err := controller.Enter(ctx, kept, interaction.StateOf(counted(task.Given)), seed)
		if err != nil || !task.Situated() {
			return a, nil, err
		}
		return controller.NewScout(a, w.ground(), conditionsOf(w), holds, r.steps), nil, nil
	}
	b, episode, err := r.eyes.situated(ctx, w, seed, r.steps)
	if err != nil {
		return nil, nil, err
	}
	planner, err := controller.NewExact(known, r.cfg.Planner)
	if err != nil {
		return nil, nil, errors.Join(err, episode.Close())
	}
	b.Keep(planner, vitalsOf(w))
	return entered{b, episode}, b.Bound, nil
}

// vitalsOf are the world's vitals, of which an agent can lack something.
func vitalsOf(w *world) (out []active.Vital) {
	for _, f := range w.Spec().Factors {
		if f.Kind == interaction.Vital && f.Max > 0 {
			out = append(out, active.Vital{Name: f.Name, Max: f.Max})
		}
	}
	return out
}

// change makes it a world whose rules change on the way, if that was asked for.
// People are told what changes; the agent has to find out.
func (r *runner) change(stderr io.Writer, w *world, task controller.Task) error {
	if r.drift == "" {
		return nil
	}
	if w.file == nil {
		return usage(errorf("drift %s: the rules of %s can't be changed under way, only those of a world file", r.drift, w.Spec().ID))
	}
	seed, after, err := scenarios.ParseDrift(r.drift)
	if err != nil {
		return usage(err)
	}
	last := task.Stages[len(task.Stages)-1]
	if len(last[0].Want) == 0 {
		return usage(errorf("drift %s: a recipe changes on the way to what is to be had, and %s asks for nothing", r.drift, last[0]))
	}
	d, line, err := scenarios.NewDrift(w.file, last[0].Want[0].Name, seed, after)
	if err != nil {
		return quiet{err, errInput}
	}
	fmt.Fprintf(stderr, "the world will change after %d actions: %s\n", after, line)
	w.World, err = sim.NewDrifting(w.file, d)
	return err
}

// knownOf is what the ledger knows of the world; ErrOtherWorld if it is about
// another.
func knownOf(ctx context.Context, l graphstore.Ledger, spec interaction.Spec) (*graphstore.Graph, error) {
	f, err := graphstore.Fold(ctx, l, nil)
	if err != nil {
		return nil, err
	}
	return f.Graph, f.Graph.Foreign(spec)
}

func counted(amounts []interaction.Amount) map[string]int {
	out := map[string]int{}
	for _, a := range amounts {
		out[a.Name] += a.Level
	}
	return out
}

// runJSON is the result of adam run --json.
type runJSON struct {
	World string `json:"world"`
	Task  string `json:"task"`
	controller.Result
	// Steps are those of a world with a map, ways and waits included.
	Steps int `json:"steps"`
	// LearnTrials counts the trials that were run to learn something on the way;
	// they aren't among the executed actions.
	LearnTrials int         `json:"learn_trials"`
	Recalled    int         `json:"plans_recalled"`
	Trace       []traceJSON `json:"trace"`
}

func printResult(w io.Writer, r controller.Result, steps, trials int) {
	took := fmt.Sprintf("%s (%s)", plural(r.Executed, "action"), plural(r.Plans, "plan"))
	if steps > 0 {
		took += ", " + plural(steps, "step") + " of the world"
	}
	if r.Solved {
		fmt.Fprintf(w, "solved in %s\n", took)
	} else {
		fmt.Fprintf(w, "not solved after %s\n", took)
	}
	if trials > 0 {
		fmt.Fprintf(w, "learned on the way: %s, %s, %s\n", plural(r.Lessons, "lesson"), plural(r.Disputes, "dispute"), plural(trials, "trial"))
	}
	fmt.Fprintf(w, "at the end: %s\n", r.Final)
}
