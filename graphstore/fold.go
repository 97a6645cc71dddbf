package graphstore

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// Folded is what a ledger says, read once from beginning to end.
type Folded struct {
	Graph *Graph
	// World is the world entry; nil if the ledger is empty.
	World *WorldEntry
	// Vocabulary lists the ledger's factors, in the order in which they came to be known.
	Vocabulary *interaction.Vocabulary
	// Limits are all, in order, and LimitedAt is the place of the last; zero: there is none.
	Limits    []LimitEntry
	LimitedAt Seq
	// Run is the latest run entry, and RunAt its place; nil and zero if none.
	Run   *RunEntry
	RunAt Seq
	// FactorsBefore and LimitsBefore are how many factors and limits there were before that
	// run.
	FactorsBefore, LimitsBefore int
	// Ended is the latest end entry after that run; nil if it didn't end.
	Ended *EndEntry
	// Outcomes counts the outcomes by status.
	Outcomes map[interaction.Status]int
	// Disputed are the places of the latest disputes of actions.
	Disputed map[interaction.Action]Seq
	// Disputes counts the disputes of each action.
	Disputes map[interaction.Action]int
	// Findings are the latest by action and effect.
	Findings map[string]Found
	// Inherited are what Findings were when the latest run began.
	Inherited map[string]Found
	// Last is the place of the last entry; zero if the ledger is empty.
	Last Seq
}

// Found is a finding as the ledger has it.
type Found struct {
	Finding
	Body string
	At   Seq
	Run  *RunEntry // that it is a finding of; nil if there was none
	// Disputed: what was claimed doesn't hold any more.
	Disputed bool
}

// Foreign is an error that wraps ErrOtherWorld if the graph is about another world; nil if it is about this one, or about none yet.
func (g *Graph) Foreign(spec interaction.Spec) error {
	if g.World == "" || g.World == spec.ID && g.Fingerprint == spec.Fingerprint {
		return nil
	}
	was, is := differing(g.Fingerprint, spec.Fingerprint)
	return fmt.Errorf("%w: it is about %s (%s), not %s (%s)", ErrOtherWorld, g.World, was, spec.ID, is)
}

// differing cuts two fingerprints behind where they differ.
func differing(a, b string) (string, string) {
	const some = 8
	x, y := []rune(a), []rune(b)
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return string(x[:min(len(x), n+some)]), string(y[:min(len(y), n+some)])
}

// FindingKey names what a finding is about, for Folded.Findings.
func FindingKey(f Finding) string {
	if f.Effect == nil {
		return string(f.Action)
	}
	return string(f.Action) + "\x00" + f.Effect.Factor // which is in no name
}

// Disputes are the places of the latest disputes of actions: what was seen of one before is no evidence any more. It fails as
// Fold does.
func Disputes(ctx context.Context, l Ledger) (map[interaction.Action]Seq, error) {
	out := map[interaction.Action]Seq{}
	for e, err := range l.Since(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if e.Kind != KindDispute {
			continue
		}
		var b DisputeEntry
		if err := decode(e, &b, &b.Version); err != nil {
			return nil, err
		}
		out[b.Action] = e.Seq
	}
	return out, nil
}

// Fold reads a ledger into the graph that it amounts to. Each outcome is handed
// to visit, if that isn't nil, with the factors listed so far and the number of the run
// entry before it, and so is each step of a task and each episode. Fold fails with ErrCorrupt, ErrPast or
// ErrFuture on entries that it can't read, and with what visit returns.
//
// A dispute marks everything claimed of its action until it is found again; what
// isn't, by the time the action is learned again, is dropped.
//
// An action counts as learned as long as all its effects are certified, for no more items
// than it was learned for: when one of them loses its certificate or a new one appears,
// the action is to be learned again, though its own finding still stands.
func Fold(ctx context.Context, l Ledger, visit func(e Entry, v *interaction.Vocabulary, run Seq) error) (*Folded, error) {
	f := &folding{visit: visit, labels: map[interaction.Action]string{}, actions: map[interaction.Action]*Action{}, learned: map[interaction.Action]int{},
		Folded: &Folded{Graph: &Graph{}, Outcomes: map[interaction.Status]int{}, Disputed: map[interaction.Action]Seq{}, Disputes: map[interaction.Action]int{},
			Findings: map[string]Found{}, Vocabulary: interaction.NewVocabulary(1, nil)}}
	for e, err := range l.Since(ctx, 0) {
		if err != nil {
			return nil, err
		}
		f.Last = e.Seq
		if err := f.enter(e); err != nil {
			return nil, err
		}
	}
	f.end()
	return f.Folded, nil
}

