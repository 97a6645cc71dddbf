package scenarios

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

//go:embed worlds/*.json
var worlds embed.FS

// Default is the world that is used when none is named.
const Default = "minecraft-41"

// ErrUnknownWorld is wrapped by [Load]'s error when no embedded world has the name.
var ErrUnknownWorld = errors.New("unknown world")

// Names lists the embedded worlds, ascending.
func Names() []string {
	entries, err := fs.ReadDir(worlds, "worlds")
	if err != nil {
		panic("scenarios: " + err.Error()) // the folder is part of the program
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".json")
	}
	slices.Sort(names)
	return names
}

// Load returns an embedded world by its name, or a world file by its path: what
// contains a slash or ends in ".json" is a path. Its errors are those of
// [sim.Load], or wrap [ErrUnknownWorld].
func Load(nameOrPath string) (*sim.File, error) {
	if rules, lived := strings.CutPrefix(nameOrPath, "lived:"); lived {
		return nil, fmt.Errorf("%w %q: here it takes the file itself, %s", ErrUnknownWorld, nameOrPath, rules)
	}
	if strings.Contains(nameOrPath, "/") || strings.HasSuffix(nameOrPath, ".json") {
		return sim.Load(nameOrPath)
	}
	name := nameOrPath + ".json"
	data, err := worlds.ReadFile("worlds/" + name)
	if err != nil {
		return nil, fmt.Errorf("%w %q%s; there are %s, and a path ends in .json or contains a slash",
			ErrUnknownWorld, nameOrPath, interaction.Meant(nameOrPath, Names()), strings.Join(Names(), ", "))
	}
	return sim.Parse(name, data)
}
