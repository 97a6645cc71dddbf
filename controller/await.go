package controller

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// patience is how many steps of the world are waited in a row, successes apart, for what comes by itself: over two days of the worlds
// that come with the program.
const patience = 1000

// atOnce is how many steps of the world are waited between two looks.
const atOnce = 5

// comes lists the facts that may come by themselves, as rain does, and don't hold now: those of which the body says so, and that no
// known action brings about.
func (t *task) comes() (out []string) {
	body, ok := t.Body.(Enduring)
	if !ok || t.Config.Blind {
		return nil
	}
	for _, f := range t.Graph.Factors {
		if f.Kind == interaction.Fact && t.now.Level(f.Name) == 0 && body.Comes(f.Name) && !t.Graph.Brings(f.Name) {
			out = append(out, f.Name)
		}
	}
	return out
}

// counting plans for one of the goals on what comes by itself; false: nothing does, or that is no help. What is to be done in a certain
// way, or where something holds, isn't done by waiting.
func (t *task) counting(ctx context.Context, goals []Goal) (Plan, bool) {
	t.counts = t.comes()
	wants := func(g Goal) bool {
		return g.strict() && slices.ContainsFunc(g.Want, func(w interaction.Amount) bool { return slices.Contains(t.counts, w.Name) })
	}
	goals = slices.DeleteFunc(slices.Clone(goals), wants)
	if len(t.counts) > 0 && len(goals) > 0 {
		if plan, err := t.best(ctx, goals); err == nil {
			return plan, true
		}
	}
	t.counts = nil
	return Plan{}, false
}

// counted is what the plan counts on: what there is, and what comes by itself.
func (t *task) counted() interaction.State {
	if len(t.counts) == 0 {
		return t.now
	}
	have := t.now.Map()
	for _, f := range t.counts {
		have[f] = max(have[f], 1)
	}
	return interaction.StateOf(have)
}

// lacks lists what the plan counts on, is needed at these levels, and isn't there.
func (t *task) lacks(needed []interaction.Amount) (out []string) {
	for _, n := range needed {
		if t.now.Level(n.Name) < n.Level && slices.Contains(t.counts, n.Name) {
			out = append(out, n.Name)
		}
	}
	return out
}

// await waits until all holds at once that the plan counts on and that is needed; false: it holds already. Its errors are [ErrGaveUp]
// and those of [Enduring].
func (t *task) await(ctx context.Context, needed []interaction.Amount) (bool, error) {
	missing := t.lacks(needed)
	if len(missing) == 0 {
		return false, nil
	}
	what := strings.Join(missing, ", ")
	t.tell(Event{Kind: EventSeek, Goal: missing[0], Why: "waiting for " + what})
	body := t.Body.(Enduring)
	for len(t.lacks(needed)) > 0 {
		if t.waited >= patience {
			return true, fmt.Errorf("%w: it waited %d steps for %s", ErrGaveUp, t.waited, what)
		}
		began := body.Steps()
		err := t.pass(ctx, body, atOnce)
		if t.waited += max(atOnce, body.Steps()-began); err != nil {
			return true, err
		}
	}
	return true, nil
}

// hunger waits a while where nothing is missing but room for more of a vital; false: that isn't it, or it was waited for long enough.
func (t *task) hunger(ctx context.Context, u *Unreachable, goals []Goal) (bool, error) {
	body, ok := t.Body.(Enduring)
	if !ok || t.Config.Blind || t.waited >= patience || len(u.Missing) == 0 {
		return false, nil
	}
	f := t.Graph.Factor(u.Missing[0].Factor)
	if f == nil || f.Kind != interaction.Vital || f.Max == 0 {
		return false, nil
	}
	anew := func(g Goal) bool { // more is wanted than there is, and not so much in all
		return g.strict() && slices.ContainsFunc(g.Want, func(w interaction.Amount) bool { return w.Name == f.Name && w.Level > f.Max && t.now.Level(f.Name) > 0 })
	}
	if !u.room && !slices.ContainsFunc(goals, anew) {
		return false, nil
	}
	if t.waited == 0 {
		t.tell(Event{Kind: EventSeek, Goal: f.Name, Why: "waiting until there is room for more " + f.Name})
	}
	began := body.Steps()
	err := t.pass(ctx, body, atOnce)
	t.waited += max(atOnce, body.Steps()-began)
	switch {
	case errors.Is(err, errNoMap):
		return false, nil
	case isFault(err): // it lives on
		return true, nil
	}
	return true, err
}

// pass lets steps of the world pass, and looks. Its errors are those of [Enduring], after a fault of which it lives on, and that of
// lost.
func (t *task) pass(ctx context.Context, body Enduring, steps int) error {
	before, err := t.now, body.Survive(ctx, steps)
	if lerr := t.look(ctx); lerr != nil {
		return errors.Join(err, lerr)
	}
	if isFault(err) {
		if lerr := t.lost(before, err); lerr != nil {
			return lerr
		}
	}
	return err
}

// needs are the levels of all that the step takes.
func (s Step) needs() (out []interaction.Amount) {
	for _, m := range s.Takes {
		out = append(out, interaction.Amount{Name: m.Factors[0], Level: m.Count})
	}
	return out
}

// ended names what the plan counts on and the step needs that held before and doesn't any more; empty: nothing.
func (t *task) ended(s *Step, before, after interaction.State) string {
	for _, n := range s.needs() {
		if slices.Contains(t.counts, n.Name) && before.Level(n.Name) >= n.Level && after.Level(n.Name) < n.Level {
			return n.Name
		}
	}
	return ""
}
