package graphstore

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/adam-discovery/adam/interaction"
)

// bodyVersion is the version of all bodies that this program writes.
const bodyVersion = 1

// WorldEntry is the body of a KindWorld entry.
type WorldEntry struct {
	Version     int                  `json:"v"`
	ID          string               `json:"id"`
	Fingerprint string               `json:"fingerprint"`
	Actions     []interaction.Action `json:"actions"`
	// Stock is how many of each observed item "everything observed" holds.
	Stock int `json:"stock"`
}

// LabelsEntry is the body of a KindLabels entry.
type LabelsEntry struct {
	Version int                           `json:"v"`
	Labels  map[interaction.Action]string `json:"labels"`
}

// RunEntry is the body of a KindRun entry: the resolved configuration.
type RunEntry struct {
	Version int             `json:"v"`
	Delta   float64         `json:"delta"`
	Config  json.RawMessage `json:"config"`
}

// ItemsEntry is the body of a KindItems entry. Items are numbered in the order in
// which these entries list them.
type ItemsEntry struct {
	Version int      `json:"v"`
	Items   []string `json:"items"`
}

// EndEntry is the body of a KindEnd entry.
type EndEntry struct {
	Version int    `json:"v"`
	Reason  string `json:"reason"`
}

// DisputeEntry is the body of a KindDispute entry: what was claimed of the action
// doesn't hold any more, as when the world changed its rules. What the ledger saw
// of the action before is no evidence on what it does now.
type DisputeEntry struct {
	Version int                `json:"v"`
	Action  interaction.Action `json:"action"`
	Reason  string             `json:"reason"`
}

// StepEntry is the body of a KindStep entry: one action executed for a task. It is
// no evidence, as the inventory wasn't chosen; the inventory afterwards is Before
// without Consumed and with Obtained.
type StepEntry struct {
	Version int    `json:"v"`
	Task    string `json:"task"`
	// N counts the actions of the task, from 1.
	N int `json:"n"`
	// Goal is the item that the action was executed for.
	Goal     string             `json:"goal"`
	Action   interaction.Action `json:"a"`
	Before   map[string]int     `json:"before"`
	Consumed map[string]int     `json:"c,omitempty"`
	Obtained map[string]int     `json:"o,omitempty"`
	Expected map[string]int     `json:"expected"`
	Verdict  string             `json:"verdict"`
	Why      string             `json:"why,omitempty"`
}

// MemoryEntry is the body of a KindMemory entry: steps that met a goal.
type MemoryEntry struct {
	Version int            `json:"v"`
	Task    string         `json:"task"`
	Goal    map[string]int `json:"goal"`
	// From is what of the inventory at the start the steps made use of.
	From  map[string]int   `json:"from"`
	Steps []MemoryStepBody `json:"steps"`
	// Executed is how many actions it took.
	Executed int `json:"executed"`
}

// MemoryStepBody is a step of a [MemoryEntry]: an action, for an item, by the way
// with this text, until it succeeded so many times.
type MemoryStepBody struct {
	Action interaction.Action `json:"a"`
	Item   string             `json:"item"`
	Way    string             `json:"way"`
	Times  int                `json:"times"`
}

// DecodeMemory reads a KindMemory entry. It fails with ErrCorrupt or ErrFuture.
func DecodeMemory(e Entry) (MemoryEntry, error) {
	var b MemoryEntry
	err := decode(e, &b, func() int { return b.Version })
	return b, err
}

// Finding is the body of a KindFinding entry: what is now claimed of an action
// and, when Effect is set, of one of its effects.
type Finding struct {
	Version int                `json:"v"`
	Action  interaction.Action `json:"action"`
	Learned bool               `json:"learned,omitempty"`
	// Observed are the items that were observed when it was Learned; zero: older programs
	// didn't say.
	Observed int            `json:"observed,omitempty"`
	Reason   string         `json:"reason,omitempty"`
	Effect   *EffectFinding `json:"effect,omitempty"`
}

