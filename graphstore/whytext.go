package graphstore

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// String is the explanation as text of several lines, each ended by a newline.
func (x *Explanation) String() string {
	var b strings.Builder
	for i := range x.Effects {
		if i > 0 {
			b.WriteByte('\n')
		}
		x.Effects[i].write(&b, x.Lived)
	}
	return b.String()
}

func (x *ExplainedEffect) write(b *strings.Builder, lived bool) {
	e := &x.Effect
	who := string(x.Action)
	if x.Label != "" {
		who = fmt.Sprintf("%s (%s)", x.Label, x.Action)
	}
	fmt.Fprintf(b, "%s gives %s: %s, by entry %d.\n", who, e.Factor, standing(e), x.Entry)
	if e.Chance.Trials > 0 {
		fmt.Fprintf(b, "  Chance when a way is present: %s, from %d of %d trials.\n", e.Chance.text(), e.Chance.Successes, e.Chance.Trials)
	}
	if len(x.Ways) == 0 {
		fmt.Fprintf(b, "  No way is known yet. It was seen in %s:\n", count(x.Seen.Count, "trial"))
		x.Seen.write(b)
	}
	for _, w := range x.Ways {
		if len(w.Way.Members) == 0 {
			fmt.Fprintf(b, "  Nothing is needed: seen in %s that started from nothing", count(w.Successes.Count, "trial"))
		} else {
			from := "started from exactly that"
			if lived {
				from = "held that, and no other way"
			}
			fmt.Fprintf(b, "  %s suffices: seen in %s that %s", w.Text, count(w.Successes.Count, "trial"), from)
		}
		if w.Misses > 0 {
			fmt.Fprintf(b, ", missed in %d", w.Misses)
		}
		b.WriteString(".\n")
		w.Successes.write(b)
	}
	if c := e.Certificate; c != nil && len(x.Tests) > 0 {
		fmt.Fprintf(b, "  There is no other way among the %s observed by then, and nothing of these is needless; this is wrong with probability at most %.2g:\n",
			count(c.Observed, "factor"), c.Budget)
	}
	for _, p := range x.Tests {
		x.writeTest(b, p)
	}
}

func (x *ExplainedEffect) writeTest(b *strings.Builder, p ExplainedTest) {
	of := ""
	if p.Test.Trials < p.Misses.Count {
		of = fmt.Sprintf(", %d of which count (by the others the search chose what to test)", p.Test.Trials)
	}
	fmt.Fprintf(b, "  With %s it never came in %s%s (p-value %.2g, at most %.2g was needed).\n",
		p.At, count(p.Misses.Count, "trial"), of, p.Test.PValue, p.Test.Threshold)
	p.Misses.write(b)
	if p.Against.Count > 0 {
		fmt.Fprintf(b, "  But it did come from that or less in %s:\n", count(p.Against.Count, "trial"))
		p.Against.write(b)
	}
}

// write lists the trials, a line each.
func (t Trials) write(b *strings.Builder) {
	for _, l := range t.Listed {
		id := l.Key.String()
		if l.Episode > 0 {
			id = fmt.Sprintf("life %d, step %d", l.Episode, l.Step)
		}
		fmt.Fprintf(b, "    %s  from %s", id, l.Start)
		if len(l.Changes) == 0 {
			b.WriteString(": nothing happened")
		} else {
			b.WriteString(": " + changesText(l.Changes))
		}
		b.WriteByte('\n')
	}
	if more := t.Count - len(t.Listed); more > 0 {
		fmt.Fprintf(b, "    and %d more\n", more)
	}
}

// count is "1 trial" or "2 trials".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// changesText lists differences as "-1 log, +4 planks", ascending by factor.
func changesText(m map[string]int) string {
	parts := make([]string, 0, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, fmt.Sprintf("%+d %s", m[name], name))
	}
	return strings.Join(parts, ", ")
}
