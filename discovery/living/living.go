package living

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

const (
	// lifetime is how many steps of the world a life takes at most.
	lifetime = 50_000
	// stillborn is how many lives in a row may end before anything was done.
	stillborn = 20
	// maxIdle is how many lives in a row may take no step.
	maxIdle = 1_000
	// grace is how long an interrupted run goes on working out what the last lives showed, before it leaves it at what was known.
	grace = 10 * time.Second
	// maxCrashed is how many lives in a row may break.
	maxCrashed = 32
)

// DefaultBudget is how many steps of the world a run takes where its budget isn't given: several times what any
// world that comes with the program takes. A search that doesn't end fills the memory, so it isn't more.
const DefaultBudget = 5_000_000

// DefaultStock is how many of an item count as plenty where nobody says otherwise: a stack
// costs too much to bring about for each question, and no recipe on a grid of three by three
// takes more.
const DefaultStock = 9

// run is an exploration under way.
type run struct {
	cfg     explore.Config
	world   interaction.World
	ledger  graphstore.Ledger
	k       *knowledge
	sum     explore.Summary
	listed  int
	lives   int                // of the ledger
	found   map[string]string  // bodies of the latest findings
	told    map[*effect]string // what was known when they were written
	barren  int                // lives in a row without a trial that was completed
	idle    int                // lives in a row that took no step
	crashed int                // lives in a row that broke
	broken  error              // of the last of them
	horizon int                // steps
	manner
	away Away // who lives the lives; nil: this process
	// For those, what came of all lives, packed, and the latest of them.
	log    [][]byte
	latest *life
	heard  string // see there; a replica's, too
	untold error  // why the log can't be told
}

// World explores a world: one whose starts can be chosen by experiments in it, as
// [explore.World] does, and one of episodes by living in it. It goes on where the ledger ends.
// Where it is lived in, Width is how many lives are chosen at once, and Budget how many steps
// of the world are taken at most. The Summary is valid in every case. The error is nil, or
// wraps interaction.ErrNoStarts of a world that has one life only, explore.ErrBroken,
// graphstore.ErrOtherWorld, graphstore.ErrOtherStock, ctx's error or what the ledger said.
func World(ctx context.Context, w interaction.World, l graphstore.Ledger, cfg explore.Config, pc pool.Config, show func(explore.Progress)) (explore.Summary, error) {
	if w.Spec().Caps.Starts != interaction.Episodes {
		return explore.World(ctx, w, l, cfg, pc, show)
	}
	return live(ctx, w, l, cfg, pc.Sessions, show, manner{wanted: (*knowledge).questions}, nil)
}

// Singly explores a world of episodes as World does, but that each life tries one thing once: an
// episode for each trial, as a laboratory has a start for each. It is there to be compared with.
func Singly(ctx context.Context, w interaction.World, l graphstore.Ledger, cfg explore.Config, pc pool.Config, show func(explore.Progress)) (explore.Summary, error) {
	return live(ctx, w, l, cfg, pc.Sessions, show, manner{wanted: (*knowledge).questions, single: true}, nil)
}

// manner is what lives are for.
type manner struct {
	wanted   func(*knowledge) []ask
	practice bool // nothing is asked any more
	single   bool // one trial in each
}

// live lives on what the ledger knows until nothing is wanted any more.
func live(ctx context.Context, w interaction.World, l graphstore.Ledger, cfg explore.Config, sessions int, show func(explore.Progress), m manner, away Away) (explore.Summary, error) {
	if err := cfg.Validate(); err != nil {
		return explore.Summary{}, err
	}
	spec := w.Spec()
	if err := spec.Validate(); err != nil {
		return explore.Summary{}, fmt.Errorf("world %s: %w", interaction.Shown(spec.ID), err)
	}
	r := &run{cfg: cfg, manner: m, away: away, world: w, ledger: l, k: newKnowledge(cfg, spec), found: map[string]string{}, told: map[*effect]string{}, horizon: DefaultBudget}
	if cfg.Budget > 0 {
		r.horizon = cfg.Budget
	}
	if err := r.recall(ctx); err != nil {
		return explore.Summary{}, err
	}
	defer context.AfterFunc(ctx, func() { time.AfterFunc(grace, func() { r.k.hurry.Store(true) }) })()
	end, err := r.loop(ctx, max(1, sessions), show)
	r.k.patient(false)
	r.k.consider() // what the last lives showed
	r.k.confirm()
	r.summarise(end)
	if full := r.k.filled(); len(full) > 0 {
		r.sum.Warnings = append(r.sum.Warnings, fmt.Sprintf("there was never more than %s, where more was tried for: it is taken for full then, which the world doesn't say (max)", strings.Join(full, ", ")))
	}
	if r.broken != nil {
		r.sum.Warnings = append(r.sum.Warnings, fmt.Sprintf("lives broke in this run: %d; the last: %s", r.sum.Faults, interaction.Shown(r.broken.Error())))
	}
	if cerr := r.commit(context.WithoutCancel(ctx), &graphstore.Page{}, end); err == nil {
		err = cerr
	}
	return r.sum, err
}

