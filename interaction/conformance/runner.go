package conformance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// Runner is the contract suite of [interaction.Runner]. Each call of make must
// return a runner over the world it is given, which is a [Script], always with the
// same run seed, and that may run at least 1000 trials. What must be closed, make
// closes by t.Cleanup.
func Runner(t *testing.T, make func(t *testing.T, world interaction.World) interaction.Runner) {
	checkRunner(t, make, runnerChecks())
}

// PromptRunner is the suite for runners over a world that can't hang. It makes the world
// one; what takes a session that hangs isn't checked.
func PromptRunner(t *testing.T, make func(t *testing.T, world interaction.World) interaction.Runner) {
	checkRunner(t, func(t *testing.T, w interaction.World) interaction.Runner { return make(t, Prompt{w}) },
		slices.DeleteFunc(runnerChecks(), func(c runnerCheck) bool { return c.hangs }))
}

func checkRunner(t *testing.T, make func(t *testing.T, world interaction.World) interaction.Runner, checks []runnerCheck) {
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			NoLeaks(t)
			report(t, c.check(Rand(t), func(w interaction.World) interaction.Runner { return make(t, w) }))
		})
	}
}

// runnerCheck is one promise of runners; see worldCheck.
type runnerCheck struct {
	name  string
	check func(r *rand.Rand, runner func(interaction.World) interaction.Runner) error
	hangs bool // sessions do
}

func runnerChecks() []runnerCheck {
	return []runnerCheck{
		{name: "empty", check: checkEmpty},
		{name: "order", check: checkOrder},
		{name: "repeatable", check: checkRepeatable},
		{name: "faults", check: checkFaults},
		{name: "cancelled before", check: checkCancelledBefore},
		{name: "cancelled midway", check: checkCancelledMidway, hangs: true},
		{name: "concurrent", check: checkConcurrent},
	}
}

// randomTrials returns n trials of a Script, some of them equal.
func randomTrials(r *rand.Rand, n int) []interaction.Trial {
	out := make([]interaction.Trial, n)
	for i := range out {
		out[i] = interaction.Trial{
			Action:  interaction.ActionName(r.IntN(4)),
			Start:   interaction.StateOf(map[string]int{Log: r.IntN(4), Berry: r.IntN(2)}),
			Repeat:  r.IntN(3),
			Attempt: r.IntN(5) / 4,
		}
	}
	return out
}

// strayMark marks the trial for which the world begins elsewhere.
const strayMark = 99

// marked is a trial that no random trial is equal to; which is told from others by
// mark, at least 1.
func marked(mark int, a interaction.Action) interaction.Trial {
	return interaction.Trial{Action: a, Start: interaction.StateOf(map[string]int{Planks: mark})}
}

// keyed compares an outcome's key with its trial's. Runners that try again answer
// with the key of the attempt that they tell of.
func keyed(t interaction.Trial, o interaction.Outcome) error {
	if o.Attempt < t.Attempt {
		return fmt.Errorf("attempt %d was asked for and %d came back", t.Attempt, o.Attempt)
	}
	if t.Attempt = o.Attempt; o.Key != t.Key() {
		return fmt.Errorf("the key is %s, not %s", o.Key, t.Key())
	}
	return nil
}

// settled checks an outcome by its own: key, and that it says either what happened
// or nothing.
func settled(w *Script, t interaction.Trial, o interaction.Outcome) error {
	err := keyed(t, o)
	switch o.Status {
	case interaction.Completed:
		begun := t
		begun.Start, begun.Attempt = o.Start, o.Attempt // what came of it is what the world does from there, at that attempt
		want := w.Expect(begun, runSeed)
		want.Key = o.Key
		if mark := t.Start.Level(Planks); o.Start.Equal(t.Start) == (mark == strayMark) {
			err = errors.Join(err, fmt.Errorf("it began at %s", o.Start))
		}
		if t.Action == Pick { // the runner's seed isn't known
			want.Changes = o.Changes
		}
		if !Alike(o, want) {
			err = errors.Join(err, fmt.Errorf("%s, not %s", said(o), said(want)))
		}
	case interaction.Faulted:
		if o.Fault == "" {
			err = errors.Join(err, errors.New("a fault without a class"))
		}
	case interaction.Truncated, interaction.Cancelled:
	default:
		err = errors.Join(err, fmt.Errorf("status %d", o.Status))
	}
	if o.Status != interaction.Completed && o.Changes != nil {
		err = errors.Join(err, fmt.Errorf("%s, but it tells of %s", o.Status, interaction.FormatChanges(o.Changes)))
	}
	if o.Status != interaction.Faulted && o.Fault != "" {
		err = errors.Join(err, fmt.Errorf("%s, but with the fault %q", o.Status, o.Fault))
	}
	if err != nil {
		return fmt.Errorf("%s from %s: %w", t.Action, t.Start, err)
	}
	return nil
}

