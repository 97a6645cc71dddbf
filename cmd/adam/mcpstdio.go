package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// mostBadLines is how many lines in a row may be no message: a client that sends more of them speaks something else.
const mostBadLines = 100

// messageLines reads the lines of a client that are messages of the protocol. Each other one is answered by an error, and
// the next is read: the library's server would end.
type messageLines struct {
	lines   *bufio.Scanner
	answers io.Writer // a line in one call; it is safe for concurrent use
	version string    // of the protocol, as the client asked for; empty: not yet
	bad     int       // lines in a row
	rest    []byte    // of the latest message
}

func newMessageLines(r io.Reader, answers io.Writer) *messageLines {
	s := bufio.NewScanner(r)
	s.Buffer(nil, mcp.DefaultMaxLineLength)
	return &messageLines{lines: s, answers: answers}
}

// Read implements [io.Reader].
func (m *messageLines) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		if !m.lines.Scan() {
			if err := m.lines.Err(); err != nil {
				return 0, err
			}
			return 0, io.EOF
		}
		line := bytes.TrimSpace(m.lines.Bytes())
		if len(line) == 0 {
			continue
		}
		code, err := m.check(line)
		if err == nil {
			m.bad, m.rest = 0, append(bytes.Clone(line), '\n')
			break
		}
		if m.bad++; m.bad >= mostBadLines {
			return 0, fmt.Errorf("%d lines in a row: %w", m.bad, err)
		}
		if err := m.refuse(code, err); err != nil {
			return 0, err
		}
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// Close implements [io.Closer]. Standard input stays open.
func (m *messageLines) Close() error { return nil }

// check says what is wrong with a line, and by which code of JSON-RPC.
func (m *messageLines) check(line []byte) (code int64, err error) {
	if !json.Valid(line) {
		return jsonrpc.CodeParseError, errors.New("the line isn't JSON")
	}
	var messages []json.RawMessage
	switch line[0] {
	case '{':
		messages = append(messages, line)
	case '[':
		if m.version != "" && m.version != "2025-03-26" && m.version != "2024-11-05" { // later ones have none
			return jsonrpc.CodeInvalidRequest, errors.New("batches aren't taken in this version of the protocol: send a message a line")
		}
		if err := json.Unmarshal(line, &messages); err != nil || len(messages) == 0 {
			return jsonrpc.CodeInvalidRequest, errors.New("the batch is empty")
		}
	default:
		return jsonrpc.CodeInvalidRequest, errors.New("the line isn't a message of JSON-RPC")
	}
	for _, text := range messages {
		message, err := jsonrpc.DecodeMessage(text)
		if err != nil {
			return jsonrpc.CodeInvalidRequest, errors.New("the line isn't a message of JSON-RPC 2.0")
		}
		if r, ok := message.(*jsonrpc.Request); ok && r.Method == "initialize" {
			var asked struct {
				ProtocolVersion string `json:"protocolVersion"`
			}
			_ = json.Unmarshal(r.Params, &asked) // the server says what is wrong with it
			m.version = asked.ProtocolVersion
		}
	}
	return 0, nil
}

// refuse answers a line that is no message. It has no id that the answer could have.
func (m *messageLines) refuse(code int64, why error) error {
	text, err := json.Marshal(struct {
		Version string        `json:"jsonrpc"`
		ID      any           `json:"id"`
		Error   jsonrpc.Error `json:"error"`
	}{"2.0", nil, jsonrpc.Error{Code: code, Message: why.Error()}})
	if err != nil {
		return err
	}
	_, err = m.answers.Write(append(text, '\n'))
	return err
}
