package living_test

import (
	"context"
	"errors"
	"testing"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/pool"
)

// Who only waits dies of it, and lives on where what was learned keeps him alive.
func TestKept(t *testing.T) {
	l, err := land.New(load(t, "meadow"))
	if err != nil {
		t.Fatal(err)
	}
	w, err := body.New(l)
	if err != nil {
		t.Fatal(err)
	}
	ledger, cfg := &graphstore.Memory{}, explore.Default()
	cfg.Budget, cfg.Stock = 8_000, living.DefaultStock
	if _, err := living.World(t.Context(), w, ledger, cfg, pool.Config{Sessions: 1}, nil); err != nil {
		t.Fatal(err)
	}
	kept, err := living.Kept(t.Context(), w, ledger, cfg)
	if err != nil {
		t.Fatal(err)
	}
	before := len(entries(t, ledger))
	for seed := range uint64(4) {
		if alone, with := waits(t, w, seed), waits(t, kept, seed); with < 2*alone {
			t.Errorf("seed %d: dead after %d steps, and after %d with what was learned", seed, alone, with)
		}
	}
	if len(entries(t, ledger)) != before {
		t.Error("the ledger was written to")
	}
}

// waits is for how many steps somebody lives who only waits, at most longest.
func waits(t *testing.T, w interaction.World, seed uint64) int {
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
	for walker.Steps() < longest {
		switch _, err := walker.Wait(context.Background()); {
		case errors.Is(err, interaction.ErrEnded):
			return walker.Steps()
		case err != nil && !errors.Is(err, interaction.ErrCalled):
			t.Fatal(err)
		}
	}
	return longest
}

const longest = 3_000
