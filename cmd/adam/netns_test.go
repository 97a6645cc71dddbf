package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/scenarios"
)

// Three hosts, each in a network namespace of its own: a coordinator with the server in its process and two workers, one of
// which loses its link for ten seconds. The graph is that of one machine. It needs root and iproute2.
func TestThreeHosts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes about half a minute")
	}
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("network namespaces need Linux and root")
	}
	if _, err := exec.LookPath("ip"); err != nil {
		t.Skip("no iproute2 is installed")
	}
	prefix := fmt.Sprintf("adam%d-", os.Getpid()%100000)
	ip := func(args ...string) error {
		out, err := exec.Command("ip", args...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("ip %s: %w: %s", strings.Join(args, " "), err, out)
		}
		return nil
	}
	hosts := []string{prefix + "hub", prefix + "a", prefix + "b"}
	for _, h := range hosts {
		if err := ip("netns", "add", h); err != nil {
			t.Skip(err) // as in a container without the right to
		}
		t.Cleanup(func() { _ = ip("netns", "del", h) }) // its links go with it
		if err := ip("-n", h, "link", "set", "lo", "up"); err != nil {
			t.Fatal(err)
		}
	}
	for i, h := range hosts[1:] {
		end := fmt.Sprintf("to%d", i+1)
		for _, args := range [][]string{
			{"link", "add", end, "netns", hosts[0], "type", "veth", "peer", "name", "up0", "netns", h},
			{"-n", hosts[0], "addr", "add", fmt.Sprintf("10.77.%d.1/30", i+1), "dev", end},
			{"-n", h, "addr", "add", fmt.Sprintf("10.77.%d.2/30", i+1), "dev", "up0"},
			{"-n", hosts[0], "link", "set", end, "up"},
			{"-n", h, "link", "set", "up0", "up"},
		} {
			if err := ip(args...); err != nil {
				t.Fatal(err)
			}
		}
	}
	dir := t.TempDir()
	f, err := scenarios.Load("minecraft-41-paper")
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	fast := write("fast.json", f.Marshal())
	f.Latency = 50 * time.Millisecond
	slow, token := write("slow.json", f.Marshal()), write("token", []byte("one of the team\n"))
	local, far := filepath.Join(dir, "local.db"), filepath.Join(dir, "far.db")
	if out, err := adamProcess("explore", "--world", fast, "--db", local).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	at := func(host string, args ...string) *exec.Cmd {
		x := exec.Command("ip", append([]string{"netns", "exec", host, os.Args[0]}, args...)...)
		x.Env = append(os.Environ(), runMain+"=1")
		return x
	}
	var said bytes.Buffer
	coordinator := at(hosts[0], "explore", "--world", fast, "--db", far, "--workers", "embedded:0.0.0.0:4222", "--nats-token", "@"+token, "--json")
	coordinator.Stdout, coordinator.Stderr = &said, &said
	start := time.Now()
	if err := coordinator.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = coordinator.Process.Kill() })
	for i, h := range hosts[1:] {
		w := at(h, "worker", "--connect", fmt.Sprintf("nats://10.77.%d.1:4222", i+1), "--world", slow, "--sessions", "2", "--nats-token", "@"+token)
		if err := w.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = w.Process.Kill()
			_ = w.Wait() // it was killed
		})
	}
	time.Sleep(3 * time.Second) // of work
	if err := ip("-n", hosts[1], "link", "set", "up0", "down"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(10 * time.Second) // without a link
	if err := ip("-n", hosts[1], "link", "set", "up0", "up"); err != nil {
		t.Fatal(err)
	}
	if !running(coordinator) {
		t.Error("the exploration was over before the link was back: nothing was tested")
	}
	if err := coordinator.Wait(); err != nil {
		t.Fatalf("%v: %s", err, said.Bytes())
	}
	text := said.String()
	t.Logf("%.1f s; %s", time.Since(start).Seconds(), text[strings.LastIndex(text, `"workers_seen"`):])
	if !bytes.Equal(exportOf(t, local), exportOf(t, far)) {
		t.Error("the graphs differ")
	}
	if !strings.Contains(text, `"workers_seen": 2`) {
		t.Errorf("not both workers were seen: %s", text)
	}
}
