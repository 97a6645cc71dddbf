package bench

import (
	"context"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// notes keep what trials gave, so that a hypothesizer can be asked about loops that
// keep no history of their own. They belong to one goroutine.
type notes struct {
	spec    interaction.Spec
	items   []string
	index   map[string]int
	history map[interaction.Action]*discovery.History
}

func newNotes(spec interaction.Spec) *notes {
	return &notes{spec: spec, index: map[string]int{}, history: map[interaction.Action]*discovery.History{}}
}

// listen notes what passes through the runner.
func (n *notes) listen(r interaction.Runner) interaction.Runner {
	return interaction.RunnerFunc(func(ctx context.Context, trials []interaction.Trial) ([]interaction.Outcome, error) {
		out, err := r.Run(ctx, trials)
		for i, o := range out {
			if o.Status == interaction.Completed {
				n.add(trials[i], o)
			}
		}
		return out, err
	})
}

func (n *notes) number(item string) int {
	i, ok := n.index[item]
	if !ok {
		i = len(n.items)
		n.index[item] = i
		n.items = append(n.items, item)
	}
	return i
}

func (n *notes) add(t interaction.Trial, o interaction.Outcome) {
	var at discovery.Point
	for _, s := range t.Start.Stacks() {
		at = at.With(n.number(s.Item), s.Count)
	}
	amounts := func(stacks []interaction.Stack) []discovery.Amount {
		var out []discovery.Amount
		for _, s := range stacks {
			out = append(out, discovery.Amount{Item: n.number(s.Item), Count: s.Count})
		}
		return out
	}
	n.of(t.Action).Add(at, amounts(o.Consumed), amounts(o.Obtained))
}

func (n *notes) of(a interaction.Action) *discovery.History {
	if n.history[a] == nil {
		n.history[a] = discovery.NewHistory()
	}
	return n.history[a]
}

// view is what a hypothesizer may look at.
func (n *notes) view(a interaction.Action, effect string) discovery.View {
	v := discovery.View{Items: n.items, History: n.of(a), Effect: n.number(effect)}
	i := slices.IndexFunc(n.spec.Actions, func(s interaction.ActionSpec) bool { return s.ID == a })
	for _, item := range n.spec.Actions[i].Unlock {
		if k, ok := n.index[item]; ok {
			v.Unlock = append(v.Unlock, k)
		}
	}
	return v
}

// names are the items of these numbers.
func (n *notes) names(items []int) []string {
	out := make([]string, len(items))
	for i, k := range items {
		out[i] = n.items[k]
	}
	return out
}
