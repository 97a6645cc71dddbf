package explore

import (
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// knowledge is what is known of the world. It is a function of the configuration and of
// the outcomes that were entered, in their order, and of the guesses.
type knowledge struct {
	cfg        Config
	spec       interaction.Spec
	vocabulary *interaction.Vocabulary
	ceilings   *discovery.Ceilings
	actions    []*action // those that are worked on, in the world's order
	byID       map[interaction.Action]*action
	effects    []*effect // of these actions, in order of discovery
	bulk       bulkUse
	kinds      kinds
	guesses    *guesses // nil: nobody is asked

	// substitutes are the groups of factors that stand for each other somewhere, by
	// factor; small ones first.
	substitutes map[int][][]interaction.Level
	producers   map[int]*effect // by factor, the first effect that raised it
	unlocks     map[string]bool // factors after which the world lists actions, if its hints are used
	goal        int             // the goal's factor; -1 while it wasn't reached
	disputed    bool            // what was seen of some actions is no evidence any more

	limits limits

	agenda            agenda
	proven, certified closure
	stale             []*effect // those whose step changed since they were last taken
}

// action is one action and everything that is known of it.
type action struct {
	id      interaction.Action
	unlock  []string
	order   int  // place in the world's list
	epoch   int  // how often it was disputed
	idle    bool // not worked on in this run
	lacks   int  // factors of its hint that aren't known yet
	open    bool
	history *discovery.History
	effects []*effect
	tried   tried
	swept   uint64  // the ceilings from all of which it was tried often enough
	legacy  *legacy // nil: no earlier run found that there are no further effects
	broken  int     // trials that broke in the end
}

// effect is one effect of an action and the inquiry into it.
type effect struct {
	action  *action
	factor  int
	inquiry *inquiry.Inquiry
	step    inquiry.Step
	fresh   bool // step reflects everything known
	guessed bool // the hypothesizer was asked
	uses    bool // the first success used something up
	adds    contribution
	failed  []discovery.Failure
	grown   uint64        // the ceilings when step was made; zero: it wasn't
	enough  discovery.Way // while the first way is searched for: what was seen to suffice
	claim   *claim        // nil: no earlier run certified it
	claimed bool          // step is the claim's
}

func newKnowledge(cfg Config, spec interaction.Spec) *knowledge {
	k := &knowledge{cfg: cfg, spec: spec, goal: -1, byID: map[interaction.Action]*action{}, producers: map[int]*effect{},
		substitutes: map[int][][]interaction.Level{}, unlocks: map[string]bool{}}
	k.vocabulary = interaction.NewVocabulary(cfg.Stock, spec.Factors)
	k.ceilings = discovery.NewCeilings(k.vocabulary, spec.Exclusions)
	k.limits = limits{vocabulary: k.vocabulary, ceilings: k.ceilings, full: map[int]int{}, holds: map[int]int{}, strays: map[interaction.Digest]*stray{}, filled: k.fill, changed: k.changed}
	k.kinds.priors = map[float64]*chance.Prior{}
	k.proven.pass = func(e *effect) bool { return len(e.plans()) > 0 }
	k.certified.pass = k.settled
	k.proven.given, k.certified.given = k.given, k.given
	for i, a := range spec.Actions {
		act := &action{id: a.ID, unlock: a.Unlock, order: i, history: discovery.NewHistory(k.vocabulary)}
		if act.idle = len(cfg.Only) > 0 && !slices.Contains(cfg.Only, a.ID); !act.idle {
			k.actions = append(k.actions, act)
		}
		k.byID[a.ID] = act
		for _, name := range a.Unlock {
			k.unlocks[name] = cfg.Unlock == UnlockWorld
		}
	}
	return k
}

// senses adds the facts and vitals that the world names: an agent has them from the
// beginning.
func (k *knowledge) senses() {
	for _, f := range k.spec.Factors {
		if f.Kind != interaction.Item {
			k.vocabulary.Add(f.Name)
		}
	}
}

// ways are the ways known so far.
func (e *effect) ways() []discovery.Way { return e.step.Ways }

// plans are the ways that one can plan with: those known, or, while the first is
// searched for, what was seen to suffice.
func (e *effect) plans() []discovery.Way {
	if e.enough != nil {
		return []discovery.Way{e.enough}
	}
	return e.step.Ways
}

// found is how many items are known.
func (k *knowledge) found() (n int) {
	for _, f := range k.vocabulary.Factors() {
		if f.Kind == interaction.Item {
			n++
		}
	}
	return n
}

// settled reports whether the effect is certified for everything that is known.
func (k *knowledge) settled(e *effect) bool {
	return e.fresh && e.grown == k.ceilings.Epoch() && e.step.Phase == inquiry.Settled
}

// answered reports whether nothing more is to be asked about an effect.
func (k *knowledge) answered(e *effect) bool {
	return e.fresh && e.grown == k.ceilings.Epoch() && e.step.Phase != inquiry.Certifying
}

// searched reports whether there is nothing to search for: a way is known, or the
// search ended otherwise.
func searched(e *effect) bool {
	return len(e.ways()) > 0 || e.fresh && e.grown > 0 && e.step.Phase != inquiry.Searching
}

// refused reports whether the effect can't be certified.
func (e *effect) refused() bool { return e.step.Phase == inquiry.Refused }

// given reports whether the world brings the factor about by itself, as far as is known:
// it is a fact or a vital that no action raises.
func (k *knowledge) given(factor int) bool {
	return k.producers[factor] == nil && k.vocabulary.Factor(factor).Kind != interaction.Item
}

// adopt writes a start with the vocabulary, which comes to know what it holds. It returns
// the names of what is new.
func (k *knowledge) adopt(s interaction.State) (interaction.State, []string) {
	if s.Vocabulary() == k.vocabulary && len(s.Extra()) == 0 {
		return s, nil
	}
	n := k.vocabulary.Len()
	s = k.vocabulary.Adopt(s)
	return s, k.grown(n)
}

// grown takes the factors from number n on into account, and returns their names.
func (k *knowledge) grown(n int) []string {
	if n == k.vocabulary.Len() {
		return nil
	}
	var names []string
	for _, f := range k.vocabulary.Factors()[n:] {
		names = append(names, f.Name)
		k.limits.hold(f)
	}
	k.changed()
	return names
}

// trial is the trial that is asked for.
func (k *knowledge) trial(q ask) interaction.Trial {
	r := q.action.history.Record(q.at)
	q.action.tried.records = nil
	t := interaction.Trial{Action: q.action.id, Start: q.at, Repeat: r.Asked, Epoch: q.action.epoch}
	r.Asked++
	return t
}

// learn enters what came of a trial that began at the start. It returns the names of the
// factors that weren't known before.
func (k *knowledge) learn(a *action, at interaction.State, changes []interaction.Change) (news []string) {
	known := k.vocabulary.Len()
	at, _ = k.adopt(at)
	after := k.levels(changes)
	a.history.Add(at, after)
	a.tried.records = nil
	k.limits.gave(a.id, at, after)
	k.enter(a, at, after)
	return k.grown(known)
}

// show enters what an action did other than in a trial.
func (k *knowledge) show(a *action, at interaction.State, changes []interaction.Change) {
	known := k.vocabulary.Len()
	at, _ = k.adopt(at)
	after := k.levels(changes)
	a.history.Show(at, after)
	k.enter(a, at, after)
	k.grown(known)
}

// levels are the levels afterwards, by number.
func (k *knowledge) levels(changes []interaction.Change) []interaction.Level {
	if len(changes) == 0 {
		return nil
	}
	out := make([]interaction.Level, len(changes))
	for i, c := range changes {
		out[i] = interaction.Level{Factor: k.vocabulary.Add(c.Factor), Level: c.To}
	}
	return out
}

// enter draws the consequences of what the history of the action now holds.
func (k *knowledge) enter(a *action, at interaction.State, after []interaction.Level) {
	used := k.bulk.note(k.vocabulary, at, after)
	k.invalidate(a, at, after)
	for n := len(a.effects); n < len(a.history.Effects()); n++ {
		e := &effect{action: a, factor: a.history.Effects()[n], uses: used}
		e.inquiry = inquiry.New(inquiry.Subject{Judge: k.cfg.Judge(), Proved: k.cfg.Proved, Refiner: k.cfg.Refiner, History: a.history, Effect: n,
			Budget:      inquiry.EffectBudget(k.cfg.Delta*k.cfg.effectShare(), len(k.spec.Actions), n+1),
			Substitutes: func(factor int) [][]interaction.Level { return k.substitutes[factor] }, Bulk: k.bulk.list, Eager: k.cfg.Goal != ""})
		a.effects = append(a.effects, e)
		if room, known := k.limits.full[e.factor]; known {
			a.history.SetRoom(n, min(room, a.history.Room(n)))
		}
		if !a.idle {
			k.stale = append(k.stale, e)
			k.effects = append(k.effects, e)
			k.agenda.push(e)
		}
		if k.producers[e.factor] == nil {
			k.producers[e.factor] = e
		}
	}
	if k.goal < 0 && k.cfg.Goal != "" {
		if i, ok := k.vocabulary.Index(k.cfg.Goal); ok && k.producers[i] != nil {
			k.goal = i
		}
	}
}

// invalidate marks the steps that an outcome may have changed. A certificate that
// stands is not changed by misses, nor by hits that a known way explains.
func (k *knowledge) invalidate(a *action, at interaction.State, after []interaction.Level) {
	for _, e := range a.effects {
		came := slices.ContainsFunc(after, func(l interaction.Level) bool { return l.Factor == e.factor && l.Level > at.At(l.Factor) })
		if came && e.claim != nil && !e.claim.explains(at) {
			e.claim.refuted = true
		}
		if e.fresh && e.step.Phase == inquiry.Settled {
			if !came || slices.ContainsFunc(e.step.Ways, func(w discovery.Way) bool { return discovery.MetBy(w, at) }) {
				continue
			}
		}
		if e.fresh && !a.idle {
			if len(e.ways()) == 0 {
				k.agenda.searching.push(e)
			}
			k.agenda.certifying.push(e)
		}
		e.fresh = false
	}
}

// changed takes into account that the ceilings are others: certificates that were made
// before are owed a new look.
func (k *knowledge) changed() {
	k.agenda.certifying.void = true
	k.certified.reset()
}

// consider brings an effect's step up to date as far as the phase needs it. New
// factors matter to certificates only, not to the search for a first way.
func (k *knowledge) consider(e *effect, phase inquiry.Phase) {
	if phase == inquiry.Searching && (e.fresh && e.grown > 0 || len(e.ways()) > 0) {
		return
	}
	k.refresh(e)
}

// slots is how many questions an effect may ask in a round. The more a search asks at
// once, the less each answer tells: when there is a plan for the goal already, it leaves
// at least two thirds of the round to others, and to certificates.
func (k *knowledge) slots(e *effect) int {
	if k.goal >= 0 && k.proven.has(k.goal) && len(e.ways()) == 0 {
		return (k.cfg.Width + 2) / 3
	}
	return k.cfg.Width
}

// refresh brings an effect's step up to date.
func (k *knowledge) refresh(e *effect) {
	if e.fresh && e.grown == k.ceilings.Epoch() {
		return
	}
	k.guesses.guess(e)
	was := e.step
	slots := k.slots(e)
	e.step = e.inquiry.Next(k.ceilings, slots)
	if e.step.Full {
		k.limits.limit(graphstore.LimitEntry{Factor: k.vocabulary.Name(e.factor), Most: e.step.Most, Full: true,
			Why: fmt.Sprintf("from a higher level action %q never raised it, though it should have", e.action.id)})
		e.step = e.inquiry.Next(k.ceilings, slots)
	}
	if slots < k.cfg.Width && len(e.step.Ways) > 0 {
		e.step = e.inquiry.Next(k.ceilings, k.cfg.Width) // the search is over
	}
	if i := slices.IndexFunc(e.step.Ask, func(s interaction.State) bool { return !k.limits.possible(s) }); i >= 0 {
		e.step = inquiry.Step{Phase: inquiry.Refused, Ways: e.step.Ways,
			Reason: fmt.Sprintf("the world never began at a start that tells what it needs: %s", graphstore.NewStart(e.step.Ask[i]))}
	}
	e.fresh, e.claimed, e.grown = true, false, k.ceilings.Epoch()
	if e.step.Phase != inquiry.Searching || len(e.step.Ways) > 0 {
		e.enough = nil
	} else if k.cfg.Goal != "" {
		if way := e.inquiry.Enough(); len(way) > 0 && (e.enough == nil || len(way) < len(e.enough)) {
			e.enough = way
			k.stale = append(k.stale, e)
			k.proven.changed(e)
		}
	}
	if e.step.Phase != was.Phase || !slices.EqualFunc(e.step.Ways, was.Ways, discovery.Way.Equal) {
		k.stale = append(k.stale, e)
		k.relate(e)
		k.proven.changed(e)
	}
	switch e.step.Phase {
	case inquiry.Settled:
		k.certified.changed(e)
	case inquiry.Searching: // perhaps again, now that more is known
		k.agenda.searching.push(e)
	}
	k.kinds.update(e)
}

// wholly reports whether everything that the action was seen to do is certified.
func (k *knowledge) wholly(a *action) bool {
	return len(a.effects) > 0 && !slices.ContainsFunc(a.effects, func(e *effect) bool { return !k.settled(e) })
}

// bulkUse is the items that are used up several at a time.
type bulkUse struct{ most []interaction.Level } // ascending by factor

// fewBulk is how many items that are used several at a time are told apart from the
// others: starts get as long.
const fewBulk = 32

// note enters what a trial used up, and returns whether it was anything.
func (b *bulkUse) note(v *interaction.Vocabulary, at interaction.State, after []interaction.Level) (used bool) {
	for _, l := range after {
		n := at.At(l.Factor) - l.Level
		if n <= 0 || v.Factor(l.Factor).Kind != interaction.Item {
			continue
		}
		used = true
		if n < 2 || len(b.most) > fewBulk {
			continue
		}
		i, known := slices.BinarySearchFunc(b.most, l.Factor, func(h interaction.Level, factor int) int { return h.Factor - factor })
		if !known {
			b.most = slices.Insert(b.most, i, interaction.Level{Factor: l.Factor, Level: n})
		} else {
			b.most[i].Level = max(b.most[i].Level, n)
		}
	}
	return used
}

// list lists them with the largest quantity; nil if they are too many.
func (b *bulkUse) list() []interaction.Level {
	if len(b.most) > fewBulk {
		return nil
	}
	return b.most
}

// conclude looks at once at what a round towards a goal showed of effects that are
// being worked on: a run that stops there should leave all that is known.
func (k *knowledge) conclude(asks []ask) {
	if k.cfg.Goal == "" {
		return
	}
	for _, q := range asks {
		for _, e := range q.action.effects {
			if e.guessed {
				k.refresh(e)
			}
		}
	}
}
