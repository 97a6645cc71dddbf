package active

import (
	"context"
	"math"
	"testing"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
)

// field is a plain without end where one thing stands, of which its pictures are told exactly.
type field struct {
	interaction.Session
	at, thing cell
	facing    int
}

// Step goes a cell, or only turns there.
func (f *field) Step(_ context.Context, a interaction.Action) (interaction.State, error) {
	for d, move := range []interaction.Action{"w", "e", "n", "s"} {
		if a == move {
			f.facing = d
			if to := (cell{f.at.x + interaction.Steps[d][0], f.at.y + interaction.Steps[d][1]}); to != f.thing {
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

// Ask tells where the thing is.
func (f *field) Ask(_ context.Context, shown interaction.Frame, _ percipient.Question) (percipient.Answer, error) {
	step := interaction.Steps[f.facing]
	x, y := float64(f.thing.x-f.at.x), float64(f.thing.y-f.at.y)
	angle := math.Atan2(y, x) - math.Atan2(float64(step[1]), float64(step[0])) - float64(shown.Yaw)*math.Pi/180
	angle = math.Remainder(angle, 2*math.Pi)
	if math.Abs(angle) > fieldOfView/2 {
		return percipient.Answer{Confidence: 1}, nil
	}
	return percipient.Answer{Holds: true, Confidence: 1, Far: math.Hypot(x, y), Bearing: math.Tan(angle) / math.Tan(fieldOfView/2)}, nil
}

// Who is beside what is wanted turns to it, which bars the way, and stays.
func TestTurnsToWhatIsBeside(t *testing.T) {
	for facing := range interaction.Steps {
		for beside := range interaction.Steps {
			f := &field{facing: facing, thing: cell{interaction.Steps[beside][0], interaction.Steps[beside][1]}}
			a := New(f, &interaction.Ground{Moves: [4]interaction.Action{"w", "e", "n", "s"}, Wait: "z"}, nil, interaction.State{}, f,
				Config{Strategy: Strategy{Around: true, Doubts: true}, Steps: 100, Size: 8})
			a.facing = facing
			b := NewBody(a, func(string) bool { return false })
			if err := b.reach(t.Context(), percipient.Question{Aspect: percipient.Object, Name: "tree"}, 100); err != nil || f.facing != beside {
				t.Fatalf("facing %d, with a tree in direction %d: %d in the end, %v", facing, beside, f.facing, err)
			}
			if b.Steps() > 7 { // a look around, a turn
				t.Errorf("facing %d, with a tree in direction %d, it takes %d steps", facing, beside, b.Steps())
			}
		}
	}
}
