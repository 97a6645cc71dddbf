package main

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// Memory is spent on time only as long as little is in use, and never where the
// environment says how much may be.
func TestEaseCollector(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(usualPercent))
	percent := func() int {
		p := debug.SetGCPercent(usualPercent)
		debug.SetGCPercent(p)
		return p
	}
	t.Setenv("GOMEMLIMIT", "")
	t.Setenv("GOGC", "150")
	easeCollector()
	if p := percent(); p != usualPercent {
		t.Errorf("%d%%, though GOGC says something else", p)
	}
	t.Setenv("GOGC", "")
	easeCollector()
	for range 3 {
		runtime.GC()
	}
	if p := percent(); p != roomyPercent {
		t.Errorf("%d%% where little is in use", p)
	}
	held := make([]byte, 2*little)
	for end := time.Now().Add(time.Minute); percent() != usualPercent; runtime.GC() {
		if time.Now().After(end) {
			t.Fatalf("%d%% with %d bytes in use", percent(), len(held))
		}
	}
	runtime.KeepAlive(held)
}
