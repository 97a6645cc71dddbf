// Package pace says how fast a run goes and how long the rest may take.
//
// The invariant it exists for: an estimate rests on what was seen of late, and where nothing
// was, there is none.
package pace

import "time"

// Pace follows a run. The zero Pace has seen nothing. It isn't safe for concurrent use.
type Pace struct{ samples []sample }

// sample is how far a run was at a time.
type sample struct {
	at           time.Time
	trials, done int
}

// window is how far back the pace is looked at: long enough for rounds of different kinds.
const window = time.Minute

// Add enters how far the run is: trials, and what is done of what is to be done.
func (p *Pace) Add(at time.Time, trials, done int) {
	p.samples = append(p.samples, sample{at, trials, done})
	for len(p.samples) > 2 && at.Sub(p.samples[0].at) > window {
		p.samples = p.samples[1:]
	}
}

// Rate is how many trials a second there were in the last minute; zero: not known.
func (p *Pace) Rate() float64 {
	trials, _, seconds := p.span()
	if seconds <= 0 {
		return 0
	}
	return float64(trials) / seconds
}

// fewest is how much has to be done before it says something of the rest.
const fewest = 5

// Left is how long so many more take at the pace of the last minute; zero: nobody knows, as
// too little was done in it.
func (p *Pace) Left(rest int) time.Duration {
	_, done, seconds := p.span()
	if done < fewest || rest <= 0 {
		return 0
	}
	return max(time.Second, time.Duration(float64(rest)*seconds/float64(done)*float64(time.Second)).Round(time.Second))
}

// span is what happened between the first sample and the last.
func (p *Pace) span() (trials, done int, seconds float64) {
	if len(p.samples) < 2 {
		return 0, 0, 0
	}
	a, b := p.samples[0], p.samples[len(p.samples)-1]
	return b.trials - a.trials, b.done - a.done, b.at.Sub(a.at).Seconds()
}
