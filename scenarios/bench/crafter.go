package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// Crafter is the benchmark of the game Crafter (Hafner, "Benchmarking the Spectrum of Agent
// Capabilities", 2022, section 4): how many of its 22 achievements an agent unlocks in how many of
// its episodes, its learning included.
type Crafter struct {
	World    interaction.World // the game with a body in it
	Ledger   graphstore.Ledger // what is known of it already
	Log      string            // what the names of the files begin with that the game writes its episodes into
	Config   explore.Config
	Steps    int // of the world, those of the inquiry included
	Learn    int // of Steps, those at most for an inquiry before it plays; zero: it learns by playing alone
	Episodes int // after which it is over; zero: Steps decides
	Sessions int
	// Percipient is how the agent knows what there is, for the report.
	Percipient string
}

// CrafterScore is what came of it.
type CrafterScore struct {
	// Score is the geometric mean of success rates in percent, as the benchmark defines it; Low and
	// High bound it with 95%: the bootstrap's percentiles over episodes.
	Score float64 `json:"score"`
	Low   float64 `json:"score_low"`
	High  float64 `json:"score_high"`
	// Practised is the score of the episodes after the inquiry; Complete the share of all episodes
	// with every achievement.
	Practised    float64                       `json:"score_practised"`
	Complete     float64                       `json:"complete_share"`
	Episodes     int                           `json:"episodes"`
	Steps        int                           `json:"steps"`
	LearnSteps   int                           `json:"learn_steps"` // of the inquiry
	Certified    int                           `json:"actions_certified"`
	Percipient   string                        `json:"percipient"`
	Seed         uint64                        `json:"seed"` // of the run, by which its worlds are drawn
	Achievements map[string]CrafterAchievement `json:"achievements"`
	Deaths       map[string]int                `json:"deaths"` // by what took the last health
}

// CrafterAchievement is one of the 22.
type CrafterAchievement struct {
	Rate   float64 `json:"rate"`        // share of the episodes, from 0 to 1
	Median int     `json:"median_step"` // of its first time in an episode; zero: never
}

// crafterAchievements are those of the benchmark (its table 2).
var crafterAchievements = []string{
	"collect_coal", "collect_diamond", "collect_drink", "collect_iron", "collect_sapling", "collect_stone", "collect_wood",
	"defeat_skeleton", "defeat_zombie", "eat_cow", "eat_plant", "make_iron_pickaxe", "make_iron_sword", "make_stone_pickaxe",
	"make_stone_sword", "make_wood_pickaxe", "make_wood_sword", "place_furnace", "place_plant", "place_stone", "place_table", "wake_up",
}

// crafterEpisode is what the game writes of one.
type crafterEpisode struct {
	Steps int            `json:"steps"`
	Why   string         `json:"why"`
	Cause string         `json:"cause"` // of its death
	First map[string]int `json:"first"`
}

// Run inquires, plays, and reads what the game wrote down meanwhile. The error is the world's, the
// ledger's or ctx's; with ctx's the score is that of the episodes until then.
func (c Crafter) Run(whole context.Context, show func(explore.Progress)) (CrafterScore, error) {
	ctx, enough := context.WithCancel(whole)
	defer enough()
	over := false
	watch := func(p explore.Progress) {
		if show != nil {
			show(p)
		}
		if c.Episodes > 0 && p.Episodes >= c.Episodes {
			over = true
			enough()
		}
	}
	cfg, pc := c.Config, pool.Config{Sessions: c.Sessions}
	var sum explore.Summary
	var err error
	if c.Learn > 0 {
		cfg.Budget = min(c.Learn, c.Steps)
		sum, err = living.World(ctx, c.World, c.Ledger, cfg, pc, watch)
		if err != nil && !over && whole.Err() == nil {
			return CrafterScore{}, err
		}
	}
	learned, err := c.episodes()
	if err != nil {
		return CrafterScore{}, err
	}
	out := CrafterScore{LearnSteps: sum.Steps, Percipient: c.Percipient, Seed: c.Config.Seed}
	if !over && whole.Err() == nil {
		cfg.Budget = c.Steps
		sum, err = living.Practise(ctx, c.World, c.Ledger, cfg, pc, watch)
		if err != nil && !over && whole.Err() == nil {
			return CrafterScore{}, err
		}
	}
	all, err := c.episodes()
	if err != nil {
		return CrafterScore{}, err
	}
	out.Certified = sum.ActionsCertified
	out.count(all)
	if later := all[min(len(learned), len(all)):]; len(later) > 0 {
		out.Practised = crafterScore(later)
	}
	out.Low, out.High = c.interval(all)
	return out, whole.Err()
}

