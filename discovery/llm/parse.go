package llm

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Why a reply is no answer.
var (
	errNoAnswer    = errors.New("the reply holds no answer")
	errWrongEffect = errors.New("the answer is about another effect")
	errInvented    = errors.New("the answer names only things that there aren't")
)

// maxReply bounds what is looked at of a reply, in bytes; maxObjects how many
// places in it may be the start of an object.
const maxReply, maxObjects = 1 << 16, 64

// parse reads the causes out of a reply, ascending: the last JSON object by the
// schema, alone, in a code fence or in prose, or else the last {causes; effect}. Codes that
// there aren't, and repetitions, are left out. An answer that names nothing says
// that nothing is needed; one that only names what there isn't is none.
func parse(text string, l legend, effect int) ([]int, error) {
	text = text[:min(len(text), maxReply)]
	causes, about, ok := object(text)
	if !ok {
		causes, about, ok = braces(text)
	}
	if !ok {
		return nil, errNoAnswer
	}
	if len(about) > 0 && !slices.Contains(about, l.code[effect]) {
		return nil, errWrongEffect
	}
	var out []int
	unknown := 0
	for _, c := range causes {
		if i, ok := l.factor[c]; ok {
			out = append(out, i)
		} else {
			unknown++
		}
	}
	if len(out) == 0 && unknown > 0 {
		return nil, errInvented
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// object finds the last JSON object with causes.
func object(text string) (causes, effect []string, found bool) {
	for tried := 0; tried < maxObjects; tried++ {
		i := strings.IndexByte(text, '{')
		if i < 0 {
			break
		}
		text = text[i:]
		var v struct {
			Causes json.RawMessage `json:"causes"`
			Effect json.RawMessage `json:"effect"`
		}
		d := json.NewDecoder(strings.NewReader(text))
		next := 1
		if d.Decode(&v) == nil && v.Causes != nil {
			if c, ok := words(v.Causes); ok {
				causes, found = c, true
				effect, _ = words(v.Effect)
				next = int(d.InputOffset())
			}
		}
		text = text[next:]
	}
	return causes, effect, found
}

// words reads a list of words, or words in one string.
func words(raw json.RawMessage) ([]string, bool) {
	if string(raw) == "null" {
		return nil, false
	}
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return tokens(strings.Join(list, " ")), true
	}
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return tokens(one), true
	}
	return nil, false
}

var bracesForm = regexp.MustCompile(`\{([^{};]*);([^{};]*)\}`)

// braces finds the last {causes; effect}.
func braces(text string) (causes, effect []string, ok bool) {
	all := bracesForm.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return nil, nil, false
	}
	last := all[len(all)-1]
	return tokens(last[1]), tokens(last[2]), true
}

// tokens are the words of s in lower case, without those that say "nothing".
func tokens(s string) []string {
	out := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
	return slices.DeleteFunc(out, func(w string) bool { return w == "nothing" || w == "none" || w == "empty" })
}
