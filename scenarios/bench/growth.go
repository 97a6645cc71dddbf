package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// Growth measures how the cost of exploring everything grows with the world: games
// and parts of them, and synthetic worlds of any size. One world is explored at a
// time, so that time and memory are its own.
type Growth struct {
	Games []GameSize
	// Synthetic are numbers of actions, each from 1 to scenarios.MaxSynthActions.
	Synthetic []int
	Seeds     int // explorations of each world, at least 1
	Seed      uint64
	Sessions  int // at least 1
	// Limit is how long one world may be explored; zero: as long as it takes. What is
	// known is written down after it, which takes seconds in very large worlds.
	Limit  time.Duration
	Config explore.Config
	// Ledger makes the ledger of one exploration, and release ends it; nil: in
	// memory.
	Ledger func(ctx context.Context) (l graphstore.Ledger, release func() error, err error)
}

// GameSize is a game, or the first of its actions; see [scenarios.Part].
type GameSize struct {
	World   *sim.File
	Actions int // zero: all
}

// GrowthRow is one exploration.
type GrowthRow struct {
	World     string `json:"world"`
	Synthetic bool   `json:"synthetic"`
	Seed      uint64 `json:"seed"`
	Actions   int    `json:"actions"`
	// Items are those that can be had, ItemsFound those that were.
	Items      int     `json:"items"`
	ItemsFound int     `json:"items_found"`
	Trials     int     `json:"trials"`
	Rounds     int     `json:"rounds"`
	Seconds    float64 `json:"seconds"`
	// PeakBytes is the most memory that the Go runtime held of the system during
	// the exploration, garbage and the world's rules included, sampled every 10 ms;
	// what SQLite allocates by itself isn't in it.
	PeakBytes uint64 `json:"peak_bytes"`
	Certified int    `json:"actions_certified"`
	// Learned counts actions of which further effects are excluded, too.
	Learned int `json:"actions_learned"`
	// SHD is the distance from the whole truth.
	SHD               int `json:"shd"`
	WrongCertificates int `json:"wrong_certificates"`
	// Cut: the limit ended the exploration.
	Cut bool `json:"cut"`
}

// Run explores every world, as they are listed, games first; show, if not nil, is
// called with each row, and progress after every round. When ctx ends, the rows so
// far are returned with its error.
func (g Growth) Run(ctx context.Context, show func(GrowthRow), progress func(world string, p explore.Progress)) ([]GrowthRow, error) {
	rows := []GrowthRow{}
	measure := func(seed uint64, synthetic bool, world func() (*sim.File, error)) error {
		f, err := world()
		if err != nil {
			return err
		}
		row, err := g.explore(ctx, f, seed, func(p explore.Progress) {
			if progress != nil {
				progress(f.ID, p)
			}
		})
		if err != nil {
			return fmt.Errorf("%s: %w", f.ID, err)
		}
		row.Synthetic = synthetic
		rows = append(rows, row)
		if show != nil {
			show(row)
		}
		return nil
	}
	for _, size := range g.Games {
		for i := range g.Seeds {
			if err := measure(g.Seed+uint64(i), false, func() (*sim.File, error) {
				if size.Actions == 0 {
					return size.World, nil
				}
				return scenarios.Part(size.World, size.Actions)
			}); err != nil {
				return rows, err
			}
		}
	}
	for _, n := range g.Synthetic {
		for i := range g.Seeds {
			seed := g.Seed + uint64(i)
			if err := measure(seed, true, func() (*sim.File, error) {
				return scenarios.Synth(scenarios.SynthOptions{Actions: n, Seed: seed})
			}); err != nil {
				return rows, err
			}
		}
	}
	return rows, nil
}

func (g Growth) explore(ctx context.Context, f *sim.File, seed uint64, show func(explore.Progress)) (row GrowthRow, err error) {
	var l graphstore.Ledger = &graphstore.Memory{}
	if g.Ledger != nil {
		var release func() error
		if l, release, err = g.Ledger(ctx); err != nil {
			return row, err
		}
		defer func() {
			if rerr := release(); err == nil {
				err = rerr
			}
		}()
	}
	cfg := g.Config
	cfg.Seed = seed
	limited := ctx
	if g.Limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, g.Limit)
		defer cancel()
	}
	w := sim.New(f)
	peak := watchMemory()
	start := time.Now()
	sum, err := explore.World(limited, w, l, cfg, pool.Config{Sessions: g.Sessions}, show)
	row.Seconds, row.PeakBytes = time.Since(start).Seconds(), peak()
	if ctx.Err() != nil { // perhaps while the limit's end was being written down
		return row, ctx.Err()
	}
	row.Cut = errors.Is(err, context.DeadlineExceeded)
	if err != nil && !row.Cut {
		return row, err
	}
	folded, err := graphstore.Fold(ctx, l, nil)
	if err != nil {
		return row, err
	}
	truth := scenarios.NewTruth(f)
	score := scenarios.NewScore(truth, folded.Graph)
	row.World, row.Seed, row.Actions, row.Items = f.ID, seed, len(f.Actions), len(truth.Factors)
	row.ItemsFound, row.Trials, row.Rounds = sum.ItemsFound, sum.Trials, sum.Rounds
	row.Certified, row.Learned = sum.ActionsCertified, sum.ActionsTotal-len(sum.NotLearned)
	row.SHD, row.WrongCertificates = score.SHD, len(score.WrongCertificates)
	return row, nil
}

// watchMemory gives back what isn't in use and samples what the runtime holds, until
// the function that it returns is called for the most it saw.
func watchMemory() func() uint64 {
	debug.FreeOSMemory()
	stop, peak := make(chan struct{}), make(chan uint64)
	go func() {
		held := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		var most uint64
		for more := true; more; {
			select {
			case <-tick.C:
			case <-stop:
				more = false
			}
			metrics.Read(held)
			most = max(most, held[0].Value.Uint64()-held[1].Value.Uint64())
		}
		peak <- most
	}()
	return func() uint64 {
		close(stop)
		return <-peak
	}
}

// Header names the columns of a row.
func (Growth) Header() string {
	return fmt.Sprintf("%-32s %7s %7s %9s %8s %9s %9s %8s %9s %7s %5s", "world", "actions", "items", "trials", "rounds", "seconds", "trials/s", "MB peak", "certified", "SHD", "wrong")
}

// String is the row under [Growth.Header].
func (r GrowthRow) String() string {
	s := fmt.Sprintf("%-32s %7d %7d %9d %8d %9.2f %9.0f %8.0f %9d %7d %5d", r.World, r.Actions, r.Items, r.Trials, r.Rounds, r.Seconds,
		float64(r.Trials)/max(r.Seconds, 1e-3), float64(r.PeakBytes)/1e6, r.Certified, r.SHD, r.WrongCertificates)
	if r.Cut {
		s += fmt.Sprintf("  cut: %d items found by then", r.ItemsFound)
	}
	return s
}

// PrintGrowth explains the columns below the rows.
func PrintGrowth(w io.Writer) {
	fmt.Fprintln(w, "\nitems: that can be had; MB peak: the most memory that the Go runtime held, the world included; certified: actions")
	fmt.Fprintln(w, "all of whose effects are; SHD: edges of the whole truth that are missing or extra; wrong: wrong certificates")
}
