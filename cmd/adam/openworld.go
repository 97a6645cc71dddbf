package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/controller/body"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/sqlite"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/crafter"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/luanti"
	"github.com/adam-discovery/adam/interaction/rpc"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// worldKind is a kind of world that isn't a file: it is named by a word, and what follows
// it behind a colon.
type worldKind struct {
	word, usage string
	open        func(ctx context.Context, rest string, stderr io.Writer) (*world, error)
}

// worldKinds are all of them.
func worldKinds() []worldKind {
	return []worldKind{
		{"crafter", "crafter", openCrafter},
		{"lived", "lived:WORLD, lived:PATH", openLived},
		{"luanti", "luanti, luanti:lived, luanti:game=PATH, luanti:mods=NAMES, luanti:modified=SEED", openLuanti},
		{"minecraft", "minecraft:HOST, minecraft:HOST:PORT", openMinecraft},
		{"rpc", "rpc:COMMAND, rpc:tcp://HOST:PORT", openRPC},
	}
}

// worldUsage says how worlds are named.
func worldUsage() string {
	names := []string{"an embedded world (adam world list)", "the path of a world file"}
	for _, k := range worldKinds() {
		names = append(names, strings.Split(k.usage, ", ")...)
	}
	return alternatives(names)
}

// batchWidth is the width of a round in worlds that take batches, where a round
// costs more than its trials.
const batchWidth = 512

// world is a world that a command works with, of whatever kind.
type world struct {
	interaction.World
	// file holds the rules of a world that is a file; nil for others.
	file *sim.File
	// land is the map of a world that is lived in, and source the file that it is of; nil for
	// others.
	land    *land.World
	source  *sim.File
	game    *luanti.World // nil if it isn't one
	peer    string        // the command or address of one in another process
	remote  *rpc.World    // that one; nil for others
	strict  bool          // it takes no other pictures than those of its spec
	unshown []string      // levels that it has, and that no picture showed
	closer  io.Closer     // of what the world holds beside itself; nil: nothing
}

// openWorld makes the world that a person named, and says on stderr what that waits for. It
// must be closed.
func openWorld(ctx context.Context, name string, stderr io.Writer) (*world, error) {
	if seed, ok := strings.CutPrefix(name, luanti.ModifiedID); ok {
		name = "luanti:modified=" + seed // as the database has it
	}
	word, rest, _ := strings.Cut(name, ":")
	for _, k := range worldKinds() {
		if k.word == word {
			return k.open(ctx, rest, stderr)
		}
	}
	f, err := scenarios.Load(name)
	if (errors.Is(err, scenarios.ErrUnknownWorld) || errors.Is(err, fs.ErrNotExist)) && isCommand(name) {
		return nil, hinted(quiet{err, errInput}, "a program that is a world is named by its command: --world "+strconv.Quote("rpc:"+name))
	}
	if err != nil {
		return nil, err
	}
	return &world{World: sim.New(f), file: f}, nil
}

// isCommand reports whether it looks like a command, or a program's file, and not like the name of a world.
func isCommand(name string) bool {
	return strings.Contains(name, " ") && filepath.Ext(name) != ".json" || slices.Contains([]string{".py", ".js", ".sh"}, filepath.Ext(name))
}

// worldOf is the world that a command is about: what was asked for, or else that of the
// database, if there is one. It fails with
// graphstore.ErrOtherWorld where that can't be opened by its name.
func worldOf(cmd *cobra.Command, asked, db string) (string, error) {
	if cmd.Flags().Changed("world") {
		return asked, nil
	}
	l, err := sqlite.Open(cmd.Context(), db, sqlite.ReadOnly)
	if err != nil {
		return asked, nil // whoever opens it next says what is wrong
	}
	defer func() { _ = l.Close() }() // it was only read
	for e, err := range l.Since(cmd.Context(), 0) {
		if err != nil {
			break
		}
		if e.Kind != graphstore.KindWorld {
			continue
		}
		w, err := graphstore.DecodeWorld(e)
		if err != nil {
			break
		}
		word, rest, lived := strings.Cut(w.ID, ":")
		if !lived {
			rest = w.ID
		}
		_, unknown := scenarios.Load(rest)
		if unknown == nil || word == "luanti" || word == "crafter" {
			return w.ID, nil
		}
		return "", hinted(fmt.Errorf("%w than any that can be opened by its name: %s is about %s", graphstore.ErrOtherWorld, db, w.ID), "name what it was learned from with --world: a file by its path, with lived: before it if it was lived in, another process by rpc:COMMAND")
	}
	return asked, nil
}

