package percipient

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// ErrWeights is wrapped by the errors of weights that can't be used: broken, of another version, or of another world.
var ErrWeights = errors.New("weights")

const (
	// format and version begin a file of weights.
	format, version = "adam-percipient", 1
	// mostWeights is how many bytes they unpack to at most.
	mostWeights = 256 << 20
)

// file is how weights are stored, of one kind or the other: JSON, packed by gzip.
type file struct {
	Format  string       `json:"format"`
	Version int          `json:"version"`
	Weights *weights     `json:"weights,omitempty"`
	Tiles   *tileWeights `json:"tiles,omitempty"`
}

// Origin says which pictures something was learned from.
type Origin struct {
	World string // the ID of their world
	Data  string // their fingerprint
	Seed  uint64 // by which they were collected
	Rules string `json:",omitempty"` // the world's own fingerprint; empty: it isn't known
}

// Trained is a percipient that was learned: a [Learned] or a [Tiles].
type Trained interface {
	Percipient
	Origin() Origin
	// Write writes the weights as [Read] reads them, the same bytes for the same ones.
	Write(io.Writer) error
}

var (
	_ Trained = (*Learned)(nil)
	_ Trained = (*Tiles)(nil)
)

// Origin implements [Trained].
func (p *Learned) Origin() Origin { return p.w.Origin }

// Origin implements [Trained].
func (p *Tiles) Origin() Origin { return p.w.Origin }

// Rules notes the fingerprint that the world had when the pictures were taken that it learned from: [NewWorld] refuses it where the
// world has another one. Empty: that isn't known.
func (p *Tiles) Rules(fingerprint string) { p.w.Rules = fingerprint }

// Write implements [Trained].
func (p *Learned) Write(w io.Writer) error { return write(w, file{Weights: &p.w}) }

// Write implements [Trained].
func (p *Tiles) Write(w io.Writer) error { return write(w, file{Tiles: &p.w}) }

func write(w io.Writer, f file) error {
	f.Format, f.Version = format, version
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(z).Encode(f); err != nil {
		return err
	}
	return z.Close()
}

// Read reads weights that a [Trained] wrote. Its error wraps [ErrWeights].
func Read(r io.Reader) (Trained, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("%w: this isn't a file of them: %v", ErrWeights, err)
	}
	var f file
	if err := decode(z, &f); err != nil {
		return nil, fmt.Errorf("%w: the file is broken: %v", ErrWeights, err)
	}
	switch {
	case f.Format != format || (f.Weights == nil) == (f.Tiles == nil):
		return nil, fmt.Errorf("%w: this isn't a file of them", ErrWeights)
	case f.Version != version:
		return nil, fmt.Errorf("%w of version %d: this program reads version %d", ErrWeights, f.Version, version)
	case f.Tiles != nil:
		if err := f.Tiles.validate(); err != nil {
			return nil, fmt.Errorf("%w: the file is broken: %v", ErrWeights, err)
		}
		if err := f.Tiles.prepare(); err != nil {
			return nil, err
		}
		return newTiles(*f.Tiles), nil
	}
	if err := f.Weights.validate(); err != nil {
		return nil, fmt.Errorf("%w: the file is broken: %v", ErrWeights, err)
	}
	f.Weights.prepare()
	return &Learned{w: *f.Weights}, nil
}

// decode reads what has to be all that there is: whether the checksum is right is told only behind it.
func decode(z io.Reader, f *file) error {
	limited := &io.LimitedReader{R: z, N: mostWeights}
	d := json.NewDecoder(limited)
	d.DisallowUnknownFields()
	if err := d.Decode(f); err != nil {
		return err
	}
	switch _, err := d.Token(); {
	case err == nil || limited.N == 0:
		return errors.New("there is more behind the weights")
	case err != io.EOF:
		return err
	}
	return nil
}

// validate reports the first thing that is wrong with weights of a file.
func (w *weights) validate() error {
	n := len(w.Names)
	if n == 0 || len(w.Things) != n || len(w.Creatures) != n || len(w.Rules) != n {
		return errors.New("it has no class, or says of some of them nothing")
	}
	if len(w.Lights) == 0 || len(w.Counts) != len(w.Lights) {
		return errors.New("it has no light, or no colours of one")
	}
	for _, classes := range w.Counts {
		if len(classes) != n {
			return errors.New("it has colours of too few or too many classes")
		}
		for _, t := range classes {
			if len(t.Colours) != len(t.Pixels) || !slices.IsSorted(t.Colours) || len(t.Colours) > 0 && t.Colours[len(t.Colours)-1] >= glare {
				return errors.New("it has colours that can't be")
			}
		}
	}
	numbers := [][]float64{w.Fars[:], w.Tempers[:]}
	for _, r := range w.Rows {
		if len(r) != n {
			return errors.New("it has rows of too few or too many classes")
		}
		numbers = append(numbers, r)
	}
	for i := range w.Rules {
		numbers = append(numbers, w.Rules[i][:])
	}
	if len(w.Grounds) != len(w.Ecologies) || len(w.Ecologies) == 0 {
		return errors.New("it has no ecology, or says of some of them nothing")
	}
	for _, g := range w.Grounds {
		if len(g) != n+1 {
			return errors.New("it has an ecology of too few or too many classes")
		}
		numbers = append(numbers, g)
	}
	for _, xs := range numbers {
		for _, x := range xs {
			if math.IsNaN(x) || math.Abs(x) > 1e12 {
				return fmt.Errorf("%g is no weight", x)
			}
		}
	}
	for a, t := range w.Tempers {
		if t <= 0 {
			return fmt.Errorf("the temper of %s is %g", Aspect(a), t)
		}
	}
	return nil
}

//go:embed weights/*.gz
var embedded embed.FS

// Embedded returns the weights of a world that are part of the program. Its error wraps [ErrWeights].
func Embedded(world string) (Trained, error) {
	data, err := embedded.ReadFile("weights/" + strings.ReplaceAll(world, ":", "-") + ".gz")
	if err != nil {
		return nil, fmt.Errorf("%w: none for the world %s are part of the program", ErrWeights, interaction.Shown(world))
	}
	return Read(bytes.NewReader(data))
}
