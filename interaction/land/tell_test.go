package land_test

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// What is told of is in the picture, and nothing else: what stands before the agent is, what a rock hides isn't, and to
// tell changes no picture.
func TestTellsWhatIsInThePicture(t *testing.T) {
	w, s, _ := begin(t, parse(t, `{"format": 1, "id": "pens", "map": {"size": 24, "biomes": {"plain": {"ground": "grass"}},
		"things": {"rock": {"share": 0.4}, "gem": {"share": 0.02, "looks": "plant"}}},
		"actions": [{"at": "rock", "effects": [{"gives": {"stone": 1}, "ways": [{}]}]}, {"at": "gem", "effects": [{"gives": {"gem_item": 1}, "ways": [{}]}]}]}`), 5)
	camera := s.(interaction.Teller)
	things := w.Spec().Ground.Things
	shot := interaction.Shot{View: interaction.Eyes, Width: 64, Height: 64}
	before, hidden, told := 0, 0, 0
	for i := range 3000 {
		if _, err := s.Step(t.Context(), w.Spec().Ground.Moves[(i*i+i/3+i/7)%4]); err != nil {
			t.Fatal(err)
		}
		at := s.Look()
		a, err := camera.Shoot(shot, nil)
		if err != nil {
			t.Fatal(err)
		}
		scene, err := camera.Tell(shot)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := camera.Shoot(shot, nil); err != nil || !slices.Equal(a.RGB, b.RGB) {
			t.Fatalf("step %d: the picture is another after it was told of (%v)", i, err)
		}
		shown := func(name string) int {
			return slices.IndexFunc(scene.Things, func(x interaction.InView) bool { return x.Name == name })
		}
		d := interaction.Steps[at.Facing]
		if n := at.At(d[0], d[1]); n >= 0 && (things[n].Name == "rock" || things[n].Name == "gem") {
			before++
			if k := shown(things[n].Name); k < 0 || scene.Things[k].Far > 1 {
				t.Fatalf("step %d: %s stands before the agent, and is not told of so near: %+v", i, things[n].Name, scene)
			}
			if things[n].Name == "rock" && len(scene.Things) == 1 {
				hidden++ // it fills the picture
			}
		}
		if k := shown("gem"); k >= 0 && scene.Things[k].Far <= 2 {
			told++
			near := false
			for j, c := range at.Cells {
				near = near || c >= 0 && things[c].Name == "gem" && max(j%at.Width-at.Width/2, at.Width/2-j%at.Width, j/at.Width-at.Height/2, at.Height/2-j/at.Width) <= 3
			}
			if !near {
				t.Fatalf("step %d: a gem is told of two cells off, and none is there", i)
			}
		}
	}
	if before < 100 || hidden < 20 || told < 20 {
		t.Errorf("%d things before the agent, %d of which hid the rest, %d gems: too few to tell", before, hidden, told)
	}
}
