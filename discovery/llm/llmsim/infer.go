package llmsim

import (
	"slices"
	"strings"
)

// infer is what a careful reader concludes: from what all successes have in common
// or, where that was there at failures, too, from the success with the least in it,
// as there may be several ways.
func (q question) infer() []string {
	common := slices.Clone(q.things)
	var least record
	for _, r := range q.trials {
		if r.came == 0 {
			continue
		}
		common = slices.DeleteFunc(common, func(c string) bool { return !r.present[c] })
		if least.came == 0 || len(r.present) < len(least.present) {
			least = r
		}
	}
	causes := q.explain(common)
	failed := slices.ContainsFunc(q.trials, func(r record) bool {
		return r.came == 0 && r.tries >= 3 && !slices.ContainsFunc(causes, func(c string) bool { return !r.present[c] })
	})
	if failed && least.came > 0 {
		causes = q.explain(slices.DeleteFunc(slices.Clone(q.things), func(c string) bool { return !least.present[c] }))
	}
	slices.SortFunc(causes, byLength)
	return causes
}

// explain picks causes among candidates: what successes used up; what the act was
// on offer after, and what is usual elsewhere; and what else it takes to explain the
// failures.
func (q question) explain(candidates []string) []string {
	used := map[string]int{}
	successes := 0
	for _, r := range q.trials {
		if r.came == 0 || slices.ContainsFunc(candidates, func(c string) bool { return !r.present[c] }) {
			continue
		}
		successes++
		for _, c := range r.used {
			used[c]++
		}
	}
	var causes []string
	for _, c := range candidates {
		if used[c] == successes && successes > 0 || slices.Contains(q.listed, c) || 2*q.kept[c] > q.others && q.others > 1 {
			causes = append(causes, c)
		}
	}
	// Failures that hold all causes named so far lack another: of the candidates
	// that they lack, take the one that explains most of them, until all are
	// explained or nothing explains more.
	open := slices.DeleteFunc(slices.Clone(q.trials), func(r record) bool { return r.came > 0 || r.tries < 3 && len(causes) > 0 })
	for {
		open = slices.DeleteFunc(open, func(r record) bool {
			return slices.ContainsFunc(causes, func(c string) bool { return !r.present[c] })
		})
		best, most := "", 0.0
		for _, c := range candidates {
			n := 0.0
			for _, r := range open {
				if !r.present[c] {
					n += float64(r.tries)
				}
			}
			// Among equals, what other acts need.
			if n += .5 * float64(q.kept[c]) / float64(q.others+1); n >= 1 && n > most {
				best, most = c, n
			}
		}
		if best == "" {
			break
		}
		causes = append(causes, best)
	}
	// An answer that was refuted isn't given again: it lacked something. What
	// other acts need, and else what there is, comes next.
	for slices.ContainsFunc(q.refuted, func(r []string) bool { return same(r, causes) }) {
		next, most := "", -1
		for _, c := range candidates {
			if !slices.Contains(causes, c) && c != q.effect && q.kept[c] > most {
				next, most = c, q.kept[c]
			}
		}
		if next == "" {
			break
		}
		causes = append(causes, next)
	}
	return causes
}

func same(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

func byLength(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}
