package graphstore

import (
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// ChangeKind says in which respect two graphs differ.
type ChangeKind string

// The kinds of changes. Item kinds set Item only, action kinds Action and Label,
// the others all three.
const (
	ItemAppeared    ChangeKind = "item-appeared"    // an item was observed
	ItemGone        ChangeKind = "item-gone"        // the item is not listed any more
	ActionLearned   ChangeKind = "action-learned"   // the action is learned
	ActionUnlearned ChangeKind = "action-unlearned" // Now says why
	EffectAppeared  ChangeKind = "effect-appeared"  // Now are its ways
	EffectGone      ChangeKind = "effect-gone"      // Was are its ways
	GradeChanged    ChangeKind = "grade-changed"    // Was and Now are the grades; a disputed one says so
	AmbientChanged  ChangeKind = "ambient-changed"  // the effect comes with no cause, or doesn't any more
	WayAppeared     ChangeKind = "way-appeared"     // Now is the way
	WayGone         ChangeKind = "way-gone"         // Was is the way
	WayChanged      ChangeKind = "way-changed"      // the same items in other quantities, or used up otherwise
	ClassChanged    ChangeKind = "class-changed"    // Was and Now are all classes of the effect
	ChanceChanged   ChangeKind = "chance-changed"   // the confidence intervals don't overlap
)

// Change is one difference between two graphs.
type Change struct {
	Kind ChangeKind `json:"kind"`
	// Action is empty for changes of items. Label is what people call the action,
	// by the newer graph that has one; empty if neither does.
	Action interaction.Action `json:"action,omitempty"`
	Label  string             `json:"label,omitempty"`
	// Item is empty for changes of actions.
	Item string `json:"item,omitempty"`
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
	case ItemAppeared:
		return fmt.Sprintf("%s is a new item.", c.Item)
	case ItemGone:
		return fmt.Sprintf("%s was found before, and isn't now.", c.Item)
	case ActionLearned:
		return fmt.Sprintf("%s is learned.", who)
	case ActionUnlearned:
		return fmt.Sprintf("%s is not learned any more: %s.", who, c.Now)
	case EffectAppeared:
		return fmt.Sprintf("%s gives %s, %s.", who, c.Item, by(c.Now))
	case EffectGone:
		if c.Open {
			return fmt.Sprintf("%s isn't known to give %s, as it did %s.", who, c.Item, by(c.Was))
		}
		return fmt.Sprintf("%s doesn't give %s any more; it did %s.", who, c.Item, by(c.Was))
	case GradeChanged:
		return fmt.Sprintf("That %s gives %s is now %s, no longer %s.", who, c.Item, c.Now, c.Was)
	case AmbientChanged:
		if c.Now == "ambient" {
			return fmt.Sprintf("%s gives %s with no cause at all now.", who, c.Item)
		}
		return fmt.Sprintf("%s gives %s only with a cause now.", who, c.Item)
	case WayAppeared:
		return fmt.Sprintf("%s gives %s also %s now.", who, c.Item, by(c.Now))
	case WayGone:
		if c.Open {
			return fmt.Sprintf("%s isn't known to give %s %s.", who, c.Item, by(c.Was))
		}
		return fmt.Sprintf("%s doesn't give %s %s any more.", who, c.Item, by(c.Was))
	case WayChanged:
		if c.Open {
			return fmt.Sprintf("%s gives %s %s, and isn't known to do so %s.", who, c.Item, by(c.Now), by(c.Was))
		}
		return fmt.Sprintf("%s gives %s %s now, no longer %s.", who, c.Item, by(c.Now), by(c.Was))
	case ClassChanged:
		if c.Open {
			return fmt.Sprintf("What is known to be interchangeable when %s gives %s: %s now, %s before.", who, c.Item, c.Now, c.Was)
		}
		return fmt.Sprintf("What is interchangeable when %s gives %s: %s now, %s before.", who, c.Item, c.Now, c.Was)
	case ChanceChanged:
		return fmt.Sprintf("The chance that %s gives %s is %s now, %s before.", who, c.Item, c.Now, c.Was)
	}
	return fmt.Sprintf("%s of %s and %s: %s now, %s before.", c.Kind, who, c.Item, c.Now, c.Was)
}

