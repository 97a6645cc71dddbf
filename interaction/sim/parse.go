package sim

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/adam-discovery/adam/interaction"
)

// Error is one fault of a world file.
type Error struct {
	// File is the name that was given to [Parse]; Line counts from one.
	File    string
	Line    int
	Message string
}

// Error is the fault as "file:line: message".
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message) }

// MaxFile is the size of the largest world file in bytes: some 300,000 actions.
const MaxFile = 128 << 20

// Load reads the world file at path. Its errors are those of os.Open, of reading and
// of [Parse].
func Load(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxFile {
		return nil, &Error{path, 1, fmt.Sprintf("it is longer than %d bytes", MaxFile)}
	}
	return Parse(path, data)
}

// Parse reads a world file; name stands for it in errors. It is strict: everything
// it doesn't know is a fault. It reports all faults at once, joined, each an
// *[Error], ascending by line.
func Parse(name string, data []byte) (*File, error) {
	if line := strayLine(data); line > 0 {
		return nil, &Error{name, line, "not UTF-8, in which JSON is written: an editor may have another encoding set"}
	}
	root, line, err := parseTree(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))) // some editors begin files so
	if err != nil {
		return nil, &Error{name, line, err.Error()}
	}
	r := &reader{name: name}
	f := r.file(root)
	if len(r.errs) == 0 {
		return f, nil
	}
	slices.SortStableFunc(r.errs, func(a, b *Error) int { return cmp.Compare(a.Line, b.Line) })
	errs := make([]error, len(r.errs))
	for i, e := range r.errs {
		errs[i] = e
	}
	return nil, errors.Join(errs...)
}

// strayLine is the first line that isn't UTF-8; 0: there is none.
func strayLine(data []byte) int {
	line := 1
	for l := range bytes.Lines(data) {
		if !utf8.Valid(l) {
			return line
		}
		line++
	}
	return 0
}

// Validate reports what [Parse] would say of the file once written. Lines are
// those of the form that [File.Marshal] writes.
func (f *File) Validate() error {
	_, err := Parse(f.ID, f.Marshal())
	return err
}

// The keys of each kind of object, also in the order in which they are written.
var (
	fileKeys    = []string{"format", "id", "title", "source", "items", "factors", "exclusions", "classes", "latency", "faults", "hidden", "map", "actions"}
	faultsKeys  = []string{"chance", "kinds"}
	actionKeys  = []string{"label", "unlock", "at", "effects", "ambient", "ends"}
	effectKeys  = []string{"gives", "chance", "phases", "ways"}
	hiddenKeys  = []string{"phases", "lasts"}
	wayKeys     = []string{"consumes", "needs", "without", "gives", "chance"}
	ambientKeys = []string{"gives", "chance"}
)

var (
	idPattern   = regexp.MustCompile(`^[a-z0-9.-]+$`)
	namePattern = regexp.MustCompile(`^[\pL\pM\pN_.:/-]+( [\pL\pM\pN_.:/-]+)*$`)
)

// reader walks the tree of a world file and collects its faults.
type reader struct {
	name    string
	errs    []*Error
	items   map[string]bool // everything given or listed
	factors map[string]interaction.Factor
	classes map[string][]string
	phases  []string
	land    *Map
	done    map[string]int // thing -> line of the action that is done to it
}

func (r *reader) fault(line int, format string, args ...any) {
	r.errs = append(r.errs, &Error{r.name, line, fmt.Sprintf(format, args...)})
}

// expect reports a node of another kind; a missing node has been reported before.
func (r *reader) expect(n *node, k kind, what string) bool {
	if n == nil {
		return false
	}
	if n.kind != k {
		r.fault(n.line, "%s must be %s, not %s", what, kindNames[k], kindNames[n.kind])
	}
	return n.kind == k
}

