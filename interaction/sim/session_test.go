package sim_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/sim"
)

// rules wraps effects and ambient gains of one action into a world that knows the
// items a to f and x to z.
func rules(action string) string {
	return `{"format":1,"id":"w","items":["a","b","c","d","e","f","x","y","z"],
	  "classes":{"abc":["c","a","b"]},"actions":[` + action + `]}`
}

func open(t testing.TB, text string) interaction.Session {
	t.Helper()
	s, err := sim.New(mustParse(t, text)).Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func step(t testing.TB, s interaction.Session, start interaction.State, seed uint64) interaction.State {
	t.Helper()
	got, err := s.Begin(context.Background(), start, seed)
	if err != nil {
		t.Fatal(err)
	}
	if !got.Equal(start) {
		t.Fatalf("reset to %v, not %v", got, start)
	}
	after, err := s.Step(context.Background(), "a")
	if err != nil {
		t.Fatal(err)
	}
	return after
}

// start reads "3a 2b".
func inventory(t testing.TB, text string) map[string]int {
	m := map[string]int{}
	for _, f := range strings.Fields(text) {
		var n int
		var it string
		if _, err := fmt.Sscanf(f, "%d%s", &n, &it); err != nil {
			t.Fatal(err)
		}
		m[it] = n
	}
	return m
}

// TestRules is the meaning of the format, line by line.
func TestRules(t *testing.T) {
	for _, c := range []struct{ about, action, start, want string }{
		{"nothing needed", `{"effects":[{"gives":{"x":2},"ways":[{}]}]}`, "", "2x"},
		{"consumed", `{"effects":[{"gives":{"x":1},"ways":[{"consumes":{"a":2}}]}]}`, "3a", "1a 1x"},
		{"one too few", `{"effects":[{"gives":{"x":1},"ways":[{"consumes":{"a":2}}]}]}`, "1a", "1a"},
		{"kept", `{"effects":[{"gives":{"x":1},"ways":[{"needs":{"a":2}}]}]}`, "2a", "2a 1x"},
		{"needs 3, takes 1", `{"effects":[{"gives":{"x":1},"ways":[{"needs":{"a":3},"consumes":{"a":1}}]}]}`, "3a", "2a 1x"},
		{"needs 3, has 2", `{"effects":[{"gives":{"x":1},"ways":[{"needs":{"a":3},"consumes":{"a":1}}]}]}`, "2a", "2a"},
		{"first way wins", `{"effects":[{"gives":{"x":1},"ways":[{"consumes":{"a":1}},{"consumes":{"b":1},"gives":{"x":9}}]}]}`, "1a 1b", "1b 1x"},
		{"second way", `{"effects":[{"gives":{"x":1},"ways":[{"consumes":{"a":1}},{"consumes":{"b":1},"gives":{"x":9}}]}]}`, "1b", "9x"},
		{"class in order", `{"effects":[{"gives":{"x":1},"ways":[{"consumes":{"class:abc":3}}]}]}`, "2a 2b 2c", "1a 2b 1x"},
		{"class mixes", `{"effects":[{"gives":{"x":1},"ways":[{"consumes":{"class:abc":3}}]}]}`, "1a 1b 1c", "1x"},
		{"class too few", `{"effects":[{"gives":{"x":1},"ways":[{"consumes":{"class:abc":3}}]}]}`, "1a 1b", "1a 1b"},
		{"class kept", `{"effects":[{"gives":{"x":1},"ways":[{"needs":{"class:abc":2}}]}]}`, "1a 1b", "1a 1b 1x"},
		{"one doesn't mix", `{"effects":[{"gives":{"x":1},"ways":[{"needs":{"one:abc":2}}]}]}`, "1a 1b 1c", "1a 1b 1c"},
		{"one has it all", `{"effects":[{"gives":{"x":1},"ways":[{"consumes":{"one:abc":2}}]}]}`, "3a 2b 1c", "1a 2b 1c 1x"},
		{"set aside by name", `{"effects":[{"gives":{"x":1},"ways":[{"consumes":{"a":2,"class:abc":1}}]}]}`, "2a", "2a"},
		{"set aside, enough", `{"effects":[{"gives":{"x":1},"ways":[{"consumes":{"a":2,"class:abc":1}}]}]}`, "3a", "1x"},
		{"set aside, other", `{"effects":[{"gives":{"x":1},"ways":[{"consumes":{"a":2,"class:abc":1}}]}]}`, "2a 1b", "1x"},
		{"start state counts", `{"effects":[{"gives":{"x":1},"ways":[{"consumes":{"a":1}}]},{"gives":{"y":1},"ways":[{"needs":{"a":1}}]},{"gives":{"z":1},"ways":[{"needs":{"x":1}}]}]}`, "1a", "1x 1y"},
		{"ambient", `{"ambient":[{"gives":{"x":1,"y":2}}]}`, "1a", "1a 1x 2y"},
		{"more than it took", `{"effects":[{"gives":{"a":3},"ways":[{"consumes":{"a":1}}]}]}`, "1a", "3a"},
	} {
		t.Run(c.about, func(t *testing.T) {
			s := open(t, rules(c.action))
			if got := step(t, s, interaction.StateOf(inventory(t, c.start)), 1); !maps.Equal(got.Map(), inventory(t, c.want)) {
				t.Errorf("from %q came %v, want %q", c.start, got, c.want)
			}
		})
	}
}

// TestStartsAreStoredInManyWays plays one start in every form a State has, in
// one session, so that each reset must undo the one before.
func TestStartsAreStoredInManyWays(t *testing.T) {
	s := open(t, rules(`{"effects":[{"gives":{"x":2},"ways":[{"consumes":{"a":1},"needs":{"class:abc":5}}]}]}`))
	v := interaction.NewVocabulary(64, []interaction.Factor{{Name: "x", Ample: 7}})
	for _, name := range []string{"x", "b", "a", "stranger"} {
		v.Add(name)
	}
	most := v.Cut(interaction.Plenty, 3)
	levels := func(n ...int) (out []interaction.Level) { // of x, b, a, stranger
		for i, l := range n {
			out = append(out, interaction.Level{Factor: i, Level: l})
		}
		return out
	}
	forms := []interaction.State{
		interaction.StateOf(map[string]int{"a": 2, "b": 3}),
		most.Set(levels(0, 3, 2)),
		interaction.StateOf(nil).After([]interaction.Change{{Factor: "a", To: 2}, {Factor: "b", To: 3}}),
		v.Cut(interaction.Plenty, 4).Set(levels(0, 3, 2, 0)),
		v.Cut(interaction.One, 2).Set(levels(0, 3, 2)),
	}
	want := map[string]int{"a": 1, "b": 3, "x": 2}
	for range 3 {
		for i, start := range forms {
			after := step(t, s, start, 1)
			if !maps.Equal(after.Map(), want) {
				t.Fatalf("form %d gave %v", i, after)
			}
			if after.Base != start.Base {
				t.Errorf("form %d: the base isn't shared any more", i)
			}
			// A further act goes on from there: 1 a and 3 b aren't five.
			again, err := s.Step(context.Background(), "a")
			if err != nil || !again.Equal(after) {
				t.Fatalf("form %d: a second act gave %v, %v", i, again, err)
			}
			// Nothing is left of it when the start is another.
			if got := step(t, s, most.With(2, 0), 1); got.Level("x") != 7 {
				t.Fatalf("form %d left something behind: %v", i, got)
			}
		}
	}
}

// TestFactorRules is the meaning of kinds, limits and exclusions.
func TestFactorRules(t *testing.T) {
	const head = `{"format":1,"id":"w","factors":{
		"near":{"kind":"fact"},"close":{"kind":"fact","max":3},"fa":{"kind":"fact"},"fb":{"kind":"fact"},"fc":{"kind":"fact"},
		"log":{"max":9},"food":{"kind":"vital","max":9},"p":{"stack":4},"q":{"stack":4},"r":{"stack":4}},
		"exclusions":[{"factors":["fa","fb","fc"]},{"factors":["p","q","r"],"slots":2}],"actions":[`
	for _, c := range []struct{ about, action, start, want string }{
		{"a fact is brought about", `{"effects":[{"gives":{"near":1},"ways":[{}]}]}`, "", "1near"},
		{"and doesn't add up", `{"effects":[{"gives":{"near":1},"ways":[{}]}]}`, "1near", "1near"},
		{"a level is reached", `{"effects":[{"gives":{"close":2},"ways":[{}]}]}`, "1close", "2close"},
		{"and never lost by it", `{"effects":[{"gives":{"close":2},"ways":[{}]}]}`, "3close", "3close"},
		{"a level is needed", `{"effects":[{"gives":{"log":1},"ways":[{"needs":{"close":2}}]}]}`, "1close", "1close"},
		{"what doesn't fit is lost", `{"effects":[{"gives":{"log":4},"ways":[{}]}]}`, "7log", "9log"},
		{"nothing fits", `{"effects":[{"gives":{"log":4},"ways":[{}]}]}`, "9log", "9log"},
		{"a vital is filled", `{"effects":[{"gives":{"food":6},"ways":[{"consumes":{"log":1}}]}]}`, "5food 1log", "9food"},
		{"facing ends facing", `{"effects":[{"gives":{"fb":1},"ways":[{}]}]}`, "1fa", "1fb"},
		{"not that it faced already", `{"effects":[{"gives":{"fa":1},"ways":[{}]}]}`, "1fa", "1fa"},
		{"ends", `{"effects":[{"gives":{"log":1},"ways":[{"needs":{"near":1}}]}],"ends":["near","fa"]}`, "1near 1fa", "1log"},
		{"ends in any case", `{"effects":[{"gives":{"log":1},"ways":[{"needs":{"p":1}}]}],"ends":["near"]}`, "1near", ""},
		{"but not what it brings about", `{"effects":[{"gives":{"near":1},"ways":[{"needs":{"p":1}}]}],"ends":["near"]}`, "1p", "1p 1near"},
		{"a slot is free", `{"effects":[{"gives":{"r":6},"ways":[{}]}]}`, "4p", "4p 4r"},
		{"a slot has room", `{"effects":[{"gives":{"r":6},"ways":[{}]}]}`, "4p 1r", "4p 4r"},
		{"no slot is free", `{"effects":[{"gives":{"r":1},"ways":[{}]}]}`, "4p 1q", "4p 1q"},
		{"what is consumed makes room", `{"effects":[{"gives":{"r":1},"ways":[{"consumes":{"q":1}}]}]}`, "4p 1q", "4p 1r"},
	} {
		t.Run(c.about, func(t *testing.T) {
			s := open(t, head+c.action+`]}`)
			if got := step(t, s, interaction.StateOf(inventory(t, c.start)), 1); !maps.Equal(got.Map(), inventory(t, c.want)) {
				t.Errorf("from %q came %v, want %q", c.start, got, c.want)
			}
		})
	}
	s := open(t, head+`{"ends":["near"]}]}`)
	for _, start := range []string{"2near", "10log", "1fa 1fb", "4p 4q 1r", "5p 4q"} {
		_, err := s.Begin(context.Background(), interaction.StateOf(inventory(t, start)), 1)
		var f *interaction.Fault
		if !errors.As(err, &f) || f.Class != interaction.FaultStart || f.Dead {
			t.Errorf("a start of %s: %v", start, err)
		}
	}
}

// TestFixedFactors: the world draws them, by the seed, whatever is wished for.
func TestFixedFactors(t *testing.T) {
	s := open(t, `{"format":1,"id":"w","factors":{"day":{"kind":"fact","fixed":true}},"actions":[
		{"effects":[{"gives":{"x":1},"ways":[{"needs":{"day":1}}]}]}]}`)
	seen := map[int]int{}
	for seed := range uint64(40) {
		begun, err := s.Begin(context.Background(), interaction.State{}, seed)
		if err != nil {
			t.Fatal(err)
		}
		day := begun.Level("day")
		seen[day]++
		after, err := s.Step(context.Background(), "a")
		if err != nil || after.Level("x") != day || after.Level("day") != day {
			t.Errorf("from %v came %v, %v", begun, after, err)
		}
		again, err := s.Begin(context.Background(), interaction.StateOf(map[string]int{"day": 1 - day}), seed)
		if err != nil || !again.Equal(begun) {
			t.Errorf("with the same seed %v, then %v, %v", begun, again, err)
		}
	}
	if seen[0] < 8 || seen[1] < 8 {
		t.Errorf("it was drawn so often: %v", seen)
	}
}

func TestFactorContract(t *testing.T) {
	conformance.World(t, func(t *testing.T) interaction.World {
		return parsed(t, `{"format":1,"id":"w","factors":{"near":{"kind":"fact"},"fa":{"kind":"fact"},"fb":{"kind":"fact"},
			"day":{"kind":"fact","fixed":true},"log":{"max":9},"food":{"kind":"vital","max":9},"p":{"stack":4},"q":{"stack":4}},
			"exclusions":[{"factors":["fa","fb"]},{"factors":["p","q"],"slots":1}],"actions":[
			{"label":"walk","effects":[{"gives":{"near":1},"ways":[{}]}],"ends":["fa"]},
			{"label":"look","effects":[{"gives":{"fb":1},"ways":[{}]},{"gives":{"fa":1},"ways":[{"needs":{"near":1}}]}]},
			{"label":"chop","effects":[{"gives":{"log":{"1":0.5,"2":0.5}},"ways":[{"needs":{"fb":1}}]}]},
			{"label":"eat","effects":[{"gives":{"food":6},"ways":[{"consumes":{"log":2}}]}]},
			{"label":"make","effects":[{"gives":{"p":1},"ways":[{"consumes":{"log":1},"needs":{"day":1}}]},{"gives":{"q":1},"ways":[{"needs":{"near":1}}]}]}]}`)
	})
}

func TestUnknownThingsAreFaults(t *testing.T) {
	ctx := context.Background()
	s := open(t, rules(`{"ambient":[{"gives":{"x":1}}]}`))
	alien := interaction.NewVocabulary(1, nil)
	alien.Add("aa")
	for i, start := range []interaction.State{
		interaction.StateOf(map[string]int{"aa": 1, "a": 1}),
		alien.Cut(interaction.None, 0).With(0, 1),
		alien.Cut(interaction.Plenty, 1),
		interaction.StateOf(map[string]int{"a": 1}).After([]interaction.Change{{Factor: "aa", To: 1}}),
	} {
		_, err := s.Begin(ctx, start, 1)
		var f *interaction.Fault
		if !errors.As(err, &f) || f.Class != interaction.FaultStart || f.Dead || !strings.Contains(err.Error(), `no factor "aa"`) {
			t.Errorf("start %d: %v", i, err)
		}
		if got := step(t, s, interaction.State{}, 1); got.String() != "1 x" {
			t.Errorf("after start %d the session holds %v", i, got)
		}
	}
	for _, a := range []interaction.Action{"", "b", "A", "a ", "aa", "zzzzzzzzzzzzzzzzzzzz", "`"} {
		_, err := s.Step(ctx, a)
		var f *interaction.Fault
		if !errors.As(err, &f) || f.Class != sim.FaultAction || f.Dead {
			t.Errorf("action %q: %v", a, err)
		}
	}
}

// A world that waits for something must be watched.
func TestPrompt(t *testing.T) {
	const rest = `"actions":[{"ambient":[{"gives":{"x":1}}]}]}`
	still := mustParse(t, `{"format":1,"id":"w",`+rest)
	for head, want := range map[string]bool{
		``:                 true,
		`"latency":"1ms",`: false,
		`"faults":{"chance":0.5,"kinds":["lost","refused"]},`: true,
		`"faults":{"chance":0.5,"kinds":["lost","timeout"]},`: false,
	} {
		f := mustParse(t, `{"format":1,"id":"w",`+head+rest)
		if got := sim.New(f).Spec().Caps.Prompt; got != want {
			t.Errorf("with %s: %v", head, got)
		}
		for _, d := range [][2]*sim.File{{still, f}, {f, still}} {
			w, err := sim.NewDrifting(d[0], sim.Drift{To: d[1]})
			if err != nil {
				t.Fatal(err)
			}
			if got := w.Spec().Caps.Prompt; got != want {
				t.Errorf("with %s before or after a drift: %v", head, got)
			}
		}
	}
}

func TestSpecTellsNoRules(t *testing.T) {
	w := sim.New(mustParse(t, full))
	spec := w.Spec()
	if spec.ID != "full.world-1" || len(spec.Actions) != 2 || spec.Actions[1].ID != "b" || strings.Join(spec.Actions[1].Unlock, " ") != "ash log" {
		t.Errorf("spec %+v", spec)
	}
	if spec.Caps.Starts != interaction.AnyStart || !spec.Caps.Seeds {
		t.Errorf("caps %+v", spec.Caps)
	}
	if w.Label("b") != "make" || w.Label("c") != "" || w.Label("") != "" {
		t.Errorf("labels %q %q", w.Label("b"), w.Label("c"))
	}
	if text := fmt.Sprintf("%+v", spec); strings.Contains(text, "make") || strings.Contains(text, "fuel") {
		t.Errorf("the spec tells more than it may: %s", text)
	}
}

func TestFingerprintIsOfTheRules(t *testing.T) {
	f := mustParse(t, full)
	was := f.Fingerprint()
	same := mustParse(t, full)
	same.ID, same.Title, same.Source, same.Latency, same.Faults, same.Actions[0].Label = "o", "o", "o", 0, sim.Faults{}, "o"
	if same.Fingerprint() != was {
		t.Error("it changes with names for people, latency or faults")
	}
	for name, change := range map[string]func(*sim.File){
		"chance": func(f *sim.File) { f.Actions[0].Effects[0].Chance = 0.51 },
		"count":  func(f *sim.File) { f.Actions[1].Effects[0].Ways[0].Needs[0].Count++ },
		"class":  func(f *sim.File) { f.Classes[0].Items = []string{"coal", "log"} },
		"item":   func(f *sim.File) { f.Items = append(f.Items, "new") },
	} {
		f := mustParse(t, full)
		change(f)
		if f.Fingerprint() == was {
			t.Errorf("it doesn't change with the %s", name)
		}
	}
}

// TestChances compares frequencies with chances. Over 20000 seeds five standard
// deviations are under 0.018.
func TestChances(t *testing.T) {
	s := open(t, rules(`{"effects":[{"gives":{"x":{"1":0.25,"2":0.6,"5":0.15}},"chance":0.7,"ways":[{"consumes":{"a":1},"chance":0.4},{"needs":{"b":1}}]}],
		"ambient":[{"gives":{"y":1},"chance":0.5},{"gives":{"z":1},"chance":0.1}]}`))
	const n = 20000
	count := map[string]float64{}
	play := func(start interaction.State, prefix string) {
		for seed := range uint64(n) {
			after := step(t, s, start, seed)
			if x := after.Level("x"); x > 0 {
				count[prefix+"x"]++
				count[fmt.Sprint(prefix, "x", x)]++
			}
			if (after.Level("x") > 0) != (prefix == "a" && after.Level("a") == 0) && prefix == "a" {
				t.Fatal("consumed without success, or the other way round")
			}
			if after.Level("y") > 0 {
				count[prefix+"y"]++
				if after.Level("z") > 0 {
					count[prefix+"yz"]++
				}
			}
			if after.Level("z") > 0 {
				count[prefix+"z"]++
			}
		}
	}
	play(interaction.StateOf(map[string]int{"a": 1}), "a")
	play(interaction.StateOf(map[string]int{"b": 1}), "b")
	for key, want := range map[string]float64{
		"ax": 0.4, "bx": 0.7, "bx1": 0.7 * 0.25, "bx2": 0.7 * 0.6, "bx5": 0.7 * 0.15, "ay": 0.5, "az": 0.1, "ayz": 0.05, "by": 0.5,
	} {
		if got := count[key] / n; math.Abs(got-want) > 0.018 {
			t.Errorf("%s came with frequency %.3f, want %.3f", key, got, want)
		}
	}
}

func TestEqualSeedsGiveEqualOutcomes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // a trial that hangs costs no time
		w := sim.New(mustParse(t, full))
		start := interaction.StateOf(map[string]int{"log": 9, "axe": 1, "gem": 1})
		differ := false
		var first string
		one, _ := w.Open(context.Background())
		for seed := range uint64(200) {
			trial := interaction.Trial{Action: "a", Start: start, Repeat: int(seed)}
			two, _ := w.Open(context.Background())
			var said [2]string
			var f *interaction.Fault
			for i, s := range []interaction.Session{two, one} {
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				var o interaction.Outcome
				o, f = interaction.Execute(ctx, s, trial, 7)
				cancel()
				said[i] = fmt.Sprint(o)
			}
			if said[0] != said[1] {
				t.Fatalf("seed %d: %s and %s", seed, said[0], said[1])
			} else if first == "" {
				first = said[0][34:]
			} else {
				differ = differ || said[0][34:] != first
			}
			if f != nil && f.Dead {
				one, _ = w.Open(context.Background())
			}
		}
		if !differ {
			t.Error("all seeds give the same")
		}
	})
}

