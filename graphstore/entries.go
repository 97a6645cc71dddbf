package graphstore

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// bodyVersion is the version of all bodies that this program writes and reads.
const bodyVersion = 2

// WorldEntry is the body of a KindWorld entry.
type WorldEntry struct {
	Version     int                     `json:"v"`
	ID          string                  `json:"id"`
	Fingerprint string                  `json:"fingerprint"`
	Actions     []interaction.Action    `json:"actions"`
	Exclusions  []interaction.Exclusion `json:"exclusions,omitempty"`
	// Stock is how many are plenty of an item of which the world says nothing else.
	Stock int `json:"stock"`
	// Lived: starts can't be chosen, so certificates are taken against closures.
	Lived bool `json:"lived,omitempty"`
}

// LabelsEntry is the body of a KindLabels entry.
type LabelsEntry struct {
	Version int                           `json:"v"`
	Labels  map[interaction.Action]string `json:"labels"`
}

// RunEntry is the body of a KindRun entry: what was promised, on which assumptions, and
// the resolved configuration.
type RunEntry struct {
	Version     int                    `json:"v"`
	Delta       float64                `json:"delta"`
	Assumptions []discovery.Assumption `json:"assumptions"`
	Config      json.RawMessage        `json:"config"`
}

// Assumes returns the value of an assumption that the run makes, and whether it does.
func (r *RunEntry) Assumes(name string) (value float64, ok bool) {
	for _, a := range r.Assumptions {
		if a.Name == name {
			return a.Value, true
		}
	}
	return 0, false
}

// FactorsEntry is the body of a KindFactors entry. Factors are numbered in the order in
// which these entries list them; their ample levels are set.
type FactorsEntry struct {
	Version int                  `json:"v"`
	Factors []interaction.Factor `json:"factors"`
}

// LimitEntry is the body of a KindLimit entry: from here on no start is asked for that the
// world was seen not to make, or not to show what comes of. It is about a factor, or, where
// Slots or Spare isn't zero, about all items.
type LimitEntry struct {
	Version int `json:"v"`
	// Factor is asked for at no level above Most.
	Factor string `json:"factor,omitempty"`
	Most   int    `json:"most,omitempty"`
	// Full: the factor wasn't seen to rise from a level above Most.
	Full bool `json:"full,omitempty"`
	// Alone is how many of the factor an episode has time for with what is Beside it, and not with all else; zero: there is no such number, or that
	// isn't why no more is asked for.
	Alone  int            `json:"alone,omitempty"`
	Beside map[string]int `json:"beside,omitempty"`
	// Slots is how many items are asked for at the same time, at most: of Factors, or, where that is empty, of all.
	Slots   int      `json:"slots,omitempty"`
	Factors []string `json:"factors,omitempty"` // ascending
	// Spare is how many slots are left free for what an action gives, where starts can be chosen; it is about nothing else then.
	Spare int    `json:"spare,omitempty"`
	Why   string `json:"why"`
}

// Replaces reports whether the limit takes the place of another one, as one of the same.
func (b LimitEntry) Replaces(o LimitEntry) bool {
	return b.Factor == o.Factor && slices.Equal(b.Factors, o.Factors)
}

// Same reports whether the limits say the same, whatever for.
func (b LimitEntry) Same(o LimitEntry) bool {
	return b.Replaces(o) && b.Most == o.Most && b.Full == o.Full && b.Alone == o.Alone && maps.Equal(b.Beside, o.Beside) && b.Slots == o.Slots && b.Spare == o.Spare
}

// Lower lowers the ceilings of a world where starts can be chosen; false if the limit says nothing new, or of what isn't known.
func (b LimitEntry) Lower(c *discovery.Ceilings, v *interaction.Vocabulary) bool {
	if b.Spare > 0 {
		return c.Spare(b.Spare)
	}
	if b.Slots > 0 {
		c.Exclude(interaction.Exclusion{Slots: b.Slots})
		return true
	}
	i, known := v.Index(b.Factor)
	switch {
	case !known:
		return false
	case b.Full:
		return c.Fill(i, b.Most)
	}
	return c.Limit(i, b.Most)
}

// Enter enters a limit of a world that is lived in. What the vocabulary doesn't have isn't limited.
func (b LimitEntry) Enter(s *discovery.Setting, v *interaction.Vocabulary) {
	if f, ok := v.Index(b.Factor); ok {
		s.Limit(f, b.Most)
		return
	}
	items := make([]int, 0, len(b.Factors))
	for _, name := range b.Factors {
		if f, ok := v.Index(name); ok {
			items = append(items, f)
		}
	}
	if b.Slots > 0 && (len(items) > 0 || len(b.Factors) == 0) {
		s.Share(items, b.Slots)
	}
}

