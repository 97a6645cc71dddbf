package explore

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Going on where a ledger ends: what earlier runs saw, and the entries that begin a run.

// earlier is an outcome of a run before this one.
type earlier struct {
	trial   graphstore.StoredTrial
	outcome interaction.Outcome
}

// recall reads the ledger and enters what earlier runs saw.
func (x *Explorer) recall(ctx context.Context) error {
	type seen struct {
		earlier
		at, run graphstore.Seq
	}
	var outcomes []seen
	f, err := graphstore.Fold(ctx, x.ledger, func(e graphstore.Entry, run graphstore.Seq) error {
		t, o, err := graphstore.DecodeOutcome(e)
		if err != nil {
			return err
		}
		x.known[o.Key] = o
		outcomes = append(outcomes, seen{earlier{t, o}, e.Seq, run})
		return nil
	})
	if err != nil {
		return err
	}
	x.found, x.written, x.listed = map[string]noted{}, len(f.Names), f.Names
	// What was seen before a dispute is no evidence any more. New trials from the
	// same inventories are told from those by their number.
	outcomes = slices.DeleteFunc(outcomes, func(o seen) bool { return o.at < f.Disputed[o.trial.Action] })
	x.disputed = len(f.Disputes) > 0
	disputed := false // since the latest run began
	for a, n := range f.Disputes {
		if x.byID[a] != nil {
			x.byID[a].first = n * repeatsPerDispute
		}
		disputed = disputed || f.Disputed[a] > f.RunAt
	}
	config, err := x.cfg.stored()
	if err != nil {
		return err
	}
	if f.World == nil {
		if err := x.begin(ctx, config); err != nil {
			return err
		}
		x.words = newVocabulary(x.cfg.Stock)
		return nil
	}
	if f.World.ID != x.spec.ID || f.World.Fingerprint != x.spec.Fingerprint {
		return fmt.Errorf("%w: it is about %s (%.8s), not %s (%.8s)", graphstore.ErrOtherWorld,
			f.World.ID, f.World.Fingerprint, x.spec.ID, x.spec.Fingerprint)
	}
	if f.World.Stock != x.cfg.Stock {
		return fmt.Errorf("%w: of %d of each item, not %d", graphstore.ErrOtherStock, f.World.Stock, x.cfg.Stock)
	}
	x.words = newVocabulary(x.cfg.Stock)
	continued := f.Run != nil && bytes.Equal(f.Run.Config, config) && !disputed
	for k, found := range f.Findings {
		if !found.Disputed {
			x.found[k] = noted{found.Body, continued && found.Run == f.Run}
		}
	}
	if continued {
		var before []earlier
		for _, o := range outcomes {
			if o.run < f.RunAt {
				before = append(before, o.earlier)
			}
		}
		return x.enter(f.Names[:f.NamesBefore], f.Names, before, f.Inherited)
	}
	var before []earlier
	for _, o := range outcomes {
		before = append(before, o.earlier)
	}
	if err := x.enter(f.Names, f.Names, before, f.Findings); err != nil {
		return err
	}
	// A process that died between a round's outcomes and its items left items
	// that the ledger doesn't list.
	if err := x.commit(ctx, ""); err != nil {
		return err
	}
	e, err := x.runEntry(config)
	if err != nil {
		return err
	}
	return x.ledger.Append(ctx, e)
}

// enter puts the outcomes of earlier runs into the histories, in an order that
// doesn't depend on when they arrived, and takes over what was found. The names are those
// observed by then; all are those that the ledger lists.
func (x *Explorer) enter(names, all []string, before []earlier, found map[string]graphstore.Found) error {
	slices.SortFunc(before, func(a, b earlier) int {
		// Fewer observed items first: what gave an item first did so without it,
		// and is its producer.
		if c := cmp.Compare(a.trial.Items, b.trial.Items); c != 0 {
			return c
		}
		for i := range a.outcome.Key {
			if a.outcome.Key[i] != b.outcome.Key[i] {
				if a.outcome.Key[i] < b.outcome.Key[i] {
					return -1
				}
				return 1
			}
		}
		return 0
	})
	x.words.extend(names)
	claims, err := x.claims(found)
	if err != nil {
		return err
	}
	type base struct{ items, each int }
	bases := map[base]discovery.Point{}
	for _, b := range before {
		a := x.byID[b.trial.Action]
		if a == nil || b.trial.Items > len(all) {
			return fmt.Errorf("%w: a trial of action %q with %d items", graphstore.ErrCorrupt, b.trial.Action, b.trial.Items)
		}
		k := base{b.trial.Items, cmp.Or(b.trial.Each, x.cfg.Stock)}
		if b.trial.Bare {
			k = base{}
		}
		at, known := bases[k]
		if !known {
			at = discovery.Full(k.items, k.each)
			bases[k] = at
		}
		for _, o := range b.trial.Over {
			if o.Index < 0 || o.Index >= len(all) || o.Count < 0 || o.Count > discovery.MaxCount {
				return fmt.Errorf("%w: trial %s starts with %d of item %d", graphstore.ErrCorrupt, b.outcome.Key, o.Count, o.Index)
			}
			at = at.With(o.Index, o.Count)
		}
		r := a.history.Record(at)
		r.Asked = max(r.Asked, b.trial.Repeat+1-a.first)
		if b.outcome.Status == interaction.Completed {
			known := len(a.effects)
			x.learn(a, at, b.outcome)
			for _, e := range a.effects[known:] {
				of := graphstore.Finding{Action: a.id, Effect: &graphstore.EffectFinding{Item: x.words.names[e.item]}}
				if e.claim = claims[graphstore.FindingKey(of)]; e.claim != nil {
					e.inquiry.Recall(e.claim.ways) // at once: it spares thousands of looks
				}
			}
		}
	}
	return x.inherit(found)
}

// begin writes the first entries of an empty ledger.
func (x *Explorer) begin(ctx context.Context, config []byte) error {
	w := graphstore.WorldEntry{Version: 1, ID: x.spec.ID, Fingerprint: x.spec.Fingerprint, Stock: x.cfg.Stock}
	for _, a := range x.spec.Actions {
		w.Actions = append(w.Actions, a.ID)
	}
	world, err := graphstore.NewEntry(graphstore.KindWorld, w)
	if err != nil {
		return err
	}
	run, err := x.runEntry(config)
	if err != nil {
		return err
	}
	return x.ledger.Append(ctx, world, run)
}

func (x *Explorer) runEntry(config []byte) (graphstore.Entry, error) {
	return graphstore.NewEntry(graphstore.KindRun, graphstore.RunEntry{Version: 1, Delta: x.cfg.Delta, Config: config})
}

// leave begins another run in the ledger, in place of one that can't be continued.
func (x *Explorer) leave(ctx context.Context) error {
	var entries []graphstore.Entry
	var unlisted []string
	for _, n := range x.words.names {
		if !slices.Contains(x.listed, n) {
			unlisted = append(unlisted, n)
		}
	}
	if len(unlisted) > 0 {
		e, err := graphstore.NewEntry(graphstore.KindItems, graphstore.ItemsEntry{Version: 1, Items: unlisted})
		if err != nil {
			return err
		}
		entries = append(entries, e)
	}
	config, err := x.cfg.stored()
	if err != nil {
		return err
	}
	run, err := x.runEntry(config)
	if err != nil {
		return err
	}
	if err := x.ledger.Append(ctx, append(entries, run)...); err != nil {
		return err
	}
	return x.ledger.Sync(ctx)
}
