package luanti

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/internal/group"
)

//go:embed mod
var mod embed.FS

const (
	// startTime is how long a server may take to load the game and to look what can be
	// done in it; minetest_game takes some seconds of a CPU, and games with more of what may
	// grow minutes.
	startTime = 30 * time.Minute
	// grace is how long a server may take to finish what it is at when it isn't
	// wanted any more.
	grace = 3 * time.Second
)

// server is one process of the game, in a folder of its own.
type server struct {
	cmd    *exec.Cmd
	dir    string
	ask    *os.File // closed: the server stops
	answer *os.File
	in     *bufio.Reader
	log    *tail
	player *client
	eyes   *eyes // nil: there are no pictures
	port   int
	exited chan struct{}
	dead   atomic.Bool // killed, or found to have died

	mu    sync.Mutex // one request at a time
	bases map[interaction.Base]int
	next  int // number of the next base

	leavers sync.Mutex
	left    []byte // what says that lives gave up their places, and wasn't sent yet
}

// start runs a server and waits until it can be asked. The server outlives ctx.
func start(ctx context.Context, cfg Config) (*server, error) {
	program, err := cfg.program()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "adam-luanti-")
	if err != nil {
		return nil, err
	}
	s := &server{dir: dir, log: &tail{}, exited: make(chan struct{}), bases: map[interaction.Base]int{}}
	if err := s.launch(program, cfg); err != nil {
		_ = os.RemoveAll(dir) // nothing of worth is in it
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	ctx, refuse := context.WithCancelCause(ctx)
	defer refuse(nil)
	go s.player.watch(ctx, refuse)
	stop := context.AfterFunc(ctx, s.kill)
	line, err := s.in.ReadString('\n')
	if !stop() {
		err = context.Cause(ctx)
	}
	if err == nil && line != "adam 2\n" {
		err = fmt.Errorf("it says %q", line)
	}
	if err != nil {
		s.kill()
		<-s.exited
		return nil, fmt.Errorf("the server didn't start: %w%s", err, s.log)
	}
	if size := cfg.pictures(); size > 0 {
		if s.eyes, err = newEyes(ctx, s, size); err != nil {
			s.stop()
			return nil, err
		}
	}
	return s, nil
}

// launch writes the world's folder and starts the process.
func (s *server) launch(program string, cfg Config) error {
	port, err := freePort()
	if err != nil {
		return err
	}
	s.port = port
	if err := s.write(cfg, port); err != nil {
		return err
	}
	childAsk, ask, err := os.Pipe()
	if err != nil {
		return err
	}
	defer childAsk.Close()
	answer, childAnswer, err := os.Pipe()
	if err != nil {
		_ = ask.Close() // nothing was written
		return err
	}
	defer childAnswer.Close()
	// The shell waits for the server and removes its folder, also if this process
	// is killed and can't.
	s.cmd = exec.Command("/bin/sh", "-c", `dir=$0; "$@"; exec rm -rf -- "$dir" 3<&- 4>&-`, s.dir,
		program, "--config", filepath.Join(s.dir, "conf"), "--world", filepath.Join(s.dir, "world"),
		"--gameid", gameID, "--logfile", "", "--quiet")
	s.cmd.Dir = s.dir
	games := filepath.Join(s.dir, "games")
	s.cmd.Env = []string{"HOME=" + s.dir, "LANG=C", "PATH=/usr/bin:/bin",
		"MINETEST_SUBGAME_PATH=" + games, "MINETEST_GAME_PATH=" + games, "LUANTI_GAME_PATH=" + games}
	s.cmd.Stderr = s.log
	s.cmd.ExtraFiles = []*os.File{childAsk, childAnswer} // 3 and 4
	group.Own(s.cmd)
	if err := s.cmd.Start(); err != nil {
		_, _ = ask.Close(), answer.Close() // nothing was written
		return fmt.Errorf("start %s: %w", program, err)
	}
	s.ask, s.answer, s.in = ask, answer, bufio.NewReaderSize(answer, 1<<16)
	if s.player, err = join(port, playerName); err != nil {
		group.Kill(s.cmd.Process)
		_ = s.cmd.Wait() // it was killed
		_, _ = ask.Close(), answer.Close()
		return err
	}
	go func() {
		_ = s.cmd.Wait() // how it ended shows in what it answered
		s.player.leave()
		_ = os.RemoveAll(s.dir) // the shell may have been killed too
		close(s.exited)
	}()
	return nil
}

