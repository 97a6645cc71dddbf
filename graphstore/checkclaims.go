package graphstore

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
)

// claim is the latest finding on an effect.
type claim struct {
	at           Seq
	run          Seq
	action       interaction.Action
	effect       *Effect
	came         int  // starts from which the effect came before it
	contradicted bool // and that was said
}

func (k *claim) String() string { return fmt.Sprintf("%q gives %q", k.action, k.effect.Factor) }

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
	k := &claim{at: at, run: c.run, action: f.Action, effect: f.Effect}
	c.claims[FindingKey(f)] = k
	e, sufficient := k.effect, v.effect(f.Effect.Factor)
	if k.came = len(sufficient.came); k.came == 0 {
		c.failf(at, "it claims that %s, which no completed trial before it showed", k)
	}
	if i, ok := c.vocabulary.Index(e.Factor); !ok || i >= c.listed {
		c.failf(at, "it claims that %s, a factor that isn't listed before it", k)
	}
	if e.Grade == Certified && e.Certificate == nil || e.Grade != Certified && e.Certificate != nil {
		c.failf(at, "it claims that %s as %s: what is certified has a certificate, and nothing else has", k, e.Grade)
	}
	if (e.Grade == Reached) != (len(e.Ways) == 0) {
		c.failf(at, "it claims that %s as %s, by %d ways", k, e.Grade, len(e.Ways))
	}
	if e.Unconditional != (len(e.Ways) == 1 && len(e.Ways[0].Members) == 0) {
		c.failf(at, "it claims that %s: exactly what has one way that needs nothing is unconditional", k)
	}
	ways := c.ways(k, sufficient)
	c.seen(k, sufficient, ways)
	c.chance(k, v, sufficient, ways)
	c.interval(k)
	if e.Certificate != nil {
		c.certificate(k, v, sufficient, ways)
	}
}

// learned checks what is claimed of an action as a whole.
func (c *checker) learned(at Seq, f Finding) {
	if f.Learned != (f.Reason == "") {
		c.failf(at, "it claims that %q is learned: %v, with the reason %q why not", f.Action, f.Learned, f.Reason)
	}
	if delete(c.whole, f.Action); !f.Learned {
		return
	}
	c.whole[f.Action] = at
	effects := 0
	for _, k := range c.ordered() {
		if k.action != f.Action || c.lived() && k.effect.Grade == Reached { // that is no doing of the action
			continue
		}
		effects++
		if !k.standing() {
			c.failf(at, "it claims that %q is learned, but that it gives %q isn't certified by entry %d", f.Action, k.effect.Factor, k.at)
		}
	}
	if effects == 0 {
		c.failf(at, "it claims that %q is learned, of which no effect is known", f.Action)
	}
}

// ways checks that each way was seen to suffice, by every choice of what it asks for and,
// where it is certified, by mixtures of its classes; it returns the ways by number.
func (c *checker) ways(k *claim, s *sufficiency) []discovery.Way {
	var out []discovery.Way
	for _, w := range k.effect.Ways {
		v, err := c.numbered(w)
		if err != nil {
			c.failf(k.at, "it claims that %s by %s: %v", k, w, err)
			continue
		}
		out = append(out, v)
		if doubted := len(w.Members) - len(w.Asserted()); doubted != len(w.Doubtful) || doubted > 0 && k.effect.Grade == Certified ||
			doubted > 0 && !c.lived() || slices.ContainsFunc(w.Members, func(m Member) bool { return w.Doubts(m) && c.undoubted(m) }) {
			c.failf(k.at, "it claims that %s by %s: only of a lived world's effect that isn't certified, an item may be doubtful, and none that was used up", k, w)
		}
		if c.lived() {
			if !slices.ContainsFunc(s.came, func(r *record) bool { return discovery.MetBy(v, r.at) }) {
				c.failf(k.at, "it claims that %s by %s, but no completed trial before it that held this did", k, w)
			} else if k.effect.Grade == Certified {
				c.counted(k, s, w, v)
			}
			continue
		}
		witnesses := discovery.Choices
		if k.effect.Grade == Certified {
			witnesses = discovery.Witnesses
		}
		for _, at := range witnesses(c.vocabulary, v) {
			if s.within(at) == nil && !c.beyond(k, at) {
				c.failf(k.at, "it claims that %s by %s, but no completed trial before it that started from %s, or less, did", k, w, NewStart(at))
				break
			}
		}
	}
	return out
}

