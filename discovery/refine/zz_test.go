package refine_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/discoverytest"
	"github.com/adam-discovery/adam/discovery/refine"
)

func TestTrace(t *testing.T) {
	seed, _ := strconv.Atoi(os.Getenv("SEED"))
	p, _ := strconv.ParseFloat(os.Getenv("P"), 64)
	shape := discoverytest.Shape{6, 12, 4, 4, 5, os.Getenv("C") != "", false}
	rng := rand.New(rand.NewPCG(uint64(seed), 1))
	o := discoverytest.Random(rng, shape, p)
	q := &discovery.Inquiry{Judge: discovery.OneSided{}, Refiner: refine.Group{}, Budget: .01}
	if os.Getenv("R") != "" {
		q.Refiner = refine.OneAtATime{}
	}
	t.Log("truth", discoverytest.Text(o.Ways...), o.Consume)
	h := discovery.NewHistory()
	all := o.All(64)
	q.History = h
	last := ""
	for i := 0; i < 3000; i++ {
		ask := []discovery.Point{all}
		var st discovery.Step
		if len(h.Effects()) > 0 {
			st = q.Next(all, 1)
			ask = st.Ask
		}
		if w := discoverytest.Text(q.Ways()...); w != last {
			t.Log("  WAYS", w)
			last = w
		}
		if len(ask) == 0 {
			for _, x := range st.Tests {
				t.Log("test", x)
			}
			break
		}
		u, g := o.Run(ask[0])
		h.Add(ask[0], u, g)
		t.Log(st.Phase, ask[0], len(g) > 0)
	}
}
