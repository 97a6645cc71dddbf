package luanti

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

// withClient skips a test where no client is installed, or where tests are to be short; the context leaves a client time to join.
func withClient(t *testing.T) context.Context {
	t.Helper()
	if !ClientInstalled() {
		t.Skip(ErrNoClient, ": ", ClientHint)
	}
	if testing.Short() {
		t.Skip("a client takes a while to join")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// TestClientDrawsWhatTheServerTells looks around at places by day: colours change where the class changes that a pixel is
// told to show, and less so where the same is mirrored.
func TestClientDrawsWhatTheServerTells(t *testing.T) {
	ctx := withClient(t)
	const size, places = 64, 2
	w, err := NewScenes(ctx, Config{}, size)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Close() }() // what was seen of it is what matters
	s, err := w.Open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	g := s.(*gaze)
	var edge, mirrored contrast
	for seed, found := uint64(1), 0; found < places; seed++ {
		if _, err := g.Begin(ctx, interaction.State{}, seed<<40); err != nil {
			t.Fatal(err)
		}
		shot := interaction.Shot{View: interaction.Eyes, Width: size, Height: size}
		if air, err := g.Tell(shot); err != nil || air.Ecology == "" || air.Weather == "" || len(air.Shows) > 0 {
			t.Fatalf("of a place without a picture it is told: %+v, %v", air, err)
		} else if air.Time != "day" || air.Weather != "clear" {
			continue
		}
		found++
		for yaw := 0; yaw < 360; yaw += 90 {
			shot.Yaw = yaw
			f, err := g.Shoot(shot, nil)
			if err != nil {
				t.Fatal(err)
			}
			scene, err := g.Tell(shot)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Validate(); err != nil || len(scene.Shows) != size*size || scene.Time != "day" {
				t.Fatalf("a picture by day: %v, and it shows %d pixels by %s", err, len(scene.Shows), scene.Time)
			}
			edge.add(f.RGB, scene.Shows, size, false)
			mirrored.add(f.RGB, scene.Shows, size, true)
		}
	}
	if edge.ratio() < 1.5 || mirrored.ratio() > .8*edge.ratio() {
		t.Errorf("colours change %.2f times as much between classes as within them, and %.2f times in a mirror", edge.ratio(), mirrored.ratio())
	}
	if _, err := g.Shoot(interaction.Shot{View: interaction.Above, Width: size, Height: size}, nil); err == nil {
		t.Error("there is a picture from above")
	}
}

// contrast sums how much colours differ from pixel to pixel in rows, across the edges of classes and within them.
type contrast struct{ across, within, n, m float64 }

func (c *contrast) add(rgb []byte, shows []uint16, size int, mirror bool) {
	at := func(x, y int) uint16 {
		if mirror {
			x = size - 1 - x
		}
		return shows[y*size+x]
	}
	for y := range size {
		for x := range size - 1 {
			d := 0.
			for k := range 3 {
				i := 3*(y*size+x) + k
				d += max(float64(rgb[i])-float64(rgb[i+3]), float64(rgb[i+3])-float64(rgb[i]))
			}
			if at(x, y) != at(x+1, y) {
				c.across, c.n = c.across+d, c.n+1
			} else {
				c.within, c.m = c.within+d, c.m+1
			}
		}
	}
}

func (c *contrast) ratio() float64 { return c.across / max(1, c.n) / max(1e-9, c.within/max(1, c.m)) }

// TestWithoutAClient: it is said at once what isn't there.
func TestWithoutAClient(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := NewScenes(t.Context(), Config{}, 64)
	if !errors.Is(err, ErrNoClient) || !strings.Contains(err.Error(), "Xvfb") {
		t.Errorf("without Xvfb: %v", err)
	}
}

// TestClientThatEnds: nobody waits for a client that can't draw.
func TestClientThatEnds(t *testing.T) {
	if !ClientInstalled() {
		t.Skip(ErrNoClient, ": ", ClientHint)
	}
	was := clientPrograms
	defer func() { clientPrograms = was }()
	clientPrograms = []string{"false"}
	ctx, cancel := context.WithTimeout(t.Context(), joinTime/2)
	defer cancel()
	if _, err := NewScenes(ctx, Config{}, 64); err == nil || !strings.Contains(err.Error(), "ended") {
		t.Errorf("with a client that ends at once: %v", err)
	}
}

// dump is a window dump of 4 by 2 pixels, whose i-th has the colour (i, 2i, 3i).
func dump(order uint32) []byte {
	words := make([]uint32, xwdWords)
	words[xwdHeaderSize], words[xwdWidth], words[xwdHeight] = 4*xwdWords+8, 4, 2
	words[xwdByteOrder], words[xwdPixelBits], words[xwdLineBytes], words[xwdColours] = order, 32, 20, 1
	var b []byte
	for _, w := range words {
		b = binary.BigEndian.AppendUint32(b, w)
	}
	b = append(b, make([]byte, 8+xwdColour)...) // the window's name and a colour
	for y := range 2 {
		for x := range 4 {
			i := byte(4*y + x)
			if order == 0 {
				b = append(b, 3*i, 2*i, i, 0)
			} else {
				b = append(b, 0, i, 2*i, 3*i)
			}
		}
		b = append(b, 9, 9, 9, 9) // what is left of a line
	}
	return b
}

func TestParseDump(t *testing.T) {
	for order := range uint32(2) {
		p, err := parseDump(dump(order))
		if err != nil || p.width != 4 || p.height != 2 || p.at(1, 1) != [3]byte{5, 10, 15} {
			t.Errorf("of byte order %d: %v, %v", order, p, err)
		}
		if got := p.middle(1); !bytes.Equal(got, []byte{4, 7, 11}) { // the mean of pixels 1, 2, 5 and 6
			t.Errorf("the middle is %v", got)
		}
		q := picture{p.width, p.height, bytes.Clone(p.rgb)}
		q.rgb[4]++
		if p.changed(q) != 1./8 || p.changed(p) != 0 || p.changed(picture{}) != 1 {
			t.Error("what changed isn't seen")
		}
	}
	whole := dump(0)
	for n := range whole {
		if _, err := parseDump(whole[:n]); err == nil {
			t.Fatalf("%d of %d bytes are a dump", n, len(whole))
		}
	}
}

func TestParseScene(t *testing.T) {
	const good = "grassland\tday\tclear\tbright\tdefault:dirt=3=0 mobs:rat=2=1\t0*2 1*1 0*1 2*1 0*2 2*1 0*1"
	s, err := parseScene(good, 3)
	if err != nil || s.Ecology != "grassland" || len(s.Shows) != 9 || len(s.Things) != 2 {
		t.Fatalf("%+v, %v", s, err)
	}
	if x := s.Things[0]; x.Name != "mobs:rat" || !x.Creature || x.Pixels != 2 || x.Far != 2 || x.Side != "middle" {
		t.Errorf("%+v", x)
	}
	if x := s.Things[1]; x.Name != "default:dirt" || x.Creature || x.Pixels != 1 || x.Side != "right" {
		t.Errorf("%+v", x)
	}
	for _, bad := range []string{"", good + "\t", strings.Replace(good, "1*1", "1*2", 1), strings.Replace(good, "2*1", "3*1", 1), strings.TrimSuffix(good, " 0*1"),
		strings.Replace(good, "=3=", "=x=", 1), strings.Replace(good, "1*1", "1", 1), strings.Replace(good, "1*1", "1*1 1*-1 1*1", 1)} {
		if _, err := parseScene(bad, 3); err == nil {
			t.Errorf("%q is a scene", bad)
		}
	}
}

// TestScreenLeavesNothing: an X server ends with what started it, and takes its socket and its folder with it.
func TestScreenLeavesNothing(t *testing.T) {
	xvfb, err := exec.LookPath("Xvfb")
	if err != nil {
		t.Skip(ErrNoClient, ": ", ClientHint)
	}
	dir := filepath.Join(t.TempDir(), "screen")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := newScreen(t.Context(), xvfb, dir, 320, 200)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if p, err := s.read(); err != nil || p.width != 320 || p.height != 200 {
		t.Errorf("the screen shows %d by %d pixels, %v", p.width, p.height, err)
	}
	socket := "/tmp/.X11-unix/X" + strings.TrimPrefix(s.display, ":")
	if _, err := os.Stat(socket); err != nil {
		t.Skip("its socket is elsewhere")
	}
	if err := s.end.Close(); err != nil { // as it is if this process is killed
		t.Fatal(err)
	}
	for _, name := range []string{socket, dir} {
		gone := func() bool { _, err := os.Stat(name); return errors.Is(err, os.ErrNotExist) }
		for n := 0; !gone(); n++ {
			if n > 300 {
				t.Fatal("there is still ", name)
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
}
