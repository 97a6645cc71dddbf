package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

// MaxItem is how many bytes a job, a report or an item of the log has at most: in a message they are written as text.
const MaxItem = MaxMessage * 3 / 4 * 9 / 10

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
	if c.round == nil || q.From < 0 {
		return a
	}
	for size := 0; q.From < len(c.round.log); q.From++ {
		item := c.round.log[q.From]
		if size += len(item); size > MaxItem && len(a.Items) > 0 {
			break
		}
		a.Items = append(a.Items, item)
	}
	return a
}

// errNoLog: the coordinator doesn't say what came of the episodes before. It may be away.
var errNoLog = errors.New("the coordinator doesn't say what is known")

// logWait is how long it is asked for that.
const logWait = 10 * AckWait

// live has the episode lived. Its error wraps errNoLog where another may as well do it.
func (h *shift) live(ctx context.Context, job []byte) ([]byte, error) {
	log := func(_ context.Context, from int) ([][]byte, error) {
		for start := time.Now(); ; {
			var a logAnswer
			err := ask(ctx, h.nc, logSubject+h.terms.Run, logRequest{hello: h.me, From: from}, &a)
			switch {
			case err == nil && a.Refused != "":
				return nil, fmt.Errorf("%w: %s", ErrRefused, interaction.Shown(clipped(a.Refused)))
			case err == nil && len(a.Items) > 0:
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
		if res.Report, err = h.live(ctx, all[0].episode); len(res.Report) > MaxItem {
			res.Report, res.Cannot = nil, fmt.Sprintf("what came of it takes more than %d bytes", MaxItem)
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
