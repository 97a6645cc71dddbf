package living

import (
	"fmt"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
)

// What an action brings about may also come by itself now and then, as one gets wet by a bucket and by rain. Then one success is no proof that what
// was there suffices.

// byOthers is what came of other actions that bring the factor about more rarely than the floor of chances, so that it comes by itself after these,
// and how many they are.
func (k *knowledge) byOthers(e *effect) (t chance.Tally, actions int) {
	for _, o := range k.effects {
		if s := k.tally(o, nil); o != e && o.factor == e.factor && k.seldom(s) {
			t.Hits += s.Hits
			t.Misses += s.Misses
			actions++
		}
	}
	return t, actions
}

// strayed is the probability of what came by a way alone, were it as likely as after actions after which it comes by itself, from which on it isn't sure
// that it came by that way.
const strayed = 1e-4

// stray makes sure of each way of what also comes by itself that it comes by it more often than so, with nothing else there: asks are for trials of that, and
// why says what speaks against it.
func (k *knowledge) stray(e *effect, ways []discovery.Way) (asks []ask, why string) {
	elsewhere, actions := k.byOthers(e)
	if actions == 0 || elsewhere.Hits == 0 || k.mortal() {
		return nil, ""
	}
	r := &reducer{k: k, e: e}
	for _, w := range ways {
		caps, levels := k.reach.Room(e.factor, k.top(e)), make([]int, k.vocabulary.Len())
		for f := range levels {
			if n := asked(w, f); n > 0 {
				levels[f] = n
			} else if !k.vital(f) && f != e.factor && k.reach.Fixed(f) == 0 {
				caps = discovery.Capped(caps, f, 0)
			}
		}
		var alone chance.Tally
		for _, x := range e.action.records {
			if x.within(caps) && x.covers(levels) && !k.full(e, x) {
				hits := x.of(e.number).hits
				alone.Hits += hits
				alone.Misses += x.trials - hits
			}
		}
		n := alone.Hits + alone.Misses
		switch {
		case n < lone && r.open(k.reach.Without(caps), caps, levels):
			asks = append(asks, ask{caps: caps, levels: levels, action: e.action, times: lone - n})
		case chance.Fisher(alone, elsewhere) >= strayed:
			return nil, fmt.Sprintf("%s also comes by itself, in %d of %d trials of other actions: it isn't sure that it takes no more than was there when it came", interaction.Shown(k.vocabulary.Name(e.factor)), elsewhere.Hits, elsewhere.Hits+elsewhere.Misses)
		}
	}
	return asks, ""
}
