package inquiry

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/interaction"
)

// refusal looks for trials that contradict what every certificate assumes.
type refusal struct {
	*evidence
	watched int // trials by the last look at the chances of the ways
}

// look returns the step with which the inquiry ends, or with which it finds out whether it
// has to; stop is false if nothing speaks against going on.
func (q *refusal) look(slots int) (step Step, stop bool) {
	if r := q.blocked(); r != nil {
		return q.saturated(r, slots), true
	}
	if left, others := q.ceilings.Left(), q.History.Crowds(q.Effect); others > 0 && others >= left && q.History.Vocabulary().Factor(q.factor()).Kind == interaction.Item {
		return q.refuse(fmt.Sprintf("what comes with it takes %d slots, and no more than %d may be free where it is tested: it may be lost there", others, left)), true
	}
	reason := q.change()
	if reason != "" {
		reason = cmp.Or(q.mixedChances(), reason)
	}
	if c := q.chance(); reason == "" && c.Misses > 0 && c.Hits+c.Misses > q.watched*9/8 {
		q.watched = c.Hits + c.Misses // now and then; and before it settles
		reason = q.mixedChances()
	}
	if reason != "" {
		return q.refuse(reason), true
	}
	return Step{}, false
}

// blocked returns a start that holds a proven way and fails all the same; nil if there is
// none.
func (q *refusal) blocked() *discovery.Record {
	for _, r := range q.History.Silent(q.Effect) {
		if r.Trials < 3 {
			continue
		}
		if _, more := q.Judge.Weigh(q.besides(r), r.Trials, conflict); more == 0 {
			return r
		}
	}
	return nil
}

// saturated finds out why a start fails that holds a proven way: because there is no room
// for more of the factor itself, or because the precondition isn't monotone. Then no claim
// of this kind can be made.
func (q *refusal) saturated(r *discovery.Record, slots int) Step {
	level := r.At.At(q.factor())
	lower := []int{0, level - 1} // without any of it first: then it is known which of the two it is
	for n := level / 2; n > 0 && n < level-1; n /= 2 {
		lower = append(lower, n)
	}
	found := false
	for i, n := range lower {
		if level == 0 || i > 0 && n == 0 {
			continue
		}
		at := r.At.With(q.factor(), n)
		rec := q.History.Find(at)
		switch {
		case rec != nil && rec.Came(q.Effect) > 0 && i > 0:
			return Step{Phase: Certifying, Ways: q.ways, Full: true, Most: n, Doubt: 1}
		case rec != nil && rec.Came(q.Effect) > 0:
			found = true
		case rec == nil || !q.silent(rec):
			return Step{Phase: Certifying, Ways: q.ways, Ask: repeat(at, slots), Doubt: 1}
		case i == 0:
			return q.refuse(notMonotone(r))
		}
	}
	if found {
		return Step{Phase: Certifying, Ways: q.ways, Full: true, Doubt: 1}
	}
	return q.refuse(notMonotone(r))
}

// silent reports whether the effect fails to come from there as surely as a refusal takes.
func (q *refusal) silent(r *discovery.Record) bool {
	_, more := q.Judge.Weigh(q.besides(r), r.Trials, conflict)
	return more == 0
}

func notMonotone(r *discovery.Record) string {
	return fmt.Sprintf("not monotone: a set that suffices fails %d times in a row when other factors are there too", r.Trials)
}

// changed is the bound below which misses from a start from which the effect came before
// are no bad luck any more. It is small, as every hit may begin such a series.
const changed = 1e-6

// crowded asks for the ways without what the action itself gives, where slots are few: what took the last one may have kept the effect out of each
// test without that.
func (q *refusal) crowded(slots int) []interaction.State {
	if q.ceilings.Left() == math.MaxInt {
		return nil
	}
	for _, w := range q.ways {
		for i, m := range w {
			if !slices.ContainsFunc(m.Factors, func(f int) bool { return slices.Contains(q.History.Effects(), f) }) {
				continue
			}
			at := q.at(slices.Delete(slices.Clone(w), i, i+1))
			r := q.History.Find(at)
			if r != nil && (r.Proven(q.Effect) || q.luck(r.Trials) < changed) {
				continue
			}
			return repeat(at, slots)
		}
	}
	return nil
}

