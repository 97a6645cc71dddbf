package refine

import (
	"cmp"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// token raises one item to a quantity.
type token struct {
	item  int
	count int
	prior float64
	held  bool // an earlier step held on to it; nothing else speaks for it
	heap  bool // the quantity is no guess at what is needed: it is what there usually is
}

// line is the order in which the factors of a proven start are doubted: those
// with a prior of their own first, the likeliest in front; then the strays, all the
// others, by number; and last that the quantities are too small. A prefix of the
// line is named by the number of its places: place t <= len(likely) is the t-th
// likely token, place len(likely)+1+i is stray item i. Strays are described, not
// listed, so that a start of thousands of items costs what differs in it.
type line struct {
	within interaction.State
	base   interaction.State // present in every prefix
	likely []token           // by falling prior
	// The strays are the items below limit that aren't taken, one of each, each
	// with the prior stray.
	limit int
	taken []int // ascending
	stray float64
	// ample: the last place raises every item to its quantity in within.
	ample  bool
	used   []interaction.Level // what a success consumed: no less suffices
	places map[int][]int       // of the likely tokens, by item; nil: not made
	// core are the likely tokens that something speaks for, and cost is the log of
	// the prior of what the base holds beyond them.
	core interaction.State
	cost float64
	rare float64 // the prior of a stray before anything was held on to
	// The more strays turn out to be needed, of those that were looked at, the more
	// are expected of the rest: found of looked, and before anything was seen
	// expected of crowd.
	expected, crowd, found, looked float64
	// stand is the prior that a stray stands for the item that within lacks of the way that
	// this one is expected to resemble.
	stand float64
	alike substitutes
	// open: within may not suffice; that it doesn't is a place behind the last.
	open bool
}

// substitutes are strays of which each stands for an item with the same unknown
// probability, which is Beta(do, dont) distributed. Those below first were looked at.
type substitutes struct {
	first    int
	do, dont float64
	log      float64 // what none needs and is the same for any number
	no       float64 // the probability that there is none
}

// none is the probability that none of n factors stands for the item.
func (s substitutes) none(n int) float64 {
	return math.Exp(s.log + lgamma(s.dont+float64(n)) - lgamma(s.do+s.dont+float64(n)))
}

func lgamma(x float64) float64 {
	l, _ := math.Lgamma(x)
	return l
}

const (
	// standPrior is the prior that a single stray stands for what within lacks; else
	// something else is needed instead, or nothing.
	standPrior = .5
	// Before anything was looked at, an item stands for another with a probability that is
	// Beta(firstDo, firstDont) distributed.
	firstDo, firstDont = .5, 1
)

// expectAlike sets what is expected of the strays if within lacks a known class: the more
// of those that were looked at are in it, the likelier are others. They are looked at by
// number. (Where a single item is lacking it is as likely that it was never needed. And
// strays are one of each: where several are needed, no prefix shows it.)
func (l *line) expectAlike(like discovery.Way) {
	var lacks []discovery.Member
	for _, r := range like {
		if !slices.ContainsFunc(r.Factors, func(i int) bool { return l.within.At(i) > 0 }) {
			lacks = append(lacks, r)
		}
	}
	if len(lacks) != 1 || len(lacks[0].Factors) < 2 || lacks[0].Count > 1 {
		return
	}
	items := lacks[0].Factors
	last := items[len(items)-1]
	s := substitutes{first: last + 1, do: firstDo + float64(len(items)-1), dont: firstDont + float64(l.count(0, last))}
	n := l.count(s.first, l.limit)
	if n == 0 {
		return
	}
	s.log = lgamma(s.do+s.dont) - lgamma(s.dont)
	s.no = s.none(n)
	l.stand, l.alike = standPrior, s
}

const (
	// Prior probabilities of being a cause: for a factor that a success consumed,
	// for one of a way that this one is expected to resemble, and for one that an
	// earlier step of the search held on to. Others share strays among them.
	consumedPrior = .95
	likePrior     = .85
	heldPrior     = .8
	mostHeld      = 3 // how many of those are expected
	strays        = 1.5
	fewStrays     = .1 // where something is a likely cause already
	// amplePrior is the prior that the quantities first tried are too small.
	amplePrior = .03
)

// newLine orders the factors of a start by their probability of being a
// cause. A factor that a success consumed asks for as much as was consumed, any
// other for one; where the quantities are known to matter, held, for as much as is
// there.
func newLine(c *discovery.Case, at interaction.State, used []interaction.Level, held bool) *line {
	none := at.Vocabulary().Cut(interaction.None, 0)
	l := &line{within: at, base: none, core: none, used: used}
	expected := strays
	if c.Guess.Unnamed > 0 {
		expected = min(expected, c.Guess.Unnamed)
	}
	l.expected, l.crowd = expected, float64(max(1, c.All.Size()))
	l.stray = l.expected / l.crowd
	l.rare = l.stray
	own := map[int]token{}
	raise := func(item, count int, prior float64) {
		if q := at.At(item); q > 0 {
			t := own[item]
			own[item] = token{item: item, count: min(max(t.count, count, 1), q), prior: max(t.prior, prior)}
		}
	}
	for i, p := range c.Guess.Causes {
		if p > l.stray {
			raise(i, 1, p)
		}
	}
	for _, r := range c.Like {
		for _, i := range r.Factors {
			raise(i, r.Count, likePrior)
		}
	}
	for _, u := range l.used {
		raise(u.Factor, u.Level, consumedPrior)
	}
	for _, h := range c.Bulk {
		n := min(h.Level, at.At(h.Factor))
		if t, known := own[h.Factor]; n > 1 && (!known || t.prior < consumedPrior) {
			t.item, t.count, t.prior, t.heap = h.Factor, max(t.count, n), max(t.prior, l.stray), true
			own[h.Factor] = t
		}
	}
	likely := false
	for _, t := range own {
		likely = likely || t.prior >= .5 && t.prior < consumedPrior
	}
	if likely {
		l.expected = min(l.expected, fewStrays)
		l.stray = l.expected / l.crowd
	}
	kept := 0
	// What isn't there as often as the others has a place of its own; what is
	// there oftener was held on to when others were taken away.
	for _, o := range at.Over() {
		if _, known := own[o.Factor]; !known && o.Level > 0 {
			t := token{item: o.Factor, count: 1, prior: l.stray}
			if o.Level > at.Base.At(o.Factor) {
				t.held = true
				kept++
			}
			own[o.Factor] = t
		}
		if o.Level == 0 && at.Base.At(o.Factor) > 0 {
			l.taken = append(l.taken, o.Factor)
		}
	}
	if held {
		for i, n := range at.All() {
			if t := own[i]; n > 1 && t.count < n {
				t.item, t.count = i, n
				if t.prior < heldPrior && !t.held {
					t.held = true
					kept++
				}
				own[i] = t
			}
		}
	}
	for _, t := range own {
		if t.held {
			t.prior = max(t.prior, min(heldPrior, mostHeld/float64(kept)))
		} else if t.prior >= .5 {
			l.core = l.core.With(t.item, t.count)
		}
		t.prior = min(max(t.prior, 1e-6), .999)
		l.ample = l.ample || t.count < at.At(t.item)
		l.likely = append(l.likely, t)
		l.taken = append(l.taken, t.item)
	}
	if at.Tier() != interaction.None {
		l.limit = at.Len()
	}
	slices.Sort(l.taken)
	l.expectAlike(c.Like)
	l.ample = l.ample || l.plural(at)
	slices.SortFunc(l.likely, func(a, b token) int {
		return cmp.Or(cmp.Compare(b.prior, a.prior), cmp.Compare(a.item, b.item))
	})
	return l
}

// plural reports whether one of the strays is there more than once.
func (l *line) plural(at interaction.State) bool {
	if at.Tier() != interaction.Plenty {
		return false
	}
	for i := l.next(0); i < l.limit; i = l.next(i + 1) {
		if at.Base.At(i) > 1 {
			return true
		}
	}
	return false
}

// last is the number of places.
func (l *line) last() int {
	n := len(l.likely) + l.limit
	if l.ample {
		n++
	}
	return n
}

// isAmple reports whether the place is the one that raises everything.
func (l *line) isAmple(t int) bool { return l.ample && t == l.last() }

// at is the token at the place from 1; place must not be that which raises
// everything.
func (l *line) at(t int) token {
	if t <= len(l.likely) {
		return l.likely[t-1]
	}
	return token{item: t - len(l.likely) - 1, count: 1, prior: l.stray}
}

// count is the number of strays in [lo, hi).
func (l *line) count(lo, hi int) int {
	if hi <= lo {
		return 0
	}
	i, _ := slices.BinarySearch(l.taken, lo)
	j, _ := slices.BinarySearch(l.taken, hi)
	return hi - lo - (j - i)
}

// isStray reports whether the item is a stray.
func (l *line) isStray(item int) bool {
	_, taken := slices.BinarySearch(l.taken, item)
	return item < l.limit && !taken
}

// next is the first stray from item on; limit if there is none.
func (l *line) next(item int) int {
	j, _ := slices.BinarySearch(l.taken, item)
	for ; j < len(l.taken) && l.taken[j] == item; j++ {
		item++
	}
	return min(item, l.limit)
}

// raise is the point with the token's quantity, at least.
func raise(p interaction.State, t token) interaction.State {
	if p.At(t.item) >= t.count {
		return p
	}
	return p.With(t.item, t.count)
}

// prefix is the start of the first t places.
func (l *line) prefix(t int) interaction.State {
	if l.isAmple(t) {
		return l.within
	}
	var amounts []interaction.Level
	p := l.base
	if j := t - len(l.likely); j > 0 {
		p = l.within.Vocabulary().Cut(interaction.One, j)
		for _, i := range l.taken {
			if i < j {
				amounts = append(amounts, interaction.Level{Factor: i})
			}
		}
		for i, n := range l.base.All() {
			amounts = append(amounts, interaction.Level{Factor: i, Level: n})
		}
	}
	for _, tok := range l.likely[:min(t, len(l.likely))] {
		amounts = append(amounts, interaction.Level{Factor: tok.item, Level: max(tok.count, l.base.At(tok.item))})
	}
	// The largest quantity of each item.
	slices.SortFunc(amounts, func(a, b interaction.Level) int { return cmp.Or(a.Factor-b.Factor, b.Level-a.Level) })
	return p.Set(slices.CompactFunc(amounts, func(a, b interaction.Level) bool { return a.Factor == b.Factor }))
}

// before is the line of what lies before the place, whose token is fixed in the
// base.
func (l *line) before(t int) *line {
	out := &line{within: l.within, base: raise(l.base, l.at(t)), taken: l.taken, stray: l.stray, core: l.core, cost: l.cost, rare: l.rare,
		expected: l.expected, crowd: l.crowd, found: l.found, looked: l.looked}
	if tok := l.at(t); tok.held || t > len(l.likely) {
		out.cost += math.Log(l.rare)
	} else if tok.prior < .5 {
		out.cost += math.Log(tok.prior)
	}
	likely := l.likely[:min(t-1, len(l.likely))]
	if t > len(l.likely) {
		out.limit = l.at(t).item
		out.found++
	}
	out.looked += float64(l.count(out.limit, l.limit))
	if out.crowd > 0 {
		out.stray = (out.expected + out.found) / (out.crowd + out.looked)
	}
	// Smaller quantities of the same item are met now.
	for _, u := range likely {
		if u.count > out.base.At(u.item) {
			out.likely = append(out.likely, u)
		}
	}
	return out
}

// tokens lists all tokens, strays included.
func (l *line) tokens() []token {
	out := slices.Clone(l.likely)
	for i := l.next(0); i < l.limit; i = l.next(i + 1) {
		out = append(out, token{item: i, count: 1, prior: l.stray})
	}
	return out
}

// fine is the line that raises one item after the other to its quantity in within,
// beyond what all other places of l hold.
func (l *line) fine() *line {
	out := &line{within: l.within, base: l.prefix(l.last() - 1), core: l.within}
	for _, t := range l.tokens() {
		if top := l.within.At(t.item); t.count < top {
			out.likely = append(out.likely, token{item: t.item, count: top})
		}
	}
	for j := range out.likely {
		out.likely[j].prior = 1 / float64(len(out.likely))
	}
	return out
}

// raises is the place among the likely tokens, from 0, of the first that raises the
// item to a quantity of n; -1 if none does.
func (l *line) raises(item, n int) int {
	if len(l.likely) > fewTokens && l.places == nil {
		l.places = map[int][]int{}
		for j, tok := range l.likely {
			l.places[tok.item] = append(l.places[tok.item], j)
		}
	}
	if l.places != nil {
		for _, j := range l.places[item] {
			if l.likely[j].count >= n {
				return j
			}
		}
		return -1
	}
	return slices.IndexFunc(l.likely, func(tok token) bool { return tok.item == item && tok.count >= n })
}

// fewTokens are looked through faster than they are looked up.
const fewTokens = 16

// reach is the least prefix that covers the start.
func (l *line) reach(at interaction.State) (int, bool) {
	if !l.within.Covers(at) {
		return 0, false
	}
	t := 0
	// whatever raises the quantity of an item to n
	need := func(item, n int) bool {
		if l.base.At(item) >= n {
			return true
		}
		if j := l.raises(item, n); j >= 0 {
			t = max(t, j+1)
			return true
		}
		if l.isStray(item) && n == 1 {
			t = max(t, len(l.likely)+1+item)
			return true
		}
		t = l.last()
		return l.ample
	}
	for _, o := range at.Over() {
		if !need(o.Factor, o.Level) {
			return 0, false
		}
	}
	if at.Tier() == interaction.None {
		return t, true
	}
	// Items that aren't listed are needed, too: those with a place of their own
	// one by one, of the strays the last.
	listed := func(item int) bool {
		_, found := slices.BinarySearchFunc(at.Over(), item, func(o interaction.Level, i int) int { return o.Factor - i })
		return found || item >= at.Len()
	}
	special := func(item int) bool { return listed(item) || need(item, at.Base.At(item)) }
	for _, tok := range l.likely {
		if !special(tok.item) {
			return 0, false
		}
	}
	for i := range l.base.All() {
		if !special(i) {
			return 0, false
		}
	}
	// Of those, one that is needed more than once takes the place behind all.
	last := true
	for i := at.Len() - 1; i >= 0; i-- {
		n := at.Base.At(i)
		if listed(i) || l.base.At(i) >= n {
			continue
		}
		if _, taken := slices.BinarySearch(l.taken, i); taken {
			continue // it has a place of its own, or isn't in within
		}
		if last || n > 1 {
			if ok := need(i, n); !ok || n > 1 || at.Tier() == interaction.One {
				return t, ok
			}
			last = false
		}
	}
	return t, true
}

// inside is the largest prefix that the start covers, given that it covers the
// base.
func (l *line) inside(at interaction.State) int {
	for j, tok := range l.likely {
		if at.At(tok.item) < tok.count {
			return j
		}
	}
	missing := l.limit
	if l.limit > 0 {
		missing = l.missing(at)
	}
	t := len(l.likely) + missing
	if l.ample && missing == l.limit && at.Covers(l.within) {
		t++
	}
	return t
}

// missing is the first stray that the start lacks; limit if it lacks none.
func (l *line) missing(at interaction.State) int {
	i := l.next(0)
	if at.Tier() != interaction.None {
		for _, o := range at.Over() {
			if o.Level == 0 && l.isStray(o.Factor) && o.Factor < at.Len() {
				return o.Factor
			}
		}
		i = l.next(at.Len())
	}
	for i < l.limit && at.At(i) > 0 {
		i = l.next(i + 1)
	}
	return i
}
