package discovery_test

import (
	"fmt"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// Two ways to get a torch are known. They are all there are, and none asks for too much, if
// it comes from none of the complements: everything but what each of the ways needs.
func Example() {
	v := interaction.NewVocabulary(64, nil)
	stick, coal, charcoal := v.Add("stick"), v.Add("coal"), v.Add("charcoal")
	v.Add("stone")
	ways := []discovery.Way{
		{discovery.One(stick, 1), discovery.One(coal, 1)},
		{discovery.One(stick, 1), discovery.One(charcoal, 2)},
	}
	everything := v.Cut(interaction.Plenty, v.Len())
	fmt.Println("everything:", everything)
	fmt.Println("a way holds:", discovery.MetBy(ways[0], everything), discovery.MetBy(ways[0], everything.With(stick, 0)))
	fmt.Println("at the least:", discovery.At(v, ways[0]))
	complements, _, _ := discovery.Complements(ways, []interaction.State{everything})
	for _, c := range complements {
		fmt.Println("complement:", c.At)
	}
	// Output:
	// everything: 64 charcoal, 64 coal, 64 stick, 64 stone
	// a way holds: true false
	// at the least: 1 coal, 1 stick
	// complement: 64 charcoal, 64 coal, 64 stone
	// complement: 1 charcoal, 64 stick, 64 stone
}

// Where a hand holds two things at a time, everything can't be there at once: there are
// several largest starts.
func ExampleCeilings() {
	v := interaction.NewVocabulary(8, nil)
	for _, name := range []string{"axe", "log", "torch"} {
		v.Add(name)
	}
	hand := interaction.Exclusion{Factors: []string{"axe", "log", "torch"}, Slots: 3} // one stays free
	for _, c := range discovery.NewCeilings(v, []interaction.Exclusion{hand}).All() {
		fmt.Println(c)
	}
	// Output:
	// 8 axe, 8 log
	// 8 axe, 8 torch
	// 8 log, 8 torch
}
