package percipient

import (
	"maps"
	"slices"
	"strings"
)

// GridReport is how well cells are read, by what is read and at what time of the day: "tiles, day", "tiles, night, near",
// "agent, day", "panels", "light". The zero GridReport is empty.
type GridReport struct {
	aspects map[string]*aspectReport
	places  int
}

// nearby is how many steps off the agent a tile is at most to be counted as near.
const nearby = 3

// Add enters what is read in the pictures of a place.
func (r *GridReport) Add(p *Tiles, views []Labelled) error {
	if r.aspects == nil {
		r.aspects = map[string]*aspectReport{}
	}
	r.places++
	for _, v := range views {
		got, err := p.Read(v.Frame)
		if err != nil {
			return err
		}
		r.enter(p, v.Scene.Grid.Cells, v.Scene.Time, got)
		r.add("light", maps.Equal(v.Scene.Grid.Levels, got.Grid.Levels), 1, "", "")
	}
	return nil
}

// enter compares the cells.
func (r *GridReport) enter(p *Tiles, cells []string, time string, got Reading) {
	w := &p.w
	if time != "" {
		time = ", " + time
	}
	middle := len(w.around) / 2
	for i, c := range w.around {
		is, taken := cells[c], got.Grid.Cells[c]
		if d, ok := facingOf(is); ok {
			e, seen := facingOf(taken)
			r.add("agent"+time, seen && d == e, got.Sure[c], is, taken)
		}
		if strings.HasPrefix(is, agentLook) {
			continue
		}
		what, as := thingOf(is), thingOf(taken)
		r.add("tiles"+time, what == as, got.Sure[c], what, as)
		if w.distance(i, middle) <= nearby {
			r.add("tiles"+time+", near", what == as, got.Sure[c], what, as)
		}
	}
	for _, x := range w.Panels {
		r.add("panels", cells[x.Cell] == got.Grid.Cells[x.Cell], got.Sure[x.Cell], cells[x.Cell], got.Grid.Cells[x.Cell])
	}
}

func (r *GridReport) add(aspect string, right bool, sure float64, is, taken string) {
	t := r.aspects[aspect]
	if t == nil {
		t = &aspectReport{confused: map[[2]string]int{}}
		r.aspects[aspect] = t
	}
	for len(t.places) < r.places {
		t.places = append(t.places, Count{})
	}
	t.enter(true, right, max(.5, sure))
	t.confused[[2]string{is, taken}]++
}

// Aspects are what was read, ascending.
func (r *GridReport) Aspects() []string { return slices.Sorted(maps.Keys(r.aspects)) }

// Of is what was found of an aspect.
func (r *GridReport) Of(aspect string) Accuracy {
	if t := r.aspects[aspect]; t != nil {
		return t.accuracy(1)
	}
	return Accuracy{}
}

func abs(n int) int { return max(n, -n) }
