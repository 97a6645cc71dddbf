package page

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image/color"
	"image/png"
	"math"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// pictures is where TestPictures writes; make pages sets it.
var pictures = flag.String("pictures", "", "write a picture of each page into this folder")

// explored is a ledger of all of a world.
func explored(t testing.TB, world string) *graphstore.Memory {
	t.Helper()
	f, err := scenarios.Load(world)
	if err != nil {
		t.Fatal(err)
	}
	return learned(t, f)
}

func learned(t testing.TB, f *sim.File) *graphstore.Memory {
	t.Helper()
	l := &graphstore.Memory{}
	w := sim.New(f)
	labels := graphstore.LabelsEntry{Labels: map[interaction.Action]string{}}
	for _, a := range w.Spec().Actions {
		labels.Labels[a.ID] = w.Label(a.ID)
	}
	e, err := graphstore.NewEntry(labels)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Append(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if _, err := living.World(t.Context(), w, l, explore.Default(), pool.Config{Sessions: 1, Timeout: time.Minute}, func(explore.Progress) {}); err != nil {
		t.Fatal(err)
	}
	return l
}

// lasting is a ledger that readers don't end.
type lasting struct{ *graphstore.Memory }

func (lasting) Close() error { return nil }

func sourceOf(name string, l *graphstore.Memory) Source {
	return Source{Name: name, Open: func(context.Context) (graphstore.Ledger, error) { return lasting{l}, nil },
		Stamp: func() string {
			last := ""
			for e := range l.Since(context.Background(), 0) {
				last = e.Key.String() + string(e.Kind) + text(e.Seq)
			}
			return last
		}}
}

// serve serves pages of a ledger until the test ends.
func serve(t testing.TB, cfg Config) *httptest.Server {
	t.Helper()
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	go s.Watch(ctx)
	h := httptest.NewServer(s.Handler())
	t.Cleanup(func() { stop(); h.CloseClientConnections(); h.Close() })
	return h
}

// chromium finds the browser; the test skips where there is none.
func chromium(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			return p
		}
	}
	t.Skip("no chromium: apt-get install chromium")
	return ""
}

// browser starts Chromium. What its pages complain of fails the test. A server that they
// listen to is started before, so that it ends after them.
func browser(t testing.TB, path string) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WindowSize(1400, 950),
		chromedp.Flag("hide-scrollbars", true))
	if os.Getuid() == 0 { // its sandbox isn't for root
		options = append(options, chromedp.NoSandbox)
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // starts it
		t.Fatal(err)
	}
	messages := chromedp.Console(ctx)
	done := make(chan bool)
	go func() {
		defer close(done)
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.Type == chromedp.ConsoleException || m.Type == chromedp.ConsoleError {
				t.Errorf("the page complains: %s (%s:%d)", m.Text, m.URL, m.Line)
			}
		}
	}()
	t.Cleanup(func() { cancel(); <-done })
	return ctx
}

