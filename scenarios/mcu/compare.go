package mcu

import (
	"fmt"
	"maps"
	"slices"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
)

// comparison holds the events of a recording against what happens when it is played again.
type comparison struct {
	game    *Game
	trace   *Trace
	world   interaction.World
	session interaction.Session
	next    int // event
	move    int
}

// step takes the events of this step of the world, after it: that of the action, which is returned, and the ends of moves.
func (c *comparison) step(step int, action interaction.Action, changes []interaction.Change) (did *Event, err error) {
	want := c.expected(step, action, changes)
	other := func(e *Event, what string) error {
		return fmt.Errorf("%w: at step %d, %s", ErrOther, e.Step, what)
	}
	for ; c.next < len(c.trace.Events) && c.trace.Events[c.next].Step <= step; c.next++ {
		e := &c.trace.Events[c.next]
		begin := c.next == 0
		switch {
		case e.Step != step:
			return nil, other(e, "the order of events")
		case e.Move < c.move || e.Move > c.trace.Scene.Moves || begin && e.Move != 0:
			return nil, other(e, fmt.Sprintf("move %d", e.Move))
		case begin && e.Action+interaction.Action(e.Intent) != "" || !begin && (e.Action == "") == (e.Intent == ""):
			return nil, other(e, "an event of another kind")
		case e.Action != "" && (want == nil || did != nil):
			return nil, other(e, fmt.Sprintf("%s wasn't done", interaction.Shown(string(e.Action))))
		case e.Action != "":
			if e.Action != want.Action || e.Label != want.Label || !maps.Equal(e.Changes, want.Changes) {
				return nil, other(e, fmt.Sprintf("%s changed %v, and not %s %v", interaction.Shown(string(want.Action)), want.Changes, interaction.Shown(string(e.Action)), e.Changes))
			}
			did = e
		case len(e.Changes) > 0:
			return nil, other(e, "nothing changed")
		}
		if !e.Around.equal(c.around()) {
			return nil, other(e, "something else was around the agent")
		}
		c.move = e.Move
	}
	if step == 0 && c.next == 0 {
		return nil, fmt.Errorf("%w: its beginning is missing", ErrOther)
	}
	if want != nil && did == nil {
		return nil, fmt.Errorf("%w: the event of step %d is missing", ErrOther, step)
	}
	return did, nil
}

// expected is the event that was to be recorded of this step; nil: none was.
func (c *comparison) expected(step int, action interaction.Action, changes []interaction.Change) *Event {
	if action == "" {
		return nil
	}
	return happened(c.world, step, action, changes)
}

// around is what is so around the agent now.
func (c *comparison) around() *Around {
	if s, ok := c.session.(land.Surveyor); ok {
		return around(s.Survey())
	}
	return nil
}

// equal reports whether they are the same.
func (a *Around) equal(b *Around) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.X == b.X && a.Y == b.Y && a.Biome == b.Biome && a.Time == b.Time && a.Weather == b.Weather && a.Brightness == b.Brightness && maps.Equal(a.Things, b.Things)
}

// end compares what the recording says of the whole.
func (c *comparison) end(step int) error {
	t := c.trace
	var what string
	switch spec, err := c.game.spec(t.Scene); {
	case err != nil:
		return err
	case c.next < len(t.Events):
		what = "events after its last step"
	case t.End == "": // it was cut off: only what is whole of it is compared
	case step != t.Steps:
		what = fmt.Sprintf("%d steps, and not %d", step, t.Steps)
	case t.Moves < c.move || t.Moves > t.Scene.Moves:
		what = fmt.Sprintf("%d moves", t.Moves)
	case (t.End == "done") != c.game.Check(spec, t).Done:
		what = "another end"
	}
	if what != "" {
		return fmt.Errorf("%w: it has %s", ErrOther, what)
	}
	return nil
}

// matches reports whether the head of a recording is of its scene.
func (t *Trace) matches() error {
	if s := t.Scene; t.World != s.World || t.Task != s.Task || t.Goal != s.Goal || t.Difficulty != s.Difficulty || t.Seed != s.Seed {
		return fmt.Errorf("%w: its head isn't of its scene", ErrOther)
	}
	return nil
}

// happened is the event of a step of the world; nil: a step of a walk in which nothing changed, which is recorded now and then.
func happened(w interaction.World, step int, action interaction.Action, changes []interaction.Change) *Event {
	ground := w.Spec().Ground
	walks := ground != nil && (action == ground.Wait || slices.Contains(ground.Moves[:], action))
	if walks && len(changes) == 0 && step%look != 0 {
		return nil
	}
	e := &Event{Action: action}
	for _, x := range changes {
		if e.Changes == nil {
			e.Changes = map[string]int{}
		}
		e.Changes[x.Factor] = x.Gain()
	}
	if l, ok := w.(interaction.Labeler); ok && !walks {
		e.Label = interaction.Shown(l.Label(action))
	}
	return e
}
