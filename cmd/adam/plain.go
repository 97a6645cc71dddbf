package main

import (
	"fmt"
	"io"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/adam-discovery/adam/interaction"
)

// plain writes text in which worlds have a say: of what isn't [interaction.Plain] it writes
// escapes, so that nothing in it reaches a terminal but line ends and tabs. Names are quoted
// where they are put into a text; this is for what was overlooked there. It is safe for
// concurrent use: what is waited for is told from elsewhere.
type plain struct {
	io.Writer
	mu   sync.Mutex
	rest []byte // the beginning of a character that isn't whole yet
}

// Write implements io.Writer.
func (p *plain) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := append(p.rest, text...)
	p.rest = nil
	out := make([]byte, 0, len(all))
	for i := 0; i < len(all); {
		r, size := utf8.DecodeRune(all[i:])
		if r == utf8.RuneError && size == 1 && !utf8.FullRune(all[i:]) {
			p.rest = append([]byte{}, all[i:]...)
			break
		}
		out = appendPlain(out, r, all[i:i+size])
		i += size
	}
	if _, err := p.Writer.Write(out); err != nil {
		return 0, err
	}
	return len(text), nil
}

func appendPlain(out []byte, r rune, text []byte) []byte {
	switch {
	case r == '\n' || r == '\t':
		return append(out, byte(r))
	case interaction.Plain(string(text)):
		return append(out, text...)
	}
	// As JSON has it, in case it is some: in units of UTF-16.
	for _, unit := range utf16.AppendRune(nil, r) {
		out = fmt.Appendf(out, `\u%04x`, unit)
	}
	return out
}
