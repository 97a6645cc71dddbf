package mcu

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery/llm"
)

// Judge rates recordings with a vision model (MCU, section 3.3): it is shown one picture in so many, and what the agent had
// then, which a player sees, too; and says its evidence before its grades. It isn't trusted: every comparison is made twice,
// with the recordings swapped. It is used by one goroutine at a time.
type Judge struct {
	Game  *Game
	Ask   llm.Completer
	Model string
	// Every is one picture in how many steps, at least 1; the paper takes one in 30. Most is how many pictures of a recording
	// are shown at most.
	Every, Most int
	// Texts are the criteria that it is told, by task; of tasks that aren't among them it is told those of the tree.
	Texts map[string]map[Dimension]string

	trust Trust
}

// Trust says how far a judge can be relied on.
type Trust struct {
	Asked    int `json:"asked"`
	Answered int `json:"answered"` // with something that is an answer
	// Swapped is how many comparisons in one dimension were made both ways, Consistent in how many the same recording was
	// better, and First in how many the one that was shown first was, both times.
	Swapped    int `json:"swapped"`
	Consistent int `json:"consistent"`
	First      int `json:"first_both_times"`
	// Grades and Choices count what was said of single recordings, and in comparisons.
	Grades  map[string]int `json:"grades"`
	Choices map[string]int `json:"choices"`
}

// Limits of what a judge may do to be relied on.
const (
	leastAnswered   = .8
	leastConsistent = .75
	mostAlike       = .95
)

// Verdict says in words why a judge can't be relied on; empty: nothing speaks against it.
func (t Trust) Verdict() string {
	var why []string
	if t.Asked > 0 && float64(t.Answered) < leastAnswered*float64(t.Asked) {
		why = append(why, fmt.Sprintf("it answered %d of %d questions", t.Answered, t.Asked))
	}
	if t.Swapped > 0 && float64(t.Consistent) < leastConsistent*float64(t.Swapped) {
		why = append(why, fmt.Sprintf("of %d comparisons it kept to %d when the recordings were swapped, and took the first both times in %d", t.Swapped, t.Consistent, t.First))
	}
	if word := monotone(t.Grades); word != "" {
		why = append(why, "nearly all of its grades are "+word)
	}
	if word := monotone(t.Choices); word != "" {
		why = append(why, "nearly all of its comparisons are "+word)
	}
	return strings.Join(why, "; ")
}

// monotone is what was said nearly always; empty: nothing was, or there was too little to tell.
func monotone(said map[string]int) string {
	const enough = 20
	all := 0
	for _, n := range said {
		all += n
	}
	for word, n := range said {
		if all >= enough && float64(n) > mostAlike*float64(all) {
			return word
		}
	}
	return ""
}

// Trust is how far the judge could be relied on so far.
func (j *Judge) Trust() Trust { return j.trust }

// show is a recording as messages: pictures, with what the agent had.
func (j *Judge) show(ctx context.Context, name string, t *Trace) (out []llm.Message, err error) {
	every := max(1, j.Every)
	if n := t.Steps / every; j.Most > 0 && n > j.Most {
		every = t.Steps/j.Most + 1
	}
	err = j.Game.Replay(ctx, t, Shot, func(v View) error {
		if v.Step%every != 0 && v.Step != t.Steps {
			return nil
		}
		m := llm.Message{Role: "user", Text: fmt.Sprintf("Recording %s, step %d: has %s", name, v.Step, v.State)}
		if v.Frame.Width > 0 {
			var b bytes.Buffer
			if err := png.Encode(&b, v.Frame.Image()); err != nil {
				return err
			}
			m.Picture = b.Bytes()
		}
		out = append(out, m)
		return nil
	})
	return out, err
}

// captions are the texts of pictures once more, for who reads the last message with most care.
func captions(shown []llm.Message) string {
	var b strings.Builder
	for _, m := range shown {
		b.WriteString(m.Text + "\n")
	}
	return b.String()
}

// criteria is what a judge is told.
func (j *Judge) criteria(t *Trace, c Criteria) string {
	var b strings.Builder
	fmt.Fprintf(&b, "You judge agents that play a game. Task: %s\nCriteria:\n", t.Goal)
	text := c.Text
	if written := j.Texts[t.Task]; written != nil {
		text = written
	}
	for _, d := range Dimensions {
		fmt.Fprintf(&b, "- %s: %s\n", d, text[d])
	}
	return b.String()
}

// ask asks for one word for each dimension, of those that are allowed; dimensions without an answer are left out.
func (j *Judge) ask(ctx context.Context, messages []llm.Message, field string, allowed []string) (map[Dimension]string, error) {
	j.trust.Asked++
	r, err := j.Ask.Complete(ctx, llm.Request{Model: j.Model, MaxTokens: 1200, Sample: j.trust.Asked, Messages: messages})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err := unanswered(err); err != nil { // that says nothing of how it judges
		return nil, err
	}
	out := map[Dimension]string{}
	var said map[string]map[string]any
	if err != nil || json.Unmarshal([]byte(object(r.Text)), &said) != nil {
		return out, nil
	}
	for _, d := range Dimensions {
		word, _ := said[string(d)][field].(string)
		if evidence, _ := said[string(d)]["evidence"].(string); evidence != "" && slices.Contains(allowed, word) {
			out[d] = word
		}
	}
	if len(out) == len(Dimensions) {
		j.trust.Answered++
	}
	return out, nil
}

