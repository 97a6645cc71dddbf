package percipient

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"iter"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// ErrAlbum is wrapped by the errors of albums that can't be read.
var ErrAlbum = errors.New("album")

// About says what is in an album.
type About struct {
	Format      string `json:"format"`
	Version     int    `json:"version"`
	World       string `json:"world"` // its ID
	Fingerprint string `json:"fingerprint"`
	Rules       string `json:"rules,omitempty"` // the fingerprint of the world as one lives in it; empty: the pictures are of scenes that were made for them
	Seed        uint64 `json:"seed"`
	Places      int    `json:"places"`
	Views       int    `json:"views"` // at each place
	Size        int    `json:"size"`  // of a picture's side, in pixels
}

const (
	albumFormat, albumVersion = "adam-album", 1
	aboutName                 = "album.json"
	// mostEntry is how many bytes an entry of an album has at most.
	mostEntry = 64 << 20
)

// Album writes labelled pictures into a zip file: what it is about, and for each place a strip of its views, a strip of
// what each pixel shows, and the scenes.
type Album struct {
	z     *zip.Writer
	about About
	next  int
}

// NewAlbum begins an album; what the caller doesn't know, as its version and how many places it will have, is filled in.
func NewAlbum(w io.Writer, about About) *Album {
	about.Format, about.Version, about.Views = albumFormat, albumVersion, Views
	return &Album{z: zip.NewWriter(w), about: about}
}

func (a *Album) entry(name string, write func(io.Writer) error) error {
	w, err := a.z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate}) // without a time: equal pictures, equal files
	if err != nil {
		return err
	}
	return write(w)
}

// ErrUnlike says that a picture can't be in an album, in which all are squares of one size, and it is told what they show.
var ErrUnlike = errors.New("a picture that an album can't hold")

// Add enters the views of the next place. It fails with ErrUnlike, or with what the writer said.
func (a *Album) Add(views []Labelled) error {
	size := a.about.Size
	seen, shows := image.NewRGBA(image.Rect(0, 0, size*len(views), size)), image.NewGray16(image.Rect(0, 0, size*len(views), size))
	scenes := make([]interaction.Scene, len(views))
	for v, view := range views {
		if err := view.Frame.Validate(); err != nil || view.Frame.Width != size || view.Frame.Height != size {
			return fmt.Errorf("%w: picture %d of place %d has %d by %d pixels, and an album's have %d by %d", ErrUnlike, v, a.next, view.Frame.Width, view.Frame.Height, size, size)
		}
		if n, err := len(view.Scene.Shows), view.Scene.Grid.Validate(size, size); n > 0 && n != size*size && err != nil {
			return fmt.Errorf("%w: of picture %d of place %d it is told what %d of %d pixels show", ErrUnlike, v, a.next, n, size*size)
		} else if n == 0 && err != nil {
			return fmt.Errorf("%w: what picture %d of place %d shows isn't told: %v", ErrUnlike, v, a.next, err)
		}
		scenes[v] = view.Scene
		for i := range size * size {
			x, y := v*size+i%size, i/size
			seen.SetRGBA(x, y, color.RGBA{view.Frame.RGB[3*i], view.Frame.RGB[3*i+1], view.Frame.RGB[3*i+2], 255})
			if len(view.Scene.Shows) > 0 {
				shows.SetGray16(x, y, color.Gray16{Y: view.Scene.Shows[i]})
			}
		}
	}
	place := a.next
	err := errors.Join(
		a.entry(fmt.Sprintf("%06d.png", place), func(w io.Writer) error { return png.Encode(w, seen) }),
		a.entry(fmt.Sprintf("%06d-shows.png", place), func(w io.Writer) error { return png.Encode(w, shows) }),
		a.entry(fmt.Sprintf("%06d.json", place), func(w io.Writer) error { return json.NewEncoder(w).Encode(scenes) }))
	if err == nil {
		a.next++
	}
	return err
}

// Close ends the album, of the places that were added: it may be called when fewer were than had been wanted.
func (a *Album) Close() error {
	a.about.Places = a.next
	return errors.Join(a.entry(aboutName, func(w io.Writer) error { return json.NewEncoder(w).Encode(a.about) }), a.z.Close())
}

// Places is how many were added.
func (a *Album) Places() int { return a.next }

