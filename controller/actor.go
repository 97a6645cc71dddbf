package controller

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Learner finds out what isn't known, in the world as it is now. It returns the
// graph as it is then known. An error that wraps [ErrUnreachable] means that the
// world doesn't give what is to be learned; any other, that something failed.
type Learner interface {
	Learn(ctx context.Context, l Lesson) (*graphstore.Graph, error)
}

// Lesson is what is to be learned: either the way to a factor, or one action.
type Lesson struct {
	// Goal is a factor that no known action gives.
	Goal string
	// Action did something that wasn't known of it.
	Action interaction.Action
	// Dispute says how the action contradicted what was claimed of it; what was
	// seen of it before is no evidence any more. Empty: it was only new.
	Dispute string
}

// ActorConfig says within which limits an actor works.
type ActorConfig struct {
	Planner Config
	// MaxSteps is how many actions may be executed for a task, at least 1.
	MaxSteps int
	// Retries is how often in a row an action may miss, or the session break,
	// before the actor gives up; at least 1. The patroller finds out long before
	// whether it is more than bad luck, if anything certain is known of the action.
	Retries int
	// Alpha bounds, for each effect and each of its yields, the probability that a
	// true claim is disputed; between 0 and 1. See the patroller.
	Alpha float64
	// Disputes is how often an action may be disputed during a task; beyond, its
	// claims aren't used any more.
	Disputes int
	// Blind leaves out the patroller: the plan is carried out without a look at
	// what happens, each step as often as it takes on average.
	Blind bool
}

// DefaultActorConfig returns the limits that adam run uses.
func DefaultActorConfig() ActorConfig {
	return ActorConfig{Planner: DefaultConfig(), MaxSteps: 10_000, Retries: 200, Alpha: 1e-4, Disputes: 3}
}

// Validate reports every fault of the configuration at once.
func (c ActorConfig) Validate() error {
	errs := []error{c.Planner.Validate()}
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	check(c.MaxSteps >= 1, "max steps %d: there must be at least 1", c.MaxSteps)
	check(c.Retries >= 1, "retries %d: there must be at least 1", c.Retries)
	check(c.Alpha > 0 && c.Alpha < 1, "alpha %v: it must be between 0 and 1", c.Alpha)
	check(c.Disputes >= 0, "disputes %d: there can't be fewer than none", c.Disputes)
	return errors.Join(errs...)
}

// EventKind says what an event is about.
type EventKind string

const (
	EventPlan    EventKind = "plan"    // a plan was made
	EventAct     EventKind = "act"     // an action was executed
	EventLost    EventKind = "lost"    // what there is, or what holds around the agent, changed by itself
	EventReplan  EventKind = "replan"  // the plan doesn't hold any more
	EventDispute EventKind = "dispute" // a claim turned out wrong
	EventLearn   EventKind = "learn"   // something was learned on the way
	EventStage   EventKind = "stage"   // a stage of the task was met
	EventSeek    EventKind = "seek"    // it went to where the goal's conditions hold
	EventSee     EventKind = "see"     // what it sees can't be remembered by
)

// Event is one line of the trace of a task.
type Event struct {
	Kind EventKind `json:"kind"`
	// Executed counts the actions so far.
	Executed int `json:"executed"`
	// Goal is the sub-goal: the factor that the action is for.
	Goal    string               `json:"goal,omitempty"`
	Action  interaction.Action   `json:"action,omitempty"`
	Changes []interaction.Change `json:"-"`
	Verdict Verdict              `json:"-"`
	Why     string               `json:"why,omitempty"`
	// Plan is set in plans.
	Plan *Plan `json:"plan,omitempty"`
}

// Result is how a task ended.
type Result struct {
	Solved   bool `json:"solved"`
	Executed int  `json:"executed"`
	Plans    int  `json:"plans"`
	Disputes int  `json:"disputes"`
	// Lessons counts what was learned on the way, disputes included.
	Lessons int `json:"lessons"`
	// Reason says why the task wasn't solved.
	Reason string            `json:"reason,omitempty"`
	Final  interaction.State `json:"final"`
}

