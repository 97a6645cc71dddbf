package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/audit"
	"github.com/adam-discovery/adam/interaction"
)

type knownIn struct {
	Find  string `json:"find,omitempty" jsonschema:"only names that contain this"`
	Level int    `json:"level,omitempty" jsonschema:"only this level; 0: all"`
	Limit int    `json:"limit,omitempty" jsonschema:"how many items to list; 0: 40"`
}

type knownOut struct {
	World     string      `json:"world"`
	Items     int         `json:"items" jsonschema:"how many are known"`
	Actions   int         `json:"actions" jsonschema:"how many the world has"`
	Certified int         `json:"certified" jsonschema:"how many actions have all their effects certified"`
	Listed    []knownItem `json:"listed"`
	More      int         `json:"more,omitempty" jsonschema:"how many more there are: use find, level or limit"`
}

type knownItem struct {
	Name  string   `json:"name"`
	Kind  string   `json:"kind,omitempty" jsonschema:"fact or vital; left out for items"`
	Level int      `json:"level,omitempty" jsonschema:"left out where no way from nothing is known"`
	By    []string `json:"by,omitempty" jsonschema:"the first few actions that give it"`
}

func known(_ context.Context, q *question, in knownIn) (knownOut, error) {
	if in.Limit < 0 || in.Level < 0 {
		return knownOut{}, errors.New("limit and level can't be negative")
	}
	out := knownOut{World: named(q.graph.World), Items: len(q.graph.Factors), Actions: len(q.graph.Actions), Listed: []knownItem{}}
	by := map[string][]string{}
	for i := range q.graph.Actions {
		a := &q.graph.Actions[i]
		all := len(a.Effects) > 0
		for _, e := range a.Effects {
			all = all && e.Grade == graphstore.Certified && !e.Disputed
			by[e.Factor] = append(by[e.Factor], label(a))
		}
		if all {
			out.Certified++
		}
	}
	factors := slices.Clone(q.graph.Factors)
	slices.SortStableFunc(factors, func(a, b graphstore.Factor) int {
		if (a.Level == 0) != (b.Level == 0) {
			return b.Level - a.Level
		}
		return a.Level - b.Level
	})
	for _, f := range factors {
		if in.Level != 0 && f.Level != in.Level || !strings.Contains(f.Name, in.Find) {
			continue
		}
		x := knownItem{Name: named(f.Name), Level: f.Level}
		if f.Kind != interaction.Item {
			x.Kind = f.Kind.String()
		}
		x.By, _ = cut(by[f.Name], 3)
		out.Listed = append(out.Listed, x)
	}
	most := in.Limit
	if most == 0 {
		most = 40
	}
	out.Listed, out.More = cut(out.Listed, most)
	return out, nil
}

type itemIn struct {
	Name string `json:"name" jsonschema:"the item, such as iron_ingot"`
}

type itemOut struct {
	Name    string   `json:"name"`
	Level   int      `json:"level,omitempty"`
	Ways    []wayOut `json:"ways"`
	GoodFor []string `json:"good_for"`
	More    int      `json:"more,omitempty" jsonschema:"how many ways and uses are left out"`
}

type wayOut struct {
	Action string  `json:"action"`
	Needs  string  `json:"needs" jsonschema:"what has to be there; (kept) isn't used up"`
	Gives  string  `json:"gives" jsonschema:"how many at once"`
	Grade  string  `json:"grade"`
	Chance float64 `json:"chance" jsonschema:"how often it comes when the needs are there, as estimated"`
}

func item(_ context.Context, q *question, in itemIn) (itemOut, error) {
	name, err := q.factor(in.Name)
	if err != nil {
		return itemOut{}, err
	}
	out := itemOut{Name: named(name), Level: q.graph.Factor(name).Level, Ways: []wayOut{}, GoodFor: []string{}}
	for i := range q.graph.Actions {
		a := &q.graph.Actions[i]
		for _, e := range a.Effects {
			grade := e.Grade.String()
			if e.Disputed {
				grade = "disputed"
			}
			if e.Factor == name && len(e.Ways) == 0 {
				out.Ways = append(out.Ways, wayOut{label(a), "unknown", "?", grade, e.Chance.Estimate})
			}
			for _, w := range e.Ways {
				if e.Factor == name {
					out.Ways = append(out.Ways, wayOut{label(a), named(w.String()), w.Yield.Text(), grade, e.Chance.Estimate})
				}
				if w.Members.Overlaps([]string{name}) {
					out.GoodFor = append(out.GoodFor, fmt.Sprintf("%s: %s -> %s", label(a), named(w.String()), named(e.Factor)))
				}
			}
		}
	}
	var more int
	out.Ways, out.More = cut(out.Ways, 20)
	out.GoodFor, more = cut(out.GoodFor, 20)
	out.More += more
	return out, nil
}

