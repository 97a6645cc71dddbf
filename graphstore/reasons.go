package graphstore

import "regexp"

// ReasonGroup are things that have the same reason: one sentence, whichever numbers stand in it, and
// whichever factor it begins with.
type ReasonGroup struct {
	// Reason is that of the first member.
	Reason string
	// Members are their numbers, from 0, ascending.
	Members []int
}

// GroupReasons groups n things by reason, in the order of the first of each group. Things
// without a reason, an empty text, are in no group. factors are the names that a reason may
// begin with; one that isn't among them is taken for words of the reason.
func GroupReasons(n int, reason func(i int) string, factors []string) []ReasonGroup {
	var out []ReasonGroup
	known := map[string]bool{}
	for _, f := range factors {
		known[f] = true
	}
	at := map[string]int{}
	for i := range n {
		text := reason(i)
		if text == "" {
			continue
		}
		kind := reasonKind(text, known)
		k, ok := at[kind]
		if !ok {
			k = len(out)
			at[kind] = k
			out = append(out, ReasonGroup{Reason: text})
		}
		out[k].Members = append(out[k].Members, i)
	}
	return out
}

// NotLearned groups the graph's actions that aren't learned by reason: Members are places in Actions.
func (g *Graph) NotLearned() []ReasonGroup {
	factors := make([]string, len(g.Factors))
	for i, f := range g.Factors {
		factors[i] = f.Name
	}
	return GroupReasons(len(g.Actions), func(i int) string {
		if a := &g.Actions[i]; !a.Learned {
			if a.Reason == "" {
				return "no reason is recorded"
			}
			return a.Reason
		}
		return ""
	}, factors)
}

var (
	afterFactor  = regexp.MustCompile(`: | isn't certified`)
	reasonNumber = regexp.MustCompile(`\d+(\.\d+)?`)
)

// reasonKind is what reasons of the same kind share.
func reasonKind(text string, factors map[string]bool) string {
	rest := text
	for _, at := range afterFactor.FindAllStringIndex(text, -1) {
		if factors[text[:at[0]]] { // the longest name, as one may begin with another
			rest = "a factor" + text[at[0]:]
		}
	}
	return reasonNumber.ReplaceAllString(rest, "#")
}
