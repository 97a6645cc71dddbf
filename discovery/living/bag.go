package living

import (
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// crammed reports whether no slot of the bag is free, as far as the world says how many there are.
func (k *knowledge) crammed(at interaction.State) bool {
	return slices.ContainsFunc(k.spec.Exclusions, func(x interaction.Exclusion) bool {
		if len(x.Factors) > 0 {
			return false // it is of some things only
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
		return taken >= x.Slots
	})
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
