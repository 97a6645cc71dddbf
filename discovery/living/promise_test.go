package living

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// A life that is to ask what a gem spoils brings about nothing else that takes one, and no shelter, meal or bed that does.
func TestPromiseIsKept(t *testing.T) {
	k := doors()
	gem, _ := k.vocabulary.Index("gem")
	key, _ := k.vocabulary.Index("key")
	of := func(name string, caps []interaction.Level, factor, level int) situation {
		s := situation{key: name, caps: caps, closure: k.reach.Without(caps), levels: make([]int, k.vocabulary.Len()), asks: []ask{{action: k.byID["toss"], times: 1}}}
		s.levels[factor] = level
		return s
	}
	promised := of("promised", []interaction.Level{{Factor: gem}}, key, 2)
	if !slices.Contains(promised.closure.Never, gem) {
		t.Fatal("a gem can be got rid of")
	}
	for _, promise := range []bool{false, true} {
		p := drilled(k, nil, promised, of("keys", nil, key, 1), of("gems", nil, gem, 1))
		if promise {
			p.play.first = 0
		}
		w := p.course.wishes
		if s := p.grounded(&w[0].situation); s != &w[0].situation {
			t.Errorf("promised %v: what is promised is changed to %v", promise, s)
		}
		if s := p.grounded(&w[1].situation); s == nil || (capOf(s.caps, gem) == 0) != promise || slices.Contains(s.closure.Never, gem) != promise {
			t.Errorf("promised %v: keys are got by %v", promise, s)
		}
		if s := p.grounded(&w[2].situation); (s == nil) != promise {
			t.Errorf("promised %v: a gem is got by %v", promise, s)
		}
		if s := p.ground(); slices.Contains(s.closure.Never, gem) != promise {
			t.Errorf("promised %v: shelter may take %v", promise, s.closure.Levels)
		}
	}
}
