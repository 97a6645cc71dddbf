package living

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// That a thing hurts, or kills though it bars the way, is believed when a second life says so, and each telling is kept; what else is
// learned is believed at once.
func TestStudy(t *testing.T) {
	k := newKnowledge(explore.Default(), interaction.Spec{ID: "w"})
	for _, c := range []struct {
		lesson            interaction.Lesson
		fresh, isBelieved bool
	}{
		{interaction.Lesson{Thing: "lava", Is: interaction.Deadly}, true, true},
		{interaction.Lesson{Thing: "cow", Is: interaction.Harmful}, true, false},
		{interaction.Lesson{Thing: "cow", Is: interaction.Menacing}, true, false},
		{interaction.Lesson{Thing: "zombie", Is: interaction.Harmful}, true, false},
		{interaction.Lesson{Thing: "zombie", Is: interaction.Harmful}, true, true},
		{interaction.Lesson{Thing: "zombie", Is: interaction.Harmful}, false, true},
		{interaction.Lesson{Thing: "lava", Is: interaction.Deadly}, false, true},
		{interaction.Lesson{Thing: "stone", Is: interaction.Barred}, true, true},
		{interaction.Lesson{Thing: "stone", Is: interaction.Deadly}, true, false},
		{interaction.Lesson{Thing: "stone", Is: interaction.Deadly}, true, true},
	} {
		fresh := k.study([]interaction.Lesson{c.lesson})
		if got := len(fresh) == 1; got != c.fresh {
			t.Errorf("%v is new: %v", c.lesson, got)
		}
		if got := slices.Contains(k.lessons, c.lesson); got != c.isBelieved {
			t.Errorf("%v is believed: %v", c.lesson, got)
		}
	}
}