func TestFaultKinds(t *testing.T) {
	world := func(kind string) string {
		return `{"format":1,"id":"w","faults":{"chance":1,"kinds":["` + kind + `"]},"actions":[{"ambient":[{"gives":{"x":1}}]}]}`
	}
	for _, c := range []struct {
		kind, class string
		dead        bool
	}{{"lost", "lost", true}, {"refused", "refused", false}, {"timeout", "timeout", true}} {
		t.Run(c.kind, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := open(t, world(c.kind))
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				defer cancel()
				_, err := s.Step(ctx, "a")
				var f *interaction.Fault
				if !errors.As(err, &f) || f.Class != c.class || f.Dead != c.dead {
					t.Error(err)
				}
				_, err = s.Begin(context.Background(), interaction.State{}, 1)
				if (err != nil) != c.dead {
					t.Errorf("the next reset gives %v", err)
				}
			})
		})
	}
}

func TestFaultsComeAtTheirRate(t *testing.T) {
	s := open(t, `{"format":1,"id":"w","faults":{"chance":0.2,"kinds":["refused"]},"actions":[{"ambient":[{"gives":{"x":1}}]}]}`)
	broken := 0
	for seed := range uint64(5000) {
		if _, err := s.Begin(context.Background(), interaction.State{}, seed); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Step(context.Background(), "a"); err != nil {
			broken++
		}
	}
	// Five standard deviations of 5000 draws at 0.2 are 141.
	if broken < 859 || broken > 1141 {
		t.Errorf("%d of 5000 broke, about 1000 should", broken)
	}
}

