package export

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// The ids of nodes. They depend on names only, so that a node keeps its id when
// the graph grows, and they never collide: what separates the parts is escaped
// within them.

func factorID(name string) string { return "factor:" + escapeID(name) }

func actionID(id interaction.Action) string { return "action:" + escapeID(string(id)) }

// wayID numbers the ways of an effect from 1.
func wayID(action interaction.Action, factor string, number int) string {
	return fmt.Sprintf("way:%s/%s/%d", escapeID(string(action)), escapeID(factor), number)
}

// escapeID also escapes what XML and DOT can't carry, so that an id is the same
// in every format.
func escapeID(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == '%' || r == '/' || !unicode.IsPrint(r) {
			fmt.Fprintf(&b, "%%%X;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// node is a factor to show.
type node struct {
	graphstore.Factor
	// Observed is false for a name that a way or an effect mentions and the
	// graph's factors don't.
	Observed bool
}

// factors lists every factor that the graph mentions, ascending by name.
func factors(g *graphstore.Graph) []node {
	known := make(map[string]bool, len(g.Factors))
	var out []node
	for _, f := range g.Factors {
		known[f.Name] = true
		out = append(out, node{Factor: f, Observed: true})
	}
	mention := func(names ...string) {
		for _, name := range names {
			if !known[name] {
				known[name] = true
				out = append(out, node{Factor: graphstore.Factor{Name: name}})
			}
		}
	}
	for _, a := range g.Actions {
		mention(a.Ends...)
		for _, e := range a.Effects {
			mention(e.Factor)
			for _, w := range e.Ways {
				for _, m := range w.Members {
					mention(m.Factors...)
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b node) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// title is what people call the action.
func title(a *graphstore.Action) string {
	if a.Label != "" {
		return a.Label
	}
	return string(a.ID)
}

// style is how an effect is drawn: its grade, or that it is disputed, which
// matters more to the reader than the grade it had.
type style string

const (
	styleNone     style = "none"
	styleReached  style = "reached"
	styleProven   style = "proven"
	styleCert     style = "certified"
	styleDisputed style = "disputed"
)

func effectStyle(e *graphstore.Effect) style {
	if e.Disputed {
		return styleDisputed
	}
	return style(e.Grade.String())
}

// rank orders styles by how much they promise.
func (s style) rank() int {
	return slices.Index([]style{styleNone, styleDisputed, styleReached, styleProven, styleCert}, s)
}

func better(a, b style) style {
	if b.rank() > a.rank() {
		return b
	}
	return a
}

// source is an effect with its action.
type source struct {
	action *graphstore.Action
	effect *graphstore.Effect
}

// sources finds for every factor the effects that give it, in the order of the
// actions.
func sources(g *graphstore.Graph) map[string][]source {
	out := map[string][]source{}
	for i := range g.Actions {
		a := &g.Actions[i]
		for j := range a.Effects {
			e := &a.Effects[j]
			out[e.Factor] = append(out[e.Factor], source{a, e})
		}
	}
	return out
}

// factorStyle is the best style among the effects that give a factor.
func factorStyle(from []source) style {
	s := styleNone
	for _, f := range from {
		s = better(s, effectStyle(f.effect))
	}
	return s
}

// sameMember reports whether two members ask for the same and use up the same.
func sameMember(a, b graphstore.Member) bool {
	return discovery.CompareMembers(a, b) == 0 && a.Consumed == b.Consumed && a.Most == b.Most
}

// status says in words how well an effect is known, for people who don't see the
// line styles: "certified, chance 0.5". A chance of 1 goes without saying.
func status(e *graphstore.Effect) string {
	s := e.Grade.String()
	if e.Disputed {
		s = "disputed, was " + s
	}
	if e.Unconditional {
		s += ", unconditional"
	}
	if e.Chance.Trials > 0 && e.Chance.Estimate < 1 {
		s += fmt.Sprintf(", chance %.2g", e.Chance.Estimate)
	}
	return s
}

// wayTexts are the ways as text; one text if there are none.
func wayTexts(e *graphstore.Effect) []string {
	if len(e.Ways) == 0 {
		return []string{"way unknown"}
	}
	out := make([]string, len(e.Ways))
	for i, w := range e.Ways {
		out[i] = w.String()
	}
	return out
}

// tooltip explains an effect in lines.
func tooltip(a *graphstore.Action, e *graphstore.Effect) string {
	return title(a) + " gives " + e.Factor + " (" + status(e) + ")\n" + strings.Join(wayTexts(e), "\nor ")
}
