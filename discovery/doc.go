// Package discovery decides: what may be claimed of an effect, and what to try
// next in order to claim it.
//
// An effect of an action has a hidden precondition: a monotone Boolean function
// over factors "item i is present at least q times". If it holds, the effect
// comes with an unknown chance; if not, never. The function is the OR of its
// minimal sufficient sets, here called ways. A success at a start inventory is
// proof that the inventory suffices; a miss is evidence only.
//
// The invariant the package exists for: nobody is trusted but the certificate.
// A [Hypothesizer] guesses causes, a [Refiner] finds small sufficient sets by
// intervention (ADAM, section 3.4), and both may be wrong at the price of trials.
// An [Inquiry] claims exactly what the trials support: every way was seen to
// suffice, and by duality there is no other way and no needless member, because
// each minimal transversal of the ways, taken away from everything that was
// observed, left the effect impossible, up to a stated error.
//
// Everything here is a deterministic function of the outcomes: no I/O, no clock,
// no random source. A run that is repeated over the recorded outcomes therefore
// takes the same decisions, and resuming after a crash needs no other state.
//
// Two departures from the plan that the code taught. The refiner is a function of
// the history instead of a coroutine with an Ask callback: it says either which
// way it found or what it would like to know, so that one outcome can serve
// several effects and nothing has to be replayed to make it speak. And the p-value
// needs no floor under the chance, see [OneSided].
package discovery
