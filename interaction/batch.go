package interaction

import (
	"context"
	"errors"
	"fmt"
)

// Batcher is implemented by the sessions of worlds whose Caps.Batch is above one:
// where a call costs more than a trial, as in a game that answers between two
// frames, whole trials go in batches.
type Batcher interface {
	Session
	// Batch carries out each trial as [Execute] does, in any order, with nothing
	// of one left for another. Where Caps.Seeds is set, the outcomes are those of
	// Execute. It returns one outcome per trial, in the order of the trials; those
	// that broke are [Faulted]. The error, a *[Fault] or lost, is the first that
	// broke a trial; it tells whether the session can be used again.
	Batch(ctx context.Context, trials []Trial, runSeed uint64) ([]Outcome, error)
}

// ExecuteAll runs the trials in the session: in one batch if the session has them,
// else one by one. The fault, if any, is the last; after a dead one, trials that
// were not begun are [Faulted] with its class.
func ExecuteAll(ctx context.Context, s Session, trials []Trial, runSeed uint64) ([]Outcome, *Fault) {
	if b, ok := s.(Batcher); ok && len(trials) > 1 {
		return executeBatch(ctx, b, trials, runSeed)
	}
	outcomes := make([]Outcome, len(trials))
	var last *Fault
	for i, t := range trials {
		if last != nil && last.Dead {
			outcomes[i] = t.Faulted(last)
			continue
		}
		o, f := Execute(ctx, s, t, runSeed)
		outcomes[i] = o
		if f != nil {
			last = f
		}
	}
	return outcomes, last
}

// executeBatch trusts a batch no more than Execute trusts a session.
func executeBatch(ctx context.Context, b Batcher, trials []Trial, runSeed uint64) ([]Outcome, *Fault) {
	outcomes, err := b.Batch(ctx, trials, runSeed)
	var fault *Fault
	if err != nil {
		fault = AsFault(err)
	}
	if len(outcomes) != len(trials) {
		if fault == nil {
			fault = &Fault{Class: FaultLost, Dead: true, Err: fmt.Errorf("%d outcomes of %d trials", len(outcomes), len(trials))}
		}
		outcomes = make([]Outcome, len(trials))
	}
	for i, t := range trials {
		o := &outcomes[i]
		if (o.Status == Completed || o.Status == Truncated) && o.Key == t.Key() && o.Attempt == t.Attempt {
			o.Why = clipped(o.Why)
			continue
		}
		if fault == nil {
			fault = &Fault{Class: FaultLost, Err: fmt.Errorf("outcome %d isn't that of its trial", i)}
		}
		because := &Fault{Class: o.Fault, Err: errors.New(o.Why)}
		if o.Status != Faulted || o.Fault == "" {
			because = fault
		}
		*o = t.Faulted(because)
	}
	return outcomes, fault
}
