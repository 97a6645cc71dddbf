package discovery

import (
	"maps"
	"slices"

	"github.com/adam-discovery/adam/interaction"
)

// Rule is what is known of one effect, as far as plans need it.
type Rule struct {
	Action interaction.Action
	// Factor is what it raises, by Least to Most at a time.
	Factor      int
	Least, Most int
	// Chance is the estimated share of the trials in which it comes, of those in which it could; above 0.
	// 1: it always came. What comes by chance may also stay away.
	Chance float64
	// Ways say what is needed and what is consumed.
	Ways []Way
	// Before are, by way, the ways whose things are used up in its place where both are met; nil: there
	// are none, as far as is known.
	Before [][]int
	// Burnt is what successes were seen to use up by ways that aren't known, ascending by factor: one gets rid of it by
	// these, too.
	Burnt []Burnt
	// Along is what it never comes without, ascending: other factors that the action gives.
	Along []int
}

// burnt is what is known of it as one of those; nil: it is none.
func (x *Rule) burnt(f int) *Burnt {
	i, found := slices.BinarySearchFunc(x.Burnt, f, func(b Burnt, f int) int { return b.Factor - f })
	if !found {
		return nil
	}
	return &x.Burnt[i]
}

// Reach is what can be brought about by plans on what is known, where an episode begins with
// nothing and starts can't be chosen (docs/theory.md, "Lived worlds"). It is immutable.
type Reach struct {
	vocabulary *interaction.Vocabulary
	rules      []Rule
	gives      map[interaction.Action][]int // rules, by action
	stays      []int                        // facts that nobody can walk away from
	known      int                          // factors when it was made
	begin      map[int]int                  // the levels that episodes begin with
	fixed      map[int]int                  // those of what is always there
	limits     map[int]int                  // see Plenty
	rests      map[int][]int                // by fact, what it never held without
	enders     map[int][]ender              // by fact, what ends it, where nothing else does
	pairs      [][2]int                     // what excludes each other, the smaller number first, ascending
	shares     []share
	brings     map[int][]int // by factor, see kept; where there are shares
	covers     *coverings
}

// NewReach returns what can be brought about by these rules, where of the facts these are there for good once they hold;
// one walks away from all others. It keeps the slices. What more there is to reckon with is known by a [Setting].
func NewReach(v *interaction.Vocabulary, rules []Rule, stays ...int) *Reach {
	r := &Reach{vocabulary: v, stays: stays, known: v.Len()}
	r.take(rules)
	return r
}

func (r *Reach) take(rules []Rule) {
	r.rules, r.gives = rules, map[interaction.Action][]int{}
	for i, x := range rules {
		r.gives[x.Action] = append(r.gives[x.Action], i)
	}
}

// With is the same by other rules. It keeps the slice.
func (r *Reach) With(rules []Rule) *Reach {
	out := *r
	out.take(rules)
	return &out
}

// Equal reports whether the other comes to the same.
func (r *Reach) Equal(o *Reach) bool {
	return r.known == o.known && slices.Equal(r.stays, o.stays) && maps.Equal(r.begin, o.begin) && maps.Equal(r.fixed, o.fixed) && maps.Equal(r.limits, o.limits) && maps.EqualFunc(r.rests, o.rests, slices.Equal) &&
		maps.EqualFunc(r.enders, o.enders, func(a, b []ender) bool { return slices.EqualFunc(a, b, ender.equal) }) &&
		slices.Equal(r.pairs, o.pairs) && slices.EqualFunc(r.shares, o.shares, share.equal) && slices.EqualFunc(r.rules, o.rules, Rule.equal)
}

func (x Rule) equal(y Rule) bool {
	return x.Action == y.Action && x.Factor == y.Factor && x.Least == y.Least && x.Most == y.Most && x.Chance == y.Chance && slices.Equal(x.Along, y.Along) &&
		slices.EqualFunc(x.Burnt, y.Burnt, func(a, b Burnt) bool {
			return a.Factor == b.Factor && a.Count == b.Count && slices.Equal(a.First, b.First)
		}) &&
		slices.EqualFunc(x.Before, y.Before, slices.Equal) &&
		slices.EqualFunc(x.Ways, y.Ways, func(v, w Way) bool {
			return slices.EqualFunc(v, w, func(m, n Member) bool {
				return m.Count == n.Count && m.Consumed == n.Consumed && slices.Equal(m.Factors, n.Factors)
			})
		})
}

