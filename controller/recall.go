package controller

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Sighted is a Body that sees what is around it, and counts its steps.
type Sighted interface {
	Body
	// Features looks around, which may take steps of the world, and says what is there: numbers from 0 to 1, always as
	// many in the same order; empty: it tells nothing. Its errors are as those of Act.
	Features(ctx context.Context) ([]float64, error)
	// Steps is how many steps of the world were taken.
	Steps() int
}

const (
	// maxLived is how many plans of a goal are kept in mind of which the steps are known: enough for all kinds of
	// surroundings.
	maxLived = 256
	// fewest is how often a goal has to have been reached before it is expected to take as much again, and nearest the
	// share of these situations that counts, the most similar ones: chosen on other maps than those that are measured.
	fewest, nearest = 5, 1. / 3
)

// See says what is seen now: what is recalled, and what is kept from here on, goes with it; empty: nothing is seen. It
// fails if a feature isn't from 0 to 1: then nothing is seen; and if what is remembered has another number of features:
// then it doesn't compare, and only what is kept from here on does.
func (m *Memory) See(around []float64) error {
	m.around = nil
	if err := graphstore.CheckFeatures(around); err != nil {
		return err
	}
	m.around = slices.Clone(around)
	if len(around) > 0 && m.features > 0 && len(around) != m.features {
		return fmt.Errorf("%d features are seen, and what is remembered has %d", len(around), m.features)
	}
	return nil
}

// remembered is an entry, and how alike its beginning was.
type remembered struct {
	entry graphstore.MemoryEntry
	alike float64
}

// like are the entries that begin with alike states, the most alike first; where something is seen, the cosine between
// what was seen then and now is a factor of that (JARVIS-1, equation 2).
func (m *Memory) like(all []graphstore.MemoryEntry, from interaction.State) (out []remembered) {
	for _, e := range all {
		a := alike(e, from)
		if a < leastAlike {
			continue
		}
		if len(m.around) > 0 {
			a *= cosine(e.Around, m.around)
		}
		out = append(out, remembered{e, a})
	}
	slices.SortStableFunc(out, func(a, b remembered) int { return cmp.Compare(b.alike, a.alike) })
	return out
}

// cosine of two pictures' features; 0 if they don't compare.
func cosine(a, b []float64) float64 {
	if len(a) != len(b) {
		return 0
	}
	norm := floats.Norm(a, 2) * floats.Norm(b, 2)
	if norm == 0 {
		return 0
	}
	return floats.Dot(a, b) / norm
}

// Expect is how many steps of the world the goal takes in situations like this one, by those most like it that are
// remembered; false: there are too few, or the goal says how or where it is to be reached. Steps of searches spread widely: what the nearest
// situations say is their geometric mean, and by how much the mean is above that is taken from all.
func (m *Memory) Expect(from interaction.State, goal Goal) (steps float64, known bool) {
	if goal.strict() {
		return 0, false
	}
	all := m.like(m.lived[goalKey(table(goal.Want))], from)
	if len(all) < fewest {
		return 0, false
	}
	last := all[max(fewest, int(nearest*float64(len(all))))-1].alike
	var took, near []float64
	for _, x := range all {
		took = append(took, float64(x.entry.Took))
		if x.alike >= last { // those as alike as the last all count
			near = append(near, float64(x.entry.Took))
		}
	}
	return stat.GeometricMean(near, nil) * stat.Mean(took, nil) / stat.GeometricMean(took, nil), true
}

// Best plans for the goal that took the fewest steps in situations like this one; as [Best] where too little is
// remembered of a goal that can be met.
func (m *Memory) Best(ctx context.Context, p Planner, from interaction.State, goals []Goal) (Plan, error) {
	all, err := plans(ctx, p, from, goals)
	if err != nil || len(all) == 0 {
		return Plan{}, err
	}
	var steps []float64
	for _, x := range all {
		if s, known := m.Expect(from, x.Goal); known {
			steps = append(steps, s)
		}
	}
	if len(steps) < len(all) {
		return cheapest(all), nil
	}
	return all[floats.MinIdx(steps)], nil
}

// best plans for one of the goals.
func (t *task) best(ctx context.Context, goals []Goal) (Plan, error) {
	if t.Memory != nil {
		return t.Memory.Best(ctx, t.planner, t.counted(), goals)
	}
	return Best(ctx, t.planner, t.counted(), goals)
}

// see has the memory know what is around where a stage begins, and returns the steps that were taken until then. Where all
// goals have conditions it doesn't look: what they took isn't remembered.
func (t *task) see(ctx context.Context, goals []Goal) (int, error) {
	if t.Memory == nil {
		return 0, nil
	}
	if !slices.ContainsFunc(goals, func(g Goal) bool { return len(g.Where) == 0 }) {
		return t.steps(), t.Memory.See(nil)
	}
	var around []float64
	body, ok := t.Body.(Sighted)
	if ok {
		var err error
		if around, err = body.Features(ctx); err != nil && !isFault(err) {
			return 0, err
		}
		if err := t.look(ctx); err != nil {
			return 0, err
		}
	}
	if err := t.Memory.See(around); err != nil {
		t.tell(Event{Kind: EventSee, Why: fmt.Sprintf("it isn't remembered by what is seen: %v", err)})
	}
	return t.steps(), nil
}

// steps of the world that were taken; zero: nobody counts.
func (t *task) steps() int {
	if body, ok := t.Body.(Sighted); ok {
		return body.Steps()
	}
	return 0
}
