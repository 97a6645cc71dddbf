package export

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/adam-discovery/adam/graphstore"
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

// ErrPDDLName is wrapped by the error of [PDDLNames.Step].
var ErrPDDLName = errors.New("not an action of an exported domain")

// PDDLNames are the names of steps in the domain that [Write] writes of a graph as [PDDL].
// A step is named by its action's label, the factor and the number of the way:
// a-gather-wood-log--log--1 is gatherWoodLog, for log, by the first way. The name of a step
// stays the same when the graph grows, unless another action gets the same label: then each
// of these has its id besides. The zero value has no names.
type PDDLNames struct {
	parts  map[interaction.Action]string // the part of a name that is the action's
	action map[string]interaction.Action
}

// NewPDDLNames returns the names for the graph.
func NewPDDLNames(g *graphstore.Graph) *PDDLNames {
	n := &PDDLNames{map[interaction.Action]string{}, map[string]interaction.Action{}}
	called := map[string]int{}
	for i := range g.Actions {
		called[title(&g.Actions[i])]++
	}
	for i := range g.Actions {
		a := &g.Actions[i]
		part := pddlEscape(title(a))
		if called[title(a)] > 1 {
			part += pddlMark + pddlEscape(string(a.ID))
		}
		n.parts[a.ID], n.action[part] = part, a.ID
	}
	return n
}

// Name is the name of the step in the domain; empty if its action isn't in the graph.
func (n *PDDLNames) Name(s PDDLStep) string {
	if s.Pool > 0 {
		return pddlName("u-", s.Factor) + pddlMark + strconv.Itoa(s.Pool)
	}
	part, ok := n.parts[s.Action]
	if !ok {
		return ""
	}
	return "a-" + part + pddlMark + pddlEscape(s.Factor) + pddlMark + strconv.Itoa(s.Way)
}

// Step reads the name of an action of the domain, as it stands in a planner's answer;
// planners may change the case of letters. Its error wraps [ErrPDDLName].
func (n *PDDLNames) Step(name string) (PDDLStep, error) {
	lower := strings.ToLower(name)
	kind, rest, _ := strings.Cut(lower, "-")
	parts, ok := pddlParts(rest)
	var s PDDLStep
	var err error
	switch last := len(parts) - 1; {
	case ok && kind == "a" && last >= 2:
		for i, p := range parts[:last-1] {
			parts[i] = pddlEscape(p)
		}
		s = PDDLStep{Action: n.action[strings.Join(parts[:last-1], pddlMark)], Factor: parts[last-1]}
		s.Way, err = strconv.Atoi(parts[last])
	case ok && kind == "u" && last == 1:
		s = PDDLStep{Factor: parts[0]}
		s.Pool, err = strconv.Atoi(parts[1])
	}
	if err == nil && s.Way+s.Pool > 0 && n.Name(s) == lower {
		return s, nil
	}
	return PDDLStep{}, fmt.Errorf("%w: %q", ErrPDDLName, name)
}

// pddlMark separates the parts of a name. Escaping makes two hyphens in a row, too, where an escaped code
// point is followed by another escape; but names are read from the left, and a code is read with its
// closing hyphen, so where an escape is to begin, two hyphens are a mark.
const pddlMark = "--"

// pddlName is a legal name for anything that has one: names of PDDL are letters,
// digits, hyphens and underscores, begin with a letter, and differ in more than case.
func pddlName(prefix, name string) string { return prefix + pddlEscape(name) }

// pddlEscape keeps lower-case letters, digits and underscores, writes a capital as a hyphen and
// its small letter, a space as a hyphen and an underscore, and all else as its code
// point, which begins with a digit, between hyphens.
func pddlEscape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_':
			b.WriteRune(r)
		case r >= 'A' && r <= 'Z':
			b.WriteString("-" + string(r-'A'+'a'))
		case r == ' ':
			b.WriteString("-_")
		default:
			code := strconv.FormatInt(int64(r), 16)
			if code[0] > '9' {
				code = "0" + code
			}
			b.WriteString("-" + code + "-")
		}
	}
	return b.String()
}

// pddlParts undoes pddlEscape for parts joined by pddlMark.
func pddlParts(s string) ([]string, bool) {
	parts := []string{""}
	for s != "" {
		plain, code, found := strings.Cut(s, "-")
		text := plain
		s = code
		switch {
		case !found:
		case code == "":
			return nil, false
		case code[0] == '-':
			parts[len(parts)-1] += text
			parts = append(parts, "")
			text, s = "", code[1:]
		case code[0] == '_':
			text, s = text+" ", code[1:]
		case code[0] >= 'a' && code[0] <= 'z':
			text, s = text+strings.ToUpper(code[:1]), code[1:]
		default:
			if code, s, found = strings.Cut(code, "-"); !found {
				return nil, false
			}
			n, err := strconv.ParseInt(code, 16, 32)
			if err != nil || !utf8.ValidRune(rune(n)) {
				return nil, false
			}
			text += string(rune(n))
		}
		parts[len(parts)-1] += text
	}
	return parts, true
}
