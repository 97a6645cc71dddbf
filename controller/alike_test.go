package controller

import (
	"fmt"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

// TestAlikeIsExact: of plans that are as alike, always the same one is recalled.
func TestAlikeIsExact(t *testing.T) {
	then, now := map[string]int{}, map[string]int{}
	for i := range 12 {
		then[fmt.Sprint(i)], now[fmt.Sprint(i)] = i*i+1, 3*i+1
	}
	e, from := graphstore.MemoryEntry{From: then}, interaction.StateOf(now)
	want := alike(e, from)
	for range 200 {
		if got := alike(e, from); got != want {
			t.Fatalf("%v, and %v before", got, want)
		}
	}
}
