// Package chance weighs evidence: how many misses in a row show that a start
// doesn't suffice, given how often the effect came from others.
//
// The invariant it exists for: what is claimed rests on a [Judge] only, whose bound on the
// probability of an error holds whatever the chance is. Priors and posteriors over the
// chance are here, too; they guide the search and are part of no claim.
package chance

import "math"

// Tally is a number of hits (the effect came) and misses (it didn't).
type Tally struct{ Hits, Misses int }

// Judge decides when misses in a row are enough to say that a start doesn't
// suffice. Implementations are pure and safe for concurrent use.
type Judge interface {
	// Weigh takes the evidence on the effect's chance (trials at starts
	// proven to suffice) and the number of misses in a row at another start.
	// It returns a bound on the probability of such a record if that start
	// sufficed, and how many further misses would bring the bound to the
	// threshold; zero: it is there.
	Weigh(chance Tally, misses int, threshold float64) (bound float64, more int)
}

// OneSided is the judge for one-sided noise with an unknown chance.
//
// Let A hits and B misses be the evidence at starts proven to suffice, and m
// the misses in a row at the start in question. If that one sufficed too, all
// A+B+m trials would have the same chance p. Two bounds hold whatever it is:
//
//   - That none of the A hits falls on these m trials has, given their number, the
//     probability C(A+B,A)/C(A+B+m,A): Fisher's exact test.
//   - That there is no miss but these m after the first hit, without which nothing would
//     be asked, has the probability p^(A-1) (1-p)^m, at most
//     (A-1)^(A-1) m^m/(A-1+m)^(A-1+m). It counts where B is 0.
//
// Each is held against the same part of the threshold, spent. With it, a start that
// suffices is taken for one that doesn't with a probability of at most the threshold, if
// trials at proven ways go on for as long as [Inquiry] finds that they make the
// certificate cheaper, and the test of the start is begun then. Somebody who goes on
// and stops as suits him best gets at most 1.1 times as far within 20 trials at proven
// ways, 1.4 within 40 and 2.3 within 300. (TestOneSidedKeepsItsThreshold computes both.)
// What a search adds to that by choosing what it tests is for the budget to cover.
//
// A likelihood ratio with a mixture over the chance can't be wrong more often however one
// stops (docs/theory.md, "Budgets"). It took about a tenth more trials at a chance of 0.5.
//
// What is assumed: the effect has one chance at all starts that suffice.
//
// Ledgers keep its bounds, and graphstore.Check computes them again: another formula would
// find fault with every certificate that was made by this one.
type OneSided struct{}

// GridSize is the number of chances that a Prior has mass on.
const GridSize = 18

// grid is the table of chances with their logarithms.
var grid = newGrid()

type gridTable struct {
	p, logHit, logMiss, entropy [GridSize]float64
	missed                      [fewMisses][GridSize]float64
}

// fewMisses are looked up, more are computed.
const fewMisses = 64

func newGrid() (t gridTable) {
	t.p = [GridSize]float64{.05, .1, .2, .3, .35, .4, .45, .5, .55, .6, .65, .7, .75, .8, .85, .9, .95, 1}
	for g, p := range t.p {
		t.logHit[g] = math.Log(p)
		t.logMiss[g] = math.Log(1 - p) // -Inf at 1
		t.entropy[g] = Entropy(p)
		for n := range t.missed {
			t.missed[n][g] = math.Pow(1-p, float64(n))
		}
	}
	return t
}

// rareChances is how many chances of the grid lie below 0.3.
const rareChances = 3

// Prior is a prior on an effect's chance. It guides the search and is part of
// no certificate.
type Prior struct {
	log [GridSize]float64
}

