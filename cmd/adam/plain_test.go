package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/adam-discovery/adam/interaction"
)

// FuzzPlain: whatever is written, in whatever pieces, nothing reaches the terminal but plain
// text, line ends and tabs; plain text stays as it is, and JSON means what it meant.
func FuzzPlain(f *testing.F) {
	for _, s := range []string{"plain\n", "\x1b[2J\x1b]0;x\a", "a\u202eb", "\x9b31m", "\r forged", "\xff\xfe", "木\tx", "\u2028", "a\U000e0041b"} {
		f.Add([]byte(s), 3)
	}
	f.Fuzz(func(t *testing.T, text []byte, cut int) {
		var b bytes.Buffer
		p := &plain{Writer: &b}
		cut = min(max(cut, 0), len(text))
		for _, part := range [][]byte{text[:cut], text[cut:]} {
			if n, err := p.Write(part); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
		}
		for _, line := range bytes.FieldsFunc(b.Bytes(), func(r rune) bool { return r == '\n' || r == '\t' }) {
			if !interaction.Plain(string(line)) {
				t.Errorf("%q is written as %q", text, b.Bytes())
			}
		}
		if quoted, err := json.Marshal(string(text)); err == nil && utf8.Valid(text) {
			b.Reset()
			_, _ = p.Write(quoted)
			var back string
			if err := json.Unmarshal(b.Bytes(), &back); len(p.rest) == 0 && (err != nil || back != string(text)) {
				t.Errorf("%q in JSON is written as %q: %v", text, b.Bytes(), err)
			}
		}
	})
}

// Two that write at once don't take parts of characters from each other, nor break the program.
func TestPlainFromSeveral(t *testing.T) {
	var b bytes.Buffer
	p := &plain{Writer: &b}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 100 {
				_, _ = p.Write([]byte("größer\n")) // a buffer takes all
			}
		})
	}
	wg.Wait()
	if n := strings.Count(b.String(), "größer\n"); n != 400 {
		t.Errorf("%d of 400 lines are whole", n)
	}
}
