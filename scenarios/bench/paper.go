package bench

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/internal/baseline"
)

// PaperTable is a table of ADAM's paper, measured again: exploration steps until
// four tools and materials are had, ours and re-implemented baselines in the same
// world with the same seeds.
type PaperTable struct {
	Name  string // "adam-4.2" or "adam-E.1"
	World *sim.File
	// Prior is the world whose truth the planted guesses of the baselines come
	// from: a language model knows the game, not its modification.
	Prior    *sim.File
	Seeds    int // at least 1
	Seed     uint64
	Parallel int
	Config   explore.Config
	// Quoted are the paper's own figures, for print.
	Quoted []QuotedRow
	Players
}

// QuotedRow is a line of the paper's table, as printed there.
type QuotedRow struct {
	Name  string
	Cells [4]string
}

// paperItems stand for the columns of the paper's tables.
var paperItems = [4]string{"wooden_pickaxe", "stone_pickaxe", "iron_pickaxe", "diamond"}

// PaperRow is one method.
type PaperRow struct {
	Name string `json:"name"`
	// Unit is "steps", or "rounds" for parallel agents.
	Unit string `json:"unit"`
	// Cells are by wooden, stone, iron tool and diamond.
	Cells [4]PaperCell `json:"cells"`
	// Exact is the share of runs whose graph on the way to the goal is exact.
	Exact float64 `json:"exact"`
	// Raw holds the numbers of every seed, NaN-free: -1 is never.
	Raw [][4]int `json:"raw"`
}

// PaperCell is the spread over the seeds that got there.
type PaperCell struct {
	Median  float64 `json:"median"`
	Low     float64 `json:"p05"`
	High    float64 `json:"p95"`
	Success float64 `json:"success"`
}

// TableQuoted42 and TableQuotedE1 are quoted from tables 4.2 and E.1 of the paper
// (mean and standard deviation of three trials, with the share that succeeded).
var (
	TableQuoted42 = []QuotedRow{
		{"paper: ReAct, with TM, SD", [4]string{"51±19 (2/3)", "96 (1/3)", "never (0/3)", "never (0/3)"}},
		{"paper: Reflexion, with TM, SD", [4]string{"60±27 (3/3)", "122±56 (2/3)", "never (0/3)", "never (0/3)"}},
		{"paper: AutoGPT, with TM, SD", [4]string{"49±20 (2/3)", "103±45 (2/3)", "never (0/3)", "never (0/3)"}},
		{"paper: VOYAGER", [4]string{"8±2 (3/3)", "10±3 (3/3)", "27±11 (3/3)", "113±41 (2/3)"}},
		{"paper: ADAM, steps", [4]string{"23±5 (3/3)", "33±8 (3/3)", "53±16 (3/3)", "68±21 (3/3)"}},
		{"paper: ADAM parallel, rounds", [4]string{"12±2 (3/3)", "18±3 (3/3)", "29±5 (3/3)", "34±7 (3/3)"}},
	}
	TableQuotedE1 = []QuotedRow{
		{"paper: ReAct, with TM, SD", [4]string{"91±34 (2/3)", "139 (1/3)", "never (0/3)", "never (0/3)"}},
		{"paper: Reflexion, with TM, SD", [4]string{"76±28 (2/3)", "120±40 (2/3)", "never (0/3)", "never (0/3)"}},
		{"paper: AutoGPT, with TM, SD", [4]string{"82±25 (2/3)", "124 (1/3)", "never (0/3)", "never (0/3)"}},
		{"paper: VOYAGER", [4]string{"95±33 (2/3)", "152±43 (2/3)", "never (0/3)", "never (0/3)"}},
		{"paper: ADAM, steps", [4]string{"28±4 (3/3)", "52±14 (3/3)", "94±27 (3/3)", "109±34 (2/3)"}},
		{"paper: ADAM parallel, rounds", [4]string{"15±2 (3/3)", "31±7 (3/3)", "54±14 (3/3)", "61±18 (2/3)"}},
	}
)

// PaperReport is the table, and the frontier of cost against error of its methods.
type PaperReport struct {
	Rows   []PaperRow `json:"rows"`
	Curves []Curve    `json:"frontier"`
	// Certified are lower bounds on the steps until everything on the way is certified.
	Certified []PathBound `json:"bound_certified"`
	// Skipped are methods that weren't measured, and why.
	Skipped []Skipped `json:"skipped"`
}

// PathBound is how many steps any method needs, on average, to certify every effect on
// the way to the goal with an error of at most Delta for each action.
type PathBound struct {
	Delta float64 `json:"delta"`
	Steps float64 `json:"steps"`
}

