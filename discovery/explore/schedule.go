package explore

import (
	"cmp"
	"iter"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/inquiry"
)

// ask is one trial to be run in the next round.
type ask struct {
	actor *actor
	at    discovery.Point
}

const (
	// patience is how often a fresh action is tried in a row before others get a
	// turn: at chance 0.45, four misses in a row have probability 9%.
	patience = 4
	// copies is how many equal trials of a fresh action a round may hold; the
	// first someCopies of them go before the search for ways of others.
	copies     = 4
	someCopies = 2
)

// round chooses the trials of the next round, at most Width; none when there is
// nothing left to learn.
func (x *Explorer) round() []ask {
	r := &rounds{x: x, width: x.cfg.Width}
	on, whole := x.path()
	if whole {
		r.towardsGoal(on)
		return r.asks
	}
	seeking := x.cfg.Goal != "" // nobody knows the way yet
	limit := patience           // then they wait until more is observed, or for the sweep
	if seeking {
		limit = x.tries
	}
	for again := true; again; {
		front := x.frontier(limit)
		first := someCopies
		if seeking && first*len(front) > r.width {
			first = 1 // no room for so many of each: what may be on the way comes first
		}
		r.reach(front, 0, first)
		if seeking {
			r.fill(x.leads(), inquiry.Searching)
			r.reach(front, first, someCopies)
		}
		r.fill(x.searches(seeking), inquiry.Searching)
		r.reach(front, someCopies, copies)
		r.sweep()
		// A hint that never came true may be wrong: try anyway, before
		// certificates are made that new items would make void.
		again = !seeking && r.settled() && x.openAll()
	}
	if r.settled() && !seeking {
		if x.certifying.void {
			x.certifying.refill(x.effects)
		}
		r.fill(x.certifying.open(x.answered), inquiry.Certifying)
	}
	return r.asks
}

// searches lists the effects of which no way is known. While the goal is sought
// nobody knows the way to it; what gave something new is the best guess.
func (x *Explorer) searches(seeking bool) iter.Seq[*effect] {
	return func(yield func(*effect) bool) {
		for e := range x.searching.open(x.searched) {
			if (!seeking || x.disputed || x.producers[e.item] == e) && !yield(e) {
				return
			}
		}
	}
}

// leads lists, of the effects that may be on the way to the goal, those that no plan
// can use yet and after whose items the world lists actions.
func (x *Explorer) leads() iter.Seq[*effect] {
	return func(yield func(*effect) bool) {
		for e := range x.searches(true) {
			if len(e.plans()) == 0 && x.unlocks[x.words.names[e.item]] && !yield(e) {
				return
			}
		}
	}
}

// searched reports whether there is nothing to search for: a way is known, or the
// search ended otherwise.
func (x *Explorer) searched(e *effect) bool {
	return len(e.ways()) > 0 || e.fresh && e.grown > 0 && e.step.Phase != inquiry.Searching
}

// answered reports whether nothing more is to be asked about an effect.
func (x *Explorer) answered(e *effect) bool {
	return e.fresh && e.grown == len(x.words.names) && e.step.Phase != inquiry.Certifying
}

// towardsGoal works on the effects on the way to the goal.
func (r *rounds) towardsGoal(on []*effect) {
	// First whatever is needed to plan at all: what suffices, small or not.
	lacking, known := r.x.lacking(on)
	r.fill(slices.Values(lacking), inquiry.Searching)
	// Then what suffices but asks for most: it is furthest from what is needed.
	slices.SortStableFunc(known, func(a, b *effect) int { return len(b.enough) - len(a.enough) })
	r.fill(slices.Values(known), inquiry.Searching)
	if r.full() {
		return
	}
	// A run towards a goal may be stopped early: first what may be wrong.
	for _, e := range on {
		r.x.consider(e, inquiry.Certifying)
	}
	slices.SortStableFunc(on, func(a, b *effect) int { return cmp.Compare(b.step.Doubt, a.step.Doubt) })
	r.fill(slices.Values(on), inquiry.Certifying)
}

// rounds collects the trials of one round.
type rounds struct {
	x     *Explorer
	width int
	asks  []ask
}

func (r *rounds) full() bool { return len(r.asks) >= r.width }

// settled reports whether no new item is to be expected: certificates made now
// will stand.
func (r *rounds) settled() bool { return !r.full() && !r.x.open.sweeping() }

// reach adds the copies from first to last of each fresh action.
func (r *rounds) reach(front []*actor, first, last int) {
	for c := first; c < last; c++ {
		for _, a := range front {
			if c == 0 || a.tries(r.x.words.all)%patience+c < patience {
				r.add(a, r.x.words.all)
			}
		}
	}
}

func (r *rounds) add(a *actor, at discovery.Point) {
	if !r.full() {
		if r.asks == nil {
			r.asks = make([]ask, 0, r.width)
		}
		r.asks = append(r.asks, ask{a, at})
	}
}

// fill adds what the inquiries of the phase ask for, turn by turn so that each
// gets its share; those that ask in bulk come first, one after the other. Effects of
// one action share trials: what several of them ask for is asked once.
func (r *rounds) fill(effects iter.Seq[*effect], phase inquiry.Phase) {
	if r.full() {
		return
	}
	type queue struct {
		actor *actor
		asks  []discovery.Point
		bulk  bool
	}
	// One question each from as many actions as there are slots left is enough.
	var queues []*queue
	planned := 0
	for e := range effects {
		i := slices.IndexFunc(queues, func(q *queue) bool { return q.actor == e.actor })
		if i < 0 && len(queues) == r.width-len(r.asks) {
			break // before it is looked at: a guess is the better the later it is made
		}
		r.x.consider(e, phase)
		if e.step.Phase != phase || len(e.step.Ask) == 0 {
			continue
		}
		if i < 0 {
			i = len(queues)
			queues = append(queues, &queue{actor: e.actor})
		}
		q := queues[i]
		q.asks = union(q.asks, e.step.Ask)
		if q.bulk = q.bulk || e.step.Bulk; q.bulk {
			if planned += len(e.step.Ask); planned >= r.width-len(r.asks) {
				break
			}
		}
	}
	for _, q := range queues {
		q.asks = r.without(q.actor, q.asks)
	}
	for again := true; again && !r.full(); {
		again = false
		for _, q := range queues {
			n := min(1, len(q.asks))
			if q.bulk {
				n = len(q.asks)
			}
			for _, at := range q.asks[:n] {
				r.add(q.actor, at)
				again = true
			}
			q.asks = q.asks[n:]
		}
	}
}

// without leaves out what the round already asks of the action, once for each time.
func (r *rounds) without(a *actor, asks []discovery.Point) []discovery.Point {
	for _, k := range r.asks {
		if k.actor != a {
			continue
		}
		if i := slices.IndexFunc(asks, k.at.Equal); i >= 0 {
			asks = slices.Delete(slices.Clone(asks), i, i+1)
		}
	}
	return asks
}

// union appends to a the points of b that it lacks; a point that both list is
// listed as often as the more demanding of the two does.
func union(a, b []discovery.Point) []discovery.Point {
	used := make([]bool, len(a))
	for _, p := range b {
		i := slices.IndexFunc(a[:len(used)], p.Equal)
		for i >= 0 && used[i] {
			j := slices.IndexFunc(a[i+1:len(used)], p.Equal)
			if j < 0 {
				i = -1
			} else {
				i += 1 + j
			}
		}
		if i >= 0 {
			used[i] = true
		} else {
			a = append(a, p)
		}
	}
	return a
}
