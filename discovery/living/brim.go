package living

import (
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// brim is what came of an effect where there was as much of what it gives as ever: that may be full there, though the world doesn't say so.
type brim struct {
	level  int // the most with which its action was tried
	hits   int // at that level
	misses []interaction.State
}

// mostBrim is how many misses are kept.
const mostBrim = 64

// saw enters a trial of the action, and whether the effect came.
func (b *brim) saw(at interaction.State, factor int, came bool) {
	n := at.At(factor)
	switch {
	case n > b.level:
		*b = brim{level: n}
	case n < b.level:
		return
	}
	switch {
	case came:
		b.hits++
	case len(b.misses) < mostBrim:
		b.misses = append(b.misses, at)
	}
}

// overflows reports whether there is so much more of an item than plenty that it may be full soon, though the world doesn't say of how much.
func (p *pilot) overflows() bool {
	return slices.ContainsFunc(p.k.vocabulary.Factors(), func(x interaction.Factor) bool {
		return x.Kind == interaction.Item && x.Top() == 0 && p.state.Level(x.Name) > manyTimes*x.Ample
	})
}

// manyTimes is how many times as much as plenty that is, and fewBrim how often an effect has to miss at the brim to be taken for full.
const manyTimes, fewBrim = 5, 4

// overflowing is the probability of misses at the brim, by how often the effect came below it, under which it is taken for full there. As
// no more misses are kept, what comes in fewer than about one in seven trials never is.
const overflowing = 1e-4

// atBrim is how often an effect missed in a row, in this life, with as much as ever of what it gives.
type atBrim struct{ level, times int }

// overfull reports whether the action, which was done from before, as the pilot's levels still have it, gives something that is full, as far
// as trials tell, though the world doesn't say so: then that it didn't come tells nothing. What is full is asked for no more than it takes
// to tell so.
func (p *pilot) overfull(a *action, before, after interaction.State) bool {
	full := false
	if p.k.passes() {
		return false
	}
	for _, e := range a.effects {
		name := p.k.vocabulary.Name(e.factor)
		n := before.Level(name)
		if !p.k.item(e.factor) || n == 0 || n < e.brim.level || p.k.vocabulary.Factor(e.factor).Top() > 0 {
			continue
		}
		was := p.tops[e]
		if was.level != n || after.Level(name) > n {
			was = atBrim{level: n}
		}
		if after.Level(name) <= n && slices.ContainsFunc(e.answer.planned(), func(w discovery.Way) bool { return discovery.Meets(w, p.levels) }) {
			was.times++
			missed := was.times
			if n == e.brim.level && e.brim.hits == 0 {
				missed += len(e.brim.misses)
			}
			full = full || p.k.overflown(e, e.answer.planned(), missed)
		}
		if p.tops == nil {
			p.tops = map[*effect]atBrim{}
		}
		p.tops[e] = was
	}
	return full
}

// passes reports whether anything in the world changes by itself, as far as is known: then many misses in a row may be a night's.
func (k *knowledge) passes() bool {
	for f := range k.vocabulary.Len() {
		if k.vital(f) || k.unexplained(f) {
			return true
		}
	}
	return false
}

// overflown reports whether a number of misses at the brim tells that it is full there.
func (k *knowledge) overflown(e *effect, ways []discovery.Way, missed int) bool {
	below := k.tally(e, ways)
	below.Misses = max(0, below.Misses-missed)
	return missed >= fewBrim && luck(below, missed) < overflowing
}

// filled are the items that are full, as far as trials tell, though the world doesn't say so, each with how much there is of it then.
func (k *knowledge) filled() (out []string) {
	if k.passes() {
		return nil
	}
	for _, e := range k.effects {
		ways, missed := e.answer.planned(), 0
		for _, at := range e.brim.misses {
			if slices.ContainsFunc(ways, func(w discovery.Way) bool { return discovery.MetBy(w, at) }) {
				missed++
			}
		}
		if k.item(e.factor) && e.brim.level > 0 && e.brim.hits == 0 && k.vocabulary.Factor(e.factor).Top() == 0 && k.overflown(e, ways, missed) {
			out = append(out, fmt.Sprintf("%d %s", e.brim.level, interaction.Shown(k.vocabulary.Name(e.factor))))
		}
	}
	return out
}
