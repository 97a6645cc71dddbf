package replies_test

import (
	"context"
	"errors"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore/replies"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/graphstore"
)

// script answers in turn, an error or an answer.
type script struct {
	steps []error
	usage llm.Usage
	calls int
}

func (s *script) Complete(context.Context, llm.Request) (llm.Reply, error) {
	err := s.steps[min(s.calls, len(s.steps)-1)]
	s.calls++
	if err != nil {
		return llm.Reply{Usage: s.usage.Plus(llm.Usage{Calls: 1})}, err
	}
	return llm.Reply{Text: "{; f}", Usage: s.usage.Plus(llm.Usage{Calls: 1})}, nil
}

func classOf(err error) llm.Class {
	var f *llm.Fault
	if errors.As(err, &f) {
		return f.Class
	}
	return ""
}

// A failure is remembered by its run only, an answer for ever; what the run spent
// is in the meter from the start.
func TestCacheRuns(t *testing.T) {
	l := &graphstore.Memory{}
	newRun := func() {
		e, err := graphstore.NewEntry(graphstore.RunEntry{Delta: .01, Config: []byte(`{}`)})
		if err == nil {
			err = l.Append(t.Context(), e)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	a, b := llm.Request{Model: "a"}, llm.Request{Model: "b"}
	down := &llm.Fault{Class: llm.Broken, Err: errors.New("smoke")}
	s := &script{steps: []error{nil, down, nil}, usage: llm.Usage{PromptTokens: 10, USD: .5}}
	session := func(wantA, wantB llm.Class, calls int, spent llm.Usage) {
		t.Helper()
		m := &llm.Meter{}
		c := replies.New(l, s, m)
		before := s.calls
		_, errA := c.Complete(t.Context(), a)
		_, errB := c.Complete(t.Context(), b)
		ca := classOf(errA)
		cb := classOf(errB)
		if ca != wantA || cb != wantB || s.calls-before != calls || c.Fresh().Calls != calls || m.Total() != spent {
			t.Errorf("%q, %q with %d calls, %+v; want %q, %q with %d, %+v", ca, cb, s.calls-before, m.Total(), wantA, wantB, calls, spent)
		}
	}
	newRun()
	session("", llm.Broken, 2, llm.Usage{Calls: 2, PromptTokens: 20, USD: 1})
	session("", llm.Broken, 0, llm.Usage{Calls: 2, PromptTokens: 20, USD: 1})
	newRun()
	session("", "", 1, llm.Usage{Calls: 1, PromptTokens: 10, USD: .5})
	newRun()
	session("", "", 0, llm.Usage{})
}

// A ledger that can't be written fails the request: an answer that isn't kept must
// not be acted on.
func TestCacheNeedsItsLedger(t *testing.T) {
	l := &graphstore.Memory{}
	c := replies.New(l, &script{steps: []error{nil}}, &llm.Meter{})
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Complete(t.Context(), llm.Request{}); err == nil {
		t.Error("the answer was given away")
	}
}
