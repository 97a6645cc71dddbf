package body

import (
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/scenarios"
)

// An episode begins without what was so on the map of the one before.
func TestBeginsAnew(t *testing.T) {
	f, err := scenarios.Load("tiny")
	if err != nil {
		t.Fatal(err)
	}
	l, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	w, err := New(l)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := w.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := opened.(*session)
	s.strayed, s.gone, s.shunned[point{}] = true, true, true
	if _, err := s.Begin(t.Context(), interaction.State{}, 1); err != nil {
		t.Fatal(err)
	}
	if s.Strayed() || s.Gone() || len(s.shunned) > 0 {
		t.Errorf("strayed %v, gone %v, shunned %v", s.Strayed(), s.Gone(), s.shunned)
	}
}
