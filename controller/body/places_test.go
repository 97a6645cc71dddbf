package body_test

import (
	"errors"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// A body goes back to places that it marked; one without memory knows of nothing that is out of view.
func TestPlaces(t *testing.T) {
	for _, forgetful := range []bool{false, true} {
		_, w := open(t, "wilds")
		s := w.(interface {
			interaction.Placer
			interaction.Mapper
		})
		if forgetful {
			s.Forgetful()
		}
		s.Straight()
		if _, err := s.Begin(t.Context(), interaction.State{}, 3); err != nil {
			t.Fatal(err)
		}
		known := func() (n int) {
			m, _ := s.Map(40)
			for _, c := range m.Cells {
				if c != interaction.Unseen {
					n++
				}
			}
			return n
		}
		s.Mark("home")
		view := known()
		for range 12 {
			if _, got, err := s.Explore(t.Context()); err != nil || !got {
				t.Fatalf("forgetful %v: there is nothing to explore: %v", forgetful, err)
			}
		}
		if n := known(); forgetful != (n <= 2*view) {
			t.Errorf("forgetful %v: it knows %d cells, and sees %d at once", forgetful, n, view)
		}
		if s.Marked("home") == forgetful {
			t.Errorf("forgetful %v: that the place is remembered is %v", forgetful, !forgetful)
		}
		before := s.Steps()
		_, err := s.Revisit(t.Context(), "home", func() bool { return false })
		if forgetful {
			if !errors.Is(err, interaction.ErrNoWay) || s.Steps() != before {
				t.Errorf("without memory it goes back: %v, %d steps", err, s.Steps()-before)
			}
			continue
		}
		if err != nil || s.Steps() == before {
			t.Errorf("it doesn't get back, after %d steps: %v", s.Steps()-before, err)
		}
	}
}
