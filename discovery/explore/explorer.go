package explore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// ErrBroken is returned when too many trials in a row broke: going on makes no
// sense.
var ErrBroken = errors.New("the world keeps breaking")

// ErrUnknownGoal is returned when nothing is left to try and the goal was never
// obtained, or not since an action was disputed.
var ErrUnknownGoal = errors.New("the goal was never obtained")

// ErrOtherOrder is returned when a run that is continued meets the factors in another
// order than the ledger lists them in, as after other guesses. The ledger numbers
// factors by its list, so nothing more may be entered into that run; the next Run begins
// another one, with everything the ledger knows.
var ErrOtherOrder = errors.New("the run can't be continued: it met the factors in another order than before")

// maxBroken is how many trials in a row may break, after all attempts, before a run gives
// up; maxAtFirst is the same before any was completed.
const maxBroken, maxAtFirst = 64, 16

// Explorer carries out one run: it asks the policy for a round of trials, has them run,
// and enters what came of them into the knowledge and the journal. It is made by New, used
// by one call of Run, and then done with.
type Explorer struct {
	cfg     Config
	spec    interaction.Spec
	k       *knowledge
	policy  *policy
	journal *journal
	account *account

	marked int   // factors that were looked at for a milestone
	sensed []int // those of them that have none yet
	broken int   // trials in a row
	sum    Summary

	last       interaction.Outcome // of the broken trials
	lastAction interaction.Action

	shown   func(Progress)
	counted int // certified actions, when they were last counted for it
	within  int // those that can be certified, at the same time
	recount int // the round in which they are to be counted again
}

// New prepares a run over the ledger. If the ledger's latest run has the same
// configuration, it is continued: the trials that it recorded are not run again,
// and count as this run's. Otherwise a new run begins with everything the ledger
// knows. New fails with graphstore.ErrOtherWorld if the ledger is about another
// world, graphstore.ErrOtherStock if it has another stock, with interaction.ErrNoStarts if
// the world can't begin at a chosen start, and with the faults of the configuration and of
// what the world says.
func New(ctx context.Context, cfg Config, spec interaction.Spec, l graphstore.Ledger) (*Explorer, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := spec.Validate(); err != nil {
		return nil, fmt.Errorf("world %s: %w", interaction.Shown(spec.ID), err)
	}
	if spec.Caps.Starts != interaction.AnyStart {
		return nil, interaction.ErrNoStarts
	}
	k := newKnowledge(cfg, spec)
	for _, id := range cfg.Only {
		if k.byID[id] == nil {
			return nil, fmt.Errorf("the world has no action %q", id)
		}
	}
	x := &Explorer{cfg: cfg, spec: spec, k: k, journal: &journal{ledger: l, vocabulary: k.vocabulary,
		known: map[interaction.Key]graphstore.Entry{}, recorded: map[interaction.Key]bool{}, found: map[string]noted{}}}
	if err := x.recall(ctx); err != nil {
		return nil, err
	}
	x.policy = newPolicy(k)
	x.account = newAccount(k, x.policy.open)
	return x, nil
}

// Record keeps the outcome of a trial as it arrives, so that it isn't lost when the process
// dies before the round ends; for a pool's Config. What can't be recorded fails the round. It
// may be called from several goroutines.
func (x *Explorer) Record(t interaction.Trial, o interaction.Outcome) {
	_ = x.journal.Record(context.Background(), t, o)
}

// Run explores until there is nothing left to learn, the goal is certified, the
// budget is used up or ctx is done, and shows its progress after every round if
// show isn't nil. The Summary is valid in every case. The error is nil, or wraps
// ErrBroken, ErrUnknownGoal, ErrOtherOrder, ctx's error, or what the runner or the ledger said.
func (x *Explorer) Run(ctx context.Context, runner interaction.Runner, show func(Progress)) (Summary, error) {
	if x.cfg.Budget > 0 {
		runner = interaction.Limit(runner, x.cfg.Budget)
	}
	runner = interaction.Retry(interaction.Once(runner, x.journal), x.cfg.Attempts)
	x.shown = show
	x.milestones()
	x.show(nil)
	x.k.guesses = &guesses{k: x.k, ctx: ctx, asked: x.cfg.Hypothesizer}
	end, err := x.loop(ctx, runner)
	x.sum.Warnings = append(x.sum.Warnings, x.k.guesses.warnings...)
	x.k.guesses = nil // none for a report
	// What is known is written down however the run ended, and effects that the
	// run had no business with are judged by what is known of them.
	for _, a := range x.k.actions {
		for _, e := range a.effects {
			x.k.refresh(e)
		}
	}
	x.milestones()
	x.summarise(end)
	ctx = context.WithoutCancel(ctx)
	if x.journal.strayed() {
		err = errors.Join(err, x.journal.leave(ctx, x.cfg))
	} else if cerr := x.journal.commit(ctx, x.account, end); err == nil {
		err = cerr
	}
	return x.sum, err
}

