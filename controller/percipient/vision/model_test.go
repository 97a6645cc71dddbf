package vision_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/controller/percipient"
	"github.com/adam-discovery/adam/controller/percipient/vision"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/interaction"
)

func picture(n byte) interaction.Frame {
	f := interaction.Frame{Shot: interaction.Shot{View: interaction.Eyes, Width: 4, Height: 4}, RGB: make([]byte, 48)}
	f.RGB[0] = n
	return f
}

var pig = percipient.Question{Aspect: percipient.Creature, Name: "wild_pig"}

// says answers so; the answers are to the requests in order.
func says(answers ...string) (llm.Completer, *[]llm.Request) {
	var asked []llm.Request
	return llm.CompleterFunc(func(_ context.Context, r llm.Request) (llm.Reply, error) {
		asked = append(asked, r)
		a := answers[min(len(asked), len(answers))-1]
		if a == "down" {
			return llm.Reply{}, &llm.Fault{Class: llm.TimedOut}
		}
		return llm.Reply{Text: a}, nil
	}), &asked
}

// A model that answers alike each time is believed after some answers, more of them while it isn't known, and not asked again about the same picture.
func TestAsksUntilSure(t *testing.T) {
	c, asked := says(`{"answer":"yes","side":"left","steps":3}`)
	m := vision.New(c, vision.Default("m"))
	a, err := m.Ask(t.Context(), picture(1), pig)
	if err != nil || !a.Holds || a.Confidence < .9999 || a.Side != "left" || a.Far != 3 || a.Bearing >= 0 {
		t.Fatalf("%+v, %v", a, err)
	}
	n := len(*asked)
	if n < 10 || n > 40 {
		t.Errorf("asked %d times", n)
	}
	last := (*asked)[0].Messages[1]
	if !strings.Contains(last.Text, "wild pig") || len(last.Picture) == 0 || (*asked)[0].Sample == (*asked)[1].Sample {
		t.Errorf("asked %q", last.Text)
	}
	if again, err := m.Ask(t.Context(), picture(1), pig); err != nil || again != a || len(*asked) != n {
		t.Errorf("asked again: %+v, %v", again, err)
	}
	if _, err := m.Ask(t.Context(), picture(2), pig); err != nil || len(*asked) == n {
		t.Error("another picture wasn't asked about")
	}
}

// Whatever a model says that is no answer leaves the question open; what it says later counts.
func TestRubbish(t *testing.T) {
	for _, answer := range []string{"", "I can't see pictures.", `{"answer":"perhaps"}`, `{"answer":`, strings.Repeat("yes ", 500), "down", `{"answer":["yes"]}`, "\x1b[2J", `{"answer":"unsure"}`} {
		c, _ := says(answer)
		m := vision.New(c, vision.Default("m"))
		if _, err := m.Ask(t.Context(), picture(1), pig); !errors.Is(err, percipient.ErrCantTell) {
			t.Errorf("%.20q: %v", answer, err)
		}
		if s := m.Stats(); s.CantTell != 1 || s.Questions != 1 {
			t.Errorf("%.20q: %+v", answer, s)
		}
	}
	c, _ := says("hm", `{"answer":"no"}`, "down", `Here you are: {"answer":"no","side":"above","steps":-1}`, "No.")
	m := vision.New(c, vision.Default("m"))
	if a, err := m.Ask(t.Context(), picture(1), pig); err != nil || a.Holds || m.Stats().Rubbish != 2 || m.Fault() == nil {
		t.Errorf("%+v, %v, %+v", a, err, m.Stats())
	}
}

