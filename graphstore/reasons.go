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
// without a reason, an empty text, are in no group.
func GroupReasons(n int, reason func(i int) string) []ReasonGroup {
	var out []ReasonGroup
	at := map[string]int{}
	for i := range n {
		text := reason(i)
		if text == "" {
			continue
		}
		kind := reasonKind(text)
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
	return GroupReasons(len(g.Actions), func(i int) string {
		if a := &g.Actions[i]; !a.Learned {
			if a.Reason == "" {
				return "no reason is recorded"
			}
			return a.Reason
		}
		return ""
	})
}

var (
	reasonFactor = regexp.MustCompile(`^\S+(: | isn't certified)`)
	reasonNumber = regexp.MustCompile(`\d+(\.\d+)?`)
)

// reasonKind is what reasons of the same kind share.
func reasonKind(text string) string {
	return reasonNumber.ReplaceAllString(reasonFactor.ReplaceAllString(text, "$1"), "#")
}
