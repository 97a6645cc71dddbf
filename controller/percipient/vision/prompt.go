package vision

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/adam-discovery/adam/controller/percipient"
)

// role tells the model what it is for.
const role = `You look at pictures that a player of a game sees, and answer one question about each. Answer with one JSON object and nothing else: {"answer": "yes", "no" or "unsure", "side": "left", "middle" or "right" (where the thing is, if the answer is yes), "steps": how many steps off it is, about}. If you can't tell, the answer is unsure.`

// schema is that of an answer.
var schema = json.RawMessage(`{"type":"object","properties":{"answer":{"type":"string","enum":["yes","no","unsure"]},"side":{"type":"string","enum":["left","middle","right",""]},"steps":{"type":"number"}},"required":["answer","side","steps"],"additionalProperties":false}`)

// wordings are what is asked of each aspect.
var wordings = map[percipient.Aspect]string{
	percipient.Object:     "Is there a %s in the picture?",
	percipient.Creature:   "Is there a creature called %s in the picture?",
	percipient.Ecology:    "Is the biome in the picture %s?",
	percipient.Time:       "Is the time of the day in the picture %s?",
	percipient.Weather:    "Is the weather in the picture %s?",
	percipient.Brightness: "Is the picture's light %s?",
}

// wording is the question in English; false: it isn't one.
func wording(q percipient.Question) (string, bool) {
	w, ok := wordings[q.Aspect]
	if !ok || q.Name == "" {
		return "", false
	}
	return fmt.Sprintf(w, strings.ReplaceAll(q.Name, "_", " ")), true
}

// Unword reads a question back from what a model was asked: for programs that play a model. Names are as they are known.
func Unword(text string, names []string) (percipient.Question, bool) {
	for _, a := range percipient.Aspects {
		for _, n := range names {
			if q := (percipient.Question{Aspect: a, Name: n}); n != "" {
				if w, _ := wording(q); strings.TrimSpace(text) == w {
					return q, true
				}
			}
		}
	}
	return percipient.Question{}, false
}

// reply is an answer of a model.
type reply struct {
	yes, unsure bool
	side        string
	steps       float64
}

// mostSteps is how far off anything in a picture can be.
const mostSteps = 1000

// parse reads an answer: the first JSON object in the text, or a text that begins with yes or no.
func parse(text string) (reply, bool) {
	var j struct {
		Answer string  `json:"answer"`
		Side   string  `json:"side"`
		Steps  float64 `json:"steps"`
	}
	if i := strings.IndexByte(text, '{'); i >= 0 {
		if err := json.NewDecoder(strings.NewReader(text[i:])).Decode(&j); err != nil {
			return reply{}, false
		}
	} else {
		words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' })
		if len(words) == 0 || len(text) > 400 {
			return reply{}, false
		}
		j.Answer = words[0]
	}
	r := reply{side: strings.ToLower(strings.TrimSpace(j.Side)), steps: j.Steps}
	switch strings.ToLower(strings.TrimSpace(j.Answer)) {
	case "yes", "true":
		r.yes = true
	case "no", "false":
	case "unsure", "unknown":
		r.unsure = true
	default:
		return reply{}, false
	}
	if r.side != "left" && r.side != "middle" && r.side != "right" {
		r.side = ""
	}
	if !(r.steps > 0 && r.steps < mostSteps) {
		r.steps = 0
	}
	return r, true
}
