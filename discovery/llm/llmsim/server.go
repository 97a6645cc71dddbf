package llmsim

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Fault is a way in which a server fails.
type Fault string

// The faults. Hang holds the connection until the client gives up or the server is
// closed; Truncated cuts the body short; NoSchema is the answer of a server that
// knows no response formats; NoUsage answers, but doesn't count tokens.
const (
	TooMany   Fault = "429"
	Internal  Fault = "500"
	Hang      Fault = "hang"
	Truncated Fault = "truncated"
	NotJSON   Fault = "not JSON"
	BadKey    Fault = "401"
	NoSchema  Fault = "no schema"
	NoUsage   Fault = "no usage"
)

// Config says what is played. The zero value answers as well as the prompt allows.
type Config struct {
	Quality Quality
	Seed    uint64
	// Latency before each answer.
	Latency time.Duration
	// Fault says how the n-th request (from 1) fails; nil, or empty: it doesn't.
	Fault func(n int) Fault
	// RetryAfter is the header that goes with TooMany, in seconds; empty: none.
	RetryAfter string
	// Say, if not nil, answers instead of the played model, and See a prompt with a picture.
	Say func(prompt string) string
	See func(prompt string, picture image.Image) string
}

// Server is an OpenAI-compatible server on a local port. It is safe for concurrent
// use.
type Server struct {
	cfg  Config
	http *http.Server
	url  string
	quit chan struct{}
	once sync.Once

	mu       sync.Mutex
	requests []string
	keys     map[string]bool
}

// Serve answers on a free port of the local machine until Close.
func Serve(cfg Config) (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, url: "http://" + l.Addr().String() + "/v1", quit: make(chan struct{}), keys: map[string]bool{}}
	s.http = &http.Server{Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: time.Minute}
	go func() { _ = s.http.Serve(l) }() // it ends by Close
	return s, nil
}

// Start is Serve for tests: it panics if there is no port.
func Start(cfg Config) *Server {
	s, err := Serve(cfg)
	if err != nil {
		panic(err)
	}
	return s
}

// URL is the base URL for clients.
func (s *Server) URL() string { return s.url }

// Close ends the server, also in the middle of answers.
func (s *Server) Close() {
	s.once.Do(func() {
		close(s.quit)
		_ = s.http.Close() // whatever it says, nobody is served any more
	})
}

// Requests are the bodies received so far, in order of arrival.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// SawKey reports whether a request came with the key.
func (s *Server) SawKey(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keys["Bearer "+key]
}

// chat is as much of a request as is looked at.
type chat struct {
	Messages []struct {
		Role    string
		Content content
	}
	Seed   int
	Format *struct {
		Type string
	} `json:"response_format"`
}

// content is a text, or one with a picture.
type content struct {
	text    string
	picture image.Image // nil: none
}

