package conformance

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/adam-discovery/adam/interaction"
)

func TestScriptIsAWorld(t *testing.T) {
	World(t, func(*testing.T) interaction.World { return NewScript(nil) })
	Hanging(t, func(*testing.T) (interaction.World, interaction.Trial) {
		return NewScript(failOp(OpStep, Hang)), interaction.Trial{Action: Chop}
	})
}

// failOp lets every call of this kind go wrong.
func failOp(op Op, m Mishap) func(Call) Mishap {
	return func(c Call) Mishap {
		if c.Op == op {
			return m
		}
		return None
	}
}

func TestSerialIsARunner(t *testing.T) {
	Runner(t, func(_ *testing.T, w interaction.World) interaction.Runner { return Serial(w, 1) })
}

// crooked is a world that breaks one promise.
type crooked struct {
	interaction.World
	spec func(*interaction.Spec)
	open func(interaction.Session) interaction.Session
}

func (w crooked) Spec() interaction.Spec {
	s := w.World.Spec()
	if w.spec != nil {
		w.spec(&s)
	}
	return s
}

func (w crooked) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.World.Open(ctx)
	if err == nil && w.open != nil {
		s = w.open(s)
	}
	return s, err
}

// hooked is a session that breaks one promise.
type hooked struct {
	interaction.Session
	begin func(interaction.State, uint64) (interaction.State, error)
	step  func(context.Context, interaction.Action) (interaction.State, error)
	close func() error
}

func (s *hooked) Begin(ctx context.Context, start interaction.State, seed uint64) (interaction.State, error) {
	if s.begin != nil {
		return s.begin(start, seed)
	}
	return s.Session.Begin(ctx, start, seed)
}

func (s *hooked) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	if s.step != nil {
		return s.step(ctx, a)
	}
	return s.Session.Step(ctx, a)
}

func (s *hooked) Close() error {
	if s.close != nil {
		return s.close()
	}
	return s.Session.Close()
}

// swapping answers the first trials of a batch in the wrong order.
type swapping struct{ interaction.Session }

func (s swapping) Batch(ctx context.Context, trials []interaction.Trial, seed uint64) ([]interaction.Outcome, error) {
	out, _ := interaction.ExecuteAll(ctx, s.Session, trials, seed)
	out[0], out[1] = out[1], out[0]
	return out, nil
}

