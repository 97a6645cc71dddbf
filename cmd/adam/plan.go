package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/controller"
	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

func newPlan() *cobra.Command {
	var db, from string
	var tips tipFlags
	var advice advice
	var llm modelFlags
	var asJSON bool
	cfg := controller.DefaultConfig()
	cmd := &cobra.Command{
		Use:   "plan GOAL...",
		Short: "Plan how to get something, by what was learned",
		Long: `Plan how to get something by what the database says of its world: which actions, in
which order, how often. Goals are composed with and, or, then, with and given. The plan
with the fewest actions on average is looked for; when the search was exhausted, it
says that no plan costs less. Each step names the claim that it rests on.

With --llm-plan a language model names sub-goals, and each is planned for; with
--llm-task it may say in the grammar what that doesn't understand. It sees the names
of factors, and can name nothing that isn't known.

The exit code is 1 if the goal can't be had by anything known; what is missing is
named.`,
		Example: `  adam plan iron pickaxe
  adam plan "craft 8 planks and a fence then 2 diamonds" --from "3 log, 2 stick"
  adam plan mine 3 raw iron with an iron pickaxe --json
  adam plan something to mine diamonds with --llm-task --llm-model llama3.1 --llm-base-url http://localhost:11434/v1`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			g, err := loadGraph(cmd.Context(), db)
			if err != nil {
				return err
			}
			var model *model
			if !advice.asked() {
				err = llm.noModel("add: --llm-plan")
			} else if model, err = llm.open(1); err == nil {
				defer model.finish(cmd.ErrOrStderr(), &err)
			}
			if err != nil {
				return err
			}
			grammar := controller.Grammar{Factors: factorNames(g)}
			task, err := advice.parser(grammar, model).Parse(cmd.Context(), strings.Join(args, " "))
			if err != nil {
				if conditional.MatchString(strings.Join(args, " ")) {
					return hinted(err, "where something is done, as \"near water\", is for tasks that are carried out: adam run")
				}
				return err
			}
			have, err := grammar.Start(from)
			if err != nil {
				return err
			}
			if err := tips.apply(&cfg, g.Actions); err != nil {
				return err
			}
			p, err := controller.NewExact(g, cfg)
			if err != nil {
				return usage(err)
			}
			plans, err := controller.PlanTask(cmd.Context(), advice.planner(p, model), have, task)
			var out *controller.Unreachable
			if errors.As(err, &out) {
				err = hinted(err, beyondHint(g, out.Goal, db))
			}
			if asJSON {
				return errors.Join(writeJSON(cmd.OutOrStdout(), newPlanJSON(g, task, plans, err)), err)
			}
			if err != nil {
				return err
			}
			for _, plan := range plans {
				fmt.Fprint(cmd.OutOrStdout(), plan.Explain())
			}
			return nil
		},
	}
	f := cmd.Flags()
	dbFlag(cmd, &db)
	f.StringVar(&from, "from", "", "what is there at first, as in \"3 log, 2 stick\" (default: nothing)")
	f.IntVar(&cfg.Nodes, "nodes", cfg.Nodes, "how many drafts the search looks at before it is content with the best")
	tips.flags(cmd)
	advice.flags(cmd)
	llm.add(cmd)
	f.BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// planJSON is the result of adam plan --json.
type planJSON struct {
	World string            `json:"world"`
	Task  string            `json:"task"`
	Cost  float64           `json:"cost"`
	Plans []controller.Plan `json:"plans"`
	// Missing says what the goal fails at; empty if it doesn't.
	Missing []controller.Missing `json:"missing"`
	Error   string               `json:"error,omitempty"`
}

func newPlanJSON(g *graphstore.Graph, task controller.Task, plans []controller.Plan, err error) planJSON {
	out := planJSON{World: g.World, Task: task.Text, Plans: append([]controller.Plan{}, plans...), Missing: []controller.Missing{}}
	for _, p := range plans {
		out.Cost += p.Cost
	}
	var u *controller.Unreachable
	if errors.As(err, &u) {
		out.Missing = u.Missing
	}
	if err != nil {
		out.Error = err.Error()
	}
	return out
}

// beyondHint says what helps where nothing that is known leads to the goal.
func beyondHint(g *graphstore.Graph, goal controller.Goal, db string) string {
	if len(g.Actions) > 0 && !slices.ContainsFunc(g.Actions, func(a graphstore.Action) bool { return !a.Learned }) {
		return "exploring more doesn't help: all actions of the world are learned"
	}
	hint := "explore more, with: adam explore"
	if len(goal.Want) > 0 {
		hint += " --goal " + pasted(goal.Want[0].Name)
	}
	return hint + dbText(db)
}

func factorNames(g *graphstore.Graph) []string {
	var out []string
	for _, f := range g.Factors {
		out = append(out, f.Name)
	}
	return out
}

// tipFlags are what the user knows better: actions to prefer or to avoid.
type tipFlags struct{ prefer, avoid []string }

func (t *tipFlags) flags(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&t.prefer, "prefer", nil, "a tip: actions that are easier than they look, by label or name")
	cmd.Flags().StringSliceVar(&t.avoid, "avoid", nil, "a tip: actions that are better avoided, by label or name")
}

// apply enters the tips into a planner's configuration.
func (t *tipFlags) apply(cfg *controller.Config, actions []graphstore.Action) error {
	cfg.Prefer, cfg.Avoid = nil, nil
	for _, l := range []struct {
		names []string
		into  *[]interaction.Action
	}{{t.prefer, &cfg.Prefer}, {t.avoid, &cfg.Avoid}} {
		for _, name := range l.names {
			i := slices.IndexFunc(actions, func(a graphstore.Action) bool { return a.Label == name || string(a.ID) == name })
			if i < 0 {
				return hinted(inputf("no action is called %q", name), "list them with: adam graph show --json")
			}
			if slices.Contains(cfg.Prefer, actions[i].ID) && l.into == &cfg.Avoid {
				return usage(errorf("%s is both preferred and avoided", actionName(actions[i].Label, actions[i].ID)))
			}
			*l.into = append(*l.into, actions[i].ID)
		}
	}
	if err := cfg.Validate(); err != nil {
		return usage(err)
	}
	return nil
}
