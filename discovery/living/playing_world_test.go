package living_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/scenarios"
)

// fleeting is a world whose episodes take time to begin, and end after a number of steps, so that lives play.
type fleeting struct {
	interaction.World
	steps int
}

func (w fleeting) Spec() interaction.Spec {
	s := w.World.Spec()
	s.Caps.Prompt = false
	return s
}

func (w fleeting) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.World.Open(ctx)
	if err != nil {
		return nil, err
	}
	return &brief{Seer: s.(interaction.Seer), most: w.steps}, nil
}

type brief struct {
	interaction.Seer
	most, steps int
}

func (s *brief) Begin(ctx context.Context, at interaction.State, seed uint64) (interaction.State, error) {
	s.steps = 0
	return s.Seer.Begin(ctx, at, seed)
}

func (s *brief) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	if s.steps++; s.steps > s.most {
		return interaction.State{}, interaction.ErrEnded
	}
	return s.Seer.Step(ctx, a)
}

// short is such a world, in which a life lasts long enough for anything, but seldom for two things.
func short(t *testing.T, steps int) (*body.World, *scenarios.Truth) {
	t.Helper()
	l, err := land.New(load(t, "tiny"))
	if err != nil {
		t.Fatal(err)
	}
	w, err := body.New(fleeting{l, steps})
	if err != nil {
		t.Fatal(err)
	}
	return w, scenarios.NewTruth(l.Rules())
}

// What is learned where every episode ends early is the truth, also by a run that was stopped again and again, and the same
// however many lives are lived at once.
func TestEpisodesThatEndEarly(t *testing.T) {
	const steps = 140
	w, truth := short(t, steps)
	cfg := config(3)
	cfg.Budget = 60_000
	score := func(l graphstore.Ledger) scenarios.Score {
		t.Helper()
		folded, err := graphstore.Fold(t.Context(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		return scenarios.NewScore(truth, folded.Graph)
	}
	var one graphstore.Memory
	sum, err := living.World(t.Context(), w, &one, cfg, pool.Config{Sessions: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := score(&one); got.SHD != 0 || len(got.WrongCertificates) > 0 || sum.ActionsCertified != sum.ActionsTotal || sum.Faults > 0 {
		t.Errorf("SHD %d, %d of %d certified, %d lives broke, wrong: %v, not learned: %v", got.SHD, sum.ActionsCertified, sum.ActionsTotal, sum.Faults, got.WrongCertificates, sum.NotLearned)
	}
	same := func(name string, l graphstore.Ledger) {
		t.Helper()
		a, err := json.Marshal(entries(t, &one))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := json.Marshal(entries(t, l)); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: the record is another one (%v)", name, err)
		}
	}
	var four graphstore.Memory
	if _, err := living.World(t.Context(), w, &four, cfg, pool.Config{Sessions: 4}, nil); err != nil {
		t.Fatal(err)
	}
	same("four at once", &four)

	var stopped graphstore.Memory
	for n := 0; ; n++ {
		ctx, stop := context.WithCancel(t.Context())
		lives := 0
		_, err := living.World(ctx, w, &stopped, cfg, pool.Config{Sessions: 2}, func(explore.Progress) {
			if lives++; lives == 2 && n < 12 {
				stop()
			}
		})
		stop()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if got := score(&stopped); got.SHD != 0 || len(got.WrongCertificates) > 0 {
		t.Errorf("stopped and gone on with: SHD %d, wrong: %v", got.SHD, got.WrongCertificates)
	}
}
