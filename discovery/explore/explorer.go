package explore

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

var _ interaction.Recorder = (*Explorer)(nil)

// ErrBroken is returned when so many trials in a row broke that going on makes no
// sense.
var ErrBroken = errors.New("the world keeps breaking")

// ErrUnknownGoal is returned when nothing is left to try and the goal was never
// obtained.
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

	making, collecting lore                               // what effects of each kind showed
	priors             map[float64]*discovery.ChancePrior // by mass on a chance of 1

	producers map[int]*effect
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

	found   map[string]string // latest findings, as the ledger has them
	written int               // how many items the ledger knows
	listed  []string          // the items that it knew from the beginning, in its order
	strayed bool              // the items were met in another order
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
// world, and with the faults of the configuration.
func New(ctx context.Context, cfg Config, spec interaction.Spec, l graphstore.Ledger) (*Explorer, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	x := &Explorer{cfg: cfg, spec: spec, ledger: l, goal: -1,
		byID: map[interaction.Action]*actor{}, producers: map[int]*effect{},
		priors: map[float64]*discovery.ChancePrior{},
		known:  map[interaction.Key]interaction.Outcome{}, recorded: map[interaction.Key]bool{}, kin: map[int][][]int{}}
	x.proven.pass = func(e *effect) bool { return len(e.plans()) > 0 }
	x.certified.pass = func(e *effect) bool { return e.settled(len(x.words.names)) }
	x.sweeps = discovery.MissesToExclude(cfg.Floor, cfg.Delta*(1-effectShare)/float64(len(spec.Actions)))
	for i, a := range spec.Actions {
		act := &actor{id: a.ID, unlock: a.Unlock, order: i, history: discovery.NewHistory()}
		if act.idle = len(cfg.Only) > 0 && !slices.Contains(cfg.Only, a.ID); !act.idle {
			x.actors = append(x.actors, act)
		}
		x.byID[a.ID] = act
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

// earlier is an outcome of a run before this one.
type earlier struct {
	trial   graphstore.StoredTrial
	outcome interaction.Outcome
}

// recall reads the ledger and enters what earlier runs saw.
func (x *Explorer) recall(ctx context.Context) error {
	type seen struct {
		earlier
		at, run graphstore.Seq
	}
	var outcomes []seen
	f, err := graphstore.Fold(ctx, x.ledger, func(e graphstore.Entry, run graphstore.Seq) error {
		t, o, err := graphstore.DecodeOutcome(e)
		if err != nil {
			return err
		}
		x.known[o.Key] = o
		outcomes = append(outcomes, seen{earlier{t, o}, e.Seq, run})
		return nil
	})
	if err != nil {
		return err
	}
	x.found, x.written, x.listed = f.Findings, len(f.Names), f.Names
	// What was seen before a dispute is no evidence any more. New trials from the
	// same inventories are told from those by their number.
	outcomes = slices.DeleteFunc(outcomes, func(o seen) bool { return o.at < f.Disputed[o.trial.Action] })
	disputed := false // since the latest run began
	for a, n := range f.Disputes {
		if x.byID[a] != nil {
			x.byID[a].first = n * repeatsPerDispute
		}
		disputed = disputed || f.Disputed[a] > f.RunAt
	}
	config, err := x.cfg.stored()
	if err != nil {
		return err
	}
	if f.World == nil {
		if err := x.begin(ctx, config); err != nil {
			return err
		}
		x.words = newVocabulary(x.cfg.Stock)
		return nil
	}
	if f.World.ID != x.spec.ID || f.World.Fingerprint != x.spec.Fingerprint {
		return fmt.Errorf("%w: it is about %s (%.8s), not %s (%.8s)", graphstore.ErrOtherWorld,
			f.World.ID, f.World.Fingerprint, x.spec.ID, x.spec.Fingerprint)
	}
	if f.World.Stock != x.cfg.Stock {
		return fmt.Errorf("%w: it was made with a stock of %d, not %d", graphstore.ErrOtherWorld, f.World.Stock, x.cfg.Stock)
	}
	x.words = newVocabulary(x.cfg.Stock)
	if f.Run != nil && bytes.Equal(f.Run.Config, config) && !disputed {
		var before []earlier
		for _, o := range outcomes {
			if o.run < f.RunAt {
				before = append(before, o.earlier)
			}
		}
		return x.enter(f.Names[:f.NamesBefore], f.Names, before)
	}
	var before []earlier
	for _, o := range outcomes {
		before = append(before, o.earlier)
	}
	if err := x.enter(f.Names, f.Names, before); err != nil {
		return err
	}
	// A process that died between a round's outcomes and its items left items
	// that the ledger doesn't list.
	if err := x.commit(ctx, ""); err != nil {
		return err
	}
	e, err := x.runEntry(config)
	if err != nil {
		return err
	}
	return x.ledger.Append(ctx, e)
}

// enter puts the outcomes of earlier runs into the histories, in an order that
// doesn't depend on when they arrived. The names are those observed by then; all
// are those that the ledger lists.
func (x *Explorer) enter(names, all []string, before []earlier) error {
	slices.SortFunc(before, func(a, b earlier) int {
		// Fewer observed items first: what gave an item first did so without it,
		// and is its producer.
		if c := cmp.Compare(a.trial.Items, b.trial.Items); c != 0 {
			return c
		}
		for i := range a.outcome.Key {
			if a.outcome.Key[i] != b.outcome.Key[i] {
				if a.outcome.Key[i] < b.outcome.Key[i] {
					return -1
				}
				return 1
			}
		}
		return 0
	})
	x.words.extend(names)
	type base struct{ items, each int }
	bases := map[base]discovery.Point{}
	for _, b := range before {
		a := x.byID[b.trial.Action]
		if a == nil || b.trial.Items > len(all) {
			return fmt.Errorf("%w: a trial of action %q with %d items", graphstore.ErrCorrupt, b.trial.Action, b.trial.Items)
		}
		k := base{b.trial.Items, cmp.Or(b.trial.Each, x.cfg.Stock)}
		if b.trial.Bare {
			k = base{}
		}
		at, known := bases[k]
		if !known {
			at = discovery.Full(k.items, k.each)
			bases[k] = at
		}
		for _, o := range b.trial.Over {
			if o.Index < 0 || o.Index >= len(all) || o.Count < 0 || o.Count > discovery.MaxCount {
				return fmt.Errorf("%w: trial %s starts with %d of item %d", graphstore.ErrCorrupt, b.outcome.Key, o.Count, o.Index)
			}
			at = at.With(o.Index, o.Count)
		}
		r := a.history.Record(at)
		r.Asked = max(r.Asked, b.trial.Repeat+1-a.first)
		if b.outcome.Status == interaction.Completed {
			x.learn(a, at, b.outcome)
		}
	}
	return nil
}

// begin writes the first entries of an empty ledger.
func (x *Explorer) begin(ctx context.Context, config []byte) error {
	w := graphstore.WorldEntry{Version: 1, ID: x.spec.ID, Fingerprint: x.spec.Fingerprint, Stock: x.cfg.Stock}
	for _, a := range x.actors {
		w.Actions = append(w.Actions, a.id)
	}
	world, err := graphstore.NewEntry(graphstore.KindWorld, w)
	if err != nil {
		return err
	}
	run, err := x.runEntry(config)
	if err != nil {
		return err
	}
	return x.ledger.Append(ctx, world, run)
}

func (x *Explorer) runEntry(config []byte) (graphstore.Entry, error) {
	return graphstore.NewEntry(graphstore.KindRun, graphstore.RunEntry{Version: 1, Delta: x.cfg.Delta, Config: config})
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

// leave begins another run in the ledger, in place of one that can't be continued.
func (x *Explorer) leave(ctx context.Context) error {
	var entries []graphstore.Entry
	var unlisted []string
	for _, n := range x.words.names {
		if !slices.Contains(x.listed, n) {
			unlisted = append(unlisted, n)
		}
	}
	if len(unlisted) > 0 {
		e, err := graphstore.NewEntry(graphstore.KindItems, graphstore.ItemsEntry{Version: 1, Items: unlisted})
		if err != nil {
			return err
		}
		entries = append(entries, e)
	}
	config, err := x.cfg.stored()
	if err != nil {
		return err
	}
	run, err := x.runEntry(config)
	if err != nil {
		return err
	}
	if err := x.ledger.Append(ctx, append(entries, run)...); err != nil {
		return err
	}
	return x.ledger.Sync(ctx)
}

func (x *Explorer) loop(ctx context.Context, runner interaction.Runner) (End, error) {
	for {
		asks := x.round()
		if len(asks) == 0 {
			if end, more := x.finished(); !more {
				if end == EndDone && x.cfg.Goal != "" && x.goal < 0 {
					return end, fmt.Errorf("%w: %s", ErrUnknownGoal, x.cfg.Goal)
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

// conclude looks at once at what a round towards a goal showed of effects that are
// being worked on: whoever stops there should get all that is known.
func (x *Explorer) conclude(asks []ask) {
	if x.cfg.Goal == "" {
		return
	}
	for _, k := range asks {
		for _, e := range k.actor.effects {
			if e.guessed {
				x.advance(e)
			}
		}
	}
}

// finished says why there is nothing to ask, or opens what is still locked.
func (x *Explorer) finished() (end End, more bool) {
	if x.cfg.Goal != "" && x.goal >= 0 {
		return EndGoal, false
	}
	if x.openAll() {
		return "", true
	}
	return EndDone, false
}

// observe enters an outcome.
func (x *Explorer) observe(k ask, o interaction.Outcome) {
	x.sum.Steps += o.Attempt + 1
	if o.Status != interaction.Completed {
		x.sum.Faults += o.Attempt + 1
		x.broken++
		return
	}
	x.broken = 0
	x.sum.Faults += o.Attempt
	x.sum.Trials++
	x.learn(k.actor, k.at, o)
}

// learn enters a completed outcome into the history, with what is new in it.
func (x *Explorer) learn(a *actor, at discovery.Point, o interaction.Outcome) {
	var names []string
	for _, s := range o.Obtained {
		if _, known := x.words.index[s.Item]; !known {
			names = append(names, s.Item)
		}
	}
	if names != nil {
		from := len(x.words.names)
		x.words.extend(names)
		for i := from; i < min(len(x.words.names), len(x.listed)); i++ {
			x.strayed = x.strayed || x.words.names[i] != x.listed[i]
		}
	}
	if x.goal < 0 && x.cfg.Goal != "" {
		if i, ok := x.words.index[x.cfg.Goal]; ok {
			x.goal = i
		}
	}
	consumed, obtained := x.words.amounts(o.Consumed), x.words.amounts(o.Obtained)
	x.words.heap(consumed)
	a.history.Add(at, consumed, obtained)
	x.disturb(a, at, obtained)
	x.tried(a, at)
	for k := len(a.effects); k < len(a.history.Effects()); k++ {
		e := &effect{actor: a, item: a.history.Effects()[k], uses: len(consumed) > 0}
		e.inquiry = &discovery.Inquiry{Judge: x.judge(nil), Refiner: x.cfg.Refiner, History: a.history, Effect: k,
			Budget: discovery.EffectBudget(x.cfg.Delta*effectShare, len(x.spec.Actions), k+1),
			Kin:    func(item int) [][]int { return x.kin[item] }, Heaps: x.words.heaps, Eager: x.cfg.Goal != ""}
		if len(a.effects) == 0 {
			x.open.acted++
		}
		a.effects = append(a.effects, e)
		if !a.idle {
			x.stale = append(x.stale, e)
			x.effects = append(x.effects, e)
			x.searching.push(e)
			x.certifying.push(e)
		}
		if x.producers[e.item] == nil {
			x.producers[e.item] = e
		}
	}
	if names != nil && x.open.waiting != nil {
		x.observed(names)
	}
}

// disturb marks the steps that an outcome may have changed. A certificate that
// stands is not changed by misses, nor by hits that a known way explains.
func (x *Explorer) disturb(a *actor, at discovery.Point, obtained []discovery.Amount) {
	for _, e := range a.effects {
		if e.fresh && e.step.Phase == discovery.Settled {
			came := slices.ContainsFunc(obtained, func(o discovery.Amount) bool { return o.Item == e.item })
			if !came || slices.ContainsFunc(e.step.Ways, func(w discovery.Way) bool { return w.MetBy(at) }) {
				continue
			}
		}
		if e.fresh && !a.idle {
			if len(e.ways()) == 0 {
				x.searching.push(e)
			}
			x.certifying.push(e)
		}
		e.fresh = false
	}
}

func (x *Explorer) judge(p *discovery.ChancePrior) discovery.Judge {
	if x.cfg.Chances == ChancesOwn {
		return discovery.Floor{Least: x.cfg.Floor}
	}
	return discovery.OneSided{Prior: p}
}

// consider brings an effect's step up to date as far as the phase needs it. New
// items matter to certificates only, not to the search for a first way.
func (x *Explorer) consider(e *effect, phase discovery.Phase) {
	if phase == discovery.Searching && (e.fresh && e.grown > 0 || len(e.ways()) > 0) {
		return
	}
	x.advance(e)
}

// advance brings an effect's step up to date.
func (x *Explorer) advance(e *effect) {
	if e.fresh && e.grown == len(x.words.names) {
		return
	}
	if !x.ended {
		x.guess(e)
	}
	was := e.step
	e.step = e.inquiry.Next(x.words.all, x.cfg.Width)
	e.fresh, e.grown = true, len(x.words.names)
	if e.step.Phase != discovery.Searching || len(e.step.Ways) > 0 {
		e.enough = nil
	} else if x.cfg.Goal != "" {
		if way := e.inquiry.Enough(); len(way) > 0 && (e.enough == nil || len(way) < len(e.enough)) {
			e.enough = way
			x.stale = append(x.stale, e)
			x.proven.changed(e)
		}
	}
	if e.step.Phase != was.Phase || !slices.EqualFunc(e.step.Ways, was.Ways, discovery.Way.Equal) {
		x.stale = append(x.stale, e)
		x.relate(e)
		x.proven.changed(e)
	}
	switch e.step.Phase {
	case discovery.Settled:
		x.certified.changed(e)
	case discovery.Searching: // perhaps again, now that more is observed
		x.searching.push(e)
	}
	x.teach(e)
}

// milestones marks the items that were reached, proven or certified since.
func (x *Explorer) milestones() {
	if x.sum.Milestones == nil {
		x.sum.Milestones = map[string]Milestone{}
	}
	mark := x.sum.Mark
	for _, name := range x.words.names[x.marked:] {
		x.sum.Milestones[name] = Milestone{Reached: &mark}
	}
	x.marked = len(x.words.names)
	for _, i := range x.proven.take() {
		m := x.sum.Milestones[x.words.names[i]]
		m.Proven = &mark
		x.sum.Milestones[x.words.names[i]] = m
	}
	for _, i := range x.certified.take() {
		m := x.sum.Milestones[x.words.names[i]]
		if m.Certified == nil { // it may have been certified when less was observed
			m.Certified = &mark
			x.sum.Milestones[x.words.names[i]] = m
		}
	}
}
