package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/controller/active"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// PictureTasks leave a choice that the inventory tells nothing about: which alternative is nearest depends on the biome.
var PictureTasks = []string{
	"1 beef or 1 pork or 1 wool",
	"1 log or 1 spine or 1 wool",
	"1 hay or 1 log",
	"1 spine or 1 cap",
}

// PictureArms are what an agent goes by when it chooses: the plan that costs least, and the first of equal ones; what is
// remembered of like states; and what is remembered of like states and pictures.
var PictureArms = []string{"none", "state", "picture"}

// MemoryPictures measures what pictures add to memory. Memory is filled with games in which each alternative was to be got
// alone, on other maps than those that are played.
type MemoryPictures struct {
	Situated
	Tasks []string // as [controller.Grammar] reads them, of one stage with alternatives
	// Teach is how many games of each alternative begin in each biome to fill memory, TeachSeed from where on the seeds of
	// their maps are taken, and TeachSteps how many steps each takes at most.
	Teach, TeachSteps int
	TeachSeed         uint64
}

// PictureGame is one game.
type PictureGame struct {
	Arm     string `json:"arm"` // "teach": it filled memory
	Task    string `json:"task"`
	Biome   string `json:"biome"` // where it began
	Seed    uint64 `json:"seed"`  // of its map
	Success bool   `json:"success"`
	Goal    string `json:"goal"` // the alternative that was planned for last
	End     string `json:"end"`  // done, or why it gave up
	Steps   int    `json:"steps"`
}

// PictureRate is how many games were won, and in how many steps.
type PictureRate struct {
	Rate  float64 `json:"rate"` // from 0 to 1
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Games int     `json:"games"`
	Steps float64 `json:"steps_mean"` // all games count, those that were given up with the steps they took
}

// PictureGain is by how many steps games with pictures are shorter than those of another arm on the same map; below zero:
// longer. Low and High bound the mean with 95% (Student's t over maps).
type PictureGain struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	Maps int     `json:"maps"`
}

// PictureResult is what was found.
type PictureResult struct {
	World      string                            `json:"world"`
	Remembered int                               `json:"remembered"` // games that memory was filled with
	Tasks      map[string]map[string]PictureRate `json:"tasks"`      // by arm and task; "all": all tasks
	Gains      map[string]map[string]PictureGain `json:"gains"`      // by the other arm and task; "all": the mean over tasks
	Games      []PictureGame                     `json:"games"`
}

// Run fills memory, plays all games, and tells of each as it ends.
func (b MemoryPictures) Run(ctx context.Context, done func(games, of int)) (PictureResult, error) {
	out := PictureResult{World: b.World.Spec().ID, Tasks: map[string]map[string]PictureRate{}, Gains: map[string]map[string]PictureGain{}}
	alone, err := b.alternatives(ctx)
	if err != nil {
		return out, err
	}
	school := b
	school.Seed, school.Seeds, school.Steps = b.TeachSeed, b.Teach, b.TeachSteps
	taught, err := school.jobs(ctx, []string{"teach"}, alone)
	if err != nil {
		return out, err
	}
	played, err := b.jobs(ctx, PictureArms, b.Tasks)
	if err != nil {
		return out, err
	}
	of := len(taught) + len(played)
	entries, err := school.play(ctx, taught, nil, func(n int) { done(n, of) })
	if err != nil {
		return out, err
	}
	var remembered []graphstore.Entry
	for i := range entries {
		if taught[i].Success {
			out.Remembered++
			remembered = append(remembered, entries[i]...)
		}
	}
	if _, err := b.play(ctx, played, remembered, func(n int) { done(len(taught)+n, of) }); err != nil {
		return out, err
	}
	out.Games = append(taught, played...)
	out.judge(b.Tasks)
	return out, nil
}

// alternatives are the goals of all tasks, each once.
func (b MemoryPictures) alternatives(ctx context.Context) (out []string, err error) {
	for _, text := range b.Tasks {
		task, err := b.parse(ctx, text)
		if err != nil {
			return nil, err
		}
		for _, stage := range task.Stages {
			for _, g := range stage {
				if !slices.Contains(out, g.String()) {
					out = append(out, g.String())
				}
			}
		}
	}
	return out, nil
}

func (b MemoryPictures) parse(ctx context.Context, text string) (controller.Task, error) {
	return controller.Grammar{Factors: b.Factors, Conditions: b.Conditions}.Parse(ctx, text)
}

// jobs are games to play.
func (b MemoryPictures) jobs(ctx context.Context, arms, tasks []string) (out []PictureGame, err error) {
	starts, err := b.starts(ctx)
	if err != nil {
		return nil, err
	}
	for _, at := range starts {
		for _, t := range tasks {
			for _, arm := range arms {
				out = append(out, PictureGame{Arm: arm, Task: t, Biome: at.biome, Seed: at.seed})
			}
		}
	}
	return out, nil
}

