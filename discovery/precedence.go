package discovery

import (
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Precedence counts what was used up from situations that meet several ways of an effect. The zero value isn't
// valid; see [NewPrecedence].
type Precedence struct {
	ways []Way
	wins [][]int // [v][w]: v's things were used up, and not those of w
	saw  []success
}

// success is what was seen of successes from one situation.
type success struct {
	levels []int
	used   []interaction.Level // by each
	ever   []interaction.Level // by any
	times  int
}

// Of is the level of the factor among these; zero: it isn't among them.
func Of(levels []interaction.Level, f int) int {
	for _, u := range levels {
		if u.Factor == f {
			return u.Level
		}
	}
	return 0
}

func (s *success) level(f int) int {
	if f < len(s.levels) {
		return s.levels[f]
	}
	return 0
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
// this; ever is the least that any of them used up. It keeps the slices.
func (p *Precedence) Saw(levels []int, used, ever []interaction.Level, times int) {
	p.saw = append(p.saw, success{levels, used, ever, times})
	took := func(w Way) bool {
		for _, m := range w {
			if Of(used, m.Factors[0]) < m.Consumed {
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

// Burnt is a factor of which successes used something up by ways that aren't known.
type Burnt struct {
	Factor int
	// Count is the least that a success used up.
	Count int
	// First are the levels down to which others are used up in its place, ascending by factor, as far as is known.
	First []interaction.Level
}

// Burnt lists the factors that successes used up by none of these ways, ascending.
func (p *Precedence) Burnt(ways []Way) (out []Burnt) {
	least := map[int]int{} // that a success used up, by factor
	for _, s := range p.saw {
		for _, u := range s.ever {
			if n, known := least[u.Factor]; !known || u.Level < n {
				least[u.Factor] = u.Level
			}
		}
	}
	var all []int
	for f := range least {
		all = append(all, f)
	}
	slices.Sort(all)
	for _, f := range all {
		if slices.ContainsFunc(ways, func(w Way) bool { return Uses(w, f) > 0 }) {
			continue
		}
		b := Burnt{Factor: f, Count: least[f]}
		burns := p.burns(f)
		for _, g := range all {
			if g != f && p.first(g, f, least, burns) {
				b.First = append(b.First, interaction.Level{Factor: g, Level: least[g] - 1})
			}
		}
		out = append(out, b)
	}
	return out
}

// burns is what was there, one of each at least, whenever the factor was used up, with what was used up beside it each time.
func (p *Precedence) burns(f int) (low []int) {
	var used []interaction.Level
	for i := range p.saw {
		s := &p.saw[i]
		if Of(s.used, f) == 0 {
			continue
		}
		if low == nil {
			low, used = slices.Clone(s.levels), s.used
			continue
		}
		for h := range low {
			low[h] = min(low[h], s.level(h))
		}
		used = Common(used, s.used)
	}
	for h := range low {
		low[h] = min(low[h], max(1, Of(used, h)))
	}
	return low
}

// first reports whether g is used up in the place of f as long as there is some. Only where all else was there with which f was
// used up does it count that g was.
func (p *Precedence) first(g, f int, least map[int]int, burns []int) bool {
	wins, instead := 0, false
	leastF, leastG := least[f], least[g]
	for i := range p.saw {
		s := &p.saw[i]
		switch by, other := Of(s.ever, f) > 0, Of(s.used, g) > 0; {
		case by && !other && s.level(g) >= leastG:
			return false
		case by && !other:
			instead = true
		case other && !by && s.level(f) >= leastF && covers(s, burns, g):
			wins += s.times
		}
	}
	return instead && wins >= certainly
}

// covers reports whether the situation holds these levels, but for one factor.
func covers(s *success, levels []int, but int) bool {
	for h, n := range levels {
		if h != but && s.level(h) < n {
			return false
		}
	}
	return true
}

// Either are the factors of one or the other, ascending, each with the smaller level where it is in both.
func Either(a, b []interaction.Level) (out []interaction.Level) {
	for _, x := range a {
		if n := Of(b, x.Factor); n > 0 {
			x.Level = min(x.Level, n)
		}
		out = append(out, x)
	}
	for _, y := range b {
		if Of(a, y.Factor) == 0 {
			out = append(out, y)
		}
	}
	slices.SortFunc(out, func(x, y interaction.Level) int { return x.Factor - y.Factor })
	return out
}

// Most are the factors of any of the two, each with the larger level, ascending.
func Most(a, b []interaction.Level) (out []interaction.Level) {
	out = Either(a, b)
	for i, x := range out {
		out[i].Level = max(Of(a, x.Factor), Of(b, x.Factor))
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