func (x *Explorer) loop(ctx context.Context, runner interaction.Runner) (End, error) {
	for {
		asks := x.policy.round()
		if len(asks) == 0 {
			if end, more := x.finished(); !more {
				if end == EndDone && x.cfg.Goal != "" {
					since := ""
					if x.k.goal >= 0 {
						since = " since actions were disputed"
					}
					return end, fmt.Errorf("%w%s: %s", ErrUnknownGoal, since, interaction.Shown(x.cfg.Goal))
				}
				return end, nil
			}
			continue
		}
		trials := make([]interaction.Trial, len(asks))
		for i, k := range asks {
			trials[i] = x.k.trial(k)
		}
		x.journal.round()
		outcomes, err := runner.Run(ctx, trials)
		attempts := 0
		if err == nil && !slices.ContainsFunc(outcomes, func(o interaction.Outcome) bool { return o.Status == interaction.Cancelled }) {
			// A round that was cut short, also in a further attempt at what broke,
			// is recorded but not looked at: when the run goes on, the whole of it is.
			for i, o := range outcomes {
				x.observe(asks[i], o)
				attempts = max(attempts, o.Attempt+1)
			}
			x.k.conclude(asks)
		}
		x.sum.Rounds += attempts
		x.milestones()
		switch {
		case x.journal.strayed():
			return EndBroken, ErrOtherOrder
		case errors.Is(err, interaction.ErrBudget):
			return EndBudget, nil
		case ctx.Err() != nil:
			return EndInterrupted, ctx.Err()
		case err != nil:
			return EndBroken, err
		case x.broken >= maxBroken || x.broken >= maxAtFirst && x.sum.Trials == 0:
			return EndBroken, x.breaking()
		}
		if err := x.journal.commit(ctx, x.account, ""); err != nil {
			return EndBroken, err
		}
		x.show(asks)
	}
}

// finished says why there is nothing to ask, or opens what is still locked.
func (x *Explorer) finished() (end End, more bool) {
	if _, whole := (route{x.k}).path(); whole {
		return EndGoal, false
	}
	if x.policy.open.openAll() {
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
		k.action.broken++
		x.last, x.lastAction = o, k.action.id
		return
	}
	x.broken = 0
	x.sum.Faults += o.Attempt
	x.sum.Trials++
	at, named := x.k.adopt(o.Start)
	x.k.limits.began(k.at, at)
	first := len(k.action.effects) == 0
	news := append(named, x.k.learn(k.action, at, o.Changes)...)
	x.policy.open.learned(k.action, first && len(k.action.effects) > 0, news)
}

// breaking says why the run gives up.
func (x *Explorer) breaking() error {
	why := cmp.Or(x.last.Why, x.last.Fault)
	switch {
	case x.last.Status == interaction.Truncated:
		why = "the episode ended during the action"
	case x.last.Why == "" && x.last.Fault == interaction.FaultTimeout:
		why = "no answer in time: does it hang, or not flush what it writes?"
	}
	return fmt.Errorf("%w: %d trials in a row broke, after %d attempts each; the last, of action %q: %s",
		ErrBroken, x.broken, x.cfg.Attempts, x.lastAction, interaction.Shown(why))
}

