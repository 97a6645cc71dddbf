package living

import (
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// doubtful reports whether something else may have been the cause of what a lesson says: that a thing hurts, which may have come from
// out of sight, or that it kills who goes there, though it bars the way. Lives that keep away from all cows, or stone, come to nothing.
func (k *knowledge) doubtful(l interaction.Lesson) bool {
	switch l.Is {
	case interaction.Harmful, interaction.Menacing:
		return true
	case interaction.Deadly:
		return slices.Contains(k.lessons, interaction.Lesson{Thing: l.Thing, Is: interaction.Barred})
	}
	return false
}

// study enters what a life's body learned, and returns what is new of it. What is doubtful is believed when a second life says so.
func (k *knowledge) study(lessons []interaction.Lesson) (fresh []interaction.Lesson) {
	for _, l := range lessons {
		if slices.Contains(k.lessons, l) {
			continue
		}
		fresh = append(fresh, l)
		if k.doubtful(l) && !slices.Contains(k.suspected, l) {
			k.suspected = append(k.suspected, l)
			continue
		}
		k.lessons = append(k.lessons, l)
		f, known := k.vocabulary.Index(l.Thing)
		if l.Is == interaction.Struck && known {
			k.hurt[f] = true
		}
		if l.Is != interaction.Drifting || !known {
			continue
		}
		// What also rises by itself is no action's doing.
		k.drifts[f] = true
		k.version++
		other := func(e *effect) bool { return e.factor == f }
		k.effects = slices.DeleteFunc(k.effects, other)
		for _, a := range k.actions {
			for _, e := range a.effects {
				if other(e) {
					e.answer = answer{phase: aside}
				}
			}
			a.effects = slices.DeleteFunc(a.effects, other)
		}
	}
	return fresh
}

// feel enters what a life felt. A vital is perilous if blows come more often while it is low, though
// it rises by itself and blows don't lower it: daylight, say. That isn't forgotten.
func (k *knowledge) feel(felt map[string]interaction.Felt) {
	for v, f := range felt {
		k.felt[v] = k.felt[v].Add(f)
		x := k.felt[v]
		if f, known := k.vocabulary.Index(v); known && k.drifts[f] && !k.hurt[f] && x.LowBlows >= manyBlows && 2*x.LowBlows*x.High >= 3*x.HighBlows*x.Low {
			k.perils[f] = true
		}
	}
}

// perilous reports whether the vital is one that it is better to hide from while it is low.
func (k *knowledge) perilous(f int) bool { return k.perils[f] }

// nights reports whether there is something perilous that comes by itself.
func (k *knowledge) nights() bool { return len(k.perils) > 0 }

// manyBlows is how many it takes to tell.
const manyBlows = 12
