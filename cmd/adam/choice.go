package main

import "strings"

// choice is a value that a flag can name.
type choice[T any] struct {
	name, about string
	value       T
}

// choices are all values of a flag, the default first.
type choices[T any] []choice[T]

// usage says what can be chosen.
func (c choices[T]) usage() string {
	var parts []string
	for _, o := range c {
		parts = append(parts, o.name+" ("+o.about+")")
	}
	return alternatives(parts)
}

// names are what can be chosen.
func (c choices[T]) names() []string {
	var out []string
	for _, o := range c {
		out = append(out, o.name)
	}
	return out
}

// pick is the value of this name; the error, which calls the flag by its name, lists them
// all.
func (c choices[T]) pick(flag, name string) (value T, err error) {
	for _, o := range c {
		if o.name == name {
			return o.value, nil
		}
	}
	return value, errorf("%s %q: it must be %s", flag, name, alternatives(c.names()))
}

// alternatives joins them as "a, b or c".
func alternatives(names []string) string {
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " or " + names[n]
	}
	return strings.Join(names, "")
}
