package main

import (
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// A picture that a world in another process doesn't show is refused by what it says of itself.
func TestOfferedPictures(t *testing.T) {
	spec := interaction.Spec{ID: "w", Shots: []interaction.Shot{{View: interaction.Above, Width: 64, Height: 48}}}
	for _, c := range []struct {
		view, size     string
		strict, asked  bool
		want, complain string
	}{
		{"above", "320x240", true, false, "64x48", ""},
		{"above", "64x48", true, true, "64x48", ""},
		{"above", "100x100", true, true, "", "--view above --size 100x100: w shows no such picture"},
		{"above", "100x100", false, true, "100x100", ""},
		{"eyes", "320x240", false, false, "", "--view eyes: w shows no such picture"},
		{"below", "320x240", true, false, "320x240", ""}, // refused where it is read
	} {
		got, err := offered(spec, c.view, c.size, c.strict, c.asked)
		if c.complain == "" && (err != nil || got != c.want) {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
		if c.complain == "" {
			continue
		}
		if code, hint := classify(err); err == nil || err.Error() != c.complain || code != exitUsage || hint != "" {
			t.Errorf("%+v: %v (%d)", c, err, code)
		}
		if h, ok := err.(hintError); !ok || !strings.Contains(h.hint, "--view above --size 64x48") {
			t.Errorf("%+v: its hint is %q", c, h.hint)
		}
	}
}
