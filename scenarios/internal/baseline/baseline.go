// Package baseline is the loop of ADAM as its public code runs it, and SDI, the causal discovery of CDHRL, to compare with.
//
// The loop follows section 3.4 of the paper and the published program: a fixed number of
// samples from everything observed, a guess at the causes, one confirmation that
// they suffice, and one-at-a-time removal with a fixed number of tries. It has the
// weaknesses of the original, on purpose: a trial that breaks can be read as "no
// effect", a cause that the guess missed is only found by starting from everything,
// two substitutes both look unneeded, and nothing is certified.
//
// Where the original would loop forever (an action that never succeeds), this one
// gives the action up after a number of tries, so that it ends.
package baseline

import (
	"context"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Config says how the loop runs. The zero value of a field means the default.
type Config struct {
	// Samples is how many successes are sampled before the guess; default 2, as
	// in the public code.
	Samples int
	// Tries is how often a sufficiency or a removal is tried; default 2, as in
	// the public code.
	Tries int
	// FaultsAreNo reads a trial that broke as "no effect", as the public code
	// does; otherwise it is tried again.
	FaultsAreNo bool
	// Guess names the causes of an effect, as a language model would; the
	// original's prompt holds the samples. Nil: no guess, start from everything.
	Guess func(action interaction.Action, effect string, observed []string) []string
	// Goal, if set, ends the loop once an action that gives it was learned.
	Goal string
	// The ablations of the paper. NoIntervention believes the guess. NoTemporal
	// lets what an action gives be its own cause. NoDecomposition guesses over
	// all items at once, so that no guess fits a single action.
	NoIntervention, NoTemporal, NoDecomposition bool
	// Quantity is how many of each item a start inventory holds; default 64.
	Quantity int
	// PatienceAfter is how many samples without any gain end an action; default
	// 20.
	PatienceAfter int
}

// Result is what the loop believes, and what it cost.
type Result struct {
	Graph *graphstore.Graph
	// Steps counts executed actions, Rounds what a parallel agent would wait for:
	// the samples of an action are one round, and so are the tries of a removal.
	Steps, Rounds int
	// StepsTo is how many steps had been executed when the item was first
	// obtained.
	StepsTo map[string]int
	// Learned is how many steps had been executed when an action that gives the
	// item had been learned: the paper's measure.
	Learned map[string]int
	// Lessons are the actions in the order in which they were learned; Graph is
	// all of them.
	Lessons []Lesson
	// Faults counts the trials that broke.
	Faults int
}

// Lesson is what the loop believes of one action.
type Lesson struct {
	Action interaction.Action
	// Effects are empty if the action was given up.
	Effects []graphstore.Effect
	// Steps is how many steps had been executed when the action was done with.
	Steps int
}

type loop struct {
	ctx    context.Context
	cfg    Config
	runner interaction.Runner
	seen   []string
	asked  map[string]int
	res    Result
	// factors are what the world says of some.
	factors map[string]interaction.Factor
}

// Learn runs the loop until every available action was learned or given up.
// Actions become available by the world's hints. The error is the runner's.
func Learn(ctx context.Context, spec interaction.Spec, runner interaction.Runner, cfg Config) (Result, error) {
	if cfg.Samples == 0 {
		cfg.Samples = 2
	}
	if cfg.Tries == 0 {
		cfg.Tries = 2
	}
	if cfg.Quantity == 0 {
		cfg.Quantity = 64
	}
	if cfg.PatienceAfter == 0 {
		cfg.PatienceAfter = 20
	}
	l := &loop{ctx: ctx, cfg: cfg, runner: runner, asked: map[string]int{}, factors: map[string]interaction.Factor{}}
	for _, f := range spec.Factors {
		l.factors[f.Name] = f
	}
	l.res.StepsTo, l.res.Learned = map[string]int{}, map[string]int{}
	g := &graphstore.Graph{World: spec.ID, Fingerprint: spec.Fingerprint}
	done := map[interaction.Action]bool{}
	effects := map[interaction.Action][]graphstore.Effect{}
	for {
		// The latest in the list that is available and not learned, as in the
		// original.
		var next *interaction.ActionSpec
		for i := range spec.Actions {
			a := &spec.Actions[i]
			locked := slices.ContainsFunc(a.Unlock, func(item string) bool { return !slices.Contains(l.seen, item) })
			if !done[a.ID] && !locked {
				next = a
			}
		}
		if next == nil {
			break
		}
		found, err := l.learn(next.ID)
		if err != nil {
			return l.res, err
		}
		done[next.ID] = true
		effects[next.ID] = found
		l.res.Lessons = append(l.res.Lessons, Lesson{next.ID, found, l.res.Steps})
		for _, e := range found {
			if l.res.Learned[e.Factor] == 0 {
				l.res.Learned[e.Factor] = l.res.Steps
			}
		}
		if l.res.Learned[cfg.Goal] > 0 {
			break
		}
	}
	for _, a := range spec.Actions {
		g.Actions = append(g.Actions, graphstore.Action{ID: a.ID, Effects: effects[a.ID]})
	}
	for _, s := range slices.Sorted(slices.Values(l.seen)) {
		g.Factors = append(g.Factors, graphstore.Factor{Name: s, Kind: l.factors[s].Kind})
	}
	l.res.Graph = g
	return l.res, nil
}

// try executes the action once from these items and says what was obtained; ok is
// false if the trial broke.
func (l *loop) try(a interaction.Action, items []string) (obtained []string, ok bool, err error) {
	start := map[string]int{}
	for _, it := range items {
		start[it] = l.cfg.Quantity
		if f, ok := l.factors[it]; ok && f.Top() > 0 { // more can't be there
			start[it] = min(start[it], f.Top())
		}
	}
	t := interaction.Trial{Action: a, Start: interaction.StateOf(start)}
	k := t.Key().String()
	t.Repeat = l.asked[k]
	l.asked[k]++
	out, err := l.runner.Run(l.ctx, []interaction.Trial{t})
	if err != nil {
		return nil, false, err
	}
	l.res.Steps++
	if out[0].Status != interaction.Completed {
		l.res.Faults++
		return nil, false, nil
	}
	for _, c := range out[0].Changes {
		if c.Gain() <= 0 {
			continue
		}
		obtained = append(obtained, c.Factor)
		if !slices.Contains(l.seen, c.Factor) {
			l.seen = append(l.seen, c.Factor)
			l.res.StepsTo[c.Factor] = l.res.Steps
		}
	}
	return obtained, true, nil
}

// gives tries up to Tries times whether the effect comes from these items.
func (l *loop) gives(a interaction.Action, items []string, effect string) (bool, error) {
	l.res.Rounds++
	for n, broken := 0, 0; n < l.cfg.Tries && broken < 100; {
		got, ok, err := l.try(a, items)
		if err != nil {
			return false, err
		}
		if !ok && !l.cfg.FaultsAreNo {
			broken++
			continue
		}
		n++
		if slices.Contains(got, effect) {
			return true, nil
		}
	}
	return false, nil
}

func (l *loop) learn(a interaction.Action) ([]graphstore.Effect, error) {
	var effects []string
	hits := 0
	observed := slices.Clone(l.seen) // temporal modelling: causes were there before
	l.res.Rounds++
	for n := 0; hits < l.cfg.Samples && n < l.cfg.PatienceAfter; n++ {
		got, _, err := l.try(a, observed)
		if err != nil {
			return nil, err
		}
		if len(got) > 0 {
			hits++
		}
		for _, s := range got {
			if !slices.Contains(effects, s) {
				effects = append(effects, s)
			}
		}
	}
	if l.cfg.NoTemporal {
		observed = slices.Clone(l.seen)
	}
	var out []graphstore.Effect
	for _, e := range effects {
		causes, err := l.refine(a, e, observed)
		if err != nil {
			return nil, err
		}
		w := graphstore.Way{}
		for _, c := range slices.Sorted(slices.Values(causes)) {
			w.Members = append(w.Members, graphstore.Member{Factors: []string{c}, Count: 1})
		}
		out = append(out, graphstore.Effect{Factor: e, Grade: graphstore.Proven, Ways: []graphstore.Way{w}, Unconditional: len(w.Members) == 0})
	}
	slices.SortFunc(out, func(x, y graphstore.Effect) int { return strings.Compare(x.Factor, y.Factor) })
	return out, nil
}

// refine is "intervention-based CD": confirm, then remove one at a time.
func (l *loop) refine(a interaction.Action, effect string, observed []string) ([]string, error) {
	causes := observed
	if l.cfg.Guess != nil && !l.cfg.NoDecomposition {
		guess := l.cfg.Guess(a, effect, observed)
		if l.cfg.NoIntervention {
			return guess, nil
		}
		ok, err := l.gives(a, guess, effect)
		if err != nil {
			return nil, err
		}
		if ok {
			causes = guess
		}
	}
	for _, c := range slices.Clone(causes) {
		rest := slices.DeleteFunc(slices.Clone(causes), func(x string) bool { return x == c })
		without, err := l.gives(a, rest, effect)
		if err != nil {
			return nil, err
		}
		if without {
			causes = rest
		}
	}
	return causes, nil
}
