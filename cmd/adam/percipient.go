package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/controller/percipient"
)

// newPercipient groups the commands about what sees.
func newPercipient() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "percipient",
		Short: "Collect labelled pictures, learn to see from them, and measure how well that goes",
		Example: `  adam percipient collect --world lived:wilds --places 3000 -o wilds.zip
  adam percipient train --album wilds.zip -o wilds.gz
  adam percipient eval --world lived:wilds --weights wilds.gz --places 200 --seed 7`,
	}
	cmd.AddCommand(newPercipientCollect(), newPercipientTrain(), newPercipientEval())
	return cmd
}

// day is how many steps an agent walks about before a picture is taken, at most, in a world without days.
const day = 400

// newPercipientCollect takes labelled pictures.
func newPercipientCollect() *cobra.Command {
	var world, out string
	c := percipient.Collection{}
	cmd := &cobra.Command{
		Use:   "collect",
		Short: "Take labelled pictures of a world",
		Long: `Walk about in a world, and take 12 pictures all around at each place (MP5, supplement B),
as evenly over ecologies, times and weathers as can be. The world itself says what they
show. They are kept in one zip file: strips of pictures, strips of what each pixel shows,
and the scenes as JSON.`,
		Example: `  adam percipient collect --world lived:wilds --places 3000 -o wilds.zip
  adam percipient collect --world lived:meadow --places 20 --size 128 --seed 3 -o few.zip`,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if out == "" {
				return usage(errorf("an album needs a file: -o wilds.zip"))
			}
			w, err := openCamera(cmd, world, &c)
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // it was only looked at
			f, err := beside(out)
			if err != nil {
				return err
			}
			defer func() {
				if err != nil {
					discard(f, out)
				}
			}()
			a, err := percipient.NewAlbum(f, percipient.About{World: w.Spec().ID, Fingerprint: w.Spec().Fingerprint, Seed: c.Seed, Places: c.Places, Size: c.Size})
			if err != nil {
				return quiet{err, errOutput}
			}
			m := newMeter(cmd.ErrOrStderr())
			err = percipient.Collect(cmd.Context(), w.land, c, func(place int, views []percipient.Labelled) error {
				m.share("place", place+1, c.Places)
				if err := a.Add(views); err != nil {
					return quiet{err, errOutput}
				}
				return nil
			})
			m.end()
			if err != nil {
				return err
			}
			if err := errors.Join(a.Close(), f.Close()); err != nil {
				return quiet{err, errOutput}
			}
			if f.Name() != out {
				if err := os.Rename(f.Name(), out); err != nil {
					return quiet{err, errOutput}
				}
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d pictures of %d places are in %s\n", c.Places*percipient.Views, c.Places, out)
			return nil
		},
	}
	collectionFlags(cmd, &world, &c, 3000, 1)
	cmd.Flags().StringVarP(&out, "output", "o", "", "the album's file (zip)")
	return cmd
}

// collectionFlags are those of pictures that are taken.
func collectionFlags(cmd *cobra.Command, world *string, c *percipient.Collection, places int, seed uint64) {
	f := cmd.Flags()
	f.StringVar(world, "world", "lived:wilds", "a world that is lived in, and tells what its pictures show")
	f.IntVar(&c.Places, "places", places, "at how many places; each has 12 pictures")
	f.Uint64Var(&c.Seed, "seed", seed, "seed of the maps and the ways")
	f.IntVar(&c.Size, "size", 64, "side of a picture, in pixels")
}

// openCamera opens a world that tells what its pictures show.
func openCamera(cmd *cobra.Command, name string, c *percipient.Collection) (*world, error) {
	if c.Places < 1 || c.Places > 1_000_000 || c.Size < 16 || c.Size > 512 {
		return nil, usage(errorf("places are from 1 to a million, and a picture's side is from 16 to 512 pixels"))
	}
	w, err := openWorld(cmd.Context(), name, cmd.ErrOrStderr())
	if err != nil {
		return nil, err
	}
	if w.land == nil {
		_ = w.Close() // it was only asked
		return nil, hinted(inputf("%s doesn't tell what its pictures show", w.Spec().ID), "try: --world lived:wilds")
	}
	if c.Day = w.land.Rules().Map.Day; c.Day == 0 {
		c.Day = day
	}
	return w, nil
}

// share shows how much of long work is done, and about how long the rest will take.
func (m *meter) share(what string, done, of int) {
	m.line(func() string {
		left := time.Duration(float64(time.Since(m.start)) / float64(done) * float64(of-done))
		return fmt.Sprintf("%s %d of %d, about %s left", what, done, of, left.Round(time.Second))
	})
}