// pairs returns the pairs of an object with free keys, without duplicates.
func (r *reader) pairs(n *node, what string) []pair {
	if !r.expect(n, isObject, what) {
		return nil
	}
	seen := map[string]int{}
	var out []pair
	for _, p := range n.pairs {
		if line, ok := seen[p.key]; ok {
			r.fault(p.line, "%s has the key %q twice, first on line %d", what, p.key, line)
			continue
		}
		seen[p.key] = p.line
		out = append(out, p)
	}
	return out
}

// object returns the values of an object with known keys; what isn't there is nil.
func (r *reader) object(n *node, what string, keys []string) map[string]*node {
	out := map[string]*node{}
	for _, p := range r.pairs(n, what) {
		if !slices.Contains(keys, p.key) {
			r.fault(p.line, "%s has the unknown key %q%s; valid keys: %s", what, p.key, interaction.Meant(p.key, keys), strings.Join(keys, ", "))
			continue
		}
		out[p.key] = p.value
	}
	return out
}

func (r *reader) text(n *node, what string) string {
	if n == nil || !r.expect(n, isString, what) {
		return ""
	}
	return n.text
}

func (r *reader) list(n *node, what string) []*node {
	if n == nil || !r.expect(n, isArray, what) {
		return nil
	}
	return n.elems
}

func (r *reader) count(n *node, what string) int {
	if !r.expect(n, isNumber, what) {
		return 1
	}
	c, err := strconv.Atoi(n.text)
	if err != nil || c < 1 || c > MaxCount {
		r.fault(n.line, "%s must be a whole number from 1 to %d, not %s", what, MaxCount, n.text)
		return 1
	}
	return c
}

// chance reads a probability that isn't zero; a missing one is def.
func (r *reader) chance(n *node, what string, def float64) float64 {
	if n == nil {
		return def
	}
	if !r.expect(n, isNumber, what) {
		return def
	}
	c, err := strconv.ParseFloat(n.text, 64)
	if err != nil || !(c > 0 && c <= 1) {
		r.fault(n.line, "%s must be above 0 and at most 1, not %s", what, n.text)
		return def
	}
	return c
}

// itemName reports names that can't be an item.
func (r *reader) itemName(name string, line int) {
	switch {
	case strings.HasPrefix(name, kindPrefix[OfClass]) || strings.HasPrefix(name, kindPrefix[OfOne]):
		r.fault(line, "%q names a class; a factor is expected here", name)
	case !namePattern.MatchString(name):
		r.fault(line, "factor name %q: only letters, digits, single spaces and _ . : / - are allowed", name)
	}
}

// known reports an item that nothing gives.
func (r *reader) known(name string, line int) {
	if !r.items[name] {
		r.fault(line, "unknown factor %q%s: no action gives it, and neither \"items\" nor \"factors\" lists it", name, interaction.Meant(name, sorted(r.items)))
	}
}

// names reads a list of distinct names, in the order of the file.
func (r *reader) names(n *node, what string, check func(string, int)) []string {
	var out []string
	for _, e := range r.list(n, what) {
		if !r.expect(e, isString, "a name in "+what) {
			continue
		}
		if slices.Contains(out, e.text) {
			r.fault(e.line, "%s lists %q twice", what, e.text)
			continue
		}
		check(e.text, e.line)
		out = append(out, e.text)
	}
	return out
}