// do carries out steps, for at most a minute. A step whose element went with a part of the page that was drawn anew is done
// again.
func do(t testing.TB, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	for _, step := range steps {
		err := chromedp.Do(ctx, step)
		for n := 0; n < 20 && err != nil && strings.Contains(err.Error(), "Could not find node"); n++ {
			err = chromedp.Do(ctx, step)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// eval is the value of an expression.
func eval[T any](t testing.TB, ctx context.Context, js string) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", js, err)
	}
	return v
}

// until waits for an expression to hold, also over the change to another page.
func until(js string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (v chromedp.Void, err error) {
		for {
			v, err = chromedp.Poll[chromedp.Void](js, chromedp.WithPollingTimeout(150*time.Second))(ctx, t)
			if err == nil || ctx.Err() != nil || !strings.Contains(err.Error(), "navigated") && !strings.Contains(err.Error(), "context with specified id") && !strings.Contains(err.Error(), "of null") {
				return v, err
			}
		}
	}
}

// press presses a key until it has an effect: a page that was just opened may not have the keyboard yet.
func press(t testing.TB, ctx context.Context, key, js string) {
	t.Helper()
	for range 10 {
		do(t, ctx, chromedp.Focus("#stage"), chromedp.KeyEvent(key))
		if _, err := chromedp.Run(ctx, chromedp.Poll[chromedp.Void](js, chromedp.WithPollingTimeout(3*time.Second))); err == nil {
			return
		}
	}
	t.Fatalf("pressing %q has no effect: %s", key, js)
}

// open opens a page and waits until its scripts work.
func open(t testing.TB, ctx context.Context, url string) {
	t.Helper()
	do(t, ctx, chromedp.Navigate(url), until(`'ready' in document.documentElement.dataset && [...document.querySelectorAll('.stage > svg')].every(s => s.style.transform)`))
}

// TestPictures looks at each page in a browser, in both themes, and compares it with its picture in docs; make pages takes
// those again.
func TestPictures(t *testing.T) {
	path := chromium(t)
	old, changed := explored(t, "minecraft-41"), explored(t, "minecraft-41-modified")
	done, frames := performed(t)
	tree := serve(t, Config{Source: sourceOf("old.db", old), With: sourceOf("new.db", changed), Frames: t.TempDir()})
	task := serve(t, Config{Source: sourceOf("glade.db", done), Frames: frames})
	ctx := browser(t, path)
	alike := sameLetters(t)
	for _, p := range []struct {
		name, path, has string
		dark            bool
	}{
		{"tree", "/tree?item=iron_ingot", "#panel .badge.certified", false},
		{"tree-dark", "/tree?goal=iron_pickaxe&item=iron_pickaxe", "#panel .badge.certified", true},
		{"folded", "/tree?fold=station", "g.from", false},
		{"and-or", "/tree?view=and-or&near=furnace", "#stage a.box", false},
		{"run", "/run", "#slider", false},
		{"plan", "/plan?goal=iron+pickaxe", "main table", false},
		{"audit", "/audit", "main section", false},
		{"diff", "/diff", "a.box.new, a.box.gone, a.box.changed", false},
		{"item", "/item?item=iron_ingot", ".trials a", false},
		{"task", "/tasks", "#moment img, #moment svg.map rect", false},
	} {
		t.Run(p.name, func(t *testing.T) {
			scheme, h := "light", tree
			if p.dark {
				scheme = "dark"
			}
			if p.name == "task" {
				h = task
			}
			_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
			if err != nil {
				t.Fatal(err)
			}
			open(t, ctx, h.URL+p.path)
			if eval[int](t, ctx, fmt.Sprintf(`document.querySelectorAll(%q).length`, p.has)) == 0 {
				t.Errorf("%s has no %s", p.path, p.has)
			}
			do(t, ctx, until(`[...document.images].every(i => i.complete) && document.querySelectorAll('[aria-busy]').length === 0`))
			now, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
			if err != nil {
				t.Fatal(err)
			}
			if *pictures == "" {
				if alike {
					compare(t, now, filepath.Join("../../../../docs/pages", p.name+".png"))
				}
				return
			}
			if err := os.MkdirAll(*pictures, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(*pictures, p.name+".png"), now, 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// sameLetters reports whether the letters of the pictures in docs are here: others take other room.
func sameLetters(t *testing.T) bool {
	out, err := exec.Command("fc-match", "Liberation Sans").Output()
	if err == nil && strings.HasPrefix(string(out), "LiberationSans") {
		return true
	}
	t.Log("the pictures aren't compared with those in docs: the font Liberation Sans isn't here (apt-get install fonts-liberation)")
	return false
}

// compare fails where the page doesn't look as its picture in docs does: in squares of 20 points the mean brightness may
// differ a little, as another browser smooths letters in another way, and in few squares by more.
func compare(t *testing.T, now []byte, file string) {
	t.Helper()
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	a, b := squares(t, now), squares(t, kept)
	if len(a) != len(b) {
		t.Fatalf("%s has another size: make pages, and look at it", file)
	}
	differ := 0
	for i := range a {
		if math.Abs(a[i]-b[i]) > 24 {
			differ++
		}
	}
	if most := len(a) / 25; differ > most {
		t.Errorf("%s isn't what the page looks like: %d of %d squares differ: make pages, and look at it", file, differ, len(a))
	}
}

// squares are the mean brightness of each square of 20 points, from 0 to 255.
func squares(t *testing.T, data []byte) (out []float64) {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	const side = 20
	r := img.Bounds()
	for y := r.Min.Y; y+side <= r.Max.Y; y += side {
		for x := r.Min.X; x+side <= r.Max.X; x += side {
			sum := 0.0
			for dy := range side {
				for dx := range side {
					sum += float64(color.GrayModel.Convert(img.At(x+dx, y+dy)).(color.Gray).Y)
				}
			}
			out = append(out, sum/(side*side))
		}
	}
	return out
}
