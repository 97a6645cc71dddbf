package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/adam-discovery/adam/interaction"
)

// AckWait is how long nothing is heard of a worker before its batch goes to another.
const AckWait = 3 * time.Second

// beat is how often a worker says that it lives, and how often a coordinator looks whether all is well.
const beat = time.Second

// DefaultBatch is how many trials a batch has at most where nobody says otherwise.
const DefaultBatch = 512

// longBatch is how many seconds a batch should take at most: who dies over it loses that much.
const longBatch = 1.0

// ErrBusy is returned where another exploration uses the server.
var ErrBusy = errors.New("another exploration uses this server")

// Config says how a coordinator works.
type Config struct {
	// Name tells explorations apart: what is left in the queue of one of the same name, world and seed is taken up.
	Name string
	// Version is that of the program; workers of another get no work.
	Version string
	// Seed is the run's seed; see [interaction.Key.Seed].
	Seed uint64
	// Timeout is how long a trial may take on a worker before its session is replaced; zero means 30 s. [Worker].Begin is
	// told it, too.
	Timeout time.Duration
	// Attempts is how many workers may die with a batch in hand that was handed out before, at least 1. Then it is cut into
	// single trials, and where it is one already, it is [interaction.Faulted], and an episode lost. A worker has died if it
	// isn't heard of for [AckWait], while the coordinator is steadily connected; a batch that comes back for another reason
	// is no worker's death.
	Attempts int
	// Batch is how many trials a message has at most; zero means [DefaultBatch].
	Batch int
	// Record, if set, is told each outcome as it arrives, before its worker is told that it is known.
	// It may be called from several goroutines.
	Record func(interaction.Trial, interaction.Outcome)
}

// Validate reports every fault of the configuration at once.
func (c Config) Validate() error {
	var errs []error
	if c.Attempts < 1 {
		errs = append(errs, fmt.Errorf("%d attempts: there must be at least 1", c.Attempts))
	}
	if c.Batch < 0 || c.Batch > DefaultBatch {
		errs = append(errs, fmt.Errorf("%d trials in a batch: there can be 1 to %d", c.Batch, DefaultBatch))
	}
	if c.Timeout < 0 {
		errs = append(errs, fmt.Errorf("timeout %v: it can't be negative", c.Timeout))
	}
	return errors.Join(errs...)
}

// Stats say how the work goes.
type Stats struct {
	// Workers are those that were heard of lately, Sessions what they have; Seen are all that ever were.
	Workers, Sessions, Seen int
	// Redelivered counts the deliveries of batches beyond the first of each.
	Redelivered int
	// Backlog is how many trials of the round have no outcome yet.
	Backlog int
	// Trials counts the outcomes that were taken in.
	Trials int
	// Refused are those that were told that they get no work, by what they were told.
	Refused map[string]int
}

// Coordinator is a Runner whose trials are run by workers. It must be closed.
type Coordinator struct {
	cfg  Config
	spec interaction.Spec
	run  string
	nc   *nats.Conn
	js   jetstream.JetStream
	subs []*nats.Subscription

	turn sync.Mutex // held by Run: a round at a time

	mu      sync.Mutex
	fresh   bool // nothing was put into the queue yet: what is there is from a process before
	round   *round
	workers map[string]*seen
	liars   map[string]string // why a worker is refused, by worker
	stats   Stats
	seconds float64 // that a trial takes in a session, lately; zero: unknown
	nonce   string  // of this round and its latest look into the queue
	steady  steady
}

// steady is since when a connection holds.
type steady struct {
	since      time.Time
	reconnects uint64
}

// look notes whether the connection was made anew, and says for how long it holds.
func (s *steady) look(nc *nats.Conn) time.Duration {
	if n := nc.Stats().Reconnects; n != s.reconnects || !nc.IsConnected() {
		s.since, s.reconnects = time.Now(), n
	}
	return time.Since(s.since)
}

// seen is a worker that was heard of.
type seen struct {
	last     time.Time
	sessions int
}

var _ interaction.Runner = (*Coordinator)(nil)

// round is one call of Run or Live.
type round struct {
	work     []work
	outcomes []interaction.Outcome // of trials; of episodes only their keys are there
	take     func(i int, report []byte, lost string) error
	log      [][]byte                  // of the episodes before
	parts    map[told][]byte           // of reports that aren't whole yet
	place    map[interaction.Key][]int // of what has no outcome
	open     map[string][]work         // batches in the queue without a result
	failed   map[string]bool           // batches that were given up
	held     map[string]*holder        // by batch, of those that were handed out again
	alone    map[interaction.Key]bool  // trials of those, which aren't put into a batch with others again
	left     int
	over     bool
	done     chan struct{}
	trouble  bool          // something may have been lost: look
	stuck    int           // how many looks in a row found messages that nobody will be given
	wake     chan struct{} // look now
}

