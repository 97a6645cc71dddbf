package minecraft

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

// drawing skips the test where there is nothing to draw pictures with, and returns the browser.
func drawing(t *testing.T) string {
	t.Helper()
	path, err := draws(t.Context())
	if err != nil {
		t.Skipf("%v: apt-get install chromium, and npm install with testdata/package.json in the parent of %s", err, modules)
	}
	return path
}

// eyes is a player on the strict server's land, who shows pictures.
type eyes struct {
	t *testing.T
	interaction.Camera
	shot  interaction.Shot
	world *World
}

func opened(t *testing.T, s server, profile string) *eyes {
	t.Helper()
	cfg := s.config(t, profile)
	cfg.Lived, cfg.Pictures = true, true
	w := open(t, cfg)
	shot, ok := w.Spec().Shot(interaction.Eyes)
	if !ok {
		t.Fatal("there are no pictures")
	}
	sess, err := w.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sess.Close() })
	if _, err := sess.Begin(t.Context(), interaction.State{}, 1); err != nil {
		t.Fatal(err)
	}
	return &eyes{t, sess.(interaction.Camera), shot, w}
}

// see is a picture, so many degrees to the right.
func (e *eyes) see(yaw int) []byte {
	e.t.Helper()
	shot := e.shot
	shot.Yaw = yaw
	f, err := e.Shoot(shot, nil)
	for range 5 { // a machine that does much else starts Chromium late
		if err != nil && strings.Contains(err.Error(), "late") {
			f, err = e.Shoot(shot, nil)
		}
	}
	if err != nil {
		e.t.Fatal(err)
	}
	return f.RGB
}

func (e *eyes) do(actions ...interaction.Action) {
	e.t.Helper()
	for _, a := range actions {
		if _, err := e.Step(e.t.Context(), a); err != nil {
			e.t.Fatal(err)
		}
	}
}

// colours counts those of a picture.
func colours(rgb []byte) int {
	all := map[string]bool{}
	for i := 0; i < len(rgb); i += 3 {
		all[string(rgb[i:i+3])] = true
	}
	return len(all)
}

// differ is the share of pixels in which two pictures of one size differ.
func differ(a, b []byte) float64 {
	n := 0
	for i := 0; i < len(a); i += 3 {
		if !bytes.Equal(a[i:i+3], b[i:i+3]) {
			n++
		}
	}
	return float64(3*n) / float64(len(a))
}

// TestPictures: a player's pictures show the land that stands before him: the same as long as he does nothing, another where he turns, and
// to his right what he has before him once he turns there.
func TestPictures(t *testing.T) {
	testModules(t)
	drawing(t)
	for _, version := range []string{"1.12.2", "1.16.5", "1.20.1"} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			some(t, version == "1.16.5")
			shows(t, opened(t, land(t, version), "dig dirt"))
		})
	}
}

func shows(t *testing.T, e *eyes) {
	t.Helper()
	began := time.Now()
	ahead := e.see(0)
	first := time.Since(began)
	if n := colours(ahead); n < 50 {
		t.Errorf("a picture has %d colours", n)
	}
	began = time.Now()
	if d := differ(ahead, e.see(0)); d > 0 {
		t.Errorf("of a picture taken again %.3f differ", d)
	}
	t.Logf("the first picture came %v after it was asked for, the second in %v", first.Round(100*time.Millisecond), time.Since(began).Round(10*time.Millisecond))
	if d := differ(ahead, e.see(90)); d < 0.2 {
		t.Errorf("to the right only %.3f differ", d)
	}
	small := e.shot
	small.Width, small.Height = 64, 48
	if _, err := e.Shoot(small, nil); err != nil {
		t.Error(err)
	}
	// Where nothing is in his way he comes back to where he was by a step there and one back.
	least := 1.0
	for range 4 {
		e.do("go_north", "go_south")
		right := e.see(90)
		e.do("go_east", "go_west")
		if least = min(least, differ(right, e.see(0))); least == 0 {
			break
		}
		e.do("go_south")
	}
	if least > 0.01 {
		t.Errorf("what is to the right of who faces south isn't what is before him when he faces west: %.3f differ", least)
	}
}

// TestPicturesAgain: a Chromium that is killed is started again, and one whose bot is killed doesn't stay.
func TestPicturesAgain(t *testing.T) {
	testModules(t)
	drawing(t)
	some(t, false)
	e := opened(t, land(t, "1.16.5"), "dig oak_log")
	ahead := e.see(0)
	for _, pid := range running(t, e.world.dir+"/chromium-") {
		kill(t, pid)
	}
	time.Sleep(time.Second)
	if d := differ(ahead, e.see(0)); d > 0 {
		t.Errorf("of a picture of another Chromium %.3f differ", d)
	}
	for _, pid := range running(t, e.world.dir+"/main.js") {
		kill(t, pid)
	}
	for range 100 {
		if len(running(t, e.world.dir)) == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("there still run %v", running(t, e.world.dir))
}

// running are the processes with these words in their command.
func running(t *testing.T, words string) (pids []int) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(files) == 0 {
		t.Skip("there is no /proc here")
	}
	for _, f := range files {
		if text, err := os.ReadFile(f); err == nil && bytes.Contains(text, []byte(words)) {
			n, err := strconv.Atoi(strings.Split(f, "/")[2])
			if err != nil {
				t.Fatal(err)
			}
			pids = append(pids, n)
		}
	}
	return pids
}

func kill(t *testing.T, pid int) {
	t.Helper()
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill() // it may have ended with another
	}
}

// TestPicturesOfFlyingSquid: those of a server that somebody else wrote, and what was dug isn't in the next.
func TestPicturesOfFlyingSquid(t *testing.T) {
	testModules(t)
	some(t, false)
	drawing(t)
	e := opened(t, startServer(t, "squid.js", map[string]any{"package": "flying-squid", "version": "1.16.5", "operator": false}), "dig grass_block")
	e.do("go_north", "go_south")
	behind := e.see(180)
	if n := colours(behind); n < 50 {
		t.Errorf("a picture has %d colours", n)
	}
	e.do("go_north", "a", "go_south") // what he digs is at his feet, where no eye looks
	if d := differ(behind, e.see(180)); d < 0.005 || d > 0.5 {
		t.Errorf("after the ground is dug %.3f differ", d)
	}
}

// TestPicturesStayHere: the page that draws what a server says reaches nothing but loopback.
func TestPicturesStayHere(t *testing.T) {
	testModules(t)
	browser := drawing(t)
	bridge, err := filepath.Abs("bridge")
	if err != nil {
		t.Fatal(err)
	}
	dir, outside := filepath.Join(t.TempDir(), "chromium"), filepath.Join(t.TempDir(), "outside")
	for _, d := range []string{dir, outside} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("node", "testdata/reach.js", bridge, browser, dir)
	cmd.Env = append(os.Environ(), "TMPDIR="+outside)
	out, err := cmd.Output()
	if err := remove(dir); err != nil {
		t.Error(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(outside); err != nil || len(left) > 0 {
		t.Errorf("Chromium leaves %v, %v", left, err)
	}
	switch said := strings.TrimSpace(string(out)); said {
	case "nothing":
	case "no network":
		t.Skip("there is no address here but loopback")
	default:
		t.Error(said)
	}
}

// TestNoPictures: without what draws them it is said what is missing.
func TestNoPictures(t *testing.T) {
	t.Setenv("NODE_PATH", t.TempDir())
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	if _, err := draws(t.Context()); !errors.Is(err, ErrNoPictures) || !strings.Contains(err.Error(), viewer) {
		t.Errorf("without the viewer: %v", err)
	}
}
