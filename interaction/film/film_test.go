package film_test

import (
	"context"
	"errors"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/film"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/sim"
)

const rules = `{"format":1,"id":"wood","actions":[{"label":"cut","effects":[{"gives":{"log":1},"ways":[{}]}]}]}`

func wood(t *testing.T) *land.World {
	t.Helper()
	f, err := sim.Parse("wood.json", []byte(rules))
	if err != nil {
		t.Fatal(err)
	}
	w, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// small is a world with pictures of a few pixels.
type small struct{ interaction.World }

func (w small) Spec() interaction.Spec {
	s := w.World.Spec()
	s.Shots = []interaction.Shot{{View: interaction.Above, Width: 2, Height: 2}}
	return s
}

func (w small) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.World.Open(ctx)
	return camera{s}, err
}

type camera struct{ interaction.Session }

func (camera) Shoot(shot interaction.Shot, _ []byte) (interaction.Frame, error) {
	return interaction.Frame{Shot: shot, RGB: make([]byte, 3*shot.Width*shot.Height)}, shot.Validate()
}

func TestContract(t *testing.T) {
	conformance.World(t, func(t *testing.T) interaction.World {
		w, err := film.New(small{conformance.NewScript(nil)}, t.TempDir(), 10)
		if err != nil {
			t.Fatal(err)
		}
		return w
	})
}

// Of a life that is longer than the folder has room for the latest pictures are kept; what is seen is as without.
func TestKeepsTheLatest(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "frames")
	plain := wood(t)
	w, err := film.New(plain, dir, 5)
	if err != nil {
		t.Fatal(err)
	}
	open := func(w interaction.World) interaction.Seer {
		s, err := w.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Begin(t.Context(), interaction.State{}, 3); err != nil {
			t.Fatal(err)
		}
		return s.(interaction.Seer)
	}
	s, other := open(w), open(plain)
	for i := range 12 {
		a := w.Spec().Ground.Moves[i%4]
		got, err := s.Step(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		want, err := other.Step(t.Context(), a)
		if err != nil || !got.Equal(want) || got.String() != want.String() || s.Look().At(1, 0) != other.Look().At(1, 0) {
			t.Fatalf("step %d: %v and %v", i, got, want)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.png"))
	if err != nil || len(files) != 5 || filepath.Base(files[4]) != "0001-000012.png" {
		t.Fatalf("%v, %v", files, err)
	}
	f, err := os.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if img, err := png.Decode(f); err != nil || img.Bounds().Dx() != 160 {
		t.Errorf("%v", err)
	}
}

// A picture, or a map, comes to its place whole: nothing is written into a file that is there, as one that is seen meanwhile.
func TestWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	w, err := film.New(wood(t), dir, 5)
	if err != nil {
		t.Fatal(err)
	}
	seen := filepath.Join(dir, "seen")
	if err := errors.Join(os.WriteFile(seen, nil, 0o644), os.Mkdir(filepath.Join(dir, "session01"), 0o755)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"0001-000000.png", "0001-000000.json"} {
		if err := os.Link(seen, filepath.Join(dir, "session01", name)); err != nil {
			t.Skip(err)
		}
	}
	s, err := w.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Begin(t.Context(), interaction.State{}, 3); err != nil {
		t.Fatal(err)
	}
	if err := w.Draw(film.Map{Sight: interaction.Sight{Width: 1, Height: 1, Cells: []int{-1}}}); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(seen); err != nil || len(data) > 0 {
		t.Errorf("%d bytes were written into a file that was there, %v", len(data), err)
	}
	files, err := os.ReadDir(filepath.Join(dir, "session01"))
	if err != nil || len(files) != 2 {
		t.Errorf("%v, %v: a picture and a map", files, err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Size() == 0 {
			t.Errorf("%s is empty, %v", f.Name(), err)
		}
	}
}

func TestWithoutPictures(t *testing.T) {
	f, err := sim.Parse("wood.json", []byte(rules))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := film.New(sim.New(f), t.TempDir(), 5); !errors.Is(err, film.ErrNoPictures) {
		t.Error(err)
	}
}

// A second run into the same folder writes over nothing, maps stay beside their pictures and go with them, and what
// somebody else put there stays.
func TestAgainIntoTheSameFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "my[run]")
	mine := []string{filepath.Join(dir, "session1backup", "my-photo.png"), filepath.Join(dir, "session01", "my-photo.png")}
	for _, f := range mine {
		if err := os.MkdirAll(filepath.Dir(f), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	live := func() *film.World {
		w, err := film.New(wood(t), dir, 3)
		if err != nil {
			t.Fatal(err)
		}
		s, err := w.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Begin(t.Context(), interaction.State{}, 3); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Step(t.Context(), w.Spec().Ground.Moves[0]); err != nil {
			t.Fatal(err)
		}
		return w
	}
	w := live()
	if at := w.Latest(); at != "session02/0001-000001" {
		t.Fatalf("the latest is %q", at)
	}
	m := film.Map{Sight: interaction.Sight{Width: 3, Height: 1, Cells: []int{0, 1, -1}, Facing: 2}, Things: []string{"grass", "tree"}}
	if err := w.Draw(m); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "session02", "0001-000001.json"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := film.ParseMap(data); err != nil || got.At(0, 0) != 1 || got.Things[1] != "tree" || got.Facing != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	if at := live().Latest(); at != "session03/0001-000001" {
		t.Errorf("the second run's latest is %q", at)
	}
	if at := live().Latest(); at != "session04/0001-000001" {
		t.Errorf("the third run's latest is %q", at)
	}
	var files []string
	err = fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) != 3+len(mine) {
		t.Errorf("%v, %v: three pictures are kept, and no map of one that isn't, beside what is somebody else's", files, err)
	}
}

func TestNoMap(t *testing.T) {
	for _, text := range []string{"", "{", "null", `{"width":3,"height":1,"cells":[0,0]}`, `{"width":1,"height":1,"cells":[0],"things":[]}`,
		`{"width":1,"height":1,"cells":[-2],"things":["a"]}`, `{"width":1,"height":1,"cells":[0],"things":["a"],"facing":4}`, `{"width":999,"height":1}`, `{"x":1}`,
		`{"width":1,"height":1,"cells":[0],"things":["a"],"facing":0} more`} {
		if _, err := film.ParseMap([]byte(text)); !errors.Is(err, film.ErrNoMap) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
