package interaction_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// notebook is a Recorder in memory.
type notebook struct {
	mu    sync.Mutex
	known map[interaction.Key]interaction.Outcome
}

func (n *notebook) Lookup(k interaction.Key) (interaction.Outcome, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	o, ok := n.known[k]
	return o, ok
}

func (n *notebook) Record(_ context.Context, _ interaction.Trial, o interaction.Outcome) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.known[o.Key] = o
	return nil
}

// counter runs trials by saying yes, but for those that fail says break.
type counter struct {
	mu   sync.Mutex
	ran  []interaction.Trial
	fail func(interaction.Trial) bool
}

func (c *counter) Run(_ context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]interaction.Outcome, len(trials))
	for i, t := range trials {
		c.ran = append(c.ran, t)
		out[i] = interaction.Outcome{Key: t.Key(), Status: interaction.Completed, Attempt: t.Attempt}
		if c.fail != nil && c.fail(t) {
			out[i].Status, out[i].Fault = interaction.Faulted, interaction.FaultLost
		}
	}
	return out, nil
}

func some(repeats ...int) []interaction.Trial {
	var out []interaction.Trial
	for _, r := range repeats {
		out = append(out, interaction.Trial{Action: "a", Repeat: r})
	}
	return out
}

func TestOnce(t *testing.T) {
	c := &counter{}
	r := interaction.Once(c, &notebook{known: map[interaction.Key]interaction.Outcome{}})
	for range 2 {
		out, err := r.Run(t.Context(), some(0, 1, 0, 2, 1))
		if err != nil {
			t.Fatal(err)
		}
		for i, tr := range some(0, 1, 0, 2, 1) {
			if out[i].Key != tr.Key() || out[i].Status != interaction.Completed {
				t.Errorf("trial %d: %+v", i, out[i])
			}
		}
	}
	if len(c.ran) != 3 {
		t.Errorf("%d trials were run, want 3", len(c.ran))
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if out, err := r.Run(context.Background(), some(5, 6)); err != nil || out[1].Status != interaction.Completed {
				t.Errorf("%v %v", out, err)
			}
		})
	}
	wg.Wait()
	if len(c.ran) != 5 {
		t.Errorf("%d trials were run by 8 at once, want 5 in all", len(c.ran))
	}
}

func TestLimit(t *testing.T) {
	c := &counter{}
	r := interaction.Limit(c, 5)
	if out, err := r.Run(t.Context(), some(0, 1, 2)); err != nil || len(out) != 3 {
		t.Fatalf("%v %v", out, err)
	}
	out, err := r.Run(t.Context(), some(3, 4, 5))
	if !errors.Is(err, interaction.ErrBudget) || len(c.ran) != 5 {
		t.Fatalf("%v after %d trials, want ErrBudget after 5", err, len(c.ran))
	}
	want := []interaction.Status{interaction.Completed, interaction.Completed, interaction.Cancelled}
	for i, o := range out {
		if o.Status != want[i] {
			t.Errorf("trial %d is %v, want %v", i, o.Status, want[i])
		}
	}
}

func TestRetry(t *testing.T) {
	c := &counter{fail: func(t interaction.Trial) bool { return t.Repeat == 1 && t.Attempt < 2 || t.Repeat == 2 }}
	out, err := interaction.Retry(c, 3).Run(t.Context(), some(0, 1, 2))
	if err != nil {
		t.Fatal(err)
	}
	if out[0].Attempt != 0 || out[1].Attempt != 2 || out[1].Status != interaction.Completed ||
		out[2].Attempt != 2 || out[2].Status != interaction.Faulted {
		t.Errorf("%+v", out)
	}
	if len(c.ran) != 7 {
		t.Errorf("%d trials were run, want 7", len(c.ran))
	}
	var keys []interaction.Key
	for _, tr := range c.ran {
		if slices.Contains(keys, tr.Key()) {
			t.Error("two attempts have one key")
		}
		keys = append(keys, tr.Key())
	}
}
