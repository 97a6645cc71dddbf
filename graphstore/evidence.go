package graphstore

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// sighting is how often an effect came from one start in trials, and the entry of its
// first coming, which may have been in a task.
type sighting struct {
	hits        int
	first       Seq
	least, most int                   // how much came
	low, high   int                   // to which levels it rose
	used        []interaction.Level   // the least that successes used up, where worlds are lived in
	ever        []interaction.Level   // the least that any of them used up
	takes       [][]interaction.Level // what one or another used up
}

// record is what was seen of one action from one start.
type record struct {
	at     interaction.State
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
	effects map[string]*sufficiency // by factor
	along   discovery.Along         // where one lives
}

// sufficiency is what the records of an action say of one of its effects: from which
// starts it can come.
type sufficiency struct {
	came     []*record // from where it came, in order of the first time
	looked   int       // how many of these were looked at
	smallest []*record // those of them that cover no other
	proven   []bool    // by record: it covers one of the smallest
}

// record returns the record of the start, a new one if it is the first time.
func (v *evidence) record(at interaction.State) *record {
	if v.index == nil {
		v.index, v.effects = map[interaction.Digest]*record{}, map[string]*sufficiency{}
	}
	r := v.index[at.Digest()]
	if r == nil {
		r = &record{at: at, number: len(v.records)}
		v.index[at.Digest()] = r
		v.records = append(v.records, r)
	}
	return r
}

// add enters an outcome of a trial. What came of one that completed came from the start
// that it really had.
func (v *evidence) add(t interaction.Trial, seq Seq, o interaction.Outcome) {
	if o.Status != interaction.Completed {
		v.record(t.Start).broken++
		return
	}
	r := v.record(o.Start)
	r.trials++
	for _, c := range o.Changes {
		if c.Gain() > 0 {
			v.came(r, c, seq, true)
		}
	}
}

// came enters that a factor rose, in a trial or in a task.
func (v *evidence) came(r *record, c interaction.Change, seq Seq, trial bool) {
	factor, gain := c.Factor, c.Gain()
	if r.seen == nil {
		r.seen = map[string]sighting{}
	}
	h, before := r.seen[factor]
	h.most, h.low, h.high = max(h.most, gain), min(h.low, c.To), max(h.high, c.To)
	if h.least = min(h.least, gain); !before {
		h.first, h.least, h.low = seq, gain, c.To
		if v.effects[factor] == nil {
			v.effects[factor] = &sufficiency{}
		}
		v.effects[factor].came = append(v.effects[factor].came, r)
	}
	if trial {
		h.hits++
	}
	r.seen[factor] = h
}

// effect is what all that was added says of the effect. It costs what is new: a ledger
// has many findings on one effect, and classes have thousands of smallest starts.
func (v *evidence) effect(factor string) *sufficiency {
	s := v.effects[factor]
	if s == nil {
		return &sufficiency{proven: make([]bool, len(v.records))}
	}
	var fresh []*record
	for _, r := range s.came[s.looked:] {
		if s.within(r.at) == nil {
			larger := func(l *record) bool { return l.at.Covers(r.at) }
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

// within returns one of the smallest records that at covers, or nil: a success there
// contradicts that at doesn't suffice.
func (s *sufficiency) within(at interaction.State) *record { return first(s.smallest, at) }

// first is the first of the records that at covers, or nil.
func first(records []*record, at interaction.State) *record {
	for _, r := range records {
		if at.Covers(r.at) {
			return r
		}
	}
	return nil
}

// misses returns the record with the most completed trials among those that cover
// at, aren't proven to suffice, and from where the factor can be seen to rise; nil if there
// is none.
func (v *evidence) misses(at interaction.State, s *sufficiency, rises func(interaction.State) bool) *record {
	var best *record
	for _, r := range v.records {
		if (best == nil || r.trials > best.trials) && r.trials > 0 && !s.proven[r.number] && r.at.Covers(at) && rises(r.at) {
			best = r
		}
	}
	return best
}
