package graphstore

import (
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// inventory is a start inventory as the ledger stores it: each of the first items
// is present base times, but for the overrides. It takes the space of what differs.
type inventory struct {
	items int
	base  int
	over  []interaction.Override // ascending by Index; from items on there is nothing else
}

// count is the quantity of item i.
func (v inventory) count(i int) int {
	if j, found := slices.BinarySearchFunc(v.over, i, func(o interaction.Override, i int) int { return o.Index - i }); found {
		return v.over[j].Count
	}
	if i < v.items {
		return v.base
	}
	return 0
}

// covers reports whether v holds at least what w holds, of every item.
func (v inventory) covers(w inventory) bool {
	for _, o := range v.over {
		if o.Count < w.count(o.Index) {
			return false
		}
	}
	for _, o := range w.over {
		if v.count(o.Index) < o.Count {
			return false
		}
	}
	// What neither overrides is present base times.
	from := 0
	if v.base >= w.base {
		from = min(v.items, w.items)
	}
	if w.base == 0 || from == w.items {
		return true
	}
	plain := w.items - from // items from here on that neither overrides
	for _, o := range w.over {
		if o.Index >= from && o.Index < w.items {
			plain--
		}
	}
	for _, o := range v.over {
		if o.Index < from || o.Index >= w.items {
			continue
		}
		if _, both := slices.BinarySearchFunc(w.over, o.Index, func(o interaction.Override, i int) int { return o.Index - i }); !both {
			plain--
		}
	}
	return plain == 0
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
	trials int // completed
	broken int // recorded, but not completed
	seen   map[string]sighting
}

// evidence is what the outcomes of one action amount to.
type evidence struct {
	records []*record
	index   map[interaction.Digest]*record
}

// record returns the record of the inventory with this digest, a new one if it is
// the first time.
func (v *evidence) record(at inventory, d interaction.Digest) *record {
	if v.index == nil {
		v.index = map[interaction.Digest]*record{}
	}
	r := v.index[d]
	if r == nil {
		r = &record{at: at, digest: d}
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
		}
		h.hits++
		r.seen[s.Item] = h
	}
}

// successes are the records from which the effect came, in order of first trial.
func (v *evidence) successes(item string) []*record {
	var out []*record
	for _, r := range v.records {
		if r.seen[item].hits > 0 {
			out = append(out, r)
		}
	}
	return out
}

// proven reports whether the inventory holds one from which the effect came.
func proven(at inventory, successes []*record) bool {
	return slices.ContainsFunc(successes, func(s *record) bool { return at.covers(s.at) })
}

// misses returns the record with the most completed trials among those that hold
// all of at and aren't proven to suffice; nil if there is none.
func (v *evidence) misses(at inventory, successes []*record) *record {
	var best *record
	for _, r := range v.records {
		if (best == nil || r.trials > best.trials) && r.trials > 0 && r.at.covers(at) && !proven(r.at, successes) {
			best = r
		}
	}
	return best
}

// within returns the first of the records that at covers, or nil: a success there
// contradicts that at doesn't suffice.
func within(at inventory, successes []*record) *record {
	for _, s := range successes {
		if at.covers(s.at) {
			return s
		}
	}
	return nil
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
	if s.Items < 0 || s.Items > len(t.names) {
		return inventory{}, interaction.State{}, fmt.Errorf("it starts from %d observed items, and %d are listed", s.Items, len(t.names))
	}
	v := inventory{items: s.Items, base: t.each}
	switch {
	case s.Bare:
		v.base = 0
	case s.Each > 0:
		v.base = s.Each
	}
	last := -1
	for _, o := range s.Over {
		if o.Index <= last || o.Index >= len(t.names) || o.Count < 0 {
			return inventory{}, interaction.State{}, fmt.Errorf("it starts from %d of item number %d, of %d items, after item number %d", o.Count, o.Index, len(t.names), last)
		}
		last = o.Index
	}
	v.over = s.Over
	return v, interaction.NewState(t.catalog.Stock(v.items, v.base), v.over), nil
}

// bare is the inventory that holds exactly these stacks; the error names an item
// that isn't listed.
func (t *tables) bare(stacks []interaction.Stack) (inventory, interaction.Digest, error) {
	v := inventory{items: len(t.names)}
	over, err := t.overrides(stacks, len(t.names))
	v.over = over
	if err != nil {
		return v, interaction.Digest{}, err
	}
	return v, interaction.NewState(t.catalog.Stock(v.items, 0), over).Digest(), nil
}

// capped is the inventory of the first items, base of each, but for the caps.
func (t *tables) capped(items int, caps []interaction.Stack) (inventory, error) {
	if items < 0 || items > len(t.names) {
		return inventory{}, fmt.Errorf("%d items were observed, and %d are listed", items, len(t.names))
	}
	over, err := t.overrides(caps, items)
	return inventory{items: items, base: t.each, over: over}, err
}

// overrides are the stacks by item number, below items.
func (t *tables) overrides(stacks []interaction.Stack, items int) ([]interaction.Override, error) {
	out := make([]interaction.Override, 0, len(stacks))
	for _, s := range stacks {
		i, ok := t.index[s.Item]
		switch {
		case !ok || i >= items:
			return nil, fmt.Errorf("item %q isn't among the first %d that were observed", s.Item, items)
		case s.Count < 0:
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
