package bench_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// pictures is where TestDocPlots writes them instead of comparing them (make pictures).
var pictures = flag.String("pictures", "", "write the plots of docs into this folder")

// rows reads what was measured, from scenarios/results.
func rows[T any](t *testing.T, name string) (out T) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../results", name))
	if err == nil && strings.HasSuffix(name, ".gz") {
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(data)); err == nil {
			data, err = io.ReadAll(z)
		}
	}
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return out
}

// TestDocPlots: the plots of docs are what is drawn today of the rows that were measured.
func TestDocPlots(t *testing.T) {
	frontier := func(name, world string, r bench.PaperReport) func(string) error {
		f, err := scenarios.Load(world)
		if err != nil {
			t.Fatal(err)
		}
		return func(path string) error { return bench.PaperTable{Name: name, World: f, Seeds: 1000}.Plot(path, r) }
	}
	growth := append(rows[[]bench.GrowthRow](t, "growth-30000.json"), rows[[]bench.GrowthRow](t, "growth-100000.json")...)
	agents := rows[[]bench.LearningCurve](t, "agents-lived-minecraft-41-paper.json")
	for name, draw := range map[string]func(path string) error{
		"growth.svg":       func(path string) error { return bench.PlotGrowth(path, growth) },
		"agents.svg":       func(path string) error { return bench.PlotAgents(path, agents) },
		"frontier-4.2.svg": frontier("adam-4.2", "minecraft-41-paper", rows[bench.PaperReport](t, "frontier-4.2.json.gz")),
		"frontier-E.1.svg": frontier("adam-E.1", "minecraft-41-modified", rows[bench.PaperReport](t, "frontier-E.1.json.gz")),
	} {
		if *pictures != "" {
			if err := draw(filepath.Join(*pictures, name)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		path := filepath.Join(t.TempDir(), name)
		if err := draw(path); err != nil {
			t.Fatal(err)
		}
		now, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		shown, err := os.ReadFile(filepath.Join("../../docs", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(now, shown) {
			t.Errorf("docs/%s isn't what is drawn of the rows in scenarios/results: make pictures, and look at it", name)
		}
		if !bytes.Contains(now, []byte(`<path d="M0,0L510.24,0L510.24,`)) {
			t.Errorf("%s has no background that is as large as it is", name)
		}
	}
}
