package graphstore

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
)

// claim is the latest finding on an effect.
type claim struct {
	at           Seq
	run          Seq
	action       interaction.Action
	effect       Effect
	came         int  // inventories from which the effect came before it
	contradicted bool // and that was said
}

func (k *claim) String() string { return fmt.Sprintf("%q gives %q", k.action, k.effect.Item) }

// standing reports whether the claim has a certificate that is still relied upon.
func (k *claim) standing() bool {
	return k.effect.Grade == Certified && !k.effect.Disputed && k.effect.Certificate != nil
}

// finding checks a finding against the trials before it.
func (c *checker) finding(at Seq, f Finding) {
	v := c.actions[f.Action]
	if v == nil {
		c.failf(at, "it is about action %q, which no world entry lists", f.Action)
		return
	}
	if f.Effect == nil {
		c.learned(at, f)
		return
	}
	k := &claim{at: at, run: c.run, action: f.Action, effect: f.Effect.Effect()}
	c.claims[FindingKey(f)] = k
	e, sufficient := &k.effect, v.effect(f.Effect.Item)
	if k.came = len(sufficient.came); k.came == 0 {
		c.failf(at, "it claims that %s, which no completed trial before it showed", k)
	}
	if !c.listed[e.Item] {
		c.failf(at, "it claims that %s, an item that isn't listed before it", k)
	}
	if e.Grade == Certified && e.Certificate == nil || e.Grade != Certified && e.Certificate != nil {
		c.failf(at, "it claims that %s as %s: what is certified has a certificate, and nothing else has", k, e.Grade)
	}
	if (e.Grade == Reached) != (len(e.Ways) == 0) {
		c.failf(at, "it claims that %s as %s, by %d ways", k, e.Grade, len(e.Ways))
	}
	if e.Ambient != (len(e.Ways) == 1 && len(e.Ways[0].Members) == 0) {
		c.failf(at, "it claims that %s: exactly what has one way that needs nothing is ambient", k)
	}
	ways := c.ways(k, v)
	c.chance(k, v, sufficient)
	if e.Certificate != nil {
		c.certificate(k, v, sufficient, ways)
	}
}

// learned checks what is claimed of an action as a whole.
func (c *checker) learned(at Seq, f Finding) {
	if f.Learned != (f.Reason == "") {
		c.failf(at, "it claims that %q is learned: %v, with the reason %q why not", f.Action, f.Learned, f.Reason)
	}
	if !f.Learned {
		return
	}
	effects := 0
	for _, k := range c.ordered() {
		if k.action != f.Action {
			continue
		}
		effects++
		if !k.standing() {
			c.failf(at, "it claims that %q is learned, but that it gives %q isn't certified by entry %d", f.Action, k.effect.Item, k.at)
		}
	}
	if effects == 0 {
		c.failf(at, "it claims that %q is learned, of which no effect is known", f.Action)
	}
}

// ways checks that each way was seen to suffice by itself, and returns their
// inventories.
func (c *checker) ways(k *claim, v *evidence) []inventory {
	var out []inventory
	for _, w := range k.effect.Ways {
		if slices.ContainsFunc(w.Members, func(m Member) bool { return m.Count < 1 || m.Consumed < 0 }) {
			c.failf(k.at, "it claims that %s by %s: counts are at least 1", k, w)
			continue
		}
		at, d, err := c.tables.bare(w.stacks())
		if err != nil {
			c.failf(k.at, "it claims that %s by %s: %v", k, w, err)
			continue
		}
		out = append(out, at)
		if r := v.index[d]; r == nil || r.seen[k.effect.Item].hits == 0 {
			c.failf(k.at, "it claims that %s by %s, but no completed trial before it that started from exactly that did", k, w)
		}
	}
	return out
}

// chance checks that no more trials were counted than there are at inventories
// that suffice.
func (c *checker) chance(k *claim, v *evidence, s *sufficiency) {
	hits, trials := 0, 0
	for _, r := range v.records {
		if s.proven[r.number] {
			hits += r.seen[k.effect.Item].hits
			trials += r.trials
		}
	}
	n := k.effect.Chance
	counted := func(claims string, successes, of int) {
		if successes > hits || of-successes > trials-hits {
			c.failf(k.at, "%s that %s in %d of %d trials, but before it there are %d of %d that were completed and held what suffices",
				claims, k, successes, of, hits, trials)
		}
	}
	counted("it claims", n.Successes, n.Trials)
	if cert := k.effect.Certificate; cert != nil {
		counted("it certifies by it", cert.Successes, cert.Trials)
		if !cert.sound() {
			c.failf(k.at, "it certifies by it that %s in %d of %d trials", k, cert.Successes, cert.Trials)
		}
	}
	if n.Successes < 0 || n.Trials < n.Successes || !(n.Low >= 0 && n.Low <= n.Estimate && n.Estimate <= n.High && n.High <= 1) {
		c.failf(k.at, "it claims that %s with chance %s, %d of %d", k, n.text(), n.Successes, n.Trials)
	}
}

// tolerance allows for the rounding of sums.
const tolerance = 1 + 1e-9