// play plays the games, each by what was remembered before all of them, and returns what each remembers.
func (b MemoryPictures) play(ctx context.Context, games []PictureGame, before []graphstore.Entry, done func(n int)) ([][]graphstore.Entry, error) {
	return playAll(ctx, b.Parallel, len(games), func(n, _ int) { done(n) }, func(ctx context.Context, i int) (after []graphstore.Entry, err error) {
		l := &graphstore.Memory{}
		if err := l.Append(ctx, before...); err != nil {
			return nil, err
		}
		if err := b.game(ctx, &games[i], l); err != nil {
			return nil, err
		}
		for e, err := range l.Since(ctx, graphstore.Seq(len(before))) {
			if err != nil {
				return nil, err
			}
			e.Seq = 0 // it gets another one where it is appended
			after = append(after, e)
		}
		return after, nil
	})
}

// game plays one, remembering in the ledger.
func (b MemoryPictures) game(ctx context.Context, g *PictureGame, l graphstore.Ledger) error {
	task, err := b.parse(ctx, g.Task)
	if err != nil {
		return err
	}
	a, session, err := b.enter(ctx, SituatedColumn{Strategy: active.Strategy{Around: true, Doubts: true}, sees: pictures}, start{g.Biome, g.Seed})
	if err != nil {
		return err
	}
	defer func() { _ = session.Close() }() // the game is over
	body := active.NewBody(a, b.Creature)
	actor := b.actor(body)
	if g.Arm != "none" {
		if actor.Memory, err = controller.NewMemory(ctx, l); err != nil {
			return err
		}
	}
	if g.Arm != "state" {
		body.Heeds = b.Conditions
	}
	actor.Trace = func(e controller.Event) {
		if e.Kind == controller.EventPlan {
			g.Goal = e.Goal
		}
	}
	r, err := actor.Run(ctx, task)
	if err != nil && !errors.Is(err, interaction.ErrEnded) && !errors.Is(err, controller.ErrBroken) {
		return err
	}
	if g.Success, g.End = r.Solved, "done"; !r.Solved {
		g.End = r.Reason
	}
	g.Steps = a.Steps()
	return nil
}

// judge sums up the games that were played.
func (r *PictureResult) judge(tasks []string) {
	steps := map[string]map[string]map[uint64]float64{} // by arm, task and map
	for _, arm := range PictureArms {
		r.Tasks[arm], steps[arm] = map[string]PictureRate{}, map[string]map[uint64]float64{"all": {}}
		var every []PictureGame
		for _, t := range tasks {
			steps[arm][t] = map[uint64]float64{}
			var games []PictureGame
			for _, g := range r.Games {
				if g.Arm == arm && g.Task == t {
					games = append(games, g)
					steps[arm][t][g.Seed] = float64(g.Steps)
					steps[arm]["all"][g.Seed] += float64(g.Steps) / float64(len(tasks))
				}
			}
			r.Tasks[arm][t] = pictureRate(games)
			every = append(every, games...)
		}
		r.Tasks[arm]["all"] = pictureRate(every)
	}
	last := PictureArms[len(PictureArms)-1]
	for _, arm := range PictureArms[:len(PictureArms)-1] {
		r.Gains[arm] = map[string]PictureGain{}
		for t := range steps[arm] {
			r.Gains[arm][t] = gain(steps[arm][t], steps[last][t])
		}
	}
}

func pictureRate(games []PictureGame) PictureRate {
	r := PictureRate{Games: len(games)}
	won := 0
	for _, g := range games {
		if r.Steps += float64(g.Steps) / float64(len(games)); g.Success {
			won++
		}
	}
	r.Rate = float64(won) / max(1, float64(len(games)))
	r.Low, r.High = interval(won, len(games))
	return r
}

// gain compares the steps of games on the same maps.
func gain(other, ours map[uint64]float64) PictureGain {
	var saved []float64
	for seed, steps := range other {
		saved = append(saved, steps-ours[seed])
	}
	slices.Sort(saved) // sums of floats depend on their order
	g := PictureGain{Maps: len(saved)}
	if g.Maps < 2 {
		return g
	}
	mean, deviation := stat.MeanStdDev(saved, nil)
	half := distuv.StudentsT{Sigma: 1, Nu: float64(g.Maps - 1)}.Quantile(.975) * deviation / math.Sqrt(float64(g.Maps))
	g.Mean, g.Low, g.High = mean, mean-half, mean+half
	return g
}

// Print writes the rates for people.
func (r PictureResult) Print(w io.Writer, tasks []string) {
	fmt.Fprintf(w, "%d games fill memory\n\n%-32s", r.Remembered, "won (95%), steps")
	for _, arm := range PictureArms {
		fmt.Fprintf(w, "  %-26s", arm)
	}
	fmt.Fprintf(w, "\n")
	for _, t := range append(slices.Clone(tasks), "all") {
		fmt.Fprintf(w, "%-32s", t)
		for _, arm := range PictureArms {
			x := r.Tasks[arm][t]
			fmt.Fprintf(w, "  %-26s", fmt.Sprintf("%3.0f%% (%.0f to %.0f) %.0f", 100*x.Rate, 100*x.Low, 100*x.High, x.Steps))
		}
		fmt.Fprintln(w)
	}
	for _, arm := range PictureArms[:len(PictureArms)-1] {
		fmt.Fprintf(w, "\nsteps that pictures save beside %q, on the same maps (95%%)\n", arm)
		for _, t := range append(slices.Clone(tasks), "all") {
			x := r.Gains[arm][t]
			fmt.Fprintf(w, "%-32s  %.0f (%.0f to %.0f)\n", t, x.Mean, x.Low, x.High)
		}
	}
}
