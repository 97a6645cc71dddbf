// Package refine finds small sufficient ways by intervention.
//
// [Group] is adaptive group testing: it takes away many factors at once and finds
// the needed ones by a noisy binary search, k log2(n/k) questions instead of n.
// [OneAtATime] is what ADAM does (section 3.4): it takes away one factor after the
// other, a fixed number of tries each.
//
// The invariant: a refiner proposes, the certificate decides. Everything here may
// be wrong, at the price of trials only.
package refine

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
)

// Group finds a way by Bayesian QuickXplain (Junker, AAAI 2004, with a noisy
// answer): the factors of a proven inventory are put in order, likely causes
// first, and the last needed one is found by binary search on prefixes, keeping a
// posterior over its place jointly with one over the chance; it is fixed, and the
// search goes on before it.
type Group struct{}

var _ discovery.Refiner = Group{}

// Name is "group".
func (Group) Name() string { return "group" }

const (
	// accept is the posterior at which a place is taken for the last needed one.
	accept = .8
	// Prior probabilities of being a cause: for a factor that a success consumed,
	// and for one of a way that this one is expected to resemble. Others share
	// strays among them.
	consumedPrior = .95
	likePrior     = .85
	strays        = .7
	fewStrays     = .3 // where something is a likely cause already
	// doubt is the probability of a hit when a factor is taken from everything
	// though it is needed where the search looks (it has a substitute elsewhere).
	doubt = .2
	// amplePrior is the prior that the quantities first tried are too small.
	amplePrior = .03
)

// token raises one item, or all items, to a quantity.
type token struct {
	item  int // -1: every item, to the quantities of the inventory searched
	count int
	prior float64
}

// FindWay implements [discovery.Refiner].
func (Group) FindWay(c *discovery.Case, within *discovery.Record) (discovery.Point, []discovery.Point) {
	for {
		s := &search{c: c, within: within.At}
		tokens := firstTokens(c, within)
		way, last, ask := s.run(nil, tokens)
		if ask != nil {
			return nil, ask
		}
		if last { // the quantities first tried don't suffice: look at each
			way, _, ask = s.run(nil, fineTokens(tokens, within.At))
			if ask != nil {
				return nil, ask
			}
		}
		// The search stops at quantities that were tried; the least that
		// suffices may lie between two of them.
		way, ask = s.tighten(way, tokens)
		if ask != nil {
			return nil, ask
		}
		// What is proven may be a part of what was looked for: go on inside it.
		r := c.History.Smallest(c.Effect, way)
		if r.At.Equal(way) {
			return way, nil
		}
		within = r
	}
}

// firstTokens puts the factors of an inventory in order of their probability of
// being a cause. A factor that a success consumed asks for as much as was
// consumed, any other for one.
func firstTokens(c *discovery.Case, within *discovery.Record) []token {
	used, _ := within.Used(c.Effect)
	var tokens []token
	n := within.At.Size()
	lower, likely := false, false
	for i, q := range within.At {
		if q == 0 {
			continue
		}
		t := token{item: i, count: 1, prior: strays / float64(n)}
		if p, ok := c.Guess.Causes[i]; ok {
			t.prior = p
		}
		for _, r := range c.Like {
			if slices.Contains(r.Items, i) {
				t.prior = max(t.prior, likePrior)
				t.count = min(r.Count, int(q))
			}
		}
		for _, u := range used {
			if u.Item == i {
				t.prior = max(t.prior, consumedPrior)
				t.count = min(max(t.count, u.Count), int(q))
			}
		}
		t.prior = min(max(t.prior, 1e-6), .999)
		lower = lower || t.count < int(q)
		tokens = append(tokens, t)
		likely = likely || t.prior >= .5 && t.prior < consumedPrior
	}
	if likely {
		for i := range tokens {
			if tokens[i].prior <= strays/float64(n) {
				tokens[i].prior *= fewStrays / strays
			}
		}
	}
	slices.SortStableFunc(tokens, func(a, b token) int {
		switch {
		case a.prior > b.prior:
			return -1
		case a.prior < b.prior:
			return 1
		}
		return 0
	})
	if lower {
		tokens = append(tokens, token{item: -1, prior: amplePrior})
	}
	return tokens
}