func (r *reader) file(root *node) *File {
	if !r.expect(root, isObject, "a world") {
		return nil
	}
	m := r.object(root, "a world", fileKeys)
	for _, key := range []string{"format", "id", "actions"} {
		if m[key] == nil {
			r.fault(root.line, "the key %q is missing", key)
		}
	}
	if n := m["format"]; n != nil && r.expect(n, isNumber, "format") {
		switch v, err := strconv.Atoi(n.text); {
		case err != nil || v < 1:
			r.fault(n.line, "format must be a version number, not %s", n.text)
		case v > Format:
			r.fault(n.line, "format %d is newer than this program, which reads format %d", v, Format)
		}
	}
	f := &File{ID: r.text(m["id"], "id"), Title: r.text(m["title"], "title"), Source: r.text(m["source"], "source")}
	if n := m["id"]; n != nil && n.kind == isString && !idPattern.MatchString(f.ID) {
		r.fault(n.line, "id %q: only lower-case letters, digits, dots and hyphens are allowed", f.ID)
	}
	f.Items = r.names(m["items"], "items", r.itemName)
	slices.Sort(f.Items)
	f.Factors = r.factorList(m["factors"])
	r.collect(m["actions"], f.Items)
	f.Exclusions = r.exclusions(m["exclusions"])
	f.Classes = r.classList(m["classes"])
	if n := m["latency"]; n != nil && r.expect(n, isString, "latency") {
		d, err := time.ParseDuration(n.text)
		if err != nil || d < 0 {
			r.fault(n.line, "latency %q is not a duration such as \"2ms\"", n.text)
		}
		f.Latency = d
	}
	if n := m["faults"]; n != nil {
		f.Faults = r.faults(n)
	}
	f.Hidden = r.hidden(m["hidden"])
	f.Map = r.mapOf(m["map"])
	r.land, r.done = f.Map, map[string]int{}
	actions := r.list(m["actions"], "actions")
	if n := m["actions"]; n != nil && n.kind == isArray && len(actions) == 0 {
		r.fault(n.line, "a world has at least one action")
	}
	labels := map[string]int{}
	for _, n := range actions {
		f.Actions = append(f.Actions, r.action(n, labels))
	}
	return f
}

// collect finds the items of the world before anything refers to them.
func (r *reader) collect(actions *node, listed []string) {
	r.items = map[string]bool{}
	for _, it := range listed {
		r.items[it] = true
	}
	for name := range r.factors {
		r.items[name] = true
	}
	var walk func(n *node, gives bool)
	walk = func(n *node, gives bool) {
		for _, p := range n.pairs {
			if gives {
				r.items[p.key] = true
			} else {
				walk(p.value, p.key == "gives")
			}
		}
		for _, e := range n.elems {
			walk(e, false)
		}
	}
	if actions != nil {
		walk(actions, false)
	}
}

func (r *reader) classList(n *node) []Class {
	r.classes = map[string][]string{}
	if n == nil {
		return nil
	}
	var out []Class
	for _, p := range r.pairs(n, "classes") {
		if !namePattern.MatchString(p.key) {
			r.fault(p.line, "class name %q: only letters, digits, single spaces and _ . : / - are allowed", p.key)
		}
		c := Class{p.key, r.names(p.value, "class "+strconv.Quote(p.key), r.known)}
		if p.value.kind == isArray && len(p.value.elems) == 0 {
			r.fault(p.line, "class %q is empty", p.key)
		}
		out = append(out, c)
		r.classes[c.Name] = c.Items
	}
	slices.SortFunc(out, func(a, b Class) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func (r *reader) faults(n *node) Faults {
	m := r.object(n, "faults", faultsKeys)
	var f Faults
	if n.kind != isObject {
		return f
	}
	for _, key := range faultsKeys {
		if m[key] == nil {
			r.fault(n.line, "faults: the key %q is missing", key)
		}
	}
	f.Chance = r.chance(m["chance"], "the chance of faults", 1)
	valid := []string{}
	for _, k := range FaultKinds() {
		valid = append(valid, string(k))
	}
	for _, k := range r.names(m["kinds"], "kinds", func(name string, line int) {
		if !slices.Contains(valid, name) {
			r.fault(line, "unknown kind of fault %q%s; valid kinds: %s", name, interaction.Meant(name, valid), strings.Join(valid, ", "))
		}
	}) {
		f.Kinds = append(f.Kinds, FaultKind(k))
	}
	if k := m["kinds"]; k != nil && k.kind == isArray && len(k.elems) == 0 {
		r.fault(k.line, "faults: kinds is empty; valid kinds: %s", strings.Join(valid, ", "))
	}
	return f
}
