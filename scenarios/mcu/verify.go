package mcu

import (
	"context"
	"fmt"
	"sync"
)

// Verifier tries scenes before agents play them (MCU, section 3.2.3): the expert plans on the true tree, or where nobody
// knows that on the learned one. What it fails goes back to the generator with the reason. It is safe for concurrent use.
type Verifier struct {
	Generator
	// Tries is how often a scene is drawn anew at most.
	Tries int

	mu    sync.Mutex
	known map[string]Verified
}

// Verified is a scene that the expert solved, or the last one that it didn't.
type Verified struct {
	Scene Scene `json:"scene"`
	// First: the first draw was solved already. Solved: one was in the end.
	First  bool `json:"solvable_before"`
	Solved bool `json:"solvable_after"`
	// Reasons are why draws were failed.
	Reasons []string `json:"reasons,omitempty"`
	// Moves is how many the expert needed.
	Moves int `json:"moves"`
}

// Verify draws the n-th scene of a task until the expert solves it.
func (v *Verifier) Verify(ctx context.Context, t Task, d Difficulty, n int) (Verified, error) {
	key := fmt.Sprintf("%s|%s|%d", t.ID, d, n)
	v.mu.Lock()
	known, ok := v.known[key]
	v.mu.Unlock()
	if ok {
		return known, nil
	}
	var out Verified
	for try := range max(1, v.Tries) {
		s, err := v.Scene(ctx, t, d, n, out.Reasons)
		if err != nil {
			return out, err
		}
		p, err := v.Game.Play(ctx, s, v.expert(), 0)
		if err != nil {
			return out, err
		}
		out.Scene, out.Moves = s, p.Moves
		if p.Verdict.Done {
			out.First, out.Solved = try == 0, true
			break
		}
		out.Reasons = append(out.Reasons, p.End)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.known == nil {
		v.known = map[string]Verified{}
	}
	v.known[key] = out
	return out, nil
}

func (v *Verifier) expert() Agent {
	return &Planning{Graph: v.Game.Graph, Patrols: true, Sees: Sighted}
}

// Second reports whether the second expert, which shares nothing with the first but the body, solves the scene.
func (v *Verifier) Second(ctx context.Context, s Scene) (Played, error) {
	return v.Game.Play(ctx, s, Chaining{v.Game.Graph}, 0)
}
