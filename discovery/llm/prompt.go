package llm

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// episode is the data that a prompt shows: of one action and one effect. The
// examples are episodes, too, so that both have one form.
type episode struct {
	effect int
	trials []trials
	listed []int       // factors after which the action could be chosen
	states []int       // facts and vitals: factors that nothing uses up
	kept   map[int]int // among others effects, how many need the factor and keep it
	others int
	failed []discovery.Failure
}

// trials are those from one start.
type trials struct {
	present     []int // ascending
	tries, came int
	used        []interaction.Level
	gave        [2]int // least and most of the effect that came
}

// Most records that a prompt shows, of each kind. An exploration asks early, when
// there are few; later ones repeat each other.
const mostHits, mostMisses = 8, 8

// newEpisode picks what a prompt shows: starts from which the effect came, those
// with the fewest factors first, and those from which it didn't, those with the most.
func newEpisode(v discovery.View, effect int) episode {
	e := episode{effect: v.Effect, listed: v.Unlock, kept: v.Kept, others: v.Others, failed: v.Failed}
	for i, f := range v.Factors {
		if f.Kind != interaction.Item {
			e.states = append(e.states, i)
		}
	}
	var hits, misses []*discovery.Record
	for _, r := range v.History.Records() {
		switch {
		case r.Hits(effect).Hits > 0:
			hits = append(hits, r)
		case r.Trials > 0 && !r.Full(effect):
			misses = append(misses, r)
		}
	}
	pick := func(from []*discovery.Record, n int, better func(a, b *discovery.Record) int) map[*discovery.Record]bool {
		from = slices.Clone(from)
		slices.SortStableFunc(from, better)
		out := map[*discovery.Record]bool{}
		for _, r := range from[:min(n, len(from))] {
			out[r] = true
		}
		return out
	}
	show := pick(hits, mostHits, func(a, b *discovery.Record) int { return cmp.Compare(a.At.Size(), b.At.Size()) })
	maps.Copy(show, pick(misses, mostMisses, func(a, b *discovery.Record) int {
		return cmp.Or(cmp.Compare(b.At.Size(), a.At.Size()), cmp.Compare(b.Trials, a.Trials))
	}))
	for _, r := range v.History.Records() {
		if !show[r] {
			continue
		}
		t := trials{tries: r.Trials, came: r.Hits(effect).Hits}
		for i := range r.At.All() {
			t.present = append(t.present, i)
		}
		if t.came > 0 {
			t.used, _ = r.Used(effect)
			g := r.Given(effect)
			t.gave = [2]int{g.Least, g.Most}
		}
		e.trials = append(e.trials, t)
	}
	return e
}

