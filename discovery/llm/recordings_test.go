package llm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/explore/replies"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

var update = flag.Bool("update", false, "record the played model's conversation again")

const playedRecording = "tiny.played.jsonl"

// Recorded conversations are had again, without a server: the exploration is exact.
// There is one with the played model; docs/json-formats.md says how to add those of
// real ones. These may miss requests when prompts have changed since, and say so.
func TestRecordings(t *testing.T) {
	dir := filepath.Join("testdata", "recordings")
	if *update {
		rewrite(t, filepath.Join(dir, playedRecording))
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(text, []byte("sk-")) || bytes.Contains(text, []byte("Bearer")) {
				t.Error("there may be a key in it")
			}
			tape, err := llm.Replay(bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			var first struct{ Request llm.Request }
			if err := json.NewDecoder(bytes.NewReader(text)).Decode(&first); err != nil {
				t.Fatal(err)
			}
			cfg := llm.Default()
			cfg.Model, cfg.Temperature, cfg.MaxTokens, cfg.Text = first.Request.Model, first.Request.Temperature, first.Request.MaxTokens, first.Request.Schema == nil
			world, _, _ := strings.Cut(filepath.Base(path), ".")
			f := load(t, world)
			l := &graphstore.Memory{}
			h := llm.New(cfg, replies.New(l, tape, &llm.Meter{}), statistical.Hypothesizer{})
			sum, err := bench.ExploreInto(t.Context(), f, design(h), l)
			if err != nil {
				t.Fatal(err)
			}
			folded, err := graphstore.Fold(t.Context(), l, nil)
			if err != nil {
				t.Fatal(err)
			}
			if s := scenarios.NewScore(scenarios.NewTruth(f), folded.Graph); s.SHD != 0 || !sum.Complete {
				t.Errorf("SHD %d", s.SHD)
			}
			r := h.Report()
			switch missing := r.Fallbacks[string(llm.Unrecorded)]; {
			case missing > 0 && filepath.Base(path) == playedRecording:
				t.Errorf("%d requests aren't recorded; if prompts were changed on purpose: go test ./discovery/llm -run TestRecordings -update", missing)
			case missing > 0:
				t.Logf("%d of %d requests aren't recorded: prompts changed since", missing, r.Questions)
			case r.Answered == 0:
				t.Errorf("nothing was answered: %+v", r)
			}
		})
	}
}

// design is the design of adam explore without flags.
func design(h *llm.Hypothesizer) explore.Config {
	return explore.Config{Seed: 1, Width: 8, Delta: .01, Floor: .3, Stock: 64, Chances: explore.ChancesShared, Unlock: explore.UnlockWorld,
		Refiner: refine.Group{}, Hypothesizer: h, Attempts: 3}
}

func rewrite(t *testing.T, path string) {
	t.Helper()
	s := llmsim.Start(llmsim.Config{Quality: llmsim.Quality{Omission: .2, Redundancy: .5}, Seed: 1})
	defer s.Close()
	var b bytes.Buffer
	l, m := &graphstore.Memory{}, &llm.Meter{}
	cfg := settings(s.URL())
	cfg.Model = "played"
	timeless := llm.CompleterFunc(func(ctx context.Context, r llm.Request) (llm.Reply, error) {
		reply, err := llm.NewClient(cfg, llm.Secret{}).Complete(ctx, r)
		reply.Usage.Seconds = 0 // the same file each time
		return reply, err
	})
	h := llm.New(cfg, replies.New(l, llm.Record(timeless, &b), m), statistical.Hypothesizer{})
	if _, err := bench.ExploreInto(t.Context(), load(t, "tiny"), design(h), l); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
