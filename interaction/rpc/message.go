package rpc

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/adam-discovery/adam/interaction"
)

// Protocol is the version of the protocol that this package speaks.
const Protocol = 2

// MaxMessage is the size of the longest message in bytes, its newline included.
const MaxMessage = 16 << 20

// FaultProtocol is the class of faults of a peer that doesn't keep the protocol.
const FaultProtocol = "protocol"

// Error codes of JSON-RPC 2.0, and the one for faults of a session.
const (
	codeParse   = -32700
	codeInvalid = -32600
	codeMethod  = -32601
	codeParams  = -32602
	codeFault   = -32000
)

type request struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params,omitempty"`
}

type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *callError      `json:"error,omitempty"`
}

type callError struct {
	Code    int        `json:"code"`
	Message string     `json:"message"`
	Data    *faultData `json:"data,omitempty"`
}

type faultData struct {
	Class string `json:"class"`
	Dead  bool   `json:"dead,omitempty"`
}

// Error is the error as "message (code)".
func (e *callError) Error() string { return fmt.Sprintf("%s (%d)", e.Message, e.Code) }

type helloParams struct {
	Protocol int `json:"protocol"`
}

type helloResult struct {
	Protocol int       `json:"protocol"`
	World    worldJSON `json:"world"`
}

type worldJSON struct {
	ID          string                  `json:"id"`
	Fingerprint string                  `json:"fingerprint"`
	Actions     []actionJSON            `json:"actions"`
	Factors     []interaction.Factor    `json:"factors,omitempty"`
	Exclusions  []interaction.Exclusion `json:"exclusions,omitempty"`
	Caps        interaction.Caps        `json:"caps"`
	Ground      *interaction.Ground     `json:"ground,omitempty"`
	Shots       []interaction.Shot      `json:"shots,omitempty"`
}

// spec is what the world says of itself, but for the labels.
func (w *worldJSON) spec() interaction.Spec {
	s := interaction.Spec{ID: w.ID, Fingerprint: w.Fingerprint, Factors: w.Factors, Exclusions: w.Exclusions, Caps: w.Caps, Ground: w.Ground, Shots: w.Shots}
	for _, a := range w.Actions {
		s.Actions = append(s.Actions, a.ActionSpec)
	}
	return s
}

type actionJSON struct {
	interaction.ActionSpec
	Label string `json:"label,omitempty"`
}

type beginParams struct {
	// Start is left out where the world doesn't begin at any start.
	Start *interaction.State `json:"start,omitempty"`
	Seed  seed               `json:"seed"`
}

type stepParams struct {
	Action interaction.Action `json:"action"`
}

// stepResult is what there is after a begin or a step.
type stepResult struct {
	Observation *observation `json:"observation"`
	// Ended: the episode is over, and Why.
	Ended bool   `json:"ended,omitempty"`
	Why   string `json:"why,omitempty"`
}

type observation struct {
	Levels *interaction.State `json:"levels"`
	View   *interaction.Sight `json:"view,omitempty"`
}

// frameJSON is a picture: the bytes of its pixels, or a file of the format PNG.
type frameJSON struct {
	RGB []byte `json:"rgb,omitempty"`
	PNG []byte `json:"png,omitempty"`
}

// runParams are trials whose starts are told as one of a few states and what
// differs from it, as most starts of a batch hold nearly everything.
type runParams struct {
	Bases  []interaction.State `json:"bases"`
	Trials []trialJSON         `json:"trials"`
}

type trialJSON struct {
	Action interaction.Action `json:"action"`
	Base   int                `json:"base"`
	Change map[string]int     `json:"change,omitempty"`
	Seed   seed               `json:"seed"`
}

type runResult struct {
	Outcomes []outcomeJSON `json:"outcomes"`
}

type outcomeJSON struct {
	// Start is what there really was, if that isn't what was asked for.
	Start *interaction.State `json:"start,omitempty"`
	// Changes are the differences, by factor.
	Changes map[string]int `json:"changes,omitempty"`
	Ended   bool           `json:"ended,omitempty"`
	Fault   *faultData     `json:"fault,omitempty"`
	// Why it ended or broke.
	Why string `json:"why,omitempty"`
}

// seed is written as decimal digits in a string: a JSON number of 64 bits isn't
// read exactly everywhere.
type seed uint64

func (s seed) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(s), 10), nil }

func (s *seed) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 10, 64)
	*s = seed(n)
	return err
}

var errTooLong = fmt.Errorf("a message of more than %d bytes", MaxMessage)

// readLine reads one message without its newline. The result is valid until the
// next call.
func readLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		long := append([]byte(nil), line...)
		for errors.Is(err, bufio.ErrBufferFull) {
			if line, err = r.ReadSlice('\n'); len(long)+len(line) > MaxMessage {
				return nil, errTooLong
			}
			long = append(long, line...)
		}
		line = long
	}
	if err != nil {
		if errors.Is(err, io.EOF) && len(line) > 0 {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return line[:len(line)-1], nil
}

func writeLine(w io.Writer, message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if len(data) >= MaxMessage {
		return errTooLong
	}
	_, err = w.Write(append(data, '\n'))
	return err
}
