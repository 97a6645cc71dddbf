package living

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// situation is what a life brings about, and what it tries there.
type situation struct {
	key     string
	plans   string // that may bring it about
	caps    []interaction.Level
	levels  []int // that are to be there, at least
	closure discovery.Closure
	asks    []ask
}

// life is one episode: what it is to bring about, in this order, and what came of it.
type life struct {
	number     int
	seed       uint64
	situations []situation
	practice   bool // each action once in an episode, and then a new one

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
	walker   interaction.Walker // nil: actions need no place
	state    interaction.State
	levels   []int // of the factors that were known when the life began
	limit    int   // steps that the life may take
	acts     int
	cost     []float64 // of one of each factor; infinite if it isn't known how to get it
	noWay    map[interaction.Action]bool
	tries    map[interaction.Action]novelty // in this life
	answered bool                           // what is asked of the situation was tried there
	chain    []int                          // factors that are being got, one for the other
	never    *situation                     // whose caps must not be exceeded; nil: none
	number   int                            // of the latest life
	alive    bool                           // its episode isn't over
	born     int                            // used, when that began
	from     int                            // used, when the life began
	lived    int                            // steps before the episode that is lived now
	effort   int                            // steps after which the situation is given up
	keep     []string                       // facts that are to hold where something is brought about
	tending  bool
	tendAt   int                          // steps before which nothing is tended again
	nightAt  int                          // steps before which no shelter is looked for again
	snackAt  int                          // steps before which nothing is taken in passing again
	provided bool                         // for the next night
	until    func(interaction.State) bool // how long the body tends; nil: till it is done
	managed  map[interaction.Action]bool  // in this episode: what did what it is known to do
	rested   int                          // steps after which something was managed last
	falls    []bool                       // by factor: whether its latest change was a fall
	last     []int
}

var (
	errOver    = errors.New("the life is over")
	errEffort  = errors.New("it takes too long") // to bring a situation about
	errSpoiled = errors.New("by bad luck")       // what must not be there came by chance, and can't be got rid of
)

// luckless is how often a life is begun anew because of bad luck, for one situation.
const luckless = 300

// newPilot returns a pilot for lives in the session, one after the other.
func newPilot(k *knowledge, s interaction.Session) *pilot {
	p := &pilot{k: k, session: s, noWay: map[interaction.Action]bool{}, managed: map[interaction.Action]bool{}}
	if p.walker, _ = s.(interaction.Walker); p.walker != nil {
		p.walker.Call(p.called)
		p.walker.Witness(p.witness)
	}
	return p
}

// live carries out the life: it goes on in the episode of the life before, if that isn't over and
// hasn't spoiled what is to be brought about first. Where an episode costs nothing to begin, each
// life begins its own, so that a run that is gone on with is the same as one that wasn't stopped.
func (p *pilot) live(ctx context.Context, l *life, limit int) {
	p.life = l
	p.from = p.used()
	p.limit = p.from + limit
	p.price()
	p.look()
	p.tries = map[interaction.Action]novelty{}
	var err error
	switch {
	case p.alive && (!p.k.spec.Caps.Prompt || l.practice) && !p.spoiled(&l.situations[0]) && p.used()-p.born < lifetime:
		l.continues = p.number
		clear(p.noWay)
	default:
		if p.walker != nil {
			p.walker.Learn(p.k.lessons)
		}
		err = p.begin(ctx)
	}
	p.number = l.number
	if err == nil {
		err = p.situations(ctx)
	}
	p.alive = err == nil && !(l.practice && p.practised(l))
	l.steps = p.used() - p.from
	if p.walker != nil {
		l.lessons, l.felt = p.walker.Lessons(), p.walker.Felt()
	}
	switch {
	case err == nil:
		l.ended = done
	case errors.Is(err, errOver):
		l.ended = "steps"
	case errors.Is(err, interaction.ErrEnded):
		l.ended = "ended"
	default:
		l.ended, l.err = "broken", err
	}
}

// done is how a life ended that came to its end.
const done = "done"

