package living

import (
	"context"
	"slices"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// restless is how many steps pass without anything new before an episode is given up.
const restless = 2_000

// manage notes that an action did what it is known to do, or, if that is nothing, that it was done.
func (p *pilot) manage(a interaction.Action, changes []interaction.Change) {
	x := p.k.byID[a]
	does := len(x.effects) == 0 && len(x.takes) == 0
	for _, c := range changes {
		f, known := p.k.vocabulary.Index(c.Factor)
		does = does || known && (c.Gain() > 0 && slices.ContainsFunc(x.effects, func(e *effect) bool { return e.factor == f }) ||
			c.Gain() < 0 && slices.ContainsFunc(x.takes, func(l interaction.Level) bool { return l.Factor == f }))
	}
	if does && !p.managed[a] {
		p.managed[a], p.rested = true, p.used()
	}
}

// practised reports whether the episode has nothing more to give: everything was managed, or nothing for long.
func (p *pilot) practised(l *life) bool {
	if p.used()-p.rested > restless {
		return true
	}
	for _, s := range l.situations {
		for _, q := range s.asks {
			if !p.managed[q.action.id] && !p.noWay[q.action.id] {
				return false
			}
		}
	}
	return true
}

// Practise lives on what the ledger knows of a world of episodes: in each, it has every action do once
// what that is known to do, the simplest first. It goes on until the ledger's run has taken Budget
// steps of the world, those of its exploration included; what it sees is recorded, and adds to the
// evidence. The Summary and the error are as World's.
func Practise(ctx context.Context, w interaction.World, l graphstore.Ledger, cfg explore.Config, pc pool.Config, show func(explore.Progress)) (explore.Summary, error) {
	return live(ctx, w, l, cfg, pc, show, manner{wanted: (*knowledge).practice, practice: true})
}

// practice asks for each action once, with no more than what it is known to need: first what takes
// least, and last what was never seen to do anything. What raises a vital is done when that is low.
func (k *knowledge) practice() (asks []ask) {
	for _, a := range k.actions {
		if a.trials == 0 {
			continue // no place for it was found
		}
		levels := make([]int, k.vocabulary.Len())
		rests := false
		for _, x := range k.reach.Rules() {
			if x.Action != a.id {
				continue
			}
			rests = rests || k.vital(x.Factor)
			for _, m := range x.Ways[0] {
				levels[m.Factors[0]] = max(levels[m.Factors[0]], m.Count)
			}
		}
		if rests {
			continue
		}
		if len(a.effects) == 0 {
			for _, u := range a.takes {
				levels[u.Factor] = u.Level
			}
		}
		asks = append(asks, ask{action: a, levels: levels, times: 1})
	}
	size := func(q ask) (n int) {
		if len(q.action.effects) == 0 && len(q.action.takes) == 0 {
			return 1 << 20
		}
		for f, l := range q.levels {
			if l > 0 {
				n += 10*k.depth(f) + l
			}
		}
		return n
	}
	slices.SortStableFunc(asks, func(a, b ask) int { return size(a) - size(b) })
	return asks
}

// depth is how many factors come before this one on the shortest known way to it.
func (k *knowledge) depth(f int) int {
	depths := make([]int, k.vocabulary.Len())
	for i := range depths {
		depths[i] = len(depths)
	}
	for range depths {
		for _, x := range k.reach.Rules() {
			for _, w := range x.Ways {
				d := 1
				for _, m := range w {
					d = max(d, depths[m.Factors[0]]+1)
				}
				depths[x.Factor] = min(depths[x.Factor], d)
			}
		}
	}
	return depths[f]
}