// change looks for a start from which the effect came and then didn't come any more: the
// chance is held against what was seen before such series.
func (q *refusal) change() string {
	before := q.chance()
	long, trailing := q.History.Streaks(q.Effect)
	before.Misses -= trailing
	for _, s := range long {
		if _, more := q.Judge.Weigh(before, s.Misses, changed/float64(s.Hits+1)); more == 0 {
			return fmt.Sprintf("the rules seem to have changed: it came in %d trials from one start, and then in none of %d", s.Hits, s.Misses)
		}
	}
	return ""
}

// mixedChances looks for two ways that succeed so differently often that they
// can't have one chance: then a judge that assumes one must not certify, as a way
// that isn't known yet may be rarer still. Of each start only those trials are compared
// that were made when it was known to suffice: whether others count depends on what came
// of them.
func (q *refusal) mixedChances() string {
	if _, own := q.Judge.(chance.Floor); own || !q.choices() {
		return ""
	}
	tallies := map[string]chance.Tally{}
	for _, r := range q.History.Records() {
		h := r.Known(q.Effect)
		if h == (chance.Tally{}) {
			continue
		}
		if k, ok := q.onlyChoice(r.At); ok {
			t := tallies[k]
			tallies[k] = chance.Tally{Hits: t.Hits + h.Hits, Misses: t.Misses + h.Misses}
		}
	}
	// Of the choices that never failed the one with the most hits says it best.
	var best chance.Tally
	var rare []chance.Tally
	for _, k := range slices.Sorted(maps.Keys(tallies)) {
		t := tallies[k]
		if t.Misses > 0 {
			rare = append(rare, t)
		} else if t.Hits > best.Hits {
			best = t
		}
	}
	level := conflict / float64(max(1, len(tallies)*(len(tallies)-1)))
	for _, a := range append(slices.Clone(rare), best) {
		for _, b := range rare {
			if chance.Fisher(a, b) < level {
				return fmt.Sprintf("its ways differ in chance (%d of %d trials against %d of %d): to certify it, let each way have its own",
					a.Hits, a.Hits+a.Misses, b.Hits, b.Hits+b.Misses)
			}
		}
	}
	return ""
}

// higher looks for a success from a level from which not all ways are seen to raise a fact, where none of them is met:
// then what raises it from there isn't what does from less.
func (q *refusal) higher() string {
	if q.History.Vocabulary().Factor(q.factor()).Kind != interaction.Fact {
		return ""
	}
	for _, r := range q.History.Records() {
		if !r.Full(q.Effect) || r.Came(q.Effect) == 0 {
			continue
		}
		less := r.At.With(q.factor(), q.History.Room(q.Effect)-1)
		if !slices.ContainsFunc(q.ways, func(w discovery.Way) bool { return discovery.MetBy(w, less) }) {
			return fmt.Sprintf("what raises it from %d doesn't raise it from less", r.At.At(q.factor()))
		}
	}
	return ""
}

// choices reports whether there is more than one way to meet the ways.
func (q *refusal) choices() bool {
	return len(q.ways) > 1 || len(q.ways) == 1 && slices.ContainsFunc(q.ways[0], func(m discovery.Member) bool { return len(m.Factors) > 1 })
}

// onlyChoice names the one choice of factors by which the start meets a way; ok
// is false if it meets several ways, or one by several choices.
func (q *refusal) onlyChoice(at interaction.State) (key string, ok bool) {
	for i, w := range q.ways {
		if !discovery.MetBy(w, at) {
			continue
		}
		if key != "" {
			return "", false
		}
		key = fmt.Sprint(i)
		for _, m := range w {
			if len(m.Factors) == 1 {
				continue
			}
			present := 0
			for _, f := range m.Factors {
				if at.At(f) > 0 {
					present++
					key += fmt.Sprint(" ", f)
				}
			}
			if present > 1 {
				return "", false
			}
		}
	}
	return key, key != ""
}
