package explore

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
)

// What other actions showed makes better guesses; it is part of no certificate.

// view is what the hypothesizer may look at.
func (x *Explorer) view(e *effect) discovery.View {
	v := discovery.View{Items: x.words.names, History: e.actor.history, Effect: e.item, Kept: map[int]int{}, Failed: e.failed}
	if x.cfg.Unlock == UnlockWorld {
		for _, item := range e.actor.unlock {
			if i, ok := x.words.index[item]; ok {
				v.Unlock = append(v.Unlock, i)
			}
		}
	}
	uses := consumes(e)
	for _, a := range x.actors {
		for _, o := range a.effects {
			if a == e.actor || len(o.ways()) == 0 || consumes(o) != uses {
				continue
			}
			v.Others++
			for _, i := range kept(o) {
				v.Kept[i]++
			}
		}
	}
	return v
}

// consumes reports whether the effect's successes use something up: making
// things and collecting them differ in what they need and how surely they succeed.
func consumes(e *effect) bool {
	for _, r := range e.actor.history.Records() {
		if used, _ := r.Used(e.inquiry.Effect); r.Hits(e.inquiry.Effect).Hits > 0 {
			return len(used) > 0
		}
	}
	return false
}

// relate notes which items were found to stand for each other in the effect's ways.
func (x *Explorer) relate(e *effect) {
	if e.step.Phase != discovery.Settled {
		return
	}
	for _, w := range e.ways() {
		for _, r := range w {
			if len(r.Items) < 2 {
				continue
			}
			for _, i := range r.Items {
				if !slices.ContainsFunc(x.kin[i], func(c []int) bool { return slices.Equal(c, r.Items) }) {
					x.kin[i] = append(x.kin[i], r.Items)
					slices.SortStableFunc(x.kin[i], func(a, b []int) int { return len(a) - len(b) })
				}
			}
		}
	}
}

// kept lists the items that the effect's first way needs and doesn't use up.
func kept(e *effect) []int {
	way := e.ways()[0]
	r := e.actor.history.Find(way.Point())
	if r == nil {
		return nil
	}
	used, _ := r.Used(e.inquiry.Effect)
	var out []int
	for _, q := range way {
		for _, i := range q.Items {
			if !slices.ContainsFunc(used, func(u discovery.Amount) bool { return u.Item == i }) {
				out = append(out, i)
			}
		}
	}
	return out
}

const (
	// telling is how many trials at sufficient inventories tell whether an
	// effect is sure.
	telling = 4
	// Bounds on the prior mass on a chance of 1.
	leastSure, mostSure = .1, .95
)

// chancePrior is the prior on an effect's chance, from how many effects of other
// actions of its kind never failed (Laplace's rule).
func (x *Explorer) chancePrior(e *effect) *discovery.ChancePrior {
	uses := consumes(e)
	sure, of := 0, 0
	for _, a := range x.actors {
		for _, o := range a.effects {
			if a == e.actor || consumes(o) != uses {
				continue
			}
			t := a.history.Chance(o.inquiry.Effect)
			if t.Hits+t.Misses < telling && t.Misses == 0 {
				continue
			}
			of++
			if t.Misses == 0 {
				sure++
			}
		}
	}
	mass := float64(sure+1) / float64(of+2)
	return discovery.NewChancePrior(min(max(mass, leastSure), mostSure))
}
