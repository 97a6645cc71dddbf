package mcu

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/adam-discovery/adam/scenarios/internal/many"
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

// Verified is a scene that an expert solved, or the last one that none did.
type Verified struct {
	Scene Scene `json:"scene"`
	// First: the first draw was solved already. Solved: one was in the end.
	First  bool `json:"solvable_before"`
	Solved bool `json:"solvable_after"`
	// Reasons are why draws were failed.
	Reasons []string `json:"reasons,omitempty"`
	// Moves is how many the one that solved it needed, or the first.
	Moves int `json:"moves"`
}

// Verify draws the n-th scene of a task until one of the two experts solves it.
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
		p, err := v.Game.Play(ctx, roomy(s), v.expert())
		if err != nil {
			return out, err
		}
		out.Scene, out.Moves = s, p.Moves
		if !p.Verdict.Done { // a scene isn't left out for that the first expert, which decides as ours does, fails it
			q, err := v.Second(ctx, s)
			if err != nil {
				return out, err
			}
			if q.Verdict.Done {
				p, out.Moves = q, q.Moves
			}
		}
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

// roomy is the scene with the room that an expert has to show that it can be done: room times as much as agents get, who
// are to be told apart.
func roomy(s Scene) Scene {
	const room = 4
	s.Moves, s.Steps = min(MostMoves, room*s.Moves), min(MostSteps, room*s.Steps)
	return s
}

func (v *Verifier) expert() Agent {
	return &Planning{Graph: v.Game.Graph, Patrols: true, Sees: Sighted, Remembers: true}
}

// Second reports whether the second expert, which shares nothing with the first but the body, solves the scene.
func (v *Verifier) Second(ctx context.Context, s Scene) (Played, error) {
	return v.Game.Play(ctx, roomy(s), Chaining{v.Game.Graph})
}

// Verification is what became of the scenes of a suite.
type Verification struct {
	Scenes int `json:"scenes"`
	// Before and After are how many an expert solved as they were drawn first, and in the end; Second how many of the
	// latter the second expert solved.
	Before int `json:"solvable_before"`
	After  int `json:"solvable_after"`
	Second int `json:"second_expert"`
	// Failed are those that weren't solved by both.
	Failed []Unsolved `json:"failed"`
}

// Unsolved is a scene that an expert didn't solve.
type Unsolved struct {
	Task       string     `json:"task"`
	Difficulty Difficulty `json:"difficulty"`
	Scene      int        `json:"scene"`
	Expert     string     `json:"expert"` // "first" or "second"
	Reasons    []string   `json:"reasons"`
}

// Suite verifies n scenes of each task at each difficulty, and tells of each.
func (v *Verifier) Suite(ctx context.Context, tasks []Task, levels []Difficulty, n, parallel int, done func(i, of int)) (Verification, error) {
	type job struct {
		task  Task
		level Difficulty
		n     int
	}
	var jobs []job
	for _, t := range tasks {
		for _, d := range levels {
			for i := range n {
				jobs = append(jobs, job{t, d, i})
			}
		}
	}
	found := make([]*Unsolved, len(jobs))
	first := make([]bool, len(jobs))
	var mu sync.Mutex
	ended := 0
	err := many.Do(ctx, len(jobs), parallel, func(ctx context.Context, i int) error {
		j := jobs[i]
		x, err := v.Verify(ctx, j.task, j.level, j.n)
		if err != nil {
			return err
		}
		u := &Unsolved{Task: j.task.ID, Difficulty: j.level, Scene: j.n, Expert: "first", Reasons: x.Reasons}
		if x.Solved {
			p, err := v.Second(ctx, x.Scene)
			if err != nil {
				return err
			}
			if u.Expert, u.Reasons = "second", []string{p.End}; p.Verdict.Done {
				u = nil
			}
		}
		mu.Lock()
		defer mu.Unlock()
		found[i], first[i] = u, x.First
		ended++
		done(ended, len(jobs))
		return nil
	})
	out := Verification{Scenes: len(jobs), Failed: []Unsolved{}}
	for i, u := range found {
		if first[i] {
			out.Before++
		}
		switch {
		case u == nil:
			out.After++
			out.Second++
		case u.Expert == "second":
			out.After++
		}
		if u != nil {
			out.Failed = append(out.Failed, *u)
		}
	}
	return out, err
}

// Print says it for people.
func (v Verification) Print(w io.Writer) {
	share := func(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }
	fmt.Fprintf(w, "%d scenes: an expert solved %d (%.1f%%) as they were drawn first, and %d (%.1f%%) in the end\n", v.Scenes, v.Before, share(v.Before, v.Scenes), v.After, share(v.After, v.Scenes))
	fmt.Fprintf(w, "of these the second expert solved %d (%.1f%%)\n", v.Second, share(v.Second, v.After))
	for _, u := range v.Failed {
		fmt.Fprintf(w, "  %s, %s, scene %d: the %s expert: %s\n", u.Task, u.Difficulty, u.Scene+1, u.Expert, strings.Join(u.Reasons, "; "))
	}
}
