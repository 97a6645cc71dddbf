package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/adam-discovery/adam/"

// imports is the allow list: what each package may import of the project. What isn't listed
// may import nothing of it. Nothing under discovery but the loop knows the store, and nothing
// that learns a world other than by its seam.
var imports = map[string]string{
	"interaction":                "",
	"interaction/internal/group": "",
	"interaction/pool":           "interaction",
	"interaction/conformance":    "interaction",
	"interaction/sim":            "interaction",
	"interaction/land":           "interaction interaction/sim",
	"interaction/rpc":            "interaction interaction/internal/group",
	"interaction/luanti":         "interaction interaction/internal/group",
	"interaction/crafter":        "interaction interaction/rpc",
	"interaction/minecraft":      "interaction interaction/rpc",
	"interaction/film":           "interaction",
	"interaction/queue":          "interaction interaction/pool",

	"discovery/chance":                 "",
	"discovery":                        "discovery/chance interaction",
	"discovery/inquiry":                "discovery discovery/chance interaction",
	"discovery/refine":                 "discovery discovery/chance interaction",
	"discovery/statistical":            "discovery discovery/chance",
	"discovery/internal/discoverytest": "discovery discovery/chance discovery/inquiry discovery/internal/starts interaction",
	"discovery/internal/starts":        "discovery interaction",
	// It lives in sessions of its own: a round there is lives, not trials.
	"discovery/living":          "discovery discovery/chance discovery/explore discovery/inquiry graphstore interaction interaction/pool",
	"discovery/llm":             "discovery interaction",
	"discovery/llm/llmsim":      "",
	"discovery/explore":         "discovery discovery/chance discovery/inquiry discovery/refine graphstore interaction interaction/pool",
	"discovery/explore/replies": "discovery/llm graphstore",
	"docs":                      "",

	"graphstore":                     "discovery discovery/chance interaction", // a check weighs again what a certificate rests on
	"graphstore/audit":               "graphstore interaction",
	"graphstore/export":              "discovery graphstore interaction",
	"graphstore/internal/ledgertest": "graphstore interaction",
	"graphstore/sqlite":              "graphstore interaction",

	"controller":                   "discovery graphstore interaction",
	"controller/curriculum":        "controller graphstore interaction",
	"controller/body":              "interaction",
	"controller/percipient":        "interaction",
	"controller/active":            "controller controller/percipient interaction",
	"controller/percipient/vision": "controller/percipient discovery/llm interaction",
	"controller/learner":           "controller discovery/explore graphstore interaction interaction/pool",

	"scenarios":                   "discovery graphstore interaction interaction/luanti interaction/sim",
	"scenarios/internal/baseline": "graphstore interaction",
	"scenarios/internal/many":     "",
	"scenarios/generate":          "interaction/sim",
	"scenarios/mcu":               "controller controller/body discovery/llm graphstore interaction interaction/land interaction/sim scenarios scenarios/internal/many scenarios/mcu/rank",
	"scenarios/mcu/votes":         "",
	"scenarios/mcu/rank":          "",
	"scenarios/mcqa":              "discovery/llm interaction/sim scenarios",
	"scenarios/bench": "controller controller/active controller/curriculum controller/learner controller/percipient controller/percipient/vision discovery discovery/chance discovery/explore discovery/explore/replies discovery/inquiry discovery/living discovery/llm " +
		"discovery/llm/llmsim discovery/refine discovery/statistical graphstore interaction interaction/pool interaction/queue interaction/sim scenarios scenarios/internal/baseline scenarios/internal/many scenarios/mcu",
	"cmd/adam/internal/ask":  "controller graphstore graphstore/audit interaction",
	"cmd/adam/internal/pace": "",
	"cmd/adam/internal/page": "cmd/adam/internal/pace controller graphstore graphstore/audit graphstore/export interaction interaction/film",

	"cmd/adam": "cmd/adam/internal/ask cmd/adam/internal/pace cmd/adam/internal/page controller controller/active controller/body controller/curriculum controller/learner controller/percipient controller/percipient/vision discovery discovery/explore " +
		"discovery/explore/replies discovery/living discovery/llm discovery/llm/llmsim discovery/refine discovery/statistical docs graphstore graphstore/audit graphstore/export graphstore/sqlite interaction interaction/conformance " +
		"interaction/crafter interaction/film interaction/land interaction/luanti interaction/minecraft interaction/pool interaction/queue interaction/rpc interaction/sim scenarios scenarios/bench scenarios/mcqa scenarios/mcu scenarios/mcu/votes",
}

