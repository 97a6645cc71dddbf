package controller

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Verdict is what the patroller makes of an executed action. The zero Verdict is
// invalid.
type Verdict uint8

const (
	// Succeeded: what the step is for came, and all else is as claimed.
	Succeeded Verdict = iota + 1
	// Missed: it didn't come, which the claimed chance allows: bad luck.
	Missed
	// Novel: something came of which nothing was claimed, and nothing excluded it.
	Novel
	// Wrong: what happened contradicts what is claimed of the action.
	Wrong
	// Broke: the session broke; it says nothing.
	Broke
	// Unjudged: there is no patroller.
	Unjudged
)

var verdictNames = [...]string{"invalid", "succeeded", "missed", "novel", "wrong", "broke", "unjudged"}

// String is the verdict in one word.
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return verdictNames[0]
}

// patroller compares what happens with what the tree claims (MP5, section 3.2).
//
// Its test of misses: let an effect be claimed with S successes in N trials. Of the
// error alpha, half goes to the assumption that the chance is at least L, the lower
// Clopper-Pearson limit at confidence 1 - alpha/2. Under it, m misses in a row from
// the j-th execution on have probability at most (1-L)^m; the sum over j of
// w_j (1-L)^-m while the row lasts, with w_j = 1/(j(j+1)), is an e-process, as the w_j
// sum to 1. By Ville's inequality the chance that it ever reaches 2/alpha is at most
// alpha/2. So a true claim is disputed with probability at most alpha, however
// long one acts; and after a change that stops an effect of chance 0.6 known from
// 40 of 70 trials it takes about 20 misses, a sure one known from 30 trials about 10.
//
// Its test of yields is alike: if a success gives what earlier ones gave, the next
// of n + 1 is outside the range of the n others with probability at most 2/(n+1). It
// is made of effects with one way only; of others a changed yield costs new plans.
type patroller struct {
	graph *graphstore.Graph
	alpha float64
	rows  map[rowKey]*row
}

type rowKey struct {
	action interaction.Action
	factor string
	yields bool
}

// row counts executions, and how unlikely the current row of misses is.
type row struct {
	executions int
	began      int     // the execution at which the row began, from 1
	log        float64 // minus the log of the row's probability
	low        float64 // the least chance that is claimed; below zero: not computed yet
}

// hit ends a row.
func (r *row) hit() { r.executions, r.began, r.log = r.executions+1, 0, 0 }

// miss goes on with a row by a miss of at most this probability, and reports
// whether the row is impossible at the threshold.
func (r *row) miss(p, threshold float64) bool {
	r.executions++
	if r.began == 0 {
		r.began = r.executions
	}
	r.log -= math.Log(p)
	j := float64(r.began)
	return r.log-math.Log(j*(j+1)) >= math.Log(threshold)
}

func newPatroller(g *graphstore.Graph, alpha float64) *patroller {
	return &patroller{graph: g, alpha: alpha, rows: map[rowKey]*row{}}
}

// learned takes note of a new graph, and forgets what it saw of the action before.
func (p *patroller) learned(g *graphstore.Graph, action interaction.Action) {
	p.graph = g
	for k := range p.rows {
		if k.action == action {
			delete(p.rows, k)
		}
	}
}

func (p *patroller) row(k rowKey) *row {
	if p.rows[k] == nil {
		p.rows[k] = &row{low: -1}
	}
	return p.rows[k]
}

