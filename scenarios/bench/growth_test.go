package bench_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/sqlite"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// Sessions and ledger change time and memory only; every world is learned exactly.
func TestGrowth(t *testing.T) {
	whole := load(t, "minecraft-1.19", 0)
	g := bench.Growth{Games: []bench.GameSize{{load(t, "tiny", 0), 0}, {whole, 25}}, Synthetic: []int{1, 20},
		Seeds: 2, Seed: 5, Sessions: 1, Config: config(1)}
	var shown []bench.GrowthRow
	rows, err := g.Run(t.Context(), func(r bench.GrowthRow) { shown = append(shown, r) }, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(rows, shown) || len(rows) != 8 {
		t.Errorf("%d rows, %d of them shown", len(rows), len(shown))
	}
	for _, r := range rows {
		if r.SHD != 0 || r.Certified != r.Actions || r.Learned != r.Actions || r.Items != r.ItemsFound || r.WrongCertificates != 0 || r.Cut {
			t.Errorf("not learned exactly: %+v", r)
		}
		if r.Trials < r.Rounds || r.Rounds < 1 || r.Seconds <= 0 || r.PeakBytes < 1<<20 {
			t.Errorf("impossible: %+v", r)
		}
	}
	g.Sessions = 4
	g.Ledger = func(ctx context.Context) (graphstore.Ledger, func() error, error) {
		l, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "x.db"), sqlite.ReadWrite)
		return l, l.Close, err
	}
	again, err := g.Run(t.Context(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		again[i].Seconds, again[i].PeakBytes = rows[i].Seconds, rows[i].PeakBytes
	}
	if !reflect.DeepEqual(rows, again) {
		t.Errorf("with other sessions and ledgers:\n%+v\nnot\n%+v", again, rows)
	}
}

// A world that takes too long is cut and says how far it was; a run that is stopped
// from outside is an error.
func TestGrowthIsCut(t *testing.T) {
	g := bench.Growth{Games: []bench.GameSize{{load(t, "minecraft-41", 0), 0}}, Seeds: 1, Seed: 1, Sessions: 1, Limit: time.Nanosecond, Config: config(1)}
	rows, err := g.Run(t.Context(), nil, nil)
	if err != nil || len(rows) != 1 || !rows[0].Cut || rows[0].Certified > 0 || rows[0].SHD == 0 || rows[0].Items == 0 {
		t.Errorf("%+v, %v", rows, err)
	}
	if err := bench.PlotGrowth(filepath.Join(t.TempDir(), "x.svg"), rows); err == nil {
		t.Error("a plot of nothing was drawn")
	}
	ctx, cancel := context.WithCancel(t.Context())
	g.Limit = 0
	if rows, err := g.Run(ctx, nil, func(string, explore.Progress) { cancel() }); !errors.Is(err, context.Canceled) || len(rows) != 0 {
		t.Errorf("stopped: %+v, %v", rows, err)
	}
}

func TestPlotGrowth(t *testing.T) {
	for _, rows := range [][]bench.GrowthRow{
		{{Actions: 1, Trials: 0}},
		{{Actions: 41, Trials: 2500, Seconds: 1, PeakBytes: 1e8}, {Actions: 41, Trials: 2600, Seconds: 2, PeakBytes: 2e8}, {Actions: 100, Synthetic: true, Trials: 9000, Seconds: 9, PeakBytes: 1e7}, {Actions: 500, Cut: true}},
	} {
		file := filepath.Join(t.TempDir(), "x.png")
		if err := bench.PlotGrowth(file, rows); err != nil {
			t.Errorf("%+v: %v", rows, err)
		}
		if info, err := os.Stat(file); err != nil || info.Size() < 1000 {
			t.Errorf("%+v: %v", info, err)
		}
	}
}
