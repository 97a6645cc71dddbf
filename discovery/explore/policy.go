package explore

import (
	"cmp"
	"iter"
	"slices"

	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/interaction"
)

// ask is one trial to be run in the next round.
type ask struct {
	action *action
	at     interaction.State
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

// policy chooses what to ask next. It is a function of what is known; it keeps only what
// spares it to look at everything in every round.
type policy struct {
	k    *knowledge
	open *available
	// tries is how often an action that never did anything is tried while the goal is
	// sought. Nothing is claimed by it: what has to be found is on the way, however rare
	// it is.
	tries int
}

func newPolicy(k *knowledge) *policy {
	return &policy{k: k, open: newAvailable(k),
		tries: chance.MissesToExclude(k.cfg.Floor, k.cfg.Delta*(1-effectShare)/float64(len(k.spec.Actions)))}
}

// round chooses the trials of the next round, at most Width; none when there is nothing
// left to ask. What comes first in the lists below is asked first, as far as there is room.
func (p *policy) round() []ask {
	r := &round{policy: p, k: p.k, width: p.k.cfg.Width}
	p.open.renew()
	path, whole := route{p.k}.path()
	switch {
	case len(p.k.limits.probes) > 0:
		r.take(r.probes)
	case whole:
		r.take(
			func() { r.plans(path) },
			func() { r.doubts(path) })
	case p.k.cfg.Goal != "": // the way to the goal isn't known yet
		front := p.open.frontier(p.tries)
		first := someCopies
		if first*len(front) > r.width {
			first = 1 // no room for all of each: what may be on the way comes first
		}
		r.take(
			func() { r.reach(front, 0, first) },
			func() { r.fill(p.leads(), inquiry.Searching) },
			func() { r.reach(front, first, someCopies) },
			func() { r.fill(p.searches(), inquiry.Searching) },
			func() { r.reach(front, someCopies, copies) },
			r.sweep)
	default:
		for again := true; again; {
			// What did nothing for a while waits until more is known, or for the sweep.
			front := p.open.frontier(patience)
			r.take(
				func() { r.reach(front, 0, someCopies) },
				func() { r.fill(p.searches(), inquiry.Searching) },
				func() { r.reach(front, someCopies, copies) },
				r.sweep)
			// A hint that never came true may be wrong: try anyway, before
			// certificates are made that new factors would make void.
			again = r.quiet() && p.open.openAll()
		}
		if r.quiet() {
			r.fill(p.leading(), inquiry.Certifying)
		}
		if len(r.asks) == 0 { // those that were waited for have nothing to ask
			r.fill(p.uncertified(), inquiry.Certifying)
		}
	}
	return r.asks
}

// searches lists the effects of which no way is known. While the goal is sought, the way
// to it isn't known; what gave something new is the best guess.
func (p *policy) searches() iter.Seq[*effect] {
	k := p.k
	return func(yield func(*effect) bool) {
		for e := range k.agenda.searching.open(searched) {
			if (k.cfg.Goal == "" || k.disputed || k.producers[e.factor] == e) && !yield(e) {
				return
			}
		}
	}
}

// leads lists, of the effects that may be on the way to the goal, those that no plan
// can use yet and after whose factors the world lists actions.
func (p *policy) leads() iter.Seq[*effect] {
	return func(yield func(*effect) bool) {
		for e := range p.searches() {
			if len(e.plans()) == 0 && p.k.unlocks[p.k.vocabulary.Name(e.factor)] && !yield(e) {
				return
			}
		}
	}
}

// uncertified lists the effects that may still be certified.
func (p *policy) uncertified() iter.Seq[*effect] {
	w := &p.k.agenda.certifying
	if w.void {
		w.refill(p.k.effects)
	}
	return w.open(p.k.answered)
}

// leading lists those of them that have nothing to wait for.
func (p *policy) leading() iter.Seq[*effect] {
	waits := p.k.waiting(p.uncertified())
	return func(yield func(*effect) bool) {
		for e := range p.uncertified() {
			if !waits[e] && !yield(e) {
				return
			}
		}
	}
}

// round collects the trials of one round.
type round struct {
	*policy
	k     *knowledge
	width int
	asks  []ask
}

// take lets the sources add what they want to ask, the one after the other, until the
// round is full.
func (r *round) take(sources ...func()) {
	for _, add := range sources {
		if r.full() {
			return
		}
		add()
	}
}

func (r *round) full() bool { return len(r.asks) >= r.width }

// quiet reports whether nothing new is to be expected: certificates made now will stand.
func (r *round) quiet() bool { return !r.full() && !r.open.sweeping() }

func (r *round) add(a *action, at interaction.State) {
	if !r.full() {
		if r.asks == nil {
			r.asks = make([]ask, 0, r.width)
		}
		r.asks = append(r.asks, ask{a, at})
	}
}

// probes adds the starts that tell why others weren't had, each as often as it takes.
func (r *round) probes() {
	for range strayed {
		for _, p := range r.k.limits.probes {
			r.add(r.k.actions[0], p.at)
		}
	}
}

// plans adds what is needed to plan at all, what suffices, whether small or not; then what
// suffices but asks for most, as it is furthest from what is needed.
func (r *round) plans(path []*effect) {
	lacking, known := route{r.k}.lacking(path)
	r.fill(slices.Values(lacking), inquiry.Searching)
	slices.SortStableFunc(known, func(a, b *effect) int { return len(b.enough) - len(a.enough) })
	r.fill(slices.Values(known), inquiry.Searching)
}

// doubts adds what certificates of the path lack; as a run towards a goal may be stopped
// early, what may be wrong comes first.
func (r *round) doubts(path []*effect) {
	for _, e := range path {
		r.k.consider(e, inquiry.Certifying)
	}
	slices.SortStableFunc(path, func(a, b *effect) int { return cmp.Compare(b.step.Doubt, a.step.Doubt) })
	r.fill(slices.Values(path), inquiry.Certifying)
}

// reach adds the copies from first to last of each fresh action.
func (r *round) reach(front []*action, first, last int) {
	for c := first; c < last; c++ {
		for _, a := range front {
			if c == 0 || r.k.tries(a)%patience+c < patience {
				r.add(a, r.least(a))
			}
		}
	}
}

// least is the start of the sweep from which the action was tried least often, counting
// what the round holds already.
func (r *round) least(a *action) interaction.State {
	at, _ := r.planned(a)
	return at
}

// planned is that start and how many trials the action has from there, of those that were
// made and those that the round holds.
func (r *round) planned(a *action) (at interaction.State, tries int) {
	starts := r.k.ceilings.Sweep()
	least := -1
	for i, x := range r.k.sweep(a) {
		if !r.k.limits.possible(starts[i]) {
			continue
		}
		n := 0
		if x != nil {
			n = x.Trials
		}
		for _, k := range r.asks {
			if k.action == a && k.at.Equal(starts[i]) {
				n++
			}
		}
		if least < 0 || n < tries {
			least, tries = i, n
		}
	}
	return starts[max(least, 0)], tries
}

// sweep fills up with trials of everything that is known, the least tried first.
func (r *round) sweep() {
	r.open.sweep(func(a *action) (n int) {
		_, n = r.planned(a)
		return n
	}, func(a *action) bool {
		r.add(a, r.least(a))
		return r.full()
	})
}

// fill adds what the inquiries of the phase ask for, turn by turn so that each
// gets its share; those that ask in bulk come first, one after the other. Effects of
// one action share trials: what several of them ask for is asked once.
func (r *round) fill(effects iter.Seq[*effect], phase inquiry.Phase) {
	if r.full() {
		return
	}
	type queue struct {
		action *action
		asks   []interaction.State
		bulk   bool
	}
	// One question each from as many actions as there are slots left is enough.
	var queues []*queue
	planned := 0
	for e := range effects {
		i := slices.IndexFunc(queues, func(q *queue) bool { return q.action == e.action })
		if i < 0 && len(queues) == r.width-len(r.asks) {
			break // before it is looked at: a guess is the better the later it is made
		}
		r.k.consider(e, phase)
		if e.step.Phase != phase || len(e.step.Ask) == 0 {
			continue
		}
		if i < 0 {
			i = len(queues)
			queues = append(queues, &queue{action: e.action})
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
		q.asks = r.without(q.action, q.asks)
	}
	for again := true; again && !r.full(); {
		again = false
		for _, q := range queues {
			n := min(1, len(q.asks))
			if q.bulk {
				n = len(q.asks)
			}
			for _, at := range q.asks[:n] {
				r.add(q.action, at)
				again = true
			}
			q.asks = q.asks[n:]
		}
	}
}

// without leaves out what the round already asks of the action, once for each time.
func (r *round) without(a *action, asks []interaction.State) []interaction.State {
	for _, k := range r.asks {
		if k.action != a {
			continue
		}
		if i := slices.IndexFunc(asks, k.at.Equal); i >= 0 {
			asks = slices.Delete(slices.Clone(asks), i, i+1)
		}
	}
	return asks
}

// union appends to a the starts of b that it lacks; a start that both list is listed as
// often as the more demanding of the two does.
func union(a, b []interaction.State) []interaction.State {
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
