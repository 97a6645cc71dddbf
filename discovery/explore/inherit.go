package explore

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/graphstore"
)

// What an earlier run over the same ledger certified stands, with the error that it was
// certified with, until something new is observed, a trial contradicts it or it is
// disputed. This run doesn't test it again, unless it asks for more: for less error, a
// lower floor, or other assumptions.

// claim is what an earlier run certified of an effect.
type claim struct {
	found   graphstore.Found
	effect  graphstore.Effect
	ways    []discovery.Way
	refuted bool
	// lasting: a refusal by this run says nothing against it, as it didn't assume what this
	// run finds not to be so.
	lasting bool
}

// explains reports whether the effect was to be expected from the inventory.
func (c *claim) explains(at discovery.Point) bool {
	return slices.ContainsFunc(c.ways, func(w discovery.Way) bool { return w.MetBy(at) })
}

// stands reports whether the ledger's finding on the effect is still the best there is.
func (e *effect) stands(items int) bool {
	c := e.claim
	return c != nil && !c.refuted && c.effect.Certificate.Observed == items &&
		(e.claimed || !e.settled(items) && (!e.refused() || c.lasting))
}

// stands reports whether the ledger's finding that the action is learned still is the best
// there is.
func (a *actor) stands(items int) bool {
	return a.learned > 0 && a.learned == items &&
		!slices.ContainsFunc(a.effects, func(e *effect) bool { return !e.stands(items) && !e.settled(items) })
}

// inherits reports whether there are no further effects by what an earlier run found.
// Nothing is asked of such an action until something new is observed, which ends it.
func (a *actor) inherits(items int) bool {
	return a.swept && a.learned == items && !slices.ContainsFunc(a.effects, func(e *effect) bool { return !e.claimed })
}

// claims reads what earlier runs certified, by the key of the finding.
func (x *Explorer) claims(found map[string]graphstore.Found) (map[string]*claim, error) {
	out := map[string]*claim{}
	for key, f := range found {
		if f.Run == nil || f.Disputed {
			continue
		}
		b, err := f.Finding()
		if err != nil {
			return nil, err
		}
		if b.Effect == nil {
			continue
		}
		c := &claim{found: f, effect: b.Effect.Effect(), lasting: x.cfg.Chances == ChancesShared && assumed(f.Run).Chances == ChancesOwn}
		if c.effect.Certificate == nil {
			continue
		}
		if c.ways, err = x.classed(c.effect); err != nil {
			return nil, fmt.Errorf("%w: entry %d: %w", graphstore.ErrCorrupt, f.At, err)
		}
		out[key] = c
	}
	return out, nil
}

// inherit takes over what earlier runs certified, once their trials are entered.
func (x *Explorer) inherit(found map[string]graphstore.Found) error {
	for _, spec := range x.spec.Actions {
		a := x.byID[spec.ID]
		for _, e := range a.effects {
			if e.claim == nil {
				continue
			}
			if err := x.inheritEffect(e); err != nil {
				return err
			}
		}
		f := found[graphstore.FindingKey(graphstore.Finding{Action: a.id})]
		if f.Run == nil || f.Disputed {
			continue
		}
		b, err := f.Finding()
		if err != nil {
			return err
		}
		if b.Learned {
			a.learned, a.by, a.swept = b.Observed, f.Run, x.fits(f.Run)
		}
	}
	return nil
}

// inheritEffect takes over the claim on an effect, if it is all that this run wants to
// know.
func (x *Explorer) inheritEffect(e *effect) error {
	c := e.claim
	h, k := e.actor.history, e.inquiry.Effect
	for _, r := range h.Records() {
		c.refuted = c.refuted || r.Hits(k).Hits > 0 && !c.explains(r.At)
	}
	for _, w := range c.effect.Ways {
		at := discovery.Point{}
		for _, m := range w.Members {
			at = at.With(x.words.index[m.Item], m.Count)
		}
		if r := h.Find(at); r == nil || r.Hits(k).Hits == 0 {
			return fmt.Errorf("%w: entry %d claims that %q gives %q by %s, which no trial before it showed",
				graphstore.ErrCorrupt, c.found.At, e.actor.id, c.effect.Item, w)
		}
	}
	if items := len(x.words.names); !c.refuted && c.effect.Certificate.Observed == items && x.fits(c.found.Run) {
		e.step = inquiry.Step{Phase: inquiry.Settled, Ways: e.inquiry.Ways()}
		e.fresh, e.claimed, e.grown = true, true, items
		e.inquiry.Prior = x.prior(x.others(e))
		x.relate(e)
		x.teach(e)
		x.proven.changed(e)
		x.certified.changed(e)
	}
	return nil
}