// TestWorldSuiteFindsWhatIsWrong breaks each promise once.
func TestWorldSuiteFindsWhatIsWrong(t *testing.T) {
	bg := context.Background()
	session := func(change func(s *hooked)) func() interaction.World {
		return func() interaction.World {
			return crooked{World: NewScript(nil), open: func(s interaction.Session) interaction.Session {
				h := &hooked{Session: s}
				change(h)
				return h
			}}
		}
	}
	spec := func(change func(*interaction.Spec)) func() interaction.World {
		return func() interaction.World { return crooked{World: NewScript(nil), spec: change} }
	}
	log := []interaction.Change{{Factor: Log, To: 9}}
	n := 0
	for _, c := range []struct {
		check, about, says string
		world              func() interaction.World
	}{
		{"spec", "no ID", "no ID", spec(func(s *interaction.Spec) { s.ID = "" })},
		{"spec", "no fingerprint", "no fingerprint", spec(func(s *interaction.Spec) { s.Fingerprint = "" })},
		{"spec", "no actions", "no action", spec(func(s *interaction.Spec) { s.Actions = nil })},
		{"spec", "telling name", "opaque", spec(func(s *interaction.Spec) { s.Actions[0].ID = "makeAxe" })},
		{"spec", "equal names", "twice", spec(func(s *interaction.Spec) { s.Actions[1].ID = "a" })},
		{"spec", "no start", "how its sessions begin", spec(func(s *interaction.Spec) { s.Caps.Starts = 0 })},
		{"spec", "unknown factor", "isn't listed", spec(func(s *interaction.Spec) {
			s.Exclusions = []interaction.Exclusion{{Factors: []string{"moon"}, Slots: 1}}
		})},
		{"limits", "none kept", "by its own word", spec(func(s *interaction.Spec) { s.Factors = []interaction.Factor{{Name: Log, Max: 3}} })},
		{"observations", "more than there can be", "by its own word", spec(func(s *interaction.Spec) {
			s.Factors = []interaction.Factor{{Name: Log, Max: 3}}
		})},
		{"observations", "excluded", "excludes that", spec(func(s *interaction.Spec) {
			s.Exclusions = []interaction.Exclusion{{Slots: 1}}
		})},
		{"pictures", "none", "show none", spec(func(s *interaction.Spec) {
			s.Shots = []interaction.Shot{{View: interaction.Above, Width: 2, Height: 2}}
		})},
		{"pictures", "too small", "got", func() interaction.World {
			w := crooked{World: NewScript(nil), spec: func(s *interaction.Spec) {
				s.Shots = []interaction.Shot{{View: interaction.Above, Width: 2, Height: 2}}
			}}
			w.open = func(s interaction.Session) interaction.Session { return small{s} }
			return w
		}},
		{"memory", "forgets", "forgotten before the next", session(func(h *hooked) {
			var start interaction.State
			var seed uint64
			h.begin = func(st interaction.State, n uint64) (interaction.State, error) {
				start, seed = st, n
				return h.Session.Begin(bg, st, n)
			}
			h.step = func(ctx context.Context, a interaction.Action) (interaction.State, error) {
				if _, err := h.Session.Begin(bg, start, seed); err != nil {
					return interaction.State{}, err
				}
				return h.Session.Step(ctx, a)
			}
		})},
		{"spec", "nameless item", "without a name", spec(func(s *interaction.Spec) { s.Actions[1].Unlock = []string{""} })},
		{"spec", "changes", "the spec was", spec(func(s *interaction.Spec) { n++; s.Fingerprint = fmt.Sprint(n) })},
		{"batch", "none", "its sessions don't", spec(func(s *interaction.Spec) { s.Caps.Batch = 5 })},
		{"batch", "swapped", "a batch", func() interaction.World {
			w := crooked{World: NewScript(nil), spec: func(s *interaction.Spec) { s.Caps.Batch = 5 }}
			w.open = func(s interaction.Session) interaction.Session { return swapping{s} }
			return w
		}},
		{"start", "another one", ", made", session(func(h *hooked) {
			h.begin = func(start interaction.State, seed uint64) (interaction.State, error) {
				return h.Session.Begin(bg, start.After(log), seed)
			}
		})},
		{"representation", "looks at the base", "stored in form", session(func(h *hooked) {
			h.begin = func(start interaction.State, seed uint64) (interaction.State, error) {
				_, _ = h.Session.Begin(bg, start, seed+uint64(start.Len()))
				return start, nil
			}
		})},
		{"seeds", "ignores them", "four sessions|in another session|with the same seed", func() func() interaction.World {
			var mu sync.Mutex
			var calls uint64
			return session(func(h *hooked) {
				h.begin = func(start interaction.State, seed uint64) (interaction.State, error) {
					mu.Lock()
					defer mu.Unlock()
					calls++
					return h.Session.Begin(bg, start, calls)
				}
			})
		}()},
		{"independent sessions", "share an inventory", "another session at work|alone", func() func() interaction.World {
			var mu sync.Mutex
			return func() interaction.World {
				w := NewScript(nil)
				shared, _ := w.Open(bg)
				return crooked{World: w, open: func(s interaction.Session) interaction.Session {
					return &hooked{Session: s,
						begin: func(st interaction.State, seed uint64) (interaction.State, error) {
							mu.Lock()
							defer mu.Unlock()
							return shared.Begin(bg, st, seed)
						},
						step: func(_ context.Context, a interaction.Action) (interaction.State, error) {
							mu.Lock()
							defer mu.Unlock()
							return shared.Step(bg, a)
						},
					}
				}}
			}
		}()},
		{"observations", "one step only", "step 2 of a game", session(func(h *hooked) {
			acted := false
			h.begin = func(st interaction.State, seed uint64) (interaction.State, error) {
				acted = false
				return h.Session.Begin(bg, st, seed)
			}
			h.step = func(ctx context.Context, a interaction.Action) (interaction.State, error) {
				if acted {
					return interaction.State{}, errors.New("reset me first")
				}
				acted = true
				return h.Session.Step(ctx, a)
			}
		})},
		{"seeds", "the seed is for one step", "with the same seed and steps", func() func() interaction.World {
			chance := uint64(0)
			return session(func(h *hooked) {
				acted := false
				h.begin = func(st interaction.State, seed uint64) (interaction.State, error) {
					acted = false
					return h.Session.Begin(bg, st, seed)
				}
				h.step = func(ctx context.Context, a interaction.Action) (interaction.State, error) {
					st, err := h.Session.Step(ctx, a)
					if acted && err == nil {
						chance++
						_, err = h.Session.Begin(bg, st, chance)
					}
					acted = true
					return st, err
				}
			})
		}()},
		{"unknown action", "no effect", "no error", session(func(h *hooked) {
			h.step = func(ctx context.Context, a interaction.Action) (interaction.State, error) {
				if len(a) != 1 || a < Chop || a > Rest {
					a = Rest
				}
				return h.Session.Step(ctx, a)
			}
		})},
		{"unknown action", "dies of it", "the end of the session", session(func(h *hooked) {
			h.step = func(ctx context.Context, a interaction.Action) (interaction.State, error) {
				st, err := h.Session.Step(ctx, a)
				if err != nil {
					err = &interaction.Fault{Class: interaction.FaultLost, Dead: true}
				}
				return st, err
			}
		})},
		{"unknown action", "not a fault", "isn't a *Fault", session(func(h *hooked) {
			h.step = func(ctx context.Context, a interaction.Action) (interaction.State, error) {
				st, err := h.Session.Step(ctx, a)
				if err != nil {
					err = errors.New("what?")
				}
				return st, err
			}
		})},
		{"unknown action", "not dead, but broken", "wasn't to be the end", session(func(h *hooked) {
			var last error
			h.step = func(ctx context.Context, a interaction.Action) (interaction.State, error) {
				if last != nil {
					return interaction.State{}, last
				}
				var st interaction.State
				st, last = h.Session.Step(ctx, a)
				return st, last
			}
		})},
		{"unknown factor", "left out", "no error", session(func(h *hooked) {
			h.begin = func(start interaction.State, seed uint64) (interaction.State, error) {
				m := start.Map()
				delete(m, noFactor)
				return h.Session.Begin(bg, interaction.StateOf(m), seed)
			}
		})},
		{"cancelled", "nothing happened", "with a done context", session(func(h *hooked) {
			var start interaction.State
			h.begin = func(st interaction.State, seed uint64) (interaction.State, error) {
				start = st
				return h.Session.Begin(bg, st, seed)
			}
			h.step = func(ctx context.Context, a interaction.Action) (interaction.State, error) {
				if ctx.Err() != nil {
					return start, nil
				}
				return h.Session.Step(ctx, a)
			}
		})},
		{"close", "goes on", "a closed session did", session(func(h *hooked) { h.close = func() error { return nil } })},
	} {
		t.Run(c.check+", "+c.about, func(t *testing.T) {
			checks := checksOf(interaction.AnyStart)
			i := slices.IndexFunc(checks, func(w worldCheck) bool { return w.name == c.check })
			wrong(t, checks[i].check(Rand(t), c.world), c.says)
		})
	}
}

