package mcu

import (
	"fmt"
	"testing"
)

// TestDiverseIsRepeated: equal scenes are said to be spread equally, to the last digit.
func TestDiverseIsRepeated(t *testing.T) {
	var scenes []Scene
	for i := range 12 {
		for range i + 1 {
			scenes = append(scenes, Scene{Biome: fmt.Sprint(i)})
		}
	}
	first := Diverse(scenes).Spread["biome"]
	for range 100 {
		if again := Diverse(scenes).Spread["biome"]; again != first {
			t.Fatalf("%v, and then %v", first, again)
		}
	}
}