// fineTokens replaces the token that raises everything by tokens that double one
// item at a time.
func fineTokens(tokens []token, within discovery.Point) []token {
	out := slices.Clone(tokens)
	if n := len(out); n > 0 && out[n-1].item < 0 {
		out = out[:n-1]
	}
	first := len(out)
	for grown := true; grown; {
		grown = false
		level := map[int]int{}
		for _, t := range out {
			level[t.item] = max(level[t.item], t.count)
		}
		for _, t := range out[:first] {
			if top := within.At(t.item); level[t.item] < top {
				out = append(out, token{t.item, min(2*level[t.item], top), 0})
				grown = true
			}
		}
	}
	for j := range out[first:] {
		out[first+j].prior = amplePrior / float64(len(out)-first)
	}
	return out
}

// search looks for the needed ones among tokens inside one proven inventory.
type search struct {
	c      *discovery.Case
	within discovery.Point
}

func (s *search) raise(p discovery.Point, t token) discovery.Point {
	if t.item < 0 {
		out := slices.Clone(s.within)
		for i, n := range p {
			if i < len(out) {
				out[i] = max(out[i], n)
			}
		}
		return out
	}
	if p.At(t.item) >= t.count {
		return p
	}
	return p.With(t.item, t.count)
}

// run finds the needed tokens: base, with them, suffices. last reports that the
// token that raises everything was needed; the search then stops at once.
func (s *search) run(base discovery.Point, tokens []token) (way discovery.Point, last bool, ask []discovery.Point) {
	k := slices.Clone(base)
	for {
		p := s.place(k, tokens)
		b := p.likeliest()
		switch {
		case p.proven == 0:
			return k, false, nil
		case b == p.proven && p.at[b] >= accept:
			t := tokens[b-1]
			if t.item < 0 {
				return nil, true, nil
			}
			k = s.raise(k, t)
			// Smaller quantities of the same item are met now.
			tokens = slices.DeleteFunc(slices.Clone(tokens[:b-1]), func(u token) bool { return u.item >= 0 && u.count <= k.At(u.item) })
		default:
			return nil, false, s.questions(k, tokens, p, b)
		}
	}
}

// places is the posterior over how many of the tokens, from the front, suffice.
type places struct {
	at     []float64 // by number of tokens
	below  []float64 // probability of at most so many
	ask    int       // the prefix of largest information gain
	proven int       // the least prefix that is proven to suffice
	mass   [][grid]float64
}

const grid = discovery.GridSize

func (p *places) likeliest() int {
	b := 0
	for t, v := range p.at {
		if v > p.at[b] {
			b = t
		}
	}
	return b
}

// place computes the posterior from everything that was seen.
func (s *search) place(k discovery.Point, tokens []token) *places {
	n := len(tokens)
	h, e := s.c.History, s.c.Effect
	chance := h.Chance(e)
	pw := s.c.Prior.Posterior(chance)
	// Prior: token t is the last needed one.
	at := make([]float64, n+1)
	rest := 1.0
	for t := n; t >= 1; t-- {
		at[t] = rest * tokens[t-1].prior
		rest *= 1 - tokens[t-1].prior
	}
	at[0] = rest
	mass := make([][grid]float64, n+1)
	for t, q := range at {
		for g, w := range pw {
			mass[t][g] = q * w
		}
	}
	p := &places{proven: n, mass: mass}
	spared := make([]bool, n) // a hit without this token's factor was seen
	for _, r := range h.Records() {
		hits := r.Hits(e)
		switch {
		case hits.Hits > 0:
			for t, tok := range tokens {
				spared[t] = spared[t] || tok.item >= 0 && r.At.At(tok.item) < tok.count
			}
			if t, ok := s.reach(k, tokens, r.At); ok {
				p.proven = min(p.proven, t)
			}
		case !r.Proven(e) && hits.Misses > 0:
			if !r.At.Covers(k) {
				continue
			}
			if m := s.inside(k, tokens, r.At); m >= 0 {
				var f [grid]float64
				for g := range f {
					f[g] = math.Pow(1-discovery.GridChance(g), float64(hits.Misses))
				}
				for t := 0; t <= m; t++ {
					for g := range f {
						mass[t][g] *= f[g]
					}
				}
			}
		}
	}
	for t, yes := range spared {
		if yes {
			for g := range mass[t+1] {
				mass[t+1][g] *= doubt
			}
		}
	}
	for t := p.proven + 1; t <= n; t++ {
		mass[t] = [grid]float64{}
	}
	p.summarise()
	return p
}

// without is everything observed, with the token's item below what it asks for.
func (s *search) without(t token) discovery.Point { return s.c.All.With(t.item, t.count-1) }

