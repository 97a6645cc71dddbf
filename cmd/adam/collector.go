package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// roomyPercent is how much garbage there may be before it is collected, in percent of
	// what is in use, as long as that is little: a third of a short run's time went to the
	// collector. usualPercent is Go's own.
	roomyPercent, usualPercent = 400, 100
	// little is up to how many bytes in use that is so.
	little = 64 << 20
)

// easeCollector spends memory on time while there is little in use, unless the
// environment says how much to spend.
func easeCollector() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(roomyPercent)
	runtime.SetFinalizer(&cycle{}, (*cycle).over)
}

// cycle is garbage in each cycle of the collector, which tells it so.
type cycle struct{ _ [16]byte }

func (c *cycle) over() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() == metrics.KindUint64 && live[0].Value.Uint64() < little {
		runtime.SetFinalizer(c, (*cycle).over)
		return
	}
	debug.SetGCPercent(usualPercent)
}
