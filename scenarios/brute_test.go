package scenarios_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// overlapping is a world in which one action has two effects, by ways over two classes that
// overlap, mixed or not, used up or not.
func overlapping(t testing.TB, seed uint64) *sim.File {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 4))
	items := []string{"a", "b", "c", "d"}
	for range 1000 {
		f := &sim.File{ID: fmt.Sprint("overlapping-", seed)}
		var gifts []sim.Gift
		for _, it := range items {
			gifts = append(gifts, sim.Gift{Item: it, Quantity: sim.Fixed(1)})
		}
		for _, name := range []string{"k", "l"} {
			members := slices.Clone(items)
			rnd.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
			f.Classes = append(f.Classes, sim.Class{Name: name, Items: members[:2+rnd.IntN(2)]})
		}
		reqs := func(most int) []sim.Requirement {
			var out []sim.Requirement
			for range rnd.IntN(most + 1) {
				r := sim.Requirement{Kind: sim.Kind(rnd.IntN(3)), Count: 1 + rnd.IntN(2), Name: items[rnd.IntN(len(items))]}
				if r.Kind != sim.OfItem {
					r.Name = f.Classes[rnd.IntN(2)].Name
				}
				out = append(out, r)
			}
			return out
		}
		var a sim.Action
		for i, gives := range []string{"x", "y"} {
			e := sim.Effect{Gives: []sim.Gift{{Item: gives, Quantity: sim.Fixed(1)}}, Chance: 1}
			for range 1 + rnd.IntN(3) {
				w := sim.Way{Needs: reqs(2)}
				if i == 0 { // one effect of an action uses up
					w.Consumes = reqs(1)
				}
				e.Ways = append(e.Ways, w)
			}
			a.Effects = append(a.Effects, e)
		}
		f.Actions = []sim.Action{{Ambient: []sim.Ambient{{Gives: gifts, Chance: 1}}}, a}
		if out, err := sim.Parse("w.json", f.Marshal()); err == nil {
			return out
		}
	}
	t.Fatalf("seed %d: no valid world", seed)
	return nil
}

// sufficing tells from which starts of up to most of each of the items the action gives x and y:
// it is tried from every one.
func sufficing(t testing.TB, f *sim.File, most int) map[[4]int]map[string]bool {
	t.Helper()
	s, err := sim.New(f).Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	out := map[[4]int]map[string]bool{}
	each(most, func(n [4]int) {
		trial := interaction.Trial{Action: "b", Start: interaction.StateOf(map[string]int{"a": n[0], "b": n[1], "c": n[2], "d": n[3]})}
		o, fault := interaction.Execute(context.Background(), s, trial, 1)
		if fault != nil {
			t.Fatal(fault)
		}
		out[n] = map[string]bool{"x": gains(o)["x"] > 0, "y": gains(o)["y"] > 0}
	})
	return out
}

func each(most int, do func([4]int)) {
	for i := range (most + 1) * (most + 1) * (most + 1) * (most + 1) {
		n := [4]int{}
		for k := range n {
			n[k] = i % (most + 1)
			i /= most + 1
		}
		do(n)
	}
}

// holds reports whether what is claimed of the effect suffices from the start.
func holds(e *graphstore.Effect, n [4]int) bool {
	for _, w := range e.Ways {
		met := true
		for _, m := range w.Members {
			sum := 0
			for _, name := range m.Factors {
				if len(name) == 1 && 'a' <= name[0] && name[0] <= 'd' {
					sum += n[name[0]-'a']
				}
			}
			met = met && sum >= m.Count
		}
		if met {
			return true
		}
	}
	return false
}

// spoil changes a claim by chance, or only how it is written.
func spoil(rnd *rand.Rand, e *graphstore.Effect) {
	way := func() *graphstore.Way { return &e.Ways[rnd.IntN(len(e.Ways))] }
	switch rnd.IntN(7) {
	case 0:
	case 1:
		if w := way(); len(w.Members) > 0 {
			w.Members[rnd.IntN(len(w.Members))].Count += 1 - 2*rnd.IntN(2)
			w.Members = slices.DeleteFunc(w.Members, func(m graphstore.Member) bool { return m.Count == 0 })
		}
	case 2:
		if len(e.Ways) > 1 {
			i := rnd.IntN(len(e.Ways))
			e.Ways = slices.Delete(e.Ways, i, i+1)
		}
	case 3: // one of the mixtures beside the class
		if w := way(); len(w.Members) > 0 {
			e.Ways = append(e.Ways, graphstore.Way{Members: w.Members.Pure()[0]})
		}
	case 4: // all choices in place of the class
		i := rnd.IntN(len(e.Ways))
		for _, p := range e.Ways[i].Members.Pure() {
			e.Ways = append(e.Ways, graphstore.Way{Members: p})
		}
		e.Ways = slices.Delete(e.Ways, i, i+1)
	case 5:
		if w := way(); len(w.Members) > 0 {
			w.Members = w.Members[1:]
		}
	case 6:
		if w := way(); len(w.Members) > 0 {
			m := &w.Members[rnd.IntN(len(w.Members))]
			m.Factors = m.Factors[:1+rnd.IntN(len(m.Factors))]
		}
	}
}

// TestScorerAgainstBruteForce: a certificate counts as wrong just if there is a start
// from which the world does something else than is claimed.
func TestScorerAgainstBruteForce(t *testing.T) {
	const most = 7 // above what any two demands of two ask for, and one more that is used up
	right, wrong := 0, 0
	for seed := range uint64(150) {
		f := overlapping(t, seed)
		truth := scenarios.NewTruth(f)
		does := sufficing(t, f, most)
		rnd := rand.New(rand.NewPCG(seed, 5))
		for range 12 {
			g := truth.Graph()
			a := g.Action("b")
			if a == nil {
				break
			}
			for i := range a.Effects {
				e := &a.Effects[i]
				e.Ways = slices.Clone(e.Ways)
				for k := range e.Ways {
					e.Ways[k].Members = slices.Clone(e.Ways[k].Members)
				}
				spoil(rnd, e)
			}
			flagged := map[string]bool{}
			for _, w := range scenarios.NewScore(truth, g).WrongCertificates {
				flagged[w.Effect] = true
			}
			for i := range a.Effects {
				e := &a.Effects[i]
				differs := ""
				each(most, func(n [4]int) {
					if differs == "" && holds(e, n) != does[n][e.Factor] {
						differs = fmt.Sprint(n)
					}
				})
				if flagged[e.Factor] != (differs != "") {
					t.Fatalf("seed %d: %s by %v: wrong %v by the score, but what differs is %q\n%s", seed, e.Factor, e.Ways, flagged[e.Factor], differs, f.Marshal())
				}
				if differs == "" {
					right++
				} else {
					wrong++
				}
			}
		}
	}
	t.Logf("%d right claims, %d wrong ones", right, wrong)
	if right < 500 || wrong < 500 {
		t.Errorf("%d right claims and %d wrong ones show too little", right, wrong)
	}
}