// reach is the least prefix that covers the inventory.
func (s *search) reach(k discovery.Point, tokens []token, at discovery.Point) (int, bool) {
	p := k
	t := 0
	for {
		if p.Covers(at) {
			return t, true
		}
		if t == len(tokens) {
			return 0, false
		}
		// Jump to the next token that helps.
		for t < len(tokens) {
			tok := tokens[t]
			t++
			if tok.item < 0 || at.At(tok.item) > p.At(tok.item) {
				p = s.raise(p, tok)
				break
			}
		}
	}
}

// inside is the largest prefix that the inventory covers; -1 if not even the
// base. The caller has checked the base.
func (s *search) inside(k discovery.Point, tokens []token, at discovery.Point) int {
	for t, tok := range tokens {
		if tok.item < 0 {
			if !at.Covers(s.within) {
				return t
			}
		} else if at.At(tok.item) < tok.count {
			return t
		}
	}
	return len(tokens)
}

// summarise normalises the posterior and finds the prefix whose answer tells
// most: the mutual information between the answer and place and chance jointly.
func (p *places) summarise() {
	total := 0.0
	p.at = make([]float64, len(p.mass))
	p.below = make([]float64, len(p.mass))
	for t := range p.mass {
		for _, v := range p.mass[t] {
			p.at[t] += v
		}
		total += p.at[t]
	}
	if total <= 0 { // everything excluded: only what is proven is left
		p.at[p.proven] = 1
		total = 1
	}
	var sum [grid]float64
	best := -1.0
	acc := 0.0
	for t := range p.mass {
		p.at[t] /= total
		acc += p.at[t]
		p.below[t] = acc
		hit, noise := 0.0, 0.0
		for g, v := range p.mass[t] {
			sum[g] += v / total
			hit += sum[g] * discovery.GridChance(g)
			noise += sum[g] * discovery.GridEntropy(g)
		}
		if t < p.proven {
			if gain := discovery.Entropy(hit) - noise; gain > best+1e-12 {
				best, p.ask = gain, t
			}
		}
	}
}

// questions are the inventories to try next.
func (s *search) questions(k discovery.Point, tokens []token, p *places, b int) []discovery.Point {
	prefix := func(t int) discovery.Point {
		q := k
		for _, tok := range tokens[:t] {
			q = s.raise(q, tok)
		}
		return q
	}
	var ask []discovery.Point
	add := func(q discovery.Point) {
		if len(ask) < s.c.Slots && !slices.ContainsFunc(ask, q.Equal) {
			ask = append(ask, q)
		}
	}
	first := p.ask
	if p.at[b] >= accept {
		first = b // all but sure: see it work
	}
	// When the token behind the prefix is already likely to be needed, take it
	// away from everything instead: a miss then counts for the certificate too.
	if first < len(tokens) && p.at[b] < accept {
		if tok := tokens[first]; tok.item >= 0 && p.at[first+1] >= .5 {
			if q := s.without(tok); !s.c.History.Seen(s.c.Effect, q) {
				add(q)
			}
		}
	}
	add(prefix(first))
	// At once: quantiles of the posterior, then the likely causes.
	for j := 1; j <= s.c.Slots && len(ask) < s.c.Slots; j++ {
		want := float64(j) / float64(s.c.Slots+1)
		t := 0
		for t < p.proven-1 && p.below[t] < want {
			t++
		}
		add(prefix(t))
	}
	return ask
}

// tighten lowers the quantities of a way between the last that failed and the
// first that worked.
func (s *search) tighten(way discovery.Point, tokens []token) (discovery.Point, []discovery.Point) {
	for i, n := range way {
		if n <= 1 {
			continue
		}
		floor := 0
		for _, t := range tokens {
			if t.item == i {
				floor = t.count
			}
		}
		if int(n) <= floor || s.fails(way.With(i, int(n)-1)) {
			continue
		}
		var steps []token
		for q := floor + 1; q <= int(n); q++ {
			steps = append(steps, token{i, q, .5})
		}
		// A flat prior over the quantities: each step is the last needed one with
		// equal probability.
		for j := range steps {
			steps[j].prior = 1 / float64(j+2)
		}
		w, _, ask := s.run(way.With(i, floor), steps)
		if ask != nil {
			return nil, ask
		}
		way = w
	}
	return way, nil
}

func (s *search) fails(at discovery.Point) bool {
	m := s.c.History.Misses(s.c.Effect, at)
	return m > 0 && !s.c.History.Seen(s.c.Effect, at) && s.c.Prior.MissLikelihood(s.c.History.Chance(s.c.Effect), m) < 1-accept
}