// things are the factors that the episode mentions, ascending.
func (e episode) things() []int {
	seen := map[int]bool{e.effect: true}
	for _, t := range e.trials {
		for _, i := range t.present {
			seen[i] = true
		}
		for _, u := range t.used {
			seen[u.Factor] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// text writes the episode: the form that [role] explains.
func (e episode) text(l legend) string {
	var b strings.Builder
	things := e.things()
	fmt.Fprintf(&b, "Things: %s\nEffect: %s\nTrials:\n", l.list(things), l.code[e.effect])
	for n, t := range e.trials {
		fmt.Fprintf(&b, "%d. present: %s; tries: %d; came: %d", n+1, present(l, things, t.present), t.tries, t.came)
		if t.came > 0 {
			used := "nothing"
			if len(t.used) > 0 {
				var parts []string
				for _, u := range t.used {
					parts = append(parts, fmt.Sprintf("%s %d", l.code[u.Factor], u.Level))
				}
				used = strings.Join(parts, ", ")
			}
			fmt.Fprintf(&b, "; used up: %s; gave: %d", used, t.gave[0])
			if t.gave[1] > t.gave[0] {
				fmt.Fprintf(&b, " to %d", t.gave[1])
			}
		}
		b.WriteByte('\n')
	}
	mentioned := func(i int) bool { return l.code[i] != "" }
	if states := slices.DeleteFunc(slices.Clone(e.states), func(i int) bool { return !mentioned(i) }); len(states) > 0 {
		fmt.Fprintf(&b, "Conditions, which nothing uses up: %s\n", l.list(states))
	}
	if listed := slices.DeleteFunc(slices.Clone(e.listed), func(i int) bool { return !mentioned(i) }); len(listed) > 0 {
		slices.Sort(listed)
		fmt.Fprintf(&b, "On offer since these were seen: %s\n", l.list(listed))
	}
	var kept []string
	for _, i := range slices.Sorted(maps.Keys(e.kept)) {
		if mentioned(i) && e.kept[i] > 0 {
			kept = append(kept, fmt.Sprintf("%s %d", l.code[i], e.kept[i]))
		}
	}
	if len(kept) > 0 {
		fmt.Fprintf(&b, "Needed and kept elsewhere, among %d: %s\n", e.others, strings.Join(kept, ", "))
	}
	for _, f := range e.failed {
		if !slices.ContainsFunc(f.Causes, func(i int) bool { return !mentioned(i) }) {
			fmt.Fprintf(&b, "Refuted: %s, as the effect never came in %d tries with all of them present\n", l.answer(f.Causes, e.effect), f.Misses)
		}
	}
	return b.String()
}

// present lists what is there, or what isn't where that is shorter.
func present(l legend, things, there []int) string {
	var absent []int
	for _, i := range things {
		if _, found := slices.BinarySearch(there, i); !found {
			absent = append(absent, i)
		}
	}
	switch {
	case len(there) == 0:
		return "nothing"
	case len(absent) == 0:
		return "all"
	case len(absent) < len(there):
		return "all but " + l.list(absent)
	}
	return l.list(there)
}

// promptVersion changes with the wording: another prompt gets other answers.
const promptVersion = 1

// role is the first two parts of the prompt, and the third: who the model is, what
// the task is, and what the codes are (figure 3.2 and appendix D.1, in our words).
const role = `You find causes in records of experiments. You are careful, you reason from the records alone, and you say what follows from them.

The task. Somebody chooses which things are present, does one and the same act, and writes down what came of it. You are asked which things the act needs to bring about one effect: the causes. A thing is a cause if the effect can't come without it.
- Some causes are used up when the effect comes; others are only needed to be there, and stay.
- Where all causes are present the effect may still fail to come, by chance. Where one is missing it never comes.
- What was present is not for that reason a cause: most things are there without a part in it.
- If the effect came once without a thing, that thing is not a cause.
- There may be several ways to the effect. If the successes have too little in common to explain the failures, say what the success with the least present needed.
- What was used up every time the effect came is nearly always a cause.
- If the effect failed many times and came once something new was present, a cause is among what is new.
- A line "On offer since these were seen" names things that had to be seen before the act could be chosen. They are likely causes.
- A line "Needed and kept elsewhere" counts how often other acts need a thing without using it up.
- A line "Refuted" is an earlier answer that more tries have shown to lack a cause. Don't give it again: name what it lacks.

The names. Every thing has a code of one or more consonants. Codes say nothing about the things, and differ from question to question. Use no other names.

The answer. Reason in a few short sentences. Then write the answer on a line of its own in the form {causes; effect}, such as {b, d; k}, or {; k} if nothing is needed. Where a reply has to be JSON, write {"reasoning": "...", "causes": ["b", "d"], "effect": "k"}.

The examples are from a made-up perfumery.`

// examples are the fourth part: questions of an invented domain with reasoning.
// They have nothing in common with any world. Factors count from 0: b, c, d, ...
var examples = []struct {
	episode episode
	reason  string
	causes  []int
}{
	{
		episode{effect: 5, trials: []trials{
			{present: []int{0, 1, 2, 3, 4}, tries: 2, came: 2, used: []interaction.Level{{Factor: 0, Level: 2}, {Factor: 2, Level: 1}}, gave: [2]int{1, 1}},
			{present: []int{0, 2, 3}, tries: 3, came: 0},
			{present: []int{0, 1, 2}, tries: 1, came: 1, used: []interaction.Level{{Factor: 0, Level: 2}, {Factor: 2, Level: 1}}, gave: [2]int{1, 1}},
		}},
		"Every success used up b and d, so both are causes. Trial 2 had both and failed three times, so something is lacking there: c or g. Trial 3 came without f and g, so neither is a cause. What is left is c, which stays.",
		[]int{0, 1, 2},
	},
	{
		episode{effect: 3, trials: []trials{
			{present: []int{0, 1}, tries: 4, came: 0},
			{present: []int{0, 1, 2}, tries: 3, came: 2, gave: [2]int{1, 3}},
		}, kept: map[int]int{2: 4}, others: 6},
		"Nothing is used up. With b and c alone it failed four times, and it came as soon as d was there, so d is a cause; the one failure with d is chance. Elsewhere d is needed and kept as well. Nothing speaks for b or c.",
		[]int{2},
	},
	{
		episode{effect: 0, trials: []trials{
			{present: nil, tries: 5, came: 2, gave: [2]int{1, 1}},
		}},
		"It came with nothing present, so nothing is needed; the failures are chance.",
		nil,
	},
}

// messages is the whole prompt: role, task and names; the examples as turns; the
// data.
func messages(e episode, l legend) []Message {
	out := []Message{{Role: "system", Text: role}}
	for _, x := range examples {
		xl := newLegend(x.episode.things(), nil)
		out = append(out, Message{Role: "user", Text: x.episode.text(xl)},
			Message{Role: "assistant", Text: x.reason + "\n" + xl.answer(x.causes, x.episode.effect)})
	}
	return append(out, Message{Role: "user", Text: e.text(l)})
}

// mostEnum is how many codes a schema lists; servers bound the size of schemas.
const mostEnum = 400

// schema is the form of a structured answer: only codes that there are.
func schema(l legend, things []int, effect int) json.RawMessage {
	codeForm := map[string]any{"type": "string"}
	if len(things) <= mostEnum {
		var names []string
		for _, i := range things {
			names = append(names, l.code[i])
		}
		codeForm["enum"] = names
	}
	b, err := json.Marshal(map[string]any{
		"type": "object",
		"properties": map[string]any{
			"reasoning": map[string]any{"type": "string"},
			"causes":    map[string]any{"type": "array", "items": codeForm},
			"effect":    map[string]any{"type": "string", "enum": []string{l.code[effect]}},
		},
		"required":             []string{"reasoning", "causes", "effect"},
		"additionalProperties": false,
	})
	if err != nil { // strings and maps always marshal
		panic(err)
	}
	return b
}