// Of models that err as often as not quite half of the time few answers are wrong: it asks the more often the more they
// contradict themselves.
func TestErringModels(t *testing.T) {
	const questions = 400
	calls := 0
	for _, wrong := range []float64{0, .1, .2, .3, .4} {
		rng := rand.New(rand.NewPCG(1, uint64(100*wrong)))
		truth := true
		c := llm.CompleterFunc(func(context.Context, llm.Request) (llm.Reply, error) {
			if truth != (rng.Float64() < wrong) {
				return llm.Reply{Text: `{"answer":"yes"}`}, nil
			}
			return llm.Reply{Text: `{"answer":"no"}`}, nil
		})
		m := vision.New(c, vision.Default("m"))
		bad, open := 0, 0
		for i := range questions {
			truth = i%2 == 0
			f := picture(byte(i))
			f.RGB[1] = byte(i >> 8)
			a, err := m.Ask(t.Context(), f, pig)
			switch {
			case errors.Is(err, percipient.ErrCantTell):
				open++
			case err != nil:
				t.Fatal(err)
			case a.Holds != truth:
				bad++
			}
		}
		s := m.Stats()
		t.Logf("%.0f%% wrong: %d of %d answers wrong, %d open, %d calls, estimated %.2f", 100*wrong, bad, questions, open, s.Calls, s.Wrong())
		if bad > questions/25 || open > questions/3 || wrong >= .2 && s.Calls <= calls {
			t.Errorf("%.0f%% wrong: %d of %d answers wrong, %d open, %d calls", 100*wrong, bad, questions, open, s.Calls)
		}
		calls = s.Calls
	}
}

func TestDescribe(t *testing.T) {
	c, asked := says("a meadow " + strings.Repeat("x", 5000))
	text, err := vision.New(c, vision.Default("m")).Describe(t.Context(), picture(1), "What do you see?")
	if err != nil || len(text) != 2000 || (*asked)[0].Schema != nil {
		t.Errorf("%d characters, %v", len(text), err)
	}
	if _, err := vision.New(c, vision.Default("m")).Describe(t.Context(), interaction.Frame{}, "?"); err == nil {
		t.Error("no picture was described")
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := llm.CompleterFunc(func(context.Context, llm.Request) (llm.Reply, error) {
		cancel()
		return llm.Reply{}, ctx.Err()
	})
	if _, err := vision.New(c, vision.Default("m")).Ask(ctx, picture(1), pig); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestUnword(t *testing.T) {
	for _, a := range percipient.Aspects {
		var text string
		c := llm.CompleterFunc(func(_ context.Context, r llm.Request) (llm.Reply, error) {
			text = r.Messages[1].Text
			return llm.Reply{Text: "no"}, nil
		})
		q := percipient.Question{Aspect: a, Name: "wild_pig"}
		if _, err := vision.New(c, vision.Default("m")).Ask(t.Context(), picture(1), q); err != nil {
			t.Fatal(err)
		}
		if got, ok := vision.Unword(text, []string{"cow", "wild_pig"}); !ok || got != q {
			t.Errorf("%q is %v", text, got)
		}
	}
	if _, ok := vision.Unword("How are you?", []string{"pig"}); ok {
		t.Error("it is a question")
	}
}

// What couldn't be asked to the end, as the budget was used up or the recording lacks it, is told from what a model can't tell.
func TestNotAsked(t *testing.T) {
	for class, most := range map[llm.Class]int{llm.Spent: 3, llm.Unrecorded: 5, llm.TimedOut: 5} {
		calls := 0
		m := vision.New(llm.CompleterFunc(func(context.Context, llm.Request) (llm.Reply, error) {
			if calls++; calls > 2 {
				return llm.Reply{}, &llm.Fault{Class: class}
			}
			return llm.Reply{Text: `{"answer":"yes"}`}, nil
		}), vision.Default("m"))
		_, err := m.Ask(t.Context(), picture(1), pig)
		if !errors.Is(err, percipient.ErrCantTell) || errors.Is(err, percipient.ErrNotAsked) != (class != llm.TimedOut) || calls != most {
			t.Errorf("%s: %v after %d calls", class, err, calls)
		}
		if stopped := m.Stopped(); (stopped != nil) != (class != llm.TimedOut) {
			t.Errorf("%s: stopped by %v", class, stopped)
		}
	}
}
