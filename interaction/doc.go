// Package interaction turns a world into trials.
//
// A trial is one self-describing experiment: put the world into a known
// start, execute one opaque action once, look at what was consumed and what
// was obtained (ADAM, section 3.3, "sampling" and "recording"). Trials and
// outcomes are the narrow waist of the project: everything above this package
// (discovery, planning) sees item names, opaque action names and outcomes, and
// everything below it (an embedded world, another process, a real game) only has
// to implement [World] and [Session].
//
// The invariant the package exists for: an outcome says either what the world
// did ([Completed]) or that it says nothing ([Truncated], [Faulted],
// [Cancelled]), and the two can't be confused. "Nothing happened" is a completed
// trial with nothing consumed and nothing obtained; it is evidence. A time-out
// is not.
package interaction
