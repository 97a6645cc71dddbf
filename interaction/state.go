package interaction

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
)

// Stack is a quantity of one item. Count is never negative; zero means none.
type Stack struct {
	Item  string
	Count int
}

// Stock is an immutable table of items and quantities that many start states
// share: the table is built once, each state then costs only what differs.
// A Stock is safe for concurrent use.
type Stock struct {
	names   []string
	counts  []int // nil: each
	each    int
	hashes  []uint64
	index   map[string]int // nil: the catalog's
	catalog *Catalog       // nil if the table isn't one of a catalog
	digest  Digest
}

// NewStock returns the table in which names[i] is present counts[i] times. The
// names must be distinct and the counts not negative; NewStock copies both.
func NewStock(names []string, counts []int) *Stock {
	s := &Stock{
		names:  slices.Clone(names),
		counts: slices.Clone(counts),
		hashes: make([]uint64, len(names)),
		index:  make(map[string]int, len(names)),
	}
	for i, name := range s.names {
		s.index[name] = i
		s.hashes[i] = hashString(name)
		s.digest = s.digest.plus(stackDigest(s.hashes[i], s.counts[i]))
	}
	return s
}

// Len is the number of items the table lists, present or not. A table of a catalog
// names the catalog's later items, too, as absent.
func (s *Stock) Len() int { return len(s.names) }

// Name is the name of item i, 0 <= i < Len, or of a later one of the catalog.
func (s *Stock) Name(i int) string {
	if i >= len(s.names) && s.catalog != nil {
		return s.catalog.name(i)
	}
	return s.names[i]
}

func (s *Stock) hash(i int) uint64 {
	if i >= len(s.names) && s.catalog != nil {
		return s.catalog.hash(i)
	}
	return s.hashes[i]
}

// Count is the quantity of item i; zero from Len on.
func (s *Stock) Count(i int) int {
	switch {
	case i >= len(s.names):
		return 0
	case s.counts == nil:
		return s.each
	}
	return s.counts[i]
}

// Index is the number of the item, and whether the table names it.
func (s *Stock) Index(item string) (int, bool) {
	if s.catalog == nil {
		i, ok := s.index[item]
		return i, ok
	}
	return s.catalog.find(item)
}

// Uniform returns the catalog that the table was cut from, and how many of each
// item it holds; the catalog is nil if it was made by NewStock.
func (s *Stock) Uniform() (c *Catalog, each int) { return s.catalog, s.each }

// Override says that the item with this Index in a [Stock] is present Count times.
// The index may be that of a later item of the stock's catalog.
type Override struct {
	Index int
	Count int
}

var emptyStock = NewStock(nil, nil)

// State is an immutable inventory. It is stored as a [Stock] and the few
// quantities in which it differs from it, so that states that leave out one item
// of a thousand cost one word and not a thousand. The zero State is the empty
// inventory. A State is safe for concurrent use.
type State struct {
	stock *Stock
	over  []Override // ascending by Index, each different from the stock
	extra []Stack    // items the stock doesn't name: ascending by name, Count > 0
}

// NewState returns the inventory that equals stock but for the overrides, which
// must ascend by Index. It keeps over: the caller must not change it afterwards.
func NewState(stock *Stock, over []Override) State {
	return State{stock: stock, over: over}
}

// StateOf returns the inventory with these counts. Entries of zero are left out.
func StateOf(counts map[string]int) State {
	names := slices.Sorted(maps.Keys(counts))
	names = slices.DeleteFunc(names, func(n string) bool { return counts[n] == 0 })
	values := make([]int, len(names))
	for i, n := range names {
		values[i] = counts[n]
	}
	return State{stock: NewStock(names, values)}
}

// Stock returns the table the state is stored against, never nil.
func (s State) Stock() *Stock {
	if s.stock == nil {
		return emptyStock
	}
	return s.stock
}

// Overrides returns the quantities in which the state differs from its Stock,
// ascending by Index. The caller must not change it.
func (s State) Overrides() []Override { return s.over }

// Extra returns what the state holds of items that its Stock doesn't name,
// ascending by name. The caller must not change it.
func (s State) Extra() []Stack { return s.extra }

// Count is how many of the item the inventory holds; zero if none.
func (s State) Count(item string) int {
	if i, ok := s.Stock().Index(item); ok {
		j, found := slices.BinarySearchFunc(s.over, i, func(o Override, i int) int { return o.Index - i })
		if found {
			return s.over[j].Count
		}
		return s.stock.Count(i)
	}
	for _, st := range s.extra {
		if st.Item == item {
			return st.Count
		}
	}
	return 0
}

