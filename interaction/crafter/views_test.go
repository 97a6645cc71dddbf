package crafter_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/adam-discovery/adam/interaction/crafter"
	"github.com/adam-discovery/adam/interaction/rpc"
)

// The package's own views, and those of the program, look at worlds from everywhere, at all hours, awake and asleep.
const compareViews = `
import types
import numpy as np
from crafter import engine
own = engine.LocalView, engine.ItemView
import crafter_world
ours = engine.LocalView, engine.ItemView
assert own != ours
compared = 0
for seed in range(2):
    game = crafter_world.Crafter()
    game.begin(seed)
    world, env = game.env._world, game.env
    unit = np.array([7, 7])
    view, row = (kind(*args) for kind, args in zip(ours, ((world, env._textures, [9, 7]), (env._textures, [9, 2]))))
    for light in 0.0, 0.3, 1.0:
        world.daylight = light
        for asleep in False, True:
            for x in range(0, 64, 7):
                for y in range(0, 64, 7):
                    player = types.SimpleNamespace(pos=np.array([x, y]), sleeping=asleep)
                    state = world.random.get_state()
                    want = own[0](world, env._textures, [9, 7])(player, unit)
                    world.random.set_state(state)
                    assert np.array_equal(want, view(player, unit)), (seed, light, asleep, x, y)
                    things = dict(env._player.inventory, wood=x % 10, iron=y % 3)
                    assert np.array_equal(own[1](env._textures, [9, 2])(things, unit), row(things, unit)), things
                    compared += 1
assert compared == 1200, compared
`

// What is drawn sooner is what the package draws, to the byte.
func TestViewsAreThePackages(t *testing.T) {
	if !crafter.Installed(t.Context()) {
		t.Skip(crafter.ErrNotInstalled, ": ", crafter.Hint)
	}
	dir := t.TempDir()
	program, err := os.ReadFile("crafter_world.py")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"crafter_world.py": string(program), rpc.BaseFile: rpc.Base(), "compare.py": compareViews} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.CommandContext(t.Context(), "python3", filepath.Join(dir, "compare.py")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}
