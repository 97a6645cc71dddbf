package discovery

import "github.com/adam-discovery/adam/interaction"

// Begin tells with how much of which items episodes begin, as each time there was at least that much when the first thing was tried in
// one. The zero value has seen no episode. It belongs to one goroutine.
type Begin struct {
	least map[int]int // by factor
	seen  bool
}

// Saw enters what there was when the first thing was tried in an episode, by the numbers of the vocabulary.
func (b *Begin) Saw(v *interaction.Vocabulary, start interaction.State) {
	least := map[int]int{}
	for f, n := range start.All() {
		if n > 0 && f < v.Len() && v.Factor(f).Kind == interaction.Item {
			if b.seen {
				n = min(n, b.least[f])
			}
			if n > 0 {
				least[f] = n
			}
		}
	}
	b.least, b.seen = least, true
}

// Levels are they, by factor. The caller must not change them.
func (b *Begin) Levels() map[int]int { return b.least }
