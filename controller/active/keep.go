package active

import (
	"context"
	"slices"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
)

// Vital is one that an agent looks after, as food is.
type Vital struct {
	Name string
	Max  int
}

// Keep has the body look after vitals as it goes about: whenever less than half of one is left, it does what the planner knows to
// raise it, until three quarters are there. One that nothing known raises is left alone.
func (b *Body) Keep(p controller.Planner, vitals []Vital) {
	k := &keeper{body: b, planner: p, paused: map[string]int{}}
	b.tend, b.starving = k.tend, k.starving
	for _, v := range vitals {
		plan, err := p.Plan(context.Background(), interaction.State{}, controller.Goal{Want: []interaction.Amount{{Name: v.Name, Level: 1}}})
		if err != nil {
			continue
		}
		k.vitals = append(k.vitals, v)
		for _, s := range plan.Steps {
			if q, bound := b.thing(s.Action); bound && !slices.Contains(b.larder, q) {
				b.larder = append(b.larder, q)
			}
		}
	}
}

const (
	// meal is how many steps one looks after a vital at most at once, and hunger how many one does something else after that was
	// in vain.
	meal, hunger = 60, 20
)

// keeper looks after vitals.
type keeper struct {
	body    *Body
	planner controller.Planner
	vitals  []Vital
	paused  map[string]int // by vital, until which step
	busy    bool
}

// tend raises those vitals of which less than half is left, first that of which least is.
func (k *keeper) tend(ctx context.Context) error {
	if k.busy {
		return nil
	}
	k.busy = true
	defer func() { k.busy = false }()
	b := k.body
	for range k.vitals {
		worst, least := -1, .5
		for i, v := range k.vitals {
			if part := float64(b.state.Level(v.Name)) / float64(v.Max); part < least && b.steps >= k.paused[v.Name] {
				worst, least = i, part
			}
		}
		if worst < 0 {
			return nil
		}
		raised, err := k.raise(ctx, k.vitals[worst])
		if err != nil {
			return err
		}
		if !raised {
			k.paused[k.vitals[worst].Name] = b.steps + hunger
		}
	}
	return nil
}

// starving reports whether nothing is left of a vital.
func (k *keeper) starving() bool {
	return slices.ContainsFunc(k.vitals, func(v Vital) bool { return k.body.state.Level(v.Name) == 0 })
}

// raise does one thing after the other that leads to more of the vital; false: nothing does, or it wasn't found in time.
func (k *keeper) raise(ctx context.Context, v Vital) (bool, error) {
	b := k.body
	last := b.steps + meal
	for 4*b.state.Level(v.Name) < 3*v.Max {
		plan, err := k.planner.Plan(ctx, b.state, controller.Goal{Want: []interaction.Amount{{Name: v.Name, Level: b.state.Level(v.Name) + 1}}})
		switch {
		case ctx.Err() != nil:
			return false, ctx.Err()
		case err != nil || len(plan.Steps) == 0 || !b.left() || b.steps >= last:
			return false, nil // nobody knows how
		}
		if err := k.do(ctx, plan.Steps[0], last); err == ErrNotFound {
			return false, nil
		} else if err != nil {
			return false, err
		}
	}
	return true, nil
}

// do goes to where the step of a plan can be done, and does it until something comes of it, a few times at most.
func (k *keeper) do(ctx context.Context, s controller.Step, last int) error {
	b := k.body
	q, bound := b.thing(s.Action)
	if bound {
		if err := b.recall(ctx, q); err != nil {
			return err
		}
		if err := b.reach(ctx, q, last); err != nil {
			return err
		}
	}
	for n := 0; n < tries && b.steps < last; n++ {
		was := b.state.Level(s.Factor)
		if err := b.step(ctx, s.Action); err != nil {
			return err
		}
		if b.state.Level(s.Factor) > was {
			return nil
		}
		if b.hurt {
			return b.flee(ctx)
		}
	}
	if !bound {
		return ErrNotFound // it can't be done now, and no other place is better
	}
	b.forget(q, b.at)
	return b.sidestep(ctx) // it may be something else that it faces
}

// recall goes near to where a thing was seen in passing, if that isn't far. Where it doesn't get there, it isn't where it takes
// itself to be, and forgets all such places.
func (b *Body) recall(ctx context.Context, q percipient.Question) error {
	to, known := b.together(q, nil)
	if !known || apart(to, b.at) <= besideFar || apart(to, b.at) > goBack/2 {
		return nil
	}
	if err := b.goTo(ctx, to, besideFar); err != nil {
		return err
	}
	if apart(to, b.at) > besideFar {
		delete(b.noticed, q)
	}
	b.forget(q, to) // whether it is still there shows
	return nil
}

// tended looks after vitals, if the agent does that.
func (a *Agent) tended(ctx context.Context) error {
	if a.tend == nil {
		return nil
	}
	return a.tend(ctx)
}
