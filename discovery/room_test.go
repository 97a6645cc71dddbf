package discovery_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
)

// TestUnselectedWhenRoomShrinks: where a trial shows that a fact is brought to less than was known,
// trials from there on aren't evidence any more, and nothing counts as foreseen.
func TestUnselectedWhenRoomShrinks(t *testing.T) {
	v := interaction.NewVocabulary(8, []interaction.Factor{{Name: "near", Kind: interaction.Fact, Max: 2}})
	near, log := v.Add("near"), v.Add("log")
	h := discovery.NewHistory(v)
	empty := v.Cut(interaction.None, 0)
	h.Add(empty.With(near, 1).With(log, 1), []interaction.Level{{Factor: near, Level: 2}})
	h.Add(empty, []interaction.Level{{Factor: near, Level: 1}})
	for _, r := range h.Records() {
		if k := r.Known(0); k != (chance.Tally{}) {
			t.Errorf("from %s: %+v was foreseen", r.At, k)
		}
	}
	if u, c := h.Unselected(0), h.Chance(0); u != (chance.Tally{}) || c != (chance.Tally{Hits: 1}) {
		t.Errorf("%+v unselected, %+v in all", u, c)
	}
}

// TestSeriesAreEvidence: misses in a row from a start that turns out to be full aren't in the evidence on the chance, nor in the series
// that are held against it.
func TestSeriesAreEvidence(t *testing.T) {
	v := interaction.NewVocabulary(64, nil)
	log, other := v.Add("log"), v.Add("other")
	h := discovery.NewHistory(v)
	at := v.Cut(interaction.None, 0).With(other, 1).With(log, 30)
	h.Add(at, []interaction.Level{{Factor: log, Level: 31}})
	for range 4 {
		h.Add(at, nil)
	}
	h.SetRoom(0, 20)
	for range 2 {
		h.Add(at, nil)
	}
	if long, trailing := h.Streaks(0); trailing > h.Chance(0).Misses || len(long) > 0 {
		t.Errorf("%d trailing misses, %v, of %d in the evidence", trailing, long, h.Chance(0).Misses)
	}
}