// run runs the trials and checks what must be true of any call. The error of Run is
// returned apart.
func run(ctx context.Context, r interaction.Runner, w *Script, trials []interaction.Trial) (outcomes []interaction.Outcome, runErr, err error) {
	before := slices.Clone(trials)
	err = soon("Run", func() error { outcomes, runErr = r.Run(ctx, trials); return nil })
	if err != nil {
		return nil, nil, err
	}
	if !reflect.DeepEqual(trials, before) {
		return nil, nil, errors.New("the runner changed the trials")
	}
	if len(outcomes) != len(trials) {
		return nil, nil, fmt.Errorf("%d outcomes of %d trials, and the error %w", len(outcomes), len(trials), runErr)
	}
	for i, o := range outcomes {
		if err := settled(w, trials[i], o); err != nil {
			return nil, nil, fmt.Errorf("outcome %d: %w", i, err)
		}
	}
	return outcomes, runErr, w.Misuse()
}

// complete runs trials that nothing is wrong with.
func complete(r interaction.Runner, w *Script, trials []interaction.Trial) ([]interaction.Outcome, error) {
	outcomes, runErr, err := run(context.Background(), r, w, trials)
	if err = errors.Join(runErr, err); err != nil {
		return nil, err
	}
	for i, o := range outcomes {
		if o.Status != interaction.Completed {
			return nil, fmt.Errorf("outcome %d is %s %s, not completed", i, o.Status, o.Fault)
		}
	}
	return outcomes, nil
}

func checkEmpty(_ *rand.Rand, runner func(interaction.World) interaction.Runner) error {
	w := NewScript(nil)
	_, err := complete(runner(w), w, nil)
	return err
}

func checkOrder(r *rand.Rand, runner func(interaction.World) interaction.Runner) error {
	w := NewScript(nil)
	run := runner(w)
	for _, n := range []int{1, 2, 60} {
		if _, err := complete(run, w, randomTrials(r, n)); err != nil {
			return err
		}
	}
	return nil
}

func checkRepeatable(r *rand.Rand, runner func(interaction.World) interaction.Runner) error {
	w := NewScript(nil)
	first := runner(w)
	trials := append(randomTrials(r, 60), marked(1, Pick), marked(1, Pick))
	want, err := complete(first, w, trials)
	if err != nil {
		return err
	}
	known := map[interaction.Key]interaction.Outcome{}
	for _, o := range want {
		if old, ok := known[o.Key]; ok && !Alike(o, old) {
			return fmt.Errorf("equal trials in one call: %s, and %s", said(old), said(o))
		}
		known[o.Key] = o
	}
	r.Shuffle(len(trials), func(i, j int) { trials[i], trials[j] = trials[j], trials[i] })
	other := NewScript(nil)
	for what, run := range map[string]func() ([]interaction.Outcome, error){
		"the same runner":              func() ([]interaction.Outcome, error) { return complete(first, w, trials) },
		"another runner of equal seed": func() ([]interaction.Outcome, error) { return complete(runner(other), other, trials) },
	} {
		got, err := run()
		if err != nil {
			return err
		}
		for _, o := range got {
			if !Alike(o, known[o.Key]) {
				return fmt.Errorf("%s in another order: %s, before %s", what, said(o), said(known[o.Key]))
			}
		}
	}
	return nil
}

