package controller

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Memory holds sub-plans that met their goals, by goal, by what of the inventory
// they made use of, and by what was around: performer memory (MP5, section 3.3) and
// multimodal memory (JARVIS-1, sections 3.3 and 3.4). It lives in the ledger. A
// recalled plan is never trusted: each of its steps must still be claimed by the tree,
// and the whole must hold when it is played through from the inventory at hand. It is
// used by one goroutine at a time.
type Memory struct {
	ledger   graphstore.Ledger
	by       map[string][]graphstore.MemoryEntry
	lived    map[string][]graphstore.MemoryEntry // those of which the steps of the world are known
	around   []float64                           // what is seen now
	features int                                 // how many what is remembered has, the latest that has any
	// Recalled counts the plans that came from memory, Planned those that didn't.
	Recalled, Planned int
}

// NewMemory reads what the ledger remembers. A nil ledger remembers as long as
// the process lives.
func NewMemory(ctx context.Context, l graphstore.Ledger) (*Memory, error) {
	m := &Memory{ledger: l, by: map[string][]graphstore.MemoryEntry{}, lived: map[string][]graphstore.MemoryEntry{}}
	if l == nil {
		return m, nil
	}
	for e, err := range l.Since(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if e.Kind != graphstore.KindMemory {
			continue
		}
		b, err := graphstore.DecodeMemory(e)
		if err != nil {
			return nil, err
		}
		m.enter(b)
	}
	return m, nil
}

// maxRemembered is how many sub-plans are kept in mind for one goal; the ledger
// keeps all.
const maxRemembered = 16

// enter keeps the sub-plans of a goal that took the fewest actions, and the latest of
// those of which the steps are known, each of which began somewhere else.
func (m *Memory) enter(b graphstore.MemoryEntry) {
	k := goalKey(b.Goal)
	if b.Took > 0 {
		m.features = cmp.Or(len(b.Around), m.features)
		all := append(m.lived[k], b)
		m.lived[k] = all[max(0, len(all)-maxLived):]
		return
	}
	all := append(m.by[k], b)
	slices.SortStableFunc(all, func(a, b graphstore.MemoryEntry) int { return cmp.Compare(a.Executed, b.Executed) })
	m.by[k] = all[:min(len(all), maxRemembered)]
}

func goalKey(goal map[string]int) string { return interaction.StateOf(goal).String() }

// Keep remembers a plan that met its goal, from where it began, with the number of
// actions executed, and what of it leads to each of its sub-goals, found backward
// from the sub-goal. Of equal sub-plans the first is kept.
func (m *Memory) Keep(ctx context.Context, task string, p Plan, from interaction.State, executed int) error {
	return m.keepAll(ctx, task, p, from, executed, 0)
}

func (m *Memory) keepAll(ctx context.Context, task string, p Plan, from interaction.State, executed, took int) error {
	if p.Goal.strict() {
		return nil
	}
	if err := m.keep(ctx, task, p, from, executed, took); err != nil {
		return err
	}
	for i, s := range p.Steps {
		sub := Plan{Goal: Goal{Want: []interaction.Amount{{Name: s.Factor, Level: 1}}}, Steps: backward(p.Steps[:i+1], s.Factor)}
		for _, s := range sub.Steps {
			sub.Cost += s.Cost
		}
		if _, err := SelfCheck(from, sub.Steps, sub.Goal); err != nil {
			continue // it leans on surplus of steps that were left out
		}
		if err := m.keep(ctx, task, sub, from, int(math.Ceil(sub.Cost)), 0); err != nil {
			return err
		}
	}
	return nil
}

// backward keeps of the steps what one of the factor takes.
func backward(steps []Step, factor string) []Step {
	need := map[string]int{factor: 1}
	var out []Step
	for _, s := range slices.Backward(steps) {
		times := 0
		for _, g := range s.Gives {
			if need[g.Name] > 0 {
				times = max(times, min(s.Times, ceil(need[g.Name], g.Level)))
			}
		}
		for _, g := range s.Brings {
			if need[g.Name] > 0 {
				times = max(times, 1)
			}
		}
		if times == 0 {
			continue
		}
		for _, g := range s.Gives {
			need[g.Name] -= times * g.Level
		}
		for _, g := range s.Brings {
			need[g.Name] = 0
		}
		for _, m := range s.Takes {
			f := m.Factors[0]
			need[f] = max(need[f], 0) + m.Consumed*(times-1) + m.Count
		}
		s.Cost, s.Times = s.Cost*float64(times)/float64(s.Times), times
		out = append(out, s)
	}
	slices.Reverse(out)
	return out
}

func (m *Memory) keep(ctx context.Context, task string, p Plan, from interaction.State, executed, took int) error {
	if len(p.Steps) == 0 {
		return nil
	}
	b := graphstore.MemoryEntry{Task: task, Goal: table(p.Goal.Want), From: map[string]int{}, Executed: executed, Took: took}
	if took > 0 {
		b.Around = m.around
	}
	for _, s := range p.Steps {
		b.Steps = append(b.Steps, graphstore.MemoryStepBody{Action: s.Action, Factor: s.Factor, Way: s.Way.String(), Times: s.Times})
		for _, m := range s.Takes {
			if n := from.Level(m.Factors[0]); n > 0 {
				b.From[m.Factors[0]] = n
			}
		}
	}
	k := goalKey(b.Goal)
	if took == 0 && slices.ContainsFunc(slices.Concat(m.by[k], m.lived[k]), func(o graphstore.MemoryEntry) bool { return slices.Equal(o.Steps, b.Steps) }) {
		return nil
	}
	m.enter(b)
	if m.ledger == nil {
		return nil
	}
	e, err := graphstore.NewEntry(b)
	if err != nil {
		return err
	}
	return m.ledger.Append(ctx, e)
}