// situations brings about one after the other. What has to be looked for first, as no place for it was
// seen, comes last.
func (p *pilot) situations(ctx context.Context) error {
	var later []situation
	for pass, all := range [2]*[]situation{&p.life.situations, &later} {
		for i := range *all {
			s := &(*all)[i]
			p.answered = false
			asks, err := p.situation(ctx, s, pass > 0)
			if err != nil {
				if pass == 0 && i == 0 && !p.answered { // the whole life wasn't enough for it
					p.fail(s, errors.Is(err, interaction.ErrEnded))
				}
				return err
			}
			if len(asks) > 0 && pass == 0 {
				rest := *s
				rest.asks = asks
				later = append(later, rest)
			}
		}
	}
	return nil
}

// fail notes that the situation wasn't brought about, or not before the episode ended.
func (l *life) fail(s *situation, ended bool) {
	plans := s.plans
	if ended {
		plans = died + plans
	}
	l.failed = append(l.failed, s.key+byPlans+plans)
}

// begin begins an episode.
func (p *pilot) begin(ctx context.Context) (err error) {
	p.lived = p.used()
	p.acts, p.born = 0, p.lived
	seed := p.seed + uint64(p.begun)*0x9e3779b97f4a7c15
	p.begun++
	p.state, err = p.session.Begin(ctx, interaction.State{}, seed)
	p.look()
	clear(p.falls)
	clear(p.managed)
	p.rested = p.used()
	p.provided = false
	clear(p.noWay)
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
	for len(p.last) < len(p.levels) {
		p.last, p.falls = append(p.last, 0), append(p.falls, false)
	}
	for f, n := range p.levels {
		if n != p.last[f] {
			p.falls[f], p.last[f] = n < p.last[f], n
		}
	}
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
		if ok, err := p.approach(ctx, a, at); !ok || err != nil {
			return false, err
		}
		if err := p.try(ctx, a); !errors.Is(err, interaction.ErrCalled) {
			return true, err
		}
	}
	return false, nil
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
		p.state = after
		p.look()
		return err
	}
	if err != nil {
		if errors.Is(err, interaction.ErrEnded) {
			p.trials = append(p.trials, trial{t, interaction.Outcome{Key: t.Key(), Status: interaction.Truncated, Why: err.Error()}})
		}
		return err
	}
	done := trial{t, t.Completed(before, p.stayed(before, after))}
	p.trials = append(p.trials, done)
	p.manage(a, done.Changes)
	p.state = after
	p.look()
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

// witness enters what the body did on its way.
func (p *pilot) witness(a interaction.Action, before, after interaction.State) {
	t := interaction.Trial{Action: a, Start: before, Episode: p.life.number, Step: p.used() - p.from}
	p.trials = append(p.trials, trial{t, t.Completed(before, p.stayed(before, after))})
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
	ok, err = p.walk(ctx, func() (interaction.State, error) { return p.walker.Approach(ctx, a, at) })
	if !ok && err == nil {
		p.noWay[a] = len(at.Avoid) == 0 && len(at.Keep) == 0
	}
	return ok, err
}

