package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/discovery/llm"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/internal/baseline"
	"github.com/adam-discovery/adam/scenarios/mcu"
)

// Players are the agents of language models that ADAM compares with (section 4.2), in the style of ReAct, Reflexion, AutoGPT
// and Voyager. They play worlds of episodes through the seam of adam mcu run: a move is an action. They are told what people
// call actions, and keep from game to game what their style keeps.
type Players struct {
	// Ask is the model; nil: all are skipped.
	Ask llm.Completer
	// Model is its name at the server, Called as rows have it.
	Model, Called string
}

// Skipped is a method that wasn't measured.
type Skipped struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// styleNames are what the papers call the styles.
var styleNames = map[mcu.Style]string{mcu.ReAct: "ReAct", mcu.Reflexion: "Reflexion", mcu.AutoGPT: "AutoGPT", mcu.Voyager: "Voyager"}

func (p Players) name(s mcu.Style) string { return styleNames[s] + " (" + p.Called + ")" }

// skipped lists the agents, as there is no model for them.
func (p Players) skipped() (out []Skipped) {
	for _, s := range mcu.Styles {
		out = append(out, Skipped{styleNames[s], "it needs a language model that plays and doesn't guess: --llm-model, or --played for a stand-in"})
	}
	return out
}

// listened is a model of which it is known whether it answers. It is used by one goroutine at a time.
type listened struct {
	llm.Completer
	answers int
	err     error // the latest, for want of an answer
}

// Complete implements [llm.Completer].
func (l *listened) Complete(ctx context.Context, r llm.Request) (llm.Reply, error) {
	reply, err := l.Completer.Complete(ctx, r)
	if err != nil {
		l.err = err
	} else {
		l.answers++
	}
	return reply, err
}

// silent is why nothing that was asked since the last call was answered; nil if something was, or nothing was asked.
func (l *listened) silent() (err error) {
	if l.answers == 0 {
		err = l.err
	}
	l.answers, l.err = 0, nil
	return err
}

// mute is an agent that isn't measured, or no further, as its model answered nothing that it was asked in a game.
func (p Players) mute(s mcu.Style, game, of int, err error) Skipped {
	return Skipped{p.name(s), fmt.Sprintf("its model didn't answer in game %d of %d: %s", game, of, interaction.Shown(err.Error()))}
}

// printSkipped says what wasn't measured.
func printSkipped(w io.Writer, all []Skipped) {
	for _, s := range all {
		fmt.Fprintf(w, "%s is skipped: %s\n", s.Name, s.Reason)
	}
}

// mostMoves is how many moves an agent has in the paper's tables (table 4.2).
const mostMoves = 200

// play has the agent play a game in a world of episodes: to have the goal, from a start, in a number of moves.
func (p Players) play(ctx context.Context, g *mcu.Game, agent mcu.Agent, goal, start []interaction.Amount, moves int, seed uint64) (mcu.Played, error) {
	var want []string
	for _, a := range goal {
		want = append(want, fmt.Sprintf("%d %s", a.Level, a.Name))
	}
	text := strings.Join(want, " and ")
	return g.Play(ctx, mcu.Scene{Format: mcu.SceneFormat, World: g.Name, Task: text, Goal: text, Difficulty: mcu.Hard,
		Seed: seed, Inventory: levels(start), Moves: moves, Steps: moves}, agent)
}

// diamond is the goal of the paper's tables.
var diamond = []interaction.Amount{{Name: "diamond", Level: 1}}

// rows measures the agents' rows of [PaperTable]: after how many moves what the columns stand for was had first. With an error
// it returns the rows of the agents before.
func (p Players) rows(ctx context.Context, f *sim.File, seeds int, seed uint64) (out []PaperRow, skipped []Skipped, err error) {
	if p.Ask == nil {
		return nil, p.skipped(), nil
	}
	skipped = []Skipped{}
	g, err := mcu.NewGame(f, false)
	if err != nil {
		return nil, skipped, err
	}
styles:
	for _, style := range mcu.Styles {
		row := PaperRow{Name: p.name(style), Unit: "steps"}
		model := &listened{Completer: p.Ask}
		agent := &mcu.Modelled{Style: style, Model: p.Model, Ask: model}
		for i := range seeds {
			played, err := p.play(ctx, g, agent, diamond, nil, mostMoves, seed+uint64(i))
			if err != nil {
				return out, skipped, err
			}
			if why := model.silent(); why != nil {
				skipped = append(skipped, p.mute(style, i+1, seeds, why))
				continue styles
			}
			raw := [4]int{-1, -1, -1, -1}
			for _, e := range played.Events {
				for c, item := range paperItems {
					if raw[c] < 0 && e.Changes[item] > 0 {
						raw[c] = e.Move
					}
				}
			}
			row.Raw = append(row.Raw, raw)
		}
		out = append(out, row.finish(nil, false))
	}
	return out, skipped, nil
}