// episode is a session of a world that begins at its own start, with a log, and whose
// episodes end after 50 steps; or, if it has one life, of one that goes on for ever.
type episode struct {
	interaction.Session
	one   bool
	now   interaction.State
	steps int
}

func (s *episode) Begin(ctx context.Context, _ interaction.State, seed uint64) (interaction.State, error) {
	if s.one && s.steps > 0 {
		return s.now, nil
	}
	s.steps = 0
	var err error
	s.now, err = s.Session.Begin(ctx, interaction.StateOf(map[string]int{Log: 1}), seed)
	s.steps = 1
	return s.now, err
}

func (s *episode) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	if s.steps > 50 && !s.one {
		return interaction.State{}, interaction.ErrEnded
	}
	now, err := s.Session.Step(ctx, a)
	if err == nil {
		s.steps++
		s.now = now
	}
	return now, err
}

// lived is a world of episodes, or of one life.
func lived(starts interaction.Starts, change func(s *hooked)) func() interaction.World {
	return func() interaction.World {
		return crooked{World: NewScript(nil), spec: func(s *interaction.Spec) { s.Caps.Starts = starts },
			open: func(s interaction.Session) interaction.Session {
				h := &hooked{Session: &episode{Session: s, one: starts == interaction.OneLife}}
				if change != nil {
					change(h)
				}
				return h
			}}
	}
}

func TestLivedWorlds(t *testing.T) {
	for _, starts := range []interaction.Starts{interaction.Episodes, interaction.OneLife} {
		t.Run(starts.String(), func(t *testing.T) {
			World(t, func(*testing.T) interaction.World { return lived(starts, nil)() })
		})
	}
}