// pkg is what go list says of a package of the project.
type pkg struct {
	ImportPath, Name, Dir, Doc string
	Imports, Deps              []string
	TestGoFiles, XTestGoFiles  []string
}

// path is its place in the project.
func (p pkg) path() string { return strings.TrimPrefix(p.ImportPath, module) }

func packages(t *testing.T) (all []pkg) {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Name,Dir,Doc,Imports,Deps,TestGoFiles,XTestGoFiles", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// TestImports holds the packages against the allow list, and the deciding core against
// what would make it anything but a function of what it is told.
func TestImports(t *testing.T) {
	// What learns may reach of the worlds: their seam, and the pool that runs sessions.
	// Every other package of interaction is a world, which knows its own truth.
	reach := []string{"interaction", "interaction/pool"}
	// The deciding core has no I/O, no clock and no source of chance.
	pure := []string{"discovery", "discovery/chance", "discovery/inquiry", "discovery/refine", "discovery/statistical"}
	impure := []string{"os", "io", "net", "net/http", "time", "math/rand", "math/rand/v2", "crypto/rand", "database/sql", "os/exec", "syscall", "log"}
	unseen := maps.Clone(imports)
	for _, p := range packages(t) {
		name := p.path()
		if p.Doc == "" {
			t.Errorf("%s has no package comment", name)
		}
		listed, known := imports[name]
		if !known {
			t.Errorf("%s isn't in the allow list", name)
		}
		delete(unseen, name)
		for _, i := range p.Imports {
			if of, ours := strings.CutPrefix(i, module); ours && !slices.Contains(strings.Fields(listed), of) {
				t.Errorf("%s imports %s", name, of)
			}
			if slices.Contains(pure, name) && slices.Contains(impure, i) {
				t.Errorf("%s imports %s: the deciding core must be pure", name, i)
			}
		}
		learns := strings.HasPrefix(name, "discovery") || strings.HasPrefix(name, "controller") || strings.HasPrefix(name, "graphstore")
		for _, i := range p.Deps {
			if of, ours := strings.CutPrefix(i, module); ours && learns &&
				(strings.HasPrefix(of, "scenarios") || strings.HasPrefix(of, "interaction") && !slices.Contains(reach, of)) {
				t.Errorf("%s can reach %s, which knows the truth", name, of)
			}
		}
	}
	for name := range unseen {
		t.Errorf("%s is in the allow list and isn't there", name)
	}
}

// Whoever may import a package finds an example of its use that is run as a test, so that it
// can't go stale.
func TestExamples(t *testing.T) {
	needGames := []string{"interaction/luanti", "interaction/crafter", "interaction/minecraft"} // their examples are only compiled
	for _, p := range packages(t) {
		if p.Name == "main" || slices.Contains(strings.Split(p.path(), "/"), "internal") {
			continue
		}
		var files []*ast.File
		for _, f := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
			a, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, f), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, a)
		}
		examples := doc.Examples(files...)
		runs := slices.ContainsFunc(examples, func(e *doc.Example) bool { return e.Output != "" })
		switch {
		case len(examples) == 0:
			t.Errorf("others may import %s, but it has no Example: write one in its example_test.go, or move it under internal", p.path())
		case !runs && !slices.Contains(needGames, p.path()):
			t.Errorf("no Example of %s is run: end one with // Output: and what it prints", p.path())
		}
	}
}

// Packages that make test runs without the race detector start nothing that runs beside them.
func TestAlone(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^ALONE := (.+)$`).FindSubmatch(makefile)
	if list == nil {
		t.Fatal("the Makefile doesn't list them")
	}
	for _, name := range strings.Fields(string(list[1])) {
		files, err := filepath.Glob(filepath.Join("../..", name, "*.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s: %d files, %v", name, len(files), err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if at := regexp.MustCompile(`(?m)^\s*go \S.*|.*\.Go\(.*`).Find(text); at != nil {
				t.Errorf("%s starts something: %s", f, at)
			}
		}
	}
}
