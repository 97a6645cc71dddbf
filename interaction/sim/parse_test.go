package sim_test

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction"
	"github.com/adam-discovery/adam/interaction/sim"
)

// full uses everything the format has.
const full = `{
  "format": 1, "id": "full.world-1", "title": "T", "source": "S",
  "items": ["ghost", "gem"],
  "factors": { "near": { "kind": "fact", "max": 2 }, "facing_a": { "kind": "fact" }, "facing_b": { "kind": "fact" },
    "axe": { "max": 9, "ample": 5, "stack": 3 }, "night": { "kind": "fact", "fixed": true }, "health": { "kind": "vital", "max": 20 } },
  "exclusions": [{ "factors": ["facing_a", "facing_b"], "slots": 1 }, { "slots": 36 }],
  "classes": { "tool": ["pick", "axe"], "fuel": ["log", "coal"] },
  "latency": "2ms",
  "faults": { "chance": 0.25, "kinds": ["lost", "timeout", "refused"] },
  "actions": [
    { "label": "chop", "effects": [{ "gives": { "log": { "2": 0.75, "1": 0.25 } }, "chance": 0.5, "ways": [{}] }],
      "ambient": [{ "gives": { "coal": 1 }, "chance": 0.4 }, { "gives": { "dust": 2, "ash": 1 } }] },
    { "label": "make", "unlock": ["log", "ash"],
      "effects": [
        { "gives": { "pick": 1 }, "ways": [
          { "consumes": { "log": 1, "class:fuel": 2 }, "needs": { "log": 3, "one:tool": 1 } },
          { "consumes": { "gem": 1 }, "gives": { "pick": 5 }, "chance": 0.9 }] },
        { "gives": { "axe": 1 }, "ways": [{ "needs": { "ghost": 1, "near": 2 } }] }], "ends": ["near"] }
  ]
}`

