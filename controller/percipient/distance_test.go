package percipient_test

import (
	"context"
	"math"
	"testing"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
)

// guess answers all the same.
type guess percipient.Answer

func (g guess) Ask(context.Context, interaction.Frame, percipient.Question) (percipient.Answer, error) {
	return percipient.Answer(g), nil
}

// What is there and was seen is measured by how far off it is said to be, also what touches the agent; what isn't there, isn't.
func TestDistancesAreMeasured(t *testing.T) {
	thing := func(far int, side string) percipient.Labelled {
		return percipient.Labelled{Scene: interaction.Scene{Things: []interaction.InView{{Name: "tree", Far: far, Side: side}}}}
	}
	views := []percipient.Labelled{thing(0, "left"), thing(3, "middle"), thing(8, "right"), {}}
	measure := func(g guess) percipient.Distances {
		var r percipient.Report
		for _, v := range views {
			r.Ask(v)
		}
		if err := r.Add(t.Context(), g, views); err != nil {
			t.Fatal(err)
		}
		if d, ok := r.Distances(percipient.Time); ok {
			t.Errorf("the time is %v off", d)
		}
		d, ok := r.Distances(percipient.Object)
		if !ok {
			t.Fatal("objects are nowhere")
		}
		return d
	}
	d := measure(guess{Holds: true, Confidence: 1, Far: 2, Side: "left"})
	if d.N != 3 || d.CantTell != 0 || d.Sides != (percipient.Count{N: 3, Right: 1}) || len(d.By) != 3 {
		t.Errorf("%+v", d)
	}
	for name, x := range map[string][2]float64{"within one": {d.WithinOne, 2. / 3}, "error": {d.Error, 8. / 3}, "bias": {d.Bias, -6. / 3}, "error far off": {d.By[2].Error, 6}} {
		if math.Abs(x[0]-x[1]) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, x[0], x[1])
		}
	}
	if d.By[0].From != 1 || d.By[0].To != 1 || d.By[2].From != 7 || d.By[2].To != 0 || d.Low >= d.WithinOne || d.High <= d.WithinOne {
		t.Errorf("%+v", d)
	}
	if d := measure(guess{Holds: true, Confidence: 1}); d.N != 0 || d.CantTell != 3 || d.Sides.N != 0 {
		t.Errorf("of one who can't tell: %+v", d)
	}
	if d := measure(guess{Confidence: 1}); d.N+d.CantTell != 0 {
		t.Errorf("of one who sees nothing: %+v", d)
	}
}