// Rate grades one recording in each dimension, from 0 to 4 as [Grades]; a dimension without an answer is left out.
func (j *Judge) Rate(ctx context.Context, t *Trace, c Criteria) (map[Dimension]int, error) {
	shown, err := j.show(ctx, "A", t)
	if err != nil {
		return nil, err
	}
	messages := append(shown, llm.Message{Role: "user", Text: j.criteria(t, c) + captions(shown) + fmt.Sprintf("Grade recording A. Say for each criterion first the evidence, then the grade, one of %s, as JSON: {\"task progress\": {\"evidence\": \"...\", \"grade\": \"...\"}, ...}", strings.Join(Grades, ", "))})
	said, err := j.ask(ctx, messages, "grade", Grades)
	out := map[Dimension]int{}
	for d, word := range said {
		out[d] = slices.Index(Grades, word)
		count(&j.trust.Grades, word)
	}
	return out, err
}

func count(said *map[string]int, word string) {
	if *said == nil {
		*said = map[string]int{}
	}
	(*said)[word]++
}

// choices are the answers to a comparison.
var choices = []string{"A", "B", "tie", "both bad"}

// Compare says which of two recordings of a task is better in each dimension: 1 for the first, -1 for the second, 0 for
// neither. It asks twice, with the recordings swapped: what it doesn't keep to is 0.
func (j *Judge) Compare(ctx context.Context, a, b *Trace, c Criteria) (map[Dimension]int, error) {
	once := func(x, y *Trace) (map[Dimension]string, error) {
		first, err := j.show(ctx, "A", x)
		if err != nil {
			return nil, err
		}
		second, err := j.show(ctx, "B", y)
		if err != nil {
			return nil, err
		}
		messages := append(first, second...)
		messages = append(messages, llm.Message{Role: "user", Text: j.criteria(a, c) + captions(messages) + "Which recording is better? Say for each criterion first the evidence, then one of A, B, tie, both bad, as JSON: {\"task progress\": {\"evidence\": \"...\", \"better\": \"...\"}, ...}"})
		return j.ask(ctx, messages, "better", choices)
	}
	forth, err := once(a, b)
	if err != nil {
		return nil, err
	}
	back, err := once(b, a)
	if err != nil {
		return nil, err
	}
	value := map[string]int{"A": 1, "B": -1}
	out := map[Dimension]int{}
	for d, x := range forth {
		count(&j.trust.Choices, x)
		y, ok := back[d]
		if !ok {
			continue
		}
		j.trust.Swapped++
		switch {
		case value[x] == -value[y]:
			j.trust.Consistent++
			out[d] = value[x]
		case x == "A" && y == "A":
			j.trust.First++
		}
	}
	return out, nil
}

// PlayedJudge answers the prompts of a [Judge] as a stand-in for a vision model: it reads what the recordings had, and
// nothing else. Kind is careful, refuses, rubbish or flatters.
type PlayedJudge struct {
	Kind string
}

// Say answers a prompt.
func (p PlayedJudge) Say(prompt string) string {
	single := strings.Contains(prompt, "Grade recording A")
	field, word := "better", "A"
	switch p.Kind {
	case "refuses":
		return "I'm sorry, but I can't judge people's recordings."
	case "rubbish":
		return `{"task progress": "A", "better": ` + strings.Repeat("very ", 50)
	case "flatters":
		if single {
			field, word = "grade", "excellent"
		}
	default:
		a, b := p.value(prompt, "A"), p.value(prompt, "B")
		switch {
		case single:
			field, word = "grade", Grades[min(len(Grades)-1, a/2)]
		case a == b:
			word = "tie"
		case b > a:
			word = "B"
		}
	}
	out := map[string]map[string]string{}
	for _, d := range Dimensions {
		out[string(d)] = map[string]string{"evidence": "what it had in the end", field: word}
	}
	text, err := json.Marshal(out)
	if err != nil {
		return ""
	}
	return string(text)
}

// value is how much a recording had more of in the end than at the beginning, of what the task names.
func (p PlayedJudge) value(prompt, name string) int {
	task, first, last := "", "", ""
	for _, line := range strings.Split(prompt, "\n") {
		if i := strings.Index(line, "Task: "); i >= 0 {
			task = line[i:]
		}
		if i := strings.Index(line, "Recording "+name+", step "); i >= 0 {
			if first == "" {
				first = line[i:]
			}
			last = line[i:]
		}
	}
	n := 0
	for _, w := range strings.Fields(strings.NewReplacer(",", " ", "\"", " ").Replace(last)) {
		if len(w) > 2 && !strings.Contains(first, " "+w) {
			if n++; strings.Contains(task, w) {
				n += 4
			}
		}
	}
	return n
}
