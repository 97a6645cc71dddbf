package body_test

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// Without what closes it in, or where it may be put, nothing is planted.
func TestPlantNeedsToKnowHow(t *testing.T) {
	for _, known := range [][]interaction.Lesson{nil, gardening[5:], gardening[:6], gardening[:7]} {
		g := &garden{rows: lawn}
		if _, err := g.walker(t, known).Plant(t.Context(), "do_bloom", true); err == nil || len(g.sown) > 0 {
			t.Errorf("with %d lessons it planted: %v", len(known), err)
		}
	}
}

// What nobody saw yet may become of what is put down and serves no other end: that is closed in and watched.
func TestPlantMayRipen(t *testing.T) {
	known := slices.DeleteFunc(slices.Clone(gardening), func(l interaction.Lesson) bool { return l.Is == interaction.Becomes })
	g := &garden{rows: lawn, dry: true}
	w := g.walker(t, append(known, interaction.Lesson{Thing: "hen", Is: interaction.Roaming}))
	seeds := func(a interaction.Action) bool {
		seed, ok := w.Seed(a)
		if ok && seed != "sow" {
			t.Errorf("what %s is done to comes from %s", a, seed)
		}
		return ok
	}
	wait := func(steps int) {
		t.Helper()
		for range steps {
			if _, err := w.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for a, want := range map[interaction.Action]bool{"do_bloom": true, "do_hen": false, "do_rock": false, "do_grass": false, "put": false, "sow": false} {
		if seeds(a) != want {
			t.Errorf("that something becomes what %s is done to is held to be possible: %v", a, !want)
		}
	}
	if _, err := w.Plant(t.Context(), "do_bloom", true); err != nil {
		t.Fatal(err)
	}
	wait(500)
	if bed, ok := w.Bed("do_bloom"); !ok || !bed.Closed || !seeds("do_bloom") {
		t.Fatalf("bed %+v, %v on\n%s", bed, ok, gardenMap(g))
	}
	wait(150)
	if _, ok := w.Bed("do_bloom"); ok || seeds("do_bloom") {
		t.Error("after 650 steps it still waits for a bloom")
	}
	for p := range g.sown { // late, but it comes
		g.cells[p[1]][p[0]] = 'V'
	}
	wait(1)
	if !seeds("do_bloom") {
		t.Error("it saw a bloom come, and doesn't know from what")
	}
	if _, err := w.Plant(t.Context(), "do_bloom", true); err != nil {
		t.Fatal(err)
	}
	if _, ok := w.Bed("do_bloom"); !ok {
		t.Errorf("no bed on\n%s", gardenMap(g))
	}
}

// What is put down by what doesn't do that after all isn't sown again and again.
func TestPlantInVain(t *testing.T) {
	known := slices.DeleteFunc(slices.Clone(gardening), func(l interaction.Lesson) bool { return l.Is == interaction.Becomes })
	known = append([]interaction.Lesson{{Thing: "hen", Is: interaction.Laid, By: "do_grass"}, {Thing: "grass", Is: interaction.Bears, By: "do_grass"}}, known...)
	w := (&garden{rows: lawn}).walker(t, known)
	for range 2 {
		if _, err := w.Plant(t.Context(), "do_bloom", true); err != nil {
			t.Fatal(err)
		}
	}
	if a, _ := w.Seed("do_bloom"); a != "sow" {
		t.Errorf("it sows by %q", a)
	}
}
