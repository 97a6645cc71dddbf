package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/adam-discovery/adam/controller/active"
	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
	"gonum.org/v1/gonum/stat/distuv"
)

// ContextLevels are the levels of MP5's context-dependent tasks, in order.
var ContextLevels = []string{"easy", "mid", "hard", "complex"}

// ContextTask is one of MP5's context-dependent tasks (table 11), and what the paper prints for it (table 14), in percent.
type ContextTask struct {
	ID, Level, Text string
	Context         string // as [active.ParseContext] reads it
	Quoted          map[string]float64
}

// ContextTasks are all 16, in the paper's order.
var ContextTasks = []ContextTask{
	{"1-1", "easy", "find a tree", "tree", quoted(98, 94, 100)},
	{"1-2", "easy", "find a grass", "grass", quoted(100, 92, 100)},
	{"1-3", "easy", "find a cow", "cow", quoted(98, 88, 100)},
	{"1-4", "easy", "find a pig", "pig", quoted(98, 86, 100)},
	{"2-1", "mid", "find a tree in the forest", "tree, ecology forest", quoted(98, 90, 98)},
	{"2-2", "mid", "find a grass near a pig", "grass, near pig", quoted(96, 82, 90)},
	{"2-3", "mid", "find a cow in the desert", "cow, ecology desert", quoted(92, 88, 94)},
	{"2-4", "mid", "find a pig at night", "pig, time night", quoted(92, 84, 96)},
	{"3-1", "hard", "find a tree in the forest at night", "tree, ecology forest, time night", quoted(94, 80, 96)},
	{"3-2", "hard", "find a grass near a pig in the plains", "grass, near pig, ecology plains", quoted(98, 78, 92)},
	{"3-3", "hard", "find a cow in the desert by day", "cow, ecology desert, time day", quoted(90, 76, 90)},
	{"3-4", "hard", "find a pig at night in the rain", "pig, time night, weather rain", quoted(90, 76, 92)},
	{"4-1", "complex", "find a tree in the forest on a clear night", "tree, ecology forest, time night, weather clear", quoted(92, 74, 90)},
	{"4-2", "complex", "find a pig near a grass in the forest by day", "pig, near grass, ecology forest, time day", quoted(92, 70, 88)},
	{"4-3", "complex", "find a cow near water in the desert on a clear day", "cow, near water, ecology desert, time day, weather clear", quoted(86, 64, 84)},
	{"4-4", "complex", "find a pig near a grass in the plains on a clear, bright day", "pig, near grass, ecology plains, time day, weather clear, brightness bright", quoted(94, 62, 88)},
}

func quoted(mp5, passive, gpt4v float64) map[string]float64 {
	return map[string]float64{"MP5": mp5, "MP5 passive": passive, "GPT-4V": gpt4v}
}

// ContextStrategies are how an agent may go about it, and what sees for it.
var ContextStrategies = []ContextStrategy{
	{"active", active.Strategy{Around: true, Doubts: true}, true},
	{"fixed", active.Strategy{Around: true}, true},
	{"passive", active.Strategy{}, true},
	{"metadata", active.Strategy{Around: true, Doubts: true}, false},
	{"none", active.Strategy{Around: true, Doubts: true}, false},
}

// ContextStrategy is a way to perceive.
type ContextStrategy struct {
	Name     string
	Strategy active.Strategy
	Pictures bool // it is given the percipient that is measured
}

// Contexts runs the context-dependent tasks of MP5 in a world that tells what its pictures show: the judge needs that.
type Contexts struct {
	World    interaction.World
	Vitals   []string
	Creature func(name string) bool
	Biomes   []string // in each of which games begin
	// Census counts what a map has by biome and thing: games are played on maps that have what their tasks ask for, as
	// those of the paper are.
	Census     func(seed uint64) (map[string]map[string]int, error)
	Seeds      int // games of a task that begin in each biome
	Steps      int // of a game at most
	Size       int // of the pictures
	Seed       uint64
	Tasks      []ContextTask
	Strategies []ContextStrategy
	Sees       percipient.Percipient
	Parallel   int
}

