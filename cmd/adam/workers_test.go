package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/interaction/queue"
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

// Who lives the lives changes nothing of what is found, and a worker that dies with a life in hand costs time only.
func TestWorkersLiveTheSame(t *testing.T) {
	const world = "lived:tiny"
	dir, address := t.TempDir(), freePort(t)
	local, far := filepath.Join(dir, "local.db"), filepath.Join(dir, "far.db")
	if out, err := adamProcess("explore", "--world", world, "--db", local, "--parallel", "2").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	c := adamProcess("explore", "--world", world, "--db", far, "--workers", "embedded:"+address, "--json")
	var out, stderr bytes.Buffer
	c.Stdout, c.Stderr = &out, &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	t.Cleanup(func() { _ = c.Process.Kill() })

	w, err := openWorld(ctx, world, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	nc, err := reach(ctx, "nats://"+address, queue.Access{}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	died, lives := make(chan struct{}), 0
	dies := &queue.Worker{World: w, Sessions: 1, Version: version}
	replica := living.NewReplica(w)
	dies.Live = func(ctx context.Context, job []byte, log func(context.Context, int) ([][]byte, error)) ([]byte, error) {
		if lives++; lives == 4 {
			nc.Close() // as if by kill -9: nothing is heard of it again
			close(died)
			<-ctx.Done()
		}
		return replica.Live(ctx, job, log)
	}
	go func() { _ = dies.Run(ctx, nc) }() // it ends with the test's process
	select {
	case <-died:
	case err := <-ended:
		t.Fatalf("it ended before the worker died: %v: %s", err, stderr.Bytes())
	case <-ctx.Done():
		t.Fatalf("the worker was given no fourth life: %s", stderr.Bytes())
	}
	second := adamProcess("worker", "--connect", "nats://"+address, "--world", world, "--sessions", "2")
	if err := second.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = second.Process.Kill()
		_ = second.Wait() // it was killed
	})
	select {
	case err := <-ended:
		if err != nil {
			t.Fatalf("%v: %s", err, stderr.Bytes())
		}
	case <-ctx.Done():
		t.Fatalf("the exploration doesn't end: %s", stderr.Bytes())
	}
	var said struct {
		Workers     int `json:"workers_seen"`
		Redelivered int
		Faults      int
		Complete    bool
	}
	if err := json.Unmarshal(out.Bytes(), &said); err != nil {
		t.Fatal(err)
	}
	if said.Workers != 2 || said.Redelivered < 1 || said.Faults != 0 || !said.Complete {
		t.Errorf("%+v", said)
	}
	if !bytes.Equal(exportOf(t, local), exportOf(t, far)) {
		t.Error("the graphs differ")
	}
	if a, b := outcomes(t, local), outcomes(t, far); !maps.Equal(a, b) {
		t.Errorf("%d trials and %d, and they aren't the same", len(a), len(b))
	}
}

// Agents whose lives workers live learn what agents on one machine do.
func TestWorkersOfAgents(t *testing.T) {
	address := freePort(t)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	live := func(args ...string) string {
		t.Helper()
		c := adamProcess(append([]string{"live", "--world", "lived:tiny", "--suite", "jarvis-1", "--agents", "2", "--tasks", "4", "--propose", "--json"}, args...)...)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		var stdout bytes.Buffer
		c.Stdout = &stdout
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		defer context.AfterFunc(ctx, func() { _ = c.Process.Kill() })() // it may have ended
		err := c.Wait()
		if err != nil {
			t.Fatalf("%v: %s", err, stderr.Bytes())
		}
		return stdout.String()
	}
	local := live()
	w := adamProcess("worker", "--connect", "nats://"+address, "--world", "lived:tiny", "--sessions", "2")
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = w.Process.Kill()
		_ = w.Wait() // it was killed
	})
	if far := live("--workers", "embedded:"+address); far != local {
		t.Errorf("%s, not %s", far, local)
	}
}

// Agents without a worker say that they wait for one, are over when their time is, and leave nothing behind.
func TestAgentsWithoutWorkers(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	temporary := t.TempDir()
	c := adamProcess("live", "--world", "lived:tiny", "--suite", "jarvis-1", "--agents", "1", "--hours", "0.001", "--workers", "embedded:"+freePort(t))
	c.Env = append(c.Env, "TMPDIR="+temporary)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer context.AfterFunc(ctx, func() { _ = c.Process.Kill() })() // it may have ended
	if err := c.Wait(); err != nil || !strings.Contains(out.String(), "waiting for one") {
		t.Errorf("%v: %s", err, out.String())
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}
