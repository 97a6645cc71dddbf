package export

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

func TestGraphvizReadsDOT(t *testing.T) {
	dot, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("Graphviz is not installed (apt-get install graphviz)")
	}
	for name, g := range graphs() {
		if name == "large" {
			continue // Graphviz takes long to draw it
		}
		for _, v := range Views() {
			cmd := exec.Command(dot, "-Tsvg")
			cmd.Stdin = bytes.NewReader(write(t, g, DOT, v))
			var out, faults bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &faults
			if err := cmd.Run(); err != nil {
				t.Errorf("%s, %s: %v: %s", name, v, err, &faults)
				continue
			}
			for _, line := range strings.Split(faults.String(), "\n") {
				// Fonts depend on the machine; anything else is about our text.
				if line != "" && !strings.Contains(strings.ToLower(line), "font") {
					t.Errorf("%s, %s: Graphviz says %q", name, v, line)
				}
			}
			texts := xmlTexts(t, out.Bytes())
			for _, it := range g.Factors {
				if shown := strings.ReplaceAll(dotShown(it.Name), " ", ""); !strings.Contains(texts, shown) {
					t.Errorf("%s, %s: Graphviz doesn't show %q", name, v, it.Name)
				}
			}
		}
	}
}

// dotShown is a name as one line without what can't be shown.
func dotShown(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '\n', '\u00a0':
			return -1
		case '\x01', '\u2028':
			return '\ufffd'
		}
		return r
	}, s)
}

// TestDOTRanks: items of one level are in one rank.
func TestDOTRanks(t *testing.T) {
	out := string(write(t, tiny(), DOT, ViewAndOr))
	_, rank, ok := strings.Cut(out, `{ rank=same; "level:3";`)
	rank, _, ok2 := strings.Cut(rank, "}")
	if !ok || !ok2 {
		t.Fatal("level 3 has no rank")
	}
	for _, name := range []string{"block", "near", "table", "ore"} {
		if got, want := strings.Contains(rank, `"factor:`+name+`"`), name == "near"; got != want {
			t.Errorf("%s is on level 3: %v, want %v", name, got, want)
		}
	}
}

func TestDOTLines(t *testing.T) {
	seen := map[string]style{}
	for s, attributes := range dotLines {
		// Without colour, two styles must still differ.
		var rest []string
		for _, a := range strings.Split(attributes, ", ") {
			if !strings.HasPrefix(a, "color=") {
				rest = append(rest, a)
			}
		}
		key := strings.Join(rest, ", ")
		if other, ok := seen[key]; ok {
			t.Errorf("%s and %s differ in colour only", s, other)
		}
		seen[key] = s
	}
}

func TestDOTQuotes(t *testing.T) {
	for in, want := range map[string]string{
		`a"b`: `"a\"b"`, `a\`: `"a\\"`, `\"`: `"\\\""`, "": `""`,
	} {
		if got := dotQuote(in); got != want {
			t.Errorf("dotQuote(%q) = %s, want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"a&lt;": `"a&amp;lt;"`, "\\N": `"\\N"`, "a\nb": `"a\nb"`, "\x00": `"` + "\ufffd" + `"`,
	} {
		if got := dotLabel(in); got != want {
			t.Errorf("dotLabel(%q) = %s, want %s", in, got, want)
		}
	}
}