// folding is a ledger that is being folded.
type folding struct {
	*Folded
	visit    func(e Entry, v *interaction.Vocabulary, run Seq) error // nil: nobody looks
	labels   map[interaction.Action]string
	actions  map[interaction.Action]*Action
	learned  map[interaction.Action]int // for how many items, where that is known
	ceilings *discovery.Ceilings        // where starts can be chosen
}

// enter takes in the next entry.
func (f *folding) enter(e Entry) error {
	switch e.Kind {
	case KindWorld:
		return f.world(e)
	case KindLabels:
		var b LabelsEntry
		if err := decode(e, &b, &b.Version); err != nil {
			return err
		}
		maps.Copy(f.labels, b.Labels)
	case KindRun:
		return f.run(e)
	case KindFactors:
		var b FactorsEntry
		if err := decode(e, &b, &b.Version); err != nil {
			return err
		}
		return list(f.Vocabulary, e, b)
	case KindLimit:
		return f.limit(e)
	case KindOutcome:
		id, s, err := outcomeStatus(e)
		if err != nil {
			return err
		}
		f.Outcomes[s]++
		if a := f.actions[id]; a != nil {
			switch s {
			case interaction.Completed:
				a.Tried++
			case interaction.Truncated:
				a.Ended++
			}
		}
		f.Ended = nil // it goes on
		return f.look(e)
	case KindFinding:
		return f.finding(e)
	case KindDispute:
		return f.disputed(e)
	case KindStep, KindEpisode:
		return f.look(e)
	case KindMemory:
		var b struct {
			Version int `json:"v"`
		}
		return decode(e, &b, &b.Version)
	case KindEnd:
		var b EndEntry
		if err := decode(e, &b, &b.Version); err != nil {
			return err
		}
		f.Ended = &b
	case KindReply, KindTask: // they led to trials; nothing is claimed on their word
	default:
		return fmt.Errorf("%w: entry %d is of the unknown kind %q", ErrFuture, e.Seq, e.Kind)
	}
	return nil
}

// look hands the entry over to what visits, if anything does.
func (f *folding) look(e Entry) error {
	if f.visit == nil {
		return nil
	}
	return f.visit(e, f.Vocabulary, f.RunAt)
}

func (f *folding) world(e Entry) error {
	var b WorldEntry
	if err := decode(e, &b, &b.Version); err != nil {
		return err
	}
	if !interaction.Plain(b.ID + b.Fingerprint) {
		return fmt.Errorf("%w: entry %d is about a world called %q", ErrCorrupt, e.Seq, b.ID)
	}
	f.World = &b
	if !b.Lived && f.ceilings == nil {
		f.ceilings = discovery.NewCeilings(f.Vocabulary, b.Exclusions)
	}
	f.Graph.World, f.Graph.Fingerprint = b.ID, b.Fingerprint
	for _, a := range b.Actions {
		if f.actions[a] == nil {
			f.actions[a] = &Action{ID: a, Reason: untried}
		}
	}
	return nil
}

func (f *folding) run(e Entry) error {
	var b RunEntry
	if err := decode(e, &b, &b.Version); err != nil {
		return err
	}
	f.Run, f.RunAt, f.Ended = &b, e.Seq, nil
	f.FactorsBefore, f.LimitsBefore, f.Inherited = f.Vocabulary.Len(), len(f.Limits), maps.Clone(f.Findings)
	f.Graph.Delta = max(f.Graph.Delta, b.Delta)
	for _, a := range b.Assumptions {
		if !slices.Contains(f.Graph.Assumptions, a) {
			f.Graph.Assumptions = append(f.Graph.Assumptions, a)
		}
	}
	return nil
}