// New returns a coordinator of trials in the world, or of episodes of one that is lived in. It fails with ErrBusy where
// there is another on the server, with interaction.ErrNoStarts if the world has one life only, and if the server has no
// JetStream.
func New(ctx context.Context, nc *nats.Conn, spec interaction.Spec, cfg Config) (*Coordinator, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if spec.Caps.Starts != interaction.AnyStart && spec.Caps.Starts != interaction.Episodes {
		return nil, interaction.ErrNoStarts
	}
	if cfg.Batch == 0 {
		cfg.Batch = DefaultBatch
	}
	if most := nc.MaxPayload(); most < MaxMessage {
		return nil, fmt.Errorf("the server at %s takes messages of %d bytes: it must take %d (max_payload)", nc.ConnectedUrlRedacted(), most, MaxMessage)
	}
	// A message of whose arrival nothing is heard counts as lost: it is looked for, and sent again if it isn't there.
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncTimeout(10*time.Second))
	if err != nil {
		return nil, err
	}
	c := &Coordinator{cfg: cfg, spec: spec, nc: nc, js: js, fresh: true,
		workers: map[string]*seen{}, liars: map[string]string{}, stats: Stats{Refused: map[string]int{}}, steady: steady{since: time.Now()}}
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q %d %d", cfg.Name, spec.ID, spec.Fingerprint, cfg.Seed, Protocol)
	c.run = hex.EncodeToString(h.Sum(nil)[:12])
	if err := c.alone(ctx); err != nil {
		return nil, err
	}
	if err := c.ensure(ctx); err != nil {
		return nil, err
	}
	for subject, answer := range map[string]func([]byte) any{helloSubject: c.welcome, resultSubject + c.run: c.take, logSubject + c.run: c.tell, holdSubject + c.run: c.hold} {
		sub, err := nc.Subscribe(subject, func(m *nats.Msg) {
			if data, err := json.Marshal(answer(m.Data)); err == nil {
				_ = m.Respond(data) // who isn't answered asks again
			}
		})
		if err != nil {
			return nil, errors.Join(err, c.Close())
		}
		c.subs = append(c.subs, sub)
	}
	return c, nc.Flush()
}

// alone asks whether there is another coordinator: ErrBusy. One that just went may be asked and never answer: then it is
// asked again.
func (c *Coordinator) alone(ctx context.Context) error {
	hi := hello{Protocol: Protocol, Coordinator: true}
	for n := 0; ; n++ {
		var t terms
		err := ask(ctx, c.nc, helloSubject, hi, &t)
		switch {
		case errors.Is(err, nats.ErrNoResponders):
			return nil
		case err == nil:
			return ErrBusy
		case ctx.Err() != nil:
			return ctx.Err()
		case !errors.Is(err, context.DeadlineExceeded):
			return fmt.Errorf("the server at %s: %w", c.nc.ConnectedUrlRedacted(), err)
		case n == 2:
			return fmt.Errorf("%w: it doesn't answer", ErrBusy)
		}
	}
}

// ensure makes the stream and the run's consumer, where they aren't there.
func (c *Coordinator) ensure(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	s, err := c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: stream, Description: "work of adam explore", Subjects: []string{workSubject + "*"},
		Retention: jetstream.WorkQueuePolicy, MaxMsgSize: MaxMessage, AllowDirect: true})
	if err != nil {
		return fmt.Errorf("the server at %s: %w", c.nc.ConnectedUrlRedacted(), err)
	}
	for name := range s.ListConsumers(ctx).Info() {
		if name.Name != c.run { // of an exploration that came to no end, and isn't gone on with
			_ = s.DeleteConsumer(ctx, name.Name)
			_ = s.Purge(ctx, jetstream.WithPurgeSubject(workSubject+name.Name))
		}
	}
	_, err = s.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: c.run, FilterSubject: workSubject + c.run,
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: AckWait, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 1 << 17})
	return err
}

