package living

import (
	"errors"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Lives that take no step for ever end a run, whatever its budget: an agent may have walled itself in. One step is enough to go on.
func TestLivesWithoutAStep(t *testing.T) {
	cfg := explore.Default()
	cfg.Stock = DefaultStock
	r := &run{cfg: cfg, ledger: &graphstore.Memory{}, found: map[string]string{}, told: map[*effect]string{}}
	r.k = newKnowledge(cfg, interaction.Spec{ID: "w", Actions: []interaction.ActionSpec{{ID: "dig"}}, Caps: interaction.Caps{Starts: interaction.Episodes, Prompt: true}})
	for n := 1; n <= maxIdle+maxIdle/2; n++ {
		l := &life{number: n, ended: done}
		if n == maxIdle/2 {
			l.steps = 1
		}
		err := r.enter(t.Context(), []*life{l})
		if last := n == maxIdle/2+maxIdle; errors.Is(err, explore.ErrBroken) != last {
			t.Fatalf("after %d lives: %v", n, err)
		}
	}
}