// newPercipientTrain learns to see.
func newPercipientTrain() *cobra.Command {
	var album, out string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Learn to see from labelled pictures",
		Long: `Learn from an album: how often each colour is seen on each class of things at each light,
and from that what is in a picture. Of each ten places one is left out, and the report says
what becomes of those. Equal albums make equal weights. Nothing is fitted in rounds that
could go on for too long: pictures are counted once, and the judges on top are convex.`,
		Example: `  adam percipient train --album wilds.zip -o wilds.gz
  adam percipient train --album wilds.zip -o wilds.gz --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if album == "" || out == "" {
				return usage(errorf("it needs an album and a place for the weights: --album wilds.zip -o wilds.gz"))
			}
			if err := checkWrite(out); err != nil {
				return err
			}
			about, places, closer, err := openAlbum(album)
			if err != nil {
				return err
			}
			defer func() { _ = closer.Close() }() // it was only read
			m := newMeter(cmd.ErrOrStderr())
			p, err := percipient.Train(about.World, about.Seed, places, func(n int) {
				m.share("place", n, 2*about.Places)
			})
			m.end()
			if err != nil {
				return quiet{err, errInput}
			}
			var b strings.Builder
			if err := p.Write(&b); err != nil {
				return err
			}
			if err := writeFile(out, []byte(b.String())); err != nil {
				return err
			}
			var r percipient.Report
			held := func(each func([]percipient.Labelled) error) error {
				place := 0
				for views, err := range places() {
					if err != nil {
						return quiet{err, errInput}
					}
					if percipient.HeldOut(place) {
						if err := each(views); err != nil {
							return err
						}
					}
					place++
				}
				return nil
			}
			if err := held(func(views []percipient.Labelled) error { ask(&r, views); return nil }); err != nil {
				return err
			}
			start, n := time.Now(), 0
			if err := held(func(views []percipient.Labelled) error { n += len(views); return r.Add(cmd.Context(), p, views) }); err != nil {
				return err
			}
			return show(cmd.OutOrStdout(), evaluated{Percipient: "learned", World: about.World, Data: p.Data(), Seed: about.Seed, Pictures: n, Rate: float64(n) / time.Since(start).Seconds(), Aspects: aspects(&r)}, nil, asJSON, func(w io.Writer) {
				fmt.Fprintf(w, "learned from %d places; the weights are in %s\n\non the places that were left out:\n", about.Places, out)
				printAspects(w, aspects(&r))
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&album, "album", "", "labelled pictures (adam percipient collect)")
	f.StringVarP(&out, "output", "o", "", "the file of the weights")
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

func ask(r *percipient.Report, views []percipient.Labelled) {
	for _, v := range views {
		r.Ask(v)
	}
}

// openAlbum opens a file of labelled pictures.
func openAlbum(path string) (percipient.About, percipient.Places, io.Closer, error) {
	f, err := os.Open(path)
	if err != nil {
		return percipient.About{}, nil, nil, hinted(quiet{err, errInput}, "adam percipient collect takes pictures")
	}
	st, err := f.Stat()
	if err == nil {
		var about percipient.About
		var places percipient.Places
		if about, places, err = percipient.OpenAlbum(f, st.Size()); err == nil {
			return about, places, f, nil
		}
	}
	_ = f.Close() // it was only read
	return percipient.About{}, nil, nil, hinted(quiet{fmt.Errorf("%s: %w", path, err), errInput}, "adam percipient collect takes pictures")
}

// openPercipient makes the percipient that a person named, for pictures of a world.
func openPercipient(kind, weights, album, world string) (percipient.Percipient, error) {
	if weights != "" && kind != "learned" || album != "" && kind != "nearest" && kind != "linear" {
		return nil, usage(errorf("--weights is for a learned percipient, and --album for the baselines"))
	}
	switch kind {
	case "none":
		return percipient.None{}, nil
	case "nearest", "linear":
		if album == "" {
			return nil, hinted(usage(errorf("the baseline %s learns from an album", kind)), "--album wilds.zip, of adam percipient collect")
		}
		about, places, closer, err := openAlbum(album)
		if err != nil {
			return nil, err
		}
		defer func() { _ = closer.Close() }() // it was only read
		if about.World != world {
			return nil, inputf("the album %s is of the world %s, not of %s", album, about.World, world)
		}
		var p percipient.Percipient
		if kind == "nearest" {
			p, err = percipient.TrainNearest(places)
		} else {
			p, err = percipient.TrainLinear(places)
		}
		if err != nil {
			return nil, quiet{err, errInput}
		}
		return p, nil
	case "learned":
		return openLearned(weights, world)
	}
	return nil, usage(errorf("--percipient %q: it is learned, nearest, linear or none", kind))
}

// openLearned reads weights, or takes those that are part of the program.
func openLearned(path, world string) (*percipient.Learned, error) {
	if path == "" {
		p, err := percipient.Embedded(world)
		if err != nil {
			return nil, hinted(quiet{err, errInput}, "learn some: adam percipient collect, adam percipient train, and --weights")
		}
		return p, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, hinted(quiet{err, errInput}, "adam percipient train learns some")
	}
	defer func() { _ = f.Close() }() // it was only read
	p, err := percipient.Read(f)
	if err != nil {
		return nil, hinted(quiet{fmt.Errorf("%s: %w", path, err), errInput}, "adam percipient train learns new ones")
	}
	if p.World() != world {
		return nil, hinted(inputf("%s: the weights are of the world %s, not of %s", path, p.World(), world), "learn new ones, or name that world")
	}
	return p, nil
}

// evaluated is what an evaluation found.
type evaluated struct {
	Percipient string                         `json:"percipient"`
	World      string                         `json:"world"`
	Data       string                         `json:"data,omitempty"` // fingerprint of what was learned from
	Seed       uint64                         `json:"seed"`
	Pictures   int                            `json:"pictures"`
	Rate       float64                        `json:"pictures_per_second"` // perceived, all questions asked
	Aspects    map[string]percipient.Accuracy `json:"aspects"`
}

// newPercipientEval measures.
func newPercipientEval() *cobra.Command {
	var world, kind, weights, album string
	var asJSON bool
	var c percipient.Collection
	cmd := &cobra.Command{
		Use:   "eval",
		Short: "Measure how well a percipient sees, on pictures that it never saw",
		Long: `Take new pictures, ask a percipient everything that can be asked of them, and compare the
answers with what the world says. Of objects and creatures each name is a question of its
own: whether it is there. Who can't tell isn't right. Intervals are over resampled places,
as pictures of one place are alike.`,
		Example: `  adam percipient eval
  adam percipient eval --percipient nearest --album wilds.zip --places 50
  adam percipient eval --weights wilds.gz --seed 7 --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w, err := openCamera(cmd, world, &c)
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }() // it was only looked at
			p, err := openPercipient(kind, weights, album, w.Spec().ID)
			if err != nil {
				return err
			}
			out := evaluated{Percipient: kind, World: w.Spec().ID, Seed: c.Seed, Pictures: c.Places * percipient.Views}
			if l, ok := p.(*percipient.Learned); ok {
				if out.Data = l.Data(); l.Seed() == c.Seed {
					return hinted(usage(errorf("the weights were learned from pictures of seed %d", c.Seed)), "another --seed")
				}
			}
			m := newMeter(cmd.ErrOrStderr())
			var r percipient.Report
			err = measure(cmd.Context(), w, c, p, &r, &out.Rate, m)
			m.end()
			if err != nil {
				return err
			}
			out.Aspects = aspects(&r)
			return show(cmd.OutOrStdout(), out, nil, asJSON, func(w io.Writer) {
				fmt.Fprintf(w, "%s on %d pictures of %s, %.0f of them a second:\n", out.Percipient, out.Pictures, out.World, out.Rate)
				printAspects(w, out.Aspects)
			})
		},
	}
	collectionFlags(cmd, &world, &c, 200, 99)
	f := cmd.Flags()
	percipientFlags(cmd, &kind, &weights, &album)
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// measure asks everything twice over the same places: what there is, and then what is seen of it.
func measure(ctx context.Context, w *world, c percipient.Collection, p percipient.Percipient, r *percipient.Report, rate *float64, m *meter) error {
	if err := percipient.Collect(ctx, w.land, c, func(place int, views []percipient.Labelled) error {
		m.share("place", place+1, 2*c.Places)
		ask(r, views)
		return nil
	}); err != nil {
		return err
	}
	var seeing time.Duration
	err := percipient.Collect(ctx, w.land, c, func(place int, views []percipient.Labelled) error {
		m.share("place", c.Places+place+1, 2*c.Places)
		start := time.Now()
		err := r.Add(ctx, p, views)
		seeing += time.Since(start)
		return err
	})
	*rate = float64(c.Places*percipient.Views) / max(1e-9, seeing.Seconds())
	return err
}

