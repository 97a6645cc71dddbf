package graphstore

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/adam-discovery/adam/discovery/chance"
)

// NewInterval is the Clopper-Pearson interval at 95%: the chances under which the tally isn't
// in either tail of 2.5%.
func NewInterval(t chance.Tally) Interval {
	n := t.Hits + t.Misses
	if n == 0 {
		return Interval{High: 1}
	}
	out := Interval{High: 1, Estimate: round6(float64(t.Hits) / float64(n)), Successes: t.Hits, Trials: n}
	if t.Hits > 0 {
		out.Low = round6(distuv.Beta{Alpha: float64(t.Hits), Beta: float64(t.Misses + 1)}.Quantile(.025))
	}
	if t.Misses > 0 {
		out.High = round6(distuv.Beta{Alpha: float64(t.Hits + 1), Beta: float64(t.Misses)}.Quantile(.975))
	}
	return out
}

// round6 keeps six digits behind the point: enough for any report, and the same on every
// machine.
func round6(v float64) float64 { return math.Round(v*1e6) / 1e6 }
