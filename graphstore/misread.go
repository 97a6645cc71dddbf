package graphstore

import "github.com/adam-discovery/adam/discovery/chance"

// MisreadShare is the share of a certificate's budget that misreadings may use.
const MisreadShare = .1

// MisreadBound bounds the probability that all successes of so many trials were misread, where a level is misread with a
// probability of at most rate: a change is that of two levels (docs/theory.md, "What is perceived").
func MisreadBound(successes, trials int, rate float64) float64 {
	return chance.Misread(chance.Tally{Hits: successes, Misses: trials - successes}, min(1, 2*rate))
}
