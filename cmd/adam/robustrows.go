package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// gameRows is a file of explored games, a line of JSON each, below one that says by which settings. A row is written when
// its game ends, so that nothing is lost where a run is interrupted.
type gameRows struct {
	file *os.File // nil: none is kept
	err  error    // the first one of writing
}

// openGameRows opens the file, or begins it, and returns the games that it has; without a name none are kept. The
// fingerprint is that of the rules that are modified.
func openGameRows(name, fingerprint string, r bench.Robustness) (*gameRows, []bench.Game, error) {
	if name == "" {
		return &gameRows{}, nil, nil
	}
	settings, err := robustnessSettings(fingerprint, r)
	if err != nil {
		return nil, nil, err
	}
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, quiet{err, errInput}
	}
	lines := bytes.Split(data, []byte("\n"))
	lines, torn := lines[:len(lines)-1], len(lines[len(lines)-1])
	if len(lines) > 0 && !bytes.Equal(lines[0], settings) {
		return nil, nil, otherGames(name, lines[0], fingerprint, r.World.ID)
	}
	var known []bench.Game
	for i := 1; i < len(lines); i++ {
		var g bench.Game
		if err := json.Unmarshal(lines[i], &g); err != nil {
			return nil, nil, inputf("rows %s: line %d is no game: %w", name, i+1, err)
		}
		known = append(known, g)
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, quiet{err, errOutput}
	}
	rows := &gameRows{file: f}
	if torn > 0 { // the last row was cut off: its game is explored again
		rows.err = f.Truncate(int64(len(data) - torn))
	}
	if len(lines) == 0 {
		rows.line(settings)
	}
	return rows, known, nil
}

// otherGames says why the games below a first line aren't taken over: it isn't that of these settings.
func otherGames(name string, first []byte, fingerprint, world string) error {
	var was struct {
		World       string `json:"world"`
		Fingerprint string `json:"fingerprint"`
	}
	switch err := json.Unmarshal(first, &was); {
	case err != nil || was.World != world || was.Fingerprint == fingerprint:
		return hinted(inputf("rows %s: it isn't of games that were explored by these settings", name), "choose another file, or the settings of its first line")
	case was.Fingerprint == "":
		return hinted(inputf("rows %s: its first line doesn't say by which rules of %s the games were made", name, interaction.Shown(world)), "choose another file: an older adam wrote it, and the rules may have changed since")
	}
	return hinted(inputf("rows %s: its games are of other rules of %s: the world has changed", name, interaction.Shown(world)), "choose another file")
}

// rulesModified is the fingerprint of the rules that games are modifications of.
func (w *world) rulesModified(rules *sim.File) string {
	switch {
	case w.source != nil:
		return w.source.Fingerprint()
	case w.game != nil:
		return w.Spec().Fingerprint
	}
	return rules.Fingerprint()
}

// robustnessSettings are what decides how games fare, but for their seeds.
func robustnessSettings(fingerprint string, r bench.Robustness) ([]byte, error) {
	cfg := r.Config
	cfg.Seed = 0
	stored, err := cfg.Stored()
	if err != nil {
		return nil, err
	}
	return json.Marshal(struct {
		World       string          `json:"world"`
		Fingerprint string          `json:"fingerprint"`
		Goal        string          `json:"goal"`
		Edits       int             `json:"edits"`
		Budget      int             `json:"budget"`
		Config      json.RawMessage `json:"config"`
	}{r.World.ID, fingerprint, r.Goal, r.Edits, cfg.Budget, stored})
}

// add writes a game.
func (r *gameRows) add(g bench.Game) {
	data, err := json.Marshal(g)
	if err != nil {
		r.err = errors.Join(r.err, err)
		return
	}
	r.line(data)
}

func (r *gameRows) line(data []byte) {
	if r.file == nil || r.err != nil {
		return
	}
	_, r.err = r.file.Write(append(data, '\n'))
}

// close closes the file, and returns what went wrong.
func (r *gameRows) close() error {
	if r.file == nil {
		return nil
	}
	if err := errors.Join(r.err, r.file.Close()); err != nil {
		return quiet{err, errOutput}
	}
	return nil
}

// endNote says of a game why its exploration ended, unless nothing was left to learn.
func endNote(g bench.Game) string {
	switch {
	case g.End == explore.EndBudget:
		return "the budget was used up"
	case g.Stock > 0:
		return "explored anew, as what counted as plenty wasn't"
	}
	return ""
}
