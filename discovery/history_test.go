package discovery_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/discovery/chance"
	"github.com/adam-discovery/adam/discovery/internal/starts"
	"github.com/adam-discovery/adam/interaction"
)

// trial is an entry of the model: what was added, nothing computed from it.
type trial struct {
	at                 interaction.State
	consumed, obtained []interaction.Level
}

// gave is how much of an item a trial gave.
func (x trial) gave(item int) int {
	for _, a := range x.obtained {
		if a.Factor == item {
			return a.Level
		}
	}
	return 0
}

// TestHistoryModel adds random trials and compares every answer with one computed
// anew from the list of all trials.
func TestHistoryModel(t *testing.T) {
	const n, effects = 4, 3 // effects are items 4, 5, 6
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 13))
		h := discovery.NewHistory(starts.Items)
		var trials []trial
		var order []int // effects by first appearance
		var points []interaction.State
		some := func() interaction.State {
			p := starts.Full(rng.IntN(n+1), rng.IntN(3))
			for range rng.IntN(n + 1) {
				p = p.With(rng.IntN(n), rng.IntN(3))
			}
			return p
		}
		// Not only points that are tried: also some whose record is made before.
		note := func(p interaction.State) {
			if !slices.ContainsFunc(points, p.Equal) {
				points = append(points, p)
			}
		}
		for step := range 40 {
			if rng.IntN(6) == 0 {
				p := some()
				h.Record(p).Asked++
				note(p)
			}
			x := trial{at: some()}
			for i := range n {
				if has := x.at.At(i); has > 0 && rng.IntN(3) == 0 {
					x.consumed = append(x.consumed, interaction.Level{Factor: i, Level: 1 + rng.IntN(has)})
				}
			}
			for e := range effects {
				if rng.IntN(4) == 0 {
					x.obtained = append(x.obtained, interaction.Level{Factor: n + e, Level: 1 + rng.IntN(4)})
					if !slices.Contains(order, n+e) {
						order = append(order, n+e)
					}
				}
			}
			starts.Add(h, x.at, x.consumed, x.obtained)
			trials = append(trials, x)
			note(x.at)
			if rng.IntN(4) > 0 && step < 39 {
				continue
			}
			fail := func(what string, args ...any) {
				t.Helper()
				t.Fatalf("seed %d, step %d: %s\ntrials %v", seed, step, fmt.Sprintf(what, args...), trials)
			}
			if !slices.Equal(h.Effects(), order) {
				fail("effects %v, want %v", h.Effects(), order)
			}
			if len(h.Records()) != len(points) {
				fail("%d records, want %d", len(h.Records()), len(points))
			}
			for k, p := range points {
				r := h.Find(p)
				if r == nil || !h.Records()[k].At.Equal(p) || h.Records()[k] != r {
					fail("record %d is not %v", k, p)
				}
			}
			for e, item := range order {
				checkEffect(t, h, trials, points, e, item, some, fail)
			}
		}
	}
}

func checkEffect(t *testing.T, h *discovery.History, trials []trial, points []interaction.State, e, item int, some func() interaction.State, fail func(string, ...any)) {
	t.Helper()
	proven := func(p interaction.State) bool {
		return slices.ContainsFunc(trials, func(x trial) bool { return x.gave(item) > 0 && p.Covers(x.at) })
	}
	count := func(p interaction.State) (c chance.Tally) {
		for _, x := range trials {
			if x.at.Equal(p) {
				if x.gave(item) > 0 {
					c.Hits++
				} else {
					c.Misses++
				}
			}
		}
		return c
	}
	var sum chance.Tally
	for _, p := range points {
		r := h.Find(p)
		c := count(p)
		if r.Hits(e) != c || r.Trials != c.Hits+c.Misses {
			fail("effect %d at %v: %+v of %d, want %+v", item, p, r.Hits(e), r.Trials, c)
		}
		if r.Proven(e) != proven(p) {
			fail("effect %d at %v: proven is %v", item, p, r.Proven(e))
		}
		if proven(p) {
			sum.Hits += c.Hits
			sum.Misses += c.Misses
		}
		// Used and Yield, from the successes here.
		var here []trial
		for _, x := range trials {
			if x.at.Equal(p) && x.gave(item) > 0 {
				here = append(here, x)
			}
		}
		least, most, sum := 0, 0, 0
		same := true
		var used []interaction.Level
		for k, x := range here {
			g := x.gave(item)
			if k == 0 || g < least {
				least = g
			}
			most, sum = max(most, g), sum+g
			same = same && slices.Equal(x.consumed, here[0].consumed)
		}
		for i := range 4 { // what all of them used, at the least quantity
			low := 0
			for k, x := range here {
				q := 0
				for _, a := range x.consumed {
					if a.Factor == i {
						q = a.Level
					}
				}
				if k == 0 || q < low {
					low = q
				}
			}
			if low > 0 {
				used = append(used, interaction.Level{Factor: i, Level: low})
			}
		}
		gotUsed, gotSame := r.Used(e)
		if !slices.Equal(gotUsed, used) || gotSame != same {
			fail("effect %d at %v used %v (same: %v), want %v (%v)", item, p, gotUsed, gotSame, used, same)
		}
		if g := r.Given(e); g.Least != least || g.Most != most || g.Sum != sum {
			fail("effect %d at %v gives %+v; want %d to %d, %d in all", item, p, g, least, most, sum)
		}
	}
	if h.Chance(e) != sum {
		fail("effect %d: sum %+v, want %+v", item, h.Chance(e), sum)
	}
	for range 10 {
		at := some()
		if h.Seen(e, at) != proven(at) {
			fail("effect %d: seen at %v is %v", item, at, h.Seen(e, at))
		}
		misses := 0
		for _, p := range points {
			if c := count(p); p.Covers(at) && !proven(p) {
				misses = max(misses, c.Misses)
			}
		}
		if got := h.Misses(e, at); got != misses {
			fail("effect %d: %d misses over %v, want %d", item, got, at, misses)
		}
		// The fewest items; of those one that holds no other.
		var best []interaction.State
		for _, p := range points {
			if count(p).Hits == 0 || !at.Covers(p) {
				continue
			}
			if len(best) == 0 || p.Size() < best[0].Size() {
				best = nil
			}
			if len(best) == 0 || p.Size() == best[0].Size() {
				best = append(best, p)
			}
		}
		got := h.Smallest(e, at)
		if (got == nil) != (len(best) == 0) {
			fail("effect %d: smallest inside %v is %v, want one of %v", item, at, got, best)
		}
		if got == nil {
			continue
		}
		if !slices.ContainsFunc(best, got.At.Equal) {
			fail("effect %d: smallest inside %v is %v, want one of %v", item, at, got.At, best)
		}
		for _, p := range best {
			if got.At.Covers(p) && !p.Equal(got.At) {
				fail("effect %d: smallest inside %v is %v, but %v is inside it", item, at, got.At, p)
			}
		}
	}
}

// The caller may go on using the quantities that it entered.
func TestHistoryKeepsItsOwn(t *testing.T) {
	h := discovery.NewHistory(starts.Items)
	at := starts.Of(1, 2)
	used := []interaction.Level{{Factor: 0, Level: 1}}
	starts.Add(h, at, used, []interaction.Level{{Factor: 2, Level: 1}})
	used[0].Level = 9
	if got, _ := h.Find(at).Used(0); got[0].Level != 1 {
		t.Errorf("what was used changed with the caller's slice: %v", got)
	}
}