func TestCloseEndsAnActThatHangs(t *testing.T) {
	s := open(t, `{"format":1,"id":"w","faults":{"chance":1,"kinds":["timeout"]},"actions":[{"ambient":[{"gives":{"x":1}}]}]}`)
	done := make(chan error)
	go func() {
		_, err := s.Step(context.Background(), "a")
		done <- err
	}()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err == nil {
		t.Error("no error")
	}
	if err := s.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}
	if _, err := s.Begin(context.Background(), interaction.State{}, 1); err == nil {
		t.Error("a closed session can be reset")
	}
}

func TestLatency(t *testing.T) {
	world := func(latency string) string {
		return `{"format":1,"id":"w","latency":"` + latency + `","actions":[{"ambient":[{"gives":{"x":1}}]}]}`
	}
	synctest.Test(t, func(t *testing.T) {
		s := open(t, world("5ms"))
		began := time.Now()
		step(t, s, interaction.State{}, 1)
		if d := time.Since(began); d != 5*time.Millisecond {
			t.Errorf("an action took %v", d)
		}
		slow := open(t, world("1h"))
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		var f *interaction.Fault
		if _, err := slow.Step(ctx, "a"); !errors.As(err, &f) || f.Class != interaction.FaultTimeout {
			t.Errorf("cut short: %v", err)
		}
	})
}