// counted checks that the effect came with as much of each member as the way asks for, and no more: plenty is as much as more of it.
func (c *checker) counted(k *claim, s *sufficiency, w Way, v discovery.Way) {
	for _, m := range v {
		level := func(at interaction.State) (n int) {
			for _, f := range m.Factors {
				n += at.At(f)
			}
			return n
		}
		plenty := c.vocabulary.Factor(m.Factors[0]).Ample
		if m.Count < plenty && !slices.ContainsFunc(s.came, func(r *record) bool { return discovery.MetBy(v, r.at) && level(r.at) <= m.Count }) {
			c.failf(k.at, "it certifies that %s by %s, but each trial before it that held this and did had more of %s", k, w, strings.Join(c.names(m.Factors), ", "))
		}
	}
}

// undoubted reports whether the single factor of the member is no item, or is said to be used up.
func (c *checker) undoubted(m Member) bool {
	f, known := c.vocabulary.Index(m.Factors[0])
	return !known || c.vocabulary.Factor(f).Kind != interaction.Item || m.Consumed > 0
}

// numbered is the way with its factors by number.
func (c *checker) numbered(w Way) (discovery.Way, error) {
	var out discovery.Way
	for _, m := range w.Members {
		n := discovery.Member{Count: m.Count, Consumed: m.Consumed, Most: m.Most}
		if m.Count < 1 || m.Count > interaction.MaxLevel || m.Consumed < 0 || m.Most < 0 || m.Most > interaction.MaxLevel || len(m.Factors) == 0 {
			return nil, fmt.Errorf("it asks for %d of %d factors, and uses up %d: counts are at least 1", m.Count, len(m.Factors), m.Consumed)
		}
		for _, f := range m.Factors {
			i, ok := c.vocabulary.Index(f)
			if !ok || i >= c.listed {
				return nil, fmt.Errorf("the factor %q isn't listed before it", f)
			}
			if out.Overlaps([]int{i}) || slices.Contains(n.Factors, i) {
				return nil, fmt.Errorf("the factor %q is there twice", f)
			}
			n.Factors = append(n.Factors, i)
		}
		slices.Sort(n.Factors)
		out = append(out, n)
	}
	slices.SortFunc(out, discovery.CompareMembers[int])
	return out, nil
}

