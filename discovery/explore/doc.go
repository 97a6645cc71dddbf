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
// The order of work is by value: reach first, from the largest starts; look for further
// effects once nothing new turns up; find a small sufficient way for each effect; certify
// last, as a certificate speaks of the factors that are known when it is made. With a goal,
// only the actions on the way to it are worked on, in this order: what suffices, so that one
// can plan, then what is needed, then certificates.
//
// A run is a few objects: knowledge is what is known, limits which starts the world makes,
// policy what to ask next, as an ordered list of sources, journal what the ledger has of it,
// account what is claimed.
package explore
