package living

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// waits ask for what never did anything to be tried with each fact that nothing known brings about, as it may come by
// itself, and without it.
func (k *knowledge) waits(everything discovery.Closure) (out []ask) {
	for _, a := range k.actions {
		if !a.idle() || a.trials == 0 {
			continue
		}
		for f := range everything.Levels {
			if !k.unexplained(f) {
				continue
			}
			out = append(out, k.weather(a, f, 0, few, curious, everything)...)
			if everything.Levels[f] == 0 {
				out = append(out, k.weather(a, f, 1, math.MaxInt, k.sweeps, everything)...)
			}
		}
	}
	return out
}

// weather asks for the action to be tried so often with the fact at the level and everything, at most so much of each, as rain may do
// what nothing else does, or put out what is lit. Where that was never brought about, it is everything that can be had then: no berries are
// picked in a desert.
func (k *knowledge) weather(a *action, f, level, most, times int, everything discovery.Closure) []ask {
	var caps, out []interaction.Level
	if level == 0 {
		caps = discovery.Capped(nil, f, 0)
	}
	out = caps
	for g := range everything.Levels {
		if level > 0 && k.reach.Apart(f, g) {
			out = discovery.Capped(out, g, 0)
		}
	}
	for _, q := range [2]ask{{caps: caps, levels: everything.Levels}, {caps: out, levels: k.reach.Without(out).Levels}} {
		q.action, q.times, q.levels = a, times, slices.Clone(q.levels)
		for g, n := range q.levels {
			if q.levels[g] = min(n, most); k.reach.Apart(f, g) && level > 0 {
				q.levels[g] = 0
			}
		}
		q.levels[f] = level
		for _, r := range a.records {
			if r.covers(q.levels) && r.within(q.caps) {
				q.times -= r.trials
			}
		}
		if q.times <= 0 {
			return nil
		}
		if !k.hopeless(q.caps, q.levels) {
			return []ask{q}
		}
	}
	return nil
}
