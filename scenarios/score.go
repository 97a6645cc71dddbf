package scenarios

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Edge is one edge of a causal graph as the ADAM paper counts them. With a Cause,
// the item is a cause of the effect by this action; without, the action has the
// effect.
type Edge struct {
	Action interaction.Action `json:"action"`
	Cause  string             `json:"cause,omitempty"`
	Effect string             `json:"effect"`
}

// String is the edge as "b: log -> planks" or "b -> planks".
func (e Edge) String() string {
	if e.Cause == "" {
		return string(e.Action) + " -> " + e.Effect
	}
	return string(e.Action) + ": " + e.Cause + " -> " + e.Effect
}

// EdgeCount counts edges of both kinds.
type EdgeCount struct {
	ItemItem     int `json:"item_item"`
	ActionEffect int `json:"action_effect"`
}

// Score compares a learned graph with the truth. Only effects that are at least
// proven count as learned.
type Score struct {
	World string `json:"world"`
	// SHD is the structural Hamming distance: the number of missing and extra
	// edges, of both kinds. Zero: the same graph.
	SHD     int    `json:"shd"`
	Missing []Edge `json:"missing"`
	Extra   []Edge `json:"extra"`
	// Precision and Recall are about the same edges; 1 when there are none to
	// be right about.
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	// WaysExact counts true ways for which a way with the same items was
	// learned; CountsExact those of them where counts and consumption agree as
	// well and the yields seen are possible.
	WaysExact   int `json:"ways_exact"`
	CountsExact int `json:"counts_exact"`
	WaysTotal   int `json:"ways_total"`
	WaysLearned int `json:"ways_learned"`
	// EffectsFound counts true effects that were learned.
	EffectsFound int       `json:"effects_found"`
	EffectsTotal int       `json:"effects_total"`
	TrueEdges    EdgeCount `json:"edges_true"`
	LearnedEdges EdgeCount `json:"edges_learned"`
	// WrongCertificates are effects that are certified and aren't so: they
	// don't exist, their ways have other items or counts, or something can block
	// them.
	WrongCertificates []Edge `json:"wrong_certificates"`
}

// Edges lists the edges of the truth: action by action, effects ascending, an
// effect's own edge before those of its causes.
func (t *Truth) Edges() []Edge {
	var out []Edge
	for _, a := range t.Actions {
		for _, e := range a.Effects {
			ways := make([]graphstore.Way, len(e.Ways))
			for i := range e.Ways {
				ways[i] = e.Ways[i].Way
			}
			out = appendEdges(out, a.ID, e.Item, ways)
		}
	}
	return out
}

// LearnedEdges lists the edges of a graph that rest on effects that are at least
// proven, in the order of [Truth.Edges].
func LearnedEdges(g *graphstore.Graph) []Edge {
	var out []Edge
	for i := range g.Actions {
		for _, e := range g.Actions[i].Effects {
			if e.Grade >= graphstore.Proven {
				out = appendEdges(out, g.Actions[i].ID, e.Item, e.Ways)
			}
		}
	}
	return out
}

func appendEdges(out []Edge, id interaction.Action, item string, ways []graphstore.Way) []Edge {
	causes := map[string]bool{}
	for _, w := range ways {
		for _, m := range w.Members {
			causes[m.Item] = true
		}
	}
	out = append(out, Edge{Action: id, Effect: item})
	start := len(out)
	for c := range causes {
		out = append(out, Edge{id, c, item})
	}
	slices.SortFunc(out[start:], func(a, b Edge) int { return strings.Compare(a.Cause, b.Cause) })
	return out
}

// CountEdges counts edges by kind.
func CountEdges(edges []Edge) EdgeCount {
	var n EdgeCount
	for _, e := range edges {
		if e.Cause == "" {
			n.ActionEffect++
		} else {
			n.ItemItem++
		}
	}
	return n
}

