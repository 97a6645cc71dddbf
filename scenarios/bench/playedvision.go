package bench

import (
	"context"
	"encoding/json"
	"image"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/controller/percipient/vision"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
	"github.com/adam-discovery/adam/interaction"
)

// PlayedVision is a played vision model: it decodes each picture, has a percipient say what is in it, and then errs as often
// as it is told to.
type PlayedVision struct {
	Sees  percipient.Percipient
	Names []string // that questions may be about
	// Wrong is how often it says the opposite, Rubbish how often nothing that is an answer; each from 0 to 1.
	Wrong, Rubbish float64
	Seed           uint64
}

// Serve answers on a free port of this machine until it is closed.
func (v PlayedVision) Serve() (*llmsim.Server, error) {
	var mu sync.Mutex
	rng := rand.New(rand.NewPCG(v.Seed, 0x766973))
	return llmsim.Serve(llmsim.Config{See: func(prompt string, picture image.Image) string {
		mu.Lock()
		defer mu.Unlock()
		if rng.Float64() < v.Rubbish {
			return rubbish[rng.IntN(len(rubbish))]
		}
		return v.answer(prompt, picture, rng.Float64() < v.Wrong)
	}})
}

// rubbish is what models say that don't answer.
var rubbish = []string{"", "I'm sorry, but I can't help with that.", "{\"answer\": \"perhaps\"}", "{\"answer\"", strings.Repeat("very ", 2000), "\x1b[2J\u202eyes"}

// answer is that of the percipient, or the opposite.
func (v PlayedVision) answer(prompt string, picture image.Image, lie bool) string {
	q, ok := vision.Unword(prompt, v.Names)
	if !ok {
		return `{"answer":"unsure","side":"","steps":0}`
	}
	size := picture.Bounds()
	f := interaction.Frame{Shot: interaction.Shot{View: interaction.Eyes, Width: size.Dx(), Height: size.Dy()}}
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			r, g, b, _ := picture.At(x, y).RGBA()
			f.RGB = append(f.RGB, byte(r>>8), byte(g>>8), byte(b>>8))
		}
	}
	a, err := v.Sees.Ask(context.Background(), f, q)
	if err != nil {
		return `{"answer":"unsure","side":"","steps":0}`
	}
	said := map[bool]string{true: "yes", false: "no"}[a.Holds != lie]
	out, err := json.Marshal(map[string]any{"answer": said, "side": a.Side, "steps": a.Far})
	if err != nil {
		return ""
	}
	return string(out)
}