func (f *folding) limit(e Entry) error {
	var b LimitEntry
	if err := decode(e, &b, &b.Version); err != nil {
		return err
	}
	if !b.valid(f.Vocabulary) {
		return fmt.Errorf("%w: entry %d limits the factor %q to %d, or items to %d slots", ErrCorrupt, e.Seq, b.Factor, b.Most, b.Slots)
	}
	f.Limits, f.LimitedAt = append(f.Limits, b), e.Seq
	switch {
	case f.World == nil:
	case !f.World.Lived:
		b.Lower(f.ceilings, f.Vocabulary)
	case b.Factor != "":
		f.Graph.few(b)
	}
	return nil
}

func (f *folding) finding(e Entry) error {
	b, err := decodeFinding(e, f.Vocabulary)
	if err != nil {
		return err
	}
	a := f.actions[b.Action]
	if a == nil {
		return fmt.Errorf("%w: entry %d is about action %q, which the world doesn't have", ErrCorrupt, e.Seq, b.Action)
	}
	f.Findings[FindingKey(b)] = Found{Finding: b, Body: string(e.Body), At: e.Seq, Run: f.Run}
	a.apply(b)
	if b.Effect == nil {
		f.learned[b.Action] = b.Observed
	}
	return nil
}

func (f *folding) disputed(e Entry) error {
	var b DisputeEntry
	if err := decode(e, &b, &b.Version); err != nil {
		return err
	}
	a := f.actions[b.Action]
	if a == nil {
		return fmt.Errorf("%w: entry %d disputes action %q, which the world doesn't have", ErrCorrupt, e.Seq, b.Action)
	}
	f.Disputed[b.Action] = e.Seq
	f.Disputes[b.Action]++
	for i := range a.Effects {
		a.Effects[i].Disputed = true
		f.dispute(Finding{Action: b.Action, Effect: &a.Effects[i]})
	}
	f.dispute(Finding{Action: b.Action})
	a.Learned, a.Reason = false, "disputed: "+interaction.Shown(b.Reason)
	return nil
}

// end makes the graph of what was entered.
func (f *folding) end() {
	g := f.Graph
	if f.ceilings != nil {
		g.Assumptions = append(g.Assumptions, f.ceilings.Limited()...)
	}
	for i, x := range f.Vocabulary.Factors() {
		g.Factors = append(g.Factors, Factor{Name: x.Name, Kind: x.Kind, Number: i, Max: x.Top(), Ample: x.Ample})
	}
	slices.SortFunc(g.Factors, func(a, b Factor) int { return strings.Compare(a.Name, b.Name) })
	if f.World != nil {
		for _, id := range f.World.Actions {
			a := f.actions[id]
			a.Label = interaction.Shown(f.labels[id])
			a.settle(f.learned[id], f.World.Lived)
			g.Actions = append(g.Actions, *a)
		}
	}
	if sum := f.delta(); sum > 0 {
		g.Delta = sum
	}
	g.computeLevels()
}

// valid reports whether the limit is one of something that is known.
func (b LimitEntry) valid(v *interaction.Vocabulary) bool {
	if _, ok := v.Index(b.Factor); !ok {
		known := func(name string) bool { _, ok := v.Index(name); return ok }
		return b.Factor == "" && (b.Slots > 0 && b.Spare == 0 || b.Slots == 0 && b.Spare > 0) && !slices.ContainsFunc(b.Factors, func(n string) bool { return !known(n) })
	}
	return b.Most >= 0 && b.Slots == 0 && b.Spare == 0 && len(b.Factors) == 0
}

// few enters that nothing is taken to need more of the factor than was there; a later limit takes the place of those before.
func (g *Graph) few(b LimitEntry) {
	g.Assumptions = slices.DeleteFunc(g.Assumptions, func(a discovery.Assumption) bool { return a.Name == discovery.Few && a.Factor == b.Factor })
	g.Assumptions = append(g.Assumptions, discovery.Assumption{Name: discovery.Few, Value: float64(b.Most), Factor: b.Factor})
}

