package discovery

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

const firstShare = .8

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
// Its tests could divide its share among them, and the smallest batches do. But what is
// claimed is wrong only if a co-point of a claimed transversal suffices after all, and
// all that do missed each time. While every transversal of a batch is still claimed, it
// is enough, then, that the first of them that comes to suffice, as more is observed,
// can hardly miss so often. So of a larger batch each test may spend a part undivided;
// once some were refuted, which of the others is the first depends on what was seen,
// and they divide the rest. The error of the batch is at most the sum of both parts. A
// transversal with mixtures is claimed with all of them, so these don't divide its part.
//
// This takes it that the tests of a batch are chosen before they are begun. The search
// looks at some of their misses when it chooses, one trial at a time above all; how often
// certificates are wrong for it is measured (TestSubstitutesKeepTheirError, adam bench
// interventions), and is why no more than a third is spent undivided.
type batch struct {
	size  int // transversals
	share float64
}

// few tests divide the share of their batch; of more, each may spend a few-th.
const few = 3

// threshold is the part of the budget that a test may spend, where so many
// transversals of its batch are claimed.
func (b batch) threshold(standing int) float64 {
	switch {
	case b.size <= few:
		return b.share / float64(b.size)
	case standing == b.size:
		return b.share / few
	}
	return b.share * (few - 1) / few / float64(b.size)
}

// spend opens a batch for the transversals that are tested for the first time, and
// gives each test its threshold.
func (q *Inquiry) spend() {
	if q.batchOf == nil {
		q.batchOf = map[string]int{}
	}
	points := q.tests.points
	fresh := len(q.batches)
	standing := make([]int, fresh+1) // transversals of each batch among the tests
	var of []int                     // the batch of each transversal
	for i := 0; i < len(points); i += points[i].mixtures {
		k := points[i].of.key()
		b, tested := q.batchOf[k]
		if !tested {
			b = fresh
			q.batchOf[k] = b
		}
		standing[b]++
		of = append(of, b)
	}
	if n := standing[fresh]; n > 0 {
		q.batches = append(q.batches, batch{n, share(fresh + 1)})
	}
	i := 0
	for _, b := range of {
		for range points[i].mixtures {
			points[i].threshold = q.Budget * q.batches[b].threshold(standing[b])
			i++
		}
	}
}
