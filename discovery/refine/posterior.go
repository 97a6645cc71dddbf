package refine

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
)

const grid = chance.GridSize

// posterior is the posterior over the place of the last needed factor of a line,
// jointly with one over the chance. It is kept in pieces: places with the same
// evidence against them share one factor over the chance, and the strays of a
// piece are added up in closed form.
type posterior struct {
	line   *line
	proven int // the least prefix that is proven to suffice
	pieces []piece
	total  float64
	spared []bool // by likely token: a hit without its factor was seen
	common common
	rest   float64   // prior that no stray is needed, nor what comes after
	prior  []float64 // by number of likely tokens
	before []float64 // the sum of prior before each
}

// piece is the places in [from, to), all likely tokens or all strays.
type piece struct {
	from, to int
	chance   [grid]float64 // likelihood of what was seen, times the prior on the chance
	sum      float64       // of chance
	mass     float64
}

// common is the strays that were present at every hit.
type common struct {
	upto   int   // those below, ...
	except []int // ... but for these; ascending
	listed bool  // or exactly these:
	only   []int // ascending
}

// newPosterior computes the posterior from everything that was seen.
func newPosterior(c *discovery.Case, l *line) *posterior {
	p := &posterior{line: l, proven: l.last(), spared: make([]bool, len(l.likely)), common: common{upto: l.limit}}
	if l.open {
		p.proven++
	}
	type series struct{ inside, misses int }
	failed := make([]series, 0, len(c.History.Unproven(c.Effect)))
	for _, r := range c.History.Smallests(c.Effect) {
		for j, tok := range l.likely {
			p.spared[j] = p.spared[j] || r.At.At(tok.item) < tok.count
		}
		if l.limit > 0 {
			p.common.meet(r.At, l)
		}
		if t, ok := l.reach(r.At); ok {
			p.proven = min(p.proven, t)
		}
	}
	for _, r := range c.History.Unproven(c.Effect) {
		if r.Trials > 0 && r.At.Covers(l.base) {
			failed = append(failed, series{l.inside(r.At), r.Trials})
		}
	}
	slices.Sort(p.common.except)
	p.common.except = slices.Compact(p.common.except)
	p.setPrior()
	// The further back a place lies, the less was seen against it: m misses at a
	// prefix speak against all places up to its end.
	slices.SortFunc(failed, func(a, b series) int { return a.inside - b.inside })
	misses := 0
	for _, f := range failed {
		misses += f.misses
	}
	prior := l.chance(c)
	from := 0
	p.pieces = make([]piece, 0, len(failed)+3)
	until := func(to int) { // adds the places up to, and without, to
		to = min(to, p.proven+1)
		if to <= from {
			return
		}
		var f piece
		for g := range f.chance {
			f.chance[g] = prior[g]
			if misses > 0 {
				f.chance[g] *= chance.GridMissed(g, misses)
			}
			f.sum += f.chance[g]
		}
		first := len(l.likely) + 1 // of the strays
		for _, cut := range [...]int{first, first + l.limit, l.last() + 1, to} {
			if cut = min(cut, to); from < cut {
				q := f
				q.from, q.to = from, cut
				q.mass = p.weight(from, cut) * f.sum
				p.pieces = append(p.pieces, q)
				p.total += q.mass
				from = cut
			}
		}
	}
	for _, f := range failed {
		until(f.inside + 1)
		misses -= f.misses
	}
	until(l.last() + 2)
	return p
}

// chance is the posterior over the chance. What was held on to so far came to be
// because of misses, and every one of these may have been bad luck instead: the
// more unlikely things the base holds, the likelier it is that the core is all
// that is needed, and the chance lower. Without this doubt a rare effect is taken
// for a sure one that needs dozens of things.
func (l *line) chance(c *discovery.Case) [grid]float64 {
	seen := c.History.Chance(c.Effect)
	if l.cost == 0 {
		return c.Prior.Posterior(seen)
	}
	unlucky := seen
	for _, r := range c.History.Unproven(c.Effect) {
		if r.At.Covers(l.core) {
			unlucky.Misses += r.Trials
		}
	}
	return c.Prior.Either(seen, l.cost, unlucky)
}

