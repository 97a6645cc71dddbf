package scenarios

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// DefaultEdits is how many edits [Mutate] makes when it isn't told, and MaxEdits
// how many at most: more than that leaves little of any embedded world.
const (
	DefaultEdits = 8
	MaxEdits     = 1000
)

// Options of [Mutate].
type Options struct {
	// Seed decides everything: equal worlds and options give equal games.
	Seed uint64
	// Edits is how many edits to make, at most [MaxEdits]; zero means [DefaultEdits].
	Edits int
	// Goal is the item that must stay obtainable; empty: "diamond" if the world
	// gives it, else the item of the highest level, the last by name.
	Goal string
	// Unsolvable makes a game in which the goal can't be had.
	Unsolvable bool
}

var (
	// ErrUnknownGoal is wrapped by [Mutate]'s error when no action of the world
	// gives the goal, or it can't be had even in the original.
	ErrUnknownGoal = errors.New("unknown goal")
	// ErrNoEdit is wrapped by [Mutate]'s error when the world is so small that
	// no further edit was found.
	ErrNoEdit = errors.New("no further edit was found")
	// ErrEdits is wrapped by [Mutate]'s error when so many edits can't be made of
	// any world.
	ErrEdits = errors.New("no such number of edits")
)

// tries is how many random edits are looked at for each one that is made. Nine in
// ten are useless or unsolvable in the worst of the embedded worlds.
const tries = 500

// Mutate makes a modified game of a valid world: ingredients swapped, added and
// removed, counts changed, tools permuted, outputs exchanged, ways and decoys
// added. It returns the new world, which is valid, and each edit in a line for
// people. What an edited action needs is again what unlocks it, and every action
// that can do anything can be unlocked. No edit makes an effect rarer. It fails with
// ctx's error if that ends first.
func Mutate(ctx context.Context, f *sim.File, o Options) (*sim.File, []string, error) {
	if o.Edits < 0 || o.Edits > MaxEdits {
		return nil, nil, fmt.Errorf("%w: %d were asked for, at most %d can be", ErrEdits, o.Edits, MaxEdits)
	}
	if o.Edits == 0 {
		o.Edits = DefaultEdits
	}
	goal, err := ResolveGoal(f, o.Goal)
	if err != nil {
		return nil, nil, err
	}
	m := &mutation{
		rnd:    rand.New(rand.NewPCG(o.Seed, uint64(o.Edits))),
		file:   clone(f),
		goal:   goal,
		before: map[string]bool{f.Fingerprint(): true},
		edited: map[int]bool{},
	}
	var lines []string
	random := o.Edits
	if o.Unsolvable {
		random--
	}
	for range random {
		line, err := m.step(ctx)
		if err != nil {
			return nil, nil, err
		}
		lines = append(lines, line)
	}
	if o.Unsolvable {
		lines = append(lines, m.forbid())
	}
	m.unlock()
	out := m.file
	out.ID = fmt.Sprintf("%s-mutated-%d-%d", f.ID, o.Seed, o.Edits)
	out.Title = fmt.Sprintf("%s (mutated: seed %d, %d edits)", f.Title, o.Seed, o.Edits)
	out.Source = fmt.Sprintf("Made of %s by random edits: %s. %s", f.ID, strings.Join(lines, "; "), f.Source)
	out, err = sim.Parse(out.ID, out.Marshal())
	if err != nil {
		return nil, nil, fmt.Errorf("mutating %s: %w", f.ID, err)
	}
	return out, lines, nil
}

// ResolveGoal returns the goal, or the default one if it is empty: diamond if the
// world gives it, else the item of the highest level. It fails with
// [ErrUnknownGoal], naming a near match, if the goal can't be had.
func ResolveGoal(f *sim.File, goal string) (string, error) {
	have := sim.Reach(f, false).Items
	if goal == "" {
		if have["diamond"] > 0 {
			return "diamond", nil
		}
		for _, it := range f.AllFactors() {
			if have[it] > 0 && (goal == "" || have[it] >= have[goal]) {
				goal = it
			}
		}
	}
	if have[goal] > 0 {
		return goal, nil
	}
	return "", fmt.Errorf("%w %q: it can't be had in %s%s", ErrUnknownGoal, goal, f.ID, interaction.Meant(goal, f.AllFactors()))
}

// clone copies a file so that no edit of the copy changes the original.
func clone(f *sim.File) *sim.File {
	out := *f
	out.Items = slices.Clone(f.Items)
	out.Actions = slices.Clone(f.Actions)
	for i := range out.Actions {
		a := &out.Actions[i]
		a.Ambient, a.Effects = slices.Clone(a.Ambient), slices.Clone(a.Effects)
		for j := range a.Effects {
			e := &a.Effects[j]
			e.Gives, e.Ways = slices.Clone(e.Gives), slices.Clone(e.Ways)
			for k := range e.Ways {
				w := &e.Ways[k]
				w.Consumes, w.Needs = slices.Clone(w.Consumes), slices.Clone(w.Needs)
			}
		}
	}
	return &out
}

// mutation is a game being made.
type mutation struct {
	rnd    *rand.Rand
	file   *sim.File
	goal   string
	before map[string]bool // fingerprints of all games so far
	edited map[int]bool    // actions whose unlock list is stale
}

