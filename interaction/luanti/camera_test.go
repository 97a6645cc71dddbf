package luanti

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

// TestPicturesOfLives: a life shows what stands before its eyes: the same as long as nothing is done, something else after
// a turn and at another place, and the world is the one that shows none.
func TestPicturesOfLives(t *testing.T) {
	ctx := withClient(t)
	w, err := New(ctx, Config{Lived: true, Pictures: true, Servers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Close() }() // what was seen of it is what matters
	plain := lived(t).Spec()
	if got := w.Spec(); got.ID != plain.ID || got.Fingerprint != plain.Fingerprint || len(plain.Shots) > 0 {
		t.Errorf("with pictures it is the world %s %s, and without %s %s", got.ID, got.Fingerprint, plain.ID, plain.Fingerprint)
	}

	shot, _ := w.Spec().Shot(interaction.Eyes)
	var lives []*camera
	for seed := range uint64(2) {
		s, err := w.Open(ctx)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if _, err := s.(interaction.Camera).Shoot(shot, nil); err == nil {
			t.Error("there is a picture before a life has begun")
		}
		if _, err := s.Begin(ctx, interaction.State{}, (seed+3)<<32); err != nil {
			t.Fatal(err)
		}
		lives = append(lives, s.(*camera))
	}
	shoot := func(c *camera, yaw int) []byte {
		t.Helper()
		s := shot
		s.Yaw = yaw
		f, err := c.Shoot(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		return f.RGB
	}
	// steady waits for pieces of the map that come late on a busy machine: until four pictures in a row are alike.
	steady := func(c *camera, yaw int) []byte {
		t.Helper()
		last, alike := shoot(c, yaw), 0
		for n := 0; n < 40 && alike < 3; n++ {
			c.seen = false
			now := shoot(c, yaw)
			if alike++; unlike(last, now) > .01 {
				alike = 0
			}
			last = now
		}
		return last
	}
	other, first, ahead := steady(lives[1], 0), steady(lives[0], 0), lives[0].sight.Facing
	if bytes.Equal(first, other) {
		t.Error("two lives see the same")
	}
	if !bytes.Equal(first, shoot(lives[0], 0)) {
		t.Error("a life that does nothing sees something else")
	}
	behind := steady(lives[0], 180)
	if d := unlike(first, behind); d < .2 {
		t.Errorf("behind its back a life sees the same, but for %.3f", d)
	}
	// Turned by movements a life sees what it saw by turning its eyes, if it went nowhere: else it sees other things.
	before := lives[0].sight.Cells
	before = slices.Clone(before)
	if _, err := lives[0].Step(ctx, livedMoves[ahead^1]); err != nil {
		t.Fatal(err)
	}
	if turned := steady(lives[0], 0); slices.Equal(before, lives[0].sight.Cells) && unlike(turned, behind) > .1 {
		t.Errorf("turned around a life sees something else than behind its back: %.3f", unlike(turned, behind))
	} else if unlike(turned, first) < .2 {
		t.Error("after a turn a life sees what it saw before")
	}
	wrong := shot
	wrong.View = interaction.Above
	if _, err := lives[0].Shoot(wrong, nil); err == nil {
		t.Error("there is a picture from above")
	}

	// Neither what another life does meanwhile nor its hour shows.
	for range 150 {
		if _, err := lives[1].Step(ctx, livedWait); err != nil {
			t.Fatal(err)
		}
	}
	still, stop := steady(lives[0], 0), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
				_, _ = lives[1].life.Step(ctx, w.Spec().Actions[0].ID) // nothing that it has: only the hour counts
			}
		}
	})
	lives[0].seen = false
	beside := shoot(lives[0], 0)
	close(stop)
	wg.Wait()
	if differ := unlike(still, beside); differ > .3 {
		t.Errorf("while another life acts by night a life sees something else by day: %.3f", differ)
	}

	// Who is told to stop while a picture is drawn stops, and the server goes on.
	short, end := context.WithCancel(ctx)
	if _, err := lives[0].Step(short, livedWait); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(stillThen/4, end)
	if _, err := lives[0].Shoot(shot, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a picture that is given up: %v", err)
	}
	if _, err := lives[0].Step(ctx, livedWait); err != nil {
		t.Errorf("a step after a picture was given up: %v", err)
	}

	// A client that dies takes its server with it, and both come back.
	s := lives[0].on
	_ = s.eyes.client.Process.Kill()
	<-s.eyes.closed
	var fault *interaction.Fault
	if _, err := lives[0].Step(ctx, livedWait); !errors.As(err, &fault) || !strings.Contains(err.Error(), "client ended") {
		t.Errorf("a step after the client died: %v", err)
	}
	if _, err := lives[0].Begin(ctx, interaction.State{}, 3<<32); err != nil {
		t.Fatal(err)
	}
	if again := steady(lives[0], 0); unlike(first, again) > .1 {
		t.Errorf("the life that was begun again sees something else: %.3f", unlike(first, again))
	}
}

// unlike is the part of the pixels that differ by more than a little.
func unlike(a, b []byte) float64 {
	n := 0
	for i := 0; i < len(a); i += 3 {
		for c := range 3 {
			if d := int(a[i+c]) - int(b[i+c]); d > 16 || d < -16 {
				n++
				break
			}
		}
	}
	return float64(n) / float64(len(a)/3)
}
