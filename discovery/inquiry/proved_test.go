package inquiry_test

import (
	"math/rand/v2"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/discovery/internal/discoverytest"
	"github.com/adam-discovery/adam/discovery/internal/starts"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/interaction"
)

// newProved is an inquiry whose budget is proven to be kept.
func newProved(h *discovery.History) *inquiry.Inquiry {
	return inquiry.New(inquiry.Subject{Judge: chance.Anytime{}, Refiner: refine.Group{}, Budget: delta, History: h, Proved: true})
}

// TestProvedRefusesNoMore: where only trials count that were foreseen, monotone worlds with one chance aren't refused: misses that
// aren't part of the evidence aren't taken out of it.
func TestProvedRefusesNoMore(t *testing.T) {
	for seed := range uint64(200) {
		o := discoverytest.Random(rand.New(rand.NewPCG(seed, 77)), discoverytest.Small, .3)
		q := newProved(discovery.NewHistory(starts.Items))
		all := o.All(16)
		for !try(q, o, all) {
		}
		if s := finish(t, q, o, all, 1); s.Phase == inquiry.Refused {
			t.Errorf("seed %d: %s", seed, s.Reason)
		}
	}
}

// TestProvedAfterRoom: a series of misses from before a fact was seen to be brought to another level isn't taken out of what was
// foreseen since.
func TestProvedAfterRoom(t *testing.T) {
	v := interaction.NewVocabulary(8, []interaction.Factor{{Name: "heat", Kind: interaction.Fact, Max: 3}})
	heat, a, b := v.Add("heat"), v.Add("a"), v.Add("b")
	h := discovery.NewHistory(v)
	q := newProved(h)
	none := v.Cut(interaction.None, 0)
	first, second := none.With(a, 1), none.With(b, 1)
	add := func(at interaction.State, level int) {
		if level == 0 {
			h.Add(at, nil)
		} else {
			h.Add(at, []interaction.Level{{Factor: heat, Level: level}})
		}
	}
	add(first, 2)
	add(first, 0)
	add(first, 0)
	for range 14 {
		add(second, 1)
	}
	for range 6 {
		add(first, 0)
	}
	if _, trailing := h.Streaks(0); trailing > h.Unselected(0).Misses {
		t.Errorf("%d misses in series, of %d that were foreseen", trailing, h.Unselected(0).Misses)
	}
	if step := q.Next(discovery.FixedCeilings(none.With(a, 1).With(b, 1)), 1); step.Phase == inquiry.Refused {
		t.Error(step.Reason)
	}
}
