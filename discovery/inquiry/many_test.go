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

// Ways with classes that overlap may mix in more ways than are tested. Then nothing is
// certified, and what was seen to suffice by no known way is a further one. (These were certified
// to be all, with six of e and three of f seen to suffice.)
func TestWhatIsTestedInPartIsNotCertified(t *testing.T) {
	const a, b, c, d, e, f = 0, 1, 2, 3, 4, 5
	of := func(count int, factors ...int) discovery.Member {
		return discovery.Member{Factors: factors, Count: count}
	}
	q := New(Subject{Judge: chance.OneSided{}, Budget: .01, History: discovery.NewHistory(starts.Items)})
	q.ceilings = discovery.FixedCeilings(starts.Full(6, starts.Plenty))
	q.ways = []discovery.Way{
		{of(9, f)},
		{of(1, a), of(1, b), of(1, c), of(1, d), of(2, e), of(3, f)},
		{of(6, a, b, c, d), of(3, f)},
		{of(4, a, b, c), of(2, e), of(3, f)},
		{of(4, a), of(1, b), of(1, e), of(3, f)},
		{of(5, a, c, d), of(1, e), of(3, f)},
	}
	for _, n := range []int{1, 2, 4, 5, 6, 7, 8} {
		q.ways = append(q.ways, discovery.Way{of(9-n, a, b, c, d, e), of(n, f)})
	}
	seen := discovery.At(starts.Items, discovery.Way{of(6, e), of(3, f)})
	starts.Add(q.History, seen, nil, []interaction.Level{{Factor: 6, Level: 1}})
	if !q.certificate.prepare() {
		t.Fatal("there are too many tests")
	}
	k, ok := q.certificate.contradicted()
	if !ok || !k.At.Equal(seen) || k.Of.Blocks(discovery.Exactly(seen)) {
		t.Errorf("contradicted at %v by %v: %v", k.At, k.Of, ok)
	}
	if s := q.certificate.settle(); s.Phase != Refused || s.Reason == "" {
		t.Errorf("settled: %+v", s)
	}
}