// TestLivedSuitesFindWhatIsWrong breaks each promise of worlds that don't begin at any
// start once.
func TestLivedSuitesFindWhatIsWrong(t *testing.T) {
	bg := context.Background()
	for _, c := range []struct {
		starts             interaction.Starts
		check, about, says string
		change             func(h *hooked)
	}{
		{interaction.Episodes, "begin anew", "keeps what was had", "with the same seed", func(h *hooked) {
			var had interaction.State
			h.begin = func(_ interaction.State, seed uint64) (interaction.State, error) {
				now, err := h.Session.Begin(bg, interaction.State{}, seed)
				if n := had.Level(Log); err == nil && n > 1 {
					now = now.After([]interaction.Change{{Factor: Log, From: 1, To: n}})
				}
				return now, err
			}
			h.step = func(ctx context.Context, a interaction.Action) (interaction.State, error) {
				now, err := h.Session.Step(ctx, a)
				had = now
				return now, err
			}
		}},
		{interaction.Episodes, "end of an episode", "goes on", "should say that the episode has ended", func(h *hooked) {
			ended := false
			h.step = func(ctx context.Context, a interaction.Action) (interaction.State, error) {
				now, err := h.Session.Step(ctx, a)
				if errors.Is(err, interaction.ErrEnded) && ended {
					return now, nil
				}
				ended = errors.Is(err, interaction.ErrEnded)
				return now, err
			}
		}},
		{interaction.Episodes, "memory", "forgets", "forgotten before the next", func(h *hooked) {
			h.step = func(ctx context.Context, a interaction.Action) (interaction.State, error) {
				if _, err := h.Session.Begin(ctx, interaction.State{}, 1); err != nil {
					return interaction.State{}, err
				}
				now, err := h.Session.Step(ctx, a)
				if now.Level(Log) <= 1 {
					return interaction.StateOf(map[string]int{Planks: now.Level(Planks)}), err
				}
				return now, err
			}
		}},
		{interaction.OneLife, "goes on", "begins anew", "no other beginning", func(h *hooked) {
			h.begin = func(_ interaction.State, seed uint64) (interaction.State, error) {
				return h.Session.(*episode).Session.Begin(bg, interaction.State{}, seed)
			}
		}},
	} {
		t.Run(fmt.Sprintf("%s, %s, %s", c.starts, c.check, c.about), func(t *testing.T) {
			checks := checksOf(c.starts)
			i := slices.IndexFunc(checks, func(w worldCheck) bool { return w.name == c.check })
			wrong(t, checks[i].check(Rand(t), lived(c.starts, c.change)), c.says)
		})
	}
}

// wrong wants an error that says one of these.
func wrong(t *testing.T, err error, says string) {
	t.Helper()
	if err == nil {
		t.Fatal("nothing found")
	}
	if !slices.ContainsFunc(strings.Split(says, "|"), func(s string) bool { return strings.Contains(err.Error(), s) }) {
		t.Errorf("it says %q, which isn't about %q", err, says)
	}
}