// NewPrior puts the mass sure on a chance of 1, in (0, 1), spreads most of
// the rest over [0.3, 1), and leaves a trace below, so that rare effects can still
// be learned.
func NewPrior(sure float64) *Prior {
	c := &Prior{}
	for g, p := range grid.p {
		switch {
		case p == 1:
			c.log[g] = math.Log(sure)
		case g < rareChances:
			c.log[g] = math.Log((1 - sure) * .04 / rareChances)
		default:
			c.log[g] = math.Log((1 - sure) * .96 / (GridSize - rareChances - 1))
		}
	}
	return c
}

// DefaultPrior has half its mass on a chance of 1.
var DefaultPrior = NewPrior(.5)

// logLikelihoods is the log of prior times likelihood at each chance.
func (c *Prior) logLikelihoods(t Tally) (l [GridSize]float64, top float64) {
	top = math.Inf(-1)
	for g := range l {
		l[g] = c.log[g] + float64(t.Hits)*grid.logHit[g]
		if t.Misses > 0 { // 0 times -Inf is not a number
			l[g] += float64(t.Misses) * grid.logMiss[g]
		}
		top = max(top, l[g])
	}
	return l, top
}

// logMixture is the log of the probability of the trials, one by one.
func (c *Prior) logMixture(t Tally) float64 {
	logs, top := c.logLikelihoods(t)
	sum := 0.0
	for _, l := range logs {
		if l > top-40 { // less can't be seen in the sum
			sum += math.Exp(l - top)
		}
	}
	return top + math.Log(sum)
}

// Posterior is the posterior over the chances of the grid.
func (c *Prior) Posterior(t Tally) [GridSize]float64 {
	w, top := c.logLikelihoods(t)
	sum := 0.0
	for g := range w {
		w[g] = math.Exp(w[g] - top)
		sum += w[g]
	}
	for g := range w {
		w[g] /= sum
	}
	return w
}

// Either is the posterior over the chances of the grid where the evidence is a, with
// the prior odds exp(odds), or else b.
func (c *Prior) Either(a Tally, odds float64, b Tally) [GridSize]float64 {
	pa, pb := c.Posterior(a), c.Posterior(b)
	w := 1 / (1 + math.Exp(c.logMixture(b)-c.logMixture(a)-odds))
	for g := range pa {
		pa[g] = w*pa[g] + (1-w)*pb[g]
	}
	return pa
}

// MissLikelihood is the probability that a sufficient start misses n times in
// a row, given the evidence on the chance and that the chance is below 1: a lucky
// streak of hits must not make a single miss conclusive. It guides the search and
// is part of no certificate.
func (c *Prior) MissLikelihood(t Tally, n int) float64 {
	w := c.Posterior(t)
	sum, norm := 0.0, 0.0
	for g := range GridSize - 1 {
		sum += w[g] * GridMissed(g, n)
		norm += w[g]
	}
	if norm == 0 {
		return GridMissed(GridSize-2, n)
	}
	return sum / norm
}

// GridChance is the g-th chance of the grid on which posteriors are computed.
func GridChance(g int) float64 { return grid.p[g] }

// GridMissed is the probability of n misses in a row at GridChance(g).
func GridMissed(g, n int) float64 {
	if n < fewMisses {
		return grid.missed[n][g]
	}
	return math.Pow(1-grid.p[g], float64(n))
}

// GridEntropy is the entropy of an answer that is a hit with GridChance(g), in
// bits.
func GridEntropy(g int) float64 { return grid.entropy[g] }

// Entropy is that of a coin with this chance, in bits.
func Entropy(p float64) float64 {
	if p <= 0 || p >= 1 {
		return 0
	}
	return -p*math.Log2(p) - (1-p)*math.Log2(1-p)
}

// factorials are the logarithms of small factorials: weighing needs little else, and
// often.
var factorials = newFactorials()

func newFactorials() (t [1 << 16]float64) {
	for i := 1; i < len(t); i++ {
		t[i] = t[i-1] + math.Log(float64(i))
	}
	return t
}

// logFactorial is log n!.
func logFactorial(n int) float64 {
	if n < len(factorials) {
		return factorials[n]
	}
	l, _ := math.Lgamma(float64(n) + 1)
	return l
}