// EffectFinding is the stored form of an [Effect].
type EffectFinding struct {
	Item        string           `json:"item"`
	Grade       Grade            `json:"grade"`
	Ambient     bool             `json:"ambient,omitempty"`
	Ways        []wayBody        `json:"ways,omitempty"`
	Classes     []classBody      `json:"classes,omitempty"`
	Chance      intervalBody     `json:"chance"`
	Disputed    bool             `json:"disputed,omitempty"`
	Certificate *certificateBody `json:"certificate,omitempty"`
}

type wayBody struct {
	Members []memberBody `json:"members"`
	Yield   [2]int       `json:"yield"`
	Mean    float64      `json:"mean"`
}

type memberBody struct {
	Item     string `json:"item"`
	Count    int    `json:"count"`
	Consumed int    `json:"consumed,omitempty"`
}

type classBody struct {
	Items []string `json:"items"`
	Count int      `json:"count"`
	Mixes bool     `json:"mixes,omitempty"`
}

type intervalBody struct {
	Low       float64 `json:"low"`
	Estimate  float64 `json:"estimate"`
	High      float64 `json:"high"`
	Successes int     `json:"successes"`
	Trials    int     `json:"trials"`
}

type certificateBody struct {
	Budget    float64       `json:"budget"`
	Observed  int           `json:"observed"`
	Successes int           `json:"successes,omitempty"`
	Trials    int           `json:"trials,omitempty"`
	Floor     float64       `json:"floor,omitempty"`
	CoPoints  []coPointBody `json:"copoints,omitempty"`
}

type coPointBody struct {
	Caps      []memberBody `json:"caps"`
	Trials    int          `json:"trials"`
	PValue    float64      `json:"p"`
	Threshold float64      `json:"threshold"`
}

// NewEffectFinding is the stored form of e.
func NewEffectFinding(e Effect) *EffectFinding {
	f := &EffectFinding{Item: e.Item, Grade: e.Grade, Ambient: e.Ambient, Disputed: e.Disputed,
		Chance: intervalBody(e.Chance)}
	for _, w := range e.Ways {
		b := wayBody{Yield: [2]int{w.Yield.Min, w.Yield.Max}, Mean: w.Yield.Mean, Members: []memberBody{}}
		for _, m := range w.Members {
			b.Members = append(b.Members, memberBody(m))
		}
		f.Ways = append(f.Ways, b)
	}
	for _, c := range e.Classes {
		f.Classes = append(f.Classes, classBody(c))
	}
	if c := e.Certificate; c != nil {
		f.Certificate = &certificateBody{Budget: c.Budget, Observed: c.Observed, Successes: c.Successes, Trials: c.Trials, Floor: c.Floor}
		for _, p := range c.CoPoints {
			b := coPointBody{Trials: p.Trials, PValue: p.PValue, Threshold: p.Threshold}
			for _, s := range p.Caps {
				b.Caps = append(b.Caps, memberBody{Item: s.Item, Count: s.Count})
			}
			f.Certificate.CoPoints = append(f.Certificate.CoPoints, b)
		}
	}
	return f
}

// Effect is the effect that f stores.
func (f *EffectFinding) Effect() Effect {
	e := Effect{Item: f.Item, Grade: f.Grade, Ambient: f.Ambient, Disputed: f.Disputed, Chance: Interval(f.Chance)}
	for _, b := range f.Ways {
		w := Way{Yield: Yield{Min: b.Yield[0], Max: b.Yield[1], Mean: b.Mean}}
		for _, m := range b.Members {
			w.Members = append(w.Members, Member(m))
		}
		e.Ways = append(e.Ways, w)
	}
	for _, b := range f.Classes {
		e.Classes = append(e.Classes, Class(b))
	}
	if c := f.Certificate; c != nil {
		e.Certificate = &Certificate{Budget: c.Budget, Observed: c.Observed, Successes: c.Successes, Trials: c.Trials, Floor: c.Floor}
		for _, b := range c.CoPoints {
			p := CoPoint{Trials: b.Trials, PValue: b.PValue, Threshold: b.Threshold}
			for _, m := range b.Caps {
				p.Caps = append(p.Caps, interaction.Stack{Item: m.Item, Count: m.Count})
			}
			e.Certificate.CoPoints = append(e.Certificate.CoPoints, p)
		}
	}
	return e
}

