package inquiry

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
)

// conflict is the bound below which misses at an inventory that holds a proven
// set are no bad luck any more.
const conflict = 1e-5

// tests are the co-points of the known ways, and how far what was seen has been
// held against them. Everything here follows from the history; it is kept because
// classes that mix have thousands of co-points.
type tests struct {
	all    discovery.Hash // what was observed when they were made
	points []coPoint
	held   bool // the hits were held against them
	looked int  // records held against them
	broken int  // the first that is proven to suffice; -1: none
	chance chance.Tally
	// keen: at this chance, further trials at a proven way would pay.
	keen bool
	// mixed are the mixtures of classes, each of which has to be seen; the first
	// so many were.
	mixed []discovery.Point
	seen  int
}

// coPoint is one test.
type coPoint struct {
	caps      discovery.Transversal
	at        discovery.Point
	of        discovery.Transversal // the transversal of which caps is one mixture ...
	mixtures  int                   // ... of so many
	threshold float64               // zero: it has none yet, or is known to be contradicted
	own, most *discovery.Record     // its record, and the larger one with the most misses; nil if there is none
	misses    int
	bound     float64
	missing   int // misses that are still needed; -1: not weighed yet
}

// prepare makes the tests of the known ways, if they aren't there; false if there
// are too many.
func (q *Inquiry) prepare(all discovery.Point) bool {
	if q.tests != nil && q.tests.all == all.Hash() {
		return true
	}
	ts, ok := discovery.Transversals(q.ways)
	if !ok {
		return false
	}
	t := &tests{all: all.Hash(), broken: -1, keen: true}
	for _, u := range ts {
		mixtures := u.Mixtures(all)
		if len(t.points)+len(mixtures) > discovery.MaxMixtures {
			return false
		}
		for _, caps := range mixtures {
			t.points = append(t.points, coPoint{caps: caps, at: caps.CoPoint(all), of: u, mixtures: len(mixtures), missing: -1})
		}
	}
	q.tests = t
	if len(q.ways) > 0 {
		q.spend(false)
	}
	return true
}

// contradicted returns the place of the first test whose co-point is proven to
// suffice: then there is a way that it doesn't block; -1 if there is none.
func (q *Inquiry) contradicted() int {
	t := q.tests
	// What meets a known way is inside no co-point, and never will be: ways are
	// only ever replaced by wider ones.
	known := func(r *discovery.Record) bool {
		return slices.ContainsFunc(q.ways, func(w discovery.Way) bool { return w.MetBy(r.At) })
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
			if (t.broken < 0 || i < t.broken) && t.points[i].at.Covers(r.At) {
				t.broken = i
			}
		}
	}
	return t.broken
}

// count brings the misses of the tests up to date.
func (q *Inquiry) count() {
	t := q.tests
	records := q.History.Records()
	for _, r := range records[t.looked:] {
		if r.Proven(q.Effect) {
			continue
		}
		for i := range t.points {
			p := &t.points[i]
			switch {
			case r.At.Equal(p.at):
				p.own = r
			case (p.most == nil || r.Trials > p.most.Trials) && r.At.Covers(p.at):
				p.most = r
			}
		}
	}
	t.looked = len(records)
	for i := range t.points {
		p := &t.points[i]
		if p.most != nil && p.most.Proven(q.Effect) {
			p.most = q.History.MostMissed(q.Effect, p.at)
		}
		misses := 0
		if p.own != nil { // there is no test that is proven to suffice
			misses = p.own.Trials
		}
		if p.most != nil {
			misses = max(misses, p.most.Trials)
		}
		if e := q.early[p.at.Hash()]; !e.counts {
			misses = max(0, misses-e.misses)
		}
		if misses != p.misses {
			p.misses, p.missing = misses, -1
		}
	}
}

