package living

import (
	"context"
	"errors"
	"fmt"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// life is one episode: what it is to bring about, in this order, and what came of it.
type life struct {
	number     int
	seed       uint64
	situations []situation
	practice   []ask            // what is to be done once in an episode of its own; nil: situations are
	play       play             // what is asked in practice
	plans      *discovery.Reach // that it goes by; nil: by all that is known

	continues int // the number of the life whose episode it went on in; zero: it began its own
	begun     int // episodes

	trials  []trial
	steps   int
	failed  []string // keys of caps that weren't brought about
	done    []string // of those that were
	ended   string
	lessons []interaction.Lesson
	felt    map[string]interaction.Felt
	err     error

	contradicted int // beliefs

	limits []graphstore.LimitEntry // what was asked for no more of when it was considered what is known by then
}

// trial is one executed action.
type trial struct {
	interaction.Trial
	interaction.Outcome
}

// pilot lives a life.
type pilot struct {
	*life
	k        *knowledge // is only read
	session  interaction.Session
	walker   interaction.Walker   // nil: actions need no place
	believer interaction.Believer // nil: the world says what there is
	sure     float64              // how surely it perceived the state
	doubted  int                  // beliefs that were contradicted in the lives before
	state    interaction.State
	levels   []int // of the factors that were known when the life began
	limit    int   // steps that the life may take
	acts     int
	cost     []float64          // of one of each factor; infinite if it isn't known how to get it
	comes    map[[2]int]float64 // see along
	noWay    map[interaction.Action]bool
	refused  map[interaction.Action]refusal // in this episode
	tries    map[interaction.Action]novelty // in this life
	attempts map[interaction.Action][][]int // in this life, by action: the levels it was tried with in passing
	untested []*action                      // what wasn't tried with these levels yet; see ripe
	ripened  []int
	answered bool        // what is asked of the situation was tried there
	replies  int         // trials that were asked of a situation
	chain    []int       // factors that are being got, one for the other
	never    *situation  // whose caps must not be exceeded; nil: none
	number   int         // of the latest life
	alive    bool        // its episode isn't over
	idled    bool        // the latest life took no step: it is walled in, or where it is there is nothing to do
	born     int         // used, when that began
	from     int         // used, when the life began
	lived    int         // steps before the episode that is lived now
	effort   int         // steps after which the situation is given up
	waited   int         // steps of the life that went into waiting
	vigils   map[int]int // of these, those that went into waiting for a fact in vain
	keep     []string    // facts that are to hold where something is brought about
	care     care
	managed  map[interaction.Action]bool     // in this episode: what did what it is known to do
	rested   int                             // steps after which something was managed last
	course   *drill                          // that is under way; nil: none
	burns    map[int]map[int][]discovery.Way // see burning
	spares   map[[2]int]int                  // successes in this life, by rule and factor, that should have used that up, and didn't
	vain     map[interaction.Action]vain     // in this life: those that changed nothing when they were tried last
	tops     map[*effect]atBrim              // see overfull
	looked   int                             // states, in searches for this situation
	renewed  bool                            // an episode was begun anew as it was stuck there
	sober    bool                            // it tries nothing of its own accord
}

var (
	errOver    = errors.New("the life is over")
	errEffort  = errors.New("it takes too long")               // to bring a situation about
	errCrowded = fmt.Errorf("%w: no room is left", errEffort)  // in the bag, for what an action gives
	errAnew    = errors.New("something else was looked after") // so what is nearest may have changed
	errNowhere = errors.New("there is nothing to do it to")    // that is known, or was found
	errSteady  = fmt.Errorf("%w: it may be there in each episode", errSpoiled)
	errPassed  = fmt.Errorf("%w: it only comes with an episode", errSpoiled)
	errSpoiled = errors.New("by bad luck") // what must not be there came by chance, and can't be got rid of
)

const (
	// luckless is how often a life is begun anew because of bad luck, for one situation that a certificate asks for.
	luckless = 300
	// redrawn is the same where what must not be there may be there in each episode.
	redrawn = 24
	// once is the same where a plan needs what only comes with an episode, and it was over by then.
	once = 1
	// forlorn, divided by the least probability of plans that luck is waited for (see least), is the same where the search asks: that none
	// of these lives goes well has a probability of half a percent. forsaken is how many steps each may take, so that the situation isn't
	// given up before.
	forlorn, forsaken = 5.3, 20
)

// newPilot returns a pilot for lives in the session, one after the other.
func newPilot(k *knowledge, s interaction.Session) *pilot {
	p := &pilot{k: k, session: s, noWay: map[interaction.Action]bool{}, refused: map[interaction.Action]refusal{}, managed: map[interaction.Action]bool{}, vigils: map[int]int{}}
	if p.walker, _ = s.(interaction.Walker); p.walker != nil {
		p.walker.Call(p.called)
		p.walker.Witness(p.witness)
	}
	p.believer, _ = s.(interaction.Believer)
	return p
}

// live carries out the life: it goes on in the episode of the life before, if that isn't over and
// hasn't spoiled what is to be brought about first. Where an episode costs nothing to begin, each
// life begins its own, so that a run that is gone on with is the same as one that wasn't stopped.
func (p *pilot) live(ctx context.Context, l *life, limit int) {
	p.life = l
	p.from, p.waited, p.vigils = p.used(), 0, map[int]int{}
	p.limit = p.from + limit
	p.price()
	p.care.learn(p)
	p.look()
	p.burns, p.spares, p.vain = map[int]map[int][]discovery.Way{}, map[[2]int]int{}, nil
	p.looked, p.tops = 0, nil
	p.tries, p.attempts, p.ripened = map[interaction.Action]novelty{}, map[interaction.Action][][]int{}, nil
	var err error
	switch {
	case p.alive && !p.idled && l.practice == nil && !l.situations[0].anew && !p.overflows() && !p.k.spec.Caps.Prompt && !p.spoiled(&l.situations[0]) && !p.spent(&l.situations[0]) && !p.k.crammed(p.state) && p.used()-p.born < lifetime:
		l.continues = p.number
		clear(p.noWay)
	default:
		if p.walker != nil {
			p.walker.Learn(p.k.lessons)
		}
		err = p.begin(ctx)
	}
	p.number = l.number
	switch {
	case err != nil:
	case l.practice != nil:
		err = p.practise(ctx, l.practice)
	default:
		err = p.situations(ctx)
	}
	p.alive = err == nil && l.practice == nil
	l.steps = p.used() - p.from
	p.idled = l.steps == 0
	if p.walker != nil {
		l.lessons, l.felt = p.walker.Lessons(), p.walker.Felt()
	}
	if p.believer != nil {
		l.contradicted = p.believer.Contradicted() - p.doubted
		p.doubted += l.contradicted
	}
	switch {
	case err == nil, errors.Is(err, errSpoiled): // what it was to do without came as it looked after something else
		l.ended = done
	case errors.Is(err, errOver):
		l.ended = "steps"
	case errors.Is(err, interaction.ErrEnded):
		l.ended = dead
	default:
		l.ended, l.err = broken, err
	}
}

// done is how a life ended that came to its end, and broken one whose session broke.
const done, broken = "done", "broken"

// dead is how one ended whose episode did before it came to its end.
const dead = "ended"

// reach is what plans are made by.
func (p *pilot) reach() *discovery.Reach {
	if p.life.plans != nil {
		return p.life.plans
	}
	return p.k.reach
}

// begin begins an episode.
func (p *pilot) begin(ctx context.Context) error {
	p.lived = p.used()
	p.acts, p.born = 0, p.lived
	seed := p.seed + uint64(p.begun)*0x9e3779b97f4a7c15
	p.begun++
	state, err := p.session.Begin(ctx, interaction.State{}, seed)
	p.now(state)
	p.care.born()
	clear(p.managed)
	p.rested = p.used()
	clear(p.noWay)
	clear(p.refused)
	return err
}

// look reads the levels of the state.
func (p *pilot) look() {
	if len(p.levels) < p.k.vocabulary.Len() {
		p.levels = make([]int, p.k.vocabulary.Len())
	}
	for f := range p.levels {
		p.levels[f] = 0
	}
	for _, a := range p.state.Amounts() {
		if f, ok := p.k.vocabulary.Index(a.Name); ok && f < len(p.levels) {
			p.levels[f] = a.Level
		}
	}
	p.care.watch(p.levels)
}

// now is in this state from here on.
func (p *pilot) now(s interaction.State) {
	p.state = s
	if p.believer != nil {
		p.sure = p.believer.Sure()
	}
	p.look()
}

// used is how many steps were taken.
func (p *pilot) used() int {
	if p.walker != nil {
		return p.lived + p.walker.Steps()
	}
	return p.lived + p.acts
}

// do tries the action once where it can be done; false where there is no such place.
func (p *pilot) do(ctx context.Context, a interaction.Action, at interaction.Where) (bool, error) {
	switch n := p.used(); {
	case n >= p.limit:
		return false, errOver
	case p.never != nil && n >= p.effort:
		return false, errEffort
	}
	for range mostCalls {
		if p.denied(a) {
			return false, nil
		}
		if ok, err := p.approach(ctx, a, at); !ok || err != nil {
			return false, err
		}
		for range 2 {
			if dropped, err := p.strip(ctx, p.k.byID[a], true); err != nil {
				return false, err
			} else if !dropped {
				break
			}
			if ok, err := p.approach(ctx, a, at); !ok || err != nil {
				return false, err
			}
		}
		if err := p.try(ctx, a); !errors.Is(err, interaction.ErrCalled) {
			return true, err
		}
	}
	return false, nil
}

// refusal is how often in a row the world refused an action with the same levels.
type refusal struct {
	at    interaction.State
	times int
}

// manyRefused is how often it does until no more is tried there.
const manyRefused = 4

func (p *pilot) deny(a interaction.Action) {
	r := p.refused[a]
	if !r.at.Equal(p.state) {
		r = refusal{at: p.state}
	}
	r.times++
	p.refused[a] = r
}

// denied reports whether the world broke each time that it was done, or refuses the action here: where there is no place to go to, nothing but what there is can be why.
func (p *pilot) denied(a interaction.Action) bool {
	if p.k.byID[a].wrecks() {
		return true
	}
	r := p.refused[a]
	return p.walker == nil && r.times >= manyRefused && r.at.Equal(p.state)
}

// try tries the action where the agent is.
func (p *pilot) try(ctx context.Context, a interaction.Action) error {
	before := p.state
	step := p.session.Step
	if p.walker != nil {
		step = p.walker.Here
	}
	after, err := step(ctx, a)
	p.acts++
	t := interaction.Trial{Action: a, Start: before, Episode: p.life.number, Step: p.used() - p.from}
	if errors.Is(err, interaction.ErrCalled) { // nothing came of it, and it wasn't done as often as it should
		p.now(after)
		return err
	}
	if fault := (*interaction.Fault)(nil); errors.As(err, &fault) && fault.Class == interaction.FaultRefused && !fault.Dead {
		p.deny(a)
		return interaction.ErrCalled // all is as it was
	}
	if err != nil {
		if errors.Is(err, interaction.ErrEnded) {
			p.now(after)
			p.trials = append(p.trials, trial{t, interaction.Outcome{Key: t.Key(), Status: interaction.Truncated, Why: err.Error()}})
		} else if ctx.Err() == nil {
			p.trials = append(p.trials, trial{t, interaction.Outcome{Key: t.Key(), Status: interaction.Faulted, Why: err.Error()}})
		}
		return err
	}
	if p.k.crowded(p.k.byID[a], before) {
		p.now(after)
		return errCrowded
	}
	if p.overfull(p.k.byID[a], before, after) {
		p.now(after)
		return errCrowded
	}
	done := trial{t, p.completed(t, before, after)}
	p.trials = append(p.trials, done)
	p.manage(a, done.Changes)
	p.doubt(a, done.Changes)
	p.now(after)
	if p.never != nil && p.spoiled(p.never) {
		return errSpoiled
	}
	return nil
}

// stayed is the state after an action, with the facts as they were before if the body went somewhere
// meanwhile: then they are other facts, of another place.
func (p *pilot) stayed(before, after interaction.State) interaction.State {
	if p.walker == nil || !p.walker.Strayed() {
		return after
	}
	var back []interaction.Change
	for _, c := range interaction.Changes(before, after) {
		if f, known := p.k.vocabulary.Index(c.Factor); known && p.k.vocabulary.Factor(f).Kind == interaction.Fact {
			back = append(back, interaction.Change{Factor: c.Factor, From: c.To, To: c.From})
		}
	}
	return after.After(back)
}

// witness enters what the body did on its way. That counts for a goal if it did what it is known to do.
func (p *pilot) witness(a interaction.Action, before, after interaction.State) {
	if p.k.crowded(p.k.byID[a], before) {
		return
	}
	t := interaction.Trial{Action: a, Start: before, Episode: p.life.number, Step: p.used() - p.from}
	done := p.completed(t, before, after)
	p.trials = append(p.trials, trial{t, done})
	if x := p.k.byID[a]; len(x.effects)+len(x.takes) > 0 {
		p.manage(a, done.Changes)
	}
}

// completed is what came of the trial, as far as it was perceived.
func (p *pilot) completed(t interaction.Trial, before, after interaction.State) interaction.Outcome {
	o := t.Completed(before, p.stayed(before, after))
	if p.believer != nil {
		o.Sure = p.sure * p.believer.Sure()
	}
	return o
}

// bound reports whether the action is done to a thing.
func (p *pilot) bound(a interaction.Action) bool { return p.walker != nil && p.walker.Bound(a) }

// approach goes to where the action can be done; ok is false if there is no such place.
func (p *pilot) approach(ctx context.Context, a interaction.Action, at interaction.Where) (ok bool, err error) {
	if p.walker == nil {
		return true, nil
	}
	if p.noWay[a] {
		return false, nil
	}
	for range 2 {
		ok, err = p.walk(ctx, func() (interaction.State, error) { return p.walker.Approach(ctx, a, at) })
		if ok || err != nil || !p.care.burrowed || p.care.busy || p.course != nil {
			break
		}
		if err := p.dawn(ctx); err != nil { // it isn't to be had from inside
			return false, err
		}
	}
	if !ok && err == nil {
		p.noWay[a] = len(at.Avoid) == 0 && len(at.Keep) == 0 && at.Beside == ""
	}
	return ok, err
}

// walk has the body go somewhere, and looks after it on the way; ok is false if it didn't get
// there.
func (p *pilot) walk(ctx context.Context, walk func() (interaction.State, error)) (ok bool, err error) {
	for range mostCalls {
		first := p.used()
		if err := p.tend(ctx); err != nil {
			return false, err
		}
		if n := p.used() - first; n > 0 && p.course != nil && !p.care.busy {
			if p.course.now != nil || p.course.asking && p.care.burrowed {
				return false, errAnew
			}
			if p.course.asking {
				p.course.tended, p.effort = p.course.tended+n, p.effort+n
			}
		}
		if err := p.indulge(ctx); err != nil {
			return false, err
		}
		if p.sows() {
			return false, errAnew
		}
		if p.care.burrowed && p.safe() {
			p.care.burrowed = p.walker.Burrow(false)
		}
		state, err := walk()
		if shown(err) {
			p.now(state)
		}
		switch {
		case errors.Is(err, interaction.ErrNoWay):
			return false, nil
		case !errors.Is(err, interaction.ErrCalled):
			return err == nil, err
		}
	}
	return false, nil
}

// shown reports whether a walker that returned this error showed what there is, or was right before the episode ended.
func shown(err error) bool {
	return err == nil || errors.Is(err, interaction.ErrNoWay) || errors.Is(err, interaction.ErrCalled) || errors.Is(err, interaction.ErrEnded)
}

// mostCalls is how often one is called away from going somewhere.
const mostCalls = 30
