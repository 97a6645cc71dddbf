package interaction

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// marshalLevels writes amounts as an object from name to level, in their order.
func marshalLevels(amounts []Amount) ([]byte, error) {
	b := append(make([]byte, 0, 24*len(amounts)+2), '{')
	for i, a := range amounts {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := json.Marshal(a.Name)
		if err != nil {
			return nil, err
		}
		b = append(append(b, name...), ':')
		b = strconv.AppendInt(b, int64(a.Level), 10)
	}
	return append(b, '}'), nil
}

// unmarshalLevels reads an object from name to level. It is as strict as a world has to be
// that may be wrong: a level is a whole number from 0 to [MaxLevel], and no name is there
// twice.
func unmarshalLevels(data []byte) (map[string]int, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("%.40q isn't an object from name to level", data)
	}
	m := map[string]int{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		value, err := d.Token()
		if err != nil {
			return nil, err
		}
		name := key.(string) // the keys of an object are
		digits, ok := value.(json.Number)
		n, err := strconv.Atoi(digits.String())
		switch {
		case !ok || err != nil:
			if text, ok := value.(string); ok { // "3" isn't 3
				return nil, fmt.Errorf("the level of %q is the text %.40q: it must be a whole number", name, text)
			}
			return nil, fmt.Errorf("the level of %q is %v: it must be a whole number", name, value)
		case n < 0 || n > MaxLevel:
			return nil, fmt.Errorf("the level of %q is %d: it must be from 0 to %d", name, n, MaxLevel)
		}
		if _, twice := m[name]; twice {
			return nil, fmt.Errorf("%q is there twice", name)
		}
		m[name] = n
	}
	return m, nil
}
