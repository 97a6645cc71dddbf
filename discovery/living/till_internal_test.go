package living

import (
	"context"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// coins is a session in which each throw from the second on gives a coin, and each from the third on a medal.
type coins struct{ throws, coins, medals int }

func (s *coins) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	return s.state(), nil
}

func (s *coins) Step(context.Context, interaction.Action) (interaction.State, error) {
	if s.throws++; s.throws > 1 {
		s.coins++
	}
	if s.throws > 2 {
		s.medals++
	}
	return s.state(), nil
}

func (s *coins) Close() error { return nil }

func (s *coins) state() interaction.State {
	return interaction.StateOf(map[string]int{"coin": s.coins, "medal": s.medals})
}

// What is asked until something comes is answered then; where it is asked for more than one thing, when all did; and what is asked for its
// own sake as often as it is asked.
func TestAnsweredByASuccess(t *testing.T) {
	k := newKnowledge(explore.Default(), interaction.Spec{ID: "w", Actions: []interaction.ActionSpec{{ID: "throw"}}, Caps: interaction.Caps{Starts: interaction.Episodes, Prompt: true}})
	a := k.byID["throw"]
	k.learn(a, interaction.State{}, []interaction.Change{{Factor: "coin", To: 1}, {Factor: "medal", To: 1}})
	coin, medal := a.effects[0], a.effects[1]
	k.survey()
	for _, c := range []struct {
		till []*effect
		also []*effect // of another ask of the same
		want int
	}{{nil, nil, 9}, {[]*effect{coin}, nil, 2}, {[]*effect{medal}, nil, 3}, {[]*effect{coin}, []*effect{medal}, 3}} {
		q := ask{levels: make([]int, k.vocabulary.Len()), action: a, times: 9, till: c.till}
		if c.also != nil {
			q.join(ask{levels: q.levels, action: a, times: 5, till: c.also})
		}
		world := &coins{}
		p := newPilot(k, world)
		s := &situation{levels: q.levels, closure: k.reach.Without(nil), asks: []ask{q}}
		l := &life{situations: []situation{*s}}
		if p.live(t.Context(), l, 1000); l.err != nil || world.throws != c.want {
			t.Errorf("until %d things came there were %d throws, not %d: %v", len(q.till), world.throws, c.want, l.err)
		}
	}
	all := ask{action: a, times: 1}
	if all.join(ask{action: a, times: 4, till: []*effect{coin}}); all.till != nil || all.times != 4 {
		t.Errorf("what is asked for its own sake, too: %d times, until %d things come", all.times, len(all.till))
	}
}
