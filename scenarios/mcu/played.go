package mcu

import (
	"encoding/json"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"strings"
)

// PlayedPlayer answers the prompts of [Modelled] as a stand-in for a language model: it knows nothing but the prompt, takes a
// move whose words are in the task or in what was missing, or any. What it scores says nothing of any real model.
type PlayedPlayer struct {
	// Guesses is how often it takes any move, Rubbish how often it says nothing that is an answer; each from 0 to 1.
	Guesses, Rubbish float64
	Seed             uint64
}

var (
	actionsLine = regexp.MustCompile(`(?m)where ACTION is one of: (.*)$`)
	seekLine    = regexp.MustCompile(`(?m)where CONDITION is one of: (.*)$`)
	taskLine    = regexp.MustCompile(`(?m)Task: (.*)$`)
)

// Say answers a prompt; equal prompts get equal answers.
func (p PlayedPlayer) Say(prompt string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(prompt)) // it never fails
	rng := rand.New(rand.NewPCG(p.Seed, h.Sum64()))
	if rng.Float64() < p.Rubbish {
		return [...]string{"", "I'm sorry, but I can't help with that.", `{"move": 7}`, `{"move": "do`}[rng.IntN(4)]
	}
	find := func(r *regexp.Regexp) string {
		if m := r.FindStringSubmatch(prompt); m != nil {
			return m[1]
		}
		return ""
	}
	actions, seeks, task := strings.Split(find(actionsLine), "; "), strings.Split(find(seekLine), "; "), strings.ToLower(find(taskLine))
	move := func() string {
		if rng.Float64() >= p.Guesses {
			var fit []string
			for _, a := range actions {
				for _, w := range strings.Fields(strings.ToLower(a)) {
					if len(w) > 2 && strings.Contains(task, w) {
						fit = append(fit, "do "+a)
						break
					}
				}
			}
			for _, s := range seeks {
				if s != "" && strings.Contains(task, s) {
					fit = append(fit, "seek "+s)
				}
			}
			if strings.Contains(task, "survive") {
				fit = append(fit, "wait 60")
			}
			if strings.Contains(task, "travel") {
				fit = append(fit, "travel 20")
			}
			if len(fit) > 0 {
				return fit[rng.IntN(len(fit))]
			}
		}
		return "do " + actions[rng.IntN(len(actions))]
	}
	out := map[string]string{"thought": "this may help", "criticism": "none", "move": move(), "plan": "what the task says", "lesson": "try something else"}
	var program []string
	for range 6 {
		program = append(program, move())
	}
	out["program"] = strings.Join(program, "; ")
	b, err := json.Marshal(out)
	if err != nil {
		return ""
	}
	return string(b)
}
