package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/queue"
	"github.com/adam-discovery/adam/interaction/rpc"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

const (
	// runServer in the environment makes this test binary be a NATS server: its arguments are address, folder and token.
	runServer = "ADAM_TEST_RUN_SERVER"
	// runCounted makes it be a world on standard input and output, the file of its first argument, that writes the seed of
	// each trial that it begins into the file of its second.
	runCounted = "ADAM_TEST_RUN_COUNTED"
)

// beServer is what runServer does.
func beServer(args []string) error {
	if _, err := queue.Serve(args[0], args[1], queue.Access{}); err != nil {
		return err
	}
	select {} // until it is killed
}

// beCounted is what runCounted does.
func beCounted(args []string) error {
	f, err := scenarios.Load(args[0])
	if err != nil {
		return err
	}
	log, err := os.OpenFile(args[1], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return rpc.Serve(context.Background(), loggedWorld{sim.New(f), log}, os.Stdin, os.Stdout)
}

type loggedWorld struct {
	interaction.World
	log *os.File
}

// Label is asked of the world itself, as without this its labels would be lost.
func (w loggedWorld) Label(a interaction.Action) string {
	return w.World.(interaction.Labeler).Label(a)
}

func (w loggedWorld) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.World.Open(ctx)
	return loggedSession{s, w.log}, err
}

type loggedSession struct {
	interaction.Session
	log *os.File
}

func (s loggedSession) Begin(ctx context.Context, wish interaction.State, seed uint64) (interaction.State, error) {
	if _, err := fmt.Fprintf(s.log, "%d\n", seed); err != nil {
		return interaction.State{}, err
	}
	return s.Session.Begin(ctx, wish, seed)
}

// crew are processes that are killed and started again.
type crew struct {
	t    *testing.T
	args []func() *exec.Cmd
	now  []*exec.Cmd
}

func (c *crew) add(f func() *exec.Cmd) int {
	c.args, c.now = append(c.args, f), append(c.now, nil)
	c.start(len(c.now) - 1)
	return len(c.now) - 1
}

func (c *crew) start(i int) {
	c.now[i] = c.args[i]()
	if err := c.now[i].Start(); err != nil {
		c.t.Fatal(err)
	}
}

func (c *crew) kill(i int) {
	_ = c.now[i].Process.Kill() // it may have ended
	_ = c.now[i].Wait()
}

// Workers are killed at random, the server is killed and started again, and so is the coordinator: the graph is that of an
// undisturbed exploration on one machine, byte for byte, and no trial was run more often than what was killed explains.
// ADAM_CHAOS says how often something is killed, and ADAM_CHAOS_ROWS where each is written down.
func TestChaos(t *testing.T) {
	if testing.Short() {
		t.Skip("takes about half a minute")
	}
	kills, latency := 8, 30*time.Millisecond
	if n, err := strconv.Atoi(os.Getenv("ADAM_CHAOS")); err == nil {
		kills, latency = n, 400*time.Millisecond
	}
	const seed, workers, sessions = 23, 4, 2
	rng := rand.New(rand.NewPCG(seed, 1))
	dir, address := t.TempDir(), freePort(t)
	f, err := scenarios.Load("minecraft-41-paper")
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, f.Marshal(), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	fast := write("fast.json")
	f.Latency = latency
	slow, begun := write("slow.json"), filepath.Join(dir, "begun")
	local, far := filepath.Join(dir, "local.db"), filepath.Join(dir, "far.db")
	if out, err := adamProcess("explore", "--world", fast, "--db", local).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}

	c := &crew{t: t}
	t.Cleanup(func() {
		for i := range c.now {
			c.kill(i)
		}
	})
	server := c.add(func() *exec.Cmd {
		x := exec.Command(os.Args[0], address, filepath.Join(dir, "server"))
		x.Env = append(os.Environ(), runServer+"=1")
		return x
	})
	answers(t, address)
	world := fmt.Sprintf("rpc:env -u %s %s=1 %s %s %s", runMain, runCounted, os.Args[0], slow, begun)
	var result, said bytes.Buffer
	coordinator := c.add(func() *exec.Cmd {
		x := adamProcess("explore", "--world", fast, "--db", far, "--workers", "nats://"+address, "--json")
		result.Reset()
		x.Stdout, x.Stderr = &result, &said
		return x
	})
	for range workers {
		c.add(func() *exec.Cmd {
			return adamProcess("worker", "--connect", "nats://"+address, "--world", world, "--sessions", strconv.Itoa(sessions))
		})
	}
	var rows strings.Builder
	fmt.Fprintln(&rows, "kill,seconds,what,trials_recorded")
	counts := map[string]int{}
	start := time.Now()
	for n := range kills {
		time.Sleep(time.Duration(200+rng.IntN(2800)) * time.Millisecond) // the random instant itself
		who, what := server+2+rng.IntN(workers), "worker"
		switch rng.IntN(10) {
		case 0, 1:
			who, what = server, "server"
		case 2, 3:
			who, what = coordinator, "coordinator"
		}
		if !running(c.now[coordinator]) {
			t.Fatalf("seed %d: after %d kills the exploration was over: %s", seed, n, said.Bytes())
		}
		if !running(c.now[who]) {
			t.Fatalf("seed %d: before kill %d the %s had ended by itself", seed, n+1, what)
		}
		c.kill(who)
		counts[what]++
		recorded := 0
		if who == coordinator { // nobody else has the ledger open
			recorded = len(outcomes(t, far))
		}
		fmt.Fprintf(&rows, "%d,%.1f,%s,%d\n", n+1, time.Since(start).Seconds(), what, recorded)
		c.start(who)
		if who == server {
			answers(t, address)
		}
	}
	if err := c.now[coordinator].Wait(); err != nil {
		t.Fatalf("seed %d: %v: %s", seed, err, said.Bytes())
	}
	wall := time.Since(start).Seconds()
	if !bytes.Equal(exportOf(t, local), exportOf(t, far)) {
		t.Errorf("seed %d: the graphs differ", seed)
	}
	data, err := os.ReadFile(begun)
	if err != nil {
		t.Fatal(err)
	}
	runs := map[string]int{}
	lines := strings.Fields(string(data))
	most := 0
	for _, s := range lines {
		runs[s]++
		most = max(most, runs[s])
	}
	known := outcomes(t, far)
	broken := 0
	for _, body := range known {
		if strings.Contains(body, `"faulted"`) {
			broken++
		}
	}
	again := len(lines) - len(runs)
	fmt.Fprintf(&rows, "# seed %d: killed %v; %d trials in the ledger, %d of them broken, %d different ones begun, %d begun again, one at most %d times; %.0f s\n", seed, counts, len(known), broken, len(runs), again, most, wall)
	t.Log(rows.String())
	if len(runs) != len(known) {
		t.Errorf("%d different trials were begun, and %d are known", len(runs), len(known))
	}
	// What is killed takes with it at most what it had in hand: a worker a batch for each session, a server all that is.
	const width = 8
	if bound := counts["worker"]*sessions*width + (counts["server"]+counts["coordinator"])*width; again > bound {
		t.Errorf("%d trials were begun again: what was killed had at most %d in hand", again, bound)
	}
	if file := os.Getenv("ADAM_CHAOS_ROWS"); file != "" {
		if err := os.WriteFile(file, []byte(rows.String()), 0o600); err != nil {
			t.Error(err)
		}
	}
	var end struct{ Complete bool }
	if err := json.Unmarshal(result.Bytes(), &end); err != nil || !end.Complete {
		t.Errorf("%v: %s", err, result.Bytes())
	}
}

