package scenarios

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

//go:embed suites/*.json
var suites embed.FS

// Suite is a set of tasks of a paper, with the figures that the paper gives for them.
// The figures are quoted, not measured here, and come of another game: Note says what
// differs.
type Suite struct {
	Name string
	// World is the embedded world that has every item of the tasks.
	World string
	// Source names the paper and its tables; Note says what differs from it.
	Source, Note string
	// Groups are in the paper's order.
	Groups []SuiteGroup
	// Tasks are in the paper's order, group by group.
	Tasks []SuiteTask
}

// SuiteGroup is a group of tasks, such as a level of difficulty.
type SuiteGroup struct {
	Name string `json:"name"`
	// Quoted are the average rates of success that the paper prints for the
	// group, in percent, by method. They may differ from the averages over Tasks.
	Quoted map[string]float64 `json:"quoted"`
}

// SuiteTask is one task: to have the goal, from a start, within a number
// of steps.
type SuiteTask struct {
	// Name is unique within its group.
	Name, Group string
	// Goal is what to have, at least one factor; Start is what is there at first.
	// Both ascend by name.
	Goal, Start []interaction.Amount
	// Biome is where the paper begins; empty: anywhere. Recipe worlds have none.
	Biome string
	// MaxSteps is how many steps the paper allows, at least 1.
	MaxSteps int
	// Games is how many games are behind the quoted figures.
	Games int
	// ReasoningSteps is how many sub-goals the paper counts; zero: it doesn't say.
	ReasoningSteps int
	// Quoted are the rates of success that the paper prints, in percent, by method.
	Quoted map[string]float64
	// Note says how the task differs from the paper's; empty: it doesn't.
	Note string
}

// ErrUnknownSuite is wrapped by [LoadSuite]'s error when there is no such suite.
var ErrUnknownSuite = errors.New("unknown suite")

// SuiteNames lists the suites, ascending.
func SuiteNames() []string {
	entries, err := fs.ReadDir(suites, "suites")
	if err != nil {
		panic("scenarios: " + err.Error()) // the folder is part of the program
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".json"))
	}
	slices.Sort(names)
	return names
}

// LoadSuite returns a suite by its name. Its error wraps [ErrUnknownSuite] and names a
// near match, or says what is wrong with the suite's file.
func LoadSuite(name string) (Suite, error) {
	data, err := suites.ReadFile("suites/" + name + ".json")
	if err != nil {
		return Suite{}, fmt.Errorf("%w %q%s; there are %s", ErrUnknownSuite, name, interaction.Meant(name, SuiteNames()), strings.Join(SuiteNames(), ", "))
	}
	s, err := parseSuite(data)
	if err != nil {
		return Suite{}, fmt.Errorf("suite %s: %w", name, err)
	}
	return s, nil
}

// suiteJSON and taskJSON are the stored forms.
type (
	suiteJSON struct {
		Name   string       `json:"name"`
		World  string       `json:"world"`
		Source string       `json:"source"`
		Note   string       `json:"note"`
		Groups []SuiteGroup `json:"groups"`
		Tasks  []taskJSON   `json:"tasks"`
	}
	taskJSON struct {
		Name           string             `json:"name"`
		Group          string             `json:"group"`
		Goal           map[string]int     `json:"goal"`
		Start          map[string]int     `json:"start"`
		Biome          string             `json:"biome"`
		MaxSteps       int                `json:"max_steps"`
		Games          int                `json:"games"`
		ReasoningSteps int                `json:"reasoning_steps"`
		Quoted         map[string]float64 `json:"quoted"`
		Note           string             `json:"note"`
	}
)

// parseSuite reads a suite's file and reports all its faults.
func parseSuite(data []byte) (Suite, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var w suiteJSON
	if err := d.Decode(&w); err != nil {
		return Suite{}, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Suite{}, errors.New("something follows the end of the suite")
	}
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	percent := func(what string, quoted map[string]float64) {
		check(len(quoted) > 0, "%s has no figures", what)
		for method, p := range quoted {
			check(p >= 0 && p <= 100, "%s, %s: %g isn't from 0 to 100 percent", what, method, p)
		}
	}
	s := Suite{Name: w.Name, World: w.World, Source: w.Source, Note: w.Note, Groups: w.Groups}
	check(w.Name != "" && w.World != "" && w.Source != "" && w.Note != "" && len(w.Tasks) > 0, "name, world, source, note and tasks must be there")
	groups, names := map[string]bool{}, map[string]bool{}
	for _, g := range w.Groups {
		check(g.Name != "" && !groups[g.Name], "group %q is there twice or has no name", g.Name)
		groups[g.Name] = true
		percent("group "+g.Name, g.Quoted)
	}
	for _, t := range w.Tasks {
		what := t.Group + "/" + t.Name
		check(t.Name != "" && !names[what], "task %q is there twice or has no name", what)
		names[what] = true
		check(groups[t.Group], "task %q: there is no group %q", what, t.Group)
		check(len(t.Goal) > 0, "task %q has no goal", what)
		check(t.MaxSteps > 0 && t.Games > 0 && t.ReasoningSteps >= 0, "task %q: %d steps, %d games, %d reasoning steps", what, t.MaxSteps, t.Games, t.ReasoningSteps)
		for _, m := range []map[string]int{t.Goal, t.Start} {
			for item, n := range m {
				check(item != "" && n > 0, "task %q: %d of %q", what, n, item)
			}
		}
		percent("task "+what, t.Quoted)
		s.Tasks = append(s.Tasks, SuiteTask{Name: t.Name, Group: t.Group, Goal: interaction.SortedAmounts(t.Goal), Start: interaction.SortedAmounts(t.Start),
			Biome: t.Biome, MaxSteps: t.MaxSteps, Games: t.Games, ReasoningSteps: t.ReasoningSteps, Quoted: t.Quoted, Note: t.Note})
	}
	return s, errors.Join(errs...)
}
