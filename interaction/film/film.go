// Package film keeps the pictures of a world's episodes as files, for people: whoever acts in the world gets no other
// states and views than without.
package film

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

// World is a world whose sessions write a picture of each step into a folder: DIR/SESSION/EPISODE-STEP.png. It is safe
// for concurrent use.
type World struct {
	interaction.World
	shot interaction.Shot
	dir  string
	most int

	mu       sync.Mutex
	kept     []string // pictures, the oldest first
	sessions int
	latest   string
}

// ErrNoPictures is returned for a world that shows none.
var ErrNoPictures = errors.New("the world shows no pictures")

// New returns the world with a folder for at most most pictures, which is made: beyond that the oldest are removed, also
// those that were there. It fails with [ErrNoPictures], or as making the folder does.
func New(w interaction.World, dir string, most int) (*World, error) {
	shots := w.Spec().Shots
	if len(shots) == 0 {
		return nil, ErrNoPictures
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	shot, ok := w.Spec().Shot(interaction.Eyes)
	if !ok {
		shot = shots[0]
	}
	out := &World{World: w, shot: shot, dir: dir, most: most}
	return out, out.inherit()
}

// SessionName and PictureName are the forms of the names of folders and files here; nothing else is touched or read.
var (
	SessionName = regexp.MustCompile(`^session([0-9]+)$`)
	PictureName = regexp.MustCompile(`^[0-9]+-[0-9]+\.png$`)
)

// inherit counts what is in the folder already, so that no picture is written over another.
func (w *World) inherit() error {
	sessions, err := os.ReadDir(w.dir)
	if err != nil {
		return err
	}
	when := map[string]time.Time{}
	for _, s := range sessions {
		number := SessionName.FindStringSubmatch(s.Name())
		if number == nil || !s.IsDir() {
			continue
		}
		if n, err := strconv.Atoi(number[1]); err == nil {
			w.sessions = max(w.sessions, n)
		}
		files, err := os.ReadDir(filepath.Join(w.dir, s.Name()))
		if err != nil {
			return err
		}
		for _, f := range files {
			info, err := f.Info()
			if err != nil || !PictureName.MatchString(f.Name()) {
				continue // it is somebody else's, or is gone
			}
			name := filepath.Join(w.dir, s.Name(), f.Name())
			when[name] = info.ModTime()
			w.kept = append(w.kept, name)
		}
	}
	slices.SortStableFunc(w.kept, func(a, b string) int { return when[a].Compare(when[b]) })
	return nil
}

// Latest is which picture was kept last, as SESSION/EPISODE-STEP; empty: none was.
func (w *World) Latest() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.latest
}

// Draw keeps a map beside the picture that was kept last: it is removed with that. It does nothing before the first.
func (w *World) Draw(m Map) error {
	at := w.Latest()
	if at == "" {
		return nil
	}
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if err := write(filepath.Join(w.dir, filepath.FromSlash(at)+".json"), data); err != nil {
		return fmt.Errorf("keeping a map: %w", err)
	}
	return nil
}

// write writes a file beside its place and puts it there: who looks, or goes on after this process was killed, finds it whole
// or not at all.
func write(name string, data []byte) error {
	part := filepath.Join(filepath.Dir(name), "part"+filepath.Ext(name))
	err := os.WriteFile(part, data, 0o644)
	if err == nil {
		err = os.Rename(part, name)
	}
	return err
}

// Label implements [interaction.Labeler].
func (w *World) Label(a interaction.Action) string {
	if l, ok := w.World.(interaction.Labeler); ok {
		return l.Label(a)
	}
	return ""
}

// Open implements [interaction.World]. The sessions see, show and tell as far as those of the world do.
func (w *World) Open(ctx context.Context) (interaction.Session, error) {
	inner, err := w.World.Open(ctx)
	if err != nil {
		return nil, err
	}
	camera, ok := inner.(interaction.Camera)
	if !ok {
		_ = inner.Close() // it is of no use
		return nil, ErrNoPictures
	}
	w.mu.Lock()
	w.sessions++
	n := w.sessions
	w.mu.Unlock()
	s := session{Camera: camera, world: w, dir: filepath.Join(w.dir, fmt.Sprintf("session%02d", n))}
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return nil, errors.Join(err, inner.Close())
	}
	see, sees := inner.(interaction.Seer)
	tell, tells := inner.(interaction.Teller)
	switch {
	case sees && tells:
		return &teller{seer{s, see}, tell}, nil
	case sees:
		return &seer{s, see}, nil
	}
	return &s, nil
}

// session is one whose pictures are kept.
type session struct {
	interaction.Camera
	world         *World
	dir           string
	episode, step int
	frame         interaction.Frame
}

// seer is one that also has a view.
type seer struct {
	session
	see interaction.Seer
}

// Look implements [interaction.Seer].
func (s *seer) Look() interaction.Sight { return s.see.Look() }

// teller is one that also tells what its pictures show.
type teller struct {
	seer
	tell interaction.Teller
}

// Tell implements [interaction.Teller].
func (s *teller) Tell(shot interaction.Shot) (interaction.Scene, error) { return s.tell.Tell(shot) }

// Begin implements [interaction.Session].
func (s *session) Begin(ctx context.Context, wish interaction.State, seed uint64) (interaction.State, error) {
	state, err := s.Camera.Begin(ctx, wish, seed)
	s.episode++
	s.step = 0
	if err != nil {
		return state, err
	}
	return state, s.keep()
}

// Step implements [interaction.Session].
func (s *session) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	state, err := s.Camera.Step(ctx, a)
	s.step++
	if err != nil {
		return state, err
	}
	return state, s.keep()
}

// keep takes a picture and writes it.
func (s *session) keep() (err error) {
	if s.frame, err = s.Shoot(s.world.shot, s.frame.RGB); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, s.frame.Image()); err != nil {
		return err
	}
	name := filepath.Join(s.dir, fmt.Sprintf("%04d-%06d.png", s.episode, s.step))
	if err := write(name, b.Bytes()); err != nil {
		return fmt.Errorf("keeping a picture: %w", err)
	}
	return s.world.enter(name)
}

// enter counts a file, and removes the oldest if there are too many.
func (w *World) enter(name string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.kept = append(w.kept, name)
	w.latest = filepath.Base(filepath.Dir(name)) + "/" + strings.TrimSuffix(filepath.Base(name), ".png")
	for len(w.kept) > w.most {
		old := w.kept[0]
		w.kept = w.kept[1:]
		for _, f := range []string{old, strings.TrimSuffix(old, ".png") + ".json"} {
			if err := os.Remove(f); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}
