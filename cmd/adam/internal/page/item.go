package page

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// itemView is what is claimed of a factor, or of an action, and why.
type itemView struct {
	Name  string
	Kind  string
	Level int
	// Gives are the effects that raise it, with their trials.
	Gives []giveView
	// Uses are what it is good for.
	Uses  []useView
	Lived bool
	// Of is the action that is looked at; empty: all.
	Of string
	// Alone: it is part of a file, and links lead nowhere.
	Alone bool
}

type giveView struct {
	graphstore.ExplainedEffect
	Action, ID, Grade string
	Chance            graphstore.Interval
	Certificate       *graphstore.Certificate
	Disputed          bool
}

type useView struct{ Action, Way, Factor, Grade string }

func (s *Server) item(r *http.Request, snap *snapshot) (any, error) {
	q := r.URL.Query()
	return s.itemOf(r, snap, q.Get("item"), q.Get("action"))
}

func (s *Server) itemOf(r *http.Request, snap *snapshot, name, action string) (*itemView, error) {
	if snap.Graph.Factor(name) == nil {
		return nil, wrong{errors.New("nothing is called " + interaction.Shown(name)), http.StatusNotFound}
	}
	l, err := s.cfg.Source.Open(r.Context())
	if err != nil {
		return nil, err
	}
	defer func() { _ = l.Close() }() // it was only read
	most := graphstore.Listed
	if r.URL.Query().Get("all") != "" {
		most = 1000
	}
	why, err := graphstore.Why(r.Context(), l, interaction.Action(action), name, most)
	if err != nil && !errors.Is(err, graphstore.ErrUnknown) { // it was there from the start: nothing gives it
		return nil, err
	}
	v := snap.item(name, why)
	if action != "" {
		v.Of = snap.label(interaction.Action(action))
	}
	return v, nil
}

// item is what is claimed of a factor that the graph lists; why may be nil.
func (s *snapshot) item(name string, why *graphstore.Explanation) *itemView {
	f := s.Graph.Factor(name)
	v := &itemView{Name: name, Kind: f.Kind.String(), Level: f.Level}
	for _, a := range s.Graph.Actions {
		for _, e := range a.Effects {
			for _, w := range e.Ways {
				if w.Members.Overlaps([]string{name}) {
					v.Uses = append(v.Uses, useView{s.label(a.ID), w.String(), e.Factor, e.Grade.String()})
				}
			}
		}
	}
	if why == nil {
		return v
	}
	v.Lived = why.Lived
	for _, e := range why.Effects {
		v.Gives = append(v.Gives, giveView{e, s.label(e.Action), string(e.Action), e.Effect.Grade.String(), e.Effect.Chance, e.Effect.Certificate, e.Effect.Disputed})
	}
	return v
}

// entryView is one entry of the ledger, with its neighbours.
type entryView struct {
	graphstore.Record
	Before, After graphstore.Seq
}

func (s *Server) entry(r *http.Request, snap *snapshot) (any, error) {
	var key interaction.Key
	asked := strings.TrimSpace(r.URL.Query().Get("n"))
	n, err := strconv.ParseInt(asked, 10, 64)
	if len(asked) == 32 {
		n, err = 0, key.UnmarshalText([]byte(asked))
	}
	if err != nil {
		return nil, wrong{errors.New("an entry is a number, or the key of a trial"), http.StatusBadRequest}
	}
	l, err := s.cfg.Source.Open(r.Context())
	if err != nil {
		return nil, err
	}
	defer func() { _ = l.Close() }() // it was only read
	rec, err := graphstore.RecordAt(r.Context(), l, graphstore.Seq(n), key)
	if errors.Is(err, graphstore.ErrUnknown) {
		return nil, wrong{err, http.StatusNotFound}
	}
	if err != nil {
		return nil, err
	}
	v := &entryView{Record: rec, Before: rec.Entry - 1}
	if rec.Entry < snap.Last {
		v.After = rec.Entry + 1
	}
	return v, nil
}
