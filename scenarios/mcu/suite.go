package mcu

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

//go:embed suites/*.json
var suites embed.FS

// Suite is a list of tasks of a world.
type Suite struct {
	Name  string `json:"name"`
	World string `json:"world"`
	Note  string `json:"note"`
	// Trials is by how many trials of the laboratory agents that discover learn, all of them by as many; zero: each by as
	// many as it takes, and then those that learn everything in the end aren't told apart by how they learn.
	Trials int `json:"trials,omitempty"`
	// Atomic are IDs of atomic tasks, Composed are tasks in the grammar.
	Atomic   []string `json:"atomic"`
	Composed []string `json:"composed"`
}

// SuiteNames are those of the suites that come with the program.
func SuiteNames() (names []string) {
	entries, err := suites.ReadDir("suites")
	if err != nil {
		panic("mcu: " + err.Error()) // the folder is part of the program
	}
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".json"))
	}
	return names
}

// LoadSuite reads a suite that comes with the program, or the file of that path.
func LoadSuite(name string) (Suite, error) {
	data, err := suites.ReadFile("suites/" + name + ".json")
	if err != nil {
		if data, err = os.ReadFile(name); err != nil {
			return Suite{}, fmt.Errorf("there is no suite %q%s: it is %s, or a file", interaction.Shown(name), interaction.Meant(name, SuiteNames()), strings.Join(SuiteNames(), ", "))
		}
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var s Suite
	if err := d.Decode(&s); err != nil {
		return s, fmt.Errorf("the suite %s can't be read: %w", interaction.Shown(name), err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return s, fmt.Errorf("something follows the end of the suite %s", interaction.Shown(name))
	}
	if s.Trials < 0 {
		return s, fmt.Errorf("the suite %s has %d trials: they can't be negative", interaction.Shown(name), s.Trials)
	}
	if s.World == "" || len(s.Atomic)+len(s.Composed) == 0 {
		return s, fmt.Errorf("the suite %s names no world, or has no tasks", interaction.Shown(name))
	}
	return s, nil
}

// Tasks are those of the suite.
func (g *Game) Tasks(s Suite) ([]Task, error) {
	if s.World != g.Name {
		return nil, fmt.Errorf("the suite is of the world %s, not of %s", interaction.Shown(s.World), g.Name)
	}
	all := g.Atomic()
	var ids []string
	for _, t := range all {
		ids = append(ids, t.ID)
	}
	var out []Task
	for _, id := range s.Atomic {
		i := slices.Index(ids, id)
		if i < 0 {
			return nil, fmt.Errorf("%s has no atomic task %q%s", g.Name, interaction.Shown(id), interaction.Meant(id, ids))
		}
		out = append(out, all[i])
	}
	for _, text := range s.Composed {
		t, err := g.Composed(text)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	seen := map[string]bool{} // rows are told apart by their task
	for _, t := range out {
		if seen[t.ID] {
			return nil, fmt.Errorf("the suite has the task %q twice", interaction.Shown(t.ID))
		}
		seen[t.ID] = true
	}
	return out, nil
}