// openLived puts a world file on a map, and a body into it.
func openLived(_ context.Context, rest string, _ io.Writer) (*world, error) {
	if rest == "" {
		return nil, hinted(inputf("world %q: it names no world", "lived:"), "try: --world lived:tiny")
	}
	f, err := scenarios.Load(rest)
	if err != nil {
		return nil, err
	}
	return onMap(f)
}

// embodied puts a body into a world that says how one moves. One that can't have a body is closed.
func embodied(w *world) (*world, error) {
	if w.Spec().Ground == nil {
		return w, nil
	}
	b, err := body.New(w.World)
	if err != nil {
		return nil, errors.Join(quiet{err, errWorld}, w.Close())
	}
	w.World = b
	return w, nil
}

// onMap puts the file on a map, and a body into it.
func onMap(f *sim.File) (*world, error) {
	l, err := land.New(f)
	if err != nil {
		return nil, quiet{err, errInput}
	}
	return embodied(&world{World: l, file: l.Rules(), source: f, land: l})
}

func openCrafter(ctx context.Context, rest string, _ io.Writer) (*world, error) {
	if rest != "" {
		return nil, inputf("world %q: nothing follows crafter", "crafter:"+rest)
	}
	w, err := startCrafter(ctx, "")
	if err != nil {
		return nil, err
	}
	f, err := scenarios.Load(crafterRules)
	if err != nil {
		return nil, err
	}
	return embodied(&world{World: w, file: f, remote: w.World, strict: true, closer: w})
}

// startCrafter starts the game, which writes its episodes into files that begin with the log's name;
// empty: nowhere.
func startCrafter(ctx context.Context, log string) (*crafter.World, error) {
	w, err := crafter.New(ctx, log)
	if errors.Is(err, crafter.ErrNotInstalled) {
		return nil, hinted(err, crafter.Hint)
	}
	if err != nil {
		return nil, quiet{err, errWorld}
	}
	w.Within(trialTime)
	return w, nil
}

// crafterRules is the world file with what is true in Crafter, for the score.
const crafterRules = "crafter-rules"

func openLuanti(ctx context.Context, rest string, stderr io.Writer) (*world, error) {
	cfg, err := luantiConfig(rest)
	if err != nil {
		return nil, err
	}
	w, err := luanti.New(ctx, cfg)
	if errors.Is(err, luanti.ErrNotInstalled) {
		return nil, hinted(err, luanti.Hint)
	}
	if errors.Is(err, luanti.ErrNoGame) {
		return nil, err
	}
	if err != nil {
		return nil, quiet{err, errWorld}
	}
	for i, f := range w.Failures() {
		if i == mostFailures {
			fmt.Fprintf(stderr, "... and at %d more\n", len(w.Failures())-i)
			break
		}
		fmt.Fprintf(stderr, "the game fails at %s, which is left out: %s\n", interaction.Shown(f.Label), interaction.Shown(f.Why))
	}
	return embodied(&world{World: w, game: w, closer: w})
}

// mostFailures is how many failures of a game are told one by one.
const mostFailures = 12

// trialTime is how long a trial, or a step of a life, may take where nobody says otherwise.
const trialTime = 30 * time.Second

// patience is how long a world in another process may be silent before people are told
// what is waited for.
const patience = 2 * time.Second

func openRPC(ctx context.Context, peer string, stderr io.Writer) (*world, error) {
	if peer == "" {
		return nil, hinted(inputf("world %q: it names no command", "rpc:"), `try: --world "rpc:adam world serve --world tiny"`)
	}
	waiting := time.AfterFunc(patience, func() {
		fmt.Fprintf(stderr, "waiting for the world to answer hello: %s\n", interaction.Shown(peer))
	})
	defer waiting.Stop()
	var w *rpc.World
	var err error
	if address, ok := strings.CutPrefix(peer, "tcp://"); ok {
		w, err = rpc.Dial(ctx, address)
	} else {
		w, err = rpc.Command(ctx, peer)
	}
	if err != nil {
		return nil, hinted(quiet{err, errWorld}, "a world that answers, to compare with: adam world template")
	}
	w.Within(trialTime)
	return embodied(&world{World: w, peer: peer, remote: w, closer: w})
}

