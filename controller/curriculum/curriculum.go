// Package curriculum proposes tasks to agents that teach themselves (an automatic curriculum; self-instruct in JARVIS-1,
// section 3.5), in the grammar of tasks that are given to them.
//
// The invariant it exists for: what is proposed is at the edge of what is known. It can be planned for by what is
// known, and it is new, was failed at, was seldom done, or joins what lies far apart.
package curriculum

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// Edge says in a word why a task is proposed.
type Edge string

// The edges of what is known, in the order in which they get their turns.
const (
	Fresh  Edge = "new"    // an item that can be had since lately: nobody set himself to get it yet
	Failed Edge = "failed" // the latest who tried it didn't solve it
	Rare   Edge = "rare"   // an item that was got more seldom than others
	Far    Edge = "far"    // two items at once that hardly anything else leads to both of
	Model  Edge = "model"  // a language model said so
)

// Proposal is a task, and why it is proposed.
type Proposal struct {
	controller.Task
	Edge Edge
}

// Curriculum proposes tasks. It is used by one goroutine at a time. The zero Curriculum asks no language model.
type Curriculum struct {
	// Complete, if set, is asked for half of the tasks.
	Complete controller.Complete
	// Proposed counts the tasks that were proposed, Dropped what the model said that is no task, or none that can be
	// planned for, up to the last that was taken, and Unanswered how often it couldn't be asked.
	Proposed, Dropped, Unanswered int
}

// most is how many items are looked at for what lies far apart, those of the highest tech levels.
const most = 64

// Propose proposes up to n different tasks by what is known and what was tried before. The same is proposed each time, but
// for what a model says. Its error is ctx's.
func (c *Curriculum) Propose(ctx context.Context, g *graphstore.Graph, tried []graphstore.TaskEntry, n int) ([]Proposal, error) {
	planner, err := controller.NewExact(g, controller.DefaultConfig())
	if err != nil {
		return nil, err
	}
	b := board{grammar: controller.Grammar{Factors: items(g)}, planner: planner, taken: map[string]bool{}}
	if len(b.grammar.Factors) == 0 {
		return nil, ctx.Err()
	}
	lists := edges(g, tried)
	var out []Proposal
	if c.Complete != nil {
		for _, text := range c.ask(ctx, g, tried, (n+1)/2) {
			if len(out) == (n+1)/2 {
				break // what nobody is set to do remains for others to propose
			}
			p, state := b.enter(ctx, text, Model)
			switch state {
			case entered:
				out = append(out, p)
			case unfit:
				c.Dropped++
			}
		}
	}
	for more := true; more && len(out) < n && ctx.Err() == nil; {
		more = false
		for i := range lists {
			for found := false; !found && len(lists[i].texts) > 0 && len(out) < n; {
				p, state := b.enter(ctx, lists[i].texts[0], lists[i].edge)
				if found = state == entered; found {
					out = append(out, p)
				}
				lists[i].texts, more = lists[i].texts[1:], true
			}
		}
	}
	c.Proposed += len(out)
	return out, ctx.Err()
}

// board is what is proposed in a round.
type board struct {
	grammar controller.Grammar
	planner controller.Planner
	taken   map[string]bool
}

// state is what became of a text on the board.
type state int

const (
	entered state = iota
	unfit         // it is no task, or none that can be planned for
	twice         // it is there already
)

// enter makes a proposal of the text, if it is entered.
func (b *board) enter(ctx context.Context, text string, edge Edge) (Proposal, state) {
	task, err := b.grammar.Parse(ctx, text)
	if err != nil || len(task.Given) > 0 {
		return Proposal{}, unfit
	}
	if b.taken[task.String()] {
		return Proposal{}, twice
	}
	if _, err := controller.PlanTask(ctx, b.planner, interaction.State{}, task); err != nil {
		return Proposal{}, unfit
	}
	b.taken[task.String()] = true
	task.Text = task.String()
	return Proposal{task, edge}, entered
}

// items are those that can be had by what is known.
func items(g *graphstore.Graph) (out []string) {
	for _, f := range g.Factors {
		if f.Kind == interaction.Item && f.Level > 0 {
			out = append(out, f.Name)
		}
	}
	return out
}

// list are texts of tasks at one edge, the foremost first.
type list struct {
	edge  Edge
	texts []string
}

