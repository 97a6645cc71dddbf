// Package graphstore remembers: the append-only ledger of everything that was
// tried and found, and the technology tree that is its fold.
//
// The invariant it exists for: nothing is overwritten. Trials are appended as
// they arrive, findings once per round in a fixed order; a later finding
// supersedes an earlier one by coming later, and the graph can be folded anew from
// the entries at any time. The fold ignores wall time and the order in which the
// trials of a round arrived, so two runs with the same seed have the same graph.
//
// The stored graph is an AND/OR graph (an action's effect is an AND over the
// members of a way, an OR over its ways) and may have cycles, such as nine ingots
// to one block and back. Levels and the acyclic technology tree are derived views.
package graphstore
