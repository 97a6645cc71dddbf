package page

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/adam-discovery/adam/graphstore"
)

// toured is a server of a task of four steps: one with a picture and a map, one with a map that is none, one whose
// picture is gone, and one with a name that is no picture's.
func toured(t *testing.T) *httptest.Server {
	t.Helper()
	l := hostile(t, []string{"log"})
	var page graphstore.Page
	for i, picture := range []string{"session01/0001-000001", "session01/0001-000002", "session01/0001-000009", "../session01/0001-000001"} {
		page.Add(graphstore.NewEntry(graphstore.StepEntry{Task: "a log", N: i + 1, Goal: "log", Action: "a0", Verdict: "succeeded", Picture: picture}))
	}
	if err := page.AppendTo(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "session01"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, n := range []string{"0001-000001", "0001-000002"} {
		f, err := os.Create(filepath.Join(dir, "session01", n+".png"))
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(f, image.NewGray(image.Rect(0, 0, 4, 4))); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for n, text := range map[string]string{
		"0001-000001": `{"width":3,"height":3,"cells":[-1,-1,-1,0,0,1,-1,-1,-1],"facing":1,"things":["grass","</svg><script>window.hurt=1</script>","unseen"]}`,
		"0001-000002": `{"width":3,"height":3,"cells":[7]}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, "session01", n+".json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return serve(t, Config{Source: sourceOf("task.db", l), Frames: dir})
}

// Each step of a task is shown with what the agent saw then and what it remembered, as far as that is there.
func TestMoment(t *testing.T) {
	h := toured(t)
	get := func(path string) string {
		t.Helper()
		r, err := http.Get(h.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		b, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s, %v", path, r.Status, err)
		}
		return string(b)
	}
	first := get("/tasks?task=1&step=1")
	for _, want := range []string{`src="/frame/session01/0001-000001.png"`, `<svg class="map" viewBox="0 0 3 1"`, `width="2" height="1"`, "rotate(90)", "&lt;/svg&gt;&lt;script&gt;"} {
		if !strings.Contains(first, want) {
			t.Errorf("the first step lacks %s", want)
		}
	}
	if strings.Contains(first, "unseen") || strings.Contains(first, "<script>window") {
		t.Error("a thing is shown that isn't on the map, or gets out of its place")
	}
	if !strings.HasPrefix(get("/frame/session01/0001-000001.png"), "\x89PNG") {
		t.Error("the picture isn't one")
	}
	for step, want := range map[int]string{2: "not a map", 3: "The picture is gone", 4: "no picture was kept"} {
		if got := get(fmt.Sprintf("/tasks?task=1&step=%d", step)); !strings.Contains(got, want) || strings.Contains(got, `class="map"`) {
			t.Errorf("step %d doesn't say that %s", step, want)
		}
	}
	if r, err := http.Get(h.URL + "/tasks?task=1&step=9"); err != nil || r.StatusCode != http.StatusNotFound {
		t.Errorf("a step that isn't there: %v, %v", r, err)
	}
}

// Going through the steps changes the picture and the map.
func TestMomentInBrowser(t *testing.T) {
	path := chromium(t)
	h := toured(t)
	ctx := browser(t, path)
	open(t, ctx, h.URL+"/tasks?task=1&step=3")
	do(t, ctx, chromedp.Click(`[data-step=back]`), until(`document.querySelector('#moment .fault') !== null`),
		chromedp.Click(`[data-step=back]`), until(`document.querySelectorAll('#moment svg.map rect').length === 2 && document.querySelector('#moment img').naturalWidth === 4`))
	if !eval[bool](t, ctx, `window.hurt === undefined && document.querySelectorAll('tr.at').length === 1 && document.querySelector('#moment .legend').innerText.includes('grass')`) {
		t.Error("the map isn't what was remembered")
	}
}

// TestLatestOfMany: sessions and pictures are in the order of their numbers, also where these have more digits than others.
func TestLatestOfMany(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"session09/0001-000001.png", "session99/0001-000001.png", "session100/9999-000001.png", "session100/10000-000001.png", "session100/10000-000010.png"} {
		path := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := New(Config{Frames: dir})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.frames(httptest.NewRequest(http.MethodGet, "/frames", nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	v := got.(*framesView)
	if v.Session != "session100" || v.File != "10000-000010.png" || v.Files[0] != "9999-000001.png" {
		t.Errorf("the latest is %s of %v in %s of %v", v.File, v.Files, v.Session, v.Sessions)
	}
}
