package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

const (
	// MaxReport is how many bytes a report, or an item of the log, has at most.
	MaxReport = 32 << 20
	// maxPart is how many bytes of one are in a message at most, where they are written as text.
	maxPart = MaxMessage * 3 / 4 * 9 / 10
)

// tell answers a worker that asks for the log.
func (c *Coordinator) tell(data []byte) any {
	var q logRequest
	if err := unmarshal(data, &q); err != nil {
		return logAnswer{Refused: "not a question: " + clipped(err.Error())}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if why := c.refuse(&q.hello); why != "" {
		return logAnswer{Refused: why}
	}
	var a logAnswer
	if c.round != nil && q.From >= len(c.round.log) {
		return logAnswer{Short: true} // each episode that is asked for knows all of the log
	}
	if c.round == nil || q.From < 0 || q.Offset < 0 || q.Offset > len(c.round.log[q.From]) {
		return a
	}
	all := c.round.log[q.From:]
	if first := all[0][q.Offset:]; len(first) > maxPart || q.Offset > 0 {
		n := min(len(first), maxPart)
		return logAnswer{Items: [][]byte{first[:n]}, More: n < len(first)}
	}
	size := 0
	for _, item := range all {
		if size += len(item); size > maxPart {
			break
		}
		a.Items = append(a.Items, item)
	}
	return a
}

// assemble puts the report of an episode together; whole: it is complete. again: parts of it aren't known. One that is
// too long is an error.
func (r *round) assemble(res *result) (whole, again bool, err error) {
	if len(res.Nonce) > 100 {
		return false, false, fmt.Errorf("a report called %.100q", res.Nonce)
	}
	which := told{res.ID, res.Worker, res.Nonce}
	had := r.parts[which]
	if res.From < 0 || res.From > len(had) {
		return false, true, nil
	}
	all := append(had[:res.From], res.Report...)
	if len(all) > MaxReport {
		return false, false, fmt.Errorf("a report of more than %d bytes", MaxReport)
	}
	if res.More {
		if r.parts == nil {
			r.parts = map[told][]byte{}
		}
		r.parts[which] = all
		return false, false, nil
	}
	delete(r.parts, which)
	res.Report = all
	return true, false, nil
}

// told is what parts of a report are kept by: a worker may have a batch twice, as when a link was away, and tell two.
type told struct{ batch, worker, nonce string }

// errNoLog: the coordinator doesn't say what came of the episodes before. It may be away.
var errNoLog = errors.New("the coordinator doesn't say what is known")

// ErrUnasked is wrapped by the error of [Worker].Live where nobody asks for the episode any more: it is dropped.
var ErrUnasked = errors.New("nobody asks for this episode any more")

// logWait is how long it is asked for that.
const logWait = 10 * AckWait

// live has the episode lived. Its error wraps errNoLog where another may as well do it, and ErrUnasked where none need.
func (h *shift) live(ctx context.Context, job []byte) ([]byte, error) {
	log := func(_ context.Context, from int) ([][]byte, error) {
		var part []byte
		for start := time.Now(); ; {
			var a logAnswer
			err := ask(ctx, h.nc, logSubject+h.terms.Run, logRequest{hello: h.me, From: from, Offset: len(part)}, &a)
			switch {
			case err == nil && a.Refused != "":
				return nil, fmt.Errorf("%w: %s", ErrRefused, interaction.Shown(clipped(a.Refused)))
			case err == nil && a.Short:
				return nil, ErrUnasked
			case err == nil && len(a.Items) > 0:
				part = append(part, a.Items[0]...)
				if a.More && len(part) <= MaxReport {
					start = time.Now()
					continue
				}
				a.Items[0] = part
				return a.Items, nil
			case ctx.Err() != nil, time.Since(start) > logWait:
				return nil, errNoLog
			}
			pause(ctx, beat/4)
		}
	}
	// What is held is ended, whatever ctx says; only what others say isn't waited for then.
	return h.Live(context.WithoutCancel(ctx), job, log)
}

// result is what came of the batch, as the worker tells it.
func (h *shift) result(ctx context.Context, run func([]interaction.Trial) ([]interaction.Outcome, error), all []work, res *result) (err error) {
	if all[0].episode != nil {
		if res.Report, err = h.live(ctx, all[0].episode); len(res.Report) > MaxReport {
			res.Report, res.Cannot = nil, fmt.Sprintf("what came of it takes more than %d bytes", MaxReport)
		}
		return err
	}
	trials := make([]interaction.Trial, len(all))
	for i := range all {
		trials[i] = all[i].Trial
	}
	outcomes, err := run(trials)
	if err != nil {
		return err
	}
	res.Outcomes = report(trials, outcomes)
	data, err := json.Marshal(res)
	if err == nil && len(data) > MaxMessage {
		res.Outcomes, res.Cannot = nil, fmt.Sprintf("what came of it takes more than %d bytes", MaxMessage)
	}
	return err
}
