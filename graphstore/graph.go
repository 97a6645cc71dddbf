package graphstore

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery"
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
// effect the ways to get it. It is a value: it may be read from any
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
	// Assumptions are what the certificates take for granted: those of all runs.
	Assumptions []discovery.Assumption
	// Factors are all that are known, ascending by name.
	Factors []Factor
	// Actions are all actions that the world listed, in the world's order.
	Actions []Action
}

// Factor is a factor that is known.
type Factor struct {
	Name string
	Kind interaction.Kind
	// Number counts the factors in the order in which they came to be known, from 0.
	Number int
	// Max is the highest level; zero: not known. Ample is the level that counts as plenty.
	Max, Ample int
	// Level is the tech level: the least number of actions in a row, counting from nothing,
	// after which the factor can be had by ways that are at least proven. It is at least 1;
	// zero means that no such chain is known.
	Level int
}

// Action is one action of the world.
type Action struct {
	ID interaction.Action
	// Label is what people call the action, as it can be shown (see [interaction.Shown]);
	// empty if the world doesn't say.
	Label string
	// Learned: every effect that was seen is certified, and that there are no
	// further effects was tested with everything that was observed.
	Learned bool
	// Reason says why the action isn't learned; empty if it is.
	Reason string
	// Ends are the facts that the action ends, ascending, where starts can't be chosen those that it ended in one of ten trials at
	// least: what needs them afterwards has to have them brought about again.
	Ends []string
	// Tried is in how many trials it was seen what came of it, and Ended in how many the episode ended before, as by death: these tell
	// nothing of effects, and no chance counts them.
	Tried, Ended int
	// Effects ascend by factor.
	Effects []Effect
}

// Effect is a factor that an action raises.
type Effect struct {
	Factor string `json:"factor"`
	Grade  Grade  `json:"grade"`
	// Unconditional: it comes with no cause at all, from the empty start. Such an effect
	// has exactly one way, with no members.
	Unconditional bool `json:"unconditional,omitempty"`
	// Ways are the known alternatives. When certified they are all of them, and
	// each is minimal. Ascending by their text.
	Ways []Way `json:"ways,omitempty"`
	// Chance is how often the effect comes when a way is present.
	Chance Interval `json:"chance"`
	// Disputed: a later trial contradicts what was certified; it is to be
	// learned again.
	Disputed bool `json:"disputed,omitempty"`
	// Certificate says what the certificate rests on; nil unless certified.
	Certificate *Certificate `json:"certificate,omitempty"`
}

// Member is a member of a way, with factors by name, and Members are all of one.
type (
	Member  = discovery.MemberOf[string]
	Members = discovery.WayOf[string]
)

// Way is a set of members that together suffice for an effect.
type Way struct {
	// Members ascend by their factors. No members: nothing is needed.
	Members Members `json:"members"`
	// Doubtful are items of the members that were there each time that the effect came by this way, and that it may not need: none
	// was used up, and what failed without them can be bad luck, or the lack of something else (docs/theory.md). Ascending; none in
	// what is certified, or where starts can be chosen.
	Doubtful []string `json:"doubtful,omitempty"`
	// Yield is how much of the effect the successes gave that can only have come
	// by this way.
	Yield Yield `json:"yield"`
}

// Yield is the range of quantities that successes gave, and their mean; of a fact, of the
// levels that they reached.
type Yield struct {
	Min  int     `json:"min"`
	Max  int     `json:"max"`
	Mean float64 `json:"mean"`
}

// Text is how much that is, as "2" or "1 to 3"; "?" if that isn't known.
func (y Yield) Text() string {
	switch {
	case y.Max == 0:
		return "?"
	case y.Min == y.Max:
		return fmt.Sprint(y.Min)
	}
	return fmt.Sprintf("%d to %d", y.Min, y.Max)
}

// Interval is an estimate between two confidence limits (95%, Clopper-Pearson),
// from Successes among Trials.
type Interval struct {
	Low       float64 `json:"low"`
	Estimate  float64 `json:"estimate"`
	High      float64 `json:"high"`
	Successes int     `json:"successes"`
	Trials    int     `json:"trials"`
}

