package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/export"
)

// runView is the page of a run.
type runView struct {
	State             state
	Counts            counts
	Run               graphstore.Seq
	Config            []setting
	Lived             bool
	Episodes, Length  int
	Recent            []trial
	Line, Found       string // of the chart
	MaxTrials, MaxAll int
	Milestones        []milestone
	// At is the entry that the replay is at, Last the latest.
	At, Last  graphstore.Seq
	Then      then
	SVG       template.HTML
	Reasons   []reason
	Unlearned int
}

type setting struct{ Name, Value string }

type milestone struct {
	Entry  graphstore.Seq
	Trials int
	Text   string
	Item   string
}

// then is how far it was at an entry.
type then struct{ Trials, Broken, Factors, Certified, Effects int }

// reason groups what isn't learned.
type reason struct {
	Text    string
	Actions []string
	More    int
}

// chart is the size of the drawing of what was certified.
const chartW, chartH = 640.0, 180.0

func (s *Server) run(r *http.Request, snap *snapshot) (any, error) {
	moments, err := snap.moments()
	if err != nil {
		return nil, err
	}
	v := &runView{State: s.state(snap), Counts: snap.counts(), Run: snap.RunAt, Recent: snap.Recent, Last: snap.Last, At: snap.Last,
		Episodes: snap.Episodes, Length: snap.Length, Lived: snap.World != nil && snap.World.Lived}
	if snap.Run != nil {
		v.Config = settings(snap.Run.Config)
	}
	if at := r.URL.Query().Get("at"); at != "" {
		n, err := strconv.ParseInt(at, 10, 64)
		if err != nil || n < 0 {
			return nil, wrong{fmt.Errorf("at %q: it is the number of an entry", at), http.StatusBadRequest}
		}
		v.At = min(graphstore.Seq(n), snap.Last)
	}
	v.chart(snap, moments)
	v.milestones(moments)
	v.Then = at(moments, v.At)
	v.Reasons, v.Unlearned = reasons(snap)
	fold := export.FoldNone
	if len(snap.Graph.Factors) > export.Large {
		fold = export.FoldStation
	}
	var b bytes.Buffer
	err = export.Draw(&b, snap.Graph, export.Look{View: export.ViewDAG, Fold: fold, Link: func(t export.Target) string {
		if t.Kind == "group" {
			return query("/tree", "open", t.Name)
		}
		return query("/tree", "item", t.Name)
	}})
	v.SVG = template.HTML(b.String()) //nolint:gosec // Draw escapes all that comes from a world
	return v, err
}

// settings are what a run was asked to do.
func settings(raw json.RawMessage) []setting {
	var m map[string]any
	if json.Unmarshal(raw, &m) != nil {
		return []setting{{"configuration", string(raw)}}
	}
	var out []setting
	for k, x := range m {
		out = append(out, setting{k, text(x)})
	}
	slices.SortFunc(out, func(a, b setting) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// tally follows what is known of effects.
type tally struct {
	then
	sure map[string]bool // of each effect: it is certified, and not disputed
}

func (t *tally) add(m graphstore.Moment) {
	t.Trials, t.Broken = m.Trials, m.Broken
	switch {
	case m.Action == "":
		t.Factors++
	case m.Factor != "":
		key := string(m.Action) + "/" + m.Factor
		was, known := t.sure[key]
		if !known {
			t.Effects++
		}
		if was {
			t.Certified--
		}
		sure := m.Grade == graphstore.Certified && !m.Disputed
		if sure {
			t.Certified++
		}
		t.sure[key] = sure
	}
}

func at(moments []graphstore.Moment, seq graphstore.Seq) then {
	t := &tally{sure: map[string]bool{}}
	for _, m := range moments {
		if m.Entry > seq {
			break
		}
		t.add(m)
	}
	return t.then
}

// chart draws how many effects were certified, and how many factors known, after how many trials.
func (v *runView) chart(snap *snapshot, moments []graphstore.Moment) {
	v.MaxTrials = max(1, v.State.Trials)
	v.MaxAll = max(1, v.Counts.Effects, len(snap.Graph.Factors))
	t := &tally{sure: map[string]bool{}}
	var line, foundLine strings.Builder
	point := func(b *strings.Builder, trials, n int) {
		fmt.Fprintf(b, "%.1f,%.1f ", float64(trials)/float64(v.MaxTrials)*chartW, chartH-float64(n)/float64(v.MaxAll)*chartH)
	}
	step := max(1, len(moments)/600)
	for i, m := range moments {
		t.add(m)
		if i%step == 0 || i == len(moments)-1 {
			point(&line, m.Trials, t.Certified)
			point(&foundLine, m.Trials, t.Factors)
		}
	}
	point(&line, v.State.Trials, t.Certified)
	point(&foundLine, v.State.Trials, t.Factors)
	v.Line, v.Found = line.String(), foundLine.String()
}

// milestones are the latest items that came to be known, or their ways certified.
func (v *runView) milestones(moments []graphstore.Moment) {
	seen := map[string]bool{}
	for _, m := range moments {
		text := ""
		switch {
		case m.Action == "" && m.Factor != "":
			text = "found"
		case m.Grade == graphstore.Certified && !m.Disputed:
			text = "certified"
		case m.Disputed:
			text = "disputed"
		}
		if key := text + m.Factor; text != "" && m.Factor != "" && !seen[key] {
			seen[key] = true
			v.Milestones = append(v.Milestones, milestone{m.Entry, m.Trials, text, m.Factor})
		}
	}
	slices.Reverse(v.Milestones)
	v.Milestones = v.Milestones[:min(len(v.Milestones), 40)]
}

// reasons are why actions aren't learned, those of one kind together.
func reasons(snap *snapshot) (out []reason, n int) {
	const most = 60
	for _, g := range snap.Graph.NotLearned() {
		n += len(g.Members)
		r := reason{Text: g.Reason, More: max(0, len(g.Members)-most)}
		for _, i := range g.Members[:min(most, len(g.Members))] {
			r.Actions = append(r.Actions, snap.label(snap.Graph.Actions[i].ID))
		}
		out = append(out, r)
	}
	return out, n
}

// moments serves the replay its data: for each change the entry, the trials before it, the
// factor, and its grade from then on, 0 where it only came to be known.
func (s *Server) moments(w http.ResponseWriter, r *http.Request) {
	snap, err := s.main.read(r.Context())
	if err == nil {
		var all []graphstore.Moment
		if all, err = snap.moments(); err == nil {
			out := make([][4]any, 0, len(all))
			for _, m := range all {
				if m.Factor == "" {
					continue
				}
				grade := m.Grade.String()
				switch {
				case m.Action == "":
					grade = ""
				case m.Disputed:
					grade = "disputed"
				}
				out = append(out, [4]any{m.Entry, m.Trials, m.Factor, grade})
			}
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(out) // whoever asked may be gone
			return
		}
	}
	http.Error(w, err.Error(), http.StatusInternalServerError)
}
