package rpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// decode reads a message as it stands: text that isn't UTF-8, a key that is there twice
// and something behind the message are errors, where encoding/json would make of them
// what nobody said.
func decode(data []byte, into any) error {
	if !utf8.Valid(data) {
		return errors.New("it isn't UTF-8")
	}
	if err := unique(data); err != nil {
		return err
	}
	return json.Unmarshal(data, into)
}

// deepest is how many objects and lists may be inside each other: far more than any message has.
const deepest = 1000

// ofNames are the keys of what has names of factors for keys, which are told apart by their case; other keys encoding/json doesn't.
var ofNames = map[string]bool{"start": true, "levels": true, "bases": true, "change": true, "changes": true}

// begun is an object or a list of which the end wasn't read yet.
type begun struct {
	keys  map[string]bool // nil: it is a list
	names bool            // its keys are names, or those of what is in it
	key   string          // the latest
}

// unique reports a key that an object has twice.
func unique(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	within := []begun{{}}
	name := false // the next token is a key
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		top := &within[len(within)-1]
		switch t := t.(type) {
		case json.Delim:
			if t == '}' || t == ']' {
				within = within[:len(within)-1]
				break
			}
			if len(within) > deepest {
				return fmt.Errorf("more than %d objects and lists are inside each other", deepest)
			}
			o := begun{names: ofNames[top.key] || top.keys == nil && top.names}
			if t == '{' {
				o.keys = map[string]bool{}
			}
			within = append(within, o)
		case string:
			if name {
				key := t
				if !top.names {
					key = strings.ToLower(strings.ToUpper(t)) // as there are letters with three cases
				}
				if top.keys[key] {
					return fmt.Errorf("the key %.40q is there twice", t)
				}
				top.keys[key], top.key, name = true, key, false
				continue
			}
		}
		name = within[len(within)-1].keys != nil
	}
}
