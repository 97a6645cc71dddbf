package interaction

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Level is a level of a factor, by its number in a [Vocabulary].
type Level struct {
	Factor int
	Level  int
}

// Amount is a level of a factor, by name. A Level of zero means that it is absent.
type Amount struct {
	Name  string
	Level int
}

// Tier is how much there is of each factor of a [Base].
type Tier uint8

const (
	// None: nothing.
	None Tier = iota
	// One: one level of each.
	One
	// Plenty: the ample level of each.
	Plenty
)

// Base is what many starts have in common: the same tier of each of the first factors of
// a vocabulary. It is comparable, so that a world can keep what it worked out for one. The
// zero Base holds nothing and has no vocabulary.
type Base struct {
	v    *Vocabulary
	n    int32
	tier Tier
}

// Vocabulary is what the base is cut from; nil for that of a state that was made of names.
func (b Base) Vocabulary() *Vocabulary { return b.v }

// Len is the number of factors that the base speaks of; the vocabulary may have more.
func (b Base) Len() int { return int(b.n) }

// Tier is how much there is of each of them.
func (b Base) Tier() Tier { return b.tier }

// At is the level of factor i, zero from Len on.
func (b Base) At(i int) int {
	switch {
	case i >= int(b.n) || b.tier == None:
		return 0
	case b.tier == One:
		return 1
	}
	return b.v.now.Load().factors[i].Ample
}

// digest is that of the base without exceptions.
func (b Base) digest() Digest {
	switch b.tier {
	case One:
		return b.v.now.Load().ones[b.n]
	case Plenty:
		return b.v.now.Load().ample[b.n]
	}
	return Digest{}
}

// total is the sum of the levels.
func (b Base) total() int {
	switch b.tier {
	case One:
		return int(b.n)
	case Plenty:
		return b.v.now.Load().totals[b.n]
	}
	return 0
}

// less is how many factors have a lower level in b than in c, of the same vocabulary.
func (b Base) less(c Base) int {
	switch {
	case c.tier == None:
		return 0
	case b.tier == None:
		return int(c.n)
	}
	n := max(0, int(c.n-b.n))
	if b.tier < c.tier {
		n += b.v.now.Load().plural[min(b.n, c.n)]
	}
	return n
}

// State is an immutable situation: a level for each factor, zero unless said otherwise.
// It is written as a [Base] and the few levels that differ, so that one which leaves out
// one factor of a thousand costs one word and not a thousand. The zero State is empty. A
// State is safe for concurrent use.
type State struct {
	Base
	over   []Level  // ascending by Factor, each different from the base
	extra  []Amount // of factors that the vocabulary doesn't know, or didn't: ascending by name, Level > 0
	hash   Digest
	levels int // the sum of all levels but the extra ones
}

// Cut returns the state with this tier of each of the first n factors, and of no others.
func (v *Vocabulary) Cut(tier Tier, n int) State {
	b := Base{v, int32(n), tier}
	return State{Base: b, hash: b.digest(), levels: b.total()}
}

// StateOf returns the state with these levels, by name. Levels of zero are left out.
func StateOf(levels map[string]int) State {
	var s State
	for _, name := range slices.Sorted(maps.Keys(levels)) {
		if n := levels[name]; n != 0 {
			s.extra = append(s.extra, Amount{name, n})
			s.hash = s.hash.plus(levelDigest(hashString(name), n))
		}
	}
	return s
}

// Over returns the levels in which the state differs from its Base, ascending by factor.
// The caller must not change it.
func (s State) Over() []Level { return s.over }

// Extra returns the levels of factors that the state's vocabulary doesn't number,
// ascending by name. The caller must not change it.
func (s State) Extra() []Amount { return s.extra }

