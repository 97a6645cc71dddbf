package controller

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// Condition is something that has to be so around the agent when a goal is reached: in a place ("near" a thing, "in" a
// biome) or at a time ("at" a time, "while" it is bright, "during" a weather).
type Condition struct {
	Aspect Aspect
	Name   string
}

// Aspect is what a condition is about. The zero Aspect is invalid.
type Aspect uint8

// The aspects of conditions, as those of percipients (MP5, section 3.2).
const (
	Near   Aspect = iota + 1 // an object or a creature in sight, and not far off
	In                       // the biome
	At                       // the time of the day
	During                   // the weather
	While                    // the brightness
)

// prepositions are the words that begin a condition, by aspect.
var prepositions = map[Aspect][]string{Near: {"near", "beside"}, In: {"in"}, At: {"at", "by"}, During: {"during", "in"}, While: {"while", "in"}}

var aspectWords = [...]string{"invalid", "near", "in", "at", "during", "while"}

// String is the condition as [Grammar] reads it.
func (c Condition) String() string {
	if int(c.Aspect) >= len(aspectWords) {
		return aspectWords[0]
	}
	return aspectWords[c.Aspect] + " " + c.Name
}

// Spatial reports whether the condition is about the place, which can be gone back to, and not about the time.
func (c Condition) Spatial() bool { return c.Aspect == Near || c.Aspect == In }

// Placed is a Body that goes to where its actions can be done.
type Placed interface {
	Body
	// Approach goes to where the action can be done. What changes on the way isn't the action's doing. Its errors are as
	// those of Act.
	Approach(ctx context.Context, action interaction.Action) error
	// Return goes back to where the facts held, if it remembers such a place; false: it doesn't.
	Return(ctx context.Context, facts []string) (bool, error)
}

// Situated is a Body that can find out what holds around it, and go where it does.
type Situated interface {
	Placed
	// Seek goes to where all the conditions hold, as far as it perceives, and where the action can be done, if that is
	// done to a thing; false: it didn't find such a place within what it is allowed. Where they hold already it stays.
	Seek(ctx context.Context, all []Condition, action interaction.Action) (bool, error)
	// Holds reports whether all the conditions hold where it is, as far as it perceives; it looks, and goes nowhere.
	Holds(ctx context.Context, all []Condition) (bool, error)
}

// condition reads one, if the words begin one; ok is false if they don't.
func (p *parse) condition() (c Condition, ok bool, err error) {
	word := p.peek()
	known := false
	for a := Near; a <= While; a++ {
		known = known || slices.Contains(prepositions[a], word)
	}
	if !known || len(p.grammar.Conditions) == 0 {
		return c, false, nil
	}
	words := p.words[1:]
	for len(words) > 0 && (words[0] == "the" || words[0] == "a" || words[0] == "an" || words[0] == "some" || words[0] == "it" || words[0] == "is") {
		words = words[1:]
	}
	// The longest name counts.
	for n := len(words); n > 0; n-- {
		name := strings.Join(words[:n], "_")
		for _, x := range p.grammar.Conditions {
			if slices.Contains(prepositions[x.Aspect], word) && (x.Name == name || n == 1 && strings.TrimSuffix(name, "s") == x.Name) {
				p.words = words[n:]
				return x, true, nil
			}
		}
	}
	var near []string
	for _, x := range p.grammar.Conditions {
		if slices.Contains(prepositions[x.Aspect], word) {
			near = append(near, x.Name)
		}
	}
	if len(words) == 0 {
		return c, false, fmt.Errorf("%w: after %q it ends", ErrTask, word)
	}
	if alike := interaction.Near(words[0], near, mostNear); len(alike) > 0 {
		return c, false, fmt.Errorf("%w: %q %q is no condition; there is %s", ErrTask, word, words[0], strings.Join(alike, ", "))
	}
	slices.Sort(near)
	there := strings.Join(near[:min(len(near), mostListed)], ", ")
	if n := len(near) - mostListed; n > 0 {
		there += fmt.Sprintf(" and %d more", n)
	}
	if others := p.alike(words[0]); len(others) > 0 {
		there += "; and " + strings.Join(others, ", ")
	}
	return c, false, fmt.Errorf("%w: %q %q is no condition; there is %s %s", ErrTask, word, words[0], word, there)
}

// mostListed is how many names are listed where none is like the one that was given.
const mostListed = 12

