package scenarios_test

import (
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// Where starts can be chosen they may hold facts from the beginning, those too that no plan brings about: embers come where it
// is lit, and it is lit by embers.
func TestTruthOfFactsThatStartsHold(t *testing.T) {
	f, err := sim.Parse("embers", []byte(`{"format": 1, "id": "embers", "factors": {"lit": {"kind": "fact"}}, "actions": [
		{"label": "gather", "effects": [{"gives": {"log": 1}, "ways": [{}]}]},
		{"label": "light", "effects": [{"gives": {"lit": 1}, "ways": [{"consumes": {"ember": 1}}]}]},
		{"label": "rake", "effects": [{"gives": {"ember": 1}, "ways": [{"needs": {"lit": 1, "log": 1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	chosen := scenarios.NewTruth(f)
	if n := len(chosen.Edges()); n != 6 || len(chosen.Unreachable) > 0 {
		t.Errorf("%d edges where starts can be chosen, unreachable %v", n, chosen.Unreachable)
	}
	if n := len(chosen.Lived().Edges()); n != 1 {
		t.Errorf("%d edges where they can't", n)
	}
	var none graphstore.Graph
	if s := scenarios.NewScore(chosen.Lived(), &none); len(s.OutOfReach) != 5 {
		t.Errorf("out of reach %v", s.OutOfReach)
	}
}

// What asks for two facts each of which ends the other can't be told where one lives.
func TestTruthOfFactsThatEndEachOther(t *testing.T) {
	f, err := sim.Parse("rooms", []byte(`{"format": 1, "id": "rooms", "factors": {"a": {"kind": "fact"}, "b": {"kind": "fact"}}, "actions": [
		{"label": "go a", "effects": [{"gives": {"a": 1}, "ways": [{}]}], "ends": ["b"]},
		{"label": "go b", "effects": [{"gives": {"b": 1}, "ways": [{}]}], "ends": ["a"]},
		{"label": "get wood", "effects": [{"gives": {"wood": 1}, "ways": [{}]}]},
		{"label": "make", "effects": [{"gives": {"toy": 1}, "ways": [{"consumes": {"wood": 1}}, {"needs": {"a": 1, "b": 1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	truth := scenarios.NewTruth(f).Lived()
	ways := truth.Actions[3].Effects[0].Ways
	if len(ways) != 1 || ways[0].String() != "1 wood" {
		t.Errorf("a toy by %v", ways)
	}
	var none graphstore.Graph
	if s := scenarios.NewScore(truth, &none); len(s.OutOfReach) != 2 {
		t.Errorf("out of reach %v", s.OutOfReach)
	}
}

// Logs come by twos, and of logs and planks, of which six are burnt, they are burnt first: there never is one, and what takes one takes two as
// well.
func TestTruthOfWhatIsUsedUpFirst(t *testing.T) {
	f, err := sim.Parse("fuel", []byte(`{"format": 1, "id": "fuel", "classes": {"fuel": ["log", "plank"]}, "actions": [
		{"label": "chop", "effects": [{"gives": {"log": 2}, "ways": [{}]}]},
		{"label": "saw", "effects": [{"gives": {"plank": 3}, "ways": [{}]}]},
		{"label": "burn", "effects": [{"gives": {"ash": 1}, "ways": [{"consumes": {"class:fuel": 6}}]}]},
		{"label": "play", "effects": [{"gives": {"toy": 1}, "ways": [{"needs": {"log": 1, "plank": 1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if ways := scenarios.NewTruth(f).Lived().Actions[3].Effects[0].Ways; len(ways) != 1 || ways[0].String() != "2 log (kept) + plank (kept)" {
		t.Errorf("a toy by %v", ways)
	}
}

// Nor can what only comes of that.
func TestTruthBehindFactsThatEndEachOther(t *testing.T) {
	f, err := sim.Parse("rooms", []byte(`{"format": 1, "id": "rooms", "factors": {"a": {"kind": "fact"}, "b": {"kind": "fact"}}, "actions": [
		{"label": "go a", "effects": [{"gives": {"a": 1}, "ways": [{}]}], "ends": ["b"]},
		{"label": "go b", "effects": [{"gives": {"b": 1}, "ways": [{}]}], "ends": ["a"]},
		{"label": "make", "effects": [{"gives": {"toy": 1}, "ways": [{"needs": {"a": 1, "b": 1}}]}]},
		{"label": "wrap", "effects": [{"gives": {"gift": 1}, "ways": [{"consumes": {"toy": 1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(scenarios.NewTruth(f).Lived().Edges()); n != 2 {
		t.Errorf("%d edges can be told, not the two of the rooms", n)
	}
}

// Of a class one member comes by twos: two of it are what one is, and with another nothing is made up that way.
func TestTruthOfClassesThatComeByTwos(t *testing.T) {
	f, err := sim.Parse("w", []byte(`{"format": 1, "id": "w", "classes": {"planks": ["oak", "birch"]}, "actions": [
		{"label": "oak", "effects": [{"gives": {"oak": 1}, "ways": [{}]}]},
		{"label": "birch", "effects": [{"gives": {"birch": 2}, "ways": [{}]}]},
		{"label": "play", "effects": [{"gives": {"toy": 1}, "ways": [{"needs": {"class:planks": 1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	truth := scenarios.NewTruth(f).Lived()
	for oak, right := range map[int]bool{1: true, 2: false} {
		g := &graphstore.Graph{Factors: []graphstore.Factor{{Name: "birch"}, {Name: "oak"}, {Name: "toy"}}, Actions: []graphstore.Action{{ID: truth.Actions[2].ID, Effects: []graphstore.Effect{{
			Factor: "toy", Grade: graphstore.Certified, Ways: []graphstore.Way{
				{Members: graphstore.Members{{Factors: []string{"birch"}, Count: 2}}}, {Members: graphstore.Members{{Factors: []string{"oak"}, Count: oak}}}}}}}}}
		if s := scenarios.NewScore(truth, g); (len(s.WrongCertificates) == 0) != right || right && s.CountsExact != 2 {
			t.Errorf("%d of oak: %d wrong certificates, %d counts exact", oak, len(s.WrongCertificates), s.CountsExact)
		}
	}
}
