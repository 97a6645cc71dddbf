package explore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

var _ interaction.Recorder = (*Explorer)(nil)

// ErrBroken is returned when so many trials in a row broke that going on makes no
// sense.
var ErrBroken = errors.New("the world keeps breaking")

// ErrUnknownGoal is returned when nothing is left to try and the goal was never
// obtained, or not since an action was disputed.
var ErrUnknownGoal = errors.New("the goal was never obtained")

// ErrOtherOrder is returned when a run that is continued meets the items in another
// order than the ledger lists them in, as after other guesses. The ledger numbers
// items by its list, so nothing more may be entered into that run; the next Run begins
// another one, with everything the ledger knows.
var ErrOtherOrder = errors.New("the run can't be continued: it met the items in another order than before")

// repeatsPerDispute is more than any inventory is tried between two disputes of
// its action.
const repeatsPerDispute = 1 << 20

// maxBroken is how many trials in a row may break, after all attempts, before a
// run gives up.
const maxBroken = 64

// Explorer carries out one run. It is made by New, used by one call of Run, and
// then done with.
type Explorer struct {
	cfg    Config
	spec   interaction.Spec
	ledger graphstore.Ledger
	words  *vocabulary
	actors []*actor
	byID   map[interaction.Action]*actor
	sweeps int // trials with everything observed that exclude further effects
	tries  int // of an action that never did anything, while the goal is sought

	unlocks            map[string]bool           // items after which the world lists actions, if its hints are used
	making, collecting lore                      // what effects of each kind showed
	priors             map[float64]*chance.Prior // by mass on a chance of 1

	producers map[int]*effect
	disputed  bool            // what was seen of some actions is no evidence any more
	kin       map[int][][]int // classes of items that stand for each other somewhere, by item; small ones first
	stale     []*effect       // those whose step changed since the last commit
	goal      int             // the goal's item number; -1 while it wasn't reached

	open                  opened
	effects               []*effect // of the actors, in order of discovery
	searching, certifying worklist
	proven, certified     closure
	marked                int // items that have a milestone

	mu        sync.Mutex
	known     map[interaction.Key]interaction.Outcome // of the ledger, not asked for yet
	recorded  map[interaction.Key]bool                // in this round
	fresh     int
	recordErr error

	intervals map[chance.Tally]graphstore.Interval // of chances, that were worked out

	found   map[string]noted // latest findings, as the ledger has them
	written int              // how many items the ledger knows
	listed  []string         // the items that it knew from the beginning, in its order
	strayed bool             // the items were met in another order
	broken  int
	sum     Summary
	shown   func(Progress)
	counted int             // certified actions, when they were last counted for it
	recount int             // the round in which they are to be counted again
	ctx     context.Context // of Run: a guess may take long
	ended   bool            // what follows is the report
}

// New prepares a run over the ledger. If the ledger's latest run has the same
// configuration, it is continued: the trials that it recorded are not run again,
// and count as this run's. Otherwise a new run begins with everything the ledger
// knows. New fails with graphstore.ErrOtherWorld if the ledger is about another
// world, graphstore.ErrOtherStock if it has another stock, and with the faults of the
// configuration.
func New(ctx context.Context, cfg Config, spec interaction.Spec, l graphstore.Ledger) (*Explorer, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	x := &Explorer{cfg: cfg, spec: spec, ledger: l, goal: -1,
		byID: map[interaction.Action]*actor{}, producers: map[int]*effect{},
		priors:    map[float64]*chance.Prior{},
		intervals: map[chance.Tally]graphstore.Interval{},
		unlocks:   map[string]bool{},
		known:     map[interaction.Key]interaction.Outcome{}, recorded: map[interaction.Key]bool{}, kin: map[int][][]int{}}
	x.proven.pass = func(e *effect) bool { return len(e.plans()) > 0 }
	x.certified.pass = func(e *effect) bool { return e.settled(len(x.words.names)) }
	x.sweeps = chance.MissesToExclude(cfg.Floor, cfg.Delta*(1-cfg.effectShare())/float64(len(spec.Actions)))
	// Nothing is claimed by it: what has to be found is on the way, however rare it is.
	x.tries = chance.MissesToExclude(cfg.Floor, cfg.Delta*(1-effectShare)/float64(len(spec.Actions)))
	for i, a := range spec.Actions {
		act := &actor{id: a.ID, unlock: a.Unlock, order: i, history: discovery.NewHistory()}
		if act.idle = len(cfg.Only) > 0 && !slices.Contains(cfg.Only, a.ID); !act.idle {
			x.actors = append(x.actors, act)
		}
		x.byID[a.ID] = act
		for _, item := range a.Unlock {
			x.unlocks[item] = cfg.Unlock == UnlockWorld
		}
	}
	for _, id := range cfg.Only {
		if x.byID[id] == nil {
			return nil, fmt.Errorf("the world has no action %q", id)
		}
	}
	if err := x.recall(ctx); err != nil {
		return nil, err
	}
	x.expect()
	return x, nil
}

