// Package inquiry learns one effect of one action: it asks for the trials that find its
// ways and certify them.
//
// The invariant it exists for: an [Inquiry] claims exactly what the trials support. Every
// way was seen to suffice, and by duality there is no other way and no needless member,
// because everything observed but one requirement of each way never gave the effect, up
// to a stated error.
package inquiry
