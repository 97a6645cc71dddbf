package explore

import (
	"maps"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
)

// What other actions showed makes better guesses; it is part of no certificate.

// lore is what the effects of a kind showed together. Making things and collecting
// them differ in what they need and how surely they succeed, so there are two
// kinds: effects whose successes use something up, and the others.
type lore struct {
	told, sure int         // effects whose chance is told, and those that never failed
	ways       int         // effects with a known way
	kept       map[int]int // how many of these need the item without using it up
	missed     int         // causes that their hypotheses hadn't named
}

// lesson is what one effect adds to the lore of its kind.
type lesson struct {
	told, sure bool
	way        bool
	kept       []int
	missed     int
}

const (
	// telling is how many trials at sufficient inventories tell whether an
	// effect is sure.
	telling = 4
	// missedByDefault is how many causes a hypothesis misses where nothing is known.
	missedByDefault = .7
	// Bounds on the prior mass on a chance of 1.
	leastSure, mostSure = .05, .95
)

// lore is that of the effect's kind.
func (x *Explorer) lore(e *effect) *lore {
	if e.uses {
		return &x.making
	}
	return &x.collecting
}

func (l *lore) add(s lesson, sign int) {
	l.count(s, sign)
	l.keep(s, sign)
}

// keep adds the items.
func (l *lore) keep(s lesson, sign int) {
	for _, i := range s.kept {
		if l.kept == nil {
			l.kept = map[int]int{}
		}
		if l.kept[i] += sign; l.kept[i] == 0 {
			delete(l.kept, i)
		}
	}
}

// count adds all but the items.
func (l *lore) count(s lesson, sign int) {
	if s.told {
		l.told += sign
	}
	if s.sure {
		l.sure += sign
	}
	if s.way {
		l.ways += sign
	}
	l.missed += sign * s.missed
}

// teach brings what the effect adds to the lore up to date.
func (x *Explorer) teach(e *effect) {
	l := x.lore(e)
	l.add(e.lesson, -1)
	t := e.actor.history.Chance(e.inquiry.Effect)
	s := lesson{told: t.Hits+t.Misses >= telling || t.Misses > 0, way: len(e.ways()) > 0}
	s.sure = s.told && t.Misses == 0
	switch {
	case s.way && e.lesson.way && e.step.Phase == inquiry.Settled:
		s.kept, s.missed = e.lesson.kept, e.lesson.missed
	case s.way:
		s.kept = kept(e)
		for _, i := range s.kept {
			if e.inquiry.Guess.Causes[i] < .5 {
				s.missed++
			}
		}
	}
	e.lesson = s
	l.add(s, 1)
}

// others is what the effects of other actions showed, but for the items.
func (x *Explorer) others(e *effect) lore {
	out := *x.lore(e)
	out.kept = nil
	for _, o := range e.actor.effects {
		if o.uses == e.uses {
			out.count(o.lesson, -1)
		}
	}
	return out
}

// keptByOthers is how many effects of other actions need an item without using it
// up.
func (x *Explorer) keptByOthers(e *effect) map[int]int {
	out := lore{kept: maps.Clone(x.lore(e).kept)}
	for _, o := range e.actor.effects {
		if o.uses == e.uses {
			out.keep(o.lesson, -1)
		}
	}
	return out.kept
}

// view is what the hypothesizer may look at.
func (x *Explorer) view(e *effect) discovery.View {
	v := discovery.View{Items: x.words.names, History: e.actor.history, Effect: e.item,
		Kept: x.keptByOthers(e), Others: x.others(e).ways, Failed: e.failed}
	if x.cfg.Unlock == UnlockWorld {
		for _, item := range e.actor.unlock {
			if i, ok := x.words.index[item]; ok {
				v.Unlock = append(v.Unlock, i)
			}
		}
	}
	return v
}

// unnamed is how many causes of an effect its hypothesis is expected to miss: as
// many as hypotheses missed of other effects of its kind, on average, counting two
// that are made up.
func (l lore) unnamed() float64 {
	return (float64(l.missed) + 2*missedByDefault) / float64(l.ways+2)
}

// prior is the prior on an effect's chance, from how many others never failed
// (Jeffreys's rule).
func (x *Explorer) prior(l lore) *chance.Prior {
	mass := min(max((float64(l.sure)+.5)/float64(l.told+1), leastSure), mostSure)
	p := x.priors[mass]
	if p == nil {
		p = chance.NewPrior(mass)
		x.priors[mass] = p
	}
	return p
}

// relate notes which items were found to stand for each other in the effect's ways.
func (x *Explorer) relate(e *effect) {
	if e.step.Phase != inquiry.Settled {
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

// kept lists the items that the effect's first way is taken to need, and doesn't use
// up.
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
			if !slices.ContainsFunc(used, func(u discovery.Amount) bool { return u.Item == i }) && e.inquiry.Needs(i) {
				out = append(out, i)
			}
		}
	}
	return out
}
