package graphstore

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// recollection is what the ledger holds of some actions: its keys.
type recollection struct {
	vocabulary *interaction.Vocabulary
	of         map[interaction.Action][]recalled
	needles    [][]byte // by which their entries are known; nil: not made yet
	most       int      // trials to list of each kind
	lived      bool     // starts can't be chosen
}

// recalled is one completed trial.
type recalled struct {
	LedgerTrial
	trial   interaction.Trial
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
		if e.Kind != KindOutcome || !r.mayAsk(e) {
			continue
		}
		t, o, err := DecodeOutcome(e, r.vocabulary)
		if err != nil {
			return err
		}
		trials, asked := r.of[t.Action]
		if !asked || o.Status != interaction.Completed || e.Seq < since[t.Action] {
			continue
		}
		o.Start = r.vocabulary.Adopt(o.Start)
		said := LedgerTrial{e.Seq, e.Key, NewStart(o.Start), t.Episode, t.Step, gains(o.Changes)}
		r.of[t.Action] = append(trials, recalled{said, t, o})
	}
	return nil
}

// mayAsk is false for an outcome that certainly isn't one of the actions in question: where those are few, most entries
// needn't be decoded. A body is what [NewOutcomeEntry] wrote, without spaces.
func (r *recollection) mayAsk(e Entry) bool {
	const few = 8
	if len(r.of) > few {
		return true
	}
	if r.needles == nil {
		for a := range r.of {
			quoted, err := json.Marshal(a)
			if err != nil {
				return true
			}
			r.needles = append(r.needles, append([]byte(`"a":`), quoted...))
		}
	}
	return slices.ContainsFunc(r.needles, func(n []byte) bool { return bytes.Contains(e.Body, n) })
}

// gains are the differences, by factor; nil if nothing changed.
func gains(changes []interaction.Change) map[string]int {
	if len(changes) == 0 {
		return nil
	}
	m := make(map[string]int, len(changes))
	for _, c := range changes {
		m[c.Factor] = c.Gain()
	}
	return m
}

// explain fills in the trials behind a claim.
func (r *recollection) explain(x *ExplainedEffect) error {
	factor, trials := x.Effect.Factor, r.of[x.Action]
	for _, t := range trials {
		if t.Changes[factor] > 0 {
			x.Seen.add(t.LedgerTrial, r.most)
		}
	}
	for i, w := range x.Effect.Ways {
		e := ExplainedWay{Way: w, Text: w.String()}
		for _, t := range trials {
			switch {
			case !r.shows(x.Effect.Ways, i, t.outcome.Start):
			case t.Changes[factor] > 0:
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
	// that the start at which they were counted suffices, though what the
	// test leaves doesn't.
	var before evidence
	for _, t := range trials {
		if t.Entry < x.Entry {
			before.add(t.trial, t.Entry, t.outcome)
		}
	}
	sufficient := before.effect(factor)
	rises := func(at interaction.State) bool { return x.Effect.Certificate.rises(factor, at) }
	for _, p := range x.Effect.Certificate.Tests {
		e := ExplainedTest{Test: p, At: NewStart(p.At), Lacks: lacks(p.At, x.Effect.Ways)}
		best := before.misses(p.At, sufficient, rises)
		for _, t := range trials {
			switch {
			case !r.lived && t.Changes[factor] > 0 && p.At.Covers(t.outcome.Start):
				e.Against.add(t.LedgerTrial, r.most)
			case t.Entry >= x.Entry:
			case r.lived && t.Changes[factor] <= 0 && t.outcome.Start.Covers(p.At) && !slices.ContainsFunc(x.Effect.Ways, func(w Way) bool { return holds(w, t.outcome.Start) }),
				!r.lived && best != nil && t.outcome.Start.Equal(best.at):
				e.Misses.add(t.LedgerTrial, r.most)
			}
		}
		x.Tests = append(x.Tests, e)
	}
	return nil
}

// shows reports whether a trial from the state shows what comes of the i-th way.
func (r *recollection) shows(ways []Way, i int, s interaction.State) bool {
	if !r.lived {
		return exactly(ways[i], s)
	}
	for k, w := range ways {
		if holds(w, s) != (k == i) {
			return false
		}
	}
	return true
}

// holds reports whether the state meets the way.
func holds(w Way, s interaction.State) bool {
	for _, m := range w.Members {
		sum := 0
		for _, f := range m.Factors {
			sum += s.Level(f)
		}
		if sum < m.Count {
			return false
		}
	}
	return true
}

// exactly reports whether the state is just what the way asks for, by whichever of its
// factors. Levels aren't negative, so what adds up to all that is there leaves nothing else.
func exactly(w Way, s interaction.State) bool {
	all := s.Total()
	for _, a := range s.Extra() {
		all += a.Level
	}
	if all != w.Members.Total() {
		return false // of most states; it takes no look at what they hold
	}
	for k, m := range w.Members {
		sum := 0
		for _, f := range m.Factors {
			if !w.Members[:k].Overlaps([]string{f}) { // it counts once
				sum += s.Level(f)
			}
		}
		if sum != m.Count {
			return false
		}
	}
	return true
}

// lacks is what the ways ask for of which there is too little at the start, each once, by name.
func lacks(at interaction.State, ways []Way) (out []string) {
	for _, w := range ways {
		for _, m := range w.Members {
			if !slices.ContainsFunc(m.Factors, func(f string) bool { return at.Level(f) >= m.Count }) {
				out = append(out, strings.Join(m.Factors, " or "))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
