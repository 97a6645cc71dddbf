package queue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/adam-discovery/adam/interaction"
)

// Protocol is the version of the messages between a coordinator and its workers.
const Protocol = 3

// MaxMessage is the size in bytes of the longest message that a coordinator or a worker sends or reads; it is
// below the limit of a server that wasn't told of another.
const MaxMessage = 768 << 10

// Names on the server. One exploration at a time uses them.
const (
	stream        = "ADAM"
	workSubject   = "adam.work."   // and the run: batches
	helloSubject  = "adam.hello"   // workers ask for terms, again and again: it says that they live
	resultSubject = "adam.result." // and the run: what came of a batch
	logSubject    = "adam.log."    // and the run: what came of the episodes before
	holdSubject   = "adam.hold."   // and the run: may a batch be begun that was handed out before?
)

// hello is what a worker says of itself.
type hello struct {
	Protocol    int    `json:"protocol"`
	Version     string `json:"version"`
	World       string `json:"world"`
	Fingerprint string `json:"fingerprint"`
	Worker      string `json:"worker"`
	Sessions    int    `json:"sessions"`
	// Coordinator: no worker, but another coordinator that asks whether there is one.
	Coordinator bool `json:"coordinator,omitempty"`
}

// terms is the answer: under which run work is to be taken, or why there is none.
type terms struct {
	Refused string        `json:"refused,omitempty"`
	Run     string        `json:"run,omitempty"`
	Seed    seed          `json:"seed"`
	Timeout time.Duration `json:"timeout"`
}

// batch is a message with work: trials, or one episode. The starts of its trials are written with one vocabulary.
type batch struct {
	ID      string     `json:"id"` // see identify
	Factors []factor   `json:"factors,omitempty"`
	Trials  []trialMsg `json:"trials,omitempty"`
	Episode []byte     `json:"episode,omitempty"`
}

// work is what one is asked for: a trial, or an episode, as bytes that only who asks for it and who lives it can read.
type work struct {
	interaction.Trial
	episode []byte // nil: it is a trial
}

// key identifies it by content.
func (w *work) key() interaction.Key {
	if w.episode == nil {
		return w.Trial.Key()
	}
	sum := sha256.Sum256(w.episode)
	return interaction.Key{binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])}
}

// factor is one that starts are written with: its name and how many are plenty.
type factor struct {
	Name  string `json:"n"`
	Ample int    `json:"a"`
}

type trialMsg struct {
	Action  interaction.Action `json:"a"`
	Tier    interaction.Tier   `json:"t,omitempty"`
	Len     int                `json:"n,omitempty"`
	Over    [][2]int           `json:"o,omitempty"`
	Extra   map[string]int     `json:"x,omitempty"`
	Repeat  int                `json:"r,omitempty"`
	Epoch   int                `json:"e,omitempty"`
	Attempt int                `json:"k,omitempty"`
}

// result is what came of a batch.
type result struct {
	hello
	ID        string       `json:"id"`
	Delivered int          `json:"delivered"`
	Seconds   float64      `json:"seconds"` // that the batch took
	Outcomes  []outcomeMsg `json:"outcomes,omitempty"`
	// Report is that of an episode, or a part of it: behind the first From bytes, and More: not to its end.
	Report []byte `json:"report,omitempty"`
	From   int    `json:"from,omitempty"`
	More   bool   `json:"more,omitempty"`
	// Nonce tells the parts of a report from those of another one of the same batch.
	Nonce string `json:"nonce,omitempty"`
	// Cannot is why there are no outcomes.
	Cannot string `json:"cannot,omitempty"`
}

// outcomeMsg is an outcome: completed, unless it says otherwise.
type outcomeMsg struct {
	Start   map[string]int `json:"s,omitempty"` // levels of the start that aren't those asked for
	Changes map[string]int `json:"c,omitempty"` // gains
	Ended   bool           `json:"e,omitempty"`
	Fault   string         `json:"f,omitempty"`
	Why     string         `json:"w,omitempty"`
}

