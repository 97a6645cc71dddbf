package main

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"
)

// nothing imports no package: what is local to a file can be told without.
type nothing struct{}

func (nothing) Import(string) (*types.Package, error) { return nil, errors.New("nothing is imported") }

// TestDeferredErrors: what is deferred, and told of an error to fill in, is told of the one that the function returns. One
// that was declared anew in a block within goes with that block, and so does what a file said when it was closed.
func TestDeferredErrors(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	cfg := types.Config{Importer: nothing{}, Error: func(error) {}}
	_, _ = cfg.Check("main", fset, files, info) // it knows no other package

	results, found := map[types.Object]bool{}, 0
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if sig, ok := n.(*ast.FuncType); ok && sig.Results != nil {
				for _, field := range sig.Results.List {
					for _, name := range field.Names {
						results[info.Defs[name]] = true
					}
				}
			}
			d, ok := n.(*ast.DeferStmt)
			if !ok {
				return true
			}
			ast.Inspect(d.Call, func(n ast.Node) bool {
				of, ok := n.(*ast.UnaryExpr)
				if !ok || of.Op != token.AND {
					return true
				}
				if name, ok := of.X.(*ast.Ident); ok && name.Name == "err" {
					if found++; !results[info.Uses[name]] {
						t.Errorf("%s: the error that is filled in isn't the one that is returned", fset.Position(name.Pos()))
					}
				}
				return true
			})
			return true
		})
	}
	if found < 20 {
		t.Errorf("only %d deferred calls are told of an error: are these all?", found)
	}
}