// Lookup implements [interaction.Recorder].
func (x *Explorer) Lookup(k interaction.Key) (interaction.Outcome, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	o, ok := x.known[k]
	delete(x.known, k) // no trial is asked for twice
	return o, ok
}

// Record implements [interaction.Recorder]. It may be told of an outcome twice: by
// a pool as the outcome arrives, and by the run at the end of the round.
func (x *Explorer) Record(ctx context.Context, t interaction.Trial, o interaction.Outcome) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.recorded[o.Key] || x.recordErr != nil {
		return x.recordErr
	}
	stock := t.Start.Stock()
	catalog, each := stock.Uniform()
	if catalog != x.words.catalog {
		return fmt.Errorf("trial %s starts from a stock that isn't this run's", o.Key)
	}
	stored := graphstore.StoredTrial{Action: t.Action, Items: stock.Len(), Bare: each == 0,
		Over: t.Start.Overrides(), Repeat: t.Repeat, Attempt: t.Attempt}
	if each != x.cfg.Stock {
		stored.Each = each
	}
	e, err := graphstore.NewOutcomeEntry(stored, o)
	if err == nil {
		err = x.ledger.Append(ctx, e)
	}
	if err != nil {
		x.recordErr = err
		return err
	}
	x.recorded[o.Key] = true
	x.fresh++
	return nil
}

// Run explores until there is nothing left to learn, the goal is certified, the
// budget is used up or ctx is done, and shows its progress after every round if
// show isn't nil. The Summary is valid in every case. The error is nil, or wraps
// ErrBroken, ErrUnknownGoal, ErrOtherOrder, ctx's error, or what the runner or the ledger said.
func (x *Explorer) Run(ctx context.Context, runner interaction.Runner, show func(Progress)) (Summary, error) {
	if x.cfg.Budget > 0 {
		runner = interaction.Limit(runner, x.cfg.Budget)
	}
	runner = interaction.Retry(interaction.Once(runner, x), x.cfg.Attempts)
	x.shown = show
	x.milestones()
	x.ctx = ctx
	end, err := x.loop(ctx, runner)
	x.ended = true // no new guesses for a report
	// What is known is written down however the run ended, and effects that the
	// run had no business with are judged by what is known of them.
	for _, a := range x.actors {
		for _, e := range a.effects {
			x.advance(e)
		}
	}
	x.milestones()
	x.summarise(end)
	finish := func(ctx context.Context) error { return x.commit(ctx, end) }
	if x.strayed {
		finish = x.leave
	}
	if cerr := finish(context.WithoutCancel(ctx)); err == nil {
		err = cerr
	}
	return x.sum, err
}

func (x *Explorer) loop(ctx context.Context, runner interaction.Runner) (End, error) {
	for {
		asks := x.round()
		if len(asks) == 0 {
			if end, more := x.finished(); !more {
				if end == EndDone && x.cfg.Goal != "" {
					since := ""
					if x.goal >= 0 {
						since = " since actions were disputed"
					}
					return end, fmt.Errorf("%w%s: %s", ErrUnknownGoal, since, x.cfg.Goal)
				}
				return end, nil
			}
			continue
		}
		trials := make([]interaction.Trial, len(asks))
		for i, k := range asks {
			r := k.actor.history.Record(k.at)
			k.actor.looked = false
			trials[i] = interaction.Trial{Action: k.actor.id, Start: x.words.state(k.at), Repeat: k.actor.first + r.Asked}
			r.Asked++
		}
		x.mu.Lock()
		clear(x.recorded)
		x.mu.Unlock()
		outcomes, err := runner.Run(ctx, trials)
		attempts := 0
		if err == nil && !slices.ContainsFunc(outcomes, func(o interaction.Outcome) bool { return o.Status == interaction.Cancelled }) {
			// A round that was cut short, also in a further attempt at what broke,
			// is recorded but not looked at: when the run goes on, the whole of it is.
			for i, o := range outcomes {
				x.observe(asks[i], o)
				attempts = max(attempts, o.Attempt+1)
			}
			x.conclude(asks)
		}
		x.sum.Rounds += attempts
		x.milestones()
		switch {
		case x.strayed:
			return EndBroken, ErrOtherOrder
		case errors.Is(err, interaction.ErrBudget):
			return EndBudget, nil
		case ctx.Err() != nil:
			return EndInterrupted, ctx.Err()
		case err != nil:
			return EndBroken, err
		case x.broken >= maxBroken:
			return EndBroken, fmt.Errorf("%w: %d trials in a row broke, after %d attempts each", ErrBroken, x.broken, x.cfg.Attempts)
		}
		if err := x.commit(ctx, ""); err != nil {
			return EndBroken, err
		}
		x.show(asks)
	}
}

// finished says why there is nothing to ask, or opens what is still locked.
func (x *Explorer) finished() (end End, more bool) {
	if _, whole := x.path(); whole {
		return EndGoal, false
	}
	if x.openAll() {
		return "", true
	}
	return EndDone, false
}
