package controller

import (
	"context"
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// follow carries out the plan, looking. It returns true at the plan's end, and
// false when the plan doesn't hold any more: the caller plans again.
func (t *task) follow(ctx context.Context, plan Plan) (bool, error) {
	steps := slices.Clone(plan.Steps)
	there := len(steps) - t.tail(plan)
	for i := range steps {
		if err := t.between(ctx); err != nil {
			return false, err
		}
		was := t.now
		if err := t.look(ctx); err != nil {
			return false, err
		}
		if changes := interaction.Changes(was, t.now); len(changes) > 0 {
			t.tell(Event{Kind: EventLost, Goal: steps[i].Factor, Changes: changes, Why: interaction.FormatChanges(changes)})
		}
		c := carrier{task: t, plan: plan, i: i, rest: steps[i:], before: i < there, here: i == there || i > there && i == len(steps)-1}
		if ok, err := c.carryOut(ctx); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// carrier carries out one step of a plan.
type carrier struct {
	*task
	plan Plan
	i    int    // which step
	rest []Step // the step, and those after it
	// here: conditions have to hold where it is done; before: they are sought only after it.
	here, before          bool
	broke, missed, lapses int // in a row
}

// carryOut does the step as often as it takes. It returns true where the plan goes on, and false where it doesn't hold
// any more.
func (c *carrier) carryOut(ctx context.Context) (bool, error) {
	s := &c.rest[0]
	for {
		// More luck than the plan counts on makes steps needless.
		for s.Times > 0 && !c.made(c.plan, c.i) && c.holds(c.rest, s.Times-1, c.plan.Goal) {
			s.Times--
		}
		if s.Times == 0 {
			return true, nil
		}
		if ok, err := c.ready(ctx); !ok || err != nil {
			return false, err
		}
		near, again, err := c.meet(ctx)
		if err != nil {
			return false, err
		}
		if again {
			continue
		}
		v := Broke
		if near {
			if v, err = c.act(ctx, s); err != nil {
				return false, err
			}
		}
		switch {
		case v == Broke && !near && c.noWay:
			if without, err := c.vain(ctx, *s); err != nil || without {
				return false, err
			}
		case v == Broke:
			if c.broke++; c.broke >= c.Config.Retries {
				return false, fmt.Errorf("%w: it broke %d times in a row", ErrBroken, c.broke)
			}
		case v == Missed:
			if len(c.lacks(s.needs())) == 0 { // it was no lack of what is waited for
				c.waited = 0
			}
			if c.missed++; c.missed >= c.Config.Retries {
				return false, fmt.Errorf("%w: %s missed %d times in a row", ErrGaveUp, s.name(), c.missed)
			}
		case v == Succeeded && c.using && len(c.rest) == 1:
			c.used = true // that it was done is enough: what it raised may have fallen meanwhile
			return true, nil
		case v == Succeeded:
			c.broke, c.missed, c.lapses, c.waited = 0, 0, 0, 0
			s.Times--
		default:
			return false, nil // what is known has changed
		}
	}
}

// ready makes sure that the rest of the plan can be done from here; false: it can't any more.
func (c *carrier) ready(ctx context.Context) (bool, error) {
	if c.here {
		before := c.now
		if err := c.situate(ctx, c.plan, c.rest); isFault(err) {
			return false, c.interrupted(ctx, before, err)
		} else if err != nil {
			return false, err
		}
	}
	_, err := SelfCheck(c.counted(), c.rest, c.plan.Goal)
	if err != nil && c.before { // after that it would leave where the conditions hold
		before := c.now
		back, rerr := c.restore(ctx, c.rest[0])
		if isFault(rerr) {
			return false, c.interrupted(ctx, before, rerr)
		}
		if rerr != nil {
			return false, rerr
		}
		if back {
			_, err = SelfCheck(c.counted(), c.rest, c.plan.Goal)
		}
	}
	if err != nil {
		c.tell(Event{Kind: EventReplan, Goal: c.rest[0].Factor, Why: err.Error()})
		return false, nil
	}
	return true, nil
}

// meet goes to where the step can be done, and waits until it can; near: it can now; again: things may have changed
// meanwhile.
func (c *carrier) meet(ctx context.Context) (near, again bool, err error) {
	s := c.rest[0]
	if near, err = c.approach(ctx, &s); err != nil || !near {
		return false, false, err
	}
	waited, err := c.await(ctx, s.needs())
	if isFault(err) {
		return false, false, nil
	}
	if waited || err != nil {
		return false, true, err
	}
	if !c.here {
		return true, false, nil
	}
	gone, err := c.lapsed(ctx, c.plan.Goal.Where, s)
	if !gone || err != nil {
		return true, false, err
	}
	if c.lapses++; c.lapses >= c.Config.Retries {
		return false, false, fmt.Errorf("%w: it was never %s for long enough", ErrGaveUp, conditionsText(c.plan.Goal.Where))
	}
	return false, true, nil
}

// made reports whether the step must be done though the goal may be there: it is
// what the goal is to be made with.
func (t *task) made(plan Plan, i int) bool {
	return len(plan.Goal.With) > 0 && slices.ContainsFunc(plan.Goal.Want, func(w interaction.Amount) bool { return w.Name == plan.Steps[i].Factor }) &&
		!slices.ContainsFunc(plan.Goal.With, func(tool string) bool {
			return !slices.ContainsFunc(plan.Steps[i].Takes, func(m graphstore.Member) bool { return m.Factors[0] == tool })
		})
}

// holds reports whether the rest of a plan reaches the goal if its first step is
// done only so many times.
func (t *task) holds(rest []Step, times int, goal Goal) bool {
	rest = slices.Clone(rest)
	rest[0].Times = times
	_, err := SelfCheck(t.counted(), rest, goal)
	return err == nil
}

// act executes the step once, after approach, and says what to make of it. The verdict is Wrong or Novel only after what is
// known was changed accordingly.
func (t *task) act(ctx context.Context, s *Step) (Verdict, error) {
	before := t.now
	after, err := t.Body.Act(ctx, s.Action)
	if err != nil && !isFault(err) {
		return 0, err
	}
	t.result.Executed++
	if err != nil {
		if lerr := t.look(ctx); lerr != nil {
			return 0, lerr
		}
		if lerr := t.lost(before, err); lerr != nil {
			return 0, lerr
		}
		t.tell(Event{Kind: EventAct, Goal: s.Factor, Action: s.Action, Verdict: Broke, Why: err.Error()})
		return Broke, t.record(ctx, s, before, nil, Broke, err.Error())
	}
	t.notice(after)
	changes := interaction.Changes(before, after)
	v, why := Unjudged, "nobody looks"
	if over := t.ended(s, before, after); over != "" && after.Level(s.Factor) <= before.Level(s.Factor) {
		v, why = Missed, over+" was over before it was done"
	} else if !t.Config.Blind {
		v, why = t.patrol.judge(s.Action, s.Factor, before, changes)
	}
	t.tell(Event{Kind: EventAct, Goal: s.Factor, Action: s.Action, Changes: changes, Verdict: v, Why: why})
	if err := t.record(ctx, s, before, changes, v, why); err != nil {
		return 0, err
	}
	switch v {
	case Wrong:
		return v, t.dispute(ctx, s.Action, why)
	case Novel:
		if t.Learner == nil || t.news[s.Action] {
			// Known, or of no use: what counts is whether the step succeeded.
			if slices.ContainsFunc(changes, func(c interaction.Change) bool { return c.Factor == s.Factor && c.Gain() > 0 }) {
				return Succeeded, nil
			}
			return Missed, nil
		}
		t.news[s.Action] = true
		return v, t.learn(ctx, Lesson{Action: s.Action}, why)
	}
	return v, nil
}

// dispute takes back what is claimed of the action and has it learned again.
func (t *task) dispute(ctx context.Context, action interaction.Action, why string) error {
	t.result.Disputes++
	t.disputed[action]++
	t.tell(Event{Kind: EventDispute, Action: action, Why: why})
	if t.Ledger != nil {
		e, err := graphstore.NewEntry(graphstore.DisputeEntry{Action: action, Reason: why})
		if err != nil {
			return err
		}
		if err := t.Ledger.Append(ctx, e); err != nil {
			return err
		}
	}
	// Whatever comes of learning it, it isn't planned with as it was.
	if err := t.know(without(t.Graph, action), action); err != nil {
		return err
	}
	if t.Learner == nil || t.disputed[action] > t.Config.Disputes {
		return nil
	}
	return t.learn(ctx, Lesson{Action: action, Dispute: why}, why)
}

// learn has the learner find out, and takes over what it found. That it couldn't is
// told, and the task goes on with what is known.
func (t *task) learn(ctx context.Context, l Lesson, why string) error {
	g, err := t.Learner.Learn(ctx, l)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		t.tell(Event{Kind: EventLearn, Action: l.Action, Why: fmt.Sprintf("it couldn't be learned: %v", err)})
		return nil
	}
	t.result.Lessons++
	t.tell(Event{Kind: EventLearn, Action: l.Action, Why: "learned again, as " + why})
	return t.know(g, l.Action)
}

// without is the graph with everything disputed that is claimed of the action.
func without(g *graphstore.Graph, action interaction.Action) *graphstore.Graph {
	out := *g
	out.Actions = slices.Clone(g.Actions)
	for i := range out.Actions {
		if a := &out.Actions[i]; a.ID == action {
			a.Learned, a.Reason = false, "disputed"
			a.Effects = slices.Clone(a.Effects)
			for j := range a.Effects {
				a.Effects[j].Disputed = true
			}
		}
	}
	return &out
}

// record enters the executed action into the ledger.
func (t *task) record(ctx context.Context, s *Step, before interaction.State, changes []interaction.Change, v Verdict, why string) error {
	if t.Ledger == nil {
		return nil
	}
	body := graphstore.StepEntry{Task: t.spec.Text, N: t.result.Executed, Goal: s.Factor, Action: s.Action, Before: before.Map(),
		Expected: table(s.Results()), Verdict: v.String(), Why: why}
	if t.Picture != nil {
		var err error
		if body.Picture, err = t.Picture(); err != nil {
			return err
		}
	}
	for _, c := range changes {
		if body.Changes == nil {
			body.Changes = map[string]int{}
		}
		body.Changes[c.Factor] = c.Gain()
	}
	e, err := graphstore.NewEntry(body)
	if err != nil {
		return err
	}
	return t.Ledger.Append(ctx, e)
}
