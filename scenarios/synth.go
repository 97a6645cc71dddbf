package scenarios

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction/sim"
)

// MaxSynthActions is the size of the largest world that [Synth] makes.
const MaxSynthActions = 100_000

// SynthOptions say what world [Synth] makes.
type SynthOptions struct {
	// Actions is how many actions there are, from 1 to [MaxSynthActions].
	Actions int
	// Items is how many items there are, at most one for each action; zero:
	// four for every five actions.
	Items int
	// Layers is how many actions in a row the last items take at least, at most
	// one for each item; zero: growing with the logarithm of the size, such as
	// 11 for 41 actions and 27 for 100,000.
	Layers int
	// Seed decides everything else: equal options give equal worlds.
	Seed uint64
}

// ErrSynthOptions is wrapped by [Synth]'s error when there is no such world.
var ErrSynthOptions = errors.New("no such world can be made")

// The shape of synthetic worlds, in percent of what could be so.
const (
	synthCollect = 20 // effects that only need tools and are noisy
	synthOr      = 20 // effects with a cause that can be had in several ways
	synthKept    = 60 // crafting ways that keep a tool or a station
	synthSide    = 15 // collecting actions with a side effect
	synthAmbient = 15 // collecting actions with an ambient gain
	synthTools   = 12 // items that are kept where they are needed
)

// Synth makes a world of any size in the shape of a crafting game. Items are in
// layers: the first can be collected with nothing, and every other one needs one to
// four items of the layers before, one of them of the layer just before. What is
// crafted consumes, and may keep a tool; what is collected only keeps, and is
// noisy. Every fifth effect with causes has alternatives, as other ways or as
// classes. Further actions are other routes to items that there are. Every action
// can be done, and unlock hints list what its first way takes. Names and order tell
// nothing.
func Synth(o SynthOptions) (*sim.File, error) {
	if o.Actions < 1 || o.Actions > MaxSynthActions {
		return nil, fmt.Errorf("%w: %d actions were asked for; from 1 to %d are possible", ErrSynthOptions, o.Actions, MaxSynthActions)
	}
	if o.Items == 0 {
		o.Items = max(1, o.Actions*4/5)
	}
	if o.Items < 1 || o.Items > o.Actions {
		return nil, fmt.Errorf("%w: %d items were asked for; from 1 to one for each of the %d actions are possible", ErrSynthOptions, o.Items, o.Actions)
	}
	if o.Layers == 0 {
		o.Layers = min(o.Items, 2+3*bits.Len(uint(o.Actions))/2)
	}
	if o.Layers < 1 || o.Layers > o.Items {
		return nil, fmt.Errorf("%w: %d layers were asked for; from 1 to one for each of the %d items are possible", ErrSynthOptions, o.Layers, o.Items)
	}
	s := newSynthesis(o)
	s.makeClasses()
	for k := range o.Actions {
		item := k
		if k >= o.Items {
			item = s.rnd.IntN(o.Items)
		}
		s.file.Actions = append(s.file.Actions, s.action(item))
	}
	s.rnd.Shuffle(o.Actions, func(i, j int) {
		s.file.Actions[i], s.file.Actions[j] = s.file.Actions[j], s.file.Actions[i]
	})
	return s.file, nil
}

// synthesis is a world being made. Items are numbers, ascending by layer.
type synthesis struct {
	rnd   *rand.Rand
	file  *sim.File
	names []string
	start []int // of each layer its first item; and the number of items
	layer []int // of each item
	tools []int // ascending
	// classes ascend by their least item, as the file's do by name.
	classes [][]int
	made    map[int]int // how many actions there are for the item
}

