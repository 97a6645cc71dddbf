package rpc

import "testing"

// Names of factors are told apart by their case, keys aren't.
func TestKeysInOtherCases(t *testing.T) {
	for text, fine := range map[string]bool{
		`{"levels":{"log":1,"Log":2}}`:              true,
		`{"bases":[{"log":1},{"log":1,"Log":2}]}`:   true,
		`{"Levels":{"log":1,"Log":2}}`:              true,
		`{"levels":{"log":1,"log":2}}`:              false,
		`{"levels":{"log":1},"view":{"a":1,"A":2}}`: false,
		`{"id":1,"Id":2}`:                           false,
		`{"seed":1,"ſeed":2}`:                       false,
		`[{"id":1},{"id":2}]`:                       true,
	} {
		if err := unique([]byte(text)); fine != (err == nil) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
