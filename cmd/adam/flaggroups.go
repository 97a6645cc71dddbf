package main

import (
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manyFlags is from how many flags on help lists them in groups.
const manyFlags = 10

// flagGroups are the headings, in their order in help, and what stands below them. What a flag
// is called says what it is for, in whichever command it is; all others are the command's own.
var flagGroups = []struct{ title, flags string }{
	{"World", "world mc-version mc-allow-changes mc-lived profile suite"},
	{"Sight", "percipient weights album columns played-wrong played-rubbish"},
	{"Search", "goal budget seed width delta floor proved chances stock attempts timeout unlock refiner hypothesizer"},
	{"Plans and acts", "from avoid prefer nodes steps max-steps retries no-patroller no-memory no-learning drift alpha random-drop"},
	{"Workers", "parallel workers batch nats-token creds nkey tls-ca tls-cert tls-key"},
	{"Output", "db json output out format plot rows svg frames frames-max serve token"},
	{"Language model", "llm-model llm-base-url llm-budget llm-concurrency llm-config llm-record llm-replay llm-temperature llm-timeout llm-plan llm-task"},
}

// flagGroup is a heading of a command's help with its flags.
type flagGroup struct {
	Title string
	Flags *pflag.FlagSet
	n     int
}

// groupsOf sorts the flags of a command, none hidden: its own first, then those of the headings.
// Few flags are one group, without a heading; so are those that would be alone below theirs.
func groupsOf(cmd *cobra.Command) []flagGroup {
	own := newFlagGroup("")
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			own.add(f)
		}
	})
	var out []flagGroup
	if own.n > manyFlags {
		all := own
		own = newFlagGroup("")
		in := map[string]bool{}
		for _, h := range flagGroups {
			g := newFlagGroup(h.title)
			g.Flags.SortFlags = false // as they stand there: what is asked for most first
			for _, name := range strings.Fields(h.flags) {
				if f := all.Flags.Lookup(name); f != nil {
					g.add(f)
				}
			}
			if g.n > 1 {
				out = append(out, g)
				g.Flags.VisitAll(func(f *pflag.Flag) { in[f.Name] = true })
			}
		}
		all.Flags.VisitAll(func(f *pflag.Flag) {
			if !in[f.Name] {
				own.add(f)
			}
		})
	}
	switch {
	case own.n == 1 && len(out) > 0: // --help
		own.Title = "Help"
		return append(out, own)
	case own.n > 0:
		return append([]flagGroup{own}, out...)
	}
	return out
}

func newFlagGroup(title string) flagGroup {
	return flagGroup{Title: title, Flags: pflag.NewFlagSet(title, pflag.ContinueOnError)}
}

func (g *flagGroup) add(f *pflag.Flag) {
	g.Flags.AddFlag(f)
	g.n++
}

// addGroups tells cobra's templates, which the whole process shares, of groups.
var addGroups = sync.OnceFunc(func() { cobra.AddTemplateFunc("flagGroups", groupsOf) })

// groupFlags has help list flags in groups.
func groupFlags(root *cobra.Command) {
	addGroups()
	const flags, grouped = `

Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}`, `{{range flagGroups .}}

{{if .Title}}{{.Title}}{{else}}Flags{{end}}:
{{.Flags.FlagUsages | trimTrailingWhitespaces}}{{end}}`
	root.SetUsageTemplate(strings.Replace(root.UsageTemplate(), flags, grouped, 1))
}
