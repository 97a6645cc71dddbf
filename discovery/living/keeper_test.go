package living_test

import (
	"context"
	"errors"
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// Who only waits, or only chops trees, dies of it, and lives on where what was learned keeps him alive.
func TestKept(t *testing.T) {
	long(t)
	w, _ := world(t, load(t, "meadow"))
	ledger := &graphstore.Memory{}
	kept := keptIn(t, w, ledger)
	before := len(entries(t, ledger))
	for seed := range uint64(4) {
		for name, act := range map[string]manner{"waits": waits, "chops": chops} {
			alone, with := lives(t, w, seed, act), lives(t, kept, seed, act)
			if with < 2*alone {
				t.Errorf("seed %d: who %s is dead after %d steps, and after %d with what was learned", seed, name, alone, with)
			}
		}
	}
	if len(entries(t, ledger)) != before {
		t.Error("the ledger was written to")
	}
}

// keptIn is the world with sessions that stay alive by what 8,000 steps there taught, which the ledger takes.
func keptIn(t *testing.T, w interaction.World, ledger graphstore.Ledger) interaction.World {
	t.Helper()
	cfg := config(1)
	cfg.Budget = 8_000
	if _, err := living.World(t.Context(), w, ledger, cfg, pool.Config{Sessions: 1}, nil); err != nil {
		t.Fatal(err)
	}
	kept, err := living.Kept(t.Context(), w, ledger, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

// manner does something once.
type manner func(ctx context.Context, w interaction.World, s interaction.Walker) error

func waits(ctx context.Context, _ interaction.World, s interaction.Walker) error {
	_, err := s.Wait(ctx)
	return err
}

// chops does the first action wherever it can be done: it chops trees.
func chops(ctx context.Context, w interaction.World, s interaction.Walker) error {
	a := w.Spec().Actions[0].ID
	_, err := s.Approach(ctx, a, interaction.Where{})
	if err == nil {
		_, err = s.Here(ctx, a)
	}
	if errors.Is(err, interaction.ErrNoWay) {
		return waits(ctx, w, s)
	}
	return err
}

// lives is for how many steps somebody lives in this manner, at most longest.
func lives(t *testing.T, w interaction.World, seed uint64, act manner) int {
	t.Helper()
	s, err := w.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	walker := s.(interaction.Walker)
	if _, err := s.Begin(t.Context(), interaction.State{}, seed); err != nil {
		t.Fatal(err)
	}
	for n := 0; walker.Steps() < longest && n < longest; n++ {
		switch err := act(t.Context(), w, walker); {
		case errors.Is(err, interaction.ErrEnded):
			return walker.Steps()
		case err != nil && !errors.Is(err, interaction.ErrCalled):
			t.Fatal(err)
		}
	}
	return min(walker.Steps(), longest)
}

const longest = 3_000