func mustParse(t testing.TB, text string) *sim.File {
	t.Helper()
	f, err := sim.Parse("w.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestParseReadsEverything(t *testing.T) {
	f := mustParse(t, full)
	if f.ID != "full.world-1" || f.Title != "T" || f.Source != "S" || f.Latency.String() != "2ms" {
		t.Errorf("header: %+v", f)
	}
	if want := (sim.Faults{Chance: 0.25, Kinds: []sim.FaultKind{sim.Lost, sim.Timeout, sim.Refused}}); !reflect.DeepEqual(f.Faults, want) {
		t.Errorf("faults %+v, want %+v", f.Faults, want)
	}
	if got := strings.Join(f.AllFactors(), " "); got != "ash axe coal dust facing_a facing_b gem ghost health log near night pick" {
		t.Errorf("factors %s", got)
	}
	wantFactors := []interaction.Factor{{Name: "axe", Max: 9, Ample: 5, Stack: 3}, {Name: "facing_a", Kind: interaction.Fact},
		{Name: "facing_b", Kind: interaction.Fact}, {Name: "health", Kind: interaction.Vital, Max: 20}, {Name: "near", Kind: interaction.Fact, Max: 2},
		{Name: "night", Kind: interaction.Fact, Fixed: true}}
	if !reflect.DeepEqual(f.Factors, wantFactors) {
		t.Errorf("factors %+v", f.Factors)
	}
	if want := []interaction.Exclusion{{Factors: []string{"facing_a", "facing_b"}, Slots: 1}, {Slots: 36}}; !reflect.DeepEqual(f.Exclusions, want) {
		t.Errorf("exclusions %+v", f.Exclusions)
	}
	if got := f.Actions[1].Ends; !slices.Equal(got, []string{"near"}) {
		t.Errorf("the second action ends %v", got)
	}
	if got := strings.Join(f.Class("fuel"), " "); got != "log coal" {
		t.Errorf("a class keeps its order: got %s", got)
	}
	want := sim.Way{
		Consumes: []sim.Requirement{{Kind: sim.OfClass, Name: "fuel", Count: 2}, {Name: "log", Count: 1}},
		Needs:    []sim.Requirement{{Name: "log", Count: 3}, {Kind: sim.OfOne, Name: "tool", Count: 1}},
	}
	e := &f.Actions[1].Effects[0]
	if !reflect.DeepEqual(e.Ways[0], want) {
		t.Errorf("way %+v, want %+v", e.Ways[0], want)
	}
	if c := e.ChanceOf(&e.Ways[1]); c != 0.9 {
		t.Errorf("chance of the second way %v", c)
	}
	if q := e.GivesOf(&e.Ways[1])[0].Quantity; q.Min() != 5 || q.Max() != 5 {
		t.Errorf("second way gives %v", q)
	}
	if q := f.Actions[0].Effects[0].Gives[0].Quantity; q.Min() != 1 || q.Max() != 2 || q.Mean() != 1.75 {
		t.Errorf("distribution %v", q)
	}
}

func TestMarshalParsesBackEqual(t *testing.T) {
	f := mustParse(t, full)
	data := f.Marshal()
	g, err := sim.Parse("again", data)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(f, g) {
		t.Errorf("got\n%+v\nwant\n%+v", g, f)
	}
	if string(g.Marshal()) != string(data) {
		t.Error("the canonical form is not stable")
	}
}

// TestFaultsOfWorldFiles is the table of what is refused, with line and words.
func TestFaultsOfWorldFiles(t *testing.T) {
	const head = "{ \"format\": 1, \"id\": \"w\", \"classes\": {\"tool\": [\"axe\", \"log\"]},\n \"actions\": [\n"
	action := func(s string) string {
		return head + s + ",\n { \"ambient\": [{\"gives\": {\"log\": 1, \"axe\": 1, \"planks\": 1}}] } ] }"
	}
	effect := func(s string) string {
		return action("{ \"effects\": [ {\"gives\": {\"gem\": 1}, \"ways\": [" + s + "]} ] }")
	}
	for name, c := range map[string]struct{ text, want string }{
		"Latin-1":             {"{\n\"title\": \"rago\xfbt\"}", "w:2: not UTF-8"},
		"empty":               {"", "w:1: not JSON: the file ends too early"},
		"cut off":             {"{\n\"id\":", "w:2: not JSON: the file ends too early"},
		"syntax":              {"{\n\n\"id\" 3}", "w:3: not JSON: "},
		"two values":          {"{} \n {}", "w:2: something follows the end of the world"},
		"deep":                {strings.Repeat("[", 99), "w:1: nested deeper than 32 levels"},
		"not an object":       {"[]", "w:1: a world must be an object, not a list"},
		"missing keys":        {"\n{}", "w:2: the key \"format\" is missing\nw:2: the key \"id\" is missing\nw:2: the key \"actions\" is missing"},
		"newer":               {"{\"format\": 2, \"id\": \"w\", \"actions\": []}", "w:1: format 2 is newer than this program, which reads format 1\nw:1: a world has at least one action"},
		"unknown key":         {action("{ \"effects\": [],\n \"ambiant\": [], \"ambient\": [{\"gives\": {\"x\": 1}}] }"), "w:4: an action has the unknown key \"ambiant\" (did you mean \"ambient\"?); valid keys: label, unlock, at, effects, ambient"},
		"duplicate key":       {action("{ \"label\": \"a\",\n \"label\": \"b\", \"ambient\": [{\"gives\": {\"x\": 1}}] }"), "w:4: an action has the key \"label\" twice, first on line 3"},
		"duplicate label":     {action("{ \"label\": \"a\", \"ambient\": [{\"gives\": {\"x\": 1}}] },\n{ \"label\": \"a\", \"ambient\": [{\"gives\": {\"x\": 1}}] }"), "w:4: two actions have the label \"a\", the first on line 3"},
		"label in control":    {action("{ \"label\": \"new\\nline \\u001b[2J \\u202egpj\", \"ambient\": [{\"gives\": {\"x\": 1}}] }"), "w:3: label \"new\\nline \\x1b[2J \\u202egpj\": line breaks, control characters"},
		"wrong type":          {effect("{ \"needs\": [] }"), "w:3: needs must be an object, not a list"},
		"count of text":       {effect("{ \"needs\": {\"log\": \"1\"} }"), "w:3: the count of \"log\" must be a number, not a string"},
		"count of zero":       {effect("{ \"needs\": {\"log\": 0} }"), "w:3: the count of \"log\" must be a whole number from 1 to 1000000, not 0"},
		"fraction":            {effect("{ \"consumes\": {\"log\": 1.5} }"), "not 1.5"},
		"unknown item":        {effect("{ \"needs\": {\n\"plank\": 1} }"), "w:4: unknown factor \"plank\" (did you mean \"planks\"?): no action gives it, and neither \"items\" nor \"factors\" lists it"},
		"unknown class":       {effect("{ \"needs\": {\"class:tol\": 1} }"), "w:3: unknown class \"tol\" (did you mean \"tool\"?); classes: tool"},
		"chance of zero":      {effect("{ \"chance\": 0 }"), "w:3: chance must be above 0 and at most 1, not 0"},
		"chance too large":    {effect("{ \"chance\": 1e99 }"), "w:3: chance must be above 0 and at most 1, not 1e99"},
		"no way":              {effect(""), "w:3: an effect has at least one way"},
		"no effect":           {action("{ \"label\": \"idle\" }"), `w:3: the action has neither effects nor ambient gains, and ends nothing; one that does nothing says "effects": []`},
		"nothing given":       {action("{ \"effects\": [{\"gives\": {}, \"ways\": [{}]}] }"), "w:3: gives is empty"},
		"no gives":            {action("{ \"effects\": [{\"ways\": [{}]}] }"), "w:3: an effect must say what it gives"},
		"given twice":         {action("{ \"effects\": [{\"gives\": {\"x\": 1}, \"ways\": [{}]},\n{\"gives\": {\"x\": 2}, \"ways\": [{}]}] }"), "w:4: the action gives \"x\" in two places, first on line 3"},
		"ambient and caused":  {action("{ \"effects\": [{\"gives\": {\"x\": 1}, \"ways\": [{}]}],\n\"ambient\": [{\"gives\": {\"x\": 1}}] }"), "w:4: the action gives \"x\" in two places"},
		"two consume":         {action("{ \"effects\": [{\"gives\": {\"x\": 1}, \"ways\": [{\"consumes\": {\"log\": 1}}]},\n{\"gives\": {\"y\": 1}, \"ways\": [{\"consumes\": {\"log\": 1}}]}] }"), "w:4: two effects of the action consume, the first on line 3"},
		"net zero":            {action("{ \"effects\": [{\"gives\": {\"log\": {\"2\": 0.5, \"3\": 0.5}}, \"ways\": [{\"consumes\": {\"class:tool\": 1, \"log\": 1}}]}] }"), "w:3: the action both consumes \"log\" (2) and gives it"},
		"consumed and given":  {action("{ \"ambient\": [{\"gives\": {\"log\": 9}}], \"effects\": [{\"gives\": {\"x\": 1}, \"ways\": [{\"consumes\": {\"log\": 1}}]}] }"), "w:3: the action both consumes \"log\" (1) and gives it"},
		"shared class member": {effect("{ \"consumes\": {\"class:tool\": 1, \"one:tool\": 1} }"), "w:3: the way consumes class:tool and one:tool, which share \"axe\""},
		"other items":         {effect("{ \"gives\": {\"log\": 1} }"), "w:3: a way gives the same items as its effect, in other quantities: gem"},
		"distribution":        {action("{ \"ambient\": [{\"gives\": {\"x\": {\"1\": 0.5, \"2\": 0.4}}}] }"), "w:3: the quantity of \"x\": the chances sum to 0.9, not 1"},
		"count in words":      {action("{ \"ambient\": [{\"gives\": {\"x\": {\"01\": 1}}}] }"), "w:3: the quantity of \"x\": \"01\" is not a count from 1 to 1000000"},
		"item is a class":     {action("{ \"ambient\": [{\"gives\": {\"class:tool\": 1}}] }"), "w:3: \"class:tool\" names a class; a factor is expected here"},
		"odd kind":            {`{"format":1,"id":"w","factors":{"x":{"kind":"spirit"}},` + "\n" + `"actions":[{"ambient":[{"gives":{"x":1}}]}]}`, "w:1: factor \"x\": kind of factor \"spirit\" is not one of item, fact, vital"},
		"ample above max":     {`{"format":1,"id":"w","factors":{"x":{"max":3,"ample":4}},"actions":[{"ambient":[{"gives":{"x":1}}]}]}`, "w:1: factor \"x\": its ample level 4 isn't from 0 to its highest, 3"},
		"above max":           {`{"format":1,"id":"w","factors":{"x":{"max":3}},"actions":[{"ambient":[{"gives":{"x":4}}]}]}`, "w:1: 4 of \"x\": its highest level is 3"},
		"consumed fact":       {`{"format":1,"id":"w","factors":{"f":{"kind":"fact"}},"actions":[{"effects":[{"gives":{"x":1},"ways":[{"consumes":{"f":1}}]}]}]}`, "w:1: the way consumes \"f\", which is a fact: only items are consumed"},
		"ended item":          {`{"format":1,"id":"w","actions":[{"ambient":[{"gives":{"x":1}}],"ends":["x"]}]}`, "w:1: \"x\" isn't a fact, so nothing ends it: \"factors\" says what is one"},
		"mixed exclusion":     {`{"format":1,"id":"w","factors":{"f":{"kind":"fact"}},"exclusions":[{"factors":["f","x"]}],"actions":[{"ambient":[{"gives":{"x":1}}]}]}`, "w:1: an exclusion is one of items, of facts or of vitals, not a mixture"},
		"bag and exclusion":   {`{"format":1,"id":"w","exclusions":[{"factors":["x"]},{"slots":4}],"actions":[{"ambient":[{"gives":{"x":1}}]}]}`, "w:1: \"x\" is in two exclusions, as one that names no factors is of all items"},
		"excluded twice":      {`{"format":1,"id":"w","exclusions":[{"factors":["x"]},{"factors":["x"]}],"actions":[{"ambient":[{"gives":{"x":1}}]}]}`, "w:1: \"x\" is in two exclusions"},
		"factor name":         {action("{ \"ambient\": [{\"gives\": {\"a  b\": 1}}] }"), "w:3: factor name \"a  b\""},
		"unlock":              {action("{ \"unlock\": [\"lag\", \"log\", \"log\"], \"ambient\": [{\"gives\": {\"x\": 1}}] }"), "w:3: unknown factor \"lag\" (did you mean \"log\"?): no action gives it, and neither \"items\" nor \"factors\" lists it\nw:3: unlock lists \"log\" twice"},
		"bad id":              {"{ \"format\": 1, \"actions\": [{\"ambient\": [{\"gives\": {\"x\": 1}}]}],\n\"id\": \"My World\" }", "w:2: id \"My World\": only"},
		"latency":             {"{ \"format\": 1, \"id\": \"w\", \"latency\": \"2\", \"actions\": [{\"ambient\": [{\"gives\": {\"x\": 1}}]}] }", "w:1: latency \"2\" is not a duration"},
		"fault kind":          {"{ \"format\": 1, \"id\": \"w\", \"faults\": {\"chance\": 0.1, \"kinds\": [\"timout\"]}, \"actions\": [{\"ambient\": [{\"gives\": {\"x\": 1}}]}] }", "w:1: unknown kind of fault \"timout\" (did you mean \"timeout\"?); valid kinds: lost, timeout, refused"},
		"empty class":         {"{ \"format\": 1, \"id\": \"w\", \"classes\": {\"c\": []}, \"actions\": [{\"ambient\": [{\"gives\": {\"x\": 1}}]}] }", "w:1: class \"c\" is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := sim.Parse("w", []byte(c.text))
			if err == nil {
				t.Fatalf("accepted:\n%s", c.text)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("got\n%v\nwant\n%s", err, c.want)
			}
			var e *sim.Error
			if !errors.As(err, &e) {
				t.Errorf("%T holds no *sim.Error", err)
			}
		})
	}
}

