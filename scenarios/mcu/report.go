package mcu

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/scenarios/mcu/rank"
)

// Row is one episode as it was judged.
type Row struct {
	Agent      string     `json:"agent"`
	Task       string     `json:"task"`
	Family     Family     `json:"family"`
	Composed   bool       `json:"composed,omitempty"`
	Difficulty Difficulty `json:"difficulty"`
	Episode    int        `json:"episode"`
	Done       bool       `json:"done"`
	End        string     `json:"end"`
	Moves      int        `json:"moves"`
	Steps      int        `json:"steps"`
	Scores     Scores     `json:"scores"`
	Rater      string     `json:"rater"`
}

// RowOf judges an episode.
func (g *Game) RowOf(t Task, c Criteria, p *Trace) Row {
	v := g.Check(t.Spec, p)
	return Row{Agent: p.Agent, Task: t.ID, Family: t.Family, Composed: strings.HasPrefix(t.ID, "composed/"), Difficulty: p.Difficulty, Episode: p.Episode, Done: v.Done, End: p.End, Moves: p.Moves, Steps: p.Steps, Scores: g.Rate(c, p), Rater: "exact"}
}

// Rating is how an agent is rated by comparing episodes of the same scenes.
type Rating struct {
	Elo            float64 `json:"elo"`
	TrueSkillMu    float64 `json:"trueskill_mu"`
	TrueSkillSigma float64 `json:"trueskill_sigma"`
	// Strength is that of the Bradley-Terry fit on Elo's scale, Low and High its 95% interval.
	Strength float64 `json:"bradley_terry"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// Report is what was found.
type Report struct {
	Rows []ScoreRow `json:"rows"`
	// Ratings are by agent.
	Ratings map[string]Rating `json:"ratings"`
	// Real are pairs of agents whose difference is real: the first is stronger by more than 1.96 standard errors.
	Real      [][2]string         `json:"real_differences"`
	Agreement map[string]Agreeing `json:"agreement"`

	episodes []Row
	agents   []string
}

// ScoreRow is a score of an episode in one dimension, from 0 to 100.
type ScoreRow struct {
	Agent      string     `json:"agent"`
	Task       string     `json:"task"`
	Difficulty Difficulty `json:"difficulty"`
	Episode    int        `json:"episode"`
	Dimension  Dimension  `json:"dimension"`
	Score      float64    `json:"score"`
	Rater      string     `json:"rater"`
}

// Agreeing is how far two raters agree.
type Agreeing struct {
	// F1 is by dimension, and by family, for which of two episodes was better.
	F1 map[string]float64 `json:"f1"`
	// Tau is Kendall's, of single ratings, and P its p-value; both nil where that isn't defined, as too few were rated by both,
	// or one of the two gave all of them the same.
	Tau *float64 `json:"kendall_tau"`
	P   *float64 `json:"p"`
	// Pairs is how many comparisons, Singles how many single ratings both made.
	Pairs   int `json:"pairs"`
	Singles int `json:"singles"`
}

// Kendall says Kendall's tau for people.
func (a Agreeing) Kendall() string {
	if a.Tau == nil {
		return "Kendall's tau isn't defined"
	}
	return fmt.Sprintf("Kendall's tau %.2f (p = %.2g)", *a.Tau, *a.P)
}

// sameScore is by how much two scores may differ for the episodes to count as alike.
const sameScore = 5.

// NewReport makes a report of episodes that the exact rater judged. Agents are compared by the mean of their scores where
// they played the same scene.
func NewReport(episodes []Row) Report {
	r := Report{episodes: episodes, Ratings: map[string]Rating{}, Agreement: map[string]Agreeing{}, Real: [][2]string{}}
	type scene struct {
		task    string
		level   Difficulty
		episode int
	}
	by := map[scene][]Row{}
	var scenes []scene
	for _, e := range episodes {
		if !slices.Contains(r.agents, e.Agent) {
			r.agents = append(r.agents, e.Agent)
		}
		k := scene{e.Task, e.Difficulty, e.Episode}
		if by[k] == nil {
			scenes = append(scenes, k)
		}
		by[k] = append(by[k], e)
		for _, d := range Dimensions {
			if s, ok := e.Scores[d]; ok {
				r.Rows = append(r.Rows, ScoreRow{e.Agent, e.Task, e.Difficulty, e.Episode, d, math.Round(s*100) / 100, e.Rater})
			}
		}
	}
	var matches []rank.Match
	for _, k := range scenes {
		rows := by[k]
		for i, a := range rows {
			for _, b := range rows[:i] {
				m := rank.Match{A: slices.Index(r.agents, a.Agent), B: slices.Index(r.agents, b.Agent)}
				if d := a.Scores.Mean() - b.Scores.Mean(); math.Abs(d) >= sameScore {
					m.Result = cmp.Compare(d, 0)
				}
				if m.A != m.B {
					matches = append(matches, m)
				}
			}
		}
	}
	// Elo and TrueSkill depend on the order: no task is the last one.
	rand.New(rand.NewPCG(1, 0x6d6375)).Shuffle(len(matches), func(i, j int) { matches[i], matches[j] = matches[j], matches[i] })
	n := len(r.agents)
	if n == 0 {
		return r
	}
	elo, skill := rank.Elo(n, matches), rank.TrueSkill(n, matches)
	bt, z := rank.BradleyTerry(n, matches)
	for i, a := range r.agents {
		r.Ratings[a] = Rating{elo[i], skill[i].Mu, skill[i].Sigma, bt[i].Value, bt[i].Low, bt[i].High}
		for j, b := range r.agents {
			if i != j && z(i, j) > 1.96 {
				r.Real = append(r.Real, [2]string{a, b})
			}
		}
	}
	return r
}

// Mean is the mean over the dimensions that were scored.
func (s Scores) Mean() float64 {
	if len(s) == 0 {
		return 0
	}
	sum := 0.
	for _, d := range Dimensions {
		sum += s[d]
	}
	return sum / float64(len(s))
}

// Means are the mean scores of an agent by dimension, over the episodes that fit; n is how many do.
func (r Report) Means(agent string, fits func(Row) bool) (out Scores, done float64, n int) {
	out = Scores{}
	for _, e := range r.episodes {
		if e.Agent != agent || fits != nil && !fits(e) {
			continue
		}
		n++
		for d, s := range e.Scores {
			out[d] += s
		}
		if e.Done {
			done++
		}
	}
	for d := range out {
		out[d] /= float64(n)
	}
	return out, done / float64(max(1, n)), n
}

// Print writes the tables and figures of the paper as far as the episodes have them.
func (r Report) Print(w io.Writer) {
	fmt.Fprintln(w, "Table 1 says what benchmarks have; here: open world yes, procedural maps yes, dynamic tasks yes, verified yes, composable yes, tunable yes, rated automatically yes.")
	r.printAgreement(w)
	fmt.Fprintln(w, "\nTable 4: mean scores (exact rater, of 100; creative attempts aren't measured by it)")
	fmt.Fprintf(w, "%-18s %8s %8s %8s %8s %8s %8s %8s %6s\n", "agent", "progress", "control", "material", "efficien", "errors", "mean", "done %", "n")
	agents := slices.Clone(r.agents)
	slices.SortStableFunc(agents, func(a, b string) int {
		x, _, _ := r.Means(a, nil)
		y, _, _ := r.Means(b, nil)
		return cmp.Compare(y.Mean(), x.Mean())
	})
	for _, a := range agents {
		s, done, n := r.Means(a, nil)
		fmt.Fprintf(w, "%-18s %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f %6d\n", a, s[Progress], s[Control], s[Material], s[Efficiency], s[Errors], s.Mean(), 100*done, n)
	}
	r.printPeople(w)
	fmt.Fprintln(w, "\nTable 5 (here: ratings by comparing episodes of the same scenes)")
	fmt.Fprintf(w, "%-18s %7s %9s %7s %14s\n", "agent", "Elo", "TrueSkill", "sigma", "Bradley-Terry")
	for _, a := range agents {
		x := r.Ratings[a]
		fmt.Fprintf(w, "%-18s %7.0f %9.2f %7.2f %6.0f (%.0f to %.0f)\n", a, x.Elo, x.TrueSkillMu, x.TrueSkillSigma, x.Strength, x.Low, x.High)
	}
	fmt.Fprintln(w, "\nFigure 5: tasks done, in percent, by family")
	families := map[string]func(Row) bool{}
	var names []string
	for _, f := range Families {
		names = append(names, string(f))
		families[string(f)] = func(e Row) bool { return e.Family == f && !e.Composed }
	}
	names = append(names, "composed")
	families["composed"] = func(e Row) bool { return e.Composed }
	fmt.Fprintf(w, "%-18s", "")
	for _, f := range names {
		fmt.Fprintf(w, " %8.8s", f)
	}
	fmt.Fprintln(w)
	for _, a := range agents {
		fmt.Fprintf(w, "%-18s", a)
		for _, f := range names {
			cell := "-"
			if _, done, n := r.Means(a, families[f]); n > 0 {
				cell = fmt.Sprintf("%.0f", 100*done)
			}
			fmt.Fprintf(w, " %8s", cell)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "\nFigure 6: from simple to hard, tasks done in percent (and mean score)")
	for _, a := range agents {
		fmt.Fprintf(w, "%-18s", a)
		first, last, levels := 0., 0., 0
		for _, d := range Difficulties {
			s, done, n := r.Means(a, func(e Row) bool { return e.Difficulty == d })
			if n == 0 {
				continue
			}
			if levels++; levels == 1 {
				first = 100 * done
			}
			last = 100 * done
			fmt.Fprintf(w, "  %s %5.1f (%.1f)", d, 100*done, s.Mean())
		}
		if levels > 1 {
			fmt.Fprintf(w, "  drop %.1f", first-last)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "\nWhat differs from the paper: another game, seen as cells and not as pixels, acted in by moves (go there and do it)\nand not by keys; agents of this project and baselines in the style of published ones, and none of the paper's; scenes\nfrom the true tree and not from a model; judged by the trace.")
}

func (r Report) printAgreement(w io.Writer) {
	if len(r.Agreement) == 0 {
		fmt.Fprintln(w, "\nTables 2 and 3, figure 4: no other rater judged these episodes (adam mcu rate)")
		return
	}
	fmt.Fprintln(w, "\nTables 2 and 3, figure 4: agreement with the exact rater")
	for _, name := range slices.Sorted(maps.Keys(r.Agreement)) {
		a := r.Agreement[name]
		fmt.Fprintf(w, "%s: %d comparisons, %d single ratings, %s\n", name, a.Pairs, a.Singles, a.Kendall())
		for _, k := range slices.Sorted(maps.Keys(a.F1)) {
			fmt.Fprintf(w, "  F1 %-24s %5.1f\n", k, 100*a.F1[k])
		}
	}
}

// printPeople writes the means of people's grades, if there are any.
func (r Report) printPeople(w io.Writer) {
	sum, n := map[string]map[Dimension]float64{}, map[string]map[Dimension]float64{}
	for _, x := range r.Rows {
		if x.Rater != Person {
			continue
		}
		if sum[x.Agent] == nil {
			sum[x.Agent], n[x.Agent] = map[Dimension]float64{}, map[Dimension]float64{}
		}
		sum[x.Agent][x.Dimension] += x.Score
		n[x.Agent][x.Dimension]++
	}
	if len(sum) == 0 {
		return
	}
	fmt.Fprintln(w, "\nTable 4, by people: mean grades, very poor as 0 and excellent as 100")
	fmt.Fprintf(w, "%-18s %8s %8s %8s %8s %8s %8s %6s\n", "agent", "progress", "control", "material", "efficien", "errors", "creative", "n")
	for _, a := range slices.Sorted(maps.Keys(sum)) {
		fmt.Fprintf(w, "%-18s", a)
		most := 0.
		for _, d := range Dimensions {
			cell := "-"
			if k := n[a][d]; k > 0 {
				cell = fmt.Sprintf("%.1f", sum[a][d]/k)
			}
			most = max(most, n[a][d])
			fmt.Fprintf(w, " %8s", cell)
		}
		fmt.Fprintf(w, " %6.0f\n", most)
	}
}

// SortRows puts rows into a fixed order: by task, difficulty, episode and agent.
func SortRows(rows []Row) {
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(strings.Compare(a.Task, b.Task), slices.Index(Difficulties, a.Difficulty)-slices.Index(Difficulties, b.Difficulty), a.Episode-b.Episode, strings.Compare(a.Agent, b.Agent))
	})
}
