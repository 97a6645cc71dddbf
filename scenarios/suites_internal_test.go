package scenarios

import (
	"strings"
	"testing"
)

func TestSuiteFaults(t *testing.T) {
	good := `{"name": "n", "world": "w", "source": "s", "note": "n", "groups": [{"name": "g", "quoted": {"m": 1}}],
		"tasks": [{"name": "t", "group": "g", "goal": {"x": 1}, "max_steps": 1, "games": 1, "quoted": {"m": 100}}]}`
	if _, err := parseSuite([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{
		{`"note"`, `"notes"`, `unknown field "notes"`},
		{`"name": "n"`, `"name": ""`, "must be there"},
		{`"group": "g"`, `"group": "h"`, `no group "h"`},
		{`{"x": 1}`, `{"x": 0}`, `0 of "x"`},
		{`{"x": 1}`, `{}`, "has no goal"},
		{`"max_steps": 1`, `"max_steps": 0`, "0 steps"},
		{`{"m": 100}`, `{"m": 100.5}`, "isn't from 0 to 100"},
		{`{"m": 100}`, `{}`, "has no figures"},
		{`"quoted": {"m": 1}}`, `"quoted": {"m": 1}}, {"name": "g", "quoted": {"m": 1}}`, `group "g" is there twice`},
		{`"tasks": [`, `"tasks": [{"name": "t", "group": "g", "goal": {"x": 1}, "max_steps": 1, "games": 1, "quoted": {"m": 1}},`, "is there twice"},
		{`100}}]}`, `100}}]} {}`, "something follows"},
	} {
		bad := strings.Replace(good, c[0], c[1], 1)
		if _, err := parseSuite([]byte(bad)); err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("with %s: %v, want %q", c[1], err, c[2])
		}
	}
}
