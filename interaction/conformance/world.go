package conformance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// World is the contract suite of [interaction.World] and [interaction.Session]. Each
// call of open must make a world of the same rules, whose sessions don't break by
// themselves. Each kind of world ([interaction.Starts]) has a suite of its own; what a
// world says it can't do otherwise ([interaction.Caps]) isn't asked of it.
func World(t *testing.T, open func(t *testing.T) interaction.World) {
	for _, c := range checksOf(open(t).Spec().Caps.Starts) {
		t.Run(c.name, func(t *testing.T) {
			NoLeaks(t)
			report(t, c.check(Rand(t), func() interaction.World { return open(t) }))
		})
	}
}

// Result is what came of one check of a contract.
type Result struct {
	Name string
	// Err says what promise is broken; nil if none is.
	Err error
	// Skipped says why the check doesn't apply; empty if it does.
	Skipped string
}

// CheckWorld is [World] for programs that aren't tests: it checks the promises one
// by one, until ctx is done, says of each when it begins, and shows its result. A check
// that ctx comes in between has none. Equal seeds check the same.
func CheckWorld(ctx context.Context, seed uint64, open func() interaction.World, begin func(name string), show func(Result)) error {
	for _, c := range checksOf(open().Spec().Caps.Starts) {
		begin(c.name)
		r := Result{Name: c.name, Err: c.check(rand.New(rand.NewPCG(seed, 0)), open)}
		if err := ctx.Err(); err != nil {
			return err
		}
		if why := skipped(""); errors.As(r.Err, &why) {
			r.Err, r.Skipped = nil, string(why)
		}
		show(r)
	}
	return nil
}

// worldCheck is one promise of worlds. A check returns what is wrong, so that the
// suite itself can be tested.
type worldCheck struct {
	name  string
	check func(r *rand.Rand, world func() interaction.World) error
}

// checksOf are the promises of worlds that begin so.
func checksOf(starts interaction.Starts) []worldCheck {
	all := []worldCheck{{"spec", checkSpec}}
	switch starts {
	case interaction.AnyStart:
		all = append(all, []worldCheck{
			{"start", checkStart},
			{"representation", checkRepresentation},
			{"limits", checkLimits},
			{"unknown factor", checkUnknownFactor},
			{"batch", checkBatch},
		}...)
	case interaction.Episodes:
		all = append(all, worldCheck{"begin anew", checkAnew}, worldCheck{"end of an episode", checkEnd})
	case interaction.OneLife:
		all = append(all, worldCheck{"goes on", checkGoesOn})
	default:
		return all
	}
	return append(all, []worldCheck{
		{"observations", checkObservations},
		{"pictures", checkPictures},
		{"memory", checkMemory},
		{"independent sessions", checkIndependent},
		{"seeds", checkSeeds},
		{"unknown action", checkUnknownAction},
		{"cancelled", checkCancelledStep},
		{"close", checkClose},
	}...)
}

const runSeed = 7 // of trials that checks run themselves

// said is an outcome in words.
func said(o interaction.Outcome) string {
	switch o.Status {
	case interaction.Completed:
		return fmt.Sprintf("from %s: %s", o.Start, interaction.FormatChanges(o.Changes))
	case interaction.Faulted:
		return fmt.Sprintf("it broke (%s: %s)", o.Fault, o.Why)
	}
	return o.Status.String()
}

// Alike reports whether two outcomes say the same, however their starts are written and
// whatever words say why a trial broke.
func Alike(a, b interaction.Outcome) bool {
	return a.Key == b.Key && a.Status == b.Status && a.Attempt == b.Attempt && a.Fault == b.Fault &&
		a.Start.Equal(b.Start) && interaction.FormatChanges(a.Changes) == interaction.FormatChanges(b.Changes)
}