// count is what a run took.
type count struct{ trials, steps, episodes, contradicted, lives int }

// read enters what the ledger holds, and says what each run in it took. What was seen of an action before a dispute is no evidence
// any more.
func (r *run) read(ctx context.Context) (was *graphstore.Folded, runs map[graphstore.Seq]count, err error) {
	disputed, err := graphstore.Disputes(ctx, r.ledger)
	if err != nil {
		return nil, nil, err
	}
	var pending []trial
	var evidence []bool // which of them are that still
	runs = map[graphstore.Seq]count{}
	was, err = graphstore.Fold(ctx, r.ledger, func(e graphstore.Entry, v *interaction.Vocabulary, at graphstore.Seq) error {
		switch e.Kind {
		case graphstore.KindOutcome:
			t, o, err := graphstore.DecodeOutcome(e, v)
			if err != nil {
				return err
			}
			pending = append(pending, trial{t, o})
			evidence = append(evidence, e.Seq > disputed[t.Action])
		case graphstore.KindEpisode:
			b, err := graphstore.DecodeEpisode(e)
			if err != nil {
				return err
			}
			n := runs[at]
			var trials []trial
			for i, p := range pending {
				if r.k.byID[p.Trial.Action] == nil {
					return fmt.Errorf("%w: entry %d is about action %q, which the world doesn't have", graphstore.ErrCorrupt, e.Seq, p.Trial.Action)
				}
				if p.Status == interaction.Completed {
					n.trials++
				}
				if evidence[i] {
					trials = append(trials, p)
				}
				if len(disputed) > 0 && p.Status == interaction.Completed { // factors keep their numbers
					r.k.vocabulary.Adopt(p.Outcome.Start)
					for _, c := range p.Changes {
						r.k.vocabulary.Add(c.Factor)
					}
				}
			}
			runs[at] = count{n.trials, n.steps + b.Steps, n.episodes + b.Begun, n.contradicted + b.Contradicted, n.lives + 1}
			l := &life{number: b.Episode, seed: b.Seed, continues: b.Continues, begun: b.Begun, steps: b.Steps, ended: b.Ended, trials: trials,
				done: b.Arranged, failed: b.Failed, lessons: b.Lessons, felt: b.Felt, contradicted: b.Contradicted}
			if pending, evidence = nil, nil; b.Ended == broken {
				l.err = errors.New("it broke in a run before")
			}
			r.k.take(l)
			r.lives = max(r.lives, b.Episode)
			r.note(l)
		}
		return nil
	})
	return was, runs, err
}

