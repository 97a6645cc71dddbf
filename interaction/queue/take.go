package queue

import (
	"errors"
	"fmt"
	"maps"
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
	return terms{Run: c.run, Seed: seed(c.cfg.Seed), Timeout: c.cfg.Timeout}
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
	var err error
	if whole, again := true, false; trials[0].episode != nil {
		if whole, again, err = r.assemble(&res); !whole && err == nil {
			return verdict{Again: again}
		}
	}
	if err == nil {
		err = c.judge(r, trials, &res)
	}
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
	r.close(res.ID)
	return verdict{}
}

// judge takes in what the worker says came of a batch; what can't be is an error, and then nothing was taken in.
func (c *Coordinator) judge(r *round, all []work, res *result) error {
	if all[0].episode != nil {
		if len(res.Outcomes) > 0 || len(res.Report) == 0 {
			return errors.New("an episode without a report")
		}
		return c.lived(r, &all[0], res.Report, "")
	}
	if len(res.Outcomes) != len(all) || len(res.Report) > 0 {
		return fmt.Errorf("%d outcomes of %d trials", len(res.Outcomes), len(all))
	}
	out := make([]interaction.Outcome, len(all))
	var err error
	for i := range all {
		if out[i], err = res.Outcomes[i].outcome(all[i].Trial); err != nil {
			return fmt.Errorf("trial %d: %w", i, err)
		}
	}
	for i := range all {
		c.settle(r, all[i].Trial, out[i])
	}
	return nil
}

// settle writes the outcome of a trial, unless there is one.
func (c *Coordinator) settle(r *round, t interaction.Trial, o interaction.Outcome) {
	places := c.known(r, o.Key)
	for _, i := range places {
		r.outcomes[i] = o
	}
	if len(places) > 0 && c.cfg.Record != nil {
		c.cfg.Record(t, o)
	}
}

// lived tells who asked for the episode what came of it, or why that is lost, unless it knows.
func (c *Coordinator) lived(r *round, w *work, report []byte, lost string) error {
	key := w.key()
	for _, i := range r.place[key] {
		if err := r.take(i, report, lost); err != nil {
			return err
		}
	}
	c.known(r, key)
	return nil
}

// known notes that something is known, and says where in the round it is; nil: it was known before.
func (c *Coordinator) known(r *round, key interaction.Key) []int {
	places := r.place[key]
	if len(places) == 0 {
		return nil
	}
	delete(r.place, key)
	r.left -= len(places)
	c.stats.Trials++
	return places
}

// holder is who has a batch in hand that was handed out before.
type holder struct {
	worker string
	deaths int       // of those who had it before
	asked  time.Time // when another asked for it and it wasn't clear yet whether the worker lives; zero: that isn't asked
}

// hold says whether a worker may begin a batch that was handed out before. What comes back because the server, the
// coordinator or a link was away is handed out as often as it takes; what workers died of isn't.
func (c *Coordinator) hold(data []byte) any {
	var q holdRequest
	if err := unmarshal(data, &q); err != nil {
		return holdAnswer{Refused: "not a question: " + clipped(err.Error())}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if why := c.refuse(&q.hello); why != "" {
		return holdAnswer{Refused: why}
	}
	r := c.round
	if r == nil || c.fresh {
		return holdAnswer{Wait: true}
	}
	all, ok := r.open[q.ID]
	if !ok {
		return holdAnswer{}
	}
	h := r.held[q.ID]
	if h == nil {
		h = &holder{}
		r.held[q.ID] = h
	}
	if q.Back {
		if h.worker == q.Worker {
			h.worker, h.asked = "", time.Time{}
		}
		return holdAnswer{}
	}
	if h.worker != q.Worker {
		died, known := c.died(h)
		if !known {
			return holdAnswer{Wait: true} // no longer than until it was silent for AckWait
		}
		if died {
			h.deaths++
		}
	}
	if h.worker, h.asked = q.Worker, (time.Time{}); h.deaths >= c.cfg.Attempts {
		c.stats.Redelivered += h.deaths
		c.giveUp(r, q.ID, all, fmt.Sprintf("%d workers that had it were not heard of again", h.deaths))
		return holdAnswer{}
	}
	return holdAnswer{Begin: true}
}

// died reports whether a worker is silent, though it would be heard, since another asks for what it had. One that spoke
// shortly before that may have died since: whether it did is known once it speaks again, or was silent for AckWait.
func (c *Coordinator) died(h *holder) (died, known bool) {
	w := c.workers[h.worker]
	switch {
	case w == nil || c.steady.look(c.nc) <= 2*AckWait:
		return false, true
	case time.Since(w.last) > AckWait:
		return true, true
	case h.asked.IsZero():
		h.asked = time.Now()
		return false, false
	}
	return false, w.last.After(h.asked)
}

// giveUp is for a batch whose workers all died: its trials are tried one by one, as one of them may be to blame; a
// single one is a broken trial, and an episode a broken episode.
func (c *Coordinator) giveUp(r *round, id string, all []work, why string) {
	if len(all) == 1 {
		switch t := all[0].Trial; {
		case all[0].episode != nil:
			_ = c.lived(r, &all[0], nil, why) // there is nothing to find fault with
		default:
			c.settle(r, t, t.Faulted(&interaction.Fault{Class: interaction.FaultLost, Err: errors.New(why)}))
		}
		r.close(id)
		return
	}
	r.failed[id] = true
	for i := range all {
		r.alone[all[i].key()] = true
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
	maps.DeleteFunc(r.parts, func(of told, _ []byte) bool { return of.batch == id })
	if r.left == 0 && !r.over {
		r.over = true
		close(r.done)
	}
}
