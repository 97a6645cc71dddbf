package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/adam-discovery/adam/graphstore"
	"github.com/adam-discovery/adam/interaction"
)

func compiledSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("graph.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("graph.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(t *testing.T, s *jsonschema.Schema, data []byte) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(doc)
}

func TestJSONFollowsSchema(t *testing.T) {
	s := compiledSchema(t)
	for name, g := range graphs() {
		for _, v := range Views() {
			if err := validate(t, s, write(t, g, JSON, v)); err != nil {
				t.Errorf("%s, %s: %v", name, v, err)
			}
		}
	}
}

// TestSchemaRefuses keeps the schema from accepting anything.
func TestSchemaRefuses(t *testing.T) {
	s := compiledSchema(t)
	text := string(write(t, tiny(), JSON, ViewAndOr))
	for _, change := range [][2]string{
		{`"version": 2`, `"version": 3`},
		{`"view": "and-or"`, `"view": "dag"`},
		{`"grade": "proven"`, `"grade": "sure"`},
		{`"level": 1`, `"level": -1`},
		{`"role": "gives"`, `"role": "takes"`},
		{`"count": 9`, `"count": 0`},
		{`"learned": true`, `"taught": true`},
		{`"kind": "way"`, `"kind": "path"`},
	} {
		changed := strings.Replace(text, change[0], change[1], 1)
		if changed == text {
			t.Fatalf("%s is not in the file", change[0])
		}
		if validate(t, s, []byte(changed)) == nil {
			t.Errorf("the schema accepts %s", change[1])
		}
	}
}

func TestSchemaIsACopy(t *testing.T) {
	Schema()[0] = 'x'
	if Schema()[0] != '{' {
		t.Error("a caller can change the schema")
	}
}

