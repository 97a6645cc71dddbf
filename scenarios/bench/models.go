package bench

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/explore/replies"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/internal/baseline"
)

// Models is table 4.4 of ADAM's paper, measured again: what becomes of explorations
// when the guesses come from language models of different quality, in the original
// game and in a modified one. The models are played (package llmsim): they read
// what a prompt shows and know no more.
type Models struct {
	Original, Modified *sim.File
	Seeds              int // at least 1
	Seed               uint64
	Parallel           int
	Config             explore.Config
	// Real, if not nil, is a hypothesizer that is measured beside the played
	// models; RealName is its name.
	Real     discovery.Hypothesizer
	RealName string
}

// ModelRow is one source of guesses in one game. Numbers are means over the seeds
// unless they say otherwise.
type ModelRow struct {
	World string `json:"world"`
	Guess string `json:"guess"`
	// Named is per guess how many items were named, Wrong how many of them belong
	// to no way, and Left how many members of the nearest way weren't named.
	Named float64 `json:"named"`
	Wrong float64 `json:"redundant_or_error"`
	Left  float64 `json:"left_out"`
	// Actions is how many actions count: 35, as in the paper.
	Actions int `json:"actions"`
	// Ours: how many of them were learned exactly, the least over the seeds, and
	// the steps and rounds that certifying everything took.
	OursExact float64 `json:"ours_exact"`
	OursLeast int     `json:"ours_exact_least"`
	Steps     float64 `json:"ours_steps"`
	Rounds    float64 `json:"ours_rounds"`
	// Proven is after how many steps everything was proven.
	Proven float64 `json:"ours_steps_to_proven"`
	// Calls to the model, and FellBack the guesses that another hypothesizer made.
	Calls    float64 `json:"calls"`
	FellBack float64 `json:"fell_back"`
	// Loop is ADAM's loop as published, with the same guesses.
	LoopExact float64 `json:"loop_exact"`
	LoopSteps float64 `json:"loop_steps"`
	// Quoted is the paper's line for the model, "R&E (success/all)".
	Quoted string `json:"paper,omitempty"`
}

// paperActions are the actions that count: table 4.4 has 35 of the game's 41
// without saying which. These are the first 35 that need anything.
func paperActions(t *scenarios.Truth) []interaction.Action {
	var out []interaction.Action
	for _, a := range t.Actions {
		needs := slices.ContainsFunc(a.Effects, func(e scenarios.TruthEffect) bool {
			return slices.ContainsFunc(e.Ways, func(w scenarios.TruthWay) bool { return len(w.Members) > 0 })
		})
		if needs && len(out) < 35 {
			out = append(out, a.ID)
		}
	}
	return out
}

// source is where the guesses of one row come from: it makes a hypothesizer for one
// run, with what it cost, and what to close.
type source struct {
	name, quoted string
	open         func(seed uint64) (h discovery.Hypothesizer, calls func() int, close func(), err error)
}

// Run measures every row; done, if not nil, is called after each.
func (m Models) Run(ctx context.Context, done func(n, of int)) ([]ModelRow, error) {
	var rows []ModelRow
	type job struct {
		file *sim.File
		source
	}
	var jobs []job
	for _, f := range []*sim.File{m.Original, m.Modified} {
		jobs = append(jobs, job{f, plain("none", discovery.NoHypothesis{})}, job{f, plain("statistical", statistical.Hypothesizer{})})
		for _, l := range llmsim.Levels {
			if l.Modified == (f == m.Modified) {
				jobs = append(jobs, job{f, played(l)})
			}
		}
		if m.Real != nil {
			jobs = append(jobs, job{f, plain(m.RealName, m.Real)})
		}
	}
	for i, j := range jobs {
		row, err := m.row(ctx, j.file, j.source)
		if err != nil {
			return rows, err
		}
		rows = append(rows, row)
		if done != nil {
			done(i+1, len(jobs))
		}
	}
	return rows, nil
}

// plain is a hypothesizer that all runs share, whose calls aren't counted here.
func plain(name string, h discovery.Hypothesizer) source {
	return source{name: name, open: func(uint64) (discovery.Hypothesizer, func() int, func(), error) {
		return h, func() int { return 0 }, func() {}, nil
	}}
}

