package explore

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/discovery"
)

// guesses is who is asked for hypotheses while a run goes on; nil asks nobody.
type guesses struct {
	k        *knowledge
	ctx      context.Context // of the run: a guess may take long
	asked    discovery.Hypothesizer
	warnings []string
}

// guess asks the hypothesizer about an effect that it wasn't asked about, and
// again where trials refuted its answer and it wants to know. When it is asked,
// and what it is shown, follows from the outcomes alone.
func (s *guesses) guess(e *effect) {
	if s == nil {
		return
	}
	e.inquiry.Prior = s.k.kinds.prior(s.k.kinds.others(e))
	if !e.guessed {
		if !s.propose(e) {
			return
		}
		e.guessed = true
	}
	r, ok := s.asked.(discovery.Reconsidering)
	for ok && len(e.failed) < r.Again() {
		f, refuted := e.inquiry.Refuted()
		if !refuted {
			return
		}
		e.failed = append(e.failed, f)
		if !s.propose(e) {
			e.failed = e.failed[:len(e.failed)-1]
			return
		}
	}
}

// propose asks the hypothesizer. It returns false if the run was stopped meanwhile:
// nothing was learned then, and the round that is being made is not run.
func (s *guesses) propose(e *effect) bool {
	g, err := s.asked.Propose(s.ctx, s.view(e))
	switch {
	case err != nil && s.ctx.Err() != nil:
		return false
	case err != nil:
		s.warnings = append(s.warnings, fmt.Sprintf("no hypothesis on action %s: %v", e.action.id, err))
	default:
		g.Unnamed = s.k.kinds.others(e).unnamed()
		e.inquiry.Guess = g
	}
	return true
}

// view is what the hypothesizer may look at.
func (s *guesses) view(e *effect) discovery.View {
	k := s.k
	v := discovery.View{Factors: k.vocabulary.Factors(), History: e.action.history, Effect: e.factor,
		Kept: k.kinds.keptByOthers(e), Others: k.kinds.others(e).ways, Failed: e.failed}
	if k.cfg.Unlock == UnlockWorld {
		for _, name := range e.action.unlock {
			if i, ok := k.vocabulary.Index(name); ok {
				v.Unlock = append(v.Unlock, i)
			}
		}
	}
	return v
}
