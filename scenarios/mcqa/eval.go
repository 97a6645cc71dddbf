package mcqa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/adam-discovery/adam/discovery/llm"
)

// Result is what a model answered to one question.
type Result struct {
	Item   string   `json:"item"`
	Answer []string `json:"answer"`
	Right  bool     `json:"right"`
	// Fault says why there is no answer; empty: there is one.
	Fault string `json:"fault,omitempty"`
}

// Report is how a model fared.
type Report struct {
	World     string `json:"world"`
	Model     string `json:"model"`
	Questions int    `json:"questions"`
	Right     int    `json:"right"`
	Wrong     int    `json:"wrong"`
	// Unanswered are the questions without an answer; they aren't wrong.
	Unanswered int `json:"unanswered"`
	// Share is Right of those answered, with its 95% interval (Clopper-Pearson).
	Share    float64    `json:"share"`
	Interval [2]float64 `json:"interval"`
	Usage    llm.Usage  `json:"usage"`
	Results  []Result   `json:"results"`
}

// Evaluate asks every question, at most cfg.Concurrency at once. done, if not nil, is
// called after each answer with the number answered, from one goroutine at a time. If
// ctx ends early, the error is its own, and the report holds what was answered.
func Evaluate(ctx context.Context, s Set, cfg llm.Config, ask llm.Completer, done func(n int)) (Report, error) {
	r := Report{World: s.World, Model: cfg.Model, Questions: len(s.Questions), Results: make([]Result, len(s.Questions))}
	var mu sync.Mutex
	var wg sync.WaitGroup
	finished := 0
	slots := make(chan struct{}, cfg.Concurrency)
	for i, q := range s.Questions {
		slots <- struct{}{}
		if ctx.Err() != nil {
			r.Results[i] = Result{Item: q.Item, Fault: "not asked"}
			<-slots
			continue
		}
		wg.Go(func() {
			defer func() { <-slots }()
			reply, err := ask.Complete(ctx, s.request(q, cfg))
			res := Result{Item: q.Item}
			if err != nil {
				res.Fault = err.Error()
			} else if answer, ok := parse(reply.Text); !ok {
				res.Fault = "the reply holds no answer"
			} else {
				res.Answer, res.Right = answer, q.Right(answer)
			}
			mu.Lock()
			defer mu.Unlock()
			r.Results[i] = res
			r.Usage.Calls += reply.Usage.Calls
			r.Usage.PromptTokens += reply.Usage.PromptTokens
			r.Usage.CompletionTokens += reply.Usage.CompletionTokens
			r.Usage.Seconds += reply.Usage.Seconds
			r.Usage.USD += reply.Usage.USD
			finished++
			if done != nil {
				done(finished)
			}
		})
	}
	wg.Wait()
	for _, x := range r.Results {
		switch {
		case x.Fault != "":
			r.Unanswered++
		case x.Right:
			r.Right++
		default:
			r.Wrong++
		}
	}
	r.Interval = [2]float64{0, 1}
	if n := r.Right + r.Wrong; n > 0 {
		r.Share = float64(r.Right) / float64(n)
		if r.Right > 0 {
			r.Interval[0] = distuv.Beta{Alpha: float64(r.Right), Beta: float64(r.Wrong + 1)}.Quantile(.025)
		}
		if r.Wrong > 0 {
			r.Interval[1] = distuv.Beta{Alpha: float64(r.Right + 1), Beta: float64(r.Wrong)}.Quantile(.975)
		}
	}
	return r, ctx.Err()
}

var answerSchema = json.RawMessage(`{"type":"object","properties":{"ingredients":{"type":"array","items":{"type":"string"}}},"required":["ingredients"],"additionalProperties":false}`)

func (s Set) request(q Question, cfg llm.Config) llm.Request {
	r := llm.Request{Model: cfg.Model, Temperature: cfg.Temperature, MaxTokens: cfg.MaxTokens}
	if !cfg.Text {
		r.Schema = answerSchema
	}
	r.Messages = append(r.Messages, llm.Message{Role: "system", Text: "You answer questions about recipes of a game: " + s.Game + `.
Name the ingredients that are used up when the item is made, each once, without quantities, and without tools or stations that stay. Where there are several recipes, any one is right. Write names as the game's identifiers do, in lower case with underscores.
Answer in the form {ingredient, ingredient}. Where a reply has to be JSON, write {"ingredients": ["ingredient", "ingredient"]}.`})
	ask := func(item string) llm.Message {
		return llm.Message{Role: "user", Text: fmt.Sprintf("What are the ingredients of %s?", item)}
	}
	for _, e := range q.Examples {
		r.Messages = append(r.Messages, ask(e.Item), llm.Message{Role: "assistant", Text: "{" + strings.Join(e.Answer, ", ") + "}"})
	}
	r.Messages = append(r.Messages, ask(q.Item))
	return r
}

var braces = regexp.MustCompile(`\{([^{}]*)\}`)

// parse reads the ingredients: the last JSON object of the schema, or the last
// {ingredient, ingredient}.
func parse(text string) ([]string, bool) {
	all := braces.FindAllStringSubmatch(text[:min(len(text), 1<<16)], -1)
	for i := len(all) - 1; i >= 0; i-- {
		var v struct{ Ingredients []string }
		err := json.Unmarshal([]byte(all[i][0]), &v)
		if err == nil && v.Ingredients != nil {
			return names(v.Ingredients), true
		}
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) && strings.TrimSpace(all[i][1]) != "" {
			return names(strings.Split(all[i][1], ",")), true
		}
	}
	return nil, false
}

// counted is a quantity before or behind a name.
var counted = regexp.MustCompile(`^\d+ *[x×]? +| +[x×]? *\d+$|×\d+$`)

// names brings names into the game's form.
func names(list []string) []string {
	out := []string{}
	for _, n := range list {
		n = strings.ToLower(strings.Trim(strings.TrimSpace(n), "\"'`."))
		n = counted.ReplaceAllString(strings.TrimPrefix(n, "minecraft:"), "")
		if n = strings.NewReplacer(" ", "_", "-", "_").Replace(strings.TrimSpace(n)); n != "" {
			out = append(out, n)
		}
	}
	return out
}