// verdict is the answer to a result.
type verdict struct {
	// Wait: it can't be taken now, but maybe soon.
	Wait    bool   `json:"wait,omitempty"`
	Refused string `json:"refused,omitempty"`
	// Again: the parts of the report before aren't known.
	Again bool `json:"again,omitempty"`
}

// seed is written as decimal digits in a string: a JSON number of 64 bits isn't read exactly everywhere.
type seed uint64

// MarshalText writes the digits.
func (s seed) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(s), 10), nil }

// UnmarshalText reads the digits.
func (s *seed) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 10, 64)
	*s = seed(n)
	return err
}

// unmarshal reads one message, and nothing else.
func unmarshal(data []byte, into any) error {
	if len(data) > MaxMessage {
		return fmt.Errorf("a message of %d bytes: at most %d", len(data), MaxMessage)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is something behind the message")
	}
	return nil
}

// holdRequest asks whether the worker may begin a batch that was handed out before.
type holdRequest struct {
	hello
	ID string `json:"id"`
	// Back: no question; the worker gives the batch back, and isn't dead if nothing more is heard of it.
	Back bool `json:"back,omitempty"`
}

// holdAnswer is the answer.
type holdAnswer struct {
	// Wait: it can't be said now, but maybe soon.
	Wait    bool   `json:"wait,omitempty"`
	Refused string `json:"refused,omitempty"`
	Begin   bool   `json:"begin,omitempty"` // else nobody asks for it any more
}

// logRequest asks for what came of the episodes behind the first From, as much of it as one message holds; of the first
// of these behind its first Offset bytes.
type logRequest struct {
	hello
	From   int `json:"from"`
	Offset int `json:"offset,omitempty"`
}

// logAnswer is the answer. More: there is one item, and it goes on. Short: there never was so much, so the episode is of
// an exploration that was begun anew since.
type logAnswer struct {
	Refused string   `json:"refused,omitempty"`
	Short   bool     `json:"short,omitempty"`
	Items   [][]byte `json:"items,omitempty"`
	More    bool     `json:"more,omitempty"`
}

