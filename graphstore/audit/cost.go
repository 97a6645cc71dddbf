package audit

import (
	"cmp"
	"math"
	"slices"
)

// bargain is how many times dearer one action must be than another to be told of.
const bargain = 3

// costs computes the least work for one more of each factor, by value iteration from
// above: an action is work 1 and is done 1/chance times on average, by the chance of
// what it is done for; what it uses up costs what it costs, and what else it gives is
// worth nothing. Infinite: it can't be had.
func (m *model) costs() []float64 {
	cost := make([]float64, len(m.names))
	for i := range cost {
		if !m.given[i] {
			cost[i] = math.Inf(1)
		}
	}
	const most, precision = 10_000, 1e-9
	for range most {
		changed := false
		for i := range m.recipes {
			rec := &m.recipes[i]
			work := rec.work(cost)
			for _, out := range rec.gives {
				if c := work / out.chance / out.mean; c < cost[out.item]*(1-precision) {
					cost[out.item], changed = c, true
				}
			}
		}
		if !changed {
			break
		}
	}
	return cost
}

// work is what it costs to do the recipe once, with what that uses up on average.
func (rec *recipe) work(cost []float64) float64 {
	work := 0.0
	if rec.action != "" {
		work = 1
	}
	for _, in := range rec.members {
		if in.consumed > 0 {
			work += rec.chance * float64(in.consumed) * cost[in.item]
		} else if math.IsInf(cost[in.item], 1) {
			return math.Inf(1)
		}
	}
	return work
}

// bargains compares the cheapest ways of the actions that give an item.
func (m *model) bargains() []Bargain {
	cost := m.costs()
	type offer struct {
		action string
		cost   float64
		sole   bool
	}
	offers := make([][]offer, len(m.names))
	for i := range m.recipes {
		rec := &m.recipes[i]
		work := rec.work(cost)
		for _, out := range rec.gives {
			c := work / out.chance / out.mean
			k := slices.IndexFunc(offers[out.item], func(o offer) bool { return o.action == rec.action })
			if k < 0 {
				offers[out.item] = append(offers[out.item], offer{rec.action, c, rec.sole})
			} else {
				offers[out.item][k].cost = min(offers[out.item][k].cost, c)
			}
		}
	}
	out := []Bargain{}
	for i, name := range m.names[:m.real] {
		list := slices.DeleteFunc(offers[i], func(o offer) bool { return math.IsInf(o.cost, 1) })
		slices.SortStableFunc(list, func(a, b offer) int { return cmp.Compare(a.cost, b.cost) })
		if len(list) == 0 {
			continue
		}
		cheap := list[0]
		list = slices.DeleteFunc(list, func(o offer) bool { return !o.sole }) // what comes beside isn't what it is done for
		if len(list) == 0 {
			continue
		}
		if dear := list[len(list)-1]; dear.cost >= bargain*cheap.cost {
			out = append(out, Bargain{name, cheap.action, cheap.cost, dear.action, dear.cost})
		}
	}
	slices.SortStableFunc(out, func(a, b Bargain) int {
		return cmp.Compare(b.DearCost/b.CheapCost, a.DearCost/a.CheapCost)
	})
	return out
}
