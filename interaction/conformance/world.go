package conformance

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// World is the contract suite of [interaction.World] and [interaction.Session]. Each
// call of open must make a world of the same rules, whose sessions don't break by
// themselves. What a world says it can't do ([interaction.Caps]) isn't asked of it.
func World(t *testing.T, open func(t *testing.T) interaction.World) {
	for _, c := range worldChecks() {
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
// by one and shows each result as it comes, until ctx is done. Equal seeds check
// the same.
func CheckWorld(ctx context.Context, seed uint64, open func() interaction.World, show func(Result)) error {
	for _, c := range worldChecks() {
		if err := ctx.Err(); err != nil {
			return err
		}
		r := Result{Name: c.name, Err: c.check(rand.New(rand.NewPCG(seed, 0)), open)}
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

func worldChecks() []worldCheck {
	return []worldCheck{
		{"spec", checkSpec},
		{"start", checkStart},
		{"representation", checkRepresentation},
		{"independent sessions", checkIndependent},
		{"seeds", checkSeeds},
		{"game", checkGame},
		{"batch", checkBatch},
		{"unknown action", checkUnknownAction},
		{"unknown item", checkUnknownItem},
		{"cancelled", checkCancelledAct},
		{"close", checkClose},
	}
}

const runSeed = 7 // of trials that checks run themselves
