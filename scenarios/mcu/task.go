package mcu

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Task is a task, atomic or composed.
type Task struct {
	// ID is unique in its world: the family and what it is about.
	ID     string
	Family Family
	// Text says it to people, Goal in the grammar of adam plan and adam run.
	Text string
	Spec controller.Task
	// deeds are what meets an atomic task; see [Distance].
	deeds map[deed]bool
}

// deed is an event that meets a task: an action gives a factor by one of its ways, in which a class was stood for by one
// of its factors; or that something holds.
type deed struct {
	Action interaction.Action
	Factor string
	Way    int
	Choice string // of a class with several factors; empty: what stood for it doesn't matter
	Holds  string // a condition, or what else has to come about
}

// Goal is the task in the grammar.
func (t Task) Goal() string { return t.Spec.String() }

// Checkable reports whether a machine can tell when it is done: all tasks made here are.
func (t Task) Checkable() bool { return len(t.Spec.Stages) > 0 }

// MarshalJSON writes {id, family, text, goal, checkable}.
func (t Task) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		ID        string `json:"id"`
		Family    Family `json:"family"`
		Text      string `json:"text"`
		Goal      string `json:"goal"`
		Checkable bool   `json:"checkable"`
	}{t.ID, t.Family, t.Text, t.Goal(), t.Checkable()})
}

// Distance says how different two atomic tasks are, from 0 to 1: one less the share of the events that meet both, of those
// that meet either (Jaccard, 1912). At 0 they are the same skill on the same thing, however they are called.
func Distance(a, b Task) float64 {
	both := 0
	for d := range a.deeds {
		if b.deeds[d] {
			both++
		}
	}
	either := len(a.deeds) + len(b.deeds) - both
	if either == 0 {
		return 0
	}
	return 1 - float64(both)/float64(either)
}

// signature is equal for tasks at distance 0.
func (t Task) signature() [sha256.Size]byte {
	var lines []string
	for d := range t.deeds {
		lines = append(lines, fmt.Sprintf("%s|%s|%d|%s|%s", d.Action, d.Factor, d.Way, d.Choice, d.Holds))
	}
	slices.Sort(lines)
	return sha256.Sum256([]byte(strings.Join(lines, "\n")))
}

// Survival and distance of the atomic tasks of a map: how long to live, and how far to go. Other amounts are no other tasks.
const (
	surviveSteps = 120
	travelCells  = 20
)

// Atomic are the atomic tasks of the game, each a goal that says nothing of method, tool or place, no two of them at
// distance 0. What nothing makes can be there as a scene has it. The order is fixed.
func (g *Game) Atomic() []Task {
	b := &atomic{game: g, seen: map[[sha256.Size]byte]bool{}}
	b.deedsOf()
	b.uses()
	b.onMap()
	return b.out
}

type atomic struct {
	game *Game
	out  []Task
	seen map[[sha256.Size]byte]bool
}

// add adds a task if none is at distance 0.
func (b *atomic) add(t Task) {
	s := t.signature()
	if len(t.deeds) == 0 || b.seen[s] {
		return
	}
	b.seen[s] = true
	t.Spec.Text = t.Goal()
	b.out = append(b.out, t)
}

// single is a task of one goal.
func single(f Family, about, text string, goal controller.Goal, deeds map[deed]bool) Task {
	return Task{ID: string(f) + "/" + about, Family: f, Text: text, Spec: controller.Task{Stages: [][]controller.Goal{{goal}}}, deeds: deeds}
}

// each calls do for every event of the tree: with the factors that stand for its members, but one
// choice at a time.
func (g *Game) each(do func(a *graphstore.Action, d deed, w graphstore.Way)) {
	for i := range g.Graph.Actions {
		a := &g.Graph.Actions[i]
		for _, e := range a.Effects {
			for k, w := range e.Ways {
				d := deed{Action: a.ID, Factor: e.Factor, Way: k}
				do(a, d, w)
				for _, m := range w.Members {
					for _, f := range m.Factors {
						if len(m.Factors) > 1 {
							d.Choice = f
							do(a, d, w)
						}
					}
				}
			}
		}
	}
}

