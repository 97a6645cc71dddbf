package living

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// crammed reports whether no slot of the bag is free, as far as the world says how many there are.
func (k *knowledge) crammed(at interaction.State) bool { return k.free(at) <= 0 }

// free is how many slots of the bag are free; a large number where the world doesn't say how many there are.
func (k *knowledge) free(at interaction.State) int {
	least := math.MaxInt
	for _, x := range k.spec.Exclusions {
		if len(x.Factors) > 0 {
			continue // it is of some things only
		}
		taken := 0
		for _, n := range at.Amounts() {
			i := slices.IndexFunc(k.spec.Factors, func(f interaction.Factor) bool { return f.Name == n.Name })
			switch {
			case i < 0:
				taken++
			case k.spec.Factors[i].Kind == interaction.Item:
				taken += k.spec.Factors[i].Slots(n.Level)
			}
		}
		least = min(least, x.Slots-taken)
	}
	return least
}

// fitting is for how many successes by the way, up to this many, what they use up takes no more slots of a bag than that of one does:
// what it is made of takes some as well. Without a bag it is for all.
func (p *pilot) fitting(w discovery.Way, times int) int {
	if p.k.free(p.state) == math.MaxInt {
		return times
	}
	takes := func(times int) (n int) {
		for _, m := range w {
			if f := m.Factors[0]; p.k.item(f) {
				n += p.k.slots(p.state, f, max(0, m.Consumed*times-p.levels[f]))
			}
		}
		return n
	}
	for times > 1 && takes(times) > takes(1) {
		times--
	}
	return times
}

// slots is how many more slots of a bag a factor takes if there is so much more of it; negative: so much less, or fewer.
func (k *knowledge) slots(at interaction.State, f, more int) int {
	x := k.vocabulary.Factor(f)
	now := at.Level(x.Name)
	return x.Slots(max(0, now+more)) - x.Slots(now)
}

// crowded reports whether there is no room for what the action is known to give, nor will be by what it uses up: what comes of it
// then tells nothing.
func (k *knowledge) crowded(a *action, at interaction.State) bool {
	return k.crammed(at) && slices.ContainsFunc(a.effects, func(e *effect) bool {
		return k.item(e.factor) && k.slots(at, e.factor, e.lowest) > 0 && !slices.ContainsFunc(e.hits, func(r *record) bool {
			return slices.ContainsFunc(r.of(e.number).used, func(u interaction.Level) bool { return k.slots(at, u.Factor, -u.Level) < 0 })
		})
	})
}
