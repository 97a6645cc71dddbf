package inquiry

import "github.com/adam-discovery/adam/discovery"

// Refuted reports whether the trials so far make it unlikely that what the guess
// names suffices: at some inventory that holds it all, the effect was missed too
// often for bad luck. Of what successes used up, the inventory must hold as much.
func (q *Inquiry) Refuted() (discovery.Failure, bool) {
	if len(q.ways) > 0 {
		return discovery.Failure{}, false
	}
	f := discovery.Failure{Causes: q.Guess.Named()}
	var at discovery.Point
	for _, i := range f.Causes {
		at = at.With(i, 1)
	}
	for _, r := range q.History.Records() {
		used, _ := r.Used(q.Effect)
		for _, u := range used {
			if at.At(u.Item) > 0 {
				at = at.With(u.Item, max(at.At(u.Item), u.Count))
			}
		}
	}
	f.Misses = q.History.Misses(q.Effect, at)
	return f, f.Misses > 0 && !q.open(at)
}
