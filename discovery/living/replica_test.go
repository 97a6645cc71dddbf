package living

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/scenarios"
)

// caught is an Away that lives lives by a replica until some are known, and keeps what it was asked then.
type caught struct {
	by    *Replica
	after int
	job   []byte
	log   [][]byte
}

var errCaught = errors.New("it has what it wanted")

func (c *caught) Live(ctx context.Context, jobs, log [][]byte, take func(int, []byte, string) error) error {
	if len(log) >= c.after {
		c.job, c.log = jobs[0], log
		return errCaught
	}
	for i, j := range jobs {
		report, err := c.by.Live(ctx, j, from(log))
		if err != nil {
			return err
		}
		if err := take(i, report, ""); err != nil {
			return err
		}
	}
	return nil
}

func from(log [][]byte) func(context.Context, int) ([][]byte, error) {
	return func(_ context.Context, n int) ([][]byte, error) { return log[n:], nil }
}

// A replica that knows what came of the lives of another exploration, of the same terms, learns what came of those of this
// one; and a life whose reasons were forgotten isn't lived.
func TestOtherLog(t *testing.T) {
	f, err := scenarios.Load("tiny")
	if err != nil {
		t.Fatal(err)
	}
	l, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	w, err := body.New(l)
	if err != nil {
		t.Fatal(err)
	}
	cfg := explore.Default()
	cfg.Stock = DefaultStock
	p := NewReplica(w)
	c := &caught{by: p, after: 8}
	if _, err := Afar(t.Context(), w, &graphstore.Memory{}, cfg, c, nil); !errors.Is(err, errCaught) {
		t.Fatal(err)
	}
	if _, err := p.Live(t.Context(), c.job, from(c.log)); err != nil {
		t.Fatal(err)
	}
	// The other log leads to the same plans, but says that something was contradicted.
	var j job
	if err := json.Unmarshal(c.job, &j); err != nil {
		t.Fatal(err)
	}
	other := make([][]byte, len(c.log))
	j.Log = ""
	for i, data := range c.log {
		l, turn, err := unpacked(data, func(a interaction.Action) bool { return p.run.k.byID[a] != nil })
		if err != nil {
			t.Fatal(err)
		}
		l.contradicted++
		j.Log = heard(j.Log, l)
		if other[i], err = packed(l, turn); err != nil {
			t.Fatal(err)
		}
	}
	job, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	anew := false
	if _, err := p.Live(t.Context(), job, func(_ context.Context, n int) ([][]byte, error) {
		anew = anew || n == 0
		return other[n:], nil
	}); err != nil || !anew {
		t.Errorf("%v, anew: %v", err, anew)
	}
	if _, err := p.Live(t.Context(), c.job, from(other)); !errors.Is(err, ErrOtherLog) {
		t.Error(err)
	}
	if _, err := p.Live(t.Context(), job, from(other)); err != nil {
		t.Error(err)
	}
}