// Begins is how much of the factor each episode begins with.
func (r *Reach) Begins(f int) int { return r.begin[f] }

// Fixed is how much of the factor there always is, so that no situation tells whether anything needs it.
func (r *Reach) Fixed(f int) int { return r.fixed[f] }

// Apart reports whether two facts exclude each other, or two items that only episodes bring.
func (r *Reach) Apart(f, g int) bool { return slices.Contains(r.pairs, [2]int{min(f, g), max(f, g)}) }

// Alone reports whether the fact excludes another one.
func (r *Reach) Alone(f int) bool {
	return slices.ContainsFunc(r.pairs, func(p [2]int) bool { return p[0] == f || p[1] == f })
}

// Given reports whether an action gives the factor, other than to wait, which has no name.
func (r *Reach) Given(f int) bool {
	return slices.ContainsFunc(r.rules, func(x Rule) bool { return x.Factor == f && x.Action != Waiting && len(x.Ways) > 0 })
}

// Plenty is how much of the factor there is where there is all that can be had: its ample level, or less where it is limited.
func (r *Reach) Plenty(f int) int {
	ample := r.vocabulary.Factor(f).Ample
	if most, limited := r.limits[f]; limited {
		return min(most, ample)
	}
	return ample
}

// Lowered is how much that would be, were no more of it to be had than this: what a rule needs is had all the same.
func (r *Reach) Lowered(f, most int) int {
	for _, x := range r.rules {
		for _, w := range x.Ways {
			for _, m := range w {
				if slices.Contains(m.Factors, f) {
					most = max(most, m.Count)
				}
			}
		}
	}
	return min(most, r.vocabulary.Factor(f).Ample)
}

// Rules are what it was made of. The caller must not change them.
func (r *Reach) Rules() []Rule { return r.rules }

// Closure is a largest situation that plans can end in, within caps.
type Closure struct {
	// Levels are by factor number; what can be had at all is there at its ample level, or at its limit, but
	// for what is capped.
	Levels []int
	// Never are the capped factors that a plan must never have above their caps, as nothing
	// known gets rid of them, ascending. Of the others, Sheds, there may be more on the way:
	// what is used up into another one of them comes before that.
	Never, Sheds []int
	// Out are items that it leaves out as there is no room for them, ascending; see [Reach.Split].
	Out []int
	// Open says of each rule whether a plan may use it.
	Open []bool

	caps []interaction.Level // that it is within
}

// State writes the levels with the vocabulary.
func (c Closure) State(v *interaction.Vocabulary) interaction.State {
	var over []interaction.Level
	for f, n := range c.Levels {
		if n > 0 {
			over = append(over, interaction.Level{Factor: f, Level: n})
		}
	}
	return v.Cut(interaction.None, len(c.Levels)).Set(over)
}

// Capped adds a cap to caps that ascend by factor, in place of a looser one.
func Capped(caps []interaction.Level, factor, level int) []interaction.Level {
	caps = slices.Clone(caps)
	i, found := slices.BinarySearchFunc(caps, factor, func(c interaction.Level, f int) int { return c.Factor - f })
	if found {
		caps[i].Level = min(caps[i].Level, level)
		return caps
	}
	return slices.Insert(caps, i, interaction.Level{Factor: factor, Level: level})
}

// Lacking are the caps, ascending by factor, on what makes a certificate's test of the factor lack the transversal. There is room for
// one more of it, where it isn't seen to rise from the level top, as for [Reach.Room].
func (r *Reach) Lacking(factor, top int, t Transversal) []interaction.Level {
	caps := r.Room(factor, top)
	for _, m := range t {
		for _, f := range m.Factors {
			caps = Capped(caps, f, m.Count)
		}
	}
	return caps
}