// StoredTrial is a trial as the ledger keeps it: the start inventory is either
// everything observed or nothing, but for a few items by number. It takes the
// space of what differs, not of what there is.
type StoredTrial struct {
	Action interaction.Action
	// Items is how many items the rest is about: the first that were observed.
	Items int
	// Bare: the start inventory is nothing but the overrides; otherwise it is
	// each of the items, but for the overrides.
	Bare bool
	// Each is how many there are of each of the items; zero: the world's stock.
	Each int
	// Over are the quantities that differ, also of later items, ascending.
	Over    []interaction.Override
	Repeat  int
	Attempt int
}

type outcomeBody struct {
	Version  int                `json:"v"`
	Action   interaction.Action `json:"a"`
	Items    int                `json:"n"`
	Bare     bool               `json:"bare,omitempty"`
	Each     int                `json:"e,omitempty"`
	Over     [][2]int           `json:"d,omitempty"`
	Repeat   int                `json:"r,omitempty"`
	Attempt  int                `json:"t,omitempty"`
	Status   interaction.Status `json:"s"`
	Consumed map[string]int     `json:"c,omitempty"`
	Obtained map[string]int     `json:"o,omitempty"`
	Fault    string             `json:"f,omitempty"`
}

// NewOutcomeEntry is the entry for a trial and what came of it. The body is
// written by hand: there is one per trial, and reflection would cost more than the
// trial.
func NewOutcomeEntry(t StoredTrial, o interaction.Outcome) (Entry, error) {
	status, err := o.Status.MarshalText()
	if err != nil {
		return Entry{}, err
	}
	b := make([]byte, 0, 160)
	b = append(b, `{"v":1,"a":`...)
	b = appendString(b, string(t.Action))
	b = append(b, `,"n":`...)
	b = strconv.AppendInt(b, int64(t.Items), 10)
	if t.Bare {
		b = append(b, `,"bare":true`...)
	}
	if t.Each > 0 {
		b = append(b, `,"e":`...)
		b = strconv.AppendInt(b, int64(t.Each), 10)
	}
	if len(t.Over) > 0 {
		b = append(b, `,"d":[`...)
		for i, v := range t.Over {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, '[')
			b = strconv.AppendInt(b, int64(v.Index), 10)
			b = append(b, ',')
			b = strconv.AppendInt(b, int64(v.Count), 10)
			b = append(b, ']')
		}
		b = append(b, ']')
	}
	if t.Repeat > 0 {
		b = append(b, `,"r":`...)
		b = strconv.AppendInt(b, int64(t.Repeat), 10)
	}
	if t.Attempt > 0 {
		b = append(b, `,"t":`...)
		b = strconv.AppendInt(b, int64(t.Attempt), 10)
	}
	b = append(b, `,"s":"`...)
	b = append(b, status...)
	b = append(b, '"')
	b = appendStacks(b, `,"c":`, o.Consumed)
	b = appendStacks(b, `,"o":`, o.Obtained)
	if o.Fault != "" {
		b = append(b, `,"f":`...)
		b = appendString(b, o.Fault)
	}
	b = append(b, '}')
	return Entry{Kind: KindOutcome, Key: o.Key, Body: b}, nil
}

func appendStacks(b []byte, name string, stacks []interaction.Stack) []byte {
	if len(stacks) == 0 {
		return b
	}
	b = append(b, name...)
	for i, s := range stacks {
		if i == 0 {
			b = append(b, '{')
		} else {
			b = append(b, ',')
		}
		b = appendString(b, s.Item)
		b = append(b, ':')
		b = strconv.AppendInt(b, int64(s.Count), 10)
	}
	return append(b, '}')
}

