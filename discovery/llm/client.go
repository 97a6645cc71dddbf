package llm

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/sashabaranov/go-openai"
)

// Client asks an OpenAI-compatible server, one attempt a request. A server that
// rejects a request with a schema is asked without from then on.
type Client struct {
	key     Secret
	timeout time.Duration
	price   Price
	local   bool
	api     *openai.Client
	noJSON  atomic.Bool
}

var _ Completer = (*Client)(nil)

// maxBody bounds what is read of a reply, in bytes; an answer has a few thousand.
const maxBody = 1 << 20

// NewClient returns a client for a valid configuration. The key may be zero.
func NewClient(cfg Config, key Secret) *Client {
	c := openai.DefaultConfig(key.Reveal())
	c.BaseURL = cfg.BaseURL
	c.HTTPClient = doer{&http.Client{CheckRedirect: stay}}
	return &Client{key: key, timeout: cfg.Timeout, price: cfg.Prices[cfg.Model], local: cfg.Local(), api: openai.NewClientWithConfig(c)}
}

// stay follows a redirection to the same server only: a request carries the key, which is
// nobody else's business, whatever the other's port or host.
func stay(next *http.Request, before []*http.Request) error {
	if first := before[0].URL; next.URL.Scheme != first.Scheme || next.URL.Host != first.Host {
		return fmt.Errorf("the server sends on to %s, which isn't followed: it would get the key", interaction.Shown(next.URL.Scheme+"://"+next.URL.Host))
	}
	if len(before) >= 10 {
		return errors.New("the server sends on and on")
	}
	return nil
}

// Complete implements [Completer].
func (c *Client) Complete(ctx context.Context, r Request) (Reply, error) {
	start := time.Now()
	text, u, err := c.once(ctx, r, r.Schema != nil && !c.noJSON.Load())
	var f *Fault
	if errors.As(err, &f) && f.Class == Rejected && r.Schema != nil && !c.noJSON.Load() {
		var again Usage
		if text, again, err = c.once(ctx, r, false); err == nil {
			c.noJSON.Store(true)
		}
		u = u.Plus(again)
	}
	u.Seconds = time.Since(start).Seconds()
	u.USD = c.price.of(u)
	return Reply{Text: c.scrub(text), Usage: u}, err
}

// received is what the transport notes, as the library drops it.
type received struct {
	sent       bool
	retryAfter string
}

type receivedKey struct{}

func (c *Client) once(ctx context.Context, r Request, structured bool) (string, Usage, error) {
	u := Usage{Calls: 1}
	req := openai.ChatCompletionRequest{Model: r.Model, Temperature: float32(r.Temperature), Seed: &r.Sample}
	if c.local {
		//lint:ignore SA1019 servers other than OpenAI's may know no other name
		req.MaxTokens = r.MaxTokens
	} else {
		req.MaxCompletionTokens = r.MaxTokens
	}
	if r.Temperature == 0 {
		// The library leaves a zero out, and the server's default isn't zero.
		req.Temperature = math.SmallestNonzeroFloat32
	}
	for _, m := range r.Messages {
		req.Messages = append(req.Messages, turn(m))
	}
	if structured {
		req.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: "answer", Schema: r.Schema, Strict: true}}
	}
	var head received
	tctx, cancel := context.WithTimeout(context.WithValue(ctx, receivedKey{}, &head), c.timeout)
	defer cancel()
	res, err := c.api.CreateChatCompletion(tctx, req)
	if err != nil {
		if ctx.Err() != nil {
			return "", u, ctx.Err()
		}
		if !head.sent {
			u.Calls = 0
		}
		return "", u, c.fault(err, head, tctx.Err() != nil)
	}
	u.PromptTokens, u.CompletionTokens = max(0, res.Usage.PromptTokens), max(0, res.Usage.CompletionTokens)
	if u.Tokens() == 0 {
		// The server doesn't say: about four bytes are a token.
		for _, m := range r.Messages {
			u.PromptTokens += (len(m.Text) + len(m.Picture) + 3) / 4
		}
		for _, choice := range res.Choices {
			u.CompletionTokens += (len(choice.Message.Content) + 3) / 4
		}
	}
	if len(res.Choices) == 0 {
		return "", u, &Fault{Class: Garbled, Retry: true, Err: errors.New("it has no choices")}
	}
	return res.Choices[0].Message.Content, u, nil
}

