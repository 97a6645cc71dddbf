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
	// copies is how many equal trials of a fresh action a round may hold.
	copies = 4
)

// frontier lists the open actions that never did anything, in the order in which
// they are to be tried with everything observed. Those that did nothing often
// enough wait until more is observed. The newest comes first and, among equals,
// the last of the world's list, as in ADAM.
func (x *Explorer) frontier() []*actor {
	var out []*actor
	for _, a := range x.actors {
		if a.open && len(a.effects) == 0 && a.tries(x.words.all) < patience {
			out = append(out, a)
		}
	}
	all := x.words.all
	slices.SortStableFunc(out, func(a, b *actor) int {
		if x.cfg.Unlock == UnlockNone {
			// Nothing says which actions can work: those that weren't tried since
			// something new was observed come first.
			if c := cmp.Compare(a.tries(all), b.tries(all)); c != 0 {
				return c
			}
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
	if x.cfg.Goal == "" || seeking {
		front := x.frontier()
		for c := range copies {
			for _, a := range front {
				if c == 0 || a.tries(x.words.all)+c < patience {
					r.add(a, x.words.all)
				}
			}
		}
	}
	var on []*effect // the effects that are worked on
	if x.cfg.Goal == "" {
		for _, a := range x.actors {
			on = append(on, a.effects...)
		}
	} else if !seeking {
		on = x.path()
	}
	r.fill(on, discovery.Searching)
	if x.cfg.Goal == "" || seeking {
		r.sweep()
	}
	if r.settled() {
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
		if len(k.at) == len(x.words.all) && k.at.Equal(x.words.all) {
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
// gets its share. Effects of one action share trials: what several of them ask for
// is asked once.
func (r *rounds) fill(effects []*effect, phase discovery.Phase) {
	if r.full() {
		return
	}
	type queue struct {
		actor *actor
		asks  []discovery.Point
	}
	var queues []*queue
	for _, e := range effects {
		r.x.advance(e)
		if e.step.Phase != phase || len(e.step.Ask) == 0 {
			continue
		}
		var q *queue
		if n := len(queues); n > 0 && queues[n-1].actor == e.actor {
			q = queues[n-1]
		} else {
			q = &queue{actor: e.actor}
			queues = append(queues, q)
		}
		q.asks = union(q.asks, e.step.Ask)
	}
	for again := true; again && !r.full(); {
		again = false
		for _, q := range queues {
			if len(q.asks) > 0 {
				r.add(q.actor, q.asks[0])
				q.asks = q.asks[1:]
				again = true
			}
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
