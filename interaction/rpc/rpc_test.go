package rpc

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io"
	"net"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/conformance"
	"github.com/adam-discovery/adam/interaction/land"
	"github.com/adam-discovery/adam/interaction/pool"
	"github.com/adam-discovery/adam/interaction/sim"
)

const rules = `{"format": 1, "id": "w", "actions": [
	{"label": "dig", "effects": [{"gives": {"clay": {"1": 0.5, "2": 0.5}}, "chance": 0.6, "ways": [{}]}]},
	{"label": "mould", "unlock": ["clay"], "effects": [{"gives": {"brick": 1}, "ways": [{"consumes": {"clay": 2}}]}]}]}`

func parsed(t testing.TB, text string) *sim.World {
	t.Helper()
	f, err := sim.Parse("w.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return sim.New(f)
}

// beChild in the environment makes this test binary a peer that serves the world
// that the variable holds.
const beChild = "ADAM_RPC_TEST_WORLD"

func TestMain(m *testing.M) {
	if text := os.Getenv(beChild); text != "" {
		f, err := sim.Parse("w.json", []byte(text))
		if err == nil {
			err = Serve(context.Background(), sim.New(f), os.Stdin, os.Stdout)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// served is a world behind TCP on this machine.
func served(t *testing.T, w interaction.World) *World {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = Listen(ctx, w, l) // ends with ctx
	}()
	t.Cleanup(func() { cancel(); <-done })
	c, err := Dial(context.Background(), l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func TestWorldContractOverTCP(t *testing.T) {
	conformance.World(t, func(t *testing.T) interaction.World { return served(t, parsed(t, rules)) })
}

// A picture is the same from far as from near, by bytes or by a file; one that is broken ends the session.
func TestPictures(t *testing.T) {
	f, err := sim.Parse("w.json", []byte(rules))
	if err != nil {
		t.Fatal(err)
	}
	local, err := land.New(f)
	if err != nil {
		t.Fatal(err)
	}
	conformance.World(t, func(t *testing.T) interaction.World { return served(t, local) })
	shot := interaction.Shot{View: interaction.Eyes, Width: 20, Height: 10, Yaw: 90}
	shoot := func(w interaction.World) interaction.Frame {
		s, err := w.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		if _, err := s.Begin(t.Context(), interaction.State{}, 5); err != nil {
			t.Fatal(err)
		}
		p, err := s.(interaction.Camera).Shoot(shot, nil)
		if err != nil {
			t.Fatal(err)
		}
		scene, err := s.(interaction.Teller).Tell(shot)
		if err != nil || scene.Ecology == "" {
			t.Fatalf("it tells %+v, %v", scene, err)
		}
		return p
	}
	near, far := shoot(local), shoot(served(t, local))
	if near.Shot != far.Shot || !bytes.Equal(near.RGB, far.RGB) {
		t.Error("the pictures differ")
	}
	var file bytes.Buffer
	if err := png.Encode(&file, near.Image()); err != nil {
		t.Fatal(err)
	}
	base64 := func(b []byte) string {
		text, _ := json.Marshal(b)
		return string(text)
	}
	for name, c := range map[string]struct {
		answer string
		fine   bool
	}{
		"bytes":        {`{"rgb":` + base64(near.RGB) + `}`, true},
		"file":         {`{"png":` + base64(file.Bytes()) + `}`, true},
		"both":         {`{"rgb":` + base64(near.RGB) + `,"png":` + base64(file.Bytes()) + `}`, false},
		"nothing":      {`{}`, false},
		"truncated":    {`{"rgb":` + base64(near.RGB[1:]) + `}`, false},
		"half a file":  {`{"png":` + base64(file.Bytes()[:file.Len()/2]) + `}`, false},
		"no file":      {`{"png":"AAAA"}`, false},
		"not base64":   {`{"rgb":"!"}`, false},
		"another size": {`{"rgb":` + base64(near.RGB[:30]) + `}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			hello := strings.Replace(goodHello, `"caps"`, `"shots":[{"view":"eyes","width":20,"height":10}],"caps"`, 1)
			pc, end := peer(t, hello, `{"jsonrpc":"2.0","id":2,"result":`+c.answer+`}`)
			defer end()
			w, err := open(t.Context(), helloTime, func(context.Context) (*conn, error) { return pc, nil })
			if err != nil {
				t.Fatal(err)
			}
			s, err := w.Open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.(interaction.Camera).Shoot(shot, make([]byte, 3))
			if (err == nil) != c.fine || c.fine && !bytes.Equal(got.RGB, near.RGB) {
				t.Errorf("%v", err)
			}
			var f *interaction.Fault
			if err != nil && (!errors.As(err, &f) || !f.Dead) {
				t.Errorf("the session goes on after %v", err)
			}
		})
	}
}

func TestHangingContractOverTCP(t *testing.T) {
	conformance.Hanging(t, func(t *testing.T) (interaction.World, interaction.Trial) {
		return served(t, conformance.NewScript(func(c conformance.Call) conformance.Mishap {
			if c.Op == conformance.OpStep {
				return conformance.Hang
			}
			return conformance.None
		})), interaction.Trial{Action: conformance.Chop}
	})
}

func TestWorldContractOverProcess(t *testing.T) {
	t.Setenv(beChild, rules)
	t.Setenv("GORACE", "atexit_sleep_ms=0") // else each of the children takes a second to end
	conformance.World(t, func(t *testing.T) interaction.World {
		w, err := Command(context.Background(), os.Args[0])
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = w.Close() })
		return w
	})
}

func TestRunnerContract(t *testing.T) {
	conformance.Runner(t, func(t *testing.T, w interaction.World) interaction.Runner {
		p, err := pool.New(served(t, w), pool.Config{Sessions: 3, Timeout: 5 * time.Second, Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = p.Close() })
		return p
	})
}

// TestSameOutcomes: in a batch over a connection as in the world itself.
func TestSameOutcomes(t *testing.T) {
	r := conformance.Rand(t)
	w := parsed(t, rules)
	v := interaction.NewVocabulary(64, nil)
	v.Add("brick")
	v.Add("clay")
	trials := make([]interaction.Trial, 3000)
	for i := range trials {
		start := interaction.StateOf(map[string]int{"clay": r.IntN(4)})
		if r.IntN(2) == 0 {
			start = v.Cut(interaction.Plenty, 2).With(r.IntN(2), r.IntN(3))
		}
		trials[i] = interaction.Trial{Action: interaction.ActionName(r.IntN(2)), Start: start, Repeat: r.IntN(3)}
	}
	run := func(w interaction.World) []interaction.Outcome {
		p, err := pool.New(w, pool.Config{Sessions: 2, Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		out, err := p.Run(context.Background(), trials)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	if got, want := run(served(t, w)), run(w); !slices.EqualFunc(got, want, conformance.Alike) {
		t.Error("outcomes differ")
	}
}

func TestLabels(t *testing.T) {
	w := served(t, parsed(t, rules))
	if got := w.Label("b"); got != "mould" {
		t.Errorf("action b is %q", got)
	}
	if want := []string{"clay"}; !reflect.DeepEqual(w.Spec().Actions[1].Unlock, want) {
		t.Errorf("spec %+v", w.Spec())
	}
}

const goodHello = `{"jsonrpc":"2.0","id":1,"result":{"protocol":2,"world":{"id":"w","fingerprint":"f","actions":[{"id":"a"}],"caps":{"starts":"any","seeds":true,"batch":5}}}}`

// peer answers the n-th message it gets by the n-th line, and then falls silent.
func peer(t *testing.T, lines ...string) (*conn, func()) {
	t.Helper()
	near, far := net.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		r := bufio.NewReader(far)
		for _, l := range lines {
			if _, err := r.ReadString('\n'); err != nil {
				return
			}
			if l == "die" {
				_ = far.Close()
				return
			}
			if _, err := io.WriteString(far, l+"\n"); err != nil {
				return
			}
		}
		_, _ = io.Copy(io.Discard, r) // until the other end closes
	}()
	return newConn(near), func() { _ = near.Close(); _ = far.Close(); <-done }
}

// bubble has a test run where waiting costs no time, and nothing may be left running.
func bubble(test func(t *testing.T)) func(t *testing.T) {
	return func(t *testing.T) { synctest.Test(t, test) }
}

func TestHostilePeers(t *testing.T) {
	t.Run("hello", func(t *testing.T) {
		for name, answer := range map[string]string{
			"garbage":       "\x00\xff{",
			"not an object": "7",
			"old":           `{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"world":{"id":"w","fingerprint":"f","actions":[{"id":"a"}],"caps":{"sets_start":true}}}}`,
			"no starts":     strings.Replace(goodHello, `"starts":"any",`, ``, 1),
			"odd starts":    strings.Replace(goodHello, `"any"`, `"some"`, 1),
			"odd factor":    strings.Replace(goodHello, `"caps"`, `"factors":[{"name":"x","kind":"spirit"}],"caps"`, 1),
			"odd exclusion": strings.Replace(goodHello, `"caps"`, `"exclusions":[{"factors":["y"],"slots":1}],"caps"`, 1),
			"no world":      `{"jsonrpc":"2.0","id":1,"result":{"protocol":2}}`,
			"not UTF-8":     strings.Replace(goodHello, `"w"`, "\"\xff\"", 1),
			"key twice":     strings.Replace(goodHello, `"id":"w"`, `"id":"v","id":"w"`, 1),
			"in both cases": strings.Replace(goodHello, `"id":"w"`, `"ID":"v","id":"w"`, 1),
			"too deep":      strings.Replace(goodHello, `"id":"w"`, `"id":"w","more":`+strings.Repeat("[", 2000)+strings.Repeat("]", 2000), 1),
			"twice":         strings.Replace(goodHello, `{"id":"a"}`, `{"id":"a"},{"id":"a"}`, 1),
			"control":       strings.Replace(goodHello, `{"id":"a"}`, `{"id":"a","label":"\u001b[2J"}`, 1),
			"wrong id":      strings.Replace(goodHello, `"id":1`, `"id":2`, 1),
			"no result":     `{"jsonrpc":"2.0","id":1}`,
			"error":         `{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}`,
			"dies":          "die",
			"too long":      strings.Repeat("x", MaxMessage+1),
		} {
			t.Run(name, func(t *testing.T) {
				conformance.NoLeaks(t)
				c, end := peer(t, answer)
				defer end()
				_, err := open(context.Background(), helloTime, func(context.Context) (*conn, error) { return c, nil })
				var f *interaction.Fault
				if !errors.As(err, &f) || !f.Dead {
					t.Errorf("the error is %v", err)
				}
			})
		}
	})
	levels := func(l string) string {
		return `{"jsonrpc":"2.0","id":2,"result":{"observation":{"levels":` + l + `}}}`
	}
	state := func(r string) string { return `{"jsonrpc":"2.0","id":2,"result":` + r + `}` }
	trial := interaction.Trial{Action: "a", Start: interaction.StateOf(map[string]int{"log": 1})}
	t.Run("step", func(t *testing.T) {
		for name, answer := range map[string]string{
			"garbage": "]", "negative": levels(`{"log":-1}`), "no levels": state(`{"observation":{}}`), "huge": levels(`{"log":1e300}`),
			"nameless": levels(`{"":1}`), "control": levels(`{"\u001b[2J":1}`), "half": levels(`{"log":1.5}`), "twice": levels(`{"log":1,"log":2}`),
			"wrong id": `{"jsonrpc":"2.0","id":9,"result":{"observation":{"levels":{}}}}`, "dies": "die", "silent": "",
		} {
			t.Run(name, bubble(func(t *testing.T) {
				lines := []string{goodHello, answer}
				if name == "silent" {
					lines = lines[:1]
				}
				c, end := peer(t, lines...)
				defer end()
				w, err := open(context.Background(), helloTime, func(context.Context) (*conn, error) { return c, nil })
				if err != nil {
					t.Fatal(err)
				}
				s, err := w.Open(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // of a clock that waits for all
				defer cancel()
				o, f := interaction.Execute(ctx, s, trial, 1)
				if f == nil || !f.Dead || o.Status != interaction.Faulted || (f.Class == interaction.FaultTimeout) != (name == "silent") {
					t.Errorf("%+v and %v", o, f)
				}
				if _, f = interaction.Execute(context.Background(), s, trial, 1); f == nil {
					t.Error("the session went on")
				}
			}))
		}
	})
	t.Run("run", func(t *testing.T) {
		trials := []interaction.Trial{trial, {Action: "a"}}
		for name, c := range map[string]struct {
			answer string
			broken int
		}{
			"fine":            {state(`{"outcomes":[{"changes":{"log":-1}},{"changes":{"x":2}}]}`), 0},
			"elsewhere":       {state(`{"outcomes":[{"start":{"log":3},"changes":{"log":-3}},{}]}`), 0},
			"too few":         {state(`{"outcomes":[{}]}`), 2},
			"from nothing":    {state(`{"outcomes":[{},{"changes":{"log":-1}}]}`), 1},
			"changes nothing": {state(`{"outcomes":[{"changes":{"x":0}},{}]}`), 1},
			"control":         {state(`{"outcomes":[{"changes":{"\u001b[2J":1}},{}]}`), 1},
			"odd start":       {state(`{"outcomes":[{"start":{"\u001b[2J":1}},{}]}`), 1},
			"nameless fault":  {state(`{"outcomes":[{"fault":{}},{}]}`), 1},
			"faults":          {state(`{"outcomes":[{"fault":{"class":"lost","dead":true}},{"fault":{"class":"lost"}}]}`), 2},
			"without outcome": {state(`null`), 2},
		} {
			t.Run(name, func(t *testing.T) {
				pc, end := peer(t, goodHello, c.answer)
				defer end()
				w, err := open(context.Background(), helloTime, func(context.Context) (*conn, error) { return pc, nil })
				if err != nil {
					t.Fatal(err)
				}
				s, err := w.Open(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				out, f := interaction.ExecuteAll(context.Background(), s, trials, 1)
				broken := 0
				for i, o := range out {
					if o.Key != trials[i].Key() {
						t.Errorf("outcome %d has another key", i)
					}
					if o.Status == interaction.Faulted && o.Fault != "" {
						broken++
					} else if o.Status != interaction.Completed {
						t.Errorf("outcome %d is %+v", i, o)
					}
				}
				if broken != c.broken || (f != nil) != (broken > 0) {
					t.Errorf("%d broke with %v: %+v", broken, f, out)
				}
			})
		}
	})
}

// TestHostileAskers: what a server is sent never ends it, unless there is no way to
// tell where the next message begins.
func TestHostileAskers(t *testing.T) {
	w := parsed(t, rules)
	for _, c := range []struct {
		ask  string
		code int
	}{
		{"{", codeParse},
		{"null", codeInvalid},
		{`{"jsonrpc":"2.0","method":"hello"}`, codeInvalid},
		{`{"jsonrpc":"1.0","id":1,"method":"hello"}`, codeInvalid},
		{`{"jsonrpc":"2.0","id":1,"method":"truth"}`, codeMethod},
		{`{"jsonrpc":"2.0","id":1,"method":"hello","params":[]}`, codeParams},
		{`{"jsonrpc":"2.0","id":1,"method":"step","params":{"action":"a"}}`, codeInvalid},
		{`{"jsonrpc":"2.0","id":1,"method":"begin","params":{"start":{"clay":-1},"seed":"1"}}`, codeParams},
		{`{"jsonrpc":"2.0","id":1,"id":2,"method":"hello","params":{"protocol":2}}`, codeParse},
		{"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"hello\"}", codeParse},
		{`{"jsonrpc":"2.0","id":1,"method":"begin","params":{"start":{},"seed":"-1"}}`, codeParams},
		{`{"jsonrpc":"2.0","id":1,"method":"begin","params":{"start":{"moon":1},"seed":"1"}}`, codeFault},
		{`{"jsonrpc":"2.0","id":1,"method":"run","params":{"trials":[{"action":"a","base":0,"seed":"1"}]}}`, codeParams},
		{`{"jsonrpc":"2.0","id":1,"method":"run","params":{"bases":[{}],"trials":[{"action":"a","base":0,"change":{"clay":-1},"seed":"1"}]}}`, codeParams},
	} {
		var out bytes.Buffer
		ask := c.ask + "\n" + `{"jsonrpc":"2.0","id":7,"method":"hello","params":{"protocol":2}}` + "\n"
		if err := Serve(context.Background(), w, strings.NewReader(ask), &out); err != nil && !errors.Is(err, io.EOF) {
			t.Errorf("%s: %v", c.ask, err)
		}
		d := json.NewDecoder(&out)
		var first response
		if err := d.Decode(&first); err != nil || first.Error == nil || first.Error.Code != c.code {
			t.Errorf("%s: %+v (%v), want code %d", c.ask, first.Error, err, c.code)
		}
	}
	err := Serve(context.Background(), w, strings.NewReader(strings.Repeat("x", MaxMessage+1)), io.Discard)
	if !errors.Is(err, errTooLong) {
		t.Errorf("too long: %v", err)
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add([]byte(goodHello + "\n" + `{"jsonrpc":"2.0","id":2,"result":{"outcomes":[{"changes":{"x":1}}]}}` + "\n"))
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"","data":{"class":"x"}}}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := newConn(struct {
			io.Reader
			io.Writer
			io.Closer
		}{bytes.NewReader(data), io.Discard, io.NopCloser(nil)})
		w, err := open(context.Background(), helloTime, func(context.Context) (*conn, error) { return c, nil })
		if err != nil {
			return
		}
		s, err := w.Open(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		out, _ := interaction.ExecuteAll(context.Background(), s, []interaction.Trial{{Action: "a"}, {Action: "b"}}, 1)
		for _, o := range out {
			for _, c := range o.Changes {
				if c.From < 0 || c.To < 0 || c.From == c.To || c.From != o.Start.Level(c.Factor) {
					t.Errorf("%+v changed from %s", c, o.Start)
				}
			}
		}
	})
}

func FuzzAsk(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"run","params":{"bases":[{"clay":3}],"trials":[{"action":"b","base":0,"change":{"clay":2},"seed":"1"}]}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":"x","method":"begin","params":{"start":{},"seed":"1"}}` + "\n" + `{"jsonrpc":"2.0","id":1,"method":"step","params":{"action":"a"}}`))
	w := parsed(f, rules)
	f.Fuzz(func(t *testing.T, data []byte) {
		var out bytes.Buffer
		_ = Serve(context.Background(), w, bytes.NewReader(append(data, '\n')), &out) // it mustn't panic
		for d := json.NewDecoder(&out); ; {
			var r response
			if err := d.Decode(&r); errors.Is(err, io.EOF) {
				break
			} else if err != nil || r.Version != "2.0" || (r.Error == nil) == (r.Result == nil) {
				t.Fatalf("answer %+v: %v", r, err)
			}
		}
	})
}

// patient is a world whose actions wait until they are let go, or their context ends.
type patient struct {
	interaction.World
	begun, letGo chan struct{}
}

type patientSession struct {
	interaction.Session
	w *patient
}

func (w *patient) Open(ctx context.Context) (interaction.Session, error) {
	s, err := w.World.Open(ctx)
	return &patientSession{s, w}, err
}

func (s *patientSession) Step(ctx context.Context, a interaction.Action) (interaction.State, error) {
	close(s.w.begun)
	select {
	case <-s.w.letGo:
	case <-ctx.Done():
		return interaction.State{}, context.Cause(ctx)
	}
	return s.Session.Step(ctx, a)
}

// ending reads what it was given, and tells when that is over.
type ending struct {
	io.Reader
	over chan struct{}
}

func (e ending) Read(p []byte) (int, error) {
	n, err := e.Reader.Read(p)
	if err != nil {
		close(e.over)
	}
	return n, err
}

// TestEndOfInput: what was asked before the input ended is answered.
func TestEndOfInput(t *testing.T) {
	w := &patient{parsed(t, rules), make(chan struct{}), make(chan struct{})}
	in := ending{strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"begin","params":{"start":{"clay":3},"seed":"1"}}
{"jsonrpc":"2.0","id":2,"method":"step","params":{"action":"b"}}
`), make(chan struct{})}
	go func() {
		<-w.begun
		<-in.over
		close(w.letGo)
	}()
	var out bytes.Buffer
	if err := Serve(context.Background(), w, in, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `"id":2,"result":{"observation":{`) {
		t.Errorf("answers:\n%s", out.String())
	}
}

// failing is a listener that accepts one connection and then fails.
type failing struct {
	net.Listener
	accepted bool
}

func (l *failing) Accept() (net.Conn, error) {
	if l.accepted {
		return nil, errors.New("too many open files")
	}
	l.accepted = true
	return l.Listener.Accept()
}

// TestListenFails: that nobody can connect any more is told although somebody is
// connected.
func TestListenFails(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := Listen(context.Background(), parsed(t, rules), &failing{Listener: l}); err == nil || !strings.Contains(err.Error(), "too many open files") {
		t.Errorf("%v", err)
	}
}

// A command that says nothing is given up after the time that it was given.
func TestCommandWithin(t *testing.T) {
	began := time.Now()
	_, err := CommandWithin(t.Context(), "exec sleep 60", 100*time.Millisecond)
	if f := (*interaction.Fault)(nil); !errors.As(err, &f) || f.Class != interaction.FaultTimeout {
		t.Errorf("the error is %v", err)
	}
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
}

// What a program says last is shown, whether it ends its line or not.
func TestLastWordsAreShown(t *testing.T) {
	var said bytes.Buffer
	p, err := start(`echo "a line" >&2; printf "no licence" >&2; exit 1`, newFolder(&said))
	if err != nil {
		t.Fatal(err)
	}
	<-p.exited
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if want := "the world says: a line\nthe world says: no licence\n"; said.String() != want {
		t.Errorf("shown is %q, not %q", said.String(), want)
	}
}