// by names a way, or several, as that by which something is had.
func by(ways string) string {
	if ways == "nothing" {
		return "without any item"
	}
	return "by " + ways
}

// Diff lists how the new graph differs from the old: items by name, then actions
// in the new graph's order and those that only the old one has, then the effects
// of each by item. Equal graphs give none, whatever order their effects, ways or
// classes are in. What is only noise of the evidence is no change: numbers of
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
	eachOf(old.Items, new.Items, func(i Item) string { return i.Name }, func(was, now *Item) {
		switch {
		case was == nil:
			out = append(out, Change{Kind: ItemAppeared, Item: now.Name})
		case now == nil:
			out = append(out, Change{Kind: ItemGone, Item: was.Name})
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
	eachOf(was.Effects, now.Effects, func(e Effect) string { return e.Item }, func(was, now *Effect) {
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
		about.Item = now.Item
		change(EffectAppeared, "", waysText(now.Ways))
		return out
	case now == nil:
		about.Item, about.Open = was.Item, !learned
		change(EffectGone, waysText(was.Ways), "")
		return out
	}
	about.Item = now.Item
	if a, b := standing(was), standing(now); a != b {
		change(GradeChanged, a, b)
	}
	switch {
	case now.Ambient && !was.Ambient:
		change(AmbientChanged, "", "ambient")
	case was.Ambient && !now.Ambient:
		change(AmbientChanged, "ambient", "")
	}
	open := now.Grade != Certified || now.Disputed
	diffWays(was.Ways, now.Ways, func(kind ChangeKind, was, now string) {
		about.Open = open && kind != WayAppeared
		change(kind, was, now)
	})
	about.Open = open
	if a, b := classesText(was.Classes), classesText(now.Classes); a != b {
		change(ClassChanged, a, b)
	}
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

// diffWays pairs the ways that are in one list only by the items they need.
func diffWays(old, new []Way, change func(kind ChangeKind, was, now string)) {
	only := func(a, b []Way) (out []Way) {
		for _, w := range a {
			if !slices.ContainsFunc(b, w.same) {
				out = append(out, w)
			}
		}
		slices.SortFunc(out, func(a, b Way) int { return strings.Compare(a.String(), b.String()) })
		return out
	}
	gone, came := only(old, new), only(new, old)
	for _, now := range came {
		i := slices.IndexFunc(gone, func(was Way) bool { return was.items() == now.items() })
		if i < 0 {
			change(WayAppeared, "", now.String())
			continue
		}
		change(WayChanged, gone[i].String(), now.String())
		gone = slices.Delete(gone, i, i+1)
	}
	for _, was := range gone {
		change(WayGone, was.String(), "")
	}
}

// sorted are the members, ascending by item.
func (w Way) sorted() []Member {
	return slices.SortedFunc(slices.Values(w.Members), func(a, b Member) int { return strings.Compare(a.Item, b.Item) })
}

// same reports whether v and w are the same but for their yields.
func (w Way) same(v Way) bool { return slices.Equal(w.sorted(), v.sorted()) }

// items identifies the set of items that the way needs.
func (w Way) items() string {
	var names []string
	for _, m := range w.sorted() {
		names = append(names, m.Item)
	}
	return fmt.Sprintf("%q", names)
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

func classesText(classes []Class) string {
	if len(classes) == 0 {
		return "nothing"
	}
	out := make([]string, len(classes))
	for i, c := range classes {
		out[i] = c.text()
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// text is the class as "1 of coal, log" or "2 of coal, log (mixed)".
func (c Class) text() string {
	s := fmt.Sprintf("%d of %s", c.Count, strings.Join(slices.Sorted(slices.Values(c.Items)), ", "))
	if c.Mixes {
		s += " (mixed)"
	}
	return s
}

// text is the interval as "0.5 (0.3 to 0.7)".
func (i Interval) text() string {
	return fmt.Sprintf("%.3g (%.3g to %.3g)", i.Estimate, i.Low, i.High)
}
