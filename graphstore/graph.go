package graphstore

import (
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// Grade is how well an effect is known. The zero Grade is invalid.
type Grade uint8

const (
	// Reached: the effect was seen at least once.
	Reached Grade = iota + 1
	// Proven: a sufficient way is known, proven by a success. It may ask for more than
	// is needed.
	Proven
	// Certified: all ways are known exactly, within the stated error.
	Certified
)

var gradeNames = [...]string{"unknown", "reached", "proven", "certified"}

// String is the grade in one word.
func (g Grade) String() string {
	if int(g) < len(gradeNames) {
		return gradeNames[g]
	}
	return gradeNames[0]
}

// MarshalText writes the word; the zero Grade can't be written.
func (g Grade) MarshalText() ([]byte, error) {
	if g == 0 || int(g) >= len(gradeNames) {
		return nil, fmt.Errorf("grade %d is invalid", g)
	}
	return []byte(gradeNames[g]), nil
}

// UnmarshalText reads the word; anything else is an error that lists the words.
func (g *Grade) UnmarshalText(text []byte) error {
	i := slices.Index(gradeNames[1:], string(text))
	if i < 0 {
		return fmt.Errorf("grade %q is not one of %s", text, strings.Join(gradeNames[1:], ", "))
	}
	*g = Grade(i + 1)
	return nil
}

// Graph is what is known of a world: for every action its effects, for every
// effect the ways to get it. It is a value: whoever holds it may read it from any
// goroutine, and must not change it.
type Graph struct {
	// World and Fingerprint say which rules the graph is about.
	World       string
	Fingerprint string
	// Delta bounds the probability that anything certified here is wrong: the sum of
	// what the runs were made with whose certificates it holds; where there are none, the
	// largest of any run. Zero if there was no run. (It doesn't cover somebody who explores
	// again until the graph looks as he likes it.)
	Delta float64
	// Items are all observed items, ascending by name.
	Items []Item
	// Actions are all actions that the world listed, in the world's order.
	Actions []Action
}

// Item is an observed item.
type Item struct {
	Name string
	// Level is the tech level: the least number of actions in a row, counting
	// from the empty inventory, after which the item can be had by ways that are
	// at least proven. It is at least 1; zero means that no such chain is known.
	Level int
}

// Action is one action of the world.
type Action struct {
	ID interaction.Action
	// Label is what people call the action; empty if the world doesn't say.
	Label string
	// Learned: every effect that was seen is certified, and that there are no
	// further effects was tested with everything that was observed.
	Learned bool
	// Reason says why the action isn't learned; empty if it is.
	Reason string
	// Effects ascend by item.
	Effects []Effect
}

// Effect is one item that an action gives.
type Effect struct {
	Item  string
	Grade Grade
	// Ambient: the item comes with no cause at all, from the empty inventory. An
	// ambient effect has exactly one way, with no members.
	Ambient bool
	// Ways are the known alternatives. When certified they are all of them, and
	// each is minimal. Ascending by their text.
	Ways []Way
	// Classes are the sets of items that are interchangeable in the ways.
	Classes []Class
	// Chance is how often the effect comes when a way is present.
	Chance Interval
	// Disputed: a later trial contradicts what was certified; it is to be
	// learned again.
	Disputed bool
	// Certificate says what the certificate rests on; nil unless certified.
	Certificate *Certificate
}

// Way is a set of requirements that together suffice for an effect.
type Way struct {
	// Members ascend by item. No members: nothing is needed.
	Members []Member
	// Yield is how much of the effect the successes gave that can only have come
	// by this way.
	Yield Yield
}

// Member is one requirement of a way.
type Member struct {
	Item string
	// Count is the least quantity that suffices, at least 1.
	Count int
	// Consumed is how much of it a success uses up; zero: it is kept.
	Consumed int
}

// Yield is the range of quantities that successes gave, and their mean.
type Yield struct {
	Min, Max int
	Mean     float64
}

// Class is a set of items that can stand for each other in a way.
type Class struct {
	// Items ascend by name; at least two.
	Items []string
	// Count is the quantity that is needed.
	Count int
	// Mixes: some of each, Count in sum, suffices too. False for Count 1, where
	// there is nothing to mix.
	Mixes bool
}

// Interval is an estimate between two confidence limits (95%, Clopper-Pearson),
// from Successes among Trials.
type Interval struct {
	Low, Estimate, High float64
	Successes, Trials   int
}

// Certificate says why an effect's ways may be believed to be all the ways.
type Certificate struct {
	// Budget is the share of delta that the effect may use: the certificate is wrong
	// with at most this probability. Its tests divide it, or don't where one would have
	// to pass that was fixed beforehand (see discovery/budget.go), so the thresholds may
	// sum to more.
	Budget float64
	// Observed are the items that had been observed: the certificate speaks of
	// these and no others.
	Observed int
	// Successes of Trials from where a way holds are the evidence on the effect's chance
	// that the p-values rest on. Trials is zero where older programs didn't say.
	Successes, Trials int
	// Floor is the least chance that each of its ways was taken to have; zero: they were
	// taken to have one chance, and the p-values follow from the evidence on it.
	Floor float64
	// CoPoints are the tests that nothing suffices but the ways: for each, some
	// items were capped, everything else observed was present, and the effect
	// never came.
	CoPoints []CoPoint
}

// CoPoint is one series of interventions: everything that was observed is
// present, but for the caps, and the effect didn't come in any of the trials.
type CoPoint struct {
	// Caps ascend by item; Count is how many of it were left.
	Caps []interaction.Stack
	// Trials is how often that was tried, to completion; a few trials that came before
	// the test was chosen may be left out (discovery/budget.go).
	Trials int
	// PValue bounds the probability of so many misses had the effect been
	// possible; it is at most Threshold.
	PValue    float64
	Threshold float64
}

// String is the way as "2 stick + 3 planks + crafting_table (kept)", or
// "nothing".
func (w Way) String() string {
	if len(w.Members) == 0 {
		return "nothing"
	}
	parts := make([]string, len(w.Members))
	for i, m := range w.Members {
		parts[i] = m.String()
	}
	return strings.Join(parts, " + ")
}

// Needs reports whether the item is a member of the way.
func (w Way) Needs(item string) bool {
	return slices.ContainsFunc(w.Members, func(m Member) bool { return m.Item == item })
}

// String is the member as "3 planks" or "crafting_table (kept)"; a member that is
// consumed in another quantity than it takes says so.
func (m Member) String() string {
	s := m.Item
	if m.Count != 1 || m.Consumed == 1 {
		s = fmt.Sprintf("%d %s", m.Count, m.Item)
	}
	switch m.Consumed {
	case m.Count:
		return s
	case 0:
		return s + " (kept)"
	default:
		return fmt.Sprintf("%s (%d used)", s, m.Consumed)
	}
}

// String says how the items stand for each other, as "2 in sum of sapling, stick
// suffice" or "any of coal, log suffices".
func (c Class) String() string {
	items := strings.Join(c.Items, ", ")
	switch {
	case c.Mixes:
		return fmt.Sprintf("%d in sum of %s suffice", c.Count, items)
	case c.Count == 1:
		return fmt.Sprintf("any of %s suffices", items)
	}
	return fmt.Sprintf("%d of one of %s suffice", c.Count, items)
}

// Action returns the action with this name, or nil.
func (g *Graph) Action(id interaction.Action) *Action {
	for i := range g.Actions {
		if g.Actions[i].ID == id {
			return &g.Actions[i]
		}
	}
	return nil
}

// Item returns the item with this name, or nil.
func (g *Graph) Item(name string) *Item {
	i, ok := slices.BinarySearchFunc(g.Items, name, func(it Item, n string) int { return strings.Compare(it.Name, n) })
	if !ok {
		return nil
	}
	return &g.Items[i]
}
