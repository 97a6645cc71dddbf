package living_test

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// small is a random small world: three to eight actions with alternatives, tools, chances and
// side effects.
func small(t testing.TB, seed uint64) *sim.File {
	t.Helper()
	f, err := scenarios.Synth(scenarios.SynthOptions{Actions: 3 + int(seed%6), Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Of runs in random small worlds, at most delta have a wrong certificate. ADAM_SOAK sets how many
// worlds (make soak: 2,000).
func TestRandomWorlds(t *testing.T) {
	worlds := 25
	if n, err := strconv.Atoi(os.Getenv("ADAM_SOAK")); err == nil {
		worlds = n
	}
	if testing.Short() {
		worlds = 3
	}
	var wrong, certified, total, exact, steps atomic.Int64
	var mu sync.Mutex
	var worst []string
	var wg sync.WaitGroup
	slots := make(chan struct{}, runtime.NumCPU())
	for i := range worlds {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			seed := uint64(70_000 + i)
			w, rules := world(t, small(t, seed))
			cfg := config(seed)
			cfg.Chances = explore.ChancesOwn
			cfg.Budget = 150_000
			l := &graphstore.Memory{}
			sum, err := living.World(t.Context(), w, l, cfg, pool.Config{Sessions: 1}, nil)
			if err != nil && !errors.Is(err, explore.ErrBroken) {
				t.Errorf("world %d: %v", seed, err)
				return
			}
			folded, err := graphstore.Fold(t.Context(), l, nil)
			if err != nil {
				t.Error(err)
				return
			}
			unlearned := 0
			for _, f := range folded.Findings {
				if f.Effect == nil && !f.Learned {
					unlearned++
				}
			}
			if unlearned != len(sum.NotLearned) {
				t.Errorf("world %d: the ledger says of %d actions that they aren't learned, the summary of %d", seed, unlearned, len(sum.NotLearned))
			}
			s := scenarios.NewScore(scenarios.NewTruth(rules).Lived(), folded.Graph)
			certified.Add(int64(sum.ActionsCertified))
			total.Add(int64(sum.ActionsTotal))
			steps.Add(int64(sum.Steps))
			if s.SHD == 0 {
				exact.Add(1)
			}
			if len(s.WrongCertificates) > 0 {
				wrong.Add(1)
				mu.Lock()
				worst = append(worst, fmt.Sprintf("world %d: wrong %v", seed, s.WrongCertificates))
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	t.Logf("%d worlds: %d with a wrong certificate, %d exact, %d of %d actions certified, %d steps", worlds, wrong.Load(), exact.Load(), certified.Load(), total.Load(), steps.Load())
	// Of so many runs that are wrong with probability delta, more than this are so once in a
	// thousand times.
	limit := map[bool]int64{true: 3, false: 35}[worlds <= 25]
	if wrong.Load() > limit {
		t.Errorf("%d of %d runs have a wrong certificate: %v", wrong.Load(), worlds, worst)
	} else {
		t.Log(worst)
	}
	// A run that certifies nothing is never wrong.
	if 5*certified.Load() < 3*total.Load() {
		t.Errorf("only %d of %d actions are certified", certified.Load(), total.Load())
	}
}