// episodes reads them, those of each session in their order.
func (c Crafter) episodes() (all []crafterEpisode, err error) {
	files, err := filepath.Glob(c.Log + ".*")
	if err != nil {
		return nil, err
	}
	slices.Sort(files) // by when they were begun: later sessions come later
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			var e crafterEpisode
			if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
				break // it is being written
			}
			all = append(all, e)
		}
		if err := errors.Join(lines.Err(), f.Close()); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (s *CrafterScore) count(all []crafterEpisode) {
	s.Episodes, s.Achievements, s.Deaths = len(all), map[string]CrafterAchievement{}, map[string]int{}
	steps := map[string][]int{}
	for _, e := range all {
		s.Steps += e.Steps
		if e.Cause != "" {
			s.Deaths[e.Cause]++
		}
		if len(e.First) == len(crafterAchievements) {
			s.Complete++
		}
		for a, n := range e.First {
			steps[a] = append(steps[a], n)
		}
	}
	n := max(1, float64(len(all)))
	s.Complete /= n
	for _, a := range crafterAchievements {
		x := CrafterAchievement{Rate: float64(len(steps[a])) / n}
		if len(steps[a]) > 0 {
			slices.Sort(steps[a])
			x.Median = steps[a][len(steps[a])/2]
		}
		s.Achievements[a] = x
	}
	s.Score = crafterScore(all)
}

// crafterScore is exp(mean(ln(1 + success in %))) - 1 (Hafner, 2022, section 4.2).
func crafterScore(all []crafterEpisode) float64 {
	sum := 0.
	for _, a := range crafterAchievements {
		hits := 0
		for _, e := range all {
			if e.First[a] > 0 {
				hits++
			}
		}
		sum += math.Log1p(100 * float64(hits) / max(1, float64(len(all))))
	}
	return math.Expm1(sum / float64(len(crafterAchievements)))
}

// interval is the middle 95% of the score over resampled episodes.
func (c Crafter) interval(all []crafterEpisode) (low, high float64) {
	if len(all) == 0 {
		return 0, 0
	}
	const samples = 1000
	random := rand.New(rand.NewPCG(c.Config.Seed, 22))
	scores := make([]float64, samples)
	again := make([]crafterEpisode, len(all))
	for i := range scores {
		for j := range again {
			again[j] = all[random.IntN(len(all))]
		}
		scores[i] = crafterScore(again)
	}
	slices.Sort(scores)
	return scores[samples/40], scores[samples-1-samples/40]
}

// crafterPublished are others' scores after a million steps, from the benchmark's own page.
var crafterPublished = []struct {
	who   string
	score float64
}{
	{"human experts", 50.5}, {"SPRING, which has read the game's paper", 27.3}, {"Achievement Distillation", 21.8}, {"Curious Replay", 19.4},
	{"PPO-ResNet", 15.6}, {"DreamerV3", 14.5}, {"DreamerV2", 10.0}, {"PPO", 4.6}, {"random", 1.6},
}

// Print writes the score for people.
func (s CrafterScore) Print(w io.Writer) {
	deaths := 0
	causes := slices.Sorted(maps.Keys(s.Deaths))
	slices.SortStableFunc(causes, func(a, b string) int { return s.Deaths[b] - s.Deaths[a] })
	for i, c := range causes {
		deaths += s.Deaths[c]
		causes[i] = fmt.Sprintf("%s %d", c, s.Deaths[c])
	}
	fmt.Fprintf(w, "score %.1f (95%%: %.1f to %.1f) in %d episodes of %d steps, seen as %s\n%d ended in death: %s\n",
		s.Score, s.Low, s.High, s.Episodes, s.Steps, s.Percipient, deaths, strings.Join(causes, ", "))
	if s.LearnSteps > 0 {
		fmt.Fprintf(w, "after the inquiry, which took %d steps: %.1f\n", s.LearnSteps, s.Practised)
	}
	fmt.Fprintf(w, "all 22 in %.1f%% of the episodes; %d actions certified\n\n", 100*s.Complete, s.Certified)
	for _, a := range crafterAchievements {
		x := s.Achievements[a]
		fmt.Fprintf(w, "%-20s %5.1f%%", a, 100*x.Rate)
		if x.Median > 0 {
			fmt.Fprintf(w, "  median step %d", x.Median)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "\npublished, a million steps of pixels each but for the first two:\n")
	for _, p := range crafterPublished {
		fmt.Fprintf(w, "%5.1f  %s\n", p.score, p.who)
	}
}
