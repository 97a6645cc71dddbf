package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/adam-discovery/adam/discovery/explore/replies"
	"github.com/adam-discovery/adam/discovery/internal/discoverytest"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/discovery/llm/llmsim"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
)

const key = "sk-test-0123456789abcdef"

func request() llm.Request {
	return llm.Request{Model: "m", MaxTokens: 100, Messages: []llm.Message{{Role: "user", Text: "Things: b, c\nEffect: c\nTrials:\n1. present: b; tries: 2; came: 2; used up: b 1; gave: 1\n"}}}
}

// Every way in which a server fails has its name, and says whether asking again may
// help.
func TestClientFaults(t *testing.T) {
	for _, c := range []struct {
		fault llmsim.Fault
		class llm.Class
		retry bool
	}{
		{llmsim.TooMany, llm.Limited, true},
		{llmsim.Internal, llm.Broken, true},
		{llmsim.Hang, llm.TimedOut, true},
		{llmsim.Truncated, llm.Garbled, true},
		{llmsim.NotJSON, llm.Garbled, true},
		{llmsim.BadKey, llm.Denied, false},
	} {
		t.Run(string(c.fault), func(t *testing.T) {
			s := llmsim.Start(llmsim.Config{Fault: func(int) llmsim.Fault { return c.fault }, RetryAfter: "3"})
			defer s.Close()
			cfg := settings(s.URL())
			cfg.Timeout = 200 * time.Millisecond
			reply, err := llm.NewClient(cfg, llm.NewSecret(key)).Complete(t.Context(), request())
			var f *llm.Fault
			if !errors.As(err, &f) || f.Class != c.class || f.Retry != c.retry {
				t.Fatalf("%v", err)
			}
			if c.fault == llmsim.TooMany && f.After != 3*time.Second {
				t.Errorf("Retry-After is %v", f.After)
			}
			if reply.Usage.Calls != 1 || strings.Contains(err.Error(), key) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%+v, %q", reply.Usage, err)
			}
		})
	}
	t.Run("nobody there", func(t *testing.T) {
		s := llmsim.Start(llmsim.Config{})
		s.Close()
		_, err := llm.NewClient(settings(s.URL()), llm.Secret{}).Complete(t.Context(), request())
		var f *llm.Fault
		if !errors.As(err, &f) || f.Class != llm.Unreachable || !f.Retry {
			t.Errorf("%v", err)
		}
	})
	t.Run("not sent", func(t *testing.T) {
		s := llmsim.Start(llmsim.Config{})
		defer s.Close()
		r := request()
		r.Model = "o1-mini" // it takes no such temperature
		reply, err := llm.NewClient(settings(s.URL()), llm.Secret{}).Complete(t.Context(), r)
		var f *llm.Fault
		if !errors.As(err, &f) || f.Class != llm.Rejected || f.Retry || reply.Usage.Calls != 0 || len(s.Requests()) != 0 {
			t.Errorf("%v, %+v", err, reply.Usage)
		}
	})
	t.Run("stopped", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := llmsim.Start(llmsim.Config{Fault: func(int) llmsim.Fault { cancel(); return llmsim.Hang }})
		defer s.Close()
		if _, err := llm.NewClient(settings(s.URL()), llm.Secret{}).Complete(ctx, request()); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	})
}

// What is sent is what the request says, and the key is sent and comes back nowhere.
// A key goes to the server that it is for, wherever that sends on to.
func TestKeyStays(t *testing.T) {
	var asked, stolen atomic.Int32
	thief := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { stolen.Add(1) }))
	defer thief.Close()
	for _, status := range []int{http.StatusTemporaryRedirect, http.StatusPermanentRedirect, http.StatusFound} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked.Add(1)
			http.Redirect(w, r, thief.URL+r.URL.Path, status)
		}))
		_, err := llm.NewClient(settings(s.URL), llm.NewSecret(key)).Complete(t.Context(), request())
		if err == nil || !strings.Contains(err.Error(), "isn't followed") || strings.Contains(err.Error(), key) {
			t.Errorf("%d: %v", status, err)
		}
		s.Close()
	}
	if asked.Load() != 3 || stolen.Load() != 0 {
		t.Errorf("%d requests, of which %d went on to another port", asked.Load(), stolen.Load())
	}
}

