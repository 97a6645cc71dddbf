package main

import (
	"cmp"
	"errors"
	"strconv"

	"github.com/adam-discovery/adam/interaction"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// wrongFlag says what is wrong with a flag, and what may have been meant.
func wrongFlag(cmd *cobra.Command, err error) error {
	hint := "see: " + cmd.CommandPath() + " --help"
	var unknown *pflag.NotExistError
	var value *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	var syntax *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			err = errorf("%s has no flag -%s", cmd.CommandPath(), name)
			break
		}
		if args := cmd.Flags().Args(); cmd.HasSubCommands() && len(args) > 0 { // of a command that there isn't it isn't known which flags it has
			return cmd.RunE(cmd, args)
		}
		err = errorf("%s has no flag --%s", cmd.CommandPath(), name)
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		for _, near := range interaction.Near(name, names, 1) {
			hint = "did you mean --" + near + "? " + hint
		}
	case errors.As(err, &missing):
		f := missing.GetFlag()
		what := cmp.Or(kinds[f.Value.Type()], "a text")
		err = errorf("--%s needs a value: %s", f.Name, what)
	case errors.As(err, &syntax):
		err = errorf("%q is no flag", syntax.GetSpecifiedFlag())
	case errors.As(err, &value):
		f := value.GetFlag()
		what := kinds[f.Value.Type()]
		if errors.Is(err, strconv.ErrRange) {
			what = "a number that isn't so large"
		}
		if what != "" {
			err = errorf("--%s %q: it must be %s", f.Name, value.GetValue(), what)
		}
	}
	return hinted(usage(err), hint)
}

// kinds are what flags ask for, by the type that pflag calls it.
var kinds = map[string]string{
	"bool":         "true or false",
	"int":          "a whole number",
	"int64":        "a whole number",
	"uint":         "a whole number that isn't negative",
	"uint64":       "a whole number that isn't negative",
	"float64":      "a number",
	"duration":     "a time such as 30s or 1h30m",
	"intSlice":     "whole numbers, with commas between them",
	"float64Slice": "numbers, with commas between them",
}
