package votes_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/scenarios/mcu/votes"
)

// dimensions are what is voted on.
var dimensions = []string{"task progress", "creative attempts"}

// Somebody votes on a page that says nothing of whose the recordings are; what was voted counts for the right recording,
// whichever side it was on, and only once.
func TestPage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "votes.db")
	box, err := votes.Open(path, dimensions)
	if err != nil {
		t.Fatal(err)
	}
	pages := 0
	page := &votes.Page{Box: box,
		Next: func() (votes.Pair, bool) {
			pages++
			return votes.Pair{First: "ours-1", Second: "random-1", Task: "<script>mine 1 log"}, pages <= 30
		},
		Picture: func(_ context.Context, recording string, w io.Writer) error {
			_, err := io.WriteString(w, "GIF of "+recording)
			return err
		}}
	get := func(path string) string {
		w := httptest.NewRecorder()
		page.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w.Body.String()
	}
	post := func(form url.Values) int {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		page.ServeHTTP(w, r)
		return w.Code
	}
	left := map[string]int{}
	for range 30 {
		html := get("/")
		if strings.Contains(html, "ours") || strings.Contains(html, "random") || strings.Contains(html, "<script>") {
			t.Fatal("the page says whose they are, or isn't escaped: " + html)
		}
		token := regexp.MustCompile(`name="token" value="([0-9a-f]+)"`).FindStringSubmatch(html)[1]
		a, b := get("/a.gif?ballot="+token), get("/b.gif?ballot="+token)
		if a == b {
			t.Fatalf("%q on both sides", a)
		}
		left[a]++
		form := url.Values{"token": {token}, "task progress": {"a"}, "creative attempts": {"both bad"}}
		if strings.Contains(b, "ours") {
			form.Set("task progress", "b")
		}
		if code := post(form); code != http.StatusSeeOther {
			t.Fatalf("%d", code)
		}
		if code := post(form); code != http.StatusBadRequest {
			t.Errorf("the same ballot is cast twice: %d", code)
		}
	}
	if len(left) != 2 {
		t.Errorf("always the same on the left: %v", left)
	}
	if code := post(url.Values{"token": {"no"}}); code != http.StatusBadRequest {
		t.Errorf("a forged ballot: %d", code)
	}
	if html := get("/"); !strings.Contains(html, "nothing left") {
		t.Error(html)
	}
	if err := box.Close(); err != nil {
		t.Fatal(err)
	}
	if box, err = votes.OpenReadOnly(path); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = box.Close() }()
	all, err := box.All(t.Context())
	if err != nil || len(all) != 60 {
		t.Fatalf("%d votes, %v", len(all), err)
	}
	for _, v := range all {
		if v.Dimension == "task progress" && v.Result != 1 || v.Dimension == "creative attempts" && (v.Result != 0 || !v.Bad) {
			t.Errorf("%+v", v)
		}
	}
	if _, _, err := box.Hand(t.Context(), votes.Pair{First: "ours-1", Second: "random-1"}); err == nil {
		t.Error("what was opened for reading is written")
	}
}

