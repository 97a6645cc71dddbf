package main

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/film"
)

// sight says what an agent knows of a world with a map by, and which pictures are kept of it.
type sight struct {
	percipient, weights string
	frames              string
	most                int
}

// The ways to know what there is: the world says so, or it is read off pictures.
const symbols, learned = "symbols", "learned"

func (s *sight) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.percipient, "percipient", symbols, "how a world with pictures of a map is known: symbols (it says what a player sees) or learned (nothing but its pictures, read by what was learned)")
	f.StringVar(&s.weights, "weights", "", "of --percipient learned (adam percipient train); without, those that are part of the program")
	f.StringVar(&s.frames, "frames", "", "keep pictures of each step in this folder")
	f.IntVar(&s.most, "frames-max", 10_000, "how many pictures are kept at most: the latest")
}

// check refuses what has no meaning.
func (s *sight) check() error {
	switch {
	case s.percipient != symbols && s.percipient != learned:
		return usage(errorf("--percipient %q: it is %s or %s", s.percipient, symbols, learned))
	case s.weights != "" && s.percipient != learned:
		return usage(errorf("--weights are those of --percipient learned"))
	case s.most < 1:
		return usage(errorf("frames-max %d: it must be at least 1", s.most))
	}
	return nil
}

// plain reports whether nothing but what the world says is asked for.
func (s *sight) plain() bool { return s.percipient == symbols && s.frames == "" }

// open opens the world that a person named as the agent is to know it. It must be closed.
func (s *sight) open(ctx context.Context, name string, stderr io.Writer) (*world, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	w, err := openWorld(ctx, name, stderr)
	if err != nil || s.plain() {
		return w, err
	}
	if err := s.look(w); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// look has the world's agent see as asked for.
func (s *sight) look(w *world) error {
	raw := w.World
	switch {
	case w.land != nil:
		raw = w.land
	case w.remote != nil:
		raw = w.remote
	}
	seen, err := s.see(raw)
	if err != nil {
		return err
	}
	if seen.Spec().Ground == nil {
		w.World = seen
		return nil
	}
	b, err := body.New(seen)
	if err != nil {
		return quiet{err, errWorld}
	}
	w.World = b
	return nil
}

// see wraps a world without a body.
func (s *sight) see(w interaction.World) (interaction.World, error) {
	if s.frames != "" {
		filmed, err := film.New(w, s.frames, s.most)
		switch {
		case errors.Is(err, film.ErrNoPictures):
			return nil, hinted(inputf("%s shows no pictures", w.Spec().ID), "leave out --frames")
		case err != nil:
			return nil, quiet{err, errOutput}
		}
		w = filmed
	}
	if s.percipient == symbols {
		return w, nil
	}
	p, err := openLearned(s.weights, w.Spec().ID)
	if err != nil {
		return nil, err
	}
	tiles, ok := p.(*percipient.Tiles)
	if !ok {
		return nil, inputf("the weights for %s answer questions, and don't read what an agent could live by", w.Spec().ID)
	}
	seen, err := percipient.NewWorld(w, tiles)
	if err != nil {
		return nil, quiet{err, errInput}
	}
	return seen, nil
}