type planIn struct {
	Goal string `json:"goal" jsonschema:"what to get, such as: iron_pickaxe, or: 8 planks and 1 fence"`
	Have string `json:"have,omitempty" jsonschema:"what there is already, such as: 3 log, 2 stick"`
}

type planOut struct {
	Possible bool      `json:"possible"`
	Actions  float64   `json:"actions" jsonschema:"how many actions it takes on average"`
	Optimal  bool      `json:"optimal" jsonschema:"no plan takes fewer"`
	Steps    []stepOut `json:"steps"`
	Missing  []string  `json:"missing,omitempty" jsonschema:"why it can't be had"`
}

type stepOut struct {
	Action string `json:"action"`
	Times  int    `json:"times" jsonschema:"how many successes are needed"`
	Needs  string `json:"needs"`
	Gives  string `json:"gives"`
	Grade  string `json:"grade"`
}

// planTime bounds how long is thought about a plan.
const planTime = 20 * time.Second

func plan(ctx context.Context, q *question, in planIn) (planOut, error) {
	out := planOut{Steps: []stepOut{}}
	names := make([]string, len(q.graph.Factors))
	for i, f := range q.graph.Factors {
		names[i] = f.Name
	}
	grammar := controller.Grammar{Factors: names}
	task, err := grammar.Parse(ctx, in.Goal)
	if err != nil {
		return out, errors.New(named(err.Error()))
	}
	have, err := grammar.Start(in.Have)
	if err != nil {
		return out, errors.New(named(err.Error()))
	}
	p, err := controller.NewExact(q.graph, controller.DefaultConfig())
	if err != nil {
		return out, err
	}
	ctx, cancel := context.WithTimeout(ctx, planTime)
	defer cancel()
	plans, err := controller.PlanTask(ctx, p, have, task)
	var u *controller.Unreachable
	if errors.As(err, &u) {
		for _, m := range u.Missing {
			out.Missing = append(out.Missing, named(m.Factor+": "+m.Why))
		}
		return out, nil
	}
	if err != nil {
		return out, err
	}
	out.Possible, out.Optimal = true, true
	for _, p := range plans {
		out.Actions += p.Cost
		out.Optimal = out.Optimal && p.Optimal
		for _, s := range p.Steps {
			name := string(s.Action)
			if s.Label != "" {
				name = named(s.Label)
			}
			out.Steps = append(out.Steps, stepOut{name, s.Times, named(s.Way.String()), named(interaction.FormatAmounts(s.Results())), s.Grade.String()})
		}
	}
	return out, nil
}

type whyIn struct {
	Item   string `json:"item" jsonschema:"the item"`
	Action string `json:"action,omitempty" jsonschema:"only this action; empty: all that give it"`
	Trials int    `json:"trials,omitempty" jsonschema:"how many trials of each kind to list; 0: 1"`
}

type whyOut struct {
	Evidence string `json:"evidence"`
}

// evidenceLines bounds an answer to why.
const evidenceLines = 60

// action is the first action of that label or ID; nil: there is none.
func (q *question) action(name string) *graphstore.Action {
	for i := range q.graph.Actions {
		if a := &q.graph.Actions[i]; label(a) == name || string(a.ID) == name {
			return a
		}
	}
	return nil
}

func why(ctx context.Context, q *question, in whyIn) (whyOut, error) {
	name, err := q.factor(in.Item)
	if err != nil {
		return whyOut{}, err
	}
	if in.Trials < 0 {
		return whyOut{}, errors.New("trials can't be negative")
	}
	most := max(1, min(in.Trials, 100))
	if a := q.action(in.Action); a != nil && !slices.ContainsFunc(a.Effects, func(e graphstore.Effect) bool { return e.Factor == name }) {
		return whyOut{}, fmt.Errorf("%s isn't known to give %s", label(a), named(name))
	}
	x, err := graphstore.Why(ctx, q.ledger, interaction.Action(in.Action), name, most)
	if err != nil {
		return whyOut{}, errors.New(named(err.Error()))
	}
	lines, more := cut(strings.Split(strings.TrimSpace(x.String()), "\n"), evidenceLines)
	for i, l := range lines {
		lines[i] = named(l)
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("... and %d more lines: name an action", more))
	}
	return whyOut{strings.Join(lines, "\n")}, nil
}

type whatIfIn struct {
	Without []string `json:"without,omitempty" jsonschema:"items or actions that wouldn't be there"`
	Given   []string `json:"given,omitempty" jsonschema:"items that would be there from the start"`
}

