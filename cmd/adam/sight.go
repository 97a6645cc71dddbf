package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/active"
	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/film"
	"github.com/adam-discovery/adam/interaction/sim"
)

// sight says what an agent knows of a world with a map by, and which pictures are kept of it.
type sight struct {
	percipient, weights string
	frames              string
	most                int
	filmed              *film.World
	unshown             []string // levels of the world that weights never met
	mute                bool     // pictures show no levels at all
}

// The ways to know what there is: the world says so, or it is read off pictures.
const symbols, learned = "symbols", "learned"

func (s *sight) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.percipient, "percipient", symbols, "how a world with pictures of a map is known: symbols (it says what a player sees) or learned (nothing but its pictures, read by what was learned)")
	_ = cmd.RegisterFlagCompletionFunc("percipient", fixed([]string{symbols, learned})) // the flag is there
	f.StringVar(&s.weights, "weights", "", "of --percipient learned (adam percipient train); without, those that are part of the program")
	f.StringVar(&s.frames, "frames", "", "keep pictures of each step in this folder; drawing them takes far longer than the steps: in lived:wilds about twenty times as long")
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

// named is the name of a world that shows pictures, if they are asked for.
func (s *sight) named(name string) string {
	if s.plain() {
		return name
	}
	return pictured(name)
}

// open opens the world that a person named as the agent is to know it. It must be closed.
func (s *sight) open(ctx context.Context, name string, stderr io.Writer) (*world, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	w, err := openWorld(ctx, s.named(name), stderr)
	if err != nil {
		return w, err
	}
	if err := s.look(ctx, w); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	if s.mute {
		fmt.Fprintf(stderr, "warning: by its weights no picture of %s shows how much there is of anything, as a panel does: nothing that an action gives will be seen\n", w.Spec().ID)
	}
	return w, nil
}

// look has the world's agent see as asked for.
func (s *sight) look(ctx context.Context, w *world) error {
	if s.plain() {
		return nil
	}
	return s.wrap(ctx, w, w.bare())
}

// bare is the world without a body.
func (w *world) bare() interaction.World {
	switch {
	case w.land != nil:
		return w.land
	case w.remote != nil:
		return w.remote
	case w.game != nil:
		return w.game
	}
	return w.World
}

// ground is that of the world's map; nil: it has none.
func (w *world) ground() *interaction.Ground { return w.bare().Spec().Ground }

// wrap makes the world one whose agent sees as asked for, and has a body if there is a map.
func (s *sight) wrap(ctx context.Context, w *world, raw interaction.World) error {
	seen, err := s.see(ctx, raw)
	if err != nil {
		return err
	}
	w.unshown = s.unshown
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

// film has the world's pictures kept, if that was asked for.
func (s *sight) film(w interaction.World) (interaction.World, error) {
	if s.frames == "" {
		return w, nil
	}
	filmed, err := film.New(w, s.frames, s.most)
	switch {
	case errors.Is(err, film.ErrNoPictures):
		return nil, hinted(inputf("%s shows no pictures", w.Spec().ID), "leave out --frames")
	case err == nil:
		err = checkWrite(filepath.Join(s.frames, "picture.png"))
	}
	if err != nil {
		return nil, hinted(quiet{err, errInput}, "choose another folder with --frames")
	}
	s.filmed = filmed
	return filmed, nil
}

// mapReach is how far the maps reach that are kept beside pictures, in cells.
const mapReach = 20

// picture keeps what the agent remembers of what is around it, if it keeps a map, beside the latest picture, and returns
// that picture's name; empty: none is kept.
func (s *sight) picture(b controller.Body) (string, error) {
	if s.filmed == nil {
		return "", nil
	}
	if a, ok := b.(interface {
		Map(int) (interaction.Sight, []string)
	}); ok {
		if m, things := a.Map(mapReach); things != nil {
			if err := s.filmed.Draw(film.Map{Sight: m, Things: things}); err != nil {
				return "", quiet{err, errOutput}
			}
		}
	}
	return s.filmed.Latest(), nil
}

// see wraps a world without a body.
func (s *sight) see(ctx context.Context, w interaction.World) (interaction.World, error) {
	w, err := s.film(w)
	if err != nil || s.percipient == symbols {
		return w, err
	}
	if len(w.Spec().Shots) == 0 {
		return nil, hinted(inputf("%s shows no pictures", w.Spec().ID), "leave out --percipient")
	}
	p, err := openLearned(s.weights, w.Spec().ID)
	if err != nil {
		return nil, err
	}
	tiles, ok := p.(*percipient.Tiles)
	if !ok {
		return nil, hinted(inputf("the weights for %s answer questions, and don't read what an agent could live by", w.Spec().ID), "they serve tasks with conditions, as \"be near water\"; else try: --percipient symbols")
	}
	var seen *percipient.World
	if tiles.Unlabelled() {
		seen, err = percipient.NewLetters(ctx, w, tiles)
	} else {
		seen, err = percipient.NewWorld(w, tiles)
	}
	if err != nil {
		return nil, quiet{err, errInput}
	}
	s.unshown, s.mute = tiles.Unshown(w.Spec()), !tiles.ReadsLevels()
	return seen, nil
}

// situated opens an episode for an agent that asks pictures what is around it: a task has conditions on that. It must be
// closed.
func (s *sight) situated(ctx context.Context, w *world, seed uint64, most int) (*active.Body, io.Closer, error) {
	raw, err := s.film(w.land)
	if err != nil {
		return nil, nil, err
	}
	session, err := raw.Open(ctx)
	if err != nil {
		return nil, nil, err
	}
	sees, err := openLearned(s.weights, w.Spec().ID)
	if err != nil {
		return nil, nil, errors.Join(err, session.Close())
	}
	state, err := session.Begin(ctx, interaction.State{}, seed)
	if err != nil {
		return nil, nil, errors.Join(err, session.Close())
	}
	cfg := active.Config{Strategy: active.Strategy{Around: true, Doubts: true}, Steps: most, Size: pictureSize, Seed: seed}
	b := active.NewBody(active.New(session.(interaction.Camera), w.land.Spec().Ground, pains(w.land.Rules().Map), state, sees, cfg), w.creature)
	b.Heeds = conditionsOf(w)
	return b, session, nil
}

// pains are the vitals that blows lower, as a player knows: that others fall is no blow.
func pains(m *sim.Map) (out []string) {
	for _, v := range m.Vitals {
		if v.Life {
			out = append(out, v.Name)
		}
	}
	return out
}

// pictureSize is the side of the pictures that percipients of embedded worlds are trained on, in pixels.
const pictureSize = 64

// creature reports whether a thing on the world's map moves about.
func (w *world) creature(thing string) bool {
	return slices.ContainsFunc(w.land.Rules().Map.Places, func(p sim.Place) bool { return p.Name == thing && p.Roams })
}
