package interaction

import (
	"slices"
	"sync"
	"sync/atomic"
)

// Vocabulary is the growing list of the factors that are known, numbered in the order in
// which they came to be known. It is what starts are written with: "plenty of each of the
// first n factors, but for a few" takes the space and the time of the few. A Vocabulary is
// safe for concurrent use; numbers and ample levels never change.
type Vocabulary struct {
	plenty   int
	mu       sync.RWMutex
	declared map[string]Factor // guarded by mu
	index    map[string]int    // guarded by mu
	now      atomic.Pointer[table]
}

// table is a vocabulary at one time. Its slices are only ever appended to, so that who
// holds a table may read all of it while the vocabulary grows.
type table struct {
	factors []Factor
	hashes  []uint64
	// Of plenty of the first 0, 1, ... factors, and of one of each: digests and sums of levels.
	ample, ones []Digest
	totals      []int
	plural      []int // how many of the first 0, 1, ... have an ample level above one
}

// NewVocabulary returns a vocabulary that knows no factor yet. Plenty is the ample level
// of items of which nothing else is said, from 1 to [MaxLevel]; the declared factors are
// what is known of a factor by the time that its name is added.
func NewVocabulary(plenty int, declared []Factor) *Vocabulary {
	v := &Vocabulary{plenty: min(max(plenty, 1), MaxLevel), declared: make(map[string]Factor, len(declared)), index: map[string]int{}}
	for _, f := range declared {
		v.declared[f.Name] = f
	}
	v.now.Store(&table{ample: []Digest{{}}, ones: []Digest{{}}, totals: []int{0}, plural: []int{0}})
	return v
}

// Declare says what a factor is, for the time when its name is added. It has no effect on
// one that is known.
func (v *Vocabulary) Declare(f Factor) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.declared[f.Name] = f
}

// Len is the number of factors.
func (v *Vocabulary) Len() int { return len(v.now.Load().factors) }

// Factor returns factor i, 0 <= i < Len; its Ample is never zero.
func (v *Vocabulary) Factor(i int) Factor { return v.now.Load().factors[i] }

// Factors lists all factors by number, with their ample levels. The caller must not
// change the slice.
func (v *Vocabulary) Factors() []Factor { return slices.Clip(v.now.Load().factors) }

// Name is the name of factor i, 0 <= i < Len.
func (v *Vocabulary) Name(i int) string { return v.now.Load().factors[i].Name }

// Index is the number of the factor of this name, and whether there is one.
func (v *Vocabulary) Index(name string) (int, bool) {
	if v == nil {
		return 0, false
	}
	v.mu.RLock()
	defer v.mu.RUnlock()
	i, ok := v.index[name]
	return i, ok
}

// Add returns the number of the factor of this name, a new one if it isn't known yet.
func (v *Vocabulary) Add(name string) int {
	if i, ok := v.Index(name); ok {
		return i
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if i, ok := v.index[name]; ok {
		return i
	}
	f := v.declared[name]
	f.Name = name
	f.Ample = f.ample(v.plenty)
	was := v.now.Load()
	t := *was
	n, h := len(t.factors), hashString(name)
	many := 0
	if f.Ample > 1 {
		many = 1
	}
	t.factors = append(t.factors, f)
	t.hashes = append(t.hashes, h)
	t.ample = append(t.ample, t.ample[n].plus(levelDigest(h, f.Ample)))
	t.ones = append(t.ones, t.ones[n].plus(levelDigest(h, 1)))
	t.totals = append(t.totals, t.totals[n]+f.Ample)
	t.plural = append(t.plural, t.plural[n]+many)
	v.now.Store(&t)
	v.index[name] = n
	return n
}

// Adopt returns the same start written with this vocabulary, which comes to know every
// factor that the start holds.
func (v *Vocabulary) Adopt(s State) State {
	if s.v == v && len(s.extra) == 0 {
		return s
	}
	out, amounts := State{Base: Base{v: v}}, s.extra
	if s.v == v {
		out = s
		out.extra = nil
		for _, a := range amounts {
			out.hash = out.hash.minus(levelDigest(hashString(a.Name), a.Level))
		}
	} else {
		amounts = s.Amounts()
	}
	levels := make([]Level, len(amounts))
	for i, a := range amounts {
		levels[i] = Level{v.Add(a.Name), a.Level}
	}
	slices.SortFunc(levels, func(a, b Level) int { return a.Factor - b.Factor })
	return out.Set(levels)
}
