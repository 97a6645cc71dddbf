package docs_test

import (
	"fmt"

	"github.com/adam-discovery/adam/docs"
)

func Example() {
	for _, d := range docs.All() {
		if d.Name == "glossary" {
			fmt.Println(d.Title)
		}
	}
	// Output: Glossary
}