// Actor carries out tasks. It is used for one task at a time. Its fields other than
// Graph, Body and Config may be nil.
type Actor struct {
	// Graph is what is known; Run replaces it by what it learns.
	Graph  *graphstore.Graph
	Body   Body
	Config ActorConfig
	// Learner is asked when nothing known leads to a goal, and when something
	// known is wrong; nil: then it is done without.
	Learner Learner
	// Plan, if set, makes the planner that is used, over the exact one for what is
	// known then; such as [Advised].
	Plan func(*Exact) Planner
	// Memory is asked before the planner.
	Memory *Memory
	// Ledger gets a step entry for every executed action, and disputes.
	Ledger graphstore.Ledger
	// Between is called before each sub-goal, once actions were executed for the one
	// before; what it does to the world the actor has to notice.
	Between func(ctx context.Context) error
	// Bound reports whether an action is done to a thing, and so not just anywhere; nil: nobody knows.
	Bound func(interaction.Action) bool
	// Picture, if set, is asked after each action for the name of a picture of what there is then, for the Ledger.
	Picture func() (string, error)
	// Trace is told what happens as it happens.
	Trace func(Event)
}

// ErrGaveUp is wrapped by the reasons for which an actor stops before the end, but
// for unreachable goals.
var ErrGaveUp = errors.New("the task was given up")

// ErrBroken is returned when the world broke so often in a row that going on makes no
// sense.
var ErrBroken = errors.New("the world keeps breaking")

// task is a task under way.
type task struct {
	*Actor
	spec     Task
	planner  Planner
	patrol   *patroller
	now      interaction.State
	result   Result
	disputed map[interaction.Action]int
	asked    map[string]bool             // goals that the learner was asked for
	news     map[interaction.Action]bool // actions that the learner was asked for, disputes aside
	counts   []string                    // facts that the plan counts on, though they don't hold yet: they come by themselves
	waited   int                         // steps of the world that were waited for them since something succeeded
	began    int                         // actions executed when Between was last called

	searches  map[interaction.Action]int // for a place for the action, in vain, in a row
	placeless []string                   // what plans do without, as no place for it was found
	whole     *graphstore.Graph          // what is known with that; nil: nothing is done without
	noWay     bool                       // the last approach failed as there was no such place
	fell      map[string]bool            // what fell since the stage began
	sessions  int                        // that were lost
	using     bool                       // something is to be used, as the last step of a plan does
	used      bool                       // it was
}

// Run carries out the task from what the body has. The Result is valid in every
// case; the error is nil if the task was solved or given up for a reason that the
// Result states, and otherwise ErrBroken, the context's, the ledger's or the world's.
func (a *Actor) Run(ctx context.Context, spec Task) (Result, error) {
	if err := a.Config.Validate(); err != nil {
		return Result{}, fmt.Errorf("actor: %w", err)
	}
	t := &task{Actor: a, spec: spec, disputed: map[interaction.Action]int{}, asked: map[string]bool{}, news: map[interaction.Action]bool{}, searches: map[interaction.Action]int{}}
	t.patrol = newPatroller(a.Graph, a.Config.Alpha)
	if err := t.know(a.Graph, ""); err != nil {
		return Result{}, err
	}
	err := t.look(ctx)
	for i := 0; err == nil && i < len(spec.Stages); i++ {
		if err = t.stage(ctx, spec.Stages[i]); err == nil {
			t.tell(Event{Kind: EventStage, Why: fmt.Sprintf("%d of %d: %s", i+1, len(spec.Stages), goalsText(spec.Stages[i]))})
		}
	}
	if now, lerr := a.Body.Observe(ctx); lerr == nil { // what ended it may have changed that
		t.now = now
	}
	t.result.Solved, t.result.Final = err == nil, t.now
	if errors.Is(err, ErrGaveUp) || errors.Is(err, ErrUnreachable) || errors.Is(err, ErrBudget) || errors.Is(err, interaction.ErrEnded) {
		t.result.Reason, err = err.Error(), nil
	} else if errors.Is(err, ErrBroken) {
		t.result.Reason = err.Error()
	}
	return t.result, err
}

