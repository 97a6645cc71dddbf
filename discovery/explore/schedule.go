package explore

import (
	"cmp"
	"slices"

	"github.com/adam-discovery/adam/discovery"
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

// frontier lists the open actions that never did anything and were tried less
// often than the limit with everything observed, in the order in which they are to
// be tried. Each gets a few tries before the next has its turn; the newest comes
// first and, among equals, the last of the world's list, as in ADAM.
func (x *Explorer) frontier(limit int) []*actor {
	var out []*actor
	for _, a := range x.actors {
		if a.open && len(a.effects) == 0 && a.tries(x.words.all) < limit {
			out = append(out, a)
		}
	}
	all := x.words.all
	slices.SortStableFunc(out, func(a, b *actor) int {
		// Where nothing says which actions can work, those that weren't tried
		// since something new was observed come first.
		turn := patience
		if x.cfg.Unlock == UnlockNone {
			turn = 1
		}
		if c := cmp.Compare(a.tries(all)/turn, b.tries(all)/turn); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(b.since, a.since), cmp.Compare(b.order, a.order))
	})
	return out
}

// round chooses the trials of the next round, at most Width; none when there is
// nothing left to learn.
func (x *Explorer) round() []ask {
	r := &rounds{x: x, width: x.cfg.Width}
	seeking := x.goal < 0 && x.cfg.Goal != "" // the goal wasn't reached yet
	everything := x.cfg.Goal == ""
	var on []*effect // the effects that are worked on
	switch {
	case everything:
		for _, a := range x.actors {
			on = append(on, a.effects...)
		}
	case seeking:
		// Nobody knows the way to the goal yet; what gave something new is the
		// best guess at it.
		for i := range x.words.names {
			on = append(on, x.producers[i])
		}
	default:
		on = x.path()
	}
	if everything || seeking {
		limit := patience // then they wait until more is observed, or for the sweep
		if seeking {
			limit = x.sweeps
		}
		for again := true; again; {
			front := x.frontier(limit)
			r.reach(front, 0, someCopies)
			r.fill(on, discovery.Searching)
			r.reach(front, someCopies, copies)
			r.sweep()
			// A hint that never came true may be wrong: try anyway, before
			// certificates are made that new items would make void.
			again = everything && r.settled() && x.openAll()
		}
	} else {
		r.fill(on, discovery.Searching)
	}
	if r.settled() && !seeking {
		if !everything {
			// A run towards a goal may be stopped early: first what may be wrong.
			for _, e := range on {
				x.consider(e, discovery.Certifying)
			}
			slices.SortStableFunc(on, func(a, b *effect) int { return cmp.Compare(b.step.Doubt, a.step.Doubt) })
		}
		r.fill(on, discovery.Certifying)
	}
	return r.asks
}

// rounds collects the trials of one round.
type rounds struct {
	x        *Explorer
	width    int
	asks     []ask
	sweeping bool // some action still has to be tried with everything observed
}

func (r *rounds) full() bool { return len(r.asks) >= r.width }

// settled reports whether no new item is to be expected: certificates made now
// will stand.
func (r *rounds) settled() bool { return !r.full() && !r.sweeping }

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
		r.asks = append(r.asks, ask{a, at})
	}
}

// sweep fills up with trials of everything observed, until each open action had so
// many that a further effect would have shown.
func (r *rounds) sweep() {
	x := r.x
	var due []*actor
	planned := map[*actor]int{}
	for _, k := range r.asks {
		if k.at.Equal(x.words.all) {
			planned[k.actor]++
		}
	}
	for _, a := range x.actors {
		if a.open && a.tries(x.words.all)+planned[a] < x.sweeps {
			due = append(due, a)
		}
		r.sweeping = r.sweeping || a.open && a.tries(x.words.all) < x.sweeps
	}
	// The least tried first, one each, until the round is full.
	slices.SortStableFunc(due, func(a, b *actor) int {
		return cmp.Compare(a.tries(x.words.all)+planned[a], b.tries(x.words.all)+planned[b])
	})
	for level := 0; len(due) > 0 && !r.full(); {
		level = due[0].tries(x.words.all) + planned[due[0]]
		for _, a := range due {
			if n := a.tries(x.words.all) + planned[a]; n <= level && !r.full() {
				r.add(a, x.words.all)
				planned[a]++
			}
		}
		due = slices.DeleteFunc(due, func(a *actor) bool { return a.tries(x.words.all)+planned[a] >= x.sweeps })
		slices.SortStableFunc(due, func(a, b *actor) int {
			return cmp.Compare(a.tries(x.words.all)+planned[a], b.tries(x.words.all)+planned[b])
		})
	}
}

// fill adds what the inquiries of the phase ask for, turn by turn so that each
// gets its share; those that ask in bulk come first, one after the other. Effects of one action share trials: what several of them ask for
// is asked once.
func (r *rounds) fill(effects []*effect, phase discovery.Phase) {
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
	for _, e := range effects {
		var q *queue
		if n := len(queues); n > 0 && queues[n-1].actor == e.actor {
			q = queues[n-1]
		} else if n == r.width-len(r.asks) {
			break // before it is looked at: a guess is the better the later it is made
		}
		r.x.consider(e, phase)
		if e.step.Phase != phase || len(e.step.Ask) == 0 {
			continue
		}
		if q == nil {
			q = &queue{actor: e.actor}
			queues = append(queues, q)
		}
		q.asks = union(q.asks, e.step.Ask)
		if q.bulk = q.bulk || e.step.Bulk; q.bulk {
			if planned += len(e.step.Ask); planned >= r.width-len(r.asks) {
				break
			}
		}
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
