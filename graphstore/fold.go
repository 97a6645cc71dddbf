package graphstore

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// Folded is what a ledger says, read once from beginning to end.
type Folded struct {
	Graph *Graph
	// World is the world entry; nil if the ledger is empty.
	World *WorldEntry
	// Names are the observed items in order of discovery.
	Names []string
	// Run is the latest run entry, and RunAt its place; nil and zero if none.
	Run   *RunEntry
	RunAt Seq
	// NamesBefore is how many of Names were observed before that run.
	NamesBefore int
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
	Body string
	At   Seq
	Run  *RunEntry // that it is a finding of; nil if there was none
	// Disputed: what was claimed doesn't hold any more.
	Disputed bool
}

// Finding is the finding. It fails with ErrCorrupt or ErrFuture.
func (f Found) Finding() (Finding, error) {
	return decodeFinding(Entry{Seq: f.At, Kind: KindFinding, Body: []byte(f.Body)})
}

// FindingKey names what a finding is about, for Folded.Findings.
func FindingKey(f Finding) string {
	if f.Effect == nil {
		return string(f.Action)
	}
	return string(f.Action) + "/" + f.Effect.Item
}

// Fold reads a ledger into the graph that it amounts to. Each outcome is handed
// to visit, if that isn't nil, with the number of the run entry before it. Fold
// fails with ErrCorrupt or ErrFuture on entries that it can't read, and with what
// visit returns.
//
// A dispute marks everything claimed of its action until it is found again; what
// isn't, by the time the action is learned again, is dropped.
//
// An action counts as learned as long as all its effects are certified, for no more items
// than it was learned for: when one of them loses its certificate or a new one appears,
// the action is to be learned again, though its own finding still stands.
func Fold(ctx context.Context, l Ledger, visit func(e Entry, run Seq) error) (*Folded, error) {
	f := &Folded{Graph: &Graph{}, Outcomes: map[interaction.Status]int{},
		Disputed: map[interaction.Action]Seq{}, Disputes: map[interaction.Action]int{},
		Findings: map[string]Found{}}
	listed := map[string]bool{}
	labels := map[interaction.Action]string{}
	actions := map[interaction.Action]*Action{}
	learned := map[interaction.Action]int{} // for how many items, where that is known
	for e, err := range l.Since(ctx, 0) {
		if err != nil {
			return nil, err
		}
		f.Last = e.Seq
		switch e.Kind {
		case KindWorld:
			var b WorldEntry
			if err := decode(e, &b, func() int { return b.Version }); err != nil {
				return nil, err
			}
			f.World = &b
			f.Graph.World, f.Graph.Fingerprint = b.ID, b.Fingerprint
			for _, a := range b.Actions {
				if actions[a] == nil {
					actions[a] = &Action{ID: a, Reason: "not tried yet"}
				}
			}
		case KindLabels:
			var b LabelsEntry
			if err := decode(e, &b, func() int { return b.Version }); err != nil {
				return nil, err
			}
			for a, l := range b.Labels {
				labels[a] = l
			}
		case KindRun:
			var b RunEntry
			if err := decode(e, &b, func() int { return b.Version }); err != nil {
				return nil, err
			}
			f.Run, f.RunAt, f.Ended = &b, e.Seq, nil
			f.NamesBefore, f.Inherited = len(f.Names), maps.Clone(f.Findings)
			f.Graph.Delta = max(f.Graph.Delta, b.Delta)
		case KindItems:
			var b ItemsEntry
			if err := decode(e, &b, func() int { return b.Version }); err != nil {
				return nil, err
			}
			for _, n := range b.Items {
				if listed[n] {
					return nil, fmt.Errorf("%w: entry %d lists the item %q again", ErrCorrupt, e.Seq, n)
				}
				listed[n] = true
			}
			f.Names = append(f.Names, b.Items...)
		case KindOutcome:
			s, err := outcomeStatus(e)
			if err != nil {
				return nil, err
			}
			f.Outcomes[s]++
			if visit != nil {
				if err := visit(e, f.RunAt); err != nil {
					return nil, err
				}
			}
		case KindFinding:
			b, err := decodeFinding(e)
			if err != nil {
				return nil, err
			}
			a := actions[b.Action]
			if a == nil {
				return nil, fmt.Errorf("%w: entry %d is about action %q, which the world doesn't have", ErrCorrupt, e.Seq, b.Action)
			}
			f.Findings[FindingKey(b)] = Found{Body: string(e.Body), At: e.Seq, Run: f.Run}
			a.apply(b)
			if b.Effect == nil {
				learned[b.Action] = b.Observed
			}
		case KindDispute:
			var b DisputeEntry
			if err := decode(e, &b, func() int { return b.Version }); err != nil {
				return nil, err
			}
			a := actions[b.Action]
			if a == nil {
				return nil, fmt.Errorf("%w: entry %d disputes action %q, which the world doesn't have", ErrCorrupt, e.Seq, b.Action)
			}
			f.Disputed[b.Action] = e.Seq
			f.Disputes[b.Action]++
			for i := range a.Effects {
				a.Effects[i].Disputed = true
				f.dispute(Finding{Action: b.Action, Effect: &EffectFinding{Item: a.Effects[i].Item}})
			}
			f.dispute(Finding{Action: b.Action})
			a.Learned, a.Reason = false, "disputed: "+b.Reason
		case KindStep, KindMemory:
			// What tasks did is no part of what is known.
			var b struct {
				Version int `json:"v"`
			}
			if err := decode(e, &b, func() int { return b.Version }); err != nil {
				return nil, err
			}
		case KindEnd:
			var b EndEntry
			if err := decode(e, &b, func() int { return b.Version }); err != nil {
				return nil, err
			}
			f.Ended = &b
		case KindReply: // it led to trials; nothing is claimed on its word
		default:
			return nil, fmt.Errorf("%w: entry %d is of the unknown kind %q", ErrFuture, e.Seq, e.Kind)
		}
	}
	for _, n := range f.Names {
		f.Graph.Items = append(f.Graph.Items, Item{Name: n})
	}
	slices.SortFunc(f.Graph.Items, func(a, b Item) int { return strings.Compare(a.Name, b.Name) })
	if f.World != nil {
		for _, id := range f.World.Actions {
			a := actions[id]
			a.Label = labels[id]
			a.settle(learned[id])
			f.Graph.Actions = append(f.Graph.Actions, *a)
		}
	}
	if sum := f.delta(); sum > 0 {
		f.Graph.Delta = sum
	}
	f.Graph.computeLevels()
	return f, nil
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
				count(Finding{Action: a.ID, Effect: &EffectFinding{Item: e.Item}})
			}
		}
	}
	return sum
}