// ContextGame is one game.
type ContextGame struct {
	Strategy string  `json:"strategy"`
	Task     string  `json:"task"`
	Biome    string  `json:"biome"` // where it began
	Seed     uint64  `json:"seed"`  // of its map
	Success  bool    `json:"success"`
	End      string  `json:"end"` // found, wrong (it said so, and it wasn't), not found, died
	Steps    int     `json:"steps"`
	Asked    int     `json:"asked"`
	Pictures int     `json:"pictures"`
	Sure     float64 `json:"sure"` // the least confidence of what it rests on
}

// ContextRate is how many games of several were won.
type ContextRate struct {
	Rate  float64 `json:"rate"` // from 0 to 1
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Games int     `json:"games"`
	Steps float64 `json:"steps_mean"`
	Wrong int     `json:"wrong"` // ended by a belief that the world contradicts
	// Within is the share that was won by number of steps, for those of contextBudgets that games may take.
	Within map[int]float64 `json:"within,omitempty"`
}

// contextBudgets are the steps that rates are also told for: how hard a world is depends on them.
var contextBudgets = []int{1000, 2000, 3000, 5000}

// ContextResult is what was found.
type ContextResult struct {
	World  string                            `json:"world"`
	Levels map[string]map[string]ContextRate `json:"levels"` // by strategy and level
	Tasks  map[string]map[string]ContextRate `json:"tasks"`  // by strategy and task
	Quoted map[string]map[string]float64     `json:"quoted"` // the paper's, by level
	Games  []ContextGame                     `json:"games"`
}

// quotedLevels are the averages that the paper prints (tables 3 and 14), in percent.
var quotedLevels = map[string]map[string]float64{
	"easy":    {"MP5": 98.5, "MP5 passive": 90, "GPT-4V": 100},
	"mid":     {"MP5": 94.5, "MP5 passive": 82.5, "GPT-4V": 94.5},
	"hard":    {"MP5": 93, "MP5 passive": 77.5, "GPT-4V": 92.5},
	"complex": {"MP5": 91, "MP5 passive": 67.5, "GPT-4V": 87.5},
}

// start is where a game begins.
type start struct {
	biome string
	seed  uint64
}

// fair reports whether a map has, in the right biome, what each of the tasks asks for.
func (b Contexts) fair(seed uint64) (bool, error) {
	const least = 2 // of each thing
	census, err := b.Census(seed)
	if err != nil {
		return false, err
	}
	for _, t := range ContextTasks {
		c, err := active.ParseContext(t.Context, b.Creature)
		if err != nil {
			return false, err
		}
		for _, thing := range append([]percipient.Question{c.Find}, c.Near...) {
			n := 0
			for biome, has := range census {
				if !slices.ContainsFunc(c.Hold, func(q percipient.Question) bool { return q.Aspect == percipient.Ecology && q.Name != biome }) {
					n += has[thing.Name]
				}
			}
			if n < least {
				return false, nil
			}
		}
	}
	return true, nil
}

// starts are the first seeds that begin in each of the biomes, on fair maps.
func (b Contexts) starts(ctx context.Context) (out []start, err error) {
	const most = 10000 // seeds for a start, which are looked at
	s, err := b.World.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }() // it was only looked at
	teller, ok := s.(interaction.Teller)
	if !ok {
		return nil, fmt.Errorf("world %s doesn't tell what its pictures show", interaction.Shown(b.World.Spec().ID))
	}
	left := map[string]int{}
	for _, biome := range b.Biomes {
		left[biome] = b.Seeds
	}
	for seed := b.Seed << 20; len(out) < b.Seeds*len(b.Biomes); seed++ {
		if seed-b.Seed<<20 > most {
			return nil, errors.New("too few maps begin in some of the biomes")
		}
		if _, err := s.Begin(ctx, interaction.State{}, seed); err != nil {
			return nil, err
		}
		scene, err := teller.Tell(interaction.Shot{View: interaction.Above, Width: 9, Height: 7})
		if err != nil {
			return nil, err
		}
		if left[scene.Ecology] > 0 {
			fair, err := b.fair(seed)
			if err != nil {
				return nil, err
			}
			if !fair {
				continue
			}
			left[scene.Ecology]--
			out = append(out, start{scene.Ecology, seed})
		}
	}
	slices.SortStableFunc(out, func(x, y start) int { return slices.Index(b.Biomes, x.biome) - slices.Index(b.Biomes, y.biome) })
	return out, nil
}

