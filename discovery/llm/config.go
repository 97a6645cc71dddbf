package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
)

// OpenAI is the address that is asked when none is given.
const OpenAI = "https://api.openai.com/v1"

// Config says whom to ask and how. The zero value isn't valid; see Default.
type Config struct {
	// Model is the model's name at the server.
	Model string
	// BaseURL is the server's address up to and with "/v1". It must hold neither
	// a user name nor a query: keys don't belong there.
	BaseURL string
	// Temperature is from 0 to 2; ADAM found 0.3 best (appendix B).
	Temperature float64
	// Timeout bounds one attempt; above zero.
	Timeout time.Duration
	// Concurrency is how many requests may be under way at once, 1 to 256. An
	// exploration asks one at a time; this is for many at once.
	Concurrency int
	// Attempts is how often a request is made in all when it fails in a way that
	// may pass, 1 to 20; Backoff is the first pause between two.
	Attempts int
	Backoff  time.Duration
	// MaxTokens bounds an answer, reasoning included; 16 to 100,000.
	MaxTokens int
	// Text asks for free text where the default is an answer by JSON Schema.
	Text bool
	// Budget ends the asking, not the exploring.
	Budget Allowance
	// Prices by model; without one, money isn't counted.
	Prices map[string]Price
}

// Default returns the configuration for what isn't said. It lacks a model.
func Default() Config {
	return Config{BaseURL: OpenAI, Temperature: .3, Timeout: time.Minute, Concurrency: 4, Attempts: 4,
		Backoff: 500 * time.Millisecond, MaxTokens: 1500}
}

// Validate reports every fault of the configuration at once.
func (c Config) Validate() error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	check(c.Model != "", "there is no model")
	u, err := url.Parse(c.BaseURL)
	check(err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "",
		"base URL: it must be an address such as http://localhost:11434/v1")
	check(err != nil || u.User == nil && u.RawQuery == "" && u.Fragment == "", "base URL: it must hold no user name, password or query")
	check(c.Temperature >= 0 && c.Temperature <= 2, "temperature %v: it must be from 0 to 2", c.Temperature)
	check(c.Timeout > 0, "timeout %v: it must be above zero", c.Timeout)
	check(c.Concurrency >= 1 && c.Concurrency <= 256, "concurrency %d: it must be from 1 to 256", c.Concurrency)
	check(c.Attempts >= 1 && c.Attempts <= 20, "attempts %d: there must be 1 to 20", c.Attempts)
	check(c.Backoff > 0 && c.Backoff <= maxPause, "backoff %v: it must be above zero, at most %v", c.Backoff, maxPause)
	check(c.MaxTokens >= 16 && c.MaxTokens <= 100_000, "max_tokens %d: it must be from 16 to 100000", c.MaxTokens)
	check(c.Budget.Tokens >= 0 && c.Budget.USD >= 0, "budget: it can't be negative")
	for _, m := range slices.Sorted(maps.Keys(c.Prices)) {
		if err := c.Prices[m].validate(m); err != nil {
			errs = append(errs, err)
		}
	}
	if _, priced := c.Prices[c.Model]; c.Budget.USD > 0 && !priced {
		errs = append(errs, fmt.Errorf("budget in US dollars: there is no price of the model %q", c.Model))
	}
	return errors.Join(errs...)
}

// Local reports whether the server isn't OpenAI's own: then no key may be needed.
func (c Config) Local() bool {
	u, err := url.Parse(c.BaseURL)
	return err == nil && !strings.EqualFold(u.Hostname(), "api.openai.com")
}

// ErrConfig is wrapped by what Merge reports.
var ErrConfig = errors.New("not a configuration of a language model")

// settings are the keys of a configuration file, and where each is read to.
var settings = map[string]func(c *Config) any{
	"model":       func(c *Config) any { return &c.Model },
	"base_url":    func(c *Config) any { return &c.BaseURL },
	"temperature": func(c *Config) any { return &c.Temperature },
	"timeout":     func(c *Config) any { return (*duration)(&c.Timeout) },
	"concurrency": func(c *Config) any { return &c.Concurrency },
	"attempts":    func(c *Config) any { return &c.Attempts },
	"backoff":     func(c *Config) any { return (*duration)(&c.Backoff) },
	"max_tokens":  func(c *Config) any { return &c.MaxTokens },
	"text":        func(c *Config) any { return &c.Text },
	"budget":      func(c *Config) any { return &c.Budget },
	"prices":      func(c *Config) any { return &c.Prices },
}

// Settings lists the keys of a configuration file, ascending.
func Settings() []string { return slices.Sorted(maps.Keys(settings)) }

// Merge overwrites the configuration with what a file says, a JSON object. Unknown
// keys are refused, all of them at once. It changes nothing if it fails.
func (c *Config) Merge(file []byte) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(file, &all); err != nil {
		return fmt.Errorf("%w: %w", ErrConfig, err)
	}
	out := *c
	out.Prices = maps.Clone(c.Prices)
	var errs []error
	for _, k := range slices.Sorted(maps.Keys(all)) {
		into, ok := settings[k]
		if !ok {
			errs = append(errs, fmt.Errorf("unknown key %q; there are %s", k, strings.Join(Settings(), ", ")))
			continue
		}
		if err := json.Unmarshal(all[k], into(&out)); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", k, err))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("%w: %w", ErrConfig, err)
	}
	*c = out
	return nil
}

// UnmarshalText reads what ParseAllowance reads.
func (a *Allowance) UnmarshalText(b []byte) (err error) {
	*a, err = ParseAllowance(string(b))
	return err
}

// duration is a time.Duration that is written as "30s".
type duration time.Duration

func (d *duration) UnmarshalText(b []byte) error {
	v, err := time.ParseDuration(string(b))
	*d = duration(v)
	return err
}

// Connect makes a Completer that talks to the server of a valid configuration: at
// most Concurrency requests at once, retried, given up on while the server is down, and
// within the budget, which counts what is in the meter.
func Connect(cfg Config, key Secret, seed uint64, m *Meter) Completer {
	return Guard(NewClient(cfg, key), cfg, seed, m)
}

// Guard puts everything of Connect but the client around a Completer.
func Guard(next Completer, cfg Config, seed uint64, m *Meter) Completer {
	next = Retry(next, cfg.Attempts, cfg.Backoff, seed, Pause)
	return Budget(Breaker(Limit(next, cfg.Concurrency), time.Now), cfg.Budget, m)
}
