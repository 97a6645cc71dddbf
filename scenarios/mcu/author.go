package mcu

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/land"
)

// Author has a language model write scenes, and criteria, with the paper's soft constraints (MCU, sections 3.2.2 and 3.3). It isn't
// trusted: what it writes is read as a scene file is, and tried by an expert; what doesn't hold goes back with the reason. It is
// used by one goroutine at a time.
type Author struct {
	Game  *Game
	Ask   llm.Completer
	Model string // its name at the server
	// Tries is how often it is asked for one thing at most, at least 1.
	Tries int

	asked int
}

// Written is what became of a scene that a model was to write: the last one that could be read.
type Written struct {
	Scene Scene `json:"scene"`
	// First: the first answer was a scene that the expert solved. Solved: one was in the end.
	First  bool `json:"solvable_before"`
	Solved bool `json:"solvable_after"`
	// Faults are why answers went back, in their order.
	Faults []string `json:"faults"`
}

// longestFault is how much of a fault is kept and told.
const longestFault = 300

// scene is what a model writes of a scene; the rest of it is set here.
type scene struct {
	Inventory map[string]int `json:"inventory"`
	Biome     string         `json:"biome"`
	Time      int            `json:"time"`
	Weather   string         `json:"weather"`
	Vitals    map[string]int `json:"vitals"`
	Near      []land.Near    `json:"near"`
}

// Scene has the model write the n-th scene of a task, until the expert solves one or the tries are used up. Its error is that of
// ctx or of the world: who answers rubbish, or refuses, is told of in the faults.
func (a *Author) Scene(ctx context.Context, t Task, d Difficulty, n int, seed uint64) (Written, error) {
	out := Written{Faults: []string{}}
	expert := (&Verifier{Generator: Generator{Game: a.Game}}).expert()
	for range max(1, a.Tries) {
		text, err := a.say(ctx, a.sceneRequest(t, d, n), out.Faults)
		if err != nil {
			return out, err
		}
		s, err := a.readScene(ctx, text, t, d, n, seed)
		if err != nil {
			out.Faults = append(out.Faults, fault(err))
			continue
		}
		out.Scene = s
		p, err := a.Game.Play(ctx, roomy(s), expert)
		if err != nil {
			return out, err
		}
		if p.Verdict.Done {
			out.First, out.Solved = len(out.Faults) == 0, true
			return out, nil
		}
		out.Faults = append(out.Faults, fault(fmt.Errorf("an expert couldn't do the task from there: %s", p.End)))
	}
	return out, nil
}

// fault is an error as it is told to a model, and to people.
func fault(err error) string {
	text := interaction.Shown(strings.ReplaceAll(err.Error(), "\n", "; "))
	if len(text) > longestFault {
		text = strings.ToValidUTF8(text[:longestFault], "") + "..."
	}
	return text
}

// say asks, with the faults of earlier answers. A model that fails says nothing.
func (a *Author) say(ctx context.Context, request string, faults []string) (string, error) {
	a.asked++
	if n := len(faults); n > 0 {
		request += fmt.Sprintf("\nYour answer number %d was of no use: %s. Write it anew.", n, faults[n-1])
	}
	r, err := a.Ask.Complete(ctx, llm.Request{Model: a.Model, Temperature: .7, MaxTokens: 1200, Sample: a.asked, Messages: []llm.Message{{Role: "user", Text: request}}})
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", nil
	}
	return r.Text, nil
}

// soft are the constraints by difficulty.
var soft = map[Difficulty]string{
	Simple: "All that the last step takes is in the inventory, with one or two useless things. What it is done to is near (2 to 5 cells). It is day, and clear.",
	Medium: "What has to be made for the last step isn't in the inventory, but what that is made of is, with one to three useless things. What it is done to has to be looked for. It may be dusk, or rain.",
	Hard:   "Nothing of use is in the inventory, but two to five useless things. It begins where what is wanted isn't, late in the day, and hurt, with what hurts near (5 to 10 cells).",
}

