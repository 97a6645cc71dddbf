package bench

import (
	"context"
	"encoding/json"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/internal/baseline"
)

// The frontier of cost against error: how far the graph of the actions on the way
// to the goal is from the truth, against what was spent by then.

// Curve is one method's frontier, over all seeds.
type Curve struct {
	Name string `json:"name"`
	// Unit is what is spent: "steps", or "rounds" for parallel agents.
	Unit string `json:"unit"`
	// Points ascend by what was spent, from nothing until every run had ended. All
	// curves of a unit have the same places.
	Points []CurvePoint `json:"points"`
}

// CurvePoint says how the runs' graphs on the way to the goal were when this much
// was spent. A run that had ended by then counts as it ended.
type CurvePoint struct {
	At int `json:"at"`
	// Exact is the share of graphs with SHD 0, SHD the mean, SHDError its standard error.
	Exact    float64 `json:"exact"`
	SHD      float64 `json:"shd"`
	SHDError float64 `json:"shd_error"`
}

// course is one run's graph over time: its moments ascend, and between them
// nothing changes. The first is at zero, the last when the run ends.
type course []moment

type moment struct {
	mark explore.Mark
	shd  int
}

// shd is how far the graph was when this much was spent.
func (c course) shd(at int, spent func(explore.Mark) int) int {
	i, found := slices.BinarySearchFunc(c, at, func(m moment, at int) int { return spent(m.mark) - at })
	for found && i+1 < len(c) && spent(c[i+1].mark) == at {
		i++
	}
	if !found {
		i-- // the first is at zero, so there is one before
	}
	return c[i].shd
}

func stepsOf(m explore.Mark) int  { return m.Steps }
func roundsOf(m explore.Mark) int { return m.Rounds }

// end is how far the graph was when the run ended.
func (c course) end() moment { return c[len(c)-1] }

// grader scores the graph of the actions on the way to a goal. It is safe for
// concurrent use.
type grader struct {
	path  []interaction.Action
	truth *scenarios.Truth // of these alone
}

func newGrader(f *sim.File, goal string) grader {
	t := scenarios.NewTruth(f)
	path := t.Path(goal)
	return grader{path, t.Only(path...)}
}

func (g grader) shd(learned *graphstore.Graph) int {
	return scenarios.NewScore(g.truth, only(learned, g.path)).SHD
}

// watch follows a run by what it writes into its ledger: whenever a finding on the
// way to the goal is committed, the graph is folded anew. What the run doesn't look at
// yet comes later: a run that is stopped may answer a little more than its course says,
// but not less.
type watch struct {
	grader
	ledger *graphstore.Memory
	seen   graphstore.Seq
	course course
	err    error
	// What the fold of the ledger rests on: a later finding supersedes an earlier
	// one of the same effect, and those of other actions don't matter here. Only who
	// acts on a graph disputes it, so there are no disputes.
	entries, findings []graphstore.Entry
	place             map[string]int // in findings
}

// look reads what was committed since, when this much was spent.
func (w *watch) look(ctx context.Context, mark explore.Mark) error {
	changed := false
	for e, err := range w.ledger.Since(ctx, w.seen) {
		if err != nil {
			return err
		}
		w.seen = e.Seq
		switch e.Kind {
		case graphstore.KindOutcome, graphstore.KindReply, graphstore.KindEnd:
			continue
		case graphstore.KindFinding:
			var f struct {
				Action interaction.Action
				Effect struct{ Factor string }
			}
			if err := json.Unmarshal(e.Body, &f); err != nil {
				return err
			}
			if !slices.Contains(w.path, f.Action) {
				continue
			}
			changed = true
			key := string(f.Action) + "/" + f.Effect.Factor
			if at, known := w.place[key]; known {
				w.findings[at] = e
				continue
			}
			w.place[key] = len(w.findings)
			w.findings = append(w.findings, e)
		default:
			w.entries = append(w.entries, e)
		}
	}
	last := w.course.end()
	if changed {
		l := &graphstore.Memory{}
		if err := l.Append(ctx, slices.Concat(w.entries, w.findings)...); err != nil {
			return err
		}
		folded, err := graphstore.Fold(ctx, l, nil)
		if err != nil {
			return err
		}
		last.shd = w.shd(folded.Graph)
	}
	if last.shd != w.course.end().shd {
		w.course = append(w.course, moment{mark, last.shd})
	}
	return nil
}