// recall enters what the ledger holds, and begins a run in it.
func (r *run) recall(ctx context.Context) error {
	config, err := r.cfg.Stored()
	if err != nil {
		return err
	}
	was, runs, err := r.read(ctx)
	if err != nil { // of another world, as a rule
		if was, failed := graphstore.Fold(ctx, r.ledger, nil); failed == nil {
			err = cmp.Or(was.Graph.Foreign(r.k.spec), err)
		}
		return err
	}
	if err := was.Graph.Foreign(r.k.spec); err != nil {
		return err
	}
	p := &graphstore.Page{}
	switch spec := r.k.spec; {
	case was.World == nil:
		entry := graphstore.WorldEntry{ID: spec.ID, Fingerprint: spec.Fingerprint, Stock: r.cfg.Stock, Exclusions: spec.Exclusions, Lived: true}
		for _, a := range spec.Actions {
			entry.Actions = append(entry.Actions, a.ID)
		}
		p.Add(graphstore.NewEntry(entry))
	case was.World.Stock != r.cfg.Stock:
		return fmt.Errorf("%w: of %d of each item, not %d", graphstore.ErrOtherStock, was.World.Stock, r.cfg.Stock)
	}
	r.listed = was.Vocabulary.Len()
	for _, l := range was.Limits {
		r.k.limit(l)
	}
	for key, f := range was.Findings {
		if !f.Disputed {
			r.found[key] = f.Body
		}
	}
	changed := false // since the latest run began
	for _, at := range was.Disputed {
		changed = changed || at > was.RunAt
	}
	if was.Run == nil || changed || !bytes.Equal(was.Run.Config, config) {
		p.Add(graphstore.NewEntry(graphstore.RunEntry{Delta: r.cfg.Delta, Assumptions: r.assumptions(), Config: config}))
	} else {
		n := runs[was.RunAt]
		r.sum.Trials, r.sum.Steps, r.sum.Episodes, r.sum.Contradicted, r.sum.Rounds = n.trials, n.steps, n.episodes, n.contradicted, n.lives
	}
	r.factors(p)
	r.turned()
	return p.AppendTo(ctx, r.ledger)
}

// assumptions are what certificates take for granted here.
func (r *run) assumptions() []discovery.Assumption {
	all := append(r.cfg.Assumptions(), discovery.Assumption{Name: discovery.Closed})
	if slices.ContainsFunc(r.k.spec.Factors, func(f interaction.Factor) bool {
		return f.Kind == interaction.Vital || f.Kind == interaction.Fact && !slices.Contains(r.k.spec.Near, f.Name)
	}) {
		all = append(all, discovery.Assumption{Name: discovery.NoVital})
	}
	if r.k.spec.Misread > 0 {
		all = append(all, discovery.Assumption{Name: discovery.Misread, Value: r.k.spec.Misread})
	}
	return all
}

// loop lives until nothing is left to ask.
func (r *run) loop(ctx context.Context, parallel int, show func(explore.Progress)) (explore.End, error) {
	pilots := make([]*pilot, r.cfg.Width)
	defer func() {
		for _, p := range pilots {
			if p != nil {
				_ = p.session.Close() // it says nothing
			}
		}
	}()
	if err := r.open(ctx, &pilots[0]); err != nil {
		return explore.EndBroken, err
	}
	r.k.bind(pilots[0])
	for {
		r.k.patient(false)
		r.k.consider()
		if err := r.tell(ctx); err != nil {
			return explore.EndBroken, err
		}
		r.milestones()
		if r.certified() {
			return explore.EndGoal, nil
		}
		asks, err := r.questions(ctx)
		if err != nil {
			return explore.EndBroken, err
		}
		if ctx.Err() != nil {
			return explore.EndInterrupted, ctx.Err()
		}
		if r.k.scarce.Level > 0 && !r.practice {
			return explore.EndStock, nil
		}
		if len(asks) == 0 && r.sum.Trials == 0 && r.broken != nil {
			return explore.EndBroken, fmt.Errorf("%w: nothing could be done in %d lives: %s", explore.ErrBroken, r.k.lives, interaction.Shown(r.broken.Error()))
		}
		if len(asks) == 0 {
			return explore.EndDone, nil
		}
		if r.sum.Steps >= r.horizon {
			return explore.EndBudget, nil
		}
		lives := r.choose(asks)
		if err := r.live(ctx, pilots, lives, parallel); err != nil {
			return explore.EndBroken, err
		}
		if ctx.Err() != nil {
			return explore.EndInterrupted, ctx.Err()
		}
		if err := r.enter(ctx, lives); err != nil {
			return explore.EndBroken, err
		}
		if show != nil {
			p := explore.Progress{Mark: r.sum.Mark, Episodes: r.sum.Episodes, ActionsTotal: len(r.k.actions), ActionsCertified: r.k.certified(), ActionsCertifiable: r.k.certifiable(), ItemsFound: r.k.items(), NewTrials: r.sum.NewTrials, Faults: r.sum.Faults, Spent: min(1, float64(r.sum.Steps)/float64(r.horizon)), Stage: "living"}
			if r.crashed > 0 && r.broken != nil {
				p.Broke = r.broken.Error()
			}
			for _, q := range asks {
				if !slices.Contains(p.Frontier, q.action.id) {
					p.Frontier = append(p.Frontier, q.action.id)
				}
			}
			show(p)
		}
	}
}

