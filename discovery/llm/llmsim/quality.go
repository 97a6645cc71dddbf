package llmsim

import "math"

// Quality is how good the played model is.
type Quality struct {
	// Omission is the probability that a cause is left out.
	Omission float64
	// Redundancy is the mean number of things named that aren't causes: "redundant
	// or error items" of the ADAM paper's table 4.4.
	Redundancy float64
	// Garbled is the probability that a reply holds no answer.
	Garbled float64
}

// Level is a line of the ADAM paper's table 4.4.
type Level struct {
	Name string
	// Modified: measured in the modified game.
	Modified bool
	// RedundantOrError is the mean number of such items per assumption.
	RedundantOrError float64
	// Success of the Actions had the right graph in the end.
	Success, Actions int
}

// Levels are quoted from table 4.4 (the mean of the last one isn't given there: it
// is taken to be that of the original game).
var Levels = []Level{
	{"gpt-4-turbo", false, 0, 35, 35},
	{"gpt-4-turbo", true, .1, 35, 35},
	{"gpt-3.5-turbo", false, .2, 34, 35},
	{"gpt-3.5-turbo", true, .3, 32, 35},
	{"Llama-2-70B", false, .6, 23, 35},
	{"Llama-2-70B", true, .9, 16, 35},
	{"Llama-2-13B-finetuned", false, 1.8, 5, 35},
	{"Llama-2-13B-finetuned", true, 1.8, 0, 35},
}

// causesEach is the mean number of causes of an action in the paper's game: 97
// edges of 41 actions (minecraft-41-paper).
const causesEach = 97. / 41

// Quality is what the line says of the model. The paper counts redundant items but
// not omissions. Interventions remove what is redundant, and what is left out fails
// the action, so the share of successes s is taken for the probability that none of
// causesEach causes is left out: (1 - omission)^causesEach = s. Where nothing
// succeeded, s is taken for half an action.
func (l Level) Quality() Quality {
	s := math.Max(float64(l.Success), .5) / float64(l.Actions)
	return Quality{Omission: 1 - math.Pow(s, 1/causesEach), Redundancy: l.RedundantOrError}
}
