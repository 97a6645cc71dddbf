package explore

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// account tells what is known in the ledger's terms.
type account struct {
	k         *knowledge
	open      *available
	intervals map[chance.Tally]graphstore.Interval // that were worked out: effects meet in few tallies
}

func newAccount(k *knowledge, open *available) *account {
	return &account{k: k, open: open, intervals: map[chance.Tally]graphstore.Interval{}}
}

// assumptions are what the certificates take for granted.
func (c *account) assumptions() []discovery.Assumption {
	out := append(c.k.cfg.Assumptions(), c.k.ceilings.Limited()...)
	if n := c.k.ceilings.Together(); n > 0 {
		out = append(out, discovery.Assumption{Name: discovery.Together, Value: float64(n)})
	}
	if slices.ContainsFunc(c.k.actions, func(a *action) bool {
		return slices.ContainsFunc(a.effects, func(e *effect) bool { return e.step.Exchange && c.k.settled(e) })
	}) {
		out = append(out, discovery.Assumption{Name: discovery.Exchange})
	}
	return out
}

// effect is what can be said of an effect now.
func (c *account) effect(e *effect) *graphstore.Effect {
	h, n := e.action.history, e.inquiry.Effect
	out := &graphstore.Effect{Factor: c.k.vocabulary.Name(e.factor), Grade: graphstore.Reached, Chance: c.interval(h.Chance(n))}
	if len(e.plans()) > 0 {
		out.Grade = graphstore.Proven
	}
	ways := slices.Clone(e.plans())
	if !c.k.settled(e) {
		for i, w := range ways {
			ways[i] = shown(h, n, w)
		}
	}
	ways = parted(h, n, ways)
	yields := yields(h, n, ways, c.k.settled(e))
	for i, w := range ways {
		way, seen := c.way(h, n, w, ways, c.k.settled(e))
		if !seen {
			continue
		}
		way.Yield = yields[i]
		out.Ways = append(out.Ways, way)
	}
	slices.SortFunc(out.Ways, graphstore.CompareWays)
	out.Unconditional = len(out.Ways) == 1 && len(out.Ways[0].Members) == 0
	if c.k.settled(e) {
		out.Grade = graphstore.Certified
		out.Certificate = c.certificate(e)
	}
	return out
}

// shown is the way with as much of its classes as was seen to suffice by every choice: of several the factors of one are still being tried
// with those of another.
func shown(h *discovery.History, effect int, w discovery.Way) discovery.Way {
	for {
		choices, largest := discovery.Choices(h.Vocabulary(), w), 0
		unseen := slices.IndexFunc(choices, func(at interaction.State) bool { return !h.Seen(effect, at) })
		for i, m := range w {
			if len(m.Factors) > len(w[largest].Factors) {
				largest = i
			}
		}
		if unseen < 0 || len(w) == 0 || len(w[largest].Factors) < 2 {
			return w
		}
		w = slices.Clone(w)
		m := &w[largest]
		there := slices.IndexFunc(m.Factors, func(f int) bool { return choices[unseen].At(f) > 0 })
		m.Factors = slices.Delete(slices.Clone(m.Factors), there, there+1)
	}
}

// mostParted is into how many ways one is parted at most.
const mostParted = 64

