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
	told, wrong := 0, 0
	for seed := range uint64(18) {
		cfg := config(seed + 1)
		cfg.Chances = explore.ChancesShared
		sum, score := lived(t, f, cfg, 1, &graphstore.Memory{})
		if len(score.WrongCertificates) > 0 && len(score.Extra) > 0 { // that a rarer way is missed is what chances shared risks
			wrong++
		}
		for _, n := range sum.NotLearned {
			if strings.Contains(n.Reason, "--chances own") {
				told++
			}
		}
	}
	if wrong > 1 { // one run in a hundred or two takes misses of the rarer way for a lack
		t.Errorf("%d of 18 runs certify too much", wrong)
	}
	if told < 9 {
		t.Errorf("in %d of 18 runs it is said that the ways differ", told)
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

// Any of four ribbons ties a parcel, and each comes by chance with a box: each success had one, though no two of them were there each time.
func TestAnyOfSeveralThatComeByChance(t *testing.T) {
	f, err := sim.Parse("ribbons.json", []byte(`{"format":1,"id":"ribbons","classes":{"ribbon":["red","blue","green","gold"]},"actions":[
		{"label":"fish","effects":[{"gives":{"box":1},"chance":0.8,"ways":[{}]}],
			"ambient":[{"gives":{"red":1},"chance":0.35},{"gives":{"blue":1},"chance":0.35},{"gives":{"green":1},"chance":0.35},{"gives":{"gold":1},"chance":0.35}]},
		{"label":"tie","effects":[{"gives":{"parcel":1},"ways":[{"consumes":{"box":1},"needs":{"class:ribbon":1}}]}]},
		{"label":"post","effects":[{"gives":{"stamp":1},"ways":[{"consumes":{"parcel":1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	certified, seeds := 0, []uint64{1, 2, 3, 4, 5, 6, 7, 8, 11, 18} // with the last two, and 7, the parcel was certified to take a box
	for _, seed := range seeds {
		cfg := config(seed)
		cfg.Budget = 40_000
		sum, score := lived(t, f, cfg, 1, &graphstore.Memory{})
		if len(score.WrongCertificates) > 0 {
			t.Errorf("seed %d: wrong %v", seed, score.WrongCertificates)
		}
		if score.SHD == 0 && sum.ActionsCertified == 3 {
			certified++
		}
	}
	if certified < 6 { // the rest are still waiting for luck
		t.Errorf("%d of %d are exact and certified", certified, len(seeds))
	}
}

// Crops want rain, or water from a can: that they come without a can is seen only in rain, which is waited for.
func TestRainInPlaceOfACan(t *testing.T) {
	f, err := sim.Parse("crops.json", []byte(`{"format":1,"id":"crops","factors":{"rain":{"kind":"fact"}},"map":{"size":24,"weather":{"rain":0.15},"things":{"rock":{"share":0.05}}},"actions":[
		{"label":"seed","effects":[{"gives":{"seed":1},"chance":0.5,"ways":[{}]}]},
		{"label":"tin","effects":[{"gives":{"tin":1},"ways":[{}]}]},
		{"label":"can","effects":[{"gives":{"can":1},"ways":[{"consumes":{"tin":2}}]}]},
		{"label":"grow","effects":[{"gives":{"corn":1},"chance":0.8,"ways":[{"consumes":{"seed":1},"needs":{"rain":1}},{"consumes":{"seed":1,"can":1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	wrong, certified := 0, 0
	for seed := range uint64(8) {
		cfg := config(seed + 1)
		cfg.Budget = 100_000
		sum, score := lived(t, f, cfg, 1, &graphstore.Memory{})
		wrong += len(score.WrongCertificates)
		if score.SHD == 0 && sum.ActionsCertified == 4 {
			certified++
		}
	}
	if wrong > 0 || certified < 6 {
		t.Errorf("%d wrong certificates; %d of 8 are exact and certified", wrong, certified)
	}
}
