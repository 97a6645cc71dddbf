package rank

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Match is a comparison of two players, by number from 0.
type Match struct {
	A, B int
	// Result is 1 if A was better, -1 if B was, and 0 if neither.
	Result int
}

// Elo's constants, as in chess (Elo, "The rating of chessplayers", 1978): where everybody begins, what a win weighs, and by
// how many points ten to one is won.
const (
	EloStart = 1500
	EloK     = 16
	EloScale = 400
)

// Elo rates the players by the matches in their order.
func Elo(players int, matches []Match) []float64 {
	r := make([]float64, players)
	for i := range r {
		r[i] = EloStart
	}
	for _, m := range matches {
		expected := 1 / (1 + math.Pow(10, (r[m.B]-r[m.A])/EloScale))
		d := EloK * ((float64(m.Result)+1)/2 - expected)
		r[m.A] += d
		r[m.B] -= d
	}
	return r
}

// Skill is a belief about a player: a normal distribution.
type Skill struct{ Mu, Sigma float64 }

// TrueSkill's constants (Herbrich, Minka and Graepel, "TrueSkill: a Bayesian skill rating system", 2006), and those of the
// package trueskill of PyPI.
const (
	skillMu    = 25.
	skillSigma = skillMu / 3
	skillBeta  = skillSigma / 2
	skillTau   = skillSigma / 100
	// drawChance is how often equal players draw.
	drawChance = .1
)

var normal = distuv.UnitNormal

// TrueSkill rates the players by the matches in their order, each of two players.
func TrueSkill(players int, matches []Match) []Skill {
	r := make([]Skill, players)
	for i := range r {
		r[i] = Skill{skillMu, skillSigma}
	}
	margin := normal.Quantile((drawChance+1)/2) * math.Sqrt2 * skillBeta
	for _, m := range matches {
		win, lose := &r[m.A], &r[m.B]
		if m.Result < 0 {
			win, lose = lose, win
		}
		vw, vl := win.Sigma*win.Sigma+skillTau*skillTau, lose.Sigma*lose.Sigma+skillTau*skillTau
		c := math.Sqrt(2*skillBeta*skillBeta + vw + vl)
		t, e := (win.Mu-lose.Mu)/c, margin/c
		var v, w float64
		if m.Result == 0 {
			v, w = drawn(t, e)
		} else {
			v, w = won(t, e)
		}
		win.Mu += vw / c * v
		lose.Mu -= vl / c * v
		win.Sigma = math.Sqrt(vw * (1 - vw/(c*c)*w))
		lose.Sigma = math.Sqrt(vl * (1 - vl/(c*c)*w))
	}
	return r
}

// won are the corrections of mean and variance for a win (the paper's V and W).
func won(t, e float64) (v, w float64) {
	p := normal.CDF(t - e)
	if p < 1e-300 {
		return e - t, 1
	}
	v = normal.Prob(t-e) / p
	return v, v * (v + t - e)
}

// drawn are those for a draw.
func drawn(t, e float64) (v, w float64) {
	p := normal.CDF(e-t) - normal.CDF(-e-t)
	if p < 1e-300 {
		if t < 0 {
			return -t - e, 1
		}
		return -t + e, 1
	}
	v = (normal.Prob(-e-t) - normal.Prob(e-t)) / p
	w = v*v + ((e-t)*normal.Prob(e-t)-(-e-t)*normal.Prob(-e-t))/p
	return v, w
}

// Strength is a fitted strength on Elo's scale, with its 95% interval.
type Strength struct{ Value, Low, High float64 }

