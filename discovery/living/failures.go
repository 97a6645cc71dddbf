package living

import (
	"fmt"
	"hash/crc32"
	"strings"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// failure is how much was tried in vain to bring a situation about, by the plans, and by the effects that these are made of: wholeLife for
// each life that didn't come to it, and one for each that ended before.
type failure map[string]int

const (
	wholeLife = 8
	// mostLives is how many lives try to bring a situation about.
	mostLives = 4 * wholeLife
	// manyPlans is how many times as many do, where plans changed meanwhile, but not the effects that they are made of: in a large world
	// some way is always being looked for, and each life plans a little differently.
	manyPlans = 3
	// manyLast is how many times as many do when nothing else is left to ask: what it takes may be on few maps.
	manyLast = 3
)

// hopeless reports whether the situation was never brought about by what is known.
func (k *knowledge) hopeless(caps []interaction.Level, levels []int) bool {
	if k.last {
		return k.hopelessAfter(manyLast*mostLives, caps, levels)
	}
	return k.hopelessAfter(mostLives, caps, levels)
}

// hopelessAfter is the same where most is the failure that it takes.
func (k *knowledge) hopelessAfter(most int, caps []interaction.Level, levels []int) bool {
	f := k.failed[key(caps, levels)]
	if f == nil { // plans take time to sum up
		return false
	}
	c := k.reach.Without(caps)
	return f[k.plans(c)] >= most || f[k.opened(c)] >= manyPlans*most
}

// tired reports whether that is so, or some lives that were for it didn't come to it where lives end early.
func (k *knowledge) tired(caps []interaction.Level, levels []int) bool {
	f := k.failed[key(caps, levels)]
	return k.hopeless(caps, levels) || k.mortal() && f != nil && f[k.plans(k.reach.Without(caps))] >= tiring
}

// tiring is how many these are.
const tiring = 4

// placeless reports whether lives looked in vain for a place for the action. Should one come by such a place,
// it is tried all the same.
func (k *knowledge) placeless(a *action, everything discovery.Closure) bool {
	return k.sought(a, everything) >= mostLives
}

// sought is how much lives looked for a place for the action in vain, by these rules: in what quantities things are asked for doesn't matter.
func (k *knowledge) sought(a *action, everything discovery.Closure) int {
	return k.failed[nowhere+string(a.id)][byRules(k.plans(everything))]
}

// byRules are the plans without the quantities.
func byRules(plans string) string {
	rules, _, _ := strings.Cut(plans, "-")
	return rules
}

// nowhere stands before an action for which no place was found.
const nowhere = "nowhere "

// plans is a checksum of the rules that plans within the closure may use.
func (k *knowledge) plans(c discovery.Closure) string {
	sum := crc32.NewIEEE()
	for i, x := range k.reach.Rules() {
		if c.Open[i] {
			fmt.Fprintln(sum, x.Action, x.Factor, x.Ways)
			if len(x.Burnt) > 0 {
				fmt.Fprintln(sum, x.Burnt)
			}
		}
	}
	return fmt.Sprintf("%08x%s", sum.Sum32(), k.quantities())
}

// quantities tell what is asked for no more of: where that is less than before, plans come to it by another way.
func (k *knowledge) quantities() string {
	if len(k.limits) == 0 {
		return ""
	}
	sum := crc32.NewIEEE()
	for _, l := range k.limits {
		fmt.Fprintln(sum, l.Factor, l.Most, l.Factors, l.Slots)
	}
	return fmt.Sprintf("-%08x", sum.Sum32())
}

// opened is a checksum of the effects that plans within the closure may use, whatever their ways are.
func (k *knowledge) opened(c discovery.Closure) string {
	sum := crc32.NewIEEE()
	for i, x := range k.reach.Rules() {
		if c.Open[i] {
			fmt.Fprintln(sum, x.Action, x.Factor)
		}
	}
	return fmt.Sprintf("effects %08x%s", sum.Sum32(), k.quantities())
}

// attempted counts which situations could be brought about.
func (k *knowledge) attempted(done, failed []string) {
	for _, f := range failed {
		situation, plans, _ := strings.Cut(f, byPlans)
		n := wholeLife
		if died, ok := strings.CutPrefix(plans, died); ok {
			plans, n = died, 1
		}
		if strings.HasPrefix(situation, nowhere) {
			plans = byRules(plans)
		}
		if k.failed[situation] == nil {
			k.failed[situation] = failure{}
		}
		k.failed[situation][plans] += n
	}
	before := len(k.failed)
	for _, d := range done {
		delete(k.failed, d)
	}
	if len(failed) > 0 || len(k.failed) < before {
		k.version++
	}
}

// byPlans stands between a situation that wasn't brought about and the plans that failed.
const byPlans = "by "

// died stands before the plans of a life that ended before it got there, or that went by leaner ones first.
const died = "death before "

// spoiled stands before the plans that bad luck spoilt again and again.
const spoiled = "luck before "

// planless stands before the plans of which a search in vain found none that brings the situation about.
const planless = "search before "

// planlessAnew is the same of a search from where an episode begins.
const planlessAnew = "search anew before "

// seeks reports whether a search is made for the situation, of which that many in vain are enough: a life failed at it, or is stuck there, and
// fewer searches of that kind did.
func (k *knowledge) seeks(s *situation, kind string, enough int, stuck bool) bool {
	f := k.failed[s.key]
	return (stuck || f[s.plans] > 0) && f[kind+s.plans] < enough*wholeLife
}

// vainSearches is how many searches are made for a situation that find no plan.
const vainSearches = 2

// unlucky reports whether plans seldom bring the situation about: by what is known, or as lives saw.
func (k *knowledge) unlucky(c discovery.Closure, caps []interaction.Level, levels []int) bool {
	if f := k.failed[key(caps, levels)]; f != nil && f[spoiled+k.plans(c)] > 0 {
		return true
	}
	return k.reach.Luck(c, caps, levels) < k.least()
}

// least is the probability below which luck isn't waited for.
func (k *knowledge) least() float64 {
	if k.mortal() || !k.spec.Caps.Prompt {
		return unluckyThere
	}
	return unlucky
}

// key names a situation.
func key(caps []interaction.Level, levels []int) string {
	var b strings.Builder
	for _, c := range caps {
		fmt.Fprintf(&b, "%d<%d ", c.Factor, c.Level)
	}
	if levels != nil {
		b.WriteString("with")
	}
	for f, n := range levels {
		if n > 0 {
			fmt.Fprintf(&b, " %d>%d", f, n-1)
		}
	}
	return b.String()
}