// walk has the body go somewhere, and looks after it on the way; ok is false if it didn't get
// there.
func (p *pilot) walk(ctx context.Context, walk func() (interaction.State, error)) (ok bool, err error) {
	for range mostCalls {
		if err := p.tend(ctx); err != nil {
			return false, err
		}
		if err := p.indulge(ctx); err != nil {
			return false, err
		}
		state, err := walk()
		if err == nil || errors.Is(err, interaction.ErrNoWay) || errors.Is(err, interaction.ErrCalled) {
			p.state = state
			p.look()
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

// mostCalls is how often one is called away from going somewhere.
const mostCalls = 30

// price works out what one of each factor costs, in actions: by value iteration.
func (p *pilot) price() {
	p.cost = make([]float64, p.k.vocabulary.Len())
	for f := range p.cost {
		p.cost[f] = math.Inf(1)
	}
	rules := p.k.reach.Rules()
	for range len(p.cost) + 1 {
		for i := range rules {
			for _, w := range rules[i].Ways {
				if c := p.wayCost(&rules[i], w); c < p.cost[rules[i].Factor] {
					p.cost[rules[i].Factor] = c
				}
			}
		}
	}
}

// wayCost is what one of the rule's factor costs by the way.
func (p *pilot) wayCost(x *discovery.Rule, w discovery.Way) float64 {
	c := 3.0
	for _, m := range w {
		n := float64(m.Consumed)
		if n == 0 {
			n = .2 // it is kept
		}
		c += n * p.cost[m.Factors[0]]
	}
	return c / math.Max(1, float64(x.Least))
}

// situation brings it about and tries what is asked. Unless it may search, it returns what it left out, as no
// place for it was seen.
func (p *pilot) situation(ctx context.Context, s *situation, search bool) (left []ask, err error) {
	if p.spoiled(s) {
		return nil, nil // it came too late for this life; it is asked for again
	}
	p.never, p.effort = s, p.used()+p.allowance(s)
	defer func() { p.never, p.effort = nil, p.limit }()
	asks := slices.Clone(s.asks)
	if p.practice {
		asks = slices.DeleteFunc(asks, func(q ask) bool { return p.managed[q.action.id] })
	}
	if p.walker != nil && p.k.nights() && !p.practice && p.free(s) {
		if err := p.provide(ctx, s); err != nil && !errors.Is(err, errEffort) {
			return nil, err
		}
	}
	for len(asks) > 0 {
		i, seen := p.nearest(asks)
		if !seen && !search && asks[i].action.trials == 0 {
			return asks, nil
		}
		q := asks[i]
		asks = slices.Delete(asks, i, i+1)
		ok, err := p.question(ctx, s, q)
		for again := 0; errors.Is(err, errSpoiled) && again < luckless; again++ {
			if err = p.begin(ctx); err == nil {
				ok, err = p.question(ctx, s, q)
			}
		}
		if errors.Is(err, errSpoiled) || errors.Is(err, errEffort) {
			ok, err = false, nil
		}
		if err != nil {
			return nil, err
		}
		if !ok {
			p.fail(s, false)
			return nil, nil
		}
		p.done = append(p.done, s.key)
	}
	return nil, nil
}

// free reports whether no situation that the life still comes to forbids anything, but for this one.
func (p *pilot) free(s *situation) bool {
	for i := len(p.life.situations) - 1; i >= 0 && p.life.situations[i].key != s.key; i-- {
		if len(p.life.situations[i].caps) > 0 {
			return false
		}
	}
	return true
}

// nearest is the ask that takes the shortest way, of those that are expected to change nothing; if
// there are none, of the others. Where no place was seen comes last; then seen is false.
func (p *pilot) nearest(asks []ask) (best int, seen bool) {
	least := math.MaxInt
	for i, q := range asks {
		far := 0
		if p.walker != nil {
			far = p.walker.Far(q.action.id)
		}
		known := far >= 0
		if !known {
			far = 2 * changes
		}
		if far += p.k.change(q) * changes; far < least {
			best, least, seen = i, far, known
		}
	}
	return best, seen
}

// changes is how far one goes rather than change something.
const changes = 10_000

// allowance is how many steps are spent on a situation in a life: several times what it should
// take.
func (p *pilot) allowance(s *situation) int {
	c := 3000.
	for f, n := range s.levels {
		if n > 0 && !math.IsInf(p.cost[f], 1) {
			c += 20 * float64(n) * p.cost[f]
		}
	}
	for _, q := range s.asks {
		c += 20 * float64(q.times)
	}
	return int(c)
}

// spoiled reports whether there is what the situation must never have had.
func (p *pilot) spoiled(s *situation) bool {
	return slices.ContainsFunc(s.closure.Never, func(f int) bool { return p.levels[f] > p.level(s.caps, f) })
}

// facts adds those of the way that hold here to others.
func (p *pilot) facts(w discovery.Way, others []string) []string {
	others = slices.Clip(others)
	for _, m := range w {
		if x := p.k.vocabulary.Factor(m.Factors[0]); x.Kind == interaction.Fact && p.levels[m.Factors[0]] > 0 {
			others = append(others, x.Name)
		}
	}
	return others
}

// holding are the facts of the situation that hold here.
func (p *pilot) holding(s *situation) (out []string) {
	for f, n := range s.levels {
		if x := p.k.vocabulary.Factor(f); n > 0 && x.Kind == interaction.Fact && p.levels[f] > 0 {
			out = append(out, x.Name)
		}
	}
	return out
}

// avoids are the facts that must not hold in the situation.
func (p *pilot) avoids(s *situation) (out []string) {
	for _, c := range s.caps {
		if f := p.k.vocabulary.Factor(c.Factor); f.Kind == interaction.Fact && c.Level == 0 {
			out = append(out, f.Name)
		}
	}
	return out
}

// level is the cap on the factor.
func (p *pilot) level(caps []interaction.Level, f int) int {
	for _, c := range caps {
		if c.Factor == f {
			return c.Level
		}
	}
	return math.MaxInt
}

// arranged reports whether the situation is there.
func (p *pilot) arranged(s *situation) bool {
	for f, n := range s.levels {
		if p.levels[f] < n || p.levels[f] > p.level(s.caps, f) {
			return false
		}
	}
	return true
}

// arrangedItems is arranged, but for facts.
func (p *pilot) arrangedItems(s *situation) bool {
	for f, n := range s.levels {
		if p.k.vocabulary.Factor(f).Kind == interaction.Item && (p.levels[f] < n || p.levels[f] > p.level(s.caps, f)) {
			return false
		}
	}
	return true
}

// refill gets what was used up meanwhile, by actions that give nothing that is capped.
func (p *pilot) refill(ctx context.Context, s *situation) error {
	safe := *s
	safe.closure.Open = slices.Clone(s.closure.Open)
	rules := p.k.reach.Rules()
	for i := range rules {
		for _, x := range rules {
			if x.Action == rules[i].Action && p.level(s.caps, x.Factor) < math.MaxInt && p.k.vocabulary.Factor(x.Factor).Kind == interaction.Item {
				safe.closure.Open[i] = false
			}
		}
	}
	for f, n := range s.levels {
		if p.levels[f] < n && p.k.vocabulary.Factor(f).Kind == interaction.Item {
			if _, err := p.obtain(ctx, &safe, f, n, 0, true); err != nil {
				return err
			}
		}
	}
	return nil
}

const (
	// patience is how often a situation is tried to be brought about in one life.
	patience = 6
	// stubborn is how often an action may miss in a row that should give something.
	stubborn = 60
	// deepest is how many plans are made within each other.
	deepest = 40
)

// question tries the action as often as it is asked; false if the situation can't be had.
func (p *pilot) question(ctx context.Context, s *situation, q ask) (bool, error) {
	for times, tries := q.times, 0; times > 0; {
		if tries++; tries > patience {
			return false, nil
		}
		if err := p.gather(ctx, s, p.spare(s, q.action, times, tries)); err != nil {
			return false, err
		}
		for range 3 {
			if err := p.shed(ctx, s, tries); err != nil {
				return false, err
			}
			if p.arrangedItems(s) {
				break
			}
			if err := p.refill(ctx, s); err != nil {
				return false, err
			}
		}
		at := interaction.Where{Avoid: p.avoids(s)}
		if ok, err := p.approach(ctx, q.action.id, at); !ok || err != nil {
			if err == nil && q.action.trials == 0 {
				p.failed = append(p.failed, nowhere+string(q.action.id)+byPlans+s.plans)
			}
			return err == nil, err // there is nothing to do it to: no situation's fault
		}
		if err := p.stand(ctx, s, q.action.id); err != nil {
			return false, err
		}
		for times > 0 && p.arranged(s) {
			if err := p.room(ctx, q.action); err != nil {
				return false, err
			}
			at.Keep = p.holding(s)
			ok, err := p.do(ctx, q.action.id, at)
			if errors.Is(err, errSpoiled) {
				return true, nil // what it did is what was asked
			}
			if !ok || err != nil {
				return err == nil, err
			}
			times--
			tries = 0
			p.answered = true
		}
	}
	return true, nil
}

// spare is how much more than the closure is wanted of each factor: what successes of the
// action may use up, what putting down stations takes, and what getting rid of things takes.
func (p *pilot) spare(s *situation, a *action, times, tries int) map[int]int {
	out := map[int]int{}
	for i, x := range p.k.reach.Rules() {
		station := p.k.vocabulary.Factor(x.Factor).Kind == interaction.Fact && s.levels[x.Factor] > 0
		for _, w := range x.Ways {
			for _, m := range w {
				f := m.Factors[0]
				if p.level(s.caps, f) < math.MaxInt || m.Consumed == 0 {
					continue
				}
				if x.Action == a.id && s.closure.Open[i] {
					out[f] = max(out[f], m.Consumed*times)
				}
				if station {
					out[f] += m.Consumed
				}
			}
		}
	}
	if tries > 1 {
		for f, n := range s.levels {
			if n > 1 && p.level(s.caps, f) == math.MaxInt {
				out[f] += 2 * (tries - 1)
			}
		}
		// What is to be got rid of may be what others are made of.
		for _, f := range s.closure.Sheds {
			out[f] += 2 * (tries - 1)
		}
	}
	return out
}

// gather gets everything that the situation holds, dear things first, as they use up others.
func (p *pilot) gather(ctx context.Context, s *situation, spare map[int]int) error {
	order := make([]int, 0, len(s.closure.Levels))
	for f, n := range s.levels {
		if n+spare[f] > 0 && p.k.vocabulary.Factor(f).Kind == interaction.Item && (spare[f] > 0 || !slices.Contains(s.closure.Sheds, f)) {
			order = append(order, f)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p.cost[a] > p.cost[b]:
			return -1
		case p.cost[a] < p.cost[b]:
			return 1
		}
		return a - b
	})
	for range 8 {
		missing := false
		for _, f := range order {
			if want := p.k.atMost(f, s.levels[f]+spare[f]); p.levels[f] < want {
				missing = true
				if _, err := p.obtain(ctx, s, f, want, 0, true); err != nil {
					return err
				}
			}
		}
		if !missing {
			return nil
		}
	}
	return nil
}

// obtain gets the factor up to a level; false if that doesn't work. If the agent may go elsewhere
// for it, it goes back to where a fact held.
func (p *pilot) obtain(ctx context.Context, s *situation, f, want, depth int, back bool) (bool, error) {
	want = p.k.atMost(f, want)
	if p.levels[f] >= want {
		return true, nil
	}
	if depth > deepest {
		return false, nil
	}
	x, w, cost := p.choose(s, f)
	if p.walker != nil && p.k.vocabulary.Factor(f).Kind == interaction.Fact && (back || len(p.keep) > 0) {
		facts := append(slices.Clone(p.keep), p.k.vocabulary.Name(f))
		most := math.MaxInt
		if x != nil {
			most = worth + int(cost)
		}
		if _, err := p.walk(ctx, func() (interaction.State, error) { return p.walker.Return(ctx, facts, most) }); err != nil {
			return false, err
		}
		if p.levels[f] >= want {
			return true, nil
		}
	}
	if x == nil {
		return false, nil
	}
	keep := p.keep
	p.chain, p.keep = append(p.chain, f), nil
	defer func() { p.chain, p.keep = p.chain[:len(p.chain)-1], keep }()
	for missed := 0; p.levels[f] < want; {
		if missed > stubborn {
			return false, nil
		}
		had := p.levels[f]
		times := 1
		if x.Least > 0 && p.k.vocabulary.Factor(f).Kind == interaction.Item {
			times = (want - had + x.Least - 1) / x.Least
		}
		ok, err := p.prepare(ctx, s, x, w, min(times, 32), depth)
		if !ok || err != nil {
			return false, err
		}
		if ok, err := p.do(ctx, x.Action, interaction.Where{Keep: p.facts(w, keep)}); !ok || err != nil {
			return false, err
		}
		if missed++; p.levels[f] > had {
			missed = 0
		}
	}
	return true, nil
}

// choose is the cheapest way to the factor that the situation allows, and that needs nothing for
// which the factor is being got. What is kept costs something only as long as it isn't there.
func (p *pilot) choose(s *situation, f int) (best *discovery.Rule, by discovery.Way, least float64) {
	rules := p.k.reach.Rules()
	least = math.Inf(1)
	for i := range rules {
		x := &rules[i]
		if x.Factor != f || !s.closure.Open[i] || p.noWay[x.Action] {
			continue
		}
		for _, w := range x.Ways {
			c, possible := 3.0, true
			for _, m := range w {
				g := m.Factors[0]
				missing := max(0, m.Count-p.levels[g])
				if missing > 0 && slices.Contains(p.chain, g) || slices.Contains(s.closure.Never, g) && m.Count > p.level(s.caps, g) {
					possible = false
				}
				c += float64(max(missing, m.Consumed)) * p.cost[g]
			}
			if c /= math.Max(1, float64(x.Least)); possible && c < least {
				best, by, least = x, w, c
			}
		}
	}
	return best, by, least
}

// worth is how many steps of way more than its price a station is worth that is there.
const worth = 10

// prepare brings about what the way needs for so many successes: things first, then the place,
// then the facts that hold there.
func (p *pilot) prepare(ctx context.Context, s *situation, x *discovery.Rule, w discovery.Way, times, depth int) (bool, error) {
	fact := func(m discovery.Member) bool {
		return p.k.vocabulary.Factor(m.Factors[0]).Kind != interaction.Item
	}
	met := func(m discovery.Member) bool { return p.levels[m.Factors[0]] >= m.Count }
	for range 4 {
		if !slices.ContainsFunc(w, func(m discovery.Member) bool { return !met(m) }) {
			return true, nil
		}
		for _, m := range w {
			if want := p.k.atMost(m.Factors[0], max(m.Count, m.Consumed*times)); !fact(m) && !met(m) {
				if ok, err := p.obtain(ctx, s, m.Factors[0], want, depth+1, true); err != nil || !ok && !met(m) {
					return false, err
				}
			}
		}
		if !slices.ContainsFunc(w, func(m discovery.Member) bool { return fact(m) && !met(m) }) {
			continue
		}
		if p.bound(x.Action) {
			if ok, err := p.approach(ctx, x.Action, interaction.Where{}); !ok || err != nil {
				return false, err
			}
		}
		for _, m := range w {
			if !fact(m) || met(m) {
				continue
			}
			kept := p.keep
			p.keep = p.facts(w, p.keep)
			ok, err := p.obtain(ctx, s, m.Factors[0], m.Count, depth+1, !p.bound(x.Action) && len(p.keep) == 0)
			p.keep = kept
			if !ok || err != nil {
				return false, err
			}
		}
	}
	return !slices.ContainsFunc(w, func(m discovery.Member) bool { return !met(m) }), nil
}

// stand brings about the facts of the situation where the action is done.
func (p *pilot) stand(ctx context.Context, s *situation, a interaction.Action) error {
	for range 3 {
		var away []string
		lacking, stands := -1, false
		for f, n := range s.levels {
			x := p.k.vocabulary.Factor(f)
			if x.Kind != interaction.Fact {
				continue
			}
			if p.levels[f] > p.level(s.caps, f) {
				away = append(away, x.Name)
			}
			if p.levels[f] < n {
				lacking = f
			} else if n > 0 {
				stands = true // what else is needed has to be there, too
			}
		}
		switch {
		case len(away) > 0 && p.walker != nil:
			if _, err := p.walk(ctx, func() (interaction.State, error) { return p.walker.Leave(ctx, away) }); err != nil {
				return err
			}
			if _, err := p.approach(ctx, a, interaction.Where{Avoid: p.avoids(s)}); err != nil {
				return err
			}
		case lacking >= 0:
			for f, n := range s.levels {
				if p.k.vocabulary.Factor(f).Kind == interaction.Fact && p.levels[f] < n {
					p.keep = p.holding(s)
					_, err := p.obtain(ctx, s, f, n, 0, !p.bound(a) && len(p.avoids(s)) == 0 && !stands)
					p.keep = nil
					if err != nil {
						return err
					}
					stands = true
				}
			}
			if err := p.shed(ctx, s, 1); err != nil {
				return err
			}
		default:
			return nil
		}
	}
	return nil
}

// shed gets rid of what there is too much of, by actions that use it up; where the quantity has
// to be exact, some is got again between. Which comes first is another one in each turn.
func (p *pilot) shed(ctx context.Context, s *situation, turn int) error {
	for i := range s.closure.Sheds {
		n := (i + turn - 1) % len(s.closure.Sheds)
		f := s.closure.Sheds[n]
		if p.k.vocabulary.Factor(f).Kind != interaction.Item {
			continue
		}
		top, want := p.level(s.caps, f), s.levels[f]
		for tries := 0; tries < 2*stubborn && (p.levels[f] > top || p.levels[f] < want); tries++ {
			i, w, produce := p.toward(s, f, want, s.closure.Sheds[n+1:])
			if i < 0 {
				break
			}
			x := &p.k.reach.Rules()[i]
			var avoid []string
			if produce {
				w = p.cheapest(x)
			} else if fact := p.k.vocabulary.Factor(x.Factor); fact.Kind == interaction.Fact && p.levels[x.Factor] > 0 && p.walker != nil {
				// It is used up by bringing about a fact, which must not hold before.
				avoid = []string{fact.Name}
				if _, err := p.walk(ctx, func() (interaction.State, error) { return p.walker.Leave(ctx, avoid) }); err != nil {
					return err
				}
			}
			ok, err := p.prepare(ctx, s, x, w, 1, 1)
			if err != nil {
				return err
			}
			if !ok {
				break
			}
			if ok, err := p.do(ctx, x.Action, interaction.Where{Keep: p.facts(w, nil), Avoid: avoid}); err != nil {
				return err
			} else if !ok {
				break
			}
		}
	}
	return nil
}

func (p *pilot) cheapest(x *discovery.Rule) discovery.Way {
	best := x.Ways[0]
	for _, w := range x.Ways {
		if p.wayCost(x, w) < p.wayCost(x, best) {
			best = w
		}
	}
	return best
}

// toward is the first step of a shortest row of actions, by what they add or use up, that ends
// with exactly so much of the factor. Of what is capped it gives only what is got rid of later.
func (p *pilot) toward(s *situation, f, want int, later []int) (rule int, way discovery.Way, produce bool) {
	type move struct {
		by      int
		rule    int
		way     discovery.Way
		produce bool
	}
	var moves []move
	for i, x := range p.k.reach.Rules() {
		if !s.closure.Open[i] || p.noWay[x.Action] {
			continue
		}
		if x.Factor == f {
			moves = append(moves, move{x.Least, i, nil, true})
			continue
		}
		capped := slices.ContainsFunc(s.caps, func(c interaction.Level) bool {
			return slices.ContainsFunc(p.k.reach.Rules(), func(y discovery.Rule) bool {
				return y.Action == x.Action && y.Factor == c.Factor && !slices.Contains(later, c.Factor) && p.levels[c.Factor]+y.Least > c.Level
			})
		})
		if capped {
			continue
		}
		for _, w := range x.Ways {
			if n := discovery.Uses(w, f); n > 0 && !slices.ContainsFunc(w, func(m discovery.Member) bool {
				return m.Factors[0] != f && p.levels[m.Factors[0]] < m.Count && math.IsInf(p.cost[m.Factors[0]], 1)
			}) {
				moves = append(moves, move{-n, i, w, false})
			}
		}
	}
	// Of equal ones the cheapest is taken: the search is breadth first over quantities.
	slices.SortStableFunc(moves, func(a, b move) int {
		if a.produce != b.produce {
			if b.produce {
				return -1
			}
			return 1
		}
		x, y := p.side(s, a.way, f), p.side(s, b.way, f)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return a.rule - b.rule
	})
	now := p.levels[f]
	most := now + 64
	first := map[int]int{now: -1}
	for queue := []int{now}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at == want && at != now {
			m := moves[first[at]]
			return m.rule, m.way, m.produce
		}
		for i, m := range moves {
			to := at + m.by
			if to < 0 || to > most {
				continue
			}
			if _, seen := first[to]; seen {
				continue
			}
			first[to] = first[at]
			if at == now {
				first[to] = i
			}
			queue = append(queue, to)
		}
	}
	return -1, nil, false
}

// side is what a success uses up beside the factor. What is capped, and would have to be got first,
// comes last: it would have to be got rid of in turn.
func (p *pilot) side(s *situation, w discovery.Way, f int) (c float64) {
	for _, m := range w {
		g := m.Factors[0]
		if g == f {
			continue
		}
		c += float64(m.Consumed) * p.cost[g]
		if p.levels[g] < m.Count && p.level(s.caps, g) < math.MaxInt {
			c += 1e6
		}
	}
	return c
}
