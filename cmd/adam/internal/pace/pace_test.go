package pace

import (
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	var p Pace
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	if p.Rate() != 0 || p.Left(5) != 0 {
		t.Error("it knows of what it didn't see")
	}
	p.Add(start, 0, 0)
	p.Add(start.Add(10*time.Second), 1000, 0)
	if p.Rate() != 100 || p.Left(5) != 0 {
		t.Errorf("%v a second, %v left, though nothing was done", p.Rate(), p.Left(5))
	}
	p.Add(start.Add(20*time.Second), 1000, 10)
	if p.Left(5) != 10*time.Second || p.Left(0) != 0 {
		t.Errorf("%v and %v", p.Left(5), p.Left(0))
	}
	// What is longer ago than a minute doesn't count.
	for s := 21; s <= 100; s++ {
		p.Add(start.Add(time.Duration(s)*time.Second), 1000+s*10, 10+s)
	}
	if r := p.Rate(); r < 9.9 || r > 10.1 {
		t.Errorf("%v a second", r)
	}
	if d := p.Left(60); d != time.Minute {
		t.Errorf("%v left", d)
	}
}