// Room are the caps that leave room for one more of the factor to be seen, which isn't seen to rise from the level top; zero: that
// isn't known. Vitals are in no caps: trials in which one is full tell nothing of it.
func (r *Reach) Room(factor, top int) []interaction.Level {
	if f := r.vocabulary.Factor(factor); f.Kind != interaction.Vital && top > 0 && f.Ample >= top {
		return []interaction.Level{{Factor: factor, Level: top - 1}}
	}
	return nil
}

// Without is the closure without what the caps, ascending by factor, forbid: everything that
// can be had by plans that end within them.
func (r *Reach) Without(caps []interaction.Level) Closure {
	n := r.vocabulary.Len()
	limit := make([]int, n)
	capped := make([]bool, n)
	for i := range limit {
		limit[i] = r.Plenty(i)
	}
	soft := make([]bool, n) // more of it can be got rid of
	for _, c := range caps {
		if c.Factor < n && c.Level < limit[c.Factor] {
			capped[c.Factor], soft[c.Factor] = true, true
			limit[c.Factor] = c.Level
		}
	}
	for {
		levels, open := r.forward(limit, capped, soft)
		sheds := r.sheds(levels, limit, capped, soft, open)
		still := 0
		for i := range n {
			if soft[i] {
				still++
			}
		}
		if len(sheds) < still {
			clear(soft)
			for _, f := range sheds {
				soft[f] = true
			}
			continue
		}
		slices.Reverse(sheds)
		most := slices.Clone(levels)
		for _, f := range sheds {
			if r.vocabulary.Factor(f).Kind == interaction.Item || r.ends(f, limit) != nil {
				for g, n := range r.left(f, most, limit, capped, soft, open) {
					levels[g] = min(levels[g], n)
				}
			}
		}
		for i := range n {
			if r.vocabulary.Factor(i).Kind == interaction.Vital {
				levels[i] = 0 // no way needs it
			}
		}
		out := Closure{Levels: levels, Open: open, Sheds: sheds, caps: caps}
		for i := range n {
			if capped[i] {
				out.Levels[i] = r.exact(i, min(limit[i], levels[i]), soft[i])
				if !soft[i] {
					out.Never = append(out.Never, i)
				}
			}
		}
		for f, on := range r.rests {
			if slices.ContainsFunc(on, func(g int) bool { return out.Levels[g] == 0 }) {
				out.Levels[f] = 0
			}
		}
		return out
	}
}

// forward is what can be had when soft caps don't bind on the way. What surely gives what mustn't ever have been there, where its way can be met, isn't done.
func (r *Reach) forward(limit []int, capped, soft []bool) (levels []int, open []bool) {
	closed := map[interaction.Action]bool{}
	levels, _ = r.onward(limit, capped, soft, closed)
	for _, x := range r.rules {
		if f := x.Factor; x.Chance >= 1 && capped[f] && !soft[f] && !closed[x.Action] && r.exact(f, limit[f], false) == 0 && slices.ContainsFunc(x.Ways, func(w Way) bool { return Meets(w, levels) }) {
			closed[x.Action] = true
		}
	}
	return r.onward(limit, capped, soft, closed)
}

// onward is forward where these actions aren't done.
func (r *Reach) onward(limit []int, capped, soft []bool, closed map[interaction.Action]bool) (levels []int, open []bool) {
	levels, open = make([]int, len(limit)), make([]bool, len(r.rules))
	for f, n := range r.begin {
		if !capped[f] || soft[f] || n <= limit[f] {
			levels[f] = min(n, r.Plenty(f))
		}
	}
	for grown := true; grown; {
		grown = false
		for i, x := range r.rules {
			if open[i] || closed[x.Action] || slices.ContainsFunc(x.Along, func(g int) bool { return capped[g] && !soft[g] && r.exact(g, limit[g], false) == 0 }) || !slices.ContainsFunc(x.Ways, func(w Way) bool { return Meets(w, levels) }) {
				continue
			}
			open[i], grown = true, true
			f := r.vocabulary.Factor(x.Factor)
			top := r.Plenty(x.Factor)
			if f.Kind == interaction.Fact && x.Most > 0 { // it rises no further
				top = min(top, x.Most)
			}
			if capped[x.Factor] && !soft[x.Factor] {
				top = min(top, limit[x.Factor])
			}
			levels[x.Factor] = max(levels[x.Factor], top)
		}
	}
	return levels, open
}