// With returns the inventory after these changes, given as item and difference
// (positive: gained). Differences that would make a quantity negative leave none.
func (s State) With(changes []Stack) State {
	if len(changes) == 0 {
		return s
	}
	stock := s.Stock()
	out := State{stock: stock, over: slices.Clone(s.over), extra: slices.Clone(s.extra)}
	for _, c := range changes {
		n := max(0, out.Count(c.Item)+c.Count)
		if i, ok := stock.Index(c.Item); ok {
			j, found := slices.BinarySearchFunc(out.over, i, func(o Override, i int) int { return o.Index - i })
			switch {
			case found && n == stock.Count(i):
				out.over = slices.Delete(out.over, j, j+1)
			case found:
				out.over[j].Count = n
			case n != stock.Count(i):
				out.over = slices.Insert(out.over, j, Override{i, n})
			}
			continue
		}
		j := sort.Search(len(out.extra), func(k int) bool { return out.extra[k].Item >= c.Item })
		found := j < len(out.extra) && out.extra[j].Item == c.Item
		switch {
		case found && n == 0:
			out.extra = slices.Delete(out.extra, j, j+1)
		case found:
			out.extra[j].Count = n
		case n > 0:
			out.extra = slices.Insert(out.extra, j, Stack{c.Item, n})
		}
	}
	return out
}

// Stacks lists what the inventory holds, ascending by item name.
func (s State) Stacks() []Stack {
	stock := s.Stock()
	out := make([]Stack, 0, stock.Len()+len(s.extra))
	j := 0
	for i, name := range stock.names {
		n := stock.Count(i)
		if j < len(s.over) && s.over[j].Index == i {
			n = s.over[j].Count
			j++
		}
		if n > 0 {
			out = append(out, Stack{name, n})
		}
	}
	for _, o := range s.over[j:] { // of later items
		if o.Count > 0 {
			out = append(out, Stack{stock.Name(o.Index), o.Count})
		}
	}
	out = append(out, s.extra...)
	slices.SortFunc(out, func(a, b Stack) int { return strings.Compare(a.Item, b.Item) })
	return out
}

// Map returns the inventory as item -> quantity, without zeros.
func (s State) Map() map[string]int {
	out := map[string]int{}
	for _, st := range s.Stacks() {
		out[st.Item] = st.Count
	}
	return out
}

// Digest identifies the inventory by content: equal inventories have equal
// digests however they are stored. It takes time in proportion to the overrides.
func (s State) Digest() Digest {
	stock := s.Stock()
	d := stock.digest
	for _, o := range s.over {
		h := stock.hash(o.Index)
		d = d.minus(stackDigest(h, stock.Count(o.Index))).plus(stackDigest(h, o.Count))
	}
	for _, st := range s.extra {
		d = d.plus(stackDigest(hashString(st.Item), st.Count))
	}
	return d
}

// Equal reports whether two inventories hold the same.
func (s State) Equal(t State) bool { return s.Digest() == t.Digest() }

// String lists the inventory as "2 stick, 3 planks", or "nothing".
func (s State) String() string { return FormatStacks(s.Stacks()) }

// FormatStacks lists quantities as "2 stick, 3 planks", or "nothing".
func FormatStacks(stacks []Stack) string {
	if len(stacks) == 0 {
		return "nothing"
	}
	var b strings.Builder
	for i, st := range stacks {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%d %s", st.Count, st.Item)
	}
	return b.String()
}

// MarshalJSON writes the inventory as an object from item to quantity.
func (s State) MarshalJSON() ([]byte, error) { return json.Marshal(s.Map()) }

// UnmarshalJSON reads an object from item to quantity; quantities below zero are
// an error.
func (s *State) UnmarshalJSON(data []byte) error {
	var m map[string]int
	if err := json.Unmarshal(data, &m); err != nil {
		return err
	}
	for item, n := range m {
		if n < 0 {
			return fmt.Errorf("inventory: %d of %q: a quantity can't be negative", n, item)
		}
	}
	*s = StateOf(m)
	return nil
}

// Record compares the inventory before and after an action, as in ADAM, section
// 3.3: consumed are the items with less, obtained those with more, both with the
// difference and ascending by item name.
func Record(before, after State) (consumed, obtained []Stack) {
	add := func(item string, was, is int) {
		switch {
		case is < was:
			consumed = append(consumed, Stack{item, was - is})
		case is > was:
			obtained = append(obtained, Stack{item, is - was})
		}
	}
	if stock := before.Stock(); stock == after.Stock() {
		i, j := 0, 0
		for i < len(before.over) || j < len(after.over) {
			switch {
			case j == len(after.over) || i < len(before.over) && before.over[i].Index < after.over[j].Index:
				o := before.over[i]
				add(stock.Name(o.Index), o.Count, stock.Count(o.Index))
				i++
			case i == len(before.over) || after.over[j].Index < before.over[i].Index:
				o := after.over[j]
				add(stock.Name(o.Index), stock.Count(o.Index), o.Count)
				j++
			default:
				o := before.over[i]
				add(stock.Name(o.Index), o.Count, after.over[j].Count)
				i++
				j++
			}
		}
		for _, st := range before.extra {
			add(st.Item, st.Count, after.Count(st.Item))
		}
		for _, st := range after.extra {
			if before.Count(st.Item) == 0 {
				add(st.Item, 0, st.Count)
			}
		}
	} else {
		was, is := before.Map(), after.Map()
		for item, n := range was {
			add(item, n, is[item])
		}
		for item, n := range is {
			if was[item] == 0 {
				add(item, 0, n)
			}
		}
	}
	byName := func(a, b Stack) int { return strings.Compare(a.Item, b.Item) }
	slices.SortFunc(consumed, byName)
	slices.SortFunc(obtained, byName)
	return consumed, obtained
}
