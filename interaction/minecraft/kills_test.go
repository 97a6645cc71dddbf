package minecraft

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestGoesOnAfterKills: eight bots explore, and now the whole of adam is killed, now one bot, at any instant. What
// goes on by the same command ends exact, and leaves no bot behind.
func TestGoesOnAfterKills(t *testing.T) {
	testModules(t)
	some(t, false)
	dir := t.TempDir()
	adam, db, cache := filepath.Join(dir, "adam"), filepath.Join(dir, "a.db"), filepath.Join(dir, "cache")
	if out, err := exec.Command("go", "build", "-o", adam, "../../cmd/adam").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s := strict(t, "1.16.5")
	world := fmt.Sprintf("minecraft:127.0.0.1:%d", s.port)
	run := func(args ...string) *exec.Cmd {
		cmd := exec.Command(adam, args...)
		cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache)
		return cmd
	}
	places := filepath.Join(cache, "adam", "minecraft", fmt.Sprintf("127.0.0.1_%d", s.port))
	draw := rand.New(rand.NewPCG(1, 2))
	bots, runs := 0, 0
	for done := false; !done && runs < 60; runs++ {
		cmd := run("explore", "--world", world, "--profile", small, "--parallel", "8", "--db", db)
		var said bytes.Buffer
		cmd.Stderr = &said
		out := make(chan error, 1)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		go func() { out <- cmd.Wait() }()
		for ends := time.After(time.Duration(20+draw.IntN(60)) * time.Second); ; {
			select {
			case err := <-out:
				if done = err == nil; !done {
					t.Logf("run %d: %v: %s", runs, err, said.String())
				}
			case <-time.After(time.Duration(1000+draw.IntN(10000)) * time.Millisecond):
				if all := alive(t, places); len(all) > 1 { // without the first there is no world
					if p, err := os.FindProcess(all[draw.IntN(len(all))]); err == nil && p.Kill() == nil {
						bots++
					}
				}
				continue
			case <-ends:
				_ = cmd.Process.Kill() // it may have ended
				<-out
			}
			break
		}
	}
	t.Logf("%d runs, %d bots killed", runs, bots)
	text, err := run("graph", "score", "--db", db, "--rules", "testdata/small.json", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var score struct {
		SHD   int   `json:"shd"`
		Wrong []any `json:"wrong_certificates"`
	}
	if err := json.Unmarshal(text, &score); err != nil {
		t.Fatal(err)
	}
	if score.SHD != 0 || len(score.Wrong) > 0 {
		t.Errorf("%s", text)
	}
	for range 50 {
		if len(alive(t, places)) == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("bots are still there: %v", alive(t, places))
}

// alive are the bots of a folder that still run.
func alive(t *testing.T, places string) (all []int) {
	t.Helper()
	for _, pid := range pids(t, places) {
		if text, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); err == nil && len(text) > 0 {
			all = append(all, pid)
		}
	}
	return all
}
