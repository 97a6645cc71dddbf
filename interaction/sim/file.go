package sim

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

// Format is the newest version of the world format that this package reads, and
// the one it writes.
const Format = 1

// MaxCount is the largest quantity that a world file may name.
const MaxCount = 1_000_000

// File is a world as data. [Parse] returns it checked and in canonical order; a
// File that was changed or made by hand is checked by [File.Validate].
type File struct {
	// ID names the world: lower-case letters, digits, dots and hyphens.
	ID string
	// Title and Source are for people: what the world is, where its facts come
	// from and under which licence.
	Title, Source string
	// Items are names of items beyond those that some action gives: things that
	// a start may hold and nothing makes. Ascending.
	Items []string
	// Factors are what is said of factors: kinds, highest levels. Ascending by name; a
	// factor that isn't listed is an item without limit.
	Factors []interaction.Factor
	// Exclusions are what can't be there at the same time.
	Exclusions []interaction.Exclusion
	// Classes ascend by name.
	Classes []Class
	// Latency is how long one Act takes; zero: as long as the arithmetic takes.
	Latency time.Duration
	// Faults says how often sessions break; the zero value: never.
	Faults Faults
	// Hidden is what nobody sees; the zero value: nothing is hidden.
	Hidden Hidden
	// Map is what is where when the world is lived in; nil: [File.Land] says.
	Map *Map
	// Actions have the opaque names [interaction.ActionName] of their positions.
	Actions []Action
}

// Class is a named set of interchangeable items. A consumed class is used up in
// the order of its items. No item is listed twice.
type Class struct {
	Name  string
	Items []string
}

// Faults says how a world breaks: with Chance an Act breaks instead of acting, in
// one of the kinds, all equally likely. The seed decides. A Chance of zero means
// that nothing breaks.
type Faults struct {
	Chance float64
	Kinds  []FaultKind
}

// Hidden is a state of the world that no start shows, such as the time of day.
// A Reset draws the phase by its seed; after each Act the phase is drawn anew with
// the chance 1/Lasts. No phases: nothing is hidden, and Lasts is zero.
type Hidden struct {
	// Phases ascend by name; at most [MaxPhases]. Their shares sum to 1.
	Phases []Phase
	// Lasts is how many Acts pass on average from one drawing to the next, at
	// least 1. With 1 nothing tells the phase from a chance.
	Lasts int
}

// MaxPhases is how many phases a world may have.
const MaxPhases = 64

// Phase is one hidden state and the probability that it is drawn, in (0, 1].
type Phase struct {
	Name  string
	Share float64
}

// FaultKind is a way in which a session breaks.
type FaultKind string

const (
	// Lost ends the session: it must be replaced.
	Lost FaultKind = "lost"
	// Timeout hangs until the context is done or the session is closed.
	Timeout FaultKind = "timeout"
	// Refused fails the Act; the session can go on.
	Refused FaultKind = "refused"
)

// FaultKinds returns all kinds of faults.
func FaultKinds() []FaultKind { return []FaultKind{Lost, Timeout, Refused} }

// Action is one thing that can be done.
type Action struct {
	// Label is what people call the action; empty if nobody cares.
	Label string
	// Unlock lists the items after all of which the world lists the action;
	// empty: from the start. Ascending.
	Unlock []string
	// Effects are judged one by one against the start before the action. At
	// most one of them consumes anything.
	Effects []Effect
	// Ambient are gains that need nothing.
	Ambient []Ambient
	// Ends are facts that don't hold any more once the action was done, whatever came of
	// it, but for those that it brings about itself. Ascending.
	Ends []string
	// At is the thing of the map that the action is done to; empty: it can be done anywhere.
	At string
}

// Effect is something that an action can bring about. The first way in the order
// of the file that the start satisfies is taken; the effect then comes with
// its chance. When it doesn't come, nothing is consumed.
type Effect struct {
	// Gives ascends by item; at least one. No other effect of the action gives
	// any of these items.
	Gives []Gift
	// Chance is in (0, 1].
	Chance float64
	// Phases are the hidden phases in which it can come, ascending; none: all.
	Phases []string
	// Ways are the alternatives, at least one.
	Ways []Way
}

// Way is one set of requirements that suffices for an effect. Without any, the
// way is always open.
type Way struct {
	// Consumes is used up by a success, Needs is not. What is in both must be
	// present in the larger of the two counts. Both ascend by key.
	Consumes, Needs []Requirement
	// Without are items of which the start may hold none, ascending: more
	// isn't always better. None of them can stand for a requirement of the way.
	Without []string
	// Gives replaces the quantities of the effect for this way; nil: the
	// effect's. It names the same items.
	Gives []Gift
	// Chance replaces the effect's chance for this way; zero: the effect's.
	Chance float64
}

