package living

import (
	"context"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
)

// A meal is a remedy that is done anywhere and uses up what one has with one, as food that is carried.

// portions is for how many meals is fetched at a time at most.
const portions = 3

// served reports whether there is what the meal takes.
func (p *pilot) served(r *remedy) bool {
	return slices.ContainsFunc(r.meal.Ways, func(w discovery.Way) bool { return discovery.Meets(w, p.levels) })
}

// hungers is [pilot.wants] of a meal: what is there is taken as soon as a third is missing and all that it gives counts, or half is
// missing; what isn't there is fetched when half is missing, and in the dark when nothing is left.
func (p *pilot) hungers(r *remedy, level int) bool {
	switch {
	case p.served(r):
		return 3*level <= 2*r.top && r.room(level) || 2*level <= r.top
	case p.care.burrowed && !p.safe():
		return false
	case p.dark(p.state):
		return level == 0
	}
	return 2*level <= r.top && !math.IsInf(p.mealCost(r), 1)
}

// mealCost is what it takes to get what the meal takes, in actions.
func (p *pilot) mealCost(r *remedy) float64 {
	least := math.Inf(1)
	for _, w := range r.meal.Ways {
		c := 0.
		for _, m := range w {
			if missing := m.Count - p.levels[m.Factors[0]]; missing > 0 {
				c += float64(missing) * p.cost[m.Factors[0]]
			}
		}
		least = min(least, c)
	}
	return least
}

// off is about how many steps off what the remedy takes is to be had; -1: nobody knows.
func (p *pilot) off(r *remedy) int {
	if r.meal == nil {
		return p.walker.Far(r.action)
	}
	if c := p.mealCost(r); !math.IsInf(c, 1) {
		return int(c)
	}
	return -1
}

// eat gets what the meal takes, as far as that spoils no situation, and has it, again as long as all that it gives counts.
func (p *pilot) eat(ctx context.Context, r remedy) error {
	s := p.never
	if s == nil {
		s = p.ground()
	}
	for n := range tendTries {
		if level := p.levels[r.vital]; level >= r.top-1 || n > 0 && !r.room(level) || p.used() >= p.limit {
			return nil
		}
		if !p.served(&r) {
			if ok, err := p.fetch(ctx, s, &r); !ok || err != nil {
				return err
			}
		}
		if err := ignore(p.try(ctx, r.action)); err != nil {
			return err
		}
	}
	return nil
}

// fetch gets what some meals take by the cheapest way; false: it didn't come to that. What it is fetched for waits.
func (p *pilot) fetch(ctx context.Context, s *situation, r *remedy) (bool, error) {
	chain, keep := p.chain, p.keep
	p.chain, p.keep = nil, nil
	defer func() { p.chain, p.keep = chain, keep }()
	times := min(portions, max(1, (r.top-p.levels[r.vital])/max(1, r.least)))
	_, err := p.prepare(ctx, s, r.action, p.cheapest(r.meal), times, 0)
	return p.served(r), ignore(err)
}

// mealOf is the rule of an action that is done anywhere and uses something up by each way; nil: it is no meal.
func mealOf(x *discovery.Rule, bound bool) *discovery.Rule {
	spares := func(w discovery.Way) bool {
		return !slices.ContainsFunc(w, func(m discovery.Member) bool { return m.Consumed > 0 })
	}
	if bound || len(x.Ways) == 0 || slices.ContainsFunc(x.Ways, spares) {
		return nil
	}
	return x
}
