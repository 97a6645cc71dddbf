package graphstore

import "fmt"

// ReplyEntry is the body of a KindReply entry: what came of a request to a language
// model. A reply with a Fault is an answer that wasn't had, and holds for its run
// only. The graph doesn't depend on replies, but which trials were asked does.
type ReplyEntry struct {
	Version int `json:"v"`
	// Request identifies the request: a digest of all its fields.
	Request string `json:"request"`
	Text    string `json:"text,omitempty"`
	// Fault is the class of what went wrong; empty: nothing did.
	Fault string `json:"fault,omitempty"`
	// Message says more about the fault.
	Message string `json:"message,omitempty"`
	// Calls counts the attempts, Tokens are those of the prompt and of the
	// completion as the server reports them, USD is money by the price table.
	Calls   int     `json:"calls"`
	Tokens  [2]int  `json:"tokens"`
	Seconds float64 `json:"seconds"`
	USD     float64 `json:"usd,omitempty"`
}

// DecodeReply reads the body of a KindReply entry. It fails with ErrCorrupt or
// ErrFuture.
func DecodeReply(e Entry) (ReplyEntry, error) {
	var b ReplyEntry
	if err := decode(e, &b, &b.Version); err != nil {
		return b, err
	}
	if b.Request == "" || min(b.Calls, b.Tokens[0], b.Tokens[1]) < 0 || !(b.Seconds >= 0 && b.USD >= 0) {
		return b, fmt.Errorf("%w: entry %d (%s): request %q, %d calls, %d tokens, %v s, %v USD",
			ErrCorrupt, e.Seq, e.Kind, b.Request, b.Calls, b.Tokens, b.Seconds, b.USD)
	}
	return b, nil
}