// Over is a planner that recalls a plan where it can, and asks next where it can't.
// The tree's claims are those that exact plans on.
func (m *Memory) Over(exact *Exact, next Planner) Planner {
	r := &recalling{memory: m, claims: map[graphstore.MemoryStepBody]Step{}, next: next}
	for i := range exact.net.ops {
		if exact.net.ops[i].action < 0 {
			continue
		}
		s := exact.net.blanks[i]
		s.Times = 0
		r.claims[graphstore.MemoryStepBody{Action: s.Action, Factor: s.Factor, Way: s.Way.String()}] = s
	}
	return r
}

type recalling struct {
	memory *Memory
	// claims are the steps that the tree allows, by how memory names them; with
	// zero Times.
	claims map[graphstore.MemoryStepBody]Step
	next   Planner
}

var _ Planner = (*recalling)(nil)

// Plan implements [Planner].
func (r *recalling) Plan(ctx context.Context, from interaction.State, goal Goal) (Plan, error) {
	if p, ok := r.recall(from, goal); ok {
		r.memory.Recalled++
		return p, nil
	}
	r.memory.Planned++
	return r.next.Plan(ctx, from, goal)
}

// recall looks for a sub-plan of this very goal that holds from this inventory, in
// the order of how alike its beginning was: what there was, and what was seen.
func (r *recalling) recall(from interaction.State, goal Goal) (Plan, bool) {
	if goal.strict() {
		return Plan{}, false
	}
	k := goalKey(table(goal.Want))
	for _, x := range r.memory.like(slices.Concat(r.memory.by[k], r.memory.lived[k]), from) {
		if p, ok := r.rebuild(x.entry, from, goal); ok {
			return p, true
		}
	}
	return Plan{}, false
}

// leastAlike is how alike what there was at a beginning has to be: below, much of the
// plan would be needless, or impossible.
const leastAlike = .95

// alike is the cosine between what of the inventory the sub-plan made use of then,
// and what it could make use of now; 1 if that is nothing in both cases.
func alike(e graphstore.MemoryEntry, from interaction.State) float64 {
	factors := map[string]bool{}
	for it := range e.From {
		factors[it] = true
	}
	for _, s := range e.Steps {
		if from.Level(s.Factor) > 0 {
			factors[s.Factor] = true
		}
	}
	if len(factors) == 0 {
		return 1
	}
	var then, now []float64
	for _, it := range slices.Sorted(maps.Keys(factors)) { // sums of floats depend on their order
		then = append(then, math.Log1p(float64(e.From[it])))
		now = append(now, math.Log1p(float64(from.Level(it))))
	}
	norm := floats.Norm(then, 2) * floats.Norm(now, 2)
	if norm == 0 {
		return 0
	}
	return floats.Dot(then, now) / norm
}

// rebuild makes a plan of what is remembered, if the tree still says so and it
// holds.
func (r *recalling) rebuild(e graphstore.MemoryEntry, from interaction.State, goal Goal) (Plan, bool) {
	p := Plan{Goal: goal, From: from}
	have := from.Map()
	for _, b := range e.Steps {
		times := b.Times
		b.Times = 0
		s, ok := r.claims[b]
		if !ok {
			return Plan{}, false
		}
		for left := times; left > 0; {
			if s.Takes, ok = allot(&s.Way, have); !ok {
				return Plan{}, false
			}
			// As often as the same stands for the classes of the way.
			s.Times = left
			for s.play(have, s.Times) != nil {
				if s.Times--; s.Times == 0 {
					return Plan{}, false
				}
			}
			s.Cost = float64(s.Times) / chanceOf(&graphstore.Effect{Chance: s.Chance})
			p.add(s)
			left -= s.Times
		}
	}
	if _, err := SelfCheck(from, p.Steps, goal); err != nil {
		return Plan{}, false
	}
	return p, true
}

// allot is what stands for the members of a way, of what there is: the most there is of any
// first.
func allot(w *graphstore.Way, have map[string]int) (out graphstore.Members, ok bool) {
	for _, m := range w.Members {
		if len(m.Factors) == 1 {
			if have[m.Factors[0]] < m.Count {
				return nil, false
			}
			out = append(out, m)
			continue
		}
		left, used := m.Count, m.Consumed
		factors := slices.SortedStableFunc(slices.Values(m.Factors), func(a, b string) int { return have[b] - have[a] })
		for _, f := range factors {
			if k := min(left, have[f]); k > 0 {
				u := min(used, k)
				out = append(out, graphstore.Member{Factors: []string{f}, Count: k, Consumed: u})
				left, used = left-k, used-u
			}
		}
		if left > 0 {
			return nil, false
		}
	}
	return out, true
}
