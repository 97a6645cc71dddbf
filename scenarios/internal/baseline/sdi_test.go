package baseline_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/scenarios/internal/baseline"
)

// rule is what an action of a small world takes and gives.
type rule struct {
	action interaction.Action
	needs  []string
	gives  string
}

var rules = []rule{{"a", nil, "log"}, {"b", []string{"log"}, "plank"}, {"c", []string{"plank"}, "stick"}, {"d", []string{"plank", "stick"}, "table"}}

// samples are n of each action of the small world, with any of the items at hand.
func samples(n int) (out []baseline.Sample) {
	rng := rand.New(rand.NewPCG(7, 1))
	for range n {
		for _, r := range rules {
			s := baseline.Sample{Action: r.action}
			for _, it := range []string{"log", "plank", "sand", "stick"} {
				if rng.IntN(2) == 0 {
					s.Has = append(s.Has, it)
				}
			}
			if !slices.ContainsFunc(r.needs, func(x string) bool { return !slices.Contains(s.Has, x) }) {
				s.Gained = []string{r.gives}
			}
			out = append(out, s)
		}
	}
	return out
}

// With enough samples of a small world SDI finds the links that it has, and no others, action by action. With actions as nodes
// it finds them, too, and no item too many; but other actions, whose absence tells as much.
func TestSDI(t *testing.T) {
	var want []baseline.Link
	for _, r := range rules {
		for _, n := range r.needs {
			want = append(want, baseline.Link{Item: n, Effect: r.gives})
		}
		want = append(want, baseline.Link{Action: r.action, Effect: r.gives})
	}
	for _, decompose := range []bool{false, true} {
		got, err := baseline.SDI{Seed: 1, Decompose: decompose}.Discover(t.Context(), samples(16))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range want {
			if !slices.Contains(got, l) {
				t.Errorf("decompose %v: %v isn't found", decompose, l)
			}
		}
		for _, l := range got {
			if !slices.Contains(want, l) && (decompose || l.Item != "") {
				t.Errorf("decompose %v: %v is found", decompose, l)
			}
		}
	}
}

// Links that the samples tell nothing of aren't found: what is always there is no cause, for all that anybody can see.
func TestSDITooLittle(t *testing.T) {
	var few []baseline.Sample
	for range 8 {
		few = append(few, baseline.Sample{Action: "b", Has: []string{"log", "sand"}, Gained: []string{"plank"}})
	}
	got, err := baseline.SDI{Seed: 1, Decompose: true}.Discover(t.Context(), few)
	if want := []baseline.Link{{Action: "b", Effect: "plank"}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("found %v, %v, want %v", got, err, want)
	}
	if got, err := (baseline.SDI{}).Discover(t.Context(), nil); err != nil || len(got) > 0 {
		t.Errorf("of nothing: %v, %v", got, err)
	}
}

// Equal seeds give equal links, and who gives up is heard.
func TestSDISeed(t *testing.T) {
	s := baseline.SDI{Seed: 3, Rounds: 20}
	one, err1 := s.Discover(t.Context(), samples(4))
	two, err2 := s.Discover(t.Context(), samples(4))
	if err := errors.Join(err1, err2); err != nil || !slices.Equal(one, two) {
		t.Errorf("%v and %v, %v", one, two, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Discover(gone, samples(4)); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}