// graphs measures the agents' rows of [GraphTable]: an agent plays, and then the model is asked of each action and effect what
// caused it, by the agent's own records; so with the paper's temporal modelling and subgraph decomposition. With an error it returns the rows of
// the agents before.
func (p Players) graphs(ctx context.Context, t GraphTable, g grader, truth []link) (out []GraphRow, skipped []Skipped, err error) {
	if p.Ask == nil {
		return nil, p.skipped(), nil
	}
	skipped = []Skipped{}
	game, err := mcu.NewGame(t.World, false)
	if err != nil {
		return nil, skipped, err
	}
	quoted := map[mcu.Style]string{mcu.ReAct: "5±2", mcu.Reflexion: "4±2", mcu.AutoGPT: "4±2"}
styles:
	for _, style := range mcu.Styles {
		row := GraphRow{Name: p.name(style) + ", with TM, SD", Quoted: quoted[style]}
		model := &listened{Completer: p.Ask}
		agent := &mcu.Modelled{Style: style, Model: p.Model, Ask: model}
		for i := range t.Seeds {
			played, err := p.play(ctx, game, agent, diamond, nil, mostMoves, t.Seed+uint64(i))
			if err != nil {
				return out, skipped, err
			}
			why := model.silent()
			samples := samplesOf(played.Trace)
			asked := p
			asked.Ask = model
			learned, err := asked.graph(ctx, samples)
			if err != nil {
				return out, skipped, err
			}
			if why = cmp.Or(why, model.silent()); why != nil {
				skipped = append(skipped, p.mute(style, i+1, t.Seeds, why))
				continue styles
			}
			row.SHD = append(row.SHD, apart(linksOf(scenarios.LearnedEdges(only(learned, g.path))), truth))
			row.Trials += float64(len(samples)) / float64(t.Seeds)
		}
		row.sum()
		out = append(out, row)
	}
	return out, skipped, nil
}

// samplesOf are the actions of an episode as trials.
func samplesOf(t *mcu.Trace) (out []baseline.Sample) {
	now := map[string]int{}
	for item, n := range t.Start {
		now[item] = n
	}
	for _, e := range t.Events {
		if e.Action == "" {
			continue
		}
		s := baseline.Sample{Action: e.Action}
		for item, n := range now {
			if n > 0 {
				s.Has = append(s.Has, item)
			}
		}
		for item, n := range e.Changes {
			if n > 0 {
				s.Gained = append(s.Gained, item)
			}
			now[item] += n
		}
		slices.Sort(s.Has)
		slices.Sort(s.Gained)
		out = append(out, s)
	}
	return out
}

// mostRecords is how many records of an action the model is shown, the latest.
const mostRecords = 20

// graph is what the model makes of the samples. An effect of which it says nothing that can be read has no causes.
func (p Players) graph(ctx context.Context, samples []baseline.Sample) (*graphstore.Graph, error) {
	g := &graphstore.Graph{}
	by := map[interaction.Action][]baseline.Sample{}
	for _, s := range samples {
		if by[s.Action] == nil {
			g.Actions = append(g.Actions, graphstore.Action{ID: s.Action})
		}
		by[s.Action] = append(by[s.Action], s)
	}
	for i := range g.Actions {
		a := &g.Actions[i]
		var effects, had []string
		for _, s := range by[a.ID] {
			effects, had = append(effects, s.Gained...), append(had, s.Has...)
		}
		slices.Sort(effects)
		for _, e := range slices.Compact(effects) {
			causes, err := p.causes(ctx, by[a.ID], e)
			if err != nil {
				return nil, err
			}
			way := graphstore.Way{}
			for _, c := range causes {
				if slices.Contains(had, c) && c != e {
					way.Members = append(way.Members, graphstore.Member{Factors: []string{c}, Count: 1})
				}
			}
			a.Effects = append(a.Effects, graphstore.Effect{Factor: e, Grade: graphstore.Proven, Ways: []graphstore.Way{way}})
		}
	}
	return g, nil
}

// wantCauses asks for causes, between what it is asked of.
const wantCauses = "Which of the items that were there does the action need for "

