package graphstore

import (
	"context"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Moment is a change of what a ledger knows: a factor came to be known, or something was
// found of an action or of one of its effects.
type Moment struct {
	Entry Seq `json:"entry"`
	// Trials are how many were completed before, Broken how many weren't.
	Trials int `json:"trials"`
	Broken int `json:"broken,omitempty"`
	// Factor came to be known, where there is no Action; else it is that of the effect; empty:
	// the action itself was found to be Learned or not, or Disputed, and then each of its effects
	// has a moment of its own.
	Factor string             `json:"factor,omitempty"`
	Action interaction.Action `json:"action,omitempty"`
	// Grade is that of the effect from then on; zero: nothing is said of an effect.
	Grade    Grade `json:"grade,omitempty"`
	Learned  bool  `json:"learned,omitempty"`
	Disputed bool  `json:"disputed,omitempty"`
}

// History lists how the ledger came to know what it knows, in the order of its entries. It
// is for looking at: what is claimed in the end is said by [Fold]. It fails with ErrCorrupt,
// ErrPast or ErrFuture on entries that it can't read.
func History(ctx context.Context, l Ledger) ([]Moment, error) {
	var out []Moment
	trials, broken := 0, 0
	found := map[interaction.Action][]Moment{} // the latest of each effect
	for e, err := range l.Since(ctx, 0) {
		if err != nil {
			return nil, err
		}
		at := Moment{Entry: e.Seq, Trials: trials, Broken: broken}
		switch e.Kind {
		case KindOutcome:
			var b struct {
				Version int                `json:"v"`
				Status  interaction.Status `json:"s"`
			}
			if err := decode(e, &b, &b.Version); err != nil {
				return nil, err
			}
			if b.Status == interaction.Completed {
				trials++
			} else {
				broken++
			}
		case KindFactors:
			var b FactorsEntry
			if err := decode(e, &b, &b.Version); err != nil {
				return nil, err
			}
			for _, f := range b.Factors {
				at.Factor = f.Name
				out = append(out, at)
			}
		case KindFinding:
			var b findingBody
			if err := decode(e, &b, &b.Version); err != nil {
				return nil, err
			}
			at.Action, at.Learned = b.Action, b.Learned
			if b.Effect != nil {
				at.Factor, at.Grade, at.Disputed = b.Effect.Factor, b.Effect.Grade, b.Effect.Disputed
				all := found[b.Action]
				if i := slices.IndexFunc(all, func(m Moment) bool { return m.Factor == at.Factor }); i >= 0 {
					all[i] = at
				} else {
					found[b.Action] = append(all, at)
				}
			}
			out = append(out, at)
		case KindDispute:
			var b DisputeEntry
			if err := decode(e, &b, &b.Version); err != nil {
				return nil, err
			}
			at.Action, at.Disputed = b.Action, true
			out = append(out, at)
			for _, was := range found[b.Action] {
				at.Factor, at.Grade = was.Factor, was.Grade
				out = append(out, at)
			}
		}
	}
	return out, nil
}