// certificate checks why the ways may be believed to be all.
func (c *checker) certificate(k *claim, v *evidence, s *sufficiency, ways []inventory) {
	cert := k.effect.Certificate
	if cert.Observed < 0 || cert.Observed > len(c.listed) {
		c.failf(k.at, "it certifies that %s with %d observed items, but %d are listed before it", k, cert.Observed, len(c.listed))
		return
	}
	if delta := c.deltas[k.run]; !(cert.Budget > 0 && cert.Budget <= delta*tolerance) {
		c.failf(k.at, "it certifies that %s with a budget of %g, but the run's delta is %g", k, cert.Budget, delta)
	}
	if floor := c.floors[k.run]; cert.Trials > 0 && cert.Floor != floor {
		c.failf(k.at, "it certifies that %s, taking it that each way has a chance of at least %g, but the run took it to be %g", k, cert.Floor, floor)
	}
	for _, p := range cert.CoPoints {
		if p.Trials < 0 || p.Trials > most {
			c.failf(k.at, "it certifies that %s by %d misses", k, p.Trials)
		}
		if !(p.Threshold > 0 && p.Threshold <= cert.Budget*tolerance) {
			c.failf(k.at, "it certifies that %s with a threshold of %g, but its budget is %g", k, p.Threshold, cert.Budget)
		}
		if !(p.PValue >= 0 && p.PValue <= p.Threshold) {
			c.failf(k.at, "it certifies that %s with a p-value of %g above its threshold %g, where %s is left",
				k, p.PValue, p.Threshold, interaction.FormatStacks(p.Caps))
		}
		if bound, ok := cert.bound(p.Trials); ok && math.Abs(bound-p.PValue) > (tolerance-1)*bound {
			c.failf(k.at, "it certifies that %s with a p-value of %g, but %d misses beside %d successes in %d trials make it %g",
				k, p.PValue, p.Trials, cert.Successes, cert.Trials, bound)
		}
		at, err := c.tables.capped(cert.Observed, p.Caps)
		if err != nil {
			c.failf(k.at, "it certifies that %s: a co-point: %v", k, err)
			continue
		}
		c.coPoint(k, v, s, ways, p, at)
	}
	for _, t := range cert.untested(k.effect) {
		c.failf(k.at, "it certifies that %s, but no co-point tests whether it needs more than %s of that", k, interaction.FormatStacks(t))
	}
}

// sound reports whether the evidence on the chance can be what it says.
func (c *Certificate) sound() bool {
	return 0 <= c.Successes && c.Successes <= c.Trials && c.Trials <= most
}

// bound is the p-value of so many misses; ok is false where the certificate doesn't say
// what it rests on, or can't rest on that.
func (c *Certificate) bound(misses int) (p float64, ok bool) {
	var j chance.Judge = chance.OneSided{}
	if c.Floor > 0 {
		j = chance.Floor{Least: c.Floor}
	}
	if c.Trials == 0 || !c.sound() || misses < 0 || misses > most {
		return 0, false
	}
	p, _ = j.Weigh(chance.Tally{Hits: c.Successes, Misses: c.Trials - c.Successes}, misses, c.Budget)
	return p, true
}

// coPoint checks one test that nothing but the ways suffices.
func (c *checker) coPoint(k *claim, v *evidence, s *sufficiency, ways []inventory, p CoPoint, at inventory) {
	left := c.tables.describe(at)
	for i, w := range ways {
		if at.covers(w) {
			c.failf(k.at, "it certifies that %s: %s leaves the way %s possible", k, left, c.tables.describe(ways[i]))
		}
	}
	if k.effect.Disputed {
		return // the ledger says itself that it isn't so
	}
	if r := s.within(at); r != nil {
		k.contradicted = true
		c.failf(k.at, "it certifies that %s never from %s, but the trial of entry %d from %s did",
			k, left, r.seen[k.effect.Item].first, c.tables.describe(r.at))
		return
	}
	best, broken := 0, 0
	for _, r := range v.records {
		if !s.proven[r.number] && (r.trials > best || r.trials+r.broken > broken) && r.at.covers(at) {
			best, broken = max(best, r.trials), max(broken, r.trials+r.broken)
		}
	}
	switch {
	case best >= p.Trials:
	case broken >= p.Trials:
		c.failf(k.at, "it certifies that %s by %d misses from %s, but that counts trials that broke: %d were completed", k, p.Trials, left, best)
	default:
		c.failf(k.at, "it certifies that %s by %d misses from %s, but at most %d completed trials from one inventory that holds this, and isn't known to suffice, are before it",
			k, p.Trials, left, best)
	}
}

// ordered lists the claims by entry.
func (c *checker) ordered() []*claim {
	return slices.SortedFunc(maps.Values(c.claims), func(a, b *claim) int { return cmp.Compare(a.at, b.at) })
}

// finish checks what needs the whole ledger.
func (c *checker) finish() {
	if c.report.Entries > c.labels && c.world == nil {
		c.failf(0, "no entry says which world the ledger is about")
	}
	spent := map[Seq]float64{}
	for _, k := range c.ordered() {
		if !k.standing() {
			continue
		}
		spent[k.run] += k.effect.Certificate.Budget
		sufficient := c.actions[k.action].effect(k.effect.Item)
		if len(sufficient.came) == k.came {
			continue // nothing new
		}
		for _, p := range k.effect.Certificate.CoPoints {
			at, err := c.tables.capped(k.effect.Certificate.Observed, p.Caps)
			if err != nil || k.contradicted {
				continue // that was said
			}
			if r := sufficient.within(at); r != nil {
				c.failf(k.at, "it certifies that %s never from %s, but the later trial of entry %d from %s did",
					k, c.tables.describe(at), r.seen[k.effect.Item].first, c.tables.describe(r.at))
			}
		}
	}
	for _, run := range slices.Sorted(maps.Keys(spent)) {
		if spent[run] > c.deltas[run]*tolerance {
			c.failf(run, "the budgets of the certificates of this run sum to %g, more than its delta %g", spent[run], c.deltas[run])
		}
	}
}
