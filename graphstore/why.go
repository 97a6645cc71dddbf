package graphstore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/adam-discovery/adam/interaction"
)

// ErrUnknown is wrapped by every *UnknownError.
var ErrUnknown = errors.New("the ledger doesn't know it")

// UnknownError says what nothing is known of.
type UnknownError struct {
	// What is "action", "item" or "effect"; Name is the name that was asked for.
	What, Name string
	// Near are names that may have been meant, the likeliest first; at most 5,
	// none if nothing is near. For an effect they are the items that the action
	// does give.
	Near []string
}

// Error names what is unknown, without the names that are near.
func (e *UnknownError) Error() string { return fmt.Sprintf("%v: %s %q", ErrUnknown, e.What, e.Name) }

// Unwrap returns [ErrUnknown].
func (e *UnknownError) Unwrap() error { return ErrUnknown }

// Listed is how many trials of each kind are enough for people.
const Listed = 5

// Explanation is what the claims on an item rest on.
type Explanation struct {
	Item string `json:"item"`
	// Effects are the claims, in the order of the world's actions.
	Effects []ExplainedEffect `json:"effects"`
}

// ExplainedEffect is one claim: that an action gives the item.
type ExplainedEffect struct {
	Action interaction.Action `json:"action"`
	Label  string             `json:"label,omitempty"`
	// Effect is the claim itself, Entry the place of the finding that makes it.
	Effect Effect `json:"-"`
	Entry  Seq    `json:"entry"`
	// Seen are all completed trials that gave the item, whatever they started
	// from.
	Seen Trials `json:"seen"`
	// Ways explains the claimed ways, CoPoints the tests that there are no
	// others; in the order of Effect.
	Ways     []ExplainedWay     `json:"ways"`
	CoPoints []ExplainedCoPoint `json:"copoints"`
}

// ExplainedWay is why a way suffices.
type ExplainedWay struct {
	Way Way `json:"-"`
	// Text is the way in words.
	Text string `json:"way"`
	// Successes are the trials that started from exactly the way and gave the
	// item. Misses counts those that didn't.
	Successes Trials `json:"successes"`
	Misses    int    `json:"misses"`
}

// ExplainedCoPoint is why nothing else suffices.
type ExplainedCoPoint struct {
	CoPoint CoPoint `json:"-"`
	// At is what the co-point leaves present.
	At Start `json:"at"`
	// Misses are the trials that the claim rests on, up to its finding: they all
	// started from one inventory, which holds at least what At holds, and none
	// gave the item. Empty only in a ledger that Check complains about.
	Misses Trials `json:"misses"`
	// Against are trials that gave the item from At or less: they contradict the
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
	Entry    Seq             `json:"entry"`
	Key      interaction.Key `json:"key"`
	Start    Start           `json:"start"`
	Consumed map[string]int  `json:"consumed,omitempty"`
	Obtained map[string]int  `json:"obtained,omitempty"`
}

func (t *Trials) add(l LedgerTrial, most int) {
	t.Count++
	if len(t.Listed) < most {
		t.Listed = append(t.Listed, l)
	}
}

// Why finds the trials behind what the ledger claims of an action and an item. The
// action may be given by its id or its label; if it is empty, all actions that
// give the item are explained. At most the first most trials of each kind are
// listed; all are counted. Why fails with an [*UnknownError] if the ledger
// knows no such action, item or effect, and with the errors of [Fold]. It reads
// the ledger twice and what is appended meanwhile doesn't matter.
func Why(ctx context.Context, l Ledger, action interaction.Action, item string, most int) (*Explanation, error) {
	f, err := Fold(ctx, l, nil)
	if err != nil {
		return nil, err
	}
	found, err := f.claims(action, item)
	if err != nil {
		return nil, err
	}
	r := &recollection{tables: newTables(f.Names, f.World.Stock), of: map[interaction.Action][]recalled{}, most: most}
	since := map[interaction.Action]Seq{}
	for _, e := range found {
		r.of[e.Action] = nil
		if d := f.Disputed[e.Action]; e.Entry > d {
			since[e.Action] = d // what was seen before is no evidence any more
		}
	}
	if err := r.read(ctx, l, since, f.Last); err != nil {
		return nil, err
	}
	for i := range found {
		if err := r.explain(&found[i]); err != nil {
			return nil, err
		}
	}
	return &Explanation{Item: item, Effects: found}, nil
}

// claims finds the effects that are asked about.
func (f *Folded) claims(action interaction.Action, item string) ([]ExplainedEffect, error) {
	asked, err := f.asked(action)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(f.Names, item) {
		return nil, &UnknownError{"item", item, near(item, f.Names)}
	}
	var out []ExplainedEffect
	var gives []string
	for _, a := range asked {
		for _, e := range a.Effects {
			if e.Item != item {
				gives = append(gives, e.Item)
				continue
			}
			key := FindingKey(Finding{Action: a.ID, Effect: &EffectFinding{Item: item}})
			out = append(out, ExplainedEffect{Action: a.ID, Label: a.Label, Effect: e, Entry: f.Findings[key].At})
		}
	}
	if out == nil {
		if action == "" {
			gives = nil
		}
		slices.Sort(gives)
		return nil, &UnknownError{"effect", item, gives[:min(len(gives), maxNear)]}
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
		return nil, &UnknownError{"action", string(name), near(string(name), known)}
	}
	return out, nil
}

const maxNear = 5

// near lists the names that somebody who wrote name may have meant: those at most
// a third of the name's length and one more edits away, and those that contain it.
func near(name string, known []string) []string {
	distance := map[string]int{}
	var out []string
	for _, k := range known {
		d := levenshtein.ComputeDistance(strings.ToLower(name), strings.ToLower(k))
		if _, there := distance[k]; there || d > len(name)/3+1 && (len(name) < 3 || !strings.Contains(k, name)) {
			continue
		}
		distance[k] = d
		out = append(out, k)
	}
	slices.SortFunc(out, func(a, b string) int {
		if d := distance[a] - distance[b]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return out[:min(len(out), maxNear)]
}
