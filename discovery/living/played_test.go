package living_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// played is a world of episodes without a map that a function plays.
type played struct {
	id      string
	actions []interaction.Action
	facts   []string
	prompt  bool
	length  int                                                  // steps after which an episode ends; zero: none does
	begin   func() map[string]int                                // what an episode begins with
	act     func(has map[string]int, a interaction.Action) error // changes what there is
	timer   func(has map[string]int, steps int)                  // does so after each step, with how many "planted" has held; nil: nothing does
}

func (w played) Spec() interaction.Spec {
	s := interaction.Spec{ID: w.id, Fingerprint: "1", Caps: interaction.Caps{Starts: interaction.Episodes, Seeds: true, Prompt: w.prompt}}
	for _, a := range w.actions {
		s.Actions = append(s.Actions, interaction.ActionSpec{ID: a})
	}
	for _, f := range w.facts {
		s.Factors = append(s.Factors, interaction.Factor{Name: f, Kind: interaction.Fact})
	}
	return s
}

func (w played) Open(context.Context) (interaction.Session, error) {
	return &playedSession{played: w}, nil
}

type playedSession struct {
	played
	has   map[string]int
	steps int
	taken int // in the episode
}

func (s *playedSession) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	s.has, s.taken = s.begin(), 0
	return interaction.StateOf(s.has), nil
}

func (s *playedSession) Step(_ context.Context, a interaction.Action) (interaction.State, error) {
	if s.taken++; s.length > 0 && s.taken > s.length {
		return interaction.State{}, fmt.Errorf("%w: it is winter", interaction.ErrEnded)
	}
	if err := s.act(s.has, a); err != nil {
		return interaction.State{}, err
	}
	if s.steps++; s.has["planted"] == 0 {
		s.steps = 0
	}
	if s.timer != nil {
		s.timer(s.has, s.steps)
	}
	return interaction.StateOf(s.has), nil
}

func (s *playedSession) Close() error { return nil }

// long skips a test that takes minutes under the race detector, as make test does; it runs the whole of them without.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes minutes under the race detector")
	}
}
