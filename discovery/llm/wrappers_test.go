package llm

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
)

// script answers with one step after the other, the last one for ever.
type script struct {
	mu    sync.Mutex
	steps []error // nil: an answer
	calls int
	usage Usage
}

func (s *script) Complete(ctx context.Context, r Request) (Reply, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.steps[min(s.calls, len(s.steps)-1)]
	s.calls++
	u := s.usage
	u.Calls = 1
	if err != nil {
		return Reply{Usage: u}, err
	}
	return Reply{Text: "{; f}", Usage: u}, nil
}

// Every field of a request is in its key.
func TestKeyCoversEveryField(t *testing.T) {
	base := Request{Model: "m", Messages: []Message{{Role: "user", Text: "x"}}}
	keys := map[string]string{base.Key(): "nothing"}
	v := reflect.ValueOf(&base).Elem()
	for i := range v.NumField() {
		changed := base
		f := reflect.ValueOf(&changed).Elem().Field(i)
		switch name := v.Type().Field(i).Name; f.Kind() {
		case reflect.String:
			f.SetString("other")
		case reflect.Float64:
			f.SetFloat(.7)
		case reflect.Int:
			f.SetInt(3)
		case reflect.Slice:
			if name == "Messages" {
				f.Set(reflect.ValueOf([]Message{{Role: "user", Text: "y"}}))
			} else {
				f.Set(reflect.ValueOf([]byte(`{}`)).Convert(f.Type()))
			}
		default:
			t.Fatalf("what is a field like %s?", name)
		}
		k := changed.Key()
		if other := keys[k]; other != "" {
			t.Errorf("a change of %s gives the key of a change of %s", v.Type().Field(i).Name, other)
		}
		keys[k] = v.Type().Field(i).Name
	}
	role := base
	role.Messages = []Message{{Role: "system", Text: "x"}}
	if keys[role.Key()] != "" {
		t.Error("the role isn't in the key")
	}
}

func TestRetry(t *testing.T) {
	busy := &Fault{Class: Limited, Retry: true, After: 7 * time.Second}
	down := &Fault{Class: Broken, Retry: true}
	for name, c := range map[string]struct {
		steps []error
		calls int
		err   error
		waits []time.Duration // upper bounds; the lower is half, but for Retry-After
	}{
		"at once":          {[]error{nil}, 1, nil, nil},
		"third time":       {[]error{down, down, nil}, 3, nil, []time.Duration{time.Second, 2 * time.Second}},
		"never":            {[]error{down}, 4, down, []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}},
		"Retry-After":      {[]error{busy, nil}, 2, nil, []time.Duration{7 * time.Second}},
		"no use":           {[]error{&Fault{Class: Denied}}, 1, &Fault{Class: Denied}, nil},
		"too long a pause": {[]error{&Fault{Class: Limited, Retry: true, After: time.Hour}}, 1, busy, nil},
	} {
		s := &script{steps: c.steps, usage: Usage{PromptTokens: 5}}
		var waits []time.Duration
		r := Retry(s, 4, time.Second, 1, func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil })
		reply, err := r.Complete(t.Context(), Request{})
		if (err == nil) != (c.err == nil) || s.calls != c.calls || reply.Usage.Calls != c.calls || reply.Usage.PromptTokens != 5*c.calls {
			t.Errorf("%s: %v after %d calls, %+v", name, err, s.calls, reply.Usage)
		}
		if len(waits) != len(c.waits) {
			t.Fatalf("%s: waited %v", name, waits)
		}
		for i, w := range waits {
			if w > c.waits[i] || w < c.waits[i]/2 || name == "Retry-After" && w != c.waits[i] {
				t.Errorf("%s: waited %v, want up to %v", name, waits, c.waits)
			}
		}
	}
	// A pause ends with its context.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Retry(&script{steps: []error{down}}, 4, time.Hour, 1, Pause).Complete(ctx, Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped while waiting: %v", err)
	}
}

func TestBreaker(t *testing.T) {
	down := &Fault{Class: Broken, Retry: true}
	s := &script{steps: []error{down}}
	now := time.Unix(0, 0)
	b := Breaker(s, func() time.Time { return now })
	ask := func(want Class, calls int) {
		t.Helper()
		_, err := b.Complete(t.Context(), Request{})
		if c, _ := classOf(err); c != want || s.calls != calls {
			t.Fatalf("%q after %d calls, want %q after %d", c, s.calls, want, calls)
		}
	}
	ask(Broken, 1)
	ask(Broken, 2)
	ask(Broken, 3)
	ask(Resting, 3)
	now = now.Add(rest - 1)
	ask(Resting, 3)
	now = now.Add(1)
	ask(Broken, 4) // looks whether it is back
	ask(Resting, 4)
	now = now.Add(rest)
	s.steps = []error{nil}
	ask("", 5)
	ask("", 6)
	// Faults of the request say nothing of the server.
	s.steps = []error{&Fault{Class: Rejected}}
	for n := range 5 {
		ask(Rejected, 7+n)
	}
}