// aspects are the findings by the names of the aspects.
func aspects(r *percipient.Report) map[string]percipient.Accuracy {
	out := map[string]percipient.Accuracy{}
	for _, a := range percipient.Aspects {
		out[a.String()] = r.Of(a)
	}
	return out
}

// printAspects writes the findings for people.
func printAspects(w io.Writer, all map[string]percipient.Accuracy) {
	const most = 4
	for _, aspect := range percipient.Aspects {
		a := all[aspect.String()]
		fmt.Fprintf(w, "%-10s  %5.1f%%  (95%%: %.1f to %.1f)  %d questions", aspect, 100*a.Accuracy, 100*a.Low, 100*a.High, a.N)
		if a.CantTell > 0 {
			fmt.Fprintf(w, ", %d can't tell", a.CantTell)
		}
		fmt.Fprintln(w)
		for _, x := range a.Confusion[:min(most, len(a.Confusion))] {
			fmt.Fprintf(w, "            %s: %s, %d times\n", x.Is, x.Taken, x.N)
		}
		sure, right := 0, 0
		for _, b := range a.Calibration[len(a.Calibration)-1:] {
			sure, right = b.N, b.Right
		}
		if sure > 0 {
			fmt.Fprintf(w, "            of %d answers that it was at least 95%% sure of, %.1f%% are right\n", sure, 100*float64(right)/float64(sure))
		}
	}
}