// UnmarshalJSON reads a text, or parts of type text and image_url with a picture in PNG.
func (c *content) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &c.text) == nil {
		return nil
	}
	var parts []struct {
		Type, Text string
		Picture    struct{ URL string } `json:"image_url"`
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		c.text += p.Text
		if p.Type != "image_url" {
			continue
		}
		file, ok := strings.CutPrefix(p.Picture.URL, "data:image/png;base64,")
		if !ok {
			return errors.New("a picture that isn't a PNG file")
		}
		img, err := png.Decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(file)))
		if err != nil {
			return err
		}
		c.picture = img
	}
	return nil
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 8<<20))
	if err != nil {
		return
	}
	s.mu.Lock()
	s.requests = append(s.requests, string(body))
	n := len(s.requests)
	s.keys[r.Header.Get("Authorization")] = true
	s.mu.Unlock()
	var c chat
	if r.URL.Path != "/v1/chat/completions" || json.Unmarshal(body, &c) != nil || len(c.Messages) == 0 {
		fail(w, http.StatusNotFound, "no such thing")
		return
	}
	fault := Fault("")
	if s.cfg.Fault != nil {
		fault = s.cfg.Fault(n)
	}
	if s.cfg.Latency > 0 {
		select {
		case <-time.After(s.cfg.Latency):
		case <-s.quit:
			return
		}
	}
	switch fault {
	case TooMany:
		if s.cfg.RetryAfter != "" {
			w.Header().Set("Retry-After", s.cfg.RetryAfter)
		}
		fail(w, http.StatusTooManyRequests, "slow down")
		return
	case Internal:
		fail(w, http.StatusInternalServerError, "something broke")
		return
	case BadKey:
		fail(w, http.StatusUnauthorized, "Incorrect API key provided: "+strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
		return
	case Hang:
		select {
		case <-r.Context().Done():
		case <-s.quit:
		}
		return
	case NotJSON:
		_, _ = io.WriteString(w, "<html>gateway</html>") // the client may be gone
		return
	case NoSchema:
		if c.Format != nil {
			fail(w, http.StatusBadRequest, "response_format isn't known here")
			return
		}
	}
	reply := s.answer(c, body)
	asked, said := len(body)/4, len(reply)/4+1 // about four letters are a token
	if fault == NoUsage {
		asked, said = 0, 0
	}
	out, err := json.Marshal(map[string]any{
		"id": "sim", "object": "chat.completion", "model": "simulated",
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop",
			"message": map[string]string{"role": "assistant", "content": reply}}},
		"usage": map[string]int{"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said},
	})
	if err != nil {
		fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if fault == Truncated {
		cut(w, out)
		return
	}
	_, _ = w.Write(out) // the client may be gone
}

func fail(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": message, "type": "error"}}) // as above
}

// cut promises the whole body and closes the connection after half of it.
func cut(w http.ResponseWriter, out []byte) {
	h, ok := w.(http.Hijacker)
	if !ok {
		return
	}
	conn, _, err := h.Hijack()
	if err != nil {
		return
	}
	defer func(c net.Conn) { _ = c.Close() }(conn)
	fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(out), out[:len(out)/2])
}

// answer plays the model.
func (s *Server) answer(c chat, body []byte) string {
	last := c.Messages[len(c.Messages)-1].Content
	prompt := last.text
	if s.cfg.See != nil && last.picture != nil {
		return s.cfg.See(prompt, last.picture)
	}
	if s.cfg.Say != nil {
		return s.cfg.Say(prompt)
	}
	// Mixed, as generators that start from neighbouring seeds begin alike.
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(body[:len(body):len(body)], s.cfg.Seed))
	rng := rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])))
	q, err := read(prompt)
	if err != nil {
		return "I don't know."
	}
	if rng.Float64() < s.cfg.Quality.Garbled {
		return [...]string{"", "I'm sorry, but I can't help with that.", "{\"causes\": [", "The answer is obvious from the records.", "{}{}{;;}"}[rng.IntN(5)]
	}
	causes := q.degrade(q.infer(), s.cfg.Quality, rng)
	if c.Format != nil && c.Format.Type == "json_schema" {
		out, err := json.Marshal(map[string]any{"reasoning": "By the records.", "causes": append([]string{}, causes...), "effect": q.effect})
		if err != nil {
			return err.Error()
		}
		return string(out)
	}
	return fmt.Sprintf("By the records, the answer is this.\n{%s; %s}", strings.Join(causes, ", "), q.effect)
}

// degrade leaves causes out and adds others, at the rates of the quality.
func (q question) degrade(causes []string, how Quality, rng *rand.Rand) []string {
	out := slices.DeleteFunc(slices.Clone(causes), func(string) bool { return rng.Float64() < how.Omission })
	others := slices.DeleteFunc(slices.Clone(q.things), func(c string) bool { return slices.Contains(causes, c) || c == q.effect })
	for _, c := range others {
		if rng.Float64()*float64(len(others)) < how.Redundancy {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, byLength)
	return out
}
