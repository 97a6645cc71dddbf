package sim

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// actionReader checks what holds between the effects of one action.
type actionReader struct {
	*reader
	given     map[string]int // item -> line of the effect or ambient gain that gives it
	consuming int            // line of the effect that consumes; 0: none so far
	consumed  []usage
}

// usage is how much of an item a way may use up at most.
type usage struct {
	item         string
	count, least int // least: the smallest quantity the same success gives, 0 if none
	line         int
}

func (r *reader) action(n *node, labels map[string]int) Action {
	m := r.object(n, "an action", actionKeys)
	a := Action{Label: r.text(m["label"], "label")}
	if l := m["label"]; l != nil && !interaction.Plain(a.Label) {
		r.fault(l.line, "label %s: line breaks, control characters and those that change the order or the look of others aren't allowed", interaction.Shown(a.Label))
	}
	if l := m["label"]; a.Label != "" {
		if line, ok := labels[a.Label]; ok {
			r.fault(l.line, "two actions have the label %q, the first on line %d", a.Label, line)
		} else {
			labels[a.Label] = l.line
		}
	}
	a.Unlock = r.names(m["unlock"], "unlock", r.known)
	slices.Sort(a.Unlock)
	a.At = r.thing(m["at"])
	ar := &actionReader{reader: r, given: map[string]int{}}
	for _, e := range r.list(m["effects"], "effects") {
		a.Effects = append(a.Effects, ar.effect(e))
	}
	for _, e := range r.list(m["ambient"], "ambient") {
		am := r.object(e, "an ambient gain", ambientKeys)
		gives := ar.gives(am["gives"], e, "an ambient gain")
		ar.give(gives, e.line)
		a.Ambient = append(a.Ambient, Ambient{gives, r.chance(am["chance"], "chance", 1)})
	}
	a.Ends = r.names(m["ends"], "ends", r.fact)
	slices.Sort(a.Ends)
	if n.kind == isObject && m["effects"] == nil && len(a.Ambient)+len(a.Ends) == 0 {
		r.fault(n.line, `the action has neither effects nor ambient gains, and ends nothing; one that does nothing says "effects": []`)
	}
	ar.net()
	return a
}

// give notes which items the action gives; each may come from one place only, or
// nobody could tell which it was.
func (r *actionReader) give(gives []Gift, line int) {
	for _, g := range gives {
		if first, ok := r.given[g.Item]; ok {
			r.fault(line, "the action gives %q in two places, first on line %d", g.Item, first)
		} else {
			r.given[g.Item] = line
		}
	}
}

// net reports items that are used up and obtained by one action, where the
// difference in the start wouldn't show which.
func (r *actionReader) net() {
	for _, u := range r.consumed {
		if _, ok := r.given[u.item]; ok && u.least <= u.count {
			r.fault(u.line, "the action both consumes %q (%d) and gives it, and doesn't always give more of it by the same way", u.item, u.count)
		}
	}
}

func (r *actionReader) effect(n *node) Effect {
	m := r.object(n, "an effect", effectKeys)
	e := Effect{Chance: r.chance(m["chance"], "chance", 1)}
	e.Gives = r.gives(m["gives"], n, "an effect")
	r.give(e.Gives, n.line)
	e.Phases = r.names(m["phases"], "phases", r.phase)
	slices.Sort(e.Phases)
	ways := r.list(m["ways"], "ways")
	if n.kind == isObject && (m["ways"] == nil || m["ways"].kind == isArray && len(ways) == 0) {
		r.fault(n.line, "an effect has at least one way; one that needs nothing is written {}")
	}
	consumes := 0
	for _, wn := range ways {
		w := r.way(wn, &e)
		if len(w.Consumes) > 0 && consumes == 0 {
			consumes = wn.line
		}
		e.Ways = append(e.Ways, w)
	}
	if consumes > 0 {
		if r.consuming > 0 {
			r.fault(consumes, "two effects of the action consume, the first on line %d: what was used up couldn't be told apart", r.consuming)
		}
		r.consuming = consumes
	}
	return e
}

func (r *actionReader) way(n *node, e *Effect) Way {
	m := r.object(n, "a way", wayKeys)
	w := Way{
		Consumes: r.requirements(m["consumes"], "consumes"),
		Needs:    r.requirements(m["needs"], "needs"),
		Chance:   r.chance(m["chance"], "chance", 0),
	}
	w.Without = r.without(m["without"], &w)
	if g := m["gives"]; g != nil {
		w.Gives = r.gives(g, n, "a way")
		if g.kind == isObject && !slices.EqualFunc(w.Gives, e.Gives, func(a, b Gift) bool { return a.Item == b.Item }) {
			r.fault(g.line, "a way gives the same items as its effect, in other quantities: %s", giftNames(e.Gives))
		}
	}
	r.use(&w, e, n.line)
	return w
}

