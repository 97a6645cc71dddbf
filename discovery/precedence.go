package discovery

import "github.com/adam-discovery/adam/interaction"

// Precedence counts what was used up from situations that meet several ways of an effect. The zero value isn't
// valid; see [NewPrecedence].
type Precedence struct {
	ways []Way
	wins [][]int // [v][w]: v's things were used up, and not those of w
}

// certainly is how often a way has to come first, and never second, before it is taken to come first.
const certainly = 3

// NewPrecedence returns that of these ways, which say what successes by them consume. It keeps the slice.
func NewPrecedence(ways []Way) *Precedence {
	p := &Precedence{ways: ways, wins: make([][]int, len(ways))}
	for i := range p.wins {
		p.wins[i] = make([]int, len(ways))
	}
	return p
}

// Saw enters successes from a situation with these levels, by factor number, each of which used up at least
// this.
func (p *Precedence) Saw(levels []int, used []interaction.Level, times int) {
	took := func(w Way) bool {
		for _, m := range w {
			enough := m.Consumed == 0
			for _, u := range used {
				enough = enough || u.Factor == m.Factors[0] && u.Level >= m.Consumed
			}
			if !enough {
				return false
			}
		}
		return true
	}
	for i, v := range p.ways {
		for j, w := range p.ways[:i] {
			if !Meets(v, levels) || !Meets(w, levels) {
				continue
			}
			by, other := took(v), took(w)
			if by || !other {
				p.wins[i][j] += times
			}
			if other || !by {
				p.wins[j][i] += times
			}
		}
	}
}

// Before are, by way, the ways whose things are used up in its place where both are met; nil if there are none.
func (p *Precedence) Before() [][]int {
	var out [][]int
	for i := range p.ways {
		for j := range p.ways {
			if p.wins[j][i] >= certainly && p.wins[i][j] == 0 {
				if out == nil {
					out = make([][]int, len(p.ways))
				}
				out[i] = append(out[i], j)
			}
		}
	}
	return out
}

// Common are the factors of both, each with the smaller level.
func Common(a, b []interaction.Level) (out []interaction.Level) {
	for _, x := range a {
		for _, y := range b {
			if x.Factor == y.Factor {
				out = append(out, interaction.Level{Factor: x.Factor, Level: min(x.Level, y.Level)})
			}
		}
	}
	return out
}
