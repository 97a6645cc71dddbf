package mcu

import (
	"context"
	"math"

	"github.com/adam-discovery/adam/scenarios/mcu/rank"
)

// Pair are two recordings of the same scene.
type Pair struct{ A, B *Trace }

// Agree has the judge compare pairs, and grade recordings, and says how far it agrees with the exact rater in the dimensions
// that this measures (MCU, tables 2 and 3 and figure 4).
func (j *Judge) Agree(ctx context.Context, pairs []Pair, singles []*Trace, family func(task string) Family) (Agreeing, error) {
	out := Agreeing{F1: map[string]float64{}}
	said, so := map[string][]int{}, map[string][]int{}
	for _, p := range pairs {
		c, err := j.Game.Criteria(ctx, p.A.Scene)
		if err != nil {
			return out, err
		}
		ours, theirs := j.Game.Rate(c, p.A), j.Game.Rate(c, p.B)
		got, err := j.Compare(ctx, p.A, p.B, c)
		if err != nil {
			return out, err
		}
		out.Pairs++
		for _, d := range Exact {
			right := 0
			if x := ours[d] - theirs[d]; math.Abs(x) >= sameScore {
				right = int(math.Copysign(1, x))
			}
			for _, key := range []string{string(d), "family " + string(family(p.A.Task)), "all"} {
				said[key], so[key] = append(said[key], got[d]), append(so[key], right) // who doesn't say is taken to say neither
			}
		}
	}
	for key := range said {
		out.F1[key] = rank.MacroF1(said[key], so[key])
	}
	var x, y []float64
	for _, t := range singles {
		c, err := j.Game.Criteria(ctx, t.Scene)
		if err != nil {
			return out, err
		}
		exact := j.Game.Rate(c, t)
		grades, err := j.Rate(ctx, t, c)
		if err != nil {
			return out, err
		}
		sum := 0.
		for _, d := range Exact {
			if g, ok := grades[d]; ok {
				sum += float64(g)
			}
		}
		if len(grades) > 0 {
			x, y = append(x, sum), append(y, exact.Mean())
		}
	}
	if out.Singles = len(x); out.Singles > 1 {
		if tau, p := rank.KendallTau(x, y); !math.IsNaN(tau) && !math.IsNaN(p) {
			out.Tau, out.P = tau, p
		}
	}
	return out, nil
}
