package minecraft

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/rpc"
)

//go:embed bridge/*.js
var bridge embed.FS

// World is a server. Its sessions are bots, each in a process of its own. It is safe for
// concurrent use.
type World struct {
	*rpc.World
	dir string
}

var (
	_ interaction.World   = (*World)(nil)
	_ interaction.Labeler = (*World)(nil)
)

// settings is what the bots' program is told.
type settings struct {
	Host         string `json:"host"`
	Port         int    `json:"port"`
	Version      string `json:"version"`
	Profile      string `json:"profile"`
	AllowChanges bool   `json:"allowChanges"`
	Lived        bool   `json:"lived"`
	Name         string `json:"name"`
	Places       string `json:"places"`
	Joined       string `json:"joined"`  // a file that is there once a bot was on the server
	Browser      string `json:"browser"` // that draws pictures; empty: none are wanted
}

// joinTime is how long a bot may take to be ready: 45 s to be let in, 40 s for the chunks of its plot, and 80 s
// for what is asked of the server, as the bots' program allows them, and nearly all of it once more if the chunks don't come.
const joinTime = 6 * time.Minute

// New joins the server with a first bot. It fails with ErrNotInstalled, or with ErrNoPictures. The world must
// be closed: what it built is taken away by the bots when their sessions are closed.
func New(ctx context.Context, cfg Config) (*World, error) {
	if err := cfg.Validate(); err != nil {
		return nil, fmt.Errorf("minecraft: %w", err)
	}
	if !Installed(ctx) {
		if err := ctx.Err(); err != nil { // who is interrupted found nothing out
			return nil, err
		}
		return nil, ErrNotInstalled
	}
	browser := ""
	if cfg.Pictures {
		var err error
		if browser, err = draws(ctx); err != nil {
			return nil, err
		}
	}
	dir, err := os.MkdirTemp("", "adam-minecraft-")
	if err != nil {
		return nil, err
	}
	w, err := start(ctx, dir, browser, cfg)
	if err != nil {
		return nil, errors.Join(err, remove(dir))
	}
	return &World{w, dir}, nil
}

func start(ctx context.Context, dir, browser string, cfg Config) (*rpc.World, error) {
	files, err := bridge.ReadDir("bridge")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text, err := bridge.ReadFile("bridge/" + f.Name())
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name()), text, 0o600); err != nil {
			return nil, err
		}
	}
	places, err := cfg.places()
	if err != nil {
		return nil, err
	}
	told, err := json.Marshal(settings{cfg.Host, cfg.port(), cfg.Version, cfg.Profile, cfg.AllowChanges, cfg.Lived, cfg.name(), places, filepath.Join(dir, "joined"), browser})
	if err != nil {
		return nil, err
	}
	w, err := rpc.CommandWithin(ctx, fmt.Sprintf("NODE_PATH=%s exec node %s %s", quoted(modulePath()), quoted(filepath.Join(dir, "main.js")), quoted(string(told))), joinTime)
	if err != nil {
		return nil, cfg.refused(err)
	}
	return w, nil
}

// refused is why there is no world, without the command that should have been one.
func (c Config) refused(err error) error {
	why := err
	for why != nil {
		if f := (*interaction.Fault)(nil); errors.As(why, &f) && f.Err != nil {
			why = f.Err
			continue
		}
		if next := errors.Unwrap(why); next != nil {
			why = next
			continue
		}
		break
	}
	text := interaction.Shown(strings.TrimSuffix(why.Error(), " (-32000)"))
	return fmt.Errorf("minecraft at %s: %s", net.JoinHostPort(c.Host, strconv.Itoa(c.port())), text)
}

// places is the folder by which processes share out the plots of the server.
func (c Config) places() (string, error) {
	if c.Places != "" {
		return c.Places, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	server := strings.NewReplacer(":", "_", "/", "_", `\`, "_").Replace(net.JoinHostPort(c.Host, strconv.Itoa(c.port())))
	return filepath.Join(cache, "adam", "minecraft", server), nil
}

// quoted is the text as one word of the shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// Close ends what no session has taken, and removes the program.
func (w *World) Close() error { return errors.Join(w.World.Close(), remove(w.dir)) }

// remove removes a folder. A Chromium whose session has ended may take a moment to stop writing there.
func remove(dir string) error {
	var err error
	for range 40 {
		if err = os.RemoveAll(dir); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}
