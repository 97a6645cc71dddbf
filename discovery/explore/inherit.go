package explore

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/inquiry"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// What an earlier run over the same ledger certified stands, with the error that it was
// certified with, until something new is known, a trial contradicts it or it is disputed.
// This run doesn't test it again, unless it asks for more: for less error, a lower floor,
// or other assumptions.

// claim is what an earlier run certified of an effect.
type claim struct {
	found   graphstore.Found
	ways    []discovery.Way
	epoch   uint64 // of the ceilings that it speaks of
	refuted bool
	// lasting: a refusal by this run says nothing against it, as it didn't assume what this
	// run finds not to be so.
	lasting bool
}

// explains reports whether the effect was to be expected from the start.
func (c *claim) explains(at interaction.State) bool {
	return slices.ContainsFunc(c.ways, func(w discovery.Way) bool { return discovery.MetBy(w, at) })
}

// legacy is what an earlier run found of an action: that it has no further effects.
type legacy struct {
	by    *graphstore.RunEntry
	epoch uint64 // of the ceilings that it speaks of
	fits  bool   // it is all that this run wants to know
}

// stands reports whether the ledger's finding on the effect is still the best there is.
func (k *knowledge) stands(e *effect) bool {
	c := e.claim
	return c != nil && !c.refuted && c.epoch == k.ceilings.Epoch() &&
		(e.claimed || !k.settled(e) && (!e.refused() || c.lasting))
}

// stillLearned reports whether the ledger's finding that the action is learned still is the
// best there is.
func (k *knowledge) stillLearned(a *action) bool {
	return a.legacy != nil && a.legacy.epoch == k.ceilings.Epoch() &&
		!slices.ContainsFunc(a.effects, func(e *effect) bool { return !k.stands(e) && !k.settled(e) })
}

// inherits reports whether there are no further effects by what an earlier run found.
// Nothing is asked of such an action until something new is known, which ends it.
func (k *knowledge) inherits(a *action) bool {
	return a.legacy != nil && a.legacy.fits && a.legacy.epoch == k.ceilings.Epoch() &&
		!slices.ContainsFunc(a.effects, func(e *effect) bool { return !e.claimed })
}

// heritage takes over what earlier runs found.
type heritage struct{ *knowledge }

// claims reads what earlier runs certified and no later limit made void, by the key of the
// finding.
func (k heritage) claims(found map[string]graphstore.Found, limited graphstore.Seq) (map[string]*claim, error) {
	out := map[string]*claim{}
	for key, f := range found {
		if f.Run == nil || f.Disputed || f.Effect == nil || f.Effect.Certificate == nil || f.At < limited {
			continue
		}
		c := &claim{found: f, lasting: k.cfg.Chances == ChancesShared && assumed(f.Run).Chances == ChancesOwn,
			epoch: k.epochOf(f.Effect.Certificate.Observed)}
		for _, w := range f.Effect.Ways {
			way, err := k.numbered(w)
			if err != nil {
				return nil, fmt.Errorf("%w: entry %d: %w", graphstore.ErrCorrupt, f.At, err)
			}
			c.ways = append(c.ways, way)
		}
		out[key] = c
	}
	return out, nil
}

// epochOf is the epoch of the ceilings of now, if that is how many factors there are; zero,
// which is none, where what was found is about fewer.
func (k heritage) epochOf(factors int) uint64 {
	if factors != k.vocabulary.Len() {
		return 0
	}
	return k.ceilings.Epoch()
}

// numbered is a way with its factors by number.
func (k heritage) numbered(w graphstore.Way) (discovery.Way, error) {
	var out discovery.Way
	for _, m := range w.Members {
		n := discovery.Member{Count: m.Count}
		for _, name := range m.Factors {
			i, known := k.vocabulary.Index(name)
			if !known {
				return nil, fmt.Errorf("factor %q isn't listed", name)
			}
			n.Factors = append(n.Factors, i)
		}
		slices.Sort(n.Factors)
		out = append(out, n)
	}
	slices.SortFunc(out, discovery.CompareMembers[int])
	return out, nil
}

// claim attaches to effects that came to be known what earlier runs claimed of them.
func (k heritage) claim(effects []*effect, claims map[string]*claim) {
	for _, e := range effects {
		of := graphstore.Finding{Action: e.action.id, Effect: &graphstore.Effect{Factor: k.vocabulary.Name(e.factor)}}
		if e.claim = claims[graphstore.FindingKey(of)]; e.claim != nil {
			e.inquiry.Recall(e.claim.ways)
		}
	}
}

// inherit takes over what earlier runs certified, once their trials are entered.
func (k heritage) inherit(found map[string]graphstore.Found, limited graphstore.Seq) error {
	for _, spec := range k.spec.Actions {
		a := k.byID[spec.ID]
		for _, e := range a.effects {
			if e.claim == nil {
				continue
			}
			if err := k.inheritEffect(e); err != nil {
				return err
			}
		}
		f := found[graphstore.FindingKey(graphstore.Finding{Action: a.id})]
		if f.Run != nil && !f.Disputed && f.Learned && f.At > limited {
			a.legacy = &legacy{f.Run, k.epochOf(f.Observed), k.fits(f.Run)}
		}
	}
	return nil
}

// inheritEffect takes over the claim on an effect, if it is all that this run wants to
// know.
func (k heritage) inheritEffect(e *effect) error {
	c := e.claim
	h, n := e.action.history, e.inquiry.Effect
	for _, r := range h.Records() {
		c.refuted = c.refuted || r.Came(n) > 0 && !c.explains(r.At)
	}
	for i, w := range c.ways {
		if h.Witness(n, w) == nil {
			return fmt.Errorf("%w: entry %d claims that %q gives %q by %s, which no trial before it showed",
				graphstore.ErrCorrupt, c.found.At, e.action.id, c.found.Effect.Factor, c.found.Effect.Ways[i])
		}
	}
	if !c.refuted && c.epoch == k.ceilings.Epoch() && k.fits(c.found.Run) {
		e.step = inquiry.Step{Phase: inquiry.Settled, Ways: e.inquiry.Ways()}
		e.fresh, e.claimed, e.grown = true, true, c.epoch
		e.inquiry.Prior = k.kinds.prior(k.kinds.others(e))
		k.relate(e)
		k.kinds.update(e)
		k.proven.changed(e)
		k.certified.changed(e)
	}
	return nil
}

// fits reports whether the run promised at least what this one does.
func (k heritage) fits(run *graphstore.RunEntry) bool {
	was := assumed(run)
	return run.Delta <= k.cfg.Delta && was.Chances == k.cfg.Chances && was.Floor <= k.cfg.Floor && (was.Proved || !k.cfg.Proved)
}

// assumed is the configuration of a run; the zero one if it can't be read.
func assumed(run *graphstore.RunEntry) (was stored) {
	if json.Unmarshal(run.Config, &was) != nil {
		return stored{}
	}
	return was
}
