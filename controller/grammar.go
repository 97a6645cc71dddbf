package controller

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/adam-discovery/adam/interaction"
)

// Grammar parses tasks composed as in MCU (section 3.2, in meaning) of factors with
// quantities:
//
//	task  = [ "given" items "," ] stage { "then" stage } [ "given" items ]
//	stage = goal { "or" goal }
//	goal  = what { how | condition }
//	what  = items | "use" item { "and" item } | "survive" quantity [ "steps" ] | "travel" quantity [ "cells" ] | "be" condition
//	how   = "with" item { "and" item } | "without" item { "and" item } | "bare-handed" | "without losing" vital
//	condition = "near" thing | "in" biome | "at" time | "during" weather | "while" brightness
//	items = [ verb ] [ quantity ] item { "and" [ verb ] [ quantity ] item }
//
// Commas count as "and". Articles and capitals mean nothing, and verbs nothing to a planner: the first one of a goal is
// kept, for a judge. Words of a name may be apart, and in the plural. "And" binds closest: "a bowl and a chest or a
// furnace" leaves the choice between both of the first and the last.
type Grammar struct {
	// Factors are the names that are known.
	Factors []string
	// Conditions are those that a goal can have; empty: none.
	Conditions []Condition
}

var _ Parser = Grammar{}

// ErrTask is wrapped by everything that Parse reports.
var ErrTask = errors.New("the task isn't understood")

// UnknownFactor says that a task names a factor that isn't known. It is an [ErrTask].
type UnknownFactor struct {
	Name string
	// Near are the known names most like it, at most three, the nearest first.
	Near []string
}

// Error names the factor and what may have been meant.
func (u *UnknownFactor) Error() string {
	s := fmt.Sprintf("no factor %q is known", u.Name)
	if len(u.Near) > 0 {
		s += "; did you mean " + strings.Join(u.Near, " or ") + "?"
	}
	return s
}

// Is makes it an [ErrTask].
func (u *UnknownFactor) Is(target error) bool { return target == ErrTask }

// mostNear is how many names are suggested.
const mostNear = 3

// MaxQuantity is the largest quantity of a task.
const MaxQuantity = 10_000

