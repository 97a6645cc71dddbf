package queue_test

import (
	"testing"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/queue"
)

// A coordinator with workers is a runner as any other, but that a trial which a worker has in hand when a call is cancelled
// is the next call's: one that hangs is faulted there.
func TestConformance(t *testing.T) {
	conformance.PromptRunner(t, func(t *testing.T, w interaction.World) interaction.Runner {
		s := serve(t)
		c := coordinate(t, s, w, queue.Config{Batch: 3, Timeout: time.Second})
		for range 2 {
			work(t, s, &queue.Worker{World: w, Sessions: 4, Version: "1"})
		}
		return c
	})
}
