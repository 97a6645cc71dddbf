package living

import (
	"reflect"
	"testing"
)

// Who is in a hurry leaves what is known as it was.
func TestHurry(t *testing.T) {
	k := doors()
	var was []answer
	for _, e := range k.effects {
		was = append(was, e.answer)
	}
	k.effects[0].answer.phase = settled
	was[0].phase = settled
	version := k.version
	k.hurry.Store(true)
	k.consider()
	for i, e := range k.effects {
		if !reflect.DeepEqual(e.answer, was[i]) || e.fresh != version {
			t.Errorf("what is known of %s was %v, and is %v", e.action.id, was[i], e.answer)
		}
	}
	if k.version != version {
		t.Errorf("%d is counted as news", k.version-version)
	}
}
