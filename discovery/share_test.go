package discovery

import (
	"fmt"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// A way that takes much at once, as a guess of all that was in a bag does, doesn't ask for more situations than can be listed.
func TestSplitOfWideWays(t *testing.T) {
	for _, way := range []int{2, 4, 12, 20} {
		v := interaction.NewVocabulary(9, nil)
		var rules []Rule
		var guess Way
		for i := range 24 {
			f := v.Add(fmt.Sprint("thing", i))
			x := Rule{Action: interaction.Action(fmt.Sprint("get", i)), Factor: f, Least: 1, Most: 1, Chance: 1, Ways: []Way{nil}}
			if i < way {
				guess = append(guess, One(f, 1))
			}
			if i == 23 {
				x.Ways = []Way{guess}
			}
			rules = append(rules, x)
		}
		var s Setting
		s.Share(nil, 16)
		r := s.Reach(v, rules)
		all := r.Split(r.Without(nil))
		if n := r.Together(); n < min(way, 4) || n > 4 || len(all) == 0 || len(all) > 200 {
			t.Errorf("a way of %d: any %d together in %d situations", way, n, len(all))
		}
	}
}

// Doors that are open or shut, each, are in as many situations as there are combinations, up to a number.
func TestSplitOfManyDoors(t *testing.T) {
	for _, doors := range []int{2, 6, 40} {
		v := interaction.NewVocabulary(9, nil)
		c := Closure{}
		var pairs [][2]int
		for i := range doors {
			pairs = append(pairs, [2]int{2 * i, 2*i + 1})
			c.Levels = append(c.Levels, 1, 1)
			v.Add(fmt.Sprint("open", i))
			v.Add(fmt.Sprint("shut", i))
		}
		r := NewReach(v, nil)
		r.pairs = pairs
		want := 1 << doors
		if want > MostSituations {
			want = 0
		}
		if got := len(r.Split(c)); got != want {
			t.Errorf("%d doors: %d situations, not %d", doors, got, want)
		}
	}
}

// Night, which excludes each of many things that are done by day, and none of which excludes another, makes two situations.
func TestSplitOfDayAndNight(t *testing.T) {
	const things = 40
	v := interaction.NewVocabulary(9, nil)
	var c Closure
	var pairs [][2]int
	for i := range things + 1 {
		v.Add(fmt.Sprint("fact", i))
		c.Levels = append(c.Levels, 1)
		if i > 0 {
			pairs = append(pairs, [2]int{0, i})
		}
	}
	r := NewReach(v, nil)
	r.pairs = pairs
	if got := len(r.Split(c)); got != 2 {
		t.Errorf("%d situations", got)
	}
}
