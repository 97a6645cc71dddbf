package refine

import (
	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// OneAtATime finds a way as ADAM does (section 3.4, "intervention-based CD"):
// confirm that the guessed causes suffice, then remove one after the other, and
// drop a factor if the effect comes without it in any of a fixed number of tries.
// A guess that doesn't suffice is replaced by everything that was present.
type OneAtATime struct {
	// Tries is how often a removal is tried before the factor is kept; zero
	// means 3. (The public code of ADAM uses 2, the paper doesn't say.)
	Tries int
}

var _ discovery.Refiner = OneAtATime{}

// Name is "one-at-a-time".
func (OneAtATime) Name() string { return "one-at-a-time" }

// guessed is the probability from which a factor counts as named by a hypothesis.
const guessed = .5

// FindWay implements [discovery.Refiner].
func (o OneAtATime) FindWay(c *discovery.Case, within *discovery.Record) (interaction.State, []interaction.State) {
	tries := o.Tries
	if tries == 0 {
		tries = 3
	}
	tokens := newLine(c, within.At, used(c, within), false).tokens()
	none := within.At.Vocabulary().Cut(interaction.None, 0)
	way := none
	for _, t := range tokens {
		if t.prior >= guessed {
			way = way.With(t.item, t.count)
		}
	}
	switch verdict(c, way, tries) {
	case unknown:
		return interaction.State{}, repeat(way, c, tries)
	case missed: // not sufficient: start from everything, at the least quantities
		way = none
		for _, t := range tokens {
			way = way.With(t.item, t.count)
		}
		switch verdict(c, way, tries) {
		case unknown:
			return interaction.State{}, repeat(way, c, tries)
		case missed:
			way = within.At
		}
	}
	for _, t := range tokens {
		if way.At(t.item) == 0 {
			continue
		}
		// A quantity is lowered by halves, as the paper's loop has no rule for it.
		for next := 0; ; {
			less := way.With(t.item, next)
			v := verdict(c, less, tries)
			if v == unknown {
				return interaction.State{}, repeat(less, c, tries)
			}
			if v == worked {
				way = less
				break
			}
			next += max(1, (way.At(t.item)-next)/2)
			if next >= way.At(t.item) {
				break
			}
		}
	}
	// Verdicts may rest on a start inside the one asked about.
	r := c.History.Smallest(c.Effect, way)
	if r != nil && !r.At.Equal(way) {
		return o.FindWay(c, r)
	}
	return way, nil
}

type answer int

const (
	unknown answer = iota
	worked
	missed
)

func verdict(c *discovery.Case, at interaction.State, tries int) answer {
	if c.History.Seen(c.Effect, at) {
		return worked
	}
	if r := c.History.Find(at); r != nil && r.Trials >= tries {
		return missed
	}
	return unknown
}

// repeat asks for the tries that are still missing, as far as there are slots.
func repeat(at interaction.State, c *discovery.Case, tries int) []interaction.State {
	if r := c.History.Find(at); r != nil {
		tries -= r.Trials
	}
	var ask []interaction.State
	for range max(1, min(tries, c.Slots)) {
		ask = append(ask, at)
	}
	return ask
}

// Further implements [discovery.Refiner]: it doesn't look.
func (OneAtATime) Further(*discovery.Case, interaction.State) []interaction.State { return nil }
