package body

import (
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// lore is what is known of the classes of things on a map, and of what actions do to them: what other lives taught, and what
// this one saw.
type lore struct {
	ground     *interaction.Ground
	taught     []habit // by thing, as other lives learned
	habits     []habit // and with what this one did
	becomes    []int   // by thing: what was there after it was acted on, if that could be walked on; else Unseen
	taughtPuts []put
	puts       []put // what actions put down, in order of first coming
	bears      []put // by what puts something down: on what that was seen to be put
}

func newLore(ground *interaction.Ground) lore {
	n := len(ground.Things)
	return lore{ground: ground, taught: make([]habit, n), habits: make([]habit, n), becomes: make([]int, n)}
}

// begin forgets what the life before saw.
func (l *lore) begin() {
	copy(l.habits, l.taught)
	for i := range l.becomes {
		l.becomes[i] = interaction.Unseen
	}
	l.puts = append(l.puts[:0], l.taughtPuts...)
}

// roaming reports whether the thing moves about.
func (l *lore) roaming(thing int) bool {
	return thing >= 0 && l.habits[thing].roams
}

// Roams implements [interaction.Walker].
func (l *lore) Roams(a interaction.Action) bool {
	for i, t := range l.ground.Things {
		if t.Does == a && l.roaming(i) {
			return true
		}
	}
	return false
}

// Bound implements [interaction.Walker].
func (l *lore) Bound(a interaction.Action) bool {
	return slices.ContainsFunc(l.ground.Things, func(t interaction.Thing) bool { return t.Does == a })
}

// clearable reports whether an action is known that leaves something in the thing's place that
// can be walked on.
func (l *lore) clearable(thing int) bool {
	return l.becomes[thing] >= 0 && l.habits[l.becomes[thing]].open != no
}

// lays reports whether the action is known to put something down.
func (l *lore) lays(a interaction.Action) bool {
	return slices.ContainsFunc(l.puts, func(p put) bool { return p.action == a })
}

// Wall implements [interaction.Walker].
func (l *lore) Wall() (interaction.Action, bool) {
	w, ok := l.wall()
	return w.action, ok
}

// wall is an action that puts down what can be cleared again, as far as is known.
func (l *lore) wall() (put, bool) {
	for _, p := range l.puts {
		if l.habits[p.thing].cleared && l.ground.Things[p.thing].Near == "" && !l.roaming(p.thing) { // what roams came by itself
			return p, true
		}
	}
	return put{}, false
}

// notice learns what an action did to what was faced: now is what is faced since then. It reports whether the action put that down.
func (l *lore) notice(a interaction.Action, faced, now int, came bool) (laid bool) {
	if faced < 0 || now < 0 {
		return false
	}
	switch bound := l.Bound(a); {
	case bound && now != faced && came && !l.roaming(now) && l.habits[now].open != no:
		l.becomes[faced] = now
		l.habits[faced].cleared = true
	case bound && now == faced && !came:
		l.becomes[faced] = interaction.Unseen
	case !bound && now != faced && l.habits[faced].open == yes && !l.roaming(now) && l.habits[now].open != yes:
		if p := (put{a, now}); !slices.Contains(l.puts, p) {
			l.puts = append(l.puts, p)
		}
		if p := (put{a, faced}); !slices.Contains(l.bears, p) {
			l.bears = append(l.bears, p)
		}
		return true
	}
	return false
}

// lessons are what others can learn of it.
func (l *lore) lessons() (out []interaction.Lesson) {
	for i, h := range l.habits {
		for _, is := range []struct {
			trait interaction.Trait
			holds bool
		}{
			{interaction.Walkable, h.open == yes && h.walked >= survived}, {interaction.Barred, h.open == no}, {interaction.Deadly, h.fatal()},
			{interaction.Roaming, h.roams}, {interaction.Harmful, h.harmful()}, {interaction.Menacing, h.menacing()},
			{interaction.Flying, h.flying()}, {interaction.Cleared, h.cleared}, {interaction.Crossed, h.crossed},
		} {
			if is.holds {
				out = append(out, interaction.Lesson{Thing: l.ground.Things[i].Name, Is: is.trait})
			}
		}
	}
	for i, h := range l.habits {
		if h.into > 0 {
			out = append(out, interaction.Lesson{Thing: l.ground.Things[i].Name, Is: interaction.Becomes, By: l.ground.Things[h.into-1].Does, After: h.ripe})
			if h.green > 0 {
				out = append(out, interaction.Lesson{Thing: l.ground.Things[i].Name, Is: interaction.Remains, After: h.green})
			}
		}
	}
	for _, was := range []struct {
		puts []put
		is   interaction.Trait
	}{{l.puts, interaction.Laid}, {l.bears, interaction.Bears}} {
		for _, p := range was.puts {
			out = append(out, interaction.Lesson{Thing: l.ground.Things[p.thing].Name, Is: was.is, By: p.action})
		}
	}
	return out
}

// Learn implements [interaction.Walker].
func (l *lore) Learn(lessons []interaction.Lesson) {
	clear(l.taught)
	l.taughtPuts, l.bears = l.taughtPuts[:0], l.bears[:0]
	for _, x := range lessons {
		i := slices.IndexFunc(l.ground.Things, func(t interaction.Thing) bool { return t.Name == x.Thing })
		if i < 0 {
			continue
		}
		h := &l.taught[i]
		switch x.Is {
		case interaction.Walkable:
			h.open, h.walked = yes, survived
		case interaction.Barred:
			if h.open != yes {
				h.open = no
			}
		case interaction.Deadly:
			h.deadly = true
		case interaction.Roaming:
			h.roams = true
		case interaction.Laid:
			l.taughtPuts = append(l.taughtPuts, put{x.By, i})
		case interaction.Bears:
			if b := (put{x.By, i}); !slices.Contains(l.bears, b) {
				l.bears = append(l.bears, b)
			}
		case interaction.Becomes:
			into := 1 + slices.IndexFunc(l.ground.Things, func(t interaction.Thing) bool { return t.Does == x.By })
			if into != h.into {
				h.into, h.ripe = into, 0
			}
			if x.After > 0 && (h.ripe == 0 || x.After < h.ripe) {
				h.ripe = x.After
			}
		case interaction.Remains:
			h.green = max(h.green, min(x.After, barren))
		case interaction.Menacing:
			h.menace, h.around = taughtHarm, taughtHarm*menaceEvery/2
		case interaction.Cleared:
			h.cleared = true
		case interaction.Crossed:
			h.crossed = true
		case interaction.Flying:
			h.seen = taughtFlight
		case interaction.Harmful:
			h.hurt, h.beside = taughtHarm, taughtHarm*harmEvery/2
		}
	}
}
