package rpc

import (
	"fmt"
	"strings"
	"testing"
)

// A world that tells of each step doesn't bury what else is told: its first lines are shown, the others counted, and the last
// ones shown in the end.
func TestFolderIsBounded(t *testing.T) {
	var out strings.Builder
	f := newFolder(&out)
	w := f.lines()
	for n := range 1000 {
		fmt.Fprintf(w, "step %d\nagain\n", n)
	}
	fmt.Fprint(w, "why it ended")
	w.end()
	f.end()
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	// "again" is one of the 40.
	if n := len(lines); n != mostShown+1+2+lastShown {
		t.Errorf("%d lines", n)
	}
	for i, want := range map[int]string{0: "the world says: step 0", 1: "the world says: again", mostShown - 1: "the world says: step 38",
		mostShown: "the world says more than is shown: its other lines are counted", mostShown + 1: "the world said 999 lines again that were shown above",
		mostShown + 2: "the world said 962 more lines, of which the last are:", len(lines) - 1: "the world says: why it ended"} {
		if lines[i] != want {
			t.Errorf("line %d: %q, want %q", i, lines[i], want)
		}
	}
	// What was told is told once.
	out.Reset()
	f.end()
	if out.Len() > 0 {
		t.Errorf("told again: %s", &out)
	}
}
