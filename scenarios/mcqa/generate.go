package mcqa

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/adam-discovery/adam/interaction/sim"
	"github.com/adam-discovery/adam/scenarios"
)

// Set is a question set; docs/json-formats.md describes its JSON form.
type Set struct {
	Format  string `json:"format"` // "adam-mcqa"
	Version int    `json:"version"`
	World   string `json:"world"`
	// Game is what the questions call the game.
	Game string `json:"game"`
	// Questions ascend by item.
	Questions []Question `json:"questions"`
}

// Question asks for the ingredients of an item.
type Question struct {
	Item string `json:"item"`
	// Answers are the alternatives, at least one: each is the set of what one way
	// uses up, ascending. Any of them is right, and nothing else is.
	Answers [][]string `json:"answers"`
	// Examples are shown before the question, with answers that are right.
	Examples []Example `json:"examples"`
}

// Example is another item with one right answer.
type Example struct {
	Item   string   `json:"item"`
	Answer []string `json:"answer"`
}

const (
	format  = "adam-mcqa"
	version = 1
	// shots is how many examples go with a question, as in the paper.
	shots = 3
)

// ErrFormat is wrapped by Read's errors.
var ErrFormat = errors.New("not a question set")

// Generate makes the question set of a world: one question for every item that
// some action makes by using something up, and only so. Which examples go with
// which question follows from the seed.
func Generate(f *sim.File, game string, seed uint64) Set {
	answers := map[string][][]string{}
	gathered := map[string]bool{}
	for _, a := range scenarios.NewTruth(f).Actions {
		for _, e := range a.Effects {
			for _, w := range e.Ways {
				for _, pure := range w.Members.Pure() {
					var used []string
					for _, m := range pure {
						if m.Consumed > 0 {
							used = append(used, m.Factors...)
						}
					}
					if len(used) == 0 {
						gathered[e.Factor] = true
						continue
					}
					slices.Sort(used)
					answers[e.Factor] = append(answers[e.Factor], used)
				}
			}
		}
	}
	s := Set{Format: format, Version: version, World: f.ID, Game: game}
	for item, all := range answers {
		if gathered[item] {
			continue // it is found, too: there is no recipe to know
		}
		slices.SortFunc(all, slices.Compare)
		s.Questions = append(s.Questions, Question{Item: item, Answers: slices.CompactFunc(all, slices.Equal)})
	}
	slices.SortFunc(s.Questions, func(a, b Question) int { return strings.Compare(a.Item, b.Item) })
	for i := range s.Questions {
		s.Questions[i].Examples = s.examples(i, seed)
	}
	return s
}

// examples picks questions other than the i-th whose answers don't give its own
// away.
func (s Set) examples(i int, seed uint64) []Example {
	h := fnv.New64a()
	h.Write([]byte(s.Questions[i].Item))
	rng := rand.New(rand.NewPCG(seed, h.Sum64()))
	var out []Example
	for _, k := range rng.Perm(len(s.Questions)) {
		q := s.Questions[k]
		tells := slices.ContainsFunc(q.Answers, func(a []string) bool { return s.Questions[i].Right(a) })
		if k != i && !tells && len(out) < shots {
			out = append(out, Example{q.Item, q.Answers[0]})
		}
	}
	return out
}

// Right reports whether the items are exactly those of an alternative, in any order.
func (q Question) Right(items []string) bool {
	items = slices.Clone(items)
	slices.Sort(items)
	items = slices.Compact(items)
	return slices.ContainsFunc(q.Answers, func(a []string) bool { return slices.Equal(a, items) })
}

// Read reads the JSON form of a set. Its errors wrap ErrFormat.
func Read(text []byte) (Set, error) {
	var s Set
	if err := json.Unmarshal(text, &s); err != nil {
		return Set{}, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if s.Format != format || s.Version != version {
		return Set{}, fmt.Errorf("%w: format %q, version %d; this program reads %q, version %d", ErrFormat, s.Format, s.Version, format, version)
	}
	if len(s.Questions) == 0 {
		return Set{}, fmt.Errorf("%w: it has no questions", ErrFormat)
	}
	for i, q := range s.Questions {
		if q.Item == "" || len(q.Answers) == 0 {
			return Set{}, fmt.Errorf("%w: question %d has no item or no answer", ErrFormat, i+1)
		}
		for k := range q.Answers {
			slices.Sort(s.Questions[i].Answers[k])
		}
	}
	return s, nil
}
