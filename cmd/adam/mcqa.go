package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/adam-discovery/adam/scenarios"
	"github.com/adam-discovery/adam/scenarios/mcqa"
)

func newMCQA() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "mcqa",
		Short:   "Measure what a language model knows of a game beforehand",
		Example: "  adam mcqa generate --world minecraft-1.19 -o questions.json\n  adam mcqa eval questions.json --llm-model gpt-4o-mini",
	}
	cmd.AddCommand(newMCQAGenerate(), newMCQAEval())
	return cmd
}

func newMCQAGenerate() *cobra.Command {
	var world, game, out string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Make the question set of a world's recipes",
		Long: `Make a question for every item that is made by using something up: which are its
ingredients? Each question lists all alternatives and brings three examples, as in
appendix A of the ADAM paper.`,
		Example: `  adam mcqa generate --world minecraft-1.19 -o questions.json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f, err := scenarios.Load(world)
			if err != nil {
				return err
			}
			if game == "" {
				game = f.Title
			}
			set := mcqa.Generate(f, game, seed)
			if len(set.Questions) == 0 {
				return inputf("%s has no recipe to ask for", f.ID)
			}
			var b bytes.Buffer
			if err := writeJSON(&b, set); err != nil {
				return err
			}
			if !toStdout(out) {
				if err := writeFile(out, b.Bytes()); err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%d questions about %s in %s\n", len(set.Questions), f.ID, out)
				return nil
			}
			_, err = cmd.OutOrStdout().Write(b.Bytes())
			return err
		},
	}
	fileFlag(cmd, &world, scenarios.Default)
	f := cmd.Flags()
	f.StringVar(&game, "game", "", "what the questions call the game (default: the world's title)")
	f.Uint64Var(&seed, "seed", 1, "decides which examples go with which question")
	f.StringVarP(&out, "output", "o", "", "the file to write (default, and -: standard output)")
	return cmd
}

func newMCQAEval() *cobra.Command {
	var m modelFlags
	var limit int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "eval FILE",
		Short: "Ask a language model the questions of a set",
		Long: `Ask a language model for the ingredients of every item of a question set. An answer is
right if it is exactly the set of one of the alternatives; the order doesn't matter.
Questions without an answer (a refusal, a server that is down, a budget that is used
up) are counted by themselves; if there are no others the exit code is 1.`,
		Example: `  adam mcqa eval questions.json --llm-model llama3.1 --llm-base-url http://localhost:11434/v1
  adam mcqa eval questions.json --llm-model gpt-4o-mini --llm-budget 200000tokens --llm-concurrency 8 --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if limit < 0 {
				return usage(errorf("limit %d: it can't be negative", limit))
			}
			text, err := os.ReadFile(args[0])
			if err != nil {
				return err
			}
			set, err := mcqa.Read(text)
			if err != nil {
				return hinted(quiet{fmt.Errorf("%s: %w", args[0], err), errInput}, "make one with: adam mcqa generate -o questions.json")
			}
			if limit > 0 {
				set.Questions = set.Questions[:min(limit, len(set.Questions))]
			}
			model, err := m.open(1)
			if err != nil {
				return err
			}
			defer model.done(&err)
			shown := newMeter(cmd.ErrOrStderr())
			r, err := mcqa.Evaluate(cmd.Context(), set, model.cfg, model.metered(), func(n int) {
				shown.line(func() string { return fmt.Sprintf("%d of %d questions answered", n, len(set.Questions)) })
			})
			shown.end()
			serr := show(cmd.OutOrStdout(), r, nil, asJSON, func(w io.Writer) { printMCQA(w, r, model) })
			if err = errors.Join(err, serr); err == nil && r.Right+r.Wrong == 0 {
				err = errNo
			}
			return err
		},
	}
	m.add(cmd)
	cmd.Flags().IntVar(&limit, "limit", 0, "ask the first so many questions only (default: all)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the result as one JSON object on standard output")
	return cmd
}

func printMCQA(w io.Writer, r mcqa.Report, m *model) {
	fmt.Fprintf(w, "%s on %s: %d of %d right, %.1f%% (%.1f%% to %.1f%%)\n", r.Model, r.World, r.Right, r.Right+r.Wrong,
		100*r.Share, 100*r.Interval[0], 100*r.Interval[1])
	if r.Unanswered > 0 {
		why := ""
		for _, x := range r.Results {
			if x.Fault != "" {
				why = x.Fault
				break
			}
		}
		fmt.Fprintf(w, "%d without an answer, the first because: %s\n", r.Unanswered, why)
	}
	fmt.Fprintln(w, costText(r.Usage, m.cfg))
}