// EndEntry is the body of a KindEnd entry.
type EndEntry struct {
	Version int    `json:"v"`
	Reason  string `json:"reason"`
}

// nothingLeft is the Reason of a run that had nothing left to ask.
const nothingLeft = "done"

// DisputeEntry is the body of a KindDispute entry: what was claimed of the action
// doesn't hold any more, as when the world changed its rules. What the ledger saw
// of the action before is no evidence on what it does now.
type DisputeEntry struct {
	Version int                `json:"v"`
	Action  interaction.Action `json:"action"`
	Reason  string             `json:"reason"`
}

// StepEntry is the body of a KindStep entry: one action executed for a task. Where starts can be
// chosen, its start wasn't chosen by an experiment, so that what came shows what suffices, and what didn't
// come shows nothing. Where one lives, neither is evidence: a body may have gone somewhere first, so that what there was
// when the action was done may be another thing.
type StepEntry struct {
	Version int    `json:"v"`
	Task    string `json:"task"`
	// N counts the actions of the task, from 1.
	N int `json:"n"`
	// Goal is the factor that the action was executed for.
	Goal     string             `json:"goal"`
	Action   interaction.Action `json:"a"`
	Before   map[string]int     `json:"before"`
	Changes  map[string]int     `json:"c,omitempty"` // differences
	Expected map[string]int     `json:"expected"`
	Verdict  string             `json:"verdict"`
	Why      string             `json:"why,omitempty"`
	// Picture is which of the pictures that were kept (package interaction/film) shows what there was afterwards, as
	// SESSION/EPISODE-STEP; empty: none.
	Picture string `json:"picture,omitempty"`
}

// Outcome is what there was before the action, and what it changed.
func (s StepEntry) Outcome() (before interaction.State, changes []interaction.Change) {
	for _, name := range slices.Sorted(maps.Keys(s.Changes)) {
		changes = append(changes, interaction.Change{Factor: name, From: s.Before[name], To: s.Before[name] + s.Changes[name]})
	}
	return interaction.StateOf(s.Before), changes
}

// MemoryEntry is the body of a KindMemory entry: steps that met a goal.
type MemoryEntry struct {
	Version int            `json:"v"`
	Task    string         `json:"task"`
	Goal    map[string]int `json:"goal"`
	// From is what of the state at the start the steps made use of.
	From  map[string]int   `json:"from"`
	Steps []MemoryStepBody `json:"steps"`
	// Executed is how many actions it took.
	Executed int `json:"executed"`
	// Took is how many steps of the world it took, the ways to where the actions are done among them; zero: nobody
	// counted.
	Took int `json:"took,omitempty"`
	// Around is what was seen at the start, as features of pictures: each from 0 to 1; empty: nothing. They compare with
	// those of entries that have as many.
	Around []float64 `json:"around,omitempty"`
}

// Validate reports what can't be remembered so.
func (b *MemoryEntry) Validate() error {
	if b.Took < 0 {
		return fmt.Errorf("it took %d steps", b.Took)
	}
	return CheckFeatures(b.Around)
}

// CheckFeatures reports the first of several features that isn't from 0 to 1.
func CheckFeatures(around []float64) error {
	for i, x := range around {
		if !(x >= 0 && x <= 1) { // NaN is neither
			return fmt.Errorf("feature %d of what is around is %v: it must be from 0 to 1", i, x)
		}
	}
	return nil
}

// MemoryStepBody is a step of a [MemoryEntry]: an action, for a factor, by the way
// with this text, until it succeeded Times times.
type MemoryStepBody struct {
	Action interaction.Action `json:"a"`
	Factor string             `json:"factor"`
	Way    string             `json:"way"`
	Times  int                `json:"times"`
}

// EpisodeEntry is the body of a KindEpisode entry: an episode of a world that can't be set to
// a chosen start. It comes behind its trials.
type EpisodeEntry struct {
	Version int `json:"v"`
	// Episode is the number of the life, from 1. It began Begun episodes of the world, one after the
	// other, and first went on in that of the life Continues; zero: it didn't.
	Episode   int    `json:"episode"`
	Begun     int    `json:"begun,omitempty"`
	Continues int    `json:"continues,omitempty"`
	Seed      uint64 `json:"seed"`
	// Steps are the world's own.
	Steps int `json:"steps"`
	// Ended says how it ended: "done", "steps", "ended" or "broken".
	Ended string `json:"ended"`
	// Arranged are the situations that were brought about, Failed those that weren't, by the
	// caps that they keep.
	Arranged []string `json:"arranged,omitempty"`
	Failed   []string `json:"failed,omitempty"`
	// Lessons are what the body learned of things in it that wasn't known before. What is believed when a second life says
	// so, as that a thing hurts, is told twice.
	Lessons []interaction.Lesson `json:"lessons,omitempty"`
	// Felt is how often vitals fell at once in it, by the level of each vital.
	Felt map[string]interaction.Felt `json:"felt,omitempty"`
	// Contradicted counts beliefs that the world contradicted later, where what there is has to be perceived.
	Contradicted int `json:"contradicted,omitempty"`
}