// played is a model of the level, behind a server of its own for every run.
func played(l llmsim.Level) source {
	return source{"played " + l.Name, fmt.Sprintf("%.1f (%d/%d)", l.RedundantOrError, l.Success, l.Actions),
		func(seed uint64) (discovery.Hypothesizer, func() int, func(), error) {
			s, err := llmsim.Serve(llmsim.Config{Quality: l.Quality(), Seed: seed})
			if err != nil {
				return nil, nil, nil, err
			}
			cfg := llm.Default()
			cfg.Model, cfg.BaseURL, cfg.Backoff = l.Name, s.URL(), time.Millisecond
			meter := &llm.Meter{}
			cache := replies.New(&graphstore.Memory{}, llm.Connect(cfg, llm.Secret{}, seed, meter), meter)
			return llm.New(cfg, cache, statistical.Hypothesizer{}), func() int { return meter.Total().Calls }, s.Close, nil
		}}
}

// modelRun is one run of a row.
type modelRun struct {
	named, wrong, left, guesses int
	exact, steps, rounds        int
	proven, calls, fellBack     int
	loopExact, loopSteps        int
	err                         error
}

func (m Models) row(ctx context.Context, f *sim.File, src source) (ModelRow, error) {
	truth := scenarios.NewTruth(f)
	actions := paperActions(truth)
	runs := make([]modelRun, m.Seeds)
	if err := each(ctx, m.Seeds, m.Parallel, func(i int) {
		runs[i].err = m.one(ctx, f, truth, actions, src, m.Seed+uint64(i), &runs[i])
	}); err != nil {
		return ModelRow{}, err
	}
	row := ModelRow{World: f.ID, Guess: src.name, Actions: len(actions), OursLeast: len(actions), Quoted: src.quoted}
	var sum modelRun
	for _, r := range runs {
		if r.err != nil {
			return row, r.err
		}
		for _, p := range [...]struct {
			into *int
			n    int
		}{{&sum.named, r.named}, {&sum.wrong, r.wrong}, {&sum.left, r.left}, {&sum.guesses, r.guesses}, {&sum.exact, r.exact}, {&sum.steps, r.steps},
			{&sum.rounds, r.rounds}, {&sum.proven, r.proven}, {&sum.calls, r.calls}, {&sum.fellBack, r.fellBack},
			{&sum.loopExact, r.loopExact}, {&sum.loopSteps, r.loopSteps}} {
			*p.into += p.n
		}
		row.OursLeast = min(row.OursLeast, r.exact)
	}
	mean := func(n, of int) float64 { return float64(n) / float64(max(1, of)) }
	row.Named, row.Wrong, row.Left = mean(sum.named, sum.guesses), mean(sum.wrong, sum.guesses), mean(sum.left, sum.guesses)
	row.OursExact, row.Steps, row.Rounds, row.Proven = mean(sum.exact, m.Seeds), mean(sum.steps, m.Seeds), mean(sum.rounds, m.Seeds), mean(sum.proven, m.Seeds)
	row.Calls, row.FellBack = mean(sum.calls, m.Seeds), mean(sum.fellBack, m.Seeds)
	row.LoopExact, row.LoopSteps = mean(sum.loopExact, m.Seeds), mean(sum.loopSteps, m.Seeds)
	return row, nil
}

// one explores the game twice with guesses of the source: our way, and in ADAM's
// loop.
func (m Models) one(ctx context.Context, f *sim.File, truth *scenarios.Truth, actions []interaction.Action, src source, seed uint64, out *modelRun) error {
	h, calls, done, err := src.open(seed)
	if err != nil {
		return err
	}
	defer done()
	seen := &audit{Hypothesizer: h, truth: truth}
	cfg := m.Config
	cfg.Seed, cfg.Hypothesizer, cfg.Goal = seed, seen.as(), ""
	res, err := Explore(ctx, f, cfg)
	if err != nil {
		return err
	}
	out.named, out.wrong, out.left, out.guesses = seen.named, seen.wrong, seen.left, seen.guesses
	out.exact = exactActions(truth, res.Graph, actions)
	out.steps, out.rounds, out.calls = res.Summary.Steps, res.Summary.Rounds, calls()
	for _, ms := range res.Summary.Milestones {
		if ms.Proven != nil {
			out.proven = max(out.proven, ms.Proven.Steps)
		}
	}
	if l, ok := h.(*llm.Hypothesizer); ok {
		out.fellBack = l.Report().FellBack()
	}
	loop, err := m.loop(ctx, f, h, seed)
	if err != nil {
		return err
	}
	out.loopExact, out.loopSteps = exactActions(truth, loop.Graph, actions), loop.Steps
	return nil
}

