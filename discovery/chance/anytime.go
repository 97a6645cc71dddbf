package chance

import "math"

// Anytime is the judge for one-sided noise with an unknown chance that errs no more often
// however somebody stops, and whatever is tested because of what was seen.
//
// Let A hits and B misses be the evidence at starts proven to suffice, and m the misses at the
// start in question. If that one sufficed too, all trials would have the same chance p, and
//
//	E = (probability of A and B under a mixture over p) / (largest probability of A, B and m under one p)
//
// would be at most a martingale that begins at 1, as the numerator is the probability of what
// was seen if the start never gives the effect: an e-process by universal inference (Wasserman,
// Ramdas and Balakrishnan, PNAS 117, 2020). By Ville's inequality E ever reaches 1/threshold
// with a probability of at most the threshold, so 1/E is a p-value at any time. The mixture
// is Jeffreys' prior. What counts must have been foreseen: the evidence on the chance is of
// trials made when their start was known to suffice, and the misses are those after the test
// began.
type Anytime struct{}

var _ Judge = Anytime{}

// Weigh implements [Judge].
func (a Anytime) Weigh(c Tally, misses int, threshold float64) (bound float64, more int) {
	return a.given(c)(misses, threshold)
}

// given is Weigh with the evidence on the chance fixed.
func (Anytime) given(c Tally) func(misses int, threshold float64) (bound float64, more int) {
	if c.Hits == 0 {
		// As rare an effect as one likes explains everything.
		return func(int, float64) (float64, int) { return 1, math.MaxInt32 }
	}
	mixture := logBeta(float64(c.Hits)+.5, float64(c.Misses)+.5) - logBeta(.5, .5)
	return falling(func(m int) float64 { return logMaximum(c.Hits, c.Misses+m) - mixture })
}

// logBeta is the log of the beta function.
func logBeta(a, b float64) float64 {
	x, _ := math.Lgamma(a)
	y, _ := math.Lgamma(b)
	z, _ := math.Lgamma(a + b)
	return x + y - z
}