// alike are conditions, with their words, by any preposition that have a name like this one.
func (p *parse) alike(word string) (out []string) {
	var names []string
	for _, x := range p.grammar.Conditions {
		names = append(names, x.Name)
	}
	names = interaction.Near(word, names, mostNear)
	for _, x := range p.grammar.Conditions {
		part := slices.Contains(strings.Split(x.Name, "_"), word) || strings.HasPrefix(word, x.Name)
		if s := x.String(); (part || slices.Contains(names, x.Name)) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// conditional reports whether the words begin a condition.
func (p *parse) conditional() bool {
	rest := parse{grammar: p.grammar, words: p.words}
	_, ok, err := rest.condition()
	return ok || err != nil
}

// situate goes to where the goal's conditions hold before the steps that can be done there are begun.
func (t *task) situate(ctx context.Context, plan Plan, steps []Step) error {
	if len(plan.Goal.Where) == 0 {
		return nil
	}
	body, ok := t.Body.(Situated)
	if !ok {
		return fmt.Errorf("%w: nothing perceives here whether it is %s", ErrGaveUp, conditionsText(plan.Goal.Where))
	}
	found, err := body.Seek(ctx, plan.Goal.Where, steps[0].Action)
	if err != nil {
		return err
	}
	if !found {
		return fmt.Errorf("%w: no place was found that is %s in the steps that it has", ErrGaveUp, conditionsText(plan.Goal.Where))
	}
	t.tell(Event{Kind: EventSeek, Goal: steps[0].Factor, Action: steps[0].Action, Why: conditionsText(plan.Goal.Where)})
	return t.look(ctx)
}

// lapsed reports whether the conditions hold no more, now that the agent is at what the step is done to: the way there may
// have taken until the evening.
func (t *task) lapsed(ctx context.Context, where []Condition, s Step) (bool, error) {
	body, ok := t.Body.(Situated)
	if !ok || len(where) == 0 {
		return false, nil
	}
	holds, err := body.Holds(ctx, where)
	if err != nil || holds {
		return false, err
	}
	t.tell(Event{Kind: EventLost, Goal: s.Factor, Action: s.Action, Why: "it isn't " + conditionsText(where) + " any more"})
	return true, t.look(ctx)
}

// approach goes to where the step can be done, if it still has steps, and takes note of what changed on the way; false: that
// broke.
func (t *task) approach(ctx context.Context, s *Step) (ok bool, err error) {
	if t.result.Executed >= t.Config.MaxSteps {
		return false, fmt.Errorf("%w: the %d steps allowed (--max-steps) are used up", ErrGaveUp, t.Config.MaxSteps)
	}
	body, placed := t.Body.(Placed)
	if !placed {
		return true, nil
	}
	before := t.now
	err = body.Approach(ctx, s.Action)
	if t.noWay = isFault(err) && interaction.AsFault(err).Class == interaction.FaultWay; err == nil {
		delete(t.searches, s.Action)
	}
	if err != nil && !isFault(err) {
		return false, err
	}
	if lerr := t.look(ctx); lerr != nil {
		return false, lerr
	}
	if changes := interaction.Changes(before, t.now); len(changes) > 0 && (err == nil || !interaction.AsFault(err).Dead) {
		t.tell(Event{Kind: EventLost, Goal: s.Factor, Changes: changes, Why: interaction.FormatChanges(changes)})
	}
	if err == nil {
		return true, nil
	}
	if lerr := t.lost(before, err); lerr != nil {
		return false, lerr
	}
	t.result.Executed++
	t.tell(Event{Kind: EventAct, Goal: s.Factor, Action: s.Action, Verdict: Broke, Why: err.Error()})
	return false, t.record(ctx, s, t.now, nil, Broke, err.Error())
}

func conditionsText(all []Condition) string {
	var out []string
	for _, c := range all {
		out = append(out, c.String())
	}
	return strings.Join(out, ", ")
}

// tail is how many of the last steps are done where the goal's conditions hold: the last, and those before it that can be
// done anywhere, if it can.
func (t *task) tail(plan Plan) int {
	n, last := 1, len(plan.Steps)-1
	if len(plan.Goal.Where) == 0 || last < 0 {
		return 0
	}
	anywhere := func(i int) bool { return t.Bound != nil && !t.Bound(plan.Steps[i].Action) }
	for anywhere(last) && n <= last && anywhere(last-n) {
		n++
	}
	return n
}

// anew are goals that are to be reached where something holds, or in a certain way: what there is already doesn't count for
// them. Goals with With stay as they are: planners make that many of these anyway.
func (t *task) anew(goals []Goal) []Goal {
	out := slices.Clone(goals)
	for i, g := range out {
		if len(g.With) > 0 || len(g.Where)+len(g.Without)+len(g.Unhurt) == 0 && !g.Bare {
			continue
		}
		out[i].Want = slices.Clone(g.Want)
		for j := range out[i].Want {
			out[i].Want[j].Level += t.now.Level(g.Want[j].Name)
		}
	}
	return out
}

// restore goes back to where the facts held that the step needs and that don't hold here; false: that isn't it.
func (t *task) restore(ctx context.Context, s Step) (bool, error) {
	body, ok := t.Body.(Placed)
	if !ok {
		return false, nil
	}
	var facts []string
	for _, m := range s.Takes {
		f := m.Factors[0]
		if x := t.Graph.Factor(f); x != nil && x.Kind == interaction.Fact && t.now.Level(f) < m.Count {
			facts = append(facts, f)
		}
	}
	if len(facts) == 0 {
		return false, nil
	}
	found, err := body.Return(ctx, facts)
	if err != nil || !found {
		return false, err
	}
	return true, t.look(ctx)
}
