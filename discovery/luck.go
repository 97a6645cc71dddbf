package discovery

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Kept is the part of what a thing takes to get that one use of it bears, where a success doesn't use it up:
// it is there for further ones.
const Kept = .2

// Luck estimates the probability that a plan brings the levels, by factor number, about within the caps: that
// nothing comes by chance, beside what it is after, that must never be there ([Closure.Never]). The closure is the
// one without the caps. It is 1 where nothing like that can come.
func (r *Reach) Luck(c Closure, caps []interaction.Level, levels []int) float64 {
	risk := map[interaction.Action]float64{} // of a trial: minus the logarithm of the probability that it goes well
	for _, x := range r.rules {
		if !slices.Contains(c.Never, x.Factor) || x.Chance >= 1 {
			continue
		}
		if i := slices.IndexFunc(caps, func(l interaction.Level) bool { return l.Factor == x.Factor }); caps[i].Level < x.Least {
			risk[x.Action] -= math.Log(1 - x.Chance)
		}
	}
	if len(risk) == 0 {
		return 1
	}
	p := plan{least: make([]step, len(c.Levels)), want: make([]int, len(c.Levels)), seen: make([]bool, len(c.Levels))}
	for f := range p.least {
		p.least[f].cost = math.Inf(1)
	}
	for lower := true; lower; {
		lower = false
		for i, x := range r.rules {
			if !c.Open[i] {
				continue
			}
			for _, w := range x.Ways {
				s := step{cost: risk[x.Action] / x.Chance, risk: risk[x.Action] / x.Chance, way: w, gives: max(1, x.Least)}
				for _, m := range w {
					n := float64(m.Consumed)
					if n == 0 {
						n = Kept
					}
					s.cost += n * p.least[m.Factors[0]].cost
				}
				if s.cost /= float64(s.gives); s.cost < p.least[x.Factor].cost-1e-9 {
					p.least[x.Factor], lower = s, true
				}
			}
		}
	}
	return math.Exp(-p.risk(levels))
}

// plan is how each factor is got with the least risk.
type plan struct {
	least []step
	order []int // what takes others comes after these
	seen  []bool
	want  []int
}

// step is a way to a factor.
type step struct {
	cost  float64 // risk of one of it, with that of what it takes
	risk  float64 // of a success
	way   Way
	gives int
}

// risk is that of getting the levels: whole successes are counted, and what is kept once.
func (p *plan) risk(levels []int) (all float64) {
	for f, n := range levels {
		if n > 0 && f < len(p.want) {
			p.want[f] = n
			p.visit(f)
		}
	}
	for _, f := range slices.Backward(p.order) {
		s := p.least[f]
		if math.IsInf(s.cost, 1) {
			continue // where it comes from isn't known
		}
		times := (p.want[f] + s.gives - 1) / s.gives
		all += float64(times) * s.risk
		for _, m := range s.way {
			g := m.Factors[0]
			if m.Consumed > 0 {
				p.want[g] += times * m.Consumed
			} else {
				p.want[g] = max(p.want[g], m.Count)
			}
		}
	}
	return all
}

func (p *plan) visit(f int) {
	if p.seen[f] {
		return
	}
	p.seen[f] = true
	for _, m := range p.least[f].way {
		p.visit(m.Factors[0])
	}
	p.order = append(p.order, f)
}