// step makes one random edit that leaves a valid, solvable game unlike all before.
func (m *mutation) step(ctx context.Context) (string, error) {
	path := NewTruth(m.file).Path(m.goal)
	for range tries {
		if err := ctx.Err(); err != nil {
			return "", fmt.Errorf("mutating %s: %w", m.file.ID, err)
		}
		e := &edit{file: clone(m.file), rnd: m.rnd, path: path}
		line := kinds[m.rnd.IntN(len(kinds))](e)
		if line == "" || sim.Reach(e.file, false).Items[m.goal] == 0 {
			continue
		}
		print := e.file.Fingerprint()
		if m.before[print] || e.file.Validate() != nil { // the dearest last
			continue
		}
		m.before[print] = true
		m.file = e.file
		for _, i := range e.touched {
			m.edited[i] = true
		}
		return line, nil
	}
	return "", fmt.Errorf("mutating %s: %w after %d", m.file.ID, ErrNoEdit, len(m.before)-1)
}

// forbid makes the goal unobtainable: everything that gives it needs a thing that
// nobody gives.
func (m *mutation) forbid() string {
	lock := freshItem(m.file, m.rnd)
	m.file.Items = append(m.file.Items, lock)
	slices.Sort(m.file.Items)
	gives := func(gifts []sim.Gift) bool {
		return slices.ContainsFunc(gifts, func(g sim.Gift) bool { return g.Item == m.goal })
	}
	for i := range m.file.Actions {
		a := &m.file.Actions[i]
		for j := range a.Ambient {
			if am := a.Ambient[j]; gives(am.Gives) {
				a.Effects = append(a.Effects, sim.Effect{Gives: am.Gives, Chance: am.Chance, Ways: []sim.Way{{}}})
			}
		}
		a.Ambient = slices.DeleteFunc(a.Ambient, func(am sim.Ambient) bool { return gives(am.Gives) })
		for j := range a.Effects {
			if !gives(a.Effects[j].Gives) {
				continue
			}
			m.edited[i] = true
			for k := range a.Effects[j].Ways {
				w := &a.Effects[j].Ways[k]
				w.Needs = with(w.Needs, sim.Requirement{Name: lock, Count: 1})
			}
		}
	}
	return fmt.Sprintf("%s needs %s, which can't be had", m.goal, lock)
}

// unlock makes the lists of edited actions follow their recipes, and those of all
// actions that would never be listed otherwise.
func (m *mutation) unlock() {
	f := m.file
	all := sim.Reach(f, false)
	for i := range f.Actions {
		if m.edited[i] && all.Actions[i] {
			f.Actions[i].Unlock = unlockOf(f, i, all)
		}
	}
	for {
		listed, more := sim.Reach(f, true), false
		for i := range f.Actions {
			a := &f.Actions[i]
			locked := slices.ContainsFunc(a.Unlock, func(it string) bool { return listed.Items[it] == 0 })
			if !all.Actions[i] || !locked {
				continue
			}
			if u := unlockOf(f, i, all); !slices.Equal(u, a.Unlock) {
				a.Unlock, more = u, true
			}
		}
		if more {
			continue
		}
		// What is still locked waits for items of its own easiest way, so the
		// first of them that could be had is an ambient gain of a locked action.
		for i := range f.Actions {
			a := &f.Actions[i]
			if len(a.Ambient) > 0 && slices.ContainsFunc(a.Unlock, func(it string) bool { return all.Items[it] > 0 && listed.Items[it] == 0 }) {
				a.Unlock, more = nil, true
			}
		}
		if !more {
			return
		}
	}
}

// unlockOf is the latest of what the easiest way of the action takes, at most two
// items; none if the action can do something for nothing.
func unlockOf(f *sim.File, i int, all sim.Reached) []string {
	a := &f.Actions[i]
	if len(a.Ambient) > 0 && len(a.Effects) == 0 {
		return nil
	}
	var best []string
	least := 0
	for j := range a.Effects {
		for k := range a.Effects[j].Ways {
			w := &a.Effects[j].Ways[k]
			latest, level, open := []string{}, 0, true
			for _, r := range append(slices.Clone(w.Consumes), w.Needs...) {
				it := earliest(f, r, all)
				switch n := all.Items[it]; {
				case n == 0:
					open = false
				case n > level:
					level, latest = n, []string{it}
				case n == level && len(latest) < 2 && !slices.Contains(latest, it):
					latest = append(latest, it)
				}
			}
			if open && (best == nil || level < least) {
				best, least = latest, level
			}
		}
	}
	slices.Sort(best)
	if len(best) == 0 {
		return nil
	}
	return best
}

// earliest is the member of a requirement that can be had first; empty if none can.
func earliest(f *sim.File, r sim.Requirement, all sim.Reached) string {
	first := ""
	for _, it := range f.Members(r) {
		if n := all.Items[it]; n > 0 && (first == "" || n < all.Items[first]) {
			first = it
		}
	}
	return first
}

// title names an action in a line for people.
func title(f *sim.File, i int) string {
	if l := f.Actions[i].Label; l != "" {
		return interaction.Shown(l)
	}
	return string(interaction.ActionName(i))
}
