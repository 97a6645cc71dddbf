package main

import (
	"slices"

	"github.com/adam-discovery/adam/interaction/sim"
)

// unlock fills in what lists each action: everything that the first way takes with
// which the action can do anything, each class by its first member that can be
// had. What can do nothing is listed by the members of its first way.
//
// So no reachable action is locked: by induction on the rounds of [sim.Reach], all
// that a way of round n takes can be had by listed actions in earlier rounds.
func unlock(f *sim.File) {
	rounds := sim.Reach(f, false).Items
	for i := range f.Actions {
		a := &f.Actions[i]
		if len(a.Ambient) > 0 {
			continue
		}
		var best []string
		least := -1
		for j := range a.Effects {
			for k := range a.Effects[j].Ways {
				items, round := firstMembers(f, &a.Effects[j].Ways[k], rounds)
				if least < 0 || round < least {
					best, least = items, round
				}
			}
		}
		slices.Sort(best)
		a.Unlock = slices.Compact(best)
	}
}

// never is the round of what can't be had.
const never = 1 << 30

// firstMembers lists an item for each requirement of the way, the earliest ones,
// and the round after which all can be had.
func firstMembers(f *sim.File, w *sim.Way, rounds map[string]int) (items []string, round int) {
	at := func(it string) int {
		if r := rounds[it]; r > 0 {
			return r
		}
		return never
	}
	for _, r := range slices.Concat(w.Consumes, w.Needs) {
		members := f.Members(r)
		first := members[0]
		for _, m := range members[1:] {
			if at(m) < at(first) {
				first = m
			}
		}
		items = append(items, first)
		round = max(round, at(first))
	}
	return items, round
}