// sceneRequest asks for a scene.
func (a *Author) sceneRequest(t Task, d Difficulty, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "You set scenes for a game. Write scene %d for this task: %s\nDifficulty: %s. %s\n", n+1, t.Goal(), d, soft[d])
	var items []string
	for _, f := range a.Game.Graph.Factors {
		if f.Kind == interaction.Item {
			items = append(items, f.Name)
		}
	}
	fmt.Fprintf(&b, "Items: %s\n", strings.Join(items, ", "))
	fields := `"inventory": {"ITEM": NUMBER}`
	if a.Game.Land != nil {
		m := a.Game.Rules.Map
		fields += `, "biome": "BIOME", "time": STEP, "weather": "WEATHER", "vitals": {"VITAL": LEVEL}, "near": [{"thing": "THING", "far": CELLS}]`
		var biomes, things, weather, vitals []string
		for _, x := range m.Biomes {
			biomes = append(biomes, x.Name)
		}
		for _, x := range m.Places {
			things = append(things, x.Name)
		}
		for _, x := range m.Weather {
			weather = append(weather, x.Name)
		}
		for _, x := range m.Vitals {
			vitals = append(vitals, fmt.Sprintf("%s (full: %d)", x.Name, a.Game.Rules.Factor(x.Name).Max))
		}
		fmt.Fprintf(&b, "Biomes: %s\nThings: %s\nWeather: %s; empty: clear\nVitals: %s; left out: full\nA day has %d steps; it is dusk from %d on, and night from %d on\n",
			strings.Join(biomes, ", "), strings.Join(things, ", "), strings.Join(weather, ", "), strings.Join(vitals, ", "), m.Day, m.Day*3/5, m.Day*7/10)
	}
	b.WriteString("Rules:\n- What is to be got is never in the inventory.\n- Give more of what is needed than is needed: numbers are easily wrong.\n- What has to stand beside whoever does the last step is in the inventory, or can be made.\n- Use these names only, and nothing that can't be reached: things are from 2 to 40 cells off.\n- The task can be done from there. Scenes of a task differ.\n")
	fmt.Fprintf(&b, "Answer with JSON: {%s}", fields)
	return b.String()
}

// readScene reads what a model wrote. Its error says what is wrong with it.
func (a *Author) readScene(ctx context.Context, text string, t Task, d Difficulty, n int, seed uint64) (Scene, error) {
	var w scene
	if err := strictly(text, &w); err != nil {
		return Scene{}, err
	}
	s := Scene{Format: SceneFormat, World: a.Game.Name, Task: t.ID, Goal: t.Goal(), Difficulty: d, Seed: seed<<16 ^ uint64(n), Inventory: w.Inventory,
		Biome: w.Biome, Time: w.Time, Weather: w.Weather, Vitals: w.Vitals, Near: w.Near, Moves: 1, Steps: 1}
	if s.Inventory == nil {
		s.Inventory = map[string]int{}
	}
	if err := a.Game.Valid(s); err != nil {
		return Scene{}, err
	}
	for _, stage := range t.Spec.Stages {
		for _, g := range stage {
			for _, x := range g.Want {
				if s.Inventory[x.Name] > 0 {
					return Scene{}, fmt.Errorf("%s is to be got, and is in the inventory", x.Name)
				}
			}
		}
	}
	c, err := a.Game.Criteria(ctx, s)
	if err != nil {
		return Scene{}, err
	}
	s.Moves, s.Steps = a.Game.budget(d, c.Moves, 0)
	return s, a.Game.Valid(s)
}

// errNoAnswer: a model wrote nothing that can be read.
var errNoAnswer = errors.New("it answered nothing that is one JSON object")

// strictly reads the one object in a text that a model wrote.
func strictly(text string, into any) error {
	found := object(text)
	if found == "" {
		if text = strings.Join(strings.Fields(text), " "); text != "" {
			return fmt.Errorf("%w, but %q", errNoAnswer, text)
		}
		return errNoAnswer
	}
	d := json.NewDecoder(bytes.NewReader([]byte(found)))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("it can't be read: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errNoAnswer
	}
	return nil
}

