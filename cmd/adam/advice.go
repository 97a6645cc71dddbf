package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/discovery/llm"
)

// advice says what a language model is asked for besides guesses. Unlike where it
// guesses, it sees the names of items.
type advice struct{ plan, task, propose bool }

// adviceTries is how often the model is asked for one plan, or for one task.
const adviceTries = 3

func (a *advice) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&a.plan, "llm-plan", false, "have the language model name the sub-goals of plans; each is planned for by what is known")
	f.BoolVar(&a.task, "llm-task", false, "have the language model read what the grammar of tasks doesn't understand")
}

func (a advice) asked() bool { return a.plan || a.task || a.propose }

func (a advice) parser(g controller.Grammar, m *model) controller.Parser {
	if a.task {
		return controller.Asking{Grammar: g, Complete: m.complete, Tries: adviceTries}
	}
	return g
}

func (a advice) planner(e *controller.Exact, m *model) controller.Planner {
	if a.plan {
		return controller.Advised{Exact: e, Complete: m.complete, Tries: adviceTries}
	}
	return e
}

// complete asks the model one question, in free text.
func (m *model) complete(ctx context.Context, prompt string) (string, error) {
	reply, err := m.metered().Complete(ctx, llm.Request{Model: m.cfg.Model, Temperature: m.cfg.Temperature, MaxTokens: m.cfg.MaxTokens,
		Messages: []llm.Message{{Role: "user", Text: prompt}}})
	return reply.Text, err
}
