package living

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/graphstore"
)

// factors adds those that the ledger doesn't list yet.
func (r *run) factors(p *graphstore.Page) {
	if known := r.k.vocabulary.Factors(); len(known) > r.listed {
		p.Add(graphstore.NewEntry(graphstore.FactorsEntry{Factors: known[r.listed:]}))
		r.listed = len(known)
	}
}

// commit writes the page, and behind it, at the end, what is claimed then and why actions aren't learned.
func (r *run) commit(ctx context.Context, p *graphstore.Page, end explore.End) error {
	r.factors(p)
	if end != "" {
		r.claims(p, func(*effect) bool { return true })
		for _, a := range r.k.actions {
			f := graphstore.Finding{Action: a.id, Reason: r.k.reason(a)}
			if f.Learned = f.Reason == ""; f.Learned {
				f.Observed = r.k.vocabulary.Len()
			}
			for _, i := range a.ending() {
				f.Ends = append(f.Ends, r.k.vocabulary.Name(i))
			}
			slices.Sort(f.Ends)
			r.find(p, f)
		}
		if r.sum.NewTrials > 0 {
			p.Add(graphstore.NewEntry(graphstore.EndEntry{Reason: string(end)}))
		}
	}
	if err := p.AppendTo(ctx, r.ledger); err != nil || end == "" {
		return err
	}
	return r.ledger.Sync(ctx)
}

// tell writes what is claimed so far, for people who look while it goes on, or after it was killed: of effects about which
// more is known than was told, other than how often they came.
func (r *run) tell(ctx context.Context, limits ...graphstore.LimitEntry) error {
	p := &graphstore.Page{}
	r.factors(p)
	for _, l := range limits { // with what is claimed by them
		p.Add(graphstore.NewEntry(l))
	}
	r.claims(p, func(e *effect) bool {
		_, doubtful := r.k.unneeded(e, e.supposed())
		known := fmt.Sprint(e.answer.phase, r.k.claimed(e), doubtful)
		if e.answer.phase == settled {
			known += fmt.Sprint(r.k.reach.Together()) // its certificate says so, and where it was tested
			for _, t := range e.answer.tests {
				known += fmt.Sprint(t.closure.Levels)
			}
		}
		news := r.told[e] != known
		r.told[e] = known
		return news
	})
	return p.AppendTo(ctx, r.ledger)
}

// claims adds what is claimed now of those effects, and of those that turned out to be no action's doing since they were claimed.
func (r *run) claims(p *graphstore.Page, of func(*effect) bool) {
	for _, a := range r.k.actions {
		for _, e := range a.all {
			key := graphstore.FindingKey(graphstore.Finding{Action: a.id, Effect: &graphstore.Effect{Factor: r.k.vocabulary.Name(e.factor)}})
			if (r.found[key] != "" || slices.Contains(a.effects, e)) && of(e) {
				r.find(p, graphstore.Finding{Action: a.id, Effect: r.k.effect(e)})
			}
		}
	}
}

// find adds a finding, unless the ledger has it.
func (r *run) find(p *graphstore.Page, f graphstore.Finding) {
	e, err := graphstore.NewFindingEntry(f)
	if k := graphstore.FindingKey(f); err != nil || r.found[k] != string(e.Body) {
		r.found[k] = string(e.Body)
		p.Add(e, err)
	}
}

// effect is what can be said of an effect now.
func (k *knowledge) effect(e *effect) *graphstore.Effect {
	a := &e.answer
	ways := k.claimed(e)
	out := &graphstore.Effect{Factor: k.vocabulary.Name(e.factor), Grade: graphstore.Reached, Chance: graphstore.NewInterval(k.tally(e, ways))}
	if a.phase == aside { // of all trials: what it takes isn't known
		out.Chance = graphstore.NewInterval(k.tally(e, []discovery.Way{nil}))
		return out
	}
	if len(ways) == 0 {
		ways = []discovery.Way{k.guess(e)}
	}
	out.Grade = graphstore.Proven
	for i, w := range ways {
		named := graphstore.Way{Yield: k.yield(e, ways, i)}
		for _, m := range k.used(e, ways, w) {
			named.Members = append(named.Members, graphstore.Member{Factors: []string{k.vocabulary.Name(m.Factors[0])}, Count: m.Count, Consumed: m.Consumed, Most: m.Most})
		}
		slices.SortFunc(named.Members, discovery.CompareMembers[string])
		if i == len(ways)-1 && e.supposed() != nil {
			_, doubtful := k.unneeded(e, w)
			for _, f := range doubtful {
				named.Doubtful = append(named.Doubtful, k.vocabulary.Name(f))
			}
			slices.Sort(named.Doubtful)
		}
		out.Ways = append(out.Ways, named)
	}
	slices.SortFunc(out.Ways, graphstore.CompareWays)
	out.Unconditional = len(out.Ways) == 1 && len(out.Ways[0].Members) == 0
	if a.phase == settled {
		out.Grade = graphstore.Certified
		out.Certificate = &graphstore.Certificate{Budget: e.budget, Observed: k.vocabulary.Len(), Successes: a.chance.Hits, Trials: a.chance.Hits + a.chance.Misses, Together: k.reach.Together()}
		if k.spec.Misread > 0 {
			out.Certificate.Misread = graphstore.MisreadBound(a.chance.Hits, a.chance.Hits+a.chance.Misses, k.spec.Misread)
		}
		if k.cfg.Chances == explore.ChancesOwn {
			out.Certificate.Floor = k.cfg.Floor
		}
		for _, t := range a.tests {
			out.Certificate.Tests = append(out.Certificate.Tests, graphstore.Test{At: t.closure.State(k.vocabulary), Trials: t.misses, PValue: t.p, Threshold: t.threshold})
		}
	}
	return out
}

// claimed are the ways that plans use. Of what stays, that which is still looked for takes as much as there was in each of its successes:
// plans try it with one, but less wasn't seen to suffice. Of what is scarce it is no more than is asked for.
func (k *knowledge) claimed(e *effect) []discovery.Way {
	ways := slices.Clone(e.answer.planned())
	w := slices.Clone(e.supposed())
	if w == nil {
		return ways
	}
	for i, m := range w {
		n := math.MaxInt
		for _, r := range e.hits {
			if r.meets([]discovery.Way{w}) {
				n = min(n, r.level(m.Factors[0]))
			}
		}
		if n < math.MaxInt && !slices.ContainsFunc(e.hits, func(r *record) bool { return uses(r.of(e.number).ever, m.Factors[0]) }) {
			w[i].Count = max(m.Count, min(n, k.reach.Plenty(m.Factors[0])))
		}
	}
	ways[len(ways)-1] = w
	return ways
}

// yield is what the successes gave that can only have come by the i-th way.
func (k *knowledge) yield(e *effect, ways []discovery.Way, i int) graphstore.Yield {
	var given discovery.Given
	for _, r := range e.hits {
		if !r.meets(ways[i:i+1]) || r.meets(slices.Concat(ways[:i], ways[i+1:])) {
			continue
		}
		given.Join(r.of(e.number).given)
	}
	return graphstore.Yield{Min: given.Least, Max: given.Most, Mean: math.Round(given.Mean()*1e6) / 1e6}
}
