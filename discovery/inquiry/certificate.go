package inquiry

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
)

// certificate tests that the known ways are all there are and that each is minimal.
type certificate struct {
	*evidence
	tests  *tests              // of the ways; nil: to be made
	budget *budget             // what the tests may spend
	proofs int                 // hits looked at
	loose  []*discovery.Record // those of them that meet no known way
}

// tests are those at the complements of the known ways, and how far what was seen has been
// held against them. Everything here follows from the history; it is kept because classes
// that mix have thousands of complements.
type tests struct {
	version int             // of the ways
	epoch   uint64          // of the ceilings that they were made of
	sorted  int             // how often the hits were
	whole   discovery.Whole // what they prove
	points  []test
	held    bool // the hits were held against them
	looked  int  // records held against them
	broken  int  // the first that is proven to suffice; -1: none
	chance  chance.Tally
	// keen: at this chance, further trials at a proven way would pay.
	keen bool
	// mixed are the mixtures of classes, each of which has to be seen, and shown is how
	// many of them were, from the first on.
	mixed []interaction.State
	shown int
}

// test is one of them.
type test struct {
	discovery.Complement
	threshold float64           // zero: it has none yet, or is known to be contradicted
	own, most *discovery.Record // its record, and the larger one with the most misses; nil if there is none
	misses    int
	bound     float64
	missing   int // misses that are still needed; -1: not weighed yet
}

// prepare makes the tests of the known ways, if they aren't there; false if there
// are too many.
func (q *certificate) prepare() bool {
	epoch, sorted := q.ceilings.Epoch(), q.History.Sorted(q.Effect)
	if t := q.tests; t != nil && t.version == q.version && t.epoch == epoch && t.sorted == sorted {
		return true
	}
	complements, whole, ok := discovery.Complements(q.ways, append(slices.Clip(q.tops()), q.ceilings.Above(q.factor(), q.History.Room(q.Effect))...))
	if !ok {
		return false
	}
	if q.tests != nil && q.tests.sorted != sorted { // the hits are sorted again
		q.proofs, q.loose = 0, nil
	}
	t := &tests{version: q.version, epoch: epoch, sorted: sorted, whole: whole, broken: -1, keen: true}
	for _, k := range complements {
		t.points = append(t.points, test{Complement: k, missing: -1})
	}
	q.tests = t
	if len(q.ways) > 0 {
		q.budget.spend(t.points, false)
	}
	return true
}

// contradicted returns the first complement that is proven to suffice: then there is a way
// that it doesn't block. Where not all mixtures of classes are among the complements, it may be
// what was seen to suffice by a mixture that isn't. ok is false if there is none.
func (q *certificate) contradicted() (k discovery.Complement, ok bool) {
	t := q.tests
	// What meets a known way is inside no complement, and never will be: ways are
	// only ever replaced by wider ones.
	known := func(r *discovery.Record) bool {
		return slices.ContainsFunc(q.ways, func(w discovery.Way) bool { return discovery.MetBy(w, r.At) })
	}
	if !t.held {
		q.loose = slices.DeleteFunc(q.loose, known)
	}
	proofs := q.History.Proofs(q.Effect)
	fresh := len(q.loose)
	for _, r := range proofs[q.proofs:] {
		if !known(r) {
			q.loose = append(q.loose, r)
		}
	}
	q.proofs = len(proofs)
	if !t.held {
		t.held, fresh = true, 0
	}
	for _, r := range q.loose[fresh:] {
		for i := range t.points {
			if (t.broken < 0 || i < t.broken) && t.points[i].At.Covers(r.At) {
				t.broken = i
			}
		}
	}
	if t.broken >= 0 {
		return t.points[t.broken].Complement, true
	}
	for _, r := range q.loose {
		top := q.over(r.At)
		i := slices.IndexFunc(t.points, func(p test) bool { return allows(p.Of, r.At) })
		if i >= 0 && top.Covers(r.At) {
			of := t.points[i].Of
			return discovery.Complement{At: r.At, Ceiling: top, Of: of, Caps: of}, true
		}
	}
	return discovery.Complement{}, false
}

