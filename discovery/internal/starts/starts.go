// Package starts has short ways to write starts and trials down in tests.
package starts

import (
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// Plenty is the ample level of every item of [Items].
const Plenty = 64

// Items is a vocabulary of more items than any test has.
var Items = func() *interaction.Vocabulary {
	v := interaction.NewVocabulary(Plenty, nil)
	for i := range 10_000 {
		v.Add(fmt.Sprint("item", i))
	}
	return v
}()

// Full is a start with so many of each of the first items.
func Full(items, each int) interaction.State {
	switch each {
	case 0:
		return Items.Cut(interaction.None, 0)
	case 1:
		return Items.Cut(interaction.One, items)
	case Plenty:
		return Items.Cut(interaction.Plenty, items)
	}
	levels := make([]interaction.Level, items)
	for i := range levels {
		levels[i] = interaction.Level{Factor: i, Level: each}
	}
	return Items.Cut(interaction.None, 0).Set(levels)
}

// Of is the start with these quantities of items 0, 1, and so on.
func Of(counts ...int) interaction.State {
	p := Full(0, 0)
	for i, n := range counts {
		p = p.With(i, n)
	}
	return p
}

// Add enters a trial into the history: what was used up at the start, and what was
// obtained.
func Add(h *discovery.History, at interaction.State, used, got []interaction.Level) {
	var after []interaction.Level
	change := func(l interaction.Level, sign int) {
		i, found := slices.BinarySearchFunc(after, l.Factor, func(a interaction.Level, factor int) int { return a.Factor - factor })
		if !found {
			after = slices.Insert(after, i, interaction.Level{Factor: l.Factor, Level: at.At(l.Factor)})
		}
		after[i].Level += sign * l.Level
	}
	for _, l := range used {
		change(l, -1)
	}
	for _, l := range got {
		change(l, 1)
	}
	h.Add(at, after)
}
