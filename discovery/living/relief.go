package living

import "github.com/adam-discovery/adam/discovery"

// What getting rid of something brings, as what it takes has to be got first.

// relieves is the share of what the way uses up of the factor, of which there is so much too much, that is less in the end, as getting what
// else it takes brings more of it along; where none is left, getting rid of it by that never ends.
func (p *pilot) relieves(w discovery.Way, f, over int) float64 {
	n := discovery.Uses(w, f)
	if n == 0 {
		return 1
	}
	times := max(1, (over+n-1)/n)
	left := float64(n)
	for _, m := range w {
		g := m.Factors[0]
		if lacks := m.Consumed*times - p.levels[g]; g != f && lacks > 0 {
			left -= float64(lacks) / float64(times) * p.along(g, f)
		}
	}
	if left < inVain*float64(n) {
		return 0
	}
	return left / float64(n)
}

// inVain is the share below which that is none: what comes along differs from time to time.
const inVain = .05

// along is how much of f comes with one of g in the mean, got by the cheapest way.
func (p *pilot) along(g, f int) float64 {
	at := [2]int{g, f}
	if n, known := p.comes[at]; known {
		return n
	}
	p.comes[at] = 0 // as what takes itself comes no other way
	best, by := p.source(g)
	if best == nil {
		return 0
	}
	n, rules := 0., p.reach().Rules()
	for i := range rules {
		if x := &rules[i]; x.Action == best.Action && x.Factor == f {
			n += yield(x)
		}
	}
	for _, m := range by {
		switch h := m.Factors[0]; {
		case h == f:
			n -= float64(m.Consumed) * best.Chance
		case m.Consumed > 0:
			n += float64(m.Consumed) * best.Chance * p.along(h, f)
		}
	}
	n /= yield(best)
	p.comes[at] = n
	return n
}

// source is the cheapest rule that gives the factor, and its cheapest way; nil: there is none.
func (p *pilot) source(f int) (best *discovery.Rule, by discovery.Way) {
	rules := p.reach().Rules()
	for i := range rules {
		if x := &rules[i]; x.Factor == f {
			if w := p.cheapest(x); best == nil || p.wayCost(x, w) < p.wayCost(best, by) {
				best, by = x, w
			}
		}
	}
	return best, by
}

// preparing is how much of f making the other items uses up that the way takes and that aren't there.
func (p *pilot) preparing(w discovery.Way, f int) (n int) {
	for _, m := range w {
		g := m.Factors[0]
		lacks := max(m.Count, m.Consumed) - p.levels[g]
		if g == f || lacks <= 0 || !p.k.item(g) {
			continue
		}
		if x, by := p.source(g); x != nil {
			least := max(1, x.Least)
			n += (lacks + least - 1) / least * discovery.Uses(by, f)
		}
	}
	return n
}

// yield is how much the rule's action gives in the mean.
func yield(x *discovery.Rule) float64 {
	return x.Chance * float64(max(1, x.Least)+max(1, x.Least, x.Most)) / 2
}
