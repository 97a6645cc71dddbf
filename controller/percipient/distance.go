package percipient

import (
	"cmp"
	"math"
)

// distanceBins are up to which distance, in cells, things are taken together.
var distanceBins = [...]int{1, 3, 6, math.MaxInt}

// distanceReport counts how far off things are said to be that are there and were seen.
type distanceReport struct {
	within   aspectReport // at most one cell wrong
	bins     [len(distanceBins)]distanceBin
	cantTell int
	sides    Count
}

type distanceBin struct {
	n, right   int
	wrong, sum float64 // of cells, without and with the sign
}

// enter compares an answer with what is so; both hold.
func (d *distanceReport) enter(got, want Answer) {
	if got.Side != "" && want.Side != "" {
		if d.sides.N++; got.Side == want.Side {
			d.sides.Right++
		}
	}
	if got.Far == 0 {
		d.cantTell++
		return
	}
	off := got.Far - want.Far
	right := math.Abs(off) <= 1
	d.within.enter(true, right, 1)
	for i, to := range distanceBins {
		if want.Far <= float64(to) {
			b := &d.bins[i]
			b.n, b.wrong, b.sum = b.n+1, b.wrong+math.Abs(off), b.sum+off
			if right {
				b.right++
			}
			return
		}
	}
}

// Distances is how far off things of an aspect are said to be, of those that are there and were seen.
type Distances struct {
	N int `json:"n"`
	// CantTell is how many beside these were seen, and not said to be any distance off.
	CantTell int `json:"cant_tell"`
	// WithinOne is the part that is at most one cell wrong, with an interval as that of [Accuracy].
	WithinOne float64 `json:"within_one"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
	// Error is by how many cells they are wrong on average, and Bias by how many they are too far.
	Error float64 `json:"error"`
	Bias  float64 `json:"bias"`
	// By is the same by how far off they are.
	By []DistancesOf `json:"by"`
	// Sides is how often they were said to be left, right or in the middle, and how often rightly.
	Sides Count `json:"sides"`
}

// DistancesOf are those of things that are from From to To cells off; To is 0 in the last, which has no bound.
type DistancesOf struct {
	From      int     `json:"from"`
	To        int     `json:"to,omitempty"`
	N         int     `json:"n"`
	WithinOne float64 `json:"within_one"`
	Error     float64 `json:"error"`
	Bias      float64 `json:"bias"`
}

// Distances is what was found of an aspect; false: nothing of it is anywhere, as the time.
func (r *Report) Distances(a Aspect) (Distances, bool) {
	if !a.several() {
		return Distances{}, false
	}
	d := &r.distances[a]
	right := d.within.accuracy(uint64(a))
	out := Distances{N: right.N, CantTell: d.cantTell, WithinOne: right.Accuracy, Low: right.Low, High: right.High, By: []DistancesOf{}, Sides: d.sides}
	from := 1
	for i, b := range d.bins {
		of := DistancesOf{From: from, To: distanceBins[i], N: b.n}
		if from = of.To + 1; i == len(d.bins)-1 {
			of.To = 0
		}
		if b.n == 0 {
			continue
		}
		n := float64(b.n)
		of.WithinOne, of.Error, of.Bias = float64(b.right)/n, b.wrong/n, b.sum/n
		out.By = append(out.By, of)
		out.Error, out.Bias = out.Error+b.wrong, out.Bias+b.sum
	}
	n := cmp.Or(float64(out.N), 1)
	out.Error, out.Bias = out.Error/n, out.Bias/n
	return out, true
}
