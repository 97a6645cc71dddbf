package bench

import (
	"slices"
	"testing"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/refine"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// seeking is a run towards a diamond.
func seeking(seed uint64, width int, delta float64) explore.Config {
	return explore.Config{Seed: seed, Width: width, Delta: delta, Floor: .3, Stock: 64, Chances: explore.ChancesShared, Unlock: explore.UnlockWorld,
		Refiner: refine.Group{}, Hypothesizer: statistical.Hypothesizer{}, Attempts: 3, Goal: "diamond"}
}

// What the frontier says of a run at some step is what the run answers when it is
// stopped there. Before the goal is proven it may say less than the answer, which looks
// at everything once more, but never more.
func TestCourseIsTheAnswerOfARunThatWasStopped(t *testing.T) {
	f, err := scenarios.Load("minecraft-41-paper")
	if err != nil {
		t.Fatal(err)
	}
	g := newGrader(f, "diamond")
	for seed := range uint64(4) {
		cfg := seeking(seed, 1, .01)
		sum, c, err := g.follow(t.Context(), f, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if c.end().mark != sum.Mark {
			t.Errorf("seed %d: the course ends at %+v, the run at %+v", seed, c.end().mark, sum.Mark)
		}
		proven := sum.Milestones["diamond"].Proven.Steps
		for _, s := range []int{1, 5, 10, 20, 30, proven, proven + 20, (proven + sum.Steps) / 2, sum.Steps} {
			l := &graphstore.Memory{}
			stopped := cfg
			stopped.Budget = s
			if _, err := ExploreInto(t.Context(), f, stopped, l); err != nil {
				t.Fatal(err)
			}
			folded, err := graphstore.Fold(t.Context(), l, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := g.shd(folded.Graph)
			if now := c.shd(s, stepsOf); got > now || s >= proven && got != now {
				t.Errorf("seed %d: stopped at %d the SHD is %d, the course says %d", seed, s, got, now)
			}
		}
	}
}

// When a run says that the goal is proven, what it has learned by then is enough to
// make one from an empty start, and remains so.
func TestProvenIsEnough(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes for long")
	}
	for _, name := range []string{"minecraft-41-paper", "minecraft-41-modified"} {
		f, err := scenarios.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(20) {
			cfg := seeking(seed, 1+7*int(seed%2), .01)
			sum, err := ExploreInto(t.Context(), f, cfg, &graphstore.Memory{})
			if err != nil {
				t.Fatal(err)
			}
			l := &graphstore.Memory{}
			cfg.Budget = sum.Milestones["diamond"].Proven.Trials + 8*int(seed/2)
			if _, err := ExploreInto(t.Context(), f, cfg, l); err != nil {
				t.Fatal(err)
			}
			folded, err := graphstore.Fold(t.Context(), l, nil)
			if err != nil {
				t.Fatal(err)
			}
			body, err := controller.Enter(t.Context(), sim.New(f), interaction.State{}, seed)
			if err != nil {
				t.Fatal(err)
			}
			actor := controller.Actor{Graph: folded.Graph, Body: body, Config: controller.DefaultActorConfig()}
			res, err := actor.Run(t.Context(), controller.Task{Text: "a diamond", Stages: [][]controller.Goal{{{Want: []interaction.Amount{{Name: "diamond", Level: 1}}}}}})
			if err != nil {
				t.Fatal(err)
			}
			if !res.Solved {
				t.Errorf("%s, seed %d: after %d trials: %s", name, seed, cfg.Budget, res.Reason)
			}
			t.Logf("%s, seed %d, width %d: %d trials, %d steps, %d plans", name, seed, cfg.Width, cfg.Budget, res.Executed, res.Plans)
			if err := body.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestCourse(t *testing.T) {
	mark := func(n int) explore.Mark { return explore.Mark{Steps: n} }
	c := course{{mark(0), 9}, {mark(4), 7}, {mark(4), 5}, {mark(8), 0}, {mark(10), 0}}
	for at, want := range map[int]int{0: 9, 3: 9, 4: 5, 7: 5, 8: 0, 10: 0, 99: 0} {
		if got := c.shd(at, stepsOf); got != want {
			t.Errorf("at %d: %d, want %d", at, got, want)
		}
	}
	other := course{{mark(0), 9}, {mark(2), 0}, {mark(2), 0}}
	got := curve("x", "steps", grid(5, stepsOf, []course{c}, []course{other}), stepsOf, []course{c, other})
	want := []CurvePoint{{0, 0, 9, 0}, {5, .5, 2.5, 2.5}, {10, 1, 0, 0}}
	for i, p := range got.Points {
		if len(got.Points) != len(want) || p != want[i] {
			t.Errorf("the curve is %v, want %v", got.Points, want)
			break
		}
	}
	if p := got.At(9); p != want[1] {
		t.Errorf("at 9: %v, want %v", p, want[1])
	}
}

// What it takes to have a diamond, to know how to make one, and to have that certified
// with an error of 0.01 an action stays within what the project set out for. The medians
// of few seeds stray, so those of certificates get a twentieth more.
func TestStepsToTheGoal(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes many runs")
	}
	for _, c := range []struct {
		world                      string
		width                      int
		reached, proven, certified int
	}{
		{"minecraft-41-paper", 1, 20, 40, 230},
		{"minecraft-41-paper", 8, 11, 14, 36},
		{"minecraft-41-modified", 1, 20, 65, 330},
		{"minecraft-41-modified", 8, 13, 18, 50},
	} {
		f, err := scenarios.Load(c.world)
		if err != nil {
			t.Fatal(err)
		}
		var reached, proven, certified []int
		for seed := range uint64(61) {
			sum, err := ExploreInto(t.Context(), f, seeking(seed, c.width, .41), &graphstore.Memory{})
			if err != nil {
				t.Fatal(err)
			}
			m := sum.Milestones["diamond"]
			if m.Reached == nil || m.Proven == nil || m.Certified == nil {
				t.Fatalf("%s, width %d, seed %d: %+v", c.world, c.width, seed, m)
			}
			reached, proven, certified = append(reached, m.Reached.Rounds), append(proven, m.Proven.Rounds), append(certified, m.Certified.Rounds)
		}
		for _, m := range []struct {
			what   string
			rounds []int
			most   int
		}{{"reached", reached, c.reached}, {"proven", proven, c.proven}, {"certified", certified, c.certified * 21 / 20}} {
			slices.Sort(m.rounds)
			median := m.rounds[len(m.rounds)/2]
			t.Logf("%s, width %d: %s after %d rounds (%d)", c.world, c.width, m.what, median, m.most)
			if median > m.most {
				t.Errorf("%s, width %d: %s after %d rounds, not %d", c.world, c.width, m.what, median, m.most)
			}
		}
	}
}
