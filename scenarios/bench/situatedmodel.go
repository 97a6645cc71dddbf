package bench

import (
	"context"
	"fmt"
	"strings"

	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios/mcu"
)

// ModelColumns are how a language model plays in the style of Voyager: told what is around it, and not.
var ModelColumns = []string{"voyager-llm", "voyager-llm-blind"}

// Situated has a model play the tasks of b in columns of [ModelColumns], by the rules of the file, from the same starts, and tells
// of each task. It is told what people call actions; what of its programs worked, it keeps for the games of a task. Without a
// model the columns are skipped; and so is one whose model answers nothing in a whole game. The judge is that of adam mcu
// run: a game is over when the task is done, whether the model knows that or not.
func (p Players) Situated(ctx context.Context, f *sim.File, b Situated, columns []string, done func(tasks, of int)) (games []SituatedGame, skipped []Skipped, err error) {
	if p.Ask == nil {
		for _, c := range columns {
			skipped = append(skipped, Skipped{c, "it needs a language model that plays, and doesn't see: --llm-model, or --played for a stand-in"})
		}
		return nil, skipped, nil
	}
	g, err := mcu.NewGame(f, true)
	if err != nil {
		return nil, nil, err
	}
	starts, err := b.starts(ctx)
	if err != nil {
		return nil, nil, err
	}
	type outcome struct {
		games []SituatedGame
		mute  error
	}
	all, err := playAll(ctx, b.Parallel, len(columns)*len(b.What), done, func(ctx context.Context, i int) (out outcome, err error) {
		column, task := columns[i/len(b.What)], b.What[i%len(b.What)]
		model := &listened{Completer: p.Ask}
		agent := &mcu.Modelled{Style: mcu.Voyager, Model: p.Model, Ask: model, Sightless: column != ModelColumns[0]}
		for _, at := range starts {
			row := SituatedGame{Column: p.column(column), Task: task.Name, Biome: at.biome, Seed: at.seed}
			played, err := g.Play(ctx, b.scene(g, task, at), agent)
			if err != nil {
				return out, fmt.Errorf("%s, %s: %w", row.Column, task.Name, err)
			}
			if out.mute = model.silent(); out.mute != nil {
				return out, nil
			}
			row.Actions, row.Steps = actionsOf(played), played.Steps
			if row.Success, row.End = played.Verdict.Done, played.End; row.Success && b.Actions > 0 && row.Actions > b.Actions {
				row.Success, row.End = false, "it took more actions than there are"
			}
			out.games = append(out.games, row)
		}
		return out, nil
	})
	if err != nil {
		return nil, nil, err
	}
columns:
	for n, c := range columns {
		of := all[n*len(b.What) : (n+1)*len(b.What)]
		for _, x := range of {
			if x.mute != nil {
				skipped = append(skipped, Skipped{p.column(c), "its model didn't answer in a whole game: " + x.mute.Error()})
				continue columns
			}
		}
		for _, x := range of {
			games = append(games, x.games...)
		}
	}
	return games, skipped, nil
}

// column names a column by its model.
func (p Players) column(name string) string { return name + " (" + p.Called + ")" }

// scene is a task as it begins there, from nothing.
func (b Situated) scene(g *mcu.Game, t SituatedTask, at start) mcu.Scene {
	goal, moves := t.Task, b.Actions
	if t.Find != "" {
		goal = "be near " + strings.ReplaceAll(t.Find, "_", " ")
	}
	if moves == 0 {
		moves = mcu.MostMoves
	}
	return mcu.Scene{Format: mcu.SceneFormat, World: g.Name, Task: t.Name, Goal: goal, Difficulty: mcu.Hard, Seed: at.seed, Moves: moves, Steps: b.Steps}
}

const (
	// longWalk and longSearch are how many steps of walking, and of an action with the search for what it is done to, ADAM
	// counts as one action (appendix D).
	longWalk, longSearch = 10, 100
)

// actionsOf counts what was done as ADAM counts actions, until the task was done or it ended.
func actionsOf(p mcu.Played) (n int) {
	last := 0
	for _, e := range p.Events {
		if e.Intent == "" {
			continue
		}
		to, each := e.Step, longWalk
		if p.Verdict.Done {
			to = min(to, p.Verdict.Step)
		}
		if strings.HasPrefix(e.Intent, "act ") || strings.HasPrefix(e.Intent, "approach ") {
			each = longSearch
		}
		n += max(1, (to-last+each-1)/each)
		if last = to; p.Verdict.Done && e.Move >= p.Verdict.Move {
			break
		}
	}
	return n
}
