package graphstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// ErrUnknown is wrapped by every *UnknownError.
var ErrUnknown = errors.New("the ledger doesn't know it")

// UnknownError says what nothing is known of.
type UnknownError struct {
	// What is "action", "factor" or "effect"; Name is the name that was asked for.
	What, Name string
	// Near are names that may have been meant, the likeliest first; at most 5,
	// none if nothing is near. For an effect they are the factors that the action
	// does raise.
	Near []string
}

// Error names what is unknown, without the names that are near.
func (e *UnknownError) Error() string { return fmt.Sprintf("%v: %s %q", ErrUnknown, e.What, e.Name) }

// Unwrap returns [ErrUnknown].
func (e *UnknownError) Unwrap() error { return ErrUnknown }

// Listed is how many trials of each kind are enough for people.
const Listed = 5

// Explanation is what the claims on a factor rest on.
type Explanation struct {
	Factor string `json:"factor"`
	// Effects are the claims, in the order of the world's actions.
	Effects []ExplainedEffect `json:"effects"`
	// Lived: starts couldn't be chosen.
	Lived bool `json:"lived,omitempty"`
}

// ExplainedEffect is one claim: that an action raises the factor.
type ExplainedEffect struct {
	Action interaction.Action `json:"action"`
	Label  string             `json:"label,omitempty"`
	// Effect is the claim itself, Entry the place of the finding that makes it.
	Effect Effect `json:"-"`
	Entry  Seq    `json:"entry"`
	// Seen are all completed trials that raised it, whatever they started
	// from.
	Seen Trials `json:"seen"`
	// Ways explains the claimed ways, Tests those that there are no others; in the order
	// of Effect.
	Ways  []ExplainedWay  `json:"ways"`
	Tests []ExplainedTest `json:"tests"`
}

// ExplainedWay is why a way suffices.
type ExplainedWay struct {
	Way Way `json:"-"`
	// Text is the way in words.
	Text string `json:"way"`
	// Successes are the trials that started from exactly what the way asks for, by
	// whichever of its factors, and raised the factor; where starts can't be chosen, those that
	// held that, and none of the other ways. Misses counts those that didn't.
	Successes Trials `json:"successes"`
	Misses    int    `json:"misses"`
}

// ExplainedTest is why nothing else suffices.
type ExplainedTest struct {
	Test Test `json:"-"`
	// At is where the test starts from.
	At Start `json:"at"`
	// Lacks is what ways ask for of which At has too little.
	Lacks []string `json:"lacks,omitempty"`
	// Misses are the trials that the claim rests on, up to its finding: they all
	// started from one start, which covers At, and none raised the factor; where starts can't be
	// chosen, from any that covers At and meets none of the ways. Empty only in a ledger that
	// Check complains about.
	Misses Trials `json:"misses"`
	// Against are trials that raised it from At or less: they contradict the
	// claim. A claim that isn't disputed has none.
	Against Trials `json:"against"`
}

// Trials are completed trials, in order of arrival.
type Trials struct {
	// Count is how many there are; Listed are the first few of them.
	Count  int           `json:"count"`
	Listed []LedgerTrial `json:"listed,omitempty"`
}

// LedgerTrial is one trial in the ledger. Key and Entry identify it.
type LedgerTrial struct {
	Entry Seq             `json:"entry"`
	Key   interaction.Key `json:"key"`
	Start Start           `json:"start"`
	// Episode and Step say where in a life it was; zero: its start was chosen.
	Episode int `json:"episode,omitempty"`
	Step    int `json:"step,omitempty"`
	// Changes are the differences, by factor.
	Changes map[string]int `json:"changes,omitempty"`
}

func (t *Trials) add(l LedgerTrial, most int) {
	t.Count++
	if len(t.Listed) < most {
		t.Listed = append(t.Listed, l)
	}
}

// Why finds the trials behind what the ledger claims of an action and a factor. The
// action may be given by its id or its label; if it is empty, all actions that
// raise the factor are explained. At most the first most trials of each kind are
// listed; all are counted. Why fails with an [*UnknownError] if the ledger
// knows no such action, factor or effect, and with the errors of [Fold]. It reads
// the ledger twice and what is appended meanwhile doesn't matter.
func Why(ctx context.Context, l Ledger, action interaction.Action, factor string, most int) (*Explanation, error) {
	f, err := Fold(ctx, l, nil)
	if err != nil {
		return nil, err
	}
	found, err := f.claims(action, factor)
	if err != nil {
		return nil, err
	}
	if err := f.explain(ctx, l, found, most); err != nil {
		return nil, err
	}
	return &Explanation{Factor: factor, Effects: found, Lived: f.World != nil && f.World.Lived}, nil
}