// allows reports whether the start holds no more than the caps allow.
func allows(caps discovery.Transversal, at interaction.State) bool {
	return !slices.ContainsFunc(caps, func(c discovery.Member) bool {
		sum := 0
		for _, f := range c.Factors {
			sum += at.At(f)
		}
		return sum > c.Count
	})
}

// count brings the misses of the tests up to date.
func (q *certificate) count() {
	t := q.tests
	records := q.History.Records()
	for _, r := range records[t.looked:] {
		if r.Proven(q.Effect) {
			continue
		}
		for i := range t.points {
			p := &t.points[i]
			switch {
			case r.At.Equal(p.At):
				p.own = r
			case !r.Full(q.Effect) && (p.most == nil || r.Trials > p.most.Trials) && q.History.Tells(q.Effect, r.At, p.At):
				p.most = r
			}
		}
	}
	t.looked = len(records)
	for i := range t.points {
		p := &t.points[i]
		if p.most != nil && p.most.Proven(q.Effect) {
			p.most = q.History.MostMissed(q.Effect, p.At)
		}
		misses := 0
		if p.own != nil { // there is no test that is proven to suffice
			misses = p.own.Trials
		}
		if p.most != nil && !q.Proved {
			misses = max(misses, p.most.Trials)
		}
		if e := q.budget.early[p.At.Digest()]; !e.counts {
			misses = max(0, misses-e.misses)
		}
		if misses != p.misses {
			p.misses, p.missing = misses, -1
		}
	}
}

// step weighs the tests and asks for what is missing.
func (q *certificate) step(slots int) Step {
	if len(q.ways) == 0 {
		step, tops := Step{Phase: Unreached}, q.tops()
		if len(tops) == 0 {
			return q.refuse("there is no start from which it could be seen to rise")
		}
		for len(step.Ask) < slots {
			step.Ask = append(step.Ask, tops[len(step.Ask)%len(tops)])
		}
		return step
	}
	// Mixtures first: their successes sharpen the chance, so that every test needs
	// fewer misses.
	if step, ok := q.mix(slots); ok {
		return step
	}
	t := q.tests
	q.count()
	if c := q.chance(); c != t.chance {
		t.chance, t.keen = c, true
		for i := range t.points {
			t.points[i].missing = -1
		}
	}
	if slices.ContainsFunc(t.points, func(p test) bool { return p.threshold == 0 }) {
		q.budget.spend(t.points, true) // nothing contradicted it after all
	}
	weigh := chance.Given(q.Judge, t.chance)
	total := 0
	for i := range t.points {
		p := &t.points[i]
		if p.missing < 0 {
			p.bound, p.missing = weigh(p.misses, p.threshold)
		}
		total += p.missing
	}
	if total == 0 {
		if ask := q.unshown(slots); len(ask) > 0 {
			return Step{Phase: Certifying, Ways: q.ways, Ask: ask, Doubt: 1}
		}
		return q.settle()
	}
	step := Step{Phase: Certifying, Ways: q.ways, Bulk: len(t.points) > sample}
	planned := map[int]int{}
	// First whatever may well show that the ways aren't right: what is spent on a
	// wrong way is half lost.
	for _, d := range q.doubts(slots) {
		step.Doubt = max(step.Doubt, d.size)
		step.Ask = append(step.Ask, t.points[d.test].At)
		planned[d.test]++
	}
	// More hits at a proven way narrow the chance and so lower what every test
	// needs: ask for them first where that saves trials in all. Where it doesn't,
	// it won't later either, as what it could save only gets less.
	if t.keen && len(step.Ask) < slots {
		hits := q.sharpen(total)
		t.keen = hits > 0
		hits = min(hits, slots-len(step.Ask))
		ask := q.unshown(hits) // whose hits say the same of the chance
		step.Ask = append(append(step.Ask, ask...), repeat(q.at(q.ways[0]), hits-len(ask))...)
	}
	for len(step.Ask) < slots {
		most, left := -1, 0
		for i := range t.points {
			if n := t.points[i].missing; n > left {
				if n -= planned[i]; n > left {
					most, left = i, n
				}
			}
		}
		if most < 0 {
			break
		}
		planned[most]++
		step.Ask = append(step.Ask, t.points[most].At)
	}
	return step
}

