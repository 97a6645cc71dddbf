package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/adam-discovery/adam/interaction/sim"
)

// dataVar names the folder of the unpacked npm package minecraft-data.
const dataVar = "ADAM_MINECRAFT_DATA"

// TestRegenerate makes the world again, which must be the one that is committed.
func TestRegenerate(t *testing.T) {
	data := os.Getenv(dataVar)
	if data == "" {
		t.Skipf("%s is not set: it names the unpacked npm package minecraft-data", dataVar)
	}
	out := filepath.Join(t.TempDir(), "world.json")
	var log bytes.Buffer
	if err := run(data, out, &log); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../worlds/minecraft-1.19.json")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the world differs from the committed one:\n%s", &log)
	}
}

func TestRunRefuses(t *testing.T) {
	for _, args := range [][2]string{{"", "x"}, {"x", ""}, {t.TempDir(), "x"}} {
		if err := run(args[0], args[1], &bytes.Buffer{}); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}

// TestAlternatives undoes the combinations of a recipe with choices, and keeps
// apart what isn't one.
func TestAlternatives(t *testing.T) {
	shaped := func(count int, rows ...[]string) variant { return variant{shaped: true, rows: rows, count: count} }
	got := alternatives([]variant{
		shaped(1, []string{"oak", "coal"}, []string{"oak", ""}),
		shaped(1, []string{"oak", "charcoal"}, []string{"oak", ""}),
		shaped(1, []string{"birch", "coal"}, []string{"birch", ""}),
		shaped(1, []string{"birch", "charcoal"}, []string{"birch", ""}),
		shaped(4, []string{"bamboo", "", "bamboo"}),
	})
	if len(got) != 2 || len(got[0].members[0]) != 2 || len(got[0].members[1]) != 2 || got[0].counts[0] != 2 || got[0].table || !got[1].table || got[1].count != 4 {
		t.Errorf("got %+v", got)
	}
	got = alternatives([]variant{shaped(1, []string{"a", "x"}), shaped(1, []string{"b", "y"})})
	if len(got) != 2 {
		t.Errorf("two recipes of one pattern became %+v", got)
	}
}

func TestBetween(t *testing.T) {
	for low := 1; low <= 3; low++ {
		for high := low; high <= 9; high++ {
			q := between(low, high)
			f := &sim.File{ID: "w", Actions: []sim.Action{{Ambient: []sim.Ambient{{Gives: []sim.Gift{{Item: "x", Quantity: q}}, Chance: 1}}}}}
			if err := f.Validate(); err != nil || q.Min() != low || q.Max() != high {
				t.Errorf("%d to %d: %v, %v", low, high, q, err)
			}
		}
	}
}
