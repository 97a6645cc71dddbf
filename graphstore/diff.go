package graphstore

import (
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// ChangeKind says in which respect two graphs differ.
type ChangeKind string

// The kinds of changes. Factor kinds set Factor only, action kinds Action and Label,
// the others all three.
const (
	FactorAppeared  ChangeKind = "factor-appeared"  // a factor came to be known
	FactorGone      ChangeKind = "factor-gone"      // the factor is not listed any more
	ActionLearned   ChangeKind = "action-learned"   // the action is learned
	ActionUnlearned ChangeKind = "action-unlearned" // Now says why
	EffectAppeared  ChangeKind = "effect-appeared"  // Now are its ways
	EffectGone      ChangeKind = "effect-gone"      // Was are its ways
	GradeChanged    ChangeKind = "grade-changed"    // Was and Now are the grades; a disputed one says so
	CauseChanged    ChangeKind = "cause-changed"    // the effect comes with no cause, or doesn't any more
	WayAppeared     ChangeKind = "way-appeared"     // Now is the way
	WayGone         ChangeKind = "way-gone"         // Was is the way
	WayChanged      ChangeKind = "way-changed"      // the same items in other quantities, or used up otherwise
	EndsChanged     ChangeKind = "ends-changed"     // Was and Now are the facts that the action ends
	ChanceChanged   ChangeKind = "chance-changed"   // the confidence intervals don't overlap
)

// Change is one difference between two graphs.
type Change struct {
	Kind ChangeKind `json:"kind"`
	// Action is empty for changes of factors. Label is what people call the action,
	// by the newer graph that has one; empty if neither does.
	Action interaction.Action `json:"action,omitempty"`
	Label  string             `json:"label,omitempty"`
	// Factor is empty for changes of actions.
	Factor string `json:"factor,omitempty"`
	// Was and Now are what changed, in words; what they say depends on Kind.
	Was string `json:"was,omitempty"`
	Now string `json:"now,omitempty"`
	// Open: the newer graph doesn't deny what the older one says, it only doesn't know it
	// (yet).
	Open bool `json:"open,omitempty"`
}

// String is the change in one sentence.
func (c Change) String() string {
	who := c.Label
	if who == "" {
		who = string(c.Action)
	}
	switch c.Kind {
	case FactorAppeared:
		return fmt.Sprintf("%s is new.", c.Factor)
	case FactorGone:
		return fmt.Sprintf("%s was found before, and isn't now.", c.Factor)
	case ActionLearned:
		return fmt.Sprintf("%s is learned.", who)
	case ActionUnlearned:
		return fmt.Sprintf("%s is not learned any more: %s.", who, c.Now)
	case EffectAppeared:
		return fmt.Sprintf("%s gives %s, %s.", who, c.Factor, by(c.Now))
	case EffectGone:
		if c.Open {
			return fmt.Sprintf("%s isn't known to give %s, as it did %s.", who, c.Factor, by(c.Was))
		}
		return fmt.Sprintf("%s doesn't give %s any more; it did %s.", who, c.Factor, by(c.Was))
	case GradeChanged:
		return fmt.Sprintf("That %s gives %s is now %s, no longer %s.", who, c.Factor, c.Now, c.Was)
	case CauseChanged:
		if c.Now == "unconditional" {
			return fmt.Sprintf("%s gives %s with no cause at all now.", who, c.Factor)
		}
		return fmt.Sprintf("%s gives %s only with a cause now.", who, c.Factor)
	case WayAppeared:
		return fmt.Sprintf("%s gives %s also %s now.", who, c.Factor, by(c.Now))
	case WayGone:
		if c.Open {
			return fmt.Sprintf("%s isn't known to give %s %s.", who, c.Factor, by(c.Was))
		}
		return fmt.Sprintf("%s doesn't give %s %s any more.", who, c.Factor, by(c.Was))
	case WayChanged:
		if c.Open {
			return fmt.Sprintf("%s gives %s %s, and isn't known to do so %s.", who, c.Factor, by(c.Now), by(c.Was))
		}
		return fmt.Sprintf("%s gives %s %s now, no longer %s.", who, c.Factor, by(c.Now), by(c.Was))
	case EndsChanged:
		return fmt.Sprintf("%s ends %s now, and %s before.", who, c.Now, c.Was)
	case ChanceChanged:
		return fmt.Sprintf("The chance that %s gives %s is %s now, %s before.", who, c.Factor, c.Now, c.Was)
	}
	return fmt.Sprintf("%s of %s and %s: %s now, %s before.", c.Kind, who, c.Factor, c.Now, c.Was)
}

// by names a way, or several, as that by which something is had.
func by(ways string) string {
	if ways == "nothing" {
		return "without any item"
	}
	return "by " + ways
}

// Diff lists how the new graph differs from the old: factors by name, then actions
// in the new graph's order and those that only the old one has, then the effects
// of each by factor. Equal graphs give none, whatever order their effects and
// ways are in. What is only noise of the evidence is no change: numbers of
// trials, estimates, yields, certificates, and chances whose confidence intervals
// overlap. Levels follow from the ways and aren't compared. A nil graph counts as
// an empty one. Diff reads the graphs and keeps nothing of them.
func Diff(old, new *Graph) []Change {
	if old == nil {
		old = &Graph{}
	}
	if new == nil {
		new = &Graph{}
	}
	var out []Change
	eachOf(old.Factors, new.Factors, func(f Factor) string { return f.Name }, func(was, now *Factor) {
		switch {
		case was == nil:
			out = append(out, Change{Kind: FactorAppeared, Factor: now.Name})
		case now == nil:
			out = append(out, Change{Kind: FactorGone, Factor: was.Name})
		}
	})
	for i := range new.Actions {
		now := &new.Actions[i]
		out = append(out, diffActions(old.Action(now.ID), now)...)
	}
	for i := range old.Actions {
		if was := &old.Actions[i]; new.Action(was.ID) == nil {
			out = append(out, diffActions(was, nil)...)
		}
	}
	return out
}

// eachOf calls visit for every name in either list, ascending; nil stands for what
// a list lacks. The lists may be in any order.
func eachOf[T any](old, new []T, name func(T) string, visit func(was, now *T)) {
	type pair struct{ was, now *T }
	pairs := map[string]pair{}
	var names []string
	for i := range old {
		n := name(old[i])
		names = append(names, n)
		pairs[n] = pair{was: &old[i]}
	}
	for i := range new {
		n := name(new[i])
		names = append(names, n)
		p := pairs[n]
		p.now = &new[i]
		pairs[n] = p
	}
	slices.Sort(names)
	for _, n := range slices.Compact(names) {
		visit(pairs[n].was, pairs[n].now)
	}
}

func diffActions(was, now *Action) []Change {
	about := Change{}
	for _, a := range [...]*Action{was, now} { // the newer label wins
		if a != nil {
			about.Action = a.ID
			if a.Label != "" {
				about.Label = a.Label
			}
		}
	}
	if was == nil {
		was = &Action{}
	}
	if now == nil {
		now = &Action{Reason: "the world doesn't have it"}
	}
	learned := now.Learned || now.ID == ""
	var out []Change
	switch {
	case now.Learned && !was.Learned:
		c := about
		c.Kind = ActionLearned
		out = append(out, c)
	case was.Learned && !now.Learned:
		c := about
		c.Kind, c.Now = ActionUnlearned, now.Reason
		out = append(out, c)
	}
	if a, b := namesText(was.Ends), namesText(now.Ends); a != b && was.ID != "" && now.ID != "" {
		c := about
		c.Kind, c.Was, c.Now = EndsChanged, a, b
		out = append(out, c)
	}
	eachOf(was.Effects, now.Effects, func(e Effect) string { return e.Factor }, func(was, now *Effect) {
		out = append(out, diffEffects(about, was, now, learned)...)
	})
	return out
}

func diffEffects(about Change, was, now *Effect, learned bool) []Change {
	var out []Change
	change := func(kind ChangeKind, was, now string) {
		c := about
		c.Kind, c.Was, c.Now = kind, was, now
		out = append(out, c)
	}
	switch {
	case was == nil:
		about.Factor = now.Factor
		change(EffectAppeared, "", waysText(now.Ways))
		return out
	case now == nil:
		about.Factor, about.Open = was.Factor, !learned
		change(EffectGone, waysText(was.Ways), "")
		return out
	}
	about.Factor = now.Factor
	if a, b := standing(was), standing(now); a != b {
		change(GradeChanged, a, b)
	}
	switch {
	case now.Unconditional && !was.Unconditional:
		change(CauseChanged, "", "unconditional")
	case was.Unconditional && !now.Unconditional:
		change(CauseChanged, "unconditional", "")
	}
	open := now.Grade != Certified || now.Disputed
	diffWays(was.Ways, now.Ways, func(kind ChangeKind, was, now string) {
		about.Open = open && kind != WayAppeared
		change(kind, was, now)
	})
	about.Open = false
	if a, b := was.Chance, now.Chance; a != b && a.Trials > 0 && b.Trials > 0 && (a.High < b.Low || b.High < a.Low) {
		change(ChanceChanged, a.text(), b.text())
	}
	return out
}

// standing is the grade in words, with the dispute.
func standing(e *Effect) string {
	if e.Disputed {
		return "disputed (was " + e.Grade.String() + ")"
	}
	return e.Grade.String()
}

// diffWays pairs the ways that are in one list only: those that ask for the same
// factors, in other counts or used up otherwise, and those that ask for partly the same.
func diffWays(old, new []Way, change func(kind ChangeKind, was, now string)) {
	only := func(a, b []Way) (out []Way) {
		for _, w := range a {
			if !slices.ContainsFunc(b, w.same) {
				out = append(out, w)
			}
		}
		slices.SortFunc(out, CompareWays)
		return out
	}
	gone, came := only(old, new), only(new, old)
	for _, pairs := range []func(was, now Way) bool{Way.factors, Way.kin} {
		came = slices.DeleteFunc(came, func(now Way) bool {
			i := slices.IndexFunc(gone, func(was Way) bool { return pairs(was, now) })
			if i < 0 {
				return false
			}
			change(WayChanged, gone[i].String(), now.String())
			gone = slices.Delete(gone, i, i+1)
			return true
		})
	}
	for _, now := range came {
		change(WayAppeared, "", now.String())
	}
	for _, was := range gone {
		change(WayGone, was.String(), "")
	}
}

// sorted are the members, in their order.
func (w Way) sorted() []Member {
	return slices.SortedFunc(slices.Values(w.Members), discovery.CompareMembers[string])
}

// same reports whether v and w are the same but for their yields.
func (w Way) same(v Way) bool {
	return slices.Equal(w.Doubtful, v.Doubtful) && slices.EqualFunc(w.sorted(), v.sorted(), func(a, b Member) bool {
		return discovery.CompareMembers(a, b) == 0 && a.Consumed == b.Consumed && a.Most == b.Most
	})
}

// factors reports whether v and w ask for the same factors.
func (w Way) factors(v Way) bool {
	return slices.EqualFunc(w.sorted(), v.sorted(), func(a, b Member) bool { return slices.Equal(a.Factors, b.Factors) })
}

// kin reports whether v and w have as many members, each of which has a factor of one of
// the other's, and at least one has several.
func (w Way) kin(v Way) bool {
	several := false
	return len(v.Members) == len(w.Members) && !slices.ContainsFunc(w.Members, func(m Member) bool {
		return !slices.ContainsFunc(v.Members, func(n Member) bool {
			several = several || len(m.Factors)+len(n.Factors) > 2
			return slices.ContainsFunc(m.Factors, func(f string) bool { return slices.Contains(n.Factors, f) })
		})
	}) && several
}

func waysText(ways []Way) string {
	if len(ways) == 0 {
		return "a way that isn't known"
	}
	out := make([]string, len(ways))
	for i, w := range ways {
		out[i] = w.String()
	}
	slices.Sort(out)
	return strings.Join(out, " or ")
}

// namesText lists names, or is "nothing".
func namesText(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

// text is the interval as "0.5 (0.3 to 0.7)".
func (i Interval) text() string {
	return fmt.Sprintf("%.3g (%.3g to %.3g)", i.Estimate, i.Low, i.High)
}
