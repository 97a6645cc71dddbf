// Package body is an agent's body in a world with a map: it knows where it is by dead
// reckoning, remembers what it saw, walks, faces things and explores where it hasn't been.
// These are skills that need no knowledge of causes. What an action does it doesn't know.
package body
