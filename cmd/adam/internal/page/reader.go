package page

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// recent is how many of the latest trials are kept for people to see.
const recent = 12

// snapshot is what a ledger said when it was read. It is never changed.
type snapshot struct {
	*graphstore.Folded
	// Recent are the latest outcomes, the newest first.
	Recent []trial
	// Steps are those of tasks, in order.
	Steps []graphstore.StepEntry
	// Episodes is how many lives there were, Length how many steps they had.
	Episodes, Length int

	moments func() ([]graphstore.Moment, error)
}

// trial is an outcome as it is listed.
type trial struct {
	Entry                  graphstore.Seq
	Action, Start, Changes string
}

// reader reads a source, and not again while nothing changes.
type reader struct {
	source Source
	mu     sync.Mutex
	stamp  string
	last   *snapshot
	at     time.Time     // when it was read
	cost   time.Duration // of reading it
}

// restful is how many times as long as reading took nothing is read again: reading is work that the run itself could do.
const restful = 4

// fresh reports whether all that there is was read.
func (r *reader) fresh() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last != nil && r.stamp == r.source.Stamp()
}

// read returns the latest snapshot, which may be a little old where reading takes long.
func (r *reader) read(ctx context.Context) (*snapshot, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	stamp, start := r.source.Stamp(), time.Now()
	if r.last != nil && (stamp == r.stamp || start.Sub(r.at) < restful*r.cost) {
		return r.last, nil
	}
	l, err := r.source.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = l.Close() }() // it was only read
	s := &snapshot{}
	var entries []graphstore.Entry
	s.Folded, err = graphstore.Fold(ctx, l, func(e graphstore.Entry, _ *interaction.Vocabulary, _ graphstore.Seq) error {
		switch e.Kind {
		case graphstore.KindOutcome:
			if len(entries) < recent {
				entries = append(entries, e)
			} else {
				copy(entries, entries[1:])
				entries[recent-1] = e
			}
		case graphstore.KindStep:
			step, err := graphstore.DecodeStep(e)
			if err != nil {
				return err
			}
			s.Steps = append(s.Steps, step)
		case graphstore.KindEpisode:
			b, err := graphstore.DecodeEpisode(e)
			if err != nil {
				return err
			}
			s.Episodes++
			s.Length += b.Steps
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := len(entries) - 1; i >= 0; i-- {
		s.Recent = append(s.Recent, s.told(entries[i]))
	}
	s.moments = sync.OnceValues(func() ([]graphstore.Moment, error) {
		all, err := r.history(context.WithoutCancel(ctx))
		later := slices.IndexFunc(all, func(m graphstore.Moment) bool { return m.Entry > s.Last })
		if later >= 0 {
			all = all[:later]
		}
		return all, err
	})
	r.last, r.stamp, r.at, r.cost = s, stamp, time.Now(), time.Since(start)
	return s, nil
}

// history reads how the ledger came to know what it knows.
func (r *reader) history(ctx context.Context) ([]graphstore.Moment, error) {
	l, err := r.source.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = l.Close() }() // it was only read
	return graphstore.History(ctx, l)
}

// told is an outcome in words.
func (s *snapshot) told(e graphstore.Entry) trial {
	t := trial{Entry: e.Seq}
	of, o, err := graphstore.DecodeOutcome(e, s.Vocabulary)
	if err != nil {
		t.Changes = err.Error()
		return t
	}
	t.Action = s.label(of.Action)
	start := of.Start
	if o.Status == interaction.Completed {
		start = o.Start
	}
	t.Start = graphstore.NewStart(s.Vocabulary.Adopt(start)).String()
	switch {
	case o.Status != interaction.Completed:
		t.Changes = fmt.Sprintf("%s: %s", o.Status, interaction.Shown(o.Fault))
	case len(o.Changes) == 0:
		t.Changes = "nothing happened"
	}
	for i, c := range o.Changes {
		if i > 0 {
			t.Changes += ", "
		}
		t.Changes += fmt.Sprintf("%+d %s", c.Gain(), c.Factor)
	}
	return t
}

// label is what people call the action.
func (s *snapshot) label(id interaction.Action) string {
	if a := s.Graph.Action(id); a != nil && a.Label != "" {
		return a.Label
	}
	return string(id)
}

// trials is how many were completed, broken how many weren't.
func (s *snapshot) trials() (completed, broken int) {
	for status, n := range s.Outcomes {
		if status == interaction.Completed {
			completed += n
		} else {
			broken += n
		}
	}
	return completed, broken
}

// counts are what is known: actions whose effects are all certified, those that are learned
// and those that did something, effects and certified ones.
type counts struct {
	Actions, Useful, Certified, Learned, Effects, EffectsCertified, Disputed int
}

func (s *snapshot) counts() (c counts) {
	for _, a := range s.Graph.Actions {
		c.Actions++
		if a.Learned {
			c.Learned++
		}
		all := len(a.Effects) > 0
		for _, e := range a.Effects {
			c.Effects++
			if e.Disputed {
				c.Disputed++
			}
			if e.Grade == graphstore.Certified && !e.Disputed {
				c.EffectsCertified++
			} else {
				all = false
			}
		}
		if len(a.Effects) > 0 {
			c.Useful++
		}
		if all {
			c.Certified++
		}
	}
	return c
}
