package vision

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image/png"
	"math"
	"slices"
	"sync"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/interaction"
)

// Config says how a model is asked.
type Config struct {
	// Model is its name at the server.
	Model       string
	Temperature float64
	// Sure is with what confidence an answer is taken, above 0.5; Most is how often one question is asked at most.
	Sure float64
	Most int
}

// Default asks until the odds are ten thousand to one, 600 times at most: a search asks a hundred questions, and what is
// looked for is in few pictures.
func Default(model string) Config {
	return Config{Model: model, Temperature: .7, Sure: .9999, Most: 600}
}

// Model is a percipient that asks a vision model. What it was asked of the latest pictures is remembered. It is safe for
// concurrent use.
type Model struct {
	ask llm.Completer
	cfg Config

	mu    sync.Mutex
	stats Stats
	known map[asked]outcome
	fault error // see Fault
	ended error // see Stopped
}

// asked is a question about a picture.
type asked struct {
	picture [sha256.Size]byte
	q       percipient.Question
}

// Stats are what became of questions.
type Stats struct {
	Questions int `json:"questions"` // different ones
	Calls     int `json:"calls"`
	Rubbish   int `json:"rubbish"`   // calls that brought no answer: refused, garbled, too late, over budget
	CantTell  int `json:"cant_tell"` // questions that were left open
	// Pairs is how many questions were answered twice, and Differ how often those two answers were opposite.
	Pairs  int `json:"pairs"`
	Differ int `json:"differ"`
}

// outcome is an answer, or why there is none.
type outcome struct {
	answer percipient.Answer
	err    error
}

const (
	// mostKnown is how many questions are remembered at most.
	mostKnown = 10_000
	// rounds is how many calls in a row may bring no answer.
	rounds = 3
	// prior is as how many pairs of answers, of which two in five differ, counts what is believed of a model beforehand: a
	// bad one must not be believed before it has contradicted itself.
	prior, priorDiffer = 20, 8
	// checkEvery: of so many questions one is asked twice, however sure the first answer is.
	checkEvery = 8
	// mostWrong is what a model is taken to be wrong with at most: beyond that its answers tell next to nothing.
	mostWrong = .45
)

// New returns the percipient of a model that answers by the completer.
func New(ask llm.Completer, cfg Config) *Model {
	return &Model{ask: ask, cfg: cfg, known: map[asked]outcome{}}
}

// Stats are what became of questions so far.
func (m *Model) Stats() Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.stats
}

// Fault is why the first call that brought no answer didn't; nil: each brought one.
func (m *Model) Fault() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.fault
}

// Stopped is why the first question that failed with percipient.ErrNotAsked did; nil: none did.
func (m *Model) Stopped() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ended
}

var errGarbled = errors.New("what it said is no answer")

// Wrong is how often one answer of the model is wrong, estimated from how often it contradicts itself: of two answers to a
// question, wrong independently with probability e, 2e(1-e) differ.
func (s Stats) Wrong() float64 {
	n := float64(s.Pairs) + prior
	d := (float64(s.Differ) + priorDiffer) / n
	d += math.Sqrt(d * (1 - d) / n) // a standard error more: who trusts too much is wrong
	return min(mostWrong, (1-math.Sqrt(max(0, 1-2*d)))/2)
}