// judge says what to make of an execution for the sake of a factor. What vitals do, and
// facts that no action is known to bring about, is the world's business.
func (p *patroller) judge(action interaction.Action, factor string, before interaction.State, changes []interaction.Change) (Verdict, string) {
	a := p.graph.Action(action)
	if a == nil {
		return Novel, "nothing is known of the action"
	}
	got, used := map[string]int{}, map[string]int{}
	novel := ""
	for _, c := range changes {
		if c.Gain() < 0 {
			if p.kind(c.Factor) == interaction.Item {
				used[c.Factor] = -c.Gain()
			}
			continue
		}
		got[c.Factor] = c.Gain()
		if p.kind(c.Factor) == interaction.Fact {
			got[c.Factor] = c.To
		}
		e := a.Effect(c.Factor)
		switch {
		case e == nil && p.worlds(c.Factor):
		case e == nil && a.Learned:
			return Wrong, fmt.Sprintf("it gave %d %s, and it was certified to give no such thing", c.Gain(), c.Factor)
		case e == nil:
			novel = fmt.Sprintf("it gave %d %s, which was never seen of it", c.Gain(), c.Factor)
		case len(e.Ways) > 0 && len(metWays(e, before)) == 0:
			if e.Grade == graphstore.Certified {
				return Wrong, fmt.Sprintf("it gave %s without any of its ways", c.Factor)
			}
			novel = fmt.Sprintf("it gave %s by a way that isn't known", c.Factor)
		}
	}
	if why, sure := p.consumption(a, before, used, got); sure {
		return Wrong, why
	} else if why != "" {
		novel = why
	}
	for i := range a.Effects {
		if why := p.luck(a, &a.Effects[i], before, got[a.Effects[i].Factor]); why != "" {
			return Wrong, why
		}
	}
	switch {
	case novel != "":
		return Novel, novel
	case got[factor] > 0:
		return Succeeded, ""
	}
	if e := a.Effect(factor); e != nil {
		if e.Chance.Estimate > .995 {
			return Missed, fmt.Sprintf("bad luck, perhaps: it came in all of %d trials", e.Chance.Trials)
		}
		return Missed, fmt.Sprintf("bad luck: it comes %.0f%% of the time", 100*e.Chance.Estimate)
	}
	return Missed, "it didn't come"
}

// kind is that of a factor; an item if it isn't known.
func (p *patroller) kind(factor string) interaction.Kind {
	if f := p.graph.Factor(factor); f != nil {
		return f.Kind
	}
	return interaction.Item
}

// worlds reports whether the world changes the factor by itself, as far as is known.
func (p *patroller) worlds(factor string) bool {
	return p.kind(factor) == interaction.Vital || p.kind(factor) == interaction.Fact && !p.graph.Brings(factor)
}

// metWays are the ways of an effect that the state meets.
func metWays(e *graphstore.Effect, have interaction.State) []*graphstore.Way {
	var out []*graphstore.Way
	for i := range e.Ways {
		if e.Ways[i].Met(have) {
			out = append(out, &e.Ways[i])
		}
	}
	return out
}

// consumption says what is wrong with what was consumed: each effect that came took
// what one of its ways takes, and several may share it. Ways say what a success uses
// up and nothing of a failure, which may take what it likes. What isn't certified may have come by a way that isn't known: then
// it isn't sure.
func (p *patroller) consumption(a *graphstore.Action, before interaction.State, used, got map[string]int) (why string, sure bool) {
	least, must, most := map[string]int{}, map[string]int{}, map[string]int{}
	failed := len(got) == 0 // nothing came, or not all that could
	open := false           // something came that isn't certified
	for i := range a.Effects {
		e := &a.Effects[i]
		ways := metWays(e, before)
		if got[e.Factor] == 0 {
			failed = failed || len(ways) > 0
			continue
		}
		if len(ways) == 0 && e.Grade != graphstore.Certified {
			return "", false // by which way it came isn't known
		}
		open = open || e.Grade != graphstore.Certified
		lo, hi := map[string]int{}, map[string]int{}
		for k, w := range ways {
			takes := map[string]int{} // at least; of a class, nothing of any one
			for _, m := range w.Members {
				for _, f := range m.Factors {
					hi[f] = max(hi[f], m.Consumed, m.Most)
				}
				if len(m.Factors) == 1 {
					takes[m.Factors[0]] = m.Consumed
				}
			}
			for f := range lo {
				lo[f] = min(lo[f], takes[f])
			}
			if k == 0 {
				lo = takes
			}
		}
		for f, n := range lo {
			least[f] = max(least[f], n)
			if e.Grade == graphstore.Certified {
				must[f] = max(must[f], n)
			}
		}
		for f, n := range hi {
			most[f] += n
		}
	}
	for _, f := range slices.Sorted(maps.Keys(used)) {
		if used[f] > most[f] && !failed {
			return fmt.Sprintf("it used up %d %s, where at most %d can be", used[f], f, most[f]), !open
		}
	}
	for _, f := range slices.Sorted(maps.Keys(least)) {
		if used[f] < least[f] && a.Effect(f) == nil {
			return fmt.Sprintf("it used up %d %s, where %d must be", used[f], f, least[f]), used[f] < must[f]
		}
	}
	return "", false
}