// meet leaves of the common strays those that are present in at.
func (c *common) meet(at interaction.State, l *line) {
	if c.listed {
		c.only = slices.DeleteFunc(c.only, func(i int) bool { return at.At(i) == 0 })
		return
	}
	if at.Tier() == interaction.None {
		c.listed = true
		for _, o := range at.Over() {
			if o.Level > 0 && l.isStray(o.Factor) && o.Factor < c.upto && !slices.Contains(c.except, o.Factor) {
				c.only = append(c.only, o.Factor)
			}
		}
		return
	}
	c.upto = min(c.upto, at.Len())
	for _, o := range at.Over() {
		if o.Level == 0 && l.isStray(o.Factor) {
			c.except = append(c.except, o.Factor)
		}
	}
}

// setPrior computes the prior of the likely tokens: token t is the last needed one
// if it is needed and none behind it is.
func (p *posterior) setPrior() {
	l := p.line
	p.rest = 1
	if l.ample {
		p.rest = 1 - amplePrior
	}
	p.rest *= 1 - l.stand
	rest := p.rest * math.Pow(1-l.stray, float64(l.count(0, l.limit)))
	p.prior = make([]float64, len(l.likely)+1)
	for t := len(l.likely); t >= 1; t-- {
		p.prior[t] = rest * l.likely[t-1].prior
		if p.spared[t-1] {
			p.prior[t] *= doubt
		}
		rest *= 1 - l.likely[t-1].prior
	}
	p.prior[0] = rest
	p.before = make([]float64, len(p.prior)+1)
	for t, v := range p.prior {
		p.before[t+1] = p.before[t] + v
	}
}

// plain is the prior of the strays in [lo, hi), as if none had been spared.
func (p *posterior) plain(lo, hi int) float64 {
	if hi <= lo {
		return 0
	}
	l := p.line
	behind := l.count(hi, l.limit)
	return p.rest * (math.Pow(1-l.stray, float64(behind)) - math.Pow(1-l.stray, float64(behind+l.count(lo, hi))))
}

// strayWeight is the prior of the strays in [lo, hi), reduced where a hit was seen
// without them.
func (p *posterior) strayWeight(lo, hi int) float64 {
	needed := 0.0
	within := func(items []int) (sum float64) {
		i, _ := slices.BinarySearch(items, lo)
		for ; i < len(items) && items[i] < hi; i++ {
			sum += p.plain(items[i], items[i]+1)
		}
		return sum
	}
	if p.common.listed {
		needed = within(p.common.only)
	} else {
		needed = p.plain(lo, min(hi, p.common.upto))
		if len(p.common.except) > 0 {
			i, _ := slices.BinarySearch(p.common.except, min(hi, p.common.upto))
			below := p.common.except[:i]
			j, _ := slices.BinarySearch(below, lo)
			needed -= within(below[j:])
		}
	}
	return doubt*p.plain(lo, hi) + (1-doubt)*max(0, needed) + p.line.standWeight(lo, hi)
}

// standWeight is the prior that the first stray that stands for another item is in
// [lo, hi).
func (l *line) standWeight(lo, hi int) float64 {
	if l.stand == 0 {
		return 0
	}
	none := func(i int) float64 { return l.alike.none(l.count(l.alike.first, i)) }
	w := l.stand * (none(lo) - none(hi))
	if !l.open {
		w /= 1 - l.alike.no // there is one
	}
	return w
}

// weight is the prior of the places in [from, to), which lie all among the likely
// tokens, all among the strays, or are the last or what is behind it.
func (p *posterior) weight(from, to int) float64 {
	first := len(p.prior)
	switch {
	case from < first:
		return p.before[to] - p.before[from]
	case from < first+p.line.limit:
		return p.strayWeight(from-first, to-first)
	}
	if from > p.line.last() {
		return p.line.stand * p.line.alike.no
	}
	return amplePrior * (1 - p.line.stand)
}

// find is the piece that holds the place, or nil.
func (p *posterior) find(t int) *piece {
	for i := range p.pieces {
		if f := &p.pieces[i]; f.from <= t && t < f.to {
			return f
		}
	}
	return nil
}

