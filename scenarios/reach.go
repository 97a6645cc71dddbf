package scenarios

import (
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// reach is what can be brought about in a world that is lived in, where starts can't be chosen.
type reach struct {
	vocabulary *interaction.Vocabulary
	closures   *discovery.Reach
	units      []int // by factor: whatever there is of it is a multiple of that
}

// Lived is the same truth as far as somebody can find it who can't choose starts. What a way
// keeps is left out of it where nothing else of the way could be had without it, so that no
// situation tells whether it is needed; and so is a way that can only be had where another one
// is there, too (docs/identifiability.md), or that asks for two facts each of which ends the other. A score compares learned ways
// in the same form, and lists the edges that are left out.
func (t *Truth) Lived() *Truth {
	all := t.Edges()
	t = truth(t.file)
	t.exclude()
	r := &reach{vocabulary: interaction.NewVocabulary(interaction.MaxLevel, nil)}
	for _, name := range t.Factors {
		r.vocabulary.Declare(interaction.Factor{Name: name, Kind: t.kinds[name], Max: t.tops[name]})
		r.vocabulary.Add(name)
	}
	var rules []discovery.Rule
	for _, a := range t.Actions {
		for _, e := range a.Effects {
			factor, _ := r.vocabulary.Index(e.Factor)
			x := discovery.Rule{Action: a.ID, Factor: factor, Chance: 1}
			for _, name := range e.along {
				if f, ok := r.vocabulary.Index(name); ok {
					x.Along = append(x.Along, f)
				}
			}
			for i, w := range e.Ways {
				if i == 0 {
					x.Least = w.Yield.Min
				}
				x.Least, x.Most = min(x.Least, w.Yield.Min), max(x.Most, w.Yield.Max)
				x.Chance = min(x.Chance, w.Chance)
				x.Ways = append(x.Ways, r.numbered(w.Members))
			}
			rules = append(rules, x)
		}
	}
	for _, name := range t.given { // a fact that the world brings about comes to who waits, and a vital is full when a life begins
		if f, ok := r.vocabulary.Index(name); ok {
			least, most := 1, max(1, t.tops[name])
			if t.kinds[name] == interaction.Vital {
				least, most = interaction.MaxLevel, interaction.MaxLevel
			}
			rules = append(rules, discovery.Rule{Factor: f, Least: least, Most: most, Chance: 1, Ways: []discovery.Way{nil}})
		}
	}
	var stays []int
	for _, name := range t.stays {
		if f, ok := r.vocabulary.Index(name); ok {
			stays = append(stays, f)
		}
	}
	r.closures = discovery.NewReach(r.vocabulary, rules, stays...)
	r.count(t.file, rules)
	out := *t
	out.lived = r
	out.Actions = slices.Clone(t.Actions)
	for i := range out.Actions {
		a := &out.Actions[i]
		a.Effects = slices.Clone(a.Effects)
		for j := range a.Effects {
			e := &a.Effects[j]
			uses := map[string]bool{}
			for _, w := range e.Ways {
				for _, m := range w.Members {
					for _, f := range m.Factors {
						uses[f] = uses[f] || m.Consumed > 0
					}
				}
			}
			e.Ways = slices.Clone(e.Ways)
			for k := range e.Ways {
				e.Ways[k].Members = r.narrowed(e.Factor, r.needed(e.Factor, e.Ways[k].Members, uses), uses)
			}
			e.rule = sharedOut(e.rule, func(f string) bool { return uses[f] || r.unit(f) > 1 })
			for k := range e.rule {
				e.rule[k] = r.narrowed(e.Factor, r.needed(e.Factor, e.rule[k], uses), uses)
			}
			e.Ways = apart(r, e.Ways, func(w TruthWay) graphstore.Members { return w.Members })
			e.rule = apart(r, e.rule, func(w graphstore.Members) graphstore.Members { return w })
			for k := range e.Ways { // what is had at least is had, too, where less of it would do
				e.Ways[k].Members = r.had(e.Factor, e.Ways[k].Members)
			}
			for k := range e.rule {
				e.rule[k] = r.had(e.Factor, e.rule[k])
			}
		}
	}
	out.untold = without(all, out.Edges())
	return &out
}

// exclude leaves out the ways that ask for facts that are never there together, the effects without a way, and what can only be had by these.
func (t *Truth) exclude() {
	gone := map[string]bool{}
	for again := true; again; {
		again = false
		for i := range t.Actions {
			a := &t.Actions[i]
			out := func(w graphstore.Members) bool {
				return exclusive(t.file, w) || slices.ContainsFunc(w, func(m graphstore.Member) bool {
					return !slices.ContainsFunc(m.Factors, func(f string) bool { return !gone[f] })
				})
			}
			for j := range a.Effects {
				e := &a.Effects[j]
				e.Ways = slices.DeleteFunc(e.Ways, func(w TruthWay) bool { return out(w.Members) })
				e.rule = slices.DeleteFunc(e.rule, out)
			}
			a.Effects = slices.DeleteFunc(a.Effects, func(e TruthEffect) bool { return len(e.Ways) == 0 })
		}
		for _, f := range t.Factors {
			if !gone[f] && !slices.Contains(t.given, f) && !slices.ContainsFunc(t.Actions, func(a TruthAction) bool {
				return slices.ContainsFunc(a.Effects, func(e TruthEffect) bool { return e.Factor == f })
			}) {
				gone[f], again = true, true
			}
		}
	}
	t.Actions = slices.DeleteFunc(t.Actions, func(a TruthAction) bool { return len(a.Effects) == 0 && len(a.Ends) == 0 })
}

// exclusive reports whether the way asks for two facts that are never there together, as each action that brings one of them about ends the
// other.
func exclusive(f *sim.File, w graphstore.Members) bool {
	ends := func(fact, other string) bool {
		given := false
		for i := range f.Actions {
			a := &f.Actions[i]
			if !slices.ContainsFunc(a.Effects, func(e sim.Effect) bool {
				return slices.ContainsFunc(e.Gives, func(g sim.Gift) bool { return g.Item == fact })
			}) {
				continue
			}
			if given = true; !slices.Contains(a.Ends, other) {
				return false
			}
		}
		return given
	}
	for i, m := range w {
		for _, n := range w[:i] {
			if len(m.Factors) == 1 && len(n.Factors) == 1 && f.Factor(m.Factors[0]).Kind == interaction.Fact && f.Factor(n.Factors[0]).Kind == interaction.Fact &&
				ends(m.Factors[0], n.Factors[0]) && ends(n.Factors[0], m.Factors[0]) {
				return true
			}
		}
	}
	return false
}

// count works out the units. Of a class what is named first is used up first: the rest of what is asked for is taken of the next, so that this
// stays a multiple of what all before it come in, too.
func (r *reach) count(f *sim.File, rules []discovery.Rule) {
	r.units = make([]int, r.vocabulary.Len())
	for i := range r.units {
		for _, x := range rules {
			if x.Factor == i {
				r.units[i] = gcd(gcd(r.units[i], x.Least), x.Most)
			}
			for _, w := range x.Ways {
				for _, m := range w {
					if len(m.Factors) == 1 && m.Factors[0] == i {
						r.units[i] = gcd(r.units[i], m.Consumed)
					}
				}
			}
		}
	}
	for was := []int(nil); !slices.Equal(was, r.units); {
		was = slices.Clone(r.units)
		for i := range f.Actions {
			for _, e := range f.Actions[i].Effects {
				for _, w := range e.Ways {
					for _, req := range w.Consumes {
						if members := f.Members(req); len(members) > 1 {
							r.classed(members, req.Count)
						}
					}
				}
			}
		}
	}
	for i, n := range r.units {
		r.units[i] = max(1, n)
	}
}

// classed reckons with a class of which a number is used up at a time, in this order.
func (r *reach) classed(members []string, count int) {
	taken := count
	for _, name := range members {
		if i, ok := r.vocabulary.Index(name); ok {
			r.units[i] = gcd(r.units[i], taken)
			taken = gcd(taken, r.units[i])
		}
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// mostShares is in how many ways a rule is shared out at most.
const mostShares = 4096

// unit is what the factor comes in.
func (r *reach) unit(name string) int {
	if f, ok := r.vocabulary.Index(name); ok {
		return r.units[f]
	}
	return 1
}

// sharedOut has a rule for each mixture of classes some of which are used up, or come by more than one: what is kept may go without saying with
// one of them, and not with another, and of one it may take more to have enough.
func sharedOut(rules []graphstore.Members, own func(factor string) bool) (out []graphstore.Members) {
	for _, w := range rules {
		mixed := []graphstore.Members{nil}
		for _, m := range w {
			parts := []graphstore.Members{{m}}
			if len(m.Factors) > 1 && slices.ContainsFunc(m.Factors, own) {
				parts = nil
				for _, part := range shares(m.Factors, m.Count, false) {
					var one graphstore.Members
					for name, n := range part {
						one = one.With(graphstore.Member{Factors: []string{name}, Count: n})
					}
					parts = append(parts, one)
				}
			}
			if len(mixed)*len(parts) > mostShares {
				mixed = []graphstore.Members{w}
				break
			}
			var next []graphstore.Members
			for _, had := range mixed {
				for _, part := range parts {
					both := had
					for _, x := range part {
						both = both.With(x)
					}
					next = append(next, both)
				}
			}
			mixed = next
		}
		out = append(out, mixed...)
	}
	return out
}

func (r *reach) numbered(w graphstore.Members) (out discovery.Way) {
	for _, m := range w {
		n := discovery.Member{Count: m.Count, Consumed: m.Consumed}
		for _, name := range m.Factors {
			if i, ok := r.vocabulary.Index(name); ok {
				n.Factors = append(n.Factors, i)
			}
		}
		slices.Sort(n.Factors)
		out = append(out, n)
	}
	return out
}

// farthest is how many quantities above one are looked at for one that can be had.
const farthest = 64

// needed is the way without what can't be told to be needed.
func (r *reach) needed(factor string, w graphstore.Members, uses map[string]bool) graphstore.Members {
	for i := 0; i < len(w); i++ {
		if w[i].Consumed > 0 || slices.ContainsFunc(w[i].Factors, func(f string) bool { return uses[f] }) {
			continue
		}
		rest := slices.Concat(w[:i], w[i+1:])
		kept := slices.DeleteFunc(slices.Clone(rest), r.vital) // closures tell nothing of vitals
		if !slices.ContainsFunc(w[i].Factors, func(name string) bool {
			return discovery.Meets(r.numbered(kept), r.closures.Without(r.less(factor, w[i], name)).Levels)
		}) {
			w = rest
			i = -1
		}
	}
	return w
}

// less are caps that leave room for one more of the factor, and of the member one less than it asks for, of this name.
func (r *reach) less(factor string, m graphstore.Member, name string) []interaction.Level {
	caps := r.room(factor)
	for _, other := range m.Factors {
		if f, ok := r.vocabulary.Index(other); ok {
			n := 0
			if other == name {
				n = m.Count - 1
			}
			caps = discovery.Capped(caps, f, n)
		}
	}
	return caps
}

// narrowed is the way without those of a class of which one is kept that can only be had where another of the class is there, too, as a
// stone pick for stone, of which it is made.
func (r *reach) narrowed(factor string, w graphstore.Members, uses map[string]bool) graphstore.Members {
	w = slices.Clone(w)
	for i, m := range w {
		if len(m.Factors) == 1 || m.Count > 1 || m.Consumed > 0 || slices.ContainsFunc(m.Factors, func(f string) bool { return uses[f] }) {
			continue
		}
		for n := 0; n < len(w[i].Factors) && len(w[i].Factors) > 1; n++ {
			caps := r.room(factor)
			for _, name := range w[i].Factors {
				if f, ok := r.vocabulary.Index(name); ok && name != w[i].Factors[n] {
					caps = discovery.Capped(caps, f, 0)
				}
			}
			alone := slices.Clone(w)
			alone[i].Factors = w[i].Factors[n : n+1]
			if !discovery.Meets(r.numbered(slices.DeleteFunc(alone, r.vital)), r.closures.Without(caps).Levels) {
				w[i].Factors = slices.Delete(slices.Clone(w[i].Factors), n, n+1)
				n = -1
			}
		}
	}
	return w
}

// vital reports whether the member asks for a vital.
func (r *reach) vital(m graphstore.Member) bool {
	f, ok := r.vocabulary.Index(m.Factors[0])
	return ok && r.vocabulary.Factor(f).Kind == interaction.Vital
}

// room are the caps that leave room for one more of the factor to be seen.
func (r *reach) room(factor string) []interaction.Level {
	i, ok := r.vocabulary.Index(factor)
	if !ok || r.vocabulary.Factor(i).Kind != interaction.Fact {
		return nil // of an item there can always be more
	}
	top := r.vocabulary.Factor(i).Top()
	for _, x := range r.closures.Rules() {
		if x.Factor == i && x.Most > 0 {
			top = min(top, x.Most)
		}
	}
	return r.closures.Room(i, top)
}

// had is the way with quantities that can be had: one that can't is the same as the next that can.
func (r *reach) had(factor string, w graphstore.Members) graphstore.Members {
	w = slices.Clone(w)
	for i, m := range w {
		if f, ok := r.vocabulary.Index(m.Factors[0]); ok && len(m.Factors) == 1 {
			for n := m.Count; n < m.Count+farthest; n++ {
				if n%r.units[f] == 0 && r.closures.Without(discovery.Capped(r.room(factor), f, n)).Levels[f] == n {
					w[i].Count = n
					break
				}
			}
		}
	}
	return w
}

// apart leaves out the ways that can only be had where another one is there, too.
func apart[W any](r *reach, ways []W, members func(W) graphstore.Members) []W {
	for i := 0; i < len(ways) && len(ways) > 1; i++ {
		rest := slices.Concat(ways[:i], ways[i+1:])
		var others []discovery.Way
		for _, w := range rest {
			others = append(others, r.numbered(members(w)))
		}
		ts, ok := discovery.Transversals(others)
		if ok && !slices.ContainsFunc(ts, func(t discovery.Transversal) bool { return r.meets(t, members(ways[i])) }) {
			ways = rest
			i = -1
		}
	}
	return ways
}

// meets reports whether what can be brought about without what the transversal caps meets the way.
func (r *reach) meets(t discovery.Transversal, w graphstore.Members) bool {
	var caps []interaction.Level
	for _, c := range t {
		for _, f := range c.Factors {
			caps = discovery.Capped(caps, f, c.Count)
		}
	}
	levels := r.closures.Without(caps).Levels
	return discovery.Meets(r.numbered(w), levels)
}

// asTold is the graph with its ways in the same form. There are no doubts in it.
func (r *reach) asTold(g *graphstore.Graph) *graphstore.Graph {
	return reworded(g, func(e graphstore.Effect) []graphstore.Way {
		ways := slices.Clone(e.Ways)
		for k := range ways {
			ways[k].Members = r.needed(e.Factor, ways[k].Members, nil)
		}
		ways = apart(r, ways, func(w graphstore.Way) graphstore.Members { return w.Members })
		for k := range ways {
			ways[k].Members = r.had(e.Factor, ways[k].Members)
		}
		return ways
	})
}
