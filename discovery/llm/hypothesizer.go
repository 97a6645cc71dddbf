package llm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/adam-discovery/adam/discovery"
)

// Hypothesizer asks a language model for the causes of an effect. Where the model
// gives no answer that can be read, or was refuted too often, another hypothesizer
// guesses. It is safe for concurrent use, and all it keeps is its report.
type Hypothesizer struct {
	cfg      Config
	ask      Completer
	fallback discovery.Hypothesizer

	mu     sync.Mutex
	report Report
}

var _ discovery.Reconsidering = (*Hypothesizer)(nil)

// New returns a hypothesizer that asks by a valid configuration, and falls back on
// the other.
func New(cfg Config, ask Completer, fallback discovery.Hypothesizer) *Hypothesizer {
	return &Hypothesizer{cfg: cfg, ask: ask, fallback: fallback, report: Report{Fallbacks: map[string]int{}}}
}

const (
	// reinfer is how often the model is asked again with its refuted answers
	// shown; then the other hypothesizer guesses.
	reinfer = 2
	// samples is how often it is asked for an answer that can be read.
	samples = 2
	// named is the probability of a cause that the model names, which the search
	// puts below what successes used up and above anything else; needless is that
	// of one that it names against the evidence.
	named    = .9
	needless = .01
)

// Name says what decides about the answers: other words here are another run.
func (h *Hypothesizer) Name() string {
	form := "json"
	if h.cfg.Text {
		form = "text"
	}
	return fmt.Sprintf("llm: %s, temperature %g, %s, at most %d tokens, prompt %d, else %s",
		h.cfg.Model, h.cfg.Temperature, form, h.cfg.MaxTokens, promptVersion, h.fallback.Name())
}

// Again implements [discovery.Reconsidering].
func (h *Hypothesizer) Again() int { return reinfer + 1 }

// Propose implements [discovery.Hypothesizer]. It fails only if ctx is done.
func (h *Hypothesizer) Propose(ctx context.Context, v discovery.View) (discovery.Hypothesis, error) {
	e := slices.Index(v.History.Effects(), v.Effect)
	if e < 0 {
		return h.fallback.Propose(ctx, v)
	}
	h.note(func(r *Report) {
		r.Questions++
		if len(v.Failed) > 0 {
			r.Refuted++
		}
	})
	if len(v.Failed) > reinfer {
		return h.fallBack(ctx, v, "its answers were refuted")
	}
	ep := newEpisode(v, e)
	things := ep.things()
	l := newLegend(things, v.Factors)
	req := Request{Model: h.cfg.Model, Temperature: h.cfg.Temperature, MaxTokens: h.cfg.MaxTokens, Messages: messages(ep, l)}
	if !h.cfg.Text {
		req.Schema = schema(l, things, v.Effect)
	}
	for s := range samples {
		req.Sample = len(v.Failed)*samples + s
		reply, err := h.ask.Complete(ctx, req)
		if ctx.Err() != nil && err != nil {
			return discovery.Hypothesis{}, err
		}
		if err != nil {
			reason := "the answer couldn't be kept"
			if class, ok := classOf(err); ok {
				reason = string(class)
			}
			return h.fallBack(ctx, v, reason)
		}
		h.note(func(r *Report) {
			r.Replies++
			if reply.Cached {
				r.Cached++
			}
		})
		causes, err := parse(reply.Text, l, v.Effect)
		if err == nil {
			h.note(func(r *Report) { r.Answered++ })
			return prior(v, e, causes), nil
		}
		h.note(func(r *Report) { r.Unreadable++ })
	}
	return h.fallBack(ctx, v, "its replies couldn't be read")
}

// prior makes probabilities of the named causes. Against what was seen nobody is
// believed: where a success had nothing but some of them, the others aren't needed.
func prior(v discovery.View, e int, causes []int) discovery.Hypothesis {
	out := discovery.Hypothesis{Causes: map[int]float64{}}
	for _, i := range causes {
		out.Causes[i] = named
	}
	for _, r := range v.History.Records() {
		if r.Hits(e).Hits == 0 || r.At.Size() >= len(causes) {
			continue
		}
		inside := true
		for i := range r.At.All() {
			inside = inside && slices.Contains(causes, i)
		}
		for _, i := range causes {
			if inside && r.At.At(i) == 0 {
				out.Causes[i] = needless
			}
		}
	}
	return out
}

func (h *Hypothesizer) fallBack(ctx context.Context, v discovery.View, why string) (discovery.Hypothesis, error) {
	h.note(func(r *Report) { r.Fallbacks[why]++ })
	return h.fallback.Propose(ctx, v)
}

func (h *Hypothesizer) note(change func(r *Report)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	change(&h.report)
}

// Report is what became of the questions to a model. It is the same however often
// a run was stopped and gone on with, but for Cached.
type Report struct {
	// Questions counts guesses that were asked for; Refuted those of them that
	// were asked again because trials refuted the one before.
	Questions int `json:"questions"`
	Refuted   int `json:"refuted"`
	// Answered counts questions with an answer that could be read.
	Answered int `json:"answered"`
	// Replies counts replies; Cached those that were in the database, Unreadable
	// those that held no answer.
	Replies    int `json:"replies"`
	Cached     int `json:"cached"`
	Unreadable int `json:"unreadable"`
	// Fallbacks counts, by reason, the questions that the other hypothesizer
	// answered.
	Fallbacks map[string]int `json:"fallbacks"`
}

// FellBack is the sum over Fallbacks.
func (r Report) FellBack() int {
	n := 0
	for _, k := range r.Fallbacks {
		n += k
	}
	return n
}

// Report is what became of the questions so far.
func (h *Hypothesizer) Report() Report {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.report
	r.Fallbacks = maps.Clone(r.Fallbacks)
	return r
}

// ErrNoKey is returned where a key is needed and there is none.
var ErrNoKey = errors.New("there is no key")
