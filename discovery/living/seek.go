package living

import (
	"container/heap"
	"context"
	"encoding/binary"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

const (
	// mostSought is how many states searches look at for a situation, and mostPlans how many plans are made for a situation in a row, as what
	// comes by chance comes otherwise than planned.
	mostSought, mostPlans = 6_000, 64
	// pause is after how many states it is looked whether the run is to stop.
	pause = 256
	// toGoal is how much nearer to the situation a state has to be for each action that it takes more: the search is greedy, as any plan will do.
	// What has to be made in certain numbers seems far until it is there, so that it looks at each second state in their order.
	toGoal = 4
	// aboveGoal is how much more of an item than the situation asks for is looked at.
	aboveGoal = 32
)

// move is an action of a plan, the way by which it is to do something, and the levels that it is to lead to.
type move struct {
	action interaction.Action
	way    discovery.Way
	to     []int
}

// node is a state that a search came to.
type node struct {
	levels []int
	move   move // that led there
	from   *node
	steps  int
	rank   int
	done   bool // what follows it is known
}

type frontier []*node

func (q frontier) Len() int           { return len(q) }
func (q frontier) Less(i, j int) bool { return q[i].rank < q[j].rank }
func (q frontier) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *frontier) Push(x any)        { *q = append(*q, x.(*node)) }
func (q *frontier) Pop() any {
	x := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return x
}

// seek brings the situation about by a search over states: it finds what getting things one by one, and then rid of others, doesn't, as
// that they have to be made in a certain order or in certain numbers. Where facts hold somewhere, they are brought about on the way, and
// those of the situation are left for later. It is made where lives failed at the situation, or this one is stuck there: then once also from where
// an episode begins, if that costs nothing. False: there is no such plan, as far as it looked, it came otherwise too often, or no search is made.
func (p *pilot) seek(ctx context.Context, s *situation, stuck bool) (bool, error) {
	if ok, err := p.search(ctx, s, planless, vainSearches, stuck); ok || err != nil || !stuck || p.renewed || !p.renewable(s) {
		return ok, err
	}
	p.renewed = true
	return p.afresh(ctx, s, stuck)
}

// search is a search of the kind.
func (p *pilot) search(ctx context.Context, s *situation, kind string, enough int, stuck bool) (bool, error) {
	if p.course != nil || !p.k.seeks(s, kind, enough, stuck) || p.distance(s, p.portable()) == 0 {
		return false, nil
	}
	for range mostPlans {
		plan, all := p.sought(ctx, s)
		if plan == nil {
			if all {
				p.failed = append(p.failed, s.key+byPlans+kind+s.plans)
			}
			return false, ctx.Err()
		}
		for _, m := range plan {
			for missed := 0; ; missed++ {
				if ok, err := p.prepare(ctx, s, m.action, m.way, 1, 0); !ok || err != nil {
					return false, err
				}
				before := p.portable()
				if ok, err := p.bring(ctx, m.action, interaction.Where{Keep: p.facts(m.way, nil)}); !ok || err != nil {
					return false, err
				}
				if !slices.Equal(p.portable(), before) {
					break
				}
				if missed > stubborn {
					return false, nil
				}
			}
			if !slices.Equal(p.portable(), m.to) {
				break
			}
		}
		if p.distance(s, p.portable()) == 0 {
			return true, nil
		}
	}
	return false, nil
}

// anewSought seeks the situation, at which a life failed, from where an episode begins: what was made by then may be what spoils it.
func (p *pilot) anewSought(ctx context.Context, s *situation) error {
	if len(s.closure.Never) == 0 || p.acts > 0 && !p.k.spec.Caps.Prompt {
		return nil
	}
	_, err := p.afresh(ctx, s, false)
	return err
}

// afresh is a search from where an episode begins. What a certificate asks for is so much that such a search doesn't get there.
func (p *pilot) afresh(ctx context.Context, s *situation, stuck bool) (bool, error) {
	if p.course != nil || !p.k.seeks(s, planlessAnew, 1, stuck) || slices.ContainsFunc(s.asks, func(q ask) bool { return !q.finds }) {
		return false, nil
	}
	if p.acts > 0 {
		if err := p.begin(ctx); err != nil {
			return false, err
		}
	}
	looked := p.looked
	p.looked = 0
	ok, err := p.search(ctx, s, planlessAnew, 1, stuck)
	p.looked = looked // the search from what lives come to otherwise isn't made in fewer states for that
	return ok, err
}

