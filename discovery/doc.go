// Package discovery is the vocabulary of what is learned: ways that suffice for an effect
// ([Way]), the largest starts that there are ([Ceilings]), what has to be taken away to make
// an effect impossible ([Transversal], [Complement]), what was seen ([History]), what is taken
// for granted ([Assumption]), and the seams of those who guess ([Hypothesizer]) and search
// ([Refiner]).
//
// An effect of an action has a hidden precondition: a monotone Boolean function over
// literals "factors of a class have at least the level q in sum". If it holds, the effect
// comes with an unknown chance; if not, never. The function is the OR of its minimal
// sufficient sets, here called ways. A success at a start is proof that the start suffices; a
// miss is evidence only.
//
// Package chance weighs misses, package inquiry finds and certifies the ways of one
// effect, and package explore asks for the trials of all of them.
//
// The invariant all of these share: nobody is trusted but the certificate. A
// hypothesizer guesses causes, a refiner finds small sufficient sets by intervention
// (ADAM, section 3.4), and both may be wrong at the price of trials. And everything but
// the loop is a deterministic function of the outcomes: no I/O, no clock, no random
// source. A run that is repeated over the recorded outcomes therefore takes the same
// decisions, and resuming after a crash needs no other state.
//
// A refiner is a function of the history: it says either which way it found or what it
// would like to know, so that one outcome can serve several effects and nothing has to
// be replayed to make it speak.
package discovery
