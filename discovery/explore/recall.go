package explore

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Going on where a ledger ends: what earlier runs saw, and the entries that begin a run.

// past is what a ledger holds when a run begins over it.
type past struct {
	*graphstore.Folded
	outcomes, steps []entry
}

// entry is an entry and the place of the run that it belongs to.
type entry struct {
	graphstore.Entry
	run graphstore.Seq
}

// recall reads the ledger and enters what earlier runs saw. Outcomes of the latest run, if
// it is the one that goes on, are kept for the time when they are asked for.
func (x *Explorer) recall(ctx context.Context) error {
	var was past
	var err error
	was.Folded, err = graphstore.Fold(ctx, x.journal.ledger, func(e graphstore.Entry, _ *interaction.Vocabulary, run graphstore.Seq) error {
		switch e.Kind {
		case graphstore.KindStep:
			was.steps = append(was.steps, entry{e, run})
		case graphstore.KindOutcome:
			was.outcomes = append(was.outcomes, entry{e, run})
		}
		return nil
	})
	if err != nil {
		return err
	}
	config, err := x.cfg.Stored()
	if err != nil {
		return err
	}
	j := x.journal
	for _, f := range was.Vocabulary.Factors() {
		j.listed = append(j.listed, f.Name)
		j.vocabulary.Declare(f)
	}
	j.written = len(j.listed)
	disputed := false // since the latest run began
	for a, n := range was.Disputes {
		x.k.disputed = true
		if known := x.k.byID[a]; known != nil {
			known.epoch = n
		}
		disputed = disputed || was.Disputed[a] > was.RunAt
	}
	if was.World == nil {
		p := &graphstore.Page{}
		j.begin(p, x.cfg, x.spec)
		if err := runEntry(p, x.cfg); err != nil {
			return err
		}
		x.k.senses()
		j.factors(p)
		return p.AppendTo(ctx, j.ledger)
	}
	if err := was.Graph.Foreign(x.spec); err != nil {
		return err
	}
	if was.World.Stock != x.cfg.Stock {
		return fmt.Errorf("%w: of %d of each item, not %d", graphstore.ErrOtherStock, was.World.Stock, x.cfg.Stock)
	}
	continued := was.Run != nil && bytes.Equal(was.Run.Config, config) && !disputed
	for k, found := range was.Findings {
		if !found.Disputed {
			j.found[k] = noted{found.Body, continued && found.Run == was.Run}
		}
	}
	names, limits, findings := len(j.listed), was.Limits, was.Findings
	if continued {
		names, limits, findings = was.FactorsBefore, was.Limits[:was.LimitsBefore], was.Inherited
	}
	for _, n := range j.listed[:names] {
		j.vocabulary.Add(n)
	}
	x.k.senses()
	for _, l := range limits {
		x.k.limits.limit(l)
	}
	j.limited = slices.Clone(was.Limits) // a run that goes on finds its own again
	claims, err := heritage{x.k}.claims(findings, was.LimitedAt)
	if err != nil {
		return err
	}
	if err := x.enter(&was, continued, claims); err != nil {
		return err
	}
	if err := (heritage{x.k}).inherit(findings, was.LimitedAt); err != nil || continued {
		return err
	}
	// A process that died between a round's outcomes and its factors left factors
	// that the ledger doesn't list.
	p := &graphstore.Page{}
	j.factors(p)
	if err := runEntry(p, x.cfg); err != nil {
		return err
	}
	return p.AppendTo(ctx, j.ledger)
}

// enter puts what earlier runs saw into the histories, in an order that doesn't depend on
// when it arrived.
func (x *Explorer) enter(was *past, continued bool, claims map[string]*claim) error {
	type earlier struct {
		trial   interaction.Trial
		outcome interaction.Outcome
	}
	var before []earlier
	for _, e := range was.outcomes {
		x.journal.known[e.Key] = e.Entry
		if continued && e.run == was.RunAt {
			continue
		}
		t, o, err := graphstore.DecodeOutcome(e.Entry, x.journal.vocabulary)
		if err != nil {
			return err
		}
		// What was seen before a dispute is no evidence any more.
		if x.k.byID[t.Action] == nil {
			return fmt.Errorf("%w: entry %d is about action %q, which the world doesn't have", graphstore.ErrCorrupt, e.Seq, t.Action)
		}
		if e.Seq > was.Disputed[t.Action] {
			before = append(before, earlier{t, o})
		}
	}
	slices.SortFunc(before, func(a, b earlier) int {
		// Fewer known factors first: what gave a factor first did so without it,
		// and is its producer.
		if c := a.trial.Start.Len() - b.trial.Start.Len(); c != 0 {
			return c
		}
		return slices.Compare(a.outcome.Key[:], b.outcome.Key[:])
	})
	for _, b := range before {
		a := x.k.byID[b.trial.Action]
		r := a.history.Record(b.trial.Start)
		r.Asked = max(r.Asked, b.trial.Repeat+1)
		if b.outcome.Status == interaction.Completed {
			known := len(a.effects)
			x.k.learn(a, b.outcome.Start, b.outcome.Changes)
			heritage{x.k}.claim(a.effects[known:], claims) // at once: it spares thousands of looks
		}
	}
	for _, e := range was.steps {
		s, err := graphstore.DecodeStep(e.Entry)
		if err != nil {
			return err
		}
		if a := x.k.byID[s.Action]; a != nil && (!continued || e.run < was.RunAt) && e.Seq > was.Disputed[s.Action] {
			before, changes := s.Outcome()
			known := len(a.effects)
			x.k.show(a, before, changes)
			heritage{x.k}.claim(a.effects[known:], claims)
		}
	}
	return nil
}
