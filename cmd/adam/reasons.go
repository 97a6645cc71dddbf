package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
)

// mostNames is how many actions that share a reason are listed before the rest is counted.
const mostNames = 8

// printNotLearned says why actions aren't learned, those together that share a reason, most
// first: of each group an example, and in the end how to see all.
func printNotLearned(w io.Writer, groups []graphstore.ReasonGroup, name func(i int) string, all string) {
	more := false
	for _, r := range largest(groups) {
		n := len(r.Members)
		more = more || n > 1
		if n == 1 {
			fmt.Fprintf(w, "not learned: %s, because %s\n", name(r.Members[0]), r.Reason)
		} else {
			fmt.Fprintf(w, "not learned: %d actions, such as %s, because %s\n", n, name(r.Members[0]), r.Reason)
		}
	}
	if more {
		fmt.Fprintf(w, "all that isn't learned: %s\n", all)
	}
}

// listReasons lists what shares a reason below it, most first: the first few and how to see all, or
// where see is empty all, a line each.
func listReasons(w io.Writer, groups []graphstore.ReasonGroup, name, reason func(i int) string, see string) {
	for _, r := range largest(groups) {
		n := len(r.Members)
		fmt.Fprintf(w, "  %d because %s%s\n", n, map[bool]string{true: "for example "}[varies(r, reason)], r.Reason)
		var names []string
		for _, i := range r.Members {
			own := ""
			if reason(i) != r.Reason {
				own = ": " + reason(i)
			}
			switch {
			case see == "":
				fmt.Fprintf(w, "    %s%s\n", name(i), own)
			case len(names) < mostNames:
				names = append(names, name(i))
			}
		}
		if more := n - len(names); see != "" && more > 0 {
			names = append(names, fmt.Sprintf("and %d more, %s", more, see))
		}
		if see != "" {
			fmt.Fprintf(w, "    %s\n", strings.Join(names, ", "))
		}
	}
}

// varies reports whether the reasons of the group's members differ, in numbers or the factor.
func varies(r graphstore.ReasonGroup, reason func(i int) string) bool {
	return slices.ContainsFunc(r.Members, func(i int) bool { return reason(i) != r.Reason })
}

// largest orders groups by how many are in them.
func largest(groups []graphstore.ReasonGroup) []graphstore.ReasonGroup {
	return slices.SortedStableFunc(slices.Values(groups), func(a, b graphstore.ReasonGroup) int {
		return cmp.Compare(len(b.Members), len(a.Members))
	})
}
