package luanti

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/internal/group"
)

// eyes is a real client of the game that draws what its player sees. A server dies with its client, and the client with it.
type eyes struct {
	on     *server
	dir    string
	screen *screen
	client *exec.Cmd
	gone   chan struct{} // closed when the client has ended
	closed chan struct{} // closed when its screen and its folder are gone too
	size   int           // of pictures

	blind atomic.Bool  // the client ended before the server
	at    atomic.Int64 // the life whose place was drawn last; zero: nobody's

	mu   sync.Mutex // held from when the player is put somewhere until the picture is drawn
	mark int        // of the latest view
}

// eyesName is the player of the client.
const eyesName = "eyes"

// eyesSettings have the server make no more of the map than it is told to, and send all of that.
const eyesSettings = "adam_eyes = true\nmax_users = 2\nmax_block_send_distance = 4\nmax_block_generate_distance = 0\n" +
	"max_simultaneous_block_sends_per_client = 200\nfull_block_send_enable_min_time_from_building = 0\n"

// clientSettings have the client draw nothing but the world, always in the same way. Leaves and water are opaque so that
// what a pixel shows is one thing.
const clientSettings = "fullscreen = false\nautosave_screensize = false\nfov = 72\nviewing_range = 40\nfog_start = 0.9\n" +
	"view_bobbing_amount = 0\nfall_bobbing_amount = 0\narm_inertia = false\ncamera_smoothing = 0\nenable_3d_clouds = false\n" +
	"leaves_style = opaque\nopaque_water = true\nnode_highlighting = none\nenable_particles = false\nenable_sound = false\n" +
	"show_debug = false\nenable_shaders = false\nenable_minimap = false\nfps_max = 30\nfps_max_unfocused = 30\n" +
	"enable_client_modding = false\nenable_register_confirmation = false\nenable_remote_media_server = false\n" +
	"pause_on_lost_focus = false\nmenu_clouds = false\nclean_transparent_textures = false\nanisotropic_filter = false\nvsync = false\n"

const (
	// joinTime is how long the client may take to be in the game, with all of the game's textures and sounds sent.
	joinTime = 5 * time.Minute
	// stillFirst and stillThen are how long a picture has to stay as it is, at a new place and after a turn there: pieces of the
	// map arrive and are built one after the other. still is the part of the pixels that may change, as where stars twinkle.
	stillFirst, stillThen = 1500 * time.Millisecond, 300 * time.Millisecond
	still                 = .01
	// restless is after how long twice as much may change, and so on: there are places where something always flickers.
	restless = 5 * time.Second
	// drawTime is how long a picture may take.
	drawTime = time.Minute
	// leastHigh is how many pixels high what is drawn is, at least.
	leastHigh = 192
)

// marks are the colours in the corner that tell which view is drawn, in the mod's order.
var marks = [...][3]byte{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 0}, {255, 0, 255}, {0, 255, 255}}

// newEyes has a client join the server.
func newEyes(ctx context.Context, on *server, size int) (*eyes, error) {
	xvfb, client, err := programs()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "adam-luanti-eyes-")
	if err != nil {
		return nil, err
	}
	e := &eyes{on: on, dir: dir, size: size, closed: make(chan struct{})}
	high := size * ((leastHigh + size - 1) / size)
	wide := (high*16/10 + 7) / 4 * 4 // at least 16 to 10: in narrower windows the client looks up and down farther
	if e.screen, err = newScreen(ctx, xvfb, dir, wide, high); err != nil {
		e.close()
		return nil, err
	}
	conf := filepath.Join(dir, "client.conf")
	if err := os.WriteFile(conf, fmt.Appendf(nil, "%sscreen_w = %d\nscreen_h = %d\n", clientSettings, wide, high), 0o600); err != nil {
		e.close()
		return nil, err
	}
	e.client = exec.Command(client, "--go", "--address", "127.0.0.1", "--port", fmt.Sprint(on.port), "--name", eyesName, "--password", "",
		"--config", conf, "--logfile", "", "--quiet")
	e.client.Dir = dir
	e.client.Env = []string{"HOME=" + dir, "LANG=C", "PATH=/usr/bin:/bin", "DISPLAY=" + e.screen.display, "LIBGL_ALWAYS_SOFTWARE=1", "XDG_RUNTIME_DIR=" + dir}
	group.Own(e.client)
	if err := e.client.Start(); err != nil {
		e.client = nil
		e.close()
		return nil, fmt.Errorf("start %s: %w", client, err)
	}
	e.gone = make(chan struct{})
	go func() {
		_ = e.client.Wait() // how it ended shows in what isn't drawn
		close(e.gone)
	}()
	limit, cancel := context.WithTimeout(ctx, joinTime)
	defer cancel()
	joined := make(chan struct{})
	defer close(joined)
	go func() {
		select {
		case <-e.gone:
			cancel()
		case <-joined:
		}
	}()
	if err := e.tell(limit, "join"); err != nil {
		if ctx.Err() == nil && limit.Err() != nil {
			err = errors.New("the client didn't join the game")
		}
		if e.ended() {
			err = errors.New("the client ended before it was in the game")
		}
		e.close()
		return nil, err
	}
	go func() {
		select {
		case <-e.gone:
			e.blind.Store(!on.gone())
			on.kill()
			<-on.exited
		case <-on.exited:
		}
		e.close()
		close(e.closed)
	}()
	return e, nil
}

