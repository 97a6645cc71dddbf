package living_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// toy is a world without a map that is lived in: "a" gives a log, "b" makes a plank of two. Its
// sessions end, or break, at a step of each episode; zero: never.
type toy struct{ ends, breaks int }

func (w toy) Spec() interaction.Spec {
	return interaction.Spec{ID: "toy", Fingerprint: "1", Actions: []interaction.ActionSpec{{ID: "a"}, {ID: "b"}},
		Caps: interaction.Caps{Starts: interaction.Episodes, Seeds: true}}
}

func (w toy) Open(context.Context) (interaction.Session, error) { return &toySession{toy: w}, nil }

type toySession struct {
	toy
	has   map[string]int
	steps int
}

func (s *toySession) Begin(context.Context, interaction.State, uint64) (interaction.State, error) {
	s.has, s.steps = map[string]int{}, 0
	return interaction.State{}, nil
}

func (s *toySession) Step(_ context.Context, a interaction.Action) (interaction.State, error) {
	s.steps++
	switch {
	case s.ends > 0 && s.steps >= s.ends:
		return interaction.State{}, fmt.Errorf("%w: you died", interaction.ErrEnded)
	case s.breaks > 0 && s.steps >= s.breaks:
		return interaction.State{}, &interaction.Fault{Class: interaction.FaultLost, Dead: true, Err: errors.New("gone")}
	case a == "a":
		s.has["log"]++
	case a == "b" && s.has["log"] >= 2:
		s.has["log"] -= 2
		s.has["plank"]++
	}
	return interaction.StateOf(s.has), nil
}

func (s *toySession) Close() error { return nil }

// A run ends whatever the world does, claims nothing that wasn't seen, and its ledger is sound.
func TestBadWorlds(t *testing.T) {
	for name, c := range map[string]struct {
		world     toy
		certified int
		broken    bool
	}{
		"sound":               {toy{}, 2, false},
		"ends at once":        {toy{ends: 1}, 0, true},
		"breaks at once":      {toy{breaks: 1}, 0, true},
		"ends after a while":  {toy{ends: 9}, 2, false},
		"breaks after 9":      {toy{breaks: 9}, 2, false},
		"ends, but late":      {toy{ends: 200}, 2, false},
		"breaks, but so late": {toy{breaks: 400}, 2, false},
	} {
		l := &graphstore.Memory{}
		sum, err := living.World(t.Context(), c.world, l, config(1), pool.Config{Sessions: 2}, nil)
		if errors.Is(err, explore.ErrBroken) != c.broken || err != nil && !c.broken {
			t.Errorf("%s: %v", name, err)
		}
		if sum.ActionsCertified != c.certified {
			t.Errorf("%s: %d certified, %v", name, sum.ActionsCertified, sum.NotLearned)
		}
		if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
			t.Errorf("%s: %v %v", name, r.Problems, err)
		}
	}
}

// smith is a toy whose session breaks each time that an action is done, "0", which comes before the others.
type smith struct{ toy }

func (w smith) Spec() interaction.Spec {
	s := w.toy.Spec()
	s.Actions = append([]interaction.ActionSpec{{ID: "0"}}, s.Actions...)
	return s
}

func (w smith) Label(a interaction.Action) string {
	return map[interaction.Action]string{"0": "make hammer"}[a]
}

func (w smith) Open(context.Context) (interaction.Session, error) {
	return &smithSession{toySession{toy: w.toy}}, nil
}

type smithSession struct{ toySession }

func (s *smithSession) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	if a == "0" {
		return interaction.State{}, &interaction.Fault{Class: interaction.FaultLost, Dead: true, Err: errors.New("gone")}
	}
	return s.toySession.Step(ctx, a)
}

// One action that breaks the world each time doesn't keep the others from being learned, and it is said which it is.
func TestOneActionBreaksTheWorld(t *testing.T) {
	l := &graphstore.Memory{}
	sum, err := living.World(t.Context(), smith{}, l, config(1), pool.Config{Sessions: 2}, nil)
	if err != nil || sum.ActionsCertified != 2 || sum.Faults > 4 {
		t.Errorf("%d certified, %d lives broke: %v", sum.ActionsCertified, sum.Faults, err)
	}
	if n := len(sum.NotLearned); n == 0 || !strings.Contains(sum.NotLearned[0].Reason, "the world broke each time") {
		t.Errorf("not learned: %v", sum.NotLearned)
	}
	if len(sum.Warnings) == 0 || !strings.Contains(sum.Warnings[len(sum.Warnings)-1], "as make hammer was done") {
		t.Errorf("warnings: %v", sum.Warnings)
	}
	if r, err := graphstore.Check(t.Context(), l); err != nil || !r.OK() {
		t.Errorf("%v %v", r.Problems, err)
	}
	again, err := living.World(t.Context(), smith{}, l, config(1), pool.Config{Sessions: 2}, nil)
	if err != nil || again.NewTrials > 0 || again.ActionsCertified != 2 {
		t.Errorf("gone on with: %d certified by %d new trials: %v", again.ActionsCertified, again.NewTrials, err)
	}
}

// Where each life breaks, that is why nothing more was learned.
func TestEachLifeBreaks(t *testing.T) {
	cfg := config(1)
	cfg.Budget = 40
	sum, err := living.World(t.Context(), toy{breaks: 4}, &graphstore.Memory{}, cfg, pool.Config{Sessions: 1}, nil)
	if err != nil || len(sum.NotLearned) != 2 || !strings.Contains(sum.NotLearned[1].Reason, "broke, and none lasted longer than 4 steps") {
		t.Errorf("%v: %v", sum.NotLearned, err)
	}
}

// down is a toy whose server breaks each step for some time.
type down struct {
	toy
	left *int
}

func (w down) Open(context.Context) (interaction.Session, error) {
	return &downSession{toySession{toy: w.toy}, w.left}, nil
}

type downSession struct {
	toySession
	left *int
}

func (s *downSession) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	if *s.left > 0 {
		*s.left--
		return interaction.State{}, &interaction.Fault{Class: interaction.FaultLost, Dead: true, Err: errors.New("connection reset")}
	}
	return s.toySession.Step(ctx, a)
}

// A server that was down is no action's fault: what broke is tried again when it is back, in a later run at the latest.
func TestServerThatIsDown(t *testing.T) {
	for _, steps := range []int{3, 9, 100} {
		left, l := steps, &graphstore.Memory{}
		if _, err := living.World(t.Context(), down{left: &left}, l, config(1), pool.Config{Sessions: 1}, nil); errors.Is(err, explore.ErrBroken) != (steps == 100) {
			t.Errorf("down for %d steps: %v", steps, err)
		}
		left = 0
		sum, err := living.World(t.Context(), down{left: &left}, l, config(1), pool.Config{Sessions: 1}, nil)
		if err != nil || sum.ActionsCertified != 2 {
			t.Errorf("down for %d steps, and then back: %d certified, %v %v", steps, sum.ActionsCertified, sum.NotLearned, err)
		}
	}
}
