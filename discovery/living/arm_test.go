package living_test

import (
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// Who settles where creatures are about gets what it takes to do something to them.
func TestArms(t *testing.T) {
	f, err := sim.Parse("den.json", []byte(`{"format":1,"id":"den","factors":{"health":{"kind":"vital","max":9}},
		"map":{"size":32,"day":200,"vitals":{"health":{"life":true}},"things":{"tree":{"share":0.1},"wolf":{"share":0.02,"roams":true,"harm":1,"dark":true}}},
		"actions":[{"label":"chop","at":"tree","effects":[{"gives":{"log":1},"ways":[{}]}]},
			{"label":"carve","effects":[{"gives":{"spear":1},"ways":[{"consumes":{"log":3}}]}]},
			{"label":"strike","at":"wolf","effects":[{"gives":{"hide":1},"ways":[{"needs":{"spear":1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	w, _ := world(t, f)
	s, err := keptIn(t, w, &graphstore.Memory{}).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if _, err := s.Begin(t.Context(), interaction.State{}, 3); err != nil {
		t.Fatal(err)
	}
	walker := s.(interaction.Settler)
	walker.Settle(true)
	var now interaction.State
	for walker.Steps() < 200 {
		if now, err = walker.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if now.Level("spear") == 0 {
		t.Errorf("after %d steps there is no spear: %v", walker.Steps(), now)
	}
}
