package bench

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// Collecting is figure 4.2 of ADAM's paper, measured again: how many steps it takes
// to learn what a collecting action needs, with and without interventions, and how
// often that succeeds within 20 steps. What fails counts as 20 steps, as there.
type Collecting struct {
	World    *sim.File
	Seeds    int // at least 1, for each action
	Seed     uint64
	Parallel int
}

const (
	// collectLimit is the paper's bound on steps.
	collectLimit = 20
	// plenty is how much there is of what is taken along.
	plenty = 64
)

// CollectRow is one source of guesses: steps are means, successes are shares.
type CollectRow struct {
	World   string `json:"world"`
	Guess   string `json:"guess"`
	Actions int    `json:"actions"`
	// Without interventions the action is sampled from everything observed and the
	// source is asked after every success, until two answers in a row agree.
	WithoutSteps   float64 `json:"without_steps"`
	WithoutSuccess float64 `json:"without_success"`
	// Removing is ADAM's intervention: two successes, a guess, which must suffice
	// in two tries, then one item after the other is taken away, two tries each.
	RemovingSteps   float64 `json:"removing_steps"`
	RemovingSuccess float64 `json:"removing_success"`
	// Grouping is ours, until the first way is proven and taken for minimal; what
	// comes after that is the certificate, which the paper has none of.
	GroupingSteps   float64 `json:"grouping_steps"`
	GroupingSuccess float64 `json:"grouping_success"`
}

// collected is one effect to learn: what was observed before, and the one way.
type collected struct {
	action   interaction.Action
	item     string
	observed []string
	causes   []string
}

// collecting lists the effects that use nothing up, with what is observed by then:
// everything of a lower level.
func collecting(t *scenarios.Truth) []collected {
	levels := t.Levels()
	var out []collected
	for _, a := range t.Actions {
		for _, e := range a.Effects {
			if len(e.Ways) != 1 || slices.ContainsFunc(e.Ways[0].Members, func(m graphstore.Member) bool { return m.Consumed > 0 || len(m.Factors) > 1 }) {
				continue
			}
			c := collected{action: a.ID, item: e.Factor}
			for _, m := range e.Ways[0].Members {
				c.causes = append(c.causes, m.Factors...)
			}
			for _, it := range t.Factors {
				if levels[it] < levels[e.Factor] {
					c.observed = append(c.observed, it)
				}
			}
			slices.Sort(c.causes)
			out = append(out, c)
		}
	}
	return out
}

// PrintCollecting writes the table for people.
func PrintCollecting(w io.Writer, rows []CollectRow, seeds int) {
	fmt.Fprintf(w, "figure 4.2, %d seeds: steps to learn a collecting action (at most %d; what fails counts as that), and success\n\n", seeds, collectLimit)
	fmt.Fprintf(w, "%-29s %22s %22s %22s\n", "", "no interventions", "removing (ADAM)", "grouping (ours)")
	world := ""
	for _, r := range rows {
		if r.World != world {
			world = r.World
			fmt.Fprintf(w, "%s, %d actions\n", world, r.Actions)
		}
		fmt.Fprintf(w, "  %-27s", r.Guess)
		for _, c := range [][2]float64{{r.WithoutSteps, r.WithoutSuccess}, {r.RemovingSteps, r.RemovingSuccess}, {r.GroupingSteps, r.GroupingSuccess}} {
			fmt.Fprintf(w, " %14.1f (%4.0f%%)", c[0], 100*c[1])
		}
		fmt.Fprintln(w)
	}
}

// Run measures every source of guesses: the played models of the levels of table
// 4.4 that fit the world, and the statistical hypothesizer.
func (c Collecting) Run(ctx context.Context, modified bool) ([]CollectRow, error) {
	sources := []source{plain("statistical", statistical.Hypothesizer{})}
	for _, l := range llmsim.Levels {
		if l.Modified == modified {
			sources = append(sources, played(l))
		}
	}
	tasks := collecting(scenarios.NewTruth(c.World))
	var rows []CollectRow
	for _, src := range sources {
		type result struct {
			steps, ok [3]float64
			err       error
		}
		results := make([]result, c.Seeds)
		if err := each(ctx, c.Seeds, c.Parallel, func(i int) {
			r := &results[i]
			seed := c.Seed + uint64(i)
			h, _, done, err := src.open(seed)
			if r.err = err; err != nil {
				return
			}
			defer done()
			for _, task := range tasks {
				for k, how := range [...]func(context.Context, *collector) (bool, error){without, removing, grouping} {
					steps, ok, err := c.learn(ctx, task, h, seed, how)
					if err != nil {
						r.err = err
						return
					}
					r.steps[k] += float64(steps)
					if ok {
						r.ok[k]++
					}
				}
			}
		}); err != nil {
			return nil, err
		}
		var sum result
		for _, r := range results {
			if r.err != nil {
				return nil, r.err
			}
			for k := range sum.steps {
				sum.steps[k] += r.steps[k]
				sum.ok[k] += r.ok[k]
			}
		}
		n := float64(c.Seeds * len(tasks))
		rows = append(rows, CollectRow{World: c.World.ID, Guess: src.name, Actions: len(tasks),
			WithoutSteps: sum.steps[0] / n, WithoutSuccess: sum.ok[0] / n, RemovingSteps: sum.steps[1] / n, RemovingSuccess: sum.ok[1] / n,
			GroupingSteps: sum.steps[2] / n, GroupingSuccess: sum.ok[2] / n})
	}
	return rows, nil
}

