package mcu

import (
	"context"
	"errors"
	"fmt"
	"image"
	"sync"

	"github.com/adam-discovery/adam/interaction"
)

// Played is an episode that was played.
type Played struct {
	*Trace
	Verdict Verdict
	Frames  []image.Image
}

// Play has an agent play a scene, and records it with at most frames pictures. Its error is that of the agent or the world.
func (g *Game) Play(ctx context.Context, s Scene, agent Agent, frames int) (Played, error) {
	spec, err := g.spec(s)
	if err != nil {
		return Played{}, err
	}
	a, err := g.Enter(ctx, s, agent.Eyes(), frames)
	if err != nil {
		return Played{}, err
	}
	err = agent.Play(ctx, a, spec)
	out := Played{a.Trace(err), a.Verdict(), a.Frames}
	if errors.Is(err, interaction.ErrEnded) || out.Verdict.Done {
		err = nil
	}
	return out, errors.Join(err, a.Close())
}

// Cast is an agent that a run has: a new one for each task, so that what is kept in memory follows from the task alone.
type Cast struct {
	Name string
	New  func() Agent
}

// Run plays episodes of tasks.
type Run struct {
	Game     *Game
	Tasks    []Task
	Agents   []Cast
	Levels   []Difficulty
	Episodes int // of each task, agent and difficulty
	// Scenes sets the n-th scene of a task.
	Scenes   func(ctx context.Context, t Task, d Difficulty, n int) (Scene, error)
	Parallel int
	// Frames is how many pictures of an episode are kept at most.
	Frames int
	// Keep is given each episode as it ends, one at a time.
	Keep func(Played) error
}

// Play plays all episodes and tells of each as it ends. All agents play the same scenes. What was kept stays kept when it
// is interrupted.
func (r Run) Play(ctx context.Context, done func(n, of int)) error {
	type job struct {
		cast  Cast
		task  Task
		level Difficulty
	}
	var jobs []job
	for _, c := range r.Agents {
		for _, t := range r.Tasks {
			for _, d := range r.Levels {
				jobs = append(jobs, job{c, t, d})
			}
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	n := 0
	work := make(chan job)
	var wg sync.WaitGroup
	for range max(1, r.Parallel) {
		wg.Go(func() {
			for j := range work {
				agent := j.cast.New()
				for k := range r.Episodes {
					err := r.episode(ctx, agent, j.cast.Name, j.task, j.level, k, &mu)
					if err != nil {
						cancel(fmt.Errorf("%s, %s, %s, episode %d: %w", j.cast.Name, j.task.ID, j.level, k+1, err))
						return
					}
					mu.Lock()
					n++
					done(n, len(jobs)*r.Episodes)
					mu.Unlock()
				}
			}
		})
	}
	for _, j := range jobs {
		select {
		case work <- j:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(work)
	wg.Wait()
	return context.Cause(ctx)
}

func (r Run) episode(ctx context.Context, agent Agent, name string, t Task, d Difficulty, n int, mu *sync.Mutex) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s, err := r.Scenes(ctx, t, d, n)
	if err != nil {
		return err
	}
	p, err := r.Game.Play(ctx, s, agent, r.Frames)
	if err != nil {
		return err
	}
	p.Agent, p.Episode = name, n
	mu.Lock()
	defer mu.Unlock()
	return r.Keep(p)
}
