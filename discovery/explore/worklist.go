package explore

import "iter"

// agenda is the effects that something is to be done about.
type agenda struct {
	searching, certifying worklist
}

// push enters an effect that nothing is known of yet.
func (a *agenda) push(e *effect) {
	a.searching.push(e)
	a.certifying.push(e)
}

// worklist is effects that something is to be done about, in order of discovery. An
// effect for which it is done is passed over, and entered again when that changes.
type worklist struct {
	effects []*effect
	head    int
	listed  map[*effect]bool // from the head on
	void    bool             // what was done doesn't hold any more, for any effect
}

// push enters an effect, at the end, if it isn't listed.
func (w *worklist) push(e *effect) {
	if w.listed == nil {
		w.listed = map[*effect]bool{}
	}
	if !w.listed[e] {
		w.listed[e] = true
		w.effects = append(w.effects, e)
	}
}

// refill enters these effects, and no others.
func (w *worklist) refill(effects []*effect) {
	w.effects, w.head, w.listed, w.void = w.effects[:0], 0, nil, false
	for _, e := range effects {
		w.push(e)
	}
}

// open lists the effects that aren't done; what is done about an effect in the
// body of the loop is seen.
func (w *worklist) open(done func(*effect) bool) iter.Seq[*effect] {
	return func(yield func(*effect) bool) {
		for i := w.head; i < len(w.effects); i++ {
			e := w.effects[i]
			more := done(e) || yield(e)
			if i == w.head && done(e) {
				w.head++
				delete(w.listed, e)
			}
			if !more {
				return
			}
		}
	}
}
