package active

import (
	"fmt"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/interaction"
)

// Context is what has to be so: a thing in sight, others near it, and what holds all around. The zero Context always is.
type Context struct {
	Find percipient.Question   // an object or a creature; zero: nothing has to be in sight
	Near []percipient.Question // objects or creatures in the same picture, none of them farther than Close cells off
	Hold []percipient.Question // ecology, time, weather or brightness
}

// Close is how many cells off a thing and what it is near to are at most.
const Close = 6

// String writes the context as [ParseContext] reads it.
func (c Context) String() string {
	var out []string
	if c.Find.Name != "" {
		out = append(out, c.Find.Name)
	}
	for _, q := range c.Near {
		out = append(out, "near "+q.Name)
	}
	for _, q := range c.Hold {
		out = append(out, fmt.Sprintf("%s %s", q.Aspect, q.Name))
	}
	return strings.Join(out, ", ")
}

// In reports whether a scene is so, as the world itself tells it: for who judges, not for who looks.
func (c Context) In(s interaction.Scene) bool {
	shown := func(q percipient.Question, far int) bool {
		return slices.ContainsFunc(s.Things, func(x interaction.InView) bool {
			return x.Name == q.Name && x.Creature == (q.Aspect == percipient.Creature) && (far == 0 || x.Far <= far)
		})
	}
	far := 0
	if len(c.Near) > 0 {
		far = Close
	}
	if c.Find.Name != "" && !shown(c.Find, far) {
		return false
	}
	for _, q := range c.Near {
		if !shown(q, far) {
			return false
		}
	}
	for _, q := range c.Hold {
		if q.Aspect.Of(s) != q.Name {
			return false
		}
	}
	return true
}

// ParseContext reads a context such as "pig, near grass, ecology forest, time night, weather rain, brightness dim". Which
// names are those of creatures is asked for.
func ParseContext(text string, creature func(name string) bool) (Context, error) {
	var c Context
	thing := func(name string) percipient.Question {
		if creature(name) {
			return percipient.Question{Aspect: percipient.Creature, Name: name}
		}
		return percipient.Question{Aspect: percipient.Object, Name: name}
	}
	for i, part := range strings.Split(text, ",") {
		words := strings.Fields(part)
		switch {
		case len(words) == 1 && i == 0:
			c.Find = thing(words[0])
			continue
		case len(words) == 2 && words[0] == "near" && c.Find.Name != "":
			c.Near = append(c.Near, thing(words[1]))
			continue
		case len(words) == 2:
			known := false
			for _, a := range []percipient.Aspect{percipient.Ecology, percipient.Time, percipient.Weather, percipient.Brightness} {
				if known = words[0] == a.String(); known {
					c.Hold = append(c.Hold, percipient.Question{Aspect: a, Name: words[1]})
					break
				}
			}
			if known {
				continue
			}
		}
		return Context{}, fmt.Errorf("%q isn't part of a context: it is a thing, and then near, ecology, time, weather or brightness with a name, as in \"pig, near grass, time night\"", strings.TrimSpace(part))
	}
	return c, nil
}
