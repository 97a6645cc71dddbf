package export_test

import (
	"fmt"
	"os"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/graphstore/export"
)

// The technology tree of what is known, for Graphviz.
func ExampleWrite() {
	chopped := graphstore.Way{Yield: graphstore.Yield{Min: 1, Max: 1, Mean: 1}}
	sawn := graphstore.Way{Members: graphstore.Members{{Factors: []string{"log"}, Count: 1, Consumed: 1}}, Yield: graphstore.Yield{Min: 4, Max: 4, Mean: 4}}
	sure := graphstore.Interval{Low: .9, Estimate: 1, High: 1, Successes: 36, Trials: 36}
	g := &graphstore.Graph{World: "workshop", Fingerprint: "1", Delta: .01,
		Factors: []graphstore.Factor{{Name: "log", Ample: 64, Level: 1}, {Name: "planks", Number: 1, Ample: 64, Level: 2}},
		Actions: []graphstore.Action{
			{ID: "a", Label: "chop", Effects: []graphstore.Effect{
				{Factor: "log", Grade: graphstore.Certified, Unconditional: true, Ways: []graphstore.Way{chopped}, Chance: sure}}},
			{ID: "b", Label: "saw", Effects: []graphstore.Effect{
				{Factor: "planks", Grade: graphstore.Proven, Ways: []graphstore.Way{sawn}, Chance: sure}}}}}
	if err := export.Write(os.Stdout, g, export.DOT, export.ViewDAG); err != nil {
		fmt.Println(err)
	}
	// Output:
	// digraph "technology" {
	//   graph [rankdir=LR, fontname="Helvetica", fontsize=18, labelloc=t, ranksep=0.7, label="Technology of workshop\nsolid: certified, dashed: proven, dotted: reached, thick dashed: disputed"];
	//   node [fontname="Helvetica", fontsize=12, shape=box];
	//   edge [fontname="Helvetica", fontsize=11];
	//   "level:1" [shape=plaintext, label="level 1"];
	//   "level:2" [shape=plaintext, label="level 2"];
	//   "level:1" -> "level:2" [style=invis, weight=0];
	//   { rank=same; "level:1";
	//     "factor:log" [label="log", style="solid", color="#1b5e9b", penwidth=1.8];
	//   }
	//   { rank=same; "level:2";
	//     "factor:planks" [label="planks", style="dashed", color="#a85400", penwidth=1.6];
	//   }
	//   "factor:log" -> "factor:planks" [label="saw", tooltip="log to planks\nsaw: 1 log", style="dashed", color="#a85400", penwidth=1.6];
	// }
}
