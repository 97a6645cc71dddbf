package page

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/export"
	"github.com/adam-discovery/adam/interaction"
)

// treeView is the page of the technology tree.
type treeView struct {
	SVG              template.HTML
	View, Fold       string
	Goal, Near, Find string
	Kind, Grade      string
	Depth            int
	Views, Folds     []string
	Kinds, Grades    []string
	Open             []string
	Names            []string
	Found            []string
	Shown, All       int
	Item             *itemView
	Whole            bool
	Counts           counts
	Left             string
}

// treeStyle serves the style sheet of drawings.
func treeStyle(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = w.Write([]byte(export.PageStyle())) // whoever asked may be gone
}

func (s *Server) tree(r *http.Request, snap *snapshot) (any, error) {
	q := r.URL.Query()
	v := &treeView{View: q.Get("view"), Fold: q.Get("fold"), Goal: q.Get("goal"), Near: q.Get("near"), Find: q.Get("find"),
		Kind: q.Get("kind"), Grade: q.Get("grade"), Open: q["open"], All: len(snap.Graph.Factors), Counts: snap.counts(),
		Kinds: []string{"item", "fact", "vital"}, Grades: []string{"reached", "proven", "certified"}}
	for _, x := range export.Views() {
		v.Views = append(v.Views, string(x))
	}
	for _, x := range export.Folds() {
		v.Folds = append(v.Folds, string(x))
	}
	if v.View == "" {
		v.View = string(export.ViewDAG)
	}
	f := export.Filter{Near: v.Near}
	var errs []error
	note := func(err error) { errs = append(errs, err) }
	if v.Goal != "" {
		f.Goals = []string{v.Goal}
	}
	if d := q.Get("depth"); d != "" {
		n, err := strconv.Atoi(d)
		if err != nil || n < 0 || n > 1000 {
			note(fmt.Errorf("depth %q: it is a number from 0 to 1000", d))
		}
		f.Depth, v.Depth = n, n
	}
	if v.Kind != "" {
		var k interaction.Kind
		note(k.UnmarshalText([]byte(v.Kind)))
		f.Kinds = []interaction.Kind{k}
	}
	if v.Grade != "" {
		note(f.Least.UnmarshalText([]byte(v.Grade)))
	}
	view, err := export.ParseView(v.View)
	note(err)
	only, err := export.Select(snap.Graph, f)
	if errors.Is(err, export.ErrGoal) {
		for _, name := range []string{v.Goal, v.Near} {
			if name != "" && snap.Graph.Factor(name) == nil {
				note(fmt.Errorf("nothing is called %q", name))
			}
		}
	} else {
		note(err)
	}
	v.Shown = v.All
	if only != nil {
		v.Shown = len(only)
	}
	if v.Fold == "" { // what can be looked at
		v.Fold = string(export.FoldNone)
		if v.Shown > export.Large && view == export.ViewDAG {
			v.Fold = string(export.FoldStation)
		}
	}
	fold, err := export.ParseFold(v.Fold)
	note(err)
	if err := errors.Join(errs...); err != nil {
		return nil, wrong{err, http.StatusBadRequest}
	}
	v.Whole = fold == export.FoldNone || len(v.Open) > 0
	q.Del("part")
	var b bytes.Buffer
	err = export.Draw(&b, snap.Graph, export.Look{View: view, Fold: fold, Open: v.Open, Only: only, Link: func(t export.Target) string { return treeLink(q, t) }})
	if err != nil {
		return nil, err
	}
	v.SVG = template.HTML(b.String()) //nolint:gosec // Draw escapes all that comes from a world
	for _, x := range snap.Graph.Factors {
		v.Names = append(v.Names, x.Name)
	}
	if v.Find != "" {
		v.Found = found(v.Find, v.Names)
	}
	if name := q.Get("item"); name != "" {
		if v.Item, err = s.itemOf(r, snap, name, q.Get("action")); err != nil {
			return nil, err
		}
	}
	v.Left = s.state(snap).Left
	return v, nil
}

// treeLink is where a click on a box of a tree leads: the same tree, with more said.
func treeLink(now url.Values, t export.Target) string {
	q := url.Values{}
	for k, v := range now {
		q[k] = slices.Clone(v)
	}
	switch t.Kind {
	case "group":
		q.Add("open", t.Name)
	default:
		q.Set("item", t.Name)
		q.Del("action")
		if t.Action != "" {
			q.Set("action", string(t.Action))
		}
	}
	return "/tree?" + q.Encode()
}

// found lists the names that have the text in them, then those that are like it.
func found(text string, names []string) []string {
	const most = 20
	var out []string
	for _, n := range names {
		if len(out) < most && strings.Contains(strings.ToLower(n), strings.ToLower(text)) {
			out = append(out, n)
		}
	}
	if out == nil {
		out = interaction.Near(text, names, 5)
	}
	return out
}

// text is a value as a query has it.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case graphstore.Seq:
		return strconv.FormatInt(int64(v), 10)
	}
	return fmt.Sprint(v)
}