// sheds lists the soft factors that can be got rid of: facts, which one walks away from or which something ends that can be done, and
// items that something uses up that can be done, and that gives no more of what is capped than is
// allowed, but for what was listed before.
func (r *Reach) sheds(levels, limit []int, capped, soft, open []bool) (out []int) {
	done := make([]bool, len(capped))
	for f := range capped {
		if soft[f] && r.vocabulary.Factor(f).Kind == interaction.Fact && !slices.Contains(r.stays, f) && r.ends(f, limit) == nil {
			out, done[f] = append(out, f), true
		}
	}
	for again := true; again; {
		again = false
		for f := range capped {
			if soft[f] && !done[f] && (r.uses(f, levels, limit, capped, done, open) || len(r.ending(f, limit, capped, done, open)) > 0) {
				out, done[f], again = append(out, f), true, true
			}
		}
	}
	return out
}

// uses reports whether something that can be done was seen to use the factor up, without giving more than the
// caps allow, unless that can be got rid of. (What is used up before it is another matter: see left.)
func (r *Reach) uses(f int, levels, limit []int, capped, done, open []bool) bool {
	gone := func(w Way) bool { // it keeps what was got rid of by then
		return slices.ContainsFunc(w, func(m Member) bool {
			return len(m.Factors) == 1 && m.Factors[0] != f && capped[m.Factors[0]] && !done[m.Factors[0]] && m.Count-m.Consumed > limit[m.Factors[0]]
		})
	}
	for i, x := range r.rules {
		if open[i] && !slices.ContainsFunc(r.gives[x.Action], func(i int) bool {
			g := r.rules[i].Factor
			return capped[g] && !done[g] && (g == f || limit[g] < r.rules[i].Least)
		}) &&
			(x.burnt(f) != nil || slices.ContainsFunc(x.Ways, func(w Way) bool { return Uses(w, f) > 0 && Meets(w, levels) && !gone(w) })) {
			return true
		}
	}
	return false
}

// left is what is at most left of the levels when the factor was got rid of, or never had: what is used up
// in its place is used up first, and what of that is had again, is had without it.
func (r *Reach) left(f int, levels, limit []int, capped, soft, open []bool) []int {
	var out []int
	for _, x := range r.ending(f, limit, capped, soft, open) {
		have := slices.Clone(levels)
		for _, g := range x.along {
			have[g] = 0
		}
		r.regain(f, have, levels, limit, open)
		out = larger(out, have)
	}
	for i, x := range r.rules {
		if !open[i] {
			continue
		}
		if b := x.burnt(f); b != nil {
			have := slices.Clone(levels)
			for _, g := range b.First {
				have[g.Factor] = min(have[g.Factor], g.Level)
			}
			r.regain(f, have, levels, limit, open)
			out = larger(out, have)
		}
		for j, w := range x.Ways {
			if Uses(w, f) == 0 || !Meets(w, levels) {
				continue
			}
			have, first := r.spent(f, x, j, levels)
			if !first {
				return levels
			}
			r.regain(f, have, levels, limit, open)
			out = larger(out, have)
		}
	}
	soft = slices.Clone(soft)
	soft[f] = false
	never, _ := r.forward(limit, capped, soft)
	return larger(out, never)
}

// spent are the levels when the rule can use the factor up by the way, and whether anything had to be used up
// before that.
func (r *Reach) spent(f int, x Rule, way int, levels []int) (have []int, first bool) {
	if x.Before == nil {
		return levels, false
	}
	have = slices.Clone(levels)
	for _, v := range x.Before[way] {
		w := slices.DeleteFunc(slices.Clone(x.Ways[v]), func(m Member) bool { return x.Ways[way].Implies(Way{m}) })
		if len(w) == 1 && !slices.Contains(w[0].Factors, f) { // of several others, any one will do
			for _, g := range w[0].Factors {
				if have[g] >= w[0].Count {
					have[g], first = w[0].Count-1, true
				}
			}
		}
	}
	return have, first
}

