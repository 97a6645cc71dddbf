package explore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

var _ interaction.Recorder = (*journal)(nil)

// journal writes a run into the ledger, and answers from it what the run asked before it
// was stopped. As a [interaction.Recorder] it is safe for concurrent use; the rest belongs
// to the run's goroutine.
type journal struct {
	ledger     graphstore.Ledger
	vocabulary *interaction.Vocabulary

	mu       sync.Mutex
	known    map[interaction.Key]graphstore.Entry // outcomes that weren't asked for yet
	recorded map[interaction.Key]bool             // in this round
	fresh    int                                  // outcomes that were recorded
	err      error                                // of the first that couldn't be

	found   map[string]noted        // latest findings, as the ledger has them
	written int                     // how many factors the ledger lists
	limited []graphstore.LimitEntry // that the ledger has
	listed  []string                // the factors that it listed from the beginning, in its order
	agreed  int                     // how many of these the run knows in the same order
}

// noted is a finding that the ledger has; own: it is this run's.
type noted struct {
	body string
	own  bool
}

// Lookup implements [interaction.Recorder]. An outcome is read when it is asked for, as
// its start is written with factors that are known by then.
func (j *journal) Lookup(k interaction.Key) (interaction.Outcome, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	e, ok := j.known[k]
	if !ok {
		return interaction.Outcome{}, false
	}
	delete(j.known, k) // no trial is asked for twice
	_, o, err := graphstore.DecodeOutcome(e, j.vocabulary)
	if err != nil {
		j.err = cmp.Or(j.err, err)
		return interaction.Outcome{}, false
	}
	return o, true
}

// Record implements [interaction.Recorder]. It may be told of an outcome twice: by
// a pool as the outcome arrives, and by the run at the end of the round.
func (j *journal) Record(ctx context.Context, t interaction.Trial, o interaction.Outcome) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.recorded[o.Key] || j.err != nil {
		return j.err
	}
	e, err := graphstore.NewOutcomeEntry(t, o)
	if err == nil {
		err = j.ledger.Append(ctx, e)
	}
	if err != nil {
		j.err = err
		return err
	}
	j.recorded[o.Key] = true
	j.fresh++
	return nil
}

// round begins another round of trials.
func (j *journal) round() {
	j.mu.Lock()
	defer j.mu.Unlock()
	clear(j.recorded)
}

// begin writes the first entries of an empty ledger, but for the run's.
func (j *journal) begin(p *graphstore.Page, cfg Config, spec interaction.Spec) {
	w := graphstore.WorldEntry{ID: spec.ID, Fingerprint: spec.Fingerprint, Stock: cfg.Stock, Exclusions: spec.Exclusions}
	for _, a := range spec.Actions {
		w.Actions = append(w.Actions, a.ID)
	}
	p.Add(graphstore.NewEntry(w))
}

// factors adds those that the ledger doesn't list yet.
func (j *journal) factors(p *graphstore.Page) {
	known := j.vocabulary.Factors()
	if len(known) > j.written {
		p.Add(graphstore.NewEntry(graphstore.FactorsEntry{Factors: known[j.written:]}))
		j.written = len(known)
	}
}

// strayed reports whether the run knows the factors in another order than the ledger.
func (j *journal) strayed() bool {
	n := min(j.vocabulary.Len(), len(j.listed))
	for j.agreed < n && j.vocabulary.Name(j.agreed) == j.listed[j.agreed] {
		j.agreed++
	}
	return j.agreed < n
}

// find adds a finding, unless the ledger has it.
func (j *journal) find(p *graphstore.Page, f graphstore.Finding) {
	e, err := graphstore.NewFindingEntry(f)
	// A claim is also this run's own if an earlier run made the same.
	claims := f.Learned || f.Effect != nil && f.Effect.Certificate != nil
	if k, was := graphstore.FindingKey(f), j.found[graphstore.FindingKey(f)]; err != nil || was.body != string(e.Body) || claims && !was.own {
		j.found[k] = noted{string(e.Body), true}
		p.Add(e, err)
	}
}

// commit appends what is new since the last commit: factors, limits and findings, in a
// fixed order, and the end if the run ended. While only known trials were replayed, findings
// are left alone: the ledger has later ones.
func (j *journal) commit(ctx context.Context, c *account, end End) error {
	k, p := c.k, &graphstore.Page{}
	j.factors(p)
	for _, l := range k.limits.list {
		if !slices.ContainsFunc(j.limited, l.Same) {
			j.limited = append(j.limited, l)
			p.Add(graphstore.NewEntry(l))
		}
	}
	if j.fresh > 0 || end == EndDone || end == EndGoal {
		if end != "" {
			for _, a := range k.actions {
				k.stale = append(k.stale, a.effects...)
			}
		}
		slices.SortFunc(k.stale, func(a, b *effect) int {
			return cmp.Or(cmp.Compare(a.action.order, b.action.order), cmp.Compare(a.inquiry.Effect, b.inquiry.Effect))
		})
		for _, e := range slices.Compact(k.stale) {
			if !k.stands(e) {
				j.find(p, graphstore.Finding{Action: e.action.id, Effect: c.effect(e)})
			}
		}
		k.stale = nil
		if end != "" {
			for _, a := range k.actions {
				if f := c.action(a); !k.inherits(a) && (f.Learned || !k.stillLearned(a)) {
					j.find(p, f)
				}
			}
		}
	}
	if end != "" && j.fresh > 0 {
		p.Add(graphstore.NewEntry(graphstore.EndEntry{Reason: string(end)}))
	}
	if err := p.AppendTo(ctx, j.ledger); err != nil || end == "" {
		return err
	}
	return j.ledger.Sync(ctx)
}

// leave begins another run in the ledger, in place of one that can't be continued: it lists
// what isn't listed yet.
func (j *journal) leave(ctx context.Context, cfg Config) error {
	p := &graphstore.Page{}
	var unlisted []interaction.Factor
	for _, f := range j.vocabulary.Factors() {
		if !slices.Contains(j.listed, f.Name) {
			unlisted = append(unlisted, f)
		}
	}
	if len(unlisted) > 0 {
		p.Add(graphstore.NewEntry(graphstore.FactorsEntry{Factors: unlisted}))
	}
	if err := runEntry(p, cfg); err != nil {
		return err
	}
	if err := p.AppendTo(ctx, j.ledger); err != nil {
		return err
	}
	return j.ledger.Sync(ctx)
}

// runEntry adds the entry that begins a run.
func runEntry(p *graphstore.Page, cfg Config) error {
	config, err := cfg.Stored()
	if err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	p.Add(graphstore.NewEntry(graphstore.RunEntry{Delta: cfg.Delta, Assumptions: cfg.Assumptions(), Config: config}))
	return nil
}
