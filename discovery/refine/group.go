// Package refine finds small sufficient ways by intervention.
//
// [Group] is adaptive group testing: it takes away many factors at once and finds
// the needed ones by a noisy binary search, k log2(n/k) questions instead of n.
// [OneAtATime] is what ADAM does (section 3.4): it takes away one factor after the
// other, a fixed number of tries each.
//
// The invariant: a refiner proposes, the certificate decides. Everything here may
// be wrong, at the price of trials only.
package refine

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// Group finds a way by Bayesian QuickXplain (Junker, AAAI 2004, with a noisy
// answer): the factors of a proven start are put in order, likely causes
// first, and the last needed one is found by binary search on prefixes, keeping a
// posterior over its place jointly with one over the chance; it is fixed, and the
// search goes on before it.
type Group struct{}

var _ discovery.Refiner = Group{}

// Name is "group".
func (Group) Name() string { return "group" }

const (
	// accept is the posterior at which a place is taken for the last needed one;
	// acceptFurther, where ways are known: members of what isn't inside one of these
	// are tested once more.
	accept, acceptFurther = .9, .8
	// doubt is the probability of a hit when a factor is taken from everything
	// though it is needed where the search looks (it has a substitute elsewhere).
	doubt = .2
	// unlikely is the posterior that there is no other way up to which one is looked for
	// before anything else.
	unlikely = .3
	// many is how much likelier it makes a quantity above the least that there is one.
	many = .3
)

// FindWay implements [discovery.Refiner].
func (Group) FindWay(c *discovery.Case, within *discovery.Record) (interaction.State, []interaction.State) {
	for {
		l := newLine(c, within.At, used(c, within), false)
		way, last, ask := run(c, l)
		if ask != nil {
			return interaction.State{}, ask
		}
		if last { // the quantities first tried don't suffice: which items are too few?
			way, _, ask = run(c, l.fine())
			if ask != nil {
				return interaction.State{}, ask
			}
			if r := c.History.Smallest(c.Effect, way); !r.At.Equal(within.At) {
				within = r
				continue
			}
			l = newLine(c, within.At, used(c, within), true)
			if way, _, ask = run(c, l); ask != nil {
				return interaction.State{}, ask
			}
		}
		// The search stops at quantities that were tried; the least that
		// suffices may lie between two of them.
		way, ask = tighten(c, l, way)
		if ask != nil {
			return interaction.State{}, ask
		}
		// What is proven may be a part of what was looked for: go on inside it.
		r := c.History.Smallest(c.Effect, way)
		if r.At.Equal(way) {
			return way, nil
		}
		within = r
	}
}

// used is what successes at the record used up.
func used(c *discovery.Case, r *discovery.Record) []interaction.Level {
	u, _ := r.Used(c.Effect)
	return u
}

// Further implements [discovery.Refiner]: it searches as if the effect had been seen, with
// one more answer, that there is no other way.
func (Group) Further(c *discovery.Case, within interaction.State) []interaction.State {
	l := newLine(c, within, nil, false)
	if l.stand == 0 {
		return nil
	}
	l.open = true
	p := newPosterior(c, l)
	none := l.last() + 1
	if p.at(none) > unlikely {
		return nil
	}
	return questions(c, p, none)
}

// run finds the needed factors of the line: its base, with them, suffices. last
// reports that larger quantities are needed; the search then stops at once.
func run(c *discovery.Case, l *line) (way interaction.State, last bool, ask []interaction.State) {
	for {
		p := newPosterior(c, l)
		if p.proven == 0 {
			return l.base, false, nil
		}
		b := p.likeliest()
		if b != p.proven || p.at(b) < enough(c) {
			return interaction.State{}, false, questions(c, p, b)
		}
		if l.isAmple(b) {
			return interaction.State{}, true, nil
		}
		l = l.before(b)
	}
}

// enough is the posterior at which a place is taken for the last needed one.
func enough(c *discovery.Case) float64 {
	if c.Like != nil {
		return acceptFurther
	}
	return accept
}

// questions are the starts to try next.
func questions(c *discovery.Case, p *posterior, b int) []interaction.State {
	var ask []interaction.State
	add := func(q interaction.State) {
		if len(ask) < c.Slots && !slices.ContainsFunc(ask, q.Equal) {
			ask = append(ask, q)
		}
	}
	l := p.line
	sure := p.at(b) >= enough(c)
	first := p.ask()
	if sure {
		first = b // all but sure: see it work
	}
	// When the factor behind the prefix is already likely to be needed, take it
	// away from everything instead: a miss then counts for the certificate too (if one
	// is what is needed of a heap).
	if next := p.settle(first) + 1; !sure && next <= l.last() && !l.isAmple(next) && p.at(next) >= c.Remove {
		tok := l.at(next)
		less := tok.count - 1
		if tok.heap {
			less = 0
		}
		if q := c.All.With(tok.item, less); !c.History.Seen(c.Effect, q) {
			if c.History.Misses(c.Effect, q) > c.History.Chance(c.Effect).Hits {
				add(l.within) // what misses mean depends on the chance; the certificate asks for it, too
			}
			add(q)
		}
	}
	add(l.prefix(first))
	// At once: quantiles of the posterior.
	for j := 1; j <= c.Slots && len(ask) < c.Slots; j++ {
		add(l.prefix(p.quantile(float64(j) / float64(c.Slots+1))))
	}
	// What room is left goes to copies, where a miss may be bad luck.
	if n := len(ask); c.History.Chance(c.Effect).Misses > 0 {
		for i := 0; len(ask) < c.Slots; i++ {
			ask = append(ask, ask[i%n])
		}
	}
	return ask
}

// tighten lowers the quantities of a way between the last that failed and the
// first that worked.
func tighten(c *discovery.Case, l *line, way interaction.State) (interaction.State, []interaction.State) {
	for i, n := range way.All() {
		if n <= 1 {
			continue
		}
		floor := 1
		if j := slices.IndexFunc(l.used, func(u interaction.Level) bool { return u.Factor == i }); j >= 0 {
			floor = l.used[j].Level
		}
		if n <= floor || fails(c, way.With(i, n-1)) {
			continue
		}
		steps := &line{within: way, base: way.With(i, floor)}
		// Small quantities are likelier: that q is what is needed has a prior in
		// proportion to 1/q.
		sum := 1 / float64(floor)
		for q := floor + 1; q <= n; q++ {
			sum += 1 / float64(q)
			steps.likely = append(steps.likely, token{item: i, count: q, prior: many / float64(q) / sum})
		}
		w, _, ask := run(c, steps)
		if ask != nil {
			return interaction.State{}, ask
		}
		way = w
	}
	return way, nil
}

func fails(c *discovery.Case, at interaction.State) bool {
	m := c.History.Misses(c.Effect, at)
	return m > 0 && !c.History.Seen(c.Effect, at) && c.Prior.MissLikelihood(c.History.Chance(c.Effect), m) < 1-acceptFurther
}
