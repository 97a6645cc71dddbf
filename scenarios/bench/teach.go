package bench

import (
	"context"
	"errors"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// taught are the tasks that agents set themselves by what the ledger says, and the entries of plans that it remembers.
func taught(ctx context.Context, l graphstore.Ledger) (tried []graphstore.TaskEntry, plans []graphstore.Entry, err error) {
	for e, err := range l.Since(ctx, 0) {
		if err != nil {
			return nil, nil, err
		}
		switch e.Kind {
		case graphstore.KindTask:
			t, err := graphstore.DecodeTask(e)
			if err != nil {
				return nil, nil, err
			}
			tried = append(tried, t)
		case graphstore.KindMemory:
			plans = append(plans, e)
		}
	}
	return tried, plans, nil
}

// remembered is a memory of these plans, which keeps nothing more in their ledger.
func remembered(ctx context.Context, plans []graphstore.Entry) (*controller.Memory, error) {
	var own graphstore.Memory
	if err := own.Append(ctx, plans...); err != nil {
		return nil, err
	}
	return controller.NewMemory(ctx, &own)
}

// teach has each of n agents try a task that is proposed to it, in a world of its own, all at once and by what was known
// before. What came of it, and the plans that solved one, are in the ledger then, in the order of the agents.
func (a Agents) teach(ctx context.Context, n int, seed uint64, l graphstore.Ledger) error {
	f, err := graphstore.Fold(ctx, l, nil)
	if err != nil {
		return err
	}
	tried, plans, err := taught(ctx, l)
	if err != nil {
		return err
	}
	tasks, err := a.Curriculum.Propose(ctx, f.Graph, tried, n)
	if err != nil {
		return err
	}
	pages := make([]graphstore.Page, len(tasks))
	errs := make([]error, len(tasks))
	err = each(ctx, len(tasks), a.Sessions, func(i int) {
		errs[i] = func() error {
			t := graphstore.TaskEntry{Agent: i + 1, Task: tasks[i].Text, Edge: string(tasks[i].Edge), Seed: interaction.Key{seed, uint64(len(tried) + i)}.Seed(seed)}
			body, err := controller.Enter(ctx, a.World, interaction.State{}, t.Seed)
			if err != nil {
				return err
			}
			var own graphstore.Memory
			if err := own.Append(ctx, plans...); err != nil {
				return err
			}
			// Nothing is disputed by a game: a claim is looked at again by lives, which see more of what was there.
			actor := controller.Actor{Graph: f.Graph, Body: body, Config: controller.DefaultActorConfig()}
			actor.Config.MaxSteps = a.Steps
			if actor.Memory, err = controller.NewMemory(ctx, &own); err != nil {
				return errors.Join(err, body.Close())
			}
			res, err := actor.Run(ctx, tasks[i].Task)
			if err = errors.Join(err, body.Close()); err != nil {
				return err
			}
			t.Solved, t.Executed, t.Reason = res.Solved, res.Executed, res.Reason
			for e := range own.Since(ctx, graphstore.Seq(len(plans))) {
				pages[i].Add(e, nil)
			}
			pages[i].Add(graphstore.NewEntry(t))
			return nil
		}()
	})
	if err = errors.Join(append(errs, err)...); err != nil {
		return err
	}
	for i := range pages {
		if err := pages[i].AppendTo(ctx, l); err != nil {
			return err
		}
	}
	return nil
}
