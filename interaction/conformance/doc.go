// Package conformance holds what tests of worlds and runners share: the contract
// suites [World], [Hanging] and [Runner], the scripted world [Script], whose
// sessions break on demand, and the fault sweep [Sweep].
//
// The invariant it exists for: what package interaction promises about worlds and
// runners is checked in one place, so that an implementation's own test is a few
// lines and none of them has promises of its own.
package conformance
