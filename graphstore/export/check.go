package export

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/adam-discovery/adam/graphstore"
)

// check reports everything that would be lost or ambiguous in a file: names that
// are empty, twice there or not text, grades that are not set, numbers that JSON
// or XML can't say.
func check(g *graphstore.Graph) error {
	if g == nil {
		return errors.New("there is no graph")
	}
	c := checker{}
	c.text("world", g.World)
	c.text("fingerprint", g.Fingerprint)
	c.number("delta", g.Delta)
	for _, a := range g.Assumptions {
		c.text("assumption", a.Name)
		c.number("assumption "+a.Name, a.Value)
		c.text("factor of the assumption "+a.Name, a.Factor)
	}
	factors := map[string]bool{}
	numbers := map[int]bool{}
	for _, f := range g.Factors {
		c.name("factor", f.Name, factors)
		if _, err := f.Kind.MarshalText(); err != nil {
			c.failf("factor %q: %w", f.Name, err)
		}
		c.count("level of "+f.Name, f.Level, 0)
		c.count("highest level of "+f.Name, f.Max, 0)
		c.count("ample level of "+f.Name, f.Ample, 0)
		if f.Number < 0 || numbers[f.Number] { // a part of a graph keeps the numbers of the whole, by which tests name them
			c.failf("factor %q has the number %d, or shares it", f.Name, f.Number)
		}
		numbers[f.Number] = true
	}
	actions := map[string]bool{}
	for _, a := range g.Actions {
		c.name("action", string(a.ID), actions)
		c.text("label", a.Label)
		c.text("reason", a.Reason)
		ended := map[string]bool{}
		for _, name := range a.Ends {
			c.name("what action "+string(a.ID)+" ends:", name, ended)
		}
		effects := map[string]bool{}
		for _, e := range a.Effects {
			c.name("effect of action "+string(a.ID)+":", e.Factor, effects)
			c.effect(string(a.ID)+" -> "+e.Factor, e)
		}
	}
	return errors.Join(c.faults...)
}

type checker struct{ faults []error }

func (c *checker) failf(format string, args ...any) {
	c.faults = append(c.faults, fmt.Errorf(format, args...))
}

func (c *checker) text(what, s string) {
	if !utf8.ValidString(s) {
		c.failf("%s %q is not valid UTF-8", what, s)
	}
}

func (c *checker) name(what, s string, seen map[string]bool) {
	c.text(what, s)
	if s == "" {
		c.failf("%s has no name", what)
	}
	if seen[s] {
		c.failf("%s %q is there twice", what, s)
	}
	seen[s] = true
}

func (c *checker) number(what string, x float64) {
	if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
		c.failf("%s is %v, want a number that is at least 0", what, x)
	}
}

func (c *checker) count(what string, n, least int) {
	if n < least {
		c.failf("%s is %d, want at least %d", what, n, least)
	}
}

func (c *checker) effect(what string, e graphstore.Effect) {
	if _, err := e.Grade.MarshalText(); err != nil {
		c.failf("%s: %w", what, err)
	}
	for _, w := range e.Ways {
		members := map[string]bool{}
		for _, m := range w.Members {
			if len(m.Factors) == 0 {
				c.failf("%s: a member without factors", what)
			}
			for _, name := range m.Factors {
				c.name(what+": member", name, members)
			}
			c.count(what+": count of "+strings.Join(m.Factors, ", "), m.Count, 1)
			c.count(what+": consumed "+strings.Join(m.Factors, ", "), m.Consumed, 0)
			if m.Most != 0 {
				c.count(what+": most consumed "+strings.Join(m.Factors, ", "), m.Most, m.Consumed+1)
			}
		}
		c.count(what+": least yield", w.Yield.Min, 0)
		c.count(what+": greatest yield", w.Yield.Max, 0)
		c.number(what+": mean yield", w.Yield.Mean)
	}
	c.number(what+": low chance", e.Chance.Low)
	c.number(what+": chance", e.Chance.Estimate)
	c.number(what+": high chance", e.Chance.High)
	c.count(what+": successes", e.Chance.Successes, 0)
	c.count(what+": trials", e.Chance.Trials, 0)
	if e.Certificate == nil {
		return
	}
	c.number(what+": budget", e.Certificate.Budget)
	c.count(what+": observed", e.Certificate.Observed, 0)
	c.count(what+": successes", e.Certificate.Successes, 0)
	c.count(what+": trials", e.Certificate.Trials, e.Certificate.Successes)
	c.number(what+": floor", e.Certificate.Floor)
	c.count(what+": room", e.Certificate.Room, 0)
	c.count(what+": together", e.Certificate.Together, 0)
	c.number(what+": misread", e.Certificate.Misread)
	for _, t := range e.Certificate.Tests {
		for name := range graphstore.NewStart(t.At).But {
			c.text(what+": start of a test", name)
		}
		c.count(what+": trials of a test", t.Trials, 0)
		c.number(what+": p-value", t.PValue)
		c.number(what+": threshold", t.Threshold)
	}
}
