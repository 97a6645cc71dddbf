package minecraft

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// ErrNotInstalled is wrapped by New's error where Node, or its package mineflayer, is missing.
var ErrNotInstalled = errors.New("mineflayer isn't installed")

// Hint says how it is installed.
const Hint = "install Node.js (node and npm), then: adam world install minecraft"

// ErrNoPictures is wrapped by New's error where what draws pictures is missing.
var ErrNoPictures = errors.New("pictures can't be drawn")

// PicturesHint says how that is installed.
const PicturesHint = "apt-get install chromium, and: adam world install minecraft --pictures"

//go:embed package.json
var packages []byte

// Folder is where [Install] puts what the bots need: the user's folder for data.
func Folder() (string, error) {
	if data := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "adam", "minecraft"), nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		dir, err := os.UserConfigDir()
		return filepath.Join(dir, "adam", "minecraft"), err
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share", "adam", "minecraft"), err
}

// Install gets mineflayer and what it needs from npm into [Folder], in fixed versions,
// and returns the folder; with pictures, or if that is there already, what draws them too. What npm says goes to out.
// It fails with ErrNotInstalled where there is no npm.
func Install(ctx context.Context, pictures bool, out io.Writer) (string, error) {
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			return "", fmt.Errorf("%w: there is no %s", ErrNotInstalled, program)
		}
	}
	dir, err := Folder()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), packages, 0o644); err != nil {
		return "", err
	}
	// Scripts of packages aren't run: none of these needs them.
	args := []string{"install", "--no-audit", "--no-fund", "--omit=dev", "--ignore-scripts", "--loglevel=error"}
	if _, err := os.Stat(filepath.Join(dir, "node_modules", viewer)); err != nil && !pictures {
		args = append(args, "--omit=optional")
	}
	cmd := exec.CommandContext(ctx, "npm", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("npm install in %s: %w", dir, err)
	}
	if !Installed(ctx) {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		return "", fmt.Errorf("%w, though npm install in %s had no error", ErrNotInstalled, dir)
	}
	return dir, nil
}

// modulePath is where Node looks for packages: where the environment says, and in [Folder].
func modulePath() string {
	dir, err := Folder()
	if err != nil {
		return os.Getenv("NODE_PATH")
	}
	dir = filepath.Join(dir, "node_modules")
	return cmp.Or(strings.TrimPrefix(os.Getenv("NODE_PATH")+string(filepath.ListSeparator)+dir, string(filepath.ListSeparator)), dir)
}

// Installed reports whether the bots can be started.
func Installed(ctx context.Context) bool { return resolves(ctx, "mineflayer") }

// draws returns the browser that draws pictures. It fails with [ErrNoPictures], or with ctx's error.
func draws(ctx context.Context) (string, error) {
	if !resolves(ctx, viewer) {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		return "", fmt.Errorf("%w: %s isn't installed", ErrNoPictures, viewer)
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w: there is no Chromium", ErrNoPictures)
}

const viewer = "prismarine-viewer"

// resolves reports whether Node finds a package.
func resolves(ctx context.Context, name string) bool {
	cmd := exec.CommandContext(ctx, "node", "-e", "require.resolve(process.argv[1] + '/package.json')", name)
	cmd.Env = append(os.Environ(), "NODE_PATH="+modulePath())
	return cmd.Run() == nil
}
