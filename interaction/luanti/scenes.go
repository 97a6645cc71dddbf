package luanti

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// Scenes is a game of which pictures are taken by a real client, in maps that the game's generator makes, and which tells
// what they show. It is there to train what sees, and to measure it: nothing can be done in it. It has one session at a time.
type Scenes struct {
	world *World
	eyes  *eyes
}

var _ interaction.World = (*Scenes)(nil)

// NewScenes starts a server, a screen that nobody sees, and a client that draws on it; pictures have size pixels a side.
// It fails with ErrNotInstalled or ErrNoClient where a program is missing. It must be closed.
func NewScenes(ctx context.Context, cfg Config, size int) (*Scenes, error) {
	cfg.Lived, cfg.Servers, cfg.scenes = true, 1, size
	if err := errors.Join(cfg.Validate(), cfg.there()); err != nil {
		return nil, fmt.Errorf("luanti: %w", err)
	}
	w := &World{cfg: cfg, slots: []*slot{{}}}
	s, err := w.running(ctx, 0)
	if err != nil {
		return nil, err
	}
	nodes, err := s.eyes.ask(ctx, "nodes")
	if err != nil {
		_ = w.Close() // the error is why
		return nil, fmt.Errorf("luanti: %w", err)
	}
	sum := sha256.Sum256([]byte(nodes))
	w.spec = interaction.Spec{ID: cfg.ID(), Fingerprint: hex.EncodeToString(sum[:16]), Caps: interaction.Caps{Starts: interaction.Episodes},
		Ground: &interaction.Ground{Moves: livedMoves, Wait: livedWait},
		Shots:  []interaction.Shot{{View: interaction.Eyes, Width: size, Height: size}}}
	return &Scenes{world: w, eyes: s.eyes}, nil
}

// Spec implements [interaction.World].
func (w *Scenes) Spec() interaction.Spec { return w.world.spec }

// Open implements [interaction.World].
func (w *Scenes) Open(ctx context.Context) (interaction.Session, error) {
	return &gaze{scenes: w, ctx: context.WithoutCancel(ctx)}, nil
}

// Close ends the client, its screen and the server.
func (w *Scenes) Close() error { return w.world.Close() }

// gaze is one who looks around at a place, and at another one after each Begin.
type gaze struct {
	scenes *Scenes
	ctx    context.Context // of Begin
	air    interaction.Scene
	there  bool // the place's map was made, and what is drawn is of it
}

var _ interaction.Teller = (*gaze)(nil)

// Begin implements [interaction.Session]: the server chooses a place, a time and a weather by the seed. The map isn't made
// before a picture is taken.
func (g *gaze) Begin(ctx context.Context, _ interaction.State, seed uint64) (interaction.State, error) {
	g.scenes.eyes.mu.Lock()
	defer g.scenes.eyes.mu.Unlock()
	g.ctx, g.there = ctx, false
	answer, err := g.scenes.eyes.ask(ctx, fmt.Sprintf("choose %d", gameSeed(seed)))
	if err == nil {
		err = g.read(strings.Split(answer, "\t"))
	}
	return interaction.State{}, g.failed(err)
}

// read takes what is so of all pictures of a place.
func (g *gaze) read(f []string) error {
	if len(f) < 4 {
		return fmt.Errorf("the server says %q of a place", f)
	}
	g.air = interaction.Scene{Ecology: unescape(f[0]), Time: f[1], Weather: f[2], Brightness: f[3]}
	return nil
}

func (g *gaze) failed(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("luanti: %w", err)
}

// Step implements [interaction.Session]: there is nothing to do.
func (g *gaze) Step(context.Context, interaction.Action) (interaction.State, error) {
	return interaction.State{}, nil
}

// Shoot implements [interaction.Camera].
func (g *gaze) Shoot(shot interaction.Shot, _ []byte) (interaction.Frame, error) {
	if err := g.scenes.eyes.fits(shot); err != nil {
		return interaction.Frame{}, err
	}
	g.scenes.eyes.mu.Lock()
	defer g.scenes.eyes.mu.Unlock()
	quiet := stillThen
	if !g.there {
		if err := g.scenes.eyes.tell(g.ctx, "arrive"); err != nil {
			return interaction.Frame{}, g.failed(err)
		}
		g.there, quiet = true, stillFirst
	}
	f, err := g.scenes.eyes.picture(g.ctx, shot, shot.Yaw, quiet)
	return f, g.failed(err)
}

// leastTold is the part of a picture's pixels that a class of things takes, at least, to be told of.
const leastTold = .003

// Tell implements [interaction.Teller]. Before a picture was taken at a place it tells of the air alone.
func (g *gaze) Tell(shot interaction.Shot) (interaction.Scene, error) {
	if !g.there {
		return g.air, nil
	}
	if err := g.scenes.eyes.fits(shot); err != nil {
		return interaction.Scene{}, err
	}
	g.scenes.eyes.mu.Lock()
	defer g.scenes.eyes.mu.Unlock()
	answer, err := g.scenes.eyes.ask(g.ctx, fmt.Sprintf("tell %d %d", degrees(shot.Yaw), shot.Width))
	if err != nil {
		return interaction.Scene{}, g.failed(err)
	}
	scene, err := parseScene(answer, shot.Width)
	return scene, g.failed(err)
}

// parseScene reads what the mod's eyes.lua tells of a picture with size pixels a side.
func parseScene(answer string, size int) (interaction.Scene, error) {
	f := strings.Split(answer, "\t")
	wrong := fmt.Errorf("the server says %.100q of a picture", answer)
	var g gaze
	if len(f) != 6 || g.read(f) != nil {
		return interaction.Scene{}, wrong
	}
	scene := g.air
	var classes []interaction.InView
	for word := range strings.FieldsSeq(f[4]) {
		parts := strings.Split(word, "=")
		if len(parts) != 3 {
			return scene, wrong
		}
		far, err := strconv.Atoi(parts[1])
		if err != nil {
			return scene, wrong
		}
		x := interaction.InView{Name: unescape(parts[0]), Far: far, Creature: parts[2] == "1"}
		scene.Names, classes = append(scene.Names, x.Name), append(classes, x)
	}
	sides := make([][3]int, len(classes))
	for word := range strings.FieldsSeq(f[5]) {
		class, n, ok := strings.Cut(word, "*")
		k, err := strconv.Atoi(class)
		times, err2 := strconv.Atoi(n)
		if !ok || err != nil || err2 != nil || k < 0 || k > len(classes) || times < 1 || len(scene.Shows)+times > size*size {
			return scene, wrong
		}
		for range times {
			if k > 0 {
				classes[k-1].Pixels++
				sides[k-1][3*(len(scene.Shows)%size)/size]++
			}
			scene.Shows = append(scene.Shows, uint16(k))
		}
	}
	if len(scene.Shows) != size*size {
		return scene, wrong
	}
	for k, x := range classes {
		if float64(x.Pixels) < max(1, leastTold*float64(size*size)) {
			continue
		}
		x.Side = [...]string{"left", "middle", "right"}[slices.Index(sides[k][:], slices.Max(sides[k][:]))]
		scene.Things = append(scene.Things, x)
	}
	slices.SortStableFunc(scene.Things, func(a, b interaction.InView) int { return b.Pixels - a.Pixels })
	return scene, nil
}

// Close implements [interaction.Session].
func (g *gaze) Close() error { return nil }
