package curriculum_test

import (
	"context"
	"fmt"

	"github.com/adam-discovery/adam/controller/curriculum"
	"github.com/adam-discovery/adam/graphstore"
)

// Who got a log already is proposed something new, something again, and two things that have little in common.
func Example() {
	var c curriculum.Curriculum
	tasks, err := c.Propose(context.Background(), known(), []graphstore.TaskEntry{{Agent: 1, Task: "1 log", Solved: true}}, 3)
	if err != nil {
		fmt.Println(err)
	}
	for _, t := range tasks {
		fmt.Printf("%s: %s\n", t.Edge, t.Text)
	}
	// Output:
	// new: 1 stone
	// rare: 1 log
	// far: 1 bowl, 1 knife
}