// gameID is what the game is called in the world's folder, whatever its own folder is
// called; playerName is who plays.
const gameID, playerName = "adamgame", "adam"

// livedSettings have one map made, the same each time, and the engine leave alone what is in it: what happens there
// happens by the steps of lives.
const livedSettings = "adam_lived = true\nmg_name = v7\nmapgen_limit = 26000\nfixed_map_seed = 20261125\nnum_emerge_threads = 1\n" +
	"abm_interval = 1000000\nnodetimer_interval = 1000000\nliquid_update = 1000000\n"

func (s *server) write(cfg Config, port int) error {
	game, err := cfg.gameFolder()
	if err != nil {
		return err
	}
	links := map[string]string{"games/" + gameID: game}
	mods, err := cfg.modFolders()
	if err != nil {
		return err
	}
	for name, dir := range mods {
		links["world/worldmods/"+name] = dir
	}
	files := map[string]string{
		"conf": fmt.Sprintf("bind_address = 127.0.0.1\nport = %d\nserver_announce = false\n"+
			"secure.trusted_mods = adam\ndedicated_server_step = 0.01\nserver_unload_unused_data_timeout = 1000000000\n"+
			"enable_rollback_recording = false\ncreative_mode = false\nmax_users = 1\n"+
			"enable_damage = false\ntime_speed = 0\nactive_block_range = 1\nmax_block_send_distance = 1\n"+
			"default_privs = interact, shout, give, fly, noclip\n", port),
		"world/world.mt": "gameid = " + gameID + "\nbackend = dummy\nplayer_backend = dummy\nauth_backend = files\nmod_storage_backend = files\n",
	}
	entries, err := mod.ReadDir("mod")
	if err != nil {
		return err
	}
	for _, e := range entries {
		data, err := mod.ReadFile("mod/" + e.Name())
		if err != nil {
			return err
		}
		files["world/worldmods/adam/"+e.Name()] = string(data)
	}
	if cfg.pictures() > 0 {
		files["conf"] += eyesSettings // in place of what is said above
	}
	if cfg.scenes > 0 {
		files["conf"] += "adam_scenes = true\n"
	}
	if cfg.Lived {
		files["conf"] += livedSettings
	} else {
		files["conf"] += "mg_name = singlenode\n"
	}
	if cfg.Modified != 0 {
		edits := cfg.Edits
		if edits == 0 {
			edits = defaultEdits
		}
		files["conf"] += fmt.Sprintf("adam_modified = %d\nadam_edits = %d\n", cfg.Modified, edits)
	}
	for name, text := range files {
		path := filepath.Join(s.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	// In a fixed order: the engine loads mods that don't depend on each other as their folder lists
	// them, and of two that register the same thing the first counts.
	for _, name := range slices.Sorted(maps.Keys(links)) {
		path := filepath.Join(s.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.Symlink(links[name], path); err != nil {
			return err
		}
	}
	return nil
}

// freePort is a UDP port on loopback that nobody had a moment ago, for the server and the player.
func freePort() (int, error) {
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return 0, err
	}
	defer c.Close()
	return c.LocalAddr().(*net.UDPAddr).Port, nil
}

// request sends lines and reads as many answer lines as are asked for, or all up to
// "end" if lines is zero. When ctx is done the server may still answer for a
// moment; then it is killed. The caller holds mu.
func (s *server) request(ctx context.Context, text []byte, lines int) ([][]byte, error) {
	late := make(chan struct{})
	defer close(late)
	stop := context.AfterFunc(ctx, func() {
		timer := time.NewTimer(grace)
		defer timer.Stop()
		select {
		case <-late:
		case <-timer.C:
			s.kill()
		}
	})
	defer stop()
	if _, err := s.ask.Write(append(s.leaving(), text...)); err != nil {
		return nil, s.lost(err)
	}
	var out [][]byte
	for lines == 0 || len(out) < lines {
		line, err := s.in.ReadBytes('\n')
		if err != nil {
			return nil, s.lost(err)
		}
		line = bytes.TrimSuffix(line, []byte("\n"))
		if lines == 0 && string(line) == "end" {
			break
		}
		out = append(out, line)
	}
	return out, nil
}

// leave has the server give up the place of a life: at once, or before the next request if it is at one.
func (s *server) leave(id int) {
	s.leavers.Lock()
	s.left = fmt.Appendf(s.left, "leave %d\n", id)
	s.leavers.Unlock()
	if s.mu.TryLock() {
		defer s.mu.Unlock()
		_, _ = s.ask.Write(s.leaving()) // a server that died has no place to give up
	}
}

// leaving is what says that lives gave up their places; it is sent once.
func (s *server) leaving() []byte {
	s.leavers.Lock()
	defer s.leavers.Unlock()
	out := s.left
	s.left = nil
	return out
}

// lost makes an error of the pipes a fault, and the server goes.
func (s *server) lost(err error) error {
	s.kill()
	switch {
	case s.eyes != nil && s.eyes.blind.Load():
		err = errors.New("the game's client ended")
	case errors.Is(err, io.EOF) || errors.Is(err, syscall.EPIPE):
		err = errors.New("the server died")
	}
	return &interaction.Fault{Class: interaction.FaultLost, Dead: true, Err: fmt.Errorf("%w%s", err, s.log)}
}

// gone reports whether the process has ended, or is about to.
func (s *server) gone() bool {
	select {
	case <-s.exited:
		return true
	default:
		return s.dead.Load()
	}
}

// kill ends the process at once. It may be called at any time, and again.
func (s *server) kill() {
	s.dead.Store(true)
	group.Kill(s.cmd.Process)
	_, _ = s.ask.Close(), s.answer.Close()
}

// over waits until the server, which was killed or has ended, is gone with its folder, and its client too.
func (s *server) over() {
	<-s.exited
	if s.eyes != nil {
		<-s.eyes.closed
	}
}

// stop lets the server end by itself, and kills it if it takes too long. It is gone
// with its folder and its client when stop returns.
func (s *server) stop() {
	_ = s.ask.Close() // which is what tells it
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-s.exited:
	case <-timer.C:
	}
	s.kill()
	s.over()
}

// tail keeps the first error that is written to it since the server began to be asked for
// something, in the game's own words.
type tail struct {
	mu   sync.Mutex
	rest []byte // of a line that isn't complete
	why  string
}

func (t *tail) Write(b []byte) (int, error) {
	const longest = 4000 // of a line
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rest = append(t.rest, b...)
	for {
		line, rest, ok := bytes.Cut(t.rest, []byte("\n"))
		if !ok {
			break
		}
		if _, what, found := strings.Cut(string(line), "ERROR["); found && !t.fatal() && (t.why == "" || isFatal(what)) {
			_, t.why, _ = strings.Cut(what, "]: ")
		}
		t.rest = rest
	}
	t.rest = t.rest[:min(len(t.rest), longest)]
	return len(b), nil
}

// fatal reports whether the error is one that servers die of. Others may come before it.
func (t *tail) fatal() bool { return isFatal(t.why) }

func isFatal(line string) bool {
	return strings.Contains(line, "ModError") || strings.Contains(line, "ServerError")
}

// String is the error, or nothing.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.why == "" {
		return ""
	}
	return ": " + strings.TrimSpace(t.why)
}
