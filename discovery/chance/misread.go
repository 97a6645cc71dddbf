package chance

import "gonum.org/v1/gonum/mathext"

// Misread bounds the probability that all hits are misreadings, where what is seen is wrong with a probability of at most
// rate in each trial: that of so many among all trials, as trials are misread one by one. The rate is from 0 to 1; without a
// hit the bound is 1.
func Misread(t Tally, rate float64) float64 {
	switch {
	case t.Hits == 0 || rate >= 1:
		return 1
	case rate <= 0:
		return 0
	}
	return mathext.RegIncBeta(float64(t.Hits), float64(t.Misses)+1, rate)
}