// unshown asks for the largest starts that hold a known way and from which the effect never
// came. Its misses at what is left of such a start would say nothing of what is needed if
// something there prevented it: that way holds only what was seen to suffice with everything
// else, too. Where such a start misses more often than by bad luck, the way itself is asked
// for as well, so that it is soon known whether that is so.
func (q *certificate) unshown(slots int) (ask []interaction.State) {
	for _, top := range q.tops() {
		i := slices.IndexFunc(q.ways, func(w discovery.Way) bool { return discovery.MetBy(w, top) })
		if i < 0 {
			continue
		}
		misses, c := 0, q.chance()
		if r := q.History.Find(top); r != nil {
			if r.Came(q.Effect) > 0 {
				continue
			}
			misses, c = r.Trials, q.besides(r)
		}
		if q.Prior.MissLikelihood(c, misses) > unlikely {
			for more := true; more && len(ask) < slots; more = q.Prior.MissLikelihood(c, misses) > unlikely {
				ask = append(ask, top)
				misses++
			}
			continue
		}
		for hits := c.Hits; len(ask) < slots; {
			if misses > hits {
				ask = append(ask, q.at(q.ways[i]))
				hits++
			} else {
				ask = append(ask, top)
				misses++
			}
		}
	}
	return ask
}

// doubt is a test that may well show that the ways aren't right, and how probable
// that is.
type doubt struct {
	test int
	size float64
}

// doubts lists the largest doubts first. They guide the search and are part of no
// certificate.
func (q *certificate) doubts(slots int) []doubt {
	t := q.tests
	if len(t.points) > sample {
		return nil
	}
	chances := q.Prior.Posterior(t.chance)
	var out []doubt
	for i := range t.points {
		p := &t.points[i]
		if size := q.prejudice(p.Caps) * missesUnder(chances, p.misses); size > tolerable && p.missing > 0 {
			out = append(out, doubt{i, size})
		}
	}
	slices.SortStableFunc(out, func(a, b doubt) int { return cmp.Compare(b.size, a.size) })
	return out[:min(slots, len(out))]
}

// missesUnder is the probability of this many misses in a row.
func missesUnder(chances [chance.GridSize]float64, misses int) (sum float64) {
	for g, w := range chances {
		sum += w * chance.GridMissed(g, misses)
	}
	return sum
}

// prejudice is the prior probability that the effect comes in spite of the caps.
func (q *certificate) prejudice(caps discovery.Transversal) float64 {
	if len(q.ways) > 1 || len(caps) > 1 || len(caps[0].Factors) > 1 {
		return mistaken
	}
	return q.prejudiceMember(caps[0].Factors[0], caps[0].Count)
}

// prejudiceMember is the prior probability that the first way does with count of
// its member.
func (q *certificate) prejudiceMember(factor, count int) float64 {
	if slices.ContainsFunc(q.used(q.ways[0]), func(u interaction.Level) bool { return u.Factor == factor && u.Level > count }) {
		return mistakenUsed
	}
	return min(mistaken, 1-q.Guess.Causes[factor])
}

