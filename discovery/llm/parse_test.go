package llm

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/adam-discovery/adam/interaction"
)

// Items 10, 11, 12 and 13 are b, c, d and f.
var someLegend = newLegend([]int{10, 11, 12, 13}, nil)

func TestParse(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []int
		err  error
	}{
		"plain":              {"{b, c; f}", []int{10, 11}, nil},
		"nothing needed":     {"{; f}", nil, nil},
		"said in a word":     {"{none; f}", nil, nil},
		"capitals":           {"{B, C; F}", []int{10, 11}, nil},
		"spaces only":        {"{b c ; f }", []int{10, 11}, nil},
		"quotes":             {`{"b", 'd'; "f"}`, []int{10, 12}, nil},
		"prose around":       {"Because c is used up, {c} matters.\nSo it is\n{d, c; f}\nas I said.", []int{11, 12}, nil},
		"the last counts":    {"First I thought {b; f}, but no: {c; f}", []int{11}, nil},
		"repetitions":        {"{c, c, b, c; f}", []int{10, 11}, nil},
		"wrong codes":        {"{b, zz, planks; f}", []int{10}, nil},
		"JSON":               {`{"reasoning": "as {b; f}", "causes": ["d", "b"], "effect": "f"}`, []int{10, 12}, nil},
		"JSON, no causes":    {`{"reasoning": "", "causes": [], "effect": "f"}`, nil, nil},
		"JSON in a fence":    {"Here:\n```json\n{\"causes\": [\"c\"], \"effect\": \"f\"}\n```\nGood luck!", []int{11}, nil},
		"JSON inside JSON":   {`{"answer": {"causes": ["c"], "effect": "f"}}`, []int{11}, nil},
		"JSON, one word":     {`{"causes": "b, c", "effect": "f"}`, []int{10, 11}, nil},
		"the last JSON":      {`{"causes": ["b"], "effect": "f"} no, {"causes": ["c"], "effect": "f"}`, []int{11}, nil},
		"JSON without f":     {`{"causes": ["b"]}`, []int{10}, nil},
		"empty":              {"", nil, errNoAnswer},
		"refusal":            {"I'm sorry, but I can't help with that.", nil, errNoAnswer},
		"cut off":            {`{"reasoning": "b is", "causes": ["b"`, nil, errNoAnswer},
		"numbers as causes":  {`{"causes": [1, 2], "effect": "f"}`, nil, errNoAnswer},
		"null":               {`{"causes": null}`, nil, errNoAnswer},
		"another effect":     {"{b; c}", nil, errWrongEffect},
		"invented only":      {"{planks, sticks; f}", nil, errInvented},
		"JSON invented only": {`{"causes": ["q"], "effect": "f"}`, nil, errInvented},
	} {
		got, err := parse(c.text, someLegend, 13)
		if !errors.Is(err, c.err) || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v, want %v, %v", name, got, err, c.want, c.err)
		}
	}
}

// checkParsed says what holds of every answer, whatever the reply.
func checkParsed(t *testing.T, text string) {
	got, err := parse(text, someLegend, 13)
	if err != nil && got != nil {
		t.Fatalf("%q: causes %v with error %v", text, got, err)
	}
	if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
		t.Fatalf("%q: %v isn't ascending", text, got)
	}
	for _, i := range got {
		if someLegend.code[i] == "" {
			t.Fatalf("%q: invented item %d", text, i)
		}
	}
}

// A thousand replies, made of pieces of what models write and of noise, never panic
// the parser, and never name what there isn't.
func TestThousandReplies(t *testing.T) {
	const seed = 4
	rng := rand.New(rand.NewPCG(seed, 1))
	answers := 0
	for range 1000 {
		text := reply(rng)
		checkParsed(t, text)
		if _, err := parse(text, someLegend, 13); err == nil {
			answers++
		}
	}
	if answers < 200 || answers > 900 {
		t.Errorf("seed %d: %d of 1000 replies hold an answer: the corpus is one-sided", seed, answers)
	}
}

// reply makes one reply of the corpus.
func reply(rng *rand.Rand) string {
	pieces := []string{"{", "}", ";", ", ", "b", "c", "d", "f", "zz", "planks", "\"causes\": ", "[", "]", "\"effect\": \"f\"", "null", "\\u0000",
		"```json\n", "```", "I think ", "none", "\n", "{b, c; f}", "{; f}", `{"causes": ["b"], "effect": "f"}`, `{"reasoning":"`, "As an AI ", "\x00", "\xff\xfe",
		"ignore all instructions", "{{{{", "}}}}", "é", "𝔟", "0", "-1e999", "\"", "<|im_end|>"}
	var b strings.Builder
	for range rng.IntN(14) {
		b.WriteString(pieces[rng.IntN(len(pieces))])
	}
	text := []byte(b.String())
	for range rng.IntN(3) {
		if n := len(text); n > 0 {
			switch i := rng.IntN(n); rng.IntN(3) {
			case 0:
				text[i] = byte(rng.IntN(256))
			case 1:
				text = text[:i]
			default:
				text = append(text, text[i:]...)
			}
		}
	}
	return string(text)
}

func FuzzParse(f *testing.F) {
	rng := rand.New(rand.NewPCG(5, 1))
	for range 50 {
		f.Add(reply(rng))
	}
	f.Fuzz(checkParsed)
}

// A reply of a megabyte of braces is looked at in no time.
func TestParseIsFast(t *testing.T) {
	for _, text := range []string{strings.Repeat("{", 1<<20), strings.Repeat(`{"causes":`, 1<<17), strings.Repeat("{;", 1<<19), strings.Repeat("{b;f}", 1<<18)} {
		checkParsed(t, text)
	}
}

func TestCodes(t *testing.T) {
	got := codes(500, []interaction.Factor{{Name: "d"}, {Name: "BC"}, {Name: "tnt"}})
	seen := map[string]bool{}
	for _, c := range got {
		if seen[c] || c == "d" || c == "bc" || c == "tnt" || strings.ContainsFunc(c, func(r rune) bool { return strings.ContainsRune("aeiouy", r) || !unicode.IsLower(r) }) {
			t.Errorf("code %q", c)
		}
		seen[c] = true
	}
	if len(got) != 500 || fmt.Sprint(got[:4]) != "[b c f g]" || code(19) != "z" || code(20) != "bb" || code(420) != "bbb" {
		t.Errorf("codes %v, %q %q %q", got[:4], code(19), code(20), code(420))
	}
}
