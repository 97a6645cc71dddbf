package graphstore_test

import (
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// called makes a graph of actions with these labels, in order.
func called(labels ...string) *graphstore.Graph {
	g := &graphstore.Graph{}
	for i, l := range labels {
		g.Actions = append(g.Actions, graphstore.Action{ID: interaction.ActionName(i), Label: l, Learned: true,
			Effects: []graphstore.Effect{{Factor: l, Grade: graphstore.Certified}}})
	}
	return g
}

// TestAlign: actions that moved are the same, one that is gone is nobody else's, and without
// labels names count.
func TestAlign(t *testing.T) {
	old, new := called("dig", "bake", "sing"), called("brew", "dig", "sing")
	aligned, shared := graphstore.Align(old, new)
	if shared != 2 || aligned.Actions[0].ID != "b" || aligned.Actions[2].ID != "c" || new.Action(aligned.Actions[1].ID) != nil {
		t.Errorf("%d shared, %+v", shared, aligned.Actions)
	}
	if old.Actions[0].ID != "a" {
		t.Error("the old graph was changed")
	}
	kinds := map[graphstore.ChangeKind]int{}
	for _, c := range graphstore.Diff(aligned, new) {
		kinds[c.Kind]++
	}
	if kinds[graphstore.EffectAppeared] != 1 || kinds[graphstore.EffectGone] != 1 || kinds[graphstore.ActionLearned] != 1 || kinds[graphstore.ActionUnlearned] != 1 || len(kinds) != 4 {
		t.Errorf("the changes are %v", kinds)
	}
	if same, shared := graphstore.Align(called("dig", ""), called("dig", "bake")); shared != 2 || same.Actions[1].ID != "b" {
		t.Errorf("without a label %d are shared: %+v", shared, same.Actions)
	}
	if _, shared := graphstore.Align(called("dig", "bake"), called("walk", "talk")); shared != 0 {
		t.Errorf("of another game %d are shared", shared)
	}
}
