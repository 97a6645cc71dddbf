package page

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/audit"
	"github.com/adam-discovery/adam/graphstore/export"
)

// auditView is what a maker of the game should know, each with where to look.
type auditView struct {
	Report   audit.Report
	Sections []section
}

type section struct {
	Title string
	Lines []finding
	More  int
}

type finding struct{ Text, Item string }

func (s *Server) audit(r *http.Request, snap *snapshot) (any, error) {
	rep := audit.New(snap.Graph)
	v := &auditView{Report: rep}
	most := 25
	if r.URL.Query().Get("all") != "" {
		most = 1 << 20
	}
	add := func(title string, n int, line func(int) finding) {
		if n == 0 {
			return
		}
		x := section{Title: title, More: max(0, n-most)}
		for i := range min(n, most) {
			x.Lines = append(x.Lines, line(i))
		}
		v.Sections = append(v.Sections, x)
	}
	add("Loops that multiply items", len(rep.Loops), func(i int) finding {
		item := ""
		if len(rep.Loops[i].Gains) > 0 {
			item = rep.Loops[i].Gains[0].Factor
		}
		return finding{rep.Loops[i].String(), item}
	})
	add("Cheaper than it looks (actions for one more)", len(rep.Bargains), func(i int) finding { return finding{rep.Bargains[i].String(), rep.Bargains[i].Factor} })
	add("Without it other items can't be had", len(rep.Keys), func(i int) finding {
		return finding{fmt.Sprintf("%s: %d others", rep.Keys[i].Factor, rep.Keys[i].Lost), rep.Keys[i].Factor}
	})
	add("One single way", len(rep.Single), func(i int) finding {
		return finding{fmt.Sprintf("%s: %s (%s)", rep.Single[i].Factor, rep.Single[i].Action, rep.Single[i].Way), rep.Single[i].Factor}
	})
	names := func(title string, of []string) {
		add(title, len(of), func(i int) finding { return finding{of[i], of[i]} })
	}
	names("Good for nothing else", rep.DeadEnds)
	names("Can't be had from nothing", rep.Unreachable)
	names("Seen, but not known yet how to be had", rep.Unexplained)
	add("Actions that never did anything", len(rep.Useless), func(i int) finding {
		name := rep.Useless[i].Label
		if name == "" {
			name = string(rep.Useless[i].Action)
		}
		return finding{name + ": " + rep.Useless[i].Reason, ""}
	})
	return v, nil
}

// diffView is two trees, and what differs.
type diffView struct {
	Old, New       string
	Changes, Open  []change
	OldSVG, NewSVG template.HTML
	// Names are what differs, for scripts to colour.
	Names map[string]string
}

type change struct{ Text, Item, Kind string }

func (s *Server) diff(r *http.Request, snap *snapshot) (any, error) {
	if s.cfg.With.Open == nil {
		return nil, wrong{fmt.Errorf("there is nothing to compare with: adam serve --with OTHER.db"), http.StatusNotFound}
	}
	other, err := s.alt.read(r.Context())
	if err != nil {
		return nil, err
	}
	before, _ := graphstore.Align(snap.Graph, other.Graph) // of two versions of a game, by what actions are called
	v := &diffView{Old: s.cfg.Source.Name, New: s.cfg.With.Name, Names: map[string]string{}}
	for _, c := range graphstore.Diff(before, other.Graph) {
		kind := "changed"
		switch c.Kind {
		case graphstore.FactorAppeared, graphstore.EffectAppeared, graphstore.WayAppeared, graphstore.ActionLearned:
			kind = "new"
		case graphstore.FactorGone, graphstore.EffectGone, graphstore.WayGone, graphstore.ActionUnlearned:
			kind = "gone"
		}
		x := change{c.String(), "", kind}
		if snap.Graph.Factor(c.Factor) != nil { // of others there is no page
			x.Item = c.Factor
		}
		if c.Open {
			v.Open = append(v.Open, x)
			continue
		}
		v.Changes = append(v.Changes, x)
		// An item is new or gone only where all of it is.
		if _, ok := v.Names[c.Factor]; c.Factor != "" && !ok {
			if c.Kind != graphstore.FactorAppeared && c.Kind != graphstore.FactorGone {
				kind = "changed"
			}
			v.Names[c.Factor] = kind
		}
	}
	draw := func(g *graphstore.Graph) (template.HTML, error) {
		only := map[string]bool{} // all of a large graph is too much: what differs, and its neighbours
		if len(g.Factors) > export.Large {
			for name := range v.Names {
				if g.Factor(name) == nil {
					continue
				}
				near, err := export.Select(g, export.Filter{Near: name})
				if err != nil {
					return "", err
				}
				for n := range near {
					only[n] = true
				}
			}
		} else {
			only = nil
		}
		var b bytes.Buffer
		err := export.Draw(&b, g, export.Look{View: export.ViewDAG, Only: only, Mark: v.Names, Link: func(t export.Target) string {
			if snap.Graph.Factor(t.Name) == nil {
				return ""
			}
			return query("/tree", "item", t.Name)
		}})
		return template.HTML(b.String()), err //nolint:gosec // Draw escapes all that comes from a world
	}
	if v.OldSVG, err = draw(snap.Graph); err != nil {
		return nil, err
	}
	v.NewSVG, err = draw(other.Graph)
	return v, err
}
