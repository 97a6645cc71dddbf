package land_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
)

// shoot takes a picture of 64 by 64 pixels.
func shoot(t testing.TB, s interaction.Session, v interaction.View, yaw int) interaction.Frame {
	t.Helper()
	f, err := s.(interaction.Camera).Shoot(interaction.Shot{View: v, Width: 64, Height: 64, Yaw: yaw}, nil)
	if err == nil {
		err = f.Validate()
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// brightness is the mean of a frame's bytes.
func brightness(f interaction.Frame) float64 {
	sum := 0
	for _, b := range f.RGB {
		sum += int(b)
	}
	return float64(sum) / float64(len(f.RGB))
}

// Equal lives look equal, from each side; a whole turn changes nothing, half a turn does.
func TestFramesRepeat(t *testing.T) {
	frames := func() (out [][]byte) {
		w, s, _ := begin(t, load(t, "meadow"), 4)
		for i := range 300 {
			if _, err := s.Step(t.Context(), w.Spec().Ground.Moves[i/7%4]); err != nil {
				break
			}
			if i%50 == 0 {
				for _, yaw := range []int{0, 30, 180, 360, -330} {
					out = append(out, shoot(t, s, interaction.Eyes, yaw).RGB)
				}
				out = append(out, shoot(t, s, interaction.Above, 0).RGB)
			}
		}
		return out
	}
	a, b := frames(), frames()
	for i := range a {
		if !bytes.Equal(a[i], b[i]) {
			t.Fatalf("frame %d isn't the same again", i)
		}
	}
	for i := 0; i+5 < len(a); i += 6 {
		if !alike(a[i], a[i+3]) || !alike(a[i+1], a[i+4]) || alike(a[i], a[i+2]) {
			t.Errorf("frame %d: a whole turn shows something else, or half a turn the same", i)
		}
	}
}

// alike reports whether all but a few bytes are nearly the same: sines of equal angles differ by rounding.
func alike(a, b []byte) bool {
	n := 0
	for i := range a {
		if d := int(a[i]) - int(b[i]); d > 2 || d < -2 {
			n++
		}
	}
	return n < len(a)/50
}

// What stands before the agent hides what is behind it; what is out of sight isn't in the picture, and what is near is
// larger.
func TestWhatIsBeforeTheEyes(t *testing.T) {
	const ring = `{"format": 1, "id": "ring", "map": {"size": 16, "biomes": {"plain": {"ground": "grass"}}, "things": {"rock": {"share": %s}}},
		"actions": [{"at": "rock", "effects": [{"gives": {"stone": 1}, "ways": [{}]}]}]}`
	w, s, _ := begin(t, parse(t, fmt.Sprintf(ring, "0.5")), 7)
	rock := -1
	for i, x := range w.Spec().Ground.Things {
		if x.Name == "rock" {
			rock = i
		}
	}
	walls, open := 0, 0
	for i := range 400 {
		if _, err := s.Step(t.Context(), w.Spec().Ground.Moves[(i*i+i/3)%4]); err != nil {
			t.Fatal(err)
		}
		at := s.Look()
		d := interaction.Steps[at.Facing]
		f := shoot(t, s, interaction.Eyes, 0)
		// In the middle of the picture, above the horizon, there is the sky or a wall.
		sky := f.RGB[3*(20*64+32)+2] > 200
		near, wall := at.At(d[0], d[1]) == rock, false
		for n := 1; n <= 3; n++ {
			wall = wall || at.At(n*d[0], n*d[1]) == rock
		}
		if near {
			if walls++; sky {
				t.Fatalf("step %d: a rock stands before the agent, and it sees the sky", i)
			}
		} else if !wall {
			if open++; !sky {
				t.Fatalf("step %d: nothing stands within three cells, and there is no sky", i)
			}
		}
	}
	if walls < 20 || open < 20 {
		t.Errorf("%d walls and %d open views: too few to tell", walls, open)
	}
}

// Nights are darker than days, and rain is seen.
func TestLightAndWeatherAreSeen(t *testing.T) {
	w, s, _ := begin(t, parse(t, plain(`"day": 200, "weather": {"rain": 0.4}`)), 2)
	sum, count := map[string]float64{}, map[string]float64{}
	for range 3000 {
		state, err := s.Step(t.Context(), w.Spec().Ground.Wait)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []interaction.View{interaction.Above, interaction.Eyes} {
			key := fmt.Sprint(v, state.Level(land.Daylight) > 6, state.Level("rain"))
			sum[key] += brightness(shoot(t, s, v, 0))
			count[key]++
		}
	}
	for _, v := range []interaction.View{interaction.Above, interaction.Eyes} {
		mean := func(day bool, rain int) float64 {
			key := fmt.Sprint(v, day, rain)
			return sum[key] / count[key]
		}
		if day, night := mean(true, 0), mean(false, 0); day < 1.5*night {
			t.Errorf("%s: days %.0f, nights %.0f", v, day, night)
		}
		if clear, rain := mean(true, 0), mean(true, 1); clear-rain < 2 && rain-clear < 2 {
			t.Errorf("%s: clear %.1f, rain %.1f", v, clear, rain)
		}
	}
}

func TestShotsThatCantBe(t *testing.T) {
	_, s, _ := begin(t, load(t, "meadow"), 1)
	for _, shot := range []interaction.Shot{{}, {View: interaction.Eyes}, {View: interaction.Eyes, Width: 5}, {View: 9, Width: 5, Height: 5},
		{View: interaction.Above, Width: interaction.MaxFrame + 1, Height: 1}, {View: interaction.Above, Width: -1, Height: 1}} {
		if _, err := s.(interaction.Camera).Shoot(shot, nil); err == nil {
			t.Errorf("%+v was taken", shot)
		}
	}
	for _, size := range [][2]int{{1, 1}, {1, 300}, {300, 1}, {7, 5}} {
		f, err := s.(interaction.Camera).Shoot(interaction.Shot{View: interaction.Eyes, Width: size[0], Height: size[1], Yaw: 77}, make([]byte, 2))
		if err != nil || f.Validate() != nil {
			t.Errorf("%v: %v %v", size, err, f.Validate())
		}
	}
	if err := (interaction.Frame{Shot: interaction.Shot{View: interaction.Eyes, Width: 2, Height: 2}, RGB: make([]byte, 11)}).Validate(); err == nil {
		t.Error("a frame that lacks a byte is valid")
	}
}

// BenchmarkFrames draws what an agent sees that walks about: frames a second, on one core.
func BenchmarkFrames(b *testing.B) {
	for _, size := range [][2]int{{64, 64}, {160, 120}} {
		for _, view := range []interaction.View{interaction.Eyes, interaction.Above} {
			b.Run(fmt.Sprintf("%s-%dx%d", view, size[0], size[1]), func(b *testing.B) {
				w, err := land.New(load(b, "meadow"))
				if err != nil {
					b.Fatal(err)
				}
				s, err := w.Open(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				defer s.Close()
				var buffer []byte
				b.ReportAllocs()
				for i := range b.N {
					if i%200 == 0 {
						if _, err := s.Begin(b.Context(), interaction.State{}, uint64(i)); err != nil {
							b.Fatal(err)
						}
					}
					if _, err := s.Step(b.Context(), w.Spec().Ground.Moves[i/9%4]); err != nil {
						b.Fatal(err)
					}
					f, err := s.(interaction.Camera).Shoot(interaction.Shot{View: view, Width: size[0], Height: size[1], Yaw: 30 * (i % 12)}, buffer)
					if err != nil {
						b.Fatal(err)
					}
					buffer = f.RGB
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "frames/s")
			})
		}
	}
}
