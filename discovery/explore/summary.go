package explore

import (
	"github.com/adam-discovery/adam/discovery"
	"github.com/adam-discovery/adam/interaction"
)

// Mark is a place in a run. Steps are executed actions, broken ones included;
// Rounds are batches of at most the width; Trials are completed trials.
type Mark struct {
	Steps  int `json:"steps"`
	Rounds int `json:"rounds"`
	Trials int `json:"trials"`
}

// Plus is the mark in a run that began so much later.
func (m Mark) Plus(n Mark) Mark {
	return Mark{m.Steps + n.Steps, m.Rounds + n.Rounds, m.Trials + n.Trials}
}

// Milestone says when an item was first obtained (Reached), when a chain of proven
// ways led to it from nothing (Proven), and when every link of such a chain was
// certified (Certified); nil: not yet.
type Milestone struct {
	Reached   *Mark `json:"reached"`
	Proven    *Mark `json:"proven"`
	Certified *Mark `json:"certified"`
}

// NotLearned is an action that isn't learned, and why.
type NotLearned struct {
	Action interaction.Action `json:"action"`
	Reason string             `json:"reason"`
	// Certified: all that it was seen to do is certified; it may have further effects.
	Certified bool `json:"-"`
}

// End says why a run ended.
type End string

const (
	// EndDone: there is nothing left to learn; with a goal, that nothing leads to it.
	EndDone End = "done"
	// EndGoal: the way to the goal is certified.
	EndGoal End = "goal"
	// EndBudget: the budget of trials, or of steps, is used up.
	EndBudget End = "budget"
	// EndStock: what counts as plenty isn't enough, see Summary.Stock: nothing is certified.
	EndStock End = "stock"
	// EndInterrupted: the run was stopped.
	EndInterrupted End = "interrupted"
	// EndBroken: the world kept breaking, or the ledger couldn't be written.
	EndBroken End = "broken"
)

// Summary is what a run amounts to, from its first trial on, whatever part of it
// was run by this process.
type Summary struct {
	Mark
	// Episodes counts the lives, where starts can't be chosen; else zero.
	Episodes int
	// Contradicted counts beliefs that the world contradicted later, where what there is has to be perceived.
	Contradicted     int
	ActionsTotal     int
	ActionsCertified int
	// ActionsCertifiable counts those that can be certified, as far as is known: they were
	// seen to do something, and nothing of it was refused.
	ActionsCertifiable int
	// Delta bounds the probability that anything that counts as certified is wrong. It is
	// that of the run, but for what it took over from earlier ones.
	Delta      float64
	NotLearned []NotLearned
	ItemsFound int
	// Faults counts the attempts that broke.
	Faults int
	// NewTrials counts the attempts that this process ran; the others were in
	// the ledger.
	NewTrials  int
	Complete   bool // every action is learned, further effects excluded
	End        End
	Milestones map[string]Milestone
	// Stock is how many of an item would have to count as plenty, as successes were seen to use up so many, where the
	// run ended by EndStock; else zero.
	Stock int
	// Assumptions are what its certificates take for granted.
	Assumptions []discovery.Assumption
	// Warnings are doubts that didn't stop the work.
	Warnings []string
}

// Progress is how far a run is.
type Progress struct {
	Mark
	// Episodes counts the lives, where starts can't be chosen; else zero.
	Episodes         int
	ActionsTotal     int
	ActionsCertified int
	// ActionsCertifiable counts those that can be certified, as far as is known: they were
	// seen to do something, and nothing of it was refused.
	ActionsCertifiable int
	ItemsFound         int
	// NewTrials counts the trials that this process ran.
	NewTrials int
	// Faults counts the lives that broke, where starts can't be chosen; else zero.
	Faults int
	// Broke is why the latest trial broke, or life, where starts can't be chosen; empty if it didn't. It may come from the world.
	Broke string
	// Spent is how much of the budget is used up, from 0 to 1; zero also where there is none.
	Spent float64
	// Frontier are the actions of the latest round, without repetition.
	Frontier []interaction.Action
	// Stage says what the latest round was mostly for.
	Stage string
}