// OpenAlbum reads an album of so many bytes. Its errors, and those of the places, wrap [ErrAlbum].
func OpenAlbum(r io.ReaderAt, size int64) (About, Places, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return About{}, nil, fmt.Errorf("%w: it can't be read: %v", ErrAlbum, err)
	}
	files := map[string]*zip.File{}
	for _, f := range z.File {
		files[f.Name] = f
	}
	var about About
	if err := entry(files, aboutName, func(data []byte) error { return json.Unmarshal(data, &about) }); err != nil {
		return about, nil, err
	}
	switch {
	case about.Format != albumFormat:
		return about, nil, fmt.Errorf("%w: this isn't one", ErrAlbum)
	case about.Version != albumVersion:
		return about, nil, fmt.Errorf("%w of version %d: this program reads version %d", ErrAlbum, about.Version, albumVersion)
	case about.Size < 1 || about.Size > interaction.MaxFrame || about.Views < 1 || about.Views > 360 || about.Places < 0:
		return about, nil, fmt.Errorf("%w: %d views of %d pixels at %d places can't be", ErrAlbum, about.Views, about.Size, about.Places)
	}
	return about, func() iter.Seq2[[]Labelled, error] {
		return func(yield func([]Labelled, error) bool) {
			for place := range about.Places {
				views, err := about.place(files, place)
				if !yield(views, err) || err != nil {
					return
				}
			}
		}
	}, nil
}

// entry reads an entry whole.
func entry(files map[string]*zip.File, name string, read func([]byte) error) error {
	f := files[name]
	if f == nil {
		return fmt.Errorf("%w: it has no %s", ErrAlbum, name)
	}
	r, err := f.Open()
	if err != nil {
		return fmt.Errorf("%w: %s: %v", ErrAlbum, name, err)
	}
	defer func() { _ = r.Close() }() // it was only read
	data, err := io.ReadAll(io.LimitReader(r, mostEntry))
	if err == nil {
		err = read(data)
	}
	if err != nil {
		return fmt.Errorf("%w: %s: %v", ErrAlbum, name, err)
	}
	return nil
}

// place reads the views of a place.
func (a About) place(files map[string]*zip.File, place int) ([]Labelled, error) {
	var seen, shows image.Image
	var scenes []interaction.Scene
	picture := func(into *image.Image) func([]byte) error {
		return func(data []byte) error {
			c, err := png.DecodeConfig(bytes.NewReader(data))
			if err != nil {
				return err
			}
			if c.Width != a.Size*a.Views || c.Height != a.Size {
				return fmt.Errorf("it has %d by %d pixels", c.Width, c.Height)
			}
			*into, err = png.Decode(bytes.NewReader(data))
			return err
		}
	}
	if err := errors.Join(
		entry(files, fmt.Sprintf("%06d.png", place), picture(&seen)),
		entry(files, fmt.Sprintf("%06d-shows.png", place), picture(&shows)),
		entry(files, fmt.Sprintf("%06d.json", place), func(data []byte) error { return json.Unmarshal(data, &scenes) })); err != nil {
		return nil, err
	}
	if len(scenes) != a.Views {
		return nil, fmt.Errorf("%w: place %d has %d scenes, not %d", ErrAlbum, place, len(scenes), a.Views)
	}
	out := make([]Labelled, a.Views)
	for v := range out {
		f := interaction.Frame{Shot: interaction.Shot{View: interaction.Eyes, Width: a.Size, Height: a.Size, Yaw: 360 / a.Views * v}, RGB: make([]byte, 3*a.Size*a.Size)}
		scene := scenes[v]
		scene.Shows = make([]uint16, a.Size*a.Size)
		for i := range scene.Shows {
			x, y := v*a.Size+i%a.Size, i/a.Size
			r, g, b, _ := seen.At(x, y).RGBA()
			f.RGB[3*i], f.RGB[3*i+1], f.RGB[3*i+2] = uint8(r>>8), uint8(g>>8), uint8(b>>8)
			n, _, _, _ := shows.At(x, y).RGBA()
			if int(n) > len(scene.Names) {
				return nil, fmt.Errorf("%w: place %d shows thing %d of %d", ErrAlbum, place, n, len(scene.Names))
			}
			scene.Shows[i] = uint16(n)
		}
		if scene.Grid.Columns != 0 {
			if err := scene.Grid.Validate(a.Size, a.Size); err != nil {
				return nil, fmt.Errorf("%w: place %d: %v", ErrAlbum, place, err)
			}
			scene.Shows = nil
		}
		if slices.ContainsFunc(scene.Things, func(x interaction.InView) bool { return !slices.Contains(scene.Names, x.Name) }) {
			return nil, fmt.Errorf("%w: place %d tells of a thing without a name", ErrAlbum, place)
		}
		out[v] = Labelled{f, scene}
	}
	return out, nil
}
