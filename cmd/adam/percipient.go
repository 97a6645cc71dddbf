package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/controller/percipient/vision"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/crafter"
	"github.com/adam-discovery/adam/interaction/luanti"
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
and the scenes as JSON.

Crafter's pictures are made of cells. There each is a scene of its own: some place and hour,
with some belongings, among some things.

Pictures of a game of Luanti (luanti, or luanti:game=PATH and so on) are taken by its own
client, which draws by software on a screen that nobody sees: Debian's minetest and xvfb.
The server makes the map, and tells what each pixel shows.

Where it fails on the way, the places that it came to are kept, unless there was an album of
that name before.`,
		Example: `  adam percipient collect --world lived:wilds --places 3000 -o wilds.zip
  adam percipient collect --world crafter --places 2000 -o crafter.zip
  adam percipient collect --world luanti --places 60 -o luanti.zip
  adam percipient collect --world lived:meadow --places 20 --size 128 --seed 3 -o few.zip`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return usage(errorf("an album needs a file: -o wilds.zip"))
			}
			w, closer, err := openCamera(cmd, world, &c)
			if err != nil {
				return err
			}
			defer func() { _ = closer.Close() }() // it was only looked at
			f, err := beside(out)
			if err != nil {
				return err
			}
			about := percipient.About{World: w.Spec().ID, Fingerprint: w.Spec().Fingerprint, Seed: c.Seed, Size: c.Size}
			if !posed(world) {
				about.Rules = about.Fingerprint
			}
			a := percipient.NewAlbum(f, about)
			m := newMeter(cmd.ErrOrStderr())
			failed := percipient.Collect(cmd.Context(), w, c, func(place int, views []percipient.Labelled) error {
				m.share("place", place+1, c.Places)
				if err := a.Add(views); errors.Is(err, percipient.ErrUnlike) {
					return quiet{err, errWorld}
				} else if err != nil {
					return quiet{err, errOutput}
				}
				return nil
			})
			m.end()
			return endAlbum(cmd.OutOrStdout(), a, f, out, failed)
		},
	}
	collectionFlags(cmd, &world, &c, 3000, 1)
	cmd.Flags().StringVarP(&out, "output", "o", "", "the album's file (zip)")
	return cmd
}

// endAlbum ends the album that was written to f, and gives it its name. Where collecting failed, the places that were
// collected are kept, unless that would replace an album that was there before.
func endAlbum(w io.Writer, a *percipient.Album, f *os.File, out string, failed error) error {
	if failed != nil {
		if _, err := os.Lstat(out); a.Places() == 0 || f.Name() != out && err == nil {
			_ = f.Close() // it is thrown away
			discard(f, out)
			return failed
		}
	}
	err := errors.Join(a.Close(), f.Close())
	if err == nil && f.Name() != out {
		err = os.Rename(f.Name(), out)
	}
	if err != nil {
		discard(f, out)
		return quiet{errors.Join(failed, err), errOutput}
	}
	fmt.Fprintf(w, "%d pictures of %d places are in %s\n", a.Places()*percipient.Views, a.Places(), out)
	return failed
}

// collectionFlags are those of pictures that are taken.
func collectionFlags(cmd *cobra.Command, world *string, c *percipient.Collection, places int, seed uint64) {
	f := cmd.Flags()
	f.StringVar(world, "world", "lived:wilds", "a world that is lived in, and tells what its pictures show")
	f.IntVar(&c.Places, "places", places, "at how many places; each has 12 pictures")
	f.Uint64Var(&c.Seed, "seed", seed, "seed of the maps and the ways")
	f.IntVar(&c.Size, "size", 64, "side of a picture, in pixels (default for worlds of another process: as they say)")
}

// openCamera opens a world that tells what its pictures show, and what is to be closed in the end.
func openCamera(cmd *cobra.Command, name string, c *percipient.Collection) (interaction.World, io.Closer, error) {
	if c.Places < 1 || c.Places > 1_000_000 || c.Size < 16 || c.Size > 512 {
		return nil, nil, usage(errorf("places are from 1 to a million, and a picture's side is from 16 to 512 pixels"))
	}
	if name == "crafter" {
		w, err := crafter.NewScenes(cmd.Context())
		if errors.Is(err, crafter.ErrNotInstalled) {
			return nil, nil, hinted(err, crafter.Hint)
		}
		if err != nil {
			return nil, nil, quiet{err, errWorld}
		}
		return w, w, nil
	}
	if posed(name) {
		return openClient(cmd.Context(), strings.TrimPrefix(strings.TrimPrefix(name, "luanti"), ":"), c)
	}
	w, err := openWorld(cmd.Context(), name, cmd.ErrOrStderr())
	if err != nil {
		return nil, nil, err
	}
	switch {
	case w.land != nil:
		if c.Day = w.land.Rules().Map.Day; c.Day == 0 {
			c.Day = day
		}
		return w.land, w, nil
	case w.remote != nil && len(w.remote.Spec().Shots) > 0:
		c.Day = day
		if s, ok := w.remote.Spec().Shot(interaction.Above); ok && s.Width == s.Height && !cmd.Flags().Changed("size") {
			c.Size = s.Width // what the world itself says
		}
		return w.remote, w, nil
	}
	_ = w.Close() // it was only asked
	return nil, nil, hinted(inputf("%s doesn't tell what its pictures show", w.Spec().ID), "try: --world lived:wilds")
}

// posed reports whether pictures of the world are of scenes that are made for them.
func posed(world string) bool {
	return world == "crafter" || world == "luanti" || strings.HasPrefix(world, "luanti:")
}

// openClient opens a game of Luanti whose pictures a real client takes.
func openClient(ctx context.Context, rest string, c *percipient.Collection) (interaction.World, io.Closer, error) {
	cfg, err := luantiConfig(rest)
	if err != nil {
		return nil, nil, err
	}
	w, err := luanti.NewScenes(ctx, cfg, c.Size)
	switch {
	case errors.Is(err, luanti.ErrNoClient), errors.Is(err, luanti.ErrNotInstalled):
		return nil, nil, hinted(quiet{err, errWorld}, luanti.ClientHint)
	case errors.Is(err, luanti.ErrNoGame):
		return nil, nil, err
	case err != nil:
		return nil, nil, quiet{err, errWorld}
	}
	c.Day = 0 // each beginning is at a place and an hour of its own
	return w, w, nil
}

// until are the places as long as the context isn't done: then they end with its error.
func until(ctx context.Context, places percipient.Places) percipient.Places {
	return func() iter.Seq2[[]percipient.Labelled, error] {
		return func(yield func([]percipient.Labelled, error) bool) {
			for views, err := range places() {
				if ctx.Err() != nil {
					views, err = nil, ctx.Err()
				}
				if !yield(views, err) || err != nil {
					return
				}
			}
		}
	}
}

// newPercipientTrain learns to see.
func newPercipientTrain() *cobra.Command {
	var album, out string
	var unlabelled, asJSON bool
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Learn to see from labelled pictures",
		Long: `Learn from an album: how often each colour is seen on each class of things at each light,
