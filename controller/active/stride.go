package active

import (
	"context"
	"math"

	"github.com/adam-discovery/adam/interaction"
)

// reach is how many blocks an agent goes straight on at most that has few actions.
const reach = 4

// stride goes straight on as far as that shows most that is new for an action, as an agent does that has few actions:
// what lies ahead it sees as it goes.
func (a *Agent) stride(ctx context.Context, c Context) error {
	here := a.block(a.at)
	a.visit(here).times++
	to, best := here, math.Inf(-1)
	for quarter := range len(clockwise) {
		d := a.turned(quarter)
		step, side := interaction.Steps[d], interaction.Steps[a.turned(quarter+1)]
		cost, gain := 1., 0.
		for n := 1; n <= reach; n++ {
			b := cell{here.x + n*step[0], here.y + n*step[1]}
			if a.beyond(b) {
				break
			}
			for k := -1; k <= 1; k++ {
				gain += a.news(cell{b.x + k*side[0], b.y + k*side[1]})
			}
			cost += float64(block) / leap
			if rate := gain/cost + .01*a.rng.Float64(); rate > best {
				to, best = b, rate
			}
		}
	}
	return a.walk(ctx, c, to)
}

// news is how much there is to be expected of a block: less where it was, more where the ecology is that it looks for.
func (a *Agent) news(b cell) float64 {
	p := a.places[b]
	if p == nil {
		return 1
	}
	return max(0, 1+p.wanted) / float64(1+2*p.times)
}
