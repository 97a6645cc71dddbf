package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/adam-discovery/adam/cmd/adam/internal/pace"
	"github.com/adam-discovery/adam/discovery/explore"
	"github.com/adam-discovery/adam/interaction"
)

// meter shows how far long work is: one line that is rewritten on a terminal, a
// plain line every few seconds elsewhere.
type meter struct {
	w        io.Writer
	terminal bool
	color    bool
	width    int
	start    time.Time
	shown    time.Time
	last     string
	pace     pace.Pace
	spending pace.Pace // of the budget
}

// fine is into how many parts a budget is divided, to see how fast it is used up.
const fine = 1_000_000

func newMeter(w io.Writer) *meter {
	m := &meter{w: w, start: time.Now()}
	if p, ok := w.(*plain); ok { // it would spell out what the meter moves the cursor with
		w, m.w = p.Writer, p.Writer
	}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		m.terminal = os.Getenv("TERM") != "dumb"
		m.color = m.terminal && os.Getenv("NO_COLOR") == ""
		m.width = 80
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 20 {
			m.width = n
		}
	}
	return m
}

// every is how often a line is shown: often enough to see life on a terminal,
// seldom enough for a log.
func (m *meter) every() time.Duration {
	if m.terminal {
		return 100 * time.Millisecond
	}
	return 2 * time.Second
}

// line shows a line, unless one was shown just before.
func (m *meter) line(text func() string) {
	now := time.Now()
	if now.Sub(m.shown) < m.every() {
		return
	}
	if m.shown.IsZero() && !m.terminal && now.Sub(m.start) < m.every() {
		return // what is over in a moment needs no log
	}
	m.shown = now
	s := text()
	if !m.terminal {
		fmt.Fprintln(m.w, s)
		return
	}
	if r := []rune(s); len(r) >= m.width {
		s = string(r[:m.width-1])
	}
	m.last = s
	if m.color {
		s = "\x1b[36m" + s + "\x1b[0m"
	}
	fmt.Fprintf(m.w, "\r\x1b[K%s", s)
}

// during shows the text, and for how long it has been so, until it is told that this is over.
func (m *meter) during(text string) (over func()) {
	began, end, ended := time.Now(), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(m.every())
		defer tick.Stop()
		for {
			m.line(func() string {
				if d := time.Since(began).Round(time.Second); d > 0 {
					return fmt.Sprintf("%s, for %v", text, d)
				}
				return text
			})
			select {
			case <-end:
				return
			case <-tick.C:
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(end)
		<-ended
		m.end()
	})
}

// end removes the line, so that what follows starts on a clean one.
func (m *meter) end() {
	if m.terminal && m.last != "" {
		fmt.Fprint(m.w, "\r\x1b[K")
	}
}

func (m *meter) progress(p explore.Progress, label func(interaction.Action) string) {
	m.line(func() string {
		m.pace.Add(time.Now(), p.Trials, p.ActionsCertified)
		m.spending.Add(time.Now(), p.Trials, int(p.Spent*fine))
		left := ""
		d, spent := m.pace.Left(p.ActionsCertifiable-p.ActionsCertified), m.spending.Left(fine-int(p.Spent*fine))
		switch {
		case spent > 0 && (d == 0 || spent < d):
			left = fmt.Sprintf(", the budget ends in about %v", spent)
		case d > 0:
			left = fmt.Sprintf(", about %v left", d)
		}
		rate := float64(p.NewTrials) / max(time.Since(m.start).Seconds(), 1e-3)
		const most = 5 // a wide round works on hundreds
		var names []string
		for _, a := range p.Frontier[:min(most, len(p.Frontier))] {
			names = append(names, actionName(label(a), a))
		}
		if n := len(p.Frontier) - most; n > 0 {
			names = append(names, fmt.Sprintf("%d more", n))
		}
		broken := "" // a world of which all trials break must not look idle
		if p.Episodes > 0 {
			broken = fmt.Sprintf(" in %d steps of %d lives", p.Steps, p.Episodes)
			if p.Faults > 0 {
				broken += fmt.Sprintf(", %d broken", p.Faults)
			}
		} else if n := p.Steps - p.Trials; n > 0 {
			broken = fmt.Sprintf(" (and %d that broke)", n)
		}
		why := ""
		if p.Broke != "" {
			why = "; it broke: " + interaction.Shown(p.Broke)
		}
		return fmt.Sprintf("%v%s, %d of %d actions that can be certified, %d items, %d trials%s, %.0f/s, %s: %s%s",
			time.Since(m.start).Round(time.Second), left, p.ActionsCertified, p.ActionsCertifiable, p.ItemsFound, p.Trials, broken, rate, p.Stage, strings.Join(names, ", "), why)
	})
}

// share shows how much of long work is done, and about how long the rest will take.
func (m *meter) share(what string, done, of int) { m.shareOf(what, done, of, 1) }

// shareOf is share where so much has to be done before it tells how long the rest will take, as what is done differs.
func (m *meter) shareOf(what string, done, of, least int) {
	m.line(func() string {
		text := fmt.Sprintf("%s %d of %d", what, done, of)
		if done < least {
			return text
		}
		left := time.Duration(float64(time.Since(m.start)) / float64(done) * float64(of-done))
		return fmt.Sprintf("%s, about %s left", text, left.Round(time.Second))
	})
}