// Certificate says why an effect's ways may be believed to be all the ways.
type Certificate struct {
	// Budget is the share of delta that the effect may use: the certificate is wrong
	// with at most this probability. Its tests divide it, or don't where one would have
	// to pass that was fixed beforehand (docs/theory.md, "Budgets"), so the thresholds may
	// sum to more.
	Budget float64 `json:"budget"`
	// Observed are the factors that were known: the certificate speaks of these and no
	// others.
	Observed int `json:"observed"`
	// Successes of Trials from where a way holds are the evidence on the effect's chance
	// that the p-values rest on.
	Successes int `json:"successes"`
	Trials    int `json:"trials"`
	// Floor is the least chance that each of its ways was taken to have; zero: they were
	// taken to have one chance, and the p-values follow from the evidence on it.
	Floor float64 `json:"floor,omitempty"`
	// Room is the level of the factor from which on it can't be seen to rise; zero: there
	// is none.
	Room int `json:"room,omitempty"`
	// Proved: that it is wrong with at most this probability is proven; else calibrated.
	Proved bool `json:"proved,omitempty"`
	// Exchange: it makes the assumption [discovery.Exchange].
	Exchange bool `json:"exchange,omitempty"`
	// Together is the number of the assumption [discovery.Together] that it makes; zero: it
	// makes none.
	Together int `json:"together,omitempty"`
	// Misread bounds the probability that all successes were misread, where what there is has to be perceived: it is
	// part of Budget. Zero: nothing has to be.
	Misread float64 `json:"misread,omitempty"`
	// Tests are those that nothing suffices but the ways: of each, the effect never came
	// from there.
	Tests []Test `json:"-"`
}

// Test is one series of interventions: everything that was known is present, but for
// something that each way needs, and the effect didn't come in any of the trials.
type Test struct {
	// At is the start, a complement of the ways.
	At interaction.State
	// Trials is how often that was tried, to completion; a few trials that came before
	// the test was chosen may be left out (docs/theory.md, "Budgets").
	Trials int
	// PValue bounds the probability of as many misses had the effect been
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
		if parts[i] = MemberText(m); w.Doubts(m) {
			parts[i] = "perhaps " + parts[i]
		}
	}
	return strings.Join(parts, " + ")
}

// Doubts reports whether the member is doubtful.
func (w Way) Doubts(m Member) bool {
	return len(m.Factors) == 1 && slices.Contains(w.Doubtful, m.Factors[0])
}

// Asserted are the members that aren't doubtful.
func (w Way) Asserted() Members {
	if len(w.Doubtful) == 0 {
		return w.Members
	}
	return slices.DeleteFunc(slices.Clone(w.Members), w.Doubts)
}

// Needs reports whether the factor can stand for a member of the way.
func (w Way) Needs(factor string) bool {
	return slices.ContainsFunc(w.Members, func(m Member) bool { return slices.Contains(m.Factors, factor) })
}

// MemberText is the member as "3 planks", "crafting_table (kept)", "any of coal, log" or
// "8 in sum of cobblestone, stone"; a member that is consumed in another quantity than it
// takes, or now in this and now in that, says so.
func MemberText(m Member) string {
	s := strings.Join(m.Factors, ", ")
	switch {
	case len(m.Factors) > 1 && m.Count == 1:
		s = "any of " + s
	case len(m.Factors) > 1:
		s = fmt.Sprintf("%d in sum of %s", m.Count, s)
	case m.Count != 1 || m.Consumed == 1:
		s = fmt.Sprintf("%d %s", m.Count, s)
	}
	switch {
	case m.Most > 0 && m.Consumed == 0:
		return fmt.Sprintf("%s (kept, at times %d used)", s, m.Most)
	case m.Most > 0:
		return fmt.Sprintf("%s (%d to %d used)", s, m.Consumed, m.Most)
	case m.Consumed == m.Count:
		return s
	case m.Consumed == 0:
		return s + " (kept)"
	}
	return fmt.Sprintf("%s (%d used)", s, m.Consumed)
}

// CompareWays orders ways by their text.
func CompareWays(a, b Way) int { return cmp.Compare(a.String(), b.String()) }

// Action returns the action with this name, or nil.
func (g *Graph) Action(id interaction.Action) *Action {
	for i := range g.Actions {
		if g.Actions[i].ID == id {
			return &g.Actions[i]
		}
	}
	return nil
}

// Factor returns the factor with this name, or nil.
func (g *Graph) Factor(name string) *Factor {
	i, ok := slices.BinarySearchFunc(g.Factors, name, func(f Factor, n string) int { return strings.Compare(f.Name, n) })
	if !ok {
		return nil
	}
	return &g.Factors[i]
}

// Brings reports whether an action is known to bring the factor about: one that came with it by chance isn't.
func (g *Graph) Brings(factor string) bool {
	return slices.ContainsFunc(g.Actions, func(a Action) bool {
		e := a.Effect(factor)
		return e != nil && e.Grade >= Proven && !e.Disputed
	})
}

// Effect returns the action's effect on the factor, or nil.
func (a *Action) Effect(factor string) *Effect {
	i, ok := slices.BinarySearchFunc(a.Effects, factor, func(e Effect, f string) int { return strings.Compare(e.Factor, f) })
	if !ok {
		return nil
	}
	return &a.Effects[i]
}

// Met reports whether the state meets every member.
func (w Way) Met(s interaction.State) bool {
	return !slices.ContainsFunc(w.Members, func(m Member) bool {
		sum := 0
		for _, f := range m.Factors {
			sum += s.Level(f)
		}
		return sum < m.Count
	})
}