// Somebody grades single recordings; a ballot of one kind can't be cast as the other, grades are kept apart from votes, and
// who votes is sent back to where they were, wherever the page is mounted.
func TestSingles(t *testing.T) {
	box, err := votes.Open(filepath.Join(t.TempDir(), "votes.db"), dimensions)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = box.Close() }()
	page := http.StripPrefix("/vote", &votes.Page{Box: box, Grades: [5]string{"very poor", "poor", "fair", "good", "excellent"},
		Next:       func() (votes.Pair, bool) { return votes.Pair{First: "ours-1", Second: "random-1"}, true },
		NextSingle: func() (votes.Single, bool) { return votes.Single{Recording: "ours-1", Task: "mine <b>"}, true },
		Picture: func(_ context.Context, recording string, w io.Writer) error {
			_, err := io.WriteString(w, "GIF of "+recording)
			return err
		}})
	do := func(method, path string, form url.Values) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		page.ServeHTTP(w, r)
		return w
	}
	token := func(path string) string {
		html := do(http.MethodGet, path, nil).Body.String()
		if strings.Contains(html, "ours") || strings.Contains(html, "<b>") {
			t.Fatal("the page says whose it is, or isn't escaped: " + html)
		}
		return regexp.MustCompile(`name="token" value="([0-9a-f]+)"`).FindStringSubmatch(html)[1]
	}
	one := token("/vote/one")
	if got := do(http.MethodGet, "/vote/a.gif?ballot="+one, nil).Body.String(); got != "GIF of ours-1" {
		t.Error(got)
	}
	good := url.Values{"token": {one}, "task progress": {"excellent"}, "creative attempts": {"very poor"}}
	for _, bad := range []struct {
		path string
		form url.Values
	}{
		{"/vote/", url.Values{"token": {one}, "task progress": {"a"}, "creative attempts": {"a"}}},
		{"/vote/one", url.Values{"token": {one}, "task progress": {"a"}, "creative attempts": {"a"}}},
		{"/vote/one", url.Values{"token": {token("/vote/")}, "task progress": {"good"}, "creative attempts": {"good"}}},
	} {
		if w := do(http.MethodPost, bad.path, bad.form); w.Code != http.StatusBadRequest {
			t.Errorf("%+v: %d", bad, w.Code)
		}
	}
	if w := do(http.MethodPost, "/vote/one", good); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "one" {
		t.Errorf("%d, to %q", w.Code, w.Header().Get("Location"))
	}
	if w := do(http.MethodPost, "/vote/one", good); w.Code != http.StatusBadRequest {
		t.Errorf("the same ballot is cast twice: %d", w.Code)
	}
	if w := do(http.MethodPost, "/vote/", url.Values{"token": {token("/vote/")}, "task progress": {"tie"}, "creative attempts": {"tie"}}); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "." {
		t.Errorf("%d, to %q", w.Code, w.Header().Get("Location"))
	}
	grades, err := box.Grades(t.Context())
	if err != nil || len(grades) != 2 || grades[0].Grade != 0 || grades[1].Grade != 4 || grades[1].Recording != "ours-1" || grades[0].Ballot != grades[1].Ballot {
		t.Errorf("%+v, %v", grades, err)
	}
	if all, err := box.All(t.Context()); err != nil || len(all) != 2 || all[0].Dimension != "creative attempts" {
		t.Errorf("%+v, %v", all, err)
	}
	if err := box.Rate(t.Context(), one, map[string]int{"task progress": 5}); err == nil {
		t.Error("a grade of 5 is taken")
	}
}

// Who only asks whether the page is there gets no ballot.
func TestHead(t *testing.T) {
	page := &votes.Page{Box: &votes.Box{},
		Next:       func() (votes.Pair, bool) { t.Error("a pair was drawn"); return votes.Pair{}, false },
		NextSingle: func() (votes.Single, bool) { t.Error("a recording was drawn"); return votes.Single{}, false }}
	for _, path := range []string{"/", "/one"} {
		w := httptest.NewRecorder()
		page.ServeHTTP(w, httptest.NewRequest(http.MethodHead, path, nil))
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%s: %d, %v", path, w.Code, w.Header())
		}
	}
}

// A ballot that says nothing of some dimension is refused with the reason, and can be cast again; so is one that was never handed
// out, or speaks of a dimension that there isn't.
func TestIncomplete(t *testing.T) {
	box, err := votes.Open(filepath.Join(t.TempDir(), "votes.db"), dimensions)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = box.Close() }()
	page := &votes.Page{Box: box, Grades: [5]string{"very poor", "poor", "fair", "good", "excellent"}}
	ctx := t.Context()
	pair, _, err := box.Hand(ctx, votes.Pair{First: "ours-1", Second: "random-1"})
	if err != nil {
		t.Fatal(err)
	}
	single, err := box.HandSingle(ctx, votes.Single{Recording: "ours-1"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []map[string]string{nil, {"task progress": "a"}, {"task progress": "a", "looks": "b"}} {
		if err := box.Cast(ctx, pair, c); !errors.Is(err, votes.ErrIncomplete) || !strings.Contains(err.Error(), "creative attempts") && c != nil {
			t.Errorf("%v: %v", c, err)
		}
	}
	if err := box.Rate(ctx, single, map[string]int{"creative attempts": 1}); !errors.Is(err, votes.ErrIncomplete) {
		t.Error(err)
	}
	for _, path := range []string{"/", "/one"} {
		form := url.Values{"token": {map[string]string{"/": pair, "/one": single}[path]}, "task progress": {map[string]string{"/": "a", "/one": "good"}[path]}}
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		if page.ServeHTTP(w, r); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "creative attempts is missing") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	whole := map[string]string{"task progress": "a", "creative attempts": "tie"}
	if err := box.Cast(ctx, pair, map[string]string{"task progress": "a", "creative attempts": "tie", "looks": "b"}); err == nil {
		t.Error("a third dimension is taken")
	}
	if err := box.Cast(ctx, "x", whole); !errors.Is(err, votes.ErrNoBallot) {
		t.Error(err)
	}
	if err := box.Cast(ctx, pair, whole); err != nil {
		t.Error(err)
	}
	if err := box.Rate(ctx, single, map[string]int{"task progress": 4, "creative attempts": 0}); err != nil {
		t.Error(err)
	}
}
