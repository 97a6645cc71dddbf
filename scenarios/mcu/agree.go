package mcu

import "context"

// Pair are two recordings of the same scene.
type Pair struct{ A, B *Trace }

// Agree has the judge compare pairs, and grade recordings, and says how far it agrees with the exact rater in the dimensions
// that this measures (MCU, tables 2 and 3 and figure 4).
func (j *Judge) Agree(ctx context.Context, pairs []Pair, singles []*Trace, family func(task string) Family) (Agreeing, error) {
	var out Agreeing
	said := newTally()
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
			said.enter(d, family(p.A.Task), got[d], better(ours[d], theirs[d])) // who doesn't say is taken to say neither
		}
	}
	out.F1 = said.f1()
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
	out.rank(x, y)
	return out, nil
}