// certify weighs the co-points and asks for what is missing.
func (q *Inquiry) certify(all discovery.Point, slots int) Step {
	if len(q.ways) == 0 {
		return Step{Phase: Unreached, Ask: repeat(all, slots)}
	}
	// Mixtures first: their successes sharpen the chance, so that every test needs
	// fewer misses.
	if step, ok := q.mix(slots); ok {
		return step
	}
	t := q.tests
	q.count()
	if c := q.History.Chance(q.Effect); c != t.chance {
		t.chance, t.keen = c, true
		for i := range t.points {
			t.points[i].missing = -1
		}
	}
	if slices.ContainsFunc(t.points, func(p coPoint) bool { return p.threshold == 0 }) {
		q.spend(true) // nothing contradicted it after all
	}
	weigh := q.weigh(t.chance)
	total := 0
	for i := range t.points {
		p := &t.points[i]
		if p.missing < 0 {
			p.bound, p.missing = weigh(p.misses, p.threshold)
		}
		total += p.missing
	}
	if total == 0 {
		return q.settle()
	}
	step := Step{Phase: Certifying, Ways: q.ways, Bulk: len(t.points) > sample}
	planned := map[int]int{}
	// First whatever may well show that the ways aren't right: what is spent on a
	// wrong way is half lost.
	for _, d := range q.doubts(slots) {
		step.Doubt = max(step.Doubt, d.size)
		step.Ask = append(step.Ask, t.points[d.test].at)
		planned[d.test]++
	}
	// More hits at a proven way narrow the chance and so lower what every test
	// needs: ask for them first where that saves trials in all. Where it doesn't,
	// it won't later either, as what it could save only gets less.
	if t.keen && len(step.Ask) < slots {
		hits := q.sharpen(total)
		t.keen = hits > 0
		step.Ask = append(step.Ask, repeat(q.ways[0].Point(), min(hits, slots-len(step.Ask)))...)
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
		step.Ask = append(step.Ask, t.points[most].at)
	}
	return step
}

const (
	// mistaken is the prior probability that a member of a way, or that there is no
	// other way, is a mistake of the search, unless the hypothesis is surer of it, and
	// of a member that successes used up.
	mistaken, mistakenUsed = .5, .02
	// tolerable is the probability of a mistake that isn't looked for first.
	tolerable = .02
	// spoken is the probability of a mistake below which trials speak for a member.
	spoken = .05
)

// doubt is a test that may well show that the ways aren't right, and how probable
// that is.
type doubt struct {
	test int
	size float64
}

// doubts lists the largest doubts first. They guide the search and are part of no
// certificate.
func (q *Inquiry) doubts(slots int) []doubt {
	t := q.tests
	if len(t.points) > sample {
		return nil
	}
	chances := q.Prior.Posterior(t.chance)
	var out []doubt
	for i := range t.points {
		p := &t.points[i]
		if size := q.prejudice(p.caps) * missesUnder(chances, p.misses); size > tolerable && p.missing > 0 {
			out = append(out, doubt{i, size})
		}
	}
	slices.SortStableFunc(out, func(a, b doubt) int { return cmp.Compare(b.size, a.size) })
	return out[:min(slots, len(out))]
}

// missesUnder is the probability of so many misses in a row.
func missesUnder(chances [chance.GridSize]float64, misses int) (sum float64) {
	for g, w := range chances {
		sum += w * chance.GridMissed(g, misses)
	}
	return sum
}

// prejudice is the prior probability that the effect comes in spite of the caps.
func (q *Inquiry) prejudice(caps discovery.Transversal) float64 {
	if len(q.ways) > 1 || len(caps) > 1 || len(caps[0].Items) > 1 {
		return mistaken
	}
	return q.prejudiceMember(caps[0].Items[0], caps[0].Count)
}

// prejudiceMember is the prior probability that the first way does with so many of
// its member.
func (q *Inquiry) prejudiceMember(item, count int) float64 {
	if r := q.History.Find(q.ways[0].Point()); r != nil {
		used, _ := r.Used(q.Effect)
		if slices.ContainsFunc(used, func(u discovery.Amount) bool { return u.Item == item && u.Count > count }) {
			return mistakenUsed
		}
	}
	return min(mistaken, 1-q.Guess.Causes[item])
}

// Needs reports whether trials speak for it that the effect needs the item, a
// member of its first way.
func (q *Inquiry) Needs(item int) bool {
	w := q.ways[0]
	i := slices.IndexFunc(w, func(r discovery.Requirement) bool { return slices.Contains(r.Items, item) })
	if i < 0 {
		return false
	}
	rest := append(slices.Clone(w[:i]), w[i+1:]...)
	misses := q.History.Misses(q.Effect, rest.Point())
	return q.prejudiceMember(item, 0)*missesUnder(q.Prior.Posterior(q.History.Chance(q.Effect)), misses) <= spoken
}