// milestones marks the factors that were reached, proven or certified since.
func (x *Explorer) milestones() {
	if x.sum.Milestones == nil {
		x.sum.Milestones = map[string]Milestone{}
	}
	v := x.k.vocabulary
	mark := x.sum.Mark
	for ; x.marked < v.Len(); x.marked++ {
		x.sensed = append(x.sensed, x.marked)
	}
	// An item is known once it was reached, a fact or a vital before.
	x.sensed = slices.DeleteFunc(x.sensed, func(i int) bool {
		reached := v.Factor(i).Kind == interaction.Item || x.k.producers[i] != nil
		if reached {
			x.sum.Milestones[v.Name(i)] = Milestone{Reached: &mark}
		}
		return reached
	})
	for _, i := range x.k.proven.take() {
		m := x.sum.Milestones[v.Name(i)]
		m.Proven = &mark
		x.sum.Milestones[v.Name(i)] = m
	}
	for _, i := range x.k.certified.take() {
		m := x.sum.Milestones[v.Name(i)]
		if m.Certified == nil { // it may have been certified when less was known
			m.Certified = &mark
			x.sum.Milestones[v.Name(i)] = m
		}
	}
}

func (x *Explorer) summarise(end End) {
	s := &x.sum
	s.End = end
	s.NewTrials = x.journal.fresh
	s.Delta = x.account.delta()
	s.ActionsTotal = len(x.k.actions)
	s.ActionsCertified, s.ActionsCertifiable = x.account.certified(), x.account.certifiable()
	s.ItemsFound = x.k.found()
	s.Assumptions = x.account.assumptions()
	s.Complete = true
	for _, a := range x.k.actions {
		r := x.account.reason(a)
		s.Complete = s.Complete && r == ""
		if end == EndGoal && x.k.wholly(a) {
			continue // further effects weren't asked for
		}
		if r != "" {
			s.NotLearned = append(s.NotLearned, NotLearned{a.id, r, x.k.wholly(a)})
		}
	}
	for _, l := range x.k.limits.list {
		if l.Spare == 0 { // what comes of it is assumed
			s.Warnings = append(s.Warnings, warning(l))
		}
	}
}

// warning tells a limit.
func warning(l graphstore.LimitEntry) string {
	if l.Slots > 0 {
		return fmt.Sprintf("at most %d items are asked for at once: %s", l.Slots, l.Why)
	}
	if l.Full {
		return fmt.Sprintf("%s doesn't seem to rise above %d: %s", interaction.Shown(l.Factor), l.Most+1, l.Why)
	}
	return fmt.Sprintf("at most %d %s is asked for: %s", l.Most, interaction.Shown(l.Factor), l.Why)
}

// certifiedShare is how many actions a round may look at, on average, to count the
// certified ones.
const certifiedShare = 64

func (x *Explorer) show(asks []ask) {
	if x.shown == nil {
		return
	}
	if x.sum.Rounds >= x.recount { // now and then: it looks at every action
		x.counted, x.recount = x.account.certified(), x.sum.Rounds+1+len(x.k.actions)/certifiedShare
		x.within = x.account.certifiable()
	}
	p := Progress{Mark: x.sum.Mark, ActionsTotal: len(x.k.actions), ActionsCertified: x.counted, ActionsCertifiable: x.within,
		ItemsFound: x.k.found(), NewTrials: x.journal.fresh, Stage: "beginning"}
	if x.broken > 0 {
		p.Broke = cmp.Or(x.last.Why, string(x.last.Fault))
	}
	if x.cfg.Budget > 0 {
		p.Spent = min(1, float64(p.NewTrials)/float64(x.cfg.Budget))
	}
	if len(asks) > 0 {
		p.Stage = stage(asks[0].action)
	}
	seen := map[interaction.Action]bool{}
	for _, k := range asks {
		if !seen[k.action.id] {
			seen[k.action.id] = true
			p.Frontier = append(p.Frontier, k.action.id)
		}
	}
	x.shown(p)
}

// stage says what a trial of the action was asked for.
func stage(a *action) string {
	if len(a.effects) == 0 {
		return "reaching"
	}
	phase := inquiry.Phase(math.MaxUint8)
	for _, e := range a.effects {
		phase = min(phase, e.step.Phase)
	}
	switch phase {
	case inquiry.Searching:
		return "finding ways"
	case inquiry.Certifying:
		return "certifying"
	}
	return "looking for further effects"
}
