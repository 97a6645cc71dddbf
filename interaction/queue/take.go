package queue

import (
	"fmt"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

// welcome answers a worker that asks for terms.
func (c *Coordinator) welcome(data []byte) any {
	var h hello
	if err := unmarshal(data, &h); err != nil {
		return terms{Refused: "not a hello: " + clipped(err.Error())}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if h.Coordinator {
		return terms{Refused: ErrBusy.Error()}
	}
	if why := c.refuse(&h); why != "" {
		return terms{Refused: why}
	}
	return terms{Run: c.run, Seed: seed(c.cfg.Seed), Timeout: c.cfg.Timeout, Limit: c.cfg.Attempts}
}

// refuse says why the worker gets no work; empty: it does. It must be called with mu held.
func (c *Coordinator) refuse(h *hello) string {
	why := c.liars[h.Worker]
	switch {
	case why != "":
	case h.Protocol != Protocol:
		why = fmt.Sprintf("the worker speaks protocol %d, and the coordinator %d: run the same adam", h.Protocol, Protocol)
	case h.Version != c.cfg.Version:
		why = fmt.Sprintf("the worker is adam %s, and the coordinator %s: run the same", interaction.Shown(clipped(h.Version)), c.cfg.Version)
	case h.World != c.spec.ID:
		why = fmt.Sprintf("the worker has the world %s, and %s is explored", interaction.Shown(clipped(h.World)), interaction.Shown(c.spec.ID))
	case h.Fingerprint != c.spec.Fingerprint:
		why = fmt.Sprintf("the worker's %s has other rules: its fingerprint is %.16s, and that of the explored one %.16s",
			interaction.Shown(c.spec.ID), interaction.Shown(clipped(h.Fingerprint)), interaction.Shown(c.spec.Fingerprint))
	case h.Worker == "" || len(h.Worker) > 100 || !interaction.Plain(h.Worker) || h.Sessions < 1 || h.Sessions > maxSessions:
		why = fmt.Sprintf("a worker called %.100q with %d sessions", h.Worker, h.Sessions)
	default:
		w := c.workers[h.Worker]
		if w == nil {
			w = &seen{}
			c.workers[h.Worker] = w
		}
		w.last, w.sessions = time.Now(), h.Sessions
		return ""
	}
	if len(c.stats.Refused) < 100 || c.stats.Refused[why] > 0 {
		c.stats.Refused[why]++
	}
	return why
}

// take takes in what came of a batch.
func (c *Coordinator) take(data []byte) any {
	var res result
	if err := unmarshal(data, &res); err != nil {
		return verdict{Refused: "not a result: " + clipped(err.Error())}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if why := c.refuse(&res.hello); why != "" {
		return verdict{Refused: why}
	}
	r := c.round
	if r == nil || c.fresh {
		return verdict{Wait: true} // soon it may be asked for
	}
	trials, ok := r.open[res.ID]
	if !ok {
		return verdict{} // it is known, or nobody asks for it
	}
	if res.Cannot != "" {
		c.giveUp(r, res.ID, trials, clipped(res.Cannot))
		c.stats.Redelivered += max(0, res.Delivered-1)
		return verdict{}
	}
	outcomes, err := judge(trials, &res)
	if err != nil {
		why := "the worker says what can't be: " + interaction.Shown(clipped(err.Error()))
		c.liars[res.Worker] = why
		c.stats.Refused[why]++
		delete(c.workers, res.Worker)
		return verdict{Refused: why}
	}
	c.stats.Redelivered += max(0, res.Delivered-1)
	if s := res.Seconds / float64(len(trials)); s > 0 && s < 1e6 {
		if c.seconds == 0 {
			c.seconds = s
		}
		c.seconds += (s - c.seconds) / 8
	}
	for i, t := range trials {
		c.settle(r, t, outcomes[i])
	}
	r.close(res.ID)
	return verdict{}
}

// judge makes outcomes of what the worker says; what can't be is an error.
func judge(trials []interaction.Trial, res *result) ([]interaction.Outcome, error) {
	if len(res.Outcomes) != len(trials) {
		return nil, fmt.Errorf("%d outcomes of %d trials", len(res.Outcomes), len(trials))
	}
	out := make([]interaction.Outcome, len(trials))
	var err error
	for i, t := range trials {
		if out[i], err = res.Outcomes[i].outcome(t); err != nil {
			return nil, fmt.Errorf("trial %d: %w", i, err)
		}
	}
	return out, nil
}

// settle writes the outcome of a trial, unless there is one.
func (c *Coordinator) settle(r *round, t interaction.Trial, o interaction.Outcome) {
	places := r.place[o.Key]
	if len(places) == 0 {
		return
	}
	delete(r.place, o.Key)
	for _, i := range places {
		r.outcomes[i] = o
	}
	r.left -= len(places)
	c.stats.Trials++
	if c.cfg.Record != nil {
		c.cfg.Record(t, o)
	}
}

// giveUp is for a batch whose workers all died: its trials are tried one by one, as one of them may be to blame, and a
// single one is a broken trial.
func (c *Coordinator) giveUp(r *round, id string, trials []interaction.Trial, why string) {
	if len(trials) == 1 {
		c.settle(r, trials[0], interaction.Outcome{Key: trials[0].Key(), Status: interaction.Faulted, Attempt: trials[0].Attempt, Fault: interaction.FaultLost, Why: why})
		r.close(id)
		return
	}
	r.failed[id] = true
	for _, t := range trials {
		r.alone[t.Key()] = true
	}
	r.close(id)
	r.trouble = true
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// close notes that nothing more is expected of the batch.
func (r *round) close(id string) {
	delete(r.open, id)
	if r.left == 0 && !r.over {
		r.over = true
		close(r.done)
	}
}
