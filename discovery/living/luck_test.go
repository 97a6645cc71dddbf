package living_test

import (
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/sim"
)

// What comes with each second log is there each time that a raft is made of four: that the raft takes it isn't certified away, and is found
// where the life that has four logs without it is waited for.
func TestByProductThatIsNeeded(t *testing.T) {
	f, err := sim.Parse("raft.json", []byte(`{"format":1,"id":"raft","map":{"size":24,"things":{"pine":{"share":0.08},"rock":{"share":0.05}}},"actions":[
		{"label":"fell","at":"pine","effects":[{"gives":{"log":1},"ways":[{}]}],"ambient":[{"gives":{"needle":1},"chance":0.5}]},
		{"label":"hit","at":"rock","effects":[{"gives":{"stone":1},"ways":[{}]}]},
		{"label":"lash","effects":[{"gives":{"raft":1},"ways":[{"consumes":{"log":4},"needs":{"needle":1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	exact := 0
	for seed := range uint64(8) {
		sum, score := lived(t, f, config(seed+1), 1, &graphstore.Memory{})
		if len(score.WrongCertificates) > 0 {
			t.Errorf("seed %d: wrong %v", seed+1, score.WrongCertificates)
		}
		if score.SHD == 0 && sum.Complete {
			exact++
		}
	}
	if exact < 6 {
		t.Errorf("%d of 8 are exact and complete", exact)
	}
}

// Where ways were seen to differ in chance nothing is certified that takes them for one, and the run says what does.
func TestChancesThatDiffer(t *testing.T) {
	f, err := sim.Parse("fire.json", []byte(`{"format":1,"id":"fire","map":{"size":24,"things":{"tree":{"share":0.08},"moss":{"share":0.08}}},"actions":[
		{"label":"chop","at":"tree","effects":[{"gives":{"log":1},"ways":[{}]}]},
		{"label":"scrape","at":"moss","effects":[{"gives":{"moss":1},"ways":[{}]}]},
		{"label":"light","effects":[{"gives":{"ember":1},"ways":[{"consumes":{"log":1}},{"consumes":{"moss":2},"chance":0.4}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for seed := range uint64(6) {
		cfg := config(seed + 1)
		cfg.Chances = explore.ChancesShared
		sum, score := lived(t, f, cfg, 1, &graphstore.Memory{})
		if len(score.WrongCertificates) > 0 && len(score.Extra) > 0 { // that a rarer way is missed is what chances shared risks
			t.Errorf("seed %d: wrong %v, with %v too much", seed+1, score.WrongCertificates, score.Extra)
		}
		for _, n := range sum.NotLearned {
			if strings.Contains(n.Reason, "--chances own") {
				told++
			}
		}
	}
	if told < 4 {
		t.Errorf("in %d of 6 runs it is said that the ways differ", told)
	}
}

// A search that asks for an effect beside something else asks for what the effect takes, too: else it goes on for good.
func TestUnmetTakesWhatTheEffectDoes(t *testing.T) {
	f, err := sim.Parse("forge.json", []byte(`{"format":1,"id":"forge","factors":{"heat":{"kind":"fact","max":3}},"map":{"size":24,"things":{"tree":{"share":0.06},"ore":{"share":0.05}},"stations":["forge"]},"actions":[
		{"label":"chop","at":"tree","effects":[{"gives":{"log":1},"ways":[{}]}],"ends":["heat"]},
		{"label":"dig","at":"ore","effects":[{"gives":{"ore":1},"ways":[{}]}]},
		{"label":"forge","effects":[{"gives":{"forge":1},"ways":[{"consumes":{"log":2,"ore":2}}]}]},
		{"label":"kindle","effects":[{"gives":{"heat":1},"ways":[{"consumes":{"log":1},"needs":{"forge":1}}]}]},
		{"label":"bellows","effects":[{"gives":{"bellows":1},"ways":[{"consumes":{"log":2}}]}]},
		{"label":"stoke","effects":[{"gives":{"heat":3},"ways":[{"needs":{"heat":1,"bellows":1}}],"chance":0.7}]},
		{"label":"hard bar","effects":[{"gives":{"steel":1},"ways":[{"consumes":{"ore":2},"needs":{"heat":2}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(4) {
		cfg := config(seed + 1)
		cfg.Budget = 60_000
		l := &graphstore.Memory{}
		if sum, score := lived(t, f, cfg, 1, l); score.SHD != 0 || sum.End != explore.EndDone || len(score.WrongCertificates) > 0 {
			t.Errorf("seed %d: SHD %d, ended by %q after %d steps; not learned %v", seed+1, score.SHD, sum.End, sum.Steps, sum.NotLearned)
		}
		if report, err := graphstore.Check(t.Context(), l); err != nil || len(report.Problems) > 0 {
			t.Errorf("seed %d: the ledger isn't clean: %v %v", seed+1, report.Problems, err)
		}
	}
}