// use notes what the way uses up at most.
func (r *actionReader) use(w *Way, e *Effect, line int) {
	most := map[string]int{}
	var classes []Requirement
	for _, c := range w.Consumes {
		if c.Kind == OfItem {
			most[c.Name] += c.Count
			continue
		}
		for _, other := range classes {
			for _, it := range r.classes[c.Name] {
				if slices.Contains(r.classes[other.Name], it) {
					r.fault(line, "the way consumes %s and %s, which share %q: which of them took it couldn't be told", other.Key(), c.Key(), it)
					break
				}
			}
		}
		classes = append(classes, c)
		for _, it := range r.classes[c.Name] {
			most[it] += c.Count
		}
	}
	gives := map[string]int{}
	for _, g := range e.GivesOf(w) {
		gives[g.Item] = g.Quantity.Min()
	}
	items := map[string]bool{}
	for it := range most {
		items[it] = true
	}
	for _, it := range sorted(items) {
		if k := r.factors[it].Kind; k != interaction.Item {
			r.fault(line, "the way consumes %q, which is a %s: only items are consumed", it, k)
		}
		r.consumed = append(r.consumed, usage{it, most[it], gives[it], line})
	}
}

func (r *reader) requirements(n *node, what string) []Requirement {
	if n == nil {
		return nil
	}
	var out []Requirement
	for _, p := range r.pairs(n, what) {
		req := Requirement{Name: p.key, Count: r.count(p.value, "the count of "+strconv.Quote(p.key))}
		for _, k := range []Kind{OfClass, OfOne} {
			if name, ok := strings.CutPrefix(p.key, kindPrefix[k]); ok {
				req.Kind, req.Name = k, name
			}
		}
		if req.Kind == OfItem {
			r.known(req.Name, p.line)
			r.within(req.Name, req.Count, p.line)
		} else if _, ok := r.classes[req.Name]; !ok {
			names := map[string]bool{}
			for c := range r.classes {
				names[c] = true
			}
			list := "there are none"
			if len(names) > 0 {
				list = "classes: " + strings.Join(sorted(names), ", ")
			}
			r.fault(p.line, "unknown class %q%s; %s", req.Name, interaction.Meant(req.Name, sorted(names)), list)
		}
		out = append(out, req)
	}
	slices.SortFunc(out, func(a, b Requirement) int { return strings.Compare(a.Key(), b.Key()) })
	return out
}

// gives reads what an effect, a way or an ambient gain gives; parent is where it
// should be.
func (r *reader) gives(n, parent *node, what string) []Gift {
	if n == nil {
		if parent.kind == isObject {
			r.fault(parent.line, "%s must say what it gives: the key \"gives\" is missing", what)
		}
		return nil
	}
	var out []Gift
	for _, p := range r.pairs(n, "gives") {
		r.itemName(p.key, p.line)
		g := Gift{p.key, r.quantity(p.value, p.key)}
		r.within(g.Item, g.Quantity.Max(), p.line)
		out = append(out, g)
	}
	if n.kind == isObject && len(n.pairs) == 0 {
		r.fault(n.line, "gives is empty")
	}
	slices.SortFunc(out, func(a, b Gift) int { return strings.Compare(a.Item, b.Item) })
	return out
}

func (r *reader) quantity(n *node, item string) Quantity {
	what := "the quantity of " + strconv.Quote(item)
	switch n.kind {
	case isNumber:
		return Fixed(r.count(n, what))
	case isObject:
	default:
		r.fault(n.line, "%s must be a count or an object from count to chance, not %s", what, kindNames[n.kind])
		return Fixed(1)
	}
	var q Quantity
	sum := 0.0
	for _, p := range r.pairs(n, what) {
		c, err := strconv.Atoi(p.key)
		if err != nil || c < 1 || c > MaxCount || strconv.Itoa(c) != p.key {
			r.fault(p.line, "%s: %q is not a count from 1 to %d", what, p.key, MaxCount)
			continue
		}
		ch := r.chance(p.value, "the chance of "+p.key, 1)
		q = append(q, Portion{c, ch})
		sum += ch
	}
	if math.Abs(sum-1) > 1e-9 {
		r.fault(n.line, "%s: the chances sum to %g, not 1", what, sum)
	}
	if len(q) == 0 {
		return Fixed(1)
	}
	slices.SortFunc(q, func(a, b Portion) int { return a.Count - b.Count })
	return q
}

func giftNames(gives []Gift) string {
	names := make([]string, len(gives))
	for i, g := range gives {
		names[i] = g.Item
	}
	return strings.Join(names, ", ")
}
