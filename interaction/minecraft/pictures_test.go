package minecraft

import (
"fmt"
"os"
"time"
"image/png"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// TestPictures: a player's pictures show something, and something else where he turns.
func TestPictures(t *testing.T) {
	testModules(t)
	w := open(t, func() Config { c := land(t, "1.16.5").config(t, "dig oak_log"); c.Lived = true; return c }())
	shot, ok := w.Spec().Shot(interaction.Eyes)
	if !ok {
		t.Fatal("no pictures")
	}
	s, err := w.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Begin(t.Context(), interaction.State{}, 1); err != nil {
		t.Fatal(err)
	}
	f, err := s.(interaction.Camera).Shoot(shot, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(len(f.RGB))
	for i := range 6 {
		began := time.Now()
		shot.Yaw = i * 60
		f, err := s.(interaction.Camera).Shoot(shot, nil)
		if err != nil {
			t.Fatal(err)
		}
		out, _ := os.Create(fmt.Sprintf("/tmp/shot%d.png", i))
		_ = png.Encode(out, f.Image())
		out.Close()
		t.Log(time.Since(began))
	}
}
