package percipient

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// field is a map that an agent walks on while it is dark: a cell is taken for something else in a third of the pictures.
type field struct {
	rng    *rand.Rand
	looks  []string
	ground map[[2]int]int
	at     [2]int
	facing int
}

func (f *field) cell(x, y int) int {
	p := [2]int{x, y}
	k, known := f.ground[p]
	if !known {
		k = slices.Index(f.looks, []string{"grass", "grass", "rock"}[f.rng.IntN(3)])
		f.ground[p] = k
	}
	return k
}

// look is what is around the agent, and the logarithms of the odds of what it may be.
func (f *field) look() (is []int, odds [][]float64) {
	for y := f.at[1] - 1; y <= f.at[1]+1; y++ {
		for x := f.at[0] - 2; x <= f.at[0]+2; x++ {
			k := f.cell(x, y)
			if [2]int{x, y} == f.at {
				k = f.facing
			}
			o := make([]float64, len(f.looks))
			for j := range o {
				o[j] = -14 + f.rng.NormFloat64()
			}
			if o[k] = 0; f.rng.IntN(3) == 0 {
				o[f.rng.IntN(len(o))] = 12
			}
			is, odds = append(is, k), append(odds, o)
		}
	}
	return is, odds
}

func TestBeliefGathersWhatPicturesShow(t *testing.T) {
	w := &tileWeights{Columns: 5, Looks: []string{"agent:0@grass", "agent:1@grass", "agent:2@grass", "agent:3@grass", "grass", "rock", "wolf@grass", "wolf@rock"}}
	w.around, w.agents = make([]int, 15), make([]bool, len(w.Looks))
	for k := range 4 {
		w.agents[k] = true
	}
	b := newTileBelief(w)
	pictures, cells, alone, together := 0, 0, 0, 0
	for seed := range uint64(4) {
		f := &field{rng: rand.New(rand.NewPCG(seed, 7)), looks: w.Looks, ground: map[[2]int]int{}, facing: 3}
		f.ground[f.at] = 4
		b.forget()
		did := act{move: -1, facing: -1}
		for step := range 200 {
			is, odds := f.look()
			best := make([]int, len(odds))
			for i, o := range odds {
				if i == 7 {
					best[i] = slices.Index(o, slices.Max(o[:4]))
				} else {
					best[i] = 4 + slices.Index(o[4:], slices.Max(o[4:]))
				}
			}
			seen := b.update(odds, did)
			pictures++
			for i, p := range seen {
				if step < 10 {
					continue // it hasn't seen much yet
				}
				cells++
				if best[i] == is[i] {
					alone++
				}
				if slices.Index(p, slices.Max(p)) == is[i] {
					together++
				}
			}
			did = act{move: -1, facing: f.facing}
			if f.rng.IntN(3) == 0 {
				did.move = f.rng.IntN(4)
				f.facing, did.facing = did.move, did.move
				to := [2]int{f.at[0] + interaction.Steps[did.move][0], f.at[1] + interaction.Steps[did.move][1]}
				if f.cell(to[0], to[1]) == 4 {
					f.at = to
				}
			}
		}
	}
	if r := float64(alone) / float64(cells); r > .9 {
		t.Errorf("single pictures are read right in %.1f%%: this shows nothing", 100*r)
	}
	if r := float64(together) / float64(cells); r < .97 {
		t.Errorf("%.1f%% of cells are read right, of single pictures %.1f%%", 100*r, 100*float64(alone)/float64(cells))
	}
}

// An agent whose ground isn't known, as where pictures have no labels, is seen where it is nevertheless.
func TestBeliefOfAnAgentWithoutGround(t *testing.T) {
	w := &tileWeights{Columns: 3, Looks: []string{"a", "agent:-@", "b"}, around: make([]int, 9), agents: []bool{false, true, false}}
	b := newTileBelief(w)
	b.forget()
	for step := range 5 {
		odds := make([][]float64, 9)
		for i := range odds {
			if odds[i] = []float64{-40, math.Inf(-1), 0}; i == 4 {
				odds[i] = []float64{math.Inf(-1), 0, math.Inf(-1)}
			}
		}
		did := act{move: step%3 - 1, facing: -1}
		for i, p := range b.update(odds, did) {
			k := slices.Index(p, slices.Max(p))
			if want := map[bool]int{true: 1, false: 2}[i == 4]; k != want || p[k] < .9 {
				t.Fatalf("after step %d cell %d is %v", step, i, p)
			}
		}
	}
}