// TaskEntry is the body of a KindTask entry: a task that an agent set itself, and what came of it.
type TaskEntry struct {
	Version int `json:"v"`
	// Agent is which one, from 1, of those that live side by side.
	Agent int `json:"agent"`
	// Task is as adam run reads it, and Edge why it was chosen, in a word.
	Task string `json:"task"`
	Edge string `json:"edge"`
	// Seed is that of the episode that it was tried in.
	Seed   uint64 `json:"seed"`
	Solved bool   `json:"solved,omitempty"`
	// Reason says why it wasn't solved.
	Reason string `json:"reason,omitempty"`
	// Executed is how many actions it took.
	Executed int `json:"executed"`
}

// Finding is the body of a KindFinding entry: what is now claimed of an action
// and, when Effect is set, of one of its effects.
type Finding struct {
	Action  interaction.Action
	Learned bool
	// Observed are the factors that were known when it was Learned.
	Observed int
	Reason   string
	// Ends are as those of an [Action].
	Ends   []string
	Effect *Effect
}

type findingBody struct {
	Version  int                `json:"v"`
	Action   interaction.Action `json:"action"`
	Learned  bool               `json:"learned,omitempty"`
	Observed int                `json:"observed,omitempty"`
	Reason   string             `json:"reason,omitempty"`
	Ends     []string           `json:"ends,omitempty"`
	Effect   *Effect            `json:"effect,omitempty"`
	// Tests are those of the effect's certificate: apart, as their starts need the
	// ledger's list of factors to be read.
	Tests []testBody `json:"tests,omitempty"`
}

type testBody struct {
	At        *stateBody `json:"at"`
	Trials    int        `json:"trials"`
	PValue    float64    `json:"p"`
	Threshold float64    `json:"threshold"`
}

// NewFindingEntry is the entry of a finding.
func NewFindingEntry(f Finding) (Entry, error) {
	b := findingBody{bodyVersion, f.Action, f.Learned, f.Observed, f.Reason, f.Ends, f.Effect, nil}
	if f.Effect != nil && f.Effect.Certificate != nil {
		for _, t := range f.Effect.Certificate.Tests {
			b.Tests = append(b.Tests, testBody{newStateBody(t.At), t.Trials, t.PValue, t.Threshold})
		}
	}
	return newEntry(KindFinding, b)
}

// decodeFinding reads the body of a finding, and makes sure that an effect has a
// name and a grade. The vocabulary lists the ledger's factors up to the entry.
func decodeFinding(e Entry, v *interaction.Vocabulary) (Finding, error) {
	var b findingBody
	if err := decode(e, &b, &b.Version); err != nil {
		return Finding{}, err
	}
	f := Finding{b.Action, b.Learned, b.Observed, b.Reason, b.Ends, b.Effect}
	if b.Effect == nil {
		return f, nil
	}
	if b.Effect.Factor == "" || b.Effect.Grade == 0 {
		return f, fmt.Errorf("%w: entry %d (%s) is about an effect without name or grade", ErrCorrupt, e.Seq, e.Kind)
	}
	if b.Effect.Certificate == nil {
		return f, nil
	}
	for _, t := range b.Tests {
		if t.At == nil {
			return f, fmt.Errorf("%w: entry %d (%s): a test without a start", ErrCorrupt, e.Seq, e.Kind)
		}
		at, err := t.At.state(v)
		if err != nil {
			return f, fmt.Errorf("%w: entry %d (%s): a test: %w", ErrCorrupt, e.Seq, e.Kind, err)
		}
		b.Effect.Certificate.Tests = append(b.Effect.Certificate.Tests, Test{at, t.Trials, t.PValue, t.Threshold})
	}
	return f, nil
}

// DecodeWorld reads a KindWorld entry. It fails with ErrCorrupt, ErrPast or ErrFuture.
func DecodeWorld(e Entry) (WorldEntry, error) {
	var b WorldEntry
	err := decode(e, &b, &b.Version)
	return b, err
}

// DecodeStep reads a KindStep entry. It fails with ErrCorrupt, ErrPast or ErrFuture.
func DecodeStep(e Entry) (StepEntry, error) {
	var b StepEntry
	err := decode(e, &b, &b.Version)
	return b, err
}

