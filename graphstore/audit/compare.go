package audit

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Comparison is what became of a game from one version to the next, as its maker should
// know. All lists ascend, but for loops, which are in the order of their reports.
type Comparison struct {
	Old string `json:"old"` // the worlds
	New string `json:"new"`
	// Lost are factors that could be had from nothing and can't any more, be it that they
	// are gone; Won are those that can now and couldn't.
	Lost []string `json:"lost"`
	Won  []string `json:"won"`
	// Loops are those that appeared, Closed those that there were.
	Loops  []Loop `json:"loops"`
	Closed []Loop `json:"closed"`
	// Idle are actions that did something and now never do, Gone those that did something
	// and that the game doesn't have any more; by what people call them, or by name.
	Idle []string `json:"idle"`
	Gone []string `json:"gone"`
	// DeadEnds are items that can be had in both, and are good for nothing since.
	DeadEnds []string `json:"dead_ends"`
	// Bargains are those that appeared.
	Bargains []Bargain `json:"bargains"`
	// Changes counts the differences of the graphs, see [graphstore.Diff].
	Changes int `json:"changes"`
	// Incomplete: the new graph isn't all known yet, and what is Lost or Idle may be only
	// not known.
	Incomplete bool `json:"incomplete"`
}

// Worse reports whether anything was lost, does nothing any more, or can be multiplied for
// ever, that wasn't so before.
func (c Comparison) Worse() bool { return len(c.Lost)+len(c.Loops)+len(c.Idle) > 0 }

// Compare audits two versions of a game. Actions are taken for the same by their labels,
// where they have such.
func Compare(old, new *graphstore.Graph) Comparison {
	was, _ := graphstore.Align(old, new) // whether they are versions of one game is for whoever asks
	a, b := New(was), New(new)
	c := Comparison{Old: old.World, New: new.World, Lost: []string{}, Won: []string{}, Idle: []string{}, Gone: []string{},
		DeadEnds: []string{}, Bargains: []Bargain{}, Changes: len(graphstore.Diff(was, new)), Incomplete: b.Learned < b.Actions-len(b.Useless)}
	before, after := had(was), had(new)
	for _, f := range slices.Sorted(maps.Keys(before)) {
		if !after[f] {
			c.Lost = append(c.Lost, f)
		} else if slices.Contains(b.DeadEnds, f) && !slices.Contains(a.DeadEnds, f) {
			c.DeadEnds = append(c.DeadEnds, f)
		}
	}
	for _, f := range slices.Sorted(maps.Keys(after)) {
		if !before[f] {
			c.Won = append(c.Won, f)
		}
	}
	c.Loops, c.Closed = loopsOnlyIn(b.Loops, a.Loops), loopsOnlyIn(a.Loops, b.Loops)
	for _, x := range was.Actions {
		switch y := new.Action(x.ID); {
		case len(x.Effects) == 0:
		case y == nil:
			c.Gone = append(c.Gone, calledBy(x))
		case len(y.Effects) == 0:
			c.Idle = append(c.Idle, calledBy(x))
		}
	}
	slices.Sort(c.Idle)
	slices.Sort(c.Gone)
	for _, x := range b.Bargains {
		if !slices.ContainsFunc(a.Bargains, func(y Bargain) bool { return x.Factor == y.Factor && x.Cheap == y.Cheap && x.Dear == y.Dear }) {
			c.Bargains = append(c.Bargains, x)
		}
	}
	return c
}

func calledBy(a graphstore.Action) string {
	if a.Label != "" {
		return a.Label
	}
	return string(a.ID)
}

// had are the factors that can be had from nothing.
func had(g *graphstore.Graph) map[string]bool {
	m := newModel(g)
	out := map[string]bool{}
	for i, have := range m.reach(-1)[:m.real] {
		if have {
			out[m.names[i]] = true
		}
	}
	// A fact that the world brings about and that no way names is there all the same.
	for _, f := range g.Factors {
		if f.Kind != interaction.Item && !slices.Contains(m.names, f.Name) {
			out[f.Name] = true
		}
	}
	return out
}

// loopsOnlyIn are the loops by other steps than all of those.
func loopsOnlyIn(loops, those []Loop) []Loop {
	key := func(l Loop) string {
		var steps []string
		for _, s := range l.Steps {
			steps = append(steps, fmt.Sprintf("%s\x00%s", s.Action, s.Way))
		}
		slices.Sort(steps)
		return strings.Join(steps, "\x01")
	}
	known := map[string]bool{}
	for _, l := range those {
		known[key(l)] = true
	}
	out := []Loop{}
	for _, l := range loops {
		if !known[key(l)] {
			out = append(out, l)
		}
	}
	return out
}