// TestRunnerSuiteFindsWhatIsWrong breaks each promise of runners once.
func TestRunnerSuiteFindsWhatIsWrong(t *testing.T) {
	after := func(change func(ts []interaction.Trial, os []interaction.Outcome, err error) ([]interaction.Outcome, error)) func(interaction.World) interaction.Runner {
		return func(w interaction.World) interaction.Runner {
			return interaction.RunnerFunc(func(ctx context.Context, ts []interaction.Trial) ([]interaction.Outcome, error) {
				os, err := Serial(w, 1).Run(ctx, ts)
				return change(ts, os, err)
			})
		}
	}
	each := func(change func(o *interaction.Outcome)) func(interaction.World) interaction.Runner {
		return after(func(_ []interaction.Trial, os []interaction.Outcome, err error) ([]interaction.Outcome, error) {
			for i := range os {
				change(&os[i])
			}
			return os, err
		})
	}
	for _, c := range []struct {
		check, about, says string
		runner             func(interaction.World) interaction.Runner
	}{
		{"order", "reversed", "the key is|was asked for", after(func(_ []interaction.Trial, os []interaction.Outcome, err error) ([]interaction.Outcome, error) {
			slices.Reverse(os)
			return os, err
		})},
		{"order", "too few", "outcomes of", after(func(_ []interaction.Trial, os []interaction.Outcome, err error) ([]interaction.Outcome, error) {
			return os[:len(os)-1], err
		})},
		{"order", "trials changed", "changed the trials", after(func(ts []interaction.Trial, os []interaction.Outcome, err error) ([]interaction.Outcome, error) {
			ts[0].Repeat++
			return os, err
		})},
		{"order", "content", ", not from", each(func(o *interaction.Outcome) { o.Changes = []interaction.Change{{Factor: Log, To: 9}} })},
		{"empty", "an error", "nothing to do", after(func(ts []interaction.Trial, os []interaction.Outcome, err error) ([]interaction.Outcome, error) {
			if len(ts) == 0 {
				err = errors.New("nothing to do")
			}
			return os, err
		})},
		{"faults", "no effect", ": nothing, not", each(func(o *interaction.Outcome) {
			o.Status, o.Fault, o.Changes = interaction.Completed, "", nil
		})},
		{"faults", "no class", "without a class", each(func(o *interaction.Outcome) { o.Fault = "" })},
		{"faults", "is an error", "it broke", after(func(_ []interaction.Trial, os []interaction.Outcome, err error) ([]interaction.Outcome, error) {
			for _, o := range os {
				if o.Status == interaction.Faulted {
					err = errors.New("it broke")
				}
			}
			return os, err
		})},
		{"cancelled before", "no error", "Run's error is <nil>", after(func(_ []interaction.Trial, os []interaction.Outcome, _ error) ([]interaction.Outcome, error) {
			return os, nil
		})},
		{"cancelled before", "faulted", "is faulted", each(func(o *interaction.Outcome) {
			if o.Status == interaction.Cancelled {
				o.Status, o.Fault = interaction.Faulted, "stopped"
			}
		})},
		{"cancelled midway", "faulted", "is faulted", func(w interaction.World) interaction.Runner {
			return interaction.RunnerFunc(func(ctx context.Context, ts []interaction.Trial) ([]interaction.Outcome, error) {
				var os []interaction.Outcome
				for _, t := range ts {
					s, err := w.Open(context.Background())
					if err != nil {
						return nil, err
					}
					o, _ := interaction.Execute(ctx, s, t, 1)
					os = append(os, o)
					_ = s.Close()
				}
				return os, ctx.Err()
			})
		}},
		{"repeatable", "depends on the order", "in another order", func(w interaction.World) interaction.Runner {
			seed := uint64(0)
			return interaction.RunnerFunc(func(ctx context.Context, ts []interaction.Trial) ([]interaction.Outcome, error) {
				seed++
				return Serial(w, seed).Run(ctx, ts)
			})
		}},
		{"concurrent", "one call at a time", "busy", func(w interaction.World) interaction.Runner {
			var calls atomic.Int32
			second := make(chan struct{})
			return interaction.RunnerFunc(func(ctx context.Context, ts []interaction.Trial) ([]interaction.Outcome, error) {
				switch calls.Add(1) {
				case 1:
					<-second
				case 2:
					close(second)
					os, _ := Serial(w, 1).Run(ctx, ts)
					return os, errors.New("busy")
				}
				return Serial(w, 1).Run(ctx, ts)
			})
		}},
	} {
		t.Run(c.check+", "+c.about, func(t *testing.T) {
			checks := runnerChecks()
			i := slices.IndexFunc(checks, func(r runnerCheck) bool { return r.name == c.check })
			wrong(t, checks[i].check(Rand(t), c.runner), c.says)
		})
	}
}

// TestSuitesDontHang: what doesn't return is reported, not waited for. In a bubble
// patience costs nothing, and what stays behind is an error.
func TestSuitesDontHang(t *testing.T) {
	rng := func() *rand.Rand { return rand.New(rand.NewPCG(1, 1)) }
	t.Run("act", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			release := make(chan struct{})
			defer close(release)
			wrong(t, checkCancelledStep(rng(), func() interaction.World {
				return crooked{World: NewScript(nil), open: func(s interaction.Session) interaction.Session {
					h := &hooked{Session: s}
					h.step = func(ctx context.Context, a interaction.Action) (interaction.State, error) {
						if ctx.Err() != nil {
							<-release
						}
						return h.Session.Step(ctx, a)
					}
					return h
				}}
			}), "didn't return")
		})
	})
	for _, c := range hangingChecks() {
		acts := func(act func()) interaction.World {
			return crooked{World: NewScript(nil), open: func(s interaction.Session) interaction.Session {
				return &hooked{Session: s, step: func(context.Context, interaction.Action) (interaction.State, error) {
					act()
					return interaction.State{}, nil
				}}
			}}
		}
		t.Run("hanging, "+c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				defer close(release)
				wrong(t, c.check(acts(func() { <-release }), interaction.Trial{Action: Chop}), "didn't return")
			})
			wrong(t, c.check(acts(func() {}), interaction.Trial{Action: Chop}), "didn't hang")
		})
	}
	t.Run("runner", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			wrong(t, checkCancelledMidway(rng(), func(w interaction.World) interaction.Runner {
				return interaction.RunnerFunc(func(_ context.Context, ts []interaction.Trial) ([]interaction.Outcome, error) {
					return Serial(w, 1).Run(context.Background(), ts)
				})
			}), "didn't return")
		})
	})
}
