package discovery

import (
	"maps"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Setting is what plans have to reckon with beside rules where one lives in a world: which facts are there for good, which exclude
// each other, with what episodes begin, of what there is always some, and what can't be had in plenty, or not together
// (docs/theory.md, "Lived worlds"). The zero value has seen nothing. It belongs to one goroutine.
type Setting struct {
	trials   int
	episodes int
	life     int                // of the latest trial
	first    interaction.Digest // of the situation in which that was tried first
	last     interaction.State  // after the latest trial
	stay     stay
	endings  endings
	rooms    rooms
	coming   coming
	beside   beside
	begin    begin
	low      low
	limits   map[int]int // by factor
	shares   []share
	covers   *coverings
}

// Saw enters a completed trial of an action in a life, which come in their order, with the levels of what is numbered by the vocabulary.
func (s *Setting) Saw(v *interaction.Vocabulary, a interaction.Action, life int, start interaction.State, changes []interaction.Change) {
	d := newDeed(v, start, changes)
	s.low.saw(start, d, s.trials == 0, v.Len())
	anew := s.stay.lost(start)
	s.beside.saw(v, life, start, d, anew)
	if life != s.life {
		s.life, s.first = life, start.Digest()
	}
	again := start.Digest() == s.first || s.begin.first[start.Digest()] // as an episode begins
	s.endings.saw(a, life, d, anew || again && !start.Equal(s.last))
	s.last = start.After(changes)
	s.stay.saw(v, life, start, d)
	s.rooms.saw(d)
	s.coming.saw(life, d)
	s.trials++
}

// Began enters what there was when the first thing was tried in an episode, by the numbers of the vocabulary.
func (s *Setting) Began(v *interaction.Vocabulary, start interaction.State) { s.begin.saw(v, start) }

// Lived counts the episodes that a life began in which something was tried.
func (s *Setting) Lived(episodes int) { s.episodes += episodes }

// Steady reports whether there was some of the factor in each trial, and it is to be seen in more episodes whether there always is.
func (s *Setting) Steady(f int) bool { return f < len(s.low) && s.low[f] > 0 && s.episodes < fixing }

// Few reports whether so few episodes were lived that what some of them begin with may not have been seen.
func (s *Setting) Few() bool { return s.episodes < fixing }

// Limit says that no more of the factor is to be had than this, if not by what is known to need more: the rest of what can be
// had was never there with more ([Few]).
func (s *Setting) Limit(factor, most int) {
	if s.limits == nil {
		s.limits = map[int]int{}
	}
	s.limits[factor] = most
}

// Share says that these items, or, where none are named, all, take at most that number of slots together ([Together]). It takes the place of
// what was said of the same items.
func (s *Setting) Share(items []int, slots int) {
	x := share{slots: slots}
	if len(items) > 0 {
		x.factors = slices.Sorted(slices.Values(items))
	}
	s.share(x)
}

// Enclose enters what a world says of how much there can be at the same time, as far as it is of all items. From a full bag nothing shows
// that takes a slot of its own: one is left free, but where all would fit exactly it is filled as well.
func (s *Setting) Enclose(exclusions []interaction.Exclusion) {
	for _, x := range exclusions {
		if len(x.Factors) == 0 {
			s.share(share{slots: free(x, true, 1), full: x.Slots})
		}
	}
}

func (s *Setting) share(x share) {
	s.shares = append(slices.DeleteFunc(slices.Clone(s.shares), func(o share) bool { return slices.Equal(o.factors, x.factors) }), x)
}

// Held counts the trials in which the fact held.
func (s *Setting) Held(fact int) int { return s.coming.held[fact] }

// Either reports whether one of the two facts held each time that something was tried, now this one and now that, as it is day or
// night: nothing can be tried without both. They changed over in both directions, or it is so in many episodes: what is drawn once an
// episode, as a desert or a forest, may be neither in the next.
func (s *Setting) Either(f, g int) bool {
	both := s.coming.both[[2]int{min(f, g), max(f, g)}]
	one, other := s.coming.held[f]-both, s.coming.held[g]-both
	changes := min(s.rooms.left[[2]int{f, g}], s.rooms.left[[2]int{g, f}])
	return min(one, other) >= fixing && one+other+both == s.trials && (changes > 0 || s.episodes >= fixing)
}

// Beside lists what the fact was seen to come beside only, of what the function says is given, ascending: facts, or, where there are none, items.
func (s *Setting) Beside(v *interaction.Vocabulary, fact int, given func(factor int) bool) []int {
	return s.beside.needs(v, fact, given)
}

// Waiting stands for the action of a rule where there is nothing to do but to wait.
const Waiting interaction.Action = ""

// awaited are rules for the facts that these need and that aren't given: they come by themselves, or no action was seen to bring them about.
// What is seen to come by itself only beside something that they give is waited for there.
func (s *Setting) awaited(v *interaction.Vocabulary, rules []Rule, given func(fact int) bool) (out []Rule) {
	for f := range v.Len() {
		needs := func(w Way) bool { return w.Overlaps([]int{f}) }
		if v.Factor(f).Kind != interaction.Fact || given(f) || !slices.ContainsFunc(rules, func(x Rule) bool { return slices.ContainsFunc(x.Ways, needs) }) {
			continue
		}
		var way Way
		for _, g := range s.Beside(v, f, given) {
			way = append(way, One(g, 1))
		}
		out = append(out, Rule{Action: Waiting, Factor: f, Least: 1, Most: 1, Chance: 1, Ways: []Way{way}})
	}
	return out
}

// Reach returns what can be brought about by these rules, and by waiting for what they need and none of them gives.
func (s *Setting) Reach(v *interaction.Vocabulary, rules []Rule) *Reach {
	given := func(f int) bool {
		return slices.ContainsFunc(rules, func(x Rule) bool { return x.Factor == f && len(x.Ways) > 0 })
	}
	begin := s.begin.levels(v, given, s.endings.passes)
	r := NewReach(v, slices.Concat(rules, s.awaited(v, rules, func(f int) bool { return given(f) || begin[f] > 0 })), s.stay.facts()...)
	r.begin = begin
	r.rests = s.beside.rests(r.rules)
	r.enders = s.endings.enders()
	r.fixed = s.low.fixed(v, s.trials, s.episodes)
	r.limits = maps.Clone(s.limits)
	for f := range r.limits {
		r.limits[f] = r.Lowered(f, r.limits[f])
	}
	r.pairs = slices.Concat(s.rooms.pairs(), s.coming.pairs(s.trials, r.Given), s.begin.pairs(v, r.Given))
	r.pairs = append(r.pairs, s.passed(v, r)...)
	slices.SortFunc(r.pairs, func(p, q [2]int) int { return slices.Compare(p[:], q[:]) })
	r.pairs = slices.Compact(r.pairs)
	if len(s.shares) > 0 {
		if s.covers == nil {
			s.covers = &coverings{}
		}
		r.shared(s.shares, s.covers)
	}
	return r
}

// passed lists the facts that exclude each other as stages of one way do: the one ended as the other came, or that only comes by what excludes
// the one, and the one isn't to be had again by then, as it only comes with an episode, or by what excludes the other. The smaller number comes first.
func (s *Setting) passed(v *interaction.Vocabulary, r *Reach) (out [][2]int) {
	apart := func(f, g int) bool {
		p := [2]int{min(f, g), max(f, g)}
		return slices.Contains(r.pairs, p) || slices.Contains(out, p)
	}
	without := func(f, g int) bool { // the one only comes where the other isn't
		return r.Given(f) && !slices.ContainsFunc(r.rules, func(x Rule) bool {
			return x.Factor == f && slices.ContainsFunc(x.Ways, func(w Way) bool {
				return !slices.ContainsFunc(w, func(m Member) bool { return apart(m.Factors[0], g) })
			})
		})
	}
	gone := func(f, g int) bool { return r.begin[f] > 0 && !r.Given(f) || without(f, g) }
	never := func(f, g int) bool {
		p := [2]int{min(f, g), max(f, g)}
		return !s.rooms.together[p] && s.coming.both[p] == 0
	}
	facts := slices.Sorted(maps.Keys(s.coming.held))
	for grown := true; grown; {
		grown = false
		for _, f := range facts {
			for _, g := range facts {
				if f == g || apart(f, g) || !never(f, g) {
					continue
				}
				often := min(s.coming.spells[f], s.coming.spells[g]) >= spells && s.coming.held[f]*s.coming.held[g] >= expected*s.trials
				if (s.rooms.left[[2]int{f, g}] >= leaving || often || without(g, f)) && gone(f, g) {
					out, grown = append(out, [2]int{min(f, g), max(f, g)}), true
				}
			}
		}
	}
	return out
}

// deed is a trial by the numbers of a vocabulary.
type deed struct {
	before, after []int // the facts that hold
	ended, came   []int // of these
	gains         []interaction.Level
}

func newDeed(v *interaction.Vocabulary, start interaction.State, changes []interaction.Change) deed {
	var d deed
	fact := func(f int) bool { return f < v.Len() && v.Factor(f).Kind == interaction.Fact }
	for f, n := range start.All() {
		if n > 0 && fact(f) {
			d.before = append(d.before, f)
		}
	}
	d.after = slices.Clone(d.before)
	for _, c := range changes {
		f, known := v.Index(c.Factor)
		if !known {
			continue
		}
		d.gains = append(d.gains, interaction.Level{Factor: f, Level: c.Gain()})
		switch {
		case !fact(f):
		case c.To == 0:
			d.ended = append(d.ended, f)
			d.after = slices.DeleteFunc(d.after, func(g int) bool { return g == f })
		case c.From == 0:
			d.came, d.after = append(d.came, f), append(d.after, f)
		}
	}
	return d
}

// stay tells which facts are there for good once they hold, as a lamp that nobody can put out: those that were seen to hold, and never
// to be gone.
type stay struct {
	held  map[int]int // in how many trials
	gone  map[int]bool
	life  int
	after []int // facts that held when its latest trial ended
	items []int // how much there was of each item then, by factor; 0 for what is none
}

// staying is in how many trials a fact is to hold for that.
const staying = 20

// saw enters a trial. Between two trials of a life another episode may have begun: it did where an item is gone that no trial took.
func (s *stay) saw(v *interaction.Vocabulary, life int, start interaction.State, d deed) {
	if s.held == nil {
		s.held, s.gone = map[int]int{}, map[int]bool{}
	}
	for _, f := range d.before {
		s.held[f]++
	}
	if life == s.life && !s.lost(start) {
		for _, f := range s.after {
			s.gone[f] = s.gone[f] || !slices.Contains(d.before, f)
		}
	}
	for _, f := range d.ended {
		s.gone[f] = true
	}
	s.life, s.after = life, d.after
	s.items = make([]int, v.Len())
	item := func(f int) bool { return f < v.Len() && v.Factor(f).Kind == interaction.Item }
	for f, n := range start.All() {
		if item(f) {
			s.items[f] = n
		}
	}
	for _, g := range d.gains {
		if item(g.Factor) {
			s.items[g.Factor] += g.Level
		}
	}
}

// lost reports whether there is less of an item than when the latest trial ended.
func (s *stay) lost(now interaction.State) bool {
	for f, n := range s.items {
		if n > 0 && now.At(f) < n {
			return true
		}
	}
	return false
}

// facts lists them, ascending.
func (s *stay) facts() (out []int) {
	for f, n := range s.held {
		if n >= staying && !s.gone[f] {
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return out
}

// rooms tells which facts exclude each other as rooms do: going to the kitchen ends being in the hall, and the other way round, or by way of
// other rooms.
type rooms struct {
	left     map[[2]int]int // how often the first ended as an action brought the second about
	together map[[2]int]bool
}

// leaving is how often one is to be left for the other, both ways taken together, for that.
const leaving = 4

func (r *rooms) saw(d deed) {
	if r.left == nil {
		r.left, r.together = map[[2]int]int{}, map[[2]int]bool{}
	}
	for _, held := range [2][]int{d.before, d.after} {
		for i, f := range held {
			for _, g := range held[:i] {
				r.together[[2]int{min(f, g), max(f, g)}] = true
			}
		}
	}
	for _, f := range d.ended {
		for _, g := range d.came {
			r.left[[2]int{f, g}]++
		}
	}
}

// leftTwice is how often each of two is to be left for another room of theirs, where nothing leads from one to the other and back.
const leftTwice = 2

// pairs lists them, the smaller number first: one gets from each to the other and back at once, or through others, as from the hall to the
// kitchen, to the shed and to the hall.
func (r *rooms) pairs() (out [][2]int) {
	next, left := map[int][]int{}, map[int]int{}
	for p := range r.left {
		next[p[0]] = append(next[p[0]], p[1])
	}
	from := map[int]map[int]bool{} // what one gets to
	for f := range next {
		from[f] = reached(f, next)
	}
	for p, n := range r.left {
		if from[p[1]][p[0]] {
			left[p[0]] += n
		}
	}
	for f, to := range from {
		for g := range to {
			n, back := r.left[[2]int{f, g}], r.left[[2]int{g, f}]
			direct := n > 0 && back > 0 && n+back >= leaving
			if p := [2]int{f, g}; f < g && from[g][f] && !r.together[p] && (direct || min(left[f], left[g]) >= leftTwice && left[f]+left[g] >= leaving) {
				out = append(out, p)
			}
		}
	}
	return out
}

// reached are those that one gets to from the first, also by others; the first where one gets back.
func reached(first int, next map[int][]int) map[int]bool {
	out := map[int]bool{}
	for stack := slices.Clone(next[first]); len(stack) > 0; {
		f := stack[len(stack)-1]
		if stack = stack[:len(stack)-1]; !out[f] {
			out[f] = true
			stack = append(stack, next[f]...)
		}
	}
	return out
}

// coming counts how often facts held when something was tried, and how often two of them did together.
type coming struct {
	held   map[int]int
	both   map[[2]int]int
	spells map[int]int // how often they were there anew: in another life, or when they hadn't been
	life   int
	before []int // those that held in the latest trial
}

// expected is how often two facts that have nothing to do with each other should have held together, when they never did,
// for it to be believed that they exclude each other, and spells how often each is to have come for that: a long rain and a long fog tell little.
const expected, spells = 10, 4

func (c *coming) saw(life int, d deed) {
	if c.held == nil {
		c.held, c.both, c.spells = map[int]int{}, map[[2]int]int{}, map[int]int{}
	}
	for i, f := range d.before {
		c.held[f]++
		if life != c.life || !slices.Contains(c.before, f) {
			c.spells[f]++
		}
		for _, g := range d.before[:i] {
			c.both[[2]int{g, f}]++
		}
	}
	c.life, c.before = life, d.before
}

// pairs lists the facts that come by themselves, as no action gives them, and never held together, as of several kinds of weather there
// is one at a time; the smaller number first.
func (c *coming) pairs(trials int, given func(fact int) bool) (out [][2]int) {
	all := slices.DeleteFunc(slices.Sorted(maps.Keys(c.held)), given)
	for i, f := range all {
		for _, g := range all[i+1:] {
			if c.both[[2]int{f, g}] == 0 && min(c.spells[f], c.spells[g]) >= spells && c.held[f]*c.held[g] >= expected*trials {
				out = append(out, [2]int{f, g})
			}
		}
	}
	return out
}

// begin tells which items and facts episodes begin with, by what there was when the first thing was tried in one: an axe in half of them,
// or the dark, from which light is made, and dark again of that.
type begin struct {
	least    map[int]int // by factor: how much at least of those that had any
	had      map[int]int // in how many there was some
	both     map[[2]int]int
	episodes int
	first    map[interaction.Digest]bool // all that was there, of each
}

// seldom is in one of how many episodes something has to be there at first, at least, to count as what episodes begin with.
const seldom = 8

func (b *begin) saw(v *interaction.Vocabulary, start interaction.State) {
	if b.had == nil {
		b.least, b.had, b.both, b.first = map[int]int{}, map[int]int{}, map[[2]int]int{}, map[interaction.Digest]bool{}
	}
	b.episodes++
	b.first[start.Digest()] = true
	var items []int
	for f, n := range start.All() {
		if n > 0 && f < v.Len() && v.Factor(f).Kind != interaction.Vital {
			if b.had[f] > 0 {
				n = min(n, b.least[f])
			}
			b.least[f] = n
			b.had[f]++
			if v.Factor(f).Kind == interaction.Item {
				for _, g := range items {
					b.both[[2]int{g, f}]++
				}
				items = append(items, f)
			}
		}
	}
}

// pairs lists the items that only episodes bring and that none had both of, though many would, had one nothing to do with the other; the
// smaller number first.
func (b *begin) pairs(v *interaction.Vocabulary, given func(int) bool) (out [][2]int) {
	all := slices.DeleteFunc(slices.Sorted(maps.Keys(b.had)), func(f int) bool { return v.Factor(f).Kind != interaction.Item || given(f) })
	for i, f := range all {
		for _, g := range all[i+1:] {
			if b.both[[2]int{f, g}] == 0 && b.had[f]*b.had[g] >= expected*b.episodes {
				out = append(out, [2]int{f, g})
			}
		}
	}
	return out
}

// levels are how much plans can count on, by factor: of items what each episode has at least, or, where nothing else gives them, what some
// have, which begin until there is; and facts, of those that are given, or that each has and that only actions end, and nothing brings back. What
// else comes by itself is waited for.
func (b *begin) levels(v *interaction.Vocabulary, given, passes func(int) bool) map[int]int {
	out := map[int]int{}
	for f, n := range b.least {
		item := v.Factor(f).Kind == interaction.Item
		switch {
		case b.had[f] == b.episodes && (item || passes(f)), seldom*b.had[f] >= b.episodes && given(f) != item:
			out[f] = n
		}
	}
	return out
}

// low is how much there was of each factor at the least, before a trial and after it.
type low []int

func (l *low) saw(start interaction.State, d deed, first bool, factors int) {
	now := make(low, factors)
	for f, n := range start.All() {
		if f < factors && (first || f < len(*l)) {
			now[f] = n
		}
	}
	for _, g := range d.gains {
		if g.Level < 0 {
			now[g.Factor] = min(now[g.Factor], start.At(g.Factor)+g.Level)
		}
	}
	for f := range now {
		if f < len(*l) {
			now[f] = min(now[f], (*l)[f])
		}
	}
	*l = now
}

// fixing is how many episodes it takes until what was there in each trial of them counts as being there always: what one of them begins
// with, as a desert or an axe, the next may not. Of vitals, which no way is taken to need, it is how many trials.
const fixing = 20

// fixed are the least levels of what was there in each situation, as of what an episode begins with and nothing takes away: no
// situation tells whether anything needs it.
func (l low) fixed(v *interaction.Vocabulary, trials, episodes int) map[int]int {
	out := map[int]int{}
	for f, n := range l {
		if n > 0 && (episodes >= fixing || trials >= fixing && v.Factor(f).Kind == interaction.Vital) {
			out[f] = n
		}
	}
	return out
}
