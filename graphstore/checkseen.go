package graphstore

import (
	"math"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
)

// What is claimed beside the ways: what certificates take for granted, and what successes were seen to use up, to give and how often.

// assumed checks, once a run, that it says what every certificate of such a world takes for granted.
func (c *checker) assumed(at Seq, run RunEntry) {
	if c.owned || c.world == nil {
		return // the latter is said in the end
	}
	c.owned = true
	names := []string{discovery.Monotone, discovery.Floor, discovery.Ample, discovery.Independent}
	if c.lived() {
		names = append(names, discovery.Closed)
	}
	names = slices.DeleteFunc(names, func(name string) bool { _, ok := run.Assumes(name); return ok })
	if len(names) > 0 {
		c.failf(at, "the run doesn't say that its certificates assume %s, as all do in such a world", strings.Join(names, ", "))
	}
	_, one := run.Assumes(discovery.OneChance)
	if _, own := run.Assumes(discovery.LeastChance); one == own {
		c.failf(at, "the run assumes either %s or %s", discovery.OneChance, discovery.LeastChance)
	}
	if stock, ok := run.Assumes(discovery.Ample); ok && stock != float64(c.world.Stock) {
		c.failf(at, "the run assumes that nothing needs more than %g of an item, where %d is plenty", stock, c.world.Stock)
	}
}

// items are the items that the changes used up, in the order of their numbers.
func (c *checker) items(changes []interaction.Change) (used []interaction.Level) {
	for _, x := range changes {
		if i, ok := c.vocabulary.Index(x.Factor); ok && x.Gain() < 0 && c.vocabulary.Factor(i).Kind == interaction.Item {
			used = append(used, interaction.Level{Factor: i, Level: -x.Gain()})
		}
	}
	slices.SortFunc(used, func(a, b interaction.Level) int { return a.Factor - b.Factor })
	return used
}

// took enters what successes used up, of items.
func (c *checker) took(r *record, changes []interaction.Change) {
	used := c.items(changes)
	for _, x := range changes {
		h, came := r.seen[x.Factor]
		if came && x.Gain() > 0 && !slices.ContainsFunc(h.takes, func(o []interaction.Level) bool { return slices.Equal(o, used) }) {
			h.takes = append(h.takes, used)
			r.seen[x.Factor] = h
		}
	}
}

// seen checks that what the ways' successes are said to have used up and given is what some did.
func (c *checker) seen(k *claim, s *sufficiency, ways []discovery.Way) {
	if len(ways) != len(k.effect.Ways) {
		return // that was said
	}
	for i, w := range k.effect.Ways {
		from := slices.DeleteFunc(slices.Clone(s.came), func(r *record) bool { return !discovery.MetBy(ways[i], r.at) })
		if c.given(k, w, from); c.lived() && k.effect.Grade != Certified {
			continue // of what is still looked for it isn't said what it uses up
		}
		others := slices.Delete(slices.Clone(ways), i, i+1)
		exactly := discovery.At(c.vocabulary, ways[i])
		from = narrow(from, func(r *record) bool { return !met(others, r.at) })
		c.used(k, w, ways[i], from, narrow(from, func(r *record) bool { return !c.lived() && r.at.Equal(exactly) }))
	}
}

// narrow are those records for which it is so, or all, if it is for none.
func narrow(from []*record, so func(r *record) bool) []*record {
	if !slices.ContainsFunc(from, so) {
		return from
	}
	return slices.DeleteFunc(slices.Clone(from), func(r *record) bool { return !so(r) })
}

// used checks what the way's successes, of which these are some, are said to have used up: what some with nothing else did, or, where that
// isn't the same each time, the least and the most of all.
func (c *checker) used(k *claim, w Way, v discovery.Way, from, bare []*record) {
	for _, m := range v {
		all, alone := c.spent(k, m.Factors, from), c.spent(k, m.Factors, bare)
		if m.Most > 0 && (len(m.Factors) > 1 || m.Most <= m.Consumed || len(all) == 0 || m.Most > slices.Max(all)) {
			c.failf(k.at, "it claims that %s by %s, at times using up %d of %s, which nothing shows that came by that", k, w, m.Most, strings.Join(c.names(m.Factors), ", "))
		}
		if len(alone) == 0 {
			if m.Consumed > 0 {
				c.failf(k.at, "it claims that %s by %s, using up %d of %s, and nothing shows that", k, w, m.Consumed, strings.Join(c.names(m.Factors), ", "))
			}
			continue
		}
		exact := slices.Contains(alone, m.Consumed) || m.Most > 0 && m.Consumed == slices.Min(all)
		if len(m.Factors) > 1 { // the least of each of its factors may be of different successes
			exact = m.Consumed <= slices.Max(alone)
		}
		if !exact {
			c.failf(k.at, "it claims that %s by %s, using up %d of %s, but what was seen before it to come by that used up other numbers (%d to %d)",
				k, w, m.Consumed, strings.Join(c.names(m.Factors), ", "), slices.Min(alone), slices.Max(alone))
		}
	}
}