// Ambient is a gain that comes with no cause, with a chance in (0, 1].
type Ambient struct {
	// Gives ascends by item; at least one.
	Gives  []Gift
	Chance float64
}

// Kind says what the name of a requirement stands for.
type Kind uint8

const (
	// OfItem: the name is an item.
	OfItem Kind = iota
	// OfClass: the name is a class, whose members count in sum.
	OfClass
	// OfOne: the name is a class, one member of which must have the whole count.
	OfOne
)

var kindPrefix = [...]string{"", "class:", "one:"}

// Requirement is a quantity of an item or of a class, at least 1.
type Requirement struct {
	Kind  Kind
	Name  string
	Count int
}

// Key is the requirement's key in a world file: "planks", "class:fuel" or
// "one:fuel".
func (r Requirement) Key() string { return kindPrefix[r.Kind] + r.Name }

// String is the requirement as "3 planks".
func (r Requirement) String() string { return fmt.Sprintf("%d %s", r.Count, r.Key()) }

// Gift is how much of a factor is obtained: of an item or a vital so much more, of a fact
// at least that level.
type Gift struct {
	Item     string
	Quantity Quantity
}

// Quantity is a distribution over counts, ascending by count, at least one entry.
// The chances sum to 1.
type Quantity []Portion

// Portion is one possible count, at least 1, and its chance in (0, 1].
type Portion struct {
	Count  int
	Chance float64
}

// Fixed is the quantity that is always n.
func Fixed(n int) Quantity { return Quantity{{n, 1}} }

// Min is the least count that is possible.
func (q Quantity) Min() int { return q[0].Count }

// Max is the largest count that is possible.
func (q Quantity) Max() int { return q[len(q)-1].Count }

// Mean is the count that is to be expected.
func (q Quantity) Mean() float64 {
	var m float64
	for _, p := range q {
		m += float64(p.Count) * p.Chance
	}
	return m
}

// GivesOf returns what a success by the way gives: the way's own quantities, or
// else the effect's.
func (e *Effect) GivesOf(w *Way) []Gift {
	if w.Gives != nil {
		return w.Gives
	}
	return e.Gives
}

// ShareOf returns how probable it is that a Reset draws a phase in which the
// effect can come; 1 if it can come in all.
func (f *File) ShareOf(e *Effect) float64 {
	if len(e.Phases) == 0 {
		return 1
	}
	share := 0.0
	for _, p := range f.Hidden.Phases {
		if slices.Contains(e.Phases, p.Name) {
			share += p.Share
		}
	}
	return share
}

// ChanceOf returns the chance of a success by the way, in a phase in which the
// effect can come.
func (e *Effect) ChanceOf(w *Way) float64 {
	if w.Chance != 0 {
		return w.Chance
	}
	return e.Chance
}

// Class returns the items of the class, or nil if there is no such class.
func (f *File) Class(name string) []string {
	for i := range f.Classes {
		if f.Classes[i].Name == name {
			return f.Classes[i].Items
		}
	}
	return nil
}

// Members returns the items that can stand for the requirement, in the order in
// which they are used up.
func (f *File) Members(r Requirement) []string {
	if r.Kind == OfItem {
		return []string{r.Name}
	}
	return f.Class(r.Name)
}

// Factor is what the file says of the factor of this name.
func (f *File) Factor(name string) interaction.Factor {
	i, ok := slices.BinarySearchFunc(f.Factors, name, func(x interaction.Factor, n string) int { return strings.Compare(x.Name, n) })
	if !ok {
		return interaction.Factor{Name: name}
	}
	return f.Factors[i]
}

// AllFactors returns the name of every factor of the world: what actions give, and what
// Items and Factors list, ascending.
func (f *File) AllFactors() []string {
	set := map[string]bool{}
	for _, it := range f.Items {
		set[it] = true
	}
	for _, x := range f.Factors {
		set[x.Name] = true
	}
	for i := range f.Actions {
		for j := range f.Actions[i].Effects {
			for _, g := range f.Actions[i].Effects[j].Gives {
				set[g.Item] = true
			}
		}
		for _, amb := range f.Actions[i].Ambient {
			for _, g := range amb.Gives {
				set[g.Item] = true
			}
		}
	}
	return sorted(set)
}
