package living_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/adam-discovery/adam/discovery/living"
)

// A log that has nothing to say is not asked for ever, nor one that doesn't look at its context.
func TestReplicaOfAnEmptyLog(t *testing.T) {
	w := counted(func(has map[string]int) bool { return has["wood"] > 2 }, func(map[string]int) {})
	job := []byte(`{"terms":{"seed":"1","width":2,"delta":0.01,"floor":0.3,"stock":9,"chances":"shared"},"after":3,"number":4,"limit":100,"log":"x","plan":"y"}`)
	asked := errors.New("asked again")
	for name, c := range map[string]struct {
		cancels bool
		want    error
	}{"empty": {false, io.ErrUnexpectedEOF}, "cancelled": {true, context.Canceled}} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		n := 0
		_, err := living.NewReplica(w).Live(ctx, job, func(context.Context, int) ([][]byte, error) {
			if n++; n > 1 {
				return nil, asked
			}
			if c.cancels {
				cancel()
			}
			return nil, nil
		})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
