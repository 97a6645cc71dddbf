package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction/sim"
)

// rule is what a way of a file asks for, as members whose classes are those of the file, as
// far as they can be had; one for each choice where the file wants one factor of a class to
// have the whole count. It may ask for more than is needed beside other ways. What is
// consumed adds up, as each unit can be used up once.
func rule(f *sim.File, w *sim.Way, have map[string]bool) []graphstore.Members {
	type demand struct {
		factors  []string
		count    int
		consumes bool
		whole    bool // one factor has the whole count
	}
	var demands []demand
	seen := map[string]bool{}
	apart := true // no factor is asked for twice
	for i, r := range append(slices.Clone(w.Consumes), w.Needs...) {
		d := demand{count: r.Count, consumes: i < len(w.Consumes), whole: r.Kind == sim.OfOne && r.Count > 1}
		for _, m := range f.Members(r) {
			if have[m] {
				d.factors = append(d.factors, m)
				apart = apart && !seen[m]
				seen[m] = true
			}
		}
		if len(d.factors) == 0 {
			return nil
		}
		slices.Sort(d.factors)
		demands = append(demands, d)
	}
	var out []graphstore.Members
	if apart {
		var walk func(k int, w graphstore.Members)
		walk = func(k int, w graphstore.Members) {
			if k == len(demands) {
				out = append(out, w)
				return
			}
			d := demands[k]
			if !d.whole {
				walk(k+1, w.With(graphstore.Member{Factors: d.factors, Count: d.count}))
				return
			}
			for _, name := range d.factors {
				walk(k+1, w.With(graphstore.Member{Factors: []string{name}, Count: d.count}))
			}
		}
		walk(0, nil)
		return out
	}
	// Otherwise every way to share out each demand among what is asked for by the same demands. Nine of
	// twenty leaves of which one must be a certain one are shared out in nine ways, and not in millions.
	by := map[string][]string{} // factors, ascending, by the demands that ask for them
	for _, name := range slices.Sorted(maps.Keys(seen)) {
		var key strings.Builder
		for k, d := range demands {
			if slices.Contains(d.factors, name) {
				fmt.Fprintf(&key, "%d ", k)
				if d.whole {
					key.WriteString(name)
				}
			}
		}
		by[key.String()] = append(by[key.String()], name)
	}
	alike := map[string][]string{} // by the first of them, which stands for all
	for _, names := range by {
		alike[names[0]] = names
	}
	for k := range demands {
		demands[k].factors = slices.DeleteFunc(demands[k].factors, func(name string) bool { return alike[name] == nil })
	}
	var share func(k int, consumed, needed counts)
	share = func(k int, consumed, needed counts) {
		if k == len(demands) {
			var w graphstore.Members
			for name, n := range union(consumed, needed) {
				w = w.With(graphstore.Member{Factors: alike[name], Count: n})
			}
			out = append(out, w)
			return
		}
		d := demands[k]
		for _, part := range shares(d.factors, d.count, d.whole) {
			if d.consumes {
				share(k+1, added(consumed, part), needed)
			} else {
				share(k+1, consumed, union(needed, part))
			}
		}
	}
	share(0, counts{}, counts{})
	return out
}

// shares lists the ways to share out a count among factors; whole: to one of them.
func shares(factors []string, count int, whole bool) (out []counts) {
	switch {
	case count == 0:
		return []counts{{}}
	case whole || count == 1:
		for _, name := range factors {
			out = append(out, counts{name: count})
		}
		return out
	case len(factors) == 1:
		return []counts{{factors[0]: count}}
	}
	for n := range count + 1 {
		for _, rest := range shares(factors[1:], count-n, false) {
			if n > 0 {
				rest = added(rest, counts{factors[0]: n})
			}
			out = append(out, rest)
		}
	}
	return out
}

// added is the sum of both.
func added(a, b counts) counts {
	out := counts{}
	for name, n := range a {
		out[name] += n
	}
	for name, n := range b {
		out[name] += n
	}
	return out
}

// union has the larger of two counts of each factor.
func union(a, b counts) counts {
	out := counts{}
	for name, n := range a {
		out[name] = n
	}
	for name, n := range b {
		out[name] = max(out[name], n)
	}
	return out
}

// visible is the rule for somebody who knows these factors only; ok is false if it can't be
// met with them.
func visible(w graphstore.Members, known func(string) bool) (out graphstore.Members, ok bool) {
	for _, m := range w {
		seen := slices.DeleteFunc(slices.Clone(m.Factors), func(f string) bool { return !known(f) })
		if len(seen) == 0 {
			return nil, false
		}
		out = append(out, graphstore.Member{Factors: seen, Count: m.Count})
	}
	return out, true
}

// mostCases bounds the cases into which a comparison of ways is divided.
const mostCases = 100_000

// implied reports whether whatever meets the way meets one of the others. It divides classes
// into cases as far as it must; a comparison that takes too many cases counts as no.
func implied(w graphstore.Members, others []graphstore.Members) bool {
	alone := map[string]bool{} // factors by which the others tell cases apart come first
	for _, o := range others {
		for _, m := range o {
			if len(m.Factors) == 1 {
				alone[m.Factors[0]] = true
			}
		}
	}
	left := mostCases
	var covered func(w graphstore.Members) bool
	covered = func(w graphstore.Members) bool {
		if left--; left < 0 {
			return false
		}
		if slices.ContainsFunc(others, w.Implies) {
			return true
		}
		i := slices.IndexFunc(w, func(m graphstore.Member) bool { return len(m.Factors) > 1 })
		if i < 0 {
			return false
		}
		rest := append(slices.Clone(w[:i]), w[i+1:]...)
		at := max(0, slices.IndexFunc(w[i].Factors, func(f string) bool { return alone[f] }))
		first, class := w[i].Factors[at:at+1], slices.Delete(slices.Clone(w[i].Factors), at, at+1)
		for n := range w[i].Count + 1 {
			part := rest
			if n > 0 {
				part = part.With(graphstore.Member{Factors: first, Count: n})
			}
			if n < w[i].Count {
				part = part.With(graphstore.Member{Factors: class, Count: w[i].Count - n})
			}
			if !covered(part) {
				return false
			}
		}
		return true
	}
	return covered(w)
}