// NewScore compares a learned graph with the truth. To score some actions alone,
// give [Truth.Only] of them and a graph of the same.
func NewScore(t *Truth, g *graphstore.Graph) Score {
	s := Score{World: t.World, Missing: []Edge{}, Extra: []Edge{}, WrongCertificates: []Edge{}}
	truth, learned := t.Edges(), LearnedEdges(g)
	s.TrueEdges, s.LearnedEdges = CountEdges(truth), CountEdges(learned)
	s.Missing = append(s.Missing, without(truth, learned)...)
	s.Extra = append(s.Extra, without(learned, truth)...)
	s.SHD = len(s.Missing) + len(s.Extra)
	s.Precision = share(len(learned)-len(s.Extra), len(learned))
	s.Recall = share(len(truth)-len(s.Missing), len(truth))

	known := map[Edge]*graphstore.Effect{}
	for i := range g.Actions {
		for j := range g.Actions[i].Effects {
			e := &g.Actions[i].Effects[j]
			if e.Grade >= graphstore.Proven {
				known[Edge{Action: g.Actions[i].ID, Effect: e.Item}] = e
				s.WaysLearned += len(e.Ways)
			}
		}
	}
	right := map[Edge]bool{}
	for _, a := range t.Actions {
		for _, e := range a.Effects {
			key := Edge{Action: a.ID, Effect: e.Item}
			s.EffectsTotal++
			s.WaysTotal += len(e.Ways)
			l := known[key]
			if l == nil {
				continue
			}
			s.EffectsFound++
			pure := slices.DeleteFunc(slices.Clone(l.Ways), func(w graphstore.Way) bool { return isMixture(e, w) })
			exact, counts, requirements := compareWays(e.Ways, pure)
			s.WaysExact += exact
			s.CountsExact += counts
			// A certificate speaks of the items that were observed.
			visible := 0
			for _, w := range e.Ways {
				if !slices.ContainsFunc(w.Members, func(m graphstore.Member) bool { return g.Item(m.Item) == nil }) {
					visible++
				}
			}
			right[key] = len(pure) == visible && requirements == visible && len(e.Blockers) == 0
		}
	}
	for key, e := range known {
		if e.Grade == graphstore.Certified && !right[key] {
			s.WrongCertificates = append(s.WrongCertificates, key)
		}
	}
	slices.SortFunc(s.WrongCertificates, compareEdges)
	return s
}

// isMixture reports whether the way is a true way but for a class that mixes, of
// which it has some of several members. The truth lists only ways with one; a
// mixture is neither missing nor wrong.
func isMixture(e TruthEffect, w graphstore.Way) bool {
	for _, c := range e.Classes {
		if !c.Mixes {
			continue
		}
		sum, kinds := 0, 0
		rest := map[string]int{}
		for _, m := range w.Members {
			if slices.Contains(c.Items, m.Item) {
				sum += m.Count
				kinds++
			} else {
				rest[m.Item] = m.Count
			}
		}
		if kinds < 2 || sum != c.Count {
			continue
		}
		for _, it := range c.Items {
			rest[it] = c.Count
			if slices.ContainsFunc(e.Ways, func(t TruthWay) bool { return maps.Equal(rest, memberCounts(t.Way)) }) {
				return true
			}
			delete(rest, it)
		}
	}
	return false
}

func memberCounts(w graphstore.Way) map[string]int {
	m := make(map[string]int, len(w.Members))
	for _, mem := range w.Members {
		m[mem.Item] = mem.Count
	}
	return m
}

func compareEdges(a, b Edge) int {
	return cmp.Or(cmp.Compare(len(a.Action), len(b.Action)), cmp.Compare(a.Action, b.Action), cmp.Compare(a.Effect, b.Effect), cmp.Compare(a.Cause, b.Cause))
}

// compareWays counts the true ways of which a learned one has the same items,
// and of these those right in everything, and those right in items and counts.
// Each learned way stands for one true way: with classes that hold different
// counts, several ways can have the same items.
func compareWays(truth []TruthWay, learned []graphstore.Way) (exact, all, requirements int) {
	usedItems, usedCounts, usedAll := make([]bool, len(learned)), make([]bool, len(learned)), make([]bool, len(learned))
	match := func(used []bool, same func(graphstore.Way) bool) int {
		for i, l := range learned {
			if !used[i] && same(l) {
				used[i] = true
				return 1
			}
		}
		return 0
	}
	for _, w := range truth {
		members := func(eq func(a, b graphstore.Member) bool) func(graphstore.Way) bool {
			return func(l graphstore.Way) bool { return slices.EqualFunc(w.Members, l.Members, eq) }
		}
		exact += match(usedItems, members(func(a, b graphstore.Member) bool { return a.Item == b.Item }))
		requirements += match(usedCounts, members(func(a, b graphstore.Member) bool { return a.Item == b.Item && a.Count == b.Count }))
		all += match(usedAll, func(l graphstore.Way) bool {
			return slices.Equal(w.Members, l.Members) && (l.Yield == graphstore.Yield{} || w.Yield.Min <= l.Yield.Min && l.Yield.Max <= w.Yield.Max)
		})
	}
	return exact, all, requirements
}

func share(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

// without returns the edges of a that aren't in b.
func without(a, b []Edge) []Edge {
	in := make(map[Edge]bool, len(b))
	for _, e := range b {
		in[e] = true
	}
	var out []Edge
	for _, e := range a {
		if !in[e] {
			out = append(out, e)
		}
	}
	return out
}
