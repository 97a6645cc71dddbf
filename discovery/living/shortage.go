package living

import (
	"fmt"

	"github.com/adam-discovery/adam/interaction"
)

// manyBeyond is how many successes of an action show that it uses up more than counts as plenty: one may have lost
// things meanwhile.
const manyBeyond = 3

// beyond is the most of an item that successes used up beyond what counts as plenty of it; at level 0, there is none.
// What has enough of it then looks like what hasn't: no search for what is needed ends, plans go wrong, and no certificate
// can rest on that there was plenty.
func (k *knowledge) beyond() (most interaction.Level) {
	for _, e := range k.effects {
		seen := map[interaction.Level]int{}
		for _, r := range e.hits {
			c := r.of(e.number)
			for _, u := range c.used {
				if u.Level <= max(most.Level, k.vocabulary.Factor(u.Factor).Ample) {
					continue
				}
				if seen[u] += c.hits; seen[u] >= manyBeyond {
					most = u
				}
			}
		}
	}
	return most
}

// shortage says that what counts as plenty isn't, and what to do.
func (k *knowledge) shortage() string {
	if f := k.vocabulary.Factor(k.scarce.Factor); f.Top() > 0 {
		return fmt.Sprintf("a success used up %d %s, and more than %d aren't told apart: the world has to say that so many are plenty, as its ample",
			k.scarce.Level, interaction.Shown(f.Name), f.Ample)
	}
	return fmt.Sprintf("a success used up %d %s, and more than %d aren't told apart: explore anew, into another database, with --stock %d or more",
		k.scarce.Level, interaction.Shown(k.vocabulary.Name(k.scarce.Factor)), k.vocabulary.Factor(k.scarce.Factor).Ample, k.scarce.Level)
}
