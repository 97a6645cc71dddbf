package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commands are all of them, whatever their depth.
func commands(cmd *cobra.Command) []*cobra.Command {
	out := []*cobra.Command{cmd}
	for _, c := range cmd.Commands() {
		out = append(out, commands(c)...)
	}
	return out
}

// TestFlagGroups: help and man pages have each flag once, many of them below headings, and
// no heading names a flag that isn't there.
func TestFlagGroups(t *testing.T) {
	man := t.TempDir()
	if code := run(t.Context(), []string{"man", "-o", man}, os.Stdout, os.Stderr); code != 0 {
		t.Fatalf("adam man ends with %d", code)
	}
	used := map[string]bool{}
	helped := regexp.MustCompile(`(?m)^  (?:-\w, |    )--([a-z0-9-]+)`)
	paged := regexp.MustCompile(`(?m)^(?:\\fB-\w\\fP, )?\\fB--([a-z0-9-]+)\\fP`)
	for _, c := range commands(newRoot()) {
		if c.IsAdditionalHelpTopicCommand() || !c.Runnable() {
			continue
		}
		c.InitDefaultHelpFlag()
		var help bytes.Buffer
		c.SetOut(&help)
		if err := c.Help(); err != nil {
			t.Fatal(err)
		}
		var want []string
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			used[f.Name] = true
			if !f.Hidden {
				want = append(want, f.Name)
			}
		})
		page := ""
		if c.IsAvailableCommand() && (!c.HasParent() || !c.Parent().Hidden) {
			b, err := os.ReadFile(filepath.Join(man, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1"))
			if err != nil {
				t.Fatal(err)
			}
			page = string(b)
		}
		for text, flag := range map[string]*regexp.Regexp{help.String(): helped, page: paged} {
			var got []string
			for _, m := range flag.FindAllStringSubmatch(text, -1) {
				got = append(got, m[1])
			}
			slices.Sort(got)
			if text != "" && !slices.Equal(got, want) {
				t.Errorf("%s has %q, not %q", c.CommandPath(), got, want)
			}
		}
		grouped := slices.ContainsFunc(flagGroups, func(g struct{ title, flags string }) bool {
			return strings.Contains(help.String(), "\n\n"+g.title+":\n")
		})
		if many := len(want) > manyFlags; grouped != many || page != "" && strings.Contains(page, "\n.SS ") != many {
			t.Errorf("%s has %d flags; its help has headings: %v", c.CommandPath(), len(want), grouped)
		}
		if c.Name() == "explore" && !regexp.MustCompile(`(?s)\n\nWorld:\n.*\n\nSearch:\n.*\n\nWorkers:\n.*\n\nOutput:\n.*\n\nHelp:\n  -h, --help [^\n]*\n$`).Match(help.Bytes()) {
			t.Errorf("a flag of explore has no heading:\n%s", help.String())
		}
	}
	seen := map[string]bool{}
	for _, g := range flagGroups {
		for _, name := range strings.Fields(g.flags) {
			if !used[name] || seen[name] {
				t.Errorf("%s: no command has --%s, or it stands there twice", g.title, name)
			}
			seen[name] = true
		}
	}
}