// loop runs ADAM's loop; the hypothesizer is shown what the loop's trials gave.
func (m Models) loop(ctx context.Context, f *sim.File, h discovery.Hypothesizer, seed uint64) (baseline.Result, error) {
	w := sim.New(f)
	p, err := pool.New(w, pool.Config{Sessions: 1, Seed: seed})
	if err != nil {
		return baseline.Result{}, err
	}
	defer func() { _ = p.Close() }() // nothing of it is needed any more
	n := newNotes(w.Spec())
	return baseline.Learn(ctx, w.Spec(), n.listen(p), baseline.Config{Guess: func(a interaction.Action, effect string, _ []string) []string {
		g, err := h.Propose(ctx, n.view(a, effect))
		if err != nil {
			return nil
		}
		return n.names(g.Named())
	}})
}

// exactActions counts the actions of which every edge is right and none is missing.
func exactActions(t *scenarios.Truth, g *graphstore.Graph, actions []interaction.Action) int {
	n := 0
	for _, a := range actions {
		if scenarios.NewScore(t.Only(a), only(g, []interaction.Action{a})).SHD == 0 {
			n++
		}
	}
	return n
}

// audit compares guesses with the truth; what it finds goes into the table only.
type audit struct {
	discovery.Hypothesizer
	truth *scenarios.Truth

	mu                          sync.Mutex
	named, wrong, left, guesses int
}

// as is the audit as a hypothesizer that is asked again where the audited one is.
func (a *audit) as() discovery.Hypothesizer {
	if r, ok := a.Hypothesizer.(discovery.Reconsidering); ok {
		return struct {
			*audit
			again
		}{a, again{r}}
	}
	return a
}

type again struct{ r discovery.Reconsidering }

func (a again) Again() int { return a.r.Again() }

// Propose passes the question on and looks at the first guess at each effect.
func (a *audit) Propose(ctx context.Context, v discovery.View) (discovery.Hypothesis, error) {
	g, err := a.Hypothesizer.Propose(ctx, v)
	if err != nil || len(v.Failed) > 0 || g.Causes == nil {
		return g, err
	}
	var names []string
	for _, i := range g.Named() {
		names = append(names, v.Factors[i].Name)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.guesses++
	a.named += len(names)
	wrong, left := a.nearest(names, v.Factors[v.Effect].Name)
	a.wrong += wrong
	a.left += left
	return g, nil
}

// nearest compares the names with the way of the item that they fit best: a view
// doesn't say which action it is of.
func (a *audit) nearest(names []string, item string) (wrong, left int) {
	best := -1
	for _, act := range a.truth.Actions {
		for _, e := range act.Effects {
			for _, w := range e.Ways {
				if e.Factor != item {
					continue
				}
				x, y := 0, 0
				for _, n := range names {
					if !slices.ContainsFunc(w.Members, func(m graphstore.Member) bool { return slices.Contains(m.Factors, n) }) {
						x++
					}
				}
				for _, m := range w.Members {
					if !slices.ContainsFunc(m.Factors, func(f string) bool { return slices.Contains(names, f) }) {
						y++
					}
				}
				if best < 0 || x+y < best {
					best, wrong, left = x+y, x, y
				}
			}
		}
	}
	return wrong, left
}

// PrintModels writes the table for people.
func PrintModels(w io.Writer, rows []ModelRow, seeds int) {
	fmt.Fprintf(w, "adam-4.4, %d seeds: guesses, and what became of %d actions\n\n", seeds, rows[0].Actions)
	fmt.Fprintf(w, "%-29s %6s %6s | %-13s %7s %7s %7s %6s %6s | %-13s %6s | %s\n", "", "wrong", "left", "ours, exact", "proven", "steps", "rounds", "calls", "fell", "ADAM's loop", "steps", "paper")
	world := ""
	for _, r := range rows {
		if r.World != world {
			world = r.World
			fmt.Fprintln(w, world)
		}
		fmt.Fprintf(w, "  %-27s %6.2f %6.2f | %5.1f (%2d)/%2d %8.0f %7.0f %7.0f %6.1f %6.1f | %5.1f/%2d %10.0f | %s\n", r.Guess, r.Wrong, r.Left,
			r.OursExact, r.OursLeast, r.Actions, r.Proven, r.Steps, r.Rounds, r.Calls, r.FellBack, r.LoopExact, r.Actions, r.LoopSteps, r.Quoted)
	}
	fmt.Fprintln(w, strings.TrimSpace(`
wrong, left   items per first guess that belong to no way, and members of the nearest way that it lacks
ours, exact   actions whose edges are all right: mean, (least over the seeds) / how many count
proven, steps steps until all that can be had was proven, and until everything was certified
calls, fell   calls to the model, and guesses that the statistical hypothesizer made instead
ADAM's loop   as published, with the same guesses; the paper counts redundant or error items (successes)`))
}
