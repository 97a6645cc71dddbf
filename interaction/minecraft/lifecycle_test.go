package minecraft

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// pids are the processes of the bots that share this folder.
func pids(t testing.TB, places string) (all []int) {
	t.Helper()
	files, err := filepath.Glob(places + "/plot-*.pid")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			continue // it left just now
		}
		n, err := strconv.Atoi(string(text))
		if err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		all = append(all, n)
	}
	return all
}

// dug is one trial on a session: a log that is dug.
func dug(t testing.TB, s interaction.Session) error {
	t.Helper()
	if _, err := s.Begin(t.Context(), interaction.State{}, 1); err != nil {
		return err
	}
	after, err := s.Step(t.Context(), "a")
	if err == nil && after.Level("oak_log") != 1 {
		t.Errorf("what is dug came to %v", after.Amounts())
	}
	return err
}

// TestGoesOnAfterAKill: a bot that is killed in the middle of a trial, and a server that starts again, cost broken
// trials, and the next session is right.
func TestGoesOnAfterAKill(t *testing.T) {
	testModules(t)
	s := strict(t, "1.16.5")
	cfg := s.config(t, "dig oak_log")
	w := open(t, cfg)
	next := func() interaction.Session {
		t.Helper()
		sess, err := w.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return sess
	}
	sess := next()
	if err := dug(t, sess); err != nil {
		t.Fatal(err)
	}
	if _, err := sess.Begin(t.Context(), interaction.State{}, 1); err != nil {
		t.Fatal(err)
	}
	result := make(chan error, 1)
	go func() {
		_, err := sess.Step(t.Context(), "a")
		result <- err
	}()
	for _, pid := range pids(t, cfg.Places) {
		p, err := os.FindProcess(pid)
		if err == nil {
			err = p.Kill()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var f *interaction.Fault
	if err := <-result; !errors.As(err, &f) || !f.Dead {
		t.Errorf("a session that was killed says %v", err)
	}
	_ = sess.Close()
	if _, err := os.Stat(cfg.Places + "/plot-0.json"); err != nil {
		t.Errorf("the plot that was left isn't in the journal: %v", err)
	}
	sess = next()
	if err := dug(t, sess); err != nil {
		t.Error(err)
	}
	s.stop() // and the server, with the bot on it
	startServer(t, "server/main.js", map[string]any{"version": "1.16.5", "tick": 5, "port": s.port})
	if err := dug(t, sess); !errors.As(err, &f) || !f.Dead {
		t.Errorf("a session whose server ended says %v", err)
	}
	_ = sess.Close()
	sess = next()
	if err := dug(t, sess); err != nil {
		t.Error(err)
	}
	_ = sess.Close()
}

// BenchmarkBots has so many bots dig on one server at the game's own speed.
func BenchmarkBots(b *testing.B) {
	if _, err := os.Stat(filepath.Join(modules, "flying-squid")); err != nil {
		b.Skip("no test servers")
	}
	for _, n := range []int{1, 8} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			s := startServer(b, "server/main.js", map[string]any{"version": "1.16.5", "tick": 50})
			w, err := New(b.Context(), Config{Host: "127.0.0.1", Port: s.port, Profile: "dig oak_log, craft oak_planks", Places: b.TempDir()})
			if err != nil {
				b.Fatal(err)
			}
			defer w.Close()
			p, err := pool.New(w, pool.Config{Sessions: n, Timeout: time.Minute})
			if err != nil {
				b.Fatal(err)
			}
			defer p.Close()
			round := func(trials int) {
				var all []interaction.Trial
				for i := range trials {
					start := interaction.StateOf(map[string]int{"oak_log": 2})
					all = append(all, interaction.Trial{Start: start, Action: []interaction.Action{"a", "b"}[i%2], Repeat: i})
				}
				out, err := p.Run(b.Context(), all)
				if err != nil {
					b.Fatal(err)
				}
				for _, o := range out {
					if o.Status != interaction.Completed {
						b.Errorf("a trial broke: %s", o.Fault)
					}
				}
			}
			round(2 * n) // the bots join
			b.ResetTimer()
			for range b.N {
				round(3 * n)
			}
			b.ReportMetric(float64(3*n*b.N)/b.Elapsed().Seconds(), "trials/s")
		})
	}
}

