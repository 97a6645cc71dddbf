package living_test

import (
	"testing"

	"github.com/adam-discovery/adam/graphstore"
)

// An action that gives something with bare hands is tried with each tool as soon as there is one: what it gives with that may be what
// all else waits for, as iron is, and stone comes from the same ore.
func TestMoreIsTriedWithEachTool(t *testing.T) {
	long(t)
	cfg := config(61)
	cfg.Budget = 60_000
	l := &graphstore.Memory{}
	lived(t, load(t, "minecraft-41"), cfg, 2, l)
	f, err := graphstore.Fold(t.Context(), l, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range []string{"raw_iron", "diamond"} {
		if _, ok := f.Vocabulary.Index(item); !ok {
			t.Errorf("no %s was found", item)
		}
	}
}
