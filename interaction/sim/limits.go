package sim

import (
	"fmt"

	"github.com/adam-discovery/adam/interaction"
)

// limits are what the levels of a world's factors are held to, by dense number.
type limits struct {
	kind  []interaction.Kind
	top   []int // zero: none
	fixed []int32
	of    []int // the exclusion that the factor is in, -1 if none
	rooms []room
	stack []interaction.Factor
}

// room is an exclusion.
type room struct {
	slots   int
	members []int32
}

// compileLimits returns nil if every factor is an item without limit.
func (w *World) compileLimits() *limits {
	if len(w.file.Factors) == 0 && len(w.file.Exclusions) == 0 {
		return nil
	}
	n := len(w.names)
	l := &limits{kind: make([]interaction.Kind, n), top: make([]int, n), of: make([]int, n), stack: make([]interaction.Factor, n)}
	for i, name := range w.names {
		f := w.file.Factor(name)
		l.kind[i], l.top[i], l.of[i], l.stack[i] = f.Kind, f.Top(), -1, f
		if f.Fixed {
			l.fixed = append(l.fixed, int32(i))
		}
	}
	for _, x := range w.file.Exclusions {
		r := room{slots: x.Slots}
		for _, name := range x.Factors {
			r.members = append(r.members, w.index[name])
		}
		if len(x.Factors) == 0 {
			for i := range w.names {
				if l.kind[i] == interaction.Item {
					r.members = append(r.members, int32(i))
				}
			}
		}
		for _, m := range r.members {
			l.of[m] = len(l.rooms)
		}
		l.rooms = append(l.rooms, r)
	}
	return l
}

// taken is how many slots of the room the levels take, with what is added to them.
func (l *limits) taken(r *room, levels, added []int) int {
	n := 0
	for _, m := range r.members {
		n += l.stack[m].Slots(levels[m] + added[m])
	}
	return n
}

// fault says why the levels can't be; nil if they can.
func (l *limits) fault(w *World, levels, added []int) error {
	for i, top := range l.top {
		if top > 0 && levels[i] > top {
			return fmt.Errorf("world %s has at most %d of %q, not %d", w.spec.ID, top, w.names[i], levels[i])
		}
	}
	for i := range l.rooms {
		r := &l.rooms[i]
		if n := l.taken(r, levels, added); n > r.slots {
			return fmt.Errorf("world %s excludes what would take %d slots of %d", w.spec.ID, n, r.slots)
		}
	}
	return nil
}

// fit is the level that the factor ends with if it is to rise to a level: as high as it
// can, given the levels of what it excludes, with what is added to them.
func (l *limits) fit(i int32, to int, levels, added []int) int {
	if l.top[i] > 0 {
		to = min(to, l.top[i])
	}
	if l.of[i] < 0 || l.kind[i] == interaction.Fact { // what a fact excludes, it ends
		return to
	}
	r := &l.rooms[l.of[i]]
	now := levels[i] + added[i]
	free := r.slots - l.taken(r, levels, added) + l.stack[i].Slots(now)
	switch {
	case l.stack[i].Slots(to) <= free:
		return to
	case l.stack[i].Stack == 0:
		return now
	}
	return max(now, free*l.stack[i].Stack)
}