func TestBudget(t *testing.T) {
	for _, a := range []Allowance{{Tokens: 25}, {USD: .25}} {
		s := &script{steps: []error{nil}}
		m := &Meter{}
		b := Budget(CompleterFunc(func(ctx context.Context, r Request) (Reply, error) {
			m.Add(Usage{PromptTokens: 5, CompletionTokens: 5, USD: .1})
			return s.Complete(ctx, r)
		}), a, m)
		for range 3 {
			if _, err := b.Complete(t.Context(), Request{}); err != nil {
				t.Fatal(err)
			}
		}
		_, err := b.Complete(t.Context(), Request{})
		if c, _ := classOf(err); c != Spent || s.calls != 3 {
			t.Errorf("%v: %v after %d calls", a, err, s.calls)
		}
	}
	for text, want := range map[string]Allowance{"": {}, "20000tokens": {Tokens: 20000}, "0.50usd": {USD: .5}, "1 USD": {USD: 1}} {
		if got, err := ParseAllowance(text); err != nil || got != want {
			t.Errorf("%q is %v, %v", text, got, err)
		}
		if again, err := ParseAllowance(want.String()); err != nil || again != want {
			t.Errorf("%v doesn't survive its text", want)
		}
	}
	for _, text := range []string{"20000", "-1tokens", "1.5tokens", "0usd", "NaNusd", "infusd", "usd"} {
		if _, err := ParseAllowance(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestLimit(t *testing.T) {
	var mu sync.Mutex
	now, most := 0, 0
	full := make(chan struct{}, 20)
	release := make(chan struct{})
	l := Limit(CompleterFunc(func(context.Context, Request) (Reply, error) {
		mu.Lock()
		now++
		most = max(most, now)
		mu.Unlock()
		full <- struct{}{}
		<-release
		mu.Lock()
		now--
		mu.Unlock()
		return Reply{}, nil
	}), 3)
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() { _, _ = l.Complete(context.Background(), Request{}) })
	}
	for range 3 {
		<-full
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Complete(ctx, Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("waiting ends with %v", err)
	}
	close(release)
	wg.Wait()
	if most != 3 {
		t.Errorf("%d at once", most)
	}
}

func TestRecordAndReplay(t *testing.T) {
	var b strings.Builder
	down := &Fault{Class: Broken, Retry: true, Err: errors.New("smoke")}
	r := Record(&script{steps: []error{down, nil, down}}, &b)
	ctx, cancel := context.WithCancel(t.Context())
	x, y, z := Request{Model: "x", Schema: []byte(`{"a":1}`)}, Request{Model: "y"}, Request{Model: "z"}
	for _, q := range []Request{x, x, y} { // x fails, then answers
		_, _ = r.Complete(ctx, q)
	}
	cancel()
	p, err := Replay(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Complete(t.Context(), x); err != nil || got.Text != "{; f}" || got.Usage != (Usage{}) {
		t.Errorf("x: %+v, %v", got, err)
	}
	for q, want := range map[*Request]Class{&y: Broken, &z: Unrecorded} {
		_, err := p.Complete(t.Context(), *q)
		if c, _ := classOf(err); c != want {
			t.Errorf("%s: %v, want %q", q.Model, err, want)
		}
	}
	for _, bad := range []string{"no JSON", `{"v":2}`, "{}"} {
		if _, err := Replay(strings.NewReader(bad)); !errors.Is(err, ErrRecording) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestReplayOfALongLine: a request may have a picture, and be longer than any text.
func TestReplayOfALongLine(t *testing.T) {
	var b strings.Builder
	r := Record(&script{steps: []error{nil}}, &b)
	long := Request{Model: "x", Messages: []Message{{Role: "user", Picture: make([]byte, 8<<20)}}}
	if _, err := r.Complete(t.Context(), long); err != nil {
		t.Fatal(err)
	}
	p, err := Replay(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Complete(t.Context(), long); err != nil {
		t.Error(err)
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestRecordingFails: a recording that can't be written isn't the server's fault.
func TestRecordingFails(t *testing.T) {
	r := Breaker(Record(&script{steps: []error{nil, nil, nil, nil, nil}}, full{}), time.Now)
	for range 5 {
		if reply, err := r.Complete(t.Context(), Request{}); err != nil || reply.Text == "" {
			t.Errorf("%+v, %v", reply, err)
		}
	}
}

func FuzzReplay(f *testing.F) {
	f.Add(`{"v":1,"request":{"model":"m","messages":null},"text":"{; f}","usage":{}}`)
	f.Add("\n\n{\"v\":1}\n[]")
	f.Add(`{"v":1,"request":{"schema":{"a":[1,2]}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Replay(strings.NewReader(text))
		if err == nil {
			_, _ = c.Complete(t.Context(), Request{})
		}
	})
}
