package export

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/adam-discovery/adam/interaction"
)

// PDDLStep is an action of a PDDL domain: do Action until it gives Factor, by the
// Way-th of the effect's ways, counting from 1; or, where Pool isn't zero, no action of the
// world: one of Factor is set aside for what asks for it or for others of its class.
type PDDLStep struct {
	Action interaction.Action
	Factor string
	Way    int
	Pool   int
}

// ErrPDDLName is wrapped by [ParsePDDLAction]'s error.
var ErrPDDLName = errors.New("not an action of an exported domain")

// String is the name of the step in a domain.
func (s PDDLStep) String() string {
	if s.Pool > 0 {
		return "u-" + pddlEscape(s.Factor) + pddlMark + strconv.Itoa(s.Pool)
	}
	return pddlName("a-", string(s.Action)) + pddlMark + pddlEscape(s.Factor) + pddlMark + strconv.Itoa(s.Way)
}

// ParsePDDLAction reads the name of an action of a domain that [Write] wrote as [PDDL], as it
// stands in a planner's answer; planners may change the case of letters.
func ParsePDDLAction(name string) (PDDLStep, error) {
	lower := strings.ToLower(name)
	kind, rest, _ := strings.Cut(lower, "-")
	parts, ok := pddlParts(rest)
	var s PDDLStep
	var err error
	switch {
	case ok && kind == "a" && len(parts) == 3:
		s = PDDLStep{Action: interaction.Action(parts[0]), Factor: parts[1]}
		s.Way, err = strconv.Atoi(parts[2])
	case ok && kind == "u" && len(parts) == 2:
		s = PDDLStep{Factor: parts[0]}
		s.Pool, err = strconv.Atoi(parts[1])
	}
	if err == nil && s.Way+s.Pool > 0 && s.String() == lower {
		return s, nil
	}
	return PDDLStep{}, fmt.Errorf("%w: %q", ErrPDDLName, name)
}

// pddlMark separates the parts of a name. It can't come of escaping, as x is no
// hexadecimal digit.
const pddlMark = "-x-"

// pddlName is a legal name for anything that has one: names of PDDL are letters,
// digits, hyphens and underscores, begin with a letter, and differ in more than case.
func pddlName(prefix, name string) string { return prefix + pddlEscape(name) }

// pddlEscape writes everything but lower-case letters, digits and underscores as
// its code point between hyphens.
func pddlEscape(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "-%x-", r)
		}
	}
	return b.String()
}

// pddlParts undoes pddlEscape for parts joined by pddlMark.
func pddlParts(s string) ([]string, bool) {
	parts := []string{""}
	for s != "" {
		plain, code, found := strings.Cut(s, "-")
		parts[len(parts)-1] += plain
		if !found {
			break
		}
		if code, s, found = strings.Cut(code, "-"); !found {
			return nil, false
		}
		if code == "x" {
			parts = append(parts, "")
			continue
		}
		n, err := strconv.ParseInt(code, 16, 32)
		if err != nil || !utf8.ValidRune(rune(n)) {
			return nil, false
		}
		parts[len(parts)-1] += string(rune(n))
	}
	return parts, true
}
