package inquiry

import (
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
)

// With too many transversals there is no certificate, and the reason is given.
func TestTooManyTransversalsAreRefused(t *testing.T) {
	q := &Inquiry{Judge: chance.OneSided{}, Budget: .01, History: discovery.NewHistory()}
	const k = 65 // two ways of k have k^2 transversals
	for i := range 2 {
		var w discovery.Way
		for j := range k {
			w = append(w, discovery.Requirement{Items: []int{i*k + j}, Count: 1})
		}
		q.ways = append(q.ways, w)
		q.History.Add(w.Point(), nil, []discovery.Amount{{Item: 999, Count: 1}})
	}
	if k*k <= discovery.MaxTransversals {
		t.Fatal("these aren't too many")
	}
	s := q.Next(discovery.Point{}, 1)
	if s.Phase != Refused || len(s.Ask) != 0 || len(s.Ways) != 2 || s.Reason == "" {
		t.Errorf("%+v", s)
	}
}
