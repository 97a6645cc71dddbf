package main

import (
	"bytes"
	"fmt"
	"image/png"
	"path/filepath"

	"github.com/spf13/cobra"
)

func newWorldLook() *cobra.Command {
	var world, out string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "look",
		Short: "Draw the map of a world that is lived in",
		Long: `Draw the map that an episode begins on, as letters or as a picture. It is for people:
whoever lives there sees the few cells around.`,
		Example: `  adam world look --world lived:tiny --seed 3
  adam world look --seed 3 -o map.png`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w, err := openWorld(cmd.Context(), world, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // it was only asked
			if w.land == nil {
				return hinted(inputf("%s has no map", w.Spec().ID), "put it on one: --world lived:"+world)
			}
			if out == "" {
				fmt.Fprint(cmd.OutOrStdout(), w.land.Text(seed))
				return nil
			}
			if filepath.Ext(out) != ".png" {
				return usage(errorf("output %q: the file must end in .png", out))
			}
			var b bytes.Buffer
			if err := png.Encode(&b, w.land.Picture(seed)); err != nil {
				return err
			}
			return writeFile(out, b.Bytes())
		},
	}
	f := cmd.Flags()
	f.StringVar(&world, "world", "lived:minecraft-41", "a world that is lived in")
	f.Uint64Var(&seed, "seed", 1, "seed of the map")
	f.StringVarP(&out, "output", "o", "", "write a picture into this file (png); without, letters are printed")
	return cmd
}