// regain raises what can be had again, without more of the factor than its limit, to the levels.
func (r *Reach) regain(f int, have, levels, limit []int, open []bool) {
	have[f] = min(have[f], limit[f])
	for grown := true; grown; {
		grown = false
		for i, x := range r.rules {
			if !open[i] || have[x.Factor] >= levels[x.Factor] || x.Factor == f ||
				slices.ContainsFunc(r.gives[x.Action], func(i int) bool { y := r.rules[i]; return y.Factor == f && y.Chance >= 1 && y.Least > limit[f] }) ||
				!slices.ContainsFunc(x.Ways, func(w Way) bool { return Meets(w, have) }) {
				continue
			}
			have[x.Factor], grown = levels[x.Factor], true
		}
	}
}

// larger is the larger of each two levels.
func larger(a, b []int) []int {
	if a == nil {
		return b
	}
	out := slices.Clone(a)
	for i := range out {
		out[i] = max(a[i], b[i])
	}
	return out
}

// exact is the largest level up to this one that can be had exactly: of what can be used up, too, by what
// comes and is used up at a time, else by what comes. A fact is brought to a level, whatever it was.
func (r *Reach) exact(f, most int, soft bool) int {
	if r.vocabulary.Factor(f).Kind == interaction.Fact {
		return r.brought(f, most)
	}
	if soft && r.begin[f] > 0 && !r.Given(f) {
		return r.remains(f, most)
	}
	if soft {
		return most - most%r.Unit(f)
	}
	can := make([]bool, most+1)
	can[min(most, r.begin[f])] = true
	for n := range can {
		if !can[n] {
			continue
		}
		for _, x := range r.rules {
			if x.Factor != f {
				continue
			}
			step := max(1, gcd(x.Least, x.Most))
			for g := max(1, x.Least); g <= x.Most && n+g <= most; g += step {
				can[n+g] = true
			}
		}
	}
	for most > 0 && !can[most] {
		most--
	}
	return most
}

// remains is the largest level up to this one that is left of what an episode begins with, as it is used up; 0 if there is none.
func (r *Reach) remains(f, most int) int {
	left := make([]bool, r.begin[f]+1)
	left[r.begin[f]] = true
	use := func(n, by int) {
		if by > 0 && n >= by {
			left[n-by] = true
		}
	}
	for n := r.begin[f]; n > 0; n-- {
		if !left[n] {
			continue
		}
		if n <= most {
			return n
		}
		for _, x := range r.rules {
			for _, w := range x.Ways {
				use(n, Uses(w, f))
			}
			if b := x.burnt(f); b != nil {
				use(n, b.Count)
			}
		}
	}
	return 0
}

// brought is the largest level up to this one that something brings the fact to; most, if nothing that is known brings it about.
func (r *Reach) brought(f, most int) int {
	least, known := 0, false
	for _, x := range r.rules {
		if x.Factor == f {
			known = true
			if x.Least <= most {
				least = max(least, min(most, x.Most))
			}
		}
	}
	if !known {
		return most
	}
	return least
}

// Unit is a quantity of the factor that whatever there is of it is a multiple of, as it comes and
// is used up in such; at least 1.
func (r *Reach) Unit(f int) int {
	unit := r.begin[f]
	for _, x := range r.rules {
		if x.Factor == f {
			unit = gcd(gcd(unit, x.Least), x.Most)
		}
		for _, w := range x.Ways {
			unit = gcd(unit, Uses(w, f))
		}
		if b := x.burnt(f); b != nil {
			unit = gcd(unit, b.Count)
		}
	}
	return max(1, unit)
}

// Uses is how much of the factor a success by the way uses up; of one of a class, 1 if it may.
func Uses(w Way, factor int) int {
	for _, m := range w {
		switch {
		case !slices.Contains(m.Factors, factor):
		case len(m.Factors) == 1:
			return m.Consumed
		case m.Consumed > 0:
			return 1
		}
	}
	return 0
}

// Meets reports whether the levels, by factor, meet the way.
func Meets(w Way, levels []int) bool {
	for _, m := range w {
		sum := 0
		for _, f := range m.Factors {
			if f < len(levels) {
				sum += levels[f]
			}
		}
		if sum < m.Count {
			return false
		}
	}
	return true
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
