package conformance

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// survey is what a suite knows of a world.
type survey struct {
	spec    interaction.Spec
	factors []string // ascending
	// starts are those that sessions are begun at. A world that doesn't begin at any start
	// has one, which is empty.
	starts []interaction.State
}

const (
	// maxSurvey bounds how many actions of a large world are looked at.
	maxSurvey = 24
	// ample is how much of an item a survey starts with.
	ample = 64
)

// look finds factors by acting, from those that the spec names onward.
func look(r *rand.Rand, w interaction.World) (survey, error) {
	v := survey{spec: w.Spec(), starts: []interaction.State{{}}}
	v.spec.Actions = slices.Clone(v.spec.Actions)
	r.Shuffle(len(v.spec.Actions), func(i, j int) {
		v.spec.Actions[i], v.spec.Actions[j] = v.spec.Actions[j], v.spec.Actions[i]
	})
	v.spec.Actions = v.spec.Actions[:min(len(v.spec.Actions), maxSurvey)]
	if v.spec.Caps.Starts != interaction.AnyStart {
		return v, nil
	}
	known := map[string]bool{}
	for _, a := range v.spec.Actions {
		for _, name := range a.Unlock {
			known[name] = true
		}
	}
	for _, f := range v.spec.Factors {
		known[f.Name] = true
	}
	s, err := w.Open(context.Background())
	if err != nil {
		return v, fmt.Errorf("open: %w", err)
	}
	defer s.Close()
	for repeat := range 4 {
		start := v.start(known, func(string) int { return ample })
		for _, a := range v.spec.Actions {
			for _, from := range []interaction.State{{}, start} {
				t := interaction.Trial{Action: a.ID, Start: from, Repeat: repeat}
				o, fault := interaction.Execute(context.Background(), s, t, runSeed)
				if fault != nil {
					return v, fmt.Errorf("%s from %s: %w", a.ID, from, fault)
				}
				for _, c := range o.Changes {
					known[c.Factor] = true
				}
			}
		}
	}
	v.factors = slices.Sorted(maps.Keys(known))
	v.starts = append(v.starts, v.start(known, func(string) int { return ample }))
	for range 6 {
		v.starts = append(v.starts, v.start(known, func(string) int { return r.IntN(5) }))
	}
	return v, nil
}

// start is a start with these levels, as far as the world has them, sets them and doesn't
// exclude them.
func (v survey) start(known map[string]bool, level func(name string) int) interaction.State {
	levels := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		f := v.factor(name)
		n := level(name)
		if f.Fixed {
			n = 0
		}
		if top := f.Top(); top > 0 {
			n = min(n, top)
		}
		levels[name] = n
		for n > 0 && v.excluded(levels) {
			n--
			levels[name] = n
		}
	}
	return interaction.StateOf(levels)
}

// factor is what the world says of a factor.
func (v survey) factor(name string) interaction.Factor {
	for _, f := range v.spec.Factors {
		if f.Name == name {
			return f
		}
	}
	return interaction.Factor{Name: name}
}

// excluded reports whether the world excludes these levels at the same time.
func (v survey) excluded(levels map[string]int) bool {
	return slices.ContainsFunc(v.spec.Exclusions, func(x interaction.Exclusion) bool {
		slots := 0
		for name, n := range levels {
			f := v.factor(name)
			if slices.Contains(x.Factors, name) || len(x.Factors) == 0 && f.Kind == interaction.Item {
				slots += f.Slots(n)
			}
		}
		return slots > x.Slots
	})
}

// settable is the state without what a start can't set.
func (v survey) settable(s interaction.State) interaction.State {
	levels := s.Map()
	for _, f := range v.spec.Factors {
		if f.Fixed {
			delete(levels, f.Name)
		}
	}
	return interaction.StateOf(levels)
}

// possible says what is wrong with a state by what the world says itself; nil if nothing is.
func (v survey) possible(s interaction.State) error {
	levels := s.Map()
	for name, n := range levels {
		if top := v.factor(name).Top(); n < 0 || top > 0 && n > top {
			return fmt.Errorf("%d of %q: by its own word the world has 0 to %d", n, name, top)
		}
		if name == "" || !interaction.Plain(name) {
			return fmt.Errorf("a factor is called %q", name)
		}
	}
	if v.excluded(levels) {
		return fmt.Errorf("%s: by its own word the world excludes that", s)
	}
	// What a state says of its factors must be what an observer sees in it.
	if !s.Equal(interaction.StateOf(levels)) {
		return fmt.Errorf("%s isn't what it holds", s)
	}
	return nil
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
	most := 32
	if !v.spec.Caps.Prompt {
		most = 6
	}
	out := v.trials()
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:min(len(out), most)]
}

// action is one of the survey's, drawn.
func (v survey) action(r *rand.Rand) interaction.Action {
	return v.spec.Actions[r.IntN(len(v.spec.Actions))].ID
}

// session is a new session that was begun.
func (v survey) session(w interaction.World, wish interaction.State, seed uint64) (interaction.Session, interaction.State, error) {
	s, err := w.Open(context.Background())
	if err != nil {
		return nil, interaction.State{}, fmt.Errorf("open: %w", err)
	}
	now, err := s.Begin(context.Background(), wish, seed)
	if err != nil {
		return nil, now, errors.Join(fmt.Errorf("begin: %w", err), s.Close())
	}
	return s, now, nil
}
