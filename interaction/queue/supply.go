package queue

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/adam-discovery/adam/interaction"
)

// supply puts what has no outcome into the queue; look: but for what is there.
func (c *Coordinator) supply(ctx context.Context, r *round, look bool) error {
	queued := map[interaction.Key]bool{}
	open := map[string][]work{}
	if look {
		var err error
		if queued, open, err = c.queued(ctx, r); err != nil {
			return c.troubled(ctx, r, err)
		}
	}
	c.mu.Lock()
	if look { // what is known of the queue is what it really holds
		r.open, c.nonce = open, nuid.Next()
	}
	c.fresh = false
	var missing, alone []work
	for i, t := range r.work {
		if k := r.outcomes[i].Key; len(r.place[k]) > 0 && !queued[k] {
			queued[k] = true
			if r.alone[k] || t.episode != nil {
				alone = append(alone, t)
			} else {
				missing = append(missing, t)
			}
		}
	}
	size := c.size(len(missing))
	c.mu.Unlock()
	var sent []jetstream.PubAckFuture
	for batch := range batches(missing, size, alone) {
		more, err := c.put(r, batch)
		if err != nil {
			return c.troubled(ctx, r, err)
		}
		sent = append(sent, more...)
	}
	return c.troubled(ctx, r, settled(ctx, sent))
}

// batches are the trials in parts of this size, and what is to be alone.
func batches(trials []work, size int, alone []work) iter.Seq[[]work] {
	return func(yield func([]work) bool) {
		for b := range slices.Chunk(trials, size) {
			if !yield(b) {
				return
			}
		}
		for b := range slices.Chunk(alone, 1) {
			if !yield(b) {
				return
			}
		}
	}
}

// settled waits until the server has what it was sent.
func settled(ctx context.Context, sent []jetstream.PubAckFuture) error {
	for _, f := range sent {
		select {
		case <-f.Ok():
		case err := <-f.Err():
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// troubled notes that something may be missing in the queue. It is no error that ends the round: the server may only
// have been started again. What no later try could mend is one.
func (c *Coordinator) troubled(ctx context.Context, r *round, err error) error {
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, errTooLong) || errors.Is(err, nats.ErrConnectionClosed) || errors.Is(err, nats.ErrPermissionViolation) {
		return err
	}
	c.mu.Lock()
	r.trouble = true
	c.mu.Unlock()
	return nil
}

var errTooLong = fmt.Errorf("a trial or an episode makes a message of more than %d bytes", MaxMessage)

// size is how many trials a batch gets: at most what a message is to hold, and what is soon done; and among so many
// sessions, each gets as many batches as the others.
func (c *Coordinator) size(trials int) int {
	_, sessions := c.alive()
	return Size(trials, sessions, c.cfg.Batch, c.seconds)
}

// Size is how many trials a coordinator puts into a batch, of so many that are to be run in so many sessions, where a
// batch has at most most of them and a trial takes so many seconds; zero seconds: unknown.
func Size(trials, sessions, most int, seconds float64) int {
	if seconds > 0 {
		most = min(most, int(max(1, longBatch/seconds)))
	}
	sessions = max(1, sessions)
	turns := max(1, (trials+sessions*most-1)/(sessions*most))
	return max(1, (trials+sessions*turns-1)/(sessions*turns))
}

// put sends the trials as a batch, or as several if one would be too long.
func (c *Coordinator) put(r *round, trials []work) ([]jetstream.PubAckFuture, error) {
	data, id, err := pack(trials)
	if err != nil {
		return nil, err
	}
	if len(data) > MaxMessage {
		if len(trials) == 1 {
			return nil, errTooLong
		}
		half := len(trials) / 2
		first, err := c.put(r, trials[:half])
		if err != nil {
			return nil, err
		}
		rest, err := c.put(r, trials[half:])
		return append(first, rest...), err
	}
	c.mu.Lock()
	r.open[id] = trials
	name := id + c.nonce // the server drops what it has of this name, as after an answer that was lost
	c.mu.Unlock()
	f, err := c.js.PublishMsgAsync(&nats.Msg{Subject: workSubject + c.run, Data: data}, jetstream.WithMsgID(name))
	if err != nil {
		return nil, err
	}
	return []jetstream.PubAckFuture{f}, nil
}

// queued lists what the queue holds: trials and batches. What nobody asks for is taken out.
func (c *Coordinator) queued(ctx context.Context, r *round) (map[interaction.Key]bool, map[string][]work, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	s, err := c.js.Stream(ctx, stream)
	if err != nil {
		return nil, nil, err
	}
	keys, open := map[interaction.Key]bool{}, map[string][]work{}
	var w words
	for from := uint64(1); ; {
		m, err := s.GetMsg(ctx, from, jetstream.WithGetMsgSubject(workSubject+c.run))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return keys, open, nil
		}
		if err != nil {
			return nil, nil, err
		}
		from = m.Sequence + 1
		id, trials, err := w.unpack(m.Data)
		wanted := false
		c.mu.Lock()
		for i := range trials {
			if at := r.place[trials[i].key()]; len(at) > 0 {
				trials[i], wanted = r.work[at[0]], true
			}
		}
		wanted = wanted && !r.failed[id]
		c.mu.Unlock()
		if _, twice := open[id]; err != nil || !wanted || twice {
			if derr := s.DeleteMsg(ctx, m.Sequence); derr != nil && !errors.Is(derr, jetstream.ErrMsgDeleteUnsuccessful) {
				return nil, nil, derr
			}
			continue
		}
		open[id] = trials
		for i := range trials {
			keys[trials[i].key()] = true
		}
	}
}

// inspect looks whether the queue holds a message for each batch that has no result, and supplies what is missing: the
// server may have lost it, or a worker said that it was done and told nobody what came of it.
func (c *Coordinator) inspect(ctx context.Context, r *round) error {
	asked, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	s, err := c.js.Stream(asked, stream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		err = c.ensure(ctx)
	} else if err == nil {
		var consumer jetstream.Consumer
		consumer, err = s.Consumer(asked, c.run)
		if errors.Is(err, jetstream.ErrConsumerNotFound) || err == nil && r.stale(s, consumer) {
			err = c.renew(asked, s)
		}
	}
	if err != nil {
		return c.troubled(ctx, r, err)
	}
	has := 0
	if s != nil {
		has = int(s.CachedInfo().State.Msgs)
	}
	c.mu.Lock()
	missing := r.trouble || has < len(r.open)
	r.trouble = false
	c.mu.Unlock()
	if !missing {
		return nil
	}
	return c.supply(ctx, r, true)
}

// stale reports whether the consumer has lost count: in some looks in a row it neither waits for an answer nor has
// anything left to give, while the queue holds messages.
func (r *round) stale(s jetstream.Stream, consumer jetstream.Consumer) bool {
	info := consumer.CachedInfo()
	if info.NumPending > 0 || info.NumAckPending > 0 || s.CachedInfo().State.Msgs == 0 {
		r.stuck = 0
		return false
	}
	r.stuck++
	return r.stuck > looks
}

// looks is how many looks a consumer has to be stale in: between two inquiries a message may come or be given out.
const looks = 5

// renew makes the run's consumer again: all that the queue holds is given out anew.
func (c *Coordinator) renew(ctx context.Context, s jetstream.Stream) error {
	if err := s.DeleteConsumer(ctx, c.run); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	return c.ensure(ctx)
}