func TestAllFaultsAreReportedInOrder(t *testing.T) {
	_, err := sim.Parse("w", []byte("{ \"format\": 1,\n\"id\": \"A\",\n\"actions\": [\n{}\n],\n\"latency\": 3 }"))
	want := "w:2: id \"A\": only lower-case letters, digits, dots and hyphens are allowed\n" +
		"w:4: the action has neither effects nor ambient gains, and ends nothing; one that does nothing says \"effects\": []\n" +
		"w:6: latency must be a string, not a number"
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestValidateFindsWhatWasChanged(t *testing.T) {
	f := mustParse(t, full)
	if err := f.Validate(); err != nil {
		t.Fatal(err)
	}
	f.Actions[0].Ambient[0].Chance = 2
	if err := f.Validate(); err == nil {
		t.Error("a chance of 2 was accepted")
	}
}

// TestSchemaNamesTheSameKeys ties the schema to the loader: for each object, both
// allow the same keys.
func TestSchemaNamesTheSameKeys(t *testing.T) {
	var s struct {
		Properties map[string]any
		Defs       map[string]struct{ Properties map[string]any } `json:"$defs"`
	}
	var top struct {
		Properties struct {
			Faults, Hidden, Map struct{ Properties map[string]any }
			Exclusions          struct {
				Items struct{ Properties map[string]any }
			}
		}
	}
	if err := json.Unmarshal(sim.Schema(), &s); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(sim.Schema(), &top); err != nil {
		t.Fatal(err)
	}
	probe := func(doc string) []string {
		_, err := sim.Parse("w", []byte(doc))
		if err == nil {
			t.Fatalf("%s was accepted", doc)
		}
		_, list, ok := strings.Cut(err.Error(), "\"zz\"; valid keys: ")
		if !ok {
			t.Fatalf("no list of keys in: %v", err)
		}
		line, _, _ := strings.Cut(list, "\n")
		keys := strings.Split(line, ", ")
		slices.Sort(keys)
		return keys
	}
	for doc, properties := range map[string]map[string]any{
		`{"zz":1}`:                                        s.Properties,
		`{"faults":{"zz":1}}`:                             top.Properties.Faults.Properties,
		`{"hidden":{"zz":1}}`:                             top.Properties.Hidden.Properties,
		`{"map":{"zz":1}}`:                                top.Properties.Map.Properties,
		`{"map":{"things":{"x":{"zz":1}}}}`:               s.Defs["thing"].Properties,
		`{"map":{"vitals":{"x":{"zz":1}}}}`:               s.Defs["passing"].Properties,
		`{"factors":{"x":{"zz":1}}}`:                      s.Defs["factor"].Properties,
		`{"exclusions":[{"zz":1}]}`:                       top.Properties.Exclusions.Items.Properties,
		`{"actions":[{"zz":1}]}`:                          s.Defs["action"].Properties,
		`{"actions":[{"effects":[{"zz":1}]}]}`:            s.Defs["effect"].Properties,
		`{"actions":[{"ambient":[{"zz":1}]}]}`:            s.Defs["ambient"].Properties,
		`{"actions":[{"effects":[{"ways":[{"zz":1}]}]}]}`: s.Defs["way"].Properties,
	} {
		var want []string
		for k := range properties {
			want = append(want, k)
		}
		slices.Sort(want)
		if got := probe(doc); !slices.Equal(got, want) {
			t.Errorf("%s: the loader takes %v, the schema %v", doc, got, want)
		}
	}
}

// TestDocumentedExample loads the example of the document for people who make
// worlds.
func TestDocumentedExample(t *testing.T) {
	text, err := os.ReadFile("../../docs/world-format.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "```json\n")
	example, _, ok2 := strings.Cut(rest, "```")
	if !ok || !ok2 {
		t.Fatal("the document has no example")
	}
	f := mustParse(t, example)
	r := sim.Check(f)
	if r.Actions != 3 || len(r.UnreachableActions)+len(r.Locked) > 0 || r.OrCauses != 2 || r.Ambient != 2 {
		t.Errorf("the example isn't what the text says: %+v", r)
	}
}

// FuzzParse checks that no input makes the loader panic, and that what it accepts
// can be written, read back equal, compiled and checked.
func FuzzParse(f *testing.F) {
	f.Add([]byte(full))
	f.Add([]byte(`{"format":1,"id":"w","actions":[{"ambient":[{"gives":{"x":1}}]}]}`))
	f.Add([]byte(`{"format":1,"id":"w","items":["a"],"classes":{"c":["a"]},"actions":[{"effects":[{"gives":{"x":{"1":1}},"ways":[{"needs":{"one:c":2}}]}]}]}`))
	f.Add([]byte(odd))
	f.Add([]byte(`{"a":{"a":[1,null,true,"`))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, err := sim.Parse("w", data)
		if err != nil {
			return
		}
		again, err := sim.Parse("w", w.Marshal())
		if err != nil {
			t.Fatalf("%v\n%s", err, w.Marshal())
		}
		if !reflect.DeepEqual(w, again) {
			t.Fatalf("not equal:\n%+v\n%+v", w, again)
		}
		sim.New(w)
		sim.Check(w)
	})
}

// What is only named where it excludes something is an item of the world.
func TestExclusionsNameFactors(t *testing.T) {
	f, err := sim.Parse("bag.json", []byte(`{"format":1,"id":"bag","factors":{"log":{"stack":5}},"exclusions":[{"factors":["log","plank"],"slots":4}],
		"actions":[{"label":"saw","effects":[{"gives":{"plank":1},"ways":[{"consumes":{"log":1}}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	spec := sim.New(f).Spec()
	if err := spec.Validate(); err != nil {
		t.Error(err)
	}
}
