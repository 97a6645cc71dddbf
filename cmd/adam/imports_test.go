package main

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os/exec"
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

	"discovery/chance":                 "",
	"discovery":                        "discovery/chance interaction",
	"discovery/inquiry":                "discovery discovery/chance interaction",
	"discovery/refine":                 "discovery discovery/chance interaction",
	"discovery/statistical":            "discovery discovery/chance",
	"discovery/internal/discoverytest": "discovery discovery/chance discovery/internal/starts discovery/inquiry interaction",
	"discovery/internal/starts":        "discovery interaction",
	"discovery/llm":                    "discovery interaction",
	"discovery/llm/llmsim":             "",
	"discovery/explore":                "discovery discovery/chance discovery/inquiry discovery/refine graphstore interaction interaction/pool",
	"discovery/explore/replies":        "discovery/llm graphstore",

	"graphstore":                     "discovery discovery/chance interaction", // a check weighs again what a certificate rests on
	"graphstore/audit":               "graphstore interaction",
	"graphstore/export":              "discovery graphstore interaction",
	"graphstore/internal/ledgertest": "graphstore interaction",
	"graphstore/sqlite":              "graphstore interaction",

	"controller":         "discovery graphstore interaction",
	"controller/body":    "interaction",
	"controller/learner": "controller discovery/explore graphstore interaction interaction/pool",

	"scenarios":                   "graphstore interaction interaction/luanti interaction/sim",
	"scenarios/internal/baseline": "graphstore interaction",
	"scenarios/generate":          "interaction/sim",
	"scenarios/mcqa":              "discovery/llm interaction/sim scenarios",
	"scenarios/bench": "controller controller/learner discovery discovery/chance discovery/explore discovery/explore/replies discovery/inquiry discovery/llm " +
		"discovery/llm/llmsim discovery/refine discovery/statistical graphstore interaction interaction/pool interaction/sim scenarios scenarios/internal/baseline",

	"cmd/adam": "controller controller/learner discovery discovery/explore discovery/explore/replies discovery/llm discovery/refine discovery/statistical " +
		"graphstore graphstore/audit graphstore/export graphstore/sqlite interaction interaction/conformance interaction/luanti interaction/pool " +
		"interaction/rpc interaction/sim scenarios scenarios/bench scenarios/mcqa",
}

// TestImports holds the packages against the allow list, and the deciding core against
// what would make it anything but a function of what it is told.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Deps,Doc", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	// What learns may reach of the worlds: their seam, and the pool that runs sessions.
	// Every other package of interaction is a world, which knows its own truth.
	reach := []string{"interaction", "interaction/pool"}
	// The deciding core has no I/O, no clock and no source of chance.
	pure := []string{"discovery", "discovery/chance", "discovery/inquiry", "discovery/refine", "discovery/statistical"}
	impure := []string{"os", "io", "net", "net/http", "time", "math/rand", "math/rand/v2", "crypto/rand", "database/sql", "os/exec", "syscall", "log"}
	unseen := maps.Clone(imports)
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath, Doc string
			Imports, Deps   []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(p.ImportPath, module)
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
