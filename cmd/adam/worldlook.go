package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/interaction"
)

func newWorldLook() *cobra.Command {
	var world, out, view, size string
	var seed uint64
	var yaw int
	cmd := &cobra.Command{
		Use:   "look",
		Short: "Draw the map of a world that is lived in, or what an agent sees there",
		Long: `Draw the map that an episode begins on, as letters or as a picture. It is for people:
whoever lives there sees the few cells around. With --view, draw what an agent sees there
as the episode begins: from above, or by its eyes; a world in another process draws that itself.`,
		Example: `  adam world look --world lived:tiny --seed 3
  adam world look --seed 3 -o map.png
  adam world look --world lived:meadow --view eyes --yaw 90 --size 320x240 -o seen.png`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w, err := openWorld(cmd.Context(), world, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // it was only asked
			if view != "map" && w.remote != nil && len(w.remote.Spec().Shots) > 0 {
				size, err := offered(w.remote.Spec(), view, size, w.strict, cmd.Flags().Changed("size"))
				if err != nil {
					return err
				}
				return look(cmd.Context(), w.remote, view, size, yaw, seed, out)
			}
			if w.land == nil {
				err := inputf("%s has no map that could be drawn", w.Spec().ID)
				if w.remote != nil && len(w.remote.Spec().Shots) > 0 {
					return hinted(err, "it has pictures of its own: --view "+w.remote.Spec().Shots[0].View.String()+" -o seen.png")
				}
				if w.file == nil || w.Spec().Caps.Starts == interaction.Episodes {
					return hinted(err, "try: --world lived:tiny")
				}
				return hinted(err, "put it on one: --world lived:"+world)
			}
			if view != "map" {
				return look(cmd.Context(), w.land, view, size, yaw, seed, out)
			}
			if cmd.Flags().Changed("yaw") || cmd.Flags().Changed("size") {
				return usage(errorf("--yaw and --size are for --view eyes or above"))
			}
			if out == "" {
				fmt.Fprint(cmd.OutOrStdout(), w.land.Text(seed))
				return nil
			}
			return writePicture(out, w.land.Picture(seed))
		},
	}
	f := cmd.Flags()
	f.StringVar(&world, "world", "lived:minecraft-41", "a world that is lived in")
	f.Uint64Var(&seed, "seed", 1, "seed of the map")
	f.StringVarP(&out, "output", "o", "", "write a picture into this file (png); without, letters are printed")
	f.StringVar(&view, "view", "map", "map: all of it; above or eyes: what an agent sees")
	f.IntVar(&yaw, "yaw", 0, "with --view eyes: look so many degrees to the right")
	f.StringVar(&size, "size", "320x240", "with --view: width and height in pixels (default for worlds of another process: as they say)")
	return cmd
}

// offered is the size of the pictures of a view that the world says it has: that of its spec, unless one was asked for that
// it may take, too. A view, or a size, that it doesn't take is refused.
func offered(spec interaction.Spec, view, size string, strict, asked bool) (string, error) {
	var all []string
	for _, s := range spec.Shots {
		own := fmt.Sprintf("%dx%d", s.Width, s.Height)
		if s.View.String() == view && (!asked || own == size) {
			return own, nil
		}
		if s.View.String() == view && !strict {
			return size, nil
		}
		all = append(all, fmt.Sprintf("--view %s --size %s", s.View, own))
	}
	if view != "above" && view != "eyes" {
		return size, nil // look says what is wrong with it
	}
	what := "--view " + view
	if asked {
		what += " --size " + size
	}
	return "", hinted(usage(errorf("%s: %s shows no such picture", what, spec.ID)), "it shows: "+strings.Join(all, ", or "))
}

// look draws what an agent sees as the episode begins.
func look(ctx context.Context, w interaction.World, view, size string, yaw int, seed uint64, out string) error {
	shot := interaction.Shot{Yaw: yaw}
	switch view {
	case "eyes":
		shot.View = interaction.Eyes
	case "above":
		shot.View = interaction.Above
	default:
		return usage(errorf("--view %q: it is map, above or eyes", view))
	}
	if n, err := fmt.Sscanf(size, "%dx%d", &shot.Width, &shot.Height); n != 2 || err != nil || fmt.Sprintf("%dx%d", shot.Width, shot.Height) != size {
		return usage(errorf("--size %q: write width and height as in 320x240", size))
	}
	if err := shot.Validate(); err != nil {
		return usage(err)
	}
	if out == "" {
		return usage(errorf("a picture needs a file: -o seen.png"))
	}
	s, err := w.Open(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }() // it only looked
	if _, err := s.Begin(ctx, interaction.State{}, seed); err != nil {
		return err
	}
	camera, ok := s.(interaction.Camera)
	if !ok {
		return inputf("the world shows no pictures")
	}
	f, err := camera.Shoot(shot, nil)
	if err != nil {
		return err
	}
	return writePicture(out, f.Image())
}

// writePicture writes a file in PNG.
func writePicture(out string, img image.Image) error {
	if filepath.Ext(out) != ".png" {
		return usage(errorf("output %q: the file must end in .png", out))
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return err
	}
	return writeFile(out, b.Bytes())
}