// checkFaults: what breaks costs one trial, and the call is no error. A start that isn't
// what was asked for breaks nothing, and is told.
func checkFaults(r *rand.Rand, runner func(interaction.World) interaction.Runner) error {
	mishaps := []struct {
		op Op
		m  Mishap
	}{{OpStep, Die}, {OpStep, Refuse}, {OpBegin, Die}, {OpBegin, Refuse}}
	w := NewScript(func(c Call) Mishap {
		switch k := c.Start.Level(Planks); {
		case k == strayMark && c.Op == OpBegin:
			return Stray
		case k > 0 && k <= len(mishaps) && c.Op == mishaps[k-1].op:
			return mishaps[k-1].m
		}
		return None
	})
	trials := append(randomTrials(r, 30), marked(strayMark, Chop))
	bad := []interaction.Trial{
		{Action: noAction},
		{Action: Chop, Start: interaction.StateOf(map[string]int{noFactor: 1})},
	}
	for i := range mishaps {
		bad = append(bad, marked(i+1, Chop))
	}
	broken := map[interaction.Key]bool{}
	for _, t := range bad {
		trials = append(trials, t)
		broken[t.Key()] = true
	}
	r.Shuffle(len(trials), func(i, j int) { trials[i], trials[j] = trials[j], trials[i] })
	outcomes, runErr, err := run(context.Background(), runner(w), w, trials)
	if err = errors.Join(runErr, err); err != nil {
		return err
	}
	for i, o := range outcomes {
		want := interaction.Completed
		if broken[trials[i].Key()] {
			want = interaction.Faulted
		}
		if o.Status != want {
			return fmt.Errorf("%s from %s: %s %s, not %s", trials[i].Action, trials[i].Start, o.Status, o.Fault, want)
		}
	}
	return nil
}

func checkCancelledBefore(r *rand.Rand, runner func(interaction.World) interaction.Runner) error {
	w := NewScript(nil)
	run1 := runner(w)
	cause, cancel := context.WithCancel(context.Background())
	cancel()
	trials := randomTrials(r, 20)
	outcomes, runErr, err := run(cause, run1, w, trials)
	if err != nil {
		return err
	}
	if !errors.Is(runErr, context.Canceled) {
		return fmt.Errorf("the context was done before, and Run's error is %v", runErr)
	}
	for i, o := range outcomes {
		if o.Status != interaction.Completed && o.Status != interaction.Cancelled {
			return fmt.Errorf("the context was done before, and outcome %d is %s %s", i, o.Status, o.Fault)
		}
	}
	_, err = complete(run1, w, trials)
	return err
}

// checkCancelledMidway: a call whose context ends while a trial hangs returns soon,
// tells what is complete, and spoils nothing for the next call.
func checkCancelledMidway(r *rand.Rand, runner func(interaction.World) interaction.Runner) error {
	var well atomic.Bool
	w := NewScript(func(c Call) Mishap {
		if c.Op == OpStep && c.Start.Level(Planks) == 1 && !well.Load() {
			return Hang
		}
		return None
	})
	defer w.Release()
	run1 := runner(w)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	trials := append(randomTrials(r, 20), marked(1, Chop))
	stuck := r.IntN(len(trials))
	trials[stuck], trials[len(trials)-1] = trials[len(trials)-1], trials[stuck]
	go func() {
		select {
		case <-w.Hung():
			cancel()
		case <-ctx.Done():
		}
	}()
	outcomes, runErr, err := run(ctx, run1, w, trials)
	if err != nil {
		return err
	}
	if !errors.Is(runErr, context.Canceled) {
		return fmt.Errorf("the context ended midway, and Run's error is %v", runErr)
	}
	for i, o := range outcomes {
		if o.Status != interaction.Cancelled && (i == stuck || o.Status != interaction.Completed) {
			return fmt.Errorf("the context ended while trial %d hung, and outcome %d is %s %s", stuck, i, o.Status, o.Fault)
		}
	}
	well.Store(true)
	if _, err := complete(run1, w, trials); err != nil {
		return fmt.Errorf("the next call: %w", err)
	}
	return nil
}

func checkConcurrent(r *rand.Rand, runner func(interaction.World) interaction.Runner) error {
	w := NewScript(nil)
	run1 := runner(w)
	var wg sync.WaitGroup
	errs := make([]error, 6)
	for k := range errs {
		trials := randomTrials(r, 20)
		wg.Go(func() { _, errs[k] = complete(run1, w, trials) })
	}
	wg.Wait()
	return errors.Join(errs...)
}
