// Package controller gets things done with what was learned: it plans on the
// technology tree, carries the plan out in a world, watches whether the world does
// what the tree says, and repairs the plan, or the tree, when it doesn't. It
// follows the controller of ADAM (section 3.5), MP5's patroller and performer
// memory (sections 3.2 and 4.3), and JARVIS-1's self-check, self-explain and memory
// (section 3).
//
// The invariant it exists for: every plan was played through on the tree before
// anybody sees it, each of its steps names the claim it rests on, and what the
// world does is held against that claim. Bad luck is tried again; what the claim
// makes impossible is a dispute, goes back to discovery, and is never planned with
// until it was learned again.
package controller