// bound adds up what each effect on the way needs: trials of one action say nothing
// of another.
func (t PaperTable) bound(delta float64) PathBound {
	truth := scenarios.NewTruth(t.World)
	b := PathBound{Delta: delta}
	for _, a := range truth.Path("diamond") {
		for _, e := range truth.Graph().Action(a).Effects {
			b.Steps += CertificateBound(1, len(e.Ways[0].Members), e.Chance.Estimate, delta)
		}
	}
	return b
}

// The methods that the frontier's summary speaks of.
const (
	oursName = "ours, width 1"
	adamName = "ADAM's loop as published"
)

// loops are the re-implemented baselines: the published loop and its ablations, with
// guesses as a good language model makes them, and what a method does that trusts
// what it knows beforehand: it looks at what an action gives, and believes that the
// causes are those of the game it knows.
var loops = []struct {
	name  string
	cfg   baseline.Config
	guess Quality
}{
	{adamName, baseline.Config{}, Quality{Redundancy: .2}},
	{"without intervention", baseline.Config{NoIntervention: true}, Quality{Redundancy: .2}},
	{"without temporal modelling", baseline.Config{NoTemporal: true}, Quality{Redundancy: .2}},
	{"without subgraph decomposition", baseline.Config{NoDecomposition: true}, Quality{Redundancy: .2}},
	{"planted prior, trusted", baseline.Config{NoIntervention: true}, Quality{}},
}

// Run measures every method; done, if not nil, is called with the number of methods
// finished and of all. Where agents of a language model fail or are interrupted, the report has all the other methods.
func (t PaperTable) Run(ctx context.Context, done func(n, of int)) (PaperReport, error) {
	var report PaperReport
	finished := func(n int) {
		if done != nil {
			done(n, 2+len(loops))
		}
	}
	for _, d := range []float64{t.Config.Delta, t.Config.Delta / float64(len(t.World.Actions))} {
		report.Certified = append(report.Certified, t.bound(d))
	}
	g := newGrader(t.World, "diamond")
	serial, rows, err := t.ours(ctx, g, 1)
	if err != nil {
		return report, err
	}
	report.Rows = rows
	finished(1)
	parallel, rows, err := t.ours(ctx, g, 8)
	if err != nil {
		return report, err
	}
	report.Rows = append(report.Rows, rows...)
	finished(2)
	courses := [][]course{serial}
	names := []string{oursName}
	prior := scenarios.NewTruth(t.Prior)
	for i, l := range loops {
		cfg := l.cfg
		cfg.Goal = "diamond"
		row, c, err := t.loop(ctx, g, l.name, func(seed uint64) baseline.Config {
			cfg := cfg
			cfg.Guess = Planted(prior, l.guess, seed)
			return cfg
		})
		if err != nil {
			return report, err
		}
		report.Rows = append(report.Rows, row)
		courses, names = append(courses, c), append(names, l.name)
		finished(3 + i)
	}
	at := grid(5, stepsOf, courses...)
	for i, c := range courses {
		report.Curves = append(report.Curves, curve(names[i], "steps", at, stepsOf, c))
	}
	report.Curves = append(report.Curves, curve("ours, width 8", "rounds", grid(1, roundsOf, parallel), roundsOf, parallel))
	rows, report.Skipped, err = t.Players.rows(ctx, t.World, t.Seeds, t.Seed)
	report.Rows = append(report.Rows, rows...)
	return report, err
}

// ours measures our rows at this width.
func (t PaperTable) ours(ctx context.Context, g grader, width int) ([]course, []PaperRow, error) {
	res, courses := make([]explore.Summary, t.Seeds), make([]course, t.Seeds)
	errs := make([]error, t.Seeds)
	if err := each(ctx, t.Seeds, t.Parallel, func(i int) {
		cfg := t.Config
		cfg.Width, cfg.Goal, cfg.Seed = width, "diamond", t.Seed+uint64(i)
		res[i], courses[i], errs[i] = g.follow(ctx, t.World, cfg)
	}); err != nil {
		return nil, nil, err
	}
	if err := firstOf(errs); err != nil {
		return nil, nil, err
	}
	unit, spent := "steps", stepsOf
	if width > 1 {
		unit, spent = "rounds", roundsOf
	}
	var rows []PaperRow
	for _, grade := range []struct {
		name string
		mark func(explore.Milestone) *explore.Mark
	}{
		{"reached", func(m explore.Milestone) *explore.Mark { return m.Reached }},
		{"proven", func(m explore.Milestone) *explore.Mark { return m.Proven }},
		{"certified", func(m explore.Milestone) *explore.Mark { return m.Certified }},
	} {
		row := PaperRow{Name: fmt.Sprintf("ours, %s, width %d", grade.name, width), Unit: unit}
		for _, s := range res {
			var cells [4]int
			for c, item := range paperItems {
				cells[c] = -1
				if m := grade.mark(s.Milestones[item]); m != nil {
					cells[c] = spent(*m)
				}
			}
			row.Raw = append(row.Raw, cells)
		}
		rows = append(rows, row.finish(courses, grade.name == "certified"))
	}
	return courses, rows, nil
}

