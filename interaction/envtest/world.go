package envtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/adam-discovery/adam/interaction"
)

// World is the contract suite of [interaction.World] and [interaction.Session]. Each
// call of open must make a world of the same rules, whose sessions don't break by
// themselves. What a world says it can't do ([interaction.Caps]) isn't asked of it.
func World(t *testing.T, open func(t *testing.T) interaction.World) {
	for _, c := range worldChecks() {
		t.Run(c.name, func(t *testing.T) {
			NoLeaks(t)
			report(t, c.check(Rand(t), func() interaction.World { return open(t) }))
		})
	}
}

// Result is what came of one check of a contract.
type Result struct {
	Name string
	// Err says what promise is broken; nil if none is.
	Err error
	// Skipped says why the check doesn't apply; empty if it does.
	Skipped string
}

// CheckWorld is [World] for programs that aren't tests: it checks the promises one
// by one and shows each result as it comes, until ctx is done. Equal seeds check
// the same.
func CheckWorld(ctx context.Context, seed uint64, open func() interaction.World, show func(Result)) error {
	for _, c := range worldChecks() {
		if err := ctx.Err(); err != nil {
			return err
		}
		r := Result{Name: c.name, Err: c.check(rand.New(rand.NewPCG(seed, 0)), open)}
		if why := skipped(""); errors.As(r.Err, &why) {
			r.Err, r.Skipped = nil, string(why)
		}
		show(r)
	}
	return nil
}

// Hanging is the contract suite of a trial that hangs: such an Act ends when its
// context is done, and when its session is closed, and both are faults.
func Hanging(t *testing.T, open func(t *testing.T) (interaction.World, interaction.Trial)) {
	for _, c := range hangingChecks() {
		t.Run(c.name, func(t *testing.T) {
			NoLeaks(t)
			w, trial := open(t)
			report(t, c.check(w, trial))
		})
	}
}

// worldCheck is one promise of worlds. A check returns what is wrong, so that the
// suite itself can be tested.
type worldCheck struct {
	name  string
	check func(r *rand.Rand, world func() interaction.World) error
}

func worldChecks() []worldCheck {
	return []worldCheck{
		{"spec", checkSpec},
		{"start", checkStart},
		{"representation", checkRepresentation},
		{"independent sessions", checkIndependent},
		{"seeds", checkSeeds},
		{"game", checkGame},
		{"batch", checkBatch},
		{"unknown action", checkUnknownAction},
		{"unknown item", checkUnknownItem},
		{"cancelled", checkCancelledAct},
		{"close", checkClose},
	}
}

const runSeed = 7 // of trials that checks run themselves

// survey is what a suite knows of a world.
type survey struct {
	spec   interaction.Spec
	items  []string // ascending
	starts []interaction.State
}

// maxSurvey bounds how many actions and items of a large world are looked at.
const maxSurvey = 24

// look finds items by acting, from the items that the spec names onward.
func look(r *rand.Rand, w interaction.World) (survey, error) {
	v := survey{spec: w.Spec()}
	if !v.spec.Caps.SetsStart {
		return v, skipped("the world doesn't set its start inventory")
	}
	v.spec.Actions = slices.Clone(v.spec.Actions)
	r.Shuffle(len(v.spec.Actions), func(i, j int) {
		v.spec.Actions[i], v.spec.Actions[j] = v.spec.Actions[j], v.spec.Actions[i]
	})
	v.spec.Actions = v.spec.Actions[:min(len(v.spec.Actions), maxSurvey)]
	known := map[string]int{}
	for _, a := range v.spec.Actions {
		for _, item := range a.Unlock {
			known[item] = 64
		}
	}
	s, err := w.Open(context.Background())
	if err != nil {
		return v, fmt.Errorf("open: %w", err)
	}
	defer s.Close()
	for repeat := range 4 {
		start := interaction.StateOf(known)
		for _, a := range v.spec.Actions {
			for _, from := range []interaction.State{{}, start} {
				t := interaction.Trial{Action: a.ID, Start: from, Repeat: repeat}
				o, fault := interaction.Execute(context.Background(), s, t, runSeed)
				if fault != nil {
					return v, fmt.Errorf("%s from %s: %w", a.ID, from, fault)
				}
				for _, st := range o.Obtained {
					known[st.Item] = 64
				}
			}
		}
	}
	v.items = slices.Sorted(maps.Keys(known))
	v.starts = []interaction.State{{}, interaction.StateOf(known)}
	for range 6 {
		some := map[string]int{}
		for _, item := range v.items {
			some[item] = r.IntN(5)
		}
		v.starts = append(v.starts, interaction.StateOf(some))
	}
	return v, nil
}

