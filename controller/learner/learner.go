// Package learner lets an actor have something learned in the middle of a task, by
// an exploration of the world as it is then.
//
// The invariant it exists for: what a task learns is learned as everything else is,
// by trials in the ledger and with certificates. The task itself proves nothing.
package learner

import (
	"context"
	"errors"
	"fmt"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// Explorer is a [controller.Learner] that explores. It is used by one goroutine at
// a time.
type Explorer struct {
	World  interaction.World
	Ledger graphstore.Ledger
	// Config is how to explore; its Goal and Only are set by the lesson.
	Config explore.Config
	Pool   pool.Config
	// Show is told the progress; it may be nil.
	Show func(explore.Progress)
	// Trials counts the new trials of all lessons.
	Trials int
}

var _ controller.Learner = (*Explorer)(nil)

// Learn implements [controller.Learner]. A goal that can't be had is
// [controller.ErrUnreachable] and [explore.ErrUnknownGoal].
func (e *Explorer) Learn(ctx context.Context, l controller.Lesson) (*graphstore.Graph, error) {
	cfg := e.Config
	cfg.Goal, cfg.Only = l.Goal, nil
	if l.Goal == "" {
		cfg.Only = []interaction.Action{l.Action}
	}
	sum, err := explore.World(ctx, e.World, e.Ledger, cfg, e.Pool, e.Show)
	e.Trials += sum.NewTrials
	if errors.Is(err, explore.ErrUnknownGoal) {
		err = fmt.Errorf("%w: %w", controller.ErrUnreachable, err)
	}
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	f, err := graphstore.Fold(ctx, e.Ledger, nil)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	return f.Graph, nil
}
