package discovery

import "testing"

// What filled a factor up gave at least what was seen: it counts only where no success left room.
func TestGiven(t *testing.T) {
	type success struct {
		amount int
		filled bool
	}
	for name, c := range map[string]struct {
		adds []success
		want Given
	}{
		"none":         {},
		"room":         {[]success{{6, false}, {5, false}}, Given{5, 6, 11, 2, false}},
		"filled only":  {[]success{{2, true}, {3, true}}, Given{2, 3, 5, 2, true}},
		"filled first": {[]success{{1, true}, {6, false}}, Given{6, 6, 6, 1, false}},
		"filled last":  {[]success{{6, false}, {1, true}}, Given{6, 6, 6, 1, false}},
	} {
		var g, joined Given
		for _, a := range c.adds {
			g.Add(a.amount, a.filled)
			var one Given
			one.Add(a.amount, a.filled)
			joined.Join(one)
		}
		if g != c.want || joined != c.want {
			t.Errorf("%s: %+v, joined %+v, want %+v", name, g, joined, c.want)
		}
	}
}