func TestRoundTrip(t *testing.T) {
	for name, want := range graphs() {
		data := write(t, want, JSON, ViewAndOr)
		got, err := ReadJSON(bytes.NewReader(data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !same(got, want) {
			t.Errorf("%s: the graph that was read differs:\n%+v\n%+v", name, got, want)
		}
	}
}

// What a graph says about one of its factors can be written, with the numbers that its factors have in the whole.
func TestWritesAPart(t *testing.T) {
	for name, g := range graphs() {
		for _, f := range g.Factors {
			about := g.About(f.Name)
			var out bytes.Buffer
			if err := Write(&out, about, JSON, ViewAndOr); err != nil {
				t.Errorf("%s, about %s: %v", name, f.Name, err)
			}
			if got := about.Factor(f.Name); got == nil || got.Number != f.Number {
				t.Errorf("%s, about %s: it is %+v, not %+v", name, f.Name, got, f)
			}
		}
	}
}

// TestRoundTripKeepsEveryField fills every field of a graph with a value of its
// own, so that a field that is added to the graph and not to the file shows.
func TestRoundTripKeepsEveryField(t *testing.T) {
	n := 0
	var fill func(v reflect.Value)
	fill = func(v reflect.Value) {
		n++
		switch v.Kind() {
		case reflect.String:
			v.SetString(strings.Repeat("x", n))
		case reflect.Int:
			v.SetInt(int64(n))
		case reflect.Float64:
			v.SetFloat(float64(n) / 7)
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Uint8: // a grade or a kind
			v.SetUint(2)
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem())
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
			fill(v.Index(0))
			fill(v.Index(1))
		case reflect.Struct:
			if v.Type() == reflect.TypeFor[interaction.State]() {
				return // compared below
			}
			for i := range v.NumField() {
				fill(v.Field(i))
			}
		default:
			t.Fatalf("a %s in the graph", v.Type())
		}
	}
	var want graphstore.Graph
	fill(reflect.ValueOf(&want).Elem())
	for i := range want.Factors {
		want.Factors[i].Number = 1 - i // as they have to be
		want.Factors[i].Ample = want.Factors[i].Max
	}
	v := interaction.NewVocabulary(64, nil)
	for i := range want.Factors {
		f := want.Factors[1-i]
		v.Declare(interaction.Factor{Name: f.Name, Kind: f.Kind, Max: f.Max, Ample: f.Ample})
		v.Add(f.Name)
	}
	for _, a := range want.Actions {
		for _, e := range a.Effects {
			for i := range e.Ways { // as a single factor may be
				m := &e.Ways[i].Members[i]
				m.Factors = m.Factors[:1]
				e.Ways[i].Doubtful = m.Factors
			}
			for i := range e.Certificate.Tests {
				e.Certificate.Tests[i].At = v.Cut(interaction.Plenty, 2).With(0, i)
			}
		}
	}
	got, err := ReadJSON(bytes.NewReader(write(t, &want, JSON, ViewAndOr)))
	if err != nil {
		t.Fatal(err)
	}
	if !same(got, &want) {
		t.Errorf("the graph that was read differs:\n%+v\n%+v", *got, want)
	}
}

// TestReadIgnoresOrder: other programs may write nodes and links in another order,
// as long as actions stay in theirs.
func TestReadIgnoresOrder(t *testing.T) {
	want := tree()
	var doc map[string]any
	if err := json.Unmarshal(write(t, want, JSON, ViewAndOr), &doc); err != nil {
		t.Fatal(err)
	}
	links := doc["links"].([]any)
	for i, j := 0, len(links)-1; i < j; i, j = i+1, j-1 {
		links[i], links[j] = links[j], links[i]
	}
	var actions, others []any
	for _, n := range doc["nodes"].([]any) {
		if n.(map[string]any)["kind"] == kindAction {
			actions = append(actions, n)
		} else {
			others = append([]any{n}, others...)
		}
	}
	doc["nodes"] = append(actions, others...)
	data, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ReadJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if !same(got, want) {
		t.Error("the order of nodes and links changed the graph")
	}
}

func TestReadRefuses(t *testing.T) {
	text := string(write(t, tiny(), JSON, ViewAndOr))
	change := func(old, new string) string {
		changed := strings.Replace(text, old, new, 1)
		if changed == text {
			t.Fatalf("%s is not in the file", old)
		}
		return changed
	}
	for name, tt := range map[string]struct{ text, want string }{
		"nothing":         {"", "EOF|unexpected end"},
		"not JSON":        {"graph {}", "invalid character"},
		"two values":      {text + "{}", "after"},
		"unknown field":   {change(`"directed"`, `"weighted": 1, "directed"`), "weighted"},
		"field of a node": {change(`"learned"`, `"luck": 1, "learned"`), "luck"},
		"field of a link": {change(`"consumed"`, `"price": 1, "consumed"`), "price"},
		"undirected":      {change(`"directed": true`, `"directed": false`), "directed"},
		"kind":            {change(`"kind": "way"`, `"kind": "path"`), "factor, action, way"},
		"role":            {change(`"role": "gives"`, `"role": "takes"`), "member, action, gives, effect"},
		"grade":           {change(`"grade": "proven"`, `"grade": "sure"`), "reached, proven, certified"},
		"wrong id":        {change(`"id": "factor:ore"`, `"id": "factor:oar"`), "factor:ore"},
		"node twice":      {change(`"name": "block"`, `"name": "block"},{"id": "factor:block", "kind": "factor", "name": "block"`), "twice"},
		"link to nowhere": {change(`"target": "factor:ingot"`, `"target": "factor:gold"`), "no node"},
		"link twice":      {change(`"role": "gives"`, `"role": "gives"}, {"source": "action:a", "target": "factor:ore", "role": "effect"`), "twice"},
		"way without end": {change(`"role": "gives"`, `"role": "action"`), "doesn't fit"},
		"bad number":      {change(`"number": 2`, `"number": 3`), "has the number 3"},
		"count":           {change(`"count": 9,`, `"count": 0,`), "count of ingot is 0"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ReadJSON(strings.NewReader(tt.text))
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range strings.Split(tt.want, "|") {
				if strings.Contains(err.Error(), want) {
					return
				}
			}
			t.Errorf("error %q, want one about %q", err, tt.want)
		})
	}
	if _, err := ReadJSON(strings.NewReader(change(`"version": 2`, `"version": 3`))); !errors.Is(err, ErrVersion) {
		t.Errorf("version 3: error %v, want ErrVersion", err)
	}
	if _, err := ReadJSON(strings.NewReader(`{}`)); !errors.Is(err, ErrVersion) {
		t.Errorf("another file: error %v, want ErrVersion", err)
	}
	if _, err := ReadJSON(bytes.NewReader(write(t, tiny(), JSON, ViewDAG))); !errors.Is(err, ErrView) {
		t.Errorf("view dag: error %v, want ErrView", err)
	}
}

// FuzzReadJSON: whatever is read can be written in every format, and read again
// as the same graph.
func FuzzReadJSON(f *testing.F) {
	for _, g := range []*graphstore.Graph{{}, tiny(), odd(), unlisted()} {
		f.Add(write(f, g, JSON, ViewAndOr))
	}
	f.Add([]byte(`{"graph":{"format":"adam-graph","version":2,"view":"and-or"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := ReadJSON(bytes.NewReader(data))
		if err != nil {
			return
		}
		for _, format := range Formats() {
			for _, v := range Views() {
				write(t, g, format, v)
			}
		}
		again, err := ReadJSON(bytes.NewReader(write(t, g, JSON, ViewAndOr)))
		if err != nil || !same(g, again) {
			t.Errorf("read again: %v\n%+v\n%+v", err, g, again)
		}
	})
}
