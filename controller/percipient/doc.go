// Package percipient answers questions about what an agent sees, from pictures alone: by what was learned from pictures
// that a world had labelled, or, to compare with, by what the world tells, or not at all.
package percipient
