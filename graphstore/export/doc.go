// Package export writes a graph for other programs and for people: JSON, DOT,
// GraphML and SVG, each as the AND/OR graph that is stored or as the acyclic
// technology tree that is derived from it.
//
// The invariant it exists for: the bytes are a function of the graph. The same
// graph gives the same bytes, on every machine and in every run: nothing here
// reads a clock, a random source or the order of a map. Two exports can therefore
// be compared with cmp, and kept under version control.
//
// The JSON of the AND/OR graph is complete: [ReadJSON] gives back the graph that
// was written. The other forms are for looking and for analysis, and PDDL, which isn't
// a drawing of the graph but what can be done with it, is for planners.
package export
