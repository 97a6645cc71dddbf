package living

import (
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// What a success used up tells of its way: where two of tin and iron are used up, one of each was, though it had two pieces of iron, which would do.

// spends is the answer as long as it isn't known whether what successes used up tells of another way; nil: it doesn't.
func (k *knowledge) spends(e *effect, ways []discovery.Way) *answer {
	if mixed, q := k.unaccounted(e, ways); q != nil {
		if k.reckons(e, mixed) && !holds(k.reach.Without(q.caps).Levels, q.levels) {
			return &answer{phase: refused, ways: ways, plans: append(slices.Clip(ways), mixed), reason: fmt.Sprintf("a success used up %s, which by none of its ways is: that may be one, and nothing known brings it about without them", k.mixture(mixed))}
		}
		return &answer{phase: searching, ways: ways, plans: append(slices.Clip(ways), mixed), asks: []ask{*q}}
	}
	if q := k.partly(e, ways); q != nil {
		return &answer{phase: searching, ways: ways, asks: []ask{*q}}
	}
	return nil
}

// unaccounted is what a success used up that by none of the ways would be, with what all of them keep, as a way that may be another one,
// and the question that tells whether it is enough where none of the ways is met; nil: each success is accounted for.
func (k *knowledge) unaccounted(e *effect, ways []discovery.Way) (mixed discovery.Way, q *ask) {
	spent := make([]discovery.Way, len(ways))
	for i, w := range ways {
		spent[i] = k.used(e, ways, w)
	}
	var seen []string
	for _, h := range e.hits {
		way := k.taking(h, h.of(e.number).used, spent)
		levels := k.counts(way)
		s := key(nil, levels)
		if way == nil || slices.Contains(seen, s) {
			continue
		}
		if seen = append(seen, s); slices.ContainsFunc(ways, func(w discovery.Way) bool { return discovery.Meets(w, levels) }) {
			continue
		}
		caps := k.unmeeting(e, levels, ways)
		n, t := k.misses(e, caps, levels), k.tally(e, ways)
		if n > 0 && luck(t, n) < final {
			continue // it isn't enough
		}
		r := &reducer{k: k, e: e, tally: t}
		r.ask(caps, levels, n, final)
		return way, &r.asks[0]
	}
	return nil, nil
}

// partly asks for a success by one way with some of what another one uses up, but not enough for that: what it uses up then may be of both.
// Nil: that was seen of each two, or nobody gets there.
func (k *knowledge) partly(e *effect, ways []discovery.Way) *ask {
	r := &reducer{k: k, e: e, tally: k.tally(e, ways)}
	for i, w := range ways {
		for j, other := range ways {
			if i == j {
				continue
			}
			for _, m := range k.used(e, ways, other) {
				f := m.Factors[0]
				if m.Consumed < 2 || w.Overlaps(m.Factors) {
					continue
				}
				caps, levels := discovery.Capped(k.reach.Room(e.factor, k.top(e)), f, m.Count-1), k.counts(w)
				levels[f] = 1
				seen := func(h *record) bool { return h.within(caps) && h.covers(levels) }
				n := k.misses(e, caps, levels)
				if slices.ContainsFunc(e.hits, seen) || n > 0 && luck(r.tally, n) < final || !r.open(k.reach.Without(caps), caps, levels) {
					continue
				}
				r.ask(caps, levels, n, unlikely)
				return &r.asks[0]
			}
		}
	}
	return nil
}

// lonely asks for some trials by each of several ways where no other is met, as it may have a chance of its own, which a few don't show. Nil: there
// were as many, or nobody gets there.
func (k *knowledge) lonely(e *effect, ways []discovery.Way) (asks []ask) {
	if len(ways) < 2 || k.mortal() || k.cfg.Chances == explore.ChancesOwn {
		return nil
	}
	r := &reducer{k: k, e: e}
	for i, w := range ways {
		others := slices.Concat(ways[:i], ways[i+1:])
		n := 0
		for _, x := range e.action.records {
			if !k.full(e, x) && x.meets(ways[i:i+1]) && !x.meets(others) {
				n += x.trials
			}
		}
		if n >= lone {
			continue
		}
		levels := k.counts(w)
		caps := k.unmeeting(e, levels, others)
		if r.open(k.reach.Without(caps), caps, levels) {
			asks = append(asks, ask{caps: caps, levels: levels, action: e.action, times: lone - n})
		}
	}
	return asks
}

// lone is how many trials these are.
const lone = 24

// counts are the levels that the way asks for.
func (k *knowledge) counts(w discovery.Way) []int {
	out := make([]int, k.vocabulary.Len())
	for _, m := range w {
		out[m.Factors[0]] = m.Count
	}
	return out
}

// unmeeting are caps that leave room for these levels, and for the effect to be seen, by which none of the ways is met that the levels don't meet.
func (k *knowledge) unmeeting(e *effect, levels []int, ways []discovery.Way) []interaction.Level {
	caps := k.reach.Room(e.factor, k.top(e))
	for _, w := range ways {
		if short := slices.IndexFunc(w, func(m discovery.Member) bool { return levels[m.Factors[0]] < m.Count }); short >= 0 {
			caps = discovery.Capped(caps, w[short].Factors[0], w[short].Count-1)
		}
	}
	return caps
}

// taking is what a success used up, as a way, with what all these ways keep; nil: it used nothing up.
func (k *knowledge) taking(h *record, took []interaction.Level, ways []discovery.Way) (out discovery.Way) {
	for _, u := range took {
		m := discovery.One(u.Factor, u.Level)
		m.Consumed = u.Level
		out = append(out, m)
	}
	if len(out) == 0 {
		return nil
	}
	for _, w := range ways {
		for _, m := range w {
			f := m.Factors[0]
			if h.level(f) < m.Count {
				continue
			}
			i := slices.IndexFunc(out, func(o discovery.Member) bool { return o.Factors[0] == f })
			switch {
			case i < 0 && m.Consumed == 0:
				out = append(out, discovery.One(f, m.Count))
			case i >= 0 && m.Consumed <= out[i].Consumed:
				out[i].Count = max(out[i].Count, m.Count)
			}
		}
	}
	slices.SortFunc(out, func(a, b discovery.Member) int { return a.Factors[0] - b.Factors[0] })
	return out
}

// reckons reports whether plans reckon with the way.
func (k *knowledge) reckons(e *effect, w discovery.Way) bool {
	return slices.ContainsFunc(k.reach.Rules(), func(x discovery.Rule) bool {
		return x.Action == e.action.id && x.Factor == e.factor && slices.ContainsFunc(x.Ways, w.Equal)
	})
}

// mixture says what was used up so.
func (k *knowledge) mixture(w discovery.Way) string {
	var parts []string
	for _, m := range w {
		if m.Consumed > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", m.Consumed, interaction.Shown(k.vocabulary.Name(m.Factors[0]))))
		}
	}
	return strings.Join(parts, " and ")
}