// Run plays all games, and tells of each as it ends.
func (b Contexts) Run(ctx context.Context, done func(games, of int)) (ContextResult, error) {
	out := ContextResult{World: b.World.Spec().ID, Levels: map[string]map[string]ContextRate{}, Tasks: map[string]map[string]ContextRate{}, Quoted: quotedLevels}
	starts, err := b.starts(ctx)
	if err != nil {
		return out, err
	}
	type kind struct {
		strategy ContextStrategy
		task     ContextTask
	}
	var kinds []kind
	for _, s := range b.Strategies {
		for _, t := range b.Tasks {
			kinds = append(kinds, kind{s, t})
		}
	}
	out.Games, err = playMixed(ctx, b.Parallel, len(kinds), len(starts), done, func(ctx context.Context, k, i int) (ContextGame, error) {
		return b.play(ctx, kinds[k].strategy, kinds[k].task, starts[i])
	})
	if err != nil {
		return out, err
	}
	for _, s := range b.Strategies {
		out.Levels[s.Name], out.Tasks[s.Name] = map[string]ContextRate{}, map[string]ContextRate{}
		for _, level := range ContextLevels {
			if r := contextRate(out.Games, b.Steps, func(g ContextGame) bool { return g.Strategy == s.Name && levelOf(g.Task) == level }); r.Games > 0 {
				out.Levels[s.Name][level] = r
			}
		}
		for _, t := range b.Tasks {
			out.Tasks[s.Name][t.ID] = contextRate(out.Games, b.Steps, func(g ContextGame) bool { return g.Strategy == s.Name && g.Task == t.ID })
		}
	}
	return out, nil
}

func levelOf(task string) string {
	for _, t := range ContextTasks {
		if t.ID == task {
			return t.Level
		}
	}
	return ""
}

// contextRate counts the games; limit is how many steps one may take.
func contextRate(games []ContextGame, limit int, of func(ContextGame) bool) ContextRate {
	var r ContextRate
	won := 0
	for _, g := range games {
		if !of(g) {
			continue
		}
		r.Games++
		r.Steps += float64(g.Steps)
		if g.Success {
			won++
		}
		if g.End == "wrong" {
			r.Wrong++
		}
	}
	r.Steps /= max(1, float64(r.Games))
	r.Rate = float64(won) / max(1, float64(r.Games))
	r.Within = map[int]float64{}
	for _, most := range contextBudgets {
		if limit > 0 && most > limit {
			continue // games were cut before
		}
		n := 0
		for _, g := range games {
			if of(g) && g.Success && g.Steps <= most {
				n++
			}
		}
		r.Within[most] = float64(n) / max(1, float64(r.Games))
	}
	r.Low, r.High = interval(won, r.Games)
	return r
}

