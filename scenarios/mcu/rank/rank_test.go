package rank_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/scenarios/mcu/rank"
)

// games are matches of players whose strength grows with their number.
func games(n, players int) (out []rank.Match) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range n {
		m := rank.Match{A: rng.IntN(players), B: rng.IntN(players)}
		if m.A == m.B {
			continue
		}
		p, x := 1/(1+math.Exp(float64(m.B-m.A))), rng.Float64()
		switch {
		case x < .2:
		case x < .2+.8*p:
			m.Result = 1
		default:
			m.Result = -1
		}
		out = append(out, m)
	}
	return out
}

// python runs a program with the data as JSON on its input, and reads its JSON; it skips without the modules.
func python(t *testing.T, modules, program string, data, out any) {
	t.Helper()
	if err := exec.Command("python3", "-c", "import "+modules).Run(); err != nil {
		t.Skipf("python3 has no %s", modules)
	}
	in, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("python3", "-c", "import json, sys, "+modules+"\nd = json.load(sys.stdin)\n"+program)
	cmd.Stdin = strings.NewReader(string(in))
	text, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}

func TestTrueSkillAsTheirs(t *testing.T) {
	const players = 6
	matches := games(200, players)
	var theirs [][2]float64
	python(t, "trueskill", `
e = trueskill.TrueSkill()
r = [e.create_rating() for _ in range(6)]
for m in d:
    a, b, x = m["A"], m["B"], m["Result"]
    if x < 0: b, a = a, b
    r[a], r[b] = trueskill.rate_1vs1(r[a], r[b], drawn=x == 0, env=e)
print(json.dumps([[x.mu, x.sigma] for x in r]))`, matches, &theirs)
	for i, s := range rank.TrueSkill(players, matches) {
		if math.Abs(s.Mu-theirs[i][0]) > 1e-4 || math.Abs(s.Sigma-theirs[i][1]) > 1e-4 {
			t.Errorf("player %d: %v, theirs %v", i, s, theirs[i])
		}
	}
}

// A Bradley-Terry model fitted online (Weng and Lin, 2011) by openskill puts the players in the order of ours.
func TestBradleyTerryAsTheirs(t *testing.T) {
	const players = 5
	matches := games(600, players)
	var theirs []float64
	python(t, "openskill.models", `
m = openskill.models.BradleyTerryFull()
r = [m.rating() for _ in range(5)]
for g in d:
    a, b, x = g["A"], g["B"], g["Result"]
    [[r[a]], [r[b]]] = m.rate([[r[a]], [r[b]]], ranks=[1, 1] if x == 0 else [1, 2] if x > 0 else [2, 1])
print(json.dumps([x.mu for x in r]))`, matches, &theirs)
	ours, _ := rank.BradleyTerry(players, matches)
	for i := 1; i < players; i++ {
		if ours[i].Value <= ours[i-1].Value || theirs[i] <= theirs[i-1] {
			t.Errorf("%v, theirs %v", ours, theirs)
		}
	}
}

func TestKendallAsTheirs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var d [2][]float64
	for i := range 60 {
		d[0] = append(d[0], float64(rng.IntN(5)))
		d[1] = append(d[1], float64((int(d[0][i])+rng.IntN(3))/2))
	}
	var theirs [2]float64
	python(t, "scipy.stats", `
k = scipy.stats.kendalltau(d[0], d[1], method="asymptotic")
print(json.dumps([float(k.statistic), float(k.pvalue)]))`, d, &theirs)
	tau, p := rank.KendallTau(d[0], d[1])
	if math.Abs(tau-theirs[0]) > 1e-9 || math.Abs(p/theirs[1]-1) > 1e-6 {
		t.Errorf("%v, %v; theirs %v", tau, p, theirs)
	}
}

// The maximum of the likelihood is where scipy finds it, and the intervals hold the true strengths about as often as they
// say.
func TestBradleyTerryFit(t *testing.T) {
	const players = 4
	matches := games(300, players)
	ours, _ := rank.BradleyTerry(players, matches)
	var theirs []float64
	python(t, "scipy.optimize", `
import math
def nll(x):
    x = [0] + list(x); s = 0
    for g in d:
        p = 1 / (1 + math.exp(x[g["B"]] - x[g["A"]])); w = (1 + g["Result"]) / 2
        s -= w * math.log(p) + (1 - w) * math.log(1 - p)
    for i in range(4):
        for j in range(i):
            p = 1 / (1 + math.exp(x[j] - x[i])); s -= .25 * math.log(p) + .25 * math.log(1 - p)
    return s
r = scipy.optimize.minimize(nll, [0, 0, 0], tol=1e-10).x
x = [0] + list(r); m = sum(x) / 4
print(json.dumps([1500 + 400 / math.log(10) * (v - m) for v in x]))`, matches, &theirs)
	for i := range ours {
		if math.Abs(ours[i].Value-theirs[i]) > .05 || ours[i].Low >= ours[i].Value || ours[i].High <= ours[i].Value {
			t.Errorf("player %d: %v, theirs %v", i, ours[i], theirs[i])
		}
	}
}

func TestRank(t *testing.T) {
	// Who won everything has a finite strength, clearly above.
	var sweep []rank.Match
	for range 30 {
		sweep = append(sweep, rank.Match{A: 0, B: 1, Result: 1}, rank.Match{A: 1, B: 2})
	}
	s, z := rank.BradleyTerry(3, sweep)
	if math.IsInf(s[0].Value, 0) || z(0, 1) < 2 || math.Abs(z(1, 2)) > 2 {
		t.Errorf("%v %v %v", s, z(0, 1), z(1, 2))
	}
	e := rank.Elo(2, []rank.Match{{A: 0, B: 1, Result: 1}})
	if e[0] != 1508 || e[1] != 1492 {
		t.Errorf("%v", e)
	}
	if f := rank.F1([]int{1, 1, 0, -1}, []int{1, 0, 0, -1}, 1); math.Abs(f-2./3) > 1e-12 {
		t.Errorf("F1 is %v", f)
	}
	if f := rank.MacroF1([]int{1, 0}, []int{1, 0}); f != 1 {
		t.Errorf("all right, and F1 is %v", f)
	}
}