// trials are all trials of the survey's actions and starts, each asked twice.
func (v survey) trials() []interaction.Trial {
	var out []interaction.Trial
	for _, a := range v.spec.Actions {
		for _, start := range v.starts {
			out = append(out, interaction.Trial{Action: a.ID, Start: start}, interaction.Trial{Action: a.ID, Start: start, Repeat: 1})
		}
	}
	return out
}

// some are a few of the trials, for checks that open a session for each: a session
// may cost a process.
func (v survey) some(r *rand.Rand) []interaction.Trial {
	out := v.trials()
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:min(len(out), 32)]
}

func checkSpec(_ *rand.Rand, world func() interaction.World) error {
	w := world()
	spec := w.Spec()
	var errs []error
	fault := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if spec.ID == "" {
		fault("the world has no ID")
	}
	if spec.Fingerprint == "" {
		fault("the world has no fingerprint")
	}
	if len(spec.Actions) == 0 {
		fault("the world has no actions")
	}
	seen := map[interaction.Action]bool{}
	for _, a := range spec.Actions {
		if a.ID == "" || strings.Trim(string(a.ID), "abcdefghijklmnopqrstuvwxyz") != "" {
			fault("action %q isn't an opaque name", a.ID)
		}
		if seen[a.ID] {
			fault("action %q is listed twice", a.ID)
		}
		seen[a.ID] = true
		if slices.Contains(a.Unlock, "") {
			fault("action %q is unlocked by an item without a name", a.ID)
		}
	}
	if s, err := w.Open(context.Background()); err != nil {
		fault("open: %w", err)
	} else if err := s.Close(); err != nil {
		fault("close: %w", err)
	}
	if again := w.Spec(); !reflect.DeepEqual(again, spec) {
		fault("the spec was %v and is %v", spec, again)
	}
	if other := world().Spec(); !reflect.DeepEqual(other, spec) {
		fault("another world of the same rules has the spec %v, not %v", other, spec)
	}
	return errors.Join(errs...)
}

