package living

import (
	"fmt"
	"math"
	"strings"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// reason says why an action isn't learned; empty if it is.
func (k *knowledge) reason(a *action) string {
	if k.scarce.Level > 0 {
		return k.shortage()
	}
	whole, n, never := k.reach.Without(nil), math.MaxInt, false
	for _, c := range k.everything() {
		n = min(n, k.tried(a, c.Levels))
		never = never || k.hopeless(nil, short(c, whole))
	}
	ended := "the run ended before more were made"
	if k.cut() {
		ended = fmt.Sprintf("of %d lives %d broke, and none lasted longer than %d steps", k.lives, k.lives-k.unbroken, max(k.longest, k.whole))
	} else if never {
		ended = "all that can be had was never there at once, so that no more were made"
	}
	if len(a.effects) == 0 {
		var used []int
		for _, l := range a.takes {
			used = append(used, l.Factor)
		}
		idle := explore.Idle(k.vocabulary, a.ending(), used)
		switch {
		case a.breaks() && a.ended == 0:
			return fmt.Sprintf("it was tried %s, and the world broke each time", times(a.broke))
		case a.trials == 0 && a.ended > 0:
			return fmt.Sprintf("it was tried %s, and the episode ended each time: what comes of it isn't seen", times(a.ended))
		case a.trials == 0 && k.cut():
			return "never tried: " + ended
		case a.trials == 0:
			return "never tried: there was no place to do it, the world refused it each time, or the run ended first"
		case n >= k.sweeps:
			return fmt.Sprintf("%s in %d trials with everything that can be brought about (%d factors are known): what it needs can't be had, something there prevents it, or its chance is below %g%s", idle, n, k.vocabulary.Len(), k.cfg.Floor, k.rising(a))
		}
		return fmt.Sprintf("%s in %d trials, and %s%s", idle, a.trials, ended, k.rising(a))
	}
	for _, e := range a.effects {
		switch e.answer.phase {
		case settled, aside:
		case refused:
			return fmt.Sprintf("%s: %s", k.vocabulary.Name(e.factor), e.answer.reason)
		default:
			if e.answer.reason != "" {
				return fmt.Sprintf("%s: %s", k.vocabulary.Name(e.factor), e.answer.reason)
			}
			if k.cut() {
				return fmt.Sprintf("%s isn't certified: %s", k.vocabulary.Name(e.factor), ended)
			}
			return fmt.Sprintf("%s isn't certified: the run ended first", k.vocabulary.Name(e.factor))
		}
	}
	if !a.wholly() {
		e := a.effects[0]
		return fmt.Sprintf("%s: %s", k.vocabulary.Name(e.factor), e.answer.reason)
	}
	if n < k.sweeps {
		why := fmt.Sprintf("what it was seen to do is certified; further effects were looked for in %d trials of %d", n, k.sweeps)
		if never {
			why += ": all that can be had was never there at once"
		}
		return why
	}
	return ""
}

// rising says what rose as the action was done and does so by itself, too, so that it isn't told apart; empty: nothing did.
func (k *knowledge) rising(a *action) string {
	var all []string
	for _, e := range a.all {
		hits := 0
		for _, r := range e.hits {
			hits += r.of(e.number).hits
		}
		if k.drifts[e.factor] && hits > 0 {
			all = append(all, fmt.Sprintf("%s rose %s", interaction.Shown(k.vocabulary.Name(e.factor)), times(hits)))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "; " + strings.Join(all, ", ") + ", which it does by itself, too: that isn't told apart"
}

// cut reports whether most lives broke, and what takes longer than they lasted may never have been seen.
func (k *knowledge) cut() bool { return 2*k.unbroken < k.lives && k.whole <= k.longest }

// capsText is the caps for people.
func (k *knowledge) capsText(caps []interaction.Level) string {
	if len(caps) == 0 {
		return "nothing left out"
	}
	var parts []string
	for _, c := range caps {
		parts = append(parts, fmt.Sprintf("at most %d %s", c.Level, interaction.Shown(k.vocabulary.Name(c.Factor))))
	}
	return strings.Join(parts, ", ")
}

// times is a number of times, in words.
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
