package living

import (
	"context"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// In a world without a map nobody stands and waits: time passes as something is done.

// linger does what is expected to change nothing, or else the least; ok is false where all that can be done would spoil something.
func (p *pilot) linger(ctx context.Context) (ok bool, err error) {
	var best *action
	least := 0
	for _, a := range p.k.actions {
		if cost := p.harm(a); cost >= 0 && !p.bound(a.id) && (best == nil || cost < least) {
			best, least = a, cost
		}
	}
	if best == nil {
		return false, nil
	}
	return true, ignore(p.try(ctx, best.id))
}

// harm is 0 if the action is known to do nothing with what there is here, 1 if all that it does is to give items of which there may be any
// number, and negative if it may do anything else.
func (p *pilot) harm(a *action) int {
	if a.trials == 0 || p.denied(a.id) || 2*a.lowers > a.trials ||
		slices.ContainsFunc(a.ending(), func(f int) bool { return !p.k.unexplained(f) }) ||
		slices.ContainsFunc(a.takes, func(l interaction.Level) bool { return p.levels[l.Factor] > 0 }) {
		return -1
	}
	cost := 0
	for _, e := range a.effects {
		if e.answer.phase == aside {
			continue
		}
		for _, w := range e.answer.planned() {
			switch {
			case !discovery.Meets(w, p.levels):
				continue
			case !p.k.item(e.factor), p.never != nil && capOf(p.never.caps, e.factor) <= p.levels[e.factor],
				slices.ContainsFunc(p.k.used(e, e.answer.planned(), w), func(m discovery.Member) bool { return m.Consumed > 0 }):
				return -1
			}
			cost = 1
		}
	}
	return cost
}
