package inquiry

import (
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/internal/starts"
	"github.com/adam-discovery/adam/interaction"
)

// With too many transversals there is no certificate, and the reason is given.
func TestTooManyTransversalsAreRefused(t *testing.T) {
	q := New(Subject{Judge: chance.OneSided{}, Budget: .01, History: discovery.NewHistory(starts.Items)})
	const k = 65 // two ways of k have k^2 transversals
	for i := range 2 {
		var w discovery.Way
		for j := range k {
			w = append(w, discovery.Member{Factors: []int{i*k + j}, Count: 1})
		}
		q.ways = append(q.ways, w)
		starts.Add(q.History, discovery.At(starts.Items, w), nil, []interaction.Level{{Factor: 999, Level: 1}})
	}
	if k*k <= discovery.MaxTransversals {
		t.Fatal("these aren't too many")
	}
	s := q.Next(discovery.FixedCeilings(starts.Full(0, 0)), 1)
	if s.Phase != Refused || len(s.Ask) != 0 || len(s.Ways) != 2 || s.Reason == "" {
		t.Errorf("%+v", s)
	}
}
