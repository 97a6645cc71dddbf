package living

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// zipped is a report with this text.
func zipped(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func hasA(a interaction.Action) bool { return a == "a" }

// A report says all that came of a life.
func TestReport(t *testing.T) {
	start := interaction.StateOf(map[string]int{"log": 2})
	whole := interaction.Trial{Action: "a", Start: start, Episode: 7, Step: 3}
	cut := interaction.Trial{Action: "a", Episode: 7, Step: 9}
	o := whole.Completed(start, interaction.StateOf(map[string]int{"log": 1, "planks": 4}))
	o.Sure = .25
	l := &life{number: 7, begun: 2, steps: 9, ended: broken, err: errors.New("it broke"), failed: []string{"x"}, done: []string{"y", "z"}, contradicted: 1, limits: []graphstore.LimitEntry{{Factor: "log", Most: 3}, {Factors: []string{"axe", "log"}, Slots: 1}},
		lessons: []interaction.Lesson{{Thing: "tree", Is: interaction.Barred}}, felt: map[string]interaction.Felt{"health": {Low: 1}},
		trials: []trial{{whole, o}, {cut, interaction.Outcome{Key: cut.Key(), Status: interaction.Truncated, Why: "it ended"}}}}
	data, err := packed(l, true)
	if err != nil {
		t.Fatal(err)
	}
	got, turn, err := unpacked(data, hasA)
	if err != nil || !turn {
		t.Fatal(turn, err)
	}
	if !reflect.DeepEqual(got, l) {
		t.Errorf("%+v, not %+v", got, l)
	}
}

// A life of which too much came to be told is a broken one where workers live; what was lived here is an error.
func TestLongLife(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long, and minutes under the race detector")
	}
	l := &life{number: 7, begun: 2, steps: 9, ended: done, failed: []string{strings.Repeat("x", longest)}}
	data, err := told(l)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := unpacked(data, hasA)
	if err != nil || got.number != 7 || got.steps != 9 || got.ended != broken || got.err == nil || len(got.failed) > 0 {
		t.Errorf("%v: %+v", err, got)
	}
	r := run{away: idle{}}
	if r.note(l); !errors.Is(r.ask(t.Context(), nil, 1), ErrLongLife) {
		t.Error("what workers can't know is kept from them")
	}
	// What is told once can be told with a turn, too.
	z, err := packed(&life{number: 7, ended: done, failed: []string{""}}, false)
	if err != nil {
		t.Fatal(err)
	}
	frame, err := gzip.NewReader(bytes.NewReader(z))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(frame)
	if err != nil {
		t.Fatal(err)
	}
	l = &life{number: 7, ended: done, failed: []string{strings.Repeat("x", longest-turnRoom-len(text))}}
	if _, err := packed(l, false); err != nil {
		t.Fatal(err)
	}
	if data, err = packed(l, true); err == nil {
		_, _, err = unpacked(data, hasA)
	}
	if err != nil {
		t.Error(err)
	}
	l.failed[0] += "x"
	if _, err := packed(l, false); !errors.Is(err, ErrLongLife) {
		t.Error(err)
	}
}

// idle has no lives lived.
type idle struct{}

func (idle) Live(context.Context, [][]byte, [][]byte, func(int, []byte, string) error) error {
	return nil
}

// What can't have come of a life is no report.
func TestNoReport(t *testing.T) {
	const fine = `{"number":1,"begun":1,"steps":5,"ended":"done","trials":[{"a":"a","s":{"log":1},"c":{"log":1},"i":1}],"lessons":[{"thing":"tree","is":"barred"}]}`
	if _, _, err := unpacked(zipped(t, fine), hasA); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{
		`"a":"a"`:            `"a":"b"`,
		`"s":{"log":1}`:      `"s":{"log":-1}`,
		`"s":{"log"`:         `"s":{"\u001b[31m"`,
		`"c":{"log":1}`:      `"c":{"log":-2}`,
		`"c":{"log"`:         `"c":{""`,
		`"c":{`:              `"e":true,"c":{`,
		`"i":1`:              `"i":-1`,
		`"i":1}`:             `"i":1},{"a":"a","s":{"log":1},"i":1}`,
		`"ended":"done"`:     `"ended":"broken"`,
		`"number"`:           `"reward":1,"number"`,
		`"steps":5`:          `"steps":-5`,
		`"begun":1`:          `"begun":1000000000`,
		`"thing":"tree"`:     `"thing":""`,
		`"is":"barred"`:      `"is":"\u0007"`,
		`"is":"barred"}`:     `"is":"barred","after":-1}`,
		`"ended":"done",`:    `"ended":"done","failed":["\u001b"],`,
		`"ended":"done","tr`: `"ended":"done","felt":{"x":{"low":-1}},"tr`,
	} {
		if text := strings.Replace(fine, from, to, 1); text != fine {
			if _, _, err := unpacked(zipped(t, text), hasA); err == nil {
				t.Errorf("%s is a report", text)
			}
		}
	}
	for _, data := range [][]byte{nil, []byte("x"), zipped(t, ""), zipped(t, strings.Repeat(" ", longest+1))} {
		if _, _, err := unpacked(data, hasA); err == nil {
			t.Errorf("%d bytes are a report", len(data))
		}
	}
}

func FuzzReport(f *testing.F) {
	f.Add([]byte(`{"number":1,"begun":1,"steps":5,"ended":"done","trials":[{"a":"a","s":{"log":1},"c":{"log":1},"i":1}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, _, err := unpacked(zipped(t, string(data)), hasA)
		if err != nil {
			return
		}
		for _, x := range l.trials {
			for _, c := range x.Changes {
				if c.To < 0 || c.To > interaction.MaxLevel || c.From == c.To {
					t.Errorf("%v", c)
				}
			}
		}
	})
}
