package mcu

import (
	"math"

	"github.com/adam-discovery/adam/scenarios/mcu/rank"
)

// Preference is one person's vote on two episodes of one scene, in one dimension: Result is 1 if A was better, -1 if B was, and
// 0 if neither. Ballot is that of all its dimensions.
type Preference struct {
	A, B      Row
	Ballot    int64
	Dimension Dimension
	Result    int
}

// Graded is one person's grade of an episode in one dimension, from 0 as [Grades]. Ballot is that of all its dimensions.
type Graded struct {
	Row       Row
	Ballot    int64
	Dimension Dimension
	Grade     int
}

// Person is the rater of [ScoreRow] where people graded.
const Person = "person"

// Hear adds what people said to the report: their grades as rows, of 100, and how far they agree with the exact rater in the
// dimensions that this measures. It does nothing where nobody said anything.
func (r *Report) Hear(votes []Preference, graded []Graded) {
	if len(votes)+len(graded) == 0 {
		return
	}
	said := newTally()
	pairs := map[int64]bool{}
	for _, v := range votes {
		pairs[v.Ballot] = true
		theirs, measured := v.B.Scores[v.Dimension]
		if ours, ok := v.A.Scores[v.Dimension]; ok && measured {
			said.enter(v.Dimension, v.A.Family, v.Result, better(ours, theirs))
		}
	}
	out := Agreeing{F1: said.f1(), Pairs: len(pairs)}
	sums := map[int64]float64{}
	exact := map[int64]float64{}
	var ballots []int64
	for _, g := range graded {
		score := 100 * float64(g.Grade) / float64(len(Grades)-1)
		r.Rows = append(r.Rows, ScoreRow{g.Row.Agent, g.Row.Task, g.Row.Difficulty, g.Row.Episode, g.Dimension, score, Person})
		if _, known := exact[g.Ballot]; !known {
			ballots = append(ballots, g.Ballot)
		}
		exact[g.Ballot] = g.Row.Scores.Mean()
		if _, measured := g.Row.Scores[g.Dimension]; measured {
			sums[g.Ballot] += float64(g.Grade)
		}
	}
	var x, y []float64
	for _, b := range ballots {
		x, y = append(x, sums[b]), append(y, exact[b])
	}
	out.rank(x, y)
	r.Agreement[Person] = out
}

// tally is what a rater said of pairs beside what the exact rater says, by dimension and by family.
type tally struct{ said, so map[string][]int }

func newTally() tally { return tally{map[string][]int{}, map[string][]int{}} }

func (t tally) enter(d Dimension, f Family, said, so int) {
	for _, key := range []string{string(d), "family " + string(f), "all"} {
		t.said[key], t.so[key] = append(t.said[key], said), append(t.so[key], so)
	}
}

// f1 are the macro-averaged F1 scores, from 0 to 1.
func (t tally) f1() map[string]float64 {
	out := map[string]float64{}
	for key := range t.said {
		out[key] = rank.MacroF1(t.said[key], t.so[key])
	}
	return out
}

// better is 1 if the first score is better, -1 if the second is, and 0 if they are alike.
func better(ours, theirs float64) int {
	if d := ours - theirs; math.Abs(d) >= sameScore {
		return int(math.Copysign(1, d))
	}
	return 0
}

// rank sets what single ratings say, beside those of the exact rater.
func (a *Agreeing) rank(x, y []float64) {
	if a.Singles = len(x); a.Singles > 1 {
		if tau, p := rank.KendallTau(x, y); !math.IsNaN(tau) && !math.IsNaN(p) {
			a.Tau, a.P = &tau, &p
		}
	}
}