and from that what is in a picture. Of each ten places one is left out, and the report says
what becomes of those. Equal albums make equal weights. Nothing is fitted in rounds that
could go on for too long: pictures are counted once, and the judges on top are convex.

With --unlabelled it doesn't read the labels, but for how many cells a picture is made of.
Classes are clusters of cells that look alike over light and noise, named by letters; the
report compares them with the labels afterwards. 200 places are enough, and no more are taken.`,
		Example: `  adam percipient train --album wilds.zip -o wilds.gz
  adam percipient train --unlabelled --album crafter.zip -o letters.gz
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
			places = until(cmd.Context(), places)
			m := newMeter(cmd.ErrOrStderr())
			var p percipient.Trained
			if unlabelled {
				p, err = percipient.TrainUnlabelled(about.World, about.Seed, places, func(n, of int) { m.share("picture", n, of) })
			} else {
				p, err = percipient.Train(about.World, about.Seed, places, func(n, of int) { m.share("place", n, of*about.Places) })
			}
			m.end()
			if err != nil {
				return quiet{err, errInput}
			}
			if tiles, ok := p.(*percipient.Tiles); ok {
				tiles.Rules(about.Rules)
			}
			var b strings.Builder
			if err := p.Write(&b); err != nil {
				return err
			}
			if err := writeFile(out, []byte(b.String())); err != nil {
				return err
			}
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
			e := evaluated{Percipient: "learned", World: about.World, Data: p.Origin().Data, Seed: about.Seed}
			if err := e.measure(cmd.Context(), p, held); err != nil {
				return err
			}
			return show(cmd.OutOrStdout(), e, nil, asJSON, func(w io.Writer) {
				fmt.Fprintf(w, "learned from an album of %d places; the weights are in %s\n\non the places that were left out:\n", about.Places, out)
				e.printAspects(w)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&album, "album", "", "labelled pictures (adam percipient collect)")
	f.StringVarP(&out, "output", "o", "", "the file of the weights")
	f.BoolVar(&unlabelled, "unlabelled", false, "make classes of what looks alike, and don't read what the world says of its pictures, which are made of cells")
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
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

// openLearned reads weights, or takes those that are part of the program.
func openLearned(path, world string) (percipient.Trained, error) {
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
	if of := p.Origin().World; of != world {
		return nil, hinted(inputf("%s: the weights are of the world %s, not of %s", path, of, world), "learn new ones, or name that world")
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
	// Distances are how far off things are said to be that are there and were seen, by aspect.
	Distances map[string]percipient.Distances `json:"distances,omitempty"`
	// Agreement is of a percipient without labels, whose answers are neither right nor wrong.
	Agreement map[string]percipient.Clustered `json:"agreement,omitempty"`
	// Questions is how many there were, Unasked how many of them a model couldn't be asked to the end, and Why the reason.
	Questions int    `json:"questions"`
	Unasked   int    `json:"unasked,omitempty"`
	Why       string `json:"unasked_because,omitempty"`
	// Unshown are levels that the world has, and that no picture showed from which the percipient learned.
	Unshown []string `json:"unshown,omitempty"`

	order []string // of the aspects
}

// newPercipientEval measures.
func newPercipientEval() *cobra.Command {
	var world string
	var sees seeing
	var asJSON bool
	var c percipient.Collection
	cmd := &cobra.Command{
		Use:   "eval",
		Short: "Measure how well a percipient sees, on pictures that it never saw",
		Long: `Take new pictures, ask a percipient everything that can be asked of them, and compare the
answers with what the world says. Of objects and creatures each name is a question of its
own: whether it is there, and if so, and it was seen, how far off and on which side it is
said to be. Who can't tell isn't right. Intervals are over resampled places, as pictures of one
place are alike. What a model couldn't be asked, as its --llm-budget was
used up, isn't counted; then the exit code is 1.

Of a percipient that was trained without labels it says how far its clusters agree with the
world's classes: adjusted Rand index, purity and completeness.`,
		Example: `  adam percipient eval
  adam percipient eval --percipient nearest --album wilds.zip --places 50
  adam percipient eval --weights wilds.gz --seed 7 --json`,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			w, closer, err := openCamera(cmd, world, &c)
			if err != nil {
				return err
			}
			defer func() { _ = closer.Close() }() // it was only looked at
			p, err := sees.open(w.Spec().ID)
			if err != nil {
				return err
			}
			defer sees.finish(cmd.ErrOrStderr(), &err)
			out := evaluated{Percipient: sees.kind, World: w.Spec().ID, Seed: c.Seed}
			if l, ok := p.(percipient.Trained); ok {
				if out.Data = l.Origin().Data; l.Origin().Seed == c.Seed {
					return hinted(usage(errorf("the weights were learned from pictures of seed %d", c.Seed)), "another --seed")
				}
			}
			m := newMeter(cmd.ErrOrStderr())
			done, times := 0, 2 // see measure
			if tiles, ok := p.(*percipient.Tiles); ok {
				out.Unshown, times = tiles.Unshown(w.Spec()), 1
			}
			err = out.measure(cmd.Context(), p, func(each func([]percipient.Labelled) error) error {
				return percipient.Collect(cmd.Context(), w, c, func(_ int, views []percipient.Labelled) error {
					done++
					m.share("place", done, times*c.Places)
					return each(views)
				})
			})
			m.end()
			if err != nil {
				return err
			}
			err = out.unasked(sees.vision)
			return cmp.Or(show(cmd.OutOrStdout(), out, nil, asJSON, func(w io.Writer) {
				fmt.Fprintf(w, "what the percipient %q sees of %d new pictures of %s, %s:\n", out.Percipient, out.Pictures, out.World, out.pace())
				out.printAspects(w)
				if len(out.Unshown) > 0 {
					fmt.Fprintf(w, "levels that no picture showed from which it learned, and that it reads as others: %s\n", strings.Join(out.Unshown, "; "))
				}
			}), err)
		},
	}
	collectionFlags(cmd, &world, &c, 200, 99)
	f := cmd.Flags()
	sees.flags(cmd)
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// pace says how fast it went, or how much was asked.
func (e *evaluated) pace() string {
	if e.Unasked > 0 {
		return fmt.Sprintf("%d of %d questions asked", e.Questions-e.Unasked, e.Questions)
	}
	return fmt.Sprintf("%.0f a second", e.Rate)
}

// unasked notes why the model couldn't be asked everything, if so, and returns that as an answer that is no.
func (e *evaluated) unasked(m *vision.Model) error {
	if e.Unasked == 0 || m == nil {
		return nil
	}
	stopped := m.Stopped()
	e.Why, e.Rate = stopped.Error(), 0
	return hinted(quiet{fmt.Errorf("%d of %d questions were asked: %w", e.Questions-e.Unasked, e.Questions, stopped), errNo}, modelHint(stopped, ""))
}

// measure asks everything of the pictures that are shown. Of those that aren't made of cells it asks what there is in any
// of them, and so goes through them twice.
func (e *evaluated) measure(ctx context.Context, p percipient.Percipient, pictures func(each func([]percipient.Labelled) error) error) error {
	var seeing time.Duration
	timed := func(look func([]percipient.Labelled) error) func([]percipient.Labelled) error {
		return func(views []percipient.Labelled) error {
			start := time.Now()
			err := look(views)
			seeing += time.Since(start)
			e.Pictures += len(views)
			return err
		}
	}
	e.Aspects = map[string]percipient.Accuracy{}
	tiles, ok := p.(*percipient.Tiles)
	switch {
	case ok && tiles.Unlabelled():
		var r percipient.Agreement
		if err := pictures(timed(func(views []percipient.Labelled) error { return r.Add(tiles, views) })); err != nil {
			return err
		}
		e.Agreement = map[string]percipient.Clustered{}
		for _, a := range r.Aspects() {
			e.order, e.Agreement[a] = append(e.order, a), r.Of(a)
		}
	case ok:
		var r percipient.GridReport
		if err := pictures(timed(func(views []percipient.Labelled) error { return r.Add(tiles, views) })); err != nil {
			return err
		}
		for _, a := range r.Aspects() {
			e.order, e.Aspects[a] = append(e.order, a), r.Of(a)
		}
	default:
		var r percipient.Report
		if err := pictures(func(views []percipient.Labelled) error {
			for _, v := range views {
				r.Ask(v)
			}
			return nil
		}); err != nil {
			return err
		}
		if err := pictures(timed(func(views []percipient.Labelled) error { return r.Add(ctx, p, views) })); err != nil {
			return err
		}
		e.Distances = map[string]percipient.Distances{}
		for _, a := range percipient.Aspects {
			e.order, e.Aspects[a.String()] = append(e.order, a.String()), r.Of(a)
			if d, ok := r.Distances(a); ok {
				e.Distances[a.String()] = d
			}
		}
	}
	for _, a := range e.Aspects {
		e.Questions, e.Unasked = e.Questions+a.N+a.Unasked, e.Unasked+a.Unasked
	}
	e.Rate = float64(e.Pictures) / max(1e-9, seeing.Seconds())
	return nil
}

// printAspects writes the findings for people.
func (e *evaluated) printAspects(w io.Writer) {
	const most = 4
	for _, aspect := range e.order {
		if c, ok := e.Agreement[aspect]; ok {
			fmt.Fprintf(w, "%-20s  adjusted Rand index %.4f, purity %.2f%%, completeness %.4f: %d clusters of %d classes, %d cells\n", aspect, c.ARI, 100*c.Purity, c.Completeness, c.Clusters, c.Classes, c.N)
			for _, x := range c.Confusion[:min(most, len(c.Confusion))] {
				fmt.Fprintf(w, "            %s among %s, %d times\n", interaction.Shown(x.Is), interaction.Shown(x.Taken), x.N)
			}
			continue
		}
		a := e.Aspects[aspect]
		if a.N == 0 {
			fmt.Fprintf(w, "%-20s  no questions\n", aspect)
			continue
		}
		fmt.Fprintf(w, "%-20s  %6.2f%%  (95%%: %.2f to %.2f)  %d questions", aspect, 100*a.Accuracy, 100*a.Low, 100*a.High, a.N)
		if a.CantTell > 0 {
			fmt.Fprintf(w, ", %d can't tell", a.CantTell)
		}
		fmt.Fprintln(w)
		for _, x := range a.Confusion[:min(most, len(a.Confusion))] {
			fmt.Fprintf(w, "            %s: %s, %d times\n", interaction.Shown(x.Is), interaction.Shown(x.Taken), x.N)
		}
		sure, right := 0, 0
		for _, b := range a.Calibration[len(a.Calibration)-1:] {
			sure, right = b.N, b.Right
		}
		if sure > 0 {
			fmt.Fprintf(w, "            of %d answers that it was at least 95%% sure of, %.1f%% are right\n", sure, 100*float64(right)/float64(sure))
		}
		if d, ok := e.Distances[aspect]; ok {
			printDistances(w, d)
		}
	}
}

// printDistances writes how far off things are said to be.
func printDistances(w io.Writer, d percipient.Distances) {
	if d.N == 0 {
		if d.CantTell > 0 {
			fmt.Fprintf(w, "            of %d that are there and were seen, it can't tell how far off they are\n", d.CantTell)
		}
		return
	}
	fmt.Fprintf(w, "            how far off: of %d that are there and were seen, %.1f%% (95%%: %.1f to %.1f) are told to a cell; %.1f cells wrong on average (%+.1f)",
		d.N, 100*d.WithinOne, 100*d.Low, 100*d.High, d.Error, d.Bias)
	if d.CantTell > 0 {
		fmt.Fprintf(w, "; of %d more it can't tell", d.CantTell)
	}
	fmt.Fprintln(w)
	for _, b := range d.By {
		cells := fmt.Sprintf("%d to %d", b.From, b.To)
		switch {
		case b.To == 0:
			cells = fmt.Sprintf("%d and more", b.From)
		case b.To == b.From:
			cells = fmt.Sprint(b.From)
		}
		fmt.Fprintf(w, "              at %s: %.1f%% of %d, %.1f cells (%+.1f)\n", cells, 100*b.WithinOne, b.N, b.Error, b.Bias)
	}
	if d.Sides.N > 0 {
		fmt.Fprintf(w, "            on which side: %.1f%% of %d are right\n", 100*float64(d.Sides.Right)/float64(d.Sides.N), d.Sides.N)
	}
}
