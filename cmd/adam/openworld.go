package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/luanti"
	"github.com/adam-discovery/adam/interaction/rpc"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

const worldUsage = "an embedded world (adam world list), the path of a world file, luanti, luanti:modified=SEED, rpc:COMMAND or rpc:tcp://HOST:PORT"

// batchWidth is the width of a round in worlds that take batches, where a round
// costs more than its trials.
const batchWidth = 512

// world is a world that a command works with, of whatever kind.
type world struct {
	interaction.World
	// file holds the rules of a world that is a file; nil for others.
	file *sim.File
	game *luanti.World // nil if it isn't one
}

// openWorld makes the world that a person named. It must be closed.
func openWorld(ctx context.Context, name string) (*world, error) {
	if seed, ok := strings.CutPrefix(name, luanti.ModifiedID); ok {
		name = "luanti:modified=" + seed // as the database has it
	}
	kind, rest, _ := strings.Cut(name, ":")
	switch {
	case kind == "rpc":
		w, err := openRPC(ctx, rest)
		if err != nil {
			return nil, err
		}
		return &world{World: w}, nil
	case kind == "luanti":
		cfg, err := luantiConfig(rest)
		if err != nil {
			return nil, err
		}
		w, err := luanti.New(ctx, cfg)
		if errors.Is(err, luanti.ErrNotInstalled) {
			return nil, hinted(err, luanti.Hint)
		}
		if err != nil {
			return nil, quiet{err, errWorld}
		}
		return &world{World: w, game: w}, nil
	}
	f, err := scenarios.Load(name)
	if err != nil {
		return nil, err
	}
	return &world{World: sim.New(f), file: f}, nil
}

func openRPC(ctx context.Context, peer string) (interaction.World, error) {
	if peer == "" {
		return nil, hinted(inputf("world %q: it names no command", "rpc:"), `try: --world "rpc:adam world serve --world tiny"`)
	}
	var w *rpc.World
	var err error
	if address, ok := strings.CutPrefix(peer, "tcp://"); ok {
		w, err = rpc.Dial(ctx, address)
	} else {
		w, err = rpc.Command(ctx, peer)
	}
	if err != nil {
		return nil, hinted(quiet{err, errWorld}, "docs/rpc.md says what it must answer")
	}
	return w, nil
}

// luantiConfig reads what follows "luanti:".
func luantiConfig(text string) (luanti.Config, error) {
	if text == "" {
		return luanti.Config{}, nil
	}
	if n, ok := strings.CutPrefix(text, "modified="); ok {
		if seed, err := strconv.ParseUint(n, 10, 32); err == nil && seed > 0 {
			return luanti.Config{Modified: seed}, nil
		}
	}
	return luanti.Config{}, hinted(inputf("world %q: what follows luanti: must be modified=SEED, a seed from 1 to 4294967295", "luanti:"+text),
		"try: --world luanti:modified=7")
}

// Label is what people call the action; empty if the world doesn't say.
func (w *world) Label(a interaction.Action) string {
	if l, ok := w.World.(interaction.Labeler); ok {
		return l.Label(a)
	}
	return ""
}

// Close ends what belongs to the world.
func (w *world) Close() error {
	if c, ok := w.World.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// rules is the exact truth about the world as a file, for whoever judges. Nothing
// that learns may see it.
func (w *world) rules(ctx context.Context) (*sim.File, error) {
	switch {
	case w.file != nil:
		return w.file, nil
	case w.game != nil:
		r, err := w.game.Registry(ctx)
		if err != nil {
			return nil, err
		}
		return scenarios.Luanti(w.Spec().ID, r)
	}
	return nil, inputf("the rules of %s aren't known here: there is nothing to compare with", w.Spec().ID)
}

// items lists the items of the world, ascending; nil if it doesn't say.
func (w *world) items() []string {
	switch {
	case w.file != nil:
		return w.file.AllItems()
	case w.game != nil:
		return w.game.Items()
	}
	return nil
}

// knows refuses an item that the world, which a person gave by this name, doesn't have,
// with a near match. A world in another process doesn't say which it has.
func (w *world) knows(item, name string) error {
	items := w.items()
	if item == "" || items == nil || slices.Contains(items, item) {
		return nil
	}
	err := inputf("%s has no item %q", w.Spec().ID, item)
	if near := sim.Nearest(item, items); near != "" {
		return hinted(err, fmt.Sprintf("did you mean %q?", near))
	}
	if w.game != nil {
		return err
	}
	return hinted(err, "list the items with: adam world show --world "+name)
}

// batches reports whether a round costs more than its trials.
func (w *world) batches() bool { return w.Spec().Caps.Batch > 1 }
