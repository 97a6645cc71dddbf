package vision_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/controller/percipient/vision"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/interaction"
)

// A model (here one that always says the same) is asked about a picture until little doubt is left.
func Example() {
	model := llm.CompleterFunc(func(context.Context, llm.Request) (llm.Reply, error) {
		return llm.Reply{Text: `{"answer": "yes", "side": "right", "steps": 4}`}, nil
	})
	sees := vision.New(model, vision.Default("some-model"))
	frame := interaction.Frame{Shot: interaction.Shot{View: interaction.Eyes, Width: 2, Height: 1}, RGB: make([]byte, 6)}
	a, err := sees.Ask(context.Background(), frame, percipient.Question{Aspect: percipient.Creature, Name: "pig"})
	fmt.Println(a.Holds, a.Side, a.Far, err)
	fmt.Println("calls:", sees.Stats().Calls)
	// Output:
	// true right 4 <nil>
	// calls: 29
}
