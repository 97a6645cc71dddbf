package export_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A strict reader of PDDL 2.1, level 2, without objects and conditional effects: what
// it doesn't know is an error, and so is a fluent that isn't declared or has no value.
type (
	pddlDomain struct {
		name    string
		fluents map[string]bool
		actions map[string]pddlAction
	}
	pddlAction struct{ needs, changes []pddlTerm }
	pddlTerm   struct {
		op      string
		fluents []string // of the sum of all
		value   float64
	}
	pddlProblem struct {
		domain string
		init   map[string]float64
		goal   []pddlTerm
	}
	// sexp is a list, or an atom if its text isn't empty.
	sexp struct {
		atom string
		list []sexp
	}
)

var (
	pddlWord   = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_-]*$`)
	pddlNumber = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)
	pddlToken  = regexp.MustCompile(`^(?:;[^\n]*|[()]|[^\s();]+)`)
)

func readSexp(text string) (sexp, error) {
	root := sexp{}
	stack := []*sexp{&root}
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		if text == "" {
			break
		}
		tok := pddlToken.FindString(text)
		text = text[len(tok):]
		top := stack[len(stack)-1]
		switch {
		case tok[0] == ';':
		case tok == "(":
			stack = append(stack, &sexp{})
		case tok == ")":
			if stack = stack[:len(stack)-1]; len(stack) == 0 {
				return root, errors.New("a closing parenthesis too many")
			}
			up := stack[len(stack)-1]
			up.list = append(up.list, *top)
		default:
			top.list = append(top.list, sexp{atom: strings.ToLower(tok)}) // case doesn't count
		}
	}
	if len(stack) != 1 || len(root.list) != 1 || root.list[0].atom != "" {
		return root, errors.New("not one closed list")
	}
	return root.list[0], nil
}

// head checks that the list begins with these atoms, and returns the rest.
func (s sexp) head(atoms ...string) ([]sexp, error) {
	if len(s.list) < len(atoms) {
		return nil, fmt.Errorf("%v is too short for %v", s, atoms)
	}
	for i, a := range atoms {
		if s.list[i].atom != a {
			return nil, fmt.Errorf("%v doesn't begin with %v", s, atoms)
		}
	}
	return s.list[len(atoms):], nil
}

// named reads (KEY NAME) and returns the name.
func (s sexp) named(key string) (string, error) {
	rest, err := s.head(key)
	if err != nil || len(rest) != 1 || !pddlWord.MatchString(rest[0].atom) {
		return "", fmt.Errorf("%v is not (%s NAME)", s, key)
	}
	return rest[0].atom, nil
}

// sum reads (FLUENT), or (+ SUM (FLUENT)).
func (s sexp) sum(fluents map[string]bool) ([]string, error) {
	if len(s.list) == 1 && fluents[s.list[0].atom] {
		return []string{s.list[0].atom}, nil
	}
	rest, err := s.head("+")
	if err != nil || len(rest) != 2 {
		return nil, fmt.Errorf("%v is no sum of fluents", s)
	}
	a, err := rest[0].sum(fluents)
	if err != nil {
		return nil, err
	}
	b, err := rest[1].sum(fluents)
	return append(a, b...), err
}

// terms reads (and (OP SUM NUMBER)...).
func (s sexp) terms(fluents map[string]bool, ops ...string) ([]pddlTerm, error) {
	rest, err := s.head("and")
	if err != nil {
		return nil, err
	}
	var out []pddlTerm
	seen := map[string]bool{}
	for _, t := range rest {
		if len(t.list) != 3 || !pddlNumber.MatchString(t.list[2].atom) {
			return nil, fmt.Errorf("%v is not (OP SUM NUMBER)", t)
		}
		fs, err := t.list[1].sum(fluents)
		if err != nil {
			return nil, err
		}
		f := strings.Join(fs, "+")
		v, err := strconv.ParseFloat(t.list[2].atom, 64)
		if err != nil || t.list[0].atom != ">=" && len(fs) > 1 || !slices.Contains(ops, t.list[0].atom) || seen[f] {
			return nil, fmt.Errorf("%v: %v, operator %q unknown, or fluent %q there twice", t, err, t.list[0].atom, f)
		}
		seen[f] = true
		out = append(out, pddlTerm{t.list[0].atom, fs, v})
	}
	return out, nil
}

func readDomain(text string) (*pddlDomain, error) {
	root, err := readSexp(text)
	if err != nil {
		return nil, err
	}
	rest, err := root.head("define")
	if err != nil || len(rest) < 3 {
		return nil, fmt.Errorf("no domain: %w", err)
	}
	d := &pddlDomain{fluents: map[string]bool{}, actions: map[string]pddlAction{}}
	if d.name, err = rest[0].named("domain"); err != nil {
		return nil, err
	}
	if r, err := rest[1].head(":requirements", ":fluents"); err != nil || len(r) > 0 {
		return nil, fmt.Errorf("requirements %v", rest[1])
	}
	functions, err := rest[2].head(":functions")
	if err != nil {
		return nil, err
	}
	for _, f := range functions {
		if len(f.list) != 1 || !pddlWord.MatchString(f.list[0].atom) || d.fluents[f.list[0].atom] {
			return nil, fmt.Errorf("function %v is no name or there twice", f)
		}
		d.fluents[f.list[0].atom] = true
	}
	for _, s := range rest[3:] {
		a, err := s.head(":action")
		if err != nil || len(a) != 7 || a[1].atom != ":parameters" || a[2].atom != "" || len(a[2].list) > 0 || a[3].atom != ":precondition" || a[5].atom != ":effect" {
			return nil, fmt.Errorf("no action: %v", s)
		}
		name := a[0].atom
		if _, twice := d.actions[name]; twice || !pddlWord.MatchString(name) {
			return nil, fmt.Errorf("action %q is no name or there twice", name)
		}
		var act pddlAction
		if act.needs, err = a[4].terms(d.fluents, ">="); err != nil {
			return nil, err
		}
		if act.changes, err = a[6].terms(d.fluents, "assign", "increase", "decrease"); err != nil {
			return nil, err
		}
		d.actions[name] = act
	}
	return d, nil
}

func readProblem(text string, d *pddlDomain) (*pddlProblem, error) {
	root, err := readSexp(text)
	if err != nil {
		return nil, err
	}
	rest, err := root.head("define")
	if err != nil || len(rest) != 5 {
		return nil, fmt.Errorf("no problem: %w", err)
	}
	if _, err := rest[0].named("problem"); err != nil {
		return nil, err
	}
	p := &pddlProblem{init: map[string]float64{}}
	if p.domain, err = rest[1].named(":domain"); err != nil || p.domain != d.name {
		return nil, fmt.Errorf("domain %q, not %q: %w", p.domain, d.name, err)
	}
	init, err := rest[2].head(":init")
	if err != nil {
		return nil, err
	}
	values, err := sexp{list: append([]sexp{{atom: "and"}}, init...)}.terms(d.fluents, "=")
	if err != nil {
		return nil, err
	}
	for _, v := range values {
		p.init[v.fluents[0]] = v.value
	}
	if len(p.init) != len(d.fluents) {
		return nil, fmt.Errorf("%d of %d fluents have a value", len(p.init), len(d.fluents))
	}
	goal, err := rest[3].head(":goal")
	if err != nil || len(goal) != 1 {
		return nil, fmt.Errorf("goal %v", rest[3])
	}
	if p.goal, err = goal[0].terms(d.fluents, ">="); err != nil || len(p.goal) == 0 {
		return nil, fmt.Errorf("goal %v: %w", rest[3], err)
	}
	metric, err := rest[4].head(":metric", "minimize")
	if err != nil || len(metric) != 1 || len(metric[0].list) != 1 || metric[0].list[0].atom != "total-cost" || !d.fluents["total-cost"] {
		return nil, fmt.Errorf("metric %v", rest[4])
	}
	return p, nil
}

// follow carries out a plan and returns what it costs.
func (d *pddlDomain) follow(p *pddlProblem, plan []string) (float64, error) {
	now := map[string]float64{}
	for f, v := range p.init {
		now[f] = v
	}
	met := func(terms []pddlTerm) error {
		for _, t := range terms {
			sum := 0.0
			for _, f := range t.fluents {
				sum += now[f]
			}
			if sum < t.value {
				return fmt.Errorf("%g of %s, not %g", sum, t.fluents, t.value)
			}
		}
		return nil
	}
	for i, name := range plan {
		a, ok := d.actions[strings.ToLower(name)]
		if !ok {
			return 0, fmt.Errorf("step %d: no action %q", i+1, name)
		}
		if err := met(a.needs); err != nil {
			return 0, fmt.Errorf("step %d, %s: %w", i+1, name, err)
		}
		for _, t := range a.changes {
			f := t.fluents[0]
			switch t.op {
			case "assign":
				now[f] = t.value
			case "increase":
				now[f] += t.value
			default:
				now[f] -= t.value
			}
			if now[f] < 0 {
				return 0, fmt.Errorf("step %d, %s: %g of %s", i+1, name, now[f], f)
			}
		}
	}
	return now["total-cost"], met(p.goal)
}
