package inquiry

import (
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// search finds ways. What it goes by is no part of the certificate.
type search struct {
	*evidence
	classes    *classes
	alternates alternates
	besides    map[string]*beside // by rest of a way
}

const (
	// mistaken is the prior probability that a member of a way, or that there is no
	// other way, is a mistake of the search, unless the hypothesis is surer of it, and
	// of a member that successes used up.
	mistaken, mistakenUsed = .5, .02
	// tolerable is the probability of a mistake that isn't looked for first.
	tolerable = .02
	// spoken is the probability of a mistake below which trials speak for a member.
	spoken = .05
	// mostSiblings is how many ways with the same rest make it less likely that each needs its own
	// member: hundreds would have the rest alone tried a hundred times.
	mostSiblings = 32
)

// way looks for the way that the complement was seen to hold: either a known way is not
// minimal, or there is another. It returns that way, or what to try next.
func (q *search) way(k discovery.Complement, slots int) (discovery.Way, []interaction.State) {
	t, all, at := k.Caps, k.Ceiling, k.At
	// A known way that t blocks in one member only may not need it: noise
	// once made its core look insufficient. Unless that is tested first, every
	// other factor looks like a substitute for the needless one.
	looked := map[string]int{} // the largest class looked at beside each rest
	for _, w := range q.ways {
		if i := onlyBlock(t, w); i >= 0 {
			// The more factors the member has, the more is asked for.
			key, n := discovery.Transversal(without(w, i)).Key(), len(w[i].Factors)
			if known, ok := looked[key]; ok && n <= known {
				continue
			}
			if ask, unsure := q.needless(w, i, all, slots); unsure {
				return nil, ask
			}
			looked[key] = n
		}
	}
	if ask := q.replaced(t, at, slots); len(ask) > 0 {
		return nil, ask
	}
	if !t.IsZero() {
		// The capped factors are taken away wholly first, so that ways without
		// mixtures are found before ways with them.
		bare := t.Zero().Below(all)
		if q.seen(bare) {
			at = bare
		} else if q.open(bare) {
			return nil, q.insist(bare, slots)
		} else if mix := q.classes.mixture(t); mix != nil {
			if start, open := q.classes.unsure(mix); open {
				return nil, q.insist(start, slots)
			}
			return mix.way, nil
		}
	}
	found, ask := q.Refiner.FindWay(q.newCase(t, all, slots), q.History.Smallest(q.Effect, at))
	if ask != nil {
		return nil, ask
	}
	way := discovery.Exactly(found)
	// A smaller one takes the place of a known one; of a further one every member is
	// tested first.
	if len(q.ways) > 0 && !slices.ContainsFunc(q.ways, func(v discovery.Way) bool { return v.Implies(way) }) {
		for i := range way {
			if ask, unsure := q.needless(way, i, all, slots); unsure {
				return nil, ask
			}
		}
	}
	return way, nil
}

// further asks for more factors of a known class where the refiner thinks it likely that
// there are some: the certificate, which asks whether there are, would only learn that.
// Where it is known which factors stand for each other elsewhere, these are tried when the
// certificate fails, and others are unlikely.
func (q *search) further(slots int) []interaction.State {
	for _, w := range q.ways {
		for _, m := range w {
			if len(m.Factors) < 2 || len(q.substitutes(m.Factors[0])) > 0 {
				continue
			}
			t := blocked(m)
			all := q.over(q.at(w))
			within := t.Below(all)
			if q.seen(within) {
				continue
			}
			if ask := q.Refiner.Further(q.newCase(t, all, slots), within); len(ask) > 0 {
				return ask
			}
		}
	}
	return nil
}

// newCase is the case of a way that the transversal doesn't block.
func (q *search) newCase(t discovery.Transversal, all interaction.State, slots int) *discovery.Case {
	return &discovery.Case{History: q.History, Effect: q.Effect, All: all, Guess: q.Guess, Prior: q.Prior,
		Like: q.like(t), Bulk: q.bulk(), Remove: q.remove(), Slots: slots}
}

// remove is [discovery.Case.Remove]: never where an answer is wanted first and nothing is
// known to suffice. Each factor that is taken from everything and turns out not to be needed
// is one that might have been missed by bad luck, so it isn't done lightly.
func (q *search) remove() float64 {
	if q.Eager && q.enough() == nil {
		return 1
	}
	return .5
}

// like is the known way with the most factors outside the transversal.
func (q *search) like(t discovery.Transversal) discovery.Way {
	var best discovery.Way
	most := -1
	for _, w := range q.ways {
		n := 0
		for _, m := range w {
			if !slices.ContainsFunc(t, func(c discovery.Member) bool { return discovery.Subset(m.Factors, c.Factors) }) {
				n++
			}
		}
		if n > most {
			best, most = w, n
		}
	}
	return best
}

// onlyBlock returns the place of the one member of w that t caps; -1 if t caps none or
// several.
func onlyBlock(t discovery.Transversal, w discovery.Way) int {
	place := -1
	for i, m := range w {
		for _, c := range t {
			if c.Count < m.Count && discovery.Subset(m.Factors, c.Factors) {
				if place >= 0 {
					return -1
				}
				place = i
				break
			}
		}
	}
	return place
}

// needless returns what to try next in order to learn whether the way
// suffices without its i-th member; unsure is false when enough is known: it
// was seen to suffice, or it missed often enough. The more known ways contain the rest,
// the more misses are asked for, up to mostSiblings: n substitutes for one factor are less likely than one
// needless factor. Where there are such ways, misses from any larger start count, else
// only those from that very one and from everything that is known but for the member.
func (q *search) needless(w discovery.Way, i int, all interaction.State, slots int) (ask []interaction.State, unsure bool) {
	rest := without(w, i)
	p := q.at(rest)
	if q.seen(p) {
		return nil, false
	}
	co := blocked(w[i]).Below(all)
	misses := 0
	for _, at := range [...]interaction.State{p, co} {
		if r := q.History.Find(at); r != nil && !r.Proven(q.Effect) {
			misses = max(misses, r.Trials)
		}
	}
	siblings := len(w[i].Factors) - 1 // a class stands for as many ways
	for _, v := range q.ways {
		if !v.Equal(w) && v.Implies(rest) {
			siblings++
		}
	}
	if siblings > 0 {
		misses = max(misses, q.misses(p))
	}
	at := p
	if !q.seen(co) {
		at = co // a miss there counts for the certificate, too
	}
	siblings = min(siblings, mostSiblings)
	for n := misses; len(ask) < slots && mistaken*q.luck(n) > spoken*math.Pow(2, -float64(siblings)); n++ {
		ask = append(ask, at)
	}
	return ask, len(ask) > 0
}

// without is the way without its i-th member.
func without(w discovery.Way, i int) discovery.Way {
	return append(slices.Clone(w[:i]), w[i+1:]...)
}

// blocked caps what the member asks for: one factor below its count, a class wholly.
func blocked(m discovery.Member) discovery.Transversal {
	if len(m.Factors) == 1 {
		return discovery.Transversal{{Factors: m.Factors, Count: m.Count - 1}}
	}
	return discovery.Transversal{{Factors: m.Factors}}
}

// enough is [Inquiry.Enough].
func (q *search) enough() discovery.Way {
	for _, r := range q.History.Smallests(q.Effect) {
		if r.At.Tier() != interaction.Plenty && r.At.Size() <= mostEnough && q.usual(r) {
			return discovery.Exactly(r.At)
		}
	}
	return nil
}

// usual reports whether the start holds no larger quantity than a success from it
// used up, or than is used in bulk.
func (q *search) usual(r *discovery.Record) bool {
	used, _ := r.Used(q.Effect)
	covers := func(o interaction.Level) func(interaction.Level) bool {
		return func(u interaction.Level) bool { return u.Factor == o.Factor && u.Level >= o.Level }
	}
	return !slices.ContainsFunc(r.At.Over(), func(o interaction.Level) bool {
		return o.Level > 1 && !slices.ContainsFunc(used, covers(o)) && !slices.ContainsFunc(q.bulk(), covers(o))
	})
}

// Refuted reports whether the trials so far make it unlikely that what the guess
// names suffices: from some start that holds it all, the effect was missed too
// often for bad luck. Of what successes used up, the start must hold as much.
func (q *Inquiry) Refuted() (discovery.Failure, bool) {
	if len(q.ways) > 0 {
		return discovery.Failure{}, false
	}
	f := discovery.Failure{Causes: q.Guess.Named()}
	at := q.at(nil)
	for _, i := range f.Causes {
		at = at.With(i, 1)
	}
	for _, r := range q.History.Records() {
		used, _ := r.Used(q.Effect)
		for _, u := range used {
			if at.At(u.Factor) > 0 {
				at = at.With(u.Factor, max(at.At(u.Factor), u.Level))
			}
		}
	}
	f.Misses = q.misses(at)
	return f, f.Misses > 0 && !q.open(at)
}
