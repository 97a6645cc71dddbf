package mcqa

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/adam-discovery/adam/scenarios"
)

func set(t *testing.T, world string) Set {
	t.Helper()
	f, err := scenarios.Load(world)
	if err != nil {
		t.Fatal(err)
	}
	return Generate(f, "a game", 1)
}

// Recipes as anybody who knows the game knows them.
func TestGenerate(t *testing.T) {
	for world, n := range map[string]int{"minecraft-41": 33, "minecraft-41-modified": 35, "minecraft-1.19": 1078} {
		s := set(t, world)
		if len(s.Questions) != n {
			t.Errorf("%s: %d questions, want %d", world, len(s.Questions), n)
		}
		for _, q := range s.Questions {
			if len(q.Examples) != shots {
				t.Errorf("%s: %s has %d examples", world, q.Item, len(q.Examples))
			}
			for _, e := range q.Examples {
				if e.Item == q.Item || q.Right(e.Answer) {
					t.Errorf("%s: an example of %s gives its answer away", world, q.Item)
				}
			}
		}
	}
	s := set(t, "minecraft-41")
	for item, want := range map[string][][]string{
		"iron_pickaxe":   {{"iron_ingot", "stick"}},
		"crafting_table": {{"planks"}},
	} {
		i := slices.IndexFunc(s.Questions, func(q Question) bool { return q.Item == item })
		if i < 0 || !reflect.DeepEqual(s.Questions[i].Answers, want) {
			t.Errorf("%s: %v, want %v", item, s.Questions, want)
		}
	}
	if i := slices.IndexFunc(s.Questions, func(q Question) bool { return q.Item == "iron_ingot" }); i < 0 || len(s.Questions[i].Answers) < 5 {
		t.Error("iron_ingot can be smelted with any fuel")
	}
	if slices.ContainsFunc(s.Questions, func(q Question) bool { return q.Item == "log" }) {
		t.Error("logs are found, not made")
	}
}

func TestRight(t *testing.T) {
	q := Question{Answers: [][]string{{"a", "b"}, {"a", "c"}}}
	for _, c := range []struct {
		items []string
		right bool
	}{{[]string{"b", "a"}, true}, {[]string{"c", "a", "c"}, true}, {[]string{"a"}, false}, {[]string{"a", "b", "c"}, false}, {nil, false}} {
		if q.Right(c.items) != c.right {
			t.Errorf("%v", c.items)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string][]string{
		"{stick, iron_ingot}":                                                {"stick", "iron_ingot"},
		"Sure! You need {Iron Ingot, 2 sticks}. ":                            {"iron_ingot", "sticks"},
		`{"ingredients": ["minecraft:stick", "planks"]}`:                     {"stick", "planks"},
		"```json\n{\"ingredients\": [\"3x iron-ingot\", \"stick x2\"]}\n```": {"iron_ingot", "stick"},
		"{disc_fragment_5, log×2, 3 log}":                                    {"disc_fragment_5", "log", "log"},
		`{"ingredients": []}`:                                                {},
		"first {a}, then {b, c}":                                             {"b", "c"},
		"I don't know.":                                                      nil,
		"{}":                                                                 nil,
		`{"ingredients": ["a", 2]}`:                                          nil,
		"":                                                                   nil,
	} {
		got, ok := parse(text)
		if ok != (want != nil) || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v, want %v", text, got, ok, want)
		}
	}
}

func TestReadSet(t *testing.T) {
	s := set(t, "tiny")
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Read(text); err != nil || !reflect.DeepEqual(got, s) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, bad := range []string{"", "[]", `{"format": "adam-mcqa", "version": 2}`, `{"format": "adam-mcqa", "version": 1}`,
		`{"format": "adam-mcqa", "version": 1, "questions": [{"item": "x"}]}`} {
		if _, err := Read([]byte(bad)); !errors.Is(err, ErrFormat) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"format":"adam-mcqa","version":1,"questions":[{"item":"x","answers":[["b","a"]]}]}`))
	f.Fuzz(func(_ *testing.T, text []byte) {
		if s, err := Read(text); err == nil {
			s.Questions[0].Right([]string{"a"})
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add(`{"ingredients": ["a"]}`)
	f.Add("{a, b} {")
	f.Fuzz(func(t *testing.T, text string) {
		if got, ok := parse(text); !ok && got != nil {
			t.Errorf("%q", got)
		}
	})
}
