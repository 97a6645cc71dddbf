package scenarios

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction/sim"
)

// What needs two facts that exclude each other can't be done, nor what follows from it.
func TestExcluded(t *testing.T) {
	f, err := sim.Parse("mist.json", []byte(`{"format":1,"id":"mist","factors":{"wet":{"kind":"fact"},"hot":{"kind":"fact"}},"exclusions":[{"factors":["wet","hot"]}],"actions":[
		{"label":"pour","effects":[{"gives":{"wet":1},"ways":[{}]}]},{"label":"burn","effects":[{"gives":{"hot":1},"ways":[{}]}]},
		{"label":"steam","effects":[{"gives":{"steam":1},"ways":[{"needs":{"wet":1,"hot":1}}]}]},
		{"label":"cloud","effects":[{"gives":{"cloud":1},"ways":[{"consumes":{"steam":1}}]}]},
		{"label":"dry","effects":[{"gives":{"salt":1},"ways":[{"needs":{"wet":1,"hot":1}},{"needs":{"hot":1}}]}]},
		{"label":"brew","effects":[{"gives":{"tea":1},"ways":[{"needs":{"wet":1,"hot":1}},{"needs":{"salt":1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := sim.Check(f).UnreachableItems; !slices.Equal(got, []string{"cloud", "steam"}) {
		t.Errorf("%v can't be had", got)
	}
	truth := NewTruth(f)
	// Who says the truth isn't wrong for what can't be tried.
	if s := NewScore(truth, truth.Graph()); s.SHD != 0 || len(s.WrongCertificates) > 0 {
		t.Errorf("of the truth itself SHD is %d, and wrong are %v", s.SHD, s.WrongCertificates)
	}
	for _, a := range truth.Actions {
		for _, e := range a.Effects {
			if e.Factor == "steam" || e.Factor == "cloud" || e.Factor == "salt" && len(e.Ways) != 1 {
				t.Errorf("%s gives %s by %d ways", a.Label, e.Factor, len(e.Ways))
			}
		}
	}
}
