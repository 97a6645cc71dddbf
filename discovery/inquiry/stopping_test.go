package inquiry

import (
	"math"
	"testing"

	"github.com/adam-discovery/adam/discovery/chance"
	"gonum.org/v1/gonum/stat/combin"
)

// TestOneSidedKeepsItsThreshold computes how often a start that suffices is taken
// for one that doesn't, for any chance, if the test of it is begun when no more trials at
// proven ways would pay; and if it is begun when that is worst. (It can't be worse to go
// on with those while it lasts: they may be done before just as well, as misses at the
// start say nothing new to whoever knows that it suffices.)
func TestOneSidedKeepsItsThreshold(t *testing.T) {
	for _, threshold := range []float64{.01, .0064, .002, .00016, 1e-5, 1e-7} {
		// As the inquiry goes on: where the search left so many trials, until no more would
		// make the tests, of which there are so many, cheaper.
		const most = 80
		misses := missesNeeded(most, threshold)
		for _, n := range []int{1, 2, 3, 5, 10, 50} {
			enough := sharpEnough(n, threshold, misses)
			for _, left := range []int{3, 6, 12} {
				stop := func(c chance.Tally) bool { return c.Hits+c.Misses >= left && enough[c] }
				if got := worstChance(.05, func(p float64) float64 { return wrongAt(p, most, missed(p, misses), stop) }); got > threshold {
					t.Errorf("threshold %v, %d tests, %d trials at first: wrong with probability %v", threshold, n, left, got)
				}
			}
		}
		// As it suits whoever wants it to be wrong.
		for _, c := range []struct {
			most   int
			factor float64
		}{{20, 1.1}, {40, 1.4}, {300, 2.3}} {
			misses := missesNeeded(c.most, threshold)
			got := worstChance(.02, func(p float64) float64 { return wrongAt(p, c.most, missed(p, misses), nil) })
			if got > c.factor*threshold {
				t.Errorf("threshold %v, at most %d trials: wrong with probability %v", threshold, c.most, got)
			}
		}
	}
}

// TestBatchKeepsItsShare computes how often a batch in which some of the starts
// suffice is claimed but for those of them that were refuted: one or more of them missed
// as often as is needed where so many of the batch are gone.
func TestBatchKeepsItsShare(t *testing.T) {
	const most = 80
	for _, share := range []float64{.01, .0005, 1e-5} {
		for _, suffice := range []int{1, 2, 3, 6, 15} {
			var needed [][][]int // by how many of the batch are gone
			for gone := range suffice {
				needed = append(needed, missesNeeded(most, batch{suffice, share}.threshold(suffice-gone, false)))
			}
			for _, size := range []int{suffice, suffice + 3, 50} {
				enough := sharpEnough(size, batch{suffice, share}.threshold(1, false), needed[suffice-1])
				for _, left := range []int{3, 6, 12} {
					stop := func(c chance.Tally) bool { return c.Hits+c.Misses >= left && enough[c] }
					got := worstChance(.05, func(p float64) float64 {
						return wrongAt(p, most, func(c chance.Tally) (sum float64) {
							for missed := 1; missed <= suffice; missed++ {
								m := needed[suffice-missed][c.Hits][c.Misses]
								sum += combin.GeneralizedBinomial(float64(suffice), float64(missed)) * math.Pow(1-p, float64(missed*m))
							}
							return min(1, sum)
						}, stop)
					})
					if got > share {
						t.Errorf("share %v, %d of %d suffice, %d trials at first: wrong with probability %v", share, suffice, size, left, got)
					}
				}
			}
		}
	}
}

// wrongAt is the mean at this chance of what wrong says, if so many trials at proven ways
// are run at most, and stop says after which of them the tests are begun; or, if it is
// nil, whenever that is worse than to go on.
func wrongAt(p float64, most int, wrong func(chance.Tally) float64, stop func(chance.Tally) bool) float64 {
	var next []float64
	for n := most; n >= 0; n-- {
		now := make([]float64, n+1)
		for hits := range now {
			c := chance.Tally{Hits: hits, Misses: n - hits}
			switch {
			case n == most || stop != nil && stop(c):
				now[hits] = wrong(c)
			case stop == nil:
				now[hits] = max(wrong(c), p*next[hits+1]+(1-p)*next[hits])
			default:
				now[hits] = p*next[hits+1] + (1-p)*next[hits]
			}
		}
		next = now
	}
	return next[0]
}

// missesNeeded is how many misses in a row are needed after so many hits and misses.
func missesNeeded(most int, threshold float64) [][]int {
	out := make([][]int, most+1)
	for hits := range out {
		for missed := range most + 1 - hits {
			_, m := chance.OneSided{}.Weigh(chance.Tally{Hits: hits, Misses: missed}, 0, threshold)
			out[hits] = append(out[hits], m)
		}
	}
	return out
}

// missed is the probability that a start that suffices misses as often as is needed.
func missed(p float64, needed [][]int) func(chance.Tally) float64 {
	return func(c chance.Tally) float64 { return math.Pow(1-p, float64(needed[c.Hits][c.Misses])) }
}

// sharpEnough tells after which trials at proven ways no more of them would make so many
// tests cheaper.
func sharpEnough(tested int, threshold float64, needed [][]int) map[chance.Tally]bool {
	q := &certificate{evidence: &evidence{Subject: Subject{Judge: chance.OneSided{}}}, tests: &tests{points: make([]test, tested)}}
	enough := map[chance.Tally]bool{}
	for hits := 1; hits < len(needed); hits++ {
		for missed, m := range needed[hits] {
			c := chance.Tally{Hits: hits, Misses: missed}
			q.tests.chance = c
			for i := range q.tests.points {
				q.tests.points[i].threshold, q.tests.points[i].missing = threshold, m
			}
			enough[c] = q.sharpen(tested*m) == 0
		}
	}
	return enough
}

// worstChance is the largest value for a chance on the grid.
func worstChance(step float64, value func(p float64) float64) (most float64) {
	for p := step; p < 1; p += step {
		most = max(most, value(p))
	}
	return most
}
