package explore

import (
	"maps"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/interaction"
)

// What other actions showed makes better guesses (empirical Bayes); it is part of no
// certificate.

// kinds is what the effects of each kind showed together. Making things and collecting
// them differ in what they need and how surely they succeed, so there are two kinds:
// effects whose successes use something up, and the others.
type kinds struct {
	making, collecting pooled
	priors             map[float64]*chance.Prior // by mass on a chance of 1
}

// pooled is the statistics of one kind of effects.
type pooled struct {
	told, sure int         // effects whose chance is told, and those that never failed
	ways       int         // effects with a known way
	kept       map[int]int // how many of these need the factor without using it up
	missed     int         // causes that their hypotheses hadn't named
}

// contribution is what one effect adds to the statistics of its kind.
type contribution struct {
	told, sure bool
	way        bool
	kept       []int
	missed     int
}

const (
	// telling is how many trials at sufficient starts tell whether an
	// effect is sure.
	telling = 4
	// missedByDefault is how many causes a hypothesis misses where nothing is known.
	missedByDefault = .7
	// Bounds on the prior mass on a chance of 1.
	leastSure, mostSure = .05, .95
)

// of is the statistics of the effect's kind.
func (s *kinds) of(e *effect) *pooled {
	if e.uses {
		return &s.making
	}
	return &s.collecting
}

func (p *pooled) add(c contribution, sign int) {
	p.count(c, sign)
	p.keep(c, sign)
}

// keep adds the factors.
func (p *pooled) keep(c contribution, sign int) {
	for _, i := range c.kept {
		if p.kept == nil {
			p.kept = map[int]int{}
		}
		if p.kept[i] += sign; p.kept[i] == 0 {
			delete(p.kept, i)
		}
	}
}

// count adds all but the factors.
func (p *pooled) count(c contribution, sign int) {
	if c.told {
		p.told += sign
	}
	if c.sure {
		p.sure += sign
	}
	if c.way {
		p.ways += sign
	}
	p.missed += sign * c.missed
}

// update brings what the effect adds to its kind up to date.
func (s *kinds) update(e *effect) {
	p := s.of(e)
	p.add(e.adds, -1)
	t := e.action.history.Chance(e.inquiry.Effect)
	c := contribution{told: t.Hits+t.Misses >= telling || t.Misses > 0, way: len(e.ways()) > 0}
	c.sure = c.told && t.Misses == 0
	switch {
	case c.way && e.adds.way && e.step.Phase == inquiry.Settled:
		c.kept, c.missed = e.adds.kept, e.adds.missed
	case c.way:
		c.kept = kept(e)
		for _, i := range c.kept {
			if e.inquiry.Guess.Causes[i] < .5 {
				c.missed++
			}
		}
	}
	e.adds = c
	p.add(c, 1)
}

// others is what the effects of other actions showed, but for the factors.
func (s *kinds) others(e *effect) pooled {
	out := *s.of(e)
	out.kept = nil
	for _, o := range e.action.effects {
		if o.uses == e.uses {
			out.count(o.adds, -1)
		}
	}
	return out
}

// keptByOthers is how many effects of other actions need a factor without using it
// up.
func (s *kinds) keptByOthers(e *effect) map[int]int {
	out := pooled{kept: maps.Clone(s.of(e).kept)}
	for _, o := range e.action.effects {
		if o.uses == e.uses {
			out.keep(o.adds, -1)
		}
	}
	return out.kept
}

// unnamed is how many causes of an effect its hypothesis is expected to miss: as
// many as hypotheses missed of other effects of its kind, on average, counting two
// that are made up.
func (p pooled) unnamed() float64 {
	return (float64(p.missed) + 2*missedByDefault) / float64(p.ways+2)
}

// prior is the prior on an effect's chance, from how many others never failed
// (Jeffreys's rule).
func (s *kinds) prior(p pooled) *chance.Prior {
	mass := min(max((float64(p.sure)+.5)/float64(p.told+1), leastSure), mostSure)
	prior := s.priors[mass]
	if prior == nil {
		prior = chance.NewPrior(mass)
		s.priors[mass] = prior
	}
	return prior
}

// kept lists the factors that the effect's first way is taken to need, and doesn't use
// up.
func kept(e *effect) []int {
	way := e.ways()[0]
	r := e.action.history.Find(discovery.At(e.action.history.Vocabulary(), way))
	if r == nil {
		return nil
	}
	used, _ := r.Used(e.inquiry.Effect)
	var out []int
	for _, m := range way {
		for _, i := range m.Factors {
			if !slices.ContainsFunc(used, func(u interaction.Level) bool { return u.Factor == i }) && e.inquiry.Needs(i) {
				out = append(out, i)
			}
		}
	}
	return out
}
