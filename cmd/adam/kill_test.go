package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/export"
	"github.com/adam-discovery/adam/graphstore/sqlite"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/crafter"
	"github.com/adam-discovery/adam/scenarios"
)

// A process that is killed at 50 random instants, and started again each time,
// ends with the very graph of one that wasn't disturbed; nothing recorded is ever
// lost, and no recorded trial is run again.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("takes about half a minute")
	}
	const kills, seed = 50, 20
	rng := rand.New(rand.NewPCG(seed, 1))
	dir := t.TempDir()
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
	f.Latency = 25 * time.Millisecond
	slow := write("slow.json")
	command := func(world, db string) *exec.Cmd {
		c := exec.Command(os.Args[0], "explore", "--world", world, "--parallel", "8", "--db", filepath.Join(dir, db))
		c.Env = append(os.Environ(), runMain+"=1")
		return c
	}
	if out, err := command(fast, "whole.db").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	recorded := map[interaction.Key]string{}
	for n := 0; n < kills; n++ {
		c := command(slow, "killed.db")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(20+rng.IntN(300)) * time.Millisecond) // the random instant itself
		if err := c.Process.Kill(); err != nil {
			t.Fatalf("seed %d: kill %d: the run had ended", seed, n)
		}
		_ = c.Wait() // it was killed
		now := outcomes(t, filepath.Join(dir, "killed.db"))
		for k, body := range recorded {
			if now[k] != body {
				t.Fatalf("seed %d: kill %d: trial %s was %q and is %q", seed, n, k, body, now[k])
			}
		}
		recorded = now
	}
	before := len(recorded)
	out, err := command(slow, "killed.db").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole, killed := filepath.Join(dir, "whole.db"), filepath.Join(dir, "killed.db")
	if a, b := exportOf(t, whole), exportOf(t, killed); !bytes.Equal(a, b) {
		t.Errorf("seed %d: the graph of the killed run is another", seed)
	}
	a, b := outcomes(t, whole), outcomes(t, killed)
	if len(a) != len(b) {
		t.Errorf("seed %d: %d trials, want %d", seed, len(b), len(a))
	}
	for k, body := range a {
		if b[k] != body {
			t.Fatalf("seed %d: trial %s is %q, want %q", seed, k, b[k], body)
		}
	}
	t.Logf("%d trials were recorded over %d kills, %d in all", before, kills, len(b))
}

// outcomes reads what the file holds; a ledger with the same trial twice couldn't
// be read, as keys are unique there.
func outcomes(t *testing.T, path string) map[interaction.Key]string {
	t.Helper()
	out := map[interaction.Key]string{}
	l, err := sqlite.Open(context.Background(), path, sqlite.ReadOnly)
	if err != nil {
		if _, serr := os.Stat(path); os.IsNotExist(serr) {
			return out // killed before it made the file
		}
		l, err = sqlite.Open(context.Background(), path, sqlite.ReadWrite) // killed while it made it
		if err != nil {
			t.Fatal(err)
		}
	}
	defer l.Close()
	for e, err := range l.Since(context.Background(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == graphstore.KindOutcome {
			out[e.Key] = string(e.Body)
		}
	}
	return out
}

func exportOf(t *testing.T, path string) []byte {
	t.Helper()
	g, err := loadGraph(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := export.Write(&b, g, export.JSON, export.ViewAndOr); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Lives that are killed lose nothing that was recorded, and what is kept can be checked; where an episode
// costs nothing, the run ends with the graph of one that wasn't disturbed. ADAM_KILLS says how often.
func TestKillLives(t *testing.T) {
	if testing.Short() {
		t.Skip("takes about half a minute")
	}
	kills := 12
	if n, err := strconv.Atoi(os.Getenv("ADAM_KILLS")); err == nil {
		kills = n
	}
	for _, c := range []struct {
		world       string
		least, most int // milliseconds before a kill
		same        bool
	}{{"lived:tiny", 5, 120, true}, {"lived:minecraft-41-paper", 100, 900, false}, {"crafter", 1500, 4000, false}} {
		t.Run(c.world, func(t *testing.T) {
			if c.world == "crafter" && !crafter.Installed(t.Context()) {
				t.Skip(crafter.ErrNotInstalled, ": ", crafter.Hint)
			}
			const seed = 21
			rng := rand.New(rand.NewPCG(seed, 2))
			dir := t.TempDir()
			command := func(db string) *exec.Cmd {
				x := exec.Command(os.Args[0], "explore", "--world", c.world, "--parallel", "2", "--db", filepath.Join(dir, db))
				x.Env = append(os.Environ(), runMain+"=1")
				return x
			}
			kills := kills
			if c.world == "crafter" && os.Getenv("ADAM_KILLS") == "" {
				kills = 4
			}
			recorded := map[interaction.Key]string{}
			ended := false
			for n := 0; n < kills && !ended; n++ {
				x := command("killed.db")
				if err := x.Start(); err != nil {
					t.Fatal(err)
				}
				wait := time.Duration(c.least+rng.IntN(c.most-c.least)) * time.Millisecond // the random instant itself
				if len(recorded) == 0 {
					wait <<= n // a slow machine takes longer to its first trial
				}
				time.Sleep(wait)
				_ = x.Process.Kill() // it may have ended
				ended = x.Wait() == nil
				now := outcomes(t, filepath.Join(dir, "killed.db"))
				for k, body := range recorded {
					if now[k] != body {
						t.Fatalf("seed %d: kill %d: trial %s was %q and is %q", seed, n, k, body, now[k])
					}
				}
				recorded = now
			}
			t.Logf("%d trials were recorded", len(recorded))
			if len(recorded) == 0 && !ended {
				t.Error("no trial was recorded before a kill: nothing was tested")
			}
			if len(recorded) > 0 {
				check := exec.Command(os.Args[0], "graph", "check", "--db", filepath.Join(dir, "killed.db"))
				check.Env = append(os.Environ(), runMain+"=1")
				if out, err := check.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			if !c.same {
				return
			}
			for _, db := range []string{"killed.db", "whole.db"} {
				if out, err := command(db).CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			if a, b := exportOf(t, filepath.Join(dir, "whole.db")), exportOf(t, filepath.Join(dir, "killed.db")); !bytes.Equal(a, b) {
				t.Errorf("seed %d: the graph of the killed run is another", seed)
			}
		})
	}
}
