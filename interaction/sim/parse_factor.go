package sim

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

var (
	factorKeys    = []string{"kind", "max", "ample", "fixed", "stack"}
	exclusionKeys = []string{"factors", "slots"}
)

// factorList reads what is said of factors; n may be nil.
func (r *reader) factorList(n *node) []interaction.Factor {
	r.factors = map[string]interaction.Factor{}
	if n == nil {
		return nil
	}
	var out []interaction.Factor
	for _, p := range r.pairs(n, "factors") {
		r.itemName(p.key, p.line)
		what := "factor " + strconv.Quote(p.key)
		m := r.object(p.value, what, factorKeys)
		f := interaction.Factor{Name: p.key}
		if k := m["kind"]; k != nil && r.expect(k, isString, "the kind of "+what) {
			if err := f.Kind.UnmarshalText([]byte(k.text)); err != nil {
				r.fault(k.line, "%s: %v", what, err)
			}
		}
		for _, c := range []struct {
			key  string
			into *int
		}{{"max", &f.Max}, {"ample", &f.Ample}, {"stack", &f.Stack}} {
			if m[c.key] != nil {
				*c.into = r.count(m[c.key], c.key+" of "+what)
			}
		}
		f.Fixed = r.flag(m["fixed"], "\"fixed\" of "+what)
		if f.Name == "" { // that was said
			continue
		}
		if err := f.Validate(); err != nil {
			r.fault(p.line, "%v", err)
		}
		out = append(out, f)
		r.factors[f.Name] = f
	}
	slices.SortFunc(out, func(a, b interaction.Factor) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// exclusions reads what can't be there at the same time; n may be nil.
func (r *reader) exclusions(n *node) []interaction.Exclusion {
	var out []interaction.Exclusion
	in := map[string]bool{}
	var bag *node
	for _, e := range r.list(n, "exclusions") {
		m := r.object(e, "an exclusion", exclusionKeys)
		x := interaction.Exclusion{Factors: r.names(m["factors"], "the factors of an exclusion", r.known), Slots: 1}
		if m["slots"] != nil {
			x.Slots = r.count(m["slots"], "slots")
		}
		slices.Sort(x.Factors)
		if len(x.Factors) == 0 {
			if bag != nil {
				r.fault(e.line, "two exclusions name no factors, so both are of all items")
			}
			bag = e
		}
		kinds := map[interaction.Kind]bool{}
		for _, name := range x.Factors {
			kinds[r.factors[name].Kind] = true
			if in[name] {
				r.fault(e.line, "%q is in two exclusions", name)
			}
			in[name] = true
		}
		if len(kinds) > 1 {
			r.fault(e.line, "an exclusion is one of items, of facts or of vitals, not a mixture")
		}
		out = append(out, x)
	}
	for _, name := range slices.Sorted(maps.Keys(in)) {
		if bag != nil && r.factors[name].Kind == interaction.Item {
			r.fault(bag.line, "%q is in two exclusions, as one that names no factors is of all items", name)
		}
	}
	return out
}

// fact reports what isn't a fact.
func (r *reader) fact(name string, line int) {
	r.known(name, line)
	if r.items[name] && r.factors[name].Kind != interaction.Fact {
		r.fault(line, "%q isn't a fact, so nothing ends it: \"factors\" says what is one", name)
	}
}

// within reports a level that the factor can't have.
func (r *reader) within(name string, level, line int) {
	if f, ok := r.factors[name]; ok && f.Top() > 0 && level > f.Top() {
		r.fault(line, "%d of %q: its highest level is %d", level, name, f.Top())
	}
}