// parted has a way for each choice of a class of which one is needed, where choices use up different members: with nails the hammer stays,
// and with a rivet that goes.
func parted(h *discovery.History, effect int, ways []discovery.Way) (out []discovery.Way) {
	for _, w := range ways {
		pure := []discovery.Way{w}
		if !slices.ContainsFunc(w, func(m discovery.Member) bool { return len(m.Factors) > 1 && m.Count > 1 }) {
			pure = w.Pure()
		}
		if len(pure) > mostParted || !differ(h, effect, w, pure) {
			pure = []discovery.Way{w}
		}
		for _, v := range pure {
			if !slices.ContainsFunc(out, v.Equal) {
				out = append(out, v)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(out), func(v discovery.Way) bool { // what another one says as well
		return slices.ContainsFunc(out, func(w discovery.Way) bool { return !v.Equal(w) && v.Implies(w) })
	})
}

// differ reports whether of two choices of the way each was seen to use up more of a member than the other; false also where one wasn't seen.
func differ(h *discovery.History, effect int, w discovery.Way, choices []discovery.Way) bool {
	var all [][]int // what each uses up, by member
	for _, v := range choices {
		r := h.Witness(effect, v)
		if r == nil {
			return false
		}
		used, _ := r.Used(effect)
		n := make([]int, len(w))
		for i, m := range w {
			for _, u := range used {
				if slices.Contains(m.Factors, u.Factor) {
					n[i] += u.Level
				}
			}
		}
		all = append(all, n)
	}
	for i, a := range all {
		for _, b := range all[:i] {
			more, less := false, false
			for j, n := range b {
				more, less = more || a[j] > n, less || a[j] < n
			}
			if more && less {
				return true
			}
		}
	}
	return false
}

// way is a way with what its own successes showed: what they consumed. seen is false if
// none was seen.
func (c *account) way(h *discovery.History, effect int, w discovery.Way, ways []discovery.Way, all bool) (out graphstore.Way, seen bool) {
	r := h.Witness(effect, w)
	if r == nil {
		return out, false
	}
	used, _ := r.Used(effect)
	for _, m := range w {
		named := graphstore.Member{Count: m.Count}
		for _, i := range m.Factors {
			named.Factors = append(named.Factors, c.k.vocabulary.Name(i))
			for _, u := range used {
				if u.Factor == i {
					named.Consumed += u.Level
				}
			}
		}
		if len(m.Factors) == 1 {
			named.Consumed, named.Most = worn(h, effect, w, ways, all, m.Factors[0], named.Consumed)
		}
		slices.Sort(named.Factors)
		out.Members = append(out.Members, named)
	}
	slices.SortFunc(out.Members, discovery.CompareMembers[string])
	return out, true
}

// worn is the least and the most of the factor that successes by the way and by no other one used up, where that isn't the same each time, as a tool
// breaks at times; most is zero where it is. Counted are those from starts with nothing else,
// or, where all ways are known, from any that meets no other.
func worn(h *discovery.History, effect int, w discovery.Way, ways []discovery.Way, all bool, factor, consumed int) (least, most int) {
	least, top := consumed, consumed
	for _, r := range h.Records() {
		if r.Came(effect) == 0 {
			continue
		}
		if i := soleOf(r.At, ways); i < 0 || !ways[i].Equal(w) || !all && (r.At.Tier() == interaction.Plenty || !onlyOf(r.At, w)) {
			continue
		}
		used, _ := r.Used(effect)
		least, top = min(least, discovery.Of(used, factor)), max(top, discovery.Of(r.Worn(effect), factor))
	}
	if top > least {
		most = top
	}
	return least, most
}

// yields are what the successes gave that can only have come by each of the ways: at starts that
// meet no other, and unless all ways are known, hold nothing that the way doesn't ask for.
func yields(h *discovery.History, effect int, ways []discovery.Way, all bool) []graphstore.Yield {
	given := make([]discovery.Given, len(ways))
	asked := map[int]bool{} // for by any of them
	for _, w := range ways {
		for _, m := range w {
			for _, i := range m.Factors {
				asked[i] = true
			}
		}
	}
	for _, r := range h.Records() {
		if r.Came(effect) == 0 || !all && !within(r.At, asked) {
			continue
		}
		i := soleOf(r.At, ways)
		if i < 0 || !all && !onlyOf(r.At, ways[i]) {
			continue
		}
		given[i].Join(r.Given(effect))
	}
	out := make([]graphstore.Yield, len(ways))
	for i, g := range given {
		out[i] = graphstore.Yield{Min: g.Least, Max: g.Most, Mean: round6(g.Mean())}
	}
	return out
}

// soleOf is the place of the only one of the ways that the start meets; -1: it meets none, or several.
func soleOf(at interaction.State, ways []discovery.Way) int {
	sole := -1
	for i, w := range ways {
		if discovery.MetBy(w, at) {
			if sole >= 0 {
				return -1
			}
			sole = i
		}
	}
	return sole
}

// within reports whether the start holds nothing but these factors, which most don't: it is there to be fast.
func within(at interaction.State, factors map[int]bool) bool {
	if at.Tier() == interaction.Plenty {
		return false
	}
	for i := range at.All() {
		if !factors[i] {
			return false
		}
	}
	return true
}

// onlyOf reports whether the start holds nothing that the way doesn't ask for.
func onlyOf(at interaction.State, w discovery.Way) bool {
	for i := range at.All() {
		if !w.Overlaps([]int{i}) {
			return false
		}
	}
	return true
}

func (c *account) certificate(e *effect) *graphstore.Certificate {
	chance := e.step.Chance
	out := &graphstore.Certificate{Budget: e.inquiry.Budget, Observed: c.k.vocabulary.Len(),
		Successes: chance.Hits, Trials: chance.Hits + chance.Misses, Proved: c.k.cfg.Proved, Exchange: e.step.Exchange, Together: c.k.ceilings.Together()}
	if c.k.cfg.Chances == ChancesOwn {
		out.Floor = c.k.cfg.Floor
	}
	if room := e.action.history.Room(e.inquiry.Effect); room < math.MaxInt {
		out.Room = room
	}
	for _, t := range e.step.Tests {
		out.Tests = append(out.Tests, graphstore.Test{At: t.At, Trials: t.Misses, PValue: t.PValue, Threshold: t.Threshold})
	}
	return out
}

// interval is that of the chance.
func (c *account) interval(t chance.Tally) graphstore.Interval {
	out, ok := c.intervals[t]
	if !ok {
		out = graphstore.NewInterval(t)
		c.intervals[t] = out
	}
	return out
}

// round6 keeps six digits behind the point: enough for any report, and the same on
// every machine.
func round6(v float64) float64 { return math.Round(v*1e6) / 1e6 }

// action is what can be said of an action now: whether it is learned, and if not why.
func (c *account) action(a *action) graphstore.Finding {
	f := graphstore.Finding{Action: a.id, Reason: c.reason(a)}
	if f.Learned = f.Reason == ""; f.Learned {
		f.Observed = c.k.vocabulary.Len()
	}
	for _, i := range a.history.Ends() {
		f.Ends = append(f.Ends, c.k.vocabulary.Name(i))
	}
	slices.Sort(f.Ends)
	return f
}

// Idle says what came of an action that gave nothing: the facts that it ended, and what was used up.
func Idle(v *interaction.Vocabulary, ended, used []int) string {
	names := func(factors []int) string {
		var all []string
		for _, f := range factors {
			all = append(all, interaction.Shown(v.Name(f)))
		}
		return strings.Join(all, ", ")
	}
	switch {
	case len(ended) > 0 && len(used) > 0:
		return fmt.Sprintf("it gave nothing, but ended %s and used up %s,", names(ended), names(used))
	case len(ended) > 0:
		return fmt.Sprintf("it gave nothing, but ended %s,", names(ended))
	case len(used) > 0:
		return fmt.Sprintf("it gave nothing, but used up %s,", names(used))
	}
	return "it did nothing"
}

// reason says why an action isn't learned; empty if it is.
func (c *account) reason(a *action) string {
	tries := c.open.sweptFor(a)
	if len(a.effects) == 0 {
		total := 0
		for _, r := range a.history.Records() {
			total += r.Trials
		}
		idle := Idle(c.k.vocabulary, a.history.Ends(), a.history.Lowers())
		switch {
		case total == 0 && !a.open:
			return "never tried: the world doesn't list it before other factors are observed"
		case total == 0 && a.broken > 0:
			return fmt.Sprintf("each of the %d trials of it broke", a.broken)
		case total == 0:
			return "never tried: the run ended first"
		case !slices.ContainsFunc(c.k.ceilings.Sweep(), c.k.limits.possible):
			return fmt.Sprintf("%s in %d trials, and the world never began with everything that is known", idle, total)
		case tries >= c.open.sweeps:
			return fmt.Sprintf("%s in %d trials with everything that is known (%d factors): what it needs can't be had, something there prevents it, or its chance is below %g",
				idle, tries, c.k.vocabulary.Len(), c.k.cfg.Floor)
		}
		return fmt.Sprintf("%s in %d trials, and the run ended before more were made", idle, total)
	}
	for _, e := range a.effects {
		switch {
		case e.refused():
			return fmt.Sprintf("%s: %s", c.k.vocabulary.Name(e.factor), e.step.Reason)
		case !c.k.settled(e):
			return fmt.Sprintf("%s isn't certified: the run ended first", c.k.vocabulary.Name(e.factor))
		}
	}
	if tries < c.open.sweeps {
		return fmt.Sprintf("what it was seen to do is certified; further effects were looked for in %d trials of %d", tries, c.open.sweeps)
	}
	return ""
}

// certified counts the actions of which everything that they were seen to do is certified.
func (c *account) certified() (n int) {
	for _, a := range c.k.actions {
		if c.k.wholly(a) {
			n++
		}
	}
	return n
}

// certifiable counts the actions that can be certified, as far as is known: those that were seen to do
// something of which nothing is refused.
func (c *account) certifiable() (n int) {
	for _, a := range c.k.actions {
		if len(a.effects) > 0 && !slices.ContainsFunc(a.effects, (*effect).refused) {
			n++
		}
	}
	return n
}

// delta bounds the probability that anything is wrong that this run counts as certified:
// by the union bound, the sum of what it and the runs that it inherits from may spend.
func (c *account) delta() float64 {
	counted := map[*graphstore.RunEntry]bool{}
	sum := 0.0
	own := false
	count := func(run *graphstore.RunEntry) {
		if !counted[run] {
			counted[run] = true
			sum += run.Delta
		}
	}
	for _, a := range c.k.actions {
		for _, e := range a.effects {
			switch {
			case !c.k.settled(e):
			case e.claimed:
				count(e.claim.found.Run)
			default:
				own = true
			}
		}
		if c.k.inherits(a) {
			count(a.legacy.by)
		} else {
			own = own || c.reason(a) == ""
		}
	}
	if own || sum == 0 {
		sum += c.k.cfg.Delta
	}
	return sum
}
