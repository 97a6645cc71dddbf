package percipient

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/adam-discovery/adam/interaction"
)

// Labelled is a picture with what the world tells of it.
type Labelled struct {
	Frame interaction.Frame
	Scene interaction.Scene
}

// Views is how many pictures are taken at a place, all around (MP5, supplement B).
const Views = 12

// Collection says what is collected.
type Collection struct {
	Places int    // of which each has Views pictures
	Seed   uint64 // equal seeds collect the same
	Size   int    // side of a picture, in pixels
	// Day is after how many steps an agent has seen all times of the day, at most.
	Day int
}

// choices is from how many places the one is taken that shows what was seen least often.
const choices = 6

// Collect walks about in the world, and shows pictures all around at places that it comes to, as evenly over ecologies,
// times and weathers as it can. Worlds whose sessions aren't an [interaction.Teller] are refused. What show fails with
// ends it.
func Collect(ctx context.Context, w interaction.World, c Collection, show func(place int, views []Labelled) error) error {
	s, err := w.Open(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }() // it only looked
	teller, ok := s.(interaction.Teller)
	if ground := w.Spec().Ground; !ok || ground == nil {
		return fmt.Errorf("world %s doesn't tell what its pictures show", interaction.Shown(w.Spec().ID))
	}
	if shot, ok := w.Spec().Shot(interaction.Above); ok && w.Spec().Ground != nil && len(w.Spec().Shots) == 1 {
		return collectGrids(ctx, w.Spec(), teller, shot, c, show)
	}
	rng := rand.New(rand.NewPCG(c.Seed, 0x70657263))
	seen := map[string]int{}
	for place := range c.Places {
		best, least := [2]uint64{}, 1<<30
		for range choices {
			at := [2]uint64{rng.Uint64(), rng.Uint64()}
			scene, err := visit(ctx, w, teller, c, at)
			if err != nil {
				return err
			}
			if n := seen[kind(scene)]; n < least {
				best, least = at, n
			}
		}
		scene, err := visit(ctx, w, teller, c, best)
		if err != nil {
			return err
		}
		seen[kind(scene)]++
		var views []Labelled
		for v := range Views {
			shot := interaction.Shot{View: interaction.Eyes, Width: c.Size, Height: c.Size, Yaw: 360 / Views * v}
			view, err := labelled(teller, shot)
			if err != nil {
				return err
			}
			views = append(views, view)
		}
		if err := show(place, views); err != nil {
			return err
		}
	}
	return nil
}

// labelled takes the picture, with what there is to see.
func labelled(s interaction.Teller, shot interaction.Shot) (Labelled, error) {
	f, err := s.Shoot(shot, nil)
	if err != nil {
		return Labelled{}, err
	}
	scene, err := s.Tell(shot)
	return Labelled{f, scene}, err
}

// kind is what pictures are balanced by.
func kind(s interaction.Scene) string { return s.Ecology + " " + s.Time + " " + s.Weather }

// visit begins an episode and walks about for a while, as the two numbers say; where it dies on the way, it begins anew.
func visit(ctx context.Context, w interaction.World, s interaction.Teller, c Collection, at [2]uint64) (interaction.Scene, error) {
	ground := w.Spec().Ground
	rng := rand.New(rand.NewPCG(at[0], at[1]))
	for {
		if _, err := s.Begin(ctx, interaction.State{}, rng.Uint64()); err != nil {
			return interaction.Scene{}, err
		}
		steps, way := rng.IntN(c.Day+1), 0
		var err error
		for i := 0; i < steps && err == nil; i++ {
			if rng.IntN(8) == 0 {
				way = rng.IntN(len(ground.Moves))
			}
			_, err = s.Step(ctx, ground.Moves[way])
		}
		switch {
		case err == nil:
			return s.Tell(interaction.Shot{View: interaction.Eyes, Width: 8, Height: 8})
		case !errors.Is(err, interaction.ErrEnded):
			return interaction.Scene{}, err
		case ctx.Err() != nil:
			return interaction.Scene{}, ctx.Err()
		}
	}
}

// perWorld is at how many places of one episode pictures are taken that are made of cells: to begin one may take long. endings is how
// many episodes in a row may end at their first step.
const perWorld, endings = 25, 100

// collectGrids takes the pictures, made of cells, of a world, of which each comes after a step. What is done is drawn from all that can
// be done; a world for training may show another scene after each, whatever it was.
func collectGrids(ctx context.Context, w interaction.Spec, s interaction.Teller, shot interaction.Shot, c Collection, show func(place int, views []Labelled) error) error {
	rng, doing := rand.New(rand.NewPCG(c.Seed, 0x67726964)), rand.New(rand.NewPCG(c.Seed, 0x646f696e67))
	var acts []interaction.Action
	if w.Ground.Wait != "" {
		acts = append(acts, w.Ground.Wait)
	}
	for _, m := range w.Ground.Moves {
		acts = append(acts, m, m) // who goes about sees most
	}
	for _, a := range w.Actions {
		acts = append(acts, a.ID)
	}
	begin := func() error {
		_, err := s.Begin(ctx, interaction.State{}, rng.Uint64())
		return err
	}
	ended := 0
	for place := range c.Places {
		if place%perWorld == 0 {
			if err := begin(); err != nil {
				return err
			}
		}
		var views []Labelled
		for len(views) < Views {
			_, err := s.Step(ctx, acts[doing.IntN(len(acts))])
			if errors.Is(err, interaction.ErrEnded) && ended < endings {
				ended++
				if err := begin(); err != nil {
					return err
				}
				continue
			}
			if err != nil {
				return err
			}
			ended = 0
			view, err := labelled(s, shot)
			if err != nil {
				return err
			}
			views = append(views, view)
		}
		if err := show(place, views); err != nil {
			return err
		}
	}
	return nil
}
