package explore

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
)

// available is the actions that may be tried, and how far they were tried with everything
// that is known. It is kept between rounds, so that a round costs what happens in it,
// however many actions there are.
type available struct {
	k *knowledge
	// sweeps is how many trials from each start of the sweep exclude further effects.
	sweeps int

	waiting map[string][]*action // by factor that isn't known yet, the closed actions whose hint names it
	open    []*action            // as they were opened

	// idle are those that never did anything when they were opened, the newest last,
	// past is how many of them, from the end, need no look at a level of tries, and
	// acted how many of them did something since.
	idle  []*action
	past  []int
	acted int

	// swept is how many were tried often enough for further effects to have shown, from
	// the ceilings of this epoch. All before the place were tried more often than level.
	swept, level, place int
	epoch               uint64
}

// newAvailable opens the actions whose hint names nothing that is unknown.
func newAvailable(k *knowledge) *available {
	v := &available{k: k, waiting: map[string][]*action{}, epoch: k.ceilings.Epoch(),
		sweeps: chance.MissesToExclude(k.cfg.Floor, k.cfg.Delta*(1-k.cfg.effectShare())/float64(len(k.spec.Actions)))}
	var now []*action
	for _, a := range k.actions {
		if k.cfg.Unlock == UnlockWorld {
			for _, name := range a.unlock {
				if _, known := k.vocabulary.Index(name); !known && !slices.Contains(v.waiting[name], a) {
					v.waiting[name] = append(v.waiting[name], a)
					a.lacks++
				}
			}
		}
		if a.lacks == 0 {
			now = append(now, a)
		}
	}
	v.unlock(now)
	return v
}

// learned takes an outcome of the action into account, and the names that it made known:
// actions whose hint came true by these are opened, and what was tried from all ceilings is
// to be tried again where these are others now.
func (v *available) learned(a *action, first bool, news []string) {
	if first {
		v.acted++
	}
	var now []*action
	for _, n := range news {
		for _, b := range v.waiting[n] {
			if b.lacks--; b.lacks == 0 && !b.open {
				now = append(now, b)
			}
		}
		delete(v.waiting, n)
	}
	v.renew()
	slices.SortFunc(now, func(a, b *action) int { return a.order - b.order })
	v.unlock(now)
	if a.open {
		v.note(a)
	}
}

// renew begins again where the ceilings are others.
func (v *available) renew() {
	if v.epoch != v.k.ceilings.Epoch() {
		v.epoch, v.swept = v.k.ceilings.Epoch(), 0
		v.restart()
	}
}

// note counts an action that was tried often enough from everything.
func (v *available) note(a *action) {
	if a.swept != v.epoch && v.sweptFor(a) >= v.sweeps {
		a.swept = v.epoch
		v.swept++
	}
}

// openAll opens the actions whose hint never came true; false if there are none.
func (v *available) openAll() bool {
	var now []*action
	for _, a := range v.k.actions {
		if !a.open {
			now = append(now, a)
		}
	}
	v.unlock(now)
	return len(now) > 0
}

// unlock opens the actions, in the order of the world's list.
func (v *available) unlock(now []*action) {
	if len(now) == 0 {
		return
	}
	for _, a := range now {
		a.open = true
		v.open = append(v.open, a)
		if len(a.effects) == 0 {
			v.idle = append(v.idle, a)
		}
		v.note(a) // an earlier run may have tried it
	}
	v.restart()
}

// restart forgets how far the actions were tried.
func (v *available) restart() {
	v.past = v.past[:0]
	v.level, v.place = 0, 0
	if 2*v.acted > len(v.idle) {
		v.idle = slices.DeleteFunc(v.idle, func(a *action) bool { return len(a.effects) > 0 })
		v.acted = 0
	}
}

// sweeping reports whether some action still has to be tried with everything that is known.
func (v *available) sweeping() bool { return v.swept < len(v.open) }

// frontier lists open actions that never did anything and were tried less often than the
// limit with everything that is known, in the order in which they are to be tried, as many
// as a round holds. Each gets a few tries before the next has its turn; the newest comes
// first and, among equals, the last of the world's list, as in ADAM.
func (v *available) frontier(limit int) []*action {
	// Where nothing says which actions can work, those that weren't tried since
	// something new was observed come first.
	turn := patience
	if v.k.cfg.Unlock == UnlockNone {
		turn = 1
	}
	var out []*action
	for level := 0; level*turn < limit; level++ {
		if level == len(v.past) {
			v.past = append(v.past, 0)
		}
		done := true // all before it
		for i := v.past[level]; i < len(v.idle); i++ {
			a := v.idle[len(v.idle)-1-i]
			n := v.k.tries(a)
			if len(a.effects) > 0 || n >= limit || n/turn > level {
				if done {
					v.past[level] = i + 1
				}
				continue
			}
			done = false
			if n/turn == level {
				if out = append(out, a); len(out) == v.k.cfg.Width {
					return out
				}
			}
		}
	}
	return out
}

// sweep yields the least tried open actions, the one after the other, one trial each, until
// each had as many as it takes. planned is how many trials it has from the start of the sweep
// that has fewest, with those that the round holds already. It ends when add says that the
// round is full.
func (v *available) sweep(planned func(*action) int, add func(*action) (full bool)) {
	if !v.sweeping() {
		return
	}
	done := true // all before the place
	for level, place := v.level, v.place; level < v.sweeps; {
		if place == len(v.open) {
			if level, place = level+1, 0; done {
				v.level, v.place = level, place
			}
			continue
		}
		a := v.open[place]
		if n := v.sweptFor(a); n <= level {
			done = false
			if planned(a) <= level && add(a) {
				return
			}
		}
		if place++; done {
			v.place = place
		}
	}
}

// sweptFor is how many trials of the action from each start of the sweep looked for further
// effects; as many as are wanted, where an earlier run was content with them.
func (v *available) sweptFor(a *action) int {
	n := v.k.tries(a)
	if v.k.inherits(a) {
		n = max(n, v.sweeps)
	}
	return n
}

// tried is an action's records at the starts of the sweep; known only for the ceilings of
// the epoch.
type tried struct {
	epoch   uint64
	records []*discovery.Record
}

// tries is how often the action was tried, to completion, with everything that is known:
// from that start of the sweep where it was least often, of those that the world makes.
func (k *knowledge) tries(a *action) int {
	least := -1
	for i, r := range k.sweep(a) {
		n := 0
		if r != nil {
			n = r.Trials
		}
		if (least < 0 || n < least) && k.limits.possible(k.ceilings.Sweep()[i]) {
			least = n
		}
	}
	return max(least, 0)
}

// sweep is the action's records at the starts of the sweep; nil where there is none.
func (k *knowledge) sweep(a *action) []*discovery.Record {
	if starts := k.ceilings.Sweep(); a.tried.records == nil || a.tried.epoch != k.ceilings.Epoch() {
		a.tried.epoch, a.tried.records = k.ceilings.Epoch(), make([]*discovery.Record, len(starts))
		for i, s := range starts {
			a.tried.records[i] = a.history.Find(s)
		}
	}
	return a.tried.records
}
