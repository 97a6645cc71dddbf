package explore

import (
	"fmt"
	"maps"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// limits are what is known of which starts the world makes when they are asked for: at
// first, that it makes all that the ceilings are made of.
type limits struct {
	vocabulary *interaction.Vocabulary
	ceilings   *discovery.Ceilings

	strays map[interaction.Digest]*stray // starts that were asked for and never had
	probes []probe
	list   []graphstore.LimitEntry // in the order in which they came to be known
	full   map[int]int             // by factor, the level from which on it wasn't seen to rise
	holds  map[int]int             // by ample level of items of which the world says no highest one, the same less one

	gives int                // how many slots what an action gave took at once, at most
	giver interaction.Action // that did

	filled  func(factor, room int) // is told that a factor can't be seen to rise from a level on
	changed func()                 // is told that the ceilings changed
}

// stray is a start that was asked for and never had.
type stray struct {
	times int
	// luck: only factors differed that the world sets, and most is how often it is asked for then.
	luck bool
	most int
	// short is, by factor that is below what was asked for each time, the most that there was.
	short map[int]int
}

const (
	// strayed is how often a start is asked for until what it lacks isn't asked for again;
	// strayedAgain until it isn't either. Where the world sets what differs, it is unlucky times the number of draws that
	// there can be, of which mostDraws count at most.
	strayed, strayedAgain, unlucky, mostDraws = 3, 8, 64, 4096
)

// possible reports whether the start is worth asking for.
func (s *limits) possible(at interaction.State) bool {
	if len(s.strays) == 0 {
		return true
	}
	x := s.strays[at.Digest()]
	return x == nil || x.times < strayedAgain || x.luck && x.times < x.most
}

// draws is how many combinations of levels the world may set.
func (s *limits) draws() int {
	n := 1
	for i := range s.vocabulary.Len() {
		if f := s.vocabulary.Factor(i); f.Fixed && n < mostDraws {
			n *= max(1, f.Top()) + 1
		}
	}
	return min(n, mostDraws)
}

// had enters what the world began with when it was asked for a start. It returns what came
// short each time, once that is worth a conclusion; nil otherwise. Both are written with
// the vocabulary.
func (s *limits) had(asked, at interaction.State) *stray {
	if at.Equal(asked) {
		delete(s.strays, asked.Digest())
		return nil
	}
	x := s.strays[asked.Digest()]
	if x == nil {
		x = &stray{luck: true, most: unlucky * s.draws()}
		s.strays[asked.Digest()] = x
	}
	short := map[int]int{}
	for _, c := range interaction.Changes(asked, at) {
		i, _ := at.Vocabulary().Index(c.Factor)
		if at.Vocabulary().Factor(i).Fixed {
			continue
		}
		x.luck = false
		if most, before := x.short[i]; c.To < c.From && (before || x.times == 0) {
			short[i] = max(most, c.To)
		}
	}
	x.times++
	x.short = short
	items := slices.ContainsFunc(slices.Collect(maps.Keys(short)), func(i int) bool { return at.Vocabulary().Factor(i).Kind == interaction.Item })
	if len(short) == 0 || items && x.times != strayed || !items && x.times != strayedAgain {
		return nil // facts may be there by chance
	}
	return x
}

// probe is a start of one item that wasn't there when many were asked for.
type probe struct {
	at    interaction.State
	slots int // how many items there were
}

// began enters what the world began with when it was asked for a start, and draws
// conclusions: no more is asked for of what came short each time. Where an item came short
// among others, it is asked for alone: if it is there then, fewer items are asked for at
// once.
func (s *limits) began(asked, at interaction.State) {
	i := slices.IndexFunc(s.probes, func(p probe) bool { return p.at.Equal(asked) })
	if i >= 0 && at.Covers(asked) { // whatever else the world adds
		p := s.probes[i]
		s.probes = nil
		s.limit(graphstore.LimitEntry{Slots: max(1, p.slots),
			Why: fmt.Sprintf("asked for more than %d items at once, the world never had all of them", p.slots)})
		return
	}
	x := s.had(asked, at)
	if i >= 0 && s.strays[asked.Digest()].times >= strayedAgain { // it will never be answered
		s.probes = slices.Delete(s.probes, i, i+1)
	}
	if x == nil {
		return
	}
	for _, i := range slices.Sorted(maps.Keys(x.short)) {
		if n := s.items(asked); n > 1 && s.vocabulary.Factor(i).Kind == interaction.Item {
			s.probes = append(s.probes, probe{s.vocabulary.Cut(interaction.None, 0).With(i, asked.At(i)), s.items(at)})
			continue
		}
		s.limit(graphstore.LimitEntry{Factor: s.vocabulary.Name(i), Most: x.short[i],
			Why: fmt.Sprintf("asked %d times for %d of it, the world never had more than %d", x.times, asked.At(i), x.short[i])})
		s.probes = slices.DeleteFunc(s.probes, func(p probe) bool { return p.at.Equal(asked) })
	}
}

// items is how many items there are in a state.
func (s *limits) items(at interaction.State) (n int) {
	for i := range at.All() {
		if s.vocabulary.Factor(i).Kind == interaction.Item {
			n++
		}
	}
	return n
}

// limit takes a limit on what is asked for into account, if it says something new.
func (s *limits) limit(l graphstore.LimitEntry) {
	if !l.Lower(s.ceilings, s.vocabulary) {
		return
	}
	if i, _ := s.vocabulary.Index(l.Factor); l.Full {
		s.full[i] = l.Most + 1
		s.filled(i, l.Most+1)
		defer s.alike(i, l)
	}
	l.Version = 0 // the ledger's business
	s.list = append(s.list, l)
	s.changed()
	s.spare()
}

// gave enters how many slots what an action gave took at once.
func (s *limits) gave(a interaction.Action, at interaction.State, after []interaction.Level) {
	n := 0
	for _, l := range after {
		if f := s.vocabulary.Factor(l.Factor); f.Kind == interaction.Item {
			n += max(0, f.Slots(l.Level)-f.Slots(at.At(l.Factor)))
		}
	}
	if n > s.gives {
		s.gives, s.giver = n, a
		s.spare()
	}
}

// spare leaves as many slots free as that takes: what finds none is lost.
func (s *limits) spare() {
	if s.gives > 1 {
		s.limit(graphstore.LimitEntry{Spare: s.gives, Why: fmt.Sprintf("action %q gave what takes %d slots at once", s.giver, s.gives)})
	}
}

// alike takes it that what holds of one item of which the world says no highest level holds
// of the others: where one is full, so are they.
func (s *limits) alike(factor int, l graphstore.LimitEntry) {
	f := s.vocabulary.Factor(factor)
	if f.Kind != interaction.Item || f.Top() > 0 || s.holds[f.Ample] != 0 || 2*l.Most < f.Ample {
		return
	}
	s.holds[f.Ample] = l.Most
	for _, g := range s.vocabulary.Factors() {
		s.hold(g)
	}
}

// hold limits an item as others of its kind were.
func (s *limits) hold(f interaction.Factor) {
	if most := s.holds[f.Ample]; most > 0 && f.Kind == interaction.Item && f.Top() == 0 {
		s.limit(graphstore.LimitEntry{Factor: f.Name, Most: most, Full: true, Why: "as it is with others"})
	}
}

// fill says of all effects on the factor that they can't be seen from this level on.
func (k *knowledge) fill(factor, room int) {
	for _, a := range k.byID {
		if e := slices.Index(a.history.Effects(), factor); e >= 0 && a.history.Room(e) > room {
			a.history.SetRoom(e, room)
			a.effects[e].fresh = false
		}
	}
}