// collector learns one effect.
type collector struct {
	task   collected
	h      discovery.Hypothesizer
	runner interaction.Runner
	notes  *notes
	asked  map[string]int
	steps  int
	failed []discovery.Failure
}

func (c Collecting) learn(ctx context.Context, task collected, h discovery.Hypothesizer, seed uint64, how func(context.Context, *collector) (bool, error)) (int, bool, error) {
	w := sim.New(c.World)
	p, err := pool.New(w, pool.Config{Sessions: 1, Seed: seed})
	if err != nil {
		return 0, false, err
	}
	defer func() { _ = p.Close() }() // nothing of it is needed any more
	n := newNotes(w.Spec())
	for _, it := range task.observed {
		n.vocabulary.Add(it)
	}
	x := &collector{task: task, h: h, runner: n.listen(p), notes: n, asked: map[string]int{}}
	ok, err := how(ctx, x)
	if err != nil || !ok || x.steps > collectLimit {
		return collectLimit, false, err
	}
	return x.steps, true, nil
}

// try does the action once from these items and says whether the effect came.
func (x *collector) try(ctx context.Context, items []string) (bool, error) {
	start := map[string]int{}
	for _, it := range items {
		start[it] = plenty
	}
	return x.do(ctx, start)
}

func (x *collector) do(ctx context.Context, start map[string]int) (bool, error) {
	t := interaction.Trial{Action: x.task.action, Start: interaction.StateOf(start)}
	k := t.Key().String()
	t.Repeat = x.asked[k]
	x.asked[k]++
	x.steps++
	out, err := x.runner.Run(ctx, []interaction.Trial{t})
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(out[0].Changes, func(c interaction.Change) bool { return c.Factor == x.task.item && c.Gain() > 0 }), nil
}

// sample tries everything observed until the effect came so often; false if the
// steps ran out.
func (x *collector) sample(ctx context.Context, hits int) (bool, error) {
	for hits > 0 && x.steps < collectLimit {
		came, err := x.try(ctx, x.task.observed)
		if err != nil {
			return false, err
		}
		if came {
			hits--
		}
	}
	return hits == 0, nil
}

func (x *collector) guess(ctx context.Context) ([]string, error) {
	v := x.notes.view(x.task.action, x.task.item)
	v.Failed = x.failed
	g, err := x.h.Propose(ctx, v)
	return x.notes.names(g.Named()), err
}

func (x *collector) right(items []string) bool {
	items = slices.Clone(items)
	slices.Sort(items)
	return slices.Equal(items, x.task.causes)
}

// without believes an answer that is given twice in a row, each time with one more
// success to look at: without interventions there is no better check.
func without(ctx context.Context, x *collector) (bool, error) {
	var last []string
	for n := 0; ; n++ {
		if ok, err := x.sample(ctx, 1); err != nil || !ok {
			return false, err
		}
		g, err := x.guess(ctx)
		if err != nil {
			return false, err
		}
		if n > 0 && slices.Equal(g, last) {
			return x.right(g), nil
		}
		last = g
	}
}

func removing(ctx context.Context, x *collector) (bool, error) {
	gives := func(items []string) (bool, error) {
		for range 2 {
			if came, err := x.try(ctx, items); came || err != nil {
				return came, err
			}
		}
		return false, nil
	}
	hits := 2
	for x.steps < collectLimit {
		if ok, err := x.sample(ctx, hits); err != nil || !ok {
			return false, err
		}
		hits = 1 // when it fails, another sample and another guess
		causes, err := x.guess(ctx)
		if err != nil {
			return false, err
		}
		enough, err := gives(causes)
		if err != nil {
			return false, err
		}
		if !enough {
			var f discovery.Failure
			for _, it := range causes {
				f.Causes = append(f.Causes, x.notes.vocabulary.Add(it))
			}
			slices.Sort(f.Causes)
			f.Misses = 2
			if x.failed = append(x.failed, f); len(x.failed) > 2 {
				x.failed = x.failed[1:] // the played models needn't give up
			}
			continue
		}
		for _, it := range slices.Clone(causes) {
			rest := slices.DeleteFunc(slices.Clone(causes), func(c string) bool { return c == it })
			came, err := gives(rest)
			if err != nil {
				return false, err
			}
			if came {
				causes = rest
			}
		}
		return x.right(causes), nil
	}
	return false, nil
}

func grouping(ctx context.Context, x *collector) (bool, error) {
	if ok, err := x.sample(ctx, 1); err != nil || !ok {
		return false, err
	}
	v := x.notes.view(x.task.action, x.task.item)
	g, err := x.h.Propose(ctx, v)
	if err != nil {
		return false, err
	}
	q := inquiry.New(inquiry.Subject{Judge: chance.OneSided{}, Refiner: refine.Group{}, History: v.History, Effect: slices.Index(v.History.Effects(), v.Effect),
		Budget: .01, Guess: g})
	all := discovery.FixedCeilings(x.notes.vocabulary.Cut(interaction.Plenty, len(x.task.observed)))
	for x.steps <= collectLimit {
		step := q.Next(all, 1)
		if len(step.Ways) > 0 || len(step.Ask) == 0 {
			var names []string
			for _, w := range step.Ways {
				for _, r := range w {
					names = append(names, x.notes.names(r.Factors)...)
				}
			}
			return x.right(names), nil
		}
		start := map[string]int{}
		for i, n := range step.Ask[0].All() {
			start[x.notes.vocabulary.Name(i)] = n
		}
		if _, err := x.do(ctx, start); err != nil {
			return false, err
		}
	}
	return false, nil
}
