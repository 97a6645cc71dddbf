//go:build unix

package luanti

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/pool"
)

// TestServerIsKilled: five times, at moments that the trials choose, and nothing is
// changed by it.
func TestServerIsKilled(t *testing.T) {
	r := conformance.Rand(t)
	w := game(t, Config{})
	trials := some(r, w, 1500)
	want := run(t, w, 2, trials)
	var mu sync.Mutex
	kills, done := 0, 0
	p, err := pool.New(w, pool.Config{Sessions: 3, Seed: 3, Timeout: 5 * time.Minute, Record: func(interaction.Trial, interaction.Outcome) {
		mu.Lock()
		defer mu.Unlock()
		if done++; done%250 == 1 && kills < 5 {
			kills++
			s := w.first()
			_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL) // it may have ended by an earlier one
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	got, err := p.Run(context.Background(), trials)
	if err != nil {
		t.Fatal(err)
	}
	if kills != 5 {
		t.Errorf("%d kills", kills)
	}
	for i, o := range got {
		if !reflect.DeepEqual(o, want[i]) {
			t.Fatalf("%s: %+v and %+v", w.Label(trials[i].Action), o, want[i])
		}
	}
}

// TestExplorationSurvives: what is learned is the same to the last trial when the
// server is killed five times meanwhile.
func TestExplorationSurvives(t *testing.T) {
	w := game(t, Config{})
	learn := func(hook func()) (*graphstore.Graph, map[interaction.Key]string) {
		ctx := context.Background()
		l := &graphstore.Memory{}
		cfg := explore.Config{Seed: 1, Width: 256, Delta: .01, Floor: .3, Stock: 64, Attempts: 3, Unlock: explore.UnlockNone,
			Chances: explore.ChancesShared, Goal: "default:pick_wood", Refiner: refine.Group{}, Hypothesizer: discovery.NoHypothesis{}}
		x, err := explore.New(ctx, cfg, w.Spec(), l)
		if err != nil {
			t.Fatal(err)
		}
		p, err := pool.New(w, pool.Config{Sessions: 3, Seed: 1, Record: func(interaction.Trial, interaction.Outcome) { hook() }})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		sum, err := x.Run(ctx, p, nil)
		if err != nil || sum.End != explore.EndGoal {
			t.Fatalf("%v: %+v", err, sum)
		}
		outcomes := map[interaction.Key]string{}
		for e, err := range l.Since(ctx, 0) {
			if err != nil {
				t.Fatal(err)
			}
			if e.Kind == graphstore.KindOutcome {
				outcomes[e.Key] = string(e.Body)
			}
		}
		f, err := graphstore.Fold(ctx, l, nil)
		if err != nil {
			t.Fatal(err)
		}
		return f.Graph, outcomes
	}
	want, outcomes := learn(func() {})
	var n, kills atomic.Int32
	got, again := learn(func() {
		if n.Add(1)%200 == 100 && kills.Load() < 5 {
			kills.Add(1)
			s := w.first()
			_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL) // it may have ended by an earlier one
		}
	})
	if kills.Load() != 5 {
		t.Errorf("%d kills in %d trials", kills.Load(), n.Load())
	}
	// A trial that a kill hits while it runs may be entered as broken, and again as the next attempt.
	lost := 0
	for k, body := range outcomes {
		if again[k] != body {
			lost++
		}
	}
	if len(graphstore.Diff(got, want)) > 0 || lost > int(kills.Load()) || len(again) > len(outcomes)+int(kills.Load()) {
		t.Errorf("%d trials in a run that was disturbed, %d in one that wasn't, and %d differ after %d kills", len(again), len(outcomes), lost, kills.Load())
	}
}

// TestNothingIsLeft of a server: no process and no folder, also if it was killed.
func TestNothingIsLeft(t *testing.T) {
	if !Installed() {
		t.Skipf("%v; %s", ErrNotInstalled, Hint)
	}
	t.Setenv("TMPDIR", t.TempDir())
	for _, how := range []string{"closed", "killed"} {
		w, err := New(context.Background(), Config{})
		if err != nil {
			t.Fatal(err)
		}
		pid := w.first().cmd.Process.Pid
		if how == "killed" {
			w.first().kill()
		}
		_ = w.Close()
		if !gone(pid) {
			t.Errorf("%s: the process is there", how)
		}
		if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "adam-luanti-*")); len(left) > 0 {
			t.Errorf("%s: left behind: %v", how, left)
		}
	}
}