// BradleyTerry fits strengths to the matches (Bradley and Terry, 1952): the chance that A wins is s/(s+t). A draw counts
// half a win for both. Every pair begins with half a drawn match, so that the fit exists where somebody won everything. The
// mean of the strengths is [EloStart]; intervals are from the Fisher information. Z(i, j) is by how many standard errors
// two differ.
func BradleyTerry(players int, matches []Match) (out []Strength, z func(i, j int) float64) {
	wins := make([]float64, players)
	games := make([][]float64, players)
	for i := range games {
		games[i] = make([]float64, players)
	}
	for _, m := range matches {
		if m.A == m.B {
			continue
		}
		games[m.A][m.B]++
		games[m.B][m.A]++
		wins[m.A] += (1 + float64(m.Result)) / 2
		wins[m.B] += (1 - float64(m.Result)) / 2
	}
	for i := range players {
		for j := range players {
			if i != j {
				games[i][j] += .5
				wins[i] += .25
			}
		}
	}
	s := make([]float64, players)
	for i := range s {
		s[i] = 1
	}
	for range 10_000 { // Hunter, "MM algorithms for generalized Bradley-Terry models", 2004
		most, product := 0., 0.
		for i := range s {
			den := 0.
			for j := range s {
				if i != j {
					den += games[i][j] / (s[i] + s[j])
				}
			}
			if den > 0 {
				next := wins[i] / den
				most = max(most, math.Abs(next-s[i])/s[i])
				s[i] = next
			}
			product += math.Log(s[i])
		}
		for i := range s {
			s[i] /= math.Exp(product / float64(players))
		}
		if most < 1e-10 {
			break
		}
	}
	info := mat.NewSymDense(players, nil)
	for i := range s {
		for j := range s {
			if i == j {
				continue
			}
			p := s[i] / (s[i] + s[j])
			f := games[i][j] * p * (1 - p)
			info.SetSym(i, i, info.At(i, i)+f)
			if i < j {
				info.SetSym(i, j, -f)
			}
		}
	}
	// The sum of the logarithms is fixed: the inverse is that of the information beside it.
	for i := range s {
		for j := i; j < players; j++ {
			info.SetSym(i, j, info.At(i, j)+1)
		}
	}
	var cov mat.Dense
	if err := cov.Inverse(info); err != nil { // nobody played
		cov = *mat.NewDense(players, players, nil)
	}
	scale := EloScale / math.Ln10
	free := 1 / float64(players*players) // of what fixes the sum
	for i := range s {
		v, e := EloStart+scale*math.Log(s[i]), 1.96*scale*math.Sqrt(max(0, cov.At(i, i)-free))
		out = append(out, Strength{v, v - e, v + e})
	}
	return out, func(i, j int) float64 {
		e := math.Sqrt(max(0, cov.At(i, i)+cov.At(j, j)-2*cov.At(i, j)))
		if e == 0 {
			return 0
		}
		return math.Log(s[i]/s[j]) / e
	}
}

// F1 is the harmonic mean of precision and recall for the class, of what was said against what is so; 1 where the class is
// neither said nor so.
func F1(said, so []int, class int) float64 {
	both, first, second := 0, 0, 0
	for i := range said {
		if said[i] == class {
			first++
		}
		if so[i] == class {
			second++
		}
		if said[i] == class && so[i] == class {
			both++
		}
	}
	if first+second == 0 {
		return 1
	}
	return 2 * float64(both) / float64(first+second)
}

// MacroF1 is the mean of F1 over the classes that are said or so.
func MacroF1(said, so []int) float64 {
	all := append(slices.Clone(said), so...)
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) == 0 {
		return 1
	}
	sum := 0.
	for _, class := range all {
		sum += F1(said, so, class)
	}
	return sum / float64(len(all))
}

// KendallTau is the rank correlation tau-b (Kendall, 1945), and the p-value of there being none, by the normal
// approximation with its correction for ties. It is NaN where one of them doesn't vary.
func KendallTau(x, y []float64) (tau, p float64) {
	n := len(x)
	var s float64
	for i := range n {
		for j := range i {
			s += float64(cmp.Compare(x[i], x[j]) * cmp.Compare(y[i], y[j]))
		}
	}
	ties := func(v []float64) (n1, n2, n3 float64) {
		v = slices.Clone(v)
		slices.Sort(v)
		for i := 0; i < len(v); {
			k := i
			for k < len(v) && v[k] == v[i] {
				k++
			}
			t := float64(k - i)
			n1 += t * (t - 1) / 2
			n2 += t * (t - 1) * (t - 2)
			n3 += t * (t - 1) * (2*t + 5)
			i = k
		}
		return n1, n2, n3
	}
	x1, x2, x3 := ties(x)
	y1, y2, y3 := ties(y)
	m := float64(n)
	all := m * (m - 1) / 2
	tau = s / math.Sqrt((all-x1)*(all-y1))
	variance := (m*(m-1)*(2*m+5)-x3-y3)/18 + 2*x1*y1/(m*(m-1))
	if n > 2 {
		variance += x2 * y2 / (9 * m * (m - 1) * (m - 2))
	}
	return tau, math.Erfc(math.Abs(s) / math.Sqrt(2*variance))
}
