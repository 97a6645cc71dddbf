package explore

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// noted is a finding that the ledger has; own: it is this run's.
type noted struct {
	body string
	own  bool
}

// commit appends what is new since the last commit: items and findings, in a fixed
// order, and the end if the run ended. While only known trials were replayed,
// findings are left alone: the ledger has later ones.
func (x *Explorer) commit(ctx context.Context, end End) error {
	var entries []graphstore.Entry
	var err error
	add := func(kind graphstore.Kind, body any) {
		e, nerr := graphstore.NewEntry(kind, body)
		if nerr != nil && err == nil {
			err = nerr
		}
		entries = append(entries, e)
	}
	if n := len(x.words.names); n > x.written {
		add(graphstore.KindItems, graphstore.ItemsEntry{Version: 1, Items: x.words.names[x.written:]})
		x.written = n
	}
	note := func(f graphstore.Finding) {
		f.Version = 1
		e, nerr := graphstore.NewEntry(graphstore.KindFinding, f)
		if nerr != nil && err == nil {
			err = nerr
		}
		// A claim is also this run's own if an earlier run made the same.
		claims := f.Learned || f.Effect != nil && f.Effect.Certificate != nil
		if k, was := graphstore.FindingKey(f), x.found[graphstore.FindingKey(f)]; was.body != string(e.Body) || claims && !was.own {
			x.found[k] = noted{string(e.Body), true}
			entries = append(entries, e)
		}
	}
	if x.fresh > 0 || end == EndDone || end == EndGoal {
		if end != "" {
			for _, a := range x.actors {
				x.stale = append(x.stale, a.effects...)
			}
		}
		slices.SortFunc(x.stale, func(a, b *effect) int {
			return cmp.Or(cmp.Compare(a.actor.order, b.actor.order), cmp.Compare(a.inquiry.Effect, b.inquiry.Effect))
		})
		items := len(x.words.names)
		for _, e := range slices.Compact(x.stale) {
			if e.stands(items) {
				continue
			}
			note(graphstore.Finding{Action: e.actor.id, Effect: graphstore.NewEffectFinding(x.finding(e))})
		}
		x.stale = nil
		if end != "" {
			for _, a := range x.actors {
				reason := x.reason(a)
				if a.inherits(items) || reason != "" && a.stands(items) {
					continue
				}
				f := graphstore.Finding{Action: a.id, Learned: reason == "", Reason: reason}
				if f.Learned {
					f.Observed = items
				}
				note(f)
			}
		}
	}
	if end != "" && x.fresh > 0 {
		add(graphstore.KindEnd, graphstore.EndEntry{Version: 1, Reason: string(end)})
	}
	if err != nil || len(entries) == 0 {
		return err
	}
	if err := x.ledger.Append(ctx, entries...); err != nil {
		return err
	}
	if end != "" {
		return x.ledger.Sync(ctx)
	}
	return nil
}

// reason says why an action isn't learned; empty if it is.
func (x *Explorer) reason(a *actor) string {
	all := x.words.all
	tries := x.sweptFor(a)
	if len(a.effects) == 0 {
		total := 0
		for _, r := range a.history.Records() {
			total += r.Trials
		}
		switch {
		case total == 0 && !a.open:
			return "never tried: the world doesn't list it before other items are observed"
		case total == 0:
			return "never tried: the run ended first"
		case tries >= x.sweeps:
			return fmt.Sprintf("it did nothing in %d trials with everything observed (%d items, %d of each): what it needs can't be had, something there prevents it, or its chance is below %g",
				tries, all.Len(), x.cfg.Stock, x.cfg.Floor)
		}
		return fmt.Sprintf("it did nothing in %d trials, and the run ended before more were made", total)
	}
	for _, e := range a.effects {
		switch {
		case e.refused():
			return fmt.Sprintf("%s: %s", x.words.names[e.item], e.step.Reason)
		case !e.settled(all.Len()):
			return fmt.Sprintf("%s isn't certified: the run ended first", x.words.names[e.item])
		}
	}
	if tries < x.sweeps {
		return fmt.Sprintf("what it was seen to do is certified; further effects were looked for in %d trials of %d", tries, x.sweeps)
	}
	return ""
}

// settled reports whether everything the action was seen to do is certified.
func (x *Explorer) settled(a *actor) bool {
	return len(a.effects) > 0 && !slices.ContainsFunc(a.effects, func(e *effect) bool { return !e.settled(len(x.words.names)) })
}

func (x *Explorer) certifiedActions() int {
	n := 0
	for _, a := range x.actors {
		if x.settled(a) {
			n++
		}
	}
	return n
}

func (x *Explorer) summarise(end End) {
	s := &x.sum
	s.End = end
	s.NewTrials = x.fresh
	s.Delta = x.delta()
	s.ActionsTotal = len(x.actors)
	s.ActionsCertified = x.certifiedActions()
	s.ItemsFound = len(x.words.names)
	s.Complete = true
	for _, a := range x.actors {
		r := x.reason(a)
		s.Complete = s.Complete && r == ""
		if end == EndGoal && x.settled(a) {
			continue // further effects weren't asked for
		}
		if r != "" {
			s.NotLearned = append(s.NotLearned, NotLearned{a.id, r, x.settled(a)})
		}
	}

}

// certifiedShare is how many actions a round may look at, on average, to count the
// certified ones.
const certifiedShare = 64

func (x *Explorer) show(asks []ask) {
	if x.shown == nil {
		return
	}
	if x.sum.Rounds >= x.recount { // now and then: it looks at every action
		x.counted, x.recount = x.certifiedActions(), x.sum.Rounds+1+len(x.actors)/certifiedShare
	}
	p := Progress{Mark: x.sum.Mark, ActionsTotal: len(x.actors), ActionsCertified: x.counted, ItemsFound: len(x.words.names), NewTrials: x.fresh}
	seen := map[interaction.Action]bool{}
	for _, k := range asks {
		if !seen[k.actor.id] {
			seen[k.actor.id] = true
			p.Frontier = append(p.Frontier, k.actor.id)
		}
	}
	p.Stage = x.stageOf(asks[0])
	x.shown(p)
}

// stageOf says what a trial was asked for.
func (x *Explorer) stageOf(k ask) string {
	if len(k.actor.effects) == 0 {
		return "reaching"
	}
	phase := inquiry.Phase(math.MaxUint8)
	for _, e := range k.actor.effects {
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
