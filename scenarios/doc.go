// Package scenarios holds the worlds that come with the project, and what only a
// judge may know of a world: its exact truth, the score of a learned graph
// against it, and how to make a modified game of it.
//
// The invariant the package exists for: truth is computed from the world file and
// never written by hand, and nothing that learns can see it. Only commands and
// tests may import this package.
package scenarios
