package discovery

import (
	"fmt"
	"math"
	"slices"
)

// Phase is how far an inquiry is.
type Phase uint8

const (
	// Unreached: the effect was never seen from what is observed now.
	Unreached Phase = iota + 1
	// Searching: the effect was seen, no small way is known yet.
	Searching
	// Certifying: a way is proven; whether it is minimal and the only one is
	// being tested.
	Certifying
	// Settled: the ways are certified.
	Settled
	// Refused: the effect can't be certified, for a reason that is given.
	Refused
)

// Step is what an inquiry knows and what it wants to know next.
type Step struct {
	Phase Phase
	// Ways are the ways found so far, each proven by a success. When Settled they
	// are all.
	Ways []Way
	// Ask are the inventories to try next, the most useful first; one that is
	// listed twice is to be tried twice. Empty when Settled or Refused.
	Ask []Point
	// Tests are the co-points of the ways and how they stand.
	Tests []Test
	// Reason says why the inquiry is Refused.
	Reason string
}

// Test is one co-point: everything observed but for the caps.
type Test struct {
	Caps      Transversal
	At        Point
	Misses    int
	PValue    float64
	Threshold float64
}

// Inquiry finds and certifies all ways of one effect of one action. It belongs to
// one goroutine.
type Inquiry struct {
	Judge   Judge
	Refiner Refiner
	History *History
	// Effect is the effect's place in History.Effects.
	Effect int
	// Budget is the probability with which the effect's certificate may be wrong.
	Budget float64
	// Guess is the hypothesis on the effect's causes; it orders the search.
	Guess Hypothesis
	// Prior is the prior on the effect's chance; nil means DefaultChancePrior.
	Prior *ChancePrior

	ways  []Way
	spent map[string]int // transversals in the order in which they were first tested
}

// Budgets. Each co-point that is ever tested has its own share of the effect's
// budget: the j-th gets 1/(j(j+1)) of it, and these shares sum to 1 however many
// there come to be (alpha spending). Shares of effects and actions are made the
// same way: see [EffectBudget].
func share(j int) float64 { return 1 / float64(j*(j+1)) }

// EffectBudget is the share of delta of the e-th effect (from 1) of one of so many
// actions. Summed over all effects of all actions it is at most delta, so by the
// union bound everything that is certified is right with probability at least
// 1 - delta.
func EffectBudget(delta float64, actions, e int) float64 {
	return delta / float64(actions) * share(e)
}

// unlikely is the probability below which the search stops waiting for an
// inventory to work. It is not part of the certificate.
const unlikely = .05

// conflict is the bound below which misses at an inventory that holds a proven
// set are no bad luck any more.
const conflict = 1e-4

// Ways returns the ways found so far.
func (q *Inquiry) Ways() []Way { return q.ways }

// Next says how the inquiry stands and what to ask, given everything observed at
// ample quantity and how many questions can be asked at once.
func (q *Inquiry) Next(all Point, slots int) Step {
	if q.spent == nil {
		q.spent = map[string]int{}
	}
	if q.Prior == nil {
		q.Prior = DefaultChancePrior
	}
	for _, reason := range [...]string{q.conflict(), q.mixedChances()} {
		if reason != "" {
			return Step{Phase: Refused, Ways: q.ways, Reason: reason}
		}
	}
	for {
		ts, ok := transversals(q.ways)
		if ok {
			ts, ok = mixtures(ts, all)
		}
		if !ok {
			return Step{Phase: Refused, Ways: q.ways, Reason: fmt.Sprintf(
				"%d ways are known, and to show that there are no more takes over %d tests", len(q.ways), MaxTransversals)}
		}
		t, found := q.contradicted(ts, all)
		if !found {
			return q.certify(ts, all, slots)
		}
		way, ask := q.pursue(t, all, slots)
		if ask != nil {
			phase := Certifying
			if len(q.ways) == 0 {
				phase = Searching
			}
			return Step{Phase: phase, Ways: q.ways, Ask: ask}
		}
		q.add(way)
	}
}

// conflict looks for an inventory that holds a proven set and fails all the same:
// then the precondition isn't monotone, and no claim of this kind can be made.
func (q *Inquiry) conflict() string {
	for _, r := range q.History.Records() {
		t := r.Hits(q.Effect)
		if !r.Proven(q.Effect) || t.Hits > 0 || t.Misses < 3 {
			continue
		}
		c := q.History.Chance(q.Effect)
		c.Misses -= t.Misses
		if _, more := q.Judge.Weigh(c, t.Misses, conflict); more == 0 {
			return fmt.Sprintf("not monotone: a set that suffices fails %d times in a row when other items are there too", t.Misses)
		}
	}
	return ""
}