// list adds the factors of an entry to the vocabulary.
func list(v *interaction.Vocabulary, e Entry, b FactorsEntry) error {
	for _, x := range b.Factors {
		if err := x.Validate(); err != nil {
			return fmt.Errorf("%w: entry %d: %w", ErrCorrupt, e.Seq, err)
		}
		if x.Ample == 0 {
			return fmt.Errorf("%w: entry %d says of the factor %q no ample level", ErrCorrupt, e.Seq, x.Name)
		}
		if _, twice := v.Index(x.Name); twice {
			return fmt.Errorf("%w: entry %d lists the factor %q again", ErrCorrupt, e.Seq, x.Name)
		}
		v.Declare(x)
		v.Add(x.Name)
	}
	return nil
}

func (f *Folded) dispute(of Finding) {
	if found, ok := f.Findings[FindingKey(of)]; ok {
		found.Disputed = true
		f.Findings[FindingKey(of)] = found
	}
}

// delta is the sum of the deltas of the runs whose claims the graph holds.
func (f *Folded) delta() (sum float64) {
	counted := map[*RunEntry]bool{nil: true}
	count := func(of Finding) {
		if run := f.Findings[FindingKey(of)].Run; !counted[run] {
			counted[run] = true
			sum += run.Delta
		}
	}
	for _, a := range f.Graph.Actions {
		if a.Learned {
			count(Finding{Action: a.ID})
		}
		for _, e := range a.Effects {
			if e.Grade == Certified && !e.Disputed {
				count(Finding{Action: a.ID, Effect: &e})
			}
		}
	}
	return sum
}

// apply enters a finding; a later one supersedes an earlier one.
func (a *Action) apply(b Finding) {
	if b.Effect == nil {
		a.Learned, a.Reason, a.Ends = b.Learned, interaction.Shown(b.Reason), b.Ends
		if b.Learned { // what was disputed and not seen again isn't so any more
			a.Effects = slices.DeleteFunc(a.Effects, func(e Effect) bool { return e.Disputed })
		}
		return
	}
	if a.Reason == untried {
		a.Reason = "what it does is being learned: no run came to its end yet"
	}
	e := *b.Effect
	i, found := slices.BinarySearchFunc(a.Effects, e.Factor, func(x Effect, factor string) int { return cmp.Compare(x.Factor, factor) })
	if !found {
		a.Effects = slices.Insert(a.Effects, i, e)
		return
	}
	a.Effects[i] = e
}

// untried is why an action of which nothing is said isn't learned.
const untried = "not tried yet"

// settle takes back that the action is learned if one of its effects isn't
// certified (any more), or is for more items than the action was learned for, if that is
// known. In lived worlds what has no way is no doing of the action.
func (a *Action) settle(items int, lived bool) {
	for _, e := range a.Effects {
		switch {
		case !a.Learned, lived && e.Grade == Reached:
		case e.Grade != Certified || e.Disputed:
			a.Learned, a.Reason = false, fmt.Sprintf("%s isn't certified any more: it is to be learned again", e.Factor)
		case items > 0 && e.Certificate != nil && e.Certificate.Observed > items:
			a.Learned, a.Reason = false, "more was observed since: that it does nothing else is to be looked at again"
		}
	}
}

// computeLevels gives every factor its tech level: a fixpoint over ways that are
// at least proven. It works through cycles, as a level is only ever set from lower
// ones. A fact or a vital that no action is known to raise is taken to be there when it is needed: the
// world brings it about.
func (g *Graph) computeLevels() {
	level := map[string]int{}
	given := map[string]bool{}
	for _, f := range g.Factors {
		given[f.Name] = f.Kind != interaction.Item
	}
	for _, a := range g.Actions {
		for _, e := range a.Effects {
			given[e.Factor] = given[e.Factor] && e.Grade == Reached
		}
	}
	had := func(name string) bool { return level[name] > 0 || given[name] }
	for round, changed := 1, true; changed; round++ {
		changed = false
		next := map[string]int{}
		for _, a := range g.Actions {
			for _, e := range a.Effects {
				if e.Grade < Proven || level[e.Factor] != 0 || next[e.Factor] != 0 {
					continue
				}
				for _, w := range e.Ways {
					if !slices.ContainsFunc(w.Members, func(m Member) bool { return !slices.ContainsFunc(m.Factors, had) }) {
						next[e.Factor] = round
						changed = true
						break
					}
				}
			}
		}
		for name, l := range next {
			level[name] = l
		}
	}
	for i := range g.Factors {
		g.Factors[i].Level = level[g.Factors[i].Name]
	}
}
