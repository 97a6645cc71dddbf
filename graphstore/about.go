package graphstore

import "slices"

// About is the part of the graph that says what raises the factor and what it is
// good for: the effects that are the factor or have a way that needs it, with all
// their ways and with the factors that these mention. Nil if it isn't known.
func (g *Graph) About(factor string) *Graph {
	if g.Factor(factor) == nil {
		return nil
	}
	out := *g
	out.Factors, out.Actions = nil, nil
	named := map[string]bool{factor: true}
	for _, a := range g.Actions {
		var effects []Effect
		for _, e := range a.Effects {
			if e.Factor == factor || slices.ContainsFunc(e.Ways, func(w Way) bool { return w.Needs(factor) }) {
				effects = append(effects, e)
				named[e.Factor] = true
				for _, w := range e.Ways {
					for _, m := range w.Members {
						for _, f := range m.Factors {
							named[f] = true
						}
					}
				}
			}
		}
		if a.Effects = effects; effects != nil {
			out.Actions = append(out.Actions, a)
		}
	}
	for _, it := range g.Factors {
		if named[it.Name] {
			out.Factors = append(out.Factors, it)
		}
	}
	return &out
}
