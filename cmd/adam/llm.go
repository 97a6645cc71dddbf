package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/explore/replies"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/discovery/statistical"
	"github.com/adam-discovery/adam/graphstore"
)

// modelFlags say which language model to ask, and how.
type modelFlags struct {
	set            *pflag.FlagSet
	stderr         func() io.Writer
	flags          llm.Config // as far as flags were given
	file, budget   string
	record, replay string
}

func (m *modelFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	m.set, m.stderr = f, cmd.ErrOrStderr
	d := llm.Default()
	f.StringVar(&m.flags.Model, "llm-model", "", "the language model's name at its server")
	f.StringVar(&m.flags.BaseURL, "llm-base-url", "", "an OpenAI-compatible server (default: $OPENAI_BASE_URL, or "+llm.OpenAI+"); its key is $OPENAI_API_KEY")
	f.Float64Var(&m.flags.Temperature, "llm-temperature", d.Temperature, "the model's temperature, 0 to 2")
	f.DurationVar(&m.flags.Timeout, "llm-timeout", d.Timeout, "how long one attempt to get an answer may take")
	f.IntVar(&m.flags.Concurrency, "llm-concurrency", d.Concurrency, "requests to the model at once, where several are to be made")
	f.StringVar(&m.budget, "llm-budget", "", "stop asking, not exploring, after so much: 20000tokens or 0.50usd")
	f.StringVar(&m.file, "llm-config", "", "a JSON file with these settings and prices, see docs/json-formats.md")
	f.StringVar(&m.record, "llm-record", "", "append every conversation to this file, without keys")
	f.StringVar(&m.replay, "llm-replay", "", "answer from a recorded file and call nobody")
}

// given lists the flags about models that were given.
func (m *modelFlags) given() []string {
	var out []string
	m.set.Visit(func(f *pflag.Flag) {
		if strings.HasPrefix(f.Name, "llm-") {
			out = append(out, "--"+f.Name)
		}
	})
	return out
}

// config resolves what was said: a flag counts more than the environment, that
// more than the file, that more than the default.
func (m *modelFlags) config() (llm.Config, error) {
	cfg := llm.Default()
	if m.file != "" {
		text, err := os.ReadFile(m.file)
		if err != nil {
			return cfg, err
		}
		if err := cfg.Merge(text); err != nil {
			return cfg, hinted(quiet{fmt.Errorf("%s: %w", m.file, err), errInput}, "keys of servers come from the environment only: OPENAI_API_KEY")
		}
	}
	if u := os.Getenv("OPENAI_BASE_URL"); u != "" {
		cfg.BaseURL = u
	}
	for name, take := range map[string]func(){
		"llm-model":       func() { cfg.Model = m.flags.Model },
		"llm-base-url":    func() { cfg.BaseURL = m.flags.BaseURL },
		"llm-temperature": func() { cfg.Temperature = m.flags.Temperature },
		"llm-timeout":     func() { cfg.Timeout = m.flags.Timeout },
		"llm-concurrency": func() { cfg.Concurrency = m.flags.Concurrency },
	} {
		if m.set.Changed(name) {
			take()
		}
	}
	if m.set.Changed("llm-budget") {
		b, err := llm.ParseAllowance(m.budget)
		if err != nil {
			return cfg, usage(err)
		}
		cfg.Budget = b
	}
	if cfg.Model == "" {
		return cfg, hinted(usage(errorf("which language model is to be asked?")), "name it with --llm-model, or in the file of --llm-config")
	}
	if err := cfg.Validate(); err != nil {
		return cfg, usage(fmt.Errorf("language model: %w", err))
	}
	if m.record != "" && m.replay != "" {
		return cfg, usage(errorf("--llm-record and --llm-replay exclude each other: what is replayed is recorded already"))
	}
	return cfg, nil
}

// model is a language model that can be asked, and what it costs.
type model struct {
	cfg   llm.Config
	meter *llm.Meter
	plain llm.Meter     // of meter, what was asked without a cache
	ask   llm.Completer // guarded, not cached
	close func() error

	hypothesizer *llm.Hypothesizer // nil: none of the model
	cache        *replies.Cache    // of the hypothesizer
}

// open connects to the model that the flags name; the caller closes it.
func (m *modelFlags) open(seed uint64) (*model, error) {
	cfg, err := m.config()
	if err != nil {
		return nil, err
	}
	out := &model{cfg: cfg, meter: &llm.Meter{}, close: func() error { return nil }}
	if m.replay != "" {
		f, err := os.Open(m.replay)
		if err != nil {
			return nil, err
		}
		defer func() { _ = f.Close() }() // it was only read
		out.ask, err = llm.Replay(f)
		if errors.Is(err, llm.ErrCut) {
			fmt.Fprintf(m.stderr(), "%s: %s, and isn't taken; all before it are\n", m.replay, err)
		} else if err != nil {
			return nil, quiet{fmt.Errorf("%s: %w", m.replay, err), errInput}
		}
		return out, nil
	}
	key := llm.NewSecret(strings.TrimSpace(os.Getenv("OPENAI_API_KEY")))
	if key.IsZero() && !cfg.Local() {
		return nil, hinted(usage(fmt.Errorf("%s: %w", cfg.BaseURL, llm.ErrNoKey)),
			"put it into the environment as OPENAI_API_KEY, or name a server that needs none with --llm-base-url")
	}
	var talk llm.Completer = llm.NewClient(cfg, key)
	if m.record != "" {
		f, err := openRecording(m.record)
		if err != nil {
			return nil, err
		}
		kept := &output{w: f} // exploring goes on without a recording, but isn't a success
		out.close = func() error { return cmp.Or(kept.err, f.Close()) }
		talk = llm.Record(talk, kept)
	}
	out.ask = llm.Guard(talk, cfg, seed, out.meter)
	return out, nil
}

