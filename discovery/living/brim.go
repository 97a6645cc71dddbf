package living

import (
	"fmt"
	"math"
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

// overflowing is the probability of misses at the brim, by how often the effect came below it, under which it is taken for full there.
const overflowing = 1e-4

// filled says that the effect never came where there was most of what it gives, though a way was met, and that more often than its chance
// below that explains. Empty: it isn't so.
func (k *knowledge) filled(e *effect, ways []discovery.Way) string {
	if !k.item(e.factor) || e.brim.level == 0 || e.brim.hits > 0 || k.vocabulary.Factor(e.factor).Top() > 0 {
		return ""
	}
	missed := 0
	for _, at := range e.brim.misses {
		if slices.ContainsFunc(ways, func(w discovery.Way) bool { return discovery.MetBy(w, at) }) {
			missed++
		}
	}
	below := k.tally(e, ways)
	below.Misses = max(0, below.Misses-missed)
	rate := float64(below.Misses+1) / float64(below.Hits+below.Misses+2)
	if missed < fewBrim || math.Pow(rate, float64(missed)) >= overflowing {
		return ""
	}
	name := interaction.Shown(k.vocabulary.Name(e.factor))
	return fmt.Sprintf("with %d %s it never came, tried %s, and there was never more %s than that: if there can't be, the world has to say so, as its max", e.brim.level, name, times(missed), name)
}