func TestClientSends(t *testing.T) {
	s := llmsim.Start(llmsim.Config{Say: func(string) string { return "your key is " + key + " and mine is sk-abcdefghijk" }})
	defer s.Close()
	r := request()
	r.Sample, r.Schema = 4, json.RawMessage(`{"type":"object"}`)
	reply, err := llm.NewClient(settings(s.URL()), llm.NewSecret(key)).Complete(t.Context(), r)
	if err != nil || !s.SawKey(key) {
		t.Fatalf("%v, key sent %v", err, s.SawKey(key))
	}
	if reply.Text != "your key is [key] and mine is [key]" {
		t.Errorf("the reply is %q", reply.Text)
	}
	var sent struct {
		Model       string
		Temperature *float64
		MaxTokens   int `json:"max_tokens"`
		Seed        *int
		Format      struct{ Type string } `json:"response_format"`
	}
	if err := json.Unmarshal([]byte(s.Requests()[0]), &sent); err != nil {
		t.Fatal(err)
	}
	if sent.Model != "m" || sent.MaxTokens != 100 || sent.Seed == nil || *sent.Seed != 4 || sent.Format.Type != "json_schema" {
		t.Errorf("sent %+v", sent)
	}
	if sent.Temperature == nil || *sent.Temperature > 1e-9 {
		t.Errorf("a temperature of zero isn't sent as such: the server would take its own")
	}
	if strings.Contains(fmt.Sprintf("%v %+v %#v %s", llm.NewSecret(key), struct{ K llm.Secret }{llm.NewSecret(key)}, llm.NewSecret(key), llm.NewSecret(key)), key) {
		t.Error("a secret prints")
	}
	if b, err := json.Marshal(llm.NewSecret(key)); err != nil || strings.Contains(string(b), key) {
		t.Errorf("a secret marshals as %s, %v", b, err)
	}
}

// A server without response formats is asked in free text, and asked so from then on.
func TestServerWithoutSchemas(t *testing.T) {
	s := llmsim.Start(llmsim.Config{Fault: func(int) llmsim.Fault { return llmsim.NoSchema }})
	defer s.Close()
	c := llm.NewClient(settings(s.URL()), llm.Secret{})
	r := request()
	r.Schema = json.RawMessage(`{"type":"object"}`)
	for n, calls := range []int{2, 3} {
		reply, err := c.Complete(t.Context(), r)
		if err != nil || !strings.Contains(reply.Text, "{b; c}") || len(s.Requests()) != calls {
			t.Errorf("request %d: %q, %v after %d calls", n+1, reply.Text, err, len(s.Requests()))
		}
	}
}

// What is retried succeeds in the end, and every attempt counts.
func TestConnectRetries(t *testing.T) {
	s := llmsim.Start(llmsim.Config{Fault: func(n int) llmsim.Fault {
		return [...]llmsim.Fault{llmsim.TooMany, llmsim.Internal, llmsim.Truncated, ""}[(n-1)%4]
	}})
	defer s.Close()
	reply, err := llm.Connect(settings(s.URL()), llm.Secret{}, 1, &llm.Meter{}).Complete(t.Context(), request())
	if err != nil || reply.Usage.Calls != 4 || reply.Usage.PromptTokens == 0 {
		t.Errorf("%+v, %v", reply.Usage, err)
	}
}

// A server that doesn't count tokens can't have a budget go on for ever.
func TestServerWithoutUsage(t *testing.T) {
	s := llmsim.Start(llmsim.Config{Fault: func(int) llmsim.Fault { return llmsim.NoUsage }})
	defer s.Close()
	reply, err := llm.NewClient(settings(s.URL()), llm.Secret{}).Complete(t.Context(), request())
	if want := (len(request().Messages[0].Text) + 3) / 4; err != nil || reply.Usage.PromptTokens != want || reply.Usage.CompletionTokens == 0 {
		t.Errorf("%+v, want %d; %v", reply.Usage, want, err)
	}
}