// chance checks that no more trials were counted than there are at starts
// that suffice; where a lived world's effect has no way, than there are.
func (c *checker) chance(k *claim, v *evidence, s *sufficiency, ways []discovery.Way) {
	hits, trials := 0, 0
	for _, r := range v.records {
		if s.proven[r.number] || c.lived() && (len(ways) == 0 || met(ways, r.at)) {
			hits += r.seen[k.effect.Factor].hits
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
func (c *checker) certificate(k *claim, v *evidence, s *sufficiency, ways []discovery.Way) {
	cert := k.effect.Certificate
	if cert.Observed < 0 || cert.Observed > c.listed {
		c.failf(k.at, "it certifies that %s with %d factors, but %d are listed before it", k, cert.Observed, c.listed)
		return
	}
	run := c.runs[k.run]
	c.assumed(k.run, run)
	if !(cert.Budget > 0 && cert.Budget <= run.Delta*tolerance) {
		c.failf(k.at, "it certifies that %s with a budget of %g, but the run's delta is %g", k, cert.Budget, run.Delta)
	}
	if floor, _ := run.Assumes(discovery.LeastChance); cert.Floor != floor {
		c.failf(k.at, "it certifies that %s, taking it that each way has a chance of at least %g, but the run took it to be %g", k, cert.Floor, floor)
	}
	c.misread(k, run)
	for _, t := range cert.Tests {
		if t.Trials < 0 {
			c.failf(k.at, "it certifies that %s by %d misses", k, t.Trials)
		}
		if !(t.Threshold > 0 && t.Threshold <= cert.Budget*tolerance) {
			c.failf(k.at, "it certifies that %s with a threshold of %g, but its budget is %g", k, t.Threshold, cert.Budget)
		}
		if !(t.PValue >= 0 && t.PValue <= t.Threshold) {
			c.failf(k.at, "it certifies that %s with a p-value of %g above its threshold %g, from %s",
				k, t.PValue, t.Threshold, NewStart(t.At))
		}
		if bound, ok := cert.bound(t.Trials); ok && math.Abs(bound-t.PValue) > (tolerance-1)*bound {
			c.failf(k.at, "it certifies that %s with a p-value of %g, but %d misses beside %d successes in %d trials make it %g",
				k, t.PValue, t.Trials, cert.Successes, cert.Trials, bound)
		}
		if c.lived() {
			c.livedTest(k, v, ways, t)
		} else {
			c.test(k, v, s, ways, t)
		}
	}
	if c.lived() {
		c.alone(k, s, ways)
	} else {
		c.complete(k, s, ways)
	}
}

// misread checks that what was perceived can't all have been misread.
func (c *checker) misread(k *claim, run RunEntry) {
	cert := k.effect.Certificate
	rate, perceived := run.Assumes(discovery.Misread)
	if !cert.sound() {
		return // that was said
	}
	want := 0.
	if perceived {
		want = MisreadBound(cert.Successes, cert.Trials, rate)
	}
	if math.Abs(want-cert.Misread) > (tolerance-1)*want {
		c.failf(k.at, "it certifies that %s with a probability of %g that it was misread, but %d successes in %d trials make it %g", k, cert.Misread, cert.Successes, cert.Trials, want)
	}
	if cert.Misread > MisreadShare*cert.Budget*tolerance {
		c.failf(k.at, "it certifies that %s, which may be misread with a probability of %g: more than a share of %g of its budget %g", k, cert.Misread, MisreadShare, cert.Budget)
	}
}

// complete checks that the tests leave room for no other way, and that something came
// from each ceiling that holds a way: what was only seen with less may be blocked by more.
func (c *checker) complete(k *claim, s *sufficiency, ways []discovery.Way) {
	cert := k.effect.Certificate
	factor, ok := c.vocabulary.Index(k.effect.Factor)
	if !ok || len(ways) != len(k.effect.Ways) || k.effect.Disputed {
		return // that was said, or the ledger says itself that it isn't so
	}
	room, tops := roomOf(cert), c.tops(k)
	if together := c.ceilings.At(cert.Observed).Together(); together != cert.Together {
		c.failf(k.at, "it certifies that %s, where %d of what competes for slots is needed at most, but starts were made for %d", k, cert.Together, together)
	}
	complements, whole, ok := discovery.Complements(ways, append(slices.Clip(tops), c.ceilings.At(cert.Observed).Above(factor, room)...))
	if !ok {
		c.failf(k.at, "it certifies that %s by ways that take too many tests", k)
		return
	}
	if whole == discovery.Part {
		c.failf(k.at, "it certifies that %s by ways of which the classes mix in more ways than are tested", k)
		return
	}
	if whole == discovery.ByExchange && !cert.Exchange {
		c.failf(k.at, "it certifies that %s, but not all mixtures of its classes were tried, and it doesn't say so", k)
	}
	for _, x := range complements {
		if !slices.ContainsFunc(cert.Tests, func(t Test) bool { return t.At.Covers(x.At) }) {
			c.failf(k.at, "it certifies that %s, but no test tells whether it comes from %s", k, NewStart(x.At))
		}
	}
	for _, top := range tops {
		if !slices.ContainsFunc(ways, func(w discovery.Way) bool { return discovery.MetBy(w, top) }) {
			continue
		}
		if !slices.ContainsFunc(s.came, func(r *record) bool { return r.at.Covers(top) }) {
			c.failf(k.at, "it certifies that %s, which no trial before it showed that started from %s", k, NewStart(top))
		}
	}
}

// beyond reports whether the effect is certified, and no largest start covers this one: nothing is claimed of what can't be had.
func (c *checker) beyond(k *claim, at interaction.State) bool {
	tops := c.tops(k)
	return tops != nil && !slices.ContainsFunc(tops, func(t interaction.State) bool { return t.Covers(at) })
}

// tops are the largest starts that the effect was certified from; nil: it isn't, or not of what there is.
func (c *checker) tops(k *claim) []interaction.State {
	factor, ok := c.vocabulary.Index(k.effect.Factor)
	if cert := k.effect.Certificate; ok && cert != nil && k.effect.Grade == Certified && 0 <= cert.Observed && cert.Observed <= c.listed {
		return c.ceilings.At(cert.Observed).For(factor, roomOf(cert))
	}
	return nil
}

// roomOf is the level from which on the effect isn't seen.
func roomOf(c *Certificate) int {
	if c.Room == 0 {
		return math.MaxInt
	}
	return c.Room
}

// sound reports whether the evidence on the chance can be what it says.
func (c *Certificate) sound() bool {
	return 0 <= c.Successes && c.Successes <= c.Trials && c.Trials <= mostTrials
}

// mostTrials is more than a ledger can hold; what claims more isn't computed with.
const mostTrials = math.MaxInt32

// bound is the p-value of the misses; ok is false where the certificate can't rest on
// what it says.
func (c *Certificate) bound(misses int) (p float64, ok bool) {
	var j chance.Judge = chance.OneSided{}
	switch {
	case c.Floor > 0:
		j = chance.Floor{Least: c.Floor}
	case c.Proved:
		j = chance.Anytime{}
	}
	if !c.sound() || misses < 0 || misses > mostTrials {
		return 0, false
	}
	p, _ = j.Weigh(chance.Tally{Hits: c.Successes, Misses: c.Trials - c.Successes}, misses, c.Budget)
	return p, true
}

// test checks one test that nothing but the ways suffices.
func (c *checker) test(k *claim, v *evidence, s *sufficiency, ways []discovery.Way, t Test) {
	left := NewStart(t.At)
	for i, w := range ways {
		if discovery.MetBy(w, t.At) {
			c.failf(k.at, "it certifies that %s: %s leaves the way %s possible", k, left, k.effect.Ways[i])
		}
	}
	if k.effect.Disputed {
		return // the ledger says itself that it isn't so
	}
	if r := s.within(t.At); r != nil {
		k.contradicted = true
		c.failf(k.at, "it certifies that %s never from %s, but the trial of entry %d from %s did",
			k, left, r.seen[k.effect.Factor].first, NewStart(r.at))
		return
	}
	best, broken := 0, 0
	f, known := c.vocabulary.Index(k.effect.Factor)
	fact := known && c.vocabulary.Factor(f).Kind == interaction.Fact // what brings it to a level isn't seen from there on
	for _, r := range v.records {
		if !s.proven[r.number] && (r.trials > best || r.trials+r.broken > broken) && r.at.Covers(t.At) &&
			(fact && r.at.At(f) == t.At.At(f) || !fact && k.effect.Certificate.rises(k.effect.Factor, r.at)) {
			best, broken = max(best, r.trials), max(broken, r.trials+r.broken)
		}
	}
	switch {
	case best >= t.Trials:
	case broken >= t.Trials:
		c.failf(k.at, "it certifies that %s by %d misses from %s, but that counts trials that broke: %d were completed", k, t.Trials, left, best)
	default:
		c.failf(k.at, "it certifies that %s by %d misses from %s, but at most %d completed trials from one start that holds this, and isn't known to suffice, are before it",
			k, t.Trials, left, best)
	}
}

// rises reports whether the factor can be seen to rise from the start.
func (c *Certificate) rises(factor string, at interaction.State) bool {
	return c.Room == 0 || at.Level(factor) < c.Room
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
	if c.lived() {
		c.closures()
	}
	spent := map[Seq]float64{}
	for _, k := range c.ordered() {
		if !k.standing() {
			continue
		}
		spent[k.run] += k.effect.Certificate.Budget
		sufficient := c.actions[k.action].effect(k.effect.Factor)
		if len(sufficient.came) == k.came || c.lived() {
			continue // nothing new, or looked at before
		}
		for _, t := range k.effect.Certificate.Tests {
			if k.contradicted {
				break // that was said
			}
			if r := sufficient.within(t.At); r != nil {
				c.failf(k.at, "it certifies that %s never from %s, but the later trial of entry %d from %s did",
					k, NewStart(t.At), r.seen[k.effect.Factor].first, NewStart(r.at))
			}
		}
	}
	for _, run := range slices.Sorted(maps.Keys(spent)) {
		if spent[run] > c.runs[run].Delta*tolerance {
			c.failf(run, "the budgets of the certificates of this run sum to %g, more than its delta %g", spent[run], c.runs[run].Delta)
		}
	}
}