// play is one game: it is won if what the agent says it found is so in the picture that it says so of.
func (b Contexts) play(ctx context.Context, s ContextStrategy, t ContextTask, at start) (ContextGame, error) {
	g := ContextGame{Strategy: s.Name, Task: t.ID, Biome: at.biome, Seed: at.seed}
	c, err := active.ParseContext(t.Context, b.Creature)
	if err != nil {
		return g, err
	}
	session, err := b.World.Open(ctx)
	if err != nil {
		return g, err
	}
	defer func() { _ = session.Close() }() // the game is over
	teller := session.(interaction.Teller)
	state, err := session.Begin(ctx, interaction.State{}, at.seed)
	if err != nil {
		return g, err
	}
	sees := b.Sees
	switch {
	case s.Name == "metadata":
		sees = percipient.Told{World: teller}
	case !s.Pictures:
		sees = percipient.None{}
	}
	a := active.New(teller, b.World.Spec().Ground, b.Vitals, state, sees, active.Config{Strategy: s.Strategy, Steps: b.Steps, Size: b.Size, Seed: at.seed})
	seen, err := a.Find(ctx, c)
	g.Steps, g.Asked, g.Pictures, g.Sure = a.Steps(), a.Asked(), a.Pictures(), seen.Least
	switch {
	case errors.Is(err, active.ErrNotFound):
		g.End = "not found"
		return g, nil
	case errors.Is(err, interaction.ErrEnded):
		g.End = "died"
		return g, nil
	case err != nil:
		return g, err
	}
	scene, err := teller.Tell(seen.Shot)
	if err != nil {
		return g, err
	}
	g.Success, g.End = c.In(scene), "found"
	if !g.Success {
		g.End = "wrong"
	}
	return g, nil
}

// Print writes the rates for people, beside the paper's.
func (r ContextResult) Print(w io.Writer) {
	fmt.Fprintf(w, "%-10s", "")
	for _, l := range ContextLevels {
		fmt.Fprintf(w, "  %-24s", l)
	}
	fmt.Fprintln(w)
	for _, s := range ContextStrategies {
		levels := r.Levels[s.Name]
		if levels == nil {
			continue
		}
		fmt.Fprintf(w, "%-10s", s.Name)
		for _, l := range ContextLevels {
			x := levels[l]
			cell := "-"
			if x.Games > 0 {
				cell = fmt.Sprintf("%5.1f%% (%.1f to %.1f)", 100*x.Rate, 100*x.Low, 100*x.High)
			}
			fmt.Fprintf(w, "  %-24s", cell)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "\nwon in at most so many steps:")
	for _, s := range ContextStrategies {
		for _, most := range contextBudgets {
			levels := r.Levels[s.Name]
			told := slices.ContainsFunc(ContextLevels, func(l string) bool { _, ok := levels[l].Within[most]; return ok })
			if told {
				fmt.Fprintf(w, "%-10s%6d ", s.Name, most)
				for _, l := range ContextLevels {
					fmt.Fprintf(w, " %5.1f%%                  ", 100*levels[l].Within[most])
				}
				fmt.Fprintln(w)
			}
		}
	}
	fmt.Fprintln(w, "\nthe paper's, of another game (tables 3 and 14):")
	for _, who := range []string{"MP5", "GPT-4V", "MP5 passive"} {
		fmt.Fprintf(w, "%-12s", who)
		for _, l := range ContextLevels {
			fmt.Fprintf(w, "%6.1f%%                   ", r.Quoted[l][who])
		}
		fmt.Fprintln(w)
	}
	for _, s := range ContextStrategies {
		for _, t := range ContextTasks {
			if x, ok := r.Tasks[s.Name][t.ID]; ok && x.Rate < 1 && s.Name == "active" {
				fmt.Fprintf(w, "\n%s %s: %.0f%% of %d, %d of them wrong, %.0f steps", t.ID, t.Text, 100*x.Rate, x.Games, x.Wrong, x.Steps)
			}
		}
	}
	fmt.Fprintln(w)
}

// interval is the 95% interval of a rate (Clopper and Pearson, 1934).
func interval(won, games int) (low, high float64) {
	high = 1
	if won > 0 {
		low = distuv.Beta{Alpha: float64(won), Beta: float64(games - won + 1)}.Quantile(.025)
	}
	if won < games {
		high = distuv.Beta{Alpha: float64(won + 1), Beta: float64(games - won)}.Quantile(.975)
	}
	return low, high
}
