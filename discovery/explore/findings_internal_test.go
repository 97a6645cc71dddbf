package explore

import (
	"testing"

	"github.com/adam-discovery/adam/discovery"
)

// What a success gave that held other things, too, may have come by a way that isn't known
// yet: nine ingots of the block, not one of the nuggets.
func TestYieldsOfWhatIsKnown(t *testing.T) {
	const nugget, ingot = 0, 2 // and a block
	h := discovery.NewHistory()
	way := discovery.Way{{Items: []int{nugget}, Count: 9}}
	for range 3 {
		h.Add(discovery.Full(3, 64), nil, []discovery.Amount{{Item: ingot, Count: 9}})
	}
	h.Add(way.Point(), nil, []discovery.Amount{{Item: ingot, Count: 1}})
	h.Add(way.Point().With(nugget, 20), nil, []discovery.Amount{{Item: ingot, Count: 2}})
	for _, c := range []struct {
		all  bool
		most int
	}{{true, 9}, {false, 2}} {
		y := yields(h, 0, []discovery.Way{way}, 0, c.all)[""]
		if y.Min != 1 || y.Max != c.most {
			t.Errorf("all ways known %v: from %d to %d, want 1 to %d", c.all, y.Min, y.Max, c.most)
		}
	}
}
