package sim

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
)

// maxDepth is how deep a world file may nest; a valid one nests 9 levels.
const maxDepth = 32

// A node is a JSON value that remembers its line, so that the checks of a world
// file can point at what they mean.
type node struct {
	line  int
	kind  kind
	text  string // of a string or a number
	pairs []pair // of an object, in the order of the file, duplicates included
	elems []*node
}

type pair struct {
	key   string
	line  int
	value *node
}

type kind uint8

const (
	isNull kind = iota
	isBool
	isNumber
	isString
	isArray
	isObject
)

var kindNames = [...]string{"null", "a boolean", "a number", "a string", "a list", "an object"}

// parser reads tokens and knows the line of the last one.
type parser struct {
	dec      *json.Decoder
	newlines []int
	size     int
}

// parseTree reads data as one JSON value. The line it returns belongs to the
// error.
func parseTree(data []byte) (*node, int, error) {
	p := &parser{dec: json.NewDecoder(bytes.NewReader(data)), size: len(data)}
	p.dec.UseNumber()
	for i, b := range data {
		if b == '\n' {
			p.newlines = append(p.newlines, i)
		}
	}
	n, err := p.value(0)
	if err == nil {
		if _, err = p.dec.Token(); errors.Is(err, io.EOF) {
			return n, 0, nil
		} else if err == nil {
			err = errors.New("something follows the end of the world")
		}
	}
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, p.lineAt(int(syntax.Offset)), fmt.Errorf("not JSON: %w", err)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, p.lineAt(p.size), errors.New("not JSON: the file ends too early")
	}
	return nil, p.line(), err
}

func (p *parser) line() int { return p.lineAt(int(p.dec.InputOffset())) }

// lineAt is the number, from one, of the line that the byte before offset is on.
func (p *parser) lineAt(offset int) int {
	return 1 + sort.Search(len(p.newlines), func(i int) bool { return p.newlines[i] >= offset-1 })
}

func (p *parser) value(depth int) (*node, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("nested deeper than %d levels", maxDepth)
	}
	token, err := p.dec.Token()
	if err != nil {
		return nil, err
	}
	n := &node{line: p.line()}
	switch t := token.(type) {
	case nil:
	case bool:
		n.kind, n.text = isBool, strconv.FormatBool(t)
	case json.Number:
		n.kind, n.text = isNumber, t.String()
	case string:
		n.kind, n.text = isString, t
	case json.Delim:
		if t == '[' {
			n.kind = isArray
		} else {
			n.kind = isObject
		}
		for p.dec.More() {
			var key pair
			if t == '{' {
				k, err := p.dec.Token()
				if err != nil {
					return nil, err
				}
				name, ok := k.(string)
				if !ok {
					return nil, errors.New("not JSON: the key of an object is not a string")
				}
				key = pair{key: name, line: p.line()}
			}
			v, err := p.value(depth + 1)
			if err != nil {
				return nil, err
			}
			if t == '{' {
				key.value = v
				n.pairs = append(n.pairs, key)
			} else {
				n.elems = append(n.elems, v)
			}
		}
		if _, err := p.dec.Token(); err != nil {
			return nil, err
		}
	}
	return n, nil
}