// Ask implements [percipient.Percipient]. It fails with percipient.ErrCantTell where the model gives no answer, or none
// that is sure enough, and with percipient.ErrNotAsked where the model couldn't be asked to the end, as its budget was used up
// or the recording that answers for it lacks the request; ctx's error is passed on.
func (m *Model) Ask(ctx context.Context, f interaction.Frame, q percipient.Question) (percipient.Answer, error) {
	file, err := packed(f)
	if err != nil {
		return percipient.Answer{}, err
	}
	text, ok := wording(q)
	if !ok {
		return percipient.Answer{}, percipient.ErrCantTell
	}
	key := asked{sha256.Sum256(file), q}
	m.mu.Lock()
	o, known := m.known[key]
	m.mu.Unlock()
	if known {
		return o.answer, o.err
	}
	o.answer, o.err = m.decide(ctx, file, text)
	if ctx.Err() != nil {
		return o.answer, ctx.Err()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stats.Questions++
	if o.err != nil {
		m.stats.CantTell++
	}
	if len(m.known) >= mostKnown {
		clear(m.known)
	}
	m.known[key] = o
	return o.answer, o.err
}

// decide asks until the answers leave little doubt: a sequential probability ratio test (Wald, 1945) of yes against no,
// with the estimated rate of errors.
func (m *Model) decide(ctx context.Context, file []byte, text string) (percipient.Answer, error) {
	var said [2][]reply // no, yes
	vain, last := 0, error(nil)
	for n := 0; n < m.cfg.Most && vain < rounds; n++ {
		r, err := m.once(ctx, file, text, n)
		if ctx.Err() != nil {
			return percipient.Answer{}, ctx.Err()
		}
		if vain++; err != nil {
			if last = err; classOf(err) == llm.Spent {
				break // it stays used up
			}
			continue
		}
		vain, last = 0, nil
		if r.unsure {
			continue
		}
		i := 0
		if r.yes {
			i = 1
		}
		answers := len(said[0]) + len(said[1])
		wrong, check := m.weigh(answers == 1, len(said[1-i]) > 0)
		said[i] = append(said[i], r)
		odds := float64(len(said[1])-len(said[0])) * math.Log((1-wrong)/wrong)
		if sure := 1 / (1 + math.Exp(-math.Abs(odds))); sure >= m.cfg.Sure && !(check && answers == 0) {
			return answer(said[i], i == 1, sure), nil
		}
	}
	if c := classOf(last); c == llm.Spent || c == llm.Unrecorded {
		m.mu.Lock()
		m.ended = cmp.Or(m.ended, last)
		m.mu.Unlock()
		return percipient.Answer{}, percipient.ErrNotAsked
	}
	return percipient.Answer{}, percipient.ErrCantTell
}

// classOf is the class of a completer's fault; empty: it is none.
func classOf(err error) llm.Class {
	if f := (*llm.Fault)(nil); errors.As(err, &f) {
		return f.Class
	}
	return ""
}

// weigh is what one answer is taken to be wrong with, and whether this question is one that is asked twice in any case. The
// first two answers to a question are a pair: later ones come where the first contradict each other.
func (m *Model) weigh(pair, differ bool) (wrong float64, check bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if pair {
		if m.stats.Pairs++; differ {
			m.stats.Differ++
		}
	}
	return m.stats.Wrong(), m.stats.Pairs < prior || m.stats.Questions%checkEvery == 0
}

// answer is what the replies that agree amount to: where and how far off, the middle of what they say.
func answer(said []reply, yes bool, sure float64) percipient.Answer {
	a := percipient.Answer{Holds: yes, Confidence: sure}
	if !yes {
		return a
	}
	sides := map[string]int{}
	var steps []float64
	for _, r := range said {
		if sides[r.side]++; r.side != "" && (a.Side == "" || sides[r.side] > sides[a.Side]) {
			a.Side = r.side
		}
		if r.steps > 0 {
			steps = append(steps, r.steps)
		}
	}
	if len(steps) > 0 {
		slices.Sort(steps)
		a.Far = steps[len(steps)/2]
		a.Bearing = map[string]float64{"left": -.6, "right": .6}[a.Side]
	}
	return a
}

// once asks once; it fails where that brought no answer.
func (m *Model) once(ctx context.Context, file []byte, text string, sample int) (reply, error) {
	got, err := m.ask.Complete(ctx, llm.Request{Model: m.cfg.Model, Temperature: m.cfg.Temperature, MaxTokens: 200, Sample: sample, Schema: schema,
		Messages: []llm.Message{{Role: "system", Text: role}, {Role: "user", Text: text, Picture: file}}})
	var r reply
	if err == nil {
		var ok bool
		if r, ok = parse(got.Text); !ok {
			err = errGarbled
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.stats.Calls++; err != nil {
		m.stats.Rubbish++
		m.fault = cmp.Or(m.fault, err)
	}
	return r, err
}

// Describe asks a free question and returns what the model says, at most 2,000 characters; it may be anything. It fails as
// the completer does.
func (m *Model) Describe(ctx context.Context, f interaction.Frame, question string) (string, error) {
	file, err := packed(f)
	if err != nil {
		return "", err
	}
	got, err := m.ask.Complete(ctx, llm.Request{Model: m.cfg.Model, Temperature: m.cfg.Temperature, MaxTokens: 500,
		Messages: []llm.Message{{Role: "system", Text: role}, {Role: "user", Text: question, Picture: file}}})
	if err != nil {
		return "", err
	}
	const most = 2000
	if r := []rune(got.Text); len(r) > most {
		got.Text = string(r[:most])
	}
	return got.Text, nil
}

// packed is a valid frame as a file.
func packed(f interaction.Frame) ([]byte, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, f.Image()); err != nil {
		return nil, fmt.Errorf("packing a picture: %w", err)
	}
	return b.Bytes(), nil
}
