package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"github.com/adam-discovery/adam/docs"
	"github.com/adam-discovery/adam/interaction"
)

// newManual writes man pages; packagers and the release need it, hardly anybody else.
func newManual() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:     "man",
		Short:   "Write man pages into a folder",
		Long:    "Write a man page for each command into a folder.",
		Example: "  adam man -o /usr/local/share/man/man1",
		Hidden:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return quiet{err, errOutput}
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true // the same pages every day
			header := &doc.GenManHeader{Title: "ADAM", Section: "1", Source: "adam " + version, Manual: "adam", Date: new(time.Time)}
			err := doc.GenManTree(root, header, dir)
			if err == nil {
				err = groupedPages(root, header, dir)
			}
			if err != nil {
				return quiet{err, errOutput}
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&dir, "output", "o", "man", "the folder, which is made")
	return cmd
}

// groupedPages writes the pages again of those commands that have their flags in groups: cobra's
// generator knows of no groups.
func groupedPages(cmd *cobra.Command, header *doc.GenManHeader, dir string) error {
	for _, c := range cmd.Commands() {
		if err := groupedPages(c, header, dir); err != nil {
			return err
		}
	}
	groups := groupsOf(cmd)
	if len(groups) < 2 || !cmd.IsAvailableCommand() {
		return nil
	}
	page, err := manPage(cmd, header)
	if err != nil {
		return err
	}
	before, _, after := manOptions(page)
	page = before
	for _, g := range groups {
		some, err := manPage(only(cmd, g.Flags), header)
		if err != nil {
			return err
		}
		_, options, _ := manOptions(some)
		title := g.Title
		if title == "" {
			title = "Of this command"
		}
		page += ".SS " + title + "\n" + options
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
	return os.WriteFile(filepath.Join(dir, name), []byte(page+after), 0o644)
}

// only is a command with some of another's flags.
func only(cmd *cobra.Command, flags *pflag.FlagSet) *cobra.Command {
	out := &cobra.Command{Use: cmd.Use, Short: cmd.Short, Run: func(*cobra.Command, []string) {}, DisableAutoGenTag: true}
	out.Flags().AddFlagSet(flags)
	if flags.Lookup("help") == nil { // without it the generator adds one
		out.Flags().Bool("help", false, "")
		out.Flags().Lookup("help").Hidden = true
	}
	return out
}

func manPage(cmd *cobra.Command, header *doc.GenManHeader) (string, error) {
	var b bytes.Buffer
	err := doc.GenMan(cmd, header, &b)
	return b.String(), err
}

// manOptions splits a page at its list of options.
func manOptions(page string) (before, options, after string) {
	const heading = ".SH OPTIONS\n"
	before, rest, _ := strings.Cut(page, heading)
	options, after, more := strings.Cut(rest, "\n.SH ")
	if more {
		after = "\n.SH " + after
	}
	return before + heading, options, after
}

// addTopics makes the documents help topics, for whoever has the program only: adam help theory.
func addTopics(root *cobra.Command) {
	taken := map[string]bool{}
	for _, c := range root.Commands() {
		taken[c.Name()] = true
	}
	for _, d := range docs.All() {
		name := d.Name
		if taken[name] { // adam help mcp is about the command
			name += "-guide"
		}
		c := &cobra.Command{Use: name, Short: d.Title, Long: d.Text}
		c.SetHelpFunc(func(cmd *cobra.Command, _ []string) { fmt.Fprintln(cmd.OutOrStdout(), strings.TrimSpace(d.Text)) })
		root.AddCommand(c)
	}
}

// newHelp is cobra's help, but that it says so where there is no such command or topic, and that
// shells complete both.
func newHelp(root *cobra.Command) *cobra.Command {
	names := func(cmd *cobra.Command) (out []string) {
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand() {
				out = append(out, c.Name())
			}
		}
		return out
	}
	return &cobra.Command{
		Use:     "help [COMMAND|TOPIC]",
		Short:   "Help about any command, or one of the documents",
		Long:    "Help about a command; or one of the documents, which adam --help lists.",
		Example: "  adam help graph export\n  adam help theory",
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return names(cmd), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err == nil && len(rest) == 0 {
				cmd.InitDefaultHelpFlag()
				return cmd.Help()
			}
			word := args[len(args)-max(1, len(rest))]
			hint := "see: adam --help"
			for _, near := range interaction.Near(word, names(cmd), 1) {
				hint = fmt.Sprintf("did you mean %q? %s", near, hint)
			}
			return hinted(usage(errorf("there is no help about %q", strings.Join(args, " "))), hint)
		},
	}
}

// groupCommands sorts the commands by what one wants.
func groupCommands(root *cobra.Command) {
	for _, g := range []struct{ id, title, commands string }{
		{"learn", "Learn:", "explore world worker"},
		{"look", "Look at what was learned:", "graph serve audit mcp"},
		{"use", "Make use of it:", "plan run live"},
		{"measure", "Measure:", "bench mcu robustness mcqa percipient"},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range root.Commands() {
			for _, name := range strings.Fields(g.commands) {
				if c.Name() == name {
					c.GroupID = g.id
				}
			}
		}
	}
}
