package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/controller/percipient/vision"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/scenarios/bench"
)

// seeing says what answers questions about pictures.
type seeing struct {
	kind, weights, album string
	llm                  modelFlags
	played               bench.PlayedVision
	plays                bool // a model that doesn't see plays

	model  *model
	player *model // that plays; nil: none does
	server *llmsim.Server
	vision *vision.Model
}

func (s *seeing) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.kind, "percipient", learned, "learned; vision: a model, see --llm-...; played: a played model with errors; nearest or linear: baselines, which learn from --album; none")
	_ = cmd.RegisterFlagCompletionFunc("percipient", fixed([]string{learned, "vision", "played", "nearest", "linear", "none"})) // the flag is there
	f.StringVar(&s.weights, "weights", "", "of a learned percipient (adam percipient train); without, those that are part of the program")
	f.StringVar(&s.album, "album", "", "what a baseline learns from")
	f.Float64Var(&s.played.Wrong, "played-wrong", 0, "of --percipient played: how often an answer is the opposite of the right one, from 0 to 1")
	f.Float64Var(&s.played.Rubbish, "played-rubbish", 0, "of --percipient played: how often it says nothing that is an answer, from 0 to 1")
	s.llm.add(cmd)
}

// open makes the percipient for pictures of a world. It must be finished.
func (s *seeing) open(world string) (percipient.Percipient, error) {
	switch {
	case s.weights != "" && s.kind != learned && s.kind != "played", s.album != "" && s.kind != "nearest" && s.kind != "linear":
		return nil, usage(errorf("--weights is for a learned or a played percipient, and --album for the baselines"))
	case s.kind != "played" && (s.played.Wrong != 0 || s.played.Rubbish != 0):
		return nil, usage(errorf("--played-wrong and --played-rubbish are for --percipient played"))
	case s.played.Wrong < 0 || s.played.Wrong > 1 || s.played.Rubbish < 0 || s.played.Rubbish > 1:
		return nil, usage(errorf("--played-wrong and --played-rubbish are from 0 to 1"))
	}
	switch {
	case s.kind == "vision":
	case !s.plays:
		if err := s.llm.noModel("add: --percipient vision"); err != nil {
			return nil, err
		}
	case len(s.llm.given()) > 0:
		m, err := s.llm.open(1)
		if err != nil {
			return nil, err
		}
		s.player = m
	}
	switch s.kind {
	case "none":
		return percipient.None{}, nil
	case "nearest", "linear":
		return s.baseline(world)
	case learned:
		return openLearned(s.weights, world)
	case "vision":
		m, err := s.llm.open(1)
		if err != nil {
			return nil, err
		}
		s.model, s.vision = m, vision.New(m.metered(), vision.Default(m.cfg.Model))
		return s.vision, nil
	case "played":
		return s.play(world)
	}
	return nil, usage(errorf("--percipient %q: it is learned, vision, played, nearest, linear or none", s.kind))
}

// baseline learns from an album.
func (s *seeing) baseline(world string) (p percipient.Percipient, err error) {
	if s.album == "" {
		return nil, hinted(usage(errorf("the baseline %s learns from an album", s.kind)), "--album wilds.zip, of adam percipient collect")
	}
	about, places, closer, err := openAlbum(s.album)
	if err != nil {
		return nil, err
	}
	defer func() { _ = closer.Close() }() // it was only read
	if about.World != world {
		return nil, inputf("the album %s is of the world %s, not of %s", s.album, about.World, world)
	}
	if s.kind == "nearest" {
		p, err = percipient.TrainNearest(places)
	} else {
		p, err = percipient.TrainLinear(places)
	}
	if err != nil {
		return nil, quiet{err, errInput}
	}
	return p, nil
}

// play starts a model that is played, and asks it as any other.
func (s *seeing) play(world string) (percipient.Percipient, error) {
	p, err := openLearned(s.weights, world)
	if err != nil {
		return nil, err
	}
	l, ok := p.(*percipient.Learned)
	if !ok {
		return nil, inputf("no model is played for %s", world)
	}
	s.played.Sees, s.played.Names, s.played.Seed = l, l.Names(), 1
	if s.server, err = s.played.Serve(); err != nil {
		return nil, quiet{err, errInput}
	}
	cfg := llm.Default()
	cfg.Model, cfg.BaseURL = "played", s.server.URL()
	m := &model{cfg: cfg, meter: &llm.Meter{}, close: func() error { return nil }}
	m.ask = llm.Guard(llm.NewClient(cfg, llm.Secret{}), cfg, 1, m.meter)
	s.model, s.vision = m, vision.New(m.metered(), vision.Default(m.cfg.Model))
	return s.vision, nil
}

// finish ends what was opened, and says what a model was asked.
func (s *seeing) finish(w io.Writer, err *error) {
	if s.server != nil {
		s.server.Close()
	}
	s.player.finish(w, err)
	s.model.finish(w, err)
	if s.vision == nil {
		return
	}
	if x := s.vision.Stats(); x.Rubbish > 0 {
		why := s.vision.Fault()
		fmt.Fprintf(w, "of %s of pictures, %d brought no answer: refused, garbled, too late or over budget; %s left open; the first: %s\n",
			plural(x.Calls, "question"), x.Rubbish, plural(x.CantTell, "answer"), interaction.Shown(why.Error()))
		if x.Rubbish == x.Calls && *err == nil {
			*err = hinted(quiet{fmt.Errorf("the vision model answered nothing: %s", interaction.Shown(why.Error())), errNo},
				modelHint(why, "is it the right address, key and name of a model, and does it take pictures?"))
		}
	}
}
