package mcu

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/interaction"
)

// Style is how an agent has a language model play.
type Style string

// The styles, each of a published agent, in meaning: prompts are this project's own.
const (
	// ReAct asks for a thought and a move, again and again (Yao et al., 2023).
	ReAct Style = "react"
	// Reflexion is ReAct that has the model say after a failed episode what to do otherwise, and tells it so in the next ones
	// (Shinn et al., 2023).
	Reflexion Style = "reflexion"
	// AutoGPT has it list sub-goals first, and criticise itself before each move (Richards, 2023).
	AutoGPT Style = "autogpt"
	// Voyager has it write whole programs, here lists of moves, which are tried, mended by what came of them, and kept as skills
	// when they worked (Wang et al., 2023).
	Voyager Style = "voyager"
)

// Styles are all of them.
var Styles = []Style{ReAct, Reflexion, AutoGPT, Voyager}

// Modelled is an agent that asks a language model. The model is told what people call things: the task, what there is, what
// is around, and what the moves do by their labels; which is more than the agents of this project know.
type Modelled struct {
	Style Style
	Model string // its name at the server
	Ask   llm.Completer
	// Sightless: it isn't told what is around it.
	Sightless bool

	lessons []string
	skills  map[string][]string // moves that worked, by task
	asked   int
	mute    error // why the latest question wasn't answered
}

// Eyes implements [Agent].
func (m *Modelled) Eyes() Eyesight { return Eyesight(!m.Sightless) }

const (
	// latest is how many moves a model is reminded of, rubbishes how often in a row it may answer nothing that is a move, and
	// programs how often a program is mended (Voyager asks four times).
	latest, rubbishes, programs = 12, 3, 4
	mostTokens                  = 400
)

// play is an episode of a model.
type play struct {
	*Modelled
	arena   *Arena
	task    string
	history []string
	plan    string
}

// Play implements [Agent]. Whoever doesn't answer, or answers rubbish, gives up; nothing is made up in its place.
func (m *Modelled) Play(ctx context.Context, a *Arena, spec controller.Task) error {
	p := &play{Modelled: m, arena: a, task: spec.String()}
	m.mute = nil
	var err error
	if m.Style == Voyager {
		err = p.programs(ctx)
	} else {
		err = p.steps(ctx)
	}
	if m.Style == Reflexion && !a.Verdict().Done && ctx.Err() == nil {
		if text, ok := p.say(ctx, "The task wasn't done. Say in one sentence what to do otherwise next time, as JSON: {\"lesson\": \"...\"}", "lesson"); ok {
			m.lessons = append(m.lessons, text)
			m.lessons = m.lessons[max(0, len(m.lessons)-3):]
		}
	}
	return err
}

// prompt says what the game is and how it stands.
func (p *play) prompt(want string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "You play a game. Task: %s\n", p.task)
	fmt.Fprintf(&b, "Moves:\n- do ACTION, where ACTION is one of: %s\n", strings.Join(p.arena.labels(), "; "))
	if len(p.arena.game.Conditions) > 0 {
		var all []string
		for _, c := range p.arena.game.Conditions {
			all = append(all, c.String())
		}
		fmt.Fprintf(&b, "- seek CONDITION, where CONDITION is one of: %s\n- wait N steps\n- travel N cells\n", strings.Join(all, "; "))
	}
	fmt.Fprintf(&b, "- stop, if the task is done or can't be done\n")
	fmt.Fprintf(&b, "You have: %s\n", p.arena.now)
	if !p.Sightless {
		var around []string
		for _, c := range p.arena.Around() {
			around = append(around, c.String())
		}
		fmt.Fprintf(&b, "Around you: %s\n", strings.Join(around, "; "))
	}
	for _, l := range p.lessons {
		fmt.Fprintf(&b, "A lesson of an earlier try: %s\n", l)
	}
	if p.plan != "" {
		fmt.Fprintf(&b, "Your plan: %s\n", p.plan)
	}
	if moves := p.skills[p.task]; moves != nil {
		fmt.Fprintf(&b, "A program that worked before: %s\n", strings.Join(moves, ", then "))
	}
	fmt.Fprintf(&b, "So far:\n%s\n", strings.Join(p.history[max(0, len(p.history)-latest):], "\n"))
	b.WriteString(want)
	return b.String()
}

// say asks for one text under a name; false: there was none.
func (p *play) say(ctx context.Context, want, name string) (string, bool) {
	p.asked++
	r, err := p.Ask.Complete(ctx, llm.Request{Model: p.Model, Temperature: .3, MaxTokens: mostTokens, Sample: p.asked,
		Messages: []llm.Message{{Role: "user", Text: p.prompt(want)}}})
	p.mute = unanswered(err)
	if err != nil {
		return "", false
	}
	var out map[string]any
	if json.Unmarshal([]byte(object(r.Text)), &out) != nil {
		return "", false
	}
	const longest = 300
	text, ok := out[name].(string)
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "")
	}
	return interaction.Shown(text), ok && text != ""
}

