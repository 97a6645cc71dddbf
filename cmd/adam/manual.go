package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/adam-discovery/adam/docs"
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
			if err := doc.GenManTree(root, &doc.GenManHeader{Title: "ADAM", Section: "1", Source: "adam " + version, Manual: "adam", Date: new(time.Time)}, dir); err != nil {
				return quiet{err, errOutput}
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&dir, "output", "o", "man", "the folder, which is made")
	return cmd
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