// causes are what the model says that an effect has, by records of its action.
func (p Players) causes(ctx context.Context, samples []baseline.Sample, effect string) ([]string, error) {
	var b strings.Builder
	b.WriteString("Records of one action of a game, of what was there before and what was gained:\n")
	for _, s := range samples[max(0, len(samples)-mostRecords):] {
		fmt.Fprintf(&b, "there: %s; gained: %s\n", strings.Join(s.Has, ", "), strings.Join(s.Gained, ", "))
	}
	fmt.Fprintf(&b, "%s%s? Answer with JSON: {\"causes\": [\"...\"]}", wantCauses, effect)
	r, err := p.Ask.Complete(ctx, llm.Request{Model: p.Model, Temperature: .3, MaxTokens: 400, Messages: []llm.Message{{Role: "user", Text: b.String()}}})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var out struct{ Causes []string }
	if err != nil || json.Unmarshal([]byte(jsonIn(r.Text)), &out) != nil {
		return nil, nil
	}
	slices.Sort(out.Causes)
	return slices.Compact(out.Causes), nil
}

// jsonIn is the part of a text from its first brace to its last.
func jsonIn(text string) string {
	i, j := strings.Index(text, "{"), strings.LastIndex(text, "}")
	if i < 0 || j < i {
		return ""
	}
	return text[i : j+1]
}

// PlayedPlayers stands in for the language model of [Players]: it plays as [mcu.PlayedPlayer], and takes for causes what was
// there every time that the effect was gained. What it scores says nothing of any real model.
type PlayedPlayers struct{ mcu.PlayedPlayer }

// Say answers a prompt; equal prompts get equal answers.
func (p PlayedPlayers) Say(prompt string) string {
	_, effect, asked := strings.Cut(prompt, wantCauses)
	if !asked {
		return p.PlayedPlayer.Say(prompt)
	}
	effect, _, _ = strings.Cut(effect, "?")
	var causes []string
	first := true
	for _, line := range strings.Split(prompt, "\n") {
		there, gained, record := strings.Cut(strings.TrimPrefix(line, "there: "), "; gained: ")
		if !record || !slices.Contains(strings.Split(gained, ", "), effect) {
			continue
		}
		had := strings.Split(there, ", ")
		if first {
			causes, first = had, false
			continue
		}
		causes = slices.DeleteFunc(causes, func(c string) bool { return !slices.Contains(had, c) })
	}
	b, err := json.Marshal(map[string][]string{"causes": causes})
	if err != nil {
		return ""
	}
	return string(b)
}

// Suite has the agents play tasks of a suite, a number of games of each, and tells of each task. Each begins every task anew. Without
// a model they are skipped; and so is, from there, an agent whose model answers nothing in a whole game, which has no row. With
// an error it returns the rows of the games before.
func (p Players) Suite(ctx context.Context, f *sim.File, tasks []scenarios.SuiteTask, games int, seed uint64, done func(n, of int)) (rows []GameRow, skipped []Skipped, err error) {
	if p.Ask == nil {
		return nil, p.skipped(), nil
	}
	g, err := mcu.NewGame(f, false)
	if err != nil {
		return nil, nil, err
	}
styles:
	for k, style := range mcu.Styles {
		model := &listened{Completer: p.Ask}
		for n, t := range tasks {
			agent := &mcu.Modelled{Style: style, Model: p.Model, Ask: model}
			for i := range games {
				played, err := p.play(ctx, g, agent, t.Goal, t.Start, min(t.MaxSteps, mostMoves), seed<<32^uint64(n)<<16^uint64(i))
				if err != nil {
					return rows, skipped, fmt.Errorf("%s, %s: %w", p.name(style), t.Name, err)
				}
				if why := model.silent(); why != nil {
					skipped = append(skipped, p.mute(style, n*games+i+1, len(tasks)*games, why))
					done((k+1)*len(tasks), len(tasks)*len(mcu.Styles))
					continue styles
				}
				row := GameRow{Agent: p.name(style), Task: t.Name, Group: t.Group, Game: i, Solved: played.Verdict.Done, Steps: played.Moves}
				if !row.Solved {
					row.Reason = played.End
				}
				rows = append(rows, row)
			}
			done(k*len(tasks)+n+1, len(tasks)*len(mcu.Styles))
		}
	}
	return rows, skipped, nil
}

// PrintPlayers writes how agents fared for people, by group.
func PrintPlayers(w io.Writer, rows []GameRow, skipped []Skipped) {
	type key struct{ agent, group string }
	var keys []key
	solved, games := map[key]int{}, map[key]int{}
	for _, r := range rows {
		k := key{r.Agent, r.Group}
		if games[k]++; games[k] == 1 {
			keys = append(keys, k)
		}
		if r.Solved {
			solved[k]++
		}
	}
	if len(keys) > 0 {
		fmt.Fprintf(w, "\nagents of language models, with at most %d moves a game:\n", mostMoves)
	}
	for _, k := range keys {
		fmt.Fprintf(w, "%-28s %-20s %d of %d solved\n", k.agent, k.group, solved[k], games[k])
	}
	printSkipped(w, skipped)
}