// unanswered is the error for which a model said nothing; nil: it did, if only rubbish.
func unanswered(err error) error {
	var f *llm.Fault
	if errors.As(err, &f) && f.Class == llm.Garbled {
		return nil
	}
	return err
}

// object is the part of a text from its first brace to its last.
func object(text string) string {
	i, j := strings.Index(text, "{"), strings.LastIndex(text, "}")
	if i < 0 || j < i {
		return ""
	}
	return text[i : j+1]
}

// steps plays move by move.
func (p *play) steps(ctx context.Context) error {
	want := `Think, then choose one move, as JSON: {"thought": "...", "move": "..."}`
	if p.Style == AutoGPT {
		p.plan, _ = p.say(ctx, `List the sub-goals, in order, as JSON: {"plan": "first ..., then ..."}`, "plan")
		want = `Criticise what you did, then choose one move, as JSON: {"criticism": "...", "move": "..."}`
	}
	for bad := 0; bad < rubbishes; {
		if err := ctx.Err(); err != nil {
			return err
		}
		text, ok := p.say(ctx, want, "move")
		if !ok {
			bad++
			continue
		}
		more, err := p.do(ctx, text)
		if err != nil {
			return err
		}
		if !more {
			return nil
		}
		bad = 0
	}
	return ctx.Err()
}

// programs plays by lists of moves.
func (p *play) programs(ctx context.Context) error {
	for range programs {
		text, ok := p.say(ctx, `Write a program: the moves in order, separated by semicolons, as JSON: {"program": "move; move; move"}`, "program")
		if !ok {
			continue
		}
		var moves []string
		for _, line := range strings.Split(text, ";") {
			line = strings.TrimSpace(line)
			if line == "" {
				continue
			}
			moves = append(moves, line)
			more, err := p.do(ctx, line)
			if p.arena.Verdict().Done {
				if p.skills == nil {
					p.skills = map[string][]string{}
				}
				p.skills[p.task] = moves
			}
			if err != nil {
				return err
			}
			if !more {
				break
			}
		}
	}
	return ctx.Err()
}

// do makes a move; more is false when it is to stop.
func (p *play) do(ctx context.Context, text string) (more bool, err error) {
	before := p.arena.now
	verb, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	verb, rest = strings.ToLower(verb), strings.TrimSpace(rest)
	said := ""
	switch verb {
	case "stop":
		return false, nil
	case "do":
		action, ok := p.arena.labelled(rest)
		if !ok {
			said = "there is no such action"
			break
		}
		_, err = p.arena.Act(ctx, action)
	case "seek":
		i := slices.IndexFunc(p.arena.game.Conditions, func(c controller.Condition) bool { return c.String() == rest })
		if i < 0 {
			said = "there is no such condition"
			break
		}
		var found bool
		if found, err = p.arena.Seek(ctx, p.arena.game.Conditions[i:i+1], ""); !found {
			said = "not found"
		}
	case "wait", "travel":
		n, nerr := strconv.Atoi(strings.Fields(rest + " x")[0])
		if nerr != nil || n < 1 || n > MostSteps {
			said = "how long, or how far?"
			break
		}
		if verb == "wait" {
			err = p.arena.Survive(ctx, n)
		} else {
			_, err = p.arena.Travel(ctx, n)
		}
	default:
		said = "that is no move"
	}
	if err != nil && !isFault(err) {
		return false, tolerated(err)
	}
	if err != nil {
		said = "it couldn't be done"
	}
	if changes := interaction.Changes(before, p.arena.now); len(changes) > 0 {
		said = interaction.FormatChanges(changes)
	} else if said == "" {
		said = "nothing came of it"
	} else if err == nil {
		// What isn't a move takes one all the same: else nobody could count on an end.
		if merr := p.arena.move(); merr != nil {
			return false, merr
		}
		p.arena.moved("say")
	}
	p.history = append(p.history, interaction.Shown(text)+" -> "+said)
	return true, nil
}

// labels are what people call the actions.
func (a *Arena) labels() (out []string) {
	for _, id := range a.Actions() {
		out = append(out, a.label(id))
	}
	return out
}

// label is what people call the action, or its name if they don't.
func (a *Arena) label(id interaction.Action) string {
	if l, ok := a.watch.World.(interaction.Labeler); ok && l.Label(id) != "" {
		return interaction.Shown(l.Label(id))
	}
	return string(id)
}

// labelled is the action that people call so.
func (a *Arena) labelled(label string) (interaction.Action, bool) {
	for _, id := range a.Actions() {
		if strings.EqualFold(a.label(id), label) {
			return id, true
		}
	}
	return "", false
}
