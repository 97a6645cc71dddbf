package luanti

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNoGame is wrapped by the error of a Config whose game or mod isn't there.
var ErrNoGame = errors.New("there is no such game or mod")

// modsFolder is where Debian puts mods.
const modsFolder = "/usr/share/games/minetest/mods"

// gamesFolders are where games are looked for by name.
var gamesFolders = []string{"/usr/share/games/minetest/games", "/usr/share/minetest/games", "/usr/share/luanti/games"}

// gameFolder is the folder of the game.
func (c Config) gameFolder() (string, error) {
	name := c.Game
	if name == "" {
		name = defaultGame
	}
	try := []string{name}
	if !strings.ContainsRune(name, filepath.Separator) {
		for _, dir := range gamesFolders {
			try = append(try, filepath.Join(dir, name), filepath.Join(dir, name+"_game"))
		}
	}
	for _, dir := range try {
		if _, err := os.Stat(filepath.Join(dir, "mods")); err == nil {
			return filepath.Abs(dir)
		}
	}
	return "", fmt.Errorf("%w: %s is no folder of a game, with mods in it, nor the name of one that is installed", ErrNoGame, name)
}

// modFolders are the folders of the mods, by name, with those that they depend on.
func (c Config) modFolders() (map[string]string, error) {
	out := map[string]string{}
	if len(c.Mods) == 0 {
		return out, nil
	}
	game, err := c.gameFolder()
	if err != nil {
		return nil, err
	}
	have := map[string]bool{} // names of mods that the game has
	for _, m := range modsIn(filepath.Join(game, "mods")) {
		have[m.name] = true
	}
	installed := map[string]string{} // mod -> its pack's folder
	packs, err := os.ReadDir(modsFolder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	for _, p := range packs {
		for _, m := range modsIn(filepath.Join(modsFolder, p.Name())) {
			installed[m.name] = filepath.Join(modsFolder, p.Name())
		}
	}
	var add func(dir string)
	add = func(dir string) {
		name := filepath.Base(dir)
		if out[name] != "" {
			return
		}
		out[name] = dir
		mods := modsIn(dir)
		for _, m := range mods {
			have[m.name] = true
		}
		for _, m := range mods {
			for _, d := range m.depends {
				if !have[d] && installed[d] != "" { // where it isn't there, the game says so
					add(installed[d])
				}
			}
		}
	}
	for _, m := range c.Mods {
		dir := m
		if !strings.ContainsRune(m, filepath.Separator) {
			dir = filepath.Join(modsFolder, m)
		}
		dir, err := filepath.Abs(dir)
		if err != nil {
			return nil, err
		}
		if len(modsIn(dir)) == 0 {
			return nil, fmt.Errorf("%w: %s is no folder of a mod, nor the name of one under %s", ErrNoGame, m, modsFolder)
		}
		add(dir)
	}
	return out, nil
}

// luaMod is a mod as its folder tells.
type luaMod struct {
	name    string
	depends []string
}

// modsIn are the mods of a folder: itself, or those of a pack, at any depth.
func modsIn(dir string) []luaMod {
	if _, err := os.Stat(filepath.Join(dir, "init.lua")); err == nil {
		m := luaMod{name: filepath.Base(dir)}
		for key, value := range settings(filepath.Join(dir, "mod.conf")) {
			switch key {
			case "name":
				m.name = value
			case "depends":
				m.depends = strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
			}
		}
		if data, err := os.ReadFile(filepath.Join(dir, "depends.txt")); err == nil && m.depends == nil {
			m.depends = slices.DeleteFunc(strings.Fields(string(data)), func(d string) bool { return strings.HasSuffix(d, "?") })
		}
		return []luaMod{m}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []luaMod
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if info, err := os.Stat(path); err == nil && info.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			out = append(out, modsIn(path)...)
		}
	}
	return out
}

// settings reads the lines "key = value" of a file; none, if it can't be read.
func settings(path string) map[string]string {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	out := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), "="); ok {
			out[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	return out
}
