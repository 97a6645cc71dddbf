package bench

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

// Width measures what the width of a round costs: the wider, the fewer rounds and the more trials, as what is asked for
// in one round doesn't know what comes of the others. From the sizes of the rounds follows how long any number of
// workers would take; see [Fleet].
type Width struct {
	World  *sim.File
	Config explore.Config
	Widths []int
	// Workers are the numbers of sessions to say the time for; see Fleet.
	Workers []int
	Fleet   Fleet
}

// WidthRow is one exploration.
type WidthRow struct {
	World string `json:"world"`
	Width int    `json:"width"`
	Seed  uint64 `json:"seed"`
	// Trials is how many were run until everything was certified, and Rounds how many times the runner was called.
	Trials int `json:"trials"`
	Rounds int `json:"rounds"`
	// Complete: every action that can do anything is certified.
	Certified int  `json:"actions_certified"`
	Complete  bool `json:"complete"`
	// Times are by workers, as the widths' are listed.
	Times []FleetTime `json:"times"`

	sizes []int // of the rounds
}

// Header names the columns of the rows.
func (b *Width) Header() string {
	s := fmt.Sprintf("%6s %8s %7s", "width", "trials", "rounds")
	for _, n := range b.Workers {
		s += fmt.Sprintf(" %12s", fmt.Sprintf("%d workers", n))
	}
	return s
}

// String is the row as one line under the header.
func (r WidthRow) String() string {
	s := fmt.Sprintf("%6d %8d %7d", r.Width, r.Trials, r.Rounds)
	for _, t := range r.Times {
		s += fmt.Sprintf(" %12s", t.shown())
	}
	return s
}

// Run explores the world once with each width, and tells of each row.
func (b *Width) Run(ctx context.Context, row func(WidthRow), show func(width int, p explore.Progress)) ([]WidthRow, error) {
	var rows []WidthRow
	for _, width := range b.Widths {
		cfg := b.Config
		cfg.Width = width
		w := sim.New(b.World)
		x, err := explore.New(ctx, cfg, w.Spec(), &graphstore.Memory{})
		if err != nil {
			return rows, err
		}
		p, err := pool.New(w, pool.Config{Sessions: 1, Seed: cfg.Seed, Record: x.Record})
		if err != nil {
			return rows, err
		}
		r := WidthRow{World: b.World.ID, Width: width, Seed: cfg.Seed}
		counted := interaction.RunnerFunc(func(ctx context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
			if len(trials) > 0 {
				r.sizes = append(r.sizes, len(trials))
				r.Trials += len(trials)
			}
			return p.Run(ctx, trials)
		})
		sum, err := x.Run(ctx, counted, func(p explore.Progress) { show(width, p) })
		_ = p.Close() // it says nothing
		if err != nil {
			return rows, err
		}
		r.Rounds, r.Certified, r.Complete = len(r.sizes), sum.ActionsCertified, sum.Complete
		for _, n := range b.Workers {
			r.Times = append(r.Times, b.Fleet.Time(n, r.sizes))
		}
		row(r)
		rows = append(rows, r)
	}
	return rows, nil
}

// Best is the row that takes least time with as many workers, by their place in b.Workers; false: none ends.
func (b *Width) Best(rows []WidthRow, workers int) (best WidthRow, ok bool) {
	for _, r := range rows {
		if t := r.Times[workers]; !t.Saturated && (!ok || t.Seconds < best.Times[workers].Seconds) {
			best, ok = r, true
		}
	}
	return best, ok
}
