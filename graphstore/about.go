package graphstore

import "slices"

// About is the part of the graph that says what gives the item and what it is
// good for: the effects that are the item or have a way that needs it, with all
// their ways and with the items that these mention. Nil if the item wasn't
// observed.
func (g *Graph) About(item string) *Graph {
	if g.Item(item) == nil {
		return nil
	}
	out := *g
	out.Items, out.Actions = nil, nil
	named := map[string]bool{item: true}
	for _, a := range g.Actions {
		var effects []Effect
		for _, e := range a.Effects {
			if e.Item == item || slices.ContainsFunc(e.Ways, func(w Way) bool { return w.Needs(item) }) {
				effects = append(effects, e)
				named[e.Item] = true
				for _, w := range e.Ways {
					for _, m := range w.Members {
						named[m.Item] = true
					}
				}
			}
		}
		if a.Effects = effects; effects != nil {
			out.Actions = append(out.Actions, a)
		}
	}
	for _, it := range g.Items {
		if named[it.Name] {
			out.Items = append(out.Items, it)
		}
	}
	return &out
}