// appendString writes s as JSON. Names are nearly always plain; the others take
// the long way.
func appendString(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' || c >= 0x7f {
			q, err := json.Marshal(s)
			if err != nil { // a string always marshals
				panic(err)
			}
			return append(b, q...)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// DecodeOutcome reads what NewOutcomeEntry wrote. It fails with ErrCorrupt or
// ErrFuture. The numbers of a decoded trial aren't negative; whether its overrides
// fit the items is for the reader to check.
func DecodeOutcome(e Entry) (StoredTrial, interaction.Outcome, error) {
	var b outcomeBody
	if err := decode(e, &b, func() int { return b.Version }); err != nil {
		return StoredTrial{}, interaction.Outcome{}, err
	}
	if b.Status == 0 || b.Items < 0 || b.Each < 0 || b.Bare && b.Each > 0 || b.Repeat < 0 || b.Attempt < 0 {
		return StoredTrial{}, interaction.Outcome{}, fmt.Errorf("%w: entry %d (%s): status %s, %d items, repeat %d, attempt %d",
			ErrCorrupt, e.Seq, e.Kind, b.Status, b.Items, b.Repeat, b.Attempt)
	}
	t := StoredTrial{Action: b.Action, Items: b.Items, Bare: b.Bare, Each: b.Each, Repeat: b.Repeat, Attempt: b.Attempt}
	for _, d := range b.Over {
		t.Over = append(t.Over, interaction.Override{Index: d[0], Count: d[1]})
	}
	o := interaction.Outcome{Key: e.Key, Status: b.Status, Attempt: b.Attempt, Fault: b.Fault,
		Consumed: interaction.SortedStacks(b.Consumed), Obtained: interaction.SortedStacks(b.Obtained)}
	return t, o, nil
}

// outcomeStatus reads the status of an outcome and skips the rest.
func outcomeStatus(e Entry) (interaction.Status, error) {
	var b struct {
		Version int                `json:"v"`
		Status  interaction.Status `json:"s"`
	}
	if err := decode(e, &b, func() int { return b.Version }); err != nil {
		return 0, err
	}
	if b.Status == 0 {
		return 0, fmt.Errorf("%w: entry %d (%s) has no status", ErrCorrupt, e.Seq, e.Kind)
	}
	return b.Status, nil
}

// decodeFinding reads the body of a finding, and makes sure that an effect has a
// name and a grade.
func decodeFinding(e Entry) (Finding, error) {
	var b Finding
	if err := decode(e, &b, func() int { return b.Version }); err != nil {
		return b, err
	}
	if b.Effect != nil && (b.Effect.Item == "" || b.Effect.Grade == 0) {
		return b, fmt.Errorf("%w: entry %d (%s) is about an effect without name or grade", ErrCorrupt, e.Seq, e.Kind)
	}
	return b, nil
}

// NewEntry is an entry of one of the small kinds; body is one of the ...Entry
// types or a Finding.
func NewEntry(kind Kind, body any) (Entry, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return Entry{}, fmt.Errorf("ledger entry %s: %w", kind, err)
	}
	return Entry{Kind: kind, Body: b}, nil
}

// decode unmarshals a body and checks its version. A body that can't be read is
// ErrCorrupt, one of a later version ErrFuture.
func decode(e Entry, into any, version func() int) error {
	if err := json.Unmarshal(e.Body, into); err != nil {
		// A later version may well have fields of other types.
		var b struct {
			Version int `json:"v"`
		}
		if json.Unmarshal(e.Body, &b) == nil && b.Version > bodyVersion {
			return fmt.Errorf("%w: entry %d (%s) has version %d, this program reads %d", ErrFuture, e.Seq, e.Kind, b.Version, bodyVersion)
		}
		return fmt.Errorf("%w: entry %d (%s): %w", ErrCorrupt, e.Seq, e.Kind, err)
	}
	switch v := version(); {
	case v > bodyVersion:
		return fmt.Errorf("%w: entry %d (%s) has version %d, this program reads %d", ErrFuture, e.Seq, e.Kind, v, bodyVersion)
	case v < 1:
		return fmt.Errorf("%w: entry %d (%s) has no version", ErrCorrupt, e.Seq, e.Kind)
	}
	return nil
}