// spent is how much of the factors the successes from there used up.
func (c *checker) spent(k *claim, factors []int, from []*record) (out []int) {
	for _, r := range from {
		for _, takes := range r.seen[k.effect.Factor].takes {
			sum := 0
			for _, u := range takes {
				if slices.Contains(factors, u.Factor) {
					sum += u.Level
				}
			}
			out = append(out, sum)
		}
	}
	return out
}

// given checks the yield: how much the successes from there gave, of a fact to which level.
func (c *checker) given(k *claim, w Way, from []*record) {
	y := w.Yield
	if y == (Yield{}) {
		return // none is known to have come by this way only
	}
	least, most := math.MaxInt, 0
	i, known := c.vocabulary.Index(k.effect.Factor)
	for _, r := range from {
		h := r.seen[k.effect.Factor]
		least, most = min(least, h.least), max(most, h.most)
		if known && c.vocabulary.Factor(i).Kind == interaction.Fact {
			least, most = min(least, h.low), max(most, h.high)
		}
	}
	if y.Min < least || y.Max > most || y.Max < y.Min || y.Mean < float64(y.Min)-tolerable || y.Mean > float64(y.Max)+tolerable {
		c.failf(k.at, "it claims that %s by %s, %d to %d of it and %g in the mean, but what came before it from where that holds gave %d to %d", k, w, y.Min, y.Max, y.Mean, min(least, most), most)
	}
}

// tolerable is more than the rounding of what has six digits behind the point.
const tolerable = 1e-5

// interval checks that the chance and its interval are what the tally makes them, and that the certificate counts no more.
func (c *checker) interval(k *claim) {
	n := k.effect.Chance
	if n.Successes < 0 || n.Trials < n.Successes || n.Trials > mostTrials {
		return // that was said
	}
	want := NewInterval(chance.Tally{Hits: n.Successes, Misses: n.Trials - n.Successes})
	if math.Abs(want.Low-n.Low) > tolerable || math.Abs(want.High-n.High) > tolerable || math.Abs(want.Estimate-n.Estimate) > tolerable {
		c.failf(k.at, "it claims that %s with chance %s, but %d of %d make that %s", k, n.text(), n.Successes, n.Trials, want.text())
	}
	if cert := k.effect.Certificate; cert != nil && (cert.Successes > n.Successes || cert.Trials-cert.Successes > n.Trials-n.Successes) {
		c.failf(k.at, "it claims that %s in %d of %d trials, but certifies it by %d of %d", k, n.Successes, n.Trials, cert.Successes, cert.Trials)
	}
}

// overlooked checks, when a run had nothing left to ask, that something is claimed of each effect that trials showed of what is said to
// be learned. Where one lives, what comes by itself is no effect.
func (c *checker) overlooked() {
	if c.lived() || c.world == nil {
		return
	}
	for _, a := range c.world.Actions {
		at, learned := c.whole[a]
		if !learned {
			continue
		}
		for _, f := range c.vocabulary.Factors() {
			s := c.actions[a].effects[f.Name]
			if s != nil && c.claims[FindingKey(Finding{Action: a, Effect: &Effect{Factor: f.Name}})] == nil &&
				slices.ContainsFunc(s.came, func(r *record) bool { return r.seen[f.Name].hits > 0 }) {
				c.failf(at, "it claims that %q is learned, but nothing is claimed of %q, which it was seen to give", a, f.Name)
			}
		}
	}
}

// names are those of the factors.
func (c *checker) names(factors []int) (out []string) {
	for _, f := range factors {
		out = append(out, c.vocabulary.Name(f))
	}
	return out
}
