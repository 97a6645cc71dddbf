package discovery

import (
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Stay tells which facts are there for good once they hold, as a lamp that nobody can put out: those that were seen to hold, and never
// to be gone. The zero value has seen nothing. It belongs to one goroutine.
type Stay struct {
	held  map[int]int // in how many trials
	gone  map[int]bool
	life  int
	after []int // facts that held when its latest trial ended
}

// staying is in how many trials a fact is to hold for that.
const staying = 20

// Saw enters a trial of a life, which come in their order, with the levels of what is numbered by the vocabulary.
func (s *Stay) Saw(v *interaction.Vocabulary, life int, start interaction.State, changes []interaction.Change) {
	if s.held == nil {
		s.held, s.gone = map[int]int{}, map[int]bool{}
	}
	var now []int
	for f, n := range start.All() {
		if n > 0 && f < v.Len() && v.Factor(f).Kind == interaction.Fact {
			s.held[f]++
			now = append(now, f)
		}
	}
	if life == s.life {
		for _, f := range s.after {
			s.gone[f] = s.gone[f] || !slices.Contains(now, f)
		}
	}
	for _, c := range changes {
		f, known := v.Index(c.Factor)
		switch {
		case !known || v.Factor(f).Kind != interaction.Fact:
		case c.To == 0:
			s.gone[f] = true
			now = slices.DeleteFunc(now, func(g int) bool { return g == f })
		case c.From == 0:
			now = append(now, f)
		}
	}
	s.life, s.after = life, now
}

// Facts lists them, ascending.
func (s *Stay) Facts() (out []int) {
	for f, n := range s.held {
		if n >= staying && !s.gone[f] {
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return out
}