// fits reports whether the run promised at least what this one does.
func (x *Explorer) fits(run *graphstore.RunEntry) bool {
	was := assumed(run)
	return run.Delta <= x.cfg.Delta && was.Chances == x.cfg.Chances && was.Floor <= x.cfg.Floor
}

// assumed is the configuration of a run; the zero one if it can't be read.
func assumed(run *graphstore.RunEntry) (was stored) {
	if json.Unmarshal(run.Config, &was) != nil {
		return stored{}
	}
	return was
}

// delta bounds the probability that anything is wrong that this run counts as certified:
// by the union bound, the sum of what it and the runs that it inherits from may spend.
func (x *Explorer) delta() float64 {
	counted := map[*graphstore.RunEntry]bool{}
	sum := 0.0
	own := false
	count := func(run *graphstore.RunEntry) {
		if !counted[run] {
			counted[run] = true
			sum += run.Delta
		}
	}
	items := len(x.words.names)
	for _, a := range x.actors {
		for _, e := range a.effects {
			switch {
			case !e.settled(items):
			case e.claimed:
				count(e.claim.found.Run)
			default:
				own = true
			}
		}
		if a.inherits(items) {
			count(a.by)
		} else {
			own = own || x.reason(a) == ""
		}
	}
	if own || sum == 0 {
		sum += x.cfg.Delta
	}
	return sum
}

// classed are the ways of an effect, with its classes put together again.
func (x *Explorer) classed(of graphstore.Effect) ([]discovery.Way, error) {
	number := func(name string) (int, error) {
		i, ok := x.words.index[name]
		if !ok {
			return 0, fmt.Errorf("the item %q isn't listed", name)
		}
		return i, nil
	}
	var ways []discovery.Way
	for _, w := range of.Ways {
		var v discovery.Way
		for _, m := range w.Members {
			i, err := number(m.Item)
			if err != nil {
				return nil, err
			}
			v = append(v, discovery.Requirement{Items: []int{i}, Count: m.Count})
		}
		slices.SortFunc(v, byFirstItem)
		ways = append(ways, v)
	}
	classes := slices.Clone(of.Classes)
	slices.SortStableFunc(classes, func(a, b graphstore.Class) int { return len(b.Items) - len(a.Items) })
	for _, c := range classes {
		if c.Count > 1 && !c.Mixes {
			continue
		}
		in := map[int]bool{}
		for _, name := range c.Items {
			i, err := number(name)
			if err != nil {
				return nil, err
			}
			in[i] = true
		}
		ways = unite(ways, in, c.Count)
	}
	return ways, nil
}

func byFirstItem(a, b discovery.Requirement) int { return cmp.Compare(a.Items[0], b.Items[0]) }

// unite makes one way of those that differ in which item of a class they ask for, so many
// of it.
func unite(ways []discovery.Way, class map[int]bool, count int) []discovery.Way {
	var out []discovery.Way
	place := map[string]int{} // in out, by what else the way asks for
	for _, w := range ways {
		i := slices.IndexFunc(w, func(r discovery.Requirement) bool { return len(r.Items) == 1 && r.Count == count && class[r.Items[0]] })
		if i < 0 {
			out = append(out, w)
			continue
		}
		rest := append(slices.Clone(w[:i]), w[i+1:]...)
		key := fmt.Sprint(rest)
		j, known := place[key]
		if !known {
			place[key] = len(out)
			out = append(out, w)
			continue
		}
		k := slices.IndexFunc(out[j], func(r discovery.Requirement) bool { return r.Count == count && class[r.Items[0]] })
		items := append(slices.Clone(out[j][k].Items), w[i].Items[0])
		slices.Sort(items)
		v := append(rest, discovery.Requirement{Items: items, Count: count})
		slices.SortFunc(v, byFirstItem)
		out[j] = v
	}
	return out
}
