package explore

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
)

// All that is kept between rounds so that a round costs what happens in it, however
// many actions there are, lies here and in worklist.go: which actions are open, and
// how far those were tried with everything that is observed now.

// opened is the open actions.
type opened struct {
	waiting map[string][]*actor // by item that isn't observed yet, the closed actions whose hint names it
	all     []*actor            // as they were opened

	// idle are those that never did anything when they were opened, the newest last,
	// past is how many of them, from the end, need no look at a level of tries, and
	// acted how many of them did something since.
	idle  []*actor
	past  []int
	acted int

	// swept is how many were tried often enough for further effects to have shown.
	// All before the place were tried more often than level.
	swept, level, place int
}

// expect notes what the actions wait for, and opens those that wait for nothing.
func (x *Explorer) expect() {
	x.open.waiting = map[string][]*actor{}
	var now []*actor
	for _, a := range x.actors {
		if x.cfg.Unlock == UnlockWorld {
			for _, item := range a.unlock {
				if _, observed := x.words.index[item]; !observed && !slices.Contains(x.open.waiting[item], a) {
					x.open.waiting[item] = append(x.open.waiting[item], a)
					a.lacks++
				}
			}
		}
		if a.lacks == 0 {
			now = append(now, a)
		}
	}
	x.unlock(now)
}

// observed opens the actions whose hint came true by these items; everything that
// was tried with all items is to be tried again.
func (x *Explorer) observed(names []string) {
	x.open.swept = 0
	var now []*actor
	for _, n := range names {
		for _, a := range x.open.waiting[n] {
			if a.lacks--; a.lacks == 0 && !a.open {
				now = append(now, a)
			}
		}
		delete(x.open.waiting, n)
	}
	slices.SortFunc(now, func(a, b *actor) int { return a.order - b.order })
	x.unlock(now)
	x.open.restart()
	x.certifying.void = true
	x.certified.reset()
}

// openAll opens the actions whose hint never came true.
func (x *Explorer) openAll() bool {
	var now []*actor
	for _, a := range x.actors {
		if !a.open {
			now = append(now, a)
		}
	}
	x.unlock(now)
	return len(now) > 0
}

// unlock opens the actions, in the order of the world's list.
func (x *Explorer) unlock(now []*actor) {
	if len(now) == 0 {
		return
	}
	o := &x.open
	for _, a := range now {
		a.open = true
		o.all = append(o.all, a)
		if len(a.effects) == 0 {
			o.idle = append(o.idle, a)
		}
		if x.sweptFor(a) >= x.sweeps { // in an earlier run
			o.swept++
		}
	}
	o.restart()
}

// restart forgets how far the actions were tried.
func (o *opened) restart() {
	o.past = o.past[:0]
	o.level, o.place = 0, 0
	if 2*o.acted > len(o.idle) {
		o.idle = slices.DeleteFunc(o.idle, func(a *actor) bool { return len(a.effects) > 0 })
		o.acted = 0
	}
}

// sweeping reports whether some action still has to be tried with everything
// observed.
func (o *opened) sweeping() bool { return o.swept < len(o.all) }

// frontier lists open actions that never did anything and were tried less often
// than the limit with everything observed, in the order in which they are to be
// tried, as many as a round holds. Each gets a few tries before the next has its
// turn; the newest comes first and, among equals, the last of the world's list, as
// in ADAM.
func (x *Explorer) frontier(limit int) []*actor {
	o := &x.open
	// Where nothing says which actions can work, those that weren't tried since
	// something new was observed come first.
	turn := patience
	if x.cfg.Unlock == UnlockNone {
		turn = 1
	}
	var out []*actor
	for level := 0; level*turn < limit; level++ {
		if level == len(o.past) {
			o.past = append(o.past, 0)
		}
		done := true // all before it
		for i := o.past[level]; i < len(o.idle); i++ {
			a := o.idle[len(o.idle)-1-i]
			n := a.tries(x.words.all)
			if len(a.effects) > 0 || n >= limit || n/turn > level {
				if done {
					o.past[level] = i + 1
				}
				continue
			}
			done = false
			if n/turn == level {
				if out = append(out, a); len(out) == x.cfg.Width {
					return out
				}
			}
		}
	}
	return out
}

// sweep fills up with trials of everything observed, the least tried first, one
// each, until each open action had so many that a further effect would have shown.
func (r *rounds) sweep() {
	x, o := r.x, &r.x.open
	if !o.sweeping() {
		return
	}
	planned := map[*actor]int{}
	for _, k := range r.asks {
		if k.at.Equal(x.words.all) {
			planned[k.actor]++
		}
	}
	done := true // all before the place
	for level, place := o.level, o.place; !r.full() && level < x.sweeps; {
		if place == len(o.all) {
			if level, place = level+1, 0; done {
				o.level, o.place = level, place
			}
			continue
		}
		a := o.all[place]
		if n := x.sweptFor(a); n <= level {
			done = false
			if n+planned[a] <= level {
				r.add(a, x.words.all)
				planned[a]++
			}
		}
		if place++; done {
			o.place = place
		}
	}
}

// tried counts a trial with everything observed.
func (x *Explorer) tried(a *actor, at discovery.Point) {
	if a.open && at.Equal(x.words.all) && !a.inherits(len(x.words.names)) && a.tries(x.words.all) == x.sweeps {
		x.open.swept++
	}
}

// sweptFor is how many trials of the action with everything observed looked for further
// effects; as many as are wanted, where an earlier run was content with them.
func (x *Explorer) sweptFor(a *actor) int {
	n := a.tries(x.words.all)
	if a.inherits(len(x.words.names)) {
		n = max(n, x.sweeps)
	}
	return n
}
