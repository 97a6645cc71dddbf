package statistical

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/internal/discoverytest"
	"github.com/adam-discovery/adam/discovery/internal/starts"
	"github.com/adam-discovery/adam/interaction"
)

func TestContract(t *testing.T) { discoverytest.Hypothesizer(t, Hypothesizer{}) }

func propose(t *testing.T, h *discovery.History, items, effect int) map[int]float64 {
	t.Helper()
	v := discovery.View{History: h, Effect: effect}
	for i := range items {
		v.Factors = append(v.Factors, interaction.Factor{Name: fmt.Sprint(i)})
	}
	g, err := (Hypothesizer{}).Propose(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	return g.Causes
}

func effect(item int) []interaction.Level { return []interaction.Level{{Factor: item, Level: 1}} }

func TestKindsOfEvidence(t *testing.T) {
	h := discovery.NewHistory(starts.Items)
	used := []interaction.Level{{Factor: 0, Level: 2}}
	// 0 is used up, 1 goes with the effect, 2 is always there, 3 is missing from a
	// success, 4 was never there; 5 is the effect.
	starts.Add(h, starts.Of(3, 1, 1, 1), used, effect(5))
	starts.Add(h, starts.Of(3, 2, 1), used, effect(5))
	starts.Add(h, starts.Of(3, 0, 1), nil, nil)
	starts.Add(h, starts.Of(3, 0, 1, 1), nil, nil)
	got := propose(t, h, 6, 5)
	if got[0] != consumed {
		t.Errorf("what was used up: %v, want %v", got[0], consumed)
	}
	if p, ok := got[3]; ok {
		t.Errorf("what the effect came without: %v", p)
	}
	if !(got[1] > got[2] && got[1] <= associated && got[2] < .3) {
		t.Errorf("what goes with the effect: %v; what is always there: %v", got[1], got[2])
	}
	if p, ok := got[4]; ok {
		t.Errorf("what was never there: %v", p)
	}
	if p, ok := got[5]; ok {
		t.Errorf("the effect itself: %v", p)
	}
}

// What some successes used up only is a substitute, not a certain cause.
func TestUsedUpNowAndThen(t *testing.T) {
	h := discovery.NewHistory(starts.Items)
	starts.Add(h, starts.Of(1, 0, 1), []interaction.Level{{Factor: 0, Level: 1}}, effect(3))
	starts.Add(h, starts.Of(0, 1, 1), []interaction.Level{{Factor: 1, Level: 1}}, effect(3))
	got := propose(t, h, 4, 3)
	if got[0] == consumed || got[1] == consumed {
		t.Errorf("each was used up by one of two successes: %v", got)
	}
}

func TestHintsFromElsewhere(t *testing.T) {
	h := discovery.NewHistory(starts.Items)
	starts.Add(h, starts.Of(1, 1, 1, 1), nil, effect(5))
	starts.Add(h, starts.Of(1, 1, 1, 0), nil, effect(5))
	v := discovery.View{History: h, Factors: make([]interaction.Factor, 6), Effect: 5, Unlock: []int{0, 3}, Kept: map[int]int{1: 3}, Others: 4}
	g, err := (Hypothesizer{}).Propose(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	got := g.Causes
	if got[0] != unlocking {
		t.Errorf("after it the action was listed: %v, want %v", got[0], unlocking)
	}
	if got[3] != 0 {
		t.Errorf("a hint is stronger than a success without it: %v", got[3])
	}
	if want := 4. / 6; math.Abs(got[1]-want) > 1e-12 {
		t.Errorf("three of four others need it: %v, by Laplace's rule %v", got[1], want)
	}
	if got[2] >= got[1] {
		t.Errorf("no hint: %v, with one: %v", got[2], got[1])
	}
}

func TestNothingSeen(t *testing.T) {
	if got := propose(t, discovery.NewHistory(starts.Items), 3, 1); len(got) != 0 {
		t.Errorf("from nothing it guesses %v", got)
	}
	h := discovery.NewHistory(starts.Items)
	starts.Add(h, starts.Of(1, 1), nil, effect(2))
	if got := propose(t, h, 4, 3); len(got) != 0 {
		t.Errorf("from another effect it guesses %v", got)
	}
}

// Records so long that Fisher's p-value underflows still say which item it is.
func TestLongRecords(t *testing.T) {
	h := discovery.NewHistory(starts.Items)
	for range 2000 {
		starts.Add(h, starts.Of(1, 1), nil, effect(2))
		starts.Add(h, starts.Of(0, 1), nil, nil)
	}
	got := propose(t, h, 3, 2)
	if !(got[0] > .5 && got[0] <= associated) || !(got[1] < .5) {
		t.Errorf("the cause %v, the bystander %v", got[0], got[1])
	}
}

// A guess is worth something: over random worlds true causes are guessed likelier
// than bystanders.
func TestCausesStandOut(t *testing.T) {
	cause, other, nc, no := 0.0, 0.0, 0, 0
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 31))
		o := discoverytest.Random(rng, discoverytest.Shape{MinItems: 8, MaxItems: 8, Ways: 1, Members: 2, Count: 1}, .9)
		o.Consume = false
		h := discovery.NewHistory(starts.Items)
		for range 30 {
			at := o.All(1)
			for i := range o.Items {
				at = at.With(i, rng.IntN(2))
			}
			used, got := o.Run(at)
			starts.Add(h, at, used, got)
		}
		got := propose(t, h, o.Items+1, o.Effect())
		for i := range o.Items {
			p := got[i] // zero: not named
			if discovery.At(starts.Items, o.Ways[0]).At(i) > 0 {
				cause, nc = cause+p, nc+1
			} else {
				other, no = other+p, no+1
			}
		}
	}
	t.Logf("causes %.2f of %d, others %.2f of %d", cause/float64(nc), nc, other/float64(no), no)
	if nc < 50 || no < 50 || cause/float64(nc) < 3*other/float64(no) {
		t.Errorf("causes are guessed at %.2f, others at %.2f", cause/float64(nc), other/float64(no))
	}
}
