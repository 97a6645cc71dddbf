package conformance

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// survey is what a suite knows of a world.
type survey struct {
	spec   interaction.Spec
	items  []string // ascending
	starts []interaction.State
}

// maxSurvey bounds how many actions and items of a large world are looked at.
const maxSurvey = 24

// look finds items by acting, from the items that the spec names onward.
func look(r *rand.Rand, w interaction.World) (survey, error) {
	v := survey{spec: w.Spec()}
	if !v.spec.Caps.SetsStart {
		return v, skipped("the world doesn't set its start inventory")
	}
	v.spec.Actions = slices.Clone(v.spec.Actions)
	r.Shuffle(len(v.spec.Actions), func(i, j int) {
		v.spec.Actions[i], v.spec.Actions[j] = v.spec.Actions[j], v.spec.Actions[i]
	})
	v.spec.Actions = v.spec.Actions[:min(len(v.spec.Actions), maxSurvey)]
	known := map[string]int{}
	for _, a := range v.spec.Actions {
		for _, item := range a.Unlock {
			known[item] = 64
		}
	}
	s, err := w.Open(context.Background())
	if err != nil {
		return v, fmt.Errorf("open: %w", err)
	}
	defer s.Close()
	for repeat := range 4 {
		start := interaction.StateOf(known)
		for _, a := range v.spec.Actions {
			for _, from := range []interaction.State{{}, start} {
				t := interaction.Trial{Action: a.ID, Start: from, Repeat: repeat}
				o, fault := interaction.Execute(context.Background(), s, t, runSeed)
				if fault != nil {
					return v, fmt.Errorf("%s from %s: %w", a.ID, from, fault)
				}
				for _, st := range o.Obtained {
					known[st.Item] = 64
				}
			}
		}
	}
	v.items = slices.Sorted(maps.Keys(known))
	v.starts = []interaction.State{{}, interaction.StateOf(known)}
	for range 6 {
		some := map[string]int{}
		for _, item := range v.items {
			some[item] = r.IntN(5)
		}
		v.starts = append(v.starts, interaction.StateOf(some))
	}
	return v, nil
}

// trials are all trials of the survey's actions and starts, each asked twice.
func (v survey) trials() []interaction.Trial {
	var out []interaction.Trial
	for _, a := range v.spec.Actions {
		for _, start := range v.starts {
			out = append(out, interaction.Trial{Action: a.ID, Start: start}, interaction.Trial{Action: a.ID, Start: start, Repeat: 1})
		}
	}
	return out
}

// some are a few of the trials, for checks that open a session for each: a session
// may cost a process.
func (v survey) some(r *rand.Rand) []interaction.Trial {
	out := v.trials()
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:min(len(out), 32)]
}