func TestDoneContextStopsBeforeActing(t *testing.T) {
	s := open(t, rules(`{"ambient":[{"gives":{"x":1}}]}`))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Begin(ctx, interaction.State{}, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("reset: %v", err)
	}
	if _, err := s.Step(ctx, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("act: %v", err)
	}
}

// benchmarkSteps plays starts that leave out one item of a large stock each.
func benchmarkSteps(b *testing.B, items int, action string) {
	var names []string
	for i := range items {
		names = append(names, fmt.Sprintf(`"i%d"`, i))
	}
	f, err := sim.Parse("w", []byte(`{"format":1,"id":"w","items":[`+strings.Join(names, ",")+`],"classes":{"k":["i3","i4","i5"]},"actions":[`+action+`]}`))
	if err != nil {
		b.Fatal(err)
	}
	s, _ := sim.New(f).Open(context.Background())
	all := f.AllFactors()
	v := interaction.NewVocabulary(64, nil)
	for _, name := range all {
		v.Add(name)
	}
	starts := make([]interaction.State, 64)
	for i := range starts {
		starts[i] = v.Cut(interaction.Plenty, len(all)).With(i%len(all), 0)
	}
	ctx := context.Background()
	b.ReportAllocs()
	var i int
	for b.Loop() {
		i++
		if _, err := s.Begin(ctx, starts[i%len(starts)], uint64(i)); err != nil {
			b.Fatal(err)
		}
		if _, err := s.Step(ctx, "a"); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
}

const craft = `{"effects":[{"gives":{"x":1},"ways":[{"consumes":{"i1":3,"i2":2},"needs":{"class:k":1}}]}]}`

// BenchmarkSteps counts pairs of Reset and Act, one session, one core.
func BenchmarkSteps(b *testing.B) {
	b.Run("success/items=1000", func(b *testing.B) { benchmarkSteps(b, 1000, craft) })
	b.Run("noisy/items=60", func(b *testing.B) {
		benchmarkSteps(b, 60, `{"effects":[{"gives":{"x":{"1":0.5,"2":0.5}},"chance":0.5,"ways":[{"needs":{"class:k":1}}]}],"ambient":[{"gives":{"y":1},"chance":0.4}]}`)
	})
	b.Run("failure/items=1000", func(b *testing.B) {
		benchmarkSteps(b, 1000, `{"effects":[{"gives":{"x":1},"ways":[{"consumes":{"i1":65}}]}]}`)
	})
}

// Of three facts that have two slots, the third ends one of the others and not both.
func TestFactsShareSlots(t *testing.T) {
	s := open(t, `{"format": 1, "id": "w", "factors": {"x": {"kind": "fact"}, "y": {"kind": "fact"}, "z": {"kind": "fact"}},
		"exclusions": [{"factors": ["x", "y", "z"], "slots": 2}],
		"actions": [{"label": "a", "effects": [{"gives": {"z": 1}, "ways": [{}]}]}]}`)
	start := interaction.StateOf(inventory(t, "1x 1y"))
	if after := step(t, s, start, 1); after.Level("z") != 1 || after.Level("x")+after.Level("y") != 1 {
		t.Errorf("after: %v", after)
	}
}