// Close ends the coordinator. What is in the queue stays there, for a coordinator of the same exploration.
func (c *Coordinator) Close() error {
	var errs []error
	for _, s := range c.subs {
		errs = append(errs, s.Unsubscribe())
	}
	if len(c.subs) > 0 && c.nc.IsConnected() {
		errs = append(errs, c.nc.FlushTimeout(AckWait)) // else the next coordinator could take this one for one that is there
	}
	c.subs = nil
	return errors.Join(errs...)
}

// Forget empties the queue: the exploration is over.
func (c *Coordinator) Forget(ctx context.Context) error { return c.js.DeleteStream(ctx, stream) }

// Stats say how the work goes.
func (c *Coordinator) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.Refused = map[string]int{}
	for why, n := range c.stats.Refused {
		s.Refused[why] = n
	}
	s.Workers, s.Sessions = c.alive()
	s.Seen = len(c.workers)
	if c.round != nil {
		s.Backlog = c.round.left
	}
	return s
}

// alive counts the workers that were heard of lately, and their sessions.
func (c *Coordinator) alive() (workers, sessions int) {
	for _, w := range c.workers {
		if time.Since(w.last) < AckWait {
			workers++
			sessions += w.sessions
		}
	}
	return workers, sessions
}

// Run carries out the trials; see [interaction.Runner]. While no worker is there, it waits. It fails with
// interaction.ErrNoStarts where the world is lived in.
func (c *Coordinator) Run(ctx context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
	r := &round{work: make([]work, len(trials)), outcomes: make([]interaction.Outcome, len(trials))}
	for i, t := range trials {
		r.work[i].Trial = t
		r.outcomes[i] = interaction.Outcome{Key: t.Key(), Status: interaction.Cancelled, Attempt: t.Attempt}
	}
	if c.spec.Caps.Starts != interaction.AnyStart {
		return r.outcomes, interaction.ErrNoStarts
	}
	err := c.play(ctx, r)
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(r.outcomes), err
}

// Live has episodes of a world lived. What the bytes of a job say, only who asks for it and the workers that live it
// ([Worker].Live) know; equal bytes are one episode. Workers may ask for the log: what came of all episodes before, in
// their order; an item, as a report, has at most [MaxReport] bytes. As it arrives, take is told what the worker of the i-th job reports,
// or that it is lost, as all workers died that had it; an error says that the report can't be, and another worker gets
// the job. Calls of take don't overlap, and must not use the coordinator. While no worker is there, it waits.
func (c *Coordinator) Live(ctx context.Context, jobs, log [][]byte, take func(i int, report []byte, lost string) error) error {
	r := &round{work: make([]work, len(jobs)), outcomes: make([]interaction.Outcome, len(jobs)), log: log, take: take}
	for i, item := range log {
		if len(item) > MaxReport {
			return fmt.Errorf("item %d of the log has %d bytes: it can have %d", i, len(item), MaxReport)
		}
	}
	for i, j := range jobs {
		r.work[i].episode = j
		r.outcomes[i].Key = r.work[i].key()
	}
	return c.play(ctx, r)
}

// play has the work of a round done.
func (c *Coordinator) play(ctx context.Context, r *round) error {
	c.turn.Lock()
	defer c.turn.Unlock()
	r.place = make(map[interaction.Key][]int, len(r.work))
	r.open, r.failed, r.held, r.alone = map[string][]work{}, map[string]bool{}, map[string]*holder{}, map[interaction.Key]bool{}
	r.left, r.done, r.wake = len(r.work), make(chan struct{}), make(chan struct{}, 1)
	for i, o := range r.outcomes {
		r.place[o.Key] = append(r.place[o.Key], i)
	}
	if len(r.work) == 0 || ctx.Err() != nil {
		return ctx.Err()
	}
	c.mu.Lock()
	c.round, c.nonce = r, nuid.Next()
	fresh := c.fresh
	c.mu.Unlock()
	err := c.supply(ctx, r, fresh)
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for err == nil {
		select {
		case <-r.done:
			err = errDone
		case <-ctx.Done():
			err = ctx.Err()
		case <-tick.C:
			c.mu.Lock()
			c.steady.look(c.nc)
			c.mu.Unlock()
			err = c.inspect(ctx, r)
		case <-r.wake:
			err = c.inspect(ctx, r)
		}
	}
	if errors.Is(err, errDone) || ctx.Err() != nil {
		err = ctx.Err()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.round = nil
	c.fresh = err != nil // what isn't done is in the queue
	return err
}

// errDone ends a round all of whose work is done.
var errDone = errors.New("done")
