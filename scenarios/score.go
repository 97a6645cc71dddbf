package scenarios

import (
	"cmp"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Edge is one edge of a causal graph as the ADAM paper counts them. With a Cause,
// the factor is a cause of the effect by this action; without, the action has the
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
	// Doubtful are edges that are learned but for a doubt: they aren't counted but in SHDWithDoubtful, which is the distance if
	// they are.
	Doubtful        []Edge `json:"doubtful,omitempty"`
	SHDWithDoubtful int    `json:"shd_with_doubtful"`
	// Precision and Recall are about the same edges; 1 when there are none to
	// be right about.
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	// Ways are counted with one factor for each class: WaysExact are true ways for which
	// one with the same factors was learned; CountsExact those of them where counts and
	// consumption agree as well and the yields seen are possible.
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
	// don't exist, something suffices that isn't among their ways, or one of them doesn't
	// suffice, or something can block them. Two ways to write the same are both right.
	WrongCertificates []Edge `json:"wrong_certificates"`
	// OutOfReach is what the truth has and no episode can tell, where starts can't be chosen;
	// it isn't counted in SHD.
	OutOfReach []Edge `json:"out_of_reach,omitempty"`
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
			out = appendEdges(out, a.ID, e.Factor, ways)
		}
	}
	return out
}

// LearnedEdges lists the edges of a graph that rest on effects that are at least
// proven, in the order of [Truth.Edges]. What is doubtful is no edge.
func LearnedEdges(g *graphstore.Graph) []Edge {
	var out []Edge
	for i := range g.Actions {
		for _, e := range g.Actions[i].Effects {
			if e.Grade >= graphstore.Proven {
				out = appendEdges(out, g.Actions[i].ID, e.Factor, asserted(e))
			}
		}
	}
	return out
}

// asserted are the effect's ways without what is doubtful. Of what is certified, nothing is.
func asserted(e graphstore.Effect) []graphstore.Way {
	out := slices.Clone(e.Ways)
	for i, w := range out {
		if out[i].Doubtful = nil; e.Grade < graphstore.Certified {
			out[i].Members = w.Asserted()
		}
	}
	return out
}

// believed are the effect's ways without doubts.
func believed(e graphstore.Effect) []graphstore.Way {
	out := slices.Clone(e.Ways)
	for i := range out {
		out[i].Doubtful = nil
	}
	return out
}

// reworded is the graph with other ways.
func reworded(g *graphstore.Graph, ways func(graphstore.Effect) []graphstore.Way) *graphstore.Graph {
	out := *g
	out.Actions = slices.Clone(g.Actions)
	for i := range out.Actions {
		a := &out.Actions[i]
		a.Effects = slices.Clone(a.Effects)
		for j, e := range a.Effects {
			a.Effects[j].Ways = ways(e)
		}
	}
	return &out
}

