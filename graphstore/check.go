package graphstore

import (
	"context"
	"fmt"
	"maps"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// Report is what a ledger's entries amount to when each is held against the others.
type Report struct {
	// Entries counts all entries, Outcomes and Findings those of these kinds.
	Entries  int `json:"entries"`
	Outcomes int `json:"outcomes"`
	Findings int `json:"findings"`
	// Problems are in the order of the entries, those that concern the ledger as
	// a whole last; empty if nothing is wrong.
	Problems []Problem `json:"problems"`
}

// OK reports whether nothing is wrong.
func (r Report) OK() bool { return len(r.Problems) == 0 }

// Problem is one thing that is wrong with a ledger.
type Problem struct {
	// Entry is the entry that is wrong, or the first of several that are wrong
	// together; zero if it isn't about entries.
	Entry Seq `json:"entry"`
	// Text says what is wrong, in one line.
	Text string `json:"text"`
}

// String is the problem in one line, with its entry.
func (p Problem) String() string {
	if p.Entry == 0 {
		return p.Text
	}
	return fmt.Sprintf("entry %d: %s", p.Entry, p.Text)
}

// Check holds a ledger's entries against each other: that none is missing and all
// can be read, that the key of each trial is that of its content, and that every
// finding is supported by the trials that were in the ledger before it. It trusts
// no finding and recomputes what can be recomputed from the trials:
//
//   - every way has a success at exactly its start;
//   - every test of a certificate has its misses, all completed and at one
//     single start that isn't known to suffice, and no success at or below it;
//   - the tests block all claimed ways, and together leave room for no other, but for what
//     the certificate says it assumes;
//   - the effect came from a start that leaves nothing out;
//   - where starts couldn't be chosen, each test was made at what can be brought about with all
//     that the ledger claims in the end, without what the test caps;
//   - p-values are what the misses and the evidence on the chance make them, where that
//     was recorded (it must have been seen; that nothing of it was left out isn't
//     checked), within their thresholds, those within the effect's budget, and all that
//     stands from one run within the run's delta;
//   - chances count no more trials than there are, and have the interval that these make;
//   - what ways are said to use up and to give was seen;
//   - a run with certificates says all that these assume in such a world;
//   - learned actions have effects, and all of them are certified, also each that was seen where starts can be chosen.
//
// A certificate that still stands must also agree with the trials after it, unless
// it is marked as disputed.
//
// The error says that the ledger couldn't be read to its end; what is wrong with
// what could be read is in the Report. Check reads the ledger twice; what is
// appended meanwhile is left out.
func Check(ctx context.Context, l Ledger) (Report, error) {
	c := &checker{actions: map[interaction.Action]*evidence{}, disputed: map[interaction.Action]Seq{}, first: map[int]interaction.State{}, keys: map[interaction.Key]Seq{},
		vocabulary: interaction.NewVocabulary(1, nil), runs: map[Seq]RunEntry{}, claims: map[string]*claim{}, whole: map[interaction.Action]Seq{}}
	last, err := c.prepare(ctx, l)
	if err != nil {
		return c.report, err
	}
	for e, err := range l.Since(ctx, 0) {
		if err != nil {
			return c.report, err
		}
		if e.Seq > last {
			break
		}
		c.entry(e)
	}
	c.finish()
	return c.report, nil
}

// checker goes through the entries in order and remembers what was before.
type checker struct {
	report     Report
	vocabulary *interaction.Vocabulary // of all factors that the ledger lists
	listed     int                     // how many of them are listed so far
	ceilings   *discovery.Ceilings     // by what is listed so far
	world      *WorldEntry
	actions    map[interaction.Action]*evidence // of the world
	keys       map[interaction.Key]Seq
	last       Seq
	worlds     int
	labels     int // entries that may come before the world's
	run        Seq
	owned      bool // what the run assumes was looked at
	runs       map[Seq]RunEntry
	claims     map[string]*claim
	whole      map[interaction.Action]Seq // the findings that say that actions are learned
	disputed   map[interaction.Action]Seq // the latest dispute of an action
	setting    discovery.Setting          // of worlds that are lived in
	first      map[int]interaction.State  // by life: what there was when the first thing was tried
}

func (c *checker) failf(at Seq, format string, args ...any) {
	text := interaction.Shown(fmt.Sprintf(format, args...)) // names can be anything
	c.report.Problems = append(c.report.Problems, Problem{at, text})
}

// prepare reads what the reading of the trials needs: the world and the factors.
func (c *checker) prepare(ctx context.Context, l Ledger) (last Seq, err error) {
	for e, err := range l.Since(ctx, 0) {
		if err != nil {
			return 0, err
		}
		last = max(last, e.Seq)
		// What can't be decoded is reported when its turn comes.
		switch e.Kind {
		case KindWorld:
			var b WorldEntry
			if decode(e, &b, &b.Version) == nil && c.world == nil {
				c.world = &b
				for _, a := range b.Actions {
					c.actions[a] = &evidence{}
				}
			}
		case KindFactors:
			var b FactorsEntry
			if decode(e, &b, &b.Version) == nil {
				_ = list(c.vocabulary, e, b)
			}
		case KindDispute:
			var b DisputeEntry
			if decode(e, &b, &b.Version) == nil {
				c.disputed[b.Action] = e.Seq
			}
		}
	}
	c.ceilings = discovery.NewCeilings(c.vocabulary, nil)
	if c.world != nil {
		c.ceilings = discovery.NewCeilings(c.vocabulary, c.world.Exclusions)
		c.setting.Enclose(c.world.Exclusions)
	}
	return last, nil
}

// entry checks one entry.
func (c *checker) entry(e Entry) {
	c.report.Entries++
	switch missing := e.Seq - c.last - 1; {
	case missing < 0:
		c.failf(e.Seq, "it comes after entry %d", c.last)
	case missing == 1:
		c.failf(e.Seq, "entry %d before it is missing", e.Seq-1)
	case missing > 1:
		c.failf(e.Seq, "entries %d to %d before it are missing", c.last+1, e.Seq-1)
	}
	c.last = e.Seq
	if e.Kind != KindOutcome && !e.Key.IsZero() {
		c.failf(e.Seq, "it has a trial's key %s, but is of the kind %q", e.Key, e.Kind)
	}
	if err := c.body(e); err != nil {
		c.failf(e.Seq, "%v", err)
	}
}

// body checks what the entry says; the error says why it can't be read.
func (c *checker) body(e Entry) (err error) {
	switch e.Kind {
	case KindWorld:
		return c.worldEntry(e)
	case KindLabels:
		c.labels++
		var b LabelsEntry
		err = decode(e, &b, &b.Version)
	case KindRun:
		return c.runEntry(e)
	case KindFactors:
		return c.factors(e)
	case KindLimit:
		return c.limit(e)
	case KindOutcome:
		c.report.Outcomes++
		t, o, err := DecodeOutcome(e, c.vocabulary)
		if err != nil {
			return err
		}
		c.outcome(e, t, o)
	case KindFinding:
		c.report.Findings++
		f, err := decodeFinding(e, c.vocabulary)
		if err != nil {
			return err
		}
		c.finding(e.Seq, f)
	case KindDispute:
		return c.dispute(e)
	case KindStep:
		return c.step(e)
	case KindMemory:
		_, err = DecodeMemory(e)
	case KindEpisode:
		return c.episode(e)
	case KindTask:
		_, err = DecodeTask(e)
	case KindEnd:
		var b EndEntry
		if err = decode(e, &b, &b.Version); err == nil && b.Reason == nothingLeft {
			c.overlooked()
		}
	case KindReply:
		_, err = DecodeReply(e)
	default:
		err = fmt.Errorf("%w: its kind %q is unknown", ErrFuture, e.Kind)
	}
	return err
}

func (c *checker) worldEntry(e Entry) error {
	var b WorldEntry
	if err := decode(e, &b, &b.Version); err != nil {
		return err
	}
	if b.Stock < 1 || b.Stock > interaction.MaxLevel {
		c.failf(e.Seq, "plenty of an item is said to be %d", b.Stock)
	}
	if c.worlds++; c.worlds > 1 {
		c.failf(e.Seq, "it is a second world entry: a ledger is about one world")
	}
	return nil
}

func (c *checker) runEntry(e Entry) error {
	var b RunEntry
	if err := decode(e, &b, &b.Version); err != nil {
		return err
	}
	if !(b.Delta > 0 && b.Delta < 1) {
		c.failf(e.Seq, "the run's delta is %v, which isn't between 0 and 1", b.Delta)
	}
	c.run, c.runs[e.Seq], c.owned = e.Seq, b, false
	return nil
}

func (c *checker) factors(e Entry) error {
	var b FactorsEntry
	if err := decode(e, &b, &b.Version); err != nil {
		return err
	}
	for _, x := range b.Factors {
		if i, ok := c.vocabulary.Index(x.Name); !ok || i != c.listed || c.vocabulary.Factor(i) != x {
			c.failf(e.Seq, "it lists the factor %q, which can't be or was listed before", x.Name)
			continue
		}
		c.listed++
	}
	return nil
}

func (c *checker) limit(e Entry) error {
	var b LimitEntry
	if err := decode(e, &b, &b.Version); err != nil {
		return err
	}
	switch i, ok := c.vocabulary.Index(b.Factor); {
	case !b.valid(c.vocabulary) || ok && i >= c.listed:
		c.failf(e.Seq, "it limits the factor %q to %d, or items to %d slots: the factor isn't listed before", b.Factor, b.Most, b.Slots)
	case c.lived():
		b.Enter(&c.setting, c.vocabulary)
	default:
		b.Lower(c.ceilings, c.vocabulary)
	}
	return nil
}

// dispute forgets what was seen of the action before: it is no evidence any more.
func (c *checker) dispute(e Entry) error {
	var b DisputeEntry
	if err := decode(e, &b, &b.Version); err != nil {
		return err
	}
	if c.actions[b.Action] == nil {
		c.failf(e.Seq, "it disputes action %q, which no world entry lists", b.Action)
		return nil
	}
	c.actions[b.Action] = &evidence{}
	maps.DeleteFunc(c.claims, func(_ string, k *claim) bool { return k.action == b.Action })
	delete(c.whole, b.Action)
	return nil
}

// step enters a step of a task: what came is evidence that its start suffices, what didn't isn't evidence. Where one lives
// neither is.
func (c *checker) step(e Entry) error {
	var b StepEntry
	if err := decode(e, &b, &b.Version); err != nil {
		return err
	}
	v := c.actions[b.Action]
	if v == nil {
		c.failf(e.Seq, "it is about action %q, which no world entry lists", b.Action)
		return nil
	}
	if c.lived() {
		return nil
	}
	before, changes := b.Outcome()
	r := v.record(c.vocabulary.Adopt(before))
	for _, x := range changes {
		if x.Gain() > 0 {
			v.came(r, x, e.Seq, false)
		}
	}
	c.took(r, changes)
	return nil
}

func (c *checker) episode(e Entry) error {
	b, err := DecodeEpisode(e)
	if at, acted := c.first[b.Episode]; acted && err == nil {
		if c.setting.Lived(b.Begun); b.Continues == 0 {
			c.setting.Began(c.vocabulary, at)
		}
	}
	return err
}

// outcome checks one trial and enters it into the evidence.
func (c *checker) outcome(e Entry, t interaction.Trial, o interaction.Outcome) {
	if before, twice := c.keys[e.Key]; twice {
		c.failf(e.Seq, "its trial %s is already that of entry %d", e.Key, before)
		return
	}
	c.keys[e.Key] = e.Seq
	v := c.actions[t.Action]
	if v == nil {
		c.failf(e.Seq, "it is a trial of action %q, which no world entry lists", t.Action)
		return
	}
	if k := t.Key(); k != e.Key {
		c.failf(e.Seq, "its key is %s, but that of its trial is %s", e.Key, k)
		return
	}
	switch {
	case o.Status == interaction.Cancelled:
		c.failf(e.Seq, "it is the outcome of a trial that wasn't run")
	case o.Status != interaction.Completed && len(o.Changes) > 0:
		c.failf(e.Seq, "its trial was %s, and still has effects", o.Status)
	case o.Status == interaction.Completed && o.Fault != "":
		c.failf(e.Seq, "its trial was completed, and still has the fault %q", o.Fault)
	}
	if o.Status == interaction.Completed {
		o.Start = c.vocabulary.Adopt(o.Start)
	}
	t.Start = c.vocabulary.Adopt(t.Start)
	v.add(t, e.Seq, o)
	if o.Status == interaction.Completed {
		c.took(v.record(o.Start), o.Changes)
	}
	if c.lived() && o.Status == interaction.Completed {
		c.usedUp(v.record(o.Start), o.Changes)
		v.along.Saw(c.vocabulary, o.Changes)
		if e.Seq > c.disputed[t.Action] { // else it is no evidence any more
			c.setting.Saw(c.vocabulary, t.Action, t.Episode, o.Start, o.Changes)
			if _, acted := c.first[t.Episode]; !acted {
				c.first[t.Episode] = o.Start
			}
		}
	}
}