// deedsOf makes a task of what actions give, by family and thing: what is broken is the thing, and else what comes of it. A vital is no
// thing to get: there is some of it from the start.
func (b *atomic) deedsOf() {
	type key struct {
		family        Family
		factor, thing string
	}
	all := map[key]map[deed]bool{}
	var order []key
	b.game.each(func(a *graphstore.Action, d deed, w graphstore.Way) {
		if b.game.kind(d.Factor) == interaction.Vital {
			return
		}
		k := key{family: b.game.family(a), factor: d.Factor}
		if k.family == Mine && len(w.Members) > 0 {
			if m := w.Members[0]; m.Consumed > 0 && len(m.Factors) == 1 {
				k.thing = m.Factors[0] // a thing in the world that is worked on
			}
		}
		if all[k] == nil {
			all[k] = map[deed]bool{}
			order = append(order, k)
		}
		all[k][d] = true
	})
	for _, k := range order {
		goal := controller.Goal{Verb: said[k.family], Want: []interaction.Amount{{Name: k.factor, Level: 1}}}
		about, text := k.factor, said[k.family]+" "+words(k.factor)
		if k.thing != "" {
			goal.With = []string{k.thing}
			about, text = k.thing+"/"+k.factor, said[k.family]+" "+words(k.factor)+" from "+words(k.thing)
		}
		b.add(single(k.family, about, text, goal, all[k]))
	}
}

// uses makes a task of what can be made use of, and of that at each thing that is worked at.
func (b *atomic) uses() {
	type key struct{ factor, at string }
	all := map[key]map[deed]bool{}
	var order []key
	put := func(k key, d deed) {
		if all[k] == nil {
			all[k] = map[deed]bool{}
			order = append(order, k)
		}
		all[k][d] = true
	}
	b.game.each(func(_ *graphstore.Action, d deed, w graphstore.Way) {
		for _, m := range w.Members {
			for _, f := range m.Factors {
				if len(m.Factors) > 1 && f != d.Choice || len(m.Factors) == 1 && d.Choice != "" || b.game.kind(f) == interaction.Vital {
					continue
				}
				put(key{f, ""}, d)
				for _, at := range w.Members { // a station is kept while something else is used up
					if at.Consumed == 0 && len(at.Factors) == 1 && m.Consumed > 0 {
						put(key{f, at.Factors[0]}, d)
					}
				}
			}
		}
	})
	for _, k := range order {
		goal := controller.Goal{Use: []string{k.factor}}
		about, text := k.factor, "use "+words(k.factor)
		if k.at != "" {
			goal.With = []string{k.at}
			about, text = k.factor+"/"+k.at, "use "+words(k.factor)+" at "+words(k.at)
		}
		b.add(single(Tool, about, text, goal, all[k]))
	}
}

// onMap makes the tasks of a map.
func (b *atomic) onMap() {
	if b.game.Land == nil {
		return
	}
	holds := func(text string) map[deed]bool { return map[deed]bool{{Holds: text}: true} }
	for _, c := range b.game.Conditions {
		f, text := Find, "find "+words(c.Name)
		if c.Aspect == controller.In {
			f, text = Explore, "go to the "+words(c.Name)
		} else if c.Aspect != controller.Near {
			if c.Aspect == controller.While {
				continue // it follows from the time and the weather
			}
			f, text = Explore, "be out "+c.String()
		}
		b.add(single(f, c.Name, text, controller.Goal{Where: []controller.Condition{c}}, holds(c.String())))
	}
	if m := b.game.Rules.Map; m.Day > 0 || len(m.Vitals) > 0 {
		b.add(single(Survive, fmt.Sprint(surviveSteps), fmt.Sprintf("stay alive for %d steps", surviveSteps), controller.Goal{Survive: surviveSteps}, holds("alive")))
		for _, v := range m.Vitals {
			b.add(single(Survive, v.Name, fmt.Sprintf("stay alive for %d steps without losing %s", surviveSteps, words(v.Name)), controller.Goal{Survive: surviveSteps, Unhurt: []string{v.Name}}, holds("alive with all "+v.Name)))
		}
	}
	b.add(single(Motion, fmt.Sprint(travelCells), fmt.Sprintf("get %d cells away from here", travelCells), controller.Goal{Travel: travelCells}, holds("far")))
}

// words is a name for people.
func words(name string) string { return strings.ReplaceAll(name, "_", " ") }

// Composed reads a task in the grammar. Where all of its parts are atomic tasks its checker is composed of theirs.
func (g *Game) Composed(text string) (Task, error) {
	spec, err := g.Grammar().Parse(context.Background(), text)
	if err != nil {
		return Task{}, err
	}
	t := Task{ID: "composed/" + strings.Join(strings.Fields(spec.String()), "-"), Text: text, Spec: spec}
	t.Family = g.familyOf(spec.Stages[len(spec.Stages)-1][0])
	return t, nil
}

// familyOf is that of a goal: by its verb.
func (g *Game) familyOf(goal controller.Goal) Family {
	switch {
	case goal.Survive > 0:
		return Survive
	case goal.Travel > 0:
		return Motion
	case len(goal.Use) > 0:
		return Tool
	case len(goal.Want) == 0:
		if goal.Where[0].Aspect == controller.Near {
			return Find
		}
		return Explore
	}
	for f, v := range said {
		if v == goal.Verb {
			return f
		}
	}
	return Collect
}
