package mcu

import (
	"slices"
	"strings"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// Game is a world as its judge knows it. It doesn't change and is safe for concurrent use.
type Game struct {
	// Name is the world's.
	Name string
	// Graph is its true tree or, where nobody knows that, the learned one.
	Graph *graphstore.Graph
	// Rules are those of a world file; nil: the world isn't one.
	Rules *sim.File
	// Land is its map; nil: there is none.
	Land *land.World
	// Conditions are those that goals can have there.
	Conditions []controller.Condition
	// gifts are what nothing makes.
	gifts map[string]bool
	// world is where episodes are played if there is no map.
	world interaction.World
}

// NewGame returns the game of a world file, on its map if it is lived in.
func NewGame(f *sim.File, lived bool) (*Game, error) {
	g := &Game{Name: f.ID, Rules: f}
	if lived {
		w, err := land.New(f)
		if err != nil {
			return nil, err
		}
		g.Land, g.Rules, g.Name = w, w.Rules(), w.Spec().ID
		g.Conditions = Conditions(g.Rules.Map)
	} else {
		g.world = sim.New(f)
	}
	g.Graph, g.gifts = staged(g.Rules)
	return g, nil
}

// Learned returns the game of a world of which only what was learned is known: there tasks can be made and checked, and
// nothing can be staged but what an agent has.
func Learned(w interaction.World, graph *graphstore.Graph) *Game {
	return &Game{Name: w.Spec().ID, Graph: graph, world: w}
}

// Conditions are those that a map can meet, in a fixed order.
func Conditions(m *sim.Map) (out []controller.Condition) {
	add := func(a controller.Aspect, names ...string) {
		for _, n := range names {
			out = append(out, controller.Condition{Aspect: a, Name: n})
		}
	}
	for _, p := range m.Places {
		add(controller.Near, p.Name)
	}
	for _, b := range m.Biomes {
		add(controller.In, b.Name)
	}
	if m.Day > 0 {
		add(controller.At, "day", "dusk", "night")
		add(controller.While, "bright", "dim", "dark")
	}
	if len(m.Weather) > 0 {
		add(controller.During, "clear")
		for _, x := range m.Weather {
			if x.Name != "clear" {
				add(controller.During, x.Name)
			}
		}
	}
	return out
}

// Grammar is how tasks of the game are written.
func (g *Game) Grammar() controller.Grammar {
	out := controller.Grammar{Conditions: g.Conditions}
	for _, f := range g.Graph.Factors {
		out.Factors = append(out.Factors, f.Name)
	}
	return out
}

// kind is that of a factor; an item if it isn't known.
func (g *Game) kind(factor string) interaction.Kind {
	if f := g.Graph.Factor(factor); f != nil {
		return f.Kind
	}
	return interaction.Item
}

// Family is a kind of task (MCU, table 7 and figure 5).
type Family string

// The families. A world has those that its actions, and its map, are about.
const (
	Find    Family = "find"
	Collect Family = "collect"
	Mine    Family = "mine"
	Craft   Family = "craft"
	Smelt   Family = "smelt"
	Tool    Family = "tool"
	Build   Family = "build"
	Place   Family = "place"
	Combat  Family = "combat"
	Survive Family = "survive"
	Explore Family = "explore"
	Motion  Family = "motion"
)

// Families are all of them, in the order of reports.
var Families = []Family{Find, Collect, Mine, Craft, Smelt, Tool, Build, Place, Combat, Survive, Explore, Motion}

// verbs are the words that people begin the labels of actions with, by family.
var verbs = map[Family][]string{
	Collect: {"collect", "pick", "mow", "cut", "fill", "gather", "drink", "eat"},
	Mine:    {"mine", "quarry", "break", "chop", "dig"},
	Craft:   {"craft", "carve", "brew", "make"},
	Smelt:   {"smelt", "cook"},
	Build:   {"build"},
	Place:   {"place", "plant"},
	Combat:  {"hunt", "slaughter", "strike", "shear", "fight", "kill"},
}

// said is the verb by which goals of a family are written; one of them is in [controller.Grammar].
var said = map[Family]string{Collect: "collect", Mine: "mine", Craft: "craft", Smelt: "smelt", Build: "build", Place: "place", Combat: "hunt"}

// family is that of an action: by the first word of its label, or else by whether it uses something up. Labels such as
// craftPlanks are split at the capital.
func (g *Game) family(a *graphstore.Action) Family {
	word := a.Label
	if i := strings.IndexFunc(word, func(r rune) bool { return r == ' ' || r >= 'A' && r <= 'Z' }); i > 0 {
		word = word[:i]
	}
	for _, f := range Families {
		if slices.Contains(verbs[f], word) {
			return f
		}
	}
	for _, e := range a.Effects {
		for _, w := range e.Ways {
			if slices.ContainsFunc(w.Members, func(m graphstore.Member) bool { return m.Consumed > 0 }) {
				return Craft
			}
		}
	}
	return Collect
}

// staged is the true tree of somebody who may begin with what nothing makes.
func staged(f *sim.File) (*graphstore.Graph, map[string]bool) {
	with := *f
	with.Actions = slices.Clone(f.Actions)
	var gifts []sim.Effect
	names := map[string]bool{}
	known := scenarios.NewTruth(f).Factors
	for _, name := range f.AllFactors() {
		if slices.Contains(known, name) || f.Factor(name).Kind != interaction.Item {
			continue
		}
		names[name] = true
		gifts = append(gifts, sim.Effect{Gives: []sim.Gift{{Item: name, Quantity: sim.Fixed(1)}}, Chance: 1, Ways: []sim.Way{{}}})
	}
	if len(gifts) > 0 { // behind those of the file, so that these keep their names
		with.Actions = append(with.Actions, sim.Action{Label: "begin with it", Effects: gifts})
	}
	g := scenarios.NewTruth(&with).Graph()
	g.Actions = slices.DeleteFunc(g.Actions, func(a graphstore.Action) bool { return a.ID == interaction.ActionName(len(f.Actions)) })
	return g, names
}
