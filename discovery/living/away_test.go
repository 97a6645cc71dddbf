package living_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/discovery/living"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/pool"
)

// elsewhere has lives lived by replicas in this process, the last job first, each by another replica, and some by one that
// knows nothing.
type elsewhere struct {
	replicas []*living.Replica
	anew     func() *living.Replica
	lost     map[int]bool // the how-manieth life of all isn't lived
	n        int
	jobs     []string            // that were asked
	spoil    func([]byte) []byte // what arrives of a report; nil: what is said
}

func (e *elsewhere) Live(ctx context.Context, jobs, log [][]byte, take func(i int, report []byte, lost string) error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, job := range jobs {
		e.jobs = append(e.jobs, string(job))
	}
	for i, job := range slices.Backward(jobs) {
		e.n++
		if e.lost[e.n] {
			if err := take(i, nil, "its workers died"); err != nil {
				return err
			}
			continue
		}
		if e.n%7 == 0 {
			e.replicas[e.n%len(e.replicas)] = e.anew()
		}
		report, err := e.replicas[e.n%len(e.replicas)].Live(ctx, job, func(_ context.Context, from int) ([][]byte, error) {
			return log[from:min(len(log), from+3)], nil
		})
		if err != nil {
			return err
		}
		if e.spoil != nil {
			if err := take(i, e.spoil(report), ""); err == nil {
				return errors.New("a spoiled report is taken")
			}
		}
		if err := take(i, report, ""); err != nil {
			return err
		}
	}
	return nil
}

func newElsewhere(t *testing.T, name string) *elsewhere {
	w, _ := world(t, load(t, name))
	e := &elsewhere{anew: func() *living.Replica { return living.NewReplica(w) }}
	e.replicas = []*living.Replica{e.anew(), e.anew(), e.anew()}
	return e
}

// Who lives the lives changes nothing of what the ledger holds, also where it is gone on with; and what isn't a report isn't
// taken for one.
func TestAfar(t *testing.T) {
	for _, name := range []string{"tiny", "meadow"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := config(3)
			if name == "meadow" {
				long(t)
				cfg.Budget = 8_000 // days, creatures and vitals come in there; all of it would take minutes
			}
			w, _ := world(t, load(t, name))
			near, far := &graphstore.Memory{}, &graphstore.Memory{}
			if _, err := living.World(t.Context(), w, near, cfg, pool.Config{Sessions: 2}, nil); err != nil {
				t.Fatal(err)
			}
			e := newElsewhere(t, name)
			if name == "tiny" {
				e.spoil = func(b []byte) []byte {
					b = slices.Clone(b)
					b[len(b)/2] ^= 0x55
					return b
				}
				ctx, stop := context.WithCancel(t.Context())
				rounds := 0
				sum, err := living.Afar(ctx, w, far, cfg, e, func(explore.Progress) {
					if rounds++; rounds == 4 {
						stop()
					}
				})
				if !errors.Is(err, context.Canceled) || sum.Complete {
					t.Fatalf("%v: %+v", err, sum)
				}
				e = newElsewhere(t, name)
			}
			sum, err := living.Afar(t.Context(), w, far, cfg, e, nil)
			if err != nil {
				t.Fatal(err)
			}
			if name == "tiny" && !sum.Complete {
				t.Errorf("%+v", sum)
			}
			same(t, near, far)
		})
	}
}

// An exploration that is gone on with asks for the same lives, as if it hadn't been interrupted: what is in the queue, or
// in the hands of workers, is taken up.
func TestAfarAgain(t *testing.T) {
	long(t)
	for name, budget := range map[string]int{"tiny": 0, "meadow": 6_000} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := config(4)
			cfg.Budget = budget
			w, _ := world(t, load(t, name))
			once, again := newElsewhere(t, name), newElsewhere(t, name)
			if _, err := living.Afar(t.Context(), w, &graphstore.Memory{}, cfg, once, nil); err != nil {
				t.Fatal(err)
			}
			l := &graphstore.Memory{}
			ctx, stop := context.WithCancel(t.Context())
			if _, err := living.Afar(ctx, w, l, cfg, again, func(explore.Progress) { stop() }); !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			if _, err := living.Afar(t.Context(), w, l, cfg, again, nil); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(once.jobs, again.jobs) {
				t.Errorf("%d lives, and then %d, or others", len(once.jobs), len(again.jobs))
			}
		})
	}
}

