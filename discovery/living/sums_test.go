package living_test

import (
	"fmt"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// Things that are kept and have to be enough together, as by weight, come with more of one where there is less of another: the least that
// there ever was of each doesn't suffice together.
func TestNumbersOfSeveralTogether(t *testing.T) {
	long(t)
	for _, c := range []struct {
		weights []int
		enough  int
	}{{[]int{1, 1, 1}, 4}, {[]int{1, 1, 1}, 3}, {[]int{1, 2}, 6}, {[]int{1, 2, 3}, 6}} {
		weight := func(has map[string]int) (sum int) {
			for i, w := range c.weights {
				sum += w * has[fmt.Sprint("thing", i)]
			}
			return sum
		}
		w := played{id: "scales", prompt: true, begin: func() map[string]int { return map[string]int{} }}
		for i := range c.weights {
			w.actions = append(w.actions, interaction.Action(fmt.Sprint("get", i)))
		}
		w.actions = append(w.actions, "make")
		w.act = func(has map[string]int, a interaction.Action) error {
			if a != "make" {
				has["thing"+string(a[3:])]++
			} else if weight(has) >= c.enough {
				has["toy"]++
			}
			return nil
		}
		for seed := range uint64(4) {
			effects := learned(t, w, seed+1).Actions[len(c.weights)].Effects
			if len(effects) != 1 || len(effects[0].Ways) == 0 {
				t.Fatalf("%v, seed %d: what it takes isn't known: %v", c, seed+1, effects)
			}
			for _, way := range effects[0].Ways {
				has := map[string]int{}
				for _, m := range way.Members {
					has[m.Factors[0]] = m.Count
				}
				if weight(has) < c.enough {
					t.Errorf("%v, seed %d: it is said (%s) that %v suffices", c, seed+1, effects[0].Grade, way.Members)
				}
			}
		}
	}
}

// Three of one thing, or one of two others: where each success had one of these, nobody may ever have tried with nothing.
func TestNothingIsTriedBeforeItIsEnough(t *testing.T) {
	long(t)
	w := played{id: "any", prompt: true, begin: func() map[string]int { return map[string]int{} }, actions: []interaction.Action{"a", "b", "c", "make"},
		act: func(has map[string]int, a interaction.Action) error {
			if a != "make" {
				has[string(a)+"s"]++
			} else if has["as"] >= 3 || has["bs"]+has["cs"] > 0 {
				has["toy"]++
			}
			return nil
		}}
	for seed := range uint64(60) {
		for _, e := range learned(t, w, seed+1).Actions[3].Effects {
			if e.Unconditional {
				t.Errorf("seed %d: it is said (%s) to take nothing", seed+1, e.Grade)
			}
		}
	}
}