// TestSoak has eight bots play for as long as the environment says, and looks for what piles up, in them and here.
func TestSoak(t *testing.T) {
	minutes, err := strconv.ParseFloat(os.Getenv("ADAM_SOAK_MINUTES"), 64)
	if err != nil {
		t.Skip("long: ADAM_SOAK_MINUTES=60, or make soak-minecraft")
	}
	testModules(t)
	cfg := strict(t, "1.16.5").config(t, "")
	w := open(t, cfg)
	p, err := pool.New(w, pool.Config{Sessions: 8, Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	count, broken := 0, map[string]int{}
	var began, quarter, last held
	start, total := time.Now(), time.Duration(minutes*float64(time.Minute))
	for round := 0; time.Since(start) < total; round++ {
		var all []interaction.Trial
		for i, a := range w.Spec().Actions {
			all = append(all, interaction.Trial{Action: a.ID, Repeat: round*len(w.Spec().Actions) + i,
				Start: interaction.StateOf(map[string]int{"oak_log": 5, "oak_planks": 9, "stick": 9, "coal": 3, "iron_ore": 3, "near_crafting_table": 1, "near_furnace": 1, "held_stone_pickaxe": 1})})
		}
		out, err := p.Run(t.Context(), all)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range out {
			count++
			if o.Status != interaction.Completed {
				broken[o.Fault]++
			}
		}
		last = holds(t, cfg.Places)
		if round == 0 {
			began = last
		}
		if quarter == (held{}) && time.Since(start) > total/4 {
			quarter = last
		}
		if round%50 == 0 {
			t.Logf("%v: %d trials, broken %v; %v", time.Since(start).Round(time.Second), count, broken, last)
		}
	}
	lost := 0
	for _, n := range broken {
		lost += n
	}
	t.Logf("%d trials in %v, broken %v\nafter the first round: %v\nafter a quarter:       %v\nin the end:            %v", count, time.Since(start).Round(time.Second), broken, began, quarter, last)
	if lost*100 > count || float64(last.memory) > 1.4*float64(quarter.memory) || last.files > quarter.files+4 || last.bots > 8 ||
		float64(last.heap) > 1.4*float64(quarter.heap)+4096 || last.routines > quarter.routines+8 || last.ours > quarter.ours+8 {
		t.Error("trials break, or something piles up")
	}
}

// held is what bots, and the process that plays by them, hold.
type held struct {
	bots                 int
	memory, files        int // in kB of the largest bot, open files of the one that has most
	heap, routines, ours int // in kB, goroutines and open files, of this process
}

func (h held) String() string {
	return fmt.Sprintf("%d bots, at most %d kB and %d files each; here a heap of %d kB, %d goroutines, %d files", h.bots, h.memory, h.files, h.heap, h.routines, h.ours)
}

// holds measures that, for the bots that share a folder.
func holds(t *testing.T, places string) (h held) {
	t.Helper()
	largest := largest(t, places)
	h.bots, h.memory, h.files = len(pids(t, places)), largest[0], largest[1]
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	h.heap, h.routines = int(m.HeapAlloc/1024), runtime.NumGoroutine()
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	h.ours = len(files)
	return h
}

// largest is the memory of the largest bot and the open files of the one that has most.
func largest(t *testing.T, places string) (most [2]int) {
	t.Helper()
	for _, pid := range pids(t, places) {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			t.Skip("there is no /proc here")
		}
		if _, rest, ok := strings.Cut(string(status), "VmRSS:"); ok {
			var kB int
			if _, err := fmt.Sscan(rest, &kB); err != nil {
				t.Fatal(err)
			}
			most[0] = max(most[0], kB)
		}
		files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
		if err != nil {
			continue // it has just ended
		}
		most[1] = max(most[1], len(files))
	}
	return most
}
