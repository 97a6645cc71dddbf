package interaction

import (
	"context"
	"errors"
	"fmt"
)

// World is anything that can be put into a known start inventory, told to do one
// named action, and asked what it holds afterwards. Open may be called from
// several goroutines; each Session it returns is independent of the others.
type World interface {
	// Spec says what the world offers. It is constant for the World's lifetime.
	Spec() Spec
	// Open starts a session. The session outlives ctx.
	Open(ctx context.Context) (Session, error)
}

// Session is one copy of the world, used by one goroutine at a time. An error of
// Reset or Act means that the step broke and says nothing about the world's
// rules; a *[Fault] tells whether the session can go on.
type Session interface {
	// Reset makes start the inventory and returns the inventory that the world
	// really has. Where Caps.Seeds, the seed fixes the chances of all Acts until the
	// next Reset; each Act has its own.
	Reset(ctx context.Context, start State, seed uint64) (State, error)
	// Act executes the action once and returns the inventory afterwards. It must
	// return when ctx is done.
	Act(ctx context.Context, action Action) (State, error)
	// Close ends the session. It may be called while Reset or Act hangs.
	Close() error
}

// Labeler is implemented by worlds that know what people call their actions.
// Labels are for reports; nothing that learns may read them.
type Labeler interface {
	// Label is what people call the action; empty if unknown.
	Label(Action) string
}

// Spec says what a world offers to whoever experiments with it.
type Spec struct {
	// ID names the world, as in "minecraft-41".
	ID string `json:"id"`
	// Fingerprint changes whenever the rules do: evidence from worlds with
	// different fingerprints must not be mixed.
	Fingerprint string       `json:"fingerprint"`
	Actions     []ActionSpec `json:"actions"`
	Caps        Caps         `json:"caps"`
}

// ActionSpec is one action that the world offers.
type ActionSpec struct {
	ID Action `json:"id"`
	// Unlock lists the items after all of which the world lists the action as
	// available; empty: from the start. It is a hint, prior knowledge handed to
	// the agent as in ADAM, and may be ignored.
	Unlock []string `json:"unlock,omitempty"`
}

// Caps says what a world can do. An intervention is never faked: a world that
// can't set its start inventory says so, and isn't experimented with.
type Caps struct {
	// SetsStart: Reset can make any inventory of items the world knows.
	SetsStart bool `json:"sets_start"`
	// Seeds: equal trials with equal seeds have equal outcomes.
	Seeds bool `json:"seeds"`
	// Batch is how many trials at most a session takes in one call; above one,
	// sessions are a [Batcher]. Zero is the same as one.
	Batch int `json:"batch,omitempty"`
	// Prompt: sessions only compute; they can't hang, and nobody has to watch
	// them. A world that is reached over a connection can't say so.
	Prompt bool `json:"-"`
}

// Fault is an error of a session that broke, as opposed to an action that had no
// effect. Class is a stable word for reports.
type Fault struct {
	Class string
	// Dead: the session can't be used again and must be replaced.
	Dead bool
	Err  error
}

// Classes of faults that this package and the pool report themselves.
const (
	FaultTimeout = "timeout" // the session didn't answer in time
	FaultLost    = "lost"    // the session's error was not a *Fault
	FaultStart   = "start"   // the world didn't make the start inventory that was asked for
	FaultPanic   = "panic"   // the session panicked
)

// Error says what broke.
func (f *Fault) Error() string {
	if f.Err == nil {
		return "session fault: " + f.Class
	}
	return fmt.Sprintf("session fault: %s: %v", f.Class, f.Err)
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// AsFault returns err as a *Fault: itself if it is one, else a dead session's
// [FaultLost] with err as its cause.
func AsFault(err error) *Fault {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return &Fault{Class: FaultLost, Dead: true, Err: err}
}

// ErrSetsNoStart is returned when a world whose Caps.SetsStart is false is to be
// experimented with.
var ErrSetsNoStart = errors.New("the world can't set its start inventory, so nothing can be concluded from its trials")
