package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/adam-discovery/adam/"

// TestImports enforces the direction of imports and who may see the truth: nothing
// that learns can reach the world files, the labels' owner or the score.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Deps,Doc,TestImports,XTestImports", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	type pkg struct {
		ImportPath, Doc string
		Imports, Deps   []string
	}
	// What a folder may import of the project, by prefix; "sub" folders inherit.
	allowed := map[string][]string{
		"interaction":             {"interaction"},
		"discovery":               {"discovery"},
		"discovery/explore":       {"interaction", "discovery", "graphstore"},
		"discovery/llm":           {"discovery", "graphstore"},
		"discovery/llm/llmsim":    {},
		"graphstore":              {"interaction", "discovery", "graphstore"}, // Check weighs again what a certificate rests on
		"controller":              {"interaction", "discovery", "graphstore", "controller"},
		"scenarios":               {"interaction", "graphstore"},
		"scenarios/baseline":      {"interaction", "graphstore"},
		"scenarios/mcqa":          {"interaction", "discovery", "scenarios"},
		"scenarios/bench":         {"interaction", "discovery", "graphstore", "controller", "scenarios"},
		"cmd":                     {"interaction", "discovery", "graphstore", "controller", "scenarios"},
		"interaction/conformance": {"interaction"},
	}
	// What learns may reach of the worlds: their seam, and the pool that runs sessions.
	// Every other package of interaction is a world, which knows its own truth.
	reach := []string{"interaction", "interaction/pool"}
	// The deciding core has no I/O, no clock and no source of chance.
	pure := []string{"discovery", "discovery/chance", "discovery/inquiry", "discovery/refine", "discovery/statistical"}
	impure := []string{"os", "io", "net", "net/http", "time", "math/rand", "math/rand/v2", "crypto/rand", "database/sql", "os/exec", "syscall", "log"}
	d := json.NewDecoder(strings.NewReader(string(out)))
	seen := 0
	for {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		seen++
		name := strings.TrimPrefix(p.ImportPath, module)
		if p.Doc == "" {
			t.Errorf("%s has no package comment", name)
		}
		rule := name
		for allowed[rule] == nil && strings.Contains(rule, "/") {
			rule = rule[:strings.LastIndex(rule, "/")]
		}
		if allowed[rule] == nil {
			t.Errorf("%s is in no known folder", name)
			continue
		}
		for _, i := range p.Imports {
			of, ours := strings.CutPrefix(i, module)
			if ours && !slices.ContainsFunc(allowed[rule], func(a string) bool { return of == a || strings.HasPrefix(of, a+"/") }) {
				t.Errorf("%s imports %s", name, of)
			}
			if slices.Contains(pure, name) && slices.Contains(impure, i) {
				t.Errorf("%s imports %s: the deciding core must be pure", name, i)
			}
		}
		learns := strings.HasPrefix(name, "discovery") || strings.HasPrefix(name, "controller") || strings.HasPrefix(name, "graphstore")
		for _, i := range p.Deps {
			if of, ours := strings.CutPrefix(i, module); ours && learns && !strings.HasSuffix(name, "test") &&
				(strings.HasPrefix(of, "scenarios") || strings.HasPrefix(of, "interaction") && !slices.Contains(reach, of)) {
				t.Errorf("%s can reach %s, which knows the truth", name, of)
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d packages were looked at", seen)
	}
}