// At is the level of factor i.
func (s State) At(i int) int {
	lo, hi := 0, len(s.over) // by hand: there is nothing that is asked for more often
	for lo < hi {
		if mid := (lo + hi) / 2; s.over[mid].Factor < i {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(s.over) && s.over[lo].Factor == i {
		return s.over[lo].Level
	}
	return s.Base.At(i)
}

// Level is the level of the factor of this name; zero if it is absent.
func (s State) Level(name string) int {
	for _, a := range s.extra {
		if a.Name == name {
			return a.Level
		}
	}
	if i, ok := s.v.Index(name); ok {
		return s.At(i)
	}
	return 0
}

// With returns the state in which factor i of the vocabulary has the level.
func (s State) With(i, level int) State { return s.Set([]Level{{i, level}}) }

// Set returns the state with these levels, which must ascend by factor. It must have a
// vocabulary that numbers them.
func (s State) Set(levels []Level) State {
	if len(levels) == 0 {
		return s
	}
	t := s.v.now.Load()
	over := make([]Level, 0, len(s.over)+len(levels))
	rest := s.over
	for _, l := range levels {
		for len(rest) > 0 && rest[0].Factor < l.Factor {
			over = append(over, rest[0])
			rest = rest[1:]
		}
		base := s.Base.At(l.Factor)
		was := base
		if len(rest) > 0 && rest[0].Factor == l.Factor {
			was = rest[0].Level
			rest = rest[1:]
		}
		if l.Level != was {
			h := t.hashes[l.Factor]
			s.hash = s.hash.minus(levelDigest(h, was)).plus(levelDigest(h, l.Level))
			s.levels += l.Level - was
		}
		if l.Level != base {
			over = append(over, l)
		}
	}
	s.over = append(over, rest...)
	return s
}

// After returns the state after these changes: each factor has the level that it changed
// to.
func (s State) After(changes []Change) State {
	if len(changes) == 0 {
		return s
	}
	levels := make([]Level, 0, len(changes))
	cloned := false
	for _, c := range changes {
		if i, ok := s.v.Index(c.Factor); ok && !slices.ContainsFunc(s.extra, func(a Amount) bool { return a.Name == c.Factor }) {
			levels = append(levels, Level{i, c.To})
			continue
		}
		if !cloned {
			s.extra, cloned = slices.Clone(s.extra), true
		}
		i, found := slices.BinarySearchFunc(s.extra, c.Factor, func(a Amount, name string) int { return strings.Compare(a.Name, name) })
		was := 0
		if found {
			was = s.extra[i].Level
		}
		h := hashString(c.Factor)
		s.hash = s.hash.minus(levelDigest(h, was)).plus(levelDigest(h, c.To))
		switch {
		case found && c.To == 0:
			s.extra = slices.Delete(s.extra, i, i+1)
		case found:
			s.extra[i].Level = c.To
		case c.To > 0:
			s.extra = slices.Insert(s.extra, i, Amount{c.Factor, c.To})
		}
	}
	slices.SortFunc(levels, func(a, b Level) int { return a.Factor - b.Factor })
	return s.Set(levels)
}

// Covers reports whether s holds at least what t holds, of every factor. Both must be
// written with the same vocabulary, without extra levels.
func (s State) Covers(t State) bool {
	if s.levels <= t.levels {
		return s.hash == t.hash
	}
	if t.tier == None { // then only what it lists matters
		for _, l := range t.over {
			if s.At(l.Factor) < l.Level {
				return false
			}
		}
		return true
	}
	lacking := s.Base.less(t.Base) // of what neither lists
	over, needed := s.over, t.over
	for len(over) > 0 || len(needed) > 0 {
		var i, has, needs int
		switch {
		case len(needed) == 0 || len(over) > 0 && over[0].Factor < needed[0].Factor:
			i, has = over[0].Factor, over[0].Level
			needs = t.Base.At(i)
			over = over[1:]
		case len(over) == 0 || needed[0].Factor < over[0].Factor:
			i, needs = needed[0].Factor, needed[0].Level
			has = s.Base.At(i)
			needed = needed[1:]
		default:
			i, has, needs = over[0].Factor, over[0].Level, needed[0].Level
			over, needed = over[1:], needed[1:]
		}
		if has < needs {
			return false
		}
		if lacking > 0 && s.Base.At(i) < t.Base.At(i) {
			lacking--
		}
	}
	return lacking == 0
}

// Equal reports whether two states hold the same, however they are written.
func (s State) Equal(t State) bool { return s.hash == t.hash }

// IsEmpty reports whether every factor is absent.
func (s State) IsEmpty() bool { return s.hash == Digest{} }

// Digest identifies the state by content: equal states have equal digests however they
// are written, in every process.
func (s State) Digest() Digest { return s.hash }

// Total is the sum of all levels but those of extra factors. Of two different states with
// equal totals neither covers the other.
func (s State) Total() int { return s.levels }

// Size is the number of factors that are present, but for extra ones.
func (s State) Size() int {
	n := 0
	if s.tier != None {
		n = int(s.n)
	}
	for _, l := range s.over {
		switch {
		case l.Level > 0 && s.Base.At(l.Factor) == 0:
			n++
		case l.Level == 0 && s.Base.At(l.Factor) > 0:
			n--
		}
	}
	return n
}

// All lists the factors that are present with their levels, ascending by number; extra
// ones are left out.
func (s State) All() iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		n := 0
		if s.tier != None {
			n = int(s.n)
		}
		i := 0
		for _, l := range s.over {
			for ; i < min(l.Factor, n); i++ {
				if !yield(i, s.Base.At(i)) {
					return
				}
			}
			i = max(i, l.Factor+1)
			if l.Level > 0 && !yield(l.Factor, l.Level) {
				return
			}
		}
		for ; i < n; i++ {
			if !yield(i, s.Base.At(i)) {
				return
			}
		}
	}
}

// Amounts lists what is present, ascending by name.
func (s State) Amounts() []Amount {
	out := make([]Amount, 0, s.Size()+len(s.extra))
	for i, n := range s.All() {
		out = append(out, Amount{s.v.Name(i), n})
	}
	out = append(out, s.extra...)
	slices.SortFunc(out, func(a, b Amount) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Map returns the levels by name, without zeros.
func (s State) Map() map[string]int {
	out := map[string]int{}
	for _, a := range s.Amounts() {
		out[a.Name] = a.Level
	}
	return out
}

// String lists what is present as "3 planks, 2 stick", or "nothing".
func (s State) String() string { return FormatAmounts(s.Amounts()) }

// FormatAmounts lists levels as "3 planks, 2 stick", or "nothing".
func FormatAmounts(amounts []Amount) string {
	if len(amounts) == 0 {
		return "nothing"
	}
	var b strings.Builder
	for i, a := range amounts {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(a.Level))
		b.WriteByte(' ')
		b.WriteString(a.Name)
	}
	return b.String()
}

// SortedAmounts lists a map from name to level, ascending by name.
func SortedAmounts(m map[string]int) []Amount {
	if len(m) == 0 {
		return nil
	}
	out := make([]Amount, 0, len(m))
	for name, n := range m {
		out = append(out, Amount{name, n})
	}
	slices.SortFunc(out, func(a, b Amount) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// MarshalJSON writes the state as an object from name to level, without zeros.
func (s State) MarshalJSON() ([]byte, error) { return marshalLevels(s.Amounts()) }

// UnmarshalJSON reads an object from name to level; levels below zero or above [MaxLevel],
// and names that are there twice, are errors.
func (s *State) UnmarshalJSON(data []byte) error {
	m, err := unmarshalLevels(data)
	if err != nil {
		return fmt.Errorf("state: %w", err)
	}
	*s = StateOf(m)
	return nil
}