func checkStart(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	s, err := w.Open(context.Background())
	if err != nil {
		return err
	}
	defer s.Close()
	for i := range 100 {
		start := v.starts[r.IntN(len(v.starts))]
		got, err := s.Reset(context.Background(), start, r.Uint64())
		if err != nil {
			return fmt.Errorf("reset %d to %s: %w", i, start, err)
		}
		if !got.Equal(start) {
			return fmt.Errorf("reset %d to %s made %s", i, start, got)
		}
		if r.IntN(2) == 0 { // what an action did mustn't outlive the next reset
			if _, err := s.Act(context.Background(), v.spec.Actions[r.IntN(len(v.spec.Actions))].ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkRepresentation: an inventory is what it holds, not how it is stored.
func checkRepresentation(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	s, err := w.Open(context.Background())
	if err != nil {
		return err
	}
	defer s.Close()
	full := make([]int, len(v.items)+1)
	for i := range full {
		full[i] = 9
	}
	// The stock names an item that no world has, of which there is none: allowed.
	stock := interaction.NewStock(append(slices.Clone(v.items), noItem), full)
	for _, t := range v.trials() {
		var over []interaction.Override
		for i := range stock.Len() {
			if n := t.Start.Count(stock.Name(i)); n != stock.Count(i) {
				over = append(over, interaction.Override{Index: i, Count: n})
			}
		}
		var first interaction.Outcome
		for i, start := range []interaction.State{
			t.Start,
			interaction.NewState(stock, over),
			interaction.State{}.With(t.Start.Stacks()),
			interaction.StateOf(t.Start.Map()),
		} {
			t.Start = start
			o, fault := interaction.Execute(context.Background(), s, t, runSeed)
			if fault != nil {
				return fmt.Errorf("form %d of %s: %w", i, start, fault)
			}
			if i == 0 {
				first = o
			}
			if v.spec.Caps.Seeds && !reflect.DeepEqual(o, first) {
				return fmt.Errorf("%s from %s, stored in form %d, gave %+v, not %+v", t.Action, start, i, o, first)
			}
		}
	}
	return nil
}

// checkIndependent: what one session does, and that it ends, is nothing to another.
func checkIndependent(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	ctx := context.Background()
	a, err := w.Open(ctx)
	if err != nil {
		return err
	}
	defer a.Close()
	for _, t := range v.some(r) {
		want, fault := interaction.Execute(ctx, a, t, runSeed)
		if fault != nil {
			return fault
		}
		seed := t.Key().Seed(runSeed)
		if _, err := a.Reset(ctx, t.Start, seed); err != nil {
			return err
		}
		b, err := w.Open(ctx)
		if err != nil {
			return err
		}
		other := v.starts[r.IntN(len(v.starts))]
		_, err = b.Reset(ctx, other, ^seed)
		if err == nil {
			_, err = b.Act(ctx, v.spec.Actions[r.IntN(len(v.spec.Actions))].ID)
		}
		if err = errors.Join(err, b.Close()); err != nil {
			return fmt.Errorf("the other session: %w", err)
		}
		after, err := a.Act(ctx, t.Action)
		if err != nil {
			return err
		}
		got := want
		got.Consumed, got.Obtained = interaction.Record(t.Start, after)
		if v.spec.Caps.Seeds && !reflect.DeepEqual(got, want) {
			return fmt.Errorf("%s from %s gave %+v alone and %+v with another session at work", t.Action, t.Start, want, got)
		}
	}
	return nil
}

func checkSeeds(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	if !v.spec.Caps.Seeds {
		return skipped("the world doesn't honour seeds")
	}
	trials := v.trials()
	play := func(w interaction.World, order []int, outcomes []interaction.Outcome) error {
		s, err := w.Open(context.Background())
		if err != nil {
			return err
		}
		defer s.Close()
		for _, i := range order {
			o, fault := interaction.Execute(context.Background(), s, trials[i], runSeed)
			if fault != nil {
				return fault
			}
			outcomes[i] = o
		}
		return nil
	}
	differ := func(what string, got, want []interaction.Outcome) error {
		for i, t := range trials {
			if !reflect.DeepEqual(got[i], want[i]) {
				return fmt.Errorf("%s from %s: %+v in %s, %+v before", t.Action, t.Start, got[i], what, want[i])
			}
		}
		return nil
	}
	order := make([]int, len(trials))
	for i := range order {
		order[i] = i
	}
	want, got := make([]interaction.Outcome, len(trials)), make([]interaction.Outcome, len(trials))
	if err := play(w, order, want); err != nil {
		return err
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	if err := errors.Join(play(w, order, got), differ("another session and order", got, want)); err != nil {
		return err
	}
	other := world()
	clear(got)
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for k := range errs {
		wg.Go(func() { errs[k] = play(other, order[k*len(order)/4:(k+1)*len(order)/4], got) })
	}
	wg.Wait()
	return errors.Join(errors.Join(errs...), differ("four sessions at once of another world", got, want))
}

// checkGame: after a reset a session may act as often as it likes, each time from what
// the time before left; the seed decides the whole game; and a reset ends it.
func checkGame(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	ctx := context.Background()
	trial := v.trials()[r.IntN(len(v.trials()))]
	moves := make([]interaction.Action, 60)
	for i := range moves {
		moves[i] = v.spec.Actions[r.IntN(len(v.spec.Actions))].ID
	}
	start, seed := v.starts[r.IntN(len(v.starts))], r.Uint64()
	var games [2][]interaction.State
	var after [2]interaction.Outcome
	for g := range games {
		s, err := w.Open(ctx)
		if err != nil {
			return err
		}
		defer s.Close()
		if _, err := s.Reset(ctx, start, seed); err != nil {
			return err
		}
		before := start
		for i, a := range moves {
			now, err := s.Act(ctx, a)
			if err != nil {
				return fmt.Errorf("act %d of a game, %s from %s: %w", i+1, a, before, err)
			}
			// What a state says of its items must be what an observer sees in it.
			if !now.Equal(interaction.StateOf(now.Map())) {
				return fmt.Errorf("act %d of a game left %s, which isn't what it holds", i+1, now)
			}
			games[g] = append(games[g], now)
			before = now
		}
		var fault *interaction.Fault
		if after[g], fault = interaction.Execute(ctx, s, trial, runSeed); fault != nil {
			return fmt.Errorf("a trial after a game: %w", fault)
		}
	}
	if !v.spec.Caps.Seeds {
		return nil
	}
	for i := range moves {
		if a, b := games[0][i], games[1][i]; !a.Equal(b) {
			return fmt.Errorf("act %d (%s) of a game left %s, and %s with the same seed and acts", i+1, moves[i], a, b)
		}
	}
	if !reflect.DeepEqual(after[0], after[1]) {
		return fmt.Errorf("%s from %s after equal games gave %+v and %+v", trial.Action, trial.Start, after[0], after[1])
	}
	return nil
}

const (
	noAction interaction.Action = "no.such.action"
	noItem   string             = "envtest: no such item"
)

// stillFine: a session whose fault wasn't the end of it goes on as any other.
func stillFine(s interaction.Session, v survey, fault *interaction.Fault, want interaction.Outcome, t interaction.Trial) error {
	if fault.Dead {
		return nil
	}
	o, again := interaction.Execute(context.Background(), s, t, runSeed)
	if again != nil {
		return fmt.Errorf("after %w, which wasn't to be the end, came %w", fault, again)
	}
	if v.spec.Caps.Seeds && !reflect.DeepEqual(o, want) {
		return fmt.Errorf("%s from %s gave %+v, and after %w %+v", t.Action, t.Start, want, fault, o)
	}
	return nil
}

func checkUnknownAction(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	ctx := context.Background()
	good := v.trials()[r.IntN(len(v.trials()))]
	for _, name := range []interaction.Action{noAction, "", interaction.ActionName(1 << 40), "\x00"} {
		s, err := w.Open(ctx)
		if err != nil {
			return err
		}
		defer s.Close()
		want, fault := interaction.Execute(ctx, s, good, runSeed)
		if fault != nil {
			return fault
		}
		if _, err := s.Reset(ctx, good.Start, 1); err != nil {
			return err
		}
		after, err := s.Act(ctx, name)
		if err == nil {
			return fmt.Errorf("unknown action %q: no error, and the inventory %s", name, after)
		}
		if !errors.As(err, &fault) {
			return fmt.Errorf("unknown action %q: %w, which isn't a *Fault", name, err)
		}
		if err := stillFine(s, v, fault, want, good); err != nil {
			return err
		}
	}
	return nil
}

func checkUnknownItem(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	ctx := context.Background()
	good := v.trials()[r.IntN(len(v.trials()))]
	alien := []interaction.Stack{{Item: noItem, Count: 1}}
	stock := interaction.NewStock([]string{noItem}, []int{1})
	for _, start := range []interaction.State{interaction.NewState(stock, nil), good.Start.With(alien), interaction.State{}.With(alien)} {
		s, err := w.Open(ctx)
		if err != nil {
			return err
		}
		defer s.Close()
		want, fault := interaction.Execute(ctx, s, good, runSeed)
		if fault != nil {
			return fault
		}
		got, err := s.Reset(ctx, start, 1)
		if err == nil {
			return fmt.Errorf("reset to %s: no error, and the inventory %s", start, got)
		}
		if !errors.As(err, &fault) {
			return fmt.Errorf("reset to %s: %w, which isn't a *Fault", start, err)
		}
		if err := stillFine(s, v, fault, want, good); err != nil {
			return err
		}
	}
	return nil
}

// checkCancelledAct: with a done context, Act returns; if it says what happened, it
// says the truth.
func checkCancelledAct(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	for _, t := range v.some(r) {
		s, err := w.Open(context.Background())
		if err != nil {
			return err
		}
		defer s.Close()
		want, fault := interaction.Execute(context.Background(), s, t, runSeed)
		if fault != nil {
			return fault
		}
		if _, err := s.Reset(context.Background(), t.Start, t.Key().Seed(runSeed)); err != nil {
			return err
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		var after interaction.State
		if err := soon("Act with a done context", func() (err error) { after, err = s.Act(ctx, t.Action); fault = asFault(err); return nil }); err != nil {
			return err
		}
		if fault != nil {
			if err := stillFine(s, v, fault, want, t); err != nil {
				return err
			}
			continue
		}
		got := want
		if got.Consumed, got.Obtained = interaction.Record(t.Start, after); v.spec.Caps.Seeds && !reflect.DeepEqual(got, want) {
			return fmt.Errorf("%s from %s with a done context: no error, and %+v instead of %+v", t.Action, t.Start, got, want)
		}
	}
	return nil
}

func asFault(err error) *interaction.Fault {
	if err == nil {
		return nil
	}
	return interaction.AsFault(err)
}

// checkClose: Close may be called in the middle of anything, by anybody, and twice;
// a closed session says nothing about the world any more.
func checkClose(r *rand.Rand, world func() interaction.World) error {
	w := world()
	v, err := look(r, w)
	if err != nil {
		return err
	}
	trials := v.trials()
	for range 20 {
		s, err := w.Open(context.Background())
		if err != nil {
			return err
		}
		var wg sync.WaitGroup
		started := make(chan struct{})
		first := trials[r.IntN(len(trials))]
		wg.Go(func() {
			close(started)
			for _, t := range trials {
				if _, fault := interaction.Execute(context.Background(), s, t, runSeed); fault != nil {
					return
				}
			}
		})
		for range 2 {
			wg.Go(func() { <-started; _ = s.Close() }) // whatever it says, it mustn't hang
		}
		if err := soon("Close beside Act", func() error { wg.Wait(); return nil }); err != nil {
			return err
		}
		err = soon("what follows Close", func() error {
			_ = s.Close()
			if o, fault := interaction.Execute(context.Background(), s, first, runSeed); fault == nil {
				return fmt.Errorf("a closed session did %s from %s: %+v", first.Action, first.Start, o)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

type hangingCheck struct {
	name  string
	check func(interaction.World, interaction.Trial) error
}

func hangingChecks() []hangingCheck {
	end := func(what string, f func(s interaction.Session, cancel func()) error) hangingCheck {
		return hangingCheck{what, func(w interaction.World, t interaction.Trial) error {
			s, err := w.Open(context.Background())
			if err != nil {
				return err
			}
			defer s.Close()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			if _, err := s.Reset(ctx, t.Start, t.Key().Seed(runSeed)); err != nil {
				return err
			}
			acted := make(chan error, 1)
			go func() {
				after, err := s.Act(ctx, t.Action)
				if err == nil {
					acted <- fmt.Errorf("Act didn't hang, and left %s", after)
					return
				}
				acted <- nil
			}()
			return soon("Act that hangs, after "+what+",", func() error { return errors.Join(f(s, cancel), <-acted) })
		}}
	}
	return []hangingCheck{
		end("cancel", func(_ interaction.Session, cancel func()) error { cancel(); return nil }),
		end("close", func(s interaction.Session, _ func()) error {
			_ = s.Close()
			return nil
		}),
	}
}