// needs is [Inquiry.Needs].
func (q *certificate) needs(factor int) bool {
	w := q.ways[0]
	i := slices.IndexFunc(w, func(r discovery.Member) bool { return slices.Contains(r.Factors, factor) })
	if i < 0 {
		return false
	}
	rest := without(w, i)
	misses := q.misses(q.at(rest))
	return q.prejudiceMember(factor, 0)*missesUnder(q.Prior.Posterior(q.chance()), misses) <= spoken
}

// sample is how many tests are looked at one by one; of more, this many are enough
// to estimate what they cost.
const sample = 64

// sharpen returns how many further trials at a proven way make the certificate
// cheapest, in expectation; zero if none. total is what it costs without.
func (q *certificate) sharpen(total int) int {
	c := q.tests.chance
	p := float64(c.Hits+1) / float64(c.Hits+c.Misses+1)
	points := q.tests.points
	stride := 1 + len(points)/sample
	if stride > 1 {
		total = 0
		for i := 0; i < len(points); i += stride {
			total += stride * points[i].missing
		}
	}
	best, cost := 0, total
	for _, s := range [...]int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32} {
		if s >= cost {
			break
		}
		hits := int(float64(s)*p + .5)
		weigh := chance.Given(q.Judge, chance.Tally{Hits: c.Hits + hits, Misses: c.Misses + s - hits})
		sum := s
		for i := 0; i < len(points); i += stride {
			_, more := weigh(points[i].misses, points[i].threshold)
			if sum += stride * more; sum >= cost {
				break
			}
		}
		if sum < cost {
			best, cost = s, sum
		}
	}
	return best
}

// mix asks for the mixtures of classes that weren't seen to suffice yet: a class
// claims them all. ok is false when there is nothing to ask.
func (q *certificate) mix(slots int) (s Step, ok bool) {
	t := q.tests
	if t.mixed == nil {
		t.mixed = q.witnesses()
	}
	if t.shown == len(t.mixed) {
		return Step{}, false
	}
	for t.shown < len(t.mixed) && q.seen(t.mixed[t.shown]) {
		t.shown++
	}
	if t.shown == len(t.mixed) && t.shown > sample {
		q.History.Condense(q.Effect, q.ways)
	}
	var ask []interaction.State
	for _, p := range t.mixed[t.shown:] {
		if len(ask) == slots {
			break
		}
		switch {
		case q.seen(p):
		case !q.fails(p):
			ask = append(ask, p)
		default:
			return q.refuse("factors stand for each other in some mixtures and not in others"), true
		}
	}
	return Step{Phase: Certifying, Ways: q.ways, Ask: ask, Bulk: len(t.mixed) > sample}, len(ask) > 0
}

// witnesses are the starts that must be seen to suffice before the classes of the ways are
// claimed.
func (q *certificate) witnesses() []interaction.State {
	all := discovery.Witnesses(q.History.Vocabulary(), slices.DeleteFunc(slices.Clone(q.ways), single)...)
	if q.ceilings == nil {
		return all // nothing was asked for yet
	}
	return slices.DeleteFunc(all, func(at interaction.State) bool { return !covered(at, q.tops()) }) // nothing is claimed of what can't be had
}

// covered reports whether one of the others covers the start.
func covered(at interaction.State, others []interaction.State) bool {
	return slices.ContainsFunc(others, func(o interaction.State) bool { return o.Covers(at) })
}

// settle ends the inquiry with a certificate, if the tests prove anything.
func (q *certificate) settle() Step {
	if q.tests.whole == discovery.Part {
		return q.refuse(fmt.Sprintf("%d ways are known, whose classes mix in too many ways to show that there are no more", len(q.ways)))
	}
	out := make([]Test, len(q.tests.points))
	for i, p := range q.tests.points {
		out[i] = Test{Caps: p.Caps, At: p.At, Misses: p.misses, PValue: p.bound, Threshold: p.threshold}
	}
	return Step{Phase: Settled, Ways: q.ways, Tests: out, Chance: q.tests.chance, Exchange: q.tests.whole == discovery.ByExchange}
}
