package active

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
)

// field is a plain without end with a few things, of which its pictures are told exactly.
type field struct {
	interaction.Session
	at     cell
	things []cell
	facing int
}

// Step goes a cell, or only turns there.
func (f *field) Step(_ context.Context, a interaction.Action) (interaction.State, error) {
	for d, move := range []interaction.Action{"w", "e", "n", "s"} {
		if a == move {
			f.facing = d
			if to := (cell{f.at.x + interaction.Steps[d][0], f.at.y + interaction.Steps[d][1]}); !slices.Contains(f.things, to) {
				f.at = to
			}
		}
	}
	return interaction.State{}, nil
}

// Shoot shows the ground, which is another in each cell.
func (f *field) Shoot(shot interaction.Shot, _ []byte) (interaction.Frame, error) {
	out := interaction.Frame{Shot: shot, RGB: make([]byte, 3*shot.Width*shot.Height)}
	for i := range out.RGB {
		out.RGB[i] = byte(100 + 60*((f.at.x+f.at.y)&1))
	}
	return out, nil
}

// Ask tells where the nearest is that is in the picture.
func (f *field) Ask(_ context.Context, shown interaction.Frame, _ percipient.Question) (percipient.Answer, error) {
	step := interaction.Steps[f.facing]
	best := percipient.Answer{Confidence: 1}
	for _, c := range f.things {
		x, y := float64(c.x-f.at.x), float64(c.y-f.at.y)
		angle := math.Remainder(math.Atan2(y, x)-math.Atan2(float64(step[1]), float64(step[0]))-float64(shown.Yaw)*math.Pi/180, 2*math.Pi)
		if far := math.Hypot(x, y); math.Abs(angle) <= fieldOfView/2 && (!best.Holds || far < best.Far) {
			best = percipient.Answer{Holds: true, Confidence: 1, Far: far, Bearing: math.Tan(angle) / math.Tan(fieldOfView/2)}
		}
	}
	return best, nil
}

// body is that of an agent in the field.
func (f *field) body() *Body {
	a := New(f, &interaction.Ground{Moves: [4]interaction.Action{"w", "e", "n", "s"}, Wait: "z"}, nil, interaction.State{}, f,
		Config{Strategy: Strategy{Around: true, Doubts: true}, Steps: 100, Size: 8})
	a.facing = f.facing
	return NewBody(a, func(string) bool { return false })
}

var aTree = percipient.Question{Aspect: percipient.Object, Name: "tree"}

// Who is beside what is wanted turns to it, which bars the way, and stays.
func TestTurnsToWhatIsBeside(t *testing.T) {
	for facing := range interaction.Steps {
		for beside := range interaction.Steps {
			f := &field{facing: facing, things: []cell{{interaction.Steps[beside][0], interaction.Steps[beside][1]}}}
			b := f.body()
			if err := b.reach(t.Context(), aTree, 100); err != nil || f.facing != beside {
				t.Fatalf("facing %d, with a tree in direction %d: %d in the end, %v", facing, beside, f.facing, err)
			}
			if b.Steps() > 7 { // a look around, a turn
				t.Errorf("facing %d, with a tree in direction %d, it takes %d steps", facing, beside, b.Steps())
			}
		}
	}
}

// What it passes by on its way to it, it turns to, though it sees another one ahead that is farther off.
func TestTurnsToWhatItPasses(t *testing.T) {
	for _, side := range []int{-1, 1} {
		f := &field{facing: 1, things: []cell{{3, side}, {12, 0}}}
		b := f.body()
		if err := b.reach(t.Context(), aTree, 100); err != nil || f.at != (cell{3, 0}) || b.Steps() > 8 {
			t.Errorf("with a tree at 3, %d it is at %v after %d steps, facing %d: %v", side, f.at, b.Steps(), f.facing, err)
		}
	}
}

// Who waits for it is told of each step.
func TestPaceIsTold(t *testing.T) {
	f := &field{facing: 1, things: []cell{{5, 0}}}
	b := f.body()
	told := 0
	b.Pace(func(steps int) {
		if told++; steps != told {
			t.Errorf("step %d is told as %d", told, steps)
		}
	})
	if err := b.reach(t.Context(), aTree, 100); err != nil || told != b.Steps() || told == 0 {
		t.Errorf("of %d steps %d were told: %v", b.Steps(), told, err)
	}
}
