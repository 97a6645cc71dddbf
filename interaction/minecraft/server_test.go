package minecraft

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// testModules finds what npm installed of testdata/package.json, as .ci/run has it done, and the test runs beside
// others. Without it the test is skipped.
func testModules(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node; install it: apt-get install nodejs npm")
	}
	if _, err := os.Stat(filepath.Join(modules, "flying-squid")); err != nil {
		t.Skipf("no test servers in %s; get them: npm install with testdata/package.json in its parent", modules)
	}
	t.Parallel()
}

// some keeps what runs by default short: the others run where the environment says ADAM_SOAK_MINUTES, as for make
// soak-minecraft.
func some(t *testing.T, byDefault bool) {
	t.Helper()
	if !byDefault && os.Getenv("ADAM_SOAK_MINUTES") == "" {
		t.Skip("slow: make soak-minecraft runs it")
	}
}

// modules is where the packages are.
var modules string

func TestMain(m *testing.M) {
	cache, err := os.UserCacheDir()
	if err == nil {
		modules = filepath.Join(cache, "adam-test", "minecraft", "node_modules")
		err = os.Setenv("NODE_PATH", modules)
	}
	if err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// server is a process of a game server, and the port that it listens on.
type server struct {
	port int
	stop func()
}

// startServer runs a program of testdata with the options until the test ends.
func startServer(t testing.TB, program string, options map[string]any) server {
	t.Helper()
	told, err := json.Marshal(options)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", filepath.Join("testdata", program), string(told))
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	said := &strings.Builder{}
	cmd.Stderr = said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := server{stop: sync.OnceFunc(func() {
		_ = stdin.Close() // which ends it
		timer := time.AfterFunc(5*time.Second, func() { _ = cmd.Process.Kill() })
		defer timer.Stop()
		_ = cmd.Wait() // it may have been killed
	})}
	t.Cleanup(s.stop)
	ready := make(chan int, 1)
	go func() {
		defer close(ready)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			var port int
			if n, _ := fmt.Sscanf(lines.Text(), "ready %d", &port); n == 1 {
				ready <- port
			}
		}
	}()
	late := time.AfterFunc(3*time.Minute, s.stop)
	port, ok := <-ready
	if !late.Stop() || !ok {
		s.stop()
		t.Fatalf("the server %s didn't start: %s", program, said)
	}
	go func() { // what it logs must not fill the pipe
		for range ready {
		}
	}()
	s.port = port
	return s
}

// strict starts the strict test server.
func strict(t *testing.T, version string, traps ...string) server {
	t.Helper()
	on := map[string]bool{}
	for _, name := range traps {
		on[name] = true
	}
	return startServer(t, "server/main.js", map[string]any{"version": version, "tick": 5, "traps": on})
}

// config is that of a test against the server.
func (s server) config(t *testing.T, profile string) Config {
	return Config{Host: "127.0.0.1", Port: s.port, Profile: profile, Places: t.TempDir()}
}