// logMissed is the log of the probability that of the hits, spread by luck over
// the trials and as many more, none falls on the more: of [Fisher] without a hit there.
func logMissed(hits, trials, more int) float64 {
	return logFactorial(trials) - logFactorial(trials-hits) - logFactorial(trials+more) + logFactorial(trials+more-hits)
}

// logMaximum is the maximum over p of log p^hits (1-p)^misses.
func logMaximum(hits, misses int) float64 {
	xlogx := func(n int) float64 { return float64(n) * math.Log(float64(max(1, n))) }
	return xlogx(hits) + xlogx(misses) - xlogx(hits+misses)
}

// spent is the part of a threshold against which either bound of OneSided is held.
const spent = .7

var logSpent = math.Log(spent)

// Weigh implements [Judge].
func (o OneSided) Weigh(c Tally, misses int, threshold float64) (bound float64, more int) {
	return o.given(c)(misses, threshold)
}

// Given is the judge's Weigh with the evidence on the chance fixed, at less cost for
// many starts than one by one.
func Given(j Judge, c Tally) func(misses int, threshold float64) (bound float64, more int) {
	switch j := j.(type) {
	case OneSided:
		return j.given(c)
	case Anytime:
		return j.given(c)
	}
	return func(misses int, threshold float64) (float64, int) { return j.Weigh(c, misses, threshold) }
}

// given is Weigh with the evidence on the chance fixed.
func (OneSided) given(c Tally) func(misses int, threshold float64) (bound float64, more int) {
	if c.Hits < 2 && c.Misses == 0 || c.Hits == 0 {
		// As rare an effect as one likes explains everything.
		return func(int, float64) (float64, int) { return 1, math.MaxInt32 }
	}
	value := func(m int) float64 {
		if c.Misses == 0 {
			return logMaximum(c.Hits-1, m) - logSpent
		}
		return logMissed(c.Hits, c.Hits+c.Misses, m) - logSpent
	}
	return falling(value)
}

// falling is a Weigh by the log of a bound that falls with the number of misses.
func falling(value func(int) float64) func(misses int, threshold float64) (bound float64, more int) {
	return func(misses int, threshold float64) (bound float64, more int) {
		now, goal := value(misses), math.Log(threshold)
		bound = math.Exp(min(0, now))
		if now <= goal {
			return bound, 0
		}
		// The value falls with m: double, then halve.
		lo, hi := 0, 1
		for value(misses+hi) > goal {
			lo, hi = hi, 2*hi
			if hi > 1<<30 {
				return bound, math.MaxInt32
			}
		}
		for hi-lo > 1 {
			if mid := (lo + hi) / 2; value(misses+mid) > goal {
				lo = mid
			} else {
				hi = mid
			}
		}
		return bound, hi
	}
}

// Floor is the judge for effects whose ways may each have a chance of their own,
// of which only a lower limit is known: (1-floor)^misses, whatever was seen
// elsewhere. It needs several times the trials of [OneSided].
type Floor struct {
	// Least is the least chance that any way has, in (0, 1]; an assumption.
	Least float64
}

var _, _ Judge = OneSided{}, Floor{}

// Weigh implements [Judge].
func (f Floor) Weigh(_ Tally, misses int, threshold float64) (bound float64, more int) {
	return math.Pow(1-f.Least, float64(misses)), max(0, MissesToExclude(f.Least, threshold)-misses)
}

// MissesToExclude is how many misses in a row make an effect with at least the
// chance floor less probable than the error: ceil(ln error / ln(1-floor)). It is
// for claims of which no hit was ever seen ("the action does nothing more"), where
// the floor is an assumption that must be stated.
func MissesToExclude(floor, err float64) int {
	if floor >= 1 {
		return 1
	}
	n := math.Ceil(math.Log(err) / math.Log1p(-floor))
	if !(n < math.MaxInt32) { // also where floor is 0
		return math.MaxInt32
	}
	return max(1, int(n))
}
