package bench

import (
	"context"
	"fmt"
	"io"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// Lived compares what it costs to learn a world by living in it with what it costs where each
// trial gets an episode of its own.
type Lived struct {
	World    interaction.World // of episodes, with a body in it
	Config   explore.Config
	Sessions int
}

// LivedRow is one manner of living.
type LivedRow struct {
	Manner    string `json:"manner"`
	Steps     int    `json:"steps"`
	Episodes  int    `json:"episodes"`
	Trials    int    `json:"trials"`
	Certified int    `json:"actions_certified"`
	// Certifiable counts those that can be certified, as far as is known, of all Actions.
	Certifiable int     `json:"actions_certifiable"`
	Actions     int     `json:"actions_total"`
	Ratio       float64 `json:"ratio"` // of its steps to those of the first
	End         string  `json:"end"`
}

// Run explores twice, each time from nothing. The error is the first one's.
func (b Lived) Run(ctx context.Context, show func(manner string, p explore.Progress)) (rows []LivedRow, err error) {
	for _, m := range []struct {
		name string
		live func(context.Context, interaction.World, graphstore.Ledger, explore.Config, pool.Config, func(explore.Progress)) (explore.Summary, error)
	}{{"many trials in a life", living.World}, {"one trial in a life", living.Singly}} {
		sum, err := m.live(ctx, b.World, &graphstore.Memory{}, b.Config, pool.Config{Sessions: b.Sessions}, func(p explore.Progress) { show(m.name, p) })
		if err != nil {
			return rows, err
		}
		rows = append(rows, LivedRow{Manner: m.name, Steps: sum.Steps, Episodes: sum.Episodes, Trials: sum.Trials,
			Certified: sum.ActionsCertified, Certifiable: sum.ActionsCertifiable, Actions: sum.ActionsTotal, End: string(sum.End)})
		r := &rows[len(rows)-1]
		r.Ratio = float64(r.Steps) / float64(max(1, rows[0].Steps))
	}
	return rows, nil
}

// PrintLived writes the rows for people.
func PrintLived(w io.Writer, rows []LivedRow) {
	fmt.Fprintf(w, "%-22s %12s %9s %9s %11s %7s  %s\n", "", "steps", "episodes", "trials", "certified", "ratio", "end")
	for _, r := range rows {
		fmt.Fprintf(w, "%-22s %12d %9d %9d %4d of %3d %7.1f  %s\n", r.Manner, r.Steps, r.Episodes, r.Trials, r.Certified, r.Certifiable, r.Ratio, r.End)
	}
}