// loop measures a baseline's row, with the configuration of each seed.
func (t PaperTable) loop(ctx context.Context, g grader, name string, cfg func(seed uint64) baseline.Config) (PaperRow, []course, error) {
	row := PaperRow{Name: name, Unit: "steps", Raw: make([][4]int, t.Seeds)}
	courses, errs := make([]course, t.Seeds), make([]error, t.Seeds)
	if err := each(ctx, t.Seeds, t.Parallel, func(i int) {
		seed := t.Seed + uint64(i)
		var r baseline.Result
		if r, _, errs[i] = runBaseline(ctx, t.World, cfg(seed), seed); errs[i] != nil {
			return
		}
		courses[i] = g.course(r)
		for c, item := range paperItems {
			row.Raw[i][c] = -1
			if n, ok := r.Learned[item]; ok {
				row.Raw[i][c] = n
			}
		}
	}); err != nil {
		return row, nil, err
	}
	if err := firstOf(errs); err != nil {
		return row, nil, err
	}
	return row.finish(courses, true), courses, nil
}

// firstOf returns the first error there is.
func firstOf(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// finish sums up the raw numbers; the courses tell how exact the graphs became.
func (r PaperRow) finish(runs []course, graded bool) PaperRow {
	for c := range r.Cells {
		var v []float64
		for _, raw := range r.Raw {
			if raw[c] >= 0 {
				v = append(v, float64(raw[c]))
			}
		}
		slices.Sort(v)
		cell := PaperCell{Success: float64(len(v)) / float64(len(r.Raw))}
		if len(v) > 0 {
			cell.Median = stat.Quantile(.5, stat.Empirical, v, nil)
			cell.Low, cell.High = stat.Quantile(.05, stat.Empirical, v, nil), stat.Quantile(.95, stat.Empirical, v, nil)
		}
		r.Cells[c] = cell
	}
	r.Exact = -1
	if graded {
		n := 0
		for _, c := range runs {
			if c.end().shd == 0 {
				n++
			}
		}
		r.Exact = float64(n) / float64(len(runs))
	}
	return r
}

// Print writes the table for people.
func (t PaperTable) Print(w io.Writer, report PaperReport) {
	fmt.Fprintf(w, "%s in %s, %d seeds: median (5%% to 95%%), and the share that got there if not all\n\n", t.Name, t.World.ID, t.Seeds)
	fmt.Fprintf(w, "%-32s %-7s %18s %18s %18s %18s %7s\n", "", "", "wooden tool", "stone tool", "iron tool", "diamond", "exact")
	for _, r := range report.Rows {
		fmt.Fprintf(w, "%-32s %-7s", r.Name, r.Unit)
		for _, c := range r.Cells {
			text := "never"
			if c.Success > 0 {
				text = fmt.Sprintf("%.0f (%.0f-%.0f)", c.Median, c.Low, c.High)
				if c.Success < 1 {
					text += fmt.Sprintf(" %.1f%%", 100*c.Success)
				}
			}
			fmt.Fprintf(w, " %18s", text)
		}
		if r.Exact >= 0 {
			fmt.Fprintf(w, " %6.1f%%", 100*r.Exact)
		}
		fmt.Fprintln(w)
	}
	for _, q := range t.Quoted {
		fmt.Fprintf(w, "%-40s", q.Name)
		for _, c := range q.Cells {
			fmt.Fprintf(w, " %18s", c)
		}
		fmt.Fprintln(w)
	}
	printSkipped(w, report.Skipped)
	fmt.Fprintln(w)
	for _, b := range report.Certified {
		fmt.Fprintf(w, "certified with an error of at most %.2g for each action: no method needs fewer than %.0f steps on average\n", b.Delta, b.Steps)
	}
	printFrontier(w, report)
}

// Rows writes every seed's numbers in Go benchmark format, for benchstat.
func (t PaperTable) Rows(w io.Writer, report PaperReport) {
	for _, r := range report.Rows {
		name := strings.NewReplacer(" ", "-", ",", "", "'", "").Replace(r.Name)
		for _, raw := range r.Raw {
			fmt.Fprintf(w, "Benchmark%s/%s 1", t.Name, name)
			for c, n := range raw {
				if n >= 0 {
					fmt.Fprintf(w, " %d %s-to-%s", n, r.Unit, paperItems[c])
				}
			}
			fmt.Fprintln(w)
		}
	}
}