// ended reports whether the client has ended.
func (e *eyes) ended() bool {
	select {
	case <-e.gone:
		return true
	default:
		return false
	}
}

// close ends the client and its screen.
func (e *eyes) close() {
	if e.client != nil {
		group.Kill(e.client.Process)
		<-e.gone
	}
	if e.screen != nil {
		e.screen.close()
	}
	_ = os.RemoveAll(e.dir) // nothing of worth is in it
}

// ask sends the server a line and returns its answer.
func (e *eyes) ask(ctx context.Context, line string) (string, error) {
	e.on.mu.Lock()
	defer e.on.mu.Unlock()
	lines, err := e.on.request(ctx, []byte(line+"\n"), 1)
	if err != nil {
		return "", err
	}
	if answer := string(lines[0]); len(answer) == 0 || answer[0] != '!' {
		return answer, nil
	}
	return "", errors.New(string(lines[0][1:]))
}

// tell sends the server a line that has nothing to answer.
func (e *eyes) tell(ctx context.Context, line string) error {
	_, err := e.ask(ctx, line)
	return err
}

// picture turns to the right of north by yaw degrees, and returns the middle of what is drawn there. The caller holds mu.
func (e *eyes) picture(ctx context.Context, shot interaction.Shot, yaw int, quiet time.Duration) (interaction.Frame, error) {
	p, err := e.look(ctx, degrees(yaw), quiet)
	if err != nil {
		return interaction.Frame{}, err
	}
	return interaction.Frame{Shot: shot, RGB: p.middle(e.size)}, nil
}

// degrees is the yaw from 0 to 359.
func degrees(yaw int) int { return (yaw%360 + 360) % 360 }

// fits fails where the client takes no such picture.
func (e *eyes) fits(shot interaction.Shot) error {
	if shot.View != interaction.Eyes || shot.Width != e.size || shot.Height != e.size {
		return fmt.Errorf("pictures are by eyes, of %d by %d pixels", e.size, e.size)
	}
	return nil
}

// errStill says that the client draws nothing, or draws something else all the time.
var errStill = errors.New("the client doesn't draw what it should see")

// look turns to the right of north by yaw degrees, and returns what is drawn when nothing changes any more.
func (e *eyes) look(ctx context.Context, yaw int, quiet time.Duration) (picture, error) {
	e.mark = (e.mark + 1) % len(marks)
	if err := e.tell(ctx, fmt.Sprintf("look %d %d", yaw, e.mark)); err != nil {
		return picture{}, err
	}
	var last picture
	begun := time.Now()
	since := begun
	for {
		// The engine stands still but while it is asked to go on.
		if err := e.tell(ctx, "pass 4"); err != nil {
			return picture{}, err
		}
		p, err := e.screen.read()
		if err != nil {
			return picture{}, err
		}
		if p.at(2, 2) != marks[e.mark] || p.changed(last) > still*float64(1+time.Since(begun)/restless) {
			since, last = time.Now(), p
		}
		if time.Since(since) > quiet {
			return p, nil
		}
		if err := ctx.Err(); err != nil {
			return picture{}, err
		}
		if time.Since(begun) > drawTime {
			return picture{}, errStill
		}
	}
}
