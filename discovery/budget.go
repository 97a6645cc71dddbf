package discovery

import "slices"

// A budget is the probability with which something that is claimed may be wrong. That
// of a run is divided among its actions, that of an action among its effects, and that
// of an effect among the batches of its tests.

// share is the part of a budget for the j-th claimant, from 1: most of it for the
// first, as there is often no other, and the rest so that all parts sum to 1
// however many there come to be (alpha spending). Claimants are the effects of an
// action and the batches of an effect.
func share(j int) float64 {
	if j == 1 {
		return firstShare
	}
	return (1 - firstShare) / float64((j-1)*j)
}

const firstShare = .85

// EffectBudget is the share of delta of the e-th effect (from 1) of one of so many
// actions. Summed over all effects of all actions it is at most delta, so by the
// union bound everything that is certified is right with probability at least
// 1 - delta.
func EffectBudget(delta float64, actions, e int) float64 {
	return delta / float64(actions) * share(e)
}

// batch is transversals that are tested for the first time together: those of the
// first ways that are put to the test, those that further ways add, and so on.
//
// What is claimed is wrong only if a co-point of a claimed transversal suffices after
// all, and all of those that do missed each time. While every transversal of a batch
// is still claimed, it is enough, then, that the first of the batch that suffices can
// hardly miss so often: each may spend what the batch has, undivided. Once some were
// refuted, which of the others is the first depends on what was seen, and they divide
// the rest of it. The batch's error is at most the sum of both parts.
//
// The argument takes it that the tests of a batch are chosen before they are begun.
// The search looks at some of their misses when it chooses; how often certificates are
// wrong for it is measured (adam bench interventions), and is why undivided is no larger.
type batch struct {
	size  int // transversals
	share float64
}

// undivided is the part of a batch's budget that is spent while all of it is claimed.
const undivided = .65

// threshold is the part of the budget that a test may spend, where so many
// transversals of its batch are claimed.
func (b batch) threshold(standing, mixtures int) float64 {
	switch {
	case b.size == 1:
		return b.share
	case standing == b.size:
		return b.share * undivided
	}
	return b.share * (1 - undivided) / float64(b.size*mixtures)
}

// spend opens a batch for the transversals that are tested for the first time, and
// gives each test its threshold.
func (q *Inquiry) spend() {
	t := q.tests
	if q.batchOf == nil {
		q.batchOf = map[string]int{}
	}
	keys := make([]string, 0, len(t.points))
	for i := range t.points {
		keys = append(keys, t.points[i].of.key())
	}
	distinct := slices.Compact(slices.Sorted(slices.Values(keys)))
	fresh := 0
	for _, k := range distinct {
		if q.batchOf[k] == 0 {
			q.batchOf[k] = len(q.batches) + 1
			fresh++
		}
	}
	if fresh > 0 {
		q.batches = append(q.batches, batch{fresh, share(len(q.batches) + 1)})
	}
	t.standing = make([]int, len(q.batches))
	for _, k := range distinct {
		t.standing[q.batchOf[k]-1]++
	}
	for i := range t.points {
		p := &t.points[i]
		p.batch = q.batchOf[keys[i]]
		p.threshold = q.Budget * q.batches[p.batch-1].threshold(t.standing[p.batch-1], p.mixtures)
	}
}