// at is the probability that the first t places, and no fewer, suffice.
func (p *posterior) at(t int) float64 {
	f := p.find(t)
	if f == nil {
		return 0
	}
	if p.total <= 0 { // everything excluded: only what is proven is left
		if t == p.proven {
			return 1
		}
		return 0
	}
	return p.weight(t, t+1) * f.sum / p.total
}

// likeliest is the place of the largest probability; the first of several.
func (p *posterior) likeliest() int {
	if p.total <= 0 {
		return p.proven
	}
	best, most := 0, -1.0
	look := func(t int) {
		if v := p.at(t); v > most {
			best, most = t, v
		}
	}
	first := len(p.prior)
	for _, f := range p.pieces {
		if f.from < first || f.from >= first+p.line.limit {
			for t := f.from; t < f.to; t++ {
				look(t)
			}
			continue
		}
		// Among strays with the same evidence the later is the likelier, and one
		// that was at every hit is likelier than one that wasn't.
		lo, hi := f.from-first, f.to-first
		last := hi - 1
		if p.common.listed {
			for _, i := range p.common.only {
				if lo <= i && i < hi {
					look(first + i)
				}
			}
		} else {
			i := min(hi, p.common.upto) - 1
			for i >= lo && (!p.line.isStray(i) || contains(p.common.except, i)) {
				i--
			}
			if i >= lo {
				look(first + i)
			}
		}
		for last >= lo && !p.line.isStray(last) {
			last--
		}
		if last >= lo {
			look(first + last)
		}
		// The first is the likeliest of those that stand for another item.
		if p.line.stand > 0 {
			if i := p.line.next(max(lo, p.line.alike.first)); i < hi {
				look(first + i)
			}
		}
	}
	return best
}

func contains(sorted []int, v int) bool {
	_, found := slices.BinarySearch(sorted, v)
	return found
}

// ask is the prefix below the proven one whose answer tells most: the mutual
// information between the answer and place and chance jointly.
func (p *posterior) ask() int {
	var sum [grid]float64
	best, most := 0, -1.0
	first := len(p.prior)
	if p.total <= 0 {
		return 0
	}
	gain := func(f *piece, weight float64) float64 {
		hit, noise := 0.0, 0.0
		for g := range sum {
			s := (sum[g] + weight*f.chance[g]) / p.total
			hit += s * chance.GridChance(g)
			noise += s * chance.GridEntropy(g)
		}
		return chance.Entropy(hit) - noise
	}
	look := func(t int, v float64) {
		if t < p.proven && v > most+1e-12 {
			best, most = t, v
		}
	}
	for i := range p.pieces {
		f := &p.pieces[i]
		if f.from >= first && f.from < first+p.line.limit {
			// The gain is concave in the probability that lies before the prefix:
			// find the best probability, then the place.
			lo, hi := f.from, min(f.to, p.proven)-1
			for hi-lo > 2 {
				mid := (lo + hi) / 2
				a, b := gain(f, p.weight(f.from, mid+1)), gain(f, p.weight(f.from, mid+2))
				if b > a+1e-12 {
					lo = mid + 1
				} else {
					hi = mid + 1
					if a >= b {
						hi = mid
					}
				}
			}
			for t := lo; t <= hi; t++ {
				look(t, gain(f, p.weight(f.from, t+1)))
			}
		} else {
			for t := f.from; t < f.to; t++ {
				look(t, gain(f, p.weight(f.from, t+1)))
			}
		}
		w := p.weight(f.from, f.to)
		for g := range sum {
			sum[g] += w * f.chance[g]
		}
	}
	return best
}

// quantile is the least prefix below the proven one that suffices with at least
// this probability.
func (p *posterior) quantile(want float64) int {
	want *= p.total
	acc := 0.0
	for _, f := range p.pieces {
		if acc+f.mass < want {
			acc += f.mass
			continue
		}
		lo, hi := f.from, f.to-1 // the place lies in here
		for lo < hi {
			mid := (lo + hi) / 2
			if acc+p.weight(f.from, mid+1)*f.sum < want {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		return min(lo, max(0, p.proven-1))
	}
	return max(0, p.proven-1)
}

// settle moves a prefix over places that nothing stands at.
func (p *posterior) settle(t int) int {
	l := p.line
	if first := len(p.prior); t >= first-1 && t-first+1 < l.limit {
		t = first - 1 + l.next(t-first+1)
	}
	return t
}