// follow explores the world from nothing, as Explore does, and returns the course
// of the graph on the way to the goal.
func (g grader) follow(ctx context.Context, f *sim.File, cfg explore.Config) (explore.Summary, course, error) {
	w := &watch{grader: g, ledger: &graphstore.Memory{}, place: map[string]int{}, course: course{{shd: g.shd(&graphstore.Graph{})}}}
	sum, err := explore.World(ctx, sim.New(f), w.ledger, cfg, pool.Config{Sessions: 1}, func(p explore.Progress) {
		if err := w.look(ctx, p.Mark); w.err == nil {
			w.err = err
		}
	})
	if err == nil {
		err = w.err
	}
	if err == nil {
		err = w.look(ctx, sum.Mark)
	}
	return sum, append(w.course, moment{sum.Mark, w.course.end().shd}), err
}

// course is that of the published loop: an action counts from when it was learned.
func (g grader) course(r baseline.Result) course {
	learned := &graphstore.Graph{}
	out := course{{shd: g.shd(learned)}}
	for _, l := range r.Lessons {
		learned.Actions = append(learned.Actions, graphstore.Action{ID: l.Action, Effects: l.Effects})
		if shd := g.shd(learned); shd != out.end().shd {
			out = append(out, moment{explore.Mark{Steps: l.Steps}, shd})
		}
	}
	return append(out, moment{explore.Mark{Steps: r.Steps}, out.end().shd})
}

// Places of a frontier that are asked for by name: ours is measured at 75 steps; the
// study found that ADAM's loop costs 69 in this noise (the paper says 68).
const (
	oursAt = 75
	adamAt = 69
)

// grid lists the places from zero to the end of the longest run.
func grid(every int, spent func(explore.Mark) int, runs ...[]course) []int {
	end := 0
	for _, courses := range runs {
		for _, c := range courses {
			end = max(end, spent(c.end().mark))
		}
	}
	var at []int
	for n := 0; n < end+every; n += every {
		at = append(at, n)
	}
	if i, found := slices.BinarySearch(at, adamAt); !found && i < len(at) {
		at = slices.Insert(at, i, adamAt)
	}
	return at
}

// curve is what the courses amount to at these places.
func curve(name, unit string, at []int, spent func(explore.Mark) int, runs []course) Curve {
	c := Curve{Name: name, Unit: unit}
	for _, n := range at {
		p := CurvePoint{At: n}
		shds := make([]float64, len(runs))
		for i, r := range runs {
			shd := r.shd(n, spent)
			shds[i] = float64(shd)
			p.SHD += float64(shd) / float64(len(runs))
			if shd == 0 {
				p.Exact += 1
			}
		}
		p.Exact /= float64(len(runs))
		if len(runs) > 1 {
			p.SHDError = math.Round(1e6*stat.StdErr(stat.StdDev(shds, nil), float64(len(runs)))) / 1e6
		}
		c.Points = append(c.Points, p)
	}
	return c
}

// At is the last point at which no more than this was spent.
func (c Curve) At(spent int) CurvePoint {
	i, found := slices.BinarySearchFunc(c.Points, spent, func(p CurvePoint, n int) int { return p.At - n })
	if !found {
		i--
	}
	return c.Points[i]
}

// End is the last point: every run had ended.
func (c Curve) End() CurvePoint { return c.Points[len(c.Points)-1] }