// openRecording opens a file that conversations are appended to, behind the last whole one.
func openRecording(name string) (*os.File, error) {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_RDWR, 0o600)
		if err != nil {
			return nil, err
		}
		err = llm.Mend(f)
		switch cerr := f.Close(); {
		case errors.Is(err, llm.ErrRecording):
			return nil, hinted(quiet{fmt.Errorf("%s: %w", name, err), errInput}, "choose another file with --llm-record")
		case cmp.Or(err, cerr) != nil:
			return nil, quiet{cmp.Or(err, cerr), errOutput}
		}
	}
	return os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
}

// done closes the model, if there is one, and reports in err what that says unless
// something was wrong already.
func (m *model) done(err *error) {
	if m == nil {
		return
	}
	if cerr := m.close(); *err == nil {
		*err = cerr
	}
}

// finish closes the model, if there is one, as done does, and writes what it was
// asked and what that cost, if it was asked anything.
func (m *model) finish(w io.Writer, err *error) {
	if m == nil {
		return
	}
	if j := m.json(); j.Questions+j.Spent.Calls > 0 {
		m.print(w)
	}
	m.done(err)
}

// metered asks without a cache: what that costs counts for the budget.
func (m *model) metered() llm.Completer {
	return llm.CompleterFunc(func(ctx context.Context, r llm.Request) (llm.Reply, error) {
		reply, err := m.ask.Complete(ctx, r)
		m.meter.Add(reply.Usage)
		m.plain.Add(reply.Usage)
		return reply, err
	})
}

// remember makes the model a hypothesizer whose replies the ledger keeps.
func (m *model) remember(l graphstore.Ledger) discovery.Hypothesizer {
	m.cache = replies.New(l, m.ask, m.meter)
	m.hypothesizer = llm.New(m.cfg, m.cache, statistical.Hypothesizer{})
	return m.hypothesizer
}

// modelJSON is what a model was asked and what it cost; docs/json-formats.md
// describes it.
type modelJSON struct {
	Model string `json:"model"`
	llm.Report
	// Spent is what the run spent, New the part of it in this session.
	Spent llm.Usage `json:"spent"`
	New   llm.Usage `json:"new"`
}

func (m *model) json() *modelJSON {
	if m == nil {
		return nil
	}
	var fresh llm.Meter
	fresh.Add(m.plain.Total())
	j := &modelJSON{Model: m.cfg.Model, Spent: m.meter.Total()}
	if m.hypothesizer != nil {
		j.Report = m.hypothesizer.Report()
		fresh.Add(m.cache.Fresh())
	}
	j.New = fresh.Total()
	return j
}

// print writes the same for people; it writes nothing if there is no model.
func (m *model) print(w io.Writer) {
	if m == nil {
		return
	}
	if m.hypothesizer == nil {
		fmt.Fprintf(w, "%s: %s\n", m.cfg.Model, costText(m.meter.Total(), m.cfg))
		return
	}
	j := m.json()
	fmt.Fprintf(w, "%s: %d questions, %d answered", j.Model, j.Questions, j.Answered)
	if n := j.FellBack(); n > 0 {
		var why []string
		for _, r := range slices.Sorted(maps.Keys(j.Fallbacks)) {
			why = append(why, fmt.Sprintf("%s: %d", r, j.Fallbacks[r]))
		}
		fmt.Fprintf(w, ", %d left to the statistical hypothesizer (%s)", n, strings.Join(why, "; "))
	}
	fmt.Fprintln(w)
	fmt.Fprintf(w, "%s: %s; %s\n", j.Model, costText(j.Spent, m.cfg), callsText(j.New.Calls))
}

func callsText(n int) string {
	if n == 1 {
		return "1 call in this session"
	}
	return fmt.Sprintf("%d calls in this session", n)
}

// costText is what answers cost.
func costText(u llm.Usage, cfg llm.Config) string {
	s := fmt.Sprintf("%d calls, %d tokens, %.1f s", u.Calls, u.Tokens(), u.Seconds)
	if _, ok := cfg.Prices[cfg.Model]; ok {
		return s + fmt.Sprintf(", %.4f USD", u.USD)
	}
	return s
}

// modelHint is advice about a fault of a model: where nobody was asked, neither server nor key is at fault. Of all others it
// is the one given.
func modelHint(err error, other string) string {
	if f := (*llm.Fault)(nil); errors.As(err, &f) {
		switch f.Class {
		case llm.Spent:
			return "raise --llm-budget, or leave it out"
		case llm.Unrecorded:
			return "replay it by the flags that it was recorded by (seed, model, what is asked for), or record it to the end with --llm-record"
		}
	}
	return other
}

// noModel refuses flags about models where none is asked; hint says what asks one.
func (m *modelFlags) noModel(hint string) error {
	if g := m.given(); len(g) > 0 {
		return hinted(usage(errors.New(strings.Join(g, ", ")+": no language model is asked")), hint)
	}
	return nil
}
