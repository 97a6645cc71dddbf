package mcu

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"sync"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/scenarios/internal/many"
)

// Played is an episode that was played.
type Played struct {
	*Trace
	Verdict Verdict
}

// Play has an agent play a scene, and records it. Its error is that of the agent or the world.
func (g *Game) Play(ctx context.Context, s Scene, agent Agent) (Played, error) {
	spec, err := g.spec(s)
	if err != nil {
		return Played{}, err
	}
	a, err := g.Enter(ctx, s, agent.Eyes())
	if err != nil {
		return Played{}, err
	}
	// Where an agent wanders to is its own chance, not that by which an expert solved the scene.
	a.rng = rand.New(rand.NewPCG(s.Seed, a.chance(agent)))
	err = agent.Play(ctx, a, spec)
	out := Played{a.Trace(err), a.Verdict()}
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
	// Known reports whether an episode was played before; nil: none was. What an agent kept from it, it keeps no more: where
	// one of several episodes of a task is missing, they are all played again.
	Known func(agent, task string, d Difficulty, n int) bool
	// Keep is given each episode as it ends, one at a time.
	Keep func(Played) error
}

// Play plays all episodes and tells of each as it ends. All agents play the same scenes. What was kept stays kept when it
// is interrupted, or fails: as when a model doesn't answer at the end of an episode, which isn't kept then.
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
	var mu sync.Mutex
	n := 0
	return many.Do(ctx, len(jobs), r.Parallel, func(ctx context.Context, i int) error {
		j := jobs[i]
		agent := j.cast.New()
		if r.known(j.cast.Name, j.task.ID, j.level) {
			mu.Lock()
			n += r.Episodes
			mu.Unlock()
			return nil
		}
		for k := range r.Episodes {
			if err := r.episode(ctx, agent, j.cast.Name, j.task, j.level, k, &mu); err != nil {
				return fmt.Errorf("%s, %s, %s, episode %d: %w", j.cast.Name, j.task.ID, j.level, k+1, err)
			}
			mu.Lock()
			n++
			done(n, len(jobs)*r.Episodes)
			mu.Unlock()
		}
		return nil
	})
}

// known reports whether all episodes were played.
func (r Run) known(agent, task string, d Difficulty) bool {
	for k := range r.Episodes {
		if r.Known == nil || !r.Known(agent, task, d, k) {
			return false
		}
	}
	return true
}

func (r Run) episode(ctx context.Context, agent Agent, name string, t Task, d Difficulty, n int, mu *sync.Mutex) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s, err := r.Scenes(ctx, t, d, n)
	if err != nil {
		return err
	}
	p, err := r.Game.Play(ctx, s, agent)
	if err != nil {
		return err
	}
	if m, ok := agent.(*Modelled); ok && m.mute != nil {
		return fmt.Errorf("the model doesn't answer: %w", m.mute) // what it didn't play isn't measured
	}
	p.Agent, p.Episode = name, n
	mu.Lock()
	defer mu.Unlock()
	return r.Keep(p)
}

// chance is by what the wanderings of a kind of agent are drawn.
func (a *Arena) chance(agent Agent) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%T|%s|%d", agent, a.scene.Task, a.scene.Moves)
	return h.Sum64()
}
