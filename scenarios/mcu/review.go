package mcu

import (
	"maps"
	"slices"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// review is what is worked out of a trace.
type review struct {
	progress, material float64
	needed             int
	mistakes           []*mistake
}

// mistake is a move that brought nothing.
type mistake struct {
	action interaction.Action
	move   int
	mended bool
}

// patience is how often a move may bring nothing in a row before to repeat it is to not see the mistake: an effect of
// chance one half misses so often once in 32.
const patience = 5

// reviewer goes through a trace, event by event.
type reviewer struct {
	*Game
	c    Criteria
	done bool // the task was, in the end
	goal map[string]bool
	// have is what there is, got all that was gained by deeds, used what was made use of, as far as the best plan does;
	// wasted counts what was used up beyond that.
	have, got, used map[string]int
	wasted          int
	had             map[string]bool // critical steps that were done
	needed          map[int]bool    // moves
	went            []int           // moves since the last act that went somewhere
	acted           map[int]interaction.Action
	gave            map[int]bool // moves whose acts brought something
	mistakes        []*mistake
	open            map[interaction.Action]*mistake // those that can be mended yet
	repeated        map[interaction.Action]int
}

func (g *Game) review(c Criteria, t *Trace, v Verdict) review {
	r := reviewer{Game: g, c: c, done: v.Done, goal: map[string]bool{}, have: maps.Clone(t.Start), got: map[string]int{}, used: map[string]int{},
		had: map[string]bool{}, needed: map[int]bool{}, acted: map[int]interaction.Action{}, gave: map[int]bool{},
		open: map[interaction.Action]*mistake{}, repeated: map[interaction.Action]int{}}
	if r.have == nil {
		r.have = map[string]int{}
	}
	for _, stage := range c.spec.Stages {
		for _, alt := range stage {
			for _, w := range alt.Want {
				r.goal[w.Name] = true
			}
		}
	}
	seen, met := 0, g.checker(c.spec, t.Start)
	for i := range t.Events {
		e := &t.Events[i]
		met.see(e)
		stageDone := met.verdict.Stages > seen
		seen = met.verdict.Stages
		served := r.gain(e) || stageDone
		if e.Intent == "" {
			r.act(e, served)
		}
		if served {
			r.serve(e.Move)
		}
		if e.Intent != "" {
			r.end(e, stageDone || len(c.Steps) > 0 || met.verdict.Done)
		}
	}
	out := review{progress: c.progress(v, r.had), material: r.material(), mistakes: r.mistakes}
	for _, yes := range r.needed {
		if yes {
			out.needed++
		}
	}
	return out
}

// serves reports whether more of the factor gets the task on.
func (r *reviewer) serves(f string) bool {
	return r.kind(f) == interaction.Fact && slices.Contains(r.c.Steps, f) || r.got[f] < max(r.c.demand[f], r.c.Materials[f]) || r.goal[f] && !r.done
}

// gain notes what an event brought, and reports whether that served the task.
func (r *reviewer) gain(e *Event) (served bool) {
	a := r.Graph.Action(e.Action)
	for f, n := range e.Changes {
		r.have[f] += n
		if n <= 0 || a == nil || a.Effect(f) == nil {
			continue
		}
		r.gave[e.Move] = true
		served = served || r.serves(f)
		r.got[f] += n
		if slices.Contains(r.c.Steps, f) {
			r.had[f] = true
		}
	}
	return served
}

// act notes a deed, and what it made use of: what didn't serve the task was wasted.
func (r *reviewer) act(e *Event, served bool) {
	a := r.Graph.Action(e.Action)
	if a == nil {
		return
	}
	r.acted[e.Move] = e.Action
	for f, n := range e.Changes {
		if n >= 0 || r.kind(f) != interaction.Item {
			continue
		}
		use := 0
		if served {
			use = min(-n, max(0, r.c.Materials[f]-r.used[f]))
		}
		r.used[f] += use
		r.wasted += -n - use
	}
	if served {
		r.keep(a)
	}
}

// keep notes what the action made use of that is there still.
func (r *reviewer) keep(a *graphstore.Action) {
	for _, e := range a.Effects {
		for _, w := range e.Ways {
			for _, m := range w.Members {
				for _, f := range m.Factors {
					if most := r.c.Materials[f]; m.Consumed == 0 && r.have[f] >= m.Count && most > 0 {
						r.used[f] = max(r.used[f], min(most, m.Count))
					}
				}
			}
		}
	}
}

// serve notes a move that got the task on.
func (r *reviewer) serve(move int) {
	r.needed[move] = move > 0                          // what was so at the start took no move
	for _, m := range r.went[max(0, len(r.went)-2):] { // one had to go there
		r.needed[m] = true
	}
	r.went = nil
	for _, m := range r.open { // it got on after the mistake
		m.mended = true
	}
	clear(r.open)
}

// end notes that a move has ended. One without a deed is a mistake unless the way was worth it.
func (r *reviewer) end(e *Event, worth bool) {
	action, did := r.acted[e.Move]
	if !did {
		r.went = append(r.went, e.Move)
		if !worth {
			r.open[interaction.Action(e.Intent)] = r.mistaken("", e.Move)
		}
		return
	}
	r.went = nil
	if f, useful := r.c.useful[action]; useful && r.serves(f) {
		r.needed[e.Move] = true
	}
	if r.gave[e.Move] {
		delete(r.repeated, action)
		if m := r.open[action]; m != nil {
			m.mended = true
		}
		return
	}
	r.repeated[action]++
	if m := r.mistaken(action, e.Move); r.repeated[action] <= patience {
		r.open[action] = m
	}
}

func (r *reviewer) mistaken(action interaction.Action, move int) *mistake {
	m := &mistake{action: action, move: move}
	r.mistakes = append(r.mistakes, m)
	return m
}

// material is the share of what the task takes, and of the goal itself, that was made use of, as against what was wasted.
func (r *reviewer) material() float64 {
	want, made := 1, 0
	if r.done {
		made = 1
	}
	for f, n := range r.c.Materials {
		want += n
		made += min(n, r.used[f])
	}
	return float64(made) / float64(want+r.wasted)
}
