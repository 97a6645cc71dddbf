package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Completer answers requests to a language model. It is safe for concurrent use.
//
// Reply.Usage is valid with an error, too. An error is a [*Fault], or ctx's error
// when ctx is done, or, from a cache, that of what keeps it.
type Completer interface {
	Complete(ctx context.Context, r Request) (Reply, error)
}

// CompleterFunc is a function as a Completer.
type CompleterFunc func(ctx context.Context, r Request) (Reply, error)

// Complete calls f.
func (f CompleterFunc) Complete(ctx context.Context, r Request) (Reply, error) { return f(ctx, r) }

// Message is one turn of a conversation.
type Message struct {
	Role string `json:"role"` // "system", "user" or "assistant"
	Text string `json:"text"`
	// Picture is a file in PNG that the text is about; empty: none.
	Picture []byte `json:"picture,omitempty"`
}

// Request is everything that an answer depends on. Who is asked over which address,
// how long one waits and with which key aren't part of it.
type Request struct {
	Model       string  `json:"model"`
	Temperature float64 `json:"temperature"`
	// MaxTokens bounds the answer.
	MaxTokens int `json:"max_tokens"`
	// Sample tells repetitions of one question apart, from 0; servers that know
	// seeds get it as the seed.
	Sample   int       `json:"sample"`
	Messages []Message `json:"messages"`
	// Schema is the JSON Schema that the answer should follow; nil: free text. A
	// server that knows no schemas answers in free text all the same.
	Schema json.RawMessage `json:"schema,omitempty"`
}

// Key identifies the request: a digest of all its fields.
func (r Request) Key() string {
	b, err := json.Marshal(r)
	if err != nil { // the schema isn't JSON: whoever wrote it erred
		panic("llm: " + err.Error())
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

// Reply is an answer and what it took.
type Reply struct {
	Text  string
	Usage Usage
	// Cached: it was known, and no call was made.
	Cached bool
}

// Usage is what answers cost. The zero value is nothing.
type Usage struct {
	Calls            int     `json:"calls"` // attempts, whatever came of them
	PromptTokens     int     `json:"prompt_tokens"`
	CompletionTokens int     `json:"completion_tokens"`
	Seconds          float64 `json:"seconds"`
	USD              float64 `json:"usd"` // zero where there is no price
}

// Tokens are those of prompts and answers together.
func (u Usage) Tokens() int { return u.PromptTokens + u.CompletionTokens }

// Plus is the cost of both.
func (u Usage) Plus(v Usage) Usage {
	return Usage{u.Calls + v.Calls, u.PromptTokens + v.PromptTokens, u.CompletionTokens + v.CompletionTokens,
		u.Seconds + v.Seconds, u.USD + v.USD}
}

// Class says in which way an answer wasn't had, in words for people.
type Class string

// The classes of faults.
const (
	Unreachable Class = "the server can't be reached"
	TimedOut    Class = "the server took too long"
	Limited     Class = "the server limits the rate"
	Broken      Class = "the server is broken"
	Denied      Class = "the server denies access"
	Rejected    Class = "the server rejects the request"
	Garbled     Class = "the reply was cut off or garbled"
	Spent       Class = "the budget is used up"
	Resting     Class = "the server failed repeatedly and is given a rest"
	Unrecorded  Class = "the recording doesn't have the request"
)

// Fault is an answer that wasn't had.
type Fault struct {
	Class Class
	// Retry: asking again may help, though not before After.
	Retry bool
	After time.Duration
	Err   error // may be nil
}

func (f *Fault) Error() string {
	if f.Err == nil {
		return string(f.Class)
	}
	return fmt.Sprintf("%s: %v", f.Class, f.Err)
}

func (f *Fault) Unwrap() error { return f.Err }

// classOf is the class of an error of a Completer.
func classOf(err error) (Class, bool) {
	var f *Fault
	if errors.As(err, &f) {
		return f.Class, true
	}
	return "", false
}

// Secret is a key. It never prints: only Reveal gives it away.
type Secret struct{ text string }

// NewSecret keeps the text.
func NewSecret(text string) Secret { return Secret{text} }

// Reveal returns the text.
func (s Secret) Reveal() string { return s.text }

// IsZero reports whether there is no key.
func (s Secret) IsZero() bool { return s.text == "" }

// String hides the key.
func (s Secret) String() string { return "[key]" }

// GoString hides the key.
func (s Secret) GoString() string { return "[key]" }

// MarshalText hides the key.
func (s Secret) MarshalText() ([]byte, error) { return []byte("[key]"), nil }
