package percipient

import (
	"math"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// tileBelief is what the cells around an agent are taken to show, from all pictures since it began: a hidden Markov model for
// each cell, filtered forward (Rabiner, "A tutorial on hidden Markov models", 1989, section III). Places stay where they
// are while the agent moves, their ground stays what it is, and what stands on it comes and goes. It isn't safe for
// concurrent use.
type tileBelief struct {
	w       *tileWeights
	grounds []int          // by look: the look of what its thing or the agent stands on; itself if it is none of these
	cells   [][]float64    // probabilities by look, by cell around the agent; nil: nothing was seen yet
	often   []float64      // by look: in how many cells it was seen when they came into sight
	next    [2][][]float64 // what is expected if the agent stayed, and if it moved
	share   []float64      // by look that is a ground: often, of all that is seen on it
}

const (
	// stays is the probability that a cell shows from one picture to the next what it showed before, comes that it shows
	// something else on the same ground, the rest that it shows anything. What the agent acts on becomes anything with the
	// probability changes.
	stays, comes, changes = .85, .145, .3
	// turns is the probability that the agent faces another way than it was to turn.
	turns = .05
	// atFirst is in how many cells each look is taken to have been seen before any was.
	atFirst = .5
	// slight is by how much the logarithm of a look's odds may be below the best one's to be as good: pictures that follow each
	// other aren't independent, and what is slightly wrong in all of them would add up.
	slight = 10
	// leastLog is what the logarithm of a look's odds is at least, beside the best one's.
	leastLog = -60
)

func newTileBelief(w *tileWeights) *tileBelief {
	b := &tileBelief{w: w, grounds: make([]int, len(w.Looks)), often: make([]float64, len(w.Looks)), share: make([]float64, len(w.Looks))}
	for k, look := range w.Looks {
		b.grounds[k] = k
		if g, ok := slices.BinarySearch(w.Looks, groundOf(look)); ok && strings.Contains(look, "@") {
			b.grounds[k] = g
		}
	}
	b.next = [2][][]float64{b.blank(), b.blank()}
	return b
}

// blank is room for probabilities.
func (b *tileBelief) blank() [][]float64 {
	cells := make([][]float64, len(b.w.around))
	for i := range cells {
		cells[i] = make([]float64, len(b.w.Looks))
	}
	return cells
}

// forget begins anew.
func (b *tileBelief) forget() {
	b.cells = nil
	for k := range b.often {
		b.often[k] = 0
		if !b.w.agents[k] {
			b.often[k] = atFirst
		}
	}
}

// act is what an agent did between two pictures.
type act struct {
	move   int // the direction that it was to move in; -1: none
	facing int // where it should face by now
}

// update takes a picture into account, by the logarithms of its looks' odds, which it writes over, and returns the
// probabilities of looks by cell.
func (b *tileBelief) update(odds [][]float64, a act) [][]float64 {
	for i := range odds {
		top := slices.Max(odds[i])
		for k := range odds[i] {
			odds[i][k] = math.Exp(min(0, max(odds[i][k]-top, leastLog)+slight))
		}
	}
	best, top := 0, math.Inf(-1)
	for h := range b.next {
		d := -1
		if h == 1 {
			if d = a.move; d < 0 || b.cells == nil {
				break
			}
		}
		if p := b.predict(b.next[h], odds, d, a); p > top {
			best, top = h, p
		}
	}
	moved := best == 1
	fresh := func(i int) bool { return b.cells == nil || moved && b.from(i, a.move) < 0 }
	cells := b.next[best]
	seen := make([][]float64, len(cells))
	for i := range cells {
		seen[i] = b.posterior(i, cells[i], odds[i], a)
		if fresh(i) {
			for k, p := range cells[i] {
				b.often[k] += p
			}
		}
	}
	b.next[best], b.cells = b.cells, cells
	if b.next[best] == nil {
		b.next[best] = b.blank()
	}
	return seen
}

// from is the cell where what the cell shows was shown before the agent moved; -1: it wasn't in sight.
func (b *tileBelief) from(i, move int) int {
	if move < 0 {
		return i
	}
	x, y := i%b.w.Columns+interaction.Steps[move][0], i/b.w.Columns+interaction.Steps[move][1]
	if x < 0 || x >= b.w.Columns || y < 0 || y >= len(b.w.around)/b.w.Columns {
		return -1
	}
	return y*b.w.Columns + x
}

// predict works out what is to be expected if the agent moved, and returns how likely the picture is then.
func (b *tileBelief) predict(cells, odds [][]float64, move int, a act) (sum float64) {
	all := 0.
	for _, n := range b.often {
		all += n
	}
	clear(b.share)
	for k, n := range b.often {
		b.share[b.grounds[k]] += n
	}
	middle := len(cells) / 2
	acted := -1
	if a.move < 0 && a.facing >= 0 {
		acted = b.from(middle, a.facing)
	}
	ground := make([]float64, len(b.often))
	for i, out := range cells {
		was := -1
		if b.cells != nil {
			was = b.from(i, move)
		}
		if was < 0 {
			for k, n := range b.often {
				out[k] = n / all
			}
		} else {
			old := b.cells[was]
			clear(ground)
			for k, p := range old {
				ground[b.grounds[k]] += p
			}
			keeps := 1.
			if i == acted {
				keeps = 1 - changes
			}
			for k, n := range b.often {
				out[k] = keeps * stays * old[k]
				if n > 0 {
					out[k] += keeps*comes*ground[b.grounds[k]]*n/b.share[b.grounds[k]] + (1-keeps*(stays+comes))*n/all
				}
			}
		}
		p := 0.
		b.each(i, out, odds[i], a, func(k int, x float64) { p += x })
		sum += math.Log(max(p, math.SmallestNonzeroFloat64))
	}
	return sum
}

// each passes on for each look how likely it is to be in the cell, and to be seen so.
func (b *tileBelief) each(i int, expected, odds []float64, a act, f func(k int, x float64)) {
	middle := b.w.isAgents(i)
	for k, p := range odds {
		if b.w.agents[k] != middle {
			continue
		}
		if middle {
			if g := b.grounds[k]; !b.w.agents[g] {
				p *= expected[g]
			} else { // its ground isn't known
				p /= float64(len(odds))
			}
			if d, ok := facingOf(b.w.Looks[k]); ok && a.facing >= 0 && d != a.facing {
				p *= turns / 3
			}
		} else {
			p *= expected[k]
		}
		f(k, p)
	}
}

// posterior makes of what is expected in the cell what is believed, and returns the probabilities of looks; those of the
// agent tell what it stands on.
func (b *tileBelief) posterior(i int, cell, odds []float64, a act) []float64 {
	seen := make([]float64, len(cell))
	sum := 0.
	b.each(i, cell, odds, a, func(k int, x float64) { seen[k], sum = x, sum+x })
	if sum == 0 {
		return seen
	}
	unknown := 0. // how likely it is that the agent is there, and its ground isn't known: then that is what was expected
	for k := range seen {
		if seen[k] /= sum; b.w.agents[b.grounds[k]] {
			unknown += seen[k]
		}
	}
	for k := range cell {
		cell[k] *= unknown
	}
	for k, p := range seen {
		switch g := b.grounds[k]; {
		case !b.w.agents[k]:
			cell[k] += p
		case !b.w.agents[g]:
			cell[g] += p
		}
	}
	return seen
}