func appendEdges(out []Edge, id interaction.Action, factor string, ways []graphstore.Way) []Edge {
	causes := map[string]bool{}
	for _, w := range ways {
		for _, m := range w.Members {
			for _, f := range m.Factors {
				causes[f] = true
			}
		}
	}
	out = append(out, Edge{Action: id, Effect: factor})
	start := len(out)
	for c := range causes {
		out = append(out, Edge{id, c, factor})
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
	s := Score{World: t.World, Missing: []Edge{}, Extra: []Edge{}, WrongCertificates: []Edge{}, OutOfReach: t.untold}
	g, all := reworded(g, asserted), reworded(g, believed)
	if t.lived != nil {
		g, all = t.lived.asTold(g), t.lived.asTold(all)
	}
	truth, learned, doubted := t.Edges(), LearnedEdges(g), LearnedEdges(all)
	s.Doubtful = without(doubted, learned)
	s.SHDWithDoubtful = len(without(truth, doubted)) + len(without(doubted, truth))
	s.TrueEdges, s.LearnedEdges = CountEdges(truth), CountEdges(learned)
	s.Missing = append(s.Missing, without(truth, learned)...)
	s.Extra = append(s.Extra, without(learned, truth)...)
	s.SHD = len(s.Missing) + len(s.Extra)
	s.Precision = share(len(learned)-len(s.Extra), len(learned))
	s.Recall = share(len(truth)-len(s.Missing), len(truth))

	learnedEffects := map[Edge]*graphstore.Effect{}
	for i := range g.Actions {
		for j := range g.Actions[i].Effects {
			e := &g.Actions[i].Effects[j]
			if e.Grade >= graphstore.Proven {
				learnedEffects[Edge{Action: g.Actions[i].ID, Effect: e.Factor}] = e
				for _, w := range e.Ways {
					s.WaysLearned += choicesOf(w.Members)
				}
			}
		}
	}
	known := func(factor string) bool { return g.Factor(factor) != nil }
	right := map[Edge]bool{}
	for _, a := range t.Actions {
		for i := range a.Effects {
			e := &a.Effects[i]
			key := Edge{Action: a.ID, Effect: e.Factor}
			s.EffectsTotal++
			l := learnedEffects[key]
			if l != nil {
				s.EffectsFound++
				right[key] = e.right(l, known)
			}
			for _, w := range e.Ways {
				for _, p := range w.Members.Pure() {
					s.WaysTotal++
					if t.lived != nil {
						p = t.lived.had(e.Factor, p)
					}
					if l == nil {
						continue
					}
					same, all := matches(p, w.Yield, l.Ways)
					if same {
						s.WaysExact++
					}
					if all {
						s.CountsExact++
					}
				}
			}
		}
	}
	for key, e := range learnedEffects {
		if e.Grade == graphstore.Certified && !right[key] {
			s.WrongCertificates = append(s.WrongCertificates, key)
		}
	}
	slices.SortFunc(s.WrongCertificates, compareEdges)
	return s
}

// right reports whether the ways are what the rules say of the factors that are known: each
// of them suffices, whatever stands for its classes, and nothing else does.
func (e *TruthEffect) right(l *graphstore.Effect, known func(string) bool) bool {
	if len(e.Blockers) > 0 {
		return false
	}
	var rule, claimed []graphstore.Members
	for _, w := range e.rule {
		if v, ok := visible(w, known); ok {
			rule = append(rule, v)
		}
	}
	for _, w := range l.Ways {
		claimed = append(claimed, w.Members)
	}
	return !slices.ContainsFunc(claimed, func(w graphstore.Members) bool { return !implied(w, rule) }) &&
		!slices.ContainsFunc(rule, func(w graphstore.Members) bool { return !implied(w, claimed) })
}

// choicesOf is in how many ways one factor can be chosen for each member.
func choicesOf(w graphstore.Members) int {
	n := 1
	for _, m := range w {
		n *= len(m.Factors)
	}
	return n
}

// matches compares a true way of single factors with learned ones: same, that one can be met
// by the same factors; all, that the counts, what is consumed and the yields that were seen
// agree, too.
func matches(p graphstore.Members, yield graphstore.Yield, learned []graphstore.Way) (same, all bool) {
	for _, l := range learned {
		if len(l.Members) != len(p) {
			continue
		}
		met, equal := true, true
		for _, m := range p {
			i := slices.IndexFunc(l.Members, func(o graphstore.Member) bool { return slices.Contains(o.Factors, m.Factors[0]) })
			if met = met && i >= 0; !met {
				break
			}
			equal = equal && l.Members[i].Count == m.Count && l.Members[i].Consumed == m.Consumed
		}
		same = same || met
		all = all || met && equal && (l.Yield == graphstore.Yield{} || yield.Min <= l.Yield.Min && l.Yield.Max <= yield.Max)
	}
	return same, all
}

func compareEdges(a, b Edge) int {
	return cmp.Or(cmp.Compare(len(a.Action), len(b.Action)), cmp.Compare(a.Action, b.Action), cmp.Compare(a.Effect, b.Effect), cmp.Compare(a.Cause, b.Cause))
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
