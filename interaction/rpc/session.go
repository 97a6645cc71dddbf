package rpc

import (
	"context"
	"errors"
	"fmt"

	"github.com/adam-discovery/adam/interaction"
)

type session struct{ conn *conn }

// batcher is a session of a peer that takes batches.
type batcher struct{ session }

var (
	_ interaction.Session = (*session)(nil)
	_ interaction.Batcher = (*batcher)(nil)
)

// Reset implements [interaction.Session].
func (s *session) Reset(ctx context.Context, start interaction.State, n uint64) (interaction.State, error) {
	return s.state(ctx, "reset", resetParams{start, seed(n)})
}

// Act implements [interaction.Session].
func (s *session) Act(ctx context.Context, a interaction.Action) (interaction.State, error) {
	return s.state(ctx, "act", actParams{a})
}

func (s *session) state(ctx context.Context, method string, params any) (interaction.State, error) {
	var r stateResult
	if err := s.conn.call(ctx, method, params, &r); err != nil {
		return interaction.State{}, err
	}
	if r.State == nil {
		_ = s.conn.close() // who leaves out the answer isn't asked again
		return interaction.State{}, dead(FaultProtocol, errors.New(method+": the result has no state"))
	}
	for _, st := range r.State.Stacks() {
		if st.Item == "" || !plain(st.Item) {
			_ = s.conn.close()
			return interaction.State{}, dead(FaultProtocol, fmt.Errorf("%s: an item is called %q", method, st.Item))
		}
	}
	return *r.State, nil
}

// Close implements [interaction.Session].
func (s *session) Close() error { return s.conn.close() }

// Batch implements [interaction.Batcher].
func (s *batcher) Batch(ctx context.Context, trials []interaction.Trial, runSeed uint64) ([]interaction.Outcome, error) {
	params := runParams{Bases: []interaction.State{}, Trials: make([]trialJSON, len(trials))}
	base := map[*interaction.Stock]int{}
	for i, t := range trials {
		stock := t.Start.Stock()
		b, ok := base[stock]
		if !ok {
			b = len(params.Bases)
			base[stock] = b
			params.Bases = append(params.Bases, interaction.NewState(stock, nil))
		}
		params.Trials[i] = trialJSON{Action: t.Action, Base: b, Change: changes(t.Start), Seed: seed(t.Key().Seed(runSeed))}
	}
	var r runResult
	if err := s.conn.call(ctx, "run", params, &r); err != nil {
		return nil, err
	}
	if len(r.Outcomes) != len(trials) {
		_ = s.conn.close() // who miscounts isn't asked again
		return nil, dead(FaultProtocol, fmt.Errorf("run: %d outcomes of %d trials", len(r.Outcomes), len(trials)))
	}
	out := make([]interaction.Outcome, len(trials))
	var fault error
	for i, t := range trials {
		o, err := r.Outcomes[i].outcome(t)
		if err != nil && fault == nil {
			fault = err
		}
		out[i] = o
	}
	return out, fault
}

// changes is what a state holds otherwise than its stock.
func changes(s interaction.State) map[string]int {
	stock := s.Stock()
	out := map[string]int{}
	consumed, obtained := interaction.Record(interaction.NewState(stock, nil), s)
	for _, stacks := range [][]interaction.Stack{consumed, obtained} {
		for _, st := range stacks {
			out[st.Item] = s.Count(st.Item)
		}
	}
	return out
}

// outcome is what the peer says of the trial; one that can't be is a fault.
func (j outcomeJSON) outcome(t interaction.Trial) (interaction.Outcome, error) {
	o := interaction.Outcome{Key: t.Key(), Status: interaction.Completed, Attempt: t.Attempt}
	fault := func(f *interaction.Fault) (interaction.Outcome, error) {
		return interaction.Outcome{Key: o.Key, Status: interaction.Faulted, Attempt: t.Attempt, Fault: f.Class}, f
	}
	if j.Fault != nil {
		if j.Fault.Class == "" {
			j.Fault.Class = FaultProtocol
		}
		return fault(&interaction.Fault{Class: j.Fault.Class, Dead: j.Fault.Dead})
	}
	for item, n := range j.Consumed {
		if n < 1 || n > t.Start.Count(item) || j.Obtained[item] != 0 {
			return fault(&interaction.Fault{Class: FaultProtocol, Err: fmt.Errorf("run: %d of %q consumed of %d", n, item, t.Start.Count(item))})
		}
	}
	for item, n := range j.Obtained {
		if n < 1 || item == "" || !plain(item) {
			return fault(&interaction.Fault{Class: FaultProtocol, Err: fmt.Errorf("run: %d of %q obtained", n, item)})
		}
	}
	o.Consumed, o.Obtained = interaction.SortedStacks(j.Consumed), interaction.SortedStacks(j.Obtained)
	return o, nil
}
