package discovery

import (
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// frontier is a set of starts, those with the fewest levels first. What is asked of it is whether another start covers
// one of them: thousands of times before each trial where an action has thousands of ways.
type frontier struct {
	records []*Record // ascending by total
	bySet   map[uint64][]*Record
}

// insert adds a record.
func (f *frontier) insert(r *Record) {
	i, _ := slices.BinarySearchFunc(f.records, r.At.Total()+1, func(x *Record, total int) int { return x.At.Total() - total })
	f.records = slices.Insert(f.records, i, r)
	if f.bySet == nil {
		f.bySet = map[uint64][]*Record{}
	}
	key := setOf(r.At)
	f.bySet[key] = append(f.bySet[key], r)
}

// remove takes out those of which the function is true.
func (f *frontier) remove(out func(*Record) bool) {
	f.records = slices.DeleteFunc(f.records, out)
	clear(f.bySet)
	for _, r := range f.records {
		key := setOf(r.At)
		f.bySet[key] = append(f.bySet[key], r)
	}
}

// few is how many factors a start may hold for all sets of them to be looked up.
const few = 6

// below reports whether the start covers a record that is smaller. Of two starts with equal totals neither covers the
// other.
func (f *frontier) below(at interaction.State) bool {
	smaller := func(r *Record) bool { return r.At.Total() < at.Total() && at.Covers(r.At) }
	if at.Tier() != interaction.None || len(at.Over()) > few || len(f.records) < 1<<len(at.Over()) {
		for _, r := range f.records {
			if r.At.Total() >= at.Total() {
				return false
			}
			if at.Covers(r.At) {
				return true
			}
		}
		return false
	}
	keys := [1 << few]uint64{}
	n := 1
	for _, l := range at.Over() {
		if l.Level == 0 {
			continue
		}
		h := mixed(l.Factor)
		for i := range n {
			keys[n+i] = keys[i] ^ h
		}
		n *= 2
	}
	for _, key := range keys[:n] {
		if slices.ContainsFunc(f.bySet[key], smaller) {
			return true
		}
	}
	return false
}

// setOf is a number for the factors that a start holds, whatever their levels: different sets may have the same.
func setOf(at interaction.State) (key uint64) {
	for i := range at.All() {
		key ^= mixed(i)
	}
	return key
}

// mixed is a number with bits that look like chance, another for each factor (the finalizer of Java's SplittableRandom:
// G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators, 2014).
func mixed(factor int) uint64 {
	z := uint64(factor+1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