// mixedChances looks for two ways that succeed so differently often that they
// can't have one chance: then a judge that assumes one must not certify, as a way
// that isn't known yet may be rarer still.
func (q *Inquiry) mixedChances() string {
	if _, assumed := q.Judge.(OneSided); !assumed || len(q.ways) < 2 {
		return ""
	}
	tallies := make([]Tally, len(q.ways))
	for _, r := range q.History.Records() {
		only := -1
		for i, w := range q.ways {
			if w.MetBy(r.At) {
				if only >= 0 {
					only = -1
					break
				}
				only = i
			}
		}
		if only >= 0 {
			t := r.Hits(q.Effect)
			tallies[only].Hits += t.Hits
			tallies[only].Misses += t.Misses
		}
	}
	level := conflict / float64(len(q.ways)*(len(q.ways)-1))
	for i, a := range tallies {
		for j, b := range tallies {
			if i != j && Fisher(a, b) < level {
				return fmt.Sprintf("its ways differ in chance (%d of %d trials against %d of %d): to certify it, let each way have its own",
					a.Hits, a.Hits+a.Misses, b.Hits, b.Hits+b.Misses)
			}
		}
	}
	return ""
}

// contradicted returns the first transversal whose co-point is proven to suffice:
// then there is a way that it doesn't block.
func (q *Inquiry) contradicted(ts []Transversal, all Point) (Transversal, bool) {
	for _, t := range ts {
		if q.History.Seen(q.Effect, t.CoPoint(all)) {
			return t, true
		}
	}
	return nil, false
}

// pursue looks for the way that the co-point of t was seen to hold: either a known
// way is not minimal, or there is another.
func (q *Inquiry) pursue(t Transversal, all Point, slots int) (Way, []Point) {
	point := t.CoPoint(all)
	// A known way that t blocks in one requirement only may not need it: noise
	// once made its core look insufficient. Unless that is tested first, every
	// other item looks like a substitute for the needless one.
	for _, w := range q.ways {
		if i := t.onlyBlock(w); i >= 0 {
			if ask, unsure := q.needless(w, i, all); unsure {
				return nil, []Point{ask}
			}
		}
	}
	if !t.isZero() {
		// The capped items are taken away wholly first, so that ways without
		// mixtures are found before ways with them.
		bare := t.zero().CoPoint(all)
		if q.History.Seen(q.Effect, bare) {
			point = bare
		} else if q.open(bare) {
			return nil, []Point{bare}
		} else if mix := q.mixture(t); mix != nil {
			if !q.History.Seen(q.Effect, mix.Point) {
				return nil, []Point{mix.Point}
			}
			for _, less := range mix.Less {
				if q.doubtful(less) {
					return nil, []Point{less}
				}
			}
			return mix.Way, nil
		}
	}
	c := &Case{History: q.History, Effect: q.Effect, All: all, Guess: q.Guess, Prior: q.Prior, Like: q.like(t), Slots: slots}
	p, ask := q.Refiner.FindWay(c, q.History.Smallest(q.Effect, point))
	if ask != nil {
		return nil, ask
	}
	way := wayOf(p)
	if len(q.ways) > 0 {
		for i := range way {
			if ask, unsure := q.needless(way, i, all); unsure {
				return nil, []Point{ask}
			}
		}
	}
	return way, nil
}

// onlyBlock returns the place of the one requirement of w that t caps; -1 if t
// caps none or several.
func (t Transversal) onlyBlock(w Way) int {
	place := -1
	for i, r := range w {
		for _, c := range t {
			if c.Count < r.Count && subset(r.Items, c.Items) {
				if place >= 0 {
					return -1
				}
				place = i
				break
			}
		}
	}
	return place
}

// needless returns the inventory to try next in order to learn whether the way
// suffices without its i-th requirement; unsure is false when enough is known: it
// was seen to suffice, or it missed often enough. Only misses at that very inventory and
// at everything observed but for the requirement count. The more known ways
// contain the rest, the more misses are asked for: n substitutes for one item are
// less likely than one needless item.
func (q *Inquiry) needless(w Way, i int, all Point) (ask Point, unsure bool) {
	rest := append(slices.Clone(w[:i]), w[i+1:]...)
	p := rest.Point()
	if q.History.Seen(q.Effect, p) {
		return p, false
	}
	misses := 0
	for _, at := range [...]Point{p, Transversal{{w[i].Items, 0}}.CoPoint(all)} {
		if r := q.History.Find(at); r != nil && !r.Proven(q.Effect) {
			misses = max(misses, r.Trials)
		}
	}
	siblings := 0
	for _, v := range q.ways {
		if compareWays(v, w) != 0 && implies(v, rest) {
			siblings++
		}
	}
	if .5*q.Prior.MissLikelihood(q.History.Chance(q.Effect), misses) <= .02*math.Pow(2, -float64(siblings)) {
		return p, false
	}
	return p, true
}

