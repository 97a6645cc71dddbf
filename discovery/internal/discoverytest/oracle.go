// Package discoverytest has what tests of discovery need: an oracle that answers
// like a world with a known hidden precondition, the brute-force truth, and the
// contract suites of the seams.
package discoverytest

import (
	"math/rand/v2"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/discovery/internal/starts"
	"github.com/adam-discovery/adam/interaction"
)

// Oracle answers trials of one action with one effect. The effect is item
// Items, the first number that isn't an item of the starts.
type Oracle struct {
	// Items is how many items a start may hold.
	Items int
	// Ways is the hidden precondition.
	Ways []discovery.Way
	// Chance is the chance of the effect when a way is met.
	Chance float64
	// Chances are the chances of single ways, by their place in Ways; nil if all
	// have Chance. The first way that is met decides.
	Chances []float64
	// Consume: a success uses up what its way asks for.
	Consume bool
	// Uses says for single items how many a success of a way that asks for them
	// uses up at most, whatever Consume says: more is needed than is used.
	Uses map[int]int
	// Blocks are items that make the effect impossible when present. Then the
	// precondition isn't monotone.
	Blocks []int
	// Rand is the source of chance.
	Rand *rand.Rand

	watch func(at interaction.State, consumed, obtained []interaction.Level)
}

// Effect is the number of the item that the effect gives.
func (o *Oracle) Effect() int { return o.Items }

// Run executes one trial.
func (o *Oracle) Run(at interaction.State) (consumed, obtained []interaction.Level) {
	for _, i := range o.Blocks {
		if at.At(i) > 0 {
			return nil, nil
		}
	}
	for i, w := range o.Ways {
		if !discovery.MetBy(w, at) {
			continue
		}
		chance := o.Chance
		if o.Chances != nil {
			chance = o.Chances[i]
		}
		if o.Rand.Float64() >= chance {
			return nil, nil
		}
		for _, r := range w {
			left := 0
			if o.Consume {
				left = r.Count
			}
			if n, ok := o.Uses[r.Factors[0]]; ok {
				left = min(n, r.Count)
			}
			for _, i := range r.Factors {
				if n := min(left, at.At(i)); n > 0 {
					consumed = append(consumed, interaction.Level{Factor: i, Level: n})
					left -= n
				}
			}
		}
		return consumed, []interaction.Level{{Factor: o.Items, Level: 1}}
	}
	return nil, nil
}

// All is every item, so many of each.
func (o *Oracle) All(each int) interaction.State {
	return starts.Full(o.Items, each)
}

// Cost is what an inquiry took.
type Cost struct {
	Trials int
	Rounds int
	Step   inquiry.Step // the last
}

// Learn runs an inquiry against the oracle until it is settled or refused, in
// rounds of at most width trials, or until limit trials are spent.
func (o *Oracle) Learn(q *inquiry.Inquiry, width, limit int) Cost {
	h := discovery.NewHistory(starts.Items)
	all := o.All(64)
	q.History, q.Effect = h, 0
	var cost Cost
	for cost.Trials < limit {
		var ask []interaction.State
		if len(h.Effects()) == 0 {
			for range width {
				ask = append(ask, all)
			}
		} else {
			cost.Step = q.Next(discovery.FixedCeilings(all), width)
			ask = cost.Step.Ask
		}
		if len(ask) == 0 {
			break
		}
		for _, at := range ask {
			used, got := o.Run(at)
			if o.watch != nil {
				o.watch(at, used, got)
			}
			starts.Add(h, at, used, got)
			cost.Trials++
		}
		cost.Rounds++
	}
	return cost
}
