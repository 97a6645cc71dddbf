package explore

import (
	"fmt"
	"maps"
	"slices"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// starts is what is known of which starts the world makes when they are asked for. The
// zero value takes it that it makes them all.
type starts struct {
	strays map[interaction.Digest]*stray // starts that were asked for and never had
}

// stray is a start that was asked for and never had.
type stray struct {
	times int
	// luck: only factors differed that the world sets.
	luck bool
	// short is, by factor that is below what was asked for each time, the most that there was.
	short map[int]int
}

const (
	// strayed is how often a start is asked for until what it lacks isn't asked for again;
	// strayedAgain until it isn't either, and unlucky where the world sets what differs.
	strayed, strayedAgain, unlucky = 3, 8, 64
)

// possible reports whether the start is worth asking for.
func (s *starts) possible(at interaction.State) bool {
	if len(s.strays) == 0 {
		return true
	}
	x := s.strays[at.Digest()]
	return x == nil || x.times < strayedAgain || x.luck && x.times < unlucky
}

// had enters what the world began with when it was asked for a start. It returns what came
// short each time, once that is worth a conclusion; nil otherwise. Both are written with
// the vocabulary.
func (s *starts) had(asked, at interaction.State) *stray {
	if at.Equal(asked) {
		if len(s.strays) > 0 {
			delete(s.strays, asked.Digest())
		}
		return nil
	}
	x := s.strays[asked.Digest()]
	if x == nil {
		if s.strays == nil {
			s.strays = map[interaction.Digest]*stray{}
		}
		x = &stray{luck: true}
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
	if x.times != strayed || len(short) == 0 {
		return nil
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
func (k *knowledge) began(asked, at interaction.State) {
	if i := slices.IndexFunc(k.probes, func(p probe) bool { return p.at.Equal(asked) }); i >= 0 && at.Equal(asked) {
		p := k.probes[i]
		k.probes = nil
		k.limit(graphstore.LimitEntry{Slots: max(1, p.slots),
			Why: fmt.Sprintf("asked for more than %d items at once, the world never had all of them", p.slots)})
		return
	}
	x := k.starts.had(asked, at)
	if x == nil {
		return
	}
	for _, i := range slices.Sorted(maps.Keys(x.short)) {
		if n := k.items(asked); n > 1 && k.vocabulary.Factor(i).Kind == interaction.Item {
			k.probes = append(k.probes, probe{k.vocabulary.Cut(interaction.None, 0).With(i, asked.At(i)), k.items(at)})
			continue
		}
		k.limit(graphstore.LimitEntry{Factor: k.vocabulary.Name(i), Most: x.short[i],
			Why: fmt.Sprintf("asked %d times for %d of it, the world never had more than %d", x.times, asked.At(i), x.short[i])})
		k.probes = slices.DeleteFunc(k.probes, func(p probe) bool { return p.at.Equal(asked) })
	}
}

// items is how many items there are in a state.
func (k *knowledge) items(s interaction.State) (n int) {
	for i := range s.All() {
		if k.vocabulary.Factor(i).Kind == interaction.Item {
			n++
		}
	}
	return n
}

// limit takes a limit on what is asked for into account, if it says something new.
func (k *knowledge) limit(l graphstore.LimitEntry) {
	if l.Slots > 0 {
		k.ceilings.Exclude(interaction.Exclusion{Slots: l.Slots})
	} else {
		i, known := k.vocabulary.Index(l.Factor)
		switch {
		case !known:
			return
		case !l.Full:
			known = k.ceilings.Limit(i, l.Most)
		default:
			known = k.ceilings.Fill(i, l.Most)
		}
		if !known {
			return
		}
		if l.Full {
			k.fill(i, l.Most+1)
			defer k.alike(i, l)
		}
	}
	l.Version = 0 // the ledger's business
	k.limits = append(k.limits, l)
	k.changed()
}

// alike takes it that what holds of one item of which the world says no highest level holds
// of the others: where one is full, so are they.
func (k *knowledge) alike(factor int, l graphstore.LimitEntry) {
	f := k.vocabulary.Factor(factor)
	if f.Kind != interaction.Item || f.Top() > 0 || k.holds[f.Ample] != 0 || 2*l.Most < f.Ample {
		return
	}
	if k.holds == nil {
		k.holds = map[int]int{}
	}
	k.holds[f.Ample] = l.Most
	for _, g := range k.vocabulary.Factors() {
		k.hold(g)
	}
}

// hold limits an item as others of its kind were.
func (k *knowledge) hold(f interaction.Factor) {
	if most := k.holds[f.Ample]; most > 0 && f.Kind == interaction.Item && f.Top() == 0 {
		k.limit(graphstore.LimitEntry{Factor: f.Name, Most: most, Full: true, Why: "as it is with others"})
	}
}

// fill says of all effects on the factor that they can't be seen from this level on.
func (k *knowledge) fill(factor, room int) {
	if k.full == nil {
		k.full = map[int]int{}
	}
	k.full[factor] = room
	for _, a := range k.byID {
		if e := slices.Index(a.history.Effects(), factor); e >= 0 && a.history.Room(e) > room {
			a.history.SetRoom(e, room)
			a.effects[e].fresh = false
		}
	}
}
