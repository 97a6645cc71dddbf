package export

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestDocumentedExamples: the examples in the document are links of the golden
// file that it names, and it names every field of the schema.
func TestDocumentedExamples(t *testing.T) {
	text, err := os.ReadFile("../../docs/json-formats.md")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct{ Links []map[string]any }
	if err := json.Unmarshal(write(t, tiny(), JSON, ViewAndOr), &doc); err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(text), "### Example")
	example, _, ok := strings.Cut(example, "### ")
	blocks := strings.Split(example, "```json\n")[1:]
	if !ok || len(blocks) == 0 {
		t.Fatal("the document has no examples")
	}
	for _, b := range blocks {
		b, _, _ = strings.Cut(b, "```")
		var link map[string]any
		if err := json.Unmarshal([]byte(b), &link); err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(doc.Links, func(l map[string]any) bool { return reflect.DeepEqual(l, link) }) {
			t.Errorf("the graph has no link %s", b)
		}
	}
	var schema any
	if err := json.Unmarshal(Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	for _, name := range fields(schema) {
		if !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("the document doesn't explain %s", name)
		}
	}
}

// fields are the names of all properties in a schema.
func fields(schema any) []string {
	var out []string
	switch s := schema.(type) {
	case map[string]any:
		for k, v := range s {
			if p, ok := v.(map[string]any); ok && k == "properties" {
				for name := range p {
					out = append(out, name)
				}
			}
			out = append(out, fields(v)...)
		}
	case []any:
		for _, v := range s {
			out = append(out, fields(v)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
