package living_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/sim"
)

// Where something uses up more than counts as plenty, the exploration ends soon, certifies nothing, and says how many
// should count, also when it is gone on with; with so many it is exact.
func TestShortage(t *testing.T) {
	const dear = 12
	f := load(t, "tiny")
	i := slices.IndexFunc(f.Actions, func(a sim.Action) bool { return a.Label == "makeSticks" })
	f.Actions[i].Effects[0].Ways[0].Consumes[0].Count = dear
	complete := 0
	for seed := uint64(1); seed <= 3; seed++ {
		cfg := config(seed)
		l := &graphstore.Memory{}
		sum, score := lived(t, f, cfg, 1, l)
		if sum.End != explore.EndStock || sum.Stock != dear || sum.ActionsCertified > 0 || len(score.WrongCertificates) > 0 || sum.Complete {
			t.Errorf("seed %d: it ended by %q with %d, and certified %d; wrong %v", seed, sum.End, sum.Stock, sum.ActionsCertified, score.WrongCertificates)
		}
		if !slices.ContainsFunc(sum.NotLearned, func(n explore.NotLearned) bool { return strings.Contains(n.Reason, "--stock 12") }) {
			t.Errorf("seed %d: nothing says what to do: %v", seed, sum.NotLearned)
		}
		if again, _ := lived(t, f, cfg, 1, l); again.End != explore.EndStock || again.NewTrials > 0 {
			t.Errorf("seed %d: gone on with, it ended by %q after %d trials more", seed, again.End, again.NewTrials)
		}
		if report, err := graphstore.Check(t.Context(), l); err != nil || len(report.Problems) > 0 {
			t.Errorf("seed %d: the ledger isn't clean: %v %v", seed, report.Problems, err)
		}
		cfg.Stock = sum.Stock
		enough, score := lived(t, f, cfg, 1, &graphstore.Memory{})
		if score.SHD != 0 || len(score.WrongCertificates) > 0 {
			t.Errorf("seed %d: with enough, SHD %d, ended by %q; wrong %v; not learned %v", seed, score.SHD, enough.End, score.WrongCertificates, enough.NotLearned)
		}
		if enough.Complete {
			complete++
		}
	}
	if complete < 2 { // an axe is there by the time that there is flint beside so many sticks, but with luck
		t.Errorf("with enough, %d of 3 runs are complete", complete)
	}
}
