package llm

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
)

// Allowance is how much may be spent. The zero value is no limit.
type Allowance struct {
	Tokens int
	USD    float64
}

// ParseAllowance reads "20000tokens" or "0.50usd"; empty is no limit.
func ParseAllowance(s string) (Allowance, error) {
	if s == "" {
		return Allowance{}, nil
	}
	t := strings.ToLower(strings.ReplaceAll(s, " ", ""))
	if n, ok := strings.CutSuffix(t, "tokens"); ok {
		if v, err := strconv.Atoi(n); err == nil && v > 0 {
			return Allowance{Tokens: v}, nil
		}
	} else if n, ok := strings.CutSuffix(t, "usd"); ok {
		if v, err := strconv.ParseFloat(n, 64); err == nil && v > 0 && !math.IsInf(v, 0) {
			return Allowance{USD: v}, nil
		}
	}
	return Allowance{}, fmt.Errorf("budget %q: it must be a number of tokens or US dollars, such as 20000tokens or 0.50usd", s)
}

// String is the form that ParseAllowance reads.
func (a Allowance) String() string {
	switch {
	case a.Tokens > 0:
		return strconv.Itoa(a.Tokens) + "tokens"
	case a.USD > 0:
		return strconv.FormatFloat(a.USD, 'f', -1, 64) + "usd"
	}
	return ""
}

// Meter adds up what a run spent. It is safe for concurrent use; the zero value is
// nothing spent.
type Meter struct {
	mu    sync.Mutex
	total Usage
}

// Add enters what something cost.
func (m *Meter) Add(u Usage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.total = m.total.Plus(u)
}

// Total is everything entered so far.
func (m *Meter) Total() Usage {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.total
}

// Budget lets requests through as long as the meter is below the allowance. What is
// under way when it is used up is finished, so the last requests may go beyond it.
func Budget(next Completer, a Allowance, m *Meter) Completer {
	if a == (Allowance{}) {
		return next
	}
	return CompleterFunc(func(ctx context.Context, r Request) (Reply, error) {
		if u := m.Total(); a.Tokens > 0 && u.Tokens() >= a.Tokens || a.USD > 0 && u.USD >= a.USD {
			return Reply{}, &Fault{Class: Spent}
		}
		return next.Complete(ctx, r)
	})
}
