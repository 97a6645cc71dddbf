package audit_test

import (
	"reflect"
	"testing"

	"github.com/adam-discovery/adam/graphstore/audit"
)

// TestCompare: an action that moved is no change; what it led to is lost when it goes.
func TestCompare(t *testing.T) {
	old := graph(t, "dig:-> clay", "bake: clay -> brick", "build: 2 brick -> wall", "melt: wall -> 2 brick", "sing:-> song")
	now := graph(t, "melt: wall -> 2 brick", "dig:-> clay", "build: 2 brick -> wall", "sing", "press: clay -> pot", "split: pot -> 2 clay")
	c := audit.Compare(old, now)
	if want := []string{"brick", "song", "wall"}; !reflect.DeepEqual(c.Lost, want) {
		t.Errorf("lost: %v", c.Lost)
	}
	if !reflect.DeepEqual(c.Won, []string{"pot"}) || !reflect.DeepEqual(c.Idle, []string{"sing"}) || !reflect.DeepEqual(c.Gone, []string{"bake"}) {
		t.Errorf("won %v, idle %v, gone %v", c.Won, c.Idle, c.Gone)
	}
	if len(c.Loops) != 1 || c.Loops[0].Gains[0].Factor != "clay" || len(c.Closed) != 0 || !c.Worse() {
		t.Errorf("loops %v, closed %v", c.Loops, c.Closed)
	}
	if back := audit.Compare(now, old); len(back.Loops) != 0 || len(back.Closed) != 1 || !reflect.DeepEqual(back.Lost, []string{"pot"}) {
		t.Errorf("the other way round: %+v", back)
	}
	if same := audit.Compare(old, old); same.Worse() || same.Changes > 0 || len(same.Won) > 0 {
		t.Errorf("with itself: %+v", same)
	}
}
