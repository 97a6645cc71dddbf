package sim

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
)

// ErrDrift is wrapped by [NewDrifting]'s error when the world can't drift so.
var ErrDrift = errors.New("the world can't drift to these rules")

// Drift is a change of rules in the middle of a session.
type Drift struct {
	// After is how many Acts follow the first rules, counted over all sessions and
	// resets, broken ones included; at least 0.
	After int
	// To is a valid file that has the same items and as many actions. Its
	// actions keep the names, labels and hints of the first rules.
	To *File
}

// drift is a Drift in play.
type drift struct {
	after int64
	to    *World
	acts  atomic.Int64
}

// NewDrifting returns the world of a valid file whose rules change once, for all
// sessions, after After steps; see [New]. Nothing shows that they did: the spec stays
// the first file's, but for [interaction.Caps].Seeds, as equal trials differ. With one
// session, what happens follows from the seeds; with several, from which of them comes
// first, too. The error wraps [ErrDrift] and names every reason.
func NewDrifting(f *File, d Drift) (*World, error) {
	var errs []error
	if d.After < 0 {
		errs = append(errs, fmt.Errorf("after %d acts: it can't be negative", d.After))
	}
	was, now := f.AllFactors(), d.To.AllFactors()
	for _, l := range []struct {
		what       string
		these, not []string
	}{{"lack", was, now}, {"also have", now, was}} {
		if diff := slices.DeleteFunc(slices.Clone(l.these), func(it string) bool { return slices.Contains(l.not, it) }); len(diff) > 0 {
			errs = append(errs, fmt.Errorf("they %s the items %s", l.what, strings.Join(diff, ", ")))
		}
	}
	if len(f.Actions) != len(d.To.Actions) {
		errs = append(errs, fmt.Errorf("they have %d actions, not %d", len(d.To.Actions), len(f.Actions)))
	}
	if len(errs) > 0 {
		return nil, fmt.Errorf("%w: %s to %s: %w", ErrDrift, f.ID, d.To.ID, errors.Join(errs...))
	}
	w := New(f)
	w.spec.Caps.Seeds = false
	w.spec.Caps.Prompt = f.prompt() && d.To.prompt()
	w.drift = &drift{after: int64(d.After), to: New(d.To)}
	return w, nil
}

// drifted counts an Act and reports whether the rules change for the session before
// it.
func (s *session) drifted() bool {
	d := s.world.drift
	return d != nil && d.acts.Add(1) > d.after && s.rules != d.to
}
