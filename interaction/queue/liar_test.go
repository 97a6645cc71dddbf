package queue

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/adam-discovery/adam/interaction"
)

// inHand is a coordinator with one batch in hand, without a server.
func inHand() (*Coordinator, []interaction.Trial, string) {
	ts := []interaction.Trial{{Action: "a", Start: interaction.StateOf(map[string]int{"clay": 2})}, {Action: "b"}}
	c := &Coordinator{cfg: Config{Version: "1", Attempts: 2}, spec: interaction.Spec{ID: "pit", Fingerprint: "f"},
		workers: map[string]*seen{}, liars: map[string]string{}, stats: Stats{Refused: map[string]int{}}}
	all := works(ts)
	_, id, err := pack(all)
	if err != nil {
		panic(err)
	}
	r := &round{work: all, outcomes: make([]interaction.Outcome, 2), place: map[interaction.Key][]int{}, open: map[string][]work{id: all},
		failed: map[string]bool{}, alone: map[interaction.Key]bool{}, left: 2, done: make(chan struct{}), wake: make(chan struct{}, 1)}
	for i, t := range ts {
		r.place[t.Key()] = []int{i}
	}
	c.round = r
	return c, ts, id
}

func works(ts []interaction.Trial) (all []work) {
	for _, t := range ts {
		all = append(all, work{Trial: t})
	}
	return all
}

func says(t *testing.T, c *Coordinator, r result) verdict {
	t.Helper()
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return c.take(data).(verdict)
}

// A worker that says what can't be is refused, then and later, and nothing that it said is kept.
func TestLiars(t *testing.T) {
	me := hello{Protocol: Protocol, Version: "1", World: "pit", Fingerprint: "f", Worker: "w", Sessions: 1}
	fine := outcomeMsg{}
	for name, lie := range map[string][]outcomeMsg{
		"too few":           {fine},
		"too many":          {fine, fine, fine},
		"less than nothing": {{Changes: map[string]int{"clay": -3}}, fine},
		"too much":          {{Changes: map[string]int{"clay": interaction.MaxLevel}}, fine},
		"an overflow":       {{Changes: map[string]int{"clay": 1<<63 - 1}}, fine},
		"no change":         {{Changes: map[string]int{"clay": 0}}, fine},
		"no name":           {{Changes: map[string]int{"": 1}}, fine},
		"an escape":         {{Changes: map[string]int{"\x1b[31m": 1}}, fine},
		"a start":           {{Start: map[string]int{"clay": -1}}, fine},
		"a fault":           {{Fault: strings.Repeat("x", 100)}, fine},
		"a fault's escape":  {{Fault: "\x1b"}, fine},
		"done and why not":  {{Why: "because"}, fine},
	} {
		c, _, id := inHand()
		if v := says(t, c, result{hello: me, ID: id, Delivered: 1, Outcomes: lie}); v.Refused == "" || !interaction.Plain(v.Refused) {
			t.Errorf("%s: %+v", name, v)
		}
		if c.round.left != 2 || len(c.round.open) != 1 {
			t.Errorf("%s: something was taken", name)
		}
		if v := says(t, c, result{hello: me, ID: id, Delivered: 1, Outcomes: []outcomeMsg{fine, fine}}); v.Refused == "" {
			t.Errorf("%s: it may go on", name)
		}
		other := me
		other.Worker = "honest"
		if v := says(t, c, result{hello: other, ID: id, Delivered: 2, Outcomes: []outcomeMsg{fine, {Ended: true}}}); v != (verdict{}) || c.round.left != 0 {
			t.Errorf("%s: another isn't heard: %+v", name, v)
		}
	}
}

func TestNonsenseIsAnswered(t *testing.T) {
	c, _, _ := inHand()
	for _, text := range []string{"", "{", "[]", "null{}", `{"id":1}`, `{"protocol":1,"unknown":2}`, strings.Repeat("x", MaxMessage+1)} {
		if v := c.take([]byte(text)).(verdict); v.Refused == "" {
			t.Errorf("%.20q is a result", text)
		}
		if v := c.welcome([]byte(text)).(terms); v.Refused == "" {
			t.Errorf("%.20q is a hello", text)
		}
	}
	for i := range 300 { // what is kept of strangers is bounded
		c.welcome(fmt.Appendf(nil, `{"protocol":1,"version":"v%d"}`, i))
	}
	if n := len(c.stats.Refused); n > 101 {
		t.Errorf("%d reasons are kept", n)
	}
}