// luck enters whether an effect came, and how much of it, and says what is wrong
// once that can't be chance.
func (p *patroller) luck(a *graphstore.Action, e *graphstore.Effect, before interaction.State, got int) string {
	ways := metWays(e, before)
	if len(ways) == 0 || e.Grade < graphstore.Proven || p.full(e, before) {
		return ""
	}
	for i := range a.Effects { // what another effect uses up hides what came
		for _, w := range a.Effects[i].Ways {
			if slices.ContainsFunc(w.Members, func(m graphstore.Member) bool { return m.Consumed > 0 && slices.Contains(m.Factors, e.Factor) }) {
				return ""
			}
		}
	}
	r := p.row(rowKey{a.ID, e.Factor, false})
	if got == 0 {
		if r.low < 0 {
			r.low = lowerLimit(e.Chance, p.alpha/2)
		}
		if r.low > 0 && r.miss(1-r.low, 2/p.alpha) {
			return fmt.Sprintf("%s failed to come %d times in a row, which its chance of %.2f (%d of %d trials) makes impossible (probability below %g)",
				e.Factor, r.executions-r.began+1, e.Chance.Estimate, e.Chance.Successes, e.Chance.Trials, p.alpha)
		}
		return ""
	}
	r.hit()
	y := graphstore.Yield{Min: math.MaxInt}
	for _, w := range ways {
		y.Min, y.Max = min(y.Min, w.Yield.Min), max(y.Max, w.Yield.Max)
	}
	// Of several ways it isn't known how many successes showed the yield of each.
	seen := e.Chance.Successes
	if y.Min < 1 || len(e.Ways) > 1 {
		return ""
	}
	r = p.row(rowKey{a.ID, e.Factor, true})
	f := p.graph.Factor(e.Factor)
	switch {
	case f == nil:
	case got < y.Min && (interaction.Factor{Kind: f.Kind, Max: f.Max}).Filled(before.Level(e.Factor)+got):
		return "" // what came on top was lost
	case got > y.Max && f.Kind == interaction.Vital:
		return "" // there may not have been room for as much before
	}
	if y.Min <= got && got <= y.Max {
		r.hit()
	} else if r.miss(min(1, 2/float64(seen+1)), 1/p.alpha) {
		return fmt.Sprintf("it gave %d %s, and again not the %d to %d of %d successes before", got, e.Factor, y.Min, y.Max, seen)
	}
	return ""
}

// full reports whether the effect's factor may have no room to rise.
func (p *patroller) full(e *graphstore.Effect, before interaction.State) bool {
	level := before.Level(e.Factor)
	if e.Certificate != nil && e.Certificate.Room > 0 && level >= e.Certificate.Room {
		return true
	}
	f := p.graph.Factor(e.Factor)
	if f == nil {
		return false
	}
	reached := 1
	for _, w := range e.Ways {
		reached = max(reached, w.Yield.Min)
	}
	return f.Kind == interaction.Fact && level >= reached || f.Max > 0 && level >= f.Max
}

// sureLimit is the least chance of a miss that is assumed of anything, so that one
// miss of what never failed isn't proof.
const sureLimit = 1e-3

// lowerLimit is the lower Clopper-Pearson limit of a chance at error alpha. An
// interval without trials behind it, as somebody's word, counts as it is.
func lowerLimit(c graphstore.Interval, alpha float64) float64 {
	low := c.Low
	if c.Trials > 0 {
		if c.Successes == 0 {
			return 0
		}
		low = distuv.Beta{Alpha: float64(c.Successes), Beta: float64(c.Trials - c.Successes + 1)}.Quantile(alpha)
	}
	return min(low, 1-sureLimit)
}