// sought is a plan that leads to the situation if all comes as is hoped for, by what rules say of each action; nil: it found none, and all
// says whether that was for want of plans, and not of states that it may look at, or of time.
func (p *pilot) sought(ctx context.Context, s *situation) (plan []move, all bool) {
	byAction := p.moves()
	start := &node{levels: p.portable()}
	seen := map[string]bool{stateKey(start.levels): true}
	near, row := frontier{start}, []*node{start} // what seems nearest comes first, and, in turn, what takes the fewest actions
	for n := 0; len(near) > 0 && p.looked < mostSought; n++ {
		if n%pause == 0 && ctx.Err() != nil {
			return nil, false
		}
		var at *node
		if n%2 == 0 || len(row) == 0 {
			at = heap.Pop(&near).(*node)
		} else {
			at, row = row[0], row[1:]
		}
		if at.done {
			continue
		}
		at.done = true
		if p.distance(s, at.levels) == 0 {
			for ; at.from != nil; at = at.from {
				plan = append(plan, at.move)
			}
			slices.Reverse(plan)
			return plan, true
		}
		for _, a := range byAction {
			for _, m := range p.outcomes(a, at.levels) {
				if k := stateKey(m.to); !seen[k] && p.bearable(s, m.to) {
					seen[k] = true
					p.looked++
					n := &node{levels: m.to, move: m, from: at, steps: at.steps + 1}
					n.rank = n.steps + toGoal*p.distance(s, m.to)
					heap.Push(&near, n)
					row = append(row, n)
				}
			}
		}
	}
	return nil, p.looked < mostSought || len(seen) > mostSought/2
}

// ported reports whether the agent takes the factor along wherever it goes: items, and facts where there is no place.
func (p *pilot) ported(f int) bool {
	return p.k.item(f) || p.walker == nil && p.k.vocabulary.Factor(f).Kind == interaction.Fact
}

// portable are the levels here, but for what isn't taken along.
func (p *pilot) portable() []int {
	out := slices.Clone(p.levels)
	for f := range out {
		if !p.ported(f) {
			out[f] = 0
		}
	}
	return out
}

// mover is an action with its rules.
type mover struct {
	action *action
	rules  []*discovery.Rule
}

// moves are the actions that may lead somewhere.
func (p *pilot) moves() (out []mover) {
	rules := p.reach().Rules()
	for _, a := range p.k.actions {
		m := mover{action: a}
		for i := range rules {
			if rules[i].Action == a.id {
				m.rules = append(m.rules, &rules[i])
			}
		}
		if (len(m.rules) > 0 || len(a.takes) > 0 || len(a.ends) > 0) && !p.noWay[a.id] {
			out = append(out, m)
		}
	}
	return out
}

// distance is how far the levels are from those of the situation; zero: that is there.
func (p *pilot) distance(s *situation, levels []int) (d int) {
	for f, n := range s.levels {
		if p.ported(f) {
			d += max(0, n-levels[f]) + max(0, levels[f]-capOf(s.caps, f))
		}
	}
	return d
}

// bearable reports whether the situation can still be brought about from there, and there isn't much more of anything than it takes.
func (p *pilot) bearable(s *situation, levels []int) bool {
	for f, n := range levels {
		if slices.Contains(s.closure.Never, f) && n > capOf(s.caps, f) {
			return false
		}
		want := 0
		if f < len(s.levels) {
			want = s.levels[f]
		}
		if p.k.item(f) && n > max(want, p.levels[f])+aboveGoal || n > p.k.atMost(f, n) {
			return false
		}
	}
	return true
}

// outcomes are what the action may lead to: the least and the most that it gives.
func (p *pilot) outcomes(m mover, levels []int) (out []move) {
	base := slices.Clone(levels)
	for f := range m.action.ends {
		base[f] = 0
	}
	var way discovery.Way
	var fired []*discovery.Rule
	used := map[int]int{}
	for _, x := range m.rules {
		if w, ok := p.met(x, levels); ok {
			fired, way = append(fired, x), w
			for _, c := range w {
				used[c.Factors[0]] = max(used[c.Factors[0]], c.Consumed)
			}
		}
	}
	if len(fired) == 0 {
		for _, t := range m.action.takes {
			used[t.Factor] = t.Level
		}
	}
	for f, n := range used {
		if base[f] -= n; base[f] < 0 {
			return nil
		}
	}
	for _, most := range [2]bool{false, true} {
		to := slices.Clone(base)
		for _, x := range fired {
			n := x.Least
			if most {
				n = x.Most
			}
			switch {
			case p.k.item(x.Factor):
				to[x.Factor] += n
			case p.ported(x.Factor):
				to[x.Factor] = max(levels[x.Factor], n)
			}
		}
		if !slices.Equal(to, levels) && (len(out) == 0 || !slices.Equal(to, out[0].to)) {
			out = append(out, move{m.action.id, way, to})
		}
	}
	return out
}

// met is the first way of the rule that is met, and that none that is met comes before. Facts of a place that can be brought about count
// as met.
func (p *pilot) met(x *discovery.Rule, levels []int) (discovery.Way, bool) {
	meets := func(w discovery.Way) bool {
		return !slices.ContainsFunc(w, func(m discovery.Member) bool {
			f := m.Factors[0]
			if p.ported(f) {
				return levels[f] < m.Count
			}
			return math.IsInf(p.cost[f], 1)
		})
	}
	for i, w := range x.Ways {
		if meets(w) && (x.Before == nil || !slices.ContainsFunc(x.Before[i], func(v int) bool { return meets(x.Ways[v]) })) {
			return w, true
		}
	}
	return nil, false
}

// stateKey is the levels, as a key of a map.
func stateKey(levels []int) string {
	b := make([]byte, 0, 2*len(levels))
	for _, n := range levels {
		b = binary.AppendUvarint(b, uint64(max(0, n)))
	}
	return string(b)
}