// A batch that isn't what it says, or can't be, is no batch.
func TestUnpack(t *testing.T) {
	_, ts, id := inHand()
	data, _, err := pack(works(ts))
	if err != nil {
		t.Fatal(err)
	}
	var w words
	if got, trials, err := w.unpack(data); err != nil || got != id || len(trials) != 2 || trials[0].key() != ts[0].Key() {
		t.Errorf("%s, %v, %v", got, trials, err)
	}
	for from, to := range map[string]string{`"a":"a"`: `"a":"c"`, id: "x", `"clay":2`: `"clay":-2`, `"trials"`: `"x"`} {
		if _, _, err := w.unpack([]byte(strings.Replace(string(data), from, to, 1))); err == nil {
			t.Errorf("with %s for %s it is a batch", to, from)
		}
	}
}

func FuzzTake(f *testing.F) {
	c, _, id := inHand()
	me := hello{Protocol: Protocol, Version: "1", World: "pit", Fingerprint: "f", Worker: "w", Sessions: 1}
	data, err := json.Marshal(result{hello: me, ID: id, Outcomes: []outcomeMsg{{Changes: map[string]int{"clay": 1}}, {}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		c, _, _ = inHand()
		_ = c.take(data)
		for _, o := range c.round.outcomes {
			for _, ch := range o.Changes {
				if ch.To < 0 || ch.To > interaction.MaxLevel {
					t.Errorf("%v", ch)
				}
			}
		}
		var w words
		_, _, _ = w.unpack(data)
	})
}

// What comes back while its worker is heard of, or while the coordinator itself was away, counts as no death.
func TestDeaths(t *testing.T) {
	c, _, id := inHand()
	c.nc = &nats.Conn{}
	c.round.held = map[string]*holder{}
	ask := func(worker, id string) holdAnswer {
		t.Helper()
		me := hello{Protocol: Protocol, Version: "1", World: "pit", Fingerprint: "f", Worker: worker, Sessions: 1}
		data, err := json.Marshal(holdRequest{hello: me, ID: id})
		if err != nil {
			t.Fatal(err)
		}
		return c.hold(data).(holdAnswer)
	}
	silent := func(worker string) { c.workers[worker].last = time.Now().Add(-2 * AckWait) }
	if a := ask("a", "unknown"); a != (holdAnswer{}) {
		t.Errorf("a batch that nobody asks for: %+v", a)
	}
	for n := range 10 { // they live
		if a := ask(fmt.Sprint(n), id); !a.Begin {
			t.Fatalf("after %d that live: %+v", n, a)
		}
	}
	for n := range 10 { // nobody could be heard
		silent(c.round.held[id].worker)
		if a := ask(fmt.Sprint("x", n), id); !a.Begin || c.round.held[id].deaths != 0 {
			t.Fatalf("after %d that weren't heard: %+v", n, a)
		}
	}
	if v := c.hold([]byte("{")).(holdAnswer); v.Refused == "" {
		t.Error("nonsense is a question")
	}
}

// While the coordinator is steadily connected, each death of who asked before counts, however shortly before it the worker
// spoke; who speaks again, or gave the batch back, didn't die.
func TestEachDeathCounts(t *testing.T) {
	s, err := Serve("127.0.0.1:0", t.TempDir(), Access{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c, ts, id := inHand()
	if c.nc, err = s.Connect(); err != nil {
		t.Fatal(err)
	}
	defer c.nc.Close()
	c.steady.since = time.Now().Add(-time.Hour)
	c.round.held, c.cfg.Attempts = map[string]*holder{}, 3
	c.round.work, c.round.open[id], c.round.left = c.round.work[:1], c.round.work[:1], 1
	ask := func(worker string, back bool) holdAnswer {
		t.Helper()
		me := hello{Protocol: Protocol, Version: "1", World: "pit", Fingerprint: "f", Worker: worker, Sessions: 1}
		data, err := json.Marshal(holdRequest{me, id, back})
		if err != nil {
			t.Fatal(err)
		}
		return c.hold(data).(holdAnswer)
	}
	var begin, wait = holdAnswer{Begin: true}, holdAnswer{Wait: true}
	expect := func(what string, got, want holdAnswer, deaths int) {
		t.Helper()
		if n := c.round.held[id].deaths; got != want || n != deaths {
			t.Fatalf("%s: %+v and %d deaths, not %+v and %d", what, got, n, want, deaths)
		}
	}
	heard := func(worker string, at time.Time) { c.workers[worker].last = at }
	expect("the first who asks", ask("a", false), begin, 0)
	heard("a", time.Now().Add(-AckWait/2))
	expect("its holder spoke lately", ask("b", false), wait, 0)
	expect("another asks meanwhile", ask("c", false), wait, 0)
	heard("a", time.Now())
	expect("its holder speaks", ask("b", false), begin, 0)
	heard("b", time.Now().Add(-AckWait/2))
	expect("its holder spoke lately", ask("c", false), wait, 0)
	heard("b", time.Now().Add(-2*AckWait))
	expect("its holder is silent", ask("c", false), begin, 1)
	heard("c", time.Now().Add(-2*AckWait))
	expect("its holder is silent from the beginning", ask("d", false), begin, 2)
	expect("its holder gives it back", ask("d", true), holdAnswer{}, 2)
	heard("d", time.Now().Add(-2*AckWait))
	expect("its holder was gone before", ask("e", false), begin, 2)
	heard("e", time.Now().Add(-2*AckWait))
	expect("the third who died", ask("f", false), holdAnswer{}, 3)
	if o := c.round.outcomes[0]; o.Key != ts[0].Key() || o.Fault != interaction.FaultLost {
		t.Errorf("%+v", o)
	}
}

// A report in parts is put together whatever is lost on the way, and no worker's part gets into another's report.
func TestParts(t *testing.T) {
	r := &round{done: make(chan struct{})}
	part := func(worker string, from int, text string, more bool) (string, bool) {
		t.Helper()
		worker, nonce, _ := strings.Cut(worker, " ")
		res := result{hello: hello{Worker: worker}, ID: "x", Nonce: nonce, Report: []byte(text), From: from, More: more}
		whole, again, err := r.assemble(&res)
		if err != nil {
			t.Fatal(err)
		}
		if !whole {
			return "", again
		}
		return string(res.Report), again
	}
	for _, c := range []struct {
		worker string
		from   int
		text   string
		more   bool
		want   string
		again  bool
	}{
		{"a", 2, "cd", true, "", true}, // as after a coordinator that was run again
		{"a", 0, "ab", true, "", false},
		{"b", 0, "AB", true, "", false},
		{"a", 0, "ab", true, "", false}, // the answer was lost
		{"a", 2, "cd", true, "", false},
		{"a", 2, "cd", true, "", false},
		{"a", 9, "z", false, "", true},
		{"a", -1, "z", false, "", true},
		{"b", 2, "C", false, "ABC", false},
		{"a", 4, "e", false, "abcde", false},
		{"c", 0, "all", false, "all", false},
		{"a 1", 0, "ab", true, "", false}, // one worker tells two reports of a batch at once
		{"a 2", 0, "AB", true, "", false},
		{"a 2", 2, "C", true, "", false},
		{"a 1", 2, "cd", false, "abcd", false},
		{"a 2", 3, "D", false, "ABCD", false},
		{"a 3", 0, "ab", true, "", false},
	} {
		if got, again := part(c.worker, c.from, c.text, c.more); got != c.want || again != c.again {
			t.Errorf("%+v: %q, %v", c, got, again)
		}
	}
	if len(r.parts) != 1 {
		t.Errorf("%d are left", len(r.parts))
	}
	if r.close("x"); len(r.parts) != 0 {
		t.Errorf("%d are left of what is known", len(r.parts))
	}
	r.parts = map[told][]byte{{batch: "x", worker: "w"}: make([]byte, MaxReport)}
	if _, _, err := r.assemble(&result{hello: hello{Worker: "w"}, ID: "x", Report: []byte("a"), From: MaxReport}); err == nil {
		t.Error("a report of any length is taken")
	}
}