// turn is a message as the library has it: with a picture it has parts.
func turn(m Message) openai.ChatCompletionMessage {
	if len(m.Picture) == 0 {
		return openai.ChatCompletionMessage{Role: m.Role, Content: m.Text}
	}
	data := "data:image/png;base64," + base64.StdEncoding.EncodeToString(m.Picture)
	return openai.ChatCompletionMessage{Role: m.Role, MultiContent: []openai.ChatMessagePart{
		{Type: openai.ChatMessagePartTypeText, Text: m.Text},
		{Type: openai.ChatMessagePartTypeImageURL, ImageURL: &openai.ChatMessageImageURL{URL: data, Detail: openai.ImageURLDetailAuto}},
	}}
}

// fault says what an error of the library means.
func (c *Client) fault(err error, head received, timedOut bool) error {
	said := errors.New(c.scrub(clip(err.Error())))
	var api *openai.APIError
	var req *openai.RequestError
	status := 0
	switch {
	case errors.As(err, &api):
		status = api.HTTPStatusCode
	case errors.As(err, &req):
		status = req.HTTPStatusCode
	}
	f := &Fault{Err: said, After: retryAfter(head.retryAfter, time.Now())}
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	var network *net.OpError
	switch {
	case status == http.StatusTooManyRequests:
		f.Class, f.Retry = Limited, true
	case status >= 500:
		f.Class, f.Retry = Broken, true
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		f.Class = Denied
	case status >= 400:
		f.Class = Rejected
	case !head.sent: // the library knows that the model won't take it
		f.Class = Rejected
	case timedOut:
		f.Class, f.Retry = TimedOut, true
	case errors.As(err, &network) && network.Op == "dial":
		f.Class, f.Retry = Unreachable, true
	case errors.As(err, &syntax), errors.As(err, &mismatch), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		f.Class, f.Retry = Garbled, true
	default:
		f.Class, f.Retry = Unreachable, true
	}
	return f
}

// keyLike is how keys of well-known services look; a server may quote another than
// ours.
var keyLike = regexp.MustCompile(`\bsk-[A-Za-z0-9_*-]{6,}`)

// scrub takes the key out of what a server said.
func (c *Client) scrub(s string) string {
	if k := c.key.Reveal(); k != "" {
		s = strings.ReplaceAll(s, k, "[key]")
	}
	return keyLike.ReplaceAllString(s, "[key]")
}

// clip keeps messages of servers short, and on one line.
func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 300 {
		s = string(r[:300]) + "..."
	}
	return s
}

// retryAfter reads the header of that name: seconds, or a date. Zero: it asks for
// nothing, or can't be read.
func retryAfter(h string, now time.Time) time.Duration {
	if n, err := strconv.ParseFloat(h, 64); err == nil && n > 0 && n < 1e6 {
		return time.Duration(n * float64(time.Second))
	}
	if t, err := http.ParseTime(h); err == nil {
		return max(0, t.Sub(now))
	}
	return 0
}

// doer sends requests, bounds what is read of the reply, and notes when the server
// wants to be asked again.
type doer struct{ client *http.Client }

func (d doer) Do(r *http.Request) (*http.Response, error) {
	n, noted := r.Context().Value(receivedKey{}).(*received)
	if noted {
		n.sent = true
	}
	res, err := d.client.Do(r)
	if err != nil {
		return nil, err
	}
	if noted {
		n.retryAfter = res.Header.Get("Retry-After")
	}
	res.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(res.Body, maxBody), res.Body}
	return res, nil
}

// Price is what a model takes, in US dollars for a million tokens. The zero value
// is no price.
type Price struct {
	Input  float64 `json:"input"`
	Output float64 `json:"output"`
}

func (p Price) of(u Usage) float64 {
	return (p.Input*float64(u.PromptTokens) + p.Output*float64(u.CompletionTokens)) / 1e6
}

func (p Price) validate(model string) error {
	if p.Input < 0 || p.Output < 0 || p.Input+p.Output == 0 || math.IsNaN(p.Input+p.Output) || math.IsInf(p.Input+p.Output, 0) {
		return fmt.Errorf("price of %s: input %v and output %v must not be negative, nor both zero", model, p.Input, p.Output)
	}
	return nil
}