func goalsText(goals []Goal) string {
	s := ""
	for i, g := range goals {
		if i > 0 {
			s += " or "
		}
		s += g.String()
	}
	return s
}

func (t *task) tell(e Event) {
	if t.Trace != nil {
		e.Executed = t.result.Executed
		t.Trace(e)
	}
}

// know takes over a graph after an action was learned anew.
func (t *task) know(g *graphstore.Graph, action interaction.Action) error {
	p, err := NewExact(g, t.Config.Planner)
	if err != nil {
		return err
	}
	t.Graph, t.planner = g, p
	if t.Plan != nil {
		t.planner = t.Plan(p)
	}
	if t.Memory != nil {
		t.planner = t.Memory.Over(p, t.planner)
	}
	t.patrol.learned(g, action)
	return nil
}

func (t *task) look(ctx context.Context) error {
	now, err := t.Body.Observe(ctx)
	if err == nil {
		t.notice(now)
	}
	return err
}

// notice takes over what there is now.
func (t *task) notice(now interaction.State) {
	for _, c := range interaction.Changes(t.now, now) {
		if c.Gain() < 0 && t.fell != nil {
			t.fell[c.Factor] = true
		}
	}
	t.now = now
}

// unhurt reports which of the vitals that the goal spares fell; nil: none did.
func (t *task) unhurt(g Goal) error {
	for _, v := range g.Unhurt {
		if t.fell[v] {
			return fmt.Errorf("%w: %s fell, which wasn't to be", ErrGaveUp, v)
		}
	}
	return nil
}

// stage works until one of the goals is met.
func (t *task) stage(ctx context.Context, goals []Goal) error {
	// What meets the goal is enough, unless something is to be made
	// with something, or where something holds: that has to be done.
	made := false
	t.fell = map[string]bool{}
	if goals[0].Feat() { // of alternatives, one of which needs no plan, the first is taken
		return t.feat(ctx, goals[0])
	}
	asked := slices.DeleteFunc(slices.Clone(goals), Goal.Feat)
	t.using, t.used = !slices.ContainsFunc(asked, func(g Goal) bool { return len(g.Use) == 0 }), false
	goals = t.anew(asked)
	t.waited = 0
	broke := 0              // waits in a row
	began, fresh := 0, true // it begins where it looked around, and with no other plan
	for idle := 0; ; idle++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if idle > t.Config.Retries {
			return fmt.Errorf("%w: %d plans in a row didn't hold long enough to be begun", ErrGaveUp, idle)
		}
		var hurt error
		for _, g := range goals {
			if !g.Met(t.now) || g.strict() && !made {
				continue
			}
			if hurt = t.unhurt(g); hurt == nil {
				return nil
			}
		}
		if hurt != nil {
			return hurt
		}
		if fresh {
			var err error
			if began, err = t.see(ctx, goals); err != nil {
				return err
			}
		}
		plan, err := t.plan(ctx, goals)
		if u := (*Unreachable)(nil); errors.As(err, &u) {
			if waited, werr := t.hunger(ctx, u, goals); werr != nil {
				return werr
			} else if waited {
				goals, idle = t.anew(asked), 0
				continue
			}
			err = t.vainly(ctx, goals, err)
		}
		if err != nil {
			return err
		}
		from, before := t.now, t.result.Executed
		if t.Config.Blind {
			return t.blind(ctx, plan)
		}
		held, err := t.follow(ctx, plan)
		if err != nil {
			return err
		}
		if made = held; t.used {
			return t.unhurt(plan.Goal)
		}
		if t.result.Executed > before {
			idle = 0
		}
		if held {
			_, err := t.await(ctx, plan.Goal.Want)
			switch {
			case isFault(err):
				if broke++; broke >= t.Config.Retries {
					return fmt.Errorf("%w: it broke %d times in a row: %w", ErrBroken, broke, err)
				}
				idle = 0
			case err != nil:
				return err
			}
		}
		if held && t.Memory != nil && plan.Goal.Met(t.now) {
			took := 0
			if fresh {
				took = t.steps() - began
			}
			if err := t.Memory.keepAll(ctx, t.spec.Text, plan, from, t.result.Executed-before, took); err != nil {
				return err
			}
		}
		fresh = false
	}
}

