package graphstore

import (
	"fmt"
	"math"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// most is the largest number that is computed with: sums of it don't overflow.
const most = math.MaxInt32

// inventory is a start inventory as the ledger stores it: each of the first items
// is present base times, but for the overrides. It takes the space of what differs.
type inventory struct {
	items int
	base  int
	over  []interaction.Override // what differs, ascending by Index; from items on there is nothing else
	total int                    // quantity of all
}

func newInventory(items, base int, over []interaction.Override) inventory {
	v := inventory{items, base, over, items * base}
	same := func(o interaction.Override) bool { return o.Count == v.plain(o.Index) }
	if slices.ContainsFunc(over, same) {
		v.over = slices.DeleteFunc(slices.Clone(over), same)
	}
	for _, o := range v.over {
		v.total += o.Count - v.plain(o.Index)
	}
	return v
}

// plain is the quantity of item i if it isn't overridden.
func (v inventory) plain(i int) int {
	if i < v.items {
		return v.base
	}
	return 0
}

// covers reports whether v holds at least what w holds, of every item.
func (v inventory) covers(w inventory) bool {
	switch {
	case v.total < w.total:
		return false
	case v.total == w.total && v.base == 0 && w.base == 0: // as two mixtures of a class do
		return slices.Equal(v.over, w.over)
	}
	// Items from here on that neither overrides are less in v, if w has any of them.
	from := 0
	if v.base >= w.base {
		from = min(v.items, w.items)
	}
	less := 0
	if w.base > 0 {
		less = w.items - from
	}
	for a, b := v.over, w.over; len(a) > 0 || len(b) > 0; {
		var i, have, need int
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Index < b[0].Index:
			i, have, need = a[0].Index, a[0].Count, w.plain(a[0].Index)
			a = a[1:]
		case len(a) == 0 || b[0].Index < a[0].Index:
			i, have, need = b[0].Index, v.plain(b[0].Index), b[0].Count
			b = b[1:]
		default:
			i, have, need = a[0].Index, a[0].Count, b[0].Count
			a, b = a[1:], b[1:]
		}
		if have < need {
			return false
		}
		if from <= i && i < w.items {
			less--
		}
	}
	return less <= 0
}

// sighting is how often an effect came from one inventory, and the entry of its
// first coming.
type sighting struct {
	hits  int
	first Seq
}

// record is what was seen of one action from one inventory.
type record struct {
	at     inventory
	digest interaction.Digest
	number int // among the records of the action
	trials int // completed
	broken int // recorded, but not completed
	seen   map[string]sighting
}

// evidence is what the outcomes of one action amount to. The zero value is that of
// none.
type evidence struct {
	records []*record
	index   map[interaction.Digest]*record
	effects map[string]*sufficiency // by item
}

// sufficiency is what the records of an action say of one of its effects: from which
// inventories it can come.
type sufficiency struct {
	came     []*record // from where it came, in order of the first time
	looked   int       // so many of these were looked at
	smallest []*record // those of them that hold no other
	proven   []bool    // by record: it holds one of the smallest
}

// record returns the record of the inventory with this digest, a new one if it is
// the first time.
func (v *evidence) record(at inventory, d interaction.Digest) *record {
	if v.index == nil {
		v.index, v.effects = map[interaction.Digest]*record{}, map[string]*sufficiency{}
	}
	r := v.index[d]
	if r == nil {
		r = &record{at: at, digest: d, number: len(v.records)}
		v.index[d] = r
		v.records = append(v.records, r)
	}
	return r
}

// add enters an outcome.
func (v *evidence) add(at inventory, d interaction.Digest, seq Seq, o interaction.Outcome) {
	r := v.record(at, d)
	if o.Status != interaction.Completed {
		r.broken++
		return
	}
	r.trials++
	for _, s := range o.Obtained {
		if r.seen == nil {
			r.seen = map[string]sighting{}
		}
		h := r.seen[s.Item]
		if h.hits == 0 {
			h.first = seq
			if v.effects[s.Item] == nil {
				v.effects[s.Item] = &sufficiency{}
			}
			v.effects[s.Item].came = append(v.effects[s.Item].came, r)
		}
		h.hits++
		r.seen[s.Item] = h
	}
}

// effect is what all that was added says of the effect. It costs what is new: a ledger
// has many findings on one effect, and classes have thousands of smallest inventories.
func (v *evidence) effect(item string) *sufficiency {
	s := v.effects[item]
	if s == nil {
		return &sufficiency{proven: make([]bool, len(v.records))}
	}
	var fresh []*record
	for _, r := range s.came[s.looked:] {
		if s.within(r.at) == nil {
			larger := func(l *record) bool { return l.at.covers(r.at) }
			s.smallest = append(slices.DeleteFunc(s.smallest, larger), r)
			fresh = append(fresh, r)
		}
	}
	s.looked = len(s.came)
	for i := range s.proven {
		s.proven[i] = s.proven[i] || first(fresh, v.records[i].at) != nil
	}
	for _, r := range v.records[len(s.proven):] {
		s.proven = append(s.proven, s.within(r.at) != nil)
	}
	return s
}

