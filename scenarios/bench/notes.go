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
	spec       interaction.Spec
	vocabulary *interaction.Vocabulary
	history    map[interaction.Action]*discovery.History
}

func newNotes(spec interaction.Spec) *notes {
	return &notes{spec, interaction.NewVocabulary(plenty, spec.Factors), map[interaction.Action]*discovery.History{}}
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

func (n *notes) add(t interaction.Trial, o interaction.Outcome) {
	at := n.vocabulary.Adopt(o.Start)
	var after []interaction.Level
	for _, c := range o.Changes {
		after = append(after, interaction.Level{Factor: n.vocabulary.Add(c.Factor), Level: c.To})
	}
	n.of(t.Action).Add(at, after)
}

func (n *notes) of(a interaction.Action) *discovery.History {
	if n.history[a] == nil {
		n.history[a] = discovery.NewHistory(n.vocabulary)
	}
	return n.history[a]
}

// view is what a hypothesizer may look at.
func (n *notes) view(a interaction.Action, effect string) discovery.View {
	v := discovery.View{Factors: n.vocabulary.Factors(), History: n.of(a), Effect: n.vocabulary.Add(effect)}
	i := slices.IndexFunc(n.spec.Actions, func(s interaction.ActionSpec) bool { return s.ID == a })
	for _, name := range n.spec.Actions[i].Unlock {
		if k, ok := n.vocabulary.Index(name); ok {
			v.Unlock = append(v.Unlock, k)
		}
	}
	return v
}

// names are the factors of these numbers.
func (n *notes) names(factors []int) []string {
	out := make([]string, len(factors))
	for i, k := range factors {
		out[i] = n.vocabulary.Name(k)
	}
	return out
}
