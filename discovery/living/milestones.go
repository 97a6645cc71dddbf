package living

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// had is what can be had by the ways of those effects, by factor.
func (k *knowledge) had(by func(*effect) bool) []bool {
	have := make([]bool, k.vocabulary.Len())
	for grown := true; grown; {
		grown = false
		for _, e := range k.effects {
			if !have[e.factor] && by(e) && slices.ContainsFunc(e.answer.ways, func(w discovery.Way) bool {
				return !slices.ContainsFunc(w, func(m discovery.Member) bool { return !have[m.Factors[0]] })
			}) {
				have[e.factor], grown = true, true
			}
		}
	}
	return have
}

// milestones marks what was reached, proven or certified since.
func (r *run) milestones() {
	if r.sum.Milestones == nil {
		r.sum.Milestones = map[string]explore.Milestone{}
	}
	mark := r.sum.Mark
	set := func(have []bool, at func(*explore.Milestone) **explore.Mark) {
		for f, ok := range have {
			name := r.k.vocabulary.Name(f)
			m := r.sum.Milestones[name]
			if p := at(&m); ok && *p == nil {
				*p = &mark
				r.sum.Milestones[name] = m
			}
		}
	}
	reached := make([]bool, r.k.vocabulary.Len())
	for _, e := range r.k.effects {
		reached[e.factor] = true
	}
	set(reached, func(m *explore.Milestone) **explore.Mark { return &m.Reached })
	set(r.k.had(func(*effect) bool { return true }), func(m *explore.Milestone) **explore.Mark { return &m.Proven })
	set(r.k.had(func(e *effect) bool { return e.answer.phase == settled }), func(m *explore.Milestone) **explore.Mark { return &m.Certified })
}

// items counts the items that are known.
func (k *knowledge) items() (n int) {
	for _, f := range k.vocabulary.Factors() {
		if f.Kind == interaction.Item {
			n++
		}
	}
	return n
}

func (r *run) summarise(end explore.End) {
	s, k := &r.sum, r.k
	s.End = end
	s.Delta = r.cfg.Delta
	s.ActionsTotal, s.ActionsCertified, s.ActionsCertifiable, s.ItemsFound = len(k.actions), k.certified(), k.certifiable(), k.items()
	s.Assumptions, s.Stock = append(r.assumptions(), k.limited()...), k.scarce.Level
	s.Complete = true
	for _, a := range k.actions {
		why := k.reason(a)
		s.Complete = s.Complete && why == ""
		if why != "" && !(end == explore.EndGoal && a.wholly()) {
			s.NotLearned = append(s.NotLearned, explore.NotLearned{Action: a.id, Reason: why, Certified: a.wholly()})
		}
	}
}