// identify is the name of a batch: a hash of the keys of what it asks for.
func identify(keys []interaction.Key) string {
	h := sha256.New()
	for _, k := range keys {
		fmt.Fprintf(h, "%016x%016x", k[0], k[1])
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// pack writes a batch: of trials, or of one episode.
func pack(all []work) ([]byte, string, error) {
	b := batch{}
	keys := make([]interaction.Key, len(all))
	for i := range all {
		keys[i] = all[i].key()
	}
	b.ID = identify(keys)
	if b.Episode = all[0].episode; b.Episode == nil {
		b.trials(all)
	}
	data, err := json.Marshal(b)
	return data, b.ID, err
}

// trials enters them.
func (b *batch) trials(all []work) {
	b.Trials = make([]trialMsg, len(all))
	var v *interaction.Vocabulary
	known := 0
	for i, t := range all {
		m := trialMsg{Action: t.Action, Repeat: t.Repeat, Epoch: t.Epoch, Attempt: t.Attempt}
		if v == nil {
			v = t.Start.Vocabulary()
		}
		switch s := t.Start; {
		case s.Vocabulary() == v:
			m.Tier, m.Len = s.Tier(), s.Len()
			known = max(known, m.Len)
			for _, l := range s.Over() {
				m.Over = append(m.Over, [2]int{l.Factor, l.Level})
				known = max(known, l.Factor+1)
			}
			for _, a := range s.Extra() {
				m.extra(a.Name, a.Level)
			}
		default:
			for _, a := range s.Amounts() {
				m.extra(a.Name, a.Level)
			}
		}
		b.Trials[i] = m
	}
	if known > 0 {
		for _, f := range v.Factors()[:known] {
			b.Factors = append(b.Factors, factor{f.Name, f.Ample})
		}
	}
}

func (m *trialMsg) extra(name string, level int) {
	if m.Extra == nil {
		m.Extra = map[string]int{}
	}
	m.Extra[name] = level
}

// words are the vocabulary that starts are read with. They are kept from batch to batch, as a world keeps what it
// works out of a vocabulary.
type words struct {
	v       *interaction.Vocabulary
	factors []factor
}

// learn makes sure that the words begin with these factors.
func (w *words) learn(factors []factor) error {
	same := min(len(factors), len(w.factors))
	for i, f := range factors[:same] {
		if w.factors[i] != f {
			same = -1
			break
		}
	}
	if w.v == nil || same < 0 {
		w.v, w.factors, same = interaction.NewVocabulary(interaction.MaxLevel, nil), nil, 0
	}
	for _, f := range factors[same:] {
		if f.Name == "" || !interaction.Plain(f.Name) || f.Ample < 1 || f.Ample > interaction.MaxLevel {
			return fmt.Errorf("a factor called %q, of which %d are plenty", f.Name, f.Ample)
		}
		w.v.Declare(interaction.Factor{Name: f.Name, Ample: f.Ample})
		if i := w.v.Add(f.Name); i != len(w.factors) {
			w.v = nil
			return fmt.Errorf("the factor %q is there twice", f.Name)
		}
		w.factors = append(w.factors, f)
	}
	return nil
}

// unpack reads a batch. A message that isn't the batch that it says it is, is an error.
func (w *words) unpack(data []byte) (string, []work, error) {
	var b batch
	if err := unmarshal(data, &b); err != nil {
		return "", nil, err
	}
	if len(b.Episode) > 0 && len(b.Trials)+len(b.Factors) == 0 {
		all := []work{{episode: b.Episode}}
		return b.ID, all, b.named(all[0].key())
	}
	if len(b.Trials) == 0 || len(b.Episode) > 0 {
		return "", nil, errors.New("a batch is trials, or one episode")
	}
	if err := w.learn(b.Factors); err != nil {
		return "", nil, err
	}
	trials := make([]work, len(b.Trials))
	keys := make([]interaction.Key, len(b.Trials))
	for i, m := range b.Trials {
		start, err := m.start(w.v, len(b.Factors))
		if err != nil {
			return "", nil, fmt.Errorf("trial %d: %w", i, err)
		}
		trials[i] = work{Trial: interaction.Trial{Action: m.Action, Start: start, Repeat: m.Repeat, Epoch: m.Epoch, Attempt: m.Attempt}}
		keys[i] = trials[i].key()
	}
	return b.ID, trials, b.named(keys...)
}

// named reports a batch that isn't called as what it asks for makes it be.
func (b *batch) named(keys ...interaction.Key) error {
	if id := identify(keys); id != b.ID {
		return fmt.Errorf("the batch is called %.40q, but what is in it makes %s: another version?", b.ID, id)
	}
	return nil
}

// start is the start of a trial, written with the first known factors of the vocabulary.
func (m *trialMsg) start(v *interaction.Vocabulary, known int) (interaction.State, error) {
	if m.Tier > interaction.Plenty || m.Len < 0 || m.Len > known {
		return interaction.State{}, fmt.Errorf("a start of tier %d of %d factors of %d", m.Tier, m.Len, known)
	}
	s := v.Cut(m.Tier, m.Len)
	over := make([]interaction.Level, len(m.Over))
	last := -1
	for i, o := range m.Over {
		if o[0] <= last || o[0] >= known || o[1] < 0 || o[1] > interaction.MaxLevel {
			return interaction.State{}, fmt.Errorf("a start with %d of factor %d", o[1], o[0])
		}
		last = o[0]
		over[i] = interaction.Level{Factor: o[0], Level: o[1]}
	}
	s = s.Set(over)
	extra, err := levels(interaction.State{}, m.Extra)
	if err != nil || len(extra) == 0 {
		return s, err
	}
	return s.After(extra), nil
}

// levels are the changes that lead to these levels from the state.
func levels(from interaction.State, to map[string]int) ([]interaction.Change, error) {
	changes := make([]interaction.Change, 0, len(to))
	for name, n := range to {
		if name == "" || !interaction.Plain(name) || n < 0 || n > interaction.MaxLevel {
			return nil, fmt.Errorf("%d of %q", n, name)
		}
		changes = append(changes, interaction.Change{Factor: name, From: from.Level(name), To: n})
	}
	return changes, nil
}