var (
	verbs = []string{"obtain", "get", "craft", "make", "mine", "collect", "gather", "smelt", "find", "build", "have", "dig", "chop", "produce", "hunt", "place", "break"}
	// presences begin a goal that is to be where something holds.
	presences = []string{"be", "stand", "stay"}
	// hows begin how something is to be done.
	hows     = []string{"with", "using", "without", "bare-handed", "barehanded"}
	articles = map[string]int{"a": 1, "an": 1, "the": 1, "some": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5,
		"six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}
	joints = append([]string{"and", "or", "then", "given", ","}, hows...)
)

// Parse implements [Parser]. Its errors wrap [ErrTask]; one of them is
// [*UnknownFactor].
func (g Grammar) Parse(_ context.Context, text string) (Task, error) {
	p := &parse{grammar: g, words: tokens(text)}
	t := Task{Text: strings.TrimSpace(text)}
	if err := p.task(&t); err != nil {
		return Task{}, fmt.Errorf("task %q: %w", t.Text, err)
	}
	return t, nil
}

// Start parses what somebody has, as "3 log, 2 sticks and a crafting table";
// or as "log=3, crafting_table"; an empty text, or "nothing", is nothing. Its
// errors are those of Parse.
func (g Grammar) Start(text string) (interaction.State, error) {
	p := &parse{grammar: g, words: tokens(assigned.ReplaceAllString(text, "$2 $1"))}
	if len(p.words) == 0 || len(p.words) == 1 && p.words[0] == "nothing" {
		return interaction.State{}, nil
	}
	items, err := p.items()
	if err == nil && p.peek() != "" {
		err = fmt.Errorf("%w: %q isn't expected there", ErrTask, p.peek())
	}
	if err != nil {
		return interaction.State{}, fmt.Errorf("start %q: %w", text, err)
	}
	return interaction.StateOf(table(items)), nil
}

// assigned is an item with its quantity, as "log=3".
var assigned = regexp.MustCompile(`([^\s,;=]+)=(\d+)`)

// tokens are the words, without capitals, and the commas; "craft 8 planks, then"
// is "craft", "8", "planks", "then".
func tokens(text string) []string {
	var out []string
	for _, w := range strings.Fields(strings.NewReplacer(",", " , ", ";", " , ").Replace(strings.ToLower(text))) {
		if w = strings.TrimRight(w, ".!"); w == "" {
			continue
		}
		joined := len(out) > 0 && out[len(out)-1] == ","
		switch {
		case w == "," && (len(out) == 0 || slices.Contains(joints, out[len(out)-1])):
			continue
		case joined && slices.Contains(joints, w):
			out[len(out)-1] = w // "x, and y" is "x and y"
		default:
			out = append(out, w)
		}
	}
	for len(out) > 0 && out[len(out)-1] == "," {
		out = out[:len(out)-1]
	}
	return out
}

type parse struct {
	grammar Grammar
	words   []string
}

func (p *parse) peek() string {
	if len(p.words) == 0 {
		return ""
	}
	return p.words[0]
}

func (p *parse) take(words ...string) bool {
	if len(p.words) > 0 && slices.Contains(words, p.words[0]) {
		p.words = p.words[1:]
		return true
	}
	return false
}

func (p *parse) task(t *Task) error {
	if p.take("given") {
		var err error
		if t.Given, err = p.given(); err != nil {
			return err
		}
	}
	for {
		stage, err := p.stage()
		if err != nil {
			return err
		}
		t.Stages = append(t.Stages, stage)
		if !p.take("then") {
			break
		}
	}
	if p.take("given") {
		more, err := p.items()
		if err != nil {
			return err
		}
		t.Given = sum(append(t.Given, more...))
	}
	if w := p.peek(); w != "" {
		return fmt.Errorf("%w: %q isn't expected there", ErrTask, w)
	}
	return nil
}

// given are the items before the first word that begins a goal: "given 3 log, craft a bowl".
func (p *parse) given() ([]interaction.Amount, error) {
	var out []interaction.Amount
	for {
		s, err := p.item()
		if err != nil {
			return nil, err
		}
		out = append(out, s)
		if !p.take("and", ",", "then") {
			return nil, fmt.Errorf("%w: after what is given a goal must follow, with a verb, as in: given 3 log, craft a bowl", ErrTask)
		}
		if slices.Contains(verbs, p.peek()) || p.doing() != "" {
			return sum(out), nil
		}
	}
}

// doing is the word that begins a goal that isn't to have something: to use, to survive, to travel, or to be where something
// holds; empty: no such goal begins.
func (p *parse) doing() string {
	switch word := p.peek(); {
	case p.number("survive"), p.number("travel"), word == "use" && !slices.Contains(p.grammar.Factors, "use"),
		slices.Contains(presences, word) && len(p.grammar.Conditions) > 0:
		return word
	}
	return ""
}

func (p *parse) stage() ([]Goal, error) {
	var out []Goal
	for {
		g, err := p.goal()
		if err != nil {
			return nil, err
		}
		out = append(out, g)
		if !p.take("or") {
			return out, nil
		}
	}
}

// goal reads what is to be had or done, and then how and where.
func (p *parse) goal() (g Goal, err error) {
	there := false
	switch word := p.doing(); word {
	case "survive":
		g.Survive, err = p.quantity("survive", "steps", "step")
	case "travel":
		g.Travel, err = p.quantity("travel", "cells", "cell")
	case "use":
		p.take("use")
		g.Use, err = p.names()
	case "":
		if slices.Contains(verbs, p.peek()) {
			g.Verb = p.peek()
		}
		g.Want, err = p.items()
	default:
		p.take(word)
		there = true
	}
	for err == nil {
		p.comma()
		switch word := p.peek(); {
		case word == "with" || word == "using":
			p.take("with", "using")
			var more []string
			more, err = p.names()
			g.With = union(g.With, more)
		case word == "without" && len(p.words) > 1 && p.words[1] == "losing":
			p.words = p.words[2:]
			var more []string
			more, err = p.names()
			g.Unhurt = union(g.Unhurt, more)
		case word == "without":
			p.take("without")
			var more []string
			more, err = p.names()
			g.Without = union(g.Without, more)
		case word == "bare-handed" || word == "barehanded":
			p.take("bare-handed", "barehanded")
			g.Bare = true
		default:
			c, ok, cerr := p.condition()
			if cerr != nil || !ok {
				if cerr == nil && there && len(g.Where) == 0 {
					cerr = fmt.Errorf("%w: where to be is missing, as in: be near water", ErrTask)
				}
				return g, cerr
			}
			g.Where = append(g.Where, c)
		}
	}
	return g, err
}

// number reports whether the words are the verb and a number, where no factor has that name.
func (p *parse) number(verb string) bool {
	if len(p.words) < 2 || p.words[0] != verb {
		return false
	}
	_, err := strconv.Atoi(p.words[1])
	return err == nil
}

// quantity reads the verb, a number and its unit, which may be left out.
func (p *parse) quantity(verb string, units ...string) (int, error) {
	n, err := strconv.Atoi(p.words[1])
	p.words = p.words[2:]
	p.take(units...)
	if err != nil || n < 1 || n > MaxQuantity {
		return 0, fmt.Errorf("%w: what follows %q must be from 1 to %d", ErrTask, verb, MaxQuantity)
	}
	return n, nil
}

// names reads factors without quantities.
func (p *parse) names() (out []string, err error) {
	for {
		s, err := p.item()
		if err != nil {
			return nil, err
		}
		out = union(out, []string{s.Name})
		if p.comma(); !p.take("and", ",") {
			return out, nil
		}
	}
}

// union are the names of both, in the order in which they come first.
func union(names, more []string) []string {
	for _, n := range more {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// comma skips a comma or an "and" before a condition, or before how something is to be done.
func (p *parse) comma() {
	if len(p.words) < 2 || p.words[0] != "," && p.words[0] != "and" {
		return
	}
	rest := parse{grammar: p.grammar, words: p.words[1:]}
	if _, ok, err := rest.condition(); ok && err == nil || slices.Contains(hows, rest.peek()) {
		p.words = p.words[1:]
	}
}

func (p *parse) items() ([]interaction.Amount, error) {
	var out []interaction.Amount
	for {
		s, err := p.item()
		if err != nil {
			return nil, err
		}
		out = append(out, s)
		if p.comma(); !p.take("and", ",") {
			return sum(out), nil
		}
	}
}

// sum adds up equal items, in the order in which they come first, within the
// largest quantity.
func sum(stacks []interaction.Amount) []interaction.Amount {
	var out []interaction.Amount
	for _, s := range stacks {
		if i := slices.IndexFunc(out, func(o interaction.Amount) bool { return o.Name == s.Name }); i >= 0 {
			out[i].Level = min(MaxQuantity, out[i].Level+s.Level)
		} else {
			out = append(out, s)
		}
	}
	return out
}

func (p *parse) item() (interaction.Amount, error) {
	p.take(verbs...)
	n, counted := 1, false
	for w := p.peek(); ; w = p.peek() {
		if v, err := strconv.Atoi(w); err == nil && !counted {
			if v < 1 || v > MaxQuantity {
				return interaction.Amount{}, fmt.Errorf("%w: a quantity must be from 1 to %d, not %d", ErrTask, MaxQuantity, v)
			}
			n, counted = v, true
		} else if v, ok := articles[w]; ok && !counted {
			n, counted = v, true
		} else {
			break
		}
		p.words = p.words[1:]
	}
	// A name may hold a word that joins, as flint_and_steel does.
	for k := len(p.words); k > 1; k-- {
		if factor := strings.Join(p.words[:k], "_"); slices.Contains(p.grammar.Factors, factor) {
			p.words = p.words[k:]
			return interaction.Amount{Name: factor, Level: n}, nil
		}
	}
	var name []string
	for len(p.words) > 0 && !slices.Contains(joints, p.words[0]) && !p.conditional() {
		name = append(name, p.words[0])
		p.words = p.words[1:]
	}
	if len(name) == 0 {
		after := p.peek()
		if after == "" {
			return interaction.Amount{}, fmt.Errorf("%w: a factor is missing at the end", ErrTask)
		}
		return interaction.Amount{}, fmt.Errorf("%w: a factor is missing before %q", ErrTask, after)
	}
	factor, err := p.grammar.resolve(name)
	return interaction.Amount{Name: factor, Level: n}, err
}

// resolve finds the factor that the words name.
func (g Grammar) resolve(words []string) (string, error) {
	name := strings.ReplaceAll(strings.Join(words, "_"), "-", "_")
	tries := []string{strings.Join(words, " "), strings.Join(words, "_"), name, name + "s"}
	for _, ending := range []string{"s", "es"} {
		if stem, ok := strings.CutSuffix(name, ending); ok {
			tries = append(tries, stem)
		}
	}
	if stem, ok := strings.CutSuffix(name, "ves"); ok {
		tries = append(tries, stem+"f", stem+"fe")
	}
	if stem, ok := strings.CutSuffix(name, "ies"); ok {
		tries = append(tries, stem+"y")
	}
	for _, t := range tries {
		if slices.Contains(g.Factors, t) {
			return t, nil
		}
	}
	for _, it := range g.Factors { // names with capitals
		if strings.EqualFold(it, name) || strings.EqualFold(it, tries[0]) {
			return it, nil
		}
	}
	return "", &UnknownFactor{Name: name, Near: interaction.Near(name, g.Factors, mostNear)}
}
