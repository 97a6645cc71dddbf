package mcu

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Agent plays tasks. What it keeps from episode to episode is its own affair; it is used by one goroutine at a time.
type Agent interface {
	// Eyes is what it perceives.
	Eyes() Eyesight
	// Play works at the task in the arena until it is done, is given up, or the arena says that the episode has ended.
	// An error that wraps interaction.ErrEnded is such an end; any other means that the agent itself can't go on.
	Play(ctx context.Context, a *Arena, spec controller.Task) error
}

// Planning is an agent of this project: it plans on a graph, acts, and looks whether what happens is what the graph claims.
type Planning struct {
	Graph *graphstore.Graph
	// Patrols: it looks at what happens; else it carries its plans out blindly.
	Patrols bool
	Sees    Eyesight
	// Remembers: what it planned in earlier episodes, and what it saw where in this one. Else it forgets what is out of
	// view whenever it thinks where to go ([interaction.Placer.Forgetful]).
	Remembers bool

	memory *controller.Memory
}

// Eyes implements [Agent].
func (p *Planning) Eyes() Eyesight { return p.Sees }

// retries is how often in a row an action may miss, or not be possible.
const retries = 20

// Play implements [Agent].
func (p *Planning) Play(ctx context.Context, a *Arena, spec controller.Task) error {
	if p.Remembers && p.memory == nil {
		var err error
		if p.memory, err = controller.NewMemory(ctx, nil); err != nil {
			return err
		}
	}
	if !p.Remembers && a.places != nil {
		a.places.Forgetful()
	}
	cfg := controller.DefaultActorConfig()
	cfg.Retries, cfg.Blind = retries, !p.Patrols
	actor := &controller.Actor{Graph: p.Graph, Body: a, Config: cfg, Memory: p.memory, Bound: a.Bound}
	r, err := actor.Run(ctx, spec)
	a.why = r.Reason
	return tolerated(err)
}

// tolerated leaves out the errors by which an agent merely gives up.
func tolerated(err error) error {
	if errors.Is(err, controller.ErrBroken) || errors.Is(err, interaction.ErrNoWay) {
		return nil
	}
	return err
}

// Scripted carries out the plan that the true tree has from nothing, with no look at what there is: a script that somebody
// wrote once for each task.
type Scripted struct{ Graph *graphstore.Graph }

// Eyes implements [Agent].
func (Scripted) Eyes() Eyesight { return Sighted }

// Play implements [Agent].
func (s Scripted) Play(ctx context.Context, a *Arena, spec controller.Task) error {
	p, err := controller.NewExact(s.Graph, controller.DefaultConfig())
	if err != nil {
		return err
	}
	plans, err := controller.PlanTask(ctx, p, interaction.State{}, spec)
	if err != nil {
		return nil // nobody could write it
	}
	for _, plan := range plans {
		if plan.Goal.Feat() {
			if err := feat(ctx, a, plan.Goal); err != nil {
				return err
			}
			continue
		}
		for i, step := range plan.Steps {
			if i == len(plan.Steps)-1 && len(plan.Goal.Where) > 0 {
				if _, err := a.Seek(ctx, plan.Goal.Where, step.Action); err != nil {
					return err
				}
			}
			for range step.Times {
				if _, err := a.Act(ctx, step.Action); err != nil && !isFault(err) {
					return err
				}
			}
		}
	}
	return nil
}

// feat does what needs no plan.
func feat(ctx context.Context, a *Arena, g controller.Goal) (err error) {
	switch {
	case g.Survive > 0:
		err = a.Survive(ctx, g.Survive)
	case g.Travel > 0:
		_, err = a.Travel(ctx, g.Travel)
	}
	for range seeks {
		if err != nil || len(g.Where) == 0 {
			return err
		}
		var found bool
		if found, err = a.Seek(ctx, g.Where, ""); found {
			return err
		}
	}
	return err
}

// seeks is how often in a row it is looked for something.
const seeks = 4

func isFault(err error) bool {
	var f *interaction.Fault
	return errors.As(err, &f)
}

// Random does anything that the body can do.
type Random struct{ Seed uint64 }

// Eyes implements [Agent].
func (Random) Eyes() Eyesight { return Sighted }

// Play implements [Agent].
func (r Random) Play(ctx context.Context, a *Arena, _ controller.Task) error {
	rng := rand.New(rand.NewPCG(r.Seed, a.scene.Seed))
	actions := a.Actions()
	for {
		var err error
		switch n := rng.IntN(len(actions) + len(a.game.Conditions)); {
		case n >= len(actions):
			_, err = a.Seek(ctx, []controller.Condition{a.game.Conditions[n-len(actions)]}, "")
		default:
			_, err = a.Act(ctx, actions[n])
		}
		if err != nil && !isFault(err) {
			return err
		}
	}
}
