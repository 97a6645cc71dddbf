package llmsim

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// question is what a prompt asks, as far as a reader needs no more than the
// prompt.
type question struct {
	things []string
	effect string
	trials []record
	listed []string
	kept   map[string]int
	others int
	// refuted are earlier answers that lack a cause.
	refuted [][]string
}

type record struct {
	present     map[string]bool
	tries, came int
	used        []string
}

var (
	trialLine   = regexp.MustCompile(`^\d+\. present: ([^;]*); tries: (\d+); came: (\d+)(?:; used up: ([^;]*); gave: .*)?$`)
	keptLine    = regexp.MustCompile(`^Needed and kept elsewhere, among (\d+): (.*)$`)
	refutedLine = regexp.MustCompile(`^Refuted: \{([^;]*); [a-z]+\}`)
)

// read understands the data part of a prompt.
func read(text string) (question, error) {
	q := question{kept: map[string]int{}}
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if s, ok := strings.CutPrefix(line, "Things: "); ok {
			q.things = names(s)
		} else if s, ok := strings.CutPrefix(line, "Effect: "); ok {
			q.effect = s
		} else if s, ok := strings.CutPrefix(line, "On offer since these were seen: "); ok {
			q.listed = names(s)
		} else if m := keptLine.FindStringSubmatch(line); m != nil {
			q.others, _ = strconv.Atoi(m[1]) // digits, by the pattern
			for _, p := range strings.Split(m[2], ", ") {
				c, n, _ := strings.Cut(p, " ")
				q.kept[c], _ = strconv.Atoi(n)
			}
		} else if m := refutedLine.FindStringSubmatch(line); m != nil {
			q.refuted = append(q.refuted, names(m[1]))
		} else if m := trialLine.FindStringSubmatch(line); m != nil {
			r := record{present: map[string]bool{}}
			r.tries, _ = strconv.Atoi(m[2])
			r.came, _ = strconv.Atoi(m[3])
			there := names(m[1])
			if s, ok := strings.CutPrefix(m[1], "all"); ok {
				but := names(strings.TrimPrefix(s, " but "))
				there = slices.DeleteFunc(slices.Clone(q.things), func(c string) bool { return slices.Contains(but, c) })
			}
			for _, c := range there {
				r.present[c] = true
			}
			for _, u := range names(m[4]) {
				c, _, _ := strings.Cut(u, " ")
				r.used = append(r.used, c)
			}
			q.trials = append(q.trials, r)
		}
	}
	if q.effect == "" || len(q.things) == 0 {
		return q, fmt.Errorf("this is no question about causes: %.80q", text)
	}
	return q, nil
}

func names(s string) []string {
	if s = strings.TrimSpace(s); s == "" || s == "nothing" {
		return nil
	}
	return strings.Split(s, ", ")
}
