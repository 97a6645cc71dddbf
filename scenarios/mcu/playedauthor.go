package mcu

import (
	"encoding/json"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"strings"
)

// PlayedAuthor answers the prompts of an [Author] as a stand-in for a language model: it knows nothing but the prompt. Kind is
// careful; errs, which writes what there isn't first, and mends it when it is told; refuses; or rubbish.
type PlayedAuthor struct{ Kind string }

var (
	itemsLine  = regexp.MustCompile(`(?m)^Items: (.*)$`)
	biomesLine = regexp.MustCompile(`(?m)^Biomes: (.*)$`)
	thingsLine = regexp.MustCompile(`(?m)^Things: (.*)$`)
	sceneLine  = regexp.MustCompile(`(?m)for this task: (.*)$`)
	beginLine  = regexp.MustCompile(`(?m)Task: (.*)$`)
)

// Say answers a prompt; equal prompts get equal answers.
func (p PlayedAuthor) Say(prompt string) string {
	switch p.Kind {
	case "refuses":
		return "I'm sorry, but I can't write that."
	case "rubbish":
		return `{"inventory": {"log": "many"`
	}
	told := strings.Contains(prompt, "was of no use")
	var out any
	if strings.Contains(prompt, "You write criteria") {
		out = p.criteria(prompt, told)
	} else {
		out = p.scene(prompt, told)
	}
	b, err := json.Marshal(out)
	if err != nil {
		return ""
	}
	return "Here it is:\n" + string(b)
}

// find is the list that a line of the prompt has.
func find(r *regexp.Regexp, prompt string) []string {
	if m := r.FindStringSubmatch(prompt); m != nil {
		return strings.Split(m[1], ", ")
	}
	return nil
}

func (p PlayedAuthor) scene(prompt string, told bool) map[string]any {
	h := fnv.New64a()
	_, _ = h.Write([]byte(prompt)) // it never fails
	rng := rand.New(rand.NewPCG(1, h.Sum64()))
	task := strings.Join(find(sceneLine, prompt), ", ")
	inventory := map[string]int{}
	items := find(itemsLine, prompt)
	for range 3 {
		if it := items[rng.IntN(len(items))]; !strings.Contains(task, it) {
			inventory[it] = 1 + rng.IntN(12)
		}
	}
	if p.Kind == "errs" && !told {
		inventory["unobtainium"] = 1
	}
	out := map[string]any{"inventory": inventory}
	if biomes := find(biomesLine, prompt); biomes != nil {
		out["biome"] = biomes[rng.IntN(len(biomes))]
		out["time"] = rng.IntN(60)
		var near []map[string]any
		for _, thing := range find(thingsLine, prompt) {
			if strings.Contains(task, thing) || rng.IntN(4) == 0 {
				near = append(near, map[string]any{"thing": thing, "far": 4 + rng.IntN(10)})
			}
		}
		out["near"] = near
	}
	return out
}

func (p PlayedAuthor) criteria(prompt string, told bool) map[string]any {
	steps := []string{}
	if p.Kind == "errs" && !told {
		steps = append(steps, "unobtainium")
	}
	text := map[string]string{}
	task := strings.Join(find(beginLine, prompt), ", ")
	for _, d := range Dimensions {
		text[string(d)] = "How good was the " + string(d) + " at this: " + task
	}
	return map[string]any{"critical_steps": steps, "materials": map[string]int{}, "text": text}
}
