package chance

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// Fisher is the one-sided p-value of Fisher's exact test: the probability of at
// least this many hits with the item, all margins given, if it made no difference.
func Fisher(with, without Tally) float64 {
	n1, n2 := with.Hits+with.Misses, without.Hits+without.Misses
	hits := with.Hits + without.Hits
	if n1 == 0 || n2 == 0 || hits == 0 {
		return 1
	}
	all := combin.LogGeneralizedBinomial(float64(n1+n2), float64(hits))
	p := 0.0
	for h := with.Hits; h <= min(hits, n1); h++ {
		if hits-h > n2 {
			continue
		}
		p += math.Exp(combin.LogGeneralizedBinomial(float64(n1), float64(h)) +
			combin.LogGeneralizedBinomial(float64(n2), float64(hits-h)) - all)
	}
	return min(p, 1)
}