func newSynthesis(o SynthOptions) *synthesis {
	s := &synthesis{
		rnd:  rand.New(rand.NewPCG(o.Seed, uint64(o.Actions))),
		made: map[int]int{},
		file: &sim.File{
			ID:     fmt.Sprintf("synth-%d-%d-%d-%d", o.Actions, o.Items, o.Layers, o.Seed),
			Title:  fmt.Sprintf("A synthetic world of %d actions, %d items and %d layers (seed %d)", o.Actions, o.Items, o.Layers, o.Seed),
			Source: "Made by adam; no facts of any game.",
		},
	}
	digits := len(fmt.Sprint(o.Items - 1))
	for _, n := range s.rnd.Perm(o.Items) {
		s.names = append(s.names, fmt.Sprintf("item_%0*d", digits, n))
	}
	s.layer = make([]int, o.Items)
	for l := range o.Layers {
		s.start = append(s.start, l*o.Items/o.Layers)
	}
	s.start = append(s.start, o.Items)
	for l := range o.Layers {
		for k := s.start[l]; k < s.start[l+1]; k++ {
			s.layer[k] = l
			if s.percent(synthTools) {
				s.tools = append(s.tools, k)
			}
		}
	}
	return s
}

func (s *synthesis) percent(p int) bool { return s.rnd.IntN(100) < p }

// makeClasses draws up to 64 classes of two to five items that are near each other.
func (s *synthesis) makeClasses() {
	items := len(s.names)
	if items < 4 {
		return
	}
	for range min(64, 1+items/16) {
		least := s.rnd.IntN(items - 1)
		set := []int{least}
		for range 1 + s.rnd.IntN(4) {
			if k := least + 1 + s.rnd.IntN(min(items-1-least, 12)); !slices.Contains(set, k) {
				set = append(set, k)
			}
		}
		s.classes = append(s.classes, set)
	}
	slices.SortFunc(s.classes, func(a, b []int) int { return a[0] - b[0] })
	for i, set := range s.classes {
		c := sim.Class{Name: fmt.Sprintf("class_%02d", i)}
		for _, k := range set {
			c.Items = append(c.Items, s.names[k])
		}
		s.file.Classes = append(s.file.Classes, c)
	}
}

// member is an item that a way takes, or a class in its place.
type member struct {
	item  int
	class int // -1: the item itself
	one   bool
	count int
	kept  bool
}

// action makes an action that gives the item.
func (s *synthesis) action(item int) sim.Action {
	s.made[item]++
	layer := s.layer[item]
	collect := layer == 0 || s.percent(synthCollect)
	a := sim.Action{Label: "craft " + s.names[item]}
	if collect {
		a.Label = "collect " + s.names[item]
	}
	if n := s.made[item]; n > 1 {
		a.Label = fmt.Sprintf("%s, route %d", a.Label, n)
	}
	e := sim.Effect{Gives: []sim.Gift{{Item: s.names[item], Quantity: s.quantity(collect)}}, Chance: 1}
	if collect {
		e.Chance = s.chance()
	}
	touched := map[int]bool{item: true} // given or consumed
	if layer == 0 {
		e.Ways = []sim.Way{{}}
	} else {
		ways := [][]member{s.members(layer, collect)}
		if s.percent(synthOr) {
			ways = s.or(ways, item, layer, collect)
		}
		for _, w := range ways {
			e.Ways = append(e.Ways, s.way(w, touched))
		}
		for _, m := range ways[0] {
			a.Unlock = append(a.Unlock, s.names[m.item])
		}
		slices.Sort(a.Unlock)
	}
	a.Effects = []sim.Effect{e}
	if collect && layer > 0 && s.percent(synthSide) {
		// By the same tools comes something else that could be had before.
		if k := s.rnd.IntN(s.start[layer]); !touched[k] {
			touched[k] = true
			a.Effects = append(a.Effects, sim.Effect{
				Gives: []sim.Gift{{Item: s.names[k], Quantity: s.quantity(true)}}, Chance: s.chance(), Ways: slices.Clone(e.Ways[:1]),
			})
		}
	}
	if collect && s.percent(synthAmbient) {
		if k := s.rnd.IntN(s.start[1]); !touched[k] {
			a.Ambient = []sim.Ambient{{Gives: []sim.Gift{{Item: s.names[k], Quantity: s.quantity(true)}}, Chance: s.chance()}}
		}
	}
	return a
}

// chance is that of a noisy effect, from 0.45 to 0.9.
func (s *synthesis) chance() float64 { return float64(45+5*s.rnd.IntN(10)) / 100 }

