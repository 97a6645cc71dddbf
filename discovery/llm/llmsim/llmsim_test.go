package llmsim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
)

const prompt = `Things: b, c, d, f, g
Effect: g
Trials:
1. present: all but d, g; tries: 5; came: 0
2. present: all but g; tries: 4; came: 3; used up: b 2, c 1; gave: 1 to 3
3. present: b, c, d; tries: 1; came: 1; used up: b 2, c 1; gave: 1
4. present: nothing; tries: 2; came: 0
On offer since these were seen: c
Needed and kept elsewhere, among 6: f 2, d 1
Refuted: {b, c; g}, as the effect never came in 5 tries with all of them present
`

// The played model understands what a prompt says.
func TestRead(t *testing.T) {
	q, err := read(prompt)
	if err != nil || q.effect != "g" || len(q.things) != 5 || len(q.trials) != 4 || q.kept["f"] != 2 || q.others != 6 ||
		!slices.Equal(q.listed, []string{"c"}) || !slices.Equal(q.refuted[0], []string{"b", "c"}) {
		t.Fatalf("%+v, %v", q, err)
	}
	if r := q.trials[0]; len(r.present) != 3 || r.present["d"] || r.tries != 5 || r.came != 0 {
		t.Errorf("%+v", r)
	}
	if r := q.trials[1]; !slices.Equal(r.used, []string{"b", "c"}) || r.came != 3 {
		t.Errorf("%+v", r)
	}
	if _, err := read("What are the ingredients of cake?"); err == nil {
		t.Error("another question was taken for one about causes")
	}
}

func TestInfer(t *testing.T) {
	q, err := read(prompt)
	if err != nil {
		t.Fatal(err)
	}
	// b and c are used up; d is what the failures lack; f was absent at a success.
	if got := q.infer(); !slices.Equal(got, []string{"b", "c", "d"}) {
		t.Errorf("%v", got)
	}
	alternatives, err := read("Things: b, c, d, f\nEffect: f\nTrials:\n1. present: b; tries: 2; came: 2; used up: nothing; gave: 1\n" +
		"2. present: c, d; tries: 2; came: 1; used up: nothing; gave: 1\n3. present: d; tries: 9; came: 0\n")
	if err != nil || !slices.Equal(alternatives.infer(), []string{"b"}) {
		t.Errorf("of two ways: %v, %v", alternatives.infer(), err)
	}
}

// The rates are those stated.
func TestDegrade(t *testing.T) {
	q := question{effect: "z"}
	for i := range 30 {
		q.things = append(q.things, fmt.Sprint("x", i))
	}
	causes := q.things[:3]
	how := Quality{Omission: .25, Redundancy: 1.8}
	rng := rand.New(rand.NewPCG(1, 1))
	const n = 20000
	left, added := 0, 0
	for range n {
		got := q.degrade(causes, how, rng)
		for _, c := range causes {
			if !slices.Contains(got, c) {
				left++
			}
		}
		for _, c := range got {
			if !slices.Contains(causes, c) {
				added++
			}
		}
	}
	if o, r := float64(left)/n/3, float64(added)/n; math.Abs(o-.25) > .01 || math.Abs(r-1.8) > .05 {
		t.Errorf("omission %v, redundancy %v, want %+v", o, r, how)
	}
}

// Omission is such that the share of actions with nothing left out is the paper's
// share of successes.
func TestLevels(t *testing.T) {
	for _, l := range Levels {
		q := l.Quality()
		if q.Redundancy != l.RedundantOrError || q.Omission < 0 || q.Omission >= 1 {
			t.Errorf("%s: %+v", l.Name, q)
		}
		if got := math.Pow(1-q.Omission, 97./41); l.Success > 0 && math.Abs(got-float64(l.Success)/float64(l.Actions)) > 1e-9 {
			t.Errorf("%s: %v of actions keep all causes", l.Name, got)
		}
	}
}

// An answer follows from the request and the seed, not from what was asked before.
func TestAnswersFollowFromRequests(t *testing.T) {
	ask := func(s *Server, seed int) string {
		t.Helper()
		body, err := json.Marshal(map[string]any{"messages": []any{map[string]string{"role": "user", "content": prompt}}, "seed": seed})
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.Post(s.URL()+"/chat/completions", "application/json", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatal(res.Status, err)
		}
		return string(text)
	}
	cfg := Config{Quality: Quality{Omission: .5, Redundancy: 1}, Seed: 3}
	a, b := Start(cfg), Start(cfg)
	defer a.Close()
	defer b.Close()
	different := map[string]bool{}
	for i := range 20 {
		different[ask(a, i)] = true
	}
	for i := 19; i >= 0; i-- {
		if !different[ask(b, i)] {
			t.Errorf("request %d has another answer in another order", i)
		}
	}
	if len(different) < 4 || len(a.Requests()) != 20 {
		t.Errorf("%d different answers to %d requests", len(different), len(a.Requests()))
	}
	if res, err := http.Get(a.URL() + "/models"); err != nil || res.StatusCode != http.StatusNotFound {
		t.Error(res, err)
	} else {
		res.Body.Close()
	}
}

func FuzzRead(f *testing.F) {
	f.Add(prompt)
	f.Add(strings.ReplaceAll(prompt, "all but", "all"))
	f.Add("Things: b\nEffect: b\nTrials:\n1. present: all; tries: 99999999999999999999; came: 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		if q, err := read(text); err == nil {
			q.infer()
		}
	})
}
