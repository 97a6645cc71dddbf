package mcu

import (
	"bytes"
	"strings"
	"testing"
)

// What people say enters the report: as rows of a rater of its own, and as agreement with the exact rater.
func TestHear(t *testing.T) {
	var rows []Row
	for i, agent := range []string{"good", "fair", "bad"} {
		s := Scores{}
		for _, d := range Exact {
			s[d] = float64(90 - 40*i)
		}
		rows = append(rows, Row{Agent: agent, Task: "mine/log", Family: Mine, Difficulty: Simple, Scores: s, Rater: "exact"})
	}
	r := NewReport(rows)
	before := len(r.Rows)
	r.Hear(nil, nil)
	if len(r.Rows) != before || len(r.Agreement) > 0 {
		t.Error("nobody said anything, and it is heard")
	}
	var votes []Preference
	var graded []Graded
	for _, d := range Dimensions {
		votes = append(votes, Preference{A: rows[0], B: rows[2], Ballot: 1, Dimension: d, Result: 1}, Preference{A: rows[2], B: rows[1], Ballot: 2, Dimension: d, Result: -1})
		for i := range rows {
			graded = append(graded, Graded{Row: rows[i], Ballot: int64(3 + i), Dimension: d, Grade: 4 - 2*i})
		}
	}
	r.Hear(votes, graded)
	a := r.Agreement[Person]
	if a.Pairs != 2 || a.Singles != 3 || a.Tau == nil || *a.Tau != 1 || a.F1["all"] != 1 || a.F1["family mine"] != 1 || a.F1[string(Creative)] != 0 {
		t.Errorf("%+v", a)
	}
	n := 0
	for _, x := range r.Rows {
		if x.Rater == Person {
			if n++; x.Agent == "fair" && x.Score != 50 {
				t.Errorf("%+v", x)
			}
		}
	}
	if n != len(graded) {
		t.Errorf("%d rows of people, want %d", n, len(graded))
	}
	var b bytes.Buffer
	r.Print(&b)
	for _, says := range []string{"by people", "person: 2 comparisons, 3 single ratings"} {
		if !strings.Contains(b.String(), says) {
			t.Errorf("it doesn't say %q", says)
		}
	}
	for i := range votes { // who says the opposite
		votes[i].Result = -votes[i].Result
	}
	r = NewReport(rows)
	if r.Hear(votes, nil); r.Agreement[Person].F1["all"] > .1 {
		t.Errorf("%+v", r.Agreement[Person])
	}
}
