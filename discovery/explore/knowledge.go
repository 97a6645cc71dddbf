package explore

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// vocabulary numbers the items in order of discovery and makes start inventories
// of points.
type vocabulary struct {
	names   []string
	index   map[string]int
	each    int
	all     discovery.Point // everything observed
	catalog *interaction.Catalog
	many    []discovery.Amount // items that are used up several at a time, ascending
}

// fewHeaps is how many items that are used several at a time are told apart from the
// others: inventories get as long.
const fewHeaps = 32

// heap notes what was used up several at a time.
func (v *vocabulary) heap(used []discovery.Amount) {
	for _, a := range used {
		if a.Count < 2 || len(v.many) > fewHeaps {
			continue
		}
		i, known := slices.BinarySearchFunc(v.many, a.Item, func(h discovery.Amount, item int) int { return h.Item - item })
		if !known {
			v.many = slices.Insert(v.many, i, a)
		} else {
			v.many[i].Count = max(v.many[i].Count, a.Count)
		}
	}
}

// heaps lists the items that are used several at a time; nil if they are too many.
func (v *vocabulary) heaps() []discovery.Amount {
	if len(v.many) > fewHeaps {
		return nil
	}
	return v.many
}

func newVocabulary(each int) *vocabulary {
	return &vocabulary{index: map[string]int{}, each: each, all: discovery.Full(0, each), catalog: interaction.NewCatalog()}
}

// extend adds names that are new.
func (v *vocabulary) extend(names []string) {
	for _, n := range names {
		if _, known := v.index[n]; !known {
			v.index[n] = v.catalog.Add(n)
			v.names = append(v.names, n)
		}
	}
	v.all = v.all.Grow(len(v.names))
}

// state is the start inventory of a point.
func (v *vocabulary) state(p discovery.Point) interaction.State {
	items := p.Len()
	if p.Each() == 0 {
		items = len(v.names)
	}
	over := make([]interaction.Override, len(p.Over()))
	for i, o := range p.Over() {
		over[i] = interaction.Override{Index: o.Item, Count: o.Count}
	}
	return interaction.NewState(v.catalog.Stock(items, p.Each()), over)
}

// amounts numbers the items of a record; items that aren't in the vocabulary yet
// must have been added.
func (v *vocabulary) amounts(stacks []interaction.Stack) []discovery.Amount {
	if len(stacks) == 0 {
		return nil
	}
	out := make([]discovery.Amount, len(stacks))
	for i, s := range stacks {
		out[i] = discovery.Amount{Item: v.index[s.Item], Count: s.Count}
	}
	return out
}

// actor is one action and everything that is known of it.
type actor struct {
	id      interaction.Action
	unlock  []string
	order   int  // place in the world's list
	first   int  // the number of the first trial from an inventory
	idle    bool // not worked on in this run
	lacks   int  // items of its hint that aren't observed yet
	open    bool
	history *discovery.History
	effects []*effect
	// full is the record of everything observed, nil if there is none; known only
	// where looked, and for so many items.
	full   *discovery.Record
	looked bool
	items  int
	// learned is for how many observed items an earlier run found that there are no
	// further effects; zero: for none. by is that run; swept: this one takes it over.
	learned int
	by      *graphstore.RunEntry
	swept   bool
}

// effect is one effect of an action and the inquiry into it.
type effect struct {
	actor   *actor
	item    int
	inquiry *inquiry.Inquiry
	step    inquiry.Step
	fresh   bool // step reflects everything known
	guessed bool // the hypothesizer was asked
	uses    bool // the first success used something up
	lesson  lesson
	failed  []discovery.Failure
	grown   int           // how many items were observed when step was made
	enough  discovery.Way // while the first way is searched for: what was seen to suffice
	claim   *claim        // nil: no earlier run certified it
	claimed bool          // step is the claim's
}

// ways are the ways known so far.
func (e *effect) ways() []discovery.Way { return e.step.Ways }

// plans are the ways that one can plan with: those known, or, while the first is
// searched for, what was seen to suffice.
func (e *effect) plans() []discovery.Way {
	if e.enough != nil {
		return []discovery.Way{e.enough}
	}
	return e.step.Ways
}

// settled reports whether the effect is certified for everything observed.
func (e *effect) settled(items int) bool {
	return e.fresh && e.grown == items && e.step.Phase == inquiry.Settled
}

// refused reports whether the effect can't be certified.
func (e *effect) refused() bool { return e.step.Phase == inquiry.Refused }

// tries is how often the action was tried, to completion, with everything
// observed.
func (a *actor) tries(all discovery.Point) int {
	if !a.looked || a.items != all.Len() {
		a.full, a.looked, a.items = a.history.Find(all), true, all.Len()
	}
	if a.full == nil {
		return 0
	}
	return a.full.Trials
}
