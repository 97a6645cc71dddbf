package luanti

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
)

// Config says which game is played, and on what. The zero Config is minetest_game
// as Debian installs it.
type Config struct {
	// Server is the path of the server program; empty: where Debian puts it.
	Server string
	// Game is the folder of a game, or the name of one that is installed; empty:
	// minetest_game.
	Game string
	// Mods are folders of mods, or names of mods as Debian installs them, that are added to
	// the game, with those that they depend on, where Debian has these.
	Mods []string
	// Modified, if not zero, changes recipes of the game when it is loaded: equal
	// seeds change the same.
	Modified uint64
	// Lived has bodies live in maps that the game's generator makes, where else each trial has a
	// place and a start of its own.
	Lived bool
	// Pictures has lives show what stands before their eyes, drawn by a real client beside each server: New fails with
	// ErrNoClient where there is none. The world is the same one with them and without, but that creatures, where a
	// game has some, move while a picture is drawn.
	Pictures bool
	// Servers is how many servers share the work. Zero means as many as there are CPUs, but at most 4: one uses one CPU.
	Servers int
	// Edits is how many recipes are changed if Modified isn't zero; zero means 5.
	Edits int

	scenes int // the size of pictures of a map in which nobody lives; see NewScenes
}

// ErrNotInstalled is wrapped by New's error when there is no server program.
var ErrNotInstalled = errors.New("no Luanti server is installed")

// Hint says how the server is installed.
const Hint = "install it: apt-get install minetest-server minetest-data"

// debian is the server itself; the program of the same name under /usr/games wraps
// it and prepends the system's configuration.
const debian = "/usr/lib/minetest/minetestserver"

const (
	defaultEdits = 5
	defaultGame  = "minetest_game"
)

// Validate reports every fault of the configuration at once.
func (c Config) Validate() error {
	var errs []error
	if c.Edits < 0 {
		errs = append(errs, fmt.Errorf("%d edits: there can't be fewer than none", c.Edits))
	}
	if c.Servers < 0 {
		errs = append(errs, fmt.Errorf("%d servers: there can't be fewer than none", c.Servers))
	}
	if c.Edits > 0 && c.Modified == 0 {
		errs = append(errs, errors.New("edits without a seed: which recipes are changed follows from the seed"))
	}
	if c.Pictures && !c.Lived {
		errs = append(errs, errors.New("pictures of a laboratory: there is nothing to see but where one lives"))
	}
	for _, m := range c.Mods {
		if m == "" {
			errs = append(errs, errors.New("a mod without a name"))
		}
	}
	return errors.Join(errs...)
}

// there fails with ErrNotInstalled, ErrNoClient or ErrNoGame where a program, the game or a mod isn't there.
func (c Config) there() error {
	if _, err := c.program(); err != nil {
		return err
	}
	if c.pictures() > 0 {
		if _, _, err := programs(); err != nil {
			return err
		}
	}
	if _, err := c.gameFolder(); err != nil {
		return err
	}
	_, err := c.modFolders()
	return err
}

// ID is the name of the world: "luanti", and what makes it another than a laboratory of minetest_game.
func (c Config) ID() string {
	if c.Game == "" && len(c.Mods) == 0 && !c.Lived {
		if c.Modified != 0 {
			return ModifiedID + strconv.FormatUint(c.Modified, 10)
		}
		return "luanti"
	}
	var parts []string
	if c.Game != "" {
		parts = append(parts, "game="+c.Game)
	}
	if len(c.Mods) > 0 {
		parts = append(parts, "mods="+strings.Join(c.Mods, ","))
	}
	if c.Modified != 0 {
		parts = append(parts, "modified="+strconv.FormatUint(c.Modified, 10))
	}
	if c.Lived {
		parts = append(parts, "lived")
	}
	return "luanti:" + strings.Join(parts, ",")
}

// livedPicture is how many pixels a side pictures of lives have.
const livedPicture = 192

// pictures is how many pixels a side pictures have; zero: none are taken.
func (c Config) pictures() int {
	if c.Pictures {
		return livedPicture
	}
	return c.scenes
}

func (c Config) servers() int {
	if c.Servers == 0 {
		return min(runtime.NumCPU(), 4)
	}
	return c.Servers
}

// program is the path of the server program.
func (c Config) program() (string, error) {
	if c.Server != "" {
		if _, err := os.Stat(c.Server); err != nil {
			return "", fmt.Errorf("%w: %w", ErrNotInstalled, err)
		}
		return c.Server, nil
	}
	if _, err := os.Stat(debian); err == nil {
		return debian, nil
	}
	for _, name := range []string{"luantiserver", "minetestserver"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNotInstalled
}

// Installed reports whether a server can be started with the zero Config.
func Installed() bool {
	_, err := Config{}.program()
	return err == nil
}
