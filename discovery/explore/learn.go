package explore

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/interaction"
)

// From outcomes to what is known: histories, effects and their steps, milestones.

// observe enters an outcome.
func (x *Explorer) observe(k ask, o interaction.Outcome) {
	x.sum.Steps += o.Attempt + 1
	if o.Status != interaction.Completed {
		x.sum.Faults += o.Attempt + 1
		x.broken++
		return
	}
	x.broken = 0
	x.sum.Faults += o.Attempt
	x.sum.Trials++
	x.learn(k.actor, k.at, o)
}

// learn enters a completed outcome into the history, with what is new in it.
func (x *Explorer) learn(a *actor, at discovery.Point, o interaction.Outcome) {
	var names []string
	for _, s := range o.Obtained {
		if _, known := x.words.index[s.Item]; !known {
			names = append(names, s.Item)
		}
	}
	if names != nil {
		from := len(x.words.names)
		x.words.extend(names)
		for i := from; i < min(len(x.words.names), len(x.listed)); i++ {
			x.strayed = x.strayed || x.words.names[i] != x.listed[i]
		}
	}
	if x.goal < 0 && x.cfg.Goal != "" {
		if i, ok := x.words.index[x.cfg.Goal]; ok {
			x.goal = i
		}
	}
	consumed, obtained := x.words.amounts(o.Consumed), x.words.amounts(o.Obtained)
	x.words.heap(consumed)
	a.history.Add(at, consumed, obtained)
	x.disturb(a, at, obtained)
	x.tried(a, at)
	for k := len(a.effects); k < len(a.history.Effects()); k++ {
		e := &effect{actor: a, item: a.history.Effects()[k], uses: len(consumed) > 0}
		e.inquiry = &inquiry.Inquiry{Judge: x.judge(), Refiner: x.cfg.Refiner, History: a.history, Effect: k,
			Budget: inquiry.EffectBudget(x.cfg.Delta*x.cfg.effectShare(), len(x.spec.Actions), k+1),
			Kin:    func(item int) [][]int { return x.kin[item] }, Heaps: x.words.heaps, Eager: x.cfg.Goal != ""}
		if len(a.effects) == 0 {
			x.open.acted++
		}
		a.effects = append(a.effects, e)
		if !a.idle {
			x.stale = append(x.stale, e)
			x.effects = append(x.effects, e)
			x.searching.push(e)
			x.certifying.push(e)
		}
		if x.producers[e.item] == nil {
			x.producers[e.item] = e
		}
	}
	if names != nil && x.open.waiting != nil {
		x.observed(names)
	}
}

// disturb marks the steps that an outcome may have changed. A certificate that
// stands is not changed by misses, nor by hits that a known way explains.
func (x *Explorer) disturb(a *actor, at discovery.Point, obtained []discovery.Amount) {
	for _, e := range a.effects {
		came := slices.ContainsFunc(obtained, func(o discovery.Amount) bool { return o.Item == e.item })
		if came && e.claim != nil && !e.claim.explains(at) {
			e.claim.refuted = true
		}
		if e.fresh && e.step.Phase == inquiry.Settled {
			if !came || slices.ContainsFunc(e.step.Ways, func(w discovery.Way) bool { return w.MetBy(at) }) {
				continue
			}
		}
		if e.fresh && !a.idle {
			if len(e.ways()) == 0 {
				x.searching.push(e)
			}
			x.certifying.push(e)
		}
		e.fresh = false
	}
}

func (x *Explorer) judge() chance.Judge {
	if x.cfg.Chances == ChancesOwn {
		return chance.Floor{Least: x.cfg.Floor}
	}
	return chance.OneSided{}
}

// consider brings an effect's step up to date as far as the phase needs it. New
// items matter to certificates only, not to the search for a first way.
func (x *Explorer) consider(e *effect, phase inquiry.Phase) {
	if phase == inquiry.Searching && (e.fresh && e.grown > 0 || len(e.ways()) > 0) {
		return
	}
	x.advance(e)
}

// slots is how many questions an effect may ask in a round. The more a search asks at
// once, the less each answer tells: when there is a plan for the goal already, it leaves
// at least two thirds of the round to others, and to certificates.
func (x *Explorer) slots(e *effect) int {
	if x.goal >= 0 && x.proven.has(x.goal) && len(e.ways()) == 0 {
		return (x.cfg.Width + 2) / 3
	}
	return x.cfg.Width
}

// advance brings an effect's step up to date.
func (x *Explorer) advance(e *effect) {
	if e.fresh && e.grown == len(x.words.names) {
		return
	}
	if !x.ended {
		x.guess(e)
	}
	was := e.step
	slots := x.slots(e)
	e.step = e.inquiry.Next(x.words.all, slots)
	if slots < x.cfg.Width && len(e.step.Ways) > 0 {
		e.step = e.inquiry.Next(x.words.all, x.cfg.Width) // the search is over
	}
	e.fresh, e.claimed, e.grown = true, false, len(x.words.names)
	if e.step.Phase != inquiry.Searching || len(e.step.Ways) > 0 {
		e.enough = nil
	} else if x.cfg.Goal != "" {
		if way := e.inquiry.Enough(); len(way) > 0 && (e.enough == nil || len(way) < len(e.enough)) {
			e.enough = way
			x.stale = append(x.stale, e)
			x.proven.changed(e)
		}
	}
	if e.step.Phase != was.Phase || !slices.EqualFunc(e.step.Ways, was.Ways, discovery.Way.Equal) {
		x.stale = append(x.stale, e)
		x.relate(e)
		x.proven.changed(e)
	}
	switch e.step.Phase {
	case inquiry.Settled:
		x.certified.changed(e)
	case inquiry.Searching: // perhaps again, now that more is observed
		x.searching.push(e)
	}
	x.teach(e)
}

// milestones marks the items that were reached, proven or certified since.
func (x *Explorer) milestones() {
	if x.sum.Milestones == nil {
		x.sum.Milestones = map[string]Milestone{}
	}
	mark := x.sum.Mark
	for _, name := range x.words.names[x.marked:] {
		x.sum.Milestones[name] = Milestone{Reached: &mark}
	}
	x.marked = len(x.words.names)
	for _, i := range x.proven.take() {
		m := x.sum.Milestones[x.words.names[i]]
		m.Proven = &mark
		x.sum.Milestones[x.words.names[i]] = m
	}
	for _, i := range x.certified.take() {
		m := x.sum.Milestones[x.words.names[i]]
		if m.Certified == nil { // it may have been certified when less was observed
			m.Certified = &mark
			x.sum.Milestones[x.words.names[i]] = m
		}
	}
}

// conclude looks at once at what a round towards a goal showed of effects that are
// being worked on: whoever stops there should get all that is known.
func (x *Explorer) conclude(asks []ask) {
	if x.cfg.Goal == "" {
		return
	}
	for _, k := range asks {
		for _, e := range k.actor.effects {
			if e.guessed {
				x.advance(e)
			}
		}
	}
}