func TestPriced(t *testing.T) {
	s := llmsim.Start(llmsim.Config{})
	defer s.Close()
	cfg := settings(s.URL())
	cfg.Prices = map[string]llm.Price{cfg.Model: {Input: 2, Output: 10}}
	reply, err := llm.NewClient(cfg, llm.Secret{}).Complete(t.Context(), request())
	if want := (2*float64(reply.Usage.PromptTokens) + 10*float64(reply.Usage.CompletionTokens)) / 1e6; err != nil || reply.Usage.USD != want || want == 0 {
		t.Errorf("%+v, want %v USD; %v", reply.Usage, want, err)
	}
}

// The contract of hypothesizers, with a model that answers well, badly, and not at
// all.
func TestContract(t *testing.T) {
	for name, c := range map[string]llmsim.Config{
		"good":    {},
		"bad":     {Quality: llmsim.Quality{Omission: .5, Redundancy: 2, Garbled: .3}},
		"refuses": {Say: func(string) string { return "No." }},
		"denies":  {Fault: func(int) llmsim.Fault { return llmsim.BadKey }},
	} {
		t.Run(name, func(t *testing.T) {
			s := llmsim.Start(c)
			defer s.Close()
			meter := &llm.Meter{}
			cfg := settings(s.URL())
			cache := replies.New(&graphstore.Memory{}, llm.Connect(cfg, llm.Secret{}, 1, meter), meter)
			discoverytest.Hypothesizer(t, llm.New(cfg, cache, statistical.Hypothesizer{}))
		})
	}
}

func TestConfig(t *testing.T) {
	cfg := llm.Default()
	err := cfg.Merge([]byte(`{"model": "m", "base_url": "http://localhost:1/v1", "temperature": 0, "timeout": "3s", "concurrency": 2, "attempts": 2,
		"backoff": "1ms", "max_tokens": 50, "text": true, "budget": "0.50usd", "prices": {"m": {"input": 1, "output": 2}}}`))
	if err != nil || cfg.Validate() != nil {
		t.Fatal(err, cfg.Validate())
	}
	if cfg.Model != "m" || cfg.Temperature != 0 || cfg.Timeout != 3*time.Second || cfg.Budget.USD != .5 || cfg.Prices["m"].Output != 2 || !cfg.Text {
		t.Errorf("%+v", cfg)
	}
	before := fmt.Sprint(cfg)
	err = cfg.Merge([]byte(`{"model": "n", "api_key": "sk-x", "temprature": 1, "timeout": 5}`))
	if !errors.Is(err, llm.ErrConfig) || fmt.Sprint(cfg) != before {
		t.Errorf("%v, and it is %+v", err, cfg)
	}
	for _, want := range append(llm.Settings(), `"api_key"`, `"temprature"`, "timeout:") {
		if err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("the error lacks %q: %v", want, err)
		}
	}
	bad := llm.Config{BaseURL: "ftp://user:pw@x/?key=1", Temperature: 3, Budget: llm.Allowance{USD: 1}, Prices: map[string]llm.Price{"m": {Input: -1}}}
	text := bad.Validate().Error()
	for _, want := range []string{"no model", "an address", "no user name", "temperature", "timeout", "concurrency", "attempts", "backoff", "max_tokens", "price of m", "no price"} {
		if !strings.Contains(text, want) {
			t.Errorf("the faults lack %q: %s", want, text)
		}
	}
	for url, local := range map[string]bool{llm.OpenAI: false, "http://localhost:11434/v1": true, "https://API.openai.com/v1": false} {
		if c := (llm.Config{BaseURL: url}); c.Local() != local {
			t.Errorf("%s: local is %v", url, c.Local())
		}
	}
}

func FuzzConfig(f *testing.F) {
	f.Add(`{"model": "m", "prices": {"m": {"input": 1}}, "budget": "1usd"}`)
	f.Add(`{"timeout": 5}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, text string) {
		cfg := llm.Default()
		if err := cfg.Merge([]byte(text)); err == nil {
			_ = cfg.Validate()
		}
	})
}
