package bench

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// Lower bounds on the number of trials, for one effect whose precondition is one
// way of k among n factors (discovery.md, section 4).

// capacity is the information that one trial can carry, in bits, when a sufficient
// start gives the effect with chance p and any other never does: the capacity of
// the Z-channel, log2(1 + p (1-p)^((1-p)/p)). It is 1 at p = 1.
func capacity(p float64) float64 {
	if p >= 1 {
		return 1
	}
	return math.Log2(1 + p*math.Pow(1-p, (1-p)/p))
}

// InformationBound is the least expected number of trials that tell one of the
// given number of hypotheses (as its logarithm to base 2) from the others with
// error delta, by Fano's inequality and the capacity of the channel. Feedback
// doesn't help a memoryless channel.
func InformationBound(log2Hypotheses, p, delta float64) float64 {
	h := -delta*math.Log2(delta) - (1-delta)*math.Log2(1-delta)
	return max(0, ((1-delta)*log2Hypotheses-h)/capacity(p))
}

// Log2Choose is log2 of n over k.
func Log2Choose(n, k int) float64 {
	return combin.LogGeneralizedBinomial(float64(n), float64(k)) / math.Ln2
}

// CertificateBound is the least expected number of trials that certify ways whose
// number is given, with so many minimal transversals, when the chance p is not
// known beforehand: by change of measure, every co-point's misses together with
// what is known of the chance must exclude every other chance q with which it
// might have been missed (interventions.md, section 1, B3). It is minimised over
// the number s of trials at sufficient starts.
func CertificateBound(ways, transversals int, p, delta float64) float64 {
	need := (1 - 2*delta) * math.Log((1-delta)/delta)
	least := (1 - 2*delta) * float64(ways) / p
	best := math.Inf(1)
	for s := least; s < least+200; s += .25 {
		r := 0.0 // misses per co-point
		for q := .005; q < 1; q += .005 {
			short := need - s*divergence(p, q)
			if short > 0 {
				r = max(r, short/-math.Log1p(-q))
			}
		}
		best = min(best, s+float64(transversals)*r)
	}
	return best
}

// divergence is the Kullback-Leibler divergence of two coins, in nats.
func divergence(p, q float64) float64 {
	d := 0.0
	if p > 0 {
		d += p * math.Log(p/q)
	}
	if p < 1 {
		d += (1 - p) * math.Log((1-p)/(1-q))
	}
	return d
}
