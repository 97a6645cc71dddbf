package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/adam-discovery/adam/interaction"
	"github.com/spf13/cobra"
)

// version is that of the program; CHANGELOG.md says what it brought.
const version = "0.2.0"

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "adam",
		Short: "Find out, by experiment, what causes what in a world",
		Long: `adam explores a world that can be reset (a crafting game, a modified game, any
simulator), finds out by intervention what causes what, and keeps the result as a
technology tree in one SQLite file, every edge with its evidence.

` + exitCodes,
		Example: `  adam explore --parallel 8
  adam graph show
  adam graph export --format svg -o tree.svg`,
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetFlagErrorFunc(wrongFlag)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(newExplore(), newWorker(), newGraph(), newPlan(), newRun(), newAudit(), newWorld(), newRobustness(), newBench(), newMCQA(), newPercipient(), newServe(), newMCP(), newMCU(), newLive(), newDoctor(), newManual())
	addTopics(root)
	root.SetHelpCommand(newHelp(root))
	root.InitDefaultCompletionCmd() // before strict: what it can't complete for is a wrong use, too
	addCompletion(root)
	groupCommands(root)
	groupFlags(root)
	strict(root)
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if len(strayWords(cmd)) == 0 {
			help(cmd, args)
		}
	})
	return root
}

// strict makes wrong arguments usage errors, and unknown subcommands too.
func strict(cmd *cobra.Command) {
	if cmd.HasSubCommands() {
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			var names []string
			for _, c := range cmd.Commands() {
				if c.IsAvailableCommand() {
					names = append(names, c.Name())
				}
			}
			hint := "the commands are: " + strings.Join(names, ", ")
			for _, near := range interaction.Near(args[0], names, 1) {
				hint = fmt.Sprintf("did you mean %q? %s", near, hint)
			}
			return hinted(usage(errorf("unknown command %q for %q", args[0], cmd.CommandPath())), hint)
		}
		cmd.Args = cobra.ArbitraryArgs
		for _, c := range cmd.Commands() {
			strict(c)
		}
		return
	}
	check := cmd.Args
	if check == nil {
		check = cobra.NoArgs
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			hint := "usage: " + cmd.UseLine()
			if cmd.Flags().Lookup("world") != nil && len(args) > 0 {
				hint = "did you mean --world " + args[0] + "?"
			}
			if cmd.Flags().Changed("serve") && len(args) > 0 { // its value may be left out, so it isn't the next word
				hint = "did you mean --serve=" + args[0] + "?"
			}
			return hinted(usage(wrongArgs(cmd, args)), hint)
		}
		return nil
	}
}

// strayWords are the words before or behind --help that name no subcommand of a command that has some.
func strayWords(cmd *cobra.Command) []string {
	if f := cmd.Flags().Lookup("help"); !cmd.HasSubCommands() || f == nil || !f.Changed {
		return nil
	}
	return cmd.Flags().Args()
}

// wrongArgs says what a command takes, in place of cobra's "accepts 2 arg(s)".
func wrongArgs(cmd *cobra.Command, args []string) error {
	takes := strings.TrimPrefix(strings.TrimPrefix(cmd.Use, cmd.Name()), " ")
	switch {
	case takes == "":
		return errorf("%s takes no %q, only flags", cmd.CommandPath(), args[0])
	case len(args) == 0:
		return errorf("%s takes %s, and nothing is given", cmd.CommandPath(), takes)
	}
	return errorf("%s takes %s, not %s", cmd.CommandPath(), takes, strings.Join(args, " "))
}

// writeJSON writes v as indented JSON, ended by a newline.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
