package living

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// ErrOtherPlan is wrapped by the error of a replica that, knowing the same, would have another life lived.
var ErrOtherPlan = errors.New("what is known leads to another life here: is it the same adam, on a machine of the same kind?")

// ErrOtherLog is wrapped by the error of a replica where the life was chosen by another exploration than that which says
// what came of the lives before: one of the same name that was begun anew.
var ErrOtherLog = errors.New("the life was chosen by what nobody knows any more")

// Replica lives lives that [Afar] asks for elsewhere: it repeats what is known there, life by life in their order (state
// machine replication: Schneider, ACM Computing Surveys 22(4), 1990), and so comes to the same plans. It is safe for
// concurrent use: several lives that were chosen at once are lived side by side.
type Replica struct {
	world interaction.World

	mu    sync.RWMutex // is held by sessions that live, for reading, as knowledge is only read then
	terms terms
	run   *run    // nil: nothing is known
	lived int     // of how many lives it knows
	lives []*life // that were chosen then
}

// NewReplica returns one that knows nothing yet.
func NewReplica(w interaction.World) *Replica { return &Replica{world: w} }

// Live lives the life that the job asks for, in a session of its own, and reports what came of it. log has what came of
// the lives behind the first from, or the next of these. Live fails with what log does, with ErrOtherPlan, with
// ErrOtherLog, with ctx's error, with io.ErrUnexpectedEOF where log has nothing, and if no session can be
// opened; what breaks in the life itself is in the report.
func (p *Replica) Live(ctx context.Context, data []byte, log func(ctx context.Context, from int) ([][]byte, error)) ([]byte, error) {
	var j job
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&j); err != nil {
		return nil, fmt.Errorf("no job: %w", err)
	}
	for { // while other lives may have it learn something else; of what isn't known any more, all but one end
		if report, ok, err := p.live(ctx, &j); ok || err != nil {
			return report, err
		}
		if err := p.learn(ctx, &j, log); err != nil {
			return nil, err
		}
	}
}

// live lives the life, if it is one of those that follow from what is known.
func (p *Replica) live(ctx context.Context, j *job) ([]byte, bool, error) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	chosen := p.chosen(j)
	if chosen == nil {
		return nil, false, nil
	}
	l := &life{number: chosen.number, seed: chosen.seed, situations: chosen.situations, practice: chosen.practice, play: chosen.play, plans: chosen.plans}
	if err := p.run.alone(ctx, l, j.Limit); err != nil {
		return nil, false, err
	}
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	report, err := told(l)
	return report, true, err
}

// chosen is the life among those that follow from what is known; nil: it isn't.
func (p *Replica) chosen(j *job) *life {
	if p.run == nil || p.terms != j.Terms || p.lived != j.After || p.run.heard != j.Log {
		return nil
	}
	for _, l := range p.lives {
		if l.number == j.Number && planOf(l) == j.Plan {
			return l
		}
	}
	return nil
}

// learn learns what came of the lives before the job's, or, if that doesn't lead to it, all anew.
func (p *Replica) learn(ctx context.Context, j *job, log func(ctx context.Context, from int) ([][]byte, error)) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.chosen(j) != nil {
		return nil // another did
	}
	p.lives = nil
	anew := p.run == nil || p.terms != j.Terms || p.lived >= j.After
	if anew {
		if err := p.forget(ctx, j); err != nil {
			return err
		}
	}
	for p.lived < j.After {
		items, err := log(ctx, p.lived)
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case len(items) == 0:
			return fmt.Errorf("nothing is said of what came of life %d: %w", p.lived+1, io.ErrUnexpectedEOF)
		}
		for _, data := range items[:min(len(items), j.After-p.lived)] {
			l, turn, err := unpacked(data, func(a interaction.Action) bool { return p.run.k.byID[a] != nil })
			if err != nil {
				return fmt.Errorf("what came of life %d: %w", p.lived+1, err)
			}
			p.run.k.take(l)
			p.run.heard = heard(p.run.heard, l)
			p.run.lives = max(p.run.lives, l.number)
			p.lived++
			if turn {
				for _, limit := range l.limits {
					p.run.k.limit(limit)
				}
				p.run.k.survey()
				p.run.k.patient(false)
				p.run.k.consider()
			}
		}
	}
	p.lives = p.run.choose(p.run.k.final(p.run.wanted))
	switch {
	case !anew: // what it knew before may have been of another exploration
		return nil
	case p.run.heard != j.Log:
		return fmt.Errorf("life %d: %w", j.Number, ErrOtherLog)
	case p.chosen(j) == nil:
		return fmt.Errorf("life %d: %w", j.Number, ErrOtherPlan)
	}
	return nil
}

// forget begins anew, with the job's terms.
func (p *Replica) forget(ctx context.Context, j *job) error {
	cfg := explore.Default()
	t := j.Terms
	cfg.Width, cfg.Delta, cfg.Floor, cfg.Stock, cfg.Proved, cfg.Chances = t.Width, t.Delta, t.Floor, t.Stock, t.Proved, t.Chances
	var err error
	if cfg.Seed, err = strconv.ParseUint(t.Seed, 10, 64); err == nil {
		err = cfg.Validate()
	}
	if err != nil {
		return fmt.Errorf("the job's terms: %w", err)
	}
	s, err := p.world.Open(ctx)
	if err != nil {
		return err
	}
	p.terms, p.lived, p.lives = t, 0, nil
	p.run = &run{cfg: cfg, manner: manner{wanted: (*knowledge).questions}, world: p.world, k: newKnowledge(cfg, p.world.Spec())}
	p.run.k.bind(newPilot(p.run.k, s))
	_ = s.Close() // it says nothing
	p.run.k.survey()
	p.run.k.consider()
	return nil
}
