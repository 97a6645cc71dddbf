package minecraft_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/interaction/minecraft"
)

// One bot joins a server on this machine, and says what can be tried there.
func Example() {
	ctx := context.Background()
	w, err := minecraft.New(ctx, minecraft.Config{Host: "localhost", Profile: "dig stone, craft stick"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer w.Close()
	for _, a := range w.Spec().Actions {
		fmt.Println(a.ID, w.Label(a.ID))
	}
}
