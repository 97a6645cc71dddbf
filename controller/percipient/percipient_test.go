package percipient_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

const small = `{"format": 1, "id": "small", "map": {"size": 32, "day": 60, "weather": {"rain": 0.3},
	"biomes": {"dunes": {"ground": "sand", "colour": "#dbc67b"}, "wood": {"ground": "moss", "colour": "#4f7a3a"}},
	"things": {"tree": {"share": 0.1, "biomes": ["wood"], "looks": "plant", "colour": "#3f5f12"}, "rock": {"share": 0.06, "colour": "#6d6d75"}, "pig": {"share": 0.02, "roams": true, "colour": "#f0a0a8"}}},
	"actions": [{"at": "tree", "effects": [{"gives": {"log": 1}, "ways": [{}]}]}]}`

func smallWorld(t *testing.T) interaction.World {
	t.Helper()
	f, err := sim.Parse("small.json", []byte(small))
	if err != nil {
		t.Fatal(err)
	}
	w, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// collect takes pictures into memory.
func collect(t *testing.T, w interaction.World, c percipient.Collection) [][]percipient.Labelled {
	t.Helper()
	var all [][]percipient.Labelled
	if err := percipient.Collect(t.Context(), w, c, func(_ int, views []percipient.Labelled) error {
		all = append(all, views)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

func places(all [][]percipient.Labelled) percipient.Places {
	return func() iter.Seq2[[]percipient.Labelled, error] {
		return func(yield func([]percipient.Labelled, error) bool) {
			for _, views := range all {
				if !yield(views, nil) {
					return
				}
			}
		}
	}
}

func train(t *testing.T, all [][]percipient.Labelled) percipient.Trained {
	t.Helper()
	p, err := percipient.Train("small", 1, places(all), func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func written(t *testing.T, p percipient.Trained) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func report(t *testing.T, p percipient.Percipient, all [][]percipient.Labelled) *percipient.Report {
	t.Helper()
	var r percipient.Report
	for _, views := range all {
		for _, v := range views {
			r.Ask(v)
		}
	}
	for _, views := range all {
		if err := r.Add(t.Context(), p, views); err != nil {
			t.Fatal(err)
		}
	}
	return &r
}

// From few pictures of a small world it learns to see what is in new ones; weights that were written see the same, and
// equal pictures make equal weights. Baselines see less.
func TestLearnsToSee(t *testing.T) {
	w := smallWorld(t)
	shown := collect(t, w, percipient.Collection{Places: 240, Seed: 1, Size: 32, Day: 60})
	p := train(t, shown)
	data := written(t, p)
	if again := written(t, train(t, shown)); !bytes.Equal(data, again) {
		t.Error("equal pictures made other weights")
	}
	read, err := percipient.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if o := read.Origin(); o != p.Origin() || o.Seed != 1 || o.World != "small" {
		t.Errorf("read back: %+v", o)
	}
	fresh := collect(t, w, percipient.Collection{Places: 30, Seed: 2, Size: 32, Day: 60})
	r, linear := report(t, read, fresh), percipient.Percipient(nil)
	if linear, err = percipient.TrainLinear(places(shown)); err != nil {
		t.Fatal(err)
	}
	base := report(t, linear, fresh)
	nearest, err := percipient.TrainNearest(places(shown))
	if err != nil {
		t.Fatal(err)
	}
	near := report(t, nearest, fresh)
	for _, a := range percipient.Aspects {
		got := r.Of(a)
		t.Logf("%s: %.3f (%.3f to %.3f) of %d, linear %.3f, nearest %.3f", a, got.Accuracy, got.Low, got.High, got.N, base.Of(a).Accuracy, near.Of(a).Accuracy)
		if got.Accuracy < .93 {
			t.Errorf("%s: %.3f of the answers are right", a, got.Accuracy)
		}
		if got.Low > got.Accuracy || got.High < got.Accuracy || got.N == 0 {
			t.Errorf("%s: %.3f isn't within %.3f to %.3f of %d", a, got.Accuracy, got.Low, got.High, got.N)
		}
	}
	for _, a := range []percipient.Aspect{percipient.Object, percipient.Creature} {
		if got := r.Of(a).Accuracy; got <= base.Of(a).Accuracy || got <= near.Of(a).Accuracy {
			t.Errorf("%s: a baseline sees as much", a)
		}
	}
}

// What it says of sides and distances is about right.
func TestTellsWhere(t *testing.T) {
	w := smallWorld(t)
	p := train(t, collect(t, w, percipient.Collection{Places: 80, Seed: 1, Size: 32, Day: 60}))
	sides, right, fars, close := 0, 0, 0, 0
	for _, views := range collect(t, w, percipient.Collection{Places: 20, Seed: 3, Size: 32, Day: 60}) {
		for _, v := range views {
			for _, x := range v.Scene.Things {
				if x.Name != "rock" || x.Pixels < 30 {
					continue
				}
				a, err := p.Ask(t.Context(), v.Frame, percipient.Question{Aspect: percipient.Object, Name: "rock"})
				if err != nil || !a.Holds {
					continue
				}
				if sides++; a.Side == x.Side {
					right++
				}
				if a.Far > 0 {
					if fars++; a.Far-float64(x.Far) <= 1 && float64(x.Far)-a.Far <= 1 {
						close++
					}
				}
			}
		}
	}
	t.Logf("%d of %d sides, %d of %d distances within a cell", right, sides, close, fars)
	if sides < 20 || right*10 < sides*8 || fars < 20 || close*10 < fars*8 {
		t.Error("too few are right")
	}
}

// The weights that are part of the program see what there is on maps that they never saw.
func TestEmbeddedWeights(t *testing.T) {
	p, err := percipient.Embedded("lived:wilds")
	if err != nil {
		t.Fatal(err)
	}
	f, err := scenarios.Load("wilds")
	if err != nil {
		t.Fatal(err)
	}
	w, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	r := report(t, p, collect(t, w, percipient.Collection{Places: 25, Seed: 4711, Size: 64, Day: 300}))
	for _, a := range percipient.Aspects {
		got := r.Of(a)
		t.Logf("%s: %.3f (%.3f to %.3f) of %d", a, got.Accuracy, got.Low, got.High, got.N)
		if got.High < .97 || got.Accuracy < .9 {
			t.Errorf("%s: %.3f (%.3f to %.3f) of the answers are right, not 97%%", a, got.Accuracy, got.Low, got.High)
		}
	}
	if _, err := percipient.Embedded("lived:nowhere"); !errors.Is(err, percipient.ErrWeights) {
		t.Errorf("weights of another world: %v", err)
	}
}

// Broken weights are refused with a reason.
func TestBrokenWeights(t *testing.T) {
	data := written(t, train(t, collect(t, smallWorld(t), percipient.Collection{Places: 20, Seed: 1, Size: 16, Day: 60})))
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	pack := func(s string) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := io.WriteString(z, s); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	if _, err := percipient.Read(bytes.NewReader(pack(string(plain)))); err != nil {
		t.Fatalf("as they were: %v", err)
	}
	edit := func(change func(w map[string]any)) string {
		var f map[string]any
		if err := json.Unmarshal(plain, &f); err != nil {
			t.Fatal(err)
		}
		change(f["weights"].(map[string]any))
		out, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	sum := bytes.Clone(data)
	sum[len(sum)-8] ^= 1
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty":         {nil, "isn't a file of them"},
		"text":          {[]byte("hello"), "isn't a file of them"},
		"cut":           {data[:len(data)/2], "broken"},
		"other sum":     {sum, "broken"},
		"no sum":        {data[:len(data)-8], "broken"},
		"more behind":   {append(bytes.Clone(data), "more"...), "broken"},
		"more in it":    {pack(string(plain) + "{}"), "broken"},
		"other format":  {pack(`{"format": "x", "version": 1, "weights": {}}`), "isn't a file of them"},
		"other version": {pack(strings.Replace(string(plain), `"version":1`, `"version":2`, 1)), "version 2"},
		"no class":      {pack(edit(func(w map[string]any) { w["Names"] = []string{} })), "no class"},
		"fewer colours": {pack(edit(func(w map[string]any) { w["Counts"] = []any{} })), "no light"},
		"fewer rules":   {pack(edit(func(w map[string]any) { w["Rules"] = w["Rules"].([]any)[1:] })), "no class"},
		"fewer grounds": {pack(edit(func(w map[string]any) { w["Grounds"] = []any{[]float64{1}, []float64{1}} })), "ecology"},
		"huge":          {pack(edit(func(w map[string]any) { w["Fars"].([]any)[0] = 1e300 })), "no weight"},
		"no temper":     {pack(edit(func(w map[string]any) { w["Tempers"].([]any)[3] = 0 })), "temper"},
	} {
		if _, err := percipient.Read(bytes.NewReader(c.data)); !errors.Is(err, percipient.ErrWeights) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// An album gives back what was put into it, also if that is less than had been wanted, and is the same file for the same pictures; a broken one is refused.
func TestAlbum(t *testing.T) {
	c := percipient.Collection{Places: 3, Seed: 1, Size: 16, Day: 60}
	all := collect(t, smallWorld(t), c)
	album := func() []byte {
		var b bytes.Buffer
		a := percipient.NewAlbum(&b, percipient.About{World: "small", Places: 1000, Size: c.Size, Seed: c.Seed})
		for _, views := range all {
			if err := a.Add(views); err != nil {
				t.Fatal(err)
			}
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	data := album()
	if !bytes.Equal(data, album()) {
		t.Error("equal pictures made another file")
	}
	about, seq, err := percipient.OpenAlbum(bytes.NewReader(data), int64(len(data)))
	if err != nil || about.World != "small" || about.Views != percipient.Views || about.Places != c.Places {
		t.Fatalf("%+v, %v", about, err)
	}
	n := 0
	for views, err := range seq() {
		if err != nil {
			t.Fatal(err)
		}
		for v := range views {
			want, got := all[n][v], views[v]
			a, _ := json.Marshal(want.Scene)
			b, _ := json.Marshal(got.Scene)
			if !bytes.Equal(want.Frame.RGB, got.Frame.RGB) || want.Frame.Shot != got.Frame.Shot || !bytes.Equal(a, b) {
				t.Fatalf("place %d, view %d came back as another", n, v)
			}
			for i := range want.Scene.Shows {
				if want.Scene.Shows[i] != got.Scene.Shows[i] {
					t.Fatalf("place %d, view %d, pixel %d shows %d, not %d", n, v, i, got.Scene.Shows[i], want.Scene.Shows[i])
				}
			}
		}
		n++
	}
	if n != c.Places {
		t.Errorf("%d places came back of %d", n, c.Places)
	}
	for _, broken := range [][]byte{nil, []byte("PK"), data[:len(data)/2]} {
		if _, _, err := percipient.OpenAlbum(bytes.NewReader(broken), int64(len(broken))); !errors.Is(err, percipient.ErrAlbum) {
			t.Errorf("%d bytes of it: %v", len(broken), err)
		}
	}
	flipped := bytes.Clone(data)
	for i := len(flipped) / 3; i < len(flipped)/3+200; i++ {
		flipped[i] ^= 0x55
	}
	if _, seq, err := percipient.OpenAlbum(bytes.NewReader(flipped), int64(len(flipped))); err == nil {
		for _, e := range seq() {
			if e != nil {
				err = e
			}
		}
		if !errors.Is(err, percipient.ErrAlbum) {
			t.Errorf("changed bytes: %v", err)
		}
	}
}

// Pictures that can't be are refused by who looks at them, and names that were never seen can't be told of.
func TestBadQuestions(t *testing.T) {
	shown := collect(t, smallWorld(t), percipient.Collection{Places: 20, Seed: 1, Size: 16, Day: 60})
	learned := train(t, shown)
	linear, err := percipient.TrainLinear(places(shown))
	if err != nil {
		t.Fatal(err)
	}
	ok := shown[0][0].Frame
	bad := ok
	bad.RGB = ok.RGB[:len(ok.RGB)-1]
	for _, p := range []percipient.Percipient{learned, linear} {
		if _, err := p.Ask(t.Context(), bad, percipient.Question{Aspect: percipient.Object, Name: "rock"}); err == nil || errors.Is(err, percipient.ErrCantTell) {
			t.Errorf("%T: a truncated frame: %v", p, err)
		}
		for _, q := range []percipient.Question{{Aspect: percipient.Object, Name: "unicorn"}, {Aspect: percipient.Creature, Name: "rock"}, {Aspect: percipient.Weather, Name: "hail"}, {}, {Aspect: 200, Name: "x"}} {
			if _, err := p.Ask(context.Background(), ok, q); !errors.Is(err, percipient.ErrCantTell) {
				t.Errorf("%T, %v: %v", p, q, err)
			}
		}
	}
	if _, err := (percipient.None{}).Ask(t.Context(), ok, percipient.Question{Aspect: percipient.Object, Name: "rock"}); !errors.Is(err, percipient.ErrCantTell) {
		t.Errorf("none: %v", err)
	}
}

// Of too few pictures nothing is learned.
func TestTooFew(t *testing.T) {
	if _, err := percipient.Train("small", 1, places(nil), func(int, int) {}); !errors.Is(err, percipient.ErrNoPictures) {
		t.Errorf("none: %v", err)
	}
	if _, err := percipient.Train("small", 1, places(collect(t, smallWorld(t), percipient.Collection{Places: 5, Seed: 1, Size: 16, Day: 60})), func(int, int) {}); !errors.Is(err, percipient.ErrNoPictures) {
		t.Errorf("five: %v", err)
	}
	if _, err := percipient.TrainNearest(places(nil)); !errors.Is(err, percipient.ErrNoPictures) {
		t.Errorf("nearest: %v", err)
	}
	if _, err := percipient.TrainLinear(places(nil)); !errors.Is(err, percipient.ErrNoPictures) {
		t.Errorf("linear: %v", err)
	}
}

func BenchmarkSee(b *testing.B) {
	p, err := percipient.Embedded("lived:wilds")
	if err != nil {
		b.Fatal(err)
	}
	f := interaction.Frame{Shot: interaction.Shot{View: interaction.Eyes, Width: 64, Height: 64}, RGB: make([]byte, 3*64*64)}
	for b.Loop() {
		f.RGB[0]++ // another picture
		if _, err := p.Ask(b.Context(), f, percipient.Question{Aspect: percipient.Time, Name: "day"}); err != nil {
			b.Fatal(err)
		}
	}
}

// asksOnce is asked of the first picture that it sees, and of no other one.
type asksOnce struct{ first *interaction.Frame }

func (a *asksOnce) Ask(_ context.Context, f interaction.Frame, _ percipient.Question) (percipient.Answer, error) {
	if a.first == nil {
		a.first = &f
	}
	if !bytes.Equal(a.first.RGB, f.RGB) {
		return percipient.Answer{}, percipient.ErrNotAsked
	}
	return percipient.Answer{Confidence: 1}, nil
}

// What wasn't asked is neither right nor wrong.
func TestUnaskedIsntCounted(t *testing.T) {
	w := smallWorld(t)
	r := report(t, &asksOnce{}, collect(t, w, percipient.Collection{Places: 2, Seed: 1, Size: 32, Day: 60}))
	unasked := 0
	for _, a := range percipient.Aspects {
		got := r.Of(a)
		if unasked += got.Unasked; got.CantTell > 0 || got.N > len(r.Names(a)) {
			t.Errorf("%s: %+v", a, got)
		}
	}
	if unasked == 0 {
		t.Error("everything counts as asked")
	}
}
