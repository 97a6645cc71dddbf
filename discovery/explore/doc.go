// Package explore is the loop: from what is known to the next round of trials,
// and from their outcomes to findings in the ledger.
//
// The invariant it exists for: what is asked next is a function of the
// configuration and of the outcomes so far. So the number of sessions changes time
// only; and a run that was killed is continued by running it again over the
// ledger, which answers what it already knows.
//
// Guesses are part of that: they follow from the outcomes, or are in the ledger
// themselves, as replies of language models are.
//
// A run over a ledger with other runs takes over what these certified, where they
// promised at least as much (inherit.go): certificates are made once, and their errors
// add up.
//
// The order of work is by value (discovery.md, section 3): reach first, with
// everything observed as the start inventory; look for further effects once no new
// items turn up; find a small sufficient way for each effect; certify last, as a
// certificate speaks of the items observed when it is made. With a goal, only the
// actions on the way to it are worked on, in this order: what suffices, so that one can
// plan, then what is needed, then certificates. (discovery.md has no first step: a
// plan needs no smallest way, and is there sooner without.)
package explore
