package bench

import (
	"math"

	"github.com/adam-discovery/adam/discovery/chance"
	"gonum.org/v1/gonum/stat/combin"
)

// Lower bounds on the expected number of trials that any method needs to learn one
// effect, if for every monotone precondition and every chance it is right with
// probability 1 - delta. docs/cost.md has the proofs.

// capacity is the information that one trial can carry, in bits, when a sufficient
// start gives the effect with chance p and any other never does: the capacity of
// the Z-channel, log2(1 + p (1-p)^((1-p)/p)). It is 1 at p = 1.
func capacity(p float64) float64 {
	if p >= 1 {
		return 1
	}
	return math.Log2(1 + p*math.Pow(1-p, (1-p)/p))
}

// information is how many bits tell one of 2^log2Hypotheses hypotheses from the others
// with error delta, by Fano's inequality.
func information(log2Hypotheses, delta float64) float64 {
	return max(0, (1-delta)*log2Hypotheses-chance.Entropy(delta))
}

// InformationBound is the least expected number of trials that tell one of the
// given number of hypotheses (as its logarithm to base 2) from the others with
// error delta, by Fano's inequality and the capacity of the channel. Feedback
// doesn't help a memoryless channel.
func InformationBound(log2Hypotheses, p, delta float64) float64 {
	return information(log2Hypotheses, delta) / capacity(p)
}

// Log2Choose is log2 of n over k.
func Log2Choose(n, k int) float64 {
	return combin.LogGeneralizedBinomial(float64(n), float64(k)) / math.Ln2
}

// refutation is what it takes to exclude, for each other chance q of the effect, that
// it comes in spite of a transversal: every trial where it does come with chance p
// says something about q, every miss at the complement something of both.
type refutation struct {
	need       float64   // nats
	divergence []float64 // by q: of a trial where the effect comes
	surprise   []float64 // by q: of a miss
}

// newRefutation is for an error delta below 1/2; above, nothing is needed.
func newRefutation(p, delta float64) (r refutation) {
	r.need = (1 - 2*delta) * math.Log((1-delta)/delta)
	for q := .005; q < 1; q += .005 {
		r.divergence = append(r.divergence, divergence(p, q))
		r.surprise = append(r.surprise, -math.Log1p(-q))
	}
	return r
}

// misses is how many misses at a complement are needed beside s trials where the effect
// can come.
func (r refutation) misses(s float64) (most float64) {
	for i, d := range r.divergence {
		most = max(most, (r.need-s*d)/r.surprise[i])
	}
	return most
}

// least minimises the cost, which must be convex, over the number of trials where the
// effect can come, at least one of each way.
func least(ways int, p, delta float64, cost func(s float64) float64) float64 {
	lo := (1 - 2*delta) * float64(ways) / p
	width := 1.
	for cost(lo+2*width) < cost(lo+width) {
		width *= 2
	}
	for hi := lo + 2*width; hi-lo > 1e-6; {
		a, b := lo+(hi-lo)/3, hi-(hi-lo)/3
		if cost(a) < cost(b) {
			hi = b
		} else {
			lo = a
		}
	}
	return cost(lo)
}

// CertificateBound is the least expected number of trials that certify ways whose
// number is given, with so many minimal transversals, when the chance p is not
// known beforehand: by change of measure, every complement's misses together with
// what is known of the chance must exclude every other chance q with which it
// might have been missed (docs/theory.md, "Lower bounds"). It is minimised over
// the number s of trials at sufficient starts.
func CertificateBound(ways, transversals int, p, delta float64) float64 {
	r := newRefutation(p, delta)
	return least(ways, p, delta, func(s float64) float64 { return s + float64(transversals)*r.misses(s) })
}

// JointBound is the least expected number of trials where both must be had, the
// information and the certificate. Of the transversals, so many are single items that
// every way needs; others are larger.
func JointBound(log2Hypotheses float64, ways, singles, others int, p, delta float64) float64 {
	r, prices := newRefutation(p, delta), newPrices(p)
	bits := information(log2Hypotheses, delta)
	bound := func(told, further int, price func(price) float64) float64 {
		return least(ways, p, delta, func(s float64) float64 {
			rest := float64(further) * r.misses(s)
			for _, c := range prices {
				rest = max(rest, (bits-c.once*float64(told)-c.hit*s)/price(c))
			}
			return s + float64(told)*r.misses(s) + rest
		})
	}
	// The complement of several items is either one of the trials that tell each time
	// anew, or tells once, and so may others of its kind.
	return max(
		bound(singles, others, func(c price) float64 { return c.miss }),
		bound(singles+others, 0, func(c price) float64 { return max(c.miss, c.once) }))
}

// price is what trials can tell at most, in bits: one from where the effect can come,
// one from elsewhere, and all together from one start where it can't.
type price struct{ hit, miss, once float64 }

// newPrices are tangents of the information of a trial, which is a concave function of
// the probability that the effect can come: so many bits beyond, and so many short of it.
func newPrices(p float64) (out []price) {
	for x := .01; x < 1; x += .01 {
		at := chance.Entropy(x*p) - x*chance.Entropy(p)
		slope := p*math.Log2((1-x*p)/(x*p)) - chance.Entropy(p)
		c := price{hit: at + (1-x)*slope, miss: at - x*slope}
		if c.hit > 0 && c.miss > 0 {
			c.once = -math.Log2(1 - math.Pow(2, -c.hit))
			out = append(out, c)
		}
	}
	return out
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
