// Package replies keeps in a ledger what a language model answered.
//
// The invariant it exists for: in the ledger an answer precedes the trials that it led to,
// so that a ledger which was cut off anywhere never holds trials without the answers
// behind them, and a run that goes on takes the decisions again that it took.
package replies

import (
	"context"
	"errors"
	"sync"

	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/graphstore"
)

// Cache is a completer that keeps in a ledger what came of every request. A reply serves
// every later request that is the same in all fields. A failure serves the rest of its run
// only; a new run asks anew. An entry is appended before its answer is given away. A Cache
// is safe for concurrent use.
//
// The ledger is read at the first request, which must come after the run's entry was made.
type Cache struct {
	ledger graphstore.Ledger
	next   llm.Completer
	meter  *llm.Meter

	mu     sync.Mutex
	loaded bool
	known  map[string]graphstore.ReplyEntry
	fresh  llm.Usage
}

var _ llm.Completer = (*Cache)(nil)

// New puts a cache over the ledger before next. What the run spent, by the ledger and from
// now on, is entered into the meter.
func New(l graphstore.Ledger, next llm.Completer, m *llm.Meter) *Cache {
	return &Cache{ledger: l, next: next, meter: m}
}

// Fresh is what requests cost that the ledger didn't know.
func (c *Cache) Fresh() llm.Usage {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fresh
}

// Complete implements [llm.Completer].
func (c *Cache) Complete(ctx context.Context, r llm.Request) (llm.Reply, error) {
	k := r.Key()
	c.mu.Lock()
	if err := c.load(ctx); err != nil {
		c.mu.Unlock()
		return llm.Reply{}, err
	}
	b, ok := c.known[k]
	c.mu.Unlock()
	if ok {
		return again(b)
	}
	reply, err := c.next.Complete(ctx, r)
	c.meter.Add(reply.Usage)
	b = graphstore.ReplyEntry{Request: k, Text: reply.Text, Calls: reply.Usage.Calls,
		Tokens: [2]int{reply.Usage.PromptTokens, reply.Usage.CompletionTokens}, Seconds: reply.Usage.Seconds, USD: reply.Usage.USD}
	var f *llm.Fault
	switch {
	case errors.As(err, &f):
		b.Text, b.Fault = "", string(f.Class)
		if f.Err != nil {
			b.Message = f.Err.Error()
		}
	case err != nil:
		return reply, err // the run was stopped: nothing came of it
	}
	e, eerr := graphstore.NewEntry(b)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fresh = c.fresh.Plus(reply.Usage)
	if first, ok := c.known[k]; ok {
		return again(first) // asked twice at once: the first answer counts
	}
	if eerr == nil {
		eerr = c.ledger.Append(context.WithoutCancel(ctx), e)
	}
	if eerr != nil {
		return reply, eerr
	}
	c.known[k] = b
	return reply, err
}

// again is what came of a request that was asked before.
func again(b graphstore.ReplyEntry) (llm.Reply, error) {
	if b.Fault == "" {
		return llm.Reply{Text: b.Text, Usage: usageOf(b), Cached: true}, nil
	}
	f := &llm.Fault{Class: llm.Class(b.Fault)}
	if b.Message != "" {
		f.Err = errors.New(b.Message)
	}
	return llm.Reply{Cached: true}, f
}

// load reads the ledger, once.
func (c *Cache) load(ctx context.Context) error {
	if c.loaded {
		return nil
	}
	known := map[string]graphstore.ReplyEntry{}
	var spent llm.Usage // by the latest run
	for e, err := range c.ledger.Since(ctx, 0) {
		if err != nil {
			return err
		}
		switch e.Kind {
		case graphstore.KindRun:
			spent = llm.Usage{}
			for k, b := range known {
				if b.Fault != "" {
					delete(known, k)
				}
			}
		case graphstore.KindReply:
			b, err := graphstore.DecodeReply(e)
			if err != nil {
				return err
			}
			spent = spent.Plus(usageOf(b))
			if _, ok := known[b.Request]; !ok {
				known[b.Request] = b
			}
		}
	}
	c.known, c.loaded = known, true
	c.meter.Add(spent)
	return nil
}

func usageOf(b graphstore.ReplyEntry) llm.Usage {
	return llm.Usage{Calls: b.Calls, PromptTokens: b.Tokens[0], CompletionTokens: b.Tokens[1], Seconds: b.Seconds, USD: b.USD}
}