// WhyAction is [Why] of all that an action, by its id or label, gives; its Factor is empty. It fails with ErrUnknown where nothing is known
// to come of it, and says why.
func WhyAction(ctx context.Context, l Ledger, action interaction.Action, most int) (*Explanation, error) {
	f, err := Fold(ctx, l, nil)
	if err != nil {
		return nil, err
	}
	asked, err := f.asked(action)
	if err != nil {
		return nil, err
	}
	var found []ExplainedEffect
	for _, a := range asked {
		for _, e := range a.Effects {
			of, err := f.claims(a.ID, e.Factor)
			if err != nil {
				return nil, err
			}
			found = append(found, of...)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%w: nothing is known to come of %s (%s)", ErrUnknown, interaction.Shown(string(action)), cmp.Or(asked[0].Reason, "it wasn't tried yet"))
	}
	if err := f.explain(ctx, l, found, most); err != nil {
		return nil, err
	}
	return &Explanation{Effects: found, Lived: f.World != nil && f.World.Lived}, nil
}

// WhyAll is [Why] of each factor that something gives, in the order of their names. It keeps
// all trials in memory while it works.
func WhyAll(ctx context.Context, l Ledger, most int) ([]*Explanation, error) {
	f, err := Fold(ctx, l, nil)
	if err != nil {
		return nil, err
	}
	var all []ExplainedEffect
	var out []*Explanation
	for _, x := range f.Graph.Factors {
		found, err := f.claims("", x.Name)
		if errors.Is(err, ErrUnknown) {
			continue // nothing gives it
		}
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
		out = append(out, &Explanation{Factor: x.Name, Lived: f.World != nil && f.World.Lived})
	}
	if err := f.explain(ctx, l, all, most); err != nil {
		return nil, err
	}
	i := 0
	for _, x := range out {
		for ; i < len(all) && all[i].Effect.Factor == x.Factor; i++ {
			x.Effects = append(x.Effects, all[i])
		}
	}
	return out, nil
}

// explain finds the trials behind claims.
func (f *Folded) explain(ctx context.Context, l Ledger, found []ExplainedEffect, most int) error {
	r := &recollection{vocabulary: f.Vocabulary, of: map[interaction.Action][]recalled{}, most: most, lived: f.World != nil && f.World.Lived}
	since := map[interaction.Action]Seq{}
	for _, e := range found {
		r.of[e.Action] = nil
		if d := f.Disputed[e.Action]; e.Entry > d {
			since[e.Action] = d // what was seen before is no evidence any more
		}
	}
	if err := r.read(ctx, l, since, f.Last); err != nil {
		return err
	}
	for i := range found {
		if err := r.explain(&found[i]); err != nil {
			return err
		}
	}
	return nil
}

// claims finds the effects that are asked about.
func (f *Folded) claims(action interaction.Action, factor string) ([]ExplainedEffect, error) {
	asked, err := f.asked(action)
	if err != nil {
		return nil, err
	}
	if _, ok := f.Vocabulary.Index(factor); !ok {
		var names []string
		for _, x := range f.Graph.Factors {
			names = append(names, x.Name)
		}
		return nil, &UnknownError{"factor", factor, interaction.Near(factor, names, maxNear)}
	}
	var out []ExplainedEffect
	var gives []string
	for _, a := range asked {
		for _, e := range a.Effects {
			if e.Factor != factor {
				gives = append(gives, e.Factor)
				continue
			}
			key := FindingKey(Finding{Action: a.ID, Effect: &e})
			out = append(out, ExplainedEffect{Action: a.ID, Label: a.Label, Effect: e, Entry: f.Findings[key].At})
		}
	}
	if out == nil {
		if action == "" {
			gives = nil
		}
		slices.Sort(gives)
		return nil, &UnknownError{"effect", factor, gives[:min(len(gives), maxNear)]}
	}
	return out, nil
}

// asked finds the actions of this id or label; all if it is empty.
func (f *Folded) asked(name interaction.Action) ([]Action, error) {
	if name == "" {
		return f.Graph.Actions, nil
	}
	if a := f.Graph.Action(name); a != nil {
		return []Action{*a}, nil
	}
	var out []Action
	var known []string
	for _, a := range f.Graph.Actions {
		if a.Label == string(name) {
			out = append(out, a)
		}
		known = append(known, string(a.ID))
		if a.Label != "" {
			known = append(known, a.Label)
		}
	}
	if out == nil {
		return nil, &UnknownError{"action", string(name), interaction.Near(string(name), known, maxNear)}
	}
	return out, nil
}

const maxNear = 5