type whatIfOut struct {
	Lost   []string `json:"lost" jsonschema:"items that could not be had any more by what is proven; a way may say that it perhaps needs something"`
	Gained []string `json:"gained" jsonschema:"items that could be had in addition"`
	More   int      `json:"more,omitempty" jsonschema:"how many more of both there are"`
}

func whatIf(_ context.Context, q *question, in whatIfIn) (whatIfOut, error) {
	out := whatIfOut{Lost: []string{}, Gained: []string{}}
	if len(in.Without)+len(in.Given) == 0 {
		return out, errors.New("say what wouldn't be there (without), or what would (given)")
	}
	items, actions, given := map[string]bool{}, map[interaction.Action]bool{}, map[string]bool{}
	for _, name := range in.Without {
		found := false
		for i := range q.graph.Actions {
			if a := &q.graph.Actions[i]; label(a) == name || string(a.ID) == name {
				actions[a.ID], found = true, true
			}
		}
		if found {
			continue
		}
		f, err := q.factor(name)
		if err != nil {
			return out, fmt.Errorf("neither an item nor an action: %w", err)
		}
		items[f] = true
	}
	for _, name := range in.Given {
		f, err := q.factor(name)
		if err != nil {
			return out, err
		}
		if items[f] {
			return out, fmt.Errorf("%q can't be both without and given", named(f))
		}
		given[f] = true
	}
	now, then := q.reach(nil, nil, nil), q.reach(items, actions, given)
	for _, f := range q.graph.Factors {
		switch {
		case now[f.Name] && !then[f.Name]:
			out.Lost = append(out.Lost, named(f.Name))
		case !now[f.Name] && then[f.Name]:
			out.Gained = append(out.Gained, named(f.Name))
		}
	}
	const most = 100
	var more int
	out.Lost, out.More = cut(out.Lost, most)
	out.Gained, more = cut(out.Gained, most)
	out.More += more
	return out, nil
}

// reach is what can be had from what is given, or from nothing, by ways that are at least
// proven. Facts and vitals that no action raises are taken to be there, as the audit does.
func (q *question) reach(without map[string]bool, not map[interaction.Action]bool, given map[string]bool) map[string]bool {
	have, raised := map[string]bool{}, map[string]bool{}
	for _, a := range q.graph.Actions {
		for _, e := range a.Effects {
			raised[e.Factor] = true
		}
	}
	for _, f := range q.graph.Factors {
		have[f.Name] = !without[f.Name] && (given[f.Name] || f.Kind != interaction.Item && !raised[f.Name])
	}
	for changed := true; changed; {
		changed = false
		for _, a := range q.graph.Actions {
			for _, e := range a.Effects {
				if have[e.Factor] || without[e.Factor] || not[a.ID] || e.Grade < graphstore.Proven {
					continue
				}
				if slices.ContainsFunc(e.Ways, func(w graphstore.Way) bool {
					return !slices.ContainsFunc(w.Members, func(m graphstore.Member) bool {
						return !slices.ContainsFunc(m.Factors, func(f string) bool { return have[f] })
					})
				}) {
					have[e.Factor], changed = true, true
				}
			}
		}
	}
	return have
}

type noIn struct{}

type cantOut struct {
	OutOfReach []string    `json:"out_of_reach" jsonschema:"no known way leads to them from nothing"`
	WayUnknown []string    `json:"way_unknown" jsonschema:"they were seen, but what they need isn't known yet"`
	NotLearned []reasonOut `json:"not_learned" jsonschema:"actions that aren't learned, by reason"`
	More       int         `json:"more,omitempty" jsonschema:"how many more there are in all"`
}

type reasonOut struct {
	Reason  string   `json:"reason"`
	Count   int      `json:"count"`
	Actions []string `json:"actions" jsonschema:"the first few"`
}

func cantBeHad(_ context.Context, q *question, _ noIn) (cantOut, error) {
	r := audit.New(q.graph)
	out := cantOut{OutOfReach: []string{}, WayUnknown: []string{}, NotLearned: []reasonOut{}}
	for _, n := range r.Unreachable {
		out.OutOfReach = append(out.OutOfReach, named(n))
	}
	for _, n := range r.Unexplained {
		out.WayUnknown = append(out.WayUnknown, named(n))
	}
	for _, r := range q.graph.NotLearned() {
		x := reasonOut{Reason: named(r.Reason), Count: len(r.Members)}
		for _, i := range r.Members[:min(10, len(r.Members))] {
			x.Actions = append(x.Actions, label(&q.graph.Actions[i]))
		}
		out.NotLearned = append(out.NotLearned, x)
	}
	var a, b, c int
	out.OutOfReach, a = cut(out.OutOfReach, 50)
	out.WayUnknown, b = cut(out.WayUnknown, 50)
	out.NotLearned, c = cut(out.NotLearned, 20)
	out.More = a + b + c
	return out, nil
}
