package bench

import (
	"context"
	"fmt"
	"io"
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

// GraphTable is ADAM's table 4.1, measured again: how far the graphs are that methods learn of the actions on the way to a
// diamond. SDI, the causal discovery of CDHRL, is given the trials that others made.
type GraphTable struct {
	World *sim.File
	// Prior is the world whose truth the planted guesses of the baselines come from.
	Prior    *sim.File
	Seeds    int // at least 1
	Seed     uint64
	Parallel int
	Config   explore.Config
	// Rounds are SDI's; zero: as many as it takes by itself.
	Rounds int
	Players
}

// GraphReport is the table.
type GraphReport struct {
	Rows    []GraphRow `json:"rows"`
	Skipped []Skipped  `json:"skipped"`
}

// GraphRow is one method.
type GraphRow struct {
	Name string `json:"name"`
	// SHD are the distances of every seed, Mean and Deviation those of them.
	SHD       []int   `json:"shd"`
	Mean      float64 `json:"mean"`
	Deviation float64 `json:"deviation"`
	// Trials is how many trials the graph rests on in the mean; zero: none.
	Trials float64 `json:"trials"`
	// Quoted is what the paper prints for it; empty: it has no such row.
	Quoted string `json:"quoted,omitempty"`
}

// link is an edge as table 4.1 counts it: an item, or an action, is a cause of an item.
type link = baseline.Link

// linksOf are the links of edges.
func linksOf(edges []scenarios.Edge) (out []link) {
	for _, e := range edges {
		l := link{Item: e.Cause, Effect: e.Effect}
		if e.Cause == "" {
			l.Action = e.Action
		}
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// apart is how many links one has and the other hasn't.
func apart(a, b []link) (n int) {
	for _, l := range a {
		if !slices.Contains(b, l) {
			n++
		}
	}
	for _, l := range b {
		if !slices.Contains(a, l) {
			n++
		}
	}
	return n
}

// Run measures every method; done is told of each seed. Where agents of a language model fail or are interrupted, the report has
// all the other methods.
func (t GraphTable) Run(ctx context.Context, done func(n, of int)) (GraphReport, error) {
	g := newGrader(t.World, "diamond")
	truth := linksOf(g.truth.Edges())
	rows := []GraphRow{
		{Name: "ours"}, {Name: adamName, Quoted: "2±2"}, {Name: "... without TM, SD", Quoted: "19±6"},
		{Name: "SDI on our trials", Quoted: "10±4 (CDHRL, on ADAM's samples)"}, {Name: "SDI on our trials, with SD", Quoted: "6±2 (the same)"},
		{Name: "SDI on the trials of ADAM's loop", Quoted: "10±4 (CDHRL)"}, {Name: "SDI on the trials of ADAM's loop, with SD", Quoted: "6±2"},
	}
	type game struct{ shd, trials []int }
	games, err := playAll(ctx, t.Parallel, t.Seeds, done, func(ctx context.Context, i int) (out game, err error) {
		out.shd, out.trials, err = t.seed(ctx, g, truth, t.Seed+uint64(i))
		return out, err
	})
	if err != nil {
		return GraphReport{}, err
	}
	for k := range rows {
		for _, x := range games {
			rows[k].SHD = append(rows[k].SHD, x.shd[k])
			rows[k].Trials += float64(x.trials[k]) / float64(t.Seeds)
		}
	}
	rows = append(rows, GraphRow{Name: "empty graph", SHD: []int{len(truth)}, Quoted: "32"})
	for k := range rows {
		rows[k].sum()
	}
	more, skipped, err := t.graphs(ctx, t, g, truth)
	return GraphReport{append(rows, more...), skipped}, err
}

func (r *GraphRow) sum() {
	var v []float64
	for _, d := range r.SHD {
		v = append(v, float64(d))
	}
	r.Mean = stat.Mean(v, nil)
	if len(v) > 1 {
		r.Deviation = stat.StdDev(v, nil)
	}
}

// seed is how far off every method is with this seed, and on how many trials that rests, in the order of the rows.
func (t GraphTable) seed(ctx context.Context, g grader, truth []link, seed uint64) (shd, trials []int, err error) {
	enter := func(found []link, samples []baseline.Sample) {
		shd, trials = append(shd, apart(found, truth)), append(trials, len(samples))
	}
	ours := &taped{World: sim.New(t.World)}
	cfg := t.Config
	cfg.Width, cfg.Goal, cfg.Seed = 1, "diamond", seed
	l := &graphstore.Memory{}
	if _, err := explore.World(ctx, ours, l, cfg, pool.Config{Sessions: 1}, nil); err != nil {
		return nil, nil, err
	}
	folded, err := graphstore.Fold(ctx, l, nil)
	if err != nil {
		return nil, nil, err
	}
	enter(linksOf(scenarios.LearnedEdges(only(folded.Graph, g.path))), ours.of(g.path))
	prior := scenarios.NewTruth(t.Prior)
	var published []baseline.Sample
	for _, noTemporal := range []bool{false, true} {
		tape := &taped{World: sim.New(t.World)}
		r, err := learnBaseline(ctx, tape, baseline.Config{Goal: "diamond", NoTemporal: noTemporal, NoDecomposition: noTemporal, Guess: Planted(prior, Quality{Redundancy: .2}, seed)}, seed)
		if err != nil {
			return nil, nil, err
		}
		samples := tape.of(g.path)
		enter(linksOf(scenarios.LearnedEdges(only(r.Graph, g.path))), samples)
		if !noTemporal {
			published = samples
		}
	}
	for _, samples := range [][]baseline.Sample{ours.of(g.path), published} {
		for _, decompose := range []bool{false, true} {
			found, err := baseline.SDI{Seed: seed, Rounds: t.Rounds, Decompose: decompose}.Discover(ctx, samples)
			if err != nil {
				return nil, nil, err
			}
			enter(found, samples)
		}
	}
	return shd, trials, nil
}

// taped is a world of which every trial that didn't break is kept. One session of it is open at a time.
type taped struct {
	interaction.World
	samples []baseline.Sample
}

// of are the samples of some actions.
func (w *taped) of(actions []interaction.Action) (out []baseline.Sample) {
	for _, s := range w.samples {
		if slices.Contains(actions, s.Action) {
			out = append(out, s)
		}
	}
	return out
}

// Open implements [interaction.World].
func (w *taped) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.World.Open(ctx)
	return &tapedSession{Session: s, tape: w}, err
}

type tapedSession struct {
	interaction.Session
	tape *taped
	now  interaction.State
}

// Begin implements [interaction.Session].
func (s *tapedSession) Begin(ctx context.Context, wish interaction.State, seed uint64) (state interaction.State, err error) {
	s.now, err = s.Session.Begin(ctx, wish, seed)
	return s.now, err
}

// Step implements [interaction.Session].
func (s *tapedSession) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	after, err := s.Session.Step(ctx, a)
	if err != nil {
		return after, err
	}
	sample := baseline.Sample{Action: a}
	for _, x := range s.now.Amounts() {
		sample.Has = append(sample.Has, x.Name)
	}
	for _, c := range interaction.Changes(s.now, after) {
		if c.Gain() > 0 {
			sample.Gained = append(sample.Gained, c.Factor)
		}
	}
	s.tape.samples = append(s.tape.samples, sample)
	s.now = after
	return after, nil
}

// PrintGraphs writes the table for people.
func PrintGraphs(w io.Writer, report GraphReport, seeds int) {
	fmt.Fprintf(w, "adam-4.1, %d seeds: distance (SHD) of the graph of the actions on the way to diamond, mean±deviation (least-most)\n\n", seeds)
	fmt.Fprintf(w, "%-46s %18s %8s   %s\n", "", "SHD", "trials", "the paper")
	for _, r := range report.Rows {
		text := fmt.Sprintf("%.1f±%.1f (%d-%d)", r.Mean, r.Deviation, slices.Min(r.SHD), slices.Max(r.SHD))
		if len(r.SHD) == 1 {
			text = fmt.Sprint(r.SHD[0])
		}
		fmt.Fprintf(w, "%-46s %18s %8.0f   %s\n", r.Name, text, r.Trials, r.Quoted)
	}
	printSkipped(w, report.Skipped)
}