// quantity is mostly fixed for crafting, and spread for collecting.
func (s *synthesis) quantity(collect bool) sim.Quantity {
	n := []int{1, 1, 1, 2, 3, 4}[s.rnd.IntN(6)]
	if collect && s.percent(50) {
		return sim.Quantity{{Count: n, Chance: 0.5}, {Count: n + 1 + s.rnd.IntN(3), Chance: 0.5}}
	}
	return sim.Fixed(n)
}

// count is mostly small.
func (s *synthesis) count() int { return []int{1, 1, 1, 2, 2, 3, 4, 6, 8}[s.rnd.IntN(9)] }

// members draws what a way to the layer takes: one to four items of the layers
// before, the first of the layer just before.
func (s *synthesis) members(layer int, collect bool) []member {
	n := 1 + s.rnd.IntN(4)
	if collect {
		n = 1 + s.rnd.IntN(2)
	}
	n = min(n, s.start[layer])
	out := []member{{item: s.start[layer-1] + s.rnd.IntN(s.start[layer]-s.start[layer-1]), class: -1, count: s.count(), kept: collect}}
	tool := !collect && s.percent(synthKept)
	for tries := 0; len(out) < n && tries < 20; tries++ {
		m := member{item: s.rnd.IntN(s.start[layer]), class: -1, count: s.count(), kept: collect}
		if tool {
			if reach, _ := slices.BinarySearch(s.tools, s.start[layer]); reach > 0 {
				m.item, m.kept = s.tools[s.rnd.IntN(reach)], true
			}
		}
		if !slices.ContainsFunc(out, func(o member) bool { return o.item == m.item }) {
			out = append(out, m)
			tool = false
		}
	}
	for i := range out {
		if out[i].kept {
			out[i].count = 1
		}
	}
	return out
}

// or adds alternatives to the only way: a class in place of a member, or one or two
// further ways that aren't above each other.
func (s *synthesis) or(ways [][]member, item, layer int, collect bool) [][]member {
	if s.percent(50) {
		for range 4 {
			if s.widen(ways[0], item, layer) {
				return ways
			}
		}
	}
	for range 1 + s.rnd.IntN(2) {
		more := s.members(layer, collect)
		if !slices.ContainsFunc(ways, func(w []member) bool { return within(w, more) || within(more, w) }) {
			ways = append(ways, more)
		}
	}
	return ways
}

// within reports whether every item of a is one of b.
func within(a, b []member) bool {
	return !slices.ContainsFunc(a, func(m member) bool {
		return !slices.ContainsFunc(b, func(o member) bool { return o.item == m.item })
	})
}

// widen replaces a member by a class that has an item of the layers before, and
// nothing else of the way or what it gives.
func (s *synthesis) widen(way []member, item, layer int) bool {
	reach := 0
	for reach < len(s.classes) && s.classes[reach][0] < s.start[layer] {
		reach++
	}
	if reach == 0 {
		return false
	}
	i, c := s.rnd.IntN(len(way)), s.rnd.IntN(reach)
	set := s.classes[c]
	if slices.Contains(set, item) {
		return false
	}
	for j, m := range way {
		if j != i && slices.Contains(set, m.item) {
			return false
		}
	}
	way[i].item, way[i].class, way[i].one = set[0], c, s.percent(25)
	return true
}

// way is the members as requirements. What is consumed counts as touched.
func (s *synthesis) way(members []member, touched map[int]bool) sim.Way {
	var w sim.Way
	for _, m := range members {
		r := sim.Requirement{Name: s.names[m.item], Count: m.count}
		items := []int{m.item}
		if m.class >= 0 {
			items = s.classes[m.class]
			r.Kind, r.Name = sim.OfClass, s.file.Classes[m.class].Name
			if m.one {
				r.Kind = sim.OfOne
			}
		}
		if m.kept {
			w.Needs = append(w.Needs, r)
			continue
		}
		w.Consumes = append(w.Consumes, r)
		for _, k := range items {
			touched[k] = true
		}
	}
	byKey := func(a, b sim.Requirement) int { return strings.Compare(a.Key(), b.Key()) }
	slices.SortFunc(w.Consumes, byKey)
	slices.SortFunc(w.Needs, byKey)
	return w
}