// within returns one of the smallest records that at holds, or nil: a success there
// contradicts that at doesn't suffice.
func (s *sufficiency) within(at inventory) *record { return first(s.smallest, at) }

// first is the first of the records that at holds, or nil.
func first(records []*record, at inventory) *record {
	for _, r := range records {
		if at.covers(r.at) {
			return r
		}
	}
	return nil
}

// misses returns the record with the most completed trials among those that hold
// all of at and aren't proven to suffice; nil if there is none.
func (v *evidence) misses(at inventory, s *sufficiency) *record {
	var best *record
	for _, r := range v.records {
		if (best == nil || r.trials > best.trials) && r.trials > 0 && !s.proven[r.number] && r.at.covers(at) {
			best = r
		}
	}
	return best
}

// tables rebuilds start inventories from what the ledger stores.
type tables struct {
	names   []string
	index   map[string]int
	each    int // of everything observed
	catalog *interaction.Catalog
}

func newTables(names []string, each int) *tables {
	t := &tables{names: names, each: each, index: map[string]int{}, catalog: interaction.NewCatalog()}
	for i, n := range names {
		t.index[n] = i
		// An item that a corrupt ledger lists again keeps its number.
		for k := 0; t.catalog.Add(n) != i; k++ {
			n = fmt.Sprintf("%s again %d", n, k)
		}
	}
	return t
}

// start rebuilds the start inventory of a trial, for looking at and for its key.
func (t *tables) start(s StoredTrial) (inventory, interaction.State, error) {
	if s.Each > most {
		return inventory{}, interaction.State{}, fmt.Errorf("it starts from %d of each item", s.Each)
	}
	if s.Items < 0 || s.Items > len(t.names) {
		return inventory{}, interaction.State{}, fmt.Errorf("it starts from %d observed items, and %d are listed", s.Items, len(t.names))
	}
	base := t.each
	switch {
	case s.Bare:
		base = 0
	case s.Each > 0:
		base = s.Each
	}
	last := -1
	for _, o := range s.Over {
		if o.Index <= last || o.Index >= len(t.names) || o.Count < 0 || o.Count > most {
			return inventory{}, interaction.State{}, fmt.Errorf("it starts from %d of item number %d, of %d items, after item number %d", o.Count, o.Index, len(t.names), last)
		}
		last = o.Index
	}
	return newInventory(s.Items, base, s.Over), interaction.NewState(t.catalog.Stock(s.Items, base), s.Over), nil
}

// bare is the inventory that holds exactly these stacks; the error names an item
// that isn't listed.
func (t *tables) bare(stacks []interaction.Stack) (inventory, interaction.Digest, error) {
	over, err := t.overrides(stacks, len(t.names))
	if err != nil {
		return inventory{}, interaction.Digest{}, err
	}
	return newInventory(len(t.names), 0, over), interaction.NewState(t.catalog.Stock(len(t.names), 0), over).Digest(), nil
}

// capped is the inventory of the first items, base of each, but for the caps.
func (t *tables) capped(items int, caps []interaction.Stack) (inventory, error) {
	if items < 0 || items > len(t.names) {
		return inventory{}, fmt.Errorf("%d items were observed, and %d are listed", items, len(t.names))
	}
	over, err := t.overrides(caps, items)
	return newInventory(items, t.each, over), err
}

// overrides are the stacks by item number, below items.
func (t *tables) overrides(stacks []interaction.Stack, items int) ([]interaction.Override, error) {
	out := make([]interaction.Override, 0, len(stacks))
	for _, s := range stacks {
		i, ok := t.index[s.Item]
		switch {
		case !ok || i >= items:
			return nil, fmt.Errorf("item %q isn't among the first %d that were observed", s.Item, items)
		case s.Count < 0 || s.Count > most:
			return nil, fmt.Errorf("%d of item %q", s.Count, s.Item)
		}
		out = append(out, interaction.Override{Index: i, Count: s.Count})
	}
	slices.SortFunc(out, func(a, b interaction.Override) int { return a.Index - b.Index })
	for i := 1; i < len(out); i++ {
		if out[i].Index == out[i-1].Index {
			return nil, fmt.Errorf("item %q is there twice", t.names[out[i].Index])
		}
	}
	return out, nil
}

// stacks are the requirements of a way as an inventory that just meets them.
func (w Way) stacks() []interaction.Stack {
	out := make([]interaction.Stack, len(w.Members))
	for i, m := range w.Members {
		out[i] = interaction.Stack{Item: m.Item, Count: m.Count}
	}
	return out
}
