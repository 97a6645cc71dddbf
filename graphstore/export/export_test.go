package export

import (
	"bytes"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func write(t testing.TB, g *graphstore.Graph, f Format, v View) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, g, f, v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// everywhere calls f for every graph, format and view.
func everywhere(t *testing.T, f func(t *testing.T, g *graphstore.Graph, f Format, v View)) {
	for name, g := range graphs() {
		for _, format := range Formats() {
			for _, view := range Views() {
				t.Run(name+"/"+string(view)+"."+string(format), func(t *testing.T) { f(t, g, format, view) })
			}
		}
	}
}

func TestGolden(t *testing.T) {
	for _, f := range Formats() {
		for _, v := range Views() {
			if !f.HasViews() && v != ViewAndOr {
				continue
			}
			path := filepath.Join("testdata", "tiny-"+string(v)+"."+string(f))
			got := write(t, tiny(), f, v)
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s differs; if that is intended, run go test ./graphstore/export -update and look at the difference", path)
			}
		}
	}
}

// TestSameBytes builds and writes every graph again: the order of a map that
// reaches the output shows within a few repetitions.
func TestSameBytes(t *testing.T) {
	everywhere(t, func(t *testing.T, g *graphstore.Graph, f Format, v View) {
		want := write(t, g, f, v)
		if !bytes.HasSuffix(want, []byte("\n")) {
			t.Error("no newline at the end")
		}
		for range 5 {
			if got := write(t, g, f, v); !bytes.Equal(got, want) {
				t.Fatal("the same graph gave other bytes")
			}
		}
	})
}

func TestZeroViewIsAndOr(t *testing.T) {
	if !bytes.Equal(write(t, tiny(), JSON, ""), write(t, tiny(), JSON, ViewAndOr)) {
		t.Error("the zero View is not the and-or view")
	}
}

func TestParse(t *testing.T) {
	for _, f := range Formats() {
		if got, err := ParseFormat(string(f)); got != f || err != nil {
			t.Errorf("ParseFormat(%q) = %q, %v", f, got, err)
		}
	}
	for _, v := range Views() {
		if got, err := ParseView(string(v)); got != v || err != nil {
			t.Errorf("ParseView(%q) = %q, %v", v, got, err)
		}
	}
	for _, bad := range []string{"", "JSON", "pdf"} {
		if _, err := ParseFormat(bad); err == nil || !strings.Contains(err.Error(), "dot, json, graphml, svg") {
			t.Errorf("ParseFormat(%q): %v, want the valid formats", bad, err)
		}
		if _, err := ParseView(bad); err == nil || !strings.Contains(err.Error(), "and-or, dag") {
			t.Errorf("ParseView(%q): %v, want the valid views", bad, err)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	effect := func(change func(*graphstore.Effect)) *graphstore.Graph {
		g := tiny()
		change(&g.Actions[1].Effects[0])
		return g
	}
	tests := map[string]struct {
		g    *graphstore.Graph
		want string
	}{
		"no graph":     {nil, "no graph"},
		"factor twice": {&graphstore.Graph{Factors: []graphstore.Factor{{Name: "a"}, {Name: "a"}}}, `factor "a" is there twice`},
		"no name":      {&graphstore.Graph{Factors: []graphstore.Factor{{}}}, "no name"},
		"level":        {&graphstore.Graph{Factors: []graphstore.Factor{{Name: "a", Level: -1}}}, "level of a is -1"},
		"not text":     {&graphstore.Graph{World: "\xff"}, "not valid UTF-8"},
		"delta":        {&graphstore.Graph{Delta: math.NaN()}, "delta is NaN"},
		"grade":        {effect(func(e *graphstore.Effect) { e.Grade = 0 }), "b -> ingot: grade 0 is invalid"},
		"chance":       {effect(func(e *graphstore.Effect) { e.Chance.High = math.Inf(1) }), "high chance is +Inf"},
		"count":        {effect(func(e *graphstore.Effect) { e.Ways[0].Members[0].Count = 0 }), "count of block is 0"},
		"consumed":     {effect(func(e *graphstore.Effect) { e.Ways[0].Members[0].Consumed = -1 }), "consumed block is -1"},
		"same member":  {effect(func(e *graphstore.Effect) { e.Ways[0] = parseWay("x + x") }), `"x" is there twice`},
		"evidence":     {effect(func(e *graphstore.Effect) { e.Certificate.Successes = e.Certificate.Trials + 1 }), "trials is 19, want at least 20"},
		"no evidence":  {effect(func(e *graphstore.Effect) { e.Certificate.Successes = -1 }), "successes is -1"},
		"floor":        {effect(func(e *graphstore.Effect) { e.Certificate.Floor = -1 }), "floor is -1"},
		"p-value":      {effect(func(e *graphstore.Effect) { e.Certificate.Tests[0].PValue = -1 }), "p-value is -1"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			err := Write(&b, tt.g, JSON, ViewAndOr)
			if err == nil || !strings.Contains(err.Error(), tt.want) || b.Len() > 0 {
				t.Errorf("error %v and %d bytes, want an error about %q and no bytes", err, b.Len(), tt.want)
			}
		})
	}
	if err := Write(&bytes.Buffer{}, tiny(), "pdf", ViewDAG); err == nil {
		t.Error("format pdf was written")
	}
	if err := Write(&bytes.Buffer{}, tiny(), DOT, "tree"); err == nil {
		t.Error("view tree was written")
	}
}

type brokenWriter struct{}

var errBroken = errors.New("broken pipe")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestWriteReportsTheWriter(t *testing.T) {
	for _, f := range Formats() {
		if err := Write(brokenWriter{}, tiny(), f, ViewDAG); !errors.Is(err, errBroken) {
			t.Errorf("%s: error %v, want %v", f, err, errBroken)
		}
	}
}
