package rpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

// unique reports a key that an object has twice.
func unique(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var keys []map[string]bool // of the open objects; nil for a list
	name := false              // the next token is a key
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		switch t := t.(type) {
		case json.Delim:
			switch t {
			case '{':
				keys, name = append(keys, map[string]bool{}), true
				continue
			case '[':
				keys = append(keys, nil)
			default:
				keys = keys[:len(keys)-1]
			}
		case string:
			if name {
				top := keys[len(keys)-1]
				if top[t] {
					return fmt.Errorf("the key %.40q is there twice", t)
				}
				top[t], name = true, false
				continue
			}
		}
		name = len(keys) > 0 && keys[len(keys)-1] != nil
	}
}
