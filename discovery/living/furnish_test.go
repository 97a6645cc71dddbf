package living

import (
	"context"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// room is a place with a door. It can be lit, which holds anywhere, and benches, fires and ovens put down, which one has to be near.
type room struct {
	player
	wheres map[interaction.Action]interaction.Where // of the latest approach
	wall   bool                                     // nothing can be put beside the door
}

func (g *room) Bound(a interaction.Action) bool { return a == "door" }
func (g *room) Nears(fact string) bool          { return fact != "lit" }
func (g *room) Back([]string) int               { return -1 }

// Post is beside the door, near what was put down.
func (g *room) Post(_ interaction.Action, at interaction.Where) int {
	lacks := func(f string) bool { return g.at.Level(f) == 0 }
	if slices.ContainsFunc(at.Keep, lacks) {
		return -1
	}
	return 1
}

func (g *room) Return(context.Context, []string, int) (interaction.State, error) {
	return g.at, interaction.ErrNoWay
}

func (g *room) Leave(context.Context, []string) (interaction.State, error) { return g.at, nil }

func (g *room) Approach(_ context.Context, a interaction.Action, at interaction.Where) (interaction.State, error) {
	if g.wall && at.Beside != "" {
		return g.at, interaction.ErrNoWay
	}
	g.wheres[a] = at
	return g.at, nil
}

func (g *room) Here(_ context.Context, a interaction.Action) (interaction.State, error) {
	g.did = append(g.did, a)
	fact := map[interaction.Action]string{"light": "lit", "bench": "near_bench", "fire": "near_fire", "oven": "near_oven"}[a]
	if fact != "" && g.at.Level(fact) == 0 {
		g.at = g.at.After([]interaction.Change{{Factor: fact, To: 1}})
	}
	return g.at, nil
}

// What a thing is to be tried near is put beside that thing, what needs no other fact first; where that can't be, anywhere. What holds
// anywhere is brought about as before.
func TestFurnished(t *testing.T) {
	facts := []interaction.Factor{{Name: "lit", Kind: interaction.Fact}, {Name: "near_fire", Kind: interaction.Fact}, {Name: "near_bench", Kind: interaction.Fact}, {Name: "near_oven", Kind: interaction.Fact}}
	for _, c := range []struct {
		name string
		want []string
		wall bool
		did  []interaction.Action
	}{
		{"lit", []string{"lit"}, false, []interaction.Action{"light", "door"}},
		{"a bench and a fire", []string{"near_fire", "near_bench"}, false, []interaction.Action{"bench", "fire", "door"}},
		{"no place beside the door", []string{"near_bench"}, true, []interaction.Action{"bench", "door"}},
	} {
		k := newKnowledge(explore.Default(), interaction.Spec{ID: "w", Actions: []interaction.ActionSpec{{ID: "light"}, {ID: "bench"}, {ID: "fire"}, {ID: "oven"}, {ID: "door"}},
			Factors: facts, Caps: interaction.Caps{Starts: interaction.Episodes}})
		k.byID["door"].bound = true
		k.learn(k.byID["light"], interaction.State{}, []interaction.Change{{Factor: "lit", To: 1}})
		k.learn(k.byID["bench"], interaction.State{}, []interaction.Change{{Factor: "near_bench", To: 1}})
		k.learn(k.byID["oven"], interaction.State{}, []interaction.Change{{Factor: "near_oven", To: 1}})
		k.learn(k.byID["fire"], interaction.StateOf(map[string]int{"near_bench": 1}), []interaction.Change{{Factor: "near_fire", To: 1}})
		k.survey()
		k.consider()
		g := &room{wheres: map[interaction.Action]interaction.Where{}, wall: c.wall}
		p := newPilot(k, g)
		p.life = &life{}
		p.tries, p.attempts, p.limit = map[interaction.Action]novelty{}, map[interaction.Action][][]int{}, 1000
		p.burns = map[int]map[int][]discovery.Way{}
		p.now(g.at)
		p.price()
		oven, _ := k.vocabulary.Index("near_oven")
		s := situation{caps: []interaction.Level{{Factor: oven}}, levels: make([]int, k.vocabulary.Len()), asks: []ask{{action: k.byID["door"], times: 1}}}
		s.closure = k.reach.Without(s.caps)
		for _, f := range c.want {
			i, _ := k.vocabulary.Index(f)
			s.levels[i] = 1
		}
		ok, err := p.question(t.Context(), &s, s.asks[0])
		if !ok || err != nil || !slices.Equal(g.did, c.did) {
			t.Errorf("%s: %v, %v; it did %v, not %v", c.name, ok, err, g.did, c.did)
		}
		for a, want := range map[interaction.Action][]string{"bench": nil, "fire": {"near_bench"}} {
			at, put := g.wheres[a]
			if put && !c.wall && (at.Beside != "door" || !slices.Equal(at.With, want) || !slices.Equal(at.Avoid, []string{"near_oven"})) {
				t.Errorf("%s: the %s is put %+v", c.name, a, at)
			}
		}
	}
}