// DecodeEpisode reads a KindEpisode entry. It fails with ErrCorrupt, ErrPast or ErrFuture.
func DecodeEpisode(e Entry) (EpisodeEntry, error) {
	var b EpisodeEntry
	err := decode(e, &b, &b.Version)
	return b, err
}

// DecodeMemory reads a KindMemory entry. It fails with ErrCorrupt, ErrPast or ErrFuture.
func DecodeMemory(e Entry) (MemoryEntry, error) {
	var b MemoryEntry
	if err := decode(e, &b, &b.Version); err != nil {
		return b, err
	}
	if err := b.Validate(); err != nil {
		return b, fmt.Errorf("%w: entry %d (%s): %w", ErrCorrupt, e.Seq, e.Kind, err)
	}
	return b, nil
}

// DecodeTask reads a KindTask entry. It fails with ErrCorrupt, ErrPast or ErrFuture.
func DecodeTask(e Entry) (TaskEntry, error) {
	var b TaskEntry
	if err := decode(e, &b, &b.Version); err != nil {
		return b, err
	}
	if b.Task == "" || b.Agent < 1 || b.Executed < 0 || !interaction.Plain(b.Task+b.Edge) {
		return b, fmt.Errorf("%w: entry %d (%s): agent %d, task %.100q, %d actions", ErrCorrupt, e.Seq, e.Kind, b.Agent, b.Task, b.Executed)
	}
	return b, nil
}

// Body is the body of an entry of one of the small kinds; [NewEntry] gives it its version.
type Body interface {
	WorldEntry | LabelsEntry | RunEntry | FactorsEntry | LimitEntry | EndEntry | DisputeEntry | StepEntry | MemoryEntry | ReplyEntry | EpisodeEntry | TaskEntry
}

// NewEntry is an entry of one of the small kinds.
func NewEntry[B Body](body B) (Entry, error) {
	switch b := any(body).(type) {
	case WorldEntry:
		b.Version = bodyVersion
		return newEntry(KindWorld, b)
	case LabelsEntry:
		b.Version = bodyVersion
		return newEntry(KindLabels, b)
	case RunEntry:
		b.Version = bodyVersion
		return newEntry(KindRun, b)
	case FactorsEntry:
		b.Version = bodyVersion
		return newEntry(KindFactors, b)
	case LimitEntry:
		b.Version = bodyVersion
		return newEntry(KindLimit, b)
	case EndEntry:
		b.Version = bodyVersion
		return newEntry(KindEnd, b)
	case DisputeEntry:
		b.Version = bodyVersion
		return newEntry(KindDispute, b)
	case StepEntry:
		b.Version = bodyVersion
		return newEntry(KindStep, b)
	case MemoryEntry:
		b.Version = bodyVersion
		return newEntry(KindMemory, b)
	case ReplyEntry:
		b.Version = bodyVersion
		return newEntry(KindReply, b)
	case EpisodeEntry:
		b.Version = bodyVersion
		return newEntry(KindEpisode, b)
	case TaskEntry:
		b.Version = bodyVersion
		return newEntry(KindTask, b)
	}
	panic("graphstore: an entry of no kind") // Body has no other types
}

func newEntry(kind Kind, body any) (Entry, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return Entry{}, fmt.Errorf("ledger entry %s: %w", kind, err)
	}
	return Entry{Kind: kind, Body: b}, nil
}

// decode unmarshals a body and checks its version, which is a field of it. A body that
// can't be read is ErrCorrupt, one of another version ErrPast or ErrFuture.
func decode(e Entry, into any, version *int) error {
	err := json.Unmarshal(e.Body, into)
	v := *version
	if err != nil {
		// Another version may well have fields of other types.
		var b struct {
			Version int `json:"v"`
		}
		if json.Unmarshal(e.Body, &b) != nil || b.Version == bodyVersion {
			return fmt.Errorf("%w: entry %d (%s): %w", ErrCorrupt, e.Seq, e.Kind, err)
		}
		v = b.Version
	}
	switch {
	case v > bodyVersion:
		return fmt.Errorf("%w: entry %d (%s) has version %d, this program reads %d", ErrFuture, e.Seq, e.Kind, v, bodyVersion)
	case v < 1:
		return fmt.Errorf("%w: entry %d (%s) has no version", ErrCorrupt, e.Seq, e.Kind)
	case v < bodyVersion:
		return fmt.Errorf("%w: entry %d (%s) has version %d, this program reads %d", ErrPast, e.Seq, e.Kind, v, bodyVersion)
	}
	return nil
}
