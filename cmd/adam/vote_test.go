package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"image/gif"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/scenarios/mcu"
	"github.com/adam-discovery/adam/scenarios/mcu/votes"
)

// People compare recordings on a page of adam serve, and their votes are kept.
func TestVotes(t *testing.T) {
	dir := t.TempDir()
	suite, games := filepath.Join(dir, "small.json"), filepath.Join(dir, "games")
	if err := os.WriteFile(suite, []byte(`{"name": "small", "world": "lived:wilds", "note": "for a test", "atomic": ["mine/log"]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if code := run(t.Context(), []string{"mcu", "run", "--suite", suite, "--agent", "ours,random", "--difficulty", "simple", "--episodes", "1", "--out", games}, io.Discard, io.Discard); code != 0 {
		t.Fatalf("the run ends with %d", code)
	}
	ctx, stop := context.WithCancel(t.Context())
	said, stderr := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"serve", "--db", tinyDB(t), "--listen", "127.0.0.1:0", "--vote", games}, io.Discard, stderr)
		_ = stderr.Close()
	}()
	line, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := strings.Fields(strings.TrimPrefix(line, "open "))[0] + "vote/"
	get := func(path string) []byte {
		t.Helper()
		r, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = r.Body.Close() }()
		b, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s, %v", path, r.Status, err)
		}
		return b
	}
	ballot := get("")
	if bytes.Contains(ballot, []byte("random")) {
		t.Error("the page says whose the recordings are")
	}
	token := string(regexp.MustCompile(`name="token" value="([^"]*)"`).FindSubmatch(ballot)[1])
	if _, err := gif.DecodeAll(bytes.NewReader(get("a.gif?ballot=" + token))); err != nil {
		t.Errorf("the recording is no picture: %v", err)
	}
	form := url.Values{"token": {token}}
	for _, d := range mcu.Dimensions {
		form.Set(string(d), "a")
	}
	r, err := http.PostForm(address, form)
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("the vote: %v %v", r, err)
	}
	if voted, err := io.ReadAll(r.Body); err != nil || !bytes.Contains(voted, []byte("Which is better?")) {
		t.Errorf("whoever voted isn't sent to the next ballot: %v", err)
	}
	_ = r.Body.Close()
	single := regexp.MustCompile(`name="token" value="([^"]*)"`).FindSubmatch(get("one"))[1]
	grades := url.Values{"token": {string(single)}}
	for _, d := range mcu.Dimensions {
		grades.Set(string(d), "good")
	}
	if r, err = http.PostForm(address+"one", grades); err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("the grades: %v %v", r, err)
	}
	_ = r.Body.Close()
	stop()
	if c := <-code; c != 0 && c != 130 {
		t.Errorf("it ends with %d", c)
	}
	box, err := votes.OpenReadOnly(filepath.Join(games, votesFile))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = box.Close() }()
	all, err := box.All(t.Context())
	if err != nil || len(all) != len(mcu.Dimensions) {
		t.Errorf("%d votes are kept, want %d: %v", len(all), len(mcu.Dimensions), err)
	}
	var out bytes.Buffer
	if code := run(t.Context(), []string{"mcu", "report", games, "--json"}, &out, io.Discard); code != 0 {
		t.Fatalf("the report ends with %d", code)
	}
	var report struct {
		Rows      []mcu.ScoreRow
		Agreement map[string]mcu.Agreeing
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	people := 0
	for _, x := range report.Rows {
		if x.Rater == mcu.Person && x.Score == 75 {
			people++
		}
	}
	if a := report.Agreement[mcu.Person]; people != len(mcu.Dimensions) || a.Pairs != 1 || a.Singles != 1 {
		t.Errorf("%d rows of people, %+v", people, a)
	}
}