// questions are what is wanted. Where episodes are too short for what is asked for, or nothing is wanted, smaller numbers are asked for of what
// was never had with all else.
func (r *run) questions(ctx context.Context) ([]ask, error) {
	if r.practice {
		return r.wanted(r.k), nil
	}
	asks := r.wanted(r.k)
	for limits := r.k.afford(); ctx.Err() == nil; limits = nil {
		if len(limits) == 0 && len(asks) == 0 {
			limits = r.k.lower()
		}
		if len(limits) == 0 {
			break
		}
		r.turned()
		r.k.consider()
		if err := r.tell(ctx, limits...); err != nil {
			return nil, err
		}
		asks = r.wanted(r.k)
	}
	return r.k.final(r.wanted), nil
}

// bind notes which actions are done to things.
func (k *knowledge) bind(p *pilot) {
	for _, a := range k.actions {
		a.bound = p.bound(a.id)
	}
	k.version++ // what is mortal depends on it, and answers on that
}

// open makes a pilot where there is none.
func (r *run) open(ctx context.Context, p **pilot) error {
	if *p != nil {
		return nil
	}
	s, err := r.world.Open(ctx)
	if err == nil {
		*p = newPilot(r.k, s)
	}
	return err
}

// live lives the lives, at most parallel of them side by side. Where an episode takes long to begin, each has its pilot,
// who goes on; elsewhere each has a session of its own, and so nothing is left in it of other lives.
func (r *run) live(ctx context.Context, pilots []*pilot, lives []*life, parallel int) error {
	limit := min(lifetime, max(1, r.horizon-r.sum.Steps))
	if r.away != nil {
		return r.ask(ctx, lives, limit)
	}
	var wg sync.WaitGroup
	errs := make([]error, len(lives))
	slots := make(chan struct{}, parallel)
	for i, l := range lives {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			if r.k.spec.Caps.Prompt {
				errs[i] = r.alone(ctx, l, limit)
				return
			}
			if errs[i] = r.open(ctx, &pilots[i]); errs[i] != nil {
				return
			}
			if pilots[i].live(ctx, l, limit); l.err != nil {
				_ = pilots[i].session.Close() // it is lost
				pilots[i] = nil
			}
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return nil
	}
	if !slices.Contains(errs, nil) && r.crashed > 0 { // nor could the last one
		return errors.Join(errs...)
	}
	for i, l := range lives { // the others are kept
		if errs[i] != nil {
			l.ended, l.err = broken, errs[i]
		}
	}
	return nil
}

// alone lives a life in a session of its own: what comes of it is a function of what is known, and of the life.
func (r *run) alone(ctx context.Context, l *life, limit int) error {
	s, err := r.world.Open(ctx)
	if err != nil {
		return err
	}
	newPilot(r.k, s).live(ctx, l, limit)
	_ = s.Close() // it says nothing
	return nil
}

// take takes in what came of a life; what of its lessons is new is left.
func (k *knowledge) take(l *life) {
	for _, t := range l.trials {
		if t.Status == interaction.Completed {
			k.learn(k.byID[t.Trial.Action], t.Outcome.Start, t.Changes)
			k.setting.Saw(k.vocabulary, t.Trial.Action, t.Trial.Episode, k.vocabulary.Adopt(t.Outcome.Start), t.Changes)
		} else if t.Status == interaction.Truncated {
			k.died(k.byID[t.Trial.Action], t.Trial.Start)
		} else if t.Status == interaction.Faulted {
			k.broke(k.byID[t.Trial.Action])
		}
	}
	if i := slices.IndexFunc(l.trials, func(t trial) bool { return t.Status == interaction.Completed }); i >= 0 {
		if k.setting.Lived(l.begun); l.continues == 0 {
			k.setting.Began(k.vocabulary, k.vocabulary.Adopt(l.trials[i].Outcome.Start))
		}
	}
	was := k.mortal()
	if k.broken++; l.ended != broken {
		k.broken, k.unbroken = 0, k.unbroken+1
		k.whole = max(k.whole, l.steps)
	} else {
		k.longest = max(k.longest, l.steps)
	}
	k.pace.took(l)
	k.begun += l.begun
	if k.lives++; l.ended == dead {
		k.deaths++
	}
	if len(l.done) > 0 {
		k.answered = k.lives
	}
	if k.mortal() != was {
		k.version++ // how ways are looked for depends on it
	}
	k.attempted(l.done, l.failed)
	k.feel(l.felt)
	l.lessons = k.study(l.lessons)
}

