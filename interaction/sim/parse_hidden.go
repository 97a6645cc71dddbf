package sim

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// hidden reads what nobody sees; n may be nil.
func (r *reader) hidden(n *node) Hidden {
	var h Hidden
	if n == nil {
		return h
	}
	m := r.object(n, "hidden", hiddenKeys)
	if n.kind != isObject {
		return h
	}
	for _, key := range hiddenKeys {
		if m[key] == nil {
			r.fault(n.line, "hidden: the key %q is missing", key)
		}
	}
	if l := m["lasts"]; l != nil {
		h.Lasts = r.count(l, "lasts")
	}
	phases := m["phases"]
	if phases == nil {
		return h
	}
	sum := 0.0
	for _, p := range r.pairs(phases, "phases") {
		if !namePattern.MatchString(p.key) {
			r.fault(p.line, "phase %q: only letters, digits, single spaces and _ . : / - are allowed", p.key)
		}
		share := r.chance(p.value, "the share of phase "+strconv.Quote(p.key), 1)
		h.Phases = append(h.Phases, Phase{p.key, share})
		r.phases = append(r.phases, p.key)
		sum += share
	}
	slices.SortFunc(h.Phases, func(a, b Phase) int { return strings.Compare(a.Name, b.Name) })
	switch {
	case phases.kind != isObject:
	case len(h.Phases) == 0 || len(h.Phases) > MaxPhases:
		r.fault(phases.line, "there are %d phases; from 1 to %d are possible", len(h.Phases), MaxPhases)
	case math.Abs(sum-1) > 1e-9:
		r.fault(phases.line, "phases: the shares sum to %g, not 1", sum)
	}
	return h
}

// phase reports a phase that the world doesn't have.
func (r *reader) phase(name string, line int) {
	if slices.Contains(r.phases, name) {
		return
	}
	list := "the world has none: \"hidden\" lists them"
	if len(r.phases) > 0 {
		list = "phases: " + strings.Join(r.phases, ", ")
	}
	r.fault(line, "unknown phase %q%s; %s", name, interaction.Meant(name, r.phases), list)
}

// without reads the items that close the way; n may be nil.
func (r *reader) without(n *node, w *Way) []string {
	out := r.names(n, "without", func(name string, line int) {
		r.known(name, line)
		for _, req := range append(slices.Clone(w.Consumes), w.Needs...) {
			if req.Kind == OfItem && req.Name == name || req.Kind != OfItem && slices.Contains(r.classes[req.Name], name) {
				r.fault(line, "%q closes the way and can stand for its requirement %s", name, req.Key())
			}
		}
	})
	slices.Sort(out)
	return out
}