// WrittenCriteria is what became of criteria that a model was to write.
type WrittenCriteria struct {
	Criteria Criteria `json:"criteria"`
	// Held: they hold in the end, and are the model's; else they are those of the tree.
	Held   bool     `json:"held"`
	Faults []string `json:"faults"`
}

// criteria is what a model writes of criteria.
type criteria struct {
	Steps     []string             `json:"critical_steps"`
	Materials map[string]int       `json:"materials"`
	Text      map[Dimension]string `json:"text"`
}

// Criteria has the model write the criteria of a scene, until they hold or the tries are used up: every dimension has some, what
// they name is known, and the expert, who does the task, needs the critical steps. Scores stay those of the tree's plan.
func (a *Author) Criteria(ctx context.Context, s Scene) (WrittenCriteria, error) {
	out := WrittenCriteria{Faults: []string{}}
	tree, err := a.Game.Criteria(ctx, s)
	if err != nil {
		return out, err
	}
	out.Criteria = tree
	p, err := a.Game.Play(ctx, roomy(s), (&Verifier{Generator: Generator{Game: a.Game}}).expert())
	if err != nil {
		return out, err
	}
	for range max(1, a.Tries) {
		text, err := a.say(ctx, a.criteriaRequest(s), out.Faults)
		if err != nil {
			return out, err
		}
		var w criteria
		if err = strictly(text, &w); err == nil {
			err = a.holds(w, p)
		}
		if err != nil {
			out.Faults = append(out.Faults, fault(err))
			continue
		}
		out.Held = true
		out.Criteria.Steps, out.Criteria.Materials, out.Criteria.Text = w.Steps, w.Materials, w.Text
		return out, nil
	}
	return out, nil
}

// criteriaRequest asks for criteria.
func (a *Author) criteriaRequest(s Scene) string {
	var b strings.Builder
	fmt.Fprintf(&b, "You write criteria by which agents that play a game are judged. Task: %s\nThe agent begins with: %s\n", s.Goal, interaction.FormatAmounts(interaction.SortedAmounts(s.Inventory)))
	var names []string
	for _, f := range a.Game.Graph.Factors {
		names = append(names, f.Name)
	}
	fmt.Fprintf(&b, "What there is: %s\nRules:\n- Critical steps are what has to be had on the way, in order, by these names only; nothing that can be done without.\n- Write one or two sentences on each of:", strings.Join(names, ", "))
	for _, d := range Dimensions {
		fmt.Fprintf(&b, " %s;", d)
	}
	b.WriteString("\nAnswer with JSON: {\"critical_steps\": [\"NAME\"], \"materials\": {\"NAME\": NUMBER}, \"text\": {")
	for i, d := range Dimensions {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q: \"...\"", string(d))
	}
	b.WriteString("}}")
	return b.String()
}

// holds reports what is wrong with criteria, beside what an expert did.
func (a *Author) holds(w criteria, p Played) error {
	const longest = 600
	for _, d := range Dimensions {
		switch text := strings.TrimSpace(w.Text[d]); {
		case text == "":
			return fmt.Errorf("nothing is said of %s", d)
		case len(text) > longest:
			return fmt.Errorf("too much is said of %s: at most %d bytes", d, longest)
		}
		w.Text[d] = interaction.Shown(w.Text[d])
	}
	if len(w.Text) > len(Dimensions) {
		return fmt.Errorf("there are %d dimensions, and %d are written of", len(Dimensions), len(w.Text))
	}
	got := map[string]int{}
	maps.Copy(got, p.Start)
	for _, e := range p.Events {
		for f, n := range e.Changes {
			got[f] += max(0, n)
		}
	}
	for _, name := range slices.Concat(w.Steps, slices.Sorted(maps.Keys(w.Materials))) {
		if a.Game.Graph.Factor(name) == nil {
			return fmt.Errorf("there is no %q", interaction.Shown(name))
		}
	}
	for _, name := range w.Steps {
		if p.Verdict.Done && got[name] == 0 {
			return fmt.Errorf("%s is no critical step: an expert did the task without it", name)
		}
	}
	for name, n := range w.Materials {
		if n < 1 || n > mostHeld {
			return fmt.Errorf("nobody uses %d %s", n, name)
		}
	}
	return nil
}
