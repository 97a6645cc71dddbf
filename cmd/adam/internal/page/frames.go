package page

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/film"
)

// framesView is the page of kept pictures.
type framesView struct {
	Sessions []string
	Session  string
	Files    []string
	At       int
	File     string
	Last     int
}

func (s *Server) frames(r *http.Request, _ *snapshot) (any, error) {
	if s.cfg.Frames == "" {
		return nil, wrong{fmt.Errorf("no pictures are shown: adam serve --frames DIR"), http.StatusNotFound}
	}
	v := &framesView{Session: r.URL.Query().Get("session"), Sessions: listed(s.cfg.Frames, film.SessionName)}
	if v.Session == "" && len(v.Sessions) > 0 {
		v.Session = v.Sessions[len(v.Sessions)-1] // the latest
	}
	if film.SessionName.MatchString(v.Session) {
		v.Files = listed(filepath.Join(s.cfg.Frames, v.Session), film.PictureName)
	}
	v.Last = max(0, len(v.Files)-1)
	v.At = v.Last
	if n, err := strconv.Atoi(r.URL.Query().Get("at")); err == nil {
		v.At = min(max(n, 0), v.Last)
	}
	if len(v.Files) > 0 {
		v.File = v.Files[v.At]
	}
	return v, nil
}

// listed are the names in a folder that look right, ascending by the numbers in them.
func listed(dir string, like *regexp.Regexp) (out []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // none yet
	}
	for _, e := range entries {
		if like.MatchString(e.Name()) {
			out = append(out, interaction.Shown(e.Name()))
		}
	}
	slices.SortStableFunc(out, func(a, b string) int {
		return slices.CompareFunc(digits.FindAllString(a, -1), digits.FindAllString(b, -1), func(x, y string) int {
			x, y = strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0") // there may be more than an int holds
			return cmp.Or(len(x)-len(y), strings.Compare(x, y))
		})
	})
	return out
}

var digits = regexp.MustCompile(`[0-9]+`)

// kept reads a file that package film keeps beside others.
func (s *Server) kept(session, file string) ([]byte, error) {
	if s.cfg.Frames == "" || !film.SessionName.MatchString(session) {
		return nil, fs.ErrNotExist
	}
	root, err := os.OpenRoot(s.cfg.Frames)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }() // it was only read
	return root.ReadFile(filepath.Join(session, file))
}

func (s *Server) frame(w http.ResponseWriter, r *http.Request) {
	file, err := r.PathValue("file"), error(fs.ErrNotExist)
	var b []byte
	if film.PictureName.MatchString(file) {
		b, err = s.kept(r.PathValue("session"), file)
	}
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(b) // the visitor may be gone
}

// momentView is what was kept of one step of a task.
type momentView struct {
	// N is the step, Picture where its picture is; empty: none is left.
	N       int
	Picture string
	Map     *mapView
	// Fault is why there is no map although one was kept.
	Fault string
}

// mapView is a map as it is drawn: a cell is a square of one.
type mapView struct {
	Width, Height int
	Runs          []cells
	// X and Y are the middle of the agent's cell, Turn where it looks, in degrees from north.
	X, Y float64
	Turn int
	Key  []swatch
}

// cells are neighbours in a row that show the same.
type cells struct {
	X, Y, Width int
	swatch
}

type swatch struct{ Name, Fill string }

// turns are the directions of interaction.Steps in degrees from north.
var turns = [...]int{270, 90, 0, 180}

// picture is a name that a ledger may have for a picture.
var picture = regexp.MustCompile(`^(session[0-9]+)/([0-9]+-[0-9]+)$`)

// moment is what was kept of a step; nil: nothing.
func (s *Server) moment(step stepView) *momentView {
	name := picture.FindStringSubmatch(step.picture)
	if s.cfg.Frames == "" || name == nil {
		return nil
	}
	v := &momentView{N: step.N}
	if _, err := s.kept(name[1], name[2]+".png"); err == nil {
		v.Picture = "/frame/" + name[1] + "/" + name[2] + ".png"
	}
	data, err := s.kept(name[1], name[2]+".json")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return v
	case err == nil:
		var m film.Map
		if m, err = film.ParseMap(data); err == nil {
			v.Map = drawn(m)
			return v
		}
	}
	v.Fault = err.Error()
	return v
}

// drawn is the map without the rows and columns at its edges in which nothing was seen.
func drawn(m film.Map) *mapView {
	x, y := m.Width/2, m.Height/2
	left, right, top, bottom := x, x, y, y
	for i, c := range m.Cells {
		if c != interaction.Unseen {
			left, right = min(left, i%m.Width), max(right, i%m.Width)
			top, bottom = min(top, i/m.Width), max(bottom, i/m.Width)
		}
	}
	v := &mapView{Width: right - left + 1, Height: bottom - top + 1, X: float64(x-left) + .5, Y: float64(y-top) + .5, Turn: turns[m.Facing]}
	known := make([]bool, len(m.Things))
	for row := top; row <= bottom; row++ {
		for at := left; at <= right; {
			thing, from := m.Cells[row*m.Width+at], at
			for at <= right && m.Cells[row*m.Width+at] == thing {
				at++
			}
			if thing != interaction.Unseen {
				known[thing] = true
				v.Runs = append(v.Runs, cells{from - left, row - top, at - from, swatch{m.Things[thing], fill(thing)}})
			}
		}
	}
	for thing, name := range m.Things {
		if known[thing] {
			v.Key = append(v.Key, swatch{name, fill(thing)})
		}
	}
	return v
}

// fill is a colour for a thing: neighbours in number differ by the golden angle.
func fill(thing int) string {
	return fmt.Sprintf("hsl(%d %d%% %d%%)", thing*137%360, 28+thing%3*14, 45+thing%4*10)
}
