package votes

import (
	"context"
	"fmt"
	"strconv"
)

// Single is a recording that is graded by itself, by a name that nobody who votes sees.
type Single struct{ Recording, Task string }

// Grade is one person's grade of a recording in one dimension: from 0, the worst, to 4. Ballot is that of all its dimensions.
type Grade struct {
	Single
	Ballot    int64
	Dimension string
	Grade     int
}

// grades is how many there are.
const grades = 5

// HandSingle hands out a ballot for grading one recording.
func (b *Box) HandSingle(ctx context.Context, s Single) (token string, err error) {
	token, _, err = b.Hand(ctx, Pair{First: s.Recording, Task: s.Task})
	return token, err
}

// Rate casts a ballot of one recording, all its dimensions at once. It fails with [ErrNoBallot], [ErrIncomplete],
// or where a grade isn't from 0 to 4.
func (b *Box) Rate(ctx context.Context, token string, given map[string]int) error {
	choices := map[string]string{}
	for d, g := range given {
		if g < 0 || g >= grades {
			return fmt.Errorf("%d is no grade", g)
		}
		choices[d] = strconv.Itoa(g)
	}
	return b.cast(ctx, token, choices, `second = ''`)
}

// Grades are the grades that were given, in the order in which ballots were handed out.
func (b *Box) Grades(ctx context.Context) (out []Grade, err error) {
	err = b.read(ctx, `second = ''`, func(ballot int64, p Pair, _ bool, dimension, choice string) error {
		n, err := strconv.Atoi(choice)
		if err != nil || n < 0 || n >= grades {
			return fmt.Errorf("the votes are damaged: %q is no grade", choice)
		}
		out = append(out, Grade{Single{p.First, p.Task}, ballot, dimension, n})
		return nil
	})
	return out, err
}
