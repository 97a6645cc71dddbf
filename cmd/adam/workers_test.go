package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// freePort is an address on this machine where nobody listens.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// adamProcess is adam in a process of its own.
func adamProcess(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), runMain+"=1")
	return c
}

// Who runs the trials changes nothing of what is found. With so few sessions the best width is the usual one. ADAM_WORKERS_WORLD is another world than a small one.
func TestWorkersFindTheSame(t *testing.T) {
	world := cmp.Or(os.Getenv("ADAM_WORKERS_WORLD"), "minecraft-41")
	dir, address := t.TempDir(), freePort(t)
	local, far := filepath.Join(dir, "local.db"), filepath.Join(dir, "far.db")
	if out, err := adamProcess("explore", "--world", world, "--db", local).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for range 4 {
		w := adamProcess("worker", "--connect", "nats://"+address, "--world", world, "--sessions", "1")
		if err := w.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = w.Process.Kill()
			_ = w.Wait() // it was killed
		})
	}
	c := adamProcess("explore", "--world", world, "--db", far, "--workers", "embedded:"+address, "--width", "auto", "--json")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.Bytes())
	}
	var said struct {
		Workers     int `json:"workers_seen"`
		Redelivered int
		Trials      int
		Width       int
	}
	if err := json.Unmarshal(out, &said); err != nil {
		t.Fatal(err)
	}
	if said.Workers < 1 || said.Workers > 4 || said.Redelivered != 0 || said.Trials == 0 || said.Width != 8 {
		t.Errorf("%+v", said)
	}
	if !bytes.Equal(exportOf(t, local), exportOf(t, far)) {
		t.Error("the graphs differ")
	}
	if _, err := os.Stat(far + ".queue"); !os.IsNotExist(err) {
		t.Errorf("the queue is left behind: %v", err)
	}
}

func TestWidthFor(t *testing.T) {
	for sessions, want := range map[int]int{0: 8, 1: 8, 8: 8, 9: 16, 100: 128, 1000: 1024, 4096: 4096, 1_000_000: 4096} {
		if got := widthFor(sessions); got != want {
			t.Errorf("%d sessions: width %d, want %d", sessions, got, want)
		}
	}
}
