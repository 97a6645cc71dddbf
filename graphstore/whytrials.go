package graphstore

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/interaction"
)

// recollection is what the ledger holds of some actions: its keys.
type recollection struct {
	*tables
	of   map[interaction.Action][]recalled
	most int // trials to list of each kind
}

// recalled is one completed trial.
type recalled struct {
	LedgerTrial
	at      inventory
	digest  interaction.Digest
	outcome interaction.Outcome
}

// read collects the completed trials of the actions in question, up to an entry.
func (r *recollection) read(ctx context.Context, l Ledger, since map[interaction.Action]Seq, last Seq) error {
	for e, err := range l.Since(ctx, 0) {
		if err != nil {
			return err
		}
		if e.Seq > last {
			break
		}
		if e.Kind != KindOutcome {
			continue
		}
		t, o, err := DecodeOutcome(e)
		if err != nil {
			return err
		}
		trials, asked := r.of[t.Action]
		if !asked || o.Status != interaction.Completed || e.Seq < since[t.Action] {
			continue
		}
		at, state, err := r.start(t)
		if err != nil {
			return fmt.Errorf("%w: entry %d: %w", ErrCorrupt, e.Seq, err)
		}
		said := LedgerTrial{e.Seq, e.Key, r.describe(at), byItem(o.Consumed), byItem(o.Obtained)}
		r.of[t.Action] = append(trials, recalled{said, at, state.Digest(), o})
	}
	return nil
}

func byItem(stacks []interaction.Stack) map[string]int {
	if len(stacks) == 0 {
		return nil
	}
	m := make(map[string]int, len(stacks))
	for _, s := range stacks {
		m[s.Item] = s.Count
	}
	return m
}

// explain fills in the trials behind a claim.
func (r *recollection) explain(x *ExplainedEffect) error {
	item, trials := x.Effect.Item, r.of[x.Action]
	for _, t := range trials {
		if t.Obtained[item] > 0 {
			x.Seen.add(t.LedgerTrial, r.most)
		}
	}
	for _, w := range x.Effect.Ways {
		_, d, err := r.bare(w.stacks())
		if err != nil {
			return fmt.Errorf("%w: entry %d: %w", ErrCorrupt, x.Entry, err)
		}
		e := ExplainedWay{Way: w, Text: w.String()}
		for _, t := range trials {
			switch {
			case t.digest != d:
			case t.Obtained[item] > 0:
				e.Successes.add(t.LedgerTrial, r.most)
			default:
				e.Misses++
			}
		}
		x.Ways = append(x.Ways, e)
	}
	if x.Effect.Certificate == nil {
		return nil
	}
	// Misses are counted as when the finding was made: a later success may show
	// that the inventory at which they were counted suffices, though what the
	// co-point leaves doesn't.
	var before evidence
	for _, t := range trials {
		if t.Entry < x.Entry {
			before.add(t.at, t.digest, t.Entry, t.outcome)
		}
	}
	sufficient := before.effect(item)
	for _, p := range x.Effect.Certificate.CoPoints {
		at, err := r.capped(x.Effect.Certificate.Observed, p.Caps)
		if err != nil {
			return fmt.Errorf("%w: entry %d: %w", ErrCorrupt, x.Entry, err)
		}
		e := ExplainedCoPoint{CoPoint: p, At: r.describe(at)}
		best := before.misses(at, sufficient)
		for _, t := range trials {
			switch {
			case t.Obtained[item] > 0 && at.covers(t.at):
				e.Against.add(t.LedgerTrial, r.most)
			case best != nil && t.digest == best.digest && t.Entry < x.Entry:
				e.Misses.add(t.LedgerTrial, r.most)
			}
		}
		x.CoPoints = append(x.CoPoints, e)
	}
	return nil
}
