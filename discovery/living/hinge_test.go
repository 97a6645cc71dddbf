package living_test

import (
	"strings"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/sim"
)

// What is done in the sun alone isn't certified to have a chance, as no way is taken to need a vital.
func TestHinges(t *testing.T) {
	long(t)
	f, err := sim.Parse("sun.json", []byte(`{"format":1,"id":"sun","factors":{"daylight":{"kind":"vital","max":9}},
		"map":{"size":24,"day":60,"things":{"bush":{"share":0.08},"rock":{"share":0.05}}},"actions":[
		{"label":"pick","at":"bush","effects":[{"gives":{"berry":1},"chance":0.6,"ways":[{}]}]},
		{"label":"hit","at":"rock","effects":[{"gives":{"stone":1},"ways":[{}]}]},
		{"label":"dry","effects":[{"gives":{"raisin":1},"ways":[{"consumes":{"berry":1},"needs":{"daylight":8}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(4) {
		sum, score := lived(t, f, config(seed+1), 1, &graphstore.Memory{})
		if len(score.WrongCertificates) > 0 || sum.ActionsCertified != 2 {
			t.Errorf("seed %d: %d certified, wrong %v; not learned %v", seed+1, sum.ActionsCertified, score.WrongCertificates, sum.NotLearned)
		}
		told := false
		for _, n := range sum.NotLearned {
			told = told || strings.Contains(n.Reason, "no way is taken to need a vital")
		}
		if !told {
			t.Errorf("seed %d: it isn't said that it depends on daylight: %v", seed+1, sum.NotLearned)
		}
	}
}