// running reports whether a process that was started hasn't ended.
func running(c *exec.Cmd) bool {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.Process.Pid))
	return err == nil && !strings.Contains(string(data), ") Z ")
}

// answers waits until somebody listens at the address.
func answers(t *testing.T, address string) {
	t.Helper()
	for range 400 {
		if c, err := net.Dial("tcp", address); err == nil {
			_ = c.Close()
			return
		}
		time.Sleep(25 * time.Millisecond) // nothing says when a process listens
	}
	t.Fatalf("nobody listens at %s", address)
}

// The same where workers live lives: workers and the coordinator, with the server in it, are killed at random.
func TestChaosOfLives(t *testing.T) {
	if os.Getenv("ADAM_CHAOS") == "" {
		t.Skip("takes minutes: make chaos")
	}
	const world, seed, kills = "lived:minecraft-41-paper", 29, 10
	rng := rand.New(rand.NewPCG(seed, 1))
	dir, address := t.TempDir(), freePort(t)
	local, far := filepath.Join(dir, "local.db"), filepath.Join(dir, "far.db")
	if out, err := adamProcess("explore", "--world", world, "--db", local).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	c := &crew{t: t}
	t.Cleanup(func() {
		for i := range c.now {
			c.kill(i)
		}
	})
	var said bytes.Buffer
	coordinator := c.add(func() *exec.Cmd {
		x := adamProcess("explore", "--world", world, "--db", far, "--workers", "embedded:"+address)
		x.Stderr = &said
		return x
	})
	for range 2 {
		c.add(func() *exec.Cmd {
			return adamProcess("worker", "--connect", "nats://"+address, "--world", world, "--sessions", "2")
		})
	}
	killed := 0
	for ; killed < kills; killed++ {
		time.Sleep(time.Duration(2000+rng.IntN(8000)) * time.Millisecond) // the random instant itself
		if !running(c.now[coordinator]) {
			break
		}
		who := rng.IntN(len(c.now))
		c.kill(who)
		c.start(who)
	}
	if err := c.now[coordinator].Wait(); err != nil {
		t.Fatalf("seed %d: %v: %s", seed, err, said.Bytes())
	}
	t.Logf("seed %d: %d kills", seed, killed)
	if killed < kills/2 {
		t.Errorf("it was over after %d kills", killed)
	}
	if !bytes.Equal(exportOf(t, local), exportOf(t, far)) {
		t.Errorf("seed %d: the graphs differ", seed)
	}
}
