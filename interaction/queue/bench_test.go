package queue_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/queue"
	"github.com/adam-discovery/adam/interaction/sim"
)

// paper is the world of the paper's size, as it is embedded, with trials of this length.
func paper(b *testing.B, latency time.Duration) (*sim.File, *sim.World) {
	b.Helper()
	name := filepath.Join("..", "..", "scenarios", "worlds", "minecraft-41-paper.json")
	data, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	f, err := sim.Parse(name, data)
	if err != nil {
		b.Fatal(err)
	}
	f.Latency = latency
	return f, sim.New(f)
}

// ample are n trials whose starts hold plenty of everything but for one thing, as most of an exploration's do.
func ample(f *sim.File, w interaction.World, n int) []interaction.Trial {
	spec := w.Spec()
	v := interaction.NewVocabulary(64, spec.Factors)
	for _, name := range f.AllFactors() {
		v.Add(name)
	}
	out := make([]interaction.Trial, n)
	for i := range out {
		out[i] = interaction.Trial{Action: spec.Actions[i%len(spec.Actions)].ID, Start: v.Cut(interaction.Plenty, v.Len()).With(i%v.Len(), 0), Repeat: i}
	}
	return out
}

// What a trial costs beside itself: in a world that takes no time, by the size of a batch. The pool is what it costs without
// a queue.
func BenchmarkTrial(b *testing.B) {
	f, w := paper(b, 0)
	ts := ample(f, w, 4096)
	b.Run("pool", func(b *testing.B) {
		p, err := pool.New(w, pool.Config{Sessions: 1, Seed: 7})
		if err != nil {
			b.Fatal(err)
		}
		defer p.Close()
		perTrial(b, p, ts)
	})
	for _, batch := range []int{1, 8, 512} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("batch=%d/workers=%d", batch, workers), func(b *testing.B) {
				s := serve(b)
				c := coordinate(b, s, w, queue.Config{Batch: batch})
				for range workers {
					work(b, s, &queue.Worker{World: w, Sessions: 1, Version: "1"})
				}
				if _, err := c.Run(b.Context(), ts[:workers]); err != nil { // until they are there
					b.Fatal(err)
				}
				perTrial(b, c, ts)
			})
		}
	}
}

func perTrial(b *testing.B, r interaction.Runner, ts []interaction.Trial) {
	n := 0
	for b.Loop() {
		if _, err := r.Run(b.Context(), ts); err != nil {
			b.Fatal(err)
		}
		n += len(ts)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n), "us/trial")
}

// How much faster 8 workers are than one, where a trial takes 50 ms.
func BenchmarkEightWorkers(b *testing.B) {
	f, w := paper(b, 50*time.Millisecond)
	ts := ample(f, w, 512)
	for _, workers := range []int{1, 8} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			s := serve(b)
			c := coordinate(b, s, w, queue.Config{})
			for range workers {
				work(b, s, &queue.Worker{World: w, Sessions: 1, Version: "1"})
			}
			for c.Stats().Workers < workers {
				if _, err := c.Run(b.Context(), ts[:workers]); err != nil { // until they are there
					b.Fatal(err)
				}
			}
			perTrial(b, c, ts)
		})
	}
}

// What it takes to hear that a worker lives: all of it, the worker's part included.
func BenchmarkBeat(b *testing.B) {
	s, w := serve(b), world(b)
	coordinate(b, s, w, queue.Config{})
	nc := connect(b, s)
	spec := w.Spec()
	said := fmt.Appendf(nil, `{"protocol":%d,"version":"1","world":%q,"fingerprint":%q,"worker":"w","sessions":1}`, queue.Protocol, spec.ID, spec.Fingerprint)
	for b.Loop() {
		if _, err := nc.Request("adam.hello", said, time.Minute); err != nil {
			b.Fatal(err)
		}
	}
}