// open reports whether the search should still wait for the inventory to work.
func (q *Inquiry) open(at Point) bool {
	n := q.History.Misses(q.Effect, at)
	return n == 0 || q.Prior.MissLikelihood(q.History.Chance(q.Effect), n) > unlikely
}

// doubtful reports whether too little is known to take it that the inventory
// doesn't suffice.
func (q *Inquiry) doubtful(at Point) bool {
	return .5*q.Prior.MissLikelihood(q.History.Chance(q.Effect), q.History.Misses(q.Effect, at)) > .02
}

// like is the known way with the most items outside the transversal.
func (q *Inquiry) like(t Transversal) Way {
	var best Way
	most := -1
	for _, w := range q.ways {
		n := 0
		for _, r := range w {
			if !slices.ContainsFunc(t, func(c Requirement) bool { return subset(r.Items, c.Items) }) {
				n++
			}
		}
		if n > most {
			best, most = w, n
		}
	}
	return best
}

// mixed is a suspicion that two ways are one way with a class, and the inventory
// that would prove it.
type mixed struct {
	Way   Way
	Point Point
	// Less are the two ways with one less of what is mixed. If one of them
	// suffices, it is inside the mixture, which then proves nothing.
	Less [2]Point
}

// mixture returns a pair of known ways that differ in one requirement of equal
// count, above one, such that the transversal leaves some of both, and that wasn't
// ruled out yet; nil if there is none.
func (q *Inquiry) mixture(t Transversal) *mixed {
	partly := func(r Requirement) bool {
		return slices.ContainsFunc(t, func(c Requirement) bool { return c.Count > 0 && subset(r.Items, c.Items) })
	}
	for i, v := range q.ways {
		for _, w := range q.ways[i+1:] {
			a, b, ok := differ(v, w)
			if !ok || !partly(a) || !partly(b) {
				continue
			}
			m := merge(v, a, b)
			if q.History.Seen(q.Effect, m.Less[0]) || q.History.Seen(q.Effect, m.Less[1]) {
				continue
			}
			if q.History.Seen(q.Effect, m.Point) || q.open(m.Point) {
				return m
			}
		}
	}
	return nil
}

// differ returns the requirements in which two ways differ, if it is one of each,
// of equal count above one.
func differ(v, w Way) (a, b Requirement, ok bool) {
	if len(v) != len(w) {
		return a, b, false
	}
	only := func(x, y Way) (Requirement, bool) {
		var r Requirement
		n := 0
		for _, q := range x {
			if !slices.ContainsFunc(y, func(p Requirement) bool { return compareRequirements(p, q) == 0 }) {
				r, n = q, n+1
			}
		}
		return r, n == 1
	}
	a, okA := only(v, w)
	b, okB := only(w, v)
	return a, b, okA && okB && a.Count == b.Count && a.Count > 1
}

// merge is the way v with requirement a widened by the items of b, and the
// inventory that proves that they mix: one item of b, the rest of a.
func merge(v Way, a, b Requirement) *mixed {
	items := append(slices.Clone(a.Items), b.Items...)
	slices.Sort(items)
	var rest, out Way
	for _, r := range v {
		if compareRequirements(r, a) != 0 {
			rest = append(rest, r)
		}
	}
	out = append(slices.Clone(rest), Requirement{slices.Compact(items), a.Count})
	slices.SortFunc(out, compareRequirements)
	p := append(slices.Clone(rest), Requirement{a.Items, a.Count - 1}).Point()
	other := append(slices.Clone(rest), Requirement{b.Items, b.Count - 1}).Point()
	return &mixed{out, p.With(b.Items[0], p.At(b.Items[0])+1), [2]Point{p, other}}
}

// add enters a way and drops those that it makes superfluous.
func (q *Inquiry) add(w Way) {
	kept := q.ways[:0:0]
	for _, v := range q.ways {
		if !implies(v, w) {
			kept = append(kept, v)
		}
	}
	q.ways = append(kept, w)
}

