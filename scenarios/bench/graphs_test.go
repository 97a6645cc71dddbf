package bench_test

import (
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// Table 4.1 has every method once, counts as the paper does (the empty graph is 32 off), and SDI is given the trials that
// were made; with hardly any rounds it is worse than who made them.
func TestGraphTable(t *testing.T) {
	f, err := scenarios.Load("minecraft-41-paper")
	if err != nil {
		t.Fatal(err)
	}
	table := bench.GraphTable{World: f, Prior: f, Seeds: 2, Seed: 77, Parallel: 2, Rounds: 2, Config: explore.Default()}
	report, err := table.Run(t.Context(), func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	rows := report.Rows
	by := map[string]bench.GraphRow{}
	for _, r := range rows {
		by[r.Name] = r
	}
	if len(by) != len(rows) || by["empty graph"].Mean != 32 || by["ours"].Mean > 2 {
		t.Errorf("%+v", rows)
	}
	ours, sdi := by["ours"], by["SDI on our trials, with SD"]
	if sdi.Trials != ours.Trials || sdi.Trials == 0 || len(sdi.SHD) != 2 || sdi.Mean <= ours.Mean {
		t.Errorf("ours %+v, SDI %+v", ours, sdi)
	}
}