// edges are the tasks at each edge.
func edges(g *graphstore.Graph, tried []graphstore.TaskEntry) []list {
	level := map[string]int{}
	for _, f := range g.Factors {
		level[f.Name] = f.Level
	}
	solved, latest := map[string]int{}, map[string]graphstore.TaskEntry{}
	order := map[string]int{}
	for i, t := range tried {
		latest[t.Task], order[t.Task] = t, i
		if t.Solved {
			solved[t.Task]++
		}
	}
	var fresh, failed, rare []string
	for _, name := range items(g) {
		text := one(name)
		switch t, ok := latest[text]; {
		case !ok:
			fresh = append(fresh, text)
		case t.Solved:
			rare = append(rare, text)
		}
	}
	for text, t := range latest {
		if !t.Solved {
			failed = append(failed, text)
		}
	}
	named := func(text string) string { return strings.TrimPrefix(text, "1 ") }
	slices.SortStableFunc(fresh, func(a, b string) int { return cmp.Compare(level[named(a)], level[named(b)]) })
	slices.SortFunc(failed, func(a, b string) int { return order[a] - order[b] }) // who waits longest comes first
	slices.SortStableFunc(rare, func(a, b string) int {
		return cmp.Or(solved[a]-solved[b], level[named(b)]-level[named(a)])
	})
	return []list{{Fresh, fresh}, {Failed, failed}, {Rare, rare}, {Far, far(g, latest)}}
}

// one is the task of getting one of an item, as [controller.Task] says it.
func one(item string) string { return "1 " + item }

// far are tasks of getting two items, one of each, that weren't set before: first those of which the smallest share of
// what leads to either leads to both, and among these the highest levels.
func far(g *graphstore.Graph, latest map[string]graphstore.TaskEntry) (out []string) {
	var all []graphstore.Factor
	for _, f := range g.Factors {
		if f.Kind == interaction.Item && f.Level > 0 {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b graphstore.Factor) int { return b.Level - a.Level })
	all = all[:min(len(all), most)]
	leads := ancestors(g)
	type pair struct {
		text   string
		share  float64
		levels int
	}
	var pairs []pair
	for i, a := range all {
		for _, b := range all[:i] {
			text := one(b.Name) + ", " + one(a.Name)
			if _, set := latest[text]; set {
				continue
			}
			both := 0
			for f := range leads[a.Name] {
				if leads[b.Name][f] {
					both++
				}
			}
			either := len(leads[a.Name]) + len(leads[b.Name]) - both
			pairs = append(pairs, pair{text, float64(both) / float64(max(1, either)), a.Level + b.Level})
		}
	}
	slices.SortStableFunc(pairs, func(p, q pair) int {
		return cmp.Or(cmp.Compare(p.share, q.share), q.levels-p.levels)
	})
	for _, p := range pairs {
		out = append(out, p.text)
	}
	return out
}

// ancestors are, of each factor, itself and the factors that ways to it need, and ways to these, and so on.
func ancestors(g *graphstore.Graph) map[string]map[string]bool {
	needs := map[string]map[string]bool{}
	for _, f := range g.Factors {
		needs[f.Name] = map[string]bool{f.Name: true}
	}
	for grown := true; grown; {
		grown = false
		for _, a := range g.Actions {
			for _, e := range a.Effects {
				for _, w := range e.Ways {
					for _, m := range w.Members {
						for _, f := range m.Factors {
							for x := range needs[f] {
								if needs[e.Factor] != nil && !needs[e.Factor][x] {
									needs[e.Factor][x], grown = true, true
								}
							}
						}
					}
				}
			}
		}
	}
	return needs
}

// longestAnswer is how much of a model's answer is read, in bytes, and mostLines how many lines.
const longestAnswer, mostLines = 8000, 50

// ask has the model say tasks, a line each; none, if it can't be asked.
func (c *Curriculum) ask(ctx context.Context, g *graphstore.Graph, tried []graphstore.TaskEntry, n int) (out []string) {
	var said strings.Builder
	for _, t := range tried[max(0, len(tried)-mostLines):] {
		end := "solved"
		if !t.Solved {
			end = "not solved"
		}
		fmt.Fprintf(&said, "%s: %s\n", t.Task, end)
	}
	answer, err := c.Complete(ctx, fmt.Sprintf(`An agent teaches itself in a world where things are made of others. Say up to %d tasks for it, one on each line, that
it can learn most from: new ones, those it failed at, those that join what lies far apart. A line is of this grammar:
task = goal { "then" goal }
goal = [ quantity ] item { "and" [ quantity ] item }
Only these things can be had by what is known: %s.
Tried lately:
%sAnswer with the lines and nothing else.
`, n, strings.Join(items(g), ", "), said.String()))
	if err != nil {
		if !errors.Is(err, ctx.Err()) {
			c.Unanswered++
		}
		return nil
	}
	for line := range strings.Lines(answer[:min(len(answer), longestAnswer)]) {
		if line = strings.Trim(strings.TrimSpace(line), "-*`\"' "); line != "" && len(out) < mostLines {
			out = append(out, line)
		}
	}
	return out
}
