package rpc

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// TestDeadPeerIsReplaced: a pool over a peer whose sessions die goes on.
func TestDeadPeerIsReplaced(t *testing.T) {
	w := served(t, parsed(t, strings.Replace(rules, `"id": "w",`, `"id": "w", "faults": {"chance": 0.3, "kinds": ["lost"]},`, 1)))
	p, err := pool.New(w, pool.Config{Sessions: 2, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	trials := make([]interaction.Trial, 200)
	for i := range trials {
		trials[i] = interaction.Trial{Action: "a", Repeat: i}
	}
	out, err := interaction.Retry(p, 20).Run(context.Background(), trials)
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range out {
		if o.Status != interaction.Completed {
			t.Errorf("outcome %d is %+v", i, o)
		}
	}
}

// An outcome of a batch has no level above the highest that the world says there is, as what begin and step answer.
func TestBatchKeepsToTheHighestLevel(t *testing.T) {
	for outcome, fine := range map[string]bool{
		`{"changes":{"food":1}}`:                                 true,
		`{"changes":{"food":2}}`:                                 false,
		`{"start":{"food":9,"full":1},"changes":{"log":3}}`:      true,
		`{"start":{"food":10},"changes":{"food":-1}}`:            false,
		`{"start":{"food":1,"full":1},"changes":{"full":1}}`:     false,
		`{"start":{"food":1,"full":2},"changes":{"food":1}}`:     false,
		`{"start":{"food":1},"changes":{"full":1,"berry":1000}}`: true,
	} {
		hello := strings.Replace(goodHello, `"caps"`, `"factors":[{"name":"food","kind":"vital","max":9},{"name":"full","kind":"fact"}],"caps"`, 1)
		c, end := peer(t, hello, `{"jsonrpc":"2.0","id":2,"result":{"outcomes":[`+outcome+`]}}`)
		w, err := open(t.Context(), helloTime, func(context.Context) (*conn, error) { return c, nil })
		if err != nil {
			t.Fatal(err)
		}
		s, err := w.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.(interaction.Batcher).Batch(t.Context(), []interaction.Trial{{Action: "a", Start: interaction.StateOf(map[string]int{"food": 8})}}, 1)
		if f := (*interaction.Fault)(nil); (err == nil) != fine || err != nil && (!errors.As(err, &f) || f.Class != FaultProtocol) {
			t.Errorf("%s: %v", outcome, err)
		}
		end()
	}
}

// Why a trial of a batch broke is told as why one by itself did, and so is what is wrong with an answer.
func TestBatchSaysWhy(t *testing.T) {
	local := parsed(t, rules)
	trials := []interaction.Trial{
		{Action: "a", Start: interaction.StateOf(map[string]int{"moon": 1})},
		{Action: "nothing like that", Start: interaction.StateOf(nil)},
	}
	outcomes := func(w interaction.World) []interaction.Outcome {
		s, err := w.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		o, _ := interaction.ExecuteAll(t.Context(), s, trials, 1)
		return o
	}
	here, there := outcomes(local), outcomes(served(t, local))
	for i := range trials {
		if here[i].Why == "" || there[i].Why != here[i].Why {
			t.Errorf("trial %d broke as %q here, and as %q there", i, here[i].Why, there[i].Why)
		}
	}
	w := &World{}
	if o, err := w.outcome(outcomeJSON{Changes: map[string]int{"log": -1}}, trials[0]); err == nil || o.Why == "" {
		t.Errorf("an answer that can't be: %+v, %v", o, err)
	}
	if o, err := w.outcome(outcomeJSON{Ended: true, Why: "it drowned"}, trials[0]); err != nil || o.Why != "it drowned" {
		t.Errorf("an end: %+v, %v", o, err)
	}
}

// blinded is a world whose sessions break when a picture is to be taken.
type blinded struct{ interaction.World }

func (w blinded) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.World.Open(ctx)
	if err != nil {
		return nil, err
	}
	return broken{s.(sighted)}, nil
}

type sighted interface {
	interaction.Teller
	interaction.Seer
}

type broken struct{ sighted }

func (broken) Shoot(interaction.Shot, []byte) (interaction.Frame, error) {
	return interaction.Frame{}, &interaction.Fault{Class: interaction.FaultLost, Dead: true, Err: errors.New("the game's client ended")}
}

// A session that breaks as a picture is taken is lost, as one that breaks at a step: its world didn't break the protocol.
func TestLostAsAPictureIsTaken(t *testing.T) {
	f, err := sim.Parse("w.json", []byte(rules))
	if err != nil {
		t.Fatal(err)
	}
	local, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	s, err := served(t, blinded{local}).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Begin(t.Context(), interaction.State{}, 5); err != nil {
		t.Fatal(err)
	}
	_, err = s.(interaction.Camera).Shoot(interaction.Shot{View: interaction.Eyes, Width: 20, Height: 10}, nil)
	if f := (*interaction.Fault)(nil); !errors.As(err, &f) || f.Class != interaction.FaultLost || !f.Dead {
		t.Errorf("the error is %v", err)
	}
}

// What a command leaves running elsewhere, with its standard error, keeps nobody waiting.
func TestOrphanHoldsNobody(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("there is no setsid")
	}
	began := time.Now()
	p, err := start("setsid sleep 60 </dev/null >/dev/null & exec cat", newFolder(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
}