// luantiConfig reads what follows "luanti:", such as "game=PATH,mods=moreores,mesecons" or "lived". A
// comma that no setting follows belongs to the value.
func luantiConfig(text string) (luanti.Config, error) {
	wrong := func(why string) (luanti.Config, error) {
		return luanti.Config{}, hinted(inputf("world %q: %s", "luanti:"+text, why), "try: --world luanti:mods=moreores,mesecons or --world luanti:modified=7")
	}
	var cfg luanti.Config
	set := map[string]*string{"game": &cfg.Game, "mods": new(string), "modified": new(string)}
	var value *string
	for part := range strings.SplitSeq(text, ",") {
		key, v, ok := strings.Cut(part, "=")
		switch target := set[key]; {
		case text == "":
		case part == "lived" && !cfg.Lived:
			cfg.Lived, value = true, nil
		case part == "pictures" && !cfg.Pictures:
			cfg.Pictures, value = true, nil
		case ok && target != nil && *target == "" && v != "":
			value = target
			*value = v
		case value == nil || ok && target != nil:
			return wrong("what follows luanti: must be lived, game=PATH, mods=NAME,NAME... or modified=SEED, each once, joined by commas")
		default:
			*value += "," + part
		}
	}
	if cfg.Pictures && !cfg.Lived {
		return luanti.Config{}, hinted(inputf("a laboratory of Luanti shows no pictures"), "leave out --frames and --percipient, or live in it: --world luanti:lived")
	}
	if mods := *set["mods"]; mods != "" {
		cfg.Mods = strings.Split(mods, ",")
	}
	if n := *set["modified"]; n != "" {
		seed, err := strconv.ParseUint(n, 10, 32)
		if err != nil || seed == 0 {
			return wrong("modified must be a seed from 1 to 4294967295")
		}
		cfg.Modified = seed
	}
	return cfg, nil
}

// Label is what people call the action, as it can be shown; empty if the world doesn't say.
func (w *world) Label(a interaction.Action) string {
	if l, ok := w.World.(interaction.Labeler); ok {
		return interaction.Shown(l.Label(a))
	}
	return ""
}

// Close ends what belongs to the world.
func (w *world) Close() error {
	if w.closer != nil {
		return w.closer.Close()
	}
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
		if w.lived() {
			return scenarios.LuantiLived(w.Spec(), r)
		}
		return scenarios.Luanti(w.Spec().ID, r)
	}
	return nil, inputf("the rules of %s aren't known here: there is nothing to compare with", w.Spec().ID)
}

// factors lists the factors of the world, ascending; nil if it doesn't say.
func (w *world) factors() []string {
	switch {
	case w.file != nil:
		return w.file.AllFactors()
	case w.game != nil:
		out := w.game.Items()
		for _, f := range w.game.Spec().Factors {
			out = append(out, f.Name)
		}
		slices.Sort(out)
		return out
	}
	return nil
}

// knows refuses a factor that the world, which a person gave by this name, doesn't have,
// with a near match. A world in another process doesn't say which it has.
func (w *world) knows(factor, name string) error {
	known := w.factors()
	if factor == "" || known == nil || slices.Contains(known, factor) {
		return nil
	}
	err := inputf("%s has no factor %q", w.Spec().ID, factor)
	for _, near := range interaction.Near(factor, known, 1) {
		return hinted(err, fmt.Sprintf("did you mean %q?", near))
	}
	if w.game != nil {
		return err
	}
	return hinted(err, "list the factors with: adam world show --world "+name)
}

// lived reports whether the world can only be lived in: starts can't be chosen.
func (w *world) lived() bool { return w.Spec().Caps.Starts == interaction.Episodes }

// batches reports whether a round costs more than its trials.
func (w *world) batches() bool { return w.Spec().Caps.Batch > 1 }
