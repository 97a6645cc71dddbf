package page

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/adam-discovery/adam/cmd/adam/internal/pace"
)

// state is what browsers are told while a run goes on.
type state struct {
	Seq       int64   `json:"seq"`
	Trials    int     `json:"trials"`
	Broken    int     `json:"broken"`
	Factors   int     `json:"factors"`
	Actions   int     `json:"actions"`
	Useful    int     `json:"useful"`
	Certified int     `json:"certified"`
	Rate      float64 `json:"rate"`
	Left      string  `json:"left"`
	Ended     string  `json:"ended,omitempty"`
	Now       Now     `json:"now"`
}

// left says how long the rest takes, of those actions that were seen to do something: of the
// others nobody knows yet whether they can.
func left(p *pace.Pace, rest int) string {
	if rest <= 0 {
		return "all that was seen to do something is certified"
	}
	if d := p.Left(rest); d > 0 {
		return fmt.Sprintf("%d to certify: about %v at the pace of the last minute", rest, d)
	}
	return fmt.Sprintf("%d to certify; no estimate yet", rest)
}

func (s *Server) watched() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.clients) > 0
}

// state is how things are.
func (s *Server) state(snap *snapshot) state {
	c := snap.counts()
	out := state{Seq: int64(snap.Last), Factors: len(snap.Graph.Factors), Actions: c.Actions, Useful: c.Useful, Certified: c.Certified}
	out.Trials, out.Broken = snap.trials()
	s.mu.Lock()
	defer s.mu.Unlock()
	out.Now = s.now
	out.Rate = s.pace.Rate()
	out.Left = left(&s.pace, c.Useful-c.Certified)
	if snap.Ended != nil {
		out.Now, out.Rate = Now{}, 0
		out.Ended, out.Left = snap.Ended.Reason, "it ended: "+snap.Ended.Reason
	}
	return out
}

// tell sends all browsers how things are; nil: that the server still is there.
func (s *Server) tell(snap *snapshot) {
	line := []byte(": still here\n\n")
	if snap != nil {
		c := snap.counts()
		trials, _ := snap.trials()
		s.mu.Lock()
		s.pace.Add(time.Now(), trials, c.Certified)
		s.mu.Unlock()
		b, err := json.Marshal(s.state(snap))
		if err != nil {
			return // numbers and strings always marshal
		}
		line = fmt.Appendf(nil, "event: state\ndata: %s\n\n", b)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.clients {
		select {
		case c <- line:
		default: // it is slow: it sees the next one
		}
	}
}

// maxClients bounds how many browsers are told at once.
const maxClients = 64

// events tells a browser when there is more to see, for as long as it listens.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	c := make(chan []byte, 1)
	s.mu.Lock()
	full := len(s.clients) >= maxClients
	if !full {
		s.clients[c] = true
	}
	s.mu.Unlock()
	if full {
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	defer func() {
		s.mu.Lock()
		delete(s.clients, c)
		s.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	if snap, err := s.main.read(r.Context()); err == nil {
		if b, err := json.Marshal(s.state(snap)); err == nil {
			fmt.Fprintf(w, "event: state\ndata: %s\n\n", b)
		}
	}
	for {
		if err := out.Flush(); err != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case line := <-c:
			if _, err := w.Write(line); err != nil {
				return
			}
		}
	}
}
