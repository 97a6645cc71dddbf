package sim_test

import (
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction/sim"
)

// What can't be on a map, or pass on it, is refused with the reason.
func TestMapFaults(t *testing.T) {
	for members, want := range map[string]string{
		`"size": 7`: "the size of a map",
		`"biomes": {"plain": {"ground": "grass"}}, "things": {"tree": {"leaves": "ash"}}`: "isn't the ground of a biome",
		`"biomes": {"plain": {"ground": "grass"}}, "things": {"grass": {}}`:               "a ground and a thing",
		`"things": {"tree": {"biomes": ["sea"]}}`:                                         `no biome "sea"`,
		`"things": {"a": {"share": 0.4}, "b": {"share": 0.3}}`:                            "room to walk",
		`"things": {"tree": {"harm": 1}}`:                                                 "only what roams can harm",
		`"things": {"tree": {"dark": true}}`:                                              "only what roams can harm",
		`"things": {"pig": {"roams": true, "leaves": "ground"}}`:                          "only what roams can harm",
		`"things": {"wolf": {"roams": true, "harm": 2}}`:                                  "no vital of the map is the life",
		`"things": {"owl": {"roams": true, "dark": true}}`:                                "no days",
		`"things": {"pig": {"roams": 1}}`:                                                 "roams",
		`"day": 3`:                                                                        "at least 20 steps",
		`"weather": {"rain": 0.7, "snow": 0.4}`:                                           "of the time",
		`"weather": {"rain": 2}`:                                                          "share",
		`"vitals": {"log": {"lasts": 5}}`:                                                 "as a vital with a max",
		`"vitals": {"food": {}}`:                                                          "lasts is missing",
		`"vitals": {"food": {"lasts": 0}}`:                                                "lasts",
		`"vitals": {"health": {"life": true, "lasts": 5}}`:                                "lasts as long as nothing hurts it",
		`"vitals": {"health": {"life": true}, "food": {"life": true}}`:                    "both the life",
	} {
		_, err := sim.Parse("w.json", []byte(`{"format": 1, "id": "w", "factors": {"health": {"kind": "vital", "max": 9}, "food": {"kind": "vital", "max": 9}},
			"map": {`+members+`}, "actions": [{"effects": [{"gives": {"log": 1, "health": 1, "food": 1}, "ways": [{}]}]}]}`))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %q", members, err, want)
		}
	}
}