// implies reports whether everything that meets v meets w. Quantities of several
// items of v add up to what w asks of a class: the items of a way don't overlap.
func implies(v, w Way) bool {
	for _, r := range w {
		n := 0
		for _, p := range v {
			if subset(p.Items, r.Items) {
				n += p.Count
			}
		}
		if n < r.Count {
			return false
		}
	}
	return true
}

// certify weighs the co-points and asks for what is missing.
func (q *Inquiry) certify(ts []Transversal, all Point, slots int) Step {
	if len(q.ways) == 0 {
		return Step{Phase: Unreached, Ask: repeat(all, slots)}
	}
	chance := q.History.Chance(q.Effect)
	weigh := q.weigh(chance)
	tests := make([]Test, len(ts))
	missing := make([]int, len(ts)) // misses that are still needed
	total := 0
	for i, t := range ts {
		k := t.key()
		if q.spent[k] == 0 {
			q.spent[k] = len(q.spent) + 1
		}
		at := t.CoPoint(all)
		test := Test{Caps: t, At: at, Misses: q.History.Misses(q.Effect, at), Threshold: q.Budget * share(q.spent[k])}
		test.PValue, missing[i] = weigh(test.Misses, test.Threshold)
		tests[i] = test
		total += missing[i]
	}
	if total == 0 {
		return q.settle(tests)
	}
	step := Step{Phase: Certifying, Ways: q.ways, Tests: tests}
	// More hits at a proven way narrow the chance and so lower what every test
	// needs: ask for them first where that saves trials in all.
	hits := q.sharpen(chance, tests, total)
	// The even mixture of a class may not be proven, and misses at what isn't
	// proven tell nothing of the chance: then it would be asked for ever.
	proven := q.ways[0].Point()
	if !q.History.Seen(q.Effect, proven) {
		proven = q.History.Smallest(q.Effect, all).At
	}
	step.Ask = repeat(proven, min(hits, slots))
	for len(step.Ask) < slots {
		most := 0
		for i := range missing {
			if missing[i] > missing[most] {
				most = i
			}
		}
		if missing[most] == 0 {
			break
		}
		missing[most]--
		step.Ask = append(step.Ask, tests[most].At)
	}
	return step
}

// weigh is the judge with the evidence on the chance fixed.
func (q *Inquiry) weigh(c Tally) func(misses int, threshold float64) (float64, int) {
	if w, ok := q.Judge.(weigher); ok {
		return w.given(c)
	}
	return func(misses int, threshold float64) (float64, int) { return q.Judge.Weigh(c, misses, threshold) }
}

// settle ends the inquiry, once every mixture of every class was seen to suffice:
// a class claims them all.
func (q *Inquiry) settle(tests []Test) Step {
	for _, w := range q.ways {
		for i, r := range w {
			if len(r.Items) < 2 {
				continue
			}
			rest := append(slices.Clone(w[:i]), w[i+1:]...)
			shares := shareOut(Transversal{}, []Requirement{r})
			if len(shares) > MaxTransversals {
				return Step{Phase: Refused, Ways: q.ways, Reason: fmt.Sprintf("a class has over %d mixtures to see", MaxTransversals)}
			}
			for _, share := range shares {
				p := append(slices.Clone(rest), share...).Point()
				switch {
				case q.History.Seen(q.Effect, p):
				case q.open(p):
					return Step{Phase: Certifying, Ways: q.ways, Ask: []Point{p}, Tests: tests}
				default:
					return Step{Phase: Refused, Ways: q.ways, Reason: "items stand for each other in some mixtures and not in others"}
				}
			}
		}
	}
	return Step{Phase: Settled, Ways: q.ways, Tests: tests}
}

// sharpen returns how many further trials at a proven way make the certificate
// cheapest, in expectation; zero if none.
func (q *Inquiry) sharpen(c Tally, tests []Test, total int) int {
	p := float64(c.Hits+1) / float64(c.Hits+c.Misses+1)
	best, cost := 0, total
	for _, s := range [...]int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32} {
		if s >= cost {
			break
		}
		hits := int(float64(s)*p + .5)
		weigh := q.weigh(Tally{c.Hits + hits, c.Misses + s - hits})
		sum := s
		for _, t := range tests {
			_, more := weigh(t.Misses, t.Threshold)
			if sum += more; sum >= cost {
				break
			}
		}
		if sum < cost {
			best, cost = s, sum
		}
	}
	return best
}

func repeat(p Point, n int) []Point {
	var out []Point
	for range n {
		out = append(out, p)
	}
	return out
}