// apply enters a finding; a later one supersedes an earlier one.
func (a *Action) apply(b Finding) {
	if b.Effect == nil {
		a.Learned, a.Reason = b.Learned, b.Reason
		if b.Learned { // what was disputed and not seen again isn't so any more
			a.Effects = slices.DeleteFunc(a.Effects, func(e Effect) bool { return e.Disputed })
		}
		return
	}
	e := b.Effect.Effect()
	i, found := slices.BinarySearchFunc(a.Effects, e.Item, func(x Effect, item string) int { return cmp.Compare(x.Item, item) })
	if !found {
		a.Effects = slices.Insert(a.Effects, i, e)
		return
	}
	a.Effects[i] = e
}

// settle takes back that the action is learned if one of its effects isn't
// certified (any more), or is for more items than the action was learned for, if that is
// known.
func (a *Action) settle(items int) {
	for _, e := range a.Effects {
		switch {
		case !a.Learned:
		case e.Grade != Certified || e.Disputed:
			a.Learned, a.Reason = false, fmt.Sprintf("%s isn't certified any more: it is to be learned again", e.Item)
		case items > 0 && e.Certificate != nil && e.Certificate.Observed > items:
			a.Learned, a.Reason = false, "more was observed since: that it does nothing else is to be looked at again"
		}
	}
}

// computeLevels gives every item its tech level: a fixpoint over ways that are
// at least proven. It works through cycles, as a level is only ever set from lower
// ones.
func (g *Graph) computeLevels() {
	level := map[string]int{}
	for round, changed := 1, true; changed; round++ {
		changed = false
		next := map[string]int{}
		for _, a := range g.Actions {
			for _, e := range a.Effects {
				if e.Grade < Proven || level[e.Item] != 0 || next[e.Item] != 0 {
					continue
				}
				for _, w := range e.Ways {
					if !slices.ContainsFunc(w.Members, func(m Member) bool { return level[m.Item] == 0 }) {
						next[e.Item] = round
						changed = true
						break
					}
				}
			}
		}
		for item, l := range next {
			level[item] = l
		}
	}
	for i := range g.Items {
		g.Items[i].Level = level[g.Items[i].Name]
	}
}