// same compares what two ledgers saw and what they claim, but for where a run was interrupted.
func same(t *testing.T, near, far graphstore.Ledger) {
	t.Helper()
	bodies := func(l graphstore.Ledger) (out []string) {
		for _, e := range entries(t, l) {
			if e.Kind == graphstore.KindOutcome || e.Kind == graphstore.KindEpisode {
				out = append(out, string(e.Body))
			}
		}
		f, err := graphstore.Fold(t.Context(), l, nil)
		if err != nil {
			t.Fatal(err)
		}
		for key, b := range f.Findings {
			out = append(out, key+b.Body)
		}
		slices.Sort(out[len(out)-len(f.Findings):])
		return out
	}
	want, got := bodies(near), bodies(far)
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			t.Fatalf("entry %d is %s, not %s", i, got[i], want[i])
		}
	}
	if len(want) != len(got) {
		t.Fatalf("%d entries, not %d", len(got), len(want))
	}
}

// A life whose workers all died is a broken one, and what it was for is asked for again.
func TestAfarLost(t *testing.T) {
	long(t)
	w, _ := world(t, load(t, "tiny"))
	e := newElsewhere(t, "tiny")
	e.lost = map[int]bool{2: true, 5: true}
	sum, err := living.Afar(t.Context(), w, &graphstore.Memory{}, config(1), e, nil)
	if err != nil || sum.Faults != 2 || !sum.Complete || sum.ActionsCertified != sum.ActionsTotal {
		t.Errorf("%v: %+v", err, sum)
	}
}

// A replica that comes to another plan says so, and lives nothing.
func TestOtherPlan(t *testing.T) {
	w, _ := world(t, load(t, "tiny"))
	other, _ := world(t, load(t, "meadow"))
	e := newElsewhere(t, "tiny")
	e.anew = func() *living.Replica { return living.NewReplica(other) }
	e.replicas = []*living.Replica{e.anew()}
	if _, err := living.Afar(t.Context(), w, &graphstore.Memory{}, config(1), e, nil); !errors.Is(err, living.ErrOtherPlan) {
		t.Error(err)
	}
}

// slow is a world whose episodes take long to begin.
type slow struct{ interaction.World }

func (w slow) Spec() interaction.Spec {
	s := w.World.Spec()
	s.Caps.Prompt = false
	return s
}

// Where episodes take long to begin, who lives the lives changes nothing either.
func TestAfarInGames(t *testing.T) {
	long(t)
	inner, _ := world(t, load(t, "tiny"))
	w := slow{inner}
	var want *graphstore.Memory
	for _, workers := range []int{1, 3} {
		e := &elsewhere{anew: func() *living.Replica { return living.NewReplica(w) }}
		for range workers {
			e.replicas = append(e.replicas, e.anew())
		}
		l := &graphstore.Memory{}
		cfg := config(2)
		cfg.Width = 2
		if sum, err := living.Afar(t.Context(), w, l, cfg, e, nil); err != nil || !sum.Complete {
			t.Fatalf("%v: %+v", err, sum)
		}
		if want == nil {
			want = l
		}
		same(t, want, l)
	}
}

// Workers explore as one process does worlds in which an action breaks the session, and those in which nothing is left to ask before some
// episodes were begun.
func TestAfarOfSmallWorlds(t *testing.T) {
	for name, w := range map[string]interaction.World{
		"smith": smith{},
		"log": played{id: "log", actions: []interaction.Action{"chop"}, begin: func() map[string]int { return map[string]int{} },
			act: func(has map[string]int, _ interaction.Action) error { has["log"]++; return nil }},
	} {
		here, err := living.World(t.Context(), w, &graphstore.Memory{}, config(1), pool.Config{Sessions: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		l := &graphstore.Memory{}
		for range 2 {
			e := &elsewhere{anew: func() *living.Replica { return living.NewReplica(w) }}
			e.replicas = []*living.Replica{e.anew()}
			sum, err := living.Afar(t.Context(), w, l, config(1), e, nil)
			if err != nil || sum.ActionsCertified != here.ActionsCertified {
				t.Errorf("%s: %d certified by workers, %d here: %v", name, sum.ActionsCertified, here.ActionsCertified, err)
			}
		}
	}
}
