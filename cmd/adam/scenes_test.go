package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What adam mcu scenes writes it reads again, and says which of several is wrong.
func TestScenesAreRead(t *testing.T) {
	var out, text strings.Builder
	if code := run(t.Context(), []string{"mcu", "scenes", "mine a log", "--count", "2", "--json"}, &out, io.Discard); code != 0 {
		t.Fatalf("it ends with %d", code)
	}
	file := filepath.Join(t.TempDir(), "scenes.json")
	check := func(data string) (code int, said string) {
		if err := os.WriteFile(file, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		text.Reset()
		var failed strings.Builder
		code = run(t.Context(), []string{"mcu", "scenes", "--check", file}, &text, &failed)
		return code, text.String() + failed.String()
	}
	if code, said := check(out.String()); code != 0 || strings.Count(said, "a scene of lived:wilds") != 2 {
		t.Errorf("two scenes: it ends with %d and says %q", code, said)
	}
	broken := out.String()
	i := strings.LastIndex(broken, `"world"`)
	if code, said := check(broken[:i] + `"wrold"` + broken[i+len(`"world"`):]); code != 3 || !strings.Contains(said, "scene 2: ") {
		t.Errorf("a broken one: it ends with %d and says %q", code, said)
	}
}
