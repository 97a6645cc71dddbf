package bench

import (
	"container/heap"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/adam-discovery/adam/interaction/queue"
)

// Fleet says what a fleet of workers is like, to tell by simulation how long it would take. Times are in seconds.
type Fleet struct {
	// Trial is how long a trial takes in the median, and Spread the standard deviation of its logarithm: stragglers.
	Trial, Spread float64
	// Life is how long a worker works in the mean before it dies; zero: for ever. It is there again after Again.
	Life, Again float64
	// Redelivery is how long nobody notices that a worker has died.
	Redelivery float64
	// PerTrial and PerBatch are what the coordinator itself takes for each, one after the other; PerBeat is what it takes
	// to answer a worker that says that it lives, and Beat how often each does.
	PerTrial, PerBatch, PerBeat, Beat float64
	// Batch is how many trials a batch has at most, and Sessions how many sessions a worker has, at least 1.
	Batch, Sessions int
	// Seed is that of chance.
	Seed uint64
}

// FleetTime is how long a fleet takes, of so many workers' sessions.
type FleetTime struct {
	Workers int     `json:"workers"`
	Seconds float64 `json:"seconds"`
	// Busy is the part of the time that the coordinator works. Saturated: it can't even answer the workers that say that
	// they live, and the exploration doesn't end.
	Busy      float64 `json:"coordinator_busy"`
	Saturated bool    `json:"saturated,omitempty"`
	// Redelivered counts the batches that were handed out again.
	Redelivered int `json:"redelivered"`
}

func (t FleetTime) shown() string {
	if t.Saturated {
		return "saturated"
	}
	return time.Duration(t.Seconds * 1e9).Round(time.Second / 10).String()
}

// slots are the times at which workers are free, as a heap.
type slots []float64

func (s slots) Len() int           { return len(s) }
func (s slots) Less(i, j int) bool { return s[i] < s[j] }
func (s slots) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *slots) Push(x any)        { *s = append(*s, x.(float64)) }
func (s *slots) Pop() any {
	x := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return x
}

// Time simulates rounds of these sizes, one after the other, in so many sessions; each dies for itself. A round is cut into
// batches as the coordinator does; a batch goes to the first worker that is free; one that dies over it costs the time
// until that is noticed, and all of the batch is done again. The coordinator takes in results one by one.
func (f Fleet) Time(workers int, rounds []int) FleetTime {
	rng := rand.New(rand.NewPCG(f.Seed, uint64(workers)))
	out := FleetTime{Workers: workers}
	slow := 1.0 // by how much what the coordinator does is slowed down by workers that say that they live
	if f.Beat > 0 {
		beats := math.Ceil(float64(workers)/float64(max(1, f.Sessions))) * f.PerBeat / f.Beat
		if beats >= 1 {
			out.Saturated = true
			return out
		}
		slow, out.Busy = 1/(1-beats), beats
	}
	work := 0.0
	for _, n := range rounds {
		size := queue.Size(n, workers, f.Batch, f.Trial)
		batches := (n + size - 1) / size
		free := make(slots, min(workers, batches))
		ends := make([]float64, 0, batches)
		for left := n; left > 0; left -= size {
			k := min(size, left)
			at := heap.Pop(&free).(float64)
			for {
				took := f.batch(rng, k)
				if f.Life <= 0 || rng.Float64() < math.Exp(-took/f.Life) {
					at += took
					heap.Push(&free, at)
					break
				}
				// The worker comes back later, and another takes the batch when the death is noticed.
				dies := at + rng.Float64()*took
				out.Redelivered++
				heap.Push(&free, dies+f.Again)
				at = max(dies+f.Redelivery, heap.Pop(&free).(float64))
			}
			ends = append(ends, at)
		}
		// Results queue up at the coordinator.
		heapify := slots(ends)
		heap.Init(&heapify)
		done := 0.0
		each := (f.PerBatch + f.PerTrial*float64(n)/float64(batches)) * slow
		for len(heapify) > 0 {
			done = max(done, heap.Pop(&heapify).(float64)) + each
		}
		work += float64(batches)*f.PerBatch + float64(n)*f.PerTrial
		out.Seconds += done
	}
	if out.Seconds > 0 {
		out.Busy += work / out.Seconds
	}
	return out
}

// batch is how long k trials take, one after the other.
func (f Fleet) batch(rng *rand.Rand, k int) (took float64) {
	for range k {
		took += f.Trial * math.Exp(f.Spread*rng.NormFloat64())
	}
	return took
}

// String says what is assumed.
func (f Fleet) String() string {
	life := "no worker dies"
	if f.Life > 0 {
		life = fmt.Sprintf("a worker dies after %s in the mean and is there again %s later, which is noticed after %s", seconds(f.Life), seconds(f.Again), seconds(f.Redelivery))
	}
	return fmt.Sprintf("a trial takes %s in the median (spread %.2g); %s; the coordinator takes %s for a batch, %s for a trial and %s for each worker every %s",
		seconds(f.Trial), f.Spread, life, seconds(f.PerBatch), seconds(f.PerTrial), seconds(f.PerBeat), seconds(f.Beat))
}

func seconds(s float64) time.Duration { return time.Duration(s * 1e9).Round(time.Microsecond / 10) }
