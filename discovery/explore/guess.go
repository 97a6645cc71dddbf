package explore

import (
	"fmt"

	"github.com/adam-discovery/adam/discovery"
)

// guess asks the hypothesizer about an effect that it wasn't asked about, and
// again where trials refuted its answer and it wants to know. When it is asked,
// and what it is shown, follows from the outcomes alone.
func (x *Explorer) guess(e *effect) {
	e.inquiry.Prior = x.prior(x.others(e))
	if !e.guessed {
		if !x.propose(e) {
			return
		}
		e.guessed = true
	}
	r, ok := x.cfg.Hypothesizer.(discovery.Reconsidering)
	for ok && len(e.failed) < r.Again() {
		f, refuted := e.inquiry.Refuted()
		if !refuted {
			return
		}
		e.failed = append(e.failed, f)
		if !x.propose(e) {
			e.failed = e.failed[:len(e.failed)-1]
			return
		}
	}
}

// propose asks the hypothesizer. It returns false if the run was stopped meanwhile:
// nothing was learned then, and the round that is being made is not run.
func (x *Explorer) propose(e *effect) bool {
	g, err := x.cfg.Hypothesizer.Propose(x.ctx, x.view(e))
	switch {
	case err != nil && x.ctx.Err() != nil:
		return false
	case err != nil:
		x.sum.Warnings = append(x.sum.Warnings, fmt.Sprintf("no hypothesis on action %s: %v", e.actor.id, err))
	default:
		g.Unnamed = x.others(e).unnamed()
		e.inquiry.Guess = g
	}
	return true
}
