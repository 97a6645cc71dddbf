package scenarios

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// DriftAfter is after how many acts the rules change when [ParseDrift] isn't told:
// in the middle of most tasks of the embedded worlds.
const DriftAfter = 20

// ErrDrift is wrapped by the error of [ParseDrift] when the text is no drift.
var ErrDrift = errors.New("no such drift")

// ParseDrift reads "SEED" or "SEED:AFTER", such as "7:40": the seed of [NewDrift],
// and after how many acts the rules change.
func ParseDrift(text string) (seed uint64, after int, err error) {
	first, second, given := strings.Cut(text, ":")
	seed, err = strconv.ParseUint(first, 10, 64)
	after = DriftAfter
	if given && err == nil {
		after, err = strconv.Atoi(second)
	}
	if err != nil || after < 0 {
		return 0, 0, fmt.Errorf("%w %q: it is SEED or SEED:AFTER, such as 7:%d", ErrDrift, text, DriftAfter)
	}
	return seed, after, nil
}

// NewDrift makes a change of rules that whoever is on the way to the goal runs into:
// one recipe on a shortest way to it takes something else, such that nothing that
// sufficed for it before still does, and the goal can be had all the same, by actions
// that are listed. Items, actions and hints stay. It returns the change in a line for
// people, too. Its errors are those of [Mutate].
func NewDrift(f *sim.File, goal string, seed uint64, after int) (sim.Drift, string, error) {
	goal, err := ResolveGoal(f, goal)
	if err != nil {
		return sim.Drift{}, "", err
	}
	have := obtainable(sim.Reach(f, false))
	path := NewTruth(f).Path(goal)
	rnd := rand.New(rand.NewPCG(seed, 0))
	kinds := [...]func(*edit) string{(*edit).swapIngredient, (*edit).addIngredient, (*edit).changeCount}
	for range tries {
		e := &edit{file: clone(f), rnd: rnd, path: path}
		line := kinds[rnd.IntN(len(kinds))](e)
		if line == "" || e.file.Validate() != nil || !slices.Equal(e.file.AllFactors(), f.AllFactors()) ||
			sim.Reach(e.file, true).Items[goal] == 0 || !breaks(f, e.file, path, have) {
			continue
		}
		to := e.file
		to.ID = fmt.Sprintf("%s-drifted-%d", f.ID, seed)
		to.Title = fmt.Sprintf("%s (drifted: seed %d)", f.Title, seed)
		to.Source = fmt.Sprintf("Made of %s by a random edit: %s. %s", f.ID, line, f.Source)
		return sim.Drift{After: after, To: to}, line, nil
	}
	return sim.Drift{}, "", fmt.Errorf("a drift of %s: %w", f.ID, ErrNoEdit)
}

// breaks reports whether an effect of an action on the path can't be had by any of
// its old ways any more.
func breaks(was, now *sim.File, path []interaction.Action, have map[string]bool) bool {
	for i := range was.Actions {
		if !slices.Contains(path, interaction.ActionName(i)) {
			continue
		}
		for j := range was.Actions[i].Effects {
			before, after := &was.Actions[i].Effects[j], &now.Actions[i].Effects[j]
			if reflect.DeepEqual(before, after) {
				continue
			}
			works := func(w TruthWay) bool {
				return slices.ContainsFunc(w.Members.Pure(), func(p graphstore.Members) bool {
					return slices.ContainsFunc(after.Ways, func(v sim.Way) bool { _, ok := takes(now, &v, countsOf(p)); return ok })
				})
			}
			ways := effectTruth(was, before, before.Gives[0].Item, have).Ways
			return len(ways) > 0 && !slices.ContainsFunc(ways, works)
		}
	}
	return false
}