// plan plans for the goals, and has them learned if nothing known leads to them.
func (t *task) plan(ctx context.Context, goals []Goal) (Plan, error) {
	for {
		t.counts = nil
		plan, err := t.best(ctx, goals)
		if errors.Is(err, ErrUnreachable) {
			if counting, ok := t.counting(ctx, goals); ok {
				plan, err = counting, nil
			}
		}
		if err == nil {
			t.result.Plans++
			t.tell(Event{Kind: EventPlan, Goal: plan.Goal.String(), Plan: &plan, Why: fmt.Sprintf("%d steps, %.1f actions on average", len(plan.Steps), plan.Cost)})
			return plan, nil
		}
		var u *Unreachable
		if t.Learner == nil || t.Config.Blind || !errors.As(err, &u) || u.room {
			return Plan{}, err
		}
		lesson, ok := t.lesson(u)
		if !ok {
			return Plan{}, err
		}
		t.tell(Event{Kind: EventLearn, Goal: lesson.Goal, Action: lesson.Action, Why: err.Error()})
		g, lerr := t.Learner.Learn(ctx, lesson)
		if ctx.Err() != nil {
			return Plan{}, ctx.Err()
		}
		if lerr != nil {
			return Plan{}, fmt.Errorf("%v: learning it failed: %w", err, lerr)
		}
		t.result.Lessons++
		if err := t.know(g, lesson.Action); err != nil {
			return Plan{}, err
		}
	}
}

// lesson is what to learn when a goal is out of reach: first the goal, then the
// actions that gave what is missing for it. Nothing is asked for twice.
func (t *task) lesson(u *Unreachable) (Lesson, bool) {
	for _, w := range u.Goal.Want {
		if (t.now.Level(w.Name) < w.Level || u.Goal.strict()) && !t.asked[w.Name] {
			t.asked[w.Name] = true
			return Lesson{Goal: w.Name}, true
		}
	}
	for _, a := range u.Unproven {
		if !t.news[a] {
			t.news[a] = true
			return Lesson{Action: a}, true
		}
	}
	return Lesson{}, false
}

// blind carries out the plan without looking.
func (t *task) blind(ctx context.Context, plan Plan) error {
	for i := range plan.Steps {
		s := &plan.Steps[i]
		if err := t.between(ctx); err != nil {
			return err
		}
		for range int(math.Ceil(s.Cost - 1e-9)) {
			near, err := t.approach(ctx, s)
			if err == nil && near {
				_, err = t.act(ctx, s)
			}
			if err != nil {
				return err
			}
		}
	}
	if err := t.look(ctx); err != nil {
		return err
	}
	if !plan.Goal.Met(t.now) {
		return fmt.Errorf("%w: the plan was carried out, and the goal isn't met", ErrGaveUp)
	}
	return nil
}

// between begins a sub-goal.
func (t *task) between(ctx context.Context) error {
	if t.Between == nil || t.result.Executed == t.began {
		return nil
	}
	t.began = t.result.Executed
	return t.Between(ctx)
}

// isFault reports whether the session broke, as opposed to the world being gone.
func isFault(err error) bool {
	var f *interaction.Fault
	return errors.As(err, &f)
}