// beOwner in the environment makes this test binary a process that starts a server,
// says which, and waits to be killed.
const beOwner = "ADAM_LUANTI_TEST_OWNER"

func TestMain(m *testing.M) {
	if os.Getenv(beOwner) == "" {
		code := m.Run()
		for _, w := range [...]*World{shared.world, home.world} {
			if w != nil {
				_ = w.Close() // the tests are over
			}
		}
		os.Exit(code)
	}
	w, err := New(context.Background(), Config{})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(w.first().cmd.Process.Pid)
	_, _ = io.Copy(io.Discard, os.Stdin) // for ever
}

// TestOwnerIsKilled: a server whose owner is killed stops, and its folder goes.
func TestOwnerIsKilled(t *testing.T) {
	if !Installed() {
		t.Skipf("%v; %s", ErrNotInstalled, Hint)
	}
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), beOwner+"=1", "TMPDIR="+dir)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Fscan(stdout, &pid); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	if !gone(pid) {
		_ = syscall.Kill(-pid, syscall.SIGKILL) // so that at least it goes now
		t.Error("the process is there")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// gone waits until there is nothing of a process group. Its processes may be nobody's
// children any more, so it must be asked again and again.
func gone(group int) bool {
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); runtime.Gosched() {
		if syscall.Kill(-group, 0) != nil {
			return true
		}
	}
	return false
}

// Each server has its mods in the same order: of two that register the same thing the first
// counts, and the game would have other rules each time.
func TestModsAreInOrder(t *testing.T) {
	cfg := Config{Game: "testdata/strange"}
	for i := range 12 {
		dir := filepath.Join(t.TempDir(), fmt.Sprint("mod", i))
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "init.lua"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		cfg.Mods = append(cfg.Mods, dir)
	}
	root := t.TempDir()
	if dir, err := os.MkdirTemp("/dev/shm", "adam-test-"); err == nil { // where a folder lists what is in it by age
		root = dir
		defer os.RemoveAll(dir)
	}
	var first []string
	for i := range 8 {
		s := &server{dir: filepath.Join(root, fmt.Sprint(i))}
		if err := s.write(cfg, 1); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(filepath.Join(s.dir, "world", "worldmods"))
		if err != nil {
			t.Fatal(err)
		}
		names, err := f.Readdirnames(-1) // as the engine reads them, unsorted
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = names
		}
		if len(names) != 13 || !slices.Equal(names, first) {
			t.Errorf("%v, and before %v", names, first)
		}
	}
}

// What a mod that depends on others makes of the first thing that it meets is the same in each server, though Lua leaves to
// chance which it is. (One that depends on none may be loaded before the tables are in order.)
func TestTablesAreInOrder(t *testing.T) {
	mod := filepath.Join(t.TempDir(), "zz")
	if err := os.MkdirAll(mod, 0o700); err != nil {
		t.Fatal(err)
	}
	const first = `local things = {before = true}
for i = 2, 40 do things["thing" .. i] = true end
for _ in pairs(things) do end
things.before, things.thing1 = nil, true -- as many as before, but others
for name in pairs(things) do
	core.register_craftitem("zz:" .. name, {})
	core.register_craft({output = "zz:" .. name, recipe = {{"strange:pebble", "strange:pebble", "strange:pebble"}}})
	break
end
`
	for name, text := range map[string]string{"init.lua": first, "mod.conf": "name = zz\ndepends = strange\n"} {
		if err := os.WriteFile(filepath.Join(mod, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		w := game(t, Config{Game: "testdata/strange", Servers: 1, Mods: []string{mod}})
		if !slices.ContainsFunc(w.Spec().Actions, func(a interaction.ActionSpec) bool { return w.Label(a.ID) == "craft zz:thing1" }) {
			t.Error("the first of the things is another one")
		}
	}
}
