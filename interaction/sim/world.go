package sim

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// World plays the rules of one file, or of two if it drifts (see [NewDrifting]). It is
// safe for concurrent use.
type World struct {
	file    *File
	spec    interaction.Spec
	names   []string // of factors, ascending; a dense number is an index into it
	index   map[string]int32
	limits  *limits // nil: there are none
	actions []action
	drift   *drift // nil: the rules never change
}

var (
	_ interaction.World   = (*World)(nil)
	_ interaction.Labeler = (*World)(nil)
)

// New returns the world of a valid file, which must not be changed afterwards.
// For a file that [File.Validate] refuses it may panic.
func New(f *File) *World {
	w := &World{file: f, names: f.AllFactors(), index: map[string]int32{}}
	for i, name := range w.names {
		w.index[name] = int32(i)
	}
	w.limits = w.compileLimits()
	w.spec = interaction.Spec{
		ID:          f.ID,
		Fingerprint: f.Fingerprint(),
		Factors:     f.limited(),
		Exclusions:  f.Exclusions,
		Caps:        interaction.Caps{Starts: interaction.AnyStart, Seeds: true, Prompt: f.prompt()},
	}
	for i := range f.Actions {
		w.spec.Actions = append(w.spec.Actions, interaction.ActionSpec{
			ID:     interaction.ActionName(i),
			Unlock: slices.Clone(f.Actions[i].Unlock),
		})
		w.actions = append(w.actions, w.compileAction(&f.Actions[i]))
	}
	return w
}

// limited are the factors that the file lists, and those that it only names where it says what excludes what: items, then.
func (f *File) limited() []interaction.Factor {
	out := slices.Clone(f.Factors)
	for _, x := range f.Exclusions {
		for _, name := range x.Factors {
			if !slices.ContainsFunc(out, func(o interaction.Factor) bool { return o.Name == name }) {
				out = append(out, f.Factor(name))
			}
		}
	}
	return out
}

// prompt reports whether sessions never wait for anything.
func (f *File) prompt() bool {
	return f.Latency == 0 && (f.Faults.Chance == 0 || !slices.Contains(f.Faults.Kinds, Timeout))
}

// Spec implements [interaction.World]. It holds no labels and no rules.
func (w *World) Spec() interaction.Spec { return w.spec }

// Label implements [interaction.Labeler].
func (w *World) Label(a interaction.Action) string {
	if i, ok := actionIndex(a, len(w.actions)); ok {
		return w.file.Actions[i].Label
	}
	return ""
}

// Open implements [interaction.World]; it never fails.
func (w *World) Open(context.Context) (interaction.Session, error) { return newSession(w), nil }

// Fingerprint is a hash of the rules: of the factors and what excludes what, the classes,
// the actions and what is hidden, the map, but not of names for people, latency or faults.
func (f *File) Fingerprint() string {
	rules := struct {
		Items      []string                `json:"items"`
		Factors    map[string]factorJSON   `json:"factors,omitempty"`
		Exclusions []interaction.Exclusion `json:"exclusions,omitempty"`
		Classes    map[string][]string     `json:"classes"`
		Actions    []actionJSON            `json:"actions"`
		Hidden     *hiddenJSON             `json:"hidden,omitempty"`
		Map        *mapJSON                `json:"map,omitempty"`
	}{f.AllFactors(), factorsJSON(f.Factors), f.Exclusions, classesJSON(f.Classes), actionsJSON(f.Actions, false), hiddenToJSON(f.Hidden), mapToJSON(f.Map)}
	data, err := json.Marshal(rules)
	if err != nil {
		panic("sim: world " + f.ID + ": " + err.Error()) // as in Marshal
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// actionIndex undoes [interaction.ActionName] for the first n actions.
func actionIndex(a interaction.Action, n int) (int, bool) {
	i := 0
	for k := range len(a) {
		c := a[k] - 'a'
		if c > 25 {
			return 0, false
		}
		if i = i*26 + int(c) + 1; i > n {
			return 0, false
		}
	}
	return i - 1, i > 0
}