// enter takes in what came of the lives, and writes it down.
func (r *run) enter(ctx context.Context, lives []*life) error {
	p := &graphstore.Page{}
	for _, l := range lives {
		r.lives = l.number
		r.sum.Episodes += l.begun
		r.sum.Steps += l.steps
		r.sum.Contradicted += l.contradicted
		r.sum.Rounds++
		if l.err != nil {
			r.sum.Faults++
			r.broken = r.blamed(l)
		}
		if r.barren++; l.ended == done || r.sum.Trials > 0 && r.k.killed(l) || slices.ContainsFunc(l.trials, func(t trial) bool { return t.Status == interaction.Completed }) {
			r.barren = 0
		}
		if r.idle++; l.steps > 0 {
			r.idle = 0
		}
		if r.crashed++; l.err == nil {
			r.crashed = 0
		}
		for _, t := range l.trials {
			p.Add(graphstore.NewOutcomeEntry(t.Trial, t.Outcome))
			r.sum.NewTrials++
			if t.Status == interaction.Completed {
				r.sum.Trials++
			}
		}
		l.done, l.failed = compact(l.done), compact(l.failed)
		r.k.take(l)
		r.note(l)
		p.Add(graphstore.NewEntry(graphstore.EpisodeEntry{Episode: l.number, Seed: l.seed, Begun: l.begun, Continues: l.continues, Steps: l.steps, Ended: l.ended, Arranged: l.done, Failed: l.failed, Lessons: l.lessons, Felt: l.felt, Contradicted: l.contradicted}))
	}
	r.turned()
	if err := r.commit(ctx, p, ""); err != nil {
		return err
	}
	if r.crashed >= maxCrashed {
		return fmt.Errorf("%w: %d lives in a row broke; the last: %s", explore.ErrBroken, r.crashed, interaction.Shown(r.broken.Error()))
	}
	if r.idle >= maxIdle {
		return fmt.Errorf("%w: no step was taken in %d lives in a row: nothing that is left to try can be done", explore.ErrBroken, r.idle)
	}
	if r.barren >= stillborn {
		why := "each episode ended at once"
		if r.broken != nil {
			why = r.broken.Error()
		}
		return fmt.Errorf("%w: nothing could be done in %d lives in a row: %s", explore.ErrBroken, r.barren, interaction.Shown(why))
	}
	return nil
}

// blamed is why the life broke, with what was being done.
func (r *run) blamed(l *life) error {
	n := len(l.trials)
	if n == 0 || l.trials[n-1].Status != interaction.Faulted {
		return l.err
	}
	name := string(l.trials[n-1].Trial.Action)
	if named, ok := r.world.(interaction.Labeler); ok {
		name = cmp.Or(named.Label(l.trials[n-1].Trial.Action), name)
	}
	return fmt.Errorf("as %s was done: %w", interaction.Shown(name), l.err)
}

func compact(keys []string) []string {
	slices.Sort(keys)
	return slices.Compact(keys)
}

// certified reports whether the goal, and all that leads to it, is certified.
func (r *run) certified() bool {
	goal, ok := r.k.vocabulary.Index(r.cfg.Goal)
	return r.cfg.Goal != "" && ok && r.k.had(func(e *effect) bool { return e.answer.phase == settled })[goal]
}

// certified counts the actions of which all that they were seen to do is certified.
func (k *knowledge) certified() (n int) {
	for _, a := range k.actions {
		if a.wholly() {
			n++
		}
	}
	return n
}

// certifiable counts the actions that can be certified, as far as is known: those that were seen to do
// something that doesn't come by itself, of which nothing is refused.
func (k *knowledge) certifiable() (n int) {
	for _, a := range k.actions {
		own := func(e *effect) bool { return e.answer.phase != aside }
		no := func(e *effect) bool { return e.answer.phase == refused }
		if slices.ContainsFunc(a.effects, own) && !slices.ContainsFunc(a.effects, no) {
			n++
		}
	}
	return n
}
