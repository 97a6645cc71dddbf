package crafter

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/rpc"
)

//go:embed crafter_world.py scenes.py
var programs embed.FS

// The files of the game's side: the game, and scenes of it for those who train percipients.
const program, scenes = "crafter_world.py", "scenes.py"

// ErrNotInstalled is wrapped by New's error where Python, or its package crafter, is missing.
var ErrNotInstalled = errors.New("crafter isn't installed")

// Hint says how it is installed.
const Hint = "install it, for the python3 that is found first: pip install crafter"

// logVariable names the file for the score to the program.
const logVariable = "ADAM_CRAFTER_LOG"

// World is the game. Its sessions are processes of their own. It is safe for concurrent use.
type World struct {
	*rpc.World
	dir string
}

var (
	_ interaction.World   = (*World)(nil)
	_ interaction.Labeler = (*World)(nil)
)

// Installed reports whether the game can be started.
func Installed(ctx context.Context) bool {
	return exec.CommandContext(ctx, "python3", "-c", "import crafter").Run() == nil
}

// New starts the game. Each episode's achievements are written to files that begin with the log's
// name, one for each session; empty: nowhere. It fails with ErrNotInstalled.
func New(ctx context.Context, log string) (*World, error) { return open(ctx, program, log) }

// NewScenes starts the game for those who train and measure percipients: each step is a scene of its own, drawn by the
// episode's seed, and its sessions tell what their pictures show. Nobody can live there. It fails with ErrNotInstalled.
func NewScenes(ctx context.Context) (*World, error) { return open(ctx, scenes, "") }

func open(ctx context.Context, file, log string) (*World, error) {
	if !Installed(ctx) {
		if err := ctx.Err(); err != nil { // who is interrupted found nothing out
			return nil, err
		}
		return nil, ErrNotInstalled
	}
	dir, err := os.MkdirTemp("", "adam-crafter-")
	if err != nil {
		return nil, err
	}
	w, err := start(ctx, dir, file, log)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return &World{w, dir}, nil
}

func start(ctx context.Context, dir, file, log string) (*rpc.World, error) {
	files := map[string][]byte{rpc.BaseFile: []byte(rpc.Base())}
	for _, name := range [...]string{program, scenes} {
		text, err := programs.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files[name] = text
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return nil, err
		}
	}
	command := fmt.Sprintf("exec python3 '%s'", filepath.Join(dir, file))
	if log != "" {
		command = fmt.Sprintf("export %s='%s'; %s", logVariable, log, command)
	}
	return rpc.Command(ctx, command)
}

// Close ends what no session has taken, and removes the program.
func (w *World) Close() error { return errors.Join(w.World.Close(), os.RemoveAll(w.dir)) }
