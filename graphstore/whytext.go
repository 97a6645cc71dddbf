package graphstore

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// String is the explanation as text of several lines, each ended by a newline.
func (x *Explanation) String() string {
	text, _ := x.Text(math.MaxInt)
	return text
}

// Text is String with at most this number of claims, and of ways and tests of each; it also says
// whether that, or how few trials are listed, left anything out.
func (x *Explanation) Text(most int) (text string, cut bool) {
	w := whyWriter{most: most}
	for i := range x.Effects {
		if i == most {
			w.more("", len(x.Effects)-most, "claim")
			break
		}
		if i > 0 {
			w.b.WriteByte('\n')
		}
		w.effect(&x.Effects[i], x.Lived)
	}
	return w.b.String(), w.cut
}

// whyWriter writes an explanation.
type whyWriter struct {
	b    strings.Builder
	most int
	cut  bool
}

// more says what is left out of a list, if anything is.
func (w *whyWriter) more(indent string, n int, what string) {
	if n > 0 {
		w.cut = true
		fmt.Fprintf(&w.b, "%sand %s\n", indent, count(n, "more "+what))
	}
}

func (w *whyWriter) effect(x *ExplainedEffect, lived bool) {
	b := &w.b
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
		w.trials(x.Seen)
	}
	for _, way := range x.Ways[:min(w.most, len(x.Ways))] {
		if len(way.Way.Members) == 0 {
			from := "that started from nothing"
			if lived {
				from = "whatever there was"
			}
			fmt.Fprintf(b, "  Nothing is needed: seen in %s %s", count(way.Successes.Count, "trial"), from)
		} else {
			from := "started from exactly that"
			if lived {
				from = "held that, and no other way"
			}
			fmt.Fprintf(b, "  %s suffices: seen in %s that %s", way.Text, count(way.Successes.Count, "trial"), from)
		}
		if way.Misses > 0 {
			fmt.Fprintf(b, ", missed in %d", way.Misses)
		}
		b.WriteString(".\n")
		w.trials(way.Successes)
	}
	w.more("  ", len(x.Ways)-w.most, "way")
	if c := e.Certificate; c != nil && len(x.Tests) > 0 {
		fmt.Fprintf(b, "  There is no other way among the %s observed by then, and nothing of these is needless; this is wrong with probability at most %.2g:\n",
			count(c.Observed, "factor"), c.Budget)
	}
	for _, p := range x.Tests[:min(w.most, len(x.Tests))] {
		w.test(p)
	}
	w.more("  ", len(x.Tests)-w.most, "test")
}

func (w *whyWriter) test(p ExplainedTest) {
	b := &w.b
	of := ""
	if p.Test.Trials < p.Misses.Count {
		of = fmt.Sprintf(", %d of which count (by the others the search chose what to test)", p.Test.Trials)
	}
	at := fmt.Sprintf("With %s", p.At)
	if p.At.PlentyOf == 0 && len(p.Lacks) > 0 { // a list of all that can be had says it, but who would see it?
		at = fmt.Sprintf("Without %s, with all that can be had then (%s),", strings.Join(p.Lacks, ", "), p.At)
	}
	fmt.Fprintf(b, "  %s it never came in %s%s (p-value %.2g, at most %.2g was needed).\n",
		at, count(p.Misses.Count, "trial"), of, p.Test.PValue, p.Test.Threshold)
	w.trials(p.Misses)
	if p.Against.Count > 0 {
		fmt.Fprintf(b, "  But it did come from that or less in %s:\n", count(p.Against.Count, "trial"))
		w.trials(p.Against)
	}
}

// trials lists the trials, a line each.
func (w *whyWriter) trials(t Trials) {
	b := &w.b
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
	w.more("    ", t.Count-len(t.Listed), "trial")
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