// weigh is the judge with the evidence on the chance fixed.
func (q *Inquiry) weigh(c chance.Tally) func(misses int, threshold float64) (float64, int) {
	return chance.Given(q.Judge, c)
}

// sample is how many tests are looked at one by one; of more, so many are enough
// to estimate what they cost.
const sample = 64

// sharpen returns how many further trials at a proven way make the certificate
// cheapest, in expectation; zero if none. total is what it costs without.
func (q *Inquiry) sharpen(total int) int {
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
		weigh := q.weigh(chance.Tally{Hits: c.Hits + hits, Misses: c.Misses + s - hits})
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
func (q *Inquiry) mix(slots int) (s Step, ok bool) {
	refuse := func(reason string) (Step, bool) { return Step{Phase: Refused, Ways: q.ways, Reason: reason}, true }
	t := q.tests
	if t.mixed == nil {
		if t.mixed = mixedPoints(q.ways); len(t.mixed) > discovery.MaxMixtures {
			return refuse(fmt.Sprintf("a class has over %d mixtures to see", discovery.MaxMixtures))
		}
	}
	if t.seen == len(t.mixed) {
		return Step{}, false
	}
	for t.seen < len(t.mixed) && q.History.Seen(q.Effect, t.mixed[t.seen]) {
		t.seen++
	}
	if t.seen == len(t.mixed) && t.seen > sample {
		q.History.Condense(q.Effect, q.ways)
	}
	var ask []discovery.Point
	for _, p := range t.mixed[t.seen:] {
		if len(ask) == slots {
			break
		}
		switch {
		case q.History.Seen(q.Effect, p):
		case !q.fails(p):
			ask = append(ask, p)
		default:
			return refuse("items stand for each other in some mixtures and not in others")
		}
	}
	return Step{Phase: Certifying, Ways: q.ways, Ask: ask, Bulk: len(t.mixed) > sample}, len(ask) > 0
}

// fails reports whether the inventory, which isn't known to suffice, missed so often that
// it doesn't: as surely as a refusal takes.
func (q *Inquiry) fails(at discovery.Point) bool {
	n := q.History.Misses(q.Effect, at)
	if n == 0 {
		return false
	}
	_, more := q.Judge.Weigh(q.History.Chance(q.Effect), n, conflict)
	return more == 0
}

// settle ends the inquiry.
func (q *Inquiry) settle() Step {
	if reason := q.mixedChances(); reason != "" {
		return Step{Phase: Refused, Ways: q.ways, Reason: reason}
	}
	out := make([]Test, len(q.tests.points))
	for i, p := range q.tests.points {
		out[i] = Test{Caps: p.caps, At: p.at, Misses: p.misses, PValue: p.bound, Threshold: p.threshold}
	}
	return Step{Phase: Settled, Ways: q.ways, Tests: out, Chance: q.tests.chance}
}

// mixedPoints are the inventories that must be seen to suffice before classes are
// claimed: every choice of one item a class, and every mixture of each class, at
// the even mixture of what else its way asks for. (Mixtures of several classes of
// a way at once are taken on trust: it is assumed that which items meet one
// requirement doesn't matter to the others, as far as these choices show it.) It
// may stop when there are more than MaxMixtures.
func mixedPoints(ways []discovery.Way) []discovery.Point {
	out := []discovery.Point{}
	for _, w := range ways {
		choices, classes := 1, 0
		for _, r := range w {
			if len(r.Items) > 1 {
				choices *= len(r.Items)
				classes++
			}
			if choices > discovery.MaxMixtures {
				return make([]discovery.Point, choices)
			}
		}
		if classes > 0 {
			for _, v := range w.Pure() {
				out = append(out, v.Point())
			}
		}
		for i, r := range w {
			if len(r.Items) < 2 || r.Count < 2 {
				continue
			}
			rest := append(slices.Clone(w[:i]), w[i+1:]...)
			for _, share := range discovery.ShareOut(discovery.Transversal{}, []discovery.Requirement{r}) {
				out = append(out, append(slices.Clone(rest), share...).Point())
			}
		}
	}
	return out
}

// conflict looks for an inventory that holds a proven set and fails all the same:
// then the precondition isn't monotone, and no claim of this kind can be made.
func (q *Inquiry) conflict() string {
	for _, r := range q.History.Silent(q.Effect) {
		if r.Trials < 3 {
			continue
		}
		c := q.History.Chance(q.Effect)
		c.Misses -= r.Trials
		if _, more := q.Judge.Weigh(c, r.Trials, conflict); more == 0 {
			return fmt.Sprintf("not monotone: a set that suffices fails %d times in a row when other items are there too", r.Trials)
		}
	}
	return ""
}

// changed is the bound below which misses at an inventory from which the effect came
// before are no bad luck any more. It is small, as every hit may begin such a series.
const changed = 1e-6

// change looks for an inventory from which the effect came and then didn't come any
// more: the chance is held against what was seen before such series.
func (q *Inquiry) change() string {
	before := q.History.Chance(q.Effect)
	long, trailing := q.History.Streaks(q.Effect)
	before.Misses -= trailing
	for _, s := range long {
		if _, more := q.Judge.Weigh(before, s.Misses, changed/float64(s.Hits+1)); more == 0 {
			return fmt.Sprintf("the rules seem to have changed: it came in %d trials from one inventory, and then in none of %d", s.Hits, s.Misses)
		}
	}
	return ""
}

// mixedChances looks for two ways that succeed so differently often that they
// can't have one chance: then a judge that assumes one must not certify, as a way
// that isn't known yet may be rarer still.
func (q *Inquiry) mixedChances() string {
	if _, assumed := q.Judge.(chance.OneSided); !assumed || !q.choices() {
		return ""
	}
	tallies := map[string]chance.Tally{}
	for _, r := range q.History.Records() {
		if !r.Proven(q.Effect) {
			continue
		}
		if k, ok := q.onlyChoice(r.At); ok {
			t := tallies[k]
			h := r.Hits(q.Effect)
			tallies[k] = chance.Tally{Hits: t.Hits + h.Hits, Misses: t.Misses + h.Misses}
		}
	}
	// Of the choices that never failed the one with the most hits says it best.
	var best chance.Tally
	var rare []chance.Tally
	for _, k := range slices.Sorted(maps.Keys(tallies)) {
		t := tallies[k]
		if t.Misses > 0 {
			rare = append(rare, t)
		} else if t.Hits > best.Hits {
			best = t
		}
	}
	level := conflict / float64(max(1, len(tallies)*(len(tallies)-1)))
	for _, a := range append(slices.Clone(rare), best) {
		for _, b := range rare {
			if chance.Fisher(a, b) < level {
				return fmt.Sprintf("its ways differ in chance (%d of %d trials against %d of %d): to certify it, let each way have its own",
					a.Hits, a.Hits+a.Misses, b.Hits, b.Hits+b.Misses)
			}
		}
	}
	return ""
}

// choices reports whether there is more than one way to meet the ways.
func (q *Inquiry) choices() bool {
	return len(q.ways) > 1 || len(q.ways) == 1 && slices.ContainsFunc(q.ways[0], func(r discovery.Requirement) bool { return len(r.Items) > 1 })
}

// onlyChoice names the one choice of items by which the inventory meets a way; ok
// is false if it meets several ways, or one by several choices.
func (q *Inquiry) onlyChoice(at discovery.Point) (key string, ok bool) {
	for i, w := range q.ways {
		if !w.MetBy(at) {
			continue
		}
		if key != "" {
			return "", false
		}
		key = fmt.Sprint(i)
		for _, r := range w {
			if len(r.Items) == 1 {
				continue
			}
			present := 0
			for _, item := range r.Items {
				if at.At(item) > 0 {
					present++
					key += fmt.Sprint(" ", item)
				}
			}
			if present > 1 {
				return "", false
			}
		}
	}
	return key, key != ""
}

func repeat(p discovery.Point, n int) []discovery.Point {
	var out []discovery.Point
	for range n {
		out = append(out, p)
	}
	return out
}
