package mcu

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
)

// TraceFormat is the version of the files that [Trace.Write] writes.
const TraceFormat = 1

// Trace is one episode as its judge saw it: from it alone everything that the exact rater says can be worked out again.
type Trace struct {
	Format     int        `json:"format"`
	World      string     `json:"world"`
	Task       string     `json:"task"` // its ID
	Goal       string     `json:"goal"`
	Agent      string     `json:"agent"`
	Difficulty Difficulty `json:"difficulty"`
	Episode    int        `json:"episode"`
	Seed       uint64     `json:"seed"`
	Scene      Scene      `json:"scene"`
	// Start is what there was at the beginning.
	Start map[string]int `json:"start"`

	Events []Event `json:"-"`
	// End says how it ended; empty: the file was cut.
	End string `json:"-"`
	// Moves is how many moves the agent made, Steps how many steps the world took.
	Moves int `json:"-"`
	Steps int `json:"-"`
	// Acts are all actions of the world in their order, with how often in a row each was done: by them [Game.Replay] plays
	// the episode again.
	Acts []Acts `json:"-"`
}

// Acts is an action that was done several times in a row.
type Acts struct {
	Action interaction.Action `json:"action"`
	Times  int                `json:"times"`
}

// act notes an action.
func (t *Trace) act(a interaction.Action) {
	if n := len(t.Acts); n > 0 && t.Acts[n-1].Action == a {
		t.Acts[n-1].Times++
		return
	}
	t.Acts = append(t.Acts, Acts{a, 1})
}

// Event is something that happened. Steps and moves are those until then.
type Event struct {
	Step int `json:"step"`
	Move int `json:"move"`
	// Action is the world's, empty at the end of a move; Label is what people call it.
	Action interaction.Action `json:"action,omitempty"`
	Label  string             `json:"label,omitempty"`
	// Changes are by how much factors rose or fell.
	Changes map[string]int `json:"changes,omitempty"`
	// Around is what was so around the agent; nil: it wasn't looked at.
	Around *Around `json:"around,omitempty"`
	// Intent is what the agent's move was for, as it was told to the body; empty within a move.
	Intent string `json:"intent,omitempty"`
}

// Around is what is so around the agent.
type Around struct {
	Biome      string `json:"biome,omitempty"`
	Time       string `json:"time,omitempty"`
	Weather    string `json:"weather,omitempty"`
	Brightness string `json:"brightness,omitempty"`
	// Things are how many cells off the nearest is, by name.
	Things map[string]int `json:"things,omitempty"`
	X      int            `json:"x"`
	Y      int            `json:"y"`
}

func around(s land.Surroundings) *Around {
	return &Around{s.Biome, s.Time, s.Weather, s.Brightness, s.Things, s.X, s.Y}
}

// off is how many cells apart two places are, as the crow flies.
func (a *Around) off(b *Around) float64 { return math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)) }

type endJSON struct {
	End   string `json:"end"`
	Moves int    `json:"moves"`
	Steps int    `json:"steps"`
	Acts  []Acts `json:"acts"`
}

// Write writes the trace: a line of JSON for what it is about, one for each event, and one for the end.
func (t *Trace) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(t); err != nil {
		return err
	}
	for i := range t.Events {
		if err := e.Encode(&t.Events[i]); err != nil {
			return err
		}
	}
	if err := e.Encode(endJSON{t.End, t.Moves, t.Steps, t.Acts}); err != nil {
		return err
	}
	return b.Flush()
}

// ErrCut is wrapped by [ReadTrace]'s error for a file that ends before the episode does. The trace that is returned with
// it holds everything that is whole.
var ErrCut = errors.New("the recording is cut off")

// longestLine bounds a line of a trace, in bytes.
const longestLine = 1 << 20

// ReadTrace reads what Write wrote. Its error wraps [ErrCut], or says in which line what is wrong; it never panics,
// whatever the file holds.
func ReadTrace(r io.Reader) (*Trace, error) {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 64<<10), longestLine)
	t := &Trace{}
	line := 0
	for s.Scan() {
		line++
		if line == 1 {
			if err := json.Unmarshal(s.Bytes(), t); err != nil {
				var bad *json.SyntaxError
				if errors.As(err, &bad) && bad.Offset >= int64(len(s.Bytes())) && !s.Scan() { // it ends too early, and so does the file
					return nil, fmt.Errorf("line 1: %w", ErrCut)
				}
				return nil, fmt.Errorf("line 1 isn't the head of a recording: %w", err)
			}
			if t.Format != TraceFormat {
				return nil, fmt.Errorf("line 1: the recording has format %d, and this program reads %d", t.Format, TraceFormat)
			}
			continue
		}
		var x struct {
			Event
			endJSON
		}
		if err := json.Unmarshal(s.Bytes(), &x); err != nil {
			if !s.Scan() { // the last line
				return t, fmt.Errorf("line %d: %w", line, ErrCut)
			}
			return t, fmt.Errorf("line %d is broken: %w", line, err)
		}
		if x.End != "" {
			t.End, t.Moves, t.Steps, t.Acts = x.End, x.Moves, x.Steps, x.Acts
			if s.Scan() {
				return t, fmt.Errorf("line %d follows the end of the recording", line+1)
			}
			return t, nil
		}
		t.Events = append(t.Events, x.Event)
		t.Moves, t.Steps = x.Move, x.Step
	}
	if err := s.Err(); err != nil {
		return t, fmt.Errorf("line %d: %w", line+1, err)
	}
	if line == 0 {
		return nil, fmt.Errorf("the file is empty: %w", ErrCut)
	}
	return t, fmt.Errorf("after line %d: %w", line, ErrCut)
}
